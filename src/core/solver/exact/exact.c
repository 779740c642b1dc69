/* exact.c: the place that articulations have in the step.
 *
 * In a sub-step: contacts and links start from their last impulses, contacts are solved, then the
 * links have the last word before bodies move. What links do to a body is kept apart from what its
 * contacts do, since their directions turn with it and are found anew each time.
 * Invariant: the motion blocks hold what a body would have without its contacts, links included. */
#include "solver/exact/exact.h"

#include <math.h>
#include <string.h>

#include "base/rotation.h"
#include "data/contact_access.h"
#include "data/joint_access.h"
#include "data/world.h"
#include "solver/exact/linkage.h"
#include "wide/link_limits.h"
#include "wide/motion.h"
#include "world/joint_impulses.h"

/* m or rad: a limit that is passed by more comes back gently, even when the link has closed */
#define FAR_OUT 0.005
#define SOFT    480  /* sub-steps of springs after a failure, and twice that after the next */
#define EAGER   8    /* times as fast they pass while less than NEAR is open */
#define NEAR    1e-3 /* m or rad of violation */
/* sub-steps, the longest that links stay springs: some four minutes of 240 a second */
#define SOFTEST    61440
#define LEAST_SIZE 1e-6 /* m^2, squared size of a locked body, so that a point has inertia, too */
/* times as heavy as it is, along a coordinate that is locked: the matrix stays finite */
#define LOCKED 1e7

/* ---- one step ----------------------------------------------------------------------------- */

cn_Chain cn_exact_chain(const cn_World *w, const cn_Articulation *a) {
    const cn_Articulations *all = &w->articulations;
    cn_Chain c = {.body_count = a->body_count,
                  .free_count = a->free_count,
                  .link_count = a->link_count,
                  .bodies = all->bodies + a->first_body,
                  .links = all->links + a->first_link,
                  .twice = a->twice && !a->geared}; /* what gives in, a motor would push on */
    c.e = cn_order_view(all->plan + a->first_int, a->free_count, a->link_count, a->cost);
    double *p = all->space + a->first_double;
    size_t n = (size_t)c.e.nodes;
    size_t entries = (size_t)c.e.entries;
    c.diagonal = (cn_Block3 *)p;
    c.inverse = c.diagonal + n;
    c.block = c.inverse + n;
    c.across = c.block + entries;
    c.x = (double(*)[4])(c.across + entries);
    c.size = (double(*)[3])(c.x + n);
    c.most = all->space + a->last_double - 1;
    c.tolerance = LINK_TOLERANCE;
    return c;
}

void cn_link_start_body(const cn_World *w, cn_LinkBody *b, cn_Pos origin, bool free) {
    const cn_Pose *pose = &w->pose[b->body];
    cn_Pos center = cn_pose_center(pose);
    uint32_t flags = w->body_flags[b->body];
    double c = (double)pose->q.c, s = (double)pose->q.s, k = cn_rot_unit(c, s);
    b->start_x = center.x - origin.x;
    b->start_y = center.y - origin.y;
    b->start_c = k * c;
    b->start_s = k * s;
    if (!free) return;
    cn_Mass m = w->mass[b->body];
    double mass = m.inv_m > 0 ? 1 / (double)m.inv_m : 1;
    double size = (double)w->motion[b->body].extent;
    b->mass[0] = mass * (m.inv_m == 0 || flags & CN_BODY_LOCK_X ? LOCKED : 1);
    b->mass[1] = mass * (m.inv_m == 0 || flags & CN_BODY_LOCK_Y ? LOCKED : 1);
    bool turns = m.inv_i > 0 && !(flags & CN_BODY_LOCK_ROTATION);
    b->mass[2] = turns ? 1 / (double)m.inv_i : LOCKED * mass * fmax(size * size, LEAST_SIZE);
}

