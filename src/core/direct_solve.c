/* direct_solve.c: one island of contacts at rest as a linear system.
 *
 * Unknowns are the velocities of its bodies; contact points enter as stiff penalties around
 * multipliers that are carried from step to step (an augmented Lagrangian), so that no compliance
 * is left once the loads are known. With bodies in breadth-first order the matrix is a narrow band
 * and its Cholesky factor costs n * band^2. Which points press and which slide is found in two
 * rounds of Newton's method. Velocities are rebuilt from the multipliers at the end, so that action
 * is reaction to the last bit.
 * Sources: Nocedal and Wright, "Numerical Optimization", chapter 17 (augmented Lagrangian); Golub
 * and Van Loan, "Matrix Computations", 4.3 (band Cholesky). */
#include <math.h>
#include <string.h>

#include "direct.h"

#define BAND       0.0005 /* m, a gap smaller than this is a touch */
#define LIGHT      0.05   /* of the lighter body's weight: friction is that of at least this load */
#define MOST_SPEED 1      /* m/s, of what is said to rest */
#define ROUNDS     5      /* of Newton's method, at most */
#define CORRECTION 0.2    /* of a gap or an overlap, each step */
#define MOST_MOVE  0.012  /* m, by correction in one step */

/* ---- band matrix -------------------------------------------------------------------------- */

/* Lower triangle, column by column: element (i, j), j <= i <= j + band. */
static double *at(const cn_DirectIsland *d, int i, int j) {
    return &d->matrix[(size_t)j * (size_t)(d->band + 1) + (size_t)(i - j)];
}

static bool factor(cn_DirectIsland *d) {
    int n = 3 * d->body_count;
    for (int j = 0; j < n; j++) {
        double pivot = *at(d, j, j);
        if (!(pivot > 0)) return false;
        double inverse = 1 / sqrt(pivot);
        int last = j + d->band < n ? j + d->band : n - 1;
        for (int i = j; i <= last; i++) *at(d, i, j) *= inverse;
        for (int k = j + 1; k <= last; k++) {
            double f = *at(d, k, j);
            if (f == 0) continue;
            for (int i = k; i <= last; i++) *at(d, i, k) -= f * *at(d, i, j);
        }
    }
    return true;
}

static void substitute(const cn_DirectIsland *d, double *x) {
    int n = 3 * d->body_count;
    for (int j = 0; j < n; j++) {
        int last = j + d->band < n ? j + d->band : n - 1;
        x[j] /= *at(d, j, j);
        for (int i = j + 1; i <= last; i++) x[i] -= *at(d, i, j) * x[j];
    }
    for (int j = n - 1; j >= 0; j--) {
        int last = j + d->band < n ? j + d->band : n - 1;
        for (int i = j + 1; i <= last; i++) x[j] -= *at(d, i, j) * x[i];
        x[j] /= *at(d, j, j);
    }
}

/* ---- rows --------------------------------------------------------------------------------- */

static double row_velocity(const cn_DirectRow *r, const double *jacobian, const double *u) {
    double v = 0;
    for (int k = 0; k < 3; k++) {
        if (r->a >= 0) v += jacobian[k] * u[3 * r->a + k];
        if (r->b >= 0) v += jacobian[3 + k] * u[3 * r->b + k];
    }
    return v;
}

static void add_impulse(const cn_DirectRow *r, const double *jacobian, double impulse, double *x) {
    for (int k = 0; k < 3; k++) {
        if (r->a >= 0) x[3 * r->a + k] += jacobian[k] * impulse;
        if (r->b >= 0) x[3 * r->b + k] += jacobian[3 + k] * impulse;
    }
}

static void add_stiffness(cn_DirectIsland *d, const cn_DirectRow *r, const double *jacobian) {
    int place[6];
    for (int k = 0; k < 3; k++) {
        place[k] = r->a >= 0 ? 3 * r->a + k : -1;
        place[3 + k] = r->b >= 0 ? 3 * r->b + k : -1;
    }
    for (int p = 0; p < 6; p++)
        for (int q = 0; q < 6; q++) {
            int i = place[p], j = place[q];
            if (j < 0 || i < j) continue;
            *at(d, i, j) += d->stiffness * jacobian[p] * jacobian[q];
        }
}

