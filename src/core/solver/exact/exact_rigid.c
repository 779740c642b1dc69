/* exact_rigid.c: bodies that are welded to each other, and by nothing else, as one rigid body.
 * Up to eight of them stand side by side, one a lane: wide/raft_kernel.h has the arithmetic.
 *
 * Where all links of a tree are welds there is nothing to be found by Newton's method: its bodies
 * move as one. In a sub-step it keeps the momentum and the angular momentum that its bodies have
 * together; each is given the velocity that takes it to its place in the shape at the end, along a
 * chord. What a weld bears is what those on one side of it were given, from the leaves on. With one
 * end at a place, it is where that place is. What is deformed (by a blow, or where it was put
 * together so) closes as gently as links do, by those: exact_solve.c. */
#include <math.h>
#include <string.h>

#include "cairn_math.h"
#include "data/world.h"
#include "solver/exact/exact.h"
#include "solver/exact/exact_solve.h"
#include "solver/exact/linkage.h"
#include "wide/contact_block.h"
#include "wide/link_limits.h"
#include "wide/raft.h"
#include "world/joint_impulses.h"

/* A weld as seen from the end that was found first: list_links() of exact_select.c. */
typedef struct Joint {
    int on, hangs;
    double ox, oy, hx, hy; /* anchors on both, in their frames */
    bool b_hangs;
} Joint;

static Joint joint_of(const cn_Link *l) {
    if (l->b > l->a) return (Joint){l->a, l->b, l->ax, l->ay, l->bx, l->by, true};
    return (Joint){l->b, l->a, l->bx, l->by, l->ax, l->ay, false};
}

/* ---- the shape ---------------------------------------------------------------------------- */

bool cn_rigid_may_be(const cn_World *w, const cn_Articulation *a) {
    if (!a->is_tree || a->body_count > a->free_count + 1) return false;
    for (int i = 0; i < a->link_count; i++)
        if (w->articulations.links[a->first_link + i].kind != CN_LINK_WELD) return false;
    return true;
}

bool cn_rigid_is(const cn_World *w, const cn_Articulation *a, const cn_Chain *c) {
    const uint32_t locks = CN_BODY_LOCK_X | CN_BODY_LOCK_Y | CN_BODY_LOCK_ROTATION;
    if (!a->welded || a->soft > 0 || a->pulled) return false;
    for (int i = 0; i < c->free_count; i++) {
        cn_Mass m = w->mass[c->bodies[i].body];
        if (!(m.inv_m > 0 && m.inv_i > 0) || w->body_flags[c->bodies[i].body] & locks) return false;
    }
    return true;
}

/* About the place that it is welded to, or its centre of mass. */
static void center_rest(cn_Chain *c) {
    double m = 0, x = 0, y = 0;
    const cn_LinkBody *place = &c->bodies[c->free_count];
    if (c->body_count > c->free_count) {
        x = place->rest[0], y = place->rest[1];
    } else {
        for (int i = 0; i < c->free_count; i++) {
            const cn_LinkBody *b = &c->bodies[i];
            m += b->mass[0], x += b->mass[0] * b->rest[0], y += b->mass[0] * b->rest[1];
        }
        x /= m, y /= m;
    }
    for (int i = 0; i < c->body_count; i++) c->bodies[i].rest[0] -= x, c->bodies[i].rest[1] -= y;
}

static void set_shape(cn_Chain *c) {
    cn_LinkBody *first = &c->bodies[0];
    first->rest[0] = first->rest[1] = first->rest[3] = 0;
    first->rest[2] = 1;
    for (int i = 0; i < c->link_count; i++) {
        const cn_Link *l = &c->links[i];
        Joint j = joint_of(l);
        const double *p = c->bodies[j.on].rest;
        double *q = c->bodies[j.hangs].rest, rs = j.b_hangs ? l->rs : -l->rs;
        q[2] = p[2] * l->rc - p[3] * rs;
        q[3] = p[3] * l->rc + p[2] * rs;
        q[0] = p[0] + (p[2] * j.ox - p[3] * j.oy) - (q[2] * j.hx - q[3] * j.hy);
        q[1] = p[1] + (p[3] * j.ox + p[2] * j.oy) - (q[3] * j.hx + q[2] * j.hy);
    }
    center_rest(c);
}

