/* panel_kernel.h: dense work on the panels of a sparse factor, four numbers at a time.
 *
 * Every sum has one order, whatever the instruction set: along the columns of a panel one after the
 * other, and down a column in four sums, by row modulo 4. */
#include <math.h>
#include <string.h>

#include "wide/lanes_double.h"
#include "wide/panel.h"

INLINE double sum_d4(d4 v) { return (v[0] + v[1]) + (v[2] + v[3]); }

/* Column j's number in row j, inverted; in the three rows from j on, what a triple of columns takes
 * off each other. */
typedef struct Corner {
    double x, y, z, yx, zx, zy;
} Corner;

/* False: it is not positive definite. */
INLINE bool factor_corner(const double *a, const double *b, const double *c, Corner *k) {
    if (!(a[0] > 1e-300)) return false;
    k->x = 1 / sqrt(a[0]);
    k->yx = a[1] * k->x, k->zx = a[2] * k->x;
    double yy = b[1] - k->yx * k->yx;
    if (!(yy > 1e-300)) return false;
    k->y = 1 / sqrt(yy);
    k->zy = (b[2] - k->yx * k->zx) * k->y;
    double zz = (c[2] - k->zx * k->zx) - k->zy * k->zy;
    if (!(zz > 1e-300)) return false;
    k->z = 1 / sqrt(zz);
    return true;
}

/* What the three columns from j on take off those behind them. */
INLINE void take_off(const cn_Panel *p, int j) {
    size_t stride = (size_t)p->stride;
    const double *a = p->values + (size_t)j * stride, *b = a + stride, *c = b + stride;
    for (int k = j + 3; k < p->width; k++) {
        double *other = p->values + (size_t)k * stride;
        d4 fa = splat_d4(a[k]), fb = splat_d4(b[k]), fc = splat_d4(c[k]);
        for (int i = k & ~3; i < p->height; i += 4) {
            d4 v = load_d4(other + i) - fa * load_d4(a + i);
            store_d4(other + i, (v - fb * load_d4(b + i)) - fc * load_d4(c + i));
        }
    }
}

/* Columns come in threes, a body each; what stands above a column's own row means nothing. */
static bool factor_dense(const cn_Panel *p) {
    size_t stride = (size_t)p->stride;
    for (int j = 0; j < p->width; j += 3) {
        double *a = p->values + (size_t)j * stride, *b = a + stride, *c = b + stride;
        Corner k;
        if (!factor_corner(a + j, b + j, c + j, &k)) return false;
        d4 x = splat_d4(k.x), y = splat_d4(k.y), z = splat_d4(k.z);
        d4 yx = splat_d4(k.yx), zx = splat_d4(k.zx), zy = splat_d4(k.zy);
        for (int i = j & ~3; i < p->height; i += 4) {
            d4 u = load_d4(a + i) * x;
            d4 v = (load_d4(b + i) - yx * u) * y;
            store_d4(a + i, u);
            store_d4(b + i, v);
            store_d4(c + i, ((load_d4(c + i) - zx * u) - zy * v) * z);
        }
        a[j] = k.x, b[j + 1] = k.y, c[j + 2] = k.z;
        a[j + 1] = k.yx, a[j + 2] = k.zx, b[j + 2] = k.zy;
        take_off(p, j);
    }
    return true;
}

static void factor_multiply(const cn_Panel *p, int row, int length, double *out, int out_stride) {
    int below = p->width + row, r = 0;
    for (; r + 4 < length; r += 8) {
        d4 x0 = splat_d4(0), y0 = x0, z0 = x0, x1 = x0, y1 = x0, z1 = x0;
        const double *v = p->values + below;
        for (int k = 0; k < p->width; k++, v += p->stride) {
            d4 a = splat_d4(v[0]), b = splat_d4(v[1]), c = splat_d4(v[2]);
            d4 l0 = load_d4(v + r), l1 = load_d4(v + r + 4);
            x0 += l0 * a, y0 += l0 * b, z0 += l0 * c;
            x1 += l1 * a, y1 += l1 * b, z1 += l1 * c;
        }
        store_d4(out + r, x0), store_d4(out + r + 4, x1);
        store_d4(out + out_stride + r, y0), store_d4(out + out_stride + r + 4, y1);
        store_d4(out + 2 * out_stride + r, z0), store_d4(out + 2 * out_stride + r + 4, z1);
    }
    if (r >= length) return;
    d4 x = splat_d4(0), y = x, z = x;
    const double *v = p->values + below;
    for (int k = 0; k < p->width; k++, v += p->stride) {
        d4 l = load_d4(v + r);
        x += l * splat_d4(v[0]);
        y += l * splat_d4(v[1]);
        z += l * splat_d4(v[2]);
    }
    store_d4(out + r, x);
    store_d4(out + out_stride + r, y);
    store_d4(out + 2 * out_stride + r, z);
}

