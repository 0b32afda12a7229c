# Reads the production sources and prints what depends on what, one edge a line:
#   FROM TO HEADER   the module FROM includes HEADER, which belongs to the module TO
#   FROM TO NAME     the .c of FROM uses NAME, a function or table that the .c of TO defines
#
# A module is the .c and the .h of one base name in one folder. A private header that several files
# share and that has no .c of its own (sim_state.h) is a module of its own. It completes the public
# header whose name it extends (sim.h): between these two alone, an include is not an edge.
# Text in comments and strings does not count as a use. A call that a macro or an inline function of a
# header makes is not seen; the include of that header is.

function module(file) {
    sub(/\.[ch]$/, "", file)
    return file
}

# The line without comments and with blanks for strings. `in_comment` lasts from line to line.
function code_of(line,    code, opening) {
    code = ""
    while (line != "") {
        if (in_comment) {
            if (!index(line, "*/"))
                return code
            line = substr(line, index(line, "*/") + 2)
            in_comment = 0
            continue
        }
        if (!match(line, /\/\*|\/\/|"|'/))
            return code line
        opening = substr(line, RSTART, RLENGTH)
        code = code substr(line, 1, RSTART - 1) " "
        line = substr(line, RSTART)
        if (opening == "//")
            return code
        if (opening == "/*") {
            in_comment = 1
            line = substr(line, 3)
        } else {
            if (opening == "\"")
                match(line, /^"([^"\\]|\\.)*"/)
            else
                match(line, /^'([^'\\]|\\.)*'/)
            line = substr(line, RLENGTH > 0 ? RLENGTH + 1 : 2)
        }
    }
    return code
}

# P is private and completes Q: a header without a .c, in the same folder, named Q_something.
function completes(private, public) {
    return !((private ".c") in exists) && index(private, public "_") == 1
}

FNR == 1 {
    exists[FILENAME] = 1
    in_comment = 0
    heading = ""
    is_source = FILENAME ~ /\.c$/
}

/^#include "/ {
    split($0, quoted, "\"")
    includer[++includes] = FILENAME
    included[includes] = quoted[2]
    next
}

is_source {
    code = code_of($0)
    # A definition begins in column 0 and reaches a brace before a semicolon.
    if (heading == "" && code ~ /^[a-z]/ && code !~ /^(static|typedef|extern)[ ]/ &&
        match(code, /(^|[ *])dw_[a-z0-9_]+(\(|\[| =)/)) {
        heading = substr(code, RSTART, RLENGTH)
        gsub(/[^a-z0-9_]/, "", heading)
    }
    if (heading != "" && match(code, /[{;]/)) {
        if (substr(code, RSTART, 1) == "{")
            home[heading] = FILENAME
        heading = ""
    }
    while (match(code, /[A-Za-z_][A-Za-z0-9_]*/)) {
        name = substr(code, RSTART, RLENGTH)
        code = substr(code, RSTART + RLENGTH)
        if (name ~ /^dw_/ && !((FILENAME, name) in seen)) {
            seen[FILENAME, name] = 1
            user[++uses] = FILENAME
            used[uses] = name
        }
    }
}

END {
    for (i = 1; i <= includes; i++) {
        from = module(includer[i])
        to = module(included[i])
        if (from != to && !completes(from, to))
            print from, to, included[i]
    }
    for (i = 1; i <= uses; i++)
        if (used[i] in home && home[used[i]] != user[i])
            print module(user[i]), module(home[used[i]]), used[i]
}