/* ---- what its welds bear ------------------------------------------------------------------ */

/* What welds did in the step has added up in mean, as the world sees it, and in from, as the shape
 * does. */

/* Changes of velocities to momenta; those in the shape about its middle. */
static void set_momenta(cn_LinkBody *b) {
    for (int k = 0; k < 2; k++) b->mean[k] *= b->mass[k], b->from[k] *= b->mass[k];
    b->from[2] = b->mass[2] * b->from[2] + b->rest[0] * b->from[1] - b->rest[1] * b->from[0];
}

/* A place that holds them gives what they have together. */
static void set_place(cn_Chain *c) {
    cn_LinkBody *place = &c->bodies[c->free_count];
    if (c->body_count == c->free_count) return;
    memset(place->mean, 0, sizeof place->mean);
    memset(place->from, 0, sizeof place->from);
    for (int i = 0; i < c->free_count; i++)
        for (int k = 0; k < 3; k++) {
            place->mean[k] -= c->bodies[i].mean[k];
            place->from[k] -= c->bodies[i].from[k];
        }
}

/* From the leaves on: what hangs on a weld has what the weld gave it. */
static void set_impulses(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) set_momenta(&c->bodies[i]);
    set_place(c);
    for (int i = c->link_count - 1; i >= 0; i--) {
        cn_Link *l = &c->links[i];
        Joint j = joint_of(l);
        cn_LinkBody *on = &c->bodies[j.on];
        const cn_LinkBody *its = &c->bodies[j.hangs];
        double ax = on->rest[0] + (on->rest[2] * j.ox - on->rest[3] * j.oy);
        double ay = on->rest[1] + (on->rest[3] * j.ox + on->rest[2] * j.oy);
        double turn = its->from[2] - (ax * its->from[1] - ay * its->from[0]);
        double sign = j.b_hangs ? 1 : -1;
        l->impulse[0] = sign * its->mean[0], l->impulse[1] = sign * its->mean[1];
        l->impulse[2] = sign * turn;
        for (int k = 0; k < 3; k++) on->mean[k] += its->mean[k], on->from[k] += its->from[k];
    }
}

static void add_totals(const cn_World *w, const cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++) {
        const cn_Link *l = &c->links[i];
        cn_joint_add_total(&w->joint[l->joint], l->impulse[0], l->impulse[1], l->impulse[2]);
    }
}

/* What its welds bore, into its joints. */
static void settle(const cn_World *w, cn_Chain *c) {
    set_impulses(c);
    add_totals(w, c);
}

/* ---- a raft -------------------------------------------------------------------------------- */

bool cn_raft_plan(cn_World *w, cn_LinkageRange *r) {
    cn_Articulations *all = &w->articulations;
    r->raft = all->raft_count;
    r->first_raft_row = 0;
    if (r->raft > 0) {
        const cn_Raft *last = &all->rafts[r->raft - 1];
        r->first_raft_row = last->first_row + last->count + 1;
    }
    for (int i = 0; i < r->count; i++)
        if (cn_linkage_seat(w, r, i)->free_count > r->raft_rows)
            r->raft_rows = cn_linkage_seat(w, r, i)->free_count;
    if (!CN_GROW(all->rafts, r->raft + 1) ||
        !CN_GROW(all->raft_rows, r->first_raft_row + r->raft_rows + 1))
        return false;
    all->rafts[r->raft] = (cn_Raft){.count = r->raft_rows, .first_row = r->first_raft_row};
    all->raft_count++;
    return true;
}

/* In a stage, with steps of h. */
static cn_Raft *raft_of(const cn_World *w, const cn_LinkageRange *r, double h) {
    cn_Raft *g = &w->articulations.rafts[r->raft];
    g->rows = w->articulations.raft_rows + r->first_raft_row;
    g->place = g->rows + g->count;
    g->h = h;
    g->motion = w->scratch.order.step_motion;
    g->steps = w->scratch.order.step_blocks;
    g->reported = false;
    return g;
}

