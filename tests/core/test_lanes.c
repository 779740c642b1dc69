/* test_lanes.c: rows of four and of two floats that stand anywhere a float may (wide/lanes.h).
 *
 * Kernels write what nobody uses to a plain struct on the stack, which is aligned to no more than
 * its largest member. Prints "N checks, N failed". */
#include "wide/lanes.h"

#include <string.h>

#include "check.h"

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
    scatter_rows(row, 0, (Columns){column(0), column(1), column(2), column(3)});
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
}

int main(void) {
    for (int shift = 0; shift < 8; shift++) {
        check_fours(shift);
        check_twos(shift);
    }
    return tally();
}
