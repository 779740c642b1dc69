/* factor.c: numbers into a factor, and what it solves.
 *
 * Each panel is factored as a dense matrix and then subtracts its share from the panels of its
 * rows (right-looking), so that work can stop after any panel. The inner loops stand in
 * wide/factor_kernel.h.
 * Source: Golub and Van Loan, "Matrix Computations", 4.2; Ng and Peyton, "Block Sparse Cholesky
 * Algorithms on Advanced Uniprocessor Computers", 1993. */
#include "factor.h"

#include <string.h>

#include "memory.h"
#include "wide/block.h"

static cn_Panel panel(const cn_Factor *f, int p) {
    int rows = f->rows_at[p + 1] - f->rows_at[p];
    int width = 3 * (f->first[p + 1] - f->first[p]), height = width + 3 * rows;
    return (cn_Panel){
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

static int find_row(const cn_Panel *p, int position) {
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
    cn_Panel p = panel(f, f->panel_of[column]);
    int own = 3 * (row - p.first);
    int at = own < p.width ? own : find_row(&p, row);
    if (at < 0) return (cn_FactorBlock){0};
    return (cn_FactorBlock){&p.values[(size_t)(3 * (column - p.first)) * (size_t)p.stride + at],
                            p.stride, swapped};
}

/* ---- factoring ---------------------------------------------------------------------------- */

/* Where p's block rows from `from` on stand in q. Both lists ascend. */
static void match(const cn_Panel *p, int from, const cn_Panel *q, int *where) {
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

static void subtract(const cn_Panel *p, int from, const cn_Panel *q, const int *where,
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

static void update_others(const cn_Factor *f, const cn_Panel *p, double *scratch) {
    const cn_FactorKernels *kernels = &cn_wide()->factor;
    int stride = f->tallest + 4;
    int *where = f->where;
    int last = -1;
    cn_Panel q = {0};
    for (int i = 0; i < p->row_count; i++) {
        int target = f->panel_of[p->rows[i]];
        if (target != last) {
            q = panel(f, target);
            match(p, i, &q, where);
            last = target;
        }
        kernels->multiply(p, 3 * i, 3 * (p->row_count - i), scratch, stride);
        subtract(p, i, &q, where, scratch, stride);
    }
}

cn_FactorState cn_factor_run(cn_Factor *f, double *scratch, int64_t *budget) {
    while (f->done < f->panel_count) {
        if (*budget <= 0) return CN_FACTOR_GOING_ON;
        cn_Panel p = panel(f, f->done);
        if (!cn_wide()->factor.dense(&p)) return CN_FACTOR_FAILED;
        update_others(f, &p, scratch);
        *budget -= (int64_t)p.width * p.height * p.height / 2;
        f->done++;
    }
    return CN_FACTOR_READY;
}

/* ---- solving ------------------------------------------------------------------------------ */

int cn_factor_scratch(const cn_Factor *f) {
    int solve = 3 * f->count + f->tallest + 8, run = 3 * f->tallest + 16;
    return solve > run ? solve : run;
}

void cn_factor_solve(const cn_Factor *f, double *x, double *scratch) {
    const cn_FactorKernels *kernels = &cn_wide()->factor;
    double *y = scratch, *room = scratch + 3 * (size_t)f->count;
    for (int i = 0; i < f->count; i++)
        memcpy(y + 3 * (size_t)i, x + 3 * (size_t)f->node[i], 3 * sizeof *x);
    for (int p = 0; p < f->panel_count; p++) {
        cn_Panel k = panel(f, p);
        kernels->forward(&k, y, room);
    }
    for (int p = f->panel_count - 1; p >= 0; p--) {
        cn_Panel k = panel(f, p);
        kernels->backward(&k, y, room);
    }
    for (int i = 0; i < f->count; i++)
        memcpy(x + 3 * (size_t)f->node[i], y + 3 * (size_t)i, 3 * sizeof *x);
}
