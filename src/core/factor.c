/* factor.c: numbers into a factor, and what it solves.
 *
 * Each panel is factored as a dense matrix and then subtracts its share from the panels of its
 * rows (right-looking), so that work can stop after any panel. Rows are done four at a time with
 * vector extensions that every instruction set computes alike: sums have one fixed order.
 * Source: Golub and Van Loan, "Matrix Computations", 4.2; Ng and Peyton, "Block Sparse Cholesky
 * Algorithms on Advanced Uniprocessor Computers", 1993. */
#include "factor.h"

#include <math.h>
#include <string.h>

#include "memory.h"

typedef double v4 __attribute__((vector_size(32), aligned(8), may_alias));

static inline v4 load(const double *p) { return *(const v4 *)(const void *)p; }
static inline void store(double *p, v4 v) { *(v4 *)(void *)p = v; }
static inline v4 splat(double v) { return (v4){v, v, v, v}; }

/* One panel, seen as a matrix: columns of stride numbers, the first width rows its own. */
typedef struct Panel {
    double *values;
    const int *rows; /* block rows below its own */
    int row_count;   /* of these */
    int width, height, stride;
    int first; /* position of its first column */
} Panel;

static Panel panel(const cn_Factor *f, int p) {
    int rows = f->rows_at[p + 1] - f->rows_at[p];
    int width = 3 * (f->first[p + 1] - f->first[p]), height = width + 3 * rows;
    return (Panel){
        .values = f->values + f->values_at[p],
        .rows = f->rows + f->rows_at[p],
        .row_count = rows,
        .width = width,
        .height = height,
        .stride = (height + 3) & ~3,
        .first = f->first[p],
    };
}

bool cn_factor_clear(cn_Factor *f) {
    /* a vector may reach three numbers beyond the last column */
    size_t bytes = ((size_t)f->values_at[f->panel_count] + 4) * sizeof(double);
    if (!f->values) {
        f->values = cn_alloc(bytes);
        if (!f->values) return false;
        f->value_bytes = bytes;
    }
    memset(f->values, 0, bytes);
    f->done = 0;
    return true;
}

