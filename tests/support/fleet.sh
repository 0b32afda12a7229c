# fleet.sh - a stand-in for the sidecar of Agones (agones_sidecar.c) and what it recorded. Sourced after
# programs.sh and monitored.sh.
calls=$work/calls
sidecar=$((30000 + $$ % 2700)) # Known before it listens, another for each test that runs, and not one that the system gives.
export AGONES_SDK_HTTP_PORT=$sidecar

start_sidecar() { # start_sidecar PERIOD_S: on the port $sidecar; health reports are due in each period
    "$BIN/agones_sidecar" "$sidecar" "$1" >"$calls" 2>"$work/sidecar.log" &
    sidecar_id=$!
    started+=("$sidecar_id")
    wait_call 0 ' begins '
}

word() { # word WORD: the sidecar does what the word says
    ask "$sidecar" GET "/stub/$1" && [ "$(status)" = 200 ] || fail "the sidecar does not know $1"
}

# Lines of the record so far, and all lines behind line LINE.
recorded() { wc -l <"$calls"; }
since() { tail -n +"$(($1 + 1))" "$calls"; }

wait_call() { # wait_call LINE PATTERN: in the record behind that line
    for _ in $(seq 120); do
        since "$1" 2>/dev/null | grep -qE "$2" && return 0
        sleep 0.1
    done
    fail "no call: $2; but: $(since "$1")"
}

wait_log() { # wait_log COUNT PATTERN: so often in the server's log, and no more
    for _ in $(seq 100); do
        [ "$(grep -cE "$2" "$work/server.log")" -ge "$1" ] && break
        sleep 0.1
    done
    [ "$(grep -cE "$2" "$work/server.log")" -eq "$1" ] ||
        fail "not $1 times in the log, but $(grep -cE "$2" "$work/server.log"): $2"
}

# check_health MOST_MS: the longest time between two health reports, and the sidecar did not give up.
check_health() {
    grep -q ' unhealthy ' "$calls" && fail "the sidecar took the server for dead"
    awk -v limit="$1" '$3 == "/health" { if (last && $1 - last > most) most = $1 - last; last = $1; count++ }
        END { print count " health reports, at most " most " ms apart"; exit !(count >= 3 && most <= limit) }' "$calls" ||
        fail "health reports come too late"
}

# check_ticks: no call of the fleet held up the loop of the server that was scraped as $work/end.prom. One that
# did would have cost 120 ticks, the time that a call has; a busy machine may cost a few.
check_ticks() {
    local skipped
    skipped=$(value end duskwatch_ticks_skipped_total)
    echo "$skipped ticks skipped"
    [ "$skipped" -lt 60 ] || fail "$skipped ticks were skipped"
}
