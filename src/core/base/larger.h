/* larger.h: the larger and the smaller of two doubles, without the calls that fmax and fmin are
 * where NaN must be minded. Of NaN and a number the second argument comes back. */
#ifndef CN_LARGER_H
#define CN_LARGER_H

static inline double cn_larger(double a, double b) { return a > b ? a : b; }
static inline double cn_smaller(double a, double b) { return a < b ? a : b; }

#endif
