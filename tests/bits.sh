#!/bin/sh
# tests/bits.sh PROGRAM OTHER...: whether another build of the program, or one that is run by a command
# (`qemu-aarch64 -L ROOT build-arm/bin/cairn`), ends all scenes with the bits of the first. STEPS, 40, is
# the number of steps, SCENES the files, THREADS, 1, how many threads the other has. A scene that the
# first cannot run is named and not counted.
set -u
first=$1
shift
steps=${STEPS:-40}
scenes=${SCENES:-$(ls scripts/*.lua scripts/bench/*.lua)}
compared=0
other=0

# The hash that is told at the end; nothing where it did not come so far.
ends() { # scene command...
  scene=$1
  shift
  "$@" run "$scene" --headless --steps "$steps" --threads "$threads" 2>/dev/null |
    sed -n 's/.*steps .* hash //p' | tail -n 1
}

for scene in $scenes; do
  threads=1
  wanted=$(ends "$scene" "$first")
  [ -n "$wanted" ] || { echo "not run: $scene"; continue; }
  threads=${THREADS:-1}
  compared=$((compared + 1))
  got=$(ends "$scene" "$@")
  [ "$got" = "$wanted" ] && continue
  other=$((other + 1))
  echo "other bits: $scene: $wanted, ${got:-no end}"
done
echo "$compared scenes compared, $other with other bits"
[ "$compared" -gt 0 ] && [ "$other" -eq 0 ]
