#!/usr/bin/env bash
# Opens each map of the folder $1 with Tiled's renderer. Each must give a PNG, and hiding a layer must
# change the picture: a file that Tiled opens but does not understand renders as an empty one.
# Exit status: 0 done, 1 a map does not show, 77 Tiled is not installed.
set -euo pipefail

command -v tmxrasterizer > /dev/null || { echo "tmxrasterizer is not installed"; exit 77; }
folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 700 "$work"
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=$work

render() { # map, picture, further flags
    local map=$1 picture=$2
    shift 2
    tmxrasterizer --size 600 "$@" "$map" "$picture"
    [ "$(head -c 8 "$picture" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] ||
        { echo "$map: Tiled made no PNG of it"; exit 1; }
}

count=0
for map in "$folder"/*.tmj; do
    render "$map" "$work/all.png"
    for layer in rooms corridors doors "furniture middle" "furniture tall" things; do
        render "$map" "$work/less.png" --hide-layer "$layer"
        if cmp -s "$work/all.png" "$work/less.png"; then
            echo "$map: nothing of the layer \"$layer\" shows in Tiled"
            exit 1
        fi
    done
    count=$((count + 1))
done
[ "$count" -gt 0 ] || { echo "$folder: no maps"; exit 1; }
echo "$count maps rendered"
