/* rest_line.c: the merit of an island along a line of velocities, from..from + alpha * direction.
 *
 * What a row says changes along a line in proportion, so bodies are asked once; and a contact whose
 * pattern is the same at both ends keeps it in between (rest_cone.h), where its force changes in
 * proportion, too. So the contacts that are asked one by one become fewer with each place that is
 * tried. Part by part like every pass (rest_parts.c).
 * Source: Nocedal and Wright, "Numerical Optimization", 2006, chapter 3. */
#include <math.h>

#include "solver/rest/rest.h"
#include "solver/rest/rest_cone.h"
#include "sparse/cholesky.h"

/* What a contact asks for at a place. */
static inline cn_RestRows asked(const cn_RestLineRow *k, double alpha) {
    return (cn_RestRows){{k->at[0] + alpha * k->by[0], k->at[1] + alpha * k->by[1]},
                         k->at[2] + alpha * k->by[2]};
}

static inline double along(const cn_RestLineRow *k, cn_RestRows f) {
    return f.normal[0] * k->by[0] + f.normal[1] * k->by[1] + f.tangent * k->by[2];
}

static inline uint8_t mark(const cn_RestPattern *is) {
    return (uint8_t)(is->presses[0] + 2 * is->presses[1] + 4 * is->holds + 8 * (is->slips + 1));
}

/* Its slope is one line between the ends. */
static void fold(cn_RestLinePart *p, const cn_RestLineRow *k, const cn_RestForce *f, double alpha) {
    cn_RestRows change = {{k->by[0], k->by[1]}, k->by[2]};
    double by = along(k, cn_rest_differential(&f->is, k->friction, change));
    p->by += by;
    p->at += along(k, f->rows) - by * alpha;
}

static void begin_part(void *context, int part) {
    cn_RestPass *pass = context;
    cn_RestSolve *d = pass->d;
    const cn_Cholesky *f = &d->rest->factor;
    cn_RestLinePart now = {.first = d->part_contact[part]};
    double stiffness = d->stiffness;
    for (int i = 3 * f->part_first[part]; i < 3 * f->part_first[part + 1]; i++) {
        now.at += d->mass[i] * (pass->x[i] - d->free[i]) * pass->y[i];
        now.by += d->mass[i] * pass->y[i] * pass->y[i];
    }
    now.at *= stiffness; /* as are forces times what they change by */
    now.by *= stiffness;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        const cn_RestContact *k = &d->contacts[i];
        cn_RestRows at = cn_rest_rows_at(k, pass->x), by = cn_rest_rows_at(k, pass->y);
        cn_RestLineRow row = {.friction = k->friction, .two = k->count > 1, .high = (uint8_t)k->is};
        for (int j = 0; j < 2; j++) {
            row.at[j] = k->normal[j] - stiffness * (at.normal[j] + k->bias[j]);
            row.by[j] = -stiffness * by.normal[j];
        }
        row.at[2] = k->tangent - stiffness * (at.tangent + k->slide);
        row.by[2] = -stiffness * by.tangent;
        cn_RestForce low = cn_rest_project(asked(&row, 0), row.friction, row.two, d->known);
        row.low = mark(&low.is);
        if (row.low == row.high)
            fold(&now, &row, &low, 0);
        else
            d->line[now.first + now.count++] = row;
    }
    d->line_part[part] = now;
}

void cn_rest_line_begin(cn_RestSolve *d, const double *from, const double *direction) {
    cn_RestPass pass = {.d = d, .x = from, .y = direction};
    cn_rest_run(&pass, begin_part);
    if (!d->welded) return;
    double at = 0, by = 0; /* in one part, since there is no other */
    cn_rest_weld_slope(d, from, direction, &at, &by);
    d->line_part[0].at += at * d->stiffness;
    d->line_part[0].by += by * d->stiffness;
}

static void slope_part(void *context, int part) {
    cn_RestPass *pass = context;
    cn_RestSolve *d = pass->d;
    const cn_RestLinePart *p = &d->line_part[part];
    double sum = p->at + pass->scale * p->by;
    for (int i = p->first; i < p->first + p->count; i++) {
        cn_RestLineRow *k = &d->line[i];
        cn_RestForce f = cn_rest_project(asked(k, pass->scale), k->friction, k->two, d->known);
        k->now = mark(&f.is);
        sum += along(k, f.rows);
    }
    pass->sum[part] = sum;
}

double cn_rest_line_slope(cn_RestSolve *d, double alpha) {
    cn_RestPass pass = {.d = d, .scale = alpha};
    cn_rest_run(&pass, slope_part);
    return cn_rest_sum(&pass) / d->stiffness;
}

/* The place asked last becomes an end. */
static void narrow(const cn_RestPass *pass, int part, bool high) {
    cn_RestSolve *d = pass->d;
    cn_RestLinePart *p = &d->line_part[part];
    int kept = p->first;
    for (int i = p->first; i < p->first + p->count; i++) {
        cn_RestLineRow *k = &d->line[i];
        *(high ? &k->high : &k->low) = k->now;
        if (k->low != k->high) {
            d->line[kept++] = *k;
            continue;
        }
        cn_RestRows s = asked(k, pass->scale);
        cn_RestForce f = cn_rest_project(s, k->friction, k->two, d->known);
        fold(p, k, &f, pass->scale);
    }
    p->count = kept - p->first;
}

static void narrow_low(void *context, int part) { narrow(context, part, false); }
static void narrow_high(void *context, int part) { narrow(context, part, true); }

void cn_rest_line_narrow(cn_RestSolve *d, double alpha, bool high) {
    cn_RestPass pass = {.d = d, .scale = alpha};
    cn_rest_run(&pass, high ? narrow_high : narrow_low);
}
