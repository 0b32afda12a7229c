# endure.sh - what the scripts of this folder share: what a process holds, bots that come and go, trends.
# Sourced, not run.
. "$(dirname "$0")/../../support/programs.sh"
. "$(dirname "$0")/../../support/monitored.sh"

descriptors() { find "/proc/$1/fd" -mindepth 1 | wc -l; }
sanitized() { [ -n "${SANITIZE:-}" ]; } # Such programs are slow and keep memory that was given back.
heap_kib() { sed -n 's/^RssAnon:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$1/status"; }

# say COMMAND: to the server whose state is in $own, by --attach; its answer.
say() {
    echo "$1" | "$BIN/duskwatch-server" --attach --state "$own"
}

# wait_logged COUNT PATTERN: the server's log gets COUNT such lines within 20 s.
wait_logged() {
    for _ in $(seq 200); do
        [ "$(grep -cE "$2" "$work/server.log")" -ge "$1" ] && return 0
        sleep 0.1
    done
    fail "not $1 times in the log: $2"
}

# call_back NAME: the bots of play NAME say goodbye and write their report; none of them was refused, sent away or lost.
call_back() {
    kill -TERM "$bots_id"
    wait "$bots_id" || fail "the bots ended with $?"
    grep -q '"refused":0,"kicked":0,"lost":0,"protocol_errors":0' "$work/$1.json" ||
        fail "a bot was refused, sent away or lost: $(cat "$work/$1.json")"
}

# check_log SECONDS: the log has no more lines than HOSTING.md allows.
check_log() {
    local lines
    lines=$(wc -l <"$work/server.log")
    [ "$lines" -le $((200 + 50 * ($1 + 5))) ] || fail "$lines lines of log in $1 s"
}

# check_skipped NAME SHARE: at most one tick of SHARE was left out. Machines with other work need some.
check_skipped() {
    local ticks skipped
    ticks=$(value "$1" duskwatch_ticks_total)
    skipped=$(value "$1" duskwatch_ticks_skipped_total)
    [ $((skipped * $2)) -le "$ticks" ] || fail "$skipped ticks were skipped beside $ticks that ran"
}

# check_newcomer: one more bot is on a map within a second; $took ms.
check_newcomer() {
    expect_status 0 newcomer "$BIN/duskwatch-bots" --connect "127.0.0.1:$port" --clients 1 --seed 9999 \
        --name-prefix newcomer --seconds 1 --report "$work/newcomer.json"
    took=$(json "$work/newcomer.json" join_ms_max)
    awk -v took="$took" -v most="$(sanitized && echo 10000 || echo 1000)" 'BEGIN { exit !(took > 0 && took < most) }' || fail "a newcomer waited $took ms"
}

# growth FILE COLUMN FROM: by how much a column of samples grows from second FROM to the last one, along
# the line of least squares. Column 1 is the time in seconds.
growth() {
    awk -v column="$2" -v from="$3" '$1 >= from { n++; x = $1; y = $column; end = x
        sum_x += x; sum_y += y; sum_xx += x * x; sum_xy += x * y }
        END { if (n < 3) exit 1
            printf "%.1f\n", (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x) * (end - from) }' "$1" ||
        fail "too few samples"
}
