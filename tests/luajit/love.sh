#!/bin/sh
# Opens LÖVE once, without a display of its own, plays the example and looks at the picture.
#
#     love.sh MODULE-FOLDER PICTURE.png      build/luajit and where the picture goes
set -eu
cd "$(dirname "$0")/../.."
module=$(cd "$1" && pwd)
game=$(mktemp -d)
trap 'rm -rf "$game"' EXIT
cp -r examples/love/. "$game"
mv "$game/main.lua" "$game/game.lua"
cp tests/luajit/love_driver.lua "$game/main.lua"
LUA_PATH="$PWD/lua/?.lua;;" LUA_CPATH="$module/?.so;;" CAIRN_SHOT=$2 ALSOFT_DRIVERS=null \
  XDG_DATA_HOME=$game/data SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1 \
  timeout 120 xvfb-run -a -s '-screen 0 1280x800x24' love "$game"
[ -s "$2" ]
