/* lanes_with_one.h: operations of integer lanes with one number, by those of two. Included by
 * lanes_pair.h and lanes_scalar.h, where C++ has to be told what the compiler's own vectors do. */

#define WITH_ONE(op)                                                                               \
    INLINE vi operator op(vi a, int32_t b) { return a op splat_int(b); }
WITH_ONE(+)
WITH_ONE(-)
WITH_ONE(&)
WITH_ONE(|)
WITH_ONE(<)
WITH_ONE(>)
WITH_ONE(<=)
WITH_ONE(>=)
WITH_ONE(==)
WITH_ONE(!=)
#undef WITH_ONE
