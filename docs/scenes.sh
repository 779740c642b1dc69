#!/bin/sh
# The pictures of docs/scenes.md: each scene after STEP steps, small, in one PNG under 300 kB.
# Needs ImageMagick and fontconfig. Not part of the build: run it when scenes have changed.
set -eu
STEP=150
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for script in scripts/*.lua; do
  name=$(basename "$script" .lua)
  ./cairn shot "$script" --step $STEP --width 480 --height 300 -o "$work/$name.png" >/dev/null
done
montage -font "$(fc-match -f '%{file}' sans)" -label '%t' "$work"/*.png -tile 7x \
  -geometry 184x115+2+1 -background '#16191e' -fill '#c8ccd4' -pointsize 10 "$work/all.miff"
convert "$work/all.miff" -strip +dither -colors 160 -define png:compression-level=9 \
  PNG8:docs/scenes.png
ls -l docs/scenes.png
