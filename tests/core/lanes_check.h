/* lanes_check.h: what every set of lanes must say alike, bit for bit, included by one test for each
 * set after its lanes. Reads as C and as C++. */
#include <math.h>
#include <string.h>

#include "check.h"

/* ---- rows ---------------------------------------------------------------------------------- */

enum { STRIDE = 5, FLOATS = CN_LANES * STRIDE + 8 };

static float memory[FLOATS] __attribute__((aligned(64)));

/* Eight rows that begin so many floats after an aligned place, one of them unused between two. The
 * compiler must not know where that is. */
static void rows_at(int shift, char **row) {
    for (int i = 0; i < CN_LANES; i++) row[i] = (char *)(memory + shift + STRIDE * i);
    __asm__("" : : "r"(row) : "memory");
}

static void clear(void) {
    for (int i = 0; i < FLOATS; i++) memory[i] = -1;
}

INLINE vf column(int k) {
    vf v = {0};
    for (int i = 0; i < CN_LANES; i++) v[i] = (float)(10 * i + k);
    return v;
}

/* width floats of each row hold 10 * row + column, all else is untouched. */
static void check_rows(int shift, int width) {
    for (int i = 0; i < FLOATS; i++) {
        int at = i - shift, row = at / STRIDE, k = at % STRIDE;
        bool written = at >= 0 && row < CN_LANES && k < width;
        CHECK(memory[i] == (written ? (float)(10 * row + k) : -1));
    }
}

static void check_fours(int shift) {
    char *row[CN_LANES];
    clear();
    rows_at(shift, row);
    Columns set = {column(0), column(1), column(2), column(3)};
    scatter_rows(row, 0, set);
    check_rows(shift, 4);
    Columns c = gather_rows((const char *const *)row, 0);
    vf got[4] = {c.x, c.y, c.z, c.w};
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < CN_LANES; i++) CHECK(got[k][i] == (float)(10 * i + k));
}

static void check_twos(int shift) {
    char *row[CN_LANES];
    clear();
    rows_at(shift, row);
    scatter_pairs(row, 0, column(0), column(1));
    check_rows(shift, 2);
    vf x = {0}, y = {0};
    gather_pairs((const char *const *)row, 0, &x, &y);
    for (int i = 0; i < CN_LANES; i++) {
        CHECK(x[i] == (float)(10 * i));
        CHECK(y[i] == (float)(10 * i + 1));
    }
}

/* Eight pairs in a row come apart into firsts and seconds. */
static void check_pairs(void) {
    vf a = {0}, b = {0};
    for (int i = 0; i < CN_LANES; i++) a[i] = (float)i, b[i] = (float)(CN_LANES + i);
    vf even = firsts(a, b), odd = seconds(a, b);
    for (int i = 0; i < CN_LANES; i++) {
        CHECK(even[i] == (float)(2 * i));
        CHECK(odd[i] == (float)(2 * i + 1));
    }
}

/* Eight pairs, two to a vector. */
static void check_apart(void) {
    v4 twos[CN_LANES / 2];
    vf x = {0}, y = {0};
    for (int i = 0; i < CN_LANES / 2; i++)
        for (int k = 0; k < 4; k++) twos[i][k] = (float)(4 * i + k);
    take_apart(twos, &x, &y);
    for (int i = 0; i < CN_LANES; i++) {
        CHECK(x[i] == (float)(2 * i));
        CHECK(y[i] == (float)(2 * i + 1));
    }
}

/* Doubles of two rows, at places that are no more than doubles need. */
static void check_twos_of_doubles(void) {
    double from[5] __attribute__((aligned(32))) = {9, 1, 2, 3, 4}, to[5] = {9, 9, 9, 9, 9};
    store_twos(&to[1], &to[3], load_twos(&from[3], &from[1]));
    CHECK(to[0] == 9 && to[1] == 3 && to[2] == 4 && to[3] == 1 && to[4] == 2);
}

static void check_with(void) {
    vi v = splat_int(0);
    for (int i = 0; i < CN_LANES; i++) v[i] = i % 3 == 0 ? INT32_MIN + i : i;
    CHECK(lanes_with(v, 1u << 31) == 0x49);
    CHECK(lanes_with(v, 1) == 0xaa);
    CHECK(lanes_with(v, 4) == 0xf0);
    vf f = splat(INFINITY);
    for (int i = 1; i < CN_LANES; i++) f[i] = (float)i / 8;
    CHECK(least_number(f) == 0.125f && most_number(f) == INFINITY);
    CHECK(most_number(splat(0)) == 0);
}

/* ---- arithmetic ---------------------------------------------------------------------------- */

static int32_t bits_at(float f) {
    int32_t i;
    memcpy(&i, &f, sizeof i);
    return i;
}

/* Zeros of both signs, what is tiny, huge or no number (of several payloads): every pair of them
 * meets in some lane. */
enum { ODD_ONES = 16 };
static const union {
    uint32_t bits[ODD_ONES];
    float at[ODD_ONES];
} odd_ones = {{0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x00000001, 0x80000001, 0x007fffff,
               0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00123, 0x40490fdb,
               0x3eaaaaab, 0x4b800001}};

