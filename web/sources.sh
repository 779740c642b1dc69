#!/bin/sh
# sources.sh FOLDER: Debian's sources of the libraries that the page is built from, into FOLDER.
# apt gets a configuration of its own there, made from the machine's with the sources switched on;
# nothing of the system is changed. Each is linked by its plain name: FOLDER/libsdl2, FOLDER/lua5.4.
set -eu
packages='lua5.4 libsdl2 libsdl2-ttf libsdl2-image freetype xxhash'
folder=$1
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/apt/parts"
cd "$folder"

complete() {
  for package in $packages; do [ -d "$package/" ] || return 1; done
}
complete && exit 0

parts=$(apt-config shell parts Dir::Etc::sourceparts/d list Dir::Etc::sourcelist/f)
eval "$parts"
for file in "$parts"*.sources; do # the long form: a line says which types
  [ -f "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" >"apt/parts/${file##*/}"
done
for file in "$list" "$parts"*.list; do # the short form: a line is an entry
  [ -f "$file" ] || continue
  # entries of others than the system, with sources perhaps of no kind, are left out below
  sed -n 's/^deb[[:space:]]/deb-src /p' "$file" >"apt/parts/${file##*/}"
done

private() {
  apt-get -o Dir::State::Lists="$folder/apt/lists" -o Dir::Cache="$folder/apt/cache" \
    -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$folder/apt/parts" \
    -o APT::Sandbox::User="$(id -un)" "$@"
}
private update -q || true # a source of others may fail; what is missing shows below
for package in $packages; do
  [ -d "$package/" ] && continue
  rm -rf "unpacked-$package"
  mkdir "unpacked-$package"
  (cd "unpacked-$package" && private source -q "$package")
  for tree in "unpacked-$package"/*/; do ln -s "$tree" "$package"; done
done
complete
