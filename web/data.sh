#!/bin/sh
# data.sh SOURCE FOLDER: the files that the page's program has from the start, in FOLDER/cairn: the
# part in Lua without the command line, the modules it wants of the machine's Lua, and two fonts with
# the letters of Europe, some signs and arrows, since the whole fonts are larger than the program;
# without their own hints, as the viewer asks FreeType for its light ones.
set -eu
source=$1 folder=$2
rm -rf "$folder/cairn"
mkdir -p "$folder/cairn/lua" "$folder/cairn/fonts"
cp -R "$source/lua/cairn" "$folder/cairn/lua/"
cd "$folder/cairn/lua/cairn"
# recordings are files, which a sandboxed scene has none of
rm -rf bench bench.lua cli cli.lua fidelity fidelity.lua meta recording recording.lua

module() { # NAME: of the machine's Lua 5.4, which the specs need, too
  path=$(lua5.4 -e "print((assert(package.searchpath('$1', package.path))))")
  case $path in
    */init.lua) cp -RL "${path%/init.lua}" "$folder/cairn/lua/" ;;
    *) cp -L "$path" "$folder/cairn/lua/" ;;
  esac
}
module dkjson
module luassert
module say
find "$folder/cairn/lua/luassert/languages" -name '*.lua' ! -name en.lua -exec rm {} +
# comments are a third of all that; the lines stay where they are
find "$folder/cairn/lua" -name '*.lua' -exec sed -i 's/^ *--[^][].*$//; s/^ *--$//; s/^ *//' {} +
# and those behind code, where no text can be meant
find "$folder/cairn/lua" -name '*.lua' \
  -exec sed -i "s/^\([^\"'[]*[^][\"' -]\) *-- [^]['\"]*\$/\1/" {} +

font() { # FAMILY CODES
  file=$(fc-match -f '%{file}' "$1:style=Book")
  pyftsubset "$file" --output-file="$folder/cairn/fonts/$(basename "$file")" --unicodes="$2" \
    --layout-features='' --no-hinting --no-glyph-names --drop-tables+=GSUB,GPOS,GDEF,kern
}
# what the second one lacks is drawn by the first; of signs and arrows what sentences use
font 'DejaVu Sans' U+0020-007E,U+00A0-017F,U+2010-2027,U+0370-03FF,U+0400-045F,U+2030-2044,U+2070-209F,U+20AC,U+2190-2199,U+21A9,U+21AA,U+21B0-21B7,U+21BA,U+21BB,U+21C4-21C6,U+21D0-21D5,U+2200-2209,U+2211-221E,U+2227-222B,U+2248,U+2260-2265,U+25A0-25D7,U+25E2-25E6,U+25EF
font 'DejaVu Sans Mono' U+0020-007E,U+00A0-00FF,U+2010-2027