/* What is no number need only be none: which one it is, no arithmetic says. */
#define SAME(got, wanted)                                                                          \
    do {                                                                                           \
        float got_ = (got), wanted_ = (wanted);                                                    \
        CHECK(bits_at(got_) == bits_at(wanted_) || (got_ != got_ && wanted_ != wanted_));          \
    } while (0)

static void check_lane(float a, float b, int i, vf va, vf vb) {
    vf sum = va + vb, less = va - vb, product = va * vb, ratio = va / vb;
    vf most = maxv(va, vb), least = minv(va, vb), size = absolute(va), root = sqrt_lane(va);
    vf minus = -va, chosen = choose(va < vb, va, vb);
    SAME(sum[i], a + b);
    SAME(less[i], a - b);
    SAME(product[i], a * b);
    SAME(ratio[i], a / b);
    SAME(root[i], sqrtf(a));
    CHECK(bits_at(minus[i]) == (int32_t)((uint32_t)bits_at(a) ^ 0x80000000u));
    CHECK(bits_at(size[i]) == (bits_at(a) & INT32_MAX));
    /* these only choose: the very bits */
    CHECK(bits_at(most[i]) == bits_at(a > b ? a : b));
    CHECK(bits_at(least[i]) == bits_at(a < b ? a : b));
    CHECK(bits_at(chosen[i]) == bits_at(a < b ? a : b));
    vi lt = va<vb, gt = va> vb, le = va <= vb, ge = va >= vb, eq = va == vb, ne = va != vb;
    CHECK(lt[i] == (a < b ? -1 : 0));
    CHECK(gt[i] == (a > b ? -1 : 0));
    CHECK(le[i] == (a <= b ? -1 : 0));
    CHECK(ge[i] == (a >= b ? -1 : 0));
    CHECK(eq[i] == (a == b ? -1 : 0));
    CHECK(ne[i] == (a != b ? -1 : 0));
    CHECK((bits_of(lt) >> i & 1) == (a < b));
    CHECK((bits_of(~lt) >> i & 1) == !(a < b));
}

static void check_arithmetic(void) {
    cn_Lane a, b;
    for (int k = 0; k < ODD_ONES; k++)
        for (int shift = 0; shift < ODD_ONES; shift += CN_LANES) {
            for (int i = 0; i < CN_LANES; i++) a[i] = odd_ones.at[k], b[i] = odd_ones.at[shift + i];
            __asm__("" : "+m"(a), "+m"(b)); /* for the machine to compute, not the compiler */
            for (int i = 0; i < CN_LANES; i++) {
                check_lane(a[i], b[i], i, load(a), load(b));
                check_lane(b[i], a[i], i, load(b), load(a));
            }
        }
}

static void check_ints(void) {
    vi v = {0}, flags = {0};
    for (int i = 0; i < CN_LANES; i++) v[i] = i - 4, flags[i] = 1 << i;
    vi sum = v + 3, none = v - v, minus = -v, left = flags << 2, right = v >> 1, hit = flags & 0x24;
    vi odd = (flags & 0x24) != 0, late = v > 1, mixed = (flags | v) ^ splat_int(-1);
    for (int i = 0; i < CN_LANES; i++) {
        CHECK(sum[i] == i - 1 && none[i] == 0 && minus[i] == 4 - i);
        CHECK(left[i] == 4 << i && right[i] == (i - 4) >> 1);
        CHECK(hit[i] == (1 << i & 0x24) && odd[i] == (i == 2 || i == 5 ? -1 : 0));
        CHECK(late[i] == (i - 4 > 1 ? -1 : 0) && mixed[i] == ((1 << i | (i - 4)) ^ -1));
    }
}

static void check_masks(void) {
    for (unsigned mask = 0; mask < 256; mask++) {
        vi lanes = lanes_of(mask);
        CHECK(bits_of(lanes) == mask);
        for (int i = 0; i < CN_LANES; i++) CHECK(lanes[i] == (mask >> i & 1 ? -1 : 0));
    }
}

#if !defined(CN_ONE_BY_ONE)
static void check_doubles(void) {
    vd v = four_doubles(1, -0.0, 1e-300, 1e300), u = splat_double(2), sum = v + u, ratio = v / u;
    vd less = choose_double(v < u, v, u);
    double a[4] = {1, -0.0, 1e-300, 1e300};
    for (int i = 0; i < 4; i++) {
        CHECK(sum[i] == a[i] + 2 && ratio[i] == a[i] / 2);
        CHECK(less[i] == (a[i] < 2 ? a[i] : 2));
    }
    for (int i = 0; i < ODD_ONES; i += 4) {
        v4 from = load_four(odd_ones.at + i), back = narrow(widen(from));
        vd wide = widen(from);
        for (int j = 0; j < 4; j++) {
            SAME((float)wide[j], from[j]);
            SAME(back[j], from[j]);
        }
    }
}
#else
static void check_doubles(void) {}
#endif

static int check_lanes(void) {
    for (int shift = 0; shift < 8; shift++) {
        check_fours(shift);
        check_twos(shift);
    }
    check_pairs();
    check_apart();
    check_twos_of_doubles();
    check_with();
    check_arithmetic();
    check_ints();
    check_masks();
    check_doubles();
    return tally();
}