void cn_link_start(const cn_World *w, const cn_Chain *c, cn_Link *l) {
    const cn_Joint *j = &w->joint[l->joint];
    bool along = cn_link_is_along(l->kind);
    cn_Vec ca = w->pose[c->bodies[l->a].body].center, cb = w->pose[c->bodies[l->b].body].center;
    l->ax = j->local_a.x - (double)ca.x;
    l->ay = j->local_a.y - (double)ca.y;
    l->bx = j->local_b.x - (double)cb.x;
    l->by = j->local_b.y - (double)cb.y;
    l->nx = -(double)j->axis.y;
    l->ny = (double)j->axis.x;
    if (l->kind != CN_LINK_POINT && !along) { /* else it is not asked for */
        l->rc = cn_cos(j->reference);
        l->rs = cn_sin(j->reference);
    }
    l->length = j->tuning.length;
    l->gently = j->flags & CN_JOINT_PULL;
    l->impulse[0] = along ? (double)j->hold_impulse : (double)j->impulse.x;
    l->impulse[1] = (double)j->impulse.y;
    l->impulse[2] = (double)j->turn_impulse;
    memset(l->owed, 0, sizeof l->owed);
    memset(l->give, 0, sizeof l->give);
    memset(l->share, 0, sizeof l->share);
    if (c->twice) cn_link_share(c, l);
}

/* Bodies of a joint sleep and wake together; where one was put to sleep alone the lanes do it. */
static bool all_awake(const cn_World *w, const cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++)
        if (!(w->body_flags[c->bodies[i].body] & CN_BODY_AWAKE)) return false;
    return true;
}

/* The lanes have a row for each end of a rope, an articulation one for the end that bears. */
void cn_exact_give_back(cn_Joint *rope) {
    rope->lower_impulse = cn_maxf(rope->hold_impulse, 0);
    rope->upper_impulse = cn_maxf(-rope->hold_impulse, 0);
    rope->hold_impulse = 0;
}

static void pass_on(cn_Joint *j, cn_LinkKind kind, bool runs) {
    if (kind != CN_LINK_ROPE) return;
    if (runs) {
        j->hold_impulse = j->lower_impulse - j->upper_impulse;
        j->lower_impulse = j->upper_impulse = 0;
    } else {
        cn_exact_give_back(j);
    }
}

/* Whether it does what its joints hold, or the lanes do: those sort their rows anew when that
 * changes. */
static void set_running(cn_World *w, cn_Articulation *a, const cn_Chain *c, bool runs) {
    a->runs = runs;
    if (a->holds == runs) return;
    cn_joint_flush(w);
    a->holds = runs;
    w->joint_graph_stale = true;
    w->scratch.order.joint_stage.read_in = 0;
    for (int i = 0; i < c->link_count; i++) {
        cn_Joint *j = &w->joint[c->links[i].joint];
        j->flags = runs ? j->flags | CN_JOINT_EXACT : j->flags & ~(uint32_t)CN_JOINT_EXACT;
        pass_on(j, c->links[i].kind, runs);
    }
}

void cn_exact_stop(cn_World *w, cn_Articulation *a) {
    if (!a->holds) return;
    cn_Chain c = cn_exact_chain(w, a);
    set_running(w, a, &c, false);
}

void cn_exact_go_on(cn_World *w, cn_Articulation *a) {
    cn_Chain c = cn_exact_chain(w, a);
    set_running(w, a, &c, true);
}

/* All of it is welded to places that nothing moves: contacts are to find it as they find those. A
 * contact knows the masses of its two bodies alone: 200 kg sank by 76 mm into a beam of 5 kg. */
static bool is_firm(const cn_Articulation *a, const cn_Chain *c) {
    if (a->free_count == a->body_count || a->soft > 0 || a->pulled) return false;
    for (int i = 0; i < c->link_count; i++)
        if (c->links[i].kind != CN_LINK_WELD) return false;
    return true;
}

static void make_firm(cn_World *w, const cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++)
        w->scratch.order.step_mass[w->scratch.order.station[c->bodies[i].body]] = (cn_Mass){0, 0};
}

/* For blows; without memory they know of no links. */
static void note_holder(cn_World *w, const cn_Articulation *a, const cn_Chain *c) {
    cn_Articulations *all = &w->articulations;
    if (all->holder_capacity < w->bodies.count) return;
    for (int i = 0; i < c->free_count; i++) all->holder[c->bodies[i].body] = (int)(a - all->list);
}

/* Articulations share no body that moves, and each has its memory for itself: threads share them
 * out. */
typedef struct Work {
    cn_World *w;
    float h;    /* s, of a sub-step; of the step in report */
    bool first; /* sub-step of the step */
} Work;