static double friction_of(const cn_World *w, const cn_DirectRow *r) {
    return (double)w->contact[r->contact].friction;
}

/* Before anything is known: what touches and does not leave presses, and sticks. */
static void guess(const cn_World *w, cn_DirectIsland *d) {
    for (int i = 0; i < d->row_count; i++) {
        cn_DirectRow *r = &d->rows[i];
        double vn = row_velocity(r, r->n, d->free);
        bool touches = r->gap <= BAND && vn < 2 * d->gravity * d->dt + 0.01;
        r->active = touches || r->normal - d->stiffness * (vn + r->bias) > 0;
        r->sticks = r->active && friction_of(w, r) > 0;
        r->slip = 0;
    }
}

static void assemble(cn_DirectIsland *d) {
    int n = 3 * d->body_count;
    memset(d->matrix, 0, (size_t)n * (size_t)(d->band + 1) * sizeof *d->matrix);
    for (int i = 0; i < n; i++) *at(d, i, i) = d->mass[i];
    for (int i = 0; i < d->row_count; i++) {
        const cn_DirectRow *r = &d->rows[i];
        if (r->active) add_stiffness(d, r, r->n);
        if (r->sticks) add_stiffness(d, r, r->t);
    }
}

static void load(cn_DirectIsland *d) {
    int n = 3 * d->body_count;
    for (int i = 0; i < n; i++) d->u[i] = d->mass[i] * d->free[i];
    for (int i = 0; i < d->row_count; i++) {
        const cn_DirectRow *r = &d->rows[i];
        if (r->active) add_impulse(r, r->n, r->normal - d->stiffness * r->bias, d->u);
        if (r->sticks) add_impulse(r, r->t, r->tangent, d->u);
        if (r->active && !r->sticks) add_impulse(r, r->t, r->slip, d->u);
    }
}

/* Rows of one contact stand together: first to end. */
static int end_of_contact(const cn_DirectIsland *d, int first) {
    int end = first + 1;
    while (end < d->row_count && d->rows[end].contact == d->rows[first].contact) end++;
    return end;
}

static double mass_at(const cn_DirectIsland *d, int body) {
    return body >= 0 ? d->mass[3 * body] : INFINITY;
}

/* One friction cone for both points of a contact: how the load is shared between them is not known
 * well enough to give each its own; and one that carries next to nothing holds a little, else a
 * brick that hovers over one of its two neighbours would count as sliding. Loads count only where
 * the row was solved: the penalty force of another means nothing. */
static bool contact_sticks(const cn_World *w, const cn_DirectIsland *d, int first, int end) {
    double normal = 0, tangent = 0;
    for (int i = first; i < end; i++) {
        const cn_DirectRow *r = &d->rows[i];
        normal += r->active ? fmax(r->normal_trial, 0) : r->normal;
        tangent += r->tangent_trial;
    }
    double lighter = fmin(mass_at(d, d->rows[first].a), mass_at(d, d->rows[first].b));
    double least = LIGHT * lighter * d->gravity * d->dt;
    return fabs(tangent) <= friction_of(w, &d->rows[first]) * fmax(normal, least);
}

static void try_multipliers(cn_DirectIsland *d) {
    for (int i = 0; i < d->row_count; i++) {
        cn_DirectRow *r = &d->rows[i];
        double vn = row_velocity(r, r->n, d->u), vt = row_velocity(r, r->t, d->u);
        r->normal_trial = r->normal - d->stiffness * (vn + r->bias);
        r->tangent_trial = r->sticks || !r->active ? r->tangent - d->stiffness * vt : r->slip;
    }
}

/* Which points press and which contacts stick, by the velocities found; true when that is not
 * what was assumed to find them. */
static bool update(const cn_World *w, cn_DirectIsland *d) {
    bool changed = false;
    try_multipliers(d);
    for (int first = 0, end; first < d->row_count; first = end) {
        end = end_of_contact(d, first);
        bool stays = contact_sticks(w, d, first, end);
        for (int i = first; i < end; i++) {
            cn_DirectRow *r = &d->rows[i];
            bool active = r->normal_trial > 0, sticks = active && stays;
            double limit = friction_of(w, r) * fmax(r->normal_trial, 0);
            changed |= active != r->active || sticks != r->sticks;
            r->slip = active && !sticks ? copysign(limit, r->tangent_trial) : 0;
            r->active = active;
            r->sticks = sticks;
        }
    }
    return changed;
}