INLINE void take_three(double *from, d4 v) { store_d4(from, load_d4(from) - three_d4(v)); }

static void factor_subtract(const cn_Panel *p, int from, const double *product, int product_stride,
                            const int *where, double *columns, int stride) {
    const double *x = product, *y = x + product_stride, *z = y + product_stride;
    for (int i = from; i < p->row_count; i++, x += 3, y += 3, z += 3) {
        double *to = columns + where[i];
        take_three(to, load_d4(x));
        take_three(to + stride, load_d4(y));
        take_three(to + 2 * stride, load_d4(z));
    }
}

/* Sums as in factor_multiply, which begin with zero: that one changes no difference. */
static void factor_update(const cn_Panel *p, int from, const int *where, double *columns,
                          int stride) {
    const double *a = p->values + 3 + 3 * from, *b = a + p->stride, *c = b + p->stride;
    d4 ax = splat_d4(a[0]), ay = splat_d4(a[1]), az = splat_d4(a[2]);
    d4 bx = splat_d4(b[0]), by = splat_d4(b[1]), bz = splat_d4(b[2]);
    d4 cx = splat_d4(c[0]), cy = splat_d4(c[1]), cz = splat_d4(c[2]);
    for (int i = from; i < p->row_count; i++, a += 3, b += 3, c += 3) {
        double *to = columns + where[i];
        d4 u = load_d4(a), v = load_d4(b), w = load_d4(c);
        take_three(to, u * ax + v * bx + w * cx);
        take_three(to + stride, u * ay + v * by + w * cy);
        take_three(to + 2 * stride, u * az + v * bz + w * cz);
    }
}

/* What the panel's own unknowns take off its rows below, `quads` times four of them from r on. Each
 * has a sum of its own, along the columns: side by side none waits for the other. */
INLINE void forward_strip(const cn_Panel *p, const double *own, int r, double *out, int quads) {
    d4 s[4] = {splat_d4(0), splat_d4(0), splat_d4(0), splat_d4(0)};
    const double *v = p->values + p->width + r;
    for (int k = 0; k < p->width; k++, v += p->stride) {
        d4 u = splat_d4(own[k]);
        for (int i = 0; i < quads; i++) s[i] += load_d4(v + 4 * i) * u;
    }
    for (int i = 0; i < quads; i++) store_d4(out + r + 4 * i, s[i]);
}

/* Columns come in threes, a body each: these among themselves, then all three into the rows that
 * follow, one after the other. */
INLINE void forward_own(const cn_Panel *p, double *own) {
    size_t stride = (size_t)p->stride;
    for (int j = 0; j < p->width; j += 3) {
        const double *a = p->values + (size_t)j * stride, *b = a + stride, *c = b + stride;
        double x = own[j] * a[j];
        double y = (own[j + 1] - a[j + 1] * x) * b[j + 1];
        double z = ((own[j + 2] - a[j + 2] * x) - b[j + 2] * y) * c[j + 2];
        own[j] = x, own[j + 1] = y, own[j + 2] = z;
        for (int i = j + 3; i < p->width; i++) own[i] = ((own[i] - a[i] * x) - b[i] * y) - c[i] * z;
    }
}

INLINE double *forward_row(const cn_Panel *p, int i, double *y, double *outer) {
    size_t row = (size_t)p->rows[i];
    return i < p->inside ? y + 3 * row : outer + 3 * (row - (size_t)p->top);
}

/* A panel of one body. */
INLINE void forward_body(const cn_Panel *p, double *y, double *outer) {
    const double *a = p->values, *b = a + p->stride, *c = b + p->stride;
    double *own = y + 3 * (size_t)p->first, sum[4];
    double u = own[0] * a[0], v = (own[1] - a[1] * u) * b[1];
    double w = ((own[2] - a[2] * u) - b[2] * v) * c[2];
    own[0] = u, own[1] = v, own[2] = w;
    for (int i = 0; i < p->row_count; i++) {
        double *x = forward_row(p, i, y, outer);
        a += 3, b += 3, c += 3;
        d4 s = splat_d4(0) + load_d4(a) * splat_d4(u);
        store_d4(sum, (s + load_d4(b) * splat_d4(v)) + load_d4(c) * splat_d4(w));
        x[0] -= sum[0];
        x[1] -= sum[1];
        x[2] -= sum[2];
    }
}

