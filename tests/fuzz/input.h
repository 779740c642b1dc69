/* input.h: what a fuzzer is given as bytes, read as choices, numbers and points.
 *
 * The bytes are all there is: the ones that found a fault find it again. Where they end, zeros
 * follow, and what is played comes to its end. */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct Input {
    const uint8_t *bytes;
    size_t size, at;
    bool hostile; /* numbers may be what no caller should give */
} Input;

static inline bool has_ended(const Input *in) { return in->at >= in->size; }

static inline unsigned next_byte(Input *in) { return has_ended(in) ? 0 : in->bytes[in->at++]; }

static inline unsigned next_word(Input *in) {
    unsigned high = next_byte(in);
    return high << 8 | next_byte(in);
}

/* 0 .. n - 1; n: at most 256 */
static inline int below(Input *in, int n) { return n > 0 ? (int)(next_byte(in) % (unsigned)n) : 0; }

/* In one of n cases. */
static inline bool once_in(Input *in, int n) { return below(in, n) == n - 1; }

static inline double hostile_number(Input *in) {
    static const double numbers[] = {
        NAN,    INFINITY,   -INFINITY, 0,     -0.0, -1,   1,     1e30,         -1e30,        1e-30,
        1e308,  -1e308,     5e-324,    1e-12, 1e-6, 0.25, 0.26,  63,           64,           65,
        1e6,    1.000001e6, -1e6,      1e4,   -1e4, 1e9,  -1e9,  2147483647.0, 2147483648.0, 1e18,
        1.1e18, -1e18,      1e12,      1e-18, 400,  0.5,  0.001, 0.0009999};
    return numbers[below(in, sizeof numbers / sizeof *numbers)];
}

/* low .. high, or, of a hostile call, anything in one of three. */
static inline double number(Input *in, double low, double high) {
    if (in->hostile && once_in(in, 3)) return hostile_number(in);
    return low + (high - low) * (next_word(in) / 65535.0);
}

static inline int whole(Input *in, int low, int high) {
    static const int numbers[] = {-1, 0, 63, 64, 65, INT32_MAX, INT32_MIN, 255, 256, 1000000};
    if (in->hostile && once_in(in, 3)) return numbers[below(in, sizeof numbers / sizeof *numbers)];
    return low + (int)(next_word(in) % (unsigned)(high - low + 1));
}

/* Points around (0, 0), as a ring or anyhow; flat x, y pairs. */
static inline void fill_points(Input *in, double *points, int count, double size) {
    bool ring = !once_in(in, 4);
    for (int i = 0; i < count; i++) {
        double angle = 6.28318530717958648 * i / count;
        double far = number(in, 0.2 * size, size);
        points[2 * i] = ring ? far * cos(angle) : number(in, -size, size);
        points[2 * i + 1] = ring ? far * sin(angle) : number(in, -size, size);
    }
    if (in->hostile && count > 1 && once_in(in, 4)) memcpy(points + 2, points, 2 * sizeof *points);
}

#endif
