# What scripts share in which a person plays by synthetic keys: a virtual display, a client that says what it
# shows (--states), and walking. Sourced after programs.sh; `keep` names a folder for pictures, or is empty.
# The window has the size $WINDOW, the display $screen, which is usually the same. `preload`: a library that the
# client loads first, or empty.
. "$(dirname "${BASH_SOURCE[0]}")/display.sh"
size=${WINDOW:-1280x720}
open_display display "${screen:-$size}"

open_person() { # open_person FLAGS...
    : >"$work/states" # Here, not only by the program: who looks next must not see those of an earlier one.
    ${preload:+env LD_PRELOAD="$preload"} "$BIN/duskwatch" --window "$size" --language "${LANGUAGE_TAG:-en}" --states "$@" >"$work/states" \
        2>"$work/person.log" &
    client=$!
    started+=("$client")
}
close_person() {
    kill -TERM "$client"
    wait "$client" || fail "${tag:+$tag: }the client ended with $?: $(cat "$work/person.log")"
}
state() { tail -n 1 "$work/states"; }
shows() { # shows PATTERN: the newest state becomes so within 40 s, or $patience twentieths of a second
    for _ in $(seq "${patience:-800}"); do
        grep -qE "$1" <<<"$(state)" && return 0
        sleep 0.05
    done
    fail "${tag:+$tag: }not shown: $1; but: $(state)"
}
picture() { [ -z "$keep" ] || { sleep 0.3; import -window root "$keep/$1-$size.png"; }; }
# there AXIS OPERATOR METRES [SHORT]: the own body is there, or SHORT metres short of it.
there() {
    sed -E 's/.*at=([-0-9.]+),?([-0-9.]*).*/\1 \2/' <<<"$(state)" | awk -v axis="$1" -v operator="$2" -v goal="$3" -v short="${4:-0}" '
        { p = axis == "x" ? $1 : $2; exit !(operator == "-ge" ? p >= goal - short : p <= goal + short) }'
}
# walk KEY AXIS OPERATOR METRES [GAIT]: holds the keys until the own body is near, then taps the first one, so
# that a busy machine overshoots by centimetres.
walk() {
    local key=$1 axis=$2 operator=$3 goal=$4 gait=${5:-} i
    if ! there "$axis" "$operator" "$goal" 1.0; then
        [ -z "$gait" ] || xdotool keydown "$gait"
        xdotool keydown "$key"
        for i in $(seq 250); do
            there "$axis" "$operator" "$goal" 1.0 && break
            sleep 0.02
        done
        xdotool keyup "$key"
        [ -z "$gait" ] || xdotool keyup "$gait"
        sleep 0.2
    fi
    for i in $(seq 80); do
        there "$axis" "$operator" "$goal" && return 0
        xdotool key --delay 30 "$key"
    done
    fail "walking by $key never came to $axis $operator $goal: $(state)"
}
