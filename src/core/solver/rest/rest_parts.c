/* rest_parts.c: the work on one large island, shared out by the parts of its factor.
 *
 * A part has the bodies at its positions, and the contacts whose first end is one of them. Such a
 * contact may also concern bodies of the parts above; what a part adds to those stands in a room of
 * its own and is joined afterwards, in the order of parts. Sums are of parts, too. So all has one
 * order, on however many threads; an island that is not cut is one part, and one thread's. */
#include <math.h>
#include <string.h>

#include "solver/rest/rest.h"
#include "sparse/cholesky.h"

void cn_rest_run(cn_RestPass *pass, cn_CholeskyFn fn) {
    cn_RestSolve *d = pass->d;
    pass->sum = d->sums->sum;
    pass->more = d->sums->more;
    pass->most = d->sums->most;
    pass->gaps = d->sums->gaps;
    pass->found = d->sums->found;
    pass->mark = d->sums->mark;
    cn_cholesky_parts(d->rest->factor.part_count, CN_CHOLESKY_AT_ONCE, fn, pass, d->jobs);
}

double cn_rest_sum(const cn_RestPass *pass) {
    double sum = 0;
    for (int i = 0; i < pass->d->rest->factor.part_count; i++) sum += pass->sum[i];
    return sum;
}

double cn_rest_most(const cn_RestPass *pass) {
    double most = 0;
    for (int i = 0; i < pass->d->rest->factor.part_count; i++)
        most = pass->sum[i] > most ? pass->sum[i] : most;
    return most;
}

bool cn_rest_found(const cn_RestPass *pass) {
    bool found = false;
    for (int i = 0; i < pass->d->rest->factor.part_count; i++) found |= pass->found[i];
    return found;
}

/* ---- what parts add to each other's bodies ------------------------------------------------- */

/* With the body that does not move. */
static size_t outer_length(const cn_Cholesky *f) {
    return 3 * (size_t)(f->count - f->part_first[CN_CHOLESKY_LEAVES] + 1);
}

int cn_rest_outer_room(const cn_RestSolve *d) {
    const cn_Cholesky *f = &d->rest->factor;
    return f->part_count > 1 ? CN_CHOLESKY_PARTS * (int)outer_length(f) : 0;
}

cn_RestEnds cn_rest_ends(const cn_RestSolve *d, double *out, int part) {
    const cn_Cholesky *f = &d->rest->factor;
    if (f->part_count == 1) return (cn_RestEnds){.own = out, .end = INT32_MAX};
    size_t length = outer_length(f);
    double *outer = d->outer + (size_t)part * length;
    memset(outer, 0, length * sizeof *outer);
    return (cn_RestEnds){out, outer, f->part_first[part + 1], f->part_first[CN_CHOLESKY_LEAVES]};
}

void cn_rest_join(cn_RestSolve *d, double *out) {
    const cn_Cholesky *f = &d->rest->factor;
    if (f->part_count == 1) return;
    size_t top = 3 * (size_t)f->part_first[CN_CHOLESKY_LEAVES], length = outer_length(f);
    for (int part = CN_CHOLESKY_LEAVES; part < CN_CHOLESKY_PARTS; part++)
        for (int below = 0; below < part; below++) {
            if (!cn_cholesky_meets(below, part)) continue;
            const double *outer = d->outer + (size_t)below * length;
            size_t end = 3 * (size_t)f->part_first[part + 1];
            for (size_t i = 3 * (size_t)f->part_first[part]; i < end; i++) out[i] += outer[i - top];
        }
}

/* ---- sums --------------------------------------------------------------------------------- */

/* In four sums, by place modulo 4. */
static void dot_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_Cholesky *f = &pass->d->rest->factor;
    int begin = 3 * f->part_first[part], end = 3 * f->part_first[part + 1];
    double sum[4] = {0};
    const double *x = pass->x, *y = pass->y;
    int i = begin;
    for (; i + 4 <= end; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += x[i + k] * y[i + k];
    for (int k = 0; i < end; i++, k++) sum[k] += x[i] * y[i];
    pass->sum[part] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double cn_rest_dot(cn_RestSolve *d, const double *x, const double *y) {
    cn_RestPass pass = {.d = d, .x = x, .y = y};
    cn_rest_run(&pass, dot_part);
    return cn_rest_sum(&pass);
}
