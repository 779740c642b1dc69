/* gear_solve.c: gears, pulleys and ratchets in a step.
 *
 * Each is one row over its bodies, solved after joints and contacts and before articulations.
 * Joints between those bodies, and between them and what cannot move, are held meanwhile: the row
 * is the one that leaves them alone (block elimination, in the metric of the masses), so that its
 * mass is exact whatever the bodies hang on, and articulations find nothing to take back. As in an
 * articulation (SHAKE: Ryckaert, Ciccotti and Berendsen 1977) impulses act along the directions of
 * the beginning of a sub-step, by as much as closes the row at its end. Those that share a body
 * that moves are a component, solved as one system (gear_skyline.c); where some only pull, and
 * where that would be too large, swept in the order of ids until all are closed. Components share
 * nothing, so that threads may take one each. Numbers are doubles from an origin near the bodies.
 */
#include "solver/exact/gear_solve.h"

#include <math.h>
#include <string.h>

#include "base/union_find.h"
#include "data/joint_access.h"
#include "data/world.h"
#include "objects/gear.h"
#include "solver/exact/exact.h"
#include "solver/exact/exact_solve.h"
#include "solver/exact/gear_system.h"
#include "wide/motion.h"
#include "world/joint_impulses.h"
#include "world/joint_state.h"

#define MORE        2  /* times what it asked for before: a row that asks for more does not close */
#define SWEEPS      4  /* rounds over a component, and two more for each coupling but the first */
#define MOST_SWEEPS 40 /* rounds over a component, however large */
#define PASSES      3  /* rounds of all couplings of a component at once */
/* count of components, a job of a thread: fewer balance better, more cost less */
#define EACH 8

/* ---- which act ---------------------------------------------------------------------------- */

/* In the step that it begins to act in, it catches. */
static bool acts(cn_World *w, const cn_Gear *c) {
    cn_Joint *j = &w->joint[c->joint];
    if (!cn_joint_acts(w, j)) {
        j->flags &= ~(uint32_t)CN_JOINT_MESHED;
        return false;
    }
    if (!(j->flags & CN_JOINT_MESHED)) {
        cn_gear_mesh(w, j);
        j->hold_impulse = 0;
    }
    return cn_couple_yields(w, j->body_a) || cn_couple_yields(w, j->body_b);
}

/* How many rows there may be: motors of both joints of a gear besides, where they have such. */
static int most_rows(const cn_World *w) {
    int n = w->coupling_count;
    for (int i = 0; i < w->coupling_count; i++) {
        const cn_Gear *c = &w->coupling[i];
        for (int k = 0; w->joint[c->joint].kind == CN_GEAR && k < 2; k++)
            n += cn_joint_drives_gear(&w->joint[c->of[k]]);
    }
    return n;
}

static bool reserve(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    cn_GearStage *g = &s->exact.coupling_stage;
    int n = most_rows(w);
    return CN_GROW(s->exact.sorted_gears, 2 * n) &&
           CN_GROW(s->exact.gear_component, w->bodies.count) &&
           CN_GROW(s->exact.seen, w->bodies.count) && CN_GROW(g->couples, n) &&
           CN_GROW(g->order, n) && CN_GROW(g->first, n + 1);
}

/* ---- which share bodies ------------------------------------------------------------------- */

/* A coupling alone without articulations, and a component that is too large, is swept. */
static void plan(cn_World *w, int first, int end) {
    cn_GearRow *k = cn_couple_at(&w->scratch.exact.coupling_stage, first);
    cn_train_plan(w, first, end);
    bool planned = (end - first > 1 || k->in_train) && cn_skyline_plan(w, first, end);
    k->in_block = planned && end - first > 1;
    k->in_train = planned && k->in_train;
}

/* Bodies that a coupling moves belong together, and the trains of its own, which it solves whether
 * it moves them or not; returns one of them. */
static int join(const cn_GearStage *g, cn_GearRow *k, int *parent) {
    int one = -1; /* all of its bodies may be locked */
    for (int i = 0; i < k->body_count; i++) {
        int train = i < k->own ? k->train[i] : -1;
        int head = train >= 0 ? cn_train_head(g, train) : -1;
        int body = cn_couple_moves(k, i) ? k->bodies[i].body : head;
        if (body < 0) continue;
        if (head >= 0) cn_union_find_join(parent, body, head);
        if (one >= 0) cn_union_find_join(parent, one, body);
        one = body;
    }
    return one >= 0 ? one : k->bodies[0].body;
}

