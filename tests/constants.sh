#!/bin/sh
# The constants check: every number that the core names says in what it is measured.
#
# A #define of a number, and a static const of one, in src/core has a comment on its line or above
# the run of definitions it stands in, which holds a unit (m, m/s, s, us, kg, N, rad, bytes, ...) or
# says that the number is a ratio, a count, an index, bits, steps, rounds or so many times. Left out
# are include guards, macros with arguments, flags (1u << n, 0x...u) and what only combines names.
#
#     constants.sh [folder]     default: src/core
#
# Prints each offence as file:line: NAME, then a line; exits 1 when there was one.
cd "$(dirname "$0")/.." || exit 2
folder=${1:-src/core}

find "$folder" \( -name '*.c' -o -name '*.h' -o -name '*.cc' \) | LC_ALL=C sort |
  xargs awk '
    function has_unit(text) {
      gsub(/[^A-Za-z0-9_.\047-]+/, " ", text)
      gsub(/[.] /, " ", text)
      return (" " text " ") ~ units
    }
    # The comments of a line, and what is left of it without them.
    function split_line(line,   at, end) {
      remark = ""; code = line
      while ((at = index(code, "/*")) > 0) {
        end = index(substr(code, at + 2), "*/")
        if (end == 0) { remark = remark " " substr(code, at + 2); code = substr(code, 1, at - 1); break }
        remark = remark " " substr(code, at + 2, end - 1)
        code = substr(code, 1, at - 1) " " substr(code, at + 2 + end + 1)
      }
      if ((at = index(code, "//")) > 0) {
        remark = remark " " substr(code, at + 2); code = substr(code, 1, at - 1)
      }
    }
    function is_number(value) {
      if (value ~ /[{}\[\];,"=#?]|->|1u *<<|0x[0-9a-fA-F]+u/) return 0 # code, or a flag
      return (" " value) ~ /[^A-Za-z0-9_.][0-9.]*[0-9]/
    }
    function judge(name, value) {
      if (is_number(value) && !has_unit(remark " " above))
        print FILENAME ":" first ": " name
    }
    BEGIN {
      words = "m|mm|cm|km|s|ms|us|ns|kg|N|J|W|rad|degrees|radians|turns|Hz|hertz|cosine|sine|" \
        "bytes?|bits?|ratios?|share|counts?|index|times|steps|sub-steps|rounds|passes"
      units = " (" words ") "
    }
    FNR == 1 { above = ""; inside = 0 }
    inside { # within a comment of several lines
      above = above " " $0
      if ($0 ~ /\*\//) inside = 0
      next
    }
    /^[[:space:]]*\/\*/ {
      above = was_comment ? above " " $0 : $0
      inside = $0 !~ /\*\//
      was_comment = 1
      next
    }
    /^[[:space:]]*\/\// { above = was_comment ? above " " $0 : $0; was_comment = 1; next }
    /^[[:space:]]*#[[:space:]]*define[[:space:]]/ || /^[[:space:]]*static const [a-z0-9_ ]+ [A-Za-z_0-9]+ = / {
      was_comment = 0
      first = FNR; line = $0
      while (line ~ /\\$/ || (line ~ /\/\*/ && line !~ /\*\/[^\/]*$/)) {
        sub(/\\$/, "", line)
        if ((getline next_line) <= 0) break
        line = line " " next_line
      }
      split_line(line)
      if (code ~ /define/) {
        sub(/^[[:space:]]*#[[:space:]]*define[[:space:]]+/, "", code)
        if (match(code, /^[A-Za-z_0-9]+\(/)) next
        name = code; sub(/[[:space:]].*/, "", name)
        value = substr(code, length(name) + 1)
      } else {
        name = code; sub(/ = .*/, "", name); sub(/.* /, "", name)
        value = code; sub(/.* = /, "", value); sub(/;.*/, "", value)
      }
      judge(name, value)
      next
    }
    { above = ""; was_comment = 0 }
  ' >"${TMPDIR:-/tmp}/constants.$$"
bad=$(wc -l <"${TMPDIR:-/tmp}/constants.$$")
cat "${TMPDIR:-/tmp}/constants.$$"
rm -f "${TMPDIR:-/tmp}/constants.$$"
echo "constants without a unit: $((bad))"
[ "$bad" -eq 0 ]
