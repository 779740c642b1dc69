#!/bin/sh
# The libm check: src/core calls no function of the C library whose result depends on the library.
#
# C promises the last bit of sqrt, fma, and of what only rounds, scales or takes apart (floor, ceil,
# fmod, ldexp, ...); of sin, exp, pow, hypot and their like it does not, and C libraries differ. A
# world has the same bits on every machine, so the core has its own (base/math.c, solver/rows/
# spring.c). fma is exact but slow where a machine has none, and round's kin round with the mode of
# the moment: they are left out as well.
#
#     libm.sh [folder]     default: src/core
#
# Prints each offence as file:line: function, then a line; exits 1 when there was one.
cd "$(dirname "$0")/.." || exit 2
folder=${1:-src/core}

find "$folder" \( -name '*.c' -o -name '*.h' -o -name '*.cc' \) | LC_ALL=C sort |
  xargs awk '
    BEGIN {
      n = split("acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp2 expm1 fma " \
        "hypot lgamma llrint llround log log10 log1p log2 logb lrint lround nearbyint pow " \
        "remainder remquo rint round sin sinh sincos tan tanh tgamma", list, " ")
      for (i = 1; i <= n; i++) bad[list[i]] = bad[list[i] "f"] = bad[list[i] "l"] = 1
    }
    FNR == 1 { inside = 0 }
    {
      code = ""; line = $0
      while (line != "") { # without comments
        if (inside) {
          if (!(at = index(line, "*/"))) { line = ""; break }
          line = substr(line, at + 2); inside = 0
        } else if ((at = index(line, "/*")) > 0) {
          code = code substr(line, 1, at - 1) " "; line = substr(line, at + 2); inside = 1
        } else { code = code line; line = "" }
      }
      sub(/\/\/.*/, "", code)
      gsub(/"[^"]*"/, "", code)
      while (match(code, /[A-Za-z_][A-Za-z_0-9]*[ ]*\(/)) {
        name = substr(code, RSTART, RLENGTH - 1); sub(/ +$/, "", name)
        before = RSTART > 1 ? substr(code, RSTART - 1, 1) : ""
        if (before !~ /[.>0-9A-Za-z_]/ && name in bad) print FILENAME ":" FNR ": " name
        code = substr(code, RSTART + RLENGTH)
      }
    }
  ' >"${TMPDIR:-/tmp}/libm.$$"
bad=$(wc -l <"${TMPDIR:-/tmp}/libm.$$")
cat "${TMPDIR:-/tmp}/libm.$$"
rm -f "${TMPDIR:-/tmp}/libm.$$"
echo "calls whose result depends on the C library: $((bad))"
[ "$bad" -eq 0 ]