/* By component, then by id. */
static void find_order(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    cn_GearStage *g = &s->exact.coupling_stage;
    int *parent = s->exact.gear_component;
    for (int i = 0; i < g->count; i++)
        for (int n = 0; n < g->couples[i].body_count; n++)
            parent[g->couples[i].bodies[n].body] = g->couples[i].bodies[n].body;
    for (int i = 0; i < g->train_count; i++) parent[cn_train_head(g, i)] = cn_train_head(g, i);
    for (int i = 0; i < g->count; i++)
        s->exact.sorted_gears[i] = (cn_Keyed){0, i, join(g, &g->couples[i], parent)};
    for (int i = 0; i < g->count; i++)
        s->exact.sorted_gears[i].key =
            (uint64_t)cn_union_find_root(parent, s->exact.sorted_gears[i].b);
    cn_sort_keyed(s->exact.sorted_gears, s->exact.sorted_gears + g->count, g->count);
    for (int i = 0; i < g->count; i++) {
        g->order[i] = s->exact.sorted_gears[i].a;
        if (i == 0 || s->exact.sorted_gears[i].key != s->exact.sorted_gears[i - 1].key)
            g->first[g->component_count++] = i;
    }
    g->first[g->component_count] = g->count;
}

/* Motors of joints that no gear before it couples; also while it does not act itself. */
static void start_motors(cn_World *w, int coupling) {
    cn_GearStage *g = &w->scratch.exact.coupling_stage;
    const cn_Gear *c = &w->coupling[coupling];
    for (int i = 0; w->joint[c->joint].kind == CN_GEAR && i < 2; i++) {
        const cn_Joint *j = &w->joint[c->of[i]];
        if (!cn_joint_drives_gear(j) || !cn_joint_acts(w, j)) continue;
        if (!cn_couple_yields(w, j->body_a) && !cn_couple_yields(w, j->body_b)) continue;
        if (cn_gear_first(w, c->of[i]) == coupling)
            cn_couple_start_motor(w, &g->couples[g->count++], c->of[i]);
    }
}

void cn_gear_prepare(cn_World *w, float h) {
    cn_GearStage *g = &w->scratch.exact.coupling_stage;
    g->count = g->component_count = g->entry_count = 0;
    g->h = h;
    if (w->coupling_count == 0) return;
    if (!cn_had_memory(w, reserve(w))) return;
    for (int i = 0; i < w->coupling_count; i++)
        if (acts(w, &w->coupling[i])) cn_couple_start(w, &g->couples[g->count++], &w->coupling[i]);
    for (int i = 0; i < w->coupling_count; i++) start_motors(w, i);
    if (!cn_train_find(w)) g->train_count = 0;
    find_order(w);
    for (int i = 0; i < g->component_count; i++) plan(w, g->first[i], g->first[i + 1]);
}

/* ---- a sub-step --------------------------------------------------------------------------- */

static void change_velocities(const cn_World *w, const cn_GearRow *k, const double *by,
                              double scale) {
    for (int i = 0; i < k->body_count; i++) {
        const double *v = &by[3 * i];
        if (v[0] == 0 && v[1] == 0 && v[2] == 0) continue;
        cn_Motion *m = cn_station(w, k->bodies[i].body).motion;
        m->vx += (float)(scale * v[0]);
        m->vy += (float)(scale * v[1]);
        m->w += (float)(scale * v[2]);
    }
}

/* Where everything is as the sub-step begins; what the impulse before does from there. */
void cn_couple_begin(const cn_World *w, cn_GearRow *k, float h, bool holds) {
    cn_Chain c = cn_couple_chain(w, k, h);
    double again[3 * CN_COUPLE_BODIES];
    cn_chain_read_poses(w, &c);
    cn_couple_set_row(k, &c, holds);
    for (int n = 0; n < 3 * k->body_count; n++) {
        again[n] = k->impulse * k->push[n] - k->sent[n];
        k->sent[n] = k->impulse * k->push[n];
    }
    change_velocities(w, k, again, 1);
    if (k->kind == CN_MOTOR) return;
    bool free = k->one_sided && k->now <= 0;
    k->allowed = free ? 0 : k->now - cn_link_closing(&c, k->now, k->gently);
}

double cn_couple_ahead(const cn_World *w, cn_GearRow *k, float h) {
    cn_Chain c = cn_couple_chain(w, k, h);
    cn_chain_read_velocities(w, &c);
    cn_chain_predict(&c, k->body_count);
    return cn_couple_violation(k, &c);
}

