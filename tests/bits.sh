#!/bin/sh
# tests/bits.sh PROGRAM OTHER...: whether another build of the program, or one that is run by a command
# (`qemu-aarch64 -L ROOT build-arm/bin/cairn`), has the bits of the first after each step of all scenes.
# STEPS, 40, is the number of steps, SCENES the files, THREADS, 1, how many threads the other has. Both
# must end well.
set -u
first=$1
shift
scenes=${SCENES:-$(ls scripts/*.lua scripts/bench/*.lua)}
compared=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
other=0
export CAIRN_HOME="${CAIRN_HOME:-$PWD}"

# The hashes of all steps, and the one at the end; nothing where it did not come so far.
hashes() { # scene threads command...
  scene=$1 threads=$2
  shift 2
  said=$("$@" run "$scene" --headless --hashes --steps "${STEPS:-40}" --threads "$threads") || return
  echo "$said" | sed -n 's/^step \([0-9]*\)  hash /\1 /p; s/.*steps .* hash /end /p'
}

# What comes first in the second list that is not in its place in the first.
first_other() { # wanted got
  echo "$1" >"$work/wanted"
  echo "$2" >"$work/got"
  diff "$work/wanted" "$work/got" | sed -n 's/^[<>] //p' | head -n 1 | cut -d ' ' -f 1
}

for scene in $scenes; do
  compared=$((compared + 1))
  hashes "$scene" 1 "$first" >"$work/first" & # the two side by side
  got=$(hashes "$scene" "${THREADS:-1}" "$@")
  wait
  wanted=$(cat "$work/first")
  [ -n "$wanted" ] && [ "$got" = "$wanted" ] && continue
  other=$((other + 1))
  if [ -z "$wanted" ] || [ -z "$got" ]; then
    echo "no end: $scene: ${wanted:+of the other}"
  else
    echo "other bits: $scene, from step $(first_other "$wanted" "$got") on"
  fi
done
echo "$compared scenes compared, $other with other bits"
[ "$compared" -gt 0 ] && [ "$other" -eq 0 ]
