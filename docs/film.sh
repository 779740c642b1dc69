#!/bin/sh
# docs/film.gif, the film that opens the README: a stack stands, an edit is saved beside it, play goes
# on, and is wound back. The real window and a real editor in a display of their own; a hand types.
# Needs Xvfb, xdotool, xterm, vim and ffmpeg. Not part of the build: run it when the window has changed.
set -eu
cd "$(dirname "$0")/.."
home=$PWD
work=$(mktemp -d)
trap 'kill $(cat "$work"/*.pid) 2>/dev/null; rm -rf "$work"' EXIT
width=1120 height=500 editor=470
mkdir "$work/play"
cp scripts/stack.lua "$work/play/stack.lua"

Xvfb -displayfd 3 -noreset -screen 0 ${width}x${height}x24 3>"$work/display" 2>"$work/xvfb" &
echo $! >"$work/xvfb.pid"
while ! [ -s "$work/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$work/display")
export DISPLAY SDL_VIDEODRIVER=x11 CAIRN_HOME="$home"
hand() { xdotool "$@"; }

(cd "$work/play" && exec "$home/build/bin/cairn" run stack.lua --window) >"$work/out" 2>&1 &
echo $! >"$work/cairn.pid"
xterm -fa 'DejaVu Sans Mono' -fs 10 -bg '#16191e' -fg '#c8ccd4' -geometry 58x29+0+0 -b 6 -e \
  vim.tiny -u NONE -c 'set nocp noswapfile nowrap laststatus=0 shortmess=atI' +20 \
  "$work/play/stack.lua" &
echo $! >"$work/xterm.pid"
window=$(xdotool search --sync --name 'stack.lua - cairn' | head -n 1)
hand windowsize "$window" $((width - editor)) $height windowmove "$window" $editor 0
text=$(xdotool search --sync --class xterm | tail -n 1)
sleep 2

ffmpeg -nostdin -loglevel error -y -f x11grab -framerate 12 -draw_mouse 1 \
  -video_size ${width}x${height} -i "$DISPLAY" -c:v ffv1 "$work/film.mkv" &
echo $! >"$work/ffmpeg.pid"
middle=$((editor + 300))

hand windowfocus "$window" mousemove $middle 250 sleep 1.2 key space sleep 2          # the stack takes a kick
hand windowfocus "$text" mousemove $((editor - 60)) 300 sleep 0.4
hand type --delay 90 '/1]:apply'                                # the fifth crate instead
hand key Return sleep 0.4
hand type --delay 300 'r5'
hand key Escape sleep 0.3
hand type --delay 120 ':w'
hand key Return sleep 1.6                                       # patched
hand windowfocus "$window" mousemove $middle 250 sleep 0.3 key space sleep 1.5        # play goes on
hand key BackSpace sleep 0.5 key BackSpace sleep 4                # and is wound back
kill -INT "$(cat "$work/ffmpeg.pid")"
wait "$(cat "$work/ffmpeg.pid")" || true

ffmpeg -nostdin -loglevel error -y -i "$work/film.mkv" -vf \
  'fps=10,scale=960:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=96:stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle' \
  docs/film.gif
ls -l docs/film.gif
[ -z "${KEEP:-}" ] || cp "$work/film.mkv" "$KEEP"
