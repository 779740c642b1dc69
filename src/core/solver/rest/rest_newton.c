/* rest_newton.c: one island of contacts at rest, solved.
 *
 * Newton's method on the merit of rest_rows.c. Its systems are solved by conjugate gradients with
 * the island's factor as the preconditioner: one iteration when the factor is that of the same
 * matrix, a few more for each row that has come or gone since, so that the factor is made anew only
 * where that is cheaper. A system is solved no closer than its step is worth: the next step has
 * another one anyway (Dembo, Eisenstat and Steihaug, "Inexact Newton Methods", 1982). Friction
 * limits follow from the loads found, in some rounds.
 * Multipliers are carried from step to step, so that nothing is left of the springs' softness once
 * the loads are known. Velocities are rebuilt from the multipliers, so that action is reaction.
 * Sources: Nocedal and Wright, "Numerical Optimization", 2006, chapters 5 to 7 and 17; Alart and
 * Curnier, "A Mixed Formulation for Frictional Contact Problems Prone to Newton Like Solution
 * Methods", 1991. */
#include <math.h>
#include <string.h>

#include "base/larger.h"
#include "solver/rest/rest.h"
#include "sparse/cholesky.h"

#define EXACT        1e-7 /* m/s: velocities are not looked for any closer */
#define EXACT_ENOUGH 1e-4 /* m/s: an answer as close is rebuilt from its multipliers */
/* m/s, of the lightest body with the energy that is left to go down: what is further off is no
 * answer */
#define NEAR 0.3
/* m/s: what is further off leaves the multipliers as they were, and has to be NEAR */
#define GOOD       5e-3
#define MOST_SPEED 2  /* m/s, of any surface: what is faster does not rest */
#define ROUNDS     60 /* rounds of Newton's method, in however many steps: more find no answer */
#define SOFT_STEPS 30 /* steps that an island keeps softer springs for */
/* times softer: fewer kinks on the way, and more that is left open */
#define SOFTER 10
/* m/s: what slides faster is for the sub-steps, when it carries more than SLIDERS */
#define SLIDING 0.02
#define SLIDERS 0.4 /* ratio of all loads that sliding contacts may carry */
/* m/s: an island in which anything slides faster is for the sub-steps */
#define FAST_SLIDING 0.3
#define SEARCH       20 /* count of places that are tried on a line */
/* count of multiply-adds of a contact in an iteration, as the budget counts them */
#define ROW_WORK 100
#define NOISE    1e-13 /* ratio to the merit: a smaller rise is rounding */
/* ratio of the gradient that a step of Newton's may leave: the next has another system anyway */
#define CLOSE      0.1
#define ITERATIONS 12 /* count, of conjugate gradients, before the factor is made anew */
/* count of iterations of conjugate gradients: a new factor that costs less is worth having */
#define CHEAP 6
/* count of multiply-adds of a contact that goes into the matrix */
#define ASSEMBLE_WORK 300
#define WELL          0.1 /* ratio to EXACT: a direction that is off by less is exact */
/* ratio to the slope at the beginning of a line: the search ends where it is flatter */
#define FLAT       0.3
#define BLOW       0.3    /* m/s, with which the whole island may strike beyond its weight */
#define GAIN       1.05   /* ratio to the energy of free motion that an answer may have */
#define LEAST_GAIN 0.0025 /* J/kg that it may have in any case */
#define OTHER      2      /* bits of a mark that no matrix has: the factor fits none exactly */
#define SETTLING   0.1    /* ratio to what gravity gives in a step: what is faster moves */
#define SETTLES    0.95 /* ratio to the speed with the loads before: what keeps more of it sways */
/* m: where more is still to be closed loads change again anyway; not of islands in which something
 * can roll, which are given up as too fast */
#define SETTLING_GAP 1e-4
#define SETTLED      0.3 /* ratio to what is at rest: loads that leave less are found */
/* ratio to what gravity gives in a step: what begins at rest and slides faster than springs give in
 * will go on to slide */
