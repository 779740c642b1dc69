#!/bin/sh
# The layer check: rooms stand in one line, and no file includes a header of a room to its left.
#
#     main -> view -> host -> bind -> pen -> core
#
# Another room is entered by its public headers alone (src/<room>/include). SDL is for view, Lua
# for host and bind. Within the core and the binding the folders stand in one line, too, and each
# includes and calls only what stands before it; within bind, view, host and pen no files call each
# other in a cycle. What is included is read from the sources, what is called from the objects of a
# build, where there is one.
#
#     layers.sh [build folder]     default: build
#
# Prints each offence, with file:line where there is one; exits 1 when there was one.
cd "$(dirname "$0")/.." || exit 2
build=${1:-build}

core_folders='base geometry data wide bvh sparse world activity contact objects query effects
  solver/order solver/impact solver/rows solver/rest solver/exact solver/ccd solver mover step snapshot'
bind_folders='base handle define event query body joint mover describe world module'

includes() { # lines "file:line:header"
  find src -name '*.[ch]' | sort | xargs awk '
    /^[ \t]*#[ \t]*include[ \t]*[<"][^>"]*[>"]/ {
      header = $0; sub(/^[^<"]*[<"]/, "", header); sub(/[>"].*/, "", header)
      print FILENAME ":" FNR ":" header
    }'
}

# Rooms: a quoted or angled header is of the own room first, then a public one, then a private one.
room_includes() { # reads lines "have:header's file" of all headers, then "file:line:header"
  awk -F: '
    BEGIN {
      n = split("main view host bind pen core", rooms, " ")
      for (i = 1; i <= n; i++) rank[rooms[i]] = i
    }
    function room(path) { return split(path, p, "/") > 2 ? p[2] : "main" }
    $1 == "have" { # by each end of its path
      split($2, p, "/")
      public[$2] = 1
      for (path = $2; sub("^[^/]*/", "", path); ) has[p[2], path] = 1
      next
    }
    function owner(own, header,   i) {
      while (sub("^[.][.]?/", "", header)) continue
      if (own != "main" && (own, header) in has) return own " own"
      for (i = 2; i <= n; i++) {
        if (("src/" rooms[i] "/include/" header) in public) return rooms[i] " public"
        if ((rooms[i], header) in has) return rooms[i] " private"
      }
      return "none"
    }
    function verdict(own, header,   whose) {
      if (header ~ /(^|\/)SDL/) return own == "view" ? "" : "SDL belongs to view"
      if (header ~ /^(lua|lauxlib|lualib)\.h$|^lua.*\/lua\.h$/)
        return own == "host" || own == "bind" ? "" : "Lua belongs to host and bind"
      split(owner(own, header), whose, " ")
      if (whose[1] == "none") return ""
      if (rank[whose[1]] < rank[own]) return whose[1] " stands to the left of " own
      return whose[2] == "private" ? header " is private to " whose[1] : ""
    }
    {
      why = verdict(room($1), $3)
      if (why != "") print $1 ":" $2 ": <" $3 ">: " why
    }'
}

# An include of a room by its path: the folder it stands in is not behind that of the file.
folder_includes() { # room folders; reads "file:line:header"
  awk -F: -v top="src/$1/" -v folders="$2" '
    BEGIN { n = split(folders, names, " "); for (i = 1; i <= n; i++) rank[names[i]] = i }
    function folder(path) { return sub("/[^/]*$", "", path) ? path : "" }
    index($1, top) == 1 && index($1, top "include/") != 1 {
      own = folder(substr($1, length(top) + 1)); other = folder($3)
      if (!(own in rank)) print $1 ": stands in no folder that has a place in the order"
      else if ($3 !~ /^cairn[a-z_]*\.h$/ && !(other in rank) && $3 ~ /[a-z_]\/[a-z_]/ && $3 !~ /^sys\//)
        print $1 ":" $2 ": <" $3 ">: no folder of the room"
      else if (other in rank && rank[other] > rank[own])
        print $1 ":" $2 ": <" $3 ">: " other " stands behind " own
    }'
}

# The symbols of a room's objects, those of files that are gone left out: "file kind symbol".
symbols() { # room
  objects=$(find "$build/src/$1/CMakeFiles" -name '*.o' 2>/dev/null | sort | while read -r object; do
    source=src/$1/${object#*.dir/}
    [ -f "${source%.o}" ] && echo "$object"
  done)
  [ -n "$objects" ] || return 0
  printf '%s\n' "$objects" | xargs nm -A | awk '{
    file = $1; sub(/^.*\.dir\//, "", file); sub(/\.o:.*/, "", file)
    if ($(NF - 1) ~ /^[TDBRVCU]$/) print file, $(NF - 1), $NF
  }'
}

# What the objects of a room call: a symbol that one lacks is defined in no folder behind its own.
folder_calls() { # room folders; reads symbols
  awk -v room="$1" -v folders="$2" '
    BEGIN { n = split(folders, names, " "); for (i = 1; i <= n; i++) rank[names[i]] = i }
    function folder(path) { return sub("/[^/]*$", "", path) ? path : "" }
    $2 == "U" { calls++; from[calls] = $1; to[calls] = $3; next }
    { owner[$3] = $1 }
    END {
      for (i = 1; i <= calls; i++) {
        if (!(to[i] in owner)) continue
        own = folder(from[i]); other = folder(owner[to[i]])
        if (other in rank && rank[other] > rank[own])
          print "src/" room "/" from[i] ": " to[i] " of " owner[to[i]] ": " other " stands behind " own
      }
    }'
}

# Files of a room that call each other in a cycle: a walk along the calls, in depth, has found one
# when it comes back to a file that it is still in. Printed with a symbol for each call.
cycles() { # room; reads symbols
  awk -v room="$1" '
    $2 == "U" { calls++; from[calls] = $1; to[calls] = $3; next }
    { owner[$3] = $1; if (!($1 in number)) { number[$1] = ++files; name[files] = $1 } }
    # state: 1 while the walk is in the file, 2 when it has left it for good
    function walk(a,   b, i, path) {
      state[a] = 1; stack[++depth] = a
      for (b = 1; b <= files; b++) {
        if (!((a, b) in edge)) continue
        if (state[b] == 1) {
          path = ""
          for (i = depth; stack[i] != b; i--) path = " -> " name[stack[i]] " (" edge[stack[i - 1], stack[i]] ")" path
          print "src/" room ": files call each other in a cycle: " name[b] path " -> " name[b] " (" edge[a, b] ")"
        } else if (!state[b]) walk(b)
      }
      depth--; state[a] = 2
    }
    END {
      for (i = 1; i <= calls; i++) {
        if (!(to[i] in owner) || owner[to[i]] == from[i]) continue
        a = number[from[i]]; b = number[owner[to[i]]]
        if (!((a, b) in edge)) edge[a, b] = to[i]
      }
      for (a = 1; a <= files; a++) if (!state[a]) walk(a)
    }'
}

list=$(includes)
offences=$({
  find src -name '*.h' | sed 's/^/have:/'
  printf '%s\n' "$list"
} | room_includes
printf '%s\n' "$list" | folder_includes core "$core_folders"
printf '%s\n' "$list" | folder_includes bind "$bind_folders"
symbols core | folder_calls core "$core_folders"
symbols bind | folder_calls bind "$bind_folders"
for room in bind view host pen; do symbols "$room" | cycles "$room"; done)
if [ -n "$offences" ]; then
  printf '%s\n' "$offences"
  exit 1
fi
echo "layers: $(printf '%s\n' "$list" | wc -l | tr -d ' ') includes, all to the right"