/* The multipliers of what was assumed. False when something slides: friction as a given force is
 * one round of a fixed point that has not been reached, and the sub-steps know better. */
static bool settle(const cn_World *w, cn_DirectIsland *d) {
    try_multipliers(d);
    for (int first = 0, end; first < d->row_count; first = end) {
        end = end_of_contact(d, first);
        bool rough = friction_of(w, &d->rows[first]) > 0;
        if (rough && !contact_sticks(w, d, first, end)) return false;
        for (int i = first; i < end; i++) {
            cn_DirectRow *r = &d->rows[i];
            if (rough && r->active && !r->sticks) return false;
            r->normal = r->active ? r->normal_trial : 0;
            r->tangent = r->sticks && rough ? r->tangent_trial : 0;
        }
    }
    return true;
}

/* ---- is the answer one? ------------------------------------------------------------------- */

static double energy(const cn_DirectIsland *d, const double *u) {
    double sum = 0;
    for (int i = 0; i < 3 * d->body_count; i++) sum += 0.5 * d->mass[i] * u[i] * u[i];
    return sum;
}

static double total_mass(const cn_DirectIsland *d) {
    double sum = 0;
    for (int i = 0; i < d->body_count; i++) sum += d->mass[3 * i];
    return sum;
}

/* Energy out of nothing, or a point that carries more than twice the whole island, is a fixed
 * point that was not reached; so is what rests and flies. */
static bool trusted(const cn_World *w, const cn_DirectIsland *d) {
    double m = total_mass(d);
    double most = 2 * m * (d->gravity * d->dt + 0.3);
    for (int i = 0; i < d->row_count; i++)
        if (!(fabs(d->rows[i].normal) <= most)) return false;
    for (int i = 0; i < d->body_count; i++) {
        double turn = d->u[3 * i + 2] * (double)w->cold[d->bodies[i]].extent;
        double speed = hypot(d->u[3 * i], d->u[3 * i + 1]);
        if (!(speed <= MOST_SPEED && fabs(turn) <= MOST_SPEED)) return false;
    }
    return energy(d, d->u) <= 1.05 * energy(d, d->free) + 0.0025 * m;
}

static void rebuild(cn_DirectIsland *d) {
    int n = 3 * d->body_count;
    memset(d->u, 0, (size_t)n * sizeof *d->u);
    for (int i = 0; i < d->row_count; i++) {
        const cn_DirectRow *r = &d->rows[i];
        add_impulse(r, r->n, r->normal, d->u);
        add_impulse(r, r->t, r->tangent, d->u);
    }
    for (int i = 0; i < n; i++) d->u[i] = d->free[i] + d->u[i] / d->mass[i];
}

bool cn_direct_velocities(const cn_World *w, cn_DirectIsland *d) {
    guess(w, d);
    for (int round = 0; round < ROUNDS; round++) {
        assemble(d);
        if (!factor(d)) return false;
        load(d);
        substitute(d, d->u);
        if (round + 1 == ROUNDS || !update(w, d)) break;
    }
    if (!settle(w, d)) return false;
    rebuild(d);
    return trusted(w, d);
}

void cn_direct_positions(const cn_World *w, cn_DirectIsland *d) {
    double *x = d->free; /* done with */
    int n = 3 * d->body_count;
    memset(x, 0, (size_t)n * sizeof *x);
    for (int i = 0; i < d->row_count; i++) {
        const cn_DirectRow *r = &d->rows[i];
        double gap = r->gap + d->dt * row_velocity(r, r->n, d->u);
        if (r->active && gap < BAND) add_impulse(r, r->n, -d->stiffness * CORRECTION * gap, x);
    }
    substitute(d, x);
    double most = 0;
    for (int i = 0; i < d->body_count; i++) {
        double turn = x[3 * i + 2] * (double)w->cold[d->bodies[i]].extent;
        most = fmax(most, fmax(hypot(x[3 * i], x[3 * i + 1]), fabs(turn)));
    }
    double scale = most > MOST_MOVE ? MOST_MOVE / most : 1;
    for (int i = 0; i < n; i++) x[i] *= scale;
}