#define HOLDS      0.02
#define PASSES     4 /* times that loads are taken over in a step, beside the first */
#define SWAY_STEPS 8 /* steps in which what sways is solved once */

static bool begins_at_rest(const cn_RestSolve *d) { return d->before < cn_rest_slow(d); }

static double settled(const cn_RestSolve *d) { return SETTLED * cn_rest_slow(d); }

static double dot(cn_RestSolve *d, const double *x, const double *y) {
    return cn_rest_dot(d, x, y);
}

/* Largest change of velocity of any surface that a vector of impulses would make. */
static void change_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    const cn_Cholesky *f = &d->rest->factor;
    double most = 0;
    for (int i = f->part_first[part]; i < f->part_first[part + 1]; i++) {
        const double *p = pass->x + 3 * i, *m = d->mass + 3 * i;
        double linear = cn_larger(fabs(p[1]) / m[1], fabs(p[0]) / m[0]);
        most = cn_larger(cn_larger(fabs(p[2]) / m[2] * d->reach[i], linear), most);
    }
    pass->sum[part] = most;
}

static double largest_change(cn_RestSolve *d, const double *impulse) {
    cn_RestPass pass = {.d = d, .x = impulse};
    cn_rest_run(&pass, change_part);
    return cn_rest_most(&pass);
}

static void speed_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    const cn_Cholesky *f = &d->rest->factor;
    const double *u = pass->x;
    double most = 0;
    for (int i = f->part_first[part]; i < f->part_first[part + 1]; i++) {
        double turn = fabs(u[3 * i + 2]) * d->reach[i];
        double speed = sqrt(u[3 * i] * u[3 * i] + u[3 * i + 1] * u[3 * i + 1]);
        most = cn_larger(cn_larger(turn, speed), most);
    }
    pass->sum[part] = most;
}

double cn_rest_largest_speed(cn_RestSolve *d, const double *u) {
    cn_RestPass pass = {.d = d, .x = u};
    cn_rest_run(&pass, speed_part);
    return cn_rest_most(&pass);
}

static void clear_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_Cholesky *f = &pass->d->rest->factor;
    size_t begin = 3 * (size_t)f->part_first[part], end = 3 * (size_t)f->part_first[part + 1];
    memset(pass->out + begin, 0, (end - begin) * sizeof *pass->out);
}

void cn_rest_clear(cn_RestSolve *d, double *out) {
    cn_RestPass pass = {.d = d, .out = out};
    cn_rest_run(&pass, clear_part);
    memset(out + 3 * (size_t)d->body_count, 0, 3 * sizeof *out);
}

/* ---- the factor --------------------------------------------------------------------------- */

/* Multiply-adds of one pass over the factor, forward and back; of one iteration of conjugate
 * gradients. */
static int64_t solve_work(const cn_RestSolve *d) {
    return 2 * (int64_t)cn_cholesky_value_count(&d->rest->factor);
}

static int64_t iteration_work(const cn_RestSolve *d) {
    return solve_work(d) + ROW_WORK * (int64_t)d->contact_count;
}

int64_t cn_rest_factor_work(const cn_RestSolve *d) {
    return d->rest->factor.work + ASSEMBLE_WORK * (int64_t)d->contact_count;
}

void cn_rest_drop_factor(cn_RestIsland *rest) {
    rest->matrix = 0;
    rest->factoring = false;
}

static cn_RestOutcome factor(cn_RestSolve *d) {
    cn_RestIsland *rest = d->rest;
    if (!rest->factoring) {
        rest->matrix = 0;
        rest->stiffness = d->stiffness;
        *d->budget -= ASSEMBLE_WORK * (int64_t)d->contact_count;
        if (!cn_rest_assemble(d)) return CN_REST_FAILED;
        rest->factoring = true;
    }
    cn_CholeskyState state = cn_cholesky_run(&rest->factor, d->factor, d->budget, d->jobs);
    if (state == CN_CHOLESKY_GOING_ON) return CN_REST_LATER;
    rest->factoring = false;
    if (state == CN_CHOLESKY_FAILED) return CN_REST_FAILED;
    return CN_REST_DONE;
}

