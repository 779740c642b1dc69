/* rest_effort.c: how much work an island may cost, and when it is looked at again.
 *
 * Counted in multiply-adds for each body of the island, never in time, and from nothing but the
 * island itself: neither other islands nor threads change what becomes of it. An island that goes
 * through the sub-steps while it is being solved, or is solved for more than they would have cost,
 * runs up a debt. That is forgiven when it comes to rest, or gets half as fast as it ever was.
 * What rests saves the sub-steps; what has been saved may be spent at once when something ends
 * that, so that nothing sags meanwhile. Bodies begin with as much: making them, their pairs and
 * their first manifolds costs about that. What moves has nothing saved. Where the debt gets too
 * large the island is left to the sub-steps until a share of what they cost would have paid for it,
 * and longer each time. */
#include <math.h>

#include "activity/activity.h"
#include "data/world.h"
#include "solver/rest/rest.h"
#include "sparse/cholesky.h"

/* count of multiply-adds for each body, about what it costs in the sub-steps of one step */
#define SUBSTEPS_WORK 1200
/* steps' worth of sub-steps that one step may spend on an island beside them: bounds the slowest
 * step */
#define AT_ONCE 2
/* count of multiply-adds that a step may spend on an island in any case: few bodies are solved in
 * one step, before they have moved on */
#define LEAST_AT_ONCE 60000
/* count of multiply-adds that resting saves at most: bounds the slowest step */
#define MOST_SAVED 300000
/* steps of so much work after which few bodies are given up */
#define MOST_TRIES 12
/* share of what the sub-steps cost that the rest solver may add in the mean, as a divisor */
#define SHARE 4
/* steps' worth of sub-steps that an island may owe before it is given up */
#define PATIENCE 24
/* count of multiply-adds for each body that one unit of cn_BodyCold.effort stands for */
#define UNIT        100
#define MOST_EFFORT 4095 /* of these units */
/* steps until an island that moves is looked at again; doubled when it still moves */
#define WAIT      8
#define MOST_WAIT 32 /* steps, the longest of these waits */
/* count of failures in a row, each of which doubles the wait, that are remembered */
#define MOST_FAILURES 7

void cn_rest_refuse(cn_World *w, const int *bodies, int count, uint64_t until) {
    for (int i = 0; i < count; i++) w->cold[bodies[i]].cool_until = (uint32_t)until;
}

void cn_rest_look_later(cn_World *w, const int *bodies, int count) {
    int misses = 0;
    for (int i = 0; i < count; i++) {
        cn_BodyCold *cold = &w->cold[bodies[i]];
        misses = cold->misses > misses ? cold->misses : misses;
        if (cold->misses < 7) cold->misses++;
        cold->spent = CN_REST_SAVED;
    }
    int wait = misses < 2 ? WAIT << misses : MOST_WAIT;
    cn_rest_refuse(w, bodies, count, w->steps + (uint64_t)wait);
}

int64_t cn_rest_budget(cn_World *w, const int *bodies, int count, int64_t *saved) {
    int spent = 0;
    for (int i = 0; i < count; i++) {
        cn_BodyCold *cold = &w->cold[bodies[i]];
        spent = cold->spent > spent ? cold->spent : spent;
        cold->spent = CN_REST_SAVED;
    }
    *saved = (int64_t)SUBSTEPS_WORK * (CN_REST_SAVED - spent) * count;
    if (spent > 0 && *saved > MOST_SAVED) *saved = MOST_SAVED;
    int64_t now = (int64_t)SUBSTEPS_WORK * AT_ONCE * count;
    return *saved + (now > LEAST_AT_ONCE ? now : LEAST_AT_ONCE);
}

static void give_up(cn_World *w, const int *bodies, int count, int effort) {
    int failures = 0;
    for (int i = 0; i < count; i++) {
        cn_BodyCold *cold = &w->cold[bodies[i]];
        failures = cold->failures > failures ? cold->failures : failures;
    }
    int64_t wait = (int64_t)effort * UNIT * SHARE / SUBSTEPS_WORK;
    wait = (wait > WAIT ? wait : WAIT) << failures;
    int more = failures < MOST_FAILURES ? failures + 1 : MOST_FAILURES;
    for (int i = 0; i < count; i++) {
        w->cold[bodies[i]].effort = 0;
        w->cold[bodies[i]].failures = (unsigned)more & MOST_FAILURES;
    }
    cn_rest_refuse(w, bodies, count,
                   w->steps + (uint64_t)(wait < CN_REST_TIRED ? wait : CN_REST_TIRED));
}

void cn_rest_give_up(cn_World *w, const int *bodies, int count) {
    give_up(w, bodies, count, PATIENCE * SUBSTEPS_WORK / UNIT);
}

typedef struct Effort {
    cn_World *w;
    const cn_RestSolve *d;
    int more;
    bool anew;
    int most[CN_CHOLESKY_PARTS];
} Effort;

static void count_effort_of(void *context, int part) {
    Effort *e = context;
    const cn_Cholesky *f = &e->d->rest->factor;
    int most = 0;
    for (int i = f->part_first[part]; i < f->part_first[part + 1]; i++) {
        cn_BodyCold *cold = &e->w->cold[e->d->bodies[i]];
        int64_t spent = (e->anew ? 0 : cold->effort) + (int64_t)e->more;
        cold->effort = (unsigned)(spent < MOST_EFFORT ? spent : MOST_EFFORT) & MOST_EFFORT;
        most = cold->effort > most ? cold->effort : most;
    }
    e->most[part] = most;
}

bool cn_rest_count_effort(cn_World *w, const cn_RestSolve *d, cn_RestOutcome outcome,
                          int64_t work) {
    cn_RestIsland *rest = d->rest;
    bool done = outcome == CN_REST_DONE, better = done && d->speed < 0.5 * rest->least;
    int64_t each = work / d->body_count - (done ? SUBSTEPS_WORK : 0);
    int effort = 0;
    Effort e = {.w = w, .d = d, .more = each > 0 ? (int)(each / UNIT) : 0};
    e.anew = better && rest->least < INFINITY;
    cn_cholesky_parts(rest->factor.part_count, CN_CHOLESKY_AT_ONCE, count_effort_of, &e, d->jobs);
    for (int i = 0; i < rest->factor.part_count; i++)
        effort = e.most[i] > effort ? e.most[i] : effort;
    if (better) {
        rest->least = d->speed;
        rest->sways = false;
    }
    int64_t patience = (int64_t)PATIENCE * SUBSTEPS_WORK * d->body_count;
    if (patience < MOST_TRIES * LEAST_AT_ONCE) patience = MOST_TRIES * LEAST_AT_ONCE;
    if (outcome != CN_REST_FAILED && (int64_t)effort * UNIT * d->body_count <= patience)
        return true;
    give_up(w, d->bodies, d->body_count, effort);
    return false;
}
