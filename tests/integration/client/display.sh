# What scripts share in which a window opens at a virtual display, beside programs.sh, after which it is
# sourced: the display, and pictures of it that can be compared. `keep` names a folder for pictures, or is empty.
export SDL_AUDIODRIVER=dummy ASAN_OPTIONS=detect_leaks=0 # What the window system's libraries keep.
export XDG_CACHE_HOME=$work/cache
command -v Xvfb xdotool import compare >/dev/null || { echo "skipped: needs Xvfb, xdotool, ImageMagick"; exit 77; }

# open_display NAME SIZE: on a number that is free; sets and exports $DISPLAY.
open_display() {
    Xvfb -noreset -displayfd 3 -screen 0 "$2x24" 3>"$work/$1" 2>"$work/$1.log" &
    started+=($!)
    for _ in $(seq 100); do
        [ -s "$work/$1" ] && break
        sleep 0.05
    done
    [ -s "$work/$1" ] || fail "no virtual display"
    export DISPLAY=:$(cat "$work/$1")
}
# snap NAME: a picture of the whole display to compare with another one.
snap() {
    import -window root "$work/$1.png"
    [ -z "${keep:-}" ] || cp "$work/$1.png" "$keep/"
}
# differs NAME NAME [GEOMETRY]: how many pixels of two such pictures differ clearly, in that part.
differs() {
    local count
    count=$(compare -metric AE -fuzz 12% ${3:+-extract "$3"} "$work/$1.png" "$work/$2.png" null: 2>&1)
    echo "${count%%[.e ]*}"
}