/* What it really takes of that impulse: a one-sided row only pulls. */
double cn_couple_push(const cn_World *w, cn_GearRow *k, double p) {
    if (k->one_sided && k->impulse + p > 0) p = -k->impulse;
    k->impulse += p;
    for (int n = 0; n < 3 * k->body_count; n++) k->sent[n] += p * k->push[n];
    change_velocities(w, k, k->push, p);
    return p;
}

/* m/s or rad/s at most, by which an impulse changes what it pushes, joints held. */
static double change_by(const cn_GearRow *k, double impulse) {
    double most = 0;
    for (int n = 0; n < 3 * k->body_count; n++) most = cn_larger(most, fabs(impulse * k->push[n]));
    return most;
}

/* True when it was closed already, or cannot be: near its dead centre a rope that pulls at a lever
 * asks for more the further it comes, and lets go in this sub-step. most: N s that it may ask for.
 */
static bool improve(const cn_World *w, cn_GearRow *k, float h, double *most) {
    if (k->mass == 0) return true;
    double asked = -k->mass * cn_couple_ahead(w, k, h) / (double)h;
    if (!(fabs(asked) <= *most && change_by(k, asked) <= CN_MAX_SPEED)) {
        cn_couple_push(w, k, -k->impulse);
        k->mass = 0;
        return true;
    }
    *most = MORE * fabs(asked);
    double p = cn_couple_push(w, k, asked);
    return fabs(p) * (double)h <= CN_COUPLE_CLOSED * k->mass;
}

/* Motors see what gears have made of the speed that they find, and are solved with them then. */
static bool ask_motors(const cn_World *w, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    bool any = false;
    for (int i = first; i < end; i++) {
        cn_GearRow *k = cn_couple_at(g, i);
        if (k->kind != CN_MOTOR) continue;
        cn_couple_ahead(w, k, g->h);
        cn_couple_ask(w, k, g->h);
        for (int n = first; n < end; n++) cn_couple_bound(w, k, cn_couple_at(g, n), g->h);
        any = k->active = k->mass > 0;
    }
    return any;
}

/* Speeds that nothing may have are no answer. */
static bool answers(const cn_GearStage *g, int first, int end) {
    for (int i = first; i < end; i++) {
        const cn_GearRow *k = cn_couple_at(g, i);
        if (k->active && !(change_by(k, k->answer) <= CN_MAX_SPEED)) return false;
    }
    return true;
}

static void close_block(const cn_World *w, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    cn_skyline_fill(w, first, end);
    cn_skyline_factor(w, first, end);
    for (int n = 0; n < PASSES; n++) {
        double worst = 0;
        for (int i = first; i < end; i++) {
            cn_GearRow *k = cn_couple_at(g, i);
            double ahead = k->active ? cn_couple_ahead(w, k, g->h) : 0;
            k->answer = -ahead / (double)g->h;
            worst = cn_larger(worst, fabs(ahead));
        }
        if (worst <= CN_COUPLE_CLOSED) break;
        cn_skyline_solve(w, first, end);
        if (!answers(g, first, end)) break;
        for (int i = first; i < end; i++)
            if (cn_couple_at(g, i)->active)
                cn_couple_push(w, cn_couple_at(g, i), cn_couple_at(g, i)->answer);
    }
}

/* All at once; true when that is enough. */
static bool improve_block(const cn_World *w, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    bool one_sided = false;
    for (int i = first; i < end; i++) {
        cn_GearRow *k = cn_couple_at(g, i);
        k->active = k->mass > 0 && k->kind != CN_MOTOR;
        if (k->one_sided && k->impulse == 0) k->active &= cn_couple_ahead(w, k, g->h) > 0;
        one_sided |= k->one_sided;
    }
    close_block(w, first, end);
    if (ask_motors(w, first, end)) close_block(w, first, end);
    return !one_sided;
}

/* The angle that it will have: a turn more or less looks alike, and the next sub-step has to find
 * the right one. */
static void expect(const cn_World *w, cn_GearRow *k, float h) {
    cn_Chain c = cn_couple_chain(w, k, h);
    cn_chain_read_velocities(w, &c);
    for (int i = 0; i < k->side_count; i++) {
        cn_Side *d = &k->side[i];
        d->angle += c.h * (k->bodies[d->b].v[2] - k->bodies[d->a].v[2]);
    }
}

