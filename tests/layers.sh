#!/bin/sh
# The layer check: rooms stand in one line, and no file includes a header of a room to its left.
#
#     main -> view -> host -> bind -> pen -> core
#
# Another room is entered by its public headers alone (src/<room>/include). SDL is for view, Lua
# for host and bind. Within the core the folders stand in one line, too, and each includes and calls
# only what stands before it: what is included is read from the sources, what is called from the
# objects of a build, where there is one.
#
#     layers.sh [build folder]     default: build
#
# Prints each offence as file:line, then a line; exits 1 when there was one.
cd "$(dirname "$0")/.." || exit 2
build=${1:-build}

core_folders='base geometry data wide bvh sparse world activity contact objects query effects
  solver/order solver/impact solver/rows solver/rest solver/exact solver/ccd solver mover step'

rank_of() {
  case $1 in
    main) echo 0 ;; view) echo 1 ;; host) echo 2 ;; bind) echo 3 ;; pen) echo 4 ;; core) echo 5 ;;
    *) echo 9 ;;
  esac
}

room_of() { # src/<room>/... or src/main.c
  case $1 in
    src/*/*) rest=${1#src/}; echo "${rest%%/*}" ;;
    *) echo main ;;
  esac
}

# Where a quoted header is: the own room first, then the public headers of all.
owner_of() { # room header
  [ "$1" != main ] && [ -n "$(find "src/$1" -name "${2##*/}" -print | head -n 1)" ] &&
    echo "$1 own" && return
  for room in view host bind pen core; do
    [ -f "src/$room/include/$2" ] && echo "$room public" && return
    [ -d "src/$room" ] && [ -n "$(find "src/$room" -name "${2##*/}" -print | head -n 1)" ] &&
      echo "$room private" && return
  done
  echo none
}

verdict() { # room header; prints why it is an offence
  case $2 in
    SDL* | */SDL*) [ "$1" = view ] || echo "SDL belongs to view"; return ;;
    lua.h | lauxlib.h | lualib.h | lua*/lua.h)
      case $1 in host | bind) ;; *) echo "Lua belongs to host and bind" ;; esac
      return ;;
  esac
  owner=$(owner_of "$1" "$2")
  room=${owner% *}
  [ "$owner" = none ] && return
  [ "$(rank_of "$room")" -lt "$(rank_of "$1")" ] && echo "$room stands to the left of $1" && return
  case $owner in *private) echo "$2 is private to $room" ;; esac
}

includes() { # lines "file:line:header"
  find src -name '*.[ch]' | sort | while read -r file; do
    sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]\([^>"]*\)[>"].*/\1/;t show
      d
      :show
      =;p' "$file" | paste -d: - - | sed "s|^|$file:|"
  done
}

# An include of the core by its path: the folder it stands in is not behind that of the file.
core_includes() { # reads "file:line:header"
  awk -F: -v folders="$core_folders" '
    BEGIN { n = split(folders, names, " "); for (i = 1; i <= n; i++) rank[names[i]] = i }
    function folder(path) { return sub("/[^/]*$", "", path) ? path : "" }
    $1 ~ "^src/core/" && $1 !~ "^src/core/include/" {
      own = folder(substr($1, 10)); other = folder($3)
      if (!(own in rank)) print $1 ": stands in no folder of the core that has a place in the order"
      else if ($3 !~ /^cairn[a-z_]*\.h$/ && !(other in rank) && $3 ~ /[a-z_]\/[a-z_]/ && $3 !~ /^sys\//)
        print $1 ":" $2 ": <" $3 ">: no folder of the core"
      else if (other in rank && rank[other] > rank[own])
        print $1 ":" $2 ": <" $3 ">: " other " stands behind " own
    }'
}

# What the objects of the core call: a symbol that one lacks is defined in no folder behind its own.
core_calls() {
  find "$build" -path '*/cairn_core.dir/*' -name '*.o' | sort | while read -r object; do
    source=src/core/${object##*/cairn_core.dir/}
    [ -f "${source%.o}" ] || continue # of a file that there was
    nm "$object" | sed "s|^|${object##*/cairn_core.dir/} |"
  done | awk -v folders="$core_folders" '
    BEGIN { n = split(folders, names, " "); for (i = 1; i <= n; i++) rank[names[i]] = i }
    function folder(path) { return sub("/[^/]*$", "", path) ? path : "" }
    $NF !~ /^cn_/ { next }
    $(NF - 1) ~ /^[TDBRV]$/ { owner[$NF] = $1 }
    $(NF - 1) == "U" { calls++; from[calls] = $1; to[calls] = $NF }
    END {
      for (i = 1; i <= calls; i++) {
        own = folder(from[i]); other = folder(owner[to[i]])
        if (other in rank && rank[other] > rank[own])
          print from[i] ": " to[i] " of " owner[to[i]] ": " other " stands behind " own
      }
    }'
}

list=$(includes)
offences=$(printf '%s\n' "$list" | while IFS=: read -r file line header; do
  why=$(verdict "$(room_of "$file")" "$header")
  [ -n "$why" ] && echo "$file:$line: <$header>: $why"
done
printf '%s\n' "$list" | core_includes
[ -d "$build" ] && core_calls)
if [ -n "$offences" ]; then
  printf '%s\n' "$offences"
  exit 1
fi
echo "layers: $(printf '%s\n' "$list" | wc -l | tr -d ' ') includes, all to the right"
