/* rest_take.c: what becomes of an island's answer: how its bodies go in this step, and whether it
 * rests from now on; and what they do while an answer is looked for. */
#include <math.h>
#include <string.h>

#include "base/rotation.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "effects/external_force.h"
#include "solver/rest/rest.h"
#include "sparse/cholesky.h"
#include "world/body_state.h"
#include "world/motion_step.h"

#define NO_WAY 5e-6 /* m, by the correction of gaps in a step */
/* m/s: below this for CREEP_TIME, with no gap above CREEP_GAP, an island is at rest, too */
#define CREEP      1e-4
#define CREEP_GAP  5e-5 /* m: a larger gap is still to be closed */
#define CREEP_WAY  1e-4 /* m, by the correction of gaps in a step */
#define CREEP_TIME 20   /* steps: so long, since what creeps still moves */
/* rounds of Newton's method, at least one a step: while these go on an island coasts */
#define COAST_ROUNDS 24
/* 1/s, ratio of speed to reach: what is faster would come into others meanwhile */
#define COAST_SPEED 0.5
#define COAST_KEEPS 0.5 /* ratio of its speed in each step: columns that sway would go on to */

/* What is left is rounding. */
static void hold_locks(cn_World *w, int body) {
    cn_Motion *m = &w->motion[body];
    uint32_t locks = w->body_flags[body];
    if (locks & CN_BODY_LOCK_X) m->vx = m->dx = 0;
    if (locks & CN_BODY_LOCK_Y) m->vy = m->dy = 0;
    if (!(locks & CN_BODY_LOCK_ROTATION)) return;
    m->w = 0;
    m->dq = (cn_Rot){1, 0};
}

static void take_body(cn_World *w, const cn_RestSolve *d, int i) {
    int body = d->bodies[i];
    bool resting = d->rest->resting;
    cn_Motion *m = &w->motion[body];
    const double *u = d->u + 3 * i, *x = d->d + 3 * i;
    cn_BodyDrive drive = cn_solver_drive(w, body, (float)d->dt / (float)w->def.substeps);
    if (d->frame.moves) {
        cn_rest_carry(d, cn_pose_center(&w->pose[body]), u, x, m);
    } else {
        m->vx = resting ? 0 : (float)u[0];
        m->vy = resting ? 0 : (float)u[1];
        m->w = resting ? 0 : (float)u[2];
        m->dx = resting ? 0 : (float)(d->dt * (double)m->vx + x[0]);
        m->dy = resting ? 0 : (float)(d->dt * (double)m->vy + x[1]);
        m->dq = resting ? (cn_Rot){1, 0} : cn_small_rotation((float)(d->dt * (double)m->w + x[2]));
    }
    if (w->body_flags[body] & CN_REST_LOCKS) hold_locks(w, body);
    /* held by its contacts: in the sub-steps its weight and they would cancel */
    cn_body_set_sync(w, body, (cn_Vec){-drive.share * drive.dvx, -drive.share * drive.dvy},
                     -drive.spin_share * drive.dw);
    w->body_flags[body] &= ~(uint32_t)CN_BODY_FRESH;
    w->body_flags[body] |= CN_BODY_REST_SOLVED | (resting ? CN_BODY_RESTING : 0u);
    if (resting) w->cold[body].effort = w->cold[body].failures = 0;
}

typedef struct Taking {
    cn_World *w;
    const cn_RestSolve *d;
} Taking;

static void write_part(void *context, int part) {
    const Taking *t = context;
    const cn_RestSolve *d = t->d;
    for (int i = d->part_contact[part]; i < d->part_contact[part + 1]; i++)
        cn_rest_write(t->w, &d->contacts[i]);
}

static void take_part(void *context, int part) {
    const Taking *t = context;
    const cn_Cholesky *f = &t->d->rest->factor;
    for (int i = f->part_first[part]; i < f->part_first[part + 1]; i++) take_body(t->w, t->d, i);
}

/* What is not calm by itself must be asked anew in each step. */
static bool may_rest(const cn_World *w, const cn_RestSolve *d) {
    bool held = false;
    if (d->frame.moves || d->driven) return false;
    for (int i = 0; i < d->contact_count; i++) {
        const cn_RestContact *k = &d->contacts[i];
        if (w->contact[k->contact].flags & CN_CONTACT_PRE_SOLVE) return false;
        held |= k->a == d->body_count || k->b == d->body_count;
    }
    for (int i = 0; i < d->body_count; i++)
        if (!cn_external_force_steady(w, d->bodies[i])) return false;
    return held;
}

/* It rests, and only its frame moves: that is no work in vain. */
static void spare(cn_World *w, const cn_RestSolve *d) {
    for (int i = 0; i < d->body_count; i++)
        w->cold[d->bodies[i]].effort = w->cold[d->bodies[i]].failures = 0;
}

/* Writes nothing but what belongs to its bodies and contacts: others are solved at the same time.
 */
static void run_parts(cn_World *w, cn_RestSolve *d, cn_CholeskyFn fn) {
    Taking taking = {w, d};
    cn_cholesky_parts(d->rest->factor.part_count, CN_CHOLESKY_AT_ONCE, fn, &taking, d->jobs);
}

static void write_loads(cn_World *w, cn_RestSolve *d) {
    run_parts(w, d, write_part);
    if (d->welded) cn_rest_write_welds(w, d);
}

void cn_rest_take(cn_World *w, cn_RestSolve *d) {
    cn_RestIsland *rest = d->rest;
    write_loads(w, d); /* while contacts have them */
    cn_rest_positions(d);
    bool slow = d->balanced && fmax(d->speed, d->before) < cn_rest_slow(d);
    rest->calm = slow && d->moved < NO_WAY ? rest->calm + 1 : 0;
    bool straight = d->gap < CREEP_GAP || rest->lies;
    rest->creep =
        d->balanced && d->speed < CREEP && d->moved < CREEP_WAY && straight ? rest->creep + 1 : 0;
    bool calm = rest->calm > 0 || rest->creep >= CREEP_TIME;
    rest->resting = calm && may_rest(w, d);
    rest->stale = false;
    rest->gap = d->gap;
    rest->dt = d->dt;
    rest->gx = w->def.gravity_x;
    rest->gy = w->def.gravity_y;
    run_parts(w, d, take_part);
    if (calm && (d->frame.moves || d->driven)) spare(w, d);
}

/* A force of this step would be lost. */
static bool may_coast(const cn_World *w, const cn_RestSolve *d) {
    if (!d->rest->answered || d->driven || d->rest->rounds > COAST_ROUNDS) return false;
    if (d->before > COAST_SPEED * d->smallest) return false;
    for (int i = 0; i < d->body_count; i++)
        if (cn_rest_pushed(w, d->bodies[i])) return false;
    return true;
}

/* In the sub-steps it would sag, or what is jammed would spring apart, and neither is what it does.
 */
void cn_rest_coast(cn_World *w, cn_RestSolve *d) {
    if (!may_coast(w, d)) return;
    cn_rest_read_bodies(w, d);
    for (int i = 0; i < 3 * d->body_count; i++) d->u[i] *= COAST_KEEPS;
    memset(d->d, 0, 3 * (size_t)d->body_count * sizeof *d->d);
    write_loads(w, d);
    run_parts(w, d, take_part);
}