static void fill_body(const cn_World *w, cn_RaftBodies *to, int i, const cn_LinkBody *b) {
    to->body[i] = b->body;
    to->station[i] = w->scratch.order.station[b->body];
    to->step[i] = cn_step_bytes(to->station[i]);
    to->start_x[i] = b->start_x, to->start_y[i] = b->start_y;
    to->start_c[i] = b->start_c, to->start_s[i] = b->start_s;
    for (int k = 0; k < 4; k++) to->rest[k][i] = b->rest[k];
}

static void fill_lane(const cn_World *w, cn_Raft *g, int lane, cn_Chain *c) {
    double mass = 0, orbit = 0, spin = 0;
    bool held = c->body_count > c->free_count;
    set_shape(c);
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        fill_body(w, &g->rows[i], lane, b);
        g->rows[i].mass[lane] = b->mass[0], g->rows[i].spin[lane] = b->mass[2];
        mass += b->mass[0], spin += b->mass[2];
        orbit += b->mass[0] * (b->rest[0] * b->rest[0] + b->rest[1] * b->rest[1]);
    }
    if (held) fill_body(w, g->place, lane, &c->bodies[c->free_count]);
    g->held[lane] = -(int64_t)held;
    g->mass[lane] = mass, g->orbit[lane] = orbit, g->spin[lane] = spin;
}

void cn_raft_fill(const cn_World *w, const cn_LinkageRange *r) {
    cn_Raft *g = raft_of(w, r, 0);
    g->runs = g->quiet = 0;
    memset(g->rows, 0, (size_t)(g->count + 1) * sizeof *g->rows);
    for (int t = 0; t < CN_LINKAGE_LANES; t++) {
        const cn_Articulation *a = cn_linkage_seat(w, r, t < r->count ? t : 0);
        g->held[t] = 0;
        g->mass[t] = g->orbit[t] = g->spin[t] = 1; /* of no body: any number */
        if (t >= r->count || !a->runs || !a->rigid) continue;
        cn_Chain c = cn_exact_chain(w, a);
        fill_lane(w, g, t, &c);
        g->runs |= 1u << t;
        if (a->quiet) g->quiet |= 1u << t;
    }
}

/* From a lane to its own bodies: what welds have done. */
static void unload_changes(const cn_Raft *g, int lane, cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) {
        const cn_RaftBodies *b = &g->rows[i];
        for (int k = 0; k < 2; k++) c->bodies[i].mean[k] = b->mean[k][lane];
        for (int k = 0; k < 3; k++) c->bodies[i].from[k] = b->from[k][lane];
    }
}

/* Links have to hold it from now on, for the rest of the step. */
static void leave(const cn_World *w, cn_Raft *g, int lane, cn_Articulation *a) {
    cn_Chain c = cn_exact_chain(w, a);
    a->rigid = false;
    g->runs &= ~(1u << lane);
    unload_changes(g, lane, &c);
    settle(w, &c);
    for (int i = 0; i < c.link_count; i++) memset(c.links[i].impulse, 0, sizeof c.links[i].impulse);
}

/* Of those that run, whose bodies are far off their places. */
static uint32_t find_bent(const cn_Raft *g) {
    uint32_t bent = 0;
    for (uint32_t left = g->runs; left; left &= left - 1) {
        int t = __builtin_ctz(left);
        if (!(g->worst[t] <= LINK_SHIFTED)) bent |= 1u << t;
    }
    return bent;
}

/* What a blow within a sub-step has shifted one body by, all share (cn_chain_place). */
static void share_shifts(const cn_World *w, const cn_LinkageRange *r, cn_Raft *g, uint32_t bent) {
    cn_wide()->raft.move_together(g);
    for (; bent; bent &= bent - 1) {
        int t = __builtin_ctz(bent);
        cn_Chain c = cn_exact_chain(w, cn_linkage_seat(w, r, t));
        for (int i = 0; i < c.free_count; i++) {
            cn_LinkBody *to = &c.bodies[i];
            const cn_RaftBodies *b = &g->rows[i];
            to->x = b->x[t], to->y = b->y[t], to->c = b->c[t], to->s = b->s[t];
        }
        cn_chain_write_poses(w, &c);
    }
    cn_wide()->raft.fit_again(g);
}

static uint32_t move(cn_Raft *g, uint32_t lanes) {
    for (int t = 0; t < CN_LINKAGE_LANES; t++) g->asked[t] = -(int64_t)(lanes >> t & 1);
    cn_wide()->raft.read(g);
    uint32_t moved = cn_wide()->raft.move(g);
    cn_wide()->raft.write(g, moved);
    return lanes & ~moved;
}

