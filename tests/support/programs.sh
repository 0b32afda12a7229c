# programs.sh - what the integration scripts share: start a server on loopback, wait, end, complain.
# Sourced, not run. Needs $BIN (the folder of the programs). Ends every process that it started.
set -u

work=$(mktemp -d)
started=()

clean_up() {
    local id
    for id in "${started[@]}"; do
        kill -KILL "$id" 2>/dev/null
    done
    wait 2>/dev/null
    rm -rf "$work"
}
export XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data # Not those of the person who runs the tests.
trap clean_up EXIT
trap 'exit 143' TERM INT

fail() {
    echo "FAILED: $*"
    local file
    for file in "$work"/*.log; do
        [ -s "$file" ] && { echo "--- ${file##*/}"; tail -20 "$file"; }
    done
    exit 1
}

# start_server FLAGS...: on any free port of 127.0.0.1; sets $server_id and $port. $server_program may
# name another program that serves like it.
start_server() {
    : >"$work/ready"
    "$BIN/${server_program:-duskwatch-server}" --bind 127.0.0.1 --port 0 "$@" \
        >"$work/ready" 2>"$work/server.log" &
    server_id=$!
    started+=("$server_id")
    local i
    for i in $(seq 200); do
        port=$(sed -n 's/^ready port=//p' "$work/ready")
        [ -n "$port" ] && return 0
        kill -0 "$server_id" 2>/dev/null || break
        sleep 0.05
    done
    fail "the server did not get ready: $*"
}

# stop_server SECONDS: SIGTERM; it must end with 0 within that time.
stop_server() {
    local begin now
    begin=$(date +%s%N)
    kill -TERM "$server_id"
    wait "$server_id"
    local status=$?
    now=$(date +%s%N)
    [ "$status" -eq 0 ] || fail "the server ended with $status after SIGTERM"
    [ $(((now - begin) / 1000000)) -le $(($1 * 1000)) ] ||
        fail "the server took $(((now - begin) / 1000000)) ms to end after SIGTERM"
}

# expect_status WANTED NAME COMMAND...: runs it with a limit of $limit, usually 30 s; output in $work/NAME.out/.log.
expect_status() {
    local wanted=$1 name=$2
    shift 2
    timeout -k 5 "${limit:-30}" "$@" >"$work/$name.out" 2>"$work/$name.log"
    local status=$?
    [ "$status" -eq "$wanted" ] || fail "$name: exit status $status, not $wanted"
}

# one_line NAME PATTERN: the command said exactly one line on standard error, and it matches.
one_line() {
    [ "$(wc -l <"$work/$1.log")" -eq 1 ] || fail "$1: not one line on standard error"
    grep -qE "$2" "$work/$1.log" || fail "$1: does not say: $2"
}

# check_delivered REPORT LEFT_OUT EACH: of the snapshots that the server had for those bots 98 of 100
# came. A server that is behind on a busy machine leaves out turns of its matches, LEFT_OUT of them,
# and each is one snapshot less to EACH bots of a match: those were not lost. Bots that had to wait for a
# processor themselves (frames_late) acknowledge late, and are sent less for a while: 90 of 100 then.
check_delivered() {
    awk -v ratio="$(json "$1" delivered_ratio)" -v count="$(json "$1" count)" -v spared=$(($2 * $3)) \
        -v late="$(json "$1" frames_late)" 'BEGIN {
        if (!(ratio > 0 && count > 0)) exit 1
        due = count / ratio
        exit !(due - count <= (late > 0 ? 0.1 : 0.02) * due + spared) }' ||
        fail "${1##*/}: $(json "$1" delivered_ratio) of the snapshots came, $2 turns were left out: $(cat "$1")"
}

# turns_left_out: of all matches of the server that was stopped last.
turns_left_out() {
    sed -n 's/.*ended.*turns_left_out[":=]*\([0-9]*\).*/\1/p' "$work/server.log"
}

# json FILE KEY: the number or text behind a key of a one-line report.
json() {
    sed -n "s/.*\"$2\":\"\{0,1\}\([^,\"}]*\).*/\1/p" "$1" | tail -1
}
