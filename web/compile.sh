#!/bin/sh
# web/compile.sh emcc ARGUMENTS...: what emcc does with one C file, without its Python, which takes
# several times as long as the compiler: clang with the flags that emcc says it uses, which are asked
# for once for each set of settings. Whatever is not to compile goes to emcc.
compiler=$1
shift
settings= compiles=
for argument; do
  shift
  case $argument in
  -s[A-Z]*) settings="$settings $argument" ;;
  -pthread | -O*) settings="$settings $argument" && set -- "$@" "$argument" ;;
  *) set -- "$@" "$argument" ;;
  esac
  [ "$argument" = -c ] && compiles=yes
done
# shellcheck disable=SC2086 # settings are words
[ "$compiles" ] && [ "$CAIRN_EM_CLANG" ] || exec "$compiler" "$@" $settings
flags=$CAIRN_EM_FLAGS$(echo "$settings" | tr -c 'A-Za-z0-9\n' _)
if ! [ -s "$flags" ]; then
  # shellcheck disable=SC2086
  "$compiler" $settings --cflags >"$flags.$$" && mv "$flags.$$" "$flags" || exit
fi
eval "exec \"\$CAIRN_EM_CLANG\" $(cat "$flags") \"\$@\""
