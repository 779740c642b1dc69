/* coupling_solve.c: gears, pulleys and ratchets in a step.
 *
 * Each is one row over its bodies, solved after joints and contacts and before articulations.
 * Joints between those bodies, and between them and what cannot move, are held meanwhile: the row
 * is the one that leaves them alone (block elimination, in the metric of the masses), so that its
 * mass is exact whatever the bodies hang on, and articulations find nothing to take back. As in an
 * articulation (SHAKE: Ryckaert, Ciccotti and Berendsen 1977) impulses act along the directions of
 * the beginning of a sub-step, by as much as closes the row at its end. Those that share a body
 * that moves are a component, solved as one system (coupling_block.c); where some only pull, and
 * where that would be too large, swept in the order of ids until all are closed. Components share
 * nothing, so that threads may take one each. Numbers are doubles from an origin near the bodies.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "coupling.h"
#include "forest.h"
#include "wide/motion.h"

#define LOOKED_AT    16 /* joints of a body, for those to hold */
#define SWEEPS       4  /* and two more for each of a component */
#define MOST_SWEEPS  40
#define PASSES       3     /* of all of them at once */
#define FROM_OUTSIDE 0.005 /* rad or m: no sub-step leaves so much */
#define PUSH_SPEED   3.0   /* m/s or rad/s, what was put apart comes together no faster */
#define EACH         8     /* components for one thread at a time */

/* ---- memory ------------------------------------------------------------------------------- */

void cn_coupling_free(cn_World *w) {
    cn_CouplingStage *g = &w->scratch.coupling_stage;
    cn_grow_free((void **)&g->couples, &g->capacity, sizeof *g->couples);
    cn_grow_free((void **)&g->order, &g->order_capacity, sizeof *g->order);
    cn_grow_free((void **)&g->first, &g->first_capacity, sizeof *g->first);
    cn_grow_free((void **)&g->matrix, &g->matrix_capacity, sizeof *g->matrix);
}

size_t cn_coupling_bytes(const cn_World *w) {
    const cn_CouplingStage *g = &w->scratch.coupling_stage;
    return (size_t)g->capacity * sizeof *g->couples + (size_t)g->order_capacity * sizeof *g->order +
           (size_t)g->first_capacity * sizeof *g->first +
           (size_t)g->matrix_capacity * sizeof *g->matrix;
}

/* ---- which act, and who shares bodies ----------------------------------------------------- */

