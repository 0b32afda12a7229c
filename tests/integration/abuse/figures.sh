# figures.sh - a server that can be asked for its figures (figures_host.c), for the scripts of this
# folder. Sourced, not run.
. "$(dirname "$0")/../../support/programs.sh"
server_program=figures_host

# figures: asks the server and sets $line, name=value pairs (figures_host.c).
figures() {
    local asked i
    asked=$(grep -c '^figures' "$work/ready")
    kill -USR1 "$server_id" || fail "the server is gone"
    for i in $(seq 100); do
        [ "$(grep -c '^figures' "$work/ready")" -gt "$asked" ] && break
        sleep 0.02
    done
    line=$(tail -1 "$work/ready")
    [[ $line == figures* ]] || fail "the server tells no figures"
}

# value NAME LINE
value() {
    local found=${2#* $1=}
    [ "$found" != "$2" ] || fail "no figure is called $1"
    echo "${found%% *}"
}
