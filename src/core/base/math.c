/* math.c: trigonometry of our own, and lengths.
 *
 * Reduce the angle to [-pi/4, pi/4] with pi/2 in three parts (Cody and Waite, "Software Manual for
 * the Elementary Functions", 1980), then sum the Taylor series: on so short an interval it is as
 * good as a minimax polynomial, and its coefficients are easily checked. Only +, -, *, /, sqrt and
 * fmod are used, which IEEE 754 defines to the last bit; so every compiler gives the same numbers,
 * provided that it does not contract a * b + c.
 * Invariant: the answer to any argument, NaN and infinity included, is finite. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/atan_poly.h"
#include "cairn_math.h"

/* rad, pi/2 = HI + MID + LO; HI and MID have 33 bits, so that n * HI is exact for |n| < 2^20.
 * TWO_BY_PI: quarter turns in a radian. */
#define HALF_PI_HI  0x1.921fb54400000p+0
#define HALF_PI_MID 0x1.0b4611a600000p-34
#define HALF_PI_LO  0x1.3198a2e037073p-69
#define TWO_BY_PI   0.6366197723675814
/* rad: beyond it the angle is first brought down by whole (double) turns: still bounded and equal
 * everywhere, but drifting from the true one by 1e-16 a turn. Below it n * HI is exact. */
#define REDUCTION_LIMIT 1.0e6

bool cn_is_finite(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (bits >> 52 & 0x7ff) != 0x7ff;
}

/* The angle less *quarter quarter turns, in [-pi/4, pi/4] but for rounding. */
static double reduce(double a, int *quarter) {
    if (!cn_is_finite(a)) a = 0.0;
    if (a > REDUCTION_LIMIT || a < -REDUCTION_LIMIT) a = fmod(a, 2.0 * CN_PI);
    double turns = a * TWO_BY_PI;
    int n = (int)(turns + (turns < 0.0 ? -0.5 : 0.5));
    *quarter = n & 3;
    return ((a - n * HALF_PI_HI) - n * HALF_PI_MID) - n * HALF_PI_LO;
}

/* Taylor series up to r^17 / 17!; the next term is below 1e-18 on the interval. */
static double sin_series(double r) {
    double z = r * r;
    double p = 1.0 / 355687428096000.0;
    p = p * z - 1.0 / 1307674368000.0;
    p = p * z + 1.0 / 6227020800.0;
    p = p * z - 1.0 / 39916800.0;
    p = p * z + 1.0 / 362880.0;
    p = p * z - 1.0 / 5040.0;
    p = p * z + 1.0 / 120.0;
    p = p * z - 1.0 / 6.0;
    return r + r * (z * p);
}

/* Taylor series up to r^18 / 18!. */
static double cos_series(double r) {
    double z = r * r;
    double p = -1.0 / 6402373705728000.0;
    p = p * z + 1.0 / 20922789888000.0;
    p = p * z - 1.0 / 87178291200.0;
    p = p * z + 1.0 / 479001600.0;
    p = p * z - 1.0 / 3628800.0;
    p = p * z + 1.0 / 40320.0;
    p = p * z - 1.0 / 720.0;
    p = p * z + 1.0 / 24.0;
    return 1.0 - (0.5 * z - z * z * p);
}

static double sin_of_quarter(double r, int quarter) {
    double v = quarter & 1 ? cos_series(r) : sin_series(r);
    return quarter & 2 ? -v : v;
}

double cn_sin(double a) {
    int quarter;
    double r = reduce(a, &quarter);
    return sin_of_quarter(r, quarter);
}

double cn_cos(double a) {
    int quarter;
    double r = reduce(a, &quarter);
    return sin_of_quarter(r, quarter + 1);
}

/* atan on [0, 1]: atan t = atan c + atan((t - c) / (1 + t c)) with c the nearest eighth, so that
 * the series runs over [-1/16, 1/16] only. */
static double atan_unit(double t) {
    static const double of_eighths[9] = {
        0.0,
        0.12435499454676144,
        0.24497866312686414,
        0.35877067027057225,
        0.4636476090008061,
        0.5585993153435624,
        0.6435011087932844,
        0.7188299996216245,
        0.7853981633974483,
    };
    int k = (int)(8.0 * t + 0.5);
    double c = 0.125 * k;
    double u = (t - c) / (1.0 + t * c);
    double z = u * u;
    double p = 1.0 / 13.0;
    p = p * z - 1.0 / 11.0;
    p = p * z + 1.0 / 9.0;
    p = p * z - 1.0 / 7.0;
    p = p * z + 1.0 / 5.0;
    p = p * z - 1.0 / 3.0;
    return of_eighths[k] + (u + u * (z * p));
}

double cn_atan2(double y, double x) {
    if (!cn_is_finite(x) || !cn_is_finite(y) || (x == 0.0 && y == 0.0)) return 0.0;
    double ax = fabs(x), ay = fabs(y);
    double angle = ay <= ax ? atan_unit(ay / ax) : 0.5 * CN_PI - atan_unit(ax / ay);
    if (x < 0.0) angle = CN_PI - angle;
    return y < 0.0 ? -angle : angle;
}

cn_Rot cn_rot_from_angle(double angle) {
    int quarter;
    if (angle == 0.0) return (cn_Rot){1, 0};
    double r = reduce(angle, &quarter);
    return (cn_Rot){(float)sin_of_quarter(r, quarter + 1), (float)sin_of_quarter(r, quarter)};
}

/* ---- angles of rotations -------------------------------------------------------------------- */

/* In (-pi, pi]: folded to the eighth next to 0 or to pi/4, and back. Good for a rotation, which is
 * of floats; with one division, where cn_atan2 waits for two. In lanes: wide/angle_kernel.h. */
double cn_rot_angle(cn_Rot q) {
    double x = fabs((double)q.c), y = fabs((double)q.s);
    double low = y > x ? x : y, high = y > x ? y : x;
    bool steep = low > CN_TAN_EIGHTH * high;
    double u = steep ? (low - high) / (low + high) : low / high, z = u * u;
    double angle = CN_ATAN_EIGHTH(u, z) + (steep ? 0.25 * CN_PI : 0.0);
    if (y > x) angle = 0.5 * CN_PI - angle;
    if (q.c < 0.0f) angle = CN_PI - angle;
    if (q.s < 0.0f) angle = -angle;
    return angle > -CN_PI ? angle : CN_PI;
}

cn_Vec cn_normalize(cn_Vec a, float *length) {
    double l = sqrt((double)a.x * (double)a.x + (double)a.y * (double)a.y);
    if (length) *length = (float)l;
    if (!(l > 0.0)) return (cn_Vec){0.0f, 0.0f};
    return (cn_Vec){(float)(a.x / l), (float)(a.y / l)};
}