static bool moves(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

/* Whoever sleeps has no station, and does not give way. */
static bool gives_way(const cn_World *w, int body) {
    return moves(w, body) && w->scratch.station[body] > 0;
}

/* In the step that it begins to act in, it catches. */
static bool acts(cn_World *w, const cn_Coupling *c) {
    cn_Joint *j = &w->joint[c->joint];
    if (!cn_joint_acts(w, j)) {
        j->flags &= ~(uint32_t)CN_JOINT_MESHED;
        return false;
    }
    if (!(j->flags & CN_JOINT_MESHED)) {
        cn_coupling_mesh(w, j);
        j->hold_impulse = 0;
    }
    return gives_way(w, j->body_a) || gives_way(w, j->body_b);
}

static bool reserve(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    cn_CouplingStage *g = &s->coupling_stage;
    int n = w->coupling_count;
    return cn_grow((void **)&s->keyed, &s->keyed_capacity, 2 * n, sizeof *s->keyed) &&
           cn_grow((void **)&s->island, &s->island_capacity, w->bodies.count, sizeof *s->island) &&
           cn_grow((void **)&g->couples, &g->capacity, n, sizeof *g->couples) &&
           cn_grow((void **)&g->order, &g->order_capacity, n, sizeof *g->order) &&
           cn_grow((void **)&g->first, &g->first_capacity, n + 1, sizeof *g->first);
}

/* ---- one that acts ------------------------------------------------------------------------ */

int cn_couple_place(const cn_Couple *k, int body) {
    for (int i = 0; i < k->body_count; i++)
        if (k->bodies[i].body == body) return i;
    return -1;
}

cn_Chain cn_couple_chain(cn_Couple *k, float h) {
    return (cn_Chain){.body_count = k->body_count,
                      .free_count = k->body_count,
                      .link_count = k->link_count,
                      .bodies = k->bodies,
                      .links = k->links,
                      .h = (double)h,
                      .push = PUSH_SPEED * (double)h,
                      .tolerance = CN_COUPLE_CLOSED};
}

static int add_body(const cn_World *w, cn_Couple *k, int body, cn_Pos origin) {
    int at = cn_couple_place(k, body);
    if (at >= 0 || k->body_count == CN_COUPLE_BODIES) return at;
    at = k->body_count++;
    bool free = gives_way(w, body);
    uint32_t flags = w->body_flags[body];
    cn_Mass m = w->mass[body];
    k->bodies[at] = (cn_LinkBody){.body = body};
    memset(&k->sent[3 * at], 0, 3 * sizeof *k->sent);
    cn_link_start_body(w, &k->bodies[at], origin, free);
    double *inv = &k->inv[3 * at];
    inv[0] = free && !(flags & CN_BODY_LOCK_X) ? (double)m.inv_m : 0;
    inv[1] = free && !(flags & CN_BODY_LOCK_Y) ? (double)m.inv_m : 0;
    inv[2] = free && !(flags & CN_BODY_LOCK_ROTATION) ? (double)m.inv_i : 0;
    return at;
}

static bool holds(const cn_Couple *k, int joint) {
    for (int i = 0; i < k->link_count; i++)
        if (k->links[i].joint == joint) return true;
    return false;
}

/* A joint of its bodies is held meanwhile, and whoever hangs on it comes along, while there is
 * room. */
static void hold(const cn_World *w, cn_Couple *k, int joint, cn_Pos origin) {
    const cn_Joint *j = &w->joint[joint];
    cn_LinkKind kind;
    if (k->link_count == CN_COUPLE_LINKS || holds(k, joint) || !cn_link_kind_of(w, j, &kind))
        return;
    int a = add_body(w, k, j->body_a, origin), b = add_body(w, k, j->body_b, origin);
    if (a < 0 || b < 0) return;
    cn_Chain c = cn_couple_chain(k, 0);
    cn_Link *l = &k->links[k->link_count++];
    *l = (cn_Link){.joint = joint, .kind = kind, .a = a, .b = b};
    memset(&k->borne[3 * (k->link_count - 1)], 0, 3 * sizeof *k->borne);
    cn_link_start(w, &c, l);
}

/* Breadth first: those that are near matter most. */
static void hold_joints(const cn_World *w, cn_Couple *k, cn_Pos origin) {
    for (int i = 0; i < k->body_count; i++) {
        int body = k->bodies[i].body, left = LOOKED_AT;
        if (!gives_way(w, body)) continue;
        for (int link = w->cold[body].first_joint; link >= 0 && left > 0; left--) {
            hold(w, k, link >> 1, origin);
            link = w->joint[link >> 1].next[link & 1];
        }
    }
}

static void place_anchors(const cn_World *w, cn_Side *d, const cn_Joint *j) {
    cn_Vec ca = w->pose[j->body_a].center, cb = w->pose[j->body_b].center;
    d->ax = j->local_a.x - (double)ca.x, d->ay = j->local_a.y - (double)ca.y;
    d->bx = j->local_b.x - (double)cb.x, d->by = j->local_b.y - (double)cb.y;
    d->ux = (double)j->axis.x, d->uy = (double)j->axis.y;
    d->origin = j->origin;
}

static cn_Side joint_side(const cn_World *w, const cn_Couple *k, const cn_Joint *j, double factor) {
    cn_Side d = {
        .a = cn_couple_place(k, j->body_a), .b = cn_couple_place(k, j->body_b), .factor = factor};
    const cn_LinkBody *a = &k->bodies[d.a], *b = &k->bodies[d.b];
    d.slides = j->kind == CN_PRISMATIC;
    d.start = d.angle = cn_joint_angle_now(w, j);
    d.before_c = a->start_c * b->start_c + a->start_s * b->start_s;
    d.before_s = a->start_c * b->start_s - a->start_s * b->start_c;
    place_anchors(w, &d, j);
    return d;
}

static cn_Side rope_side(const cn_World *w, const cn_Couple *k, const cn_Joint *j, int end,
                         double factor, cn_Pos ground) {
    int body = end ? j->body_b : j->body_a;
    cn_Pos local = end ? j->local_b : j->local_a;
    cn_Vec center = w->pose[body].center;
    return (cn_Side){.b = cn_couple_place(k, body),
                     .factor = factor,
                     .ax = ground.x,
                     .ay = ground.y,
                     .bx = local.x - (double)center.x,
                     .by = local.y - (double)center.y};
}

static void set_sides(const cn_World *w, cn_Couple *k, const cn_Coupling *c, cn_Pos origin) {
    const cn_Joint *j = &w->joint[k->joint];
    const cn_JointTuning *t = &j->tuning;
    k->side_count = 2;
    k->one_sided = j->kind != CN_GEAR;
    k->constant = j->kind == CN_PULLEY ? t->length : j->origin;
    if (j->kind == CN_GEAR) {
        k->side[0] = joint_side(w, k, &w->joint[c->of[0]], 1);
        k->side[1] = joint_side(w, k, &w->joint[c->of[1]], t->ratio);
    } else if (j->kind == CN_PULLEY) {
        for (int i = 0; i < 2; i++) {
            cn_Pos ground = {c->ground[i].x - origin.x, c->ground[i].y - origin.y};
            k->side[i] = rope_side(w, k, j, i, i ? t->ratio : 1, ground);
        }
    } else { /* what it holds is that it has come no further back than the catch */
        double sign = t->step > 0 ? -1 : 1;
        k->side_count = 1;
        k->side[0] = joint_side(w, k, j, sign);
        k->constant *= sign;
        k->step = fabs(t->step);
    }
}

static void start(cn_World *w, cn_Couple *k, const cn_Coupling *c) {
    cn_Joint *j = &w->joint[c->joint];
    int body[4], count = cn_coupling_bodies(w, c, body);
    memset(k, 0, offsetof(cn_Couple, bodies));
    k->joint = c->joint;
    k->kind = j->kind;
    int near = gives_way(w, j->body_b) ? j->body_b : j->body_a;
    cn_Pos origin = cn_pose_center(&w->pose[near]);
    for (int i = 0; i < count; i++) add_body(w, k, body[i], origin);
    if (j->kind == CN_GEAR)
        for (int i = 0; i < 2; i++) hold(w, k, c->of[i], origin);
    hold_joints(w, k, origin);
    set_sides(w, k, c, origin);
    k->impulse = (double)j->hold_impulse;
    k->gently = fabs(cn_coupling_error(w, j)) > FROM_OUTSIDE;
    j->flags &= ~(uint32_t)(CN_JOINT_PULL | CN_JOINT_EASE);
}

/* One alone, and what is too large, is swept. */
static void plan(cn_World *w, int first, int end) {
    cn_couple_at(&w->scratch.coupling_stage, first)->in_block =
        end - first > 1 && cn_block_plan(w, first, end);
}

/* Bodies that one of them moves belong together; returns one of its own. */
static int join(cn_Couple *k, int *parent) {
    int one = -1; /* all of them may be locked */
    for (int i = 0; i < k->body_count; i++) {
        int body = k->bodies[i].body;
        if (!cn_couple_moves(k, i)) continue;
        if (one >= 0) cn_forest_join(parent, one, body);
        one = body;
    }
    return one >= 0 ? one : k->bodies[0].body;
}

/* By component, then by id. */
static void find_order(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    cn_CouplingStage *g = &s->coupling_stage;
    int *parent = s->island;
    for (int i = 0; i < g->count; i++)
        for (int n = 0; n < g->couples[i].body_count; n++)
            parent[g->couples[i].bodies[n].body] = g->couples[i].bodies[n].body;
    for (int i = 0; i < g->count; i++) s->keyed[i] = (cn_Keyed){0, i, join(&g->couples[i], parent)};
    for (int i = 0; i < g->count; i++)
        s->keyed[i].key = (uint64_t)cn_forest_root(parent, s->keyed[i].b);
    cn_sort_keyed(s->keyed, s->keyed + g->count, g->count);
    for (int i = 0; i < g->count; i++) {
        g->order[i] = s->keyed[i].a;
        if (i == 0 || s->keyed[i].key != s->keyed[i - 1].key) g->first[g->component_count++] = i;
    }
    g->first[g->component_count] = g->count;
}

void cn_coupling_prepare(cn_World *w, float h) {
    cn_CouplingStage *g = &w->scratch.coupling_stage;
    g->count = g->component_count = g->entry_count = 0;
    g->h = h;
    if (w->coupling_count == 0) return;
    if (!reserve(w)) {
        w->out_of_memory = true;
        return;
    }
    for (int i = 0; i < w->coupling_count; i++)
        if (acts(w, &w->coupling[i])) start(w, &g->couples[g->count++], &w->coupling[i]);
    find_order(w);
    for (int i = 0; i < g->component_count; i++) plan(w, g->first[i], g->first[i + 1]);
}

/* ---- a sub-step --------------------------------------------------------------------------- */

static void change_velocities(const cn_World *w, const cn_Couple *k, const double *by,
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
static void begin(const cn_World *w, cn_Couple *k, float h) {
    cn_Chain c = cn_couple_chain(k, h);
    double again[3 * CN_COUPLE_BODIES];
    cn_chain_read_poses(w, &c);
    cn_couple_set_row(k, &c);
    for (int n = 0; n < 3 * k->body_count; n++) {
        again[n] = k->impulse * k->push[n] - k->sent[n];
        k->sent[n] = k->impulse * k->push[n];
    }
    change_velocities(w, k, again, 1);
    bool free = k->one_sided && k->now <= 0;
    k->allowed = free ? 0 : k->now - cn_link_closing(&c, k->now, k->gently);
}

static double look_ahead(const cn_World *w, cn_Couple *k, float h) {
    cn_Chain c = cn_couple_chain(k, h);
    cn_chain_read_velocities(w, &c);
    cn_chain_predict(&c, k->body_count);
    return cn_couple_violation(k, &c);
}

/* What it really takes of that impulse: one side only pulls. */
static double push(const cn_World *w, cn_Couple *k, double p) {
    if (k->one_sided && k->impulse + p > 0) p = -k->impulse;
    k->impulse += p;
    for (int n = 0; n < 3 * k->body_count; n++) k->sent[n] += p * k->push[n];
    change_velocities(w, k, k->push, p);
    return p;
}

/* True when it was closed already. */
static bool improve(const cn_World *w, cn_Couple *k, float h) {
    if (k->mass == 0) return true;
    double p = push(w, k, -k->mass * look_ahead(w, k, h) / (double)h);
    return fabs(p) * (double)h <= CN_COUPLE_CLOSED * k->mass;
}

/* All at once; true when that is enough. */
static bool improve_block(const cn_World *w, int first, int end) {
    const cn_CouplingStage *g = &w->scratch.coupling_stage;
    bool one_sided = false;
    for (int i = first; i < end; i++) {
        cn_Couple *k = cn_couple_at(g, i);
        k->active = k->mass > 0;
        if (k->one_sided && k->impulse == 0) k->active &= look_ahead(w, k, g->h) > 0;
        one_sided |= k->one_sided;
    }
    cn_block_factor(w, first, end);
    for (int n = 0; n < PASSES; n++) {
        double worst = 0;
        for (int i = first; i < end; i++) {
            cn_Couple *k = cn_couple_at(g, i);
            double ahead = k->active ? look_ahead(w, k, g->h) : 0;
            k->answer = -ahead / (double)g->h;
            worst = cn_larger(worst, fabs(ahead));
        }
        if (worst <= CN_COUPLE_CLOSED) break;
        cn_block_solve(w, first, end);
        for (int i = first; i < end; i++)
            if (g->couples[i].active) push(w, cn_couple_at(g, i), g->couples[i].answer);
    }
    return !one_sided;
}

/* The angle that it will have, for who has to find it among all that look the same. */
static void expect(const cn_World *w, cn_Couple *k, float h) {
    cn_Chain c = cn_couple_chain(k, h);
    cn_chain_read_velocities(w, &c);
    for (int i = 0; i < k->side_count; i++) {
        cn_Side *d = &k->side[i];
        d->angle += c.h * (k->bodies[d->b].v[2] - k->bodies[d->a].v[2]);
    }
}

static void add_total(const cn_World *w, cn_Couple *k) {
    int b = cn_couple_place(k, w->joint[k->joint].body_b);
    for (int n = 0; n < 3; n++) k->total_row[n] += k->impulse * k->row[3 * b + n];
    for (int i = 0; i < 3 * k->link_count; i++) k->borne[i] += k->impulse * k->held[i];
}

static void solve_component(const cn_World *w, int first, int end) {
    const cn_CouplingStage *g = &w->scratch.coupling_stage;
    int sweeps = SWEEPS + 2 * (end - first - 1);
    if (sweeps > MOST_SWEEPS) sweeps = MOST_SWEEPS;
    for (int i = first; i < end; i++) begin(w, cn_couple_at(g, i), g->h);
    bool closed = cn_couple_at(g, first)->in_block && improve_block(w, first, end);
    for (int n = 0; n < sweeps && !closed; n++) {
        closed = true;
        for (int i = first; i < end; i++) closed = improve(w, cn_couple_at(g, i), g->h) && closed;
    }
    for (int i = first; i < end; i++) {
        expect(w, cn_couple_at(g, i), g->h);
        add_total(w, cn_couple_at(g, i));
    }
}

static void solve_range(void *context, int first, int end, int worker) {
    const cn_World *w = context;
    const cn_CouplingStage *g = &w->scratch.coupling_stage;
    (void)worker;
    for (int i = first; i < end; i++) solve_component(w, g->first[i], g->first[i + 1]);
}

void cn_coupling_solve(cn_World *w) {
    cn_jobs_run(w->jobs, solve_range, w, w->scratch.coupling_stage.component_count, EACH);
}

void cn_coupling_start(cn_World *w) {
    const cn_CouplingStage *g = &w->scratch.coupling_stage;
    for (int i = 0; i < g->count; i++) begin(w, cn_couple_at(g, i), g->h);
}

/* ---- the end of a step -------------------------------------------------------------------- */

static bool bears(const cn_Couple *k) {
    for (int i = 0; i < 3 * k->link_count; i++)
        if (k->borne[i] != 0) return true;
    return false;
}

/* What the joints of its bodies bore of it belongs to what they say. */
static void store_borne(cn_World *w, const cn_Couple *k) {
    for (int i = 0; i < k->link_count; i++) {
        const cn_Link *l = &k->links[i];
        const double *p = &k->borne[3 * i];
        cn_Joint *j = &w->joint[l->joint];
        bool along = l->kind == CN_LINK_ROD || l->kind == CN_LINK_SLIDE;
        double fx = along ? l->jb[0] * p[0] : p[0], fy = along ? l->jb[1] * p[0] : p[1];
        j->total = cn_add(j->total, (cn_Vec){(float)fx, (float)fy});
        j->total_turn += (float)p[2];
        cn_joint_keep_finite(j);
    }
}

/* About the anchor only what turns has a torque. */
static void store(cn_World *w, const cn_Couple *k, float dt) {
    cn_Joint *j = &w->joint[k->joint];
    bool turns = k->kind == CN_RATCHET ||
                 (k->kind == CN_GEAR && k->total_row[0] == 0 && k->total_row[1] == 0);
    j->hold_impulse = (float)k->impulse;
    j->total = (cn_Vec){(float)k->total_row[0], (float)k->total_row[1]};
    j->total_turn = turns ? (float)k->total_row[2] : 0;
    j->last_dt = dt;
    if (k->kind == CN_RATCHET) j->origin = k->side[0].factor * k->constant;
    cn_joint_keep_finite(j);
}

void cn_coupling_store(cn_World *w, float dt) {
    const cn_CouplingStage *g = &w->scratch.coupling_stage;
    for (int i = 0; i < g->count; i++) {
        const cn_Couple *k = cn_couple_at(g, i);
        store(w, k, dt);
        if (!bears(k)) continue;
        cn_joint_flush(w);
        store_borne(w, k);
    }
}
