# monitored.sh - a server with its metrics, and bots beside it: what scripts of the integration tests share.
# Sourced after programs.sh. All by TCP over loopback.
server="$BIN/duskwatch-server"

# ask PORT METHOD PATH: the whole answer in $work/answer; fails when nobody listens.
ask() {
    { exec 8<>"/dev/tcp/127.0.0.1/$1"; } 2>/dev/null || return 1
    printf '%s %s HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n' "$2" "$3" >&8
    timeout 10 cat <&8 >"$work/answer"
    exec 8>&-
}

status() { sed -n '1s/^HTTP\/1\.1 \([0-9]*\) .*/\1/p' "$work/answer"; }
body() { sed '1,/^\r$/d' "$work/answer"; }

# expect STATUS METHOD PATH [PATTERN]: that status, and the pattern somewhere in the answer.
expect() {
    ask "$metrics" "$2" "$3" || fail "$2 $3: nobody listens"
    [ "$(status)" = "$1" ] || fail "$2 $3: $(head -1 "$work/answer"), not $1"
    grep -qE "${4:-}" "$work/answer" || fail "$2 $3: not: $4"
}

scrape() { # scrape NAME: the figures as $work/NAME.prom
    expect 200 GET /metrics '^Content-Type: text/plain; version=0\.0\.4'
    body >"$work/$1.prom"
}

value() { # value NAME SERIES
    awk -v series="$2" '$1 == series { print $2; found = 1 } END { exit !found }' "$work/$1.prom" ||
        fail "$2 is not told"
}

# wait_for SERIES VALUE: figures are up to a second old, and bots take their time.
wait_for() {
    for _ in $(seq 100); do
        scrape now
        [ "$(value now "$1")" = "$2" ] && return 0
        sleep 0.2
    done
    fail "$1 is $(value now "$1"), not $2"
}

wait_more() { # wait_more NAME SERIES: until it is more than it was in $work/NAME.prom
    for _ in $(seq 50); do
        scrape now
        [ "$(value now "$2")" -gt "$(value "$1" "$2")" ] && return 0
        sleep 0.2
    done
    fail "$2 stands still"
}

at_least() { # at_least NAME SERIES NUMBER
    [ "$(value "$1" "$2")" -ge "$3" ] || fail "$2 is $(value "$1" "$2"), less than $3"
}

sum() { # sum NAME FAMILY: over its labels
    awk -v family="$2{" 'index($1, family) == 1 { sum += $2 } END { print sum + 0 }' "$work/$1.prom"
}

start_monitored() { # start_monitored FLAGS...: as start_server, on any free metrics port, $metrics.
    local try
    for try in $(seq 20); do
        metrics=$((20000 + RANDOM % 10000))
        : >"$work/ready"
        "$server" --bind 127.0.0.1 --port 0 --metrics-port "$metrics" "$@" \
            >"$work/ready" 2>"$work/server.log" &
        server_id=$!
        started+=("$server_id")
        for _ in $(seq 200); do
            port=$(sed -n 's/^ready port=//p' "$work/ready")
            [ -n "$port" ] && return 0
            kill -0 "$server_id" 2>/dev/null || break
            sleep 0.05
        done
        grep -q "metrics: .*Address already in use" "$work/server.log" || break
    done
    fail "the server did not get ready: $*"
}

play() { # play NAME FLAGS...: bots in the background, $bots_id
    local name=$1
    shift
    "$BIN/duskwatch-bots" --connect "127.0.0.1:$port" --policy random --report "$work/$name.json" "$@" \
        >"$work/$name.out" 2>"$work/$name.log" &
    bots_id=$!
    started+=("$bots_id")
}