cn_RestOutcome cn_rest_have_factor(cn_RestSolve *d, uint64_t mark, bool must) {
    cn_RestIsland *rest = d->rest;
    if (mark == rest->matrix && !rest->factoring) return CN_REST_DONE;
    bool cheap = cn_rest_factor_work(d) < CHEAP * iteration_work(d) && *d->budget > 0;
    bool like = rest->stiffness == d->stiffness;
    if (rest->matrix && like && !cheap && !must) return CN_REST_DONE; /* the old factor will do */
    bool went_on = rest->factoring;
    cn_RestOutcome outcome = factor(d);
    if (outcome == CN_REST_DONE) rest->matrix = went_on ? OTHER : mark;
    return outcome;
}

/* out = x * scale, and out = x + y * scale */
static void scale_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_Cholesky *f = &pass->d->rest->factor;
    for (int i = 3 * f->part_first[part]; i < 3 * f->part_first[part + 1]; i++)
        pass->out[i] = pass->x[i] * pass->scale;
}

static void add_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_Cholesky *f = &pass->d->rest->factor;
    for (int i = 3 * f->part_first[part]; i < 3 * f->part_first[part + 1]; i++)
        pass->out[i] = pass->x[i] + pass->y[i] * pass->scale;
}

void cn_rest_scale(cn_RestSolve *d, const double *x, double by, double *out) {
    cn_RestPass pass = {.d = d, .x = x, .scale = by, .out = out};
    cn_rest_run(&pass, scale_part);
}

static void add(cn_RestSolve *d, const double *x, const double *y, double by, double *out) {
    cn_RestPass pass = {.d = d, .x = x, .y = y, .scale = by, .out = out};
    cn_rest_run(&pass, add_part);
}

/* x += scale * p, r -= scale * q; then q = r. */
static void advance_part(void *context, int part) {
    cn_RestPass *pass = context;
    cn_RestSolve *d = pass->d;
    const cn_Cholesky *f = &d->rest->factor;
    double *x = d->d, *r = d->r, *q = d->q, alpha = pass->scale;
    for (int i = 3 * f->part_first[part]; i < 3 * f->part_first[part + 1]; i++) {
        x[i] += alpha * d->p[i];
        r[i] -= alpha * q[i];
        q[i] = r[i];
    }
    change_part(pass, part);
}

/* Conjugate gradients: d = -(matrix)^-1 gradient. False when that is not found soon; d is then a
 * way down all the same. */
static bool find_direction(cn_RestSolve *d) {
    int count = 0;
    double *x = d->d, *r = d->r, *p = d->p, *q = d->q;
    cn_rest_clear(d, x);
    cn_rest_scale(d, d->gradient, -1, r);
    cn_rest_scale(d, r, 1, q);
    cn_cholesky_solve(&d->rest->factor, q, d->factor, d->jobs);
    cn_rest_scale(d, q, 1, p);
    double rz = dot(d, r, q), first = rz;
    while (rz > 0 && count < ITERATIONS && (count == 0 || *d->budget > 0)) {
        count++;
        *d->budget -= iteration_work(d);
        cn_rest_multiply(d, p, q);
        double curvature = dot(d, p, q);
        if (!(curvature > 0)) return true;
        cn_RestPass pass = {.d = d, .x = r, .scale = rz / curvature};
        cn_rest_run(&pass, advance_part);
        if (cn_rest_most(&pass) < WELL * EXACT) return true;
        cn_cholesky_solve(&d->rest->factor, q, d->factor, d->jobs);
        double next = dot(d, r, q);
        if (next < CLOSE * CLOSE * first) return true;
        add(d, q, p, next / rz, p);
        rz = next;
    }
    return !(rz > 0);
}