void cn_raft_begin(cn_World *w, const cn_LinkageRange *r, float h, bool first) {
    cn_Raft *g = raft_of(w, r, (double)h);
    uint32_t fails = 0;
    for (int t = 0; t < r->count; t++)
        if (g->runs >> t & 1 && cn_linkage_seat(w, r, t)->geared)
            leave(w, g, t, cn_linkage_seat(w, r, t));
    if (g->runs) {
        cn_wide()->raft.fit(g);
        g->most = LINK_MOST_SHIFT * w->def.push_speed * g->h;
        uint32_t bent = find_bent(g);
        if (bent) share_shifts(w, r, g, bent);
        if (bent) fails = find_bent(g);
        uint32_t lanes = g->runs & ~g->quiet & ~fails;
        if (lanes) fails |= move(g, lanes);
    }
    for (; fails; fails &= fails - 1)
        leave(w, g, __builtin_ctz(fails), cn_linkage_seat(w, r, __builtin_ctz(fails)));
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = cn_linkage_seat(w, r, t);
        if (a->runs && !a->rigid) cn_exact_begin_alone(w, a, h, first);
    }
}

void cn_raft_solve(cn_World *w, const cn_LinkageRange *r, float h) {
    cn_Raft *g = raft_of(w, r, (double)h);
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = cn_linkage_seat(w, r, t);
        if (a->runs && !a->rigid) cn_exact_solve_alone(w, a, h, CN_EXACT_READ);
    }
    if (!g->runs) return;
    uint32_t fails = move(g, g->runs);
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = cn_linkage_seat(w, r, t);
        if (!(g->runs >> t & 1)) continue;
        w->articulations.space[a->last_double] = 0; /* cn_chain_bound_energy */
        a->in_slices = false;
        if (!(fails >> t & 1)) {
            if (a->again > 0) a->again--;
            continue;
        }
        leave(w, g, t, a);
        cn_exact_begin_alone(w, a, h, false); /* as if the sub-step began now */
        cn_exact_solve_alone(w, a, h, CN_EXACT_READ);
    }
}

/* A firm one is told at the end of a step what its contacts gave it. */
static void add_loads(const cn_World *w, cn_Raft *g, int lane, const cn_Articulation *a) {
    cn_Chain c = cn_exact_chain(w, a);
    for (int i = 0; i < c.free_count; i++)
        for (int k = 0; k < 3; k++) c.bodies[i].v[k] = g->rows[i].v[k][lane];
    cn_chain_add_loads(w, &c);
    for (int i = 0; i < c.free_count; i++)
        for (int k = 0; k < 3; k++) g->rows[i].v[k][lane] = c.bodies[i].v[k];
}

void cn_raft_report(cn_World *w, const cn_LinkageRange *r, float dt) {
    cn_Raft *g = raft_of(w, r, (double)dt / w->def.substeps);
    const cn_RaftKernels *kernels = &cn_wide()->raft;
    g->reported = true;
    g->motion = w->motion;
    for (int t = 0; t < CN_LINKAGE_LANES; t++) g->asked[t] = -(int64_t)(g->runs >> t & 1);
    if (g->runs) {
        kernels->fit(g);
        kernels->read(g);
        for (int t = 0; t < r->count; t++)
            if (g->runs >> t & 1 && cn_linkage_seat(w, r, t)->firm)
                add_loads(w, g, t, cn_linkage_seat(w, r, t));
        kernels->move_at_once(g);
        kernels->write(g, g->runs);
    }
    for (int t = 0; t < r->count; t++) {
        cn_Articulation *a = cn_linkage_seat(w, r, t);
        if (a->runs && !a->rigid) cn_exact_report_alone(w, a, dt);
        if (!(g->runs >> t & 1)) continue;
        cn_Chain c = cn_exact_chain(w, a);
        unload_changes(g, t, &c);
        settle(w, &c);
        for (int i = 0; i < c.link_count; i++)
            for (int k = 0; k < 3; k++) c.links[i].impulse[k] /= w->def.substeps;
        cn_exact_store(w, a, dt);
    }
}