/* count, a job of a thread: fewer balance better, more cost less */
#define EACH 1 /* linkages */
/* count of rows of bodies, from which on threads share them: each takes a microsecond or more, and
 * to hand out a stage takes a few */
#define MANY_ROWS  100
#define EACH_ALONE 16 /* articulations, which take eight times less, or half of that again */

static void look_range(void *context, int begin, int end, int worker) {
    const Work *work = context;
    (void)worker;
    for (int i = begin; i < end; i++) {
        cn_Articulation *a = &work->w->articulations.list[i];
        cn_Chain c = cn_exact_chain(work->w, a);
        a->needed = all_awake(work->w, &c) && cn_exact_is_needed(work->w, a);
    }
}

/* What it did in the step before is read, what it holds has been told. */
static void start(cn_World *w, cn_Articulation *a) {
    cn_Chain c = cn_exact_chain(w, a);
    a->runs = a->needed && !(w->body_flags[c.bodies[0].body] & CN_BODY_REST_SOLVED);
    a->in_lanes = a->is_tree && !a->welded;
    a->geared = a->pulled = a->touches = a->firm = a->rigid = false;
    if (!a->runs) return;
    cn_Pos origin = cn_pose_center(&w->pose[c.bodies[0].body]);
    note_holder(w, a, &c);
    for (int i = 0; i < c.body_count; i++) {
        cn_link_start_body(w, &c.bodies[i], origin, i < c.free_count);
        a->touches |= i < c.free_count && w->cold[c.bodies[i].body].near_count > 0;
    }
    for (int i = 0; i < c.link_count; i++) {
        cn_Joint *j = &w->joint[c.links[i].joint];
        cn_link_start(w, &c, &c.links[i]);
        cn_link_start_limit(w, &c.links[i]);
        a->pulled |= c.links[i].gently;
        j->total = (cn_Vec){0, 0};
        j->total_turn = 0;
    }
    cn_ChainActs acts = cn_chain_acts(w, &c);
    a->alone = cn_chain_is_alone(w, &c, acts, a->touches);
    a->quiet = !a->touches && !acts.driven && !acts.others && !a->alone;
    a->rigid = cn_rigid_is(w, a, &c);
    a->firm = a->touches && is_firm(a, &c);
    if (a->firm) make_firm(w, &c);
}

static void start_range(void *context, int begin, int end, int worker) {
    const Work *work = context;
    (void)worker;
    for (int i = begin; i < end; i++) start(work->w, &work->w->articulations.list[i]);
}

static void fill_range(void *context, int begin, int end, int worker) {
    const Work *work = context;
    (void)worker;
    for (int i = begin; i < end; i++) {
        cn_LinkageRange *r = &work->w->articulations.linkages[i];
        r->quiet = true;
        for (int k = 0; k < r->count; k++) {
            const cn_Articulation *a = cn_linkage_seat(work->w, r, k);
            r->quiet &= a->quiet || !a->runs;
        }
        if (r->raft_rows > 0)
            cn_raft_fill(work->w, r);
        else
            cn_linkage_fill(work->w, r);
    }
}

/* What a sub-step of it takes: of what is in no lanes, as many as it has bodies. */
static int count_rows(const cn_World *w) {
    int rows = 0;
    for (int i = 0; i < w->articulations.linkage_count; i++) {
        const cn_LinkageRange *r = &w->articulations.linkages[i];
        if (r->raft_rows > 0 || !cn_linkage_runs(w, r)) continue;
        rows += r->body_rows > 0 ? r->body_rows : cn_linkage_seat(w, r, 0)->free_count;
    }
    return rows;
}

void cn_exact_find(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    Work work = {w, 0, false};
    cn_exact_update(w);
    if (all->count > 0) CN_GROW(all->holder, w->bodies.count);
    cn_exact_count_crowds(w);
    cn_jobs_run(w->jobs, look_range, &work, all->count, EACH_ALONE);
    for (int i = 0; i < all->count; i++) { /* all, before any reads what the lanes have found */
        cn_Articulation *a = &all->list[i];
        if (a->holds == a->needed) continue;
        cn_Chain c = cn_exact_chain(w, a);
        set_running(w, a, &c, a->needed);
    }
    cn_jobs_run(w->jobs, start_range, &work, all->count, EACH_ALONE);
    cn_linkage_seat_all(w);
    for (int i = 0; i < all->count; i++) /* there was no memory for its place */
        if (all->list[i].runs && !all->list[i].seated) cn_exact_stop(w, &all->list[i]);
    cn_jobs_run(w->jobs, fill_range, &work, all->linkage_count, EACH);
    all->rows = count_rows(w);
}