static int find_row(const Panel *p, int position) {
    int low = 0, high = p->row_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (p->rows[middle] < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->row_count && p->rows[low] == position ? p->width + 3 * low : -1;
}

cn_FactorBlock cn_factor_block(const cn_Factor *f, int a, int b) {
    bool swapped = f->place[a] > f->place[b];
    int column = f->place[swapped ? b : a], row = f->place[swapped ? a : b];
    Panel p = panel(f, f->panel_of[column]);
    int own = 3 * (row - p.first);
    int at = own < p.width ? own : find_row(&p, row);
    if (at < 0) return (cn_FactorBlock){0};
    return (cn_FactorBlock){&p.values[(size_t)(3 * (column - p.first)) * (size_t)p.stride + at],
                            p.stride, swapped};
}

/* ---- factoring ---------------------------------------------------------------------------- */

/* The panel by itself. Diagonals are kept inverted. */
static bool factor_dense(const Panel *p) {
    for (int j = 0; j < p->width; j++) {
        double *column = p->values + (size_t)j * (size_t)p->stride;
        if (!(column[j] > 1e-300)) return false;
        double inverse = 1 / sqrt(column[j]);
        for (int i = j; i < p->height; i++) column[i] *= inverse;
        for (int k = j + 1; k < p->width; k++) {
            double *other = p->values + (size_t)k * (size_t)p->stride;
            double f = column[k];
            for (int i = k; i < p->height; i++) other[i] -= f * column[i];
        }
        column[j] = inverse;
    }
    return true;
}

/* Rows from `row` on of L times the transpose of L's rows row .. row + 2, into three columns. */
static void multiply(const Panel *p, int row, int length, double *out, int out_stride) {
    int below = p->width + row;
    for (int r = 0; r < length; r += 4) {
        v4 x = splat(0), y = splat(0), z = splat(0);
        const double *v = p->values + below;
        for (int k = 0; k < p->width; k++, v += p->stride) {
            v4 l = load(v + r);
            x += l * splat(v[0]);
            y += l * splat(v[1]);
            z += l * splat(v[2]);
        }
        store(out + r, x);
        store(out + out_stride + r, y);
        store(out + 2 * out_stride + r, z);
    }
}

/* Where p's block rows from `from` on stand in q. Both lists ascend. */
static void match(const Panel *p, int from, const Panel *q, int *where) {
    int own = q->width / 3, k = 0;
    for (int i = from; i < p->row_count; i++) {
        int position = p->rows[i];
        if (position - q->first < own) {
            where[i] = 3 * (position - q->first);
            continue;
        }
        while (q->rows[k] < position) k++;
        where[i] = q->width + 3 * k;
    }
}

static void subtract(const Panel *p, int from, const Panel *q, const int *where,
                     const double *product, int product_stride) {
    int column = where[from];
    for (int c = 0; c < 3; c++) {
        double *to = q->values + (size_t)(column + c) * (size_t)q->stride;
        const double *x = product + c * product_stride;
        for (int i = from; i < p->row_count; i++, x += 3) {
            to[where[i]] -= x[0];
            to[where[i] + 1] -= x[1];
            to[where[i] + 2] -= x[2];
        }
    }
}

static void update_others(const cn_Factor *f, const Panel *p, double *scratch) {
    int stride = f->tallest + 4;
    int *where = (int *)(void *)(scratch + 3 * stride);
    int last = -1;
    Panel q = {0};
    for (int i = 0; i < p->row_count; i++) {
        int target = f->panel_of[p->rows[i]];
        if (target != last) {
            q = panel(f, target);
            match(p, i, &q, where);
            last = target;
        }
        multiply(p, 3 * i, 3 * (p->row_count - i), scratch, stride);
        subtract(p, i, &q, where, scratch, stride);
    }
}

cn_FactorState cn_factor_run(cn_Factor *f, double *scratch, int64_t *budget) {
    while (f->done < f->panel_count) {
        if (*budget <= 0) return CN_FACTOR_GOING_ON;
        Panel p = panel(f, f->done);
        if (!factor_dense(&p)) return CN_FACTOR_FAILED;
        update_others(f, &p, scratch);
        *budget -= (int64_t)p.width * p.height * p.height / 2;
        f->done++;
    }
    return CN_FACTOR_READY;
}

/* ---- solving ------------------------------------------------------------------------------ */

int cn_factor_scratch(const cn_Factor *f) {
    int solve = 3 * f->count + f->tallest + 8, run = 4 * f->tallest + 32;
    return solve > run ? solve : run;
}

static void forward(const Panel *p, double *y, double *sum) {
    double *own = y + 3 * (size_t)p->first;
    for (int j = 0; j < p->width; j++) {
        const double *column = p->values + (size_t)j * (size_t)p->stride;
        own[j] *= column[j];
        for (int i = j + 1; i < p->width; i++) own[i] -= column[i] * own[j];
    }
    int below = p->height - p->width;
    for (int r = 0; r < below; r += 4) {
        v4 s = splat(0);
        const double *v = p->values + p->width + r;
        for (int k = 0; k < p->width; k++, v += p->stride) s += load(v) * splat(own[k]);
        store(sum + r, s);
    }
    for (int i = 0; i < p->row_count; i++, sum += 3) {
        double *x = y + 3 * (size_t)p->rows[i];
        x[0] -= sum[0];
        x[1] -= sum[1];
        x[2] -= sum[2];
    }
}

static double sum_of(v4 v) { return (v[0] + v[1]) + (v[2] + v[3]); }

static void backward(const Panel *p, double *y, double *others) {
    double *own = y + 3 * (size_t)p->first;
    int below = 3 * p->row_count;
    for (int i = 0; i < p->row_count; i++)
        memcpy(others + 3 * (size_t)i, y + 3 * (size_t)p->rows[i], 3 * sizeof *y);
    for (int i = 0; i < 4; i++) others[below + i] = 0;
    for (int j = p->width - 1; j >= 0; j--) {
        const double *column = p->values + (size_t)j * (size_t)p->stride;
        v4 s = splat(0);
        for (int r = 0; r < below; r += 4) s += load(column + p->width + r) * load(others + r);
        double x = own[j] - sum_of(s);
        for (int i = j + 1; i < p->width; i++) x -= column[i] * own[i];
        own[j] = x * column[j];
    }
}

void cn_factor_solve(const cn_Factor *f, double *x, double *scratch) {
    double *y = scratch, *room = scratch + 3 * (size_t)f->count;
    for (int i = 0; i < f->count; i++)
        memcpy(y + 3 * (size_t)i, x + 3 * (size_t)f->node[i], 3 * sizeof *x);
    for (int p = 0; p < f->panel_count; p++) {
        Panel k = panel(f, p);
        forward(&k, y, room);
    }
    for (int p = f->panel_count - 1; p >= 0; p--) {
        Panel k = panel(f, p);
        backward(&k, y, room);
    }
    for (int i = 0; i < f->count; i++)
        memcpy(x + 3 * (size_t)f->node[i], y + 3 * (size_t)i, 3 * sizeof *x);
}
