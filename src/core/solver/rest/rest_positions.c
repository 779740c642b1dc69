/* rest_positions.c: how far the bodies of an island move to take overlap out, and gaps.
 *
 * What is nearly in place, or can be put there, is put in place: each contact under load pulls as
 * well as it pushes, so that what bears touches, and friction holds it as it does in the answer.
 * With such contacts a jam has hardly a way to open: each that opened would hold its neighbours
 * back, and each that came to touch would stop all of them. So what overlaps there is put apart as
 * by contacts that only push, without friction: by the least way after which nothing overlaps, a
 * projection, which the same Newton's method finds as velocities. Each body counts as much: by
 * masses the least way would be to squeeze what is light out sideways from under what is heavy.
 * Source of the projection: Jean, "The Non-Smooth Contact Dynamics Method", Computer Methods in
 * Applied Mechanics and Engineering 177, 1999, with friction left out. */
#include <math.h>
#include <string.h>

#include "base/larger.h"
#include "solver/rest/rest.h"
#include "sparse/cholesky.h"

#define CORRECTION 0.95  /* ratio of a gap or an overlap that each step takes */
#define MOST_MOVE  0.012 /* m, by correction in one step */
/* m for one body, shared out by all of an island: by the first correction, since more bodies may
 * shift in more ways that it does not foresee; doubled in each step in which an answer is found */
#define FIRST_MOVE 0.05
#define OPEN_EASE  4  /* doublings that are kept in a step without an answer */
#define MOST_EASE  11 /* doublings: then MOST_MOVE is reached by all that may be solved at all */
/* ratio of the energy that lifting all overlaps out takes: what lies is lifted on for LIFT_STEPS
 * each time that it has come down to so much; longer would heave jumbles, in which it hardly does
 */
#define LESS_LIFT  0.8
#define LIFT_STEPS 12
/* m, by which the whole island would be lifted with that energy: where it is less, what lies is
 * lifted for SMALL_LIFT_STEPS, too */
#define SMALL_LIFT       0.0006
#define SMALL_LIFT_STEPS 30
#define NO_MOVE          2e-7 /* m: a smaller correction is not made */
/* m: what overlaps by more, and is jammed, is put apart by contacts that only push; of what is
 * small as much less as it is smaller */
#define APART 0.0005
/* ratio of the squares of gaps that are left where an island would be put in place: with more it is
 * jammed */
#define JAMMED 0.25
/* count of multiply-adds that putting apart may take in any case: about two rounds of Newton's
 * method for a hundred bodies. Velocities may have left nothing, and half a round is none. It
 * is no effort that an island is given up for: it ends as soon as nothing overlaps */
#define APART_BUDGET 100000

/* Energy that it takes to lift all overlaps out. */
static void lift_part(void *context, int part) {
    cn_RestPass *pass = context;
    const cn_RestSolve *d = pass->d;
    double sum = 0;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++) {
        const cn_RestContact *k = &d->contacts[i];
        for (int j = 0; j < k->count; j++) sum += k->force[j] * cn_larger(0, -k->gap[j]);
    }
    pass->sum[part] = sum;
}

static double lift(cn_RestSolve *d) {
    cn_RestPass pass = {.d = d};
    cn_rest_run(&pass, lift_part);
    return cn_rest_sum(&pass) / d->dt;
}

/* Whether overlap may go out. What is lying is not lifted any more, or a jumble would heave for
 * long; but where little is left it goes out, and what was being lifted goes on while that gets on.
 */
static bool may_lift(cn_RestSolve *d) {
    cn_RestIsland *rest = d->rest;
    double now = lift(d);
    bool first = rest->lift == 0, small = now <= SMALL_LIFT * d->gravity * d->total;
    bool less = now < LESS_LIFT * rest->lift || (first && small);
    if (first || less) rest->lift = now;
    if (less)
        rest->lifting = small ? SMALL_LIFT_STEPS : LIFT_STEPS;
    else if (rest->lifting > 0)
        rest->lifting--;
    rest->lies = d->lies && rest->lifting == 0;
    return !rest->lies;
}

/* Doublings of the way that overlap may go out by. Where no answer was found nothing was learnt of
 * a small way, and a large one may have been why. */
static int next_ease(const cn_RestSolve *d, bool lift) {
    int ease = d->rest->ease;
    if (lift) return ease + (ease < MOST_EASE);
    if (d->closed) return ease / 2;
    return ease < OPEN_EASE ? ease : OPEN_EASE;
}