static void add_total(const cn_World *w, cn_GearRow *k) {
    int b = cn_couple_place(k, w->joint[k->joint].body_b);
    for (int n = 0; n < 3; n++) k->total_row[n] += k->impulse * k->row[3 * b + n];
    for (int i = 0; i < 3 * k->link_count; i++) k->borne[i] += k->impulse * k->held[i];
}

static void solve_component(const cn_World *w, int first, int end) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    int sweeps = SWEEPS + 2 * (end - first - 1);
    if (sweeps > MOST_SWEEPS) sweeps = MOST_SWEEPS;
    double most = INFINITY;
    bool closed = cn_train_solve(w, first, end);
    for (int i = first; i < end && !closed; i++) cn_couple_begin(w, cn_couple_at(g, i), g->h, true);
    closed = closed || (cn_couple_at(g, first)->in_block && improve_block(w, first, end));
    for (int n = 0; n < sweeps && !closed; n++) {
        if (n == 0 && !cn_couple_at(g, first)->in_block) ask_motors(w, first, end);
        closed = true;
        for (int i = first; i < end; i++) {
            if (end - first > 1) most = INFINITY; /* others change what it asks for */
            closed = improve(w, cn_couple_at(g, i), g->h, &most) && closed;
        }
    }
    for (int i = first; i < end; i++) {
        expect(w, cn_couple_at(g, i), g->h);
        add_total(w, cn_couple_at(g, i));
    }
}

static void solve_range(void *context, int first, int end, int worker) {
    const cn_World *w = context;
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    (void)worker;
    for (int i = first; i < end; i++) solve_component(w, g->first[i], g->first[i + 1]);
}

void cn_gear_solve(cn_World *w) {
    cn_jobs_run(w->jobs, solve_range, w, w->scratch.exact.coupling_stage.component_count, EACH);
}

void cn_gear_start(cn_World *w) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    for (int i = 0; i < g->component_count; i++) {
        bool holds = !cn_train_is_exact(w, cn_couple_at(g, g->first[i]));
        for (int n = g->first[i]; n < g->first[i + 1]; n++)
            cn_couple_begin(w, cn_couple_at(g, n), g->h, holds);
    }
}

/* ---- the end of a step -------------------------------------------------------------------- */

static bool bears(const cn_GearRow *k) {
    for (int i = 0; i < 3 * k->link_count; i++)
        if (k->borne[i] != 0) return true;
    return false;
}

/* What the joints of its bodies bore of it belongs to what they say. */
static void store_borne(cn_World *w, const cn_GearRow *k) {
    for (int i = 0; i < k->link_count; i++) {
        const cn_Link *l = &k->links[i];
        const double *p = &k->borne[3 * i];
        double fx, fy;
        cn_link_force(l, p, &fx, &fy);
        cn_joint_add_total(&w->joint[l->joint], fx, fy, p[2]);
    }
}

/* A part of what its joint says. */
static void store_motor(cn_World *w, const cn_GearRow *k) {
    cn_Joint *j = &w->joint[k->joint];
    cn_joint_flush(w);
    j->motor_impulse = (float)k->impulse;
    if (k->side[0].slides)
        cn_joint_add_total(j, k->total_row[0], k->total_row[1], 0);
    else
        cn_joint_add_total(j, 0, 0, k->total_row[2]);
}

/* About the anchor only what turns has a torque. */
static void store(cn_World *w, const cn_GearRow *k, float dt) {
    cn_Joint *j = &w->joint[k->joint];
    if (k->kind == CN_MOTOR) {
        store_motor(w, k);
        return;
    }
    bool turns = k->kind == CN_RATCHET ||
                 (k->kind == CN_GEAR && k->total_row[0] == 0 && k->total_row[1] == 0);
    j->hold_impulse = (float)k->impulse;
    j->total = (cn_Vec){(float)k->total_row[0], (float)k->total_row[1]};
    j->total_turn = turns ? (float)k->total_row[2] : 0;
    j->last_dt = dt;
    if (k->kind == CN_RATCHET) j->origin = k->side[0].factor * k->constant;
    cn_joint_keep_finite(j);
}

void cn_gear_store(cn_World *w, float dt) {
    const cn_GearStage *g = &w->scratch.exact.coupling_stage;
    for (int i = 0; i < g->count; i++) {
        const cn_GearRow *k = cn_couple_at(g, i);
        store(w, k, dt);
        if (!bears(k)) continue;
        cn_joint_flush(w);
        store_borne(w, k);
    }
}