/* d = -(matrix)^-1 gradient, with the factor of this very matrix. */
static void solve_at_once(cn_RestSolve *d) {
    cn_rest_scale(d, d->gradient, -1, d->d);
    *d->budget -= solve_work(d);
    cn_cholesky_solve(&d->rest->factor, d->d, d->factor, d->jobs);
}

static cn_RestOutcome go_down(cn_RestSolve *d) {
    uint64_t mark = cn_rest_matrix_mark(d);
    cn_RestOutcome outcome = cn_rest_have_factor(d, mark, false);
    if (outcome != CN_REST_DONE) return outcome;
    if (mark != d->rest->matrix) {
        if (!d->changes) {
            bool found = find_direction(d);
            if (found || *d->budget <= 0) return CN_REST_DONE; /* on with what was found */
        }
        d->changes = true;
        outcome = cn_rest_have_factor(d, mark, true);
    }
    if (outcome != CN_REST_DONE) return outcome;
    if (mark == d->rest->matrix)
        solve_at_once(d);
    else
        find_direction(d);
    return CN_REST_DONE;
}

/* ---- Newton's method ---------------------------------------------------------------------- */

static double step_to(cn_RestSolve *d, const double *from, double alpha) {
    *d->budget -= ROW_WORK * d->contact_count;
    add(d, from, d->d, alpha, d->u);
    return cn_rest_evaluate(d, d->u, d->gradient);
}

/* The merit is convex, and along a line made of parabolas: where its slope is zero lies between
 * two places where it has either sign. Regula falsi and bisection in turn, which ends where nothing
 * changes its pattern between the two. It ends beyond what stops it, so that the next direction
 * knows of that. */
static double search(cn_RestSolve *d, double merit, double slope) {
    double *from = d->p, low = 0, high = 1, slope_low = slope, steep = -FLAT * slope;
    cn_rest_scale(d, d->u, 1, from);
    double now = step_to(d, from, 1), slope_high = dot(d, d->gradient, d->d);
    d->cut = slope_high > steep;
    if (!d->cut) return now > merit * (1 + NOISE) ? step_to(d, from, 0) : now;
    cn_rest_look_ahead(d);
    *d->budget -= ROW_WORK * d->contact_count;
    cn_rest_line_begin(d, from, d->d);
    for (int i = 0; i < SEARCH && slope_high > steep; i++) {
        double part = i % 3 == 2 ? 0.5 : slope_low / (slope_low - slope_high);
        double alpha = low + (high - low) * part, s = cn_rest_line_slope(d, alpha);
        cn_rest_line_narrow(d, alpha, s >= 0);
        if (s < 0)
            low = alpha, slope_low = s;
        else
            high = alpha, slope_high = s;
    }
    now = step_to(d, from, high);
    if (now > merit * (1 + NOISE)) now = step_to(d, from, low);
    cn_rest_take_ahead(d);
    return now;
}

/* From rest, from the velocities of the step before, or from where the method had to stop in it.
 * Not always from these, also where all moves: columns that sway would go on until they fall. What
 * is likely to be best is asked last, and then need not be asked again. */
static double choose_start(cn_RestSolve *d) {
    const cn_RestIsland *rest = d->rest;
    const double *start[3] = {d->u, d->q}, *best = NULL;
    int count = 2, first = 0;
    double least = INFINITY;
    *d->budget -= 2 * ROW_WORK * (int64_t)d->contact_count;
    cn_rest_clear(d, d->q);
    if (rest->speed > settled(d)) start[0] = d->q, start[1] = d->u;
    if (rest->rounds > 0) { /* which has no body that does not move behind its own */
        memcpy(d->p, rest->going, 3 * (size_t)d->body_count * sizeof *d->p);
        start[count++] = d->p;
    }
    if (memcmp(d->u, d->q, 3 * (size_t)d->body_count * sizeof *d->u) == 0) first = 1; /* as good */
    for (int i = first; i < count; i++) {
        bool last = i == count - 1;
        double merit =
            last ? cn_rest_evaluate(d, start[i], d->gradient) : cn_rest_merit(d, start[i]);
        if (merit <= least) best = start[i], least = merit;
    }
    if (best && best != d->u) memcpy(d->u, best, 3 * (size_t)d->body_count * sizeof *d->u);
    return best == start[count - 1] ? least : cn_rest_evaluate(d, d->u, d->gradient);
}