/* ---- a sub-step --------------------------------------------------------------------------- */

/* In the sub-steps, and after them. */
static cn_Motion *motion_of(const cn_World *w, const cn_Chain *c, int body) {
    return c->reported ? &w->motion[body] : cn_station(w, body).motion;
}

void cn_chain_read_poses(const cn_World *w, cn_Chain *c) {
    for (int i = 0; i < c->body_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        const cn_Motion *m = motion_of(w, c, b->body);
        double dc = (double)m->dq.c, ds = (double)m->dq.s, k = cn_rot_unit(dc, ds);
        dc *= k;
        ds *= k;
        b->x = b->start_x + (double)m->dx;
        b->y = b->start_y + (double)m->dy;
        b->c = dc * b->start_c - ds * b->start_s;
        b->s = ds * b->start_c + dc * b->start_s;
    }
}

/* Beyond half a turn in a sub-step the direction of turning is lost, and so are links. */
static double turn_of(const cn_Chain *c, double w) {
    double most = CN_PI / c->h;
    return w > most ? most : (w < -most ? -most : w);
}

void cn_chain_read_velocities(const cn_World *w, cn_Chain *c) {
    for (int i = 0; i < c->body_count; i++) {
        const cn_Motion *m = motion_of(w, c, c->bodies[i].body);
        c->bodies[i].v[0] = (double)m->vx;
        c->bodies[i].v[1] = (double)m->vy;
        c->bodies[i].v[2] = i < c->free_count ? turn_of(c, (double)m->w) : (double)m->w;
    }
}

void cn_chain_write_poses(const cn_World *w, const cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        cn_Motion *m = motion_of(w, c, b->body);
        m->dx = (float)(b->x - b->start_x);
        m->dy = (float)(b->y - b->start_y);
        m->dq.c = (float)(b->c * b->start_c + b->s * b->start_s);
        m->dq.s = (float)(b->s * b->start_c - b->c * b->start_s);
    }
}

/* What contacts did to a body stays what it was: to the last bit where that is nothing. */
void cn_chain_write_velocities(const cn_World *w, const cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        cn_Motion *m = motion_of(w, c, b->body);
        cn_Station at = cn_station(w, b->body);
        cn_StepBlock *k = at.block;
        int lane = at.lane;
        float cx = m->vx - k->vx[lane], cy = m->vy - k->vy[lane], cw = m->w - k->w[lane];
        m->vx = (float)b->v[0];
        m->vy = (float)b->v[1];
        m->w = (float)b->v[2];
        k->vx[lane] = m->vx - cx;
        k->vy[lane] = m->vy - cy;
        k->w[lane] = m->w - cw;
    }
}

static void add_totals(cn_World *w, const cn_Chain *c) {
    for (int i = 0; i < c->link_count; i++) {
        const cn_Link *l = &c->links[i];
        double fx, fy;
        cn_link_force(l, l->impulse, &fx, &fy);
        cn_joint_add_total(&w->joint[l->joint], fx, fy, l->impulse[2]);
    }
}

/* Springs that are stretched become links later: those would have to pull them together. */
int cn_exact_count_down(int soft, double violation) {
    int by = violation < NEAR ? EAGER : 1;
    return soft > by ? soft - by : 0;
}

void cn_exact_begin_alone(cn_World *w, cn_Articulation *a, float h, bool first) {
    cn_Chain c = cn_exact_chain(w, a);
    c.h = (double)h;
    c.push = w->def.push_speed * c.h;
    c.first = first;
    c.quiet = a->quiet;
    cn_chain_read_poses(w, &c);
    if (first) cn_chain_admit_energy(w, &c);
    if (a->soft > 0) a->soft = cn_exact_count_down(a->soft, cn_chain_violation(&c));
    c.soft = a->soft > 0;
    if (cn_chain_place(&c)) cn_chain_write_poses(w, &c);
    cn_chain_read_velocities(w, &c);
    cn_chain_begin(&c, a->touches);
    a->factored = c.factored;
    a->closing = a->again > 0 ? 0 : c.closing; /* what were springs may not make energy */
    cn_chain_write_velocities(w, &c);
}