INLINE void forward_panel(const cn_Panel *p, double *y, double *outer, double *sum) {
    double *own = y + 3 * (size_t)p->first;
    forward_own(p, own);
    int below = p->height - p->width, r = 0;
    for (; r + 12 < below; r += 16) forward_strip(p, own, r, sum, 4);
    if (r + 8 < below)
        forward_strip(p, own, r, sum, 3);
    else if (r + 4 < below)
        forward_strip(p, own, r, sum, 2);
    else if (r < below)
        forward_strip(p, own, r, sum, 1);
    for (int i = 0; i < p->row_count; i++, sum += 3) {
        double *x = forward_row(p, i, y, outer);
        x[0] -= sum[0];
        x[1] -= sum[1];
        x[2] -= sum[2];
    }
}

static void factor_forward(const cn_Panels *s, int first, int end, double *y, double *outer,
                           double *room) {
    for (int i = first; i < end; i++) {
        cn_Panel p = cn_panel_at(s, i);
        if (p.width == 3)
            forward_body(&p, y, outer);
        else
            forward_panel(&p, y, outer, room);
    }
}

/* What three columns from j on have to do with all that is known: the numbers that follow theirs.
 */
INLINE void backward_triple(const cn_Panel *p, const double *known, int j, double sum[3]) {
    size_t stride = (size_t)p->stride;
    const double *a = p->values + (size_t)j * stride, *b = a + stride, *c = b + stride;
    d4 x = splat_d4(0), y = x, z = x;
    for (int r = j + 3; r < p->height; r += 4) {
        d4 o = load_d4(known + r);
        x += load_d4(a + r) * o;
        y += load_d4(b + r) * o;
        z += load_d4(c + r) * o;
    }
    sum[0] = sum_d4(x), sum[1] = sum_d4(y), sum[2] = sum_d4(z);
}

/* The three columns from j on, which what is known already says so much of. */
INLINE void backward_corner(const cn_Panel *p, double *own, int j, const double sum[3]) {
    size_t stride = (size_t)p->stride;
    const double *a = p->values + (size_t)j * stride, *b = a + stride, *c = b + stride;
    double z = (own[j + 2] - sum[2]) * c[j + 2];
    double v = ((own[j + 1] - sum[1]) - b[j + 2] * z) * b[j + 1];
    double u = (((own[j] - sum[0]) - a[j + 2] * z) - a[j + 1] * v) * a[j];
    own[j] = u, own[j + 1] = v, own[j + 2] = z;
}

/* A panel of one body that has a row of one below at most. */
INLINE void backward_body(const cn_Panel *p, double *y) {
    double sum[3] = {0, 0, 0};
    if (p->row_count > 0) {
        const double *a = p->values + 3, *b = a + p->stride, *c = b + p->stride;
        const double *below = y + 3 * (size_t)p->rows[0];
        d4 o = make_d4(below[0], below[1], below[2], 0), zero = splat_d4(0);
        sum[0] = sum_d4(zero + load_d4(a) * o);
        sum[1] = sum_d4(zero + load_d4(b) * o);
        sum[2] = sum_d4(zero + load_d4(c) * o);
    }
    backward_corner(p, y + 3 * (size_t)p->first, 0, sum);
}

/* Columns go in threes, from the last on; what is known stands in one row: the panel's own, then
 * those below it. */
INLINE void backward_panel(const cn_Panel *p, double *y, double *known) {
    double *own = y + 3 * (size_t)p->first, sum[3];
    for (int i = 0; i < p->row_count; i++)
        memcpy(known + p->width + 3 * (size_t)i, y + 3 * (size_t)p->rows[i], 3 * sizeof *y);
    for (int i = 0; i < 4; i++) known[p->height + i] = 0;
    for (int j = p->width - 3; j >= 0; j -= 3) {
        backward_triple(p, known, j, sum);
        backward_corner(p, own, j, sum);
        known[j] = own[j], known[j + 1] = own[j + 1], known[j + 2] = own[j + 2];
    }
}

static void factor_backward(const cn_Panels *s, int first, int end, double *y, double *room) {
    for (int i = end - 1; i >= first; i--) {
        cn_Panel p = cn_panel_at(s, i);
        if (p.height <= 6 && p.width == 3)
            backward_body(&p, y);
        else
            backward_panel(&p, y, room);
    }
}

#define FACTOR_KERNELS                                                                             \
    {                                                                                              \
        factor_dense, factor_multiply, factor_subtract, factor_update, factor_forward,             \
            factor_backward                                                                        \
    }