/* Newton's method goes on from here in the next step. */
static cn_RestOutcome go_on_later(cn_RestSolve *d) {
    cn_RestIsland *rest = d->rest;
    if (!cn_rest_reserve_going(rest)) return CN_REST_FAILED;
    memcpy(rest->going, d->u, 3 * (size_t)d->body_count * sizeof *d->u);
    int rounds = rest->rounds + d->rounds + 1;
    rest->rounds = (uint8_t)(rounds < UINT8_MAX ? rounds : UINT8_MAX);
    return rounds > ROUNDS ? CN_REST_FAILED : CN_REST_LATER;
}

/* Close to the end the merit, a sum of large numbers, says nothing any more; its gradient does. */
cn_RestOutcome cn_rest_descend(cn_RestSolve *d, double merit, double *left_off) {
    double off = largest_change(d, d->gradient);
    d->closed = true;
    d->changes = false;
    for (; off > EXACT; d->rounds++) {
        d->closed = *d->budget > 0;
        if (!d->closed) break;
        cn_RestOutcome outcome = go_down(d);
        d->closed = outcome != CN_REST_LATER;
        if (!d->closed) break;
        if (outcome != CN_REST_DONE) return outcome;
        double slope = dot(d, d->gradient, d->d);
        d->left = -slope;
        if (!(slope < 0)) break;
        double before = merit, off_before = off;
        merit = search(d, merit, slope);
        off = largest_change(d, d->gradient);
        if (!(merit < before) && !(off < 0.5 * off_before)) break; /* as near as numbers are */
    }
    *left_off = off;
    return CN_REST_DONE;
}

static cn_RestOutcome minimise(cn_RestSolve *d, double merit) {
    double off;
    cn_RestOutcome outcome = cn_rest_descend(d, merit, &off);
    if (outcome != CN_REST_DONE) return outcome;
    if (d->cut) cn_rest_evaluate(d, d->u, d->gradient);
    d->balanced = off < GOOD;
    if (off >= GOOD && sqrt(2 * d->left / d->lightest) > NEAR)
        return d->closed ? CN_REST_FAILED : go_on_later(d);
    d->rest->rounds = 0;
    return CN_REST_DONE;
}

/* Stiff springs make many kinks close to each other, and a step of Newton's ends at one of them.
 * A jumble that takes more than a step may cost is solved with softer springs, which leave more to
 * the next time step: for as long as it moves that is no matter. */
static cn_RestOutcome minimise_softly(cn_RestSolve *d) {
    if (d->rest->soft_steps > 0) {
        d->rest->soft_steps--;
        d->stiffness /= SOFTER;
    }
    cn_RestOutcome outcome = minimise(d, choose_start(d));
    if (!d->closed) d->rest->soft_steps = SOFT_STEPS;
    return outcome;
}

static void multipliers_part(void *context, int part) {
    const cn_RestSolve *d = ((cn_RestPass *)context)->d;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        cn_RestContact *k = &d->contacts[i];
        k->normal[0] = k->force[0];
        k->normal[1] = k->force[1];
        k->tangent = k->pull;
    }
}

static void take_multipliers(cn_RestSolve *d) {
    cn_RestPass pass = {.d = d};
    cn_rest_run(&pass, multipliers_part);
    if (d->welded) cn_rest_weld_take(d);
}

/* Velocities that the multipliers would give. */
static void rebuild_part(void *context, int part) {
    const cn_RestSolve *d = ((cn_RestPass *)context)->d;
    const cn_Cholesky *f = &d->rest->factor;
    for (int i = 3 * f->part_first[part]; i < 3 * f->part_first[part + 1]; i++)
        d->u[i] -= d->gradient[i] / d->mass[i];
}