/* What could not be solved exactly is tried again later and later. */
static void judge(cn_Articulation *a, bool failed) {
    if (!failed) {
        if (a->again > 0) a->again--;
        return;
    }
    a->again = a->again < SOFT ? SOFT : a->again < SOFTEST ? 2 * a->again : SOFTEST;
    a->soft = a->again;
}

bool cn_exact_is_doubted(const cn_Articulation *a) { return a->again > 0 || cn_linkage_gives(a); }

static cn_Chain chain_to_solve(const cn_World *w, const cn_Articulation *a, float h) {
    cn_Chain c = cn_exact_chain(w, a);
    c.h = (double)h;
    c.push = w->def.push_speed * c.h;
    c.factored = a->factored;
    c.soft = a->soft > 0;
    c.closing = a->closing;
    c.doubted = cn_exact_is_doubted(a);
    return c;
}

static void is_solved(cn_World *w, cn_Articulation *a, cn_Chain *c, cn_ChainResult result) {
    a->in_slices = result == CN_CHAIN_IN_SLICES;
    if (!c->soft) judge(a, result == CN_CHAIN_SOFT);
    cn_chain_bound_energy(w, a, c);
    cn_chain_write_velocities(w, c);
    add_totals(w, c);
}

void cn_exact_solve_alone(cn_World *w, cn_Articulation *a, float h, cn_ExactFrom from) {
    cn_Chain c = chain_to_solve(w, a, h);
    c.tried = from != CN_EXACT_READ;
    c.sliced = from == CN_EXACT_SLICED;
    if (!c.tried) cn_chain_read_velocities(w, &c);
    is_solved(w, a, &c, cn_chain_solve(&c));
}

void cn_exact_take_slices(cn_World *w, cn_Articulation *a, float h) {
    cn_Chain c = chain_to_solve(w, a, h);
    cn_chain_keep_last(&c);
    is_solved(w, a, &c, CN_CHAIN_IN_SLICES);
}

static void run_all(cn_JobFn fn, cn_World *w, cn_Jobs *jobs, float h, bool first) {
    Work work = {w, h, first};
    cn_jobs_run(w->articulations.rows >= MANY_ROWS ? jobs : w->jobs, fn, &work,
                w->articulations.linkage_count, EACH);
}

static void begin_one(const Work *work, const cn_LinkageRange *r) {
    if (r->raft_rows > 0)
        cn_raft_begin(work->w, r, work->h, work->first);
    else
        cn_linkage_begin(work->w, r, work->h, work->first);
}

static void begin_range(void *context, int begin, int end, int worker) {
    const Work *work = context;
    (void)worker;
    for (int i = begin; i < end; i++) {
        const cn_LinkageRange *r = &work->w->articulations.linkages[i];
        if (!r->quiet) begin_one(work, r);
    }
}

void cn_exact_begin(cn_World *w, cn_Jobs *jobs, float h, bool first) {
    run_all(begin_range, w, jobs, h, first);
}

static void solve_range(void *context, int begin, int end, int worker) {
    const Work *work = context;
    (void)worker;
    for (int i = begin; i < end; i++) {
        const cn_LinkageRange *r = &work->w->articulations.linkages[i];
        if (r->quiet) begin_one(work, r);
        if (r->raft_rows > 0)
            cn_raft_solve(work->w, r, work->h);
        else
            cn_linkage_solve(work->w, r, work->h);
    }
}

void cn_exact_solve(cn_World *w, cn_Jobs *jobs, float h, bool first) {
    run_all(solve_range, w, jobs, h, first);
}

void cn_exact_settle(cn_World *w) {
    for (int i = 0; i < w->articulations.count; i++) {
        const cn_Articulation *a = &w->articulations.list[i];
        if (!a->runs || !a->in_slices) continue;
        cn_Chain c = cn_exact_chain(w, a);
        for (int k = 0; k < c.free_count; k++)
            memcpy(c.bodies[k].v, c.bodies[k].kept, sizeof c.bodies[k].v);
        cn_chain_write_velocities(w, &c);
    }
}