/* All bodies weigh the same, and turn as boxes do; but for the ways that they must not go, or
 * hardly can, on which each weighs more than all of them together. */
static void weigh_part(void *context, int part) {
    const cn_RestPass *pass = context;
    cn_RestSolve *d = pass->d;
    const cn_Cholesky *f = &d->rest->factor;
    for (int i = f->part_first[part]; i < f->part_first[part + 1]; i++) {
        double *mass = d->mass + 3 * i, square = d->reach[i] * d->reach[i];
        if (mass[0] <= d->total) mass[0] = pass->scale;
        if (mass[1] <= d->total) mass[1] = pass->scale;
        if (mass[2] <= d->total * square) mass[2] = pass->scale * square / 3;
    }
}

static void weigh_alike(cn_RestSolve *d) {
    cn_RestPass pass = {.d = d, .scale = d->total / d->body_count};
    cn_rest_run(&pass, weigh_part);
}

static int64_t apart_budget(const cn_RestSolve *d) {
    return *d->budget > APART_BUDGET ? *d->budget : APART_BUDGET;
}

/* Jammed, and the step can afford a factor: one with friction is no help to find the way. */
static bool is_to_part(const cn_RestSolve *d, double left) {
    return d->overlap > APART * d->size && left > JAMMED &&
           cn_rest_factor_work(d) <= apart_budget(d);
}

/* By contacts that only push, into d. The answer is not touched; of contacts only gaps remain.
 * False: there is more to come than this step has found. */
static bool put_apart(cn_RestSolve *d) {
    double *answer = d->u, *way = d->way, off;
    *d->budget = apart_budget(d);
    cn_rest_only_push(d, CORRECTION);
    weigh_alike(d);
    cn_rest_clear(d, d->free);
    cn_rest_clear(d, way);
    d->u = way;
    cn_rest_drop_factor(d->rest);
    cn_RestOutcome outcome = cn_rest_descend(d, cn_rest_evaluate(d, way, d->gradient), &off);
    cn_rest_drop_factor(d->rest);
    d->u = answer;
    d->way = d->d;
    d->d = way;
    bool all = outcome == CN_REST_DONE && d->closed;
    d->moved = all ? 0 : d->overlap;
    return all;
}

/* Each contact that bears closes, too, as far as that opens no others: the part of the way in d. */
static double put_in_place(cn_RestSolve *d, double *left) {
    double *x = d->d;
    *left = 0;
    if (cn_rest_have_factor(d, cn_rest_matrix_mark(d), false) != CN_REST_DONE) {
        d->moved = d->gap; /* without a factor what is open stays open */
        return 0;
    }
    cn_rest_pull_gaps(d, d->rest->stiffness * CORRECTION, x);
    cn_cholesky_solve(&d->rest->factor, x, d->factor, d->jobs);
    memset(x + 3 * (size_t)d->body_count, 0, 3 * sizeof *x); /* pulled, too, by what it touches */
    return !d->welded && !d->driven ? cn_rest_best_part(d, CORRECTION, x, left) : 1;
}

/* By the way in d, or a part of it. */
static void move(cn_RestSolve *d, double part, double most) {
    double moved = cn_rest_largest_speed(d, d->d);
    double by = moved > most ? most / moved : moved < NO_MOVE ? 0 : 1;
    by = fmin(by, part);
    cn_rest_scale(d, d->d, by, d->d);
    d->moved = cn_larger(moved * by, d->moved);
}

/* Where something overlaps by more than it is thick the other side is as near, and what the island
 * should look like is not known: it stays as it is, unless it is small, and has fallen that deep.
 */
void cn_rest_positions(cn_RestSolve *d) {
    double left;
    bool unclear, lift = d->closed && may_lift(d);
    if (lift) cn_rest_press_overlaps(d);
    d->gap = cn_rest_largest_gap(d, &unclear);
    cn_rest_clear(d, d->d);
    d->moved = 0;
    d->rest->ease = (uint8_t)next_ease(d, lift);
    if (d->gap < NO_MOVE || (unclear && d->size == 1) || !lift) return;
    double gently = fmin(MOST_MOVE, ldexp(FIRST_MOVE / d->body_count, d->rest->ease));
    double part = put_in_place(d, &left);
    if (is_to_part(d, left)) {
        double most = put_apart(d) ? MOST_MOVE : gently; /* half of a way may lead anywhere */
        /* no further than there are rows, of what is thin */
        move(d, 1, fmin(most, fmax((double)CN_REST_REACH, d->thinnest)));
    } else if (part > 0) {
        move(d, part, gently);
    }
}