static void rebuild(cn_RestSolve *d) {
    cn_RestPass pass = {.d = d};
    cn_rest_run(&pass, rebuild_part);
}

/* ---- can the answer be trusted? ----------------------------------------------------------- */

static void energy_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    const cn_Cholesky *f = &d->rest->factor;
    double sum = 0, free = 0;
    for (int i = 3 * f->part_first[part]; i < 3 * f->part_first[part + 1]; i++) {
        sum += 0.5 * d->mass[i] * d->u[i] * d->u[i];
        free += 0.5 * d->mass[i] * d->free[i] * d->free[i];
    }
    pass->sum[part] = sum;
    pass->more[part] = free;
    pass->found[part] = false;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++)
        for (int j = 0; j < 2; j++) pass->found[part] |= !(d->contacts[i].normal[j] <= pass->scale);
}

/* Energy out of nothing, or a point that carries more than twice the whole island, is no answer;
 * nor is what rests and flies. */
static bool trusted(cn_RestSolve *d) {
    double m = d->total, free = 0;
    cn_RestPass pass = {.d = d, .scale = 2 * m * (d->gravity * d->dt + BLOW)};
    cn_rest_run(&pass, energy_part);
    if (cn_rest_found(&pass)) return false;
    double energy = cn_rest_sum(&pass);
    for (int i = 0; i < d->rest->factor.part_count; i++) free += pass.more[i];
    if (!(energy <= GAIN * free + LEAST_GAIN * m)) return false;
    d->speed = cn_rest_largest_speed(d, d->u);
    return d->speed <= MOST_SPEED;
}

/* Takes the loads of an answer over; answers whether that is exact. */
static bool take_loads(cn_RestSolve *d) {
    double change = largest_change(d, d->gradient);
    if (change < GOOD) take_multipliers(d); /* else those of the step before stay */
    if (change < EXACT_ENOUGH) rebuild(d);
    return change < EXACT_ENOUGH;
}

/* Springs give in by as much as loads have changed, and what has just come down would sway on them.
 * With the new loads the answer is nearer to that of rigid contacts: where all is about to rest it
 * is several times slower each time. Not where something slides, which the cone would hold back. */
static cn_RestOutcome settle(cn_RestSolve *d, bool slides) {
    cn_RestIsland *rest = d->rest;
    double most = SETTLING * d->gravity * d->dt, before = INFINITY;
    int rounds = d->rounds;
    if (begins_at_rest(d)) most = INFINITY;
    if (rest->sways > 0) rest->sways--;
    for (int pass = 0;; pass++) {
        bool exact = take_loads(d);
        double speed = cn_rest_largest_speed(d, d->u);
        if (speed > SETTLES * before) rest->sways = SWAY_STEPS;
        bool settles = exact && d->closed && rest->sways == 0 && rest->soft_steps == 0 && !slides &&
                       (rest->gap < SETTLING_GAP || d->round);
        if (!settles || speed > most || speed < settled(d) || pass == PASSES) break;
        before = speed;
        *d->budget -= ROW_WORK * (int64_t)d->contact_count;
        cn_RestOutcome outcome = minimise(d, cn_rest_evaluate(d, d->u, d->gradient));
        if (outcome != CN_REST_DONE) return outcome;
    }
    d->rounds = rounds;
    return CN_REST_DONE;
}

cn_RestOutcome cn_rest_velocities(cn_RestSolve *d) {
    cn_RestOutcome outcome = minimise_softly(d);
    if (outcome != CN_REST_DONE) return outcome;
    double fastest;
    if (cn_rest_sliding(d, d->u, SLIDING, &fastest) > SLIDERS) return CN_REST_FAILED;
    if (fastest > FAST_SLIDING) return CN_REST_FAILED;
    double holds = begins_at_rest(d) ? HOLDS * d->gravity * d->dt : settled(d);
    outcome = settle(d, fastest > holds);
    if (outcome != CN_REST_DONE) return outcome;
    return trusted(d) ? CN_REST_DONE : CN_REST_FAILED;
}
