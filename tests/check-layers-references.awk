# Reads the list of tracked files, then (after `reading=1`) text files, and prints "FILE:LINE NAME" for
# each NAME in a comment or document that is not in the tree. A name counts when
#   - it begins with a top-level folder: server/sim/sim.c, server/sim/sim, server/sim;
#   - it is a document by its upper-case name: PROTOCOL.md;
#   - it is the target of a link in a document, seen from the document's folder.
# A last part in upper-case (maps/NAME.json) stands for any name.

# The path without `.` and `..`.
function plain(path,    part, parts, i, kept) {
    parts = split(path, part, "/")
    path = ""
    for (i = 1; i <= parts; i++) {
        if (part[i] == "..")
            sub(/\/?[^\/]*$/, "", path)
        else if (part[i] != "." && part[i] != "")
            path = path (path == "" ? "" : "/") part[i]
    }
    return path
}

function complain(name) {
    print FILENAME ":" FNR, name
}

function check_links(line,    target) {
    while (match(line, /\]\([^) ]+\)/)) {
        target = substr(line, RSTART + 2, RLENGTH - 3)
        line = substr(line, RSTART + RLENGTH)
        sub(/#.*/, "", target)
        if (target != "" && target !~ /:/ && !(plain(folder target) in exists))
            complain(target)
    }
}

function check_names(text,    name, last, top) {
    while (match(text, /[A-Za-z0-9_.\/-]+/)) {
        name = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (text ~ /^[*{<$[]/) # a pattern: test_*.c
            continue
        sub(/^\.\//, "", name)
        sub(/[.\/-]+$/, "", name)
        last = name
        sub(/.*\//, "", last)
        if (index(name, "/")) {
            top = name
            sub(/\/.*/, "", top)
            if (top in tops && last !~ /^[A-Z_-]+(\.[a-z]+)?$/ && !(name in exists))
                complain(name)
        } else if (name ~ /^[A-Z][A-Z0-9_]*\.md$/ && !(name in documents)) {
            complain(name)
        }
    }
}

!reading {
    exists[$0] = 1
    path = $0
    name = $0
    sub(/.*\//, "", name)
    if (name ~ /\.md$/)
        documents[name] = 1
    if (sub(/\.[a-z]+$/, "", path)) # a module by its name without .c and .h
        exists[path] = 1
    while (sub(/\/[^\/]*$/, "", path))
        exists[path] = 1
    if (index($0, "/"))
        tops[path] = 1
    next
}

FNR == 1 {
    in_comment = 0
    folder = FILENAME
    sub(/[^\/]*$/, "", folder)
    kind = "script"
    if (FILENAME ~ /\.(c|h|cpp)$/)
        kind = "C"
    else if (FILENAME ~ /\.(md|txt)$/ && FILENAME !~ /CMakeLists\.txt$/)
        kind = "document"
    else if (FILENAME ~ /\.(json|tmj)$/)
        kind = "data"
}

kind == "document" {
    check_links($0)
    check_names($0)
}

kind == "script" && match($0, FILENAME ~ /\.ini$/ ? "[#;]" : "(^|[ \t])# ") {
    check_names(substr($0, RSTART))
}

kind == "C" {
    text = $0
    if (!in_comment) {
        if (!match(text, /\/[*\/]/))
            next
        in_comment = substr(text, RSTART, 2) == "/*"
        text = substr(text, RSTART + 2)
    }
    if (in_comment && match(text, /\*\//)) {
        text = substr(text, 1, RSTART - 1)
        in_comment = 0
    }
    check_names(text)
}
