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

void cn_direct_run(cn_DirectPass *pass, cn_FactorFn fn) {
    cn_DirectIsland *d = pass->d;
    cn_factor_parts(d->rest->factor.part_count, CN_FACTOR_AT_ONCE, fn, pass, d->jobs);
}

double cn_direct_sum(const cn_DirectPass *pass) {
    double sum = 0;
    for (int i = 0; i < pass->d->rest->factor.part_count; i++) sum += pass->sum[i];
    return sum;
}

double cn_direct_most(const cn_DirectPass *pass) {
    double most = 0;
    for (int i = 0; i < pass->d->rest->factor.part_count; i++) most = fmax(most, pass->sum[i]);
    return most;
}

bool cn_direct_found(const cn_DirectPass *pass) {
    bool found = false;
    for (int i = 0; i < pass->d->rest->factor.part_count; i++) found |= pass->found[i];
    return found;
}

/* ---- what parts add to each other's bodies ------------------------------------------------- */

/* With the one that does not move. */
static size_t outer_length(const cn_Factor *f) {
    return 3 * (size_t)(f->count - f->part_first[CN_FACTOR_LEAVES] + 1);
}

int cn_direct_outer_room(const cn_DirectIsland *d) {
    const cn_Factor *f = &d->rest->factor;
    return f->part_count > 1 ? CN_FACTOR_PARTS * (int)outer_length(f) : 0;
}

cn_DirectEnds cn_direct_ends(const cn_DirectIsland *d, double *out, int part) {
    const cn_Factor *f = &d->rest->factor;
    if (f->part_count == 1) return (cn_DirectEnds){.own = out, .end = INT32_MAX};
    size_t length = outer_length(f);
    double *outer = d->outer + (size_t)part * length;
    memset(outer, 0, length * sizeof *outer);
    return (cn_DirectEnds){out, outer, f->part_first[part + 1], f->part_first[CN_FACTOR_LEAVES]};
}

void cn_direct_join(cn_DirectIsland *d, double *out) {
    const cn_Factor *f = &d->rest->factor;
    if (f->part_count == 1) return;
    size_t top = 3 * (size_t)f->part_first[CN_FACTOR_LEAVES], length = outer_length(f);
    for (int part = CN_FACTOR_LEAVES; part < CN_FACTOR_PARTS; part++)
        for (int below = 0; below < part; below++) {
            if (!cn_factor_meets(below, part)) continue;
            const double *outer = d->outer + (size_t)below * length;
            size_t end = 3 * (size_t)f->part_first[part + 1];
            for (size_t i = 3 * (size_t)f->part_first[part]; i < end; i++) out[i] += outer[i - top];
        }
}

/* ---- sums --------------------------------------------------------------------------------- */

/* In four sums, by place modulo 4. */
static void dot_part(void *context, int part) {
    cn_DirectPass *pass = context;
    const cn_Factor *f = &pass->d->rest->factor;
    int begin = 3 * f->part_first[part], end = 3 * f->part_first[part + 1];
    double sum[4] = {0};
    const double *x = pass->x, *y = pass->y;
    int i = begin;
    for (; i + 4 <= end; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += x[i + k] * y[i + k];
    for (int k = 0; i < end; i++, k++) sum[k] += x[i] * y[i];
    pass->sum[part] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double cn_direct_dot(cn_DirectIsland *d, const double *x, const double *y) {
    cn_DirectPass pass = {.d = d, .x = x, .y = y};
    cn_direct_run(&pass, dot_part);
    return cn_direct_sum(&pass);
}