bool cn_exact_settles(const cn_World *w) {
    for (int i = 0; i < w->articulations.count; i++) {
        const cn_Articulation *a = &w->articulations.list[i];
        if (a->runs && a->in_slices) return true;
    }
    return false;
}

/* ---- the end of a step -------------------------------------------------------------------- */

/* Its limits may still be far from kept when the link has closed. */
static bool is_far_out(const cn_World *w, int joint) {
    double linear, angular;
    const uint32_t limits = CN_JOINT_LIMITS | CN_JOINT_MIN | CN_JOINT_MAX;
    if (!(w->joint[joint].flags & limits)) return false;
    cn_joint_error(w, cn_joint_id(w, joint), &linear, &angular);
    return linear > FAR_OUT || angular > FAR_OUT;
}

void cn_exact_store(cn_World *w, const cn_Articulation *a, float dt) {
    for (int i = 0; i < a->link_count; i++) {
        cn_Link *l = &w->articulations.links[a->first_link + i];
        cn_Joint *j = &w->joint[l->joint];
        float x = (float)(l->impulse[0] + l->owed[0]), y = (float)(l->impulse[1] + l->owed[1]);
        if (cn_link_is_along(l->kind))
            j->hold_impulse = x;
        else
            j->impulse = (cn_Vec){x, y};
        j->turn_impulse = (float)(l->impulse[2] + l->owed[2]);
        j->last_dt = dt;
        bool pull = l->gently || (j->flags & CN_JOINT_PULL && is_far_out(w, l->joint));
        j->flags = pull ? j->flags | CN_JOINT_PULL : j->flags & ~(uint32_t)CN_JOINT_PULL;
        cn_joint_keep_finite(j);
        memset(l->impulse, 0, sizeof l->impulse);
    }
}

/* The velocity that is reported belongs to the end of the step, where no link lets its ends part:
 * the last half of RATTLE (Andersen 1983). The next sub-step takes it back along the same
 * directions, so that nothing of it is remembered. */
/* What a contact gave the body at that end in the step. */
static void add_blow(const cn_World *w, int link, cn_LinkBody *b) {
    const cn_Contact *c = &w->contact[link >> 1];
    double sign = link & 1 ? 1 : -1, nx = (double)c->normal.x, ny = (double)c->normal.y;
    for (int k = 0; cn_contact_solid(c) && k < c->count; k++) {
        double p = sign * (double)c->total[k].normal, q = sign * (double)c->total[k].tangent;
        double x = p * nx + q * ny, y = p * ny - q * nx;
        double rx = (double)c->r[k].x, ry = (double)c->r[k].y;
        if (link & 1) rx += (double)c->d.x, ry += (double)c->d.y;
        b->v[0] += x / b->mass[0], b->v[1] += y / b->mass[1];
        b->v[2] += (rx * y - ry * x) / b->mass[2];
    }
}

/* A firm body does not notice its contacts in the sub-steps: its links are told at their end. */
void cn_chain_add_loads(const cn_World *w, cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++)
        for (int link = w->cold[c->bodies[i].body].first_contact; link >= 0;
             link = cn_contact_next(w, link))
            add_blow(w, link, &c->bodies[i]);
}

void cn_exact_report_alone(cn_World *w, const cn_Articulation *a, float dt) {
    cn_Chain c = cn_exact_chain(w, a);
    c.h = (double)dt / w->def.substeps;
    c.push = w->def.push_speed * c.h;
    c.soft = a->soft > 0;
    c.reported = true;
    cn_chain_read_poses(w, &c);
    cn_chain_read_velocities(w, &c);
    cn_exact_store(w, a, dt);
    if (a->firm) cn_chain_add_loads(w, &c);
    cn_chain_project(&c);
    cn_chain_write_velocities(w, &c);
    add_totals(w, &c);
}

static void report_range(void *context, int begin, int end, int worker) {
    const Work *work = context;
    (void)worker;
    for (int i = begin; i < end; i++) {
        const cn_LinkageRange *r = &work->w->articulations.linkages[i];
        if (r->raft_rows > 0)
            cn_raft_report(work->w, r, work->h);
        else
            cn_linkage_report(work->w, r, work->h);
    }
}

void cn_exact_report(cn_World *w, float dt) { run_all(report_range, w, w->jobs, dt, false); }
