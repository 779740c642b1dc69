#!/bin/sh
# The layer check: rooms stand in one line, and no file includes a header of a room to its left.
#
#     main -> view -> host -> bind -> pen -> core
#
# Another room is entered by its public headers alone (src/<room>/include). SDL is for view, Lua
# for host and bind. Prints each offence as file:line, then a line; exits 1 when there was one.
cd "$(dirname "$0")/.." || exit 2

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

list=$(includes)
offences=$(printf '%s\n' "$list" | while IFS=: read -r file line header; do
  why=$(verdict "$(room_of "$file")" "$header")
  [ -n "$why" ] && echo "$file:$line: <$header>: $why"
done)
if [ -n "$offences" ]; then
  printf '%s\n' "$offences"
  exit 1
fi
echo "layers: $(printf '%s\n' "$list" | wc -l | tr -d ' ') includes, all to the right"
