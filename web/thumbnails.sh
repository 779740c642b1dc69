#!/bin/sh
# thumbnails.sh CAIRN SITE: a small picture of each scene for the gallery, by `cairn shot`; those that
# are newer than their scene and the program stay.
set -eu
cairn=$1 site=$2
mkdir -p "$site/thumbnails"
for scene in "$site"/scripts/*.lua; do
  name=$(basename "$scene" .lua)
  picture=$site/thumbnails/$name.png
  if [ "$picture" -nt "$scene" ] && [ "$picture" -nt "$cairn" ]; then continue; fi
  "$cairn" shot "$scene" --step 150 --width 320 --height 200 -o "$picture" >/dev/null ||
    echo "no picture of $name" >&2
done
