#!/bin/sh
# tests/bits.sh PROGRAM OTHER...: whether another build of the program, or one that is run by a command
# (`qemu-aarch64 -L ROOT build-arm/bin/cairn`), ends all scenes with the bits of the first. STEPS, 40, is
# the number of steps, SCENES the files, THREADS, 1, how many threads the other has. Both must end well.
set -u
first=$1
shift
scenes=${SCENES:-$(ls scripts/*.lua scripts/bench/*.lua)}
compared=0
other=0
export CAIRN_HOME="${CAIRN_HOME:-$PWD}"

# The hash that is told at the end; nothing where it did not come so far.
ends() { # scene threads command...
  scene=$1 threads=$2
  shift 2
  said=$("$@" run "$scene" --headless --steps "${STEPS:-40}" --threads "$threads") || return
  echo "$said" | sed -n 's/.*steps .* hash //p' | tail -n 1
}

for scene in $scenes; do
  compared=$((compared + 1))
  wanted=$(ends "$scene" 1 "$first")
  got=$(ends "$scene" "${THREADS:-1}" "$@")
  [ -n "$wanted" ] && [ "$got" = "$wanted" ] && continue
  other=$((other + 1))
  echo "other bits: $scene: ${wanted:-no end}, ${got:-no end}"
done
echo "$compared scenes compared, $other with other bits"
[ "$compared" -gt 0 ] && [ "$other" -eq 0 ]
