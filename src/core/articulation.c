/* articulation.c: which joints are solved exactly, and their place in the step.
 *
 * Joints that hold something rigidly connect bodies to components. One whose elimination fills in
 * little is an articulation and solved directly (articulation_solve.c), the others go through the
 * lanes: a rule of cost. What is found stays until joints, or what they can do, change.
 * In a sub-step: contacts and links start from their last impulses, contacts are solved, then the
 * links have the last word before bodies move. What links do to a body is kept apart from what its
 * contacts do, since their directions turn with it and are found anew each time.
 * Invariant: the motion blocks hold what a body would have without its contacts, links included. */
#include "articulation.h"
#include "wide/motion.h"

#include <math.h>
#include <string.h>

#define FILL       8    /* blocks to make or change for each node, at most */
#define MOST_NODES 4096 /* of one articulation */
#define MOST_WORK  6000 /* blocks to make or change in a sub-step, of all of them */
#define PUSH_SPEED 3.0  /* m/s or rad/s, what is apart comes together no faster */
#define SOFT                                                                                       \
    60 /* sub-steps in which links that could not be closed are springs; then twice as many */
#define SOFTEST   7680
#define TOLERANCE 1e-7 /* m or rad */
#define LOCKED    1e7  /* times as heavy as it is */

/* ---- components --------------------------------------------------------------------------- */

static bool is_free(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

/* What joint j holds rigidly; false when it holds nothing. */
static bool kind_of(const cn_World *w, const cn_Joint *j, cn_LinkKind *kind) {
    bool place = j->tuning.linear_hertz == 0, angle = j->tuning.angular_hertz == 0;
    if (!cn_joint_acts(w, j)) return false;
    switch (j->kind) {
    case CN_REVOLUTE:
        *kind = CN_LINK_POINT;
        return true;
    case CN_PRISMATIC:
        *kind = CN_LINK_SLIDE;
        return true;
    case CN_WELD:
        *kind = place ? angle ? CN_LINK_WELD : CN_LINK_POINT : CN_LINK_TURN;
        return place || angle;
    case CN_DISTANCE:
        *kind = CN_LINK_ROD;
        return cn_joint_is_rod(j);
    default:
        return false;
    }
}

/* Changes when the graph of joints does. */
static uint64_t signature(const cn_World *w) {
    uint64_t h = 1;
    for (int i = 1; i < w->joints.count; i++) {
        const cn_Joint *j = &w->joint[i];
        cn_LinkKind kind;
        if (!cn_slots_live(&w->joints, i) || !kind_of(w, j, &kind)) continue;
        uint64_t types = (uint64_t)is_free(w, j->body_a) | (uint64_t)is_free(w, j->body_b) << 1;
        h = (h ^ ((uint64_t)i << 32 | w->joints.generation[i])) * 0x9e3779b97f4a7c15u;
        h = (h ^ (types << 8 | (uint64_t)kind)) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

static cn_LinkBody *add_body(cn_World *w, cn_Articulation *a, int body) {
    cn_Articulations *all = &w->articulations;
    int at = a->first_body + a->body_count;
    if (!cn_grow((void **)&all->bodies, &all->body_capacity, at + 1, sizeof *all->bodies))
        return NULL;
    all->bodies[at] = (cn_LinkBody){.body = body};
    a->body_count++;
    return &all->bodies[at];
}

static bool add_link(cn_World *w, cn_Articulation *a, cn_Link link) {
    cn_Articulations *all = &w->articulations;
    int at = a->first_link + a->link_count;
    if (!cn_grow((void **)&all->links, &all->link_capacity, at + 1, sizeof *all->links))
        return false;
    all->links[at] = link;
    a->link_count++;
    return true;
}

/* Breadth first. A link is taken from the end that was found first; what cannot move stands in for
 * itself once for each link. place: by body, index within the component, -1 = not found yet. */
static bool gather(cn_World *w, cn_Articulation *a, int start, int *place) {
    cn_Articulations *all = &w->articulations;
    place[start] = 0;
    if (!add_body(w, a, start)) return false;
    for (int i = 0; i < a->body_count; i++) {
        int body = all->bodies[a->first_body + i].body;
        for (int link = w->cold[body].first_joint; link >= 0;) {
            const cn_Joint *j = &w->joint[link >> 1];
            int other = link & 1 ? j->body_a : j->body_b;
            cn_Link l = {.joint = link >> 1};
            link = j->next[link & 1];
            if (!kind_of(w, j, &l.kind)) continue;
            bool free = is_free(w, other);
            if (free && place[other] < 0) {
                place[other] = a->body_count;
                if (!add_body(w, a, other)) return false;
            }
            if (free && place[other] < i) continue;
            l.a = is_free(w, j->body_a) ? place[j->body_a] : -1;
            l.b = is_free(w, j->body_b) ? place[j->body_b] : -1;
            if (!add_link(w, a, l)) return false;
        }
    }
    return true;
}

static bool add_fixed_ends(cn_World *w, cn_Articulation *a) {
    a->free_count = a->body_count;
    for (int i = 0; i < a->link_count; i++) {
        cn_Link *l = &w->articulations.links[a->first_link + i];
        const cn_Joint *j = &w->joint[l->joint];
        int *end = l->a < 0 ? &l->a : &l->b;
        if (*end >= 0) continue;
        *end = a->body_count;
        if (!add_body(w, a, l->a == *end ? j->body_a : j->body_b)) return false;
    }
    return true;
}

static int work_of(const cn_Articulation *a) { return a->cost.entries + a->cost.updates; }

/* Finds the order and, if that is cheap, keeps the plan; *cheap tells which. False: no memory. */
static bool plan(cn_World *w, cn_Articulation *a, bool *cheap) {
    cn_Articulations *all = &w->articulations;
    int nodes = a->free_count + a->link_count, ends = 2 * a->link_count;
    *cheap = false;
    if (nodes > MOST_NODES) return true;
    size_t bytes = (size_t)(nodes + ends) * sizeof(int);
    int *order = cn_alloc(bytes), *end = order + nodes;
    if (!order) return false;
    for (int i = 0; i < ends; i++) {
        const cn_Link *l = &all->links[a->first_link + i / 2];
        int body = i & 1 ? l->b : l->a;
        end[i] = body < a->free_count ? body : -1;
    }
    *cheap = cn_order_find(a->free_count, a->link_count, end, FILL * nodes, order, &a->cost) &&
             all->work + work_of(a) <= MOST_WORK;
    bool ok = true;
    if (*cheap) {
        int ints = (int)cn_order_ints(a->free_count, a->link_count, a->cost);
        ok = cn_grow((void **)&all->plan, &all->plan_capacity, a->first_int + ints,
                     sizeof *all->plan);
        if (ok) {
            cn_Elimination e =
                cn_order_view(all->plan + a->first_int, a->free_count, a->link_count, a->cost);
            ok = cn_order_plan(&e, a->free_count, a->link_count, end, order);
        }
        all->ints = a->first_int + ints;
        all->work += work_of(a);
    }
    cn_free(order, bytes);
    return ok;
}

/* In doubles. */
static size_t workspace(const cn_Articulation *a) {
    size_t nodes = (size_t)(a->free_count + a->link_count);
    return nodes * 24 + (size_t)a->cost.entries * 9;
}

static bool add_articulation(cn_World *w, int start, int *place) {
    cn_Articulations *all = &w->articulations;
    if (!cn_grow((void **)&all->list, &all->capacity, all->count + 1, sizeof *all->list))
        return false;
    cn_Articulation a = {.first_int = all->ints}, *last = &all->list[all->count - 1];
    if (all->count > 0) {
        a.first_body = last->first_body + last->body_count;
        a.first_link = last->first_link + last->link_count;
    }
    bool cheap;
    if (!gather(w, &a, start, place) || !add_fixed_ends(w, &a) || !plan(w, &a, &cheap))
        return false;
    if (!cheap || a.link_count == 0) return true;
    a.first_double = all->doubles;
    all->doubles += (int)workspace(&a);
    all->list[all->count++] = a;
    return cn_grow((void **)&all->space, &all->space_capacity, all->doubles, sizeof *all->space);
}

static bool find_all(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    if (!cn_grow((void **)&s->island, &s->island_capacity, w->bodies.count, sizeof *s->island))
        return false;
    for (int i = 0; i < w->bodies.count; i++) s->island[i] = -1;
    for (int i = 1; i < w->bodies.count; i++)
        if (w->cold[i].joint_count > 0 && cn_slots_live(&w->bodies, i) && is_free(w, i) &&
            s->island[i] < 0 && !add_articulation(w, i, s->island))
            return false;
    return true;
}

static void forget(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    for (int i = 1; i < w->joints.count; i++) w->joint[i].flags &= ~(uint32_t)CN_JOINT_DIRECT;
    all->count = all->ints = all->doubles = all->work = 0;
    w->joint_graph_stale = true;
}

static void update(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    if (!w->joint_graph_stale) return;
    uint64_t now = signature(w);
    if (now == all->signature) return;
    forget(w);
    all->signature = now;
    if (!all->off && find_all(w)) return;
    forget(w); /* all joints go through the lanes until the graph changes again */
}

/* ---- one step ----------------------------------------------------------------------------- */

static cn_Chain chain_of(const cn_World *w, const cn_Articulation *a) {
    const cn_Articulations *all = &w->articulations;
    cn_Chain c = {.body_count = a->body_count,
                  .free_count = a->free_count,
                  .link_count = a->link_count,
                  .bodies = all->bodies + a->first_body,
                  .links = all->links + a->first_link};
    c.e = cn_order_view(all->plan + a->first_int, a->free_count, a->link_count, a->cost);
    double *p = all->space + a->first_double;
    size_t n = (size_t)c.e.nodes;
    c.diagonal = (double(*)[9])p;
    c.inverse = (double(*)[9])(p + 9 * n);
    c.size = (double(*)[3])(p + 18 * n);
    c.x = (double(*)[3])(p + 21 * n);
    c.block = (double(*)[9])(p + 24 * n);
    c.tolerance = TOLERANCE;
    return c;
}

static double unit(double c, double s) { return 1.5 - 0.5 * (c * c + s * s); }

static void start_body(const cn_World *w, cn_LinkBody *b, cn_Pos origin, bool free) {
    const cn_Pose *pose = &w->pose[b->body];
    cn_Pos center = cn_pose_center(pose);
    uint32_t flags = w->body_flags[b->body];
    double c = (double)pose->q.c, s = (double)pose->q.s, k = unit(c, s);
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
    b->mass[2] = turns ? 1 / (double)m.inv_i : LOCKED * mass * fmax(size * size, 1e-6);
}

static void start_link(const cn_World *w, const cn_Chain *c, cn_Link *l) {
    const cn_Joint *j = &w->joint[l->joint];
    cn_Vec ca = w->pose[c->bodies[l->a].body].center, cb = w->pose[c->bodies[l->b].body].center;
    l->ax = j->local_a.x - (double)ca.x;
    l->ay = j->local_a.y - (double)ca.y;
    l->bx = j->local_b.x - (double)cb.x;
    l->by = j->local_b.y - (double)cb.y;
    l->nx = -(double)j->axis.y;
    l->ny = (double)j->axis.x;
    l->rc = cn_cos(j->reference);
    l->rs = cn_sin(j->reference);
    l->length = j->tuning.length;
    l->gently = j->flags & CN_JOINT_PULL;
    double along = l->kind == CN_LINK_ROD ? (double)j->hold_impulse : (double)j->impulse.x;
    l->impulse[0] = along;
    l->impulse[1] = (double)j->impulse.y;
    l->impulse[2] = (double)j->turn_impulse;
    memset(l->owed, 0, sizeof l->owed);
}

/* Bodies of a joint sleep and wake together; where one was put to sleep alone the lanes do it. */
static bool all_awake(const cn_World *w, const cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++)
        if (!(w->body_flags[c->bodies[i].body] & CN_BODY_AWAKE)) return false;
    return true;
}

/* Who does what they hold: lanes sort their rows anew when that changes. */
static void set_running(cn_World *w, cn_Articulation *a, const cn_Chain *c, bool runs) {
    if (a->runs == runs) return;
    a->runs = runs;
    w->joint_graph_stale = true;
    for (int i = 0; i < c->link_count; i++) {
        cn_Joint *j = &w->joint[c->links[i].joint];
        j->flags = runs ? j->flags | CN_JOINT_DIRECT : j->flags & ~(uint32_t)CN_JOINT_DIRECT;
    }
}

static void start(cn_World *w, cn_Articulation *a) {
    cn_Chain c = chain_of(w, a);
    set_running(w, a, &c, all_awake(w, &c));
    if (!a->runs) return;
    a->touches = false;
    cn_Pos origin = cn_pose_center(&w->pose[c.bodies[0].body]);
    for (int i = 0; i < c.body_count; i++) {
        start_body(w, &c.bodies[i], origin, i < c.free_count);
        a->touches |= i < c.free_count && w->cold[c.bodies[i].body].contact_count > 0;
    }
    for (int i = 0; i < c.link_count; i++) {
        cn_Joint *j = &w->joint[c.links[i].joint];
        start_link(w, &c, &c.links[i]);
        j->total = (cn_Vec){0, 0};
        j->total_turn = 0;
    }
}

void cn_articulation_find(cn_World *w) {
    update(w);
    for (int i = 0; i < w->articulations.count; i++) start(w, &w->articulations.list[i]);
}

/* ---- a sub-step --------------------------------------------------------------------------- */

static void read_poses(const cn_World *w, cn_Chain *c) {
    for (int i = 0; i < c->body_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        const cn_Motion *m = &w->motion[b->body];
        double dc = (double)m->dq.c, ds = (double)m->dq.s, k = unit(dc, ds);
        dc *= k;
        ds *= k;
        b->x = b->start_x + (double)m->dx;
        b->y = b->start_y + (double)m->dy;
        b->c = dc * b->start_c - ds * b->start_s;
        b->s = ds * b->start_c + dc * b->start_s;
    }
}

static void read_velocities(const cn_World *w, cn_Chain *c) {
    for (int i = 0; i < c->body_count; i++) {
        const cn_Motion *m = &w->motion[c->bodies[i].body];
        c->bodies[i].v[0] = (double)m->vx;
        c->bodies[i].v[1] = (double)m->vy;
        c->bodies[i].v[2] = (double)m->w;
    }
}

/* What contacts did to a body stays what it was: to the last bit where that is nothing. */
static void write_velocities(cn_World *w, const cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        cn_Motion *m = &w->motion[b->body];
        cn_MotionBlock *k = &w->motion_block[b->body / CN_LANES];
        int lane = b->body % CN_LANES;
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
        cn_Joint *j = &w->joint[l->joint];
        bool along = l->kind == CN_LINK_ROD || l->kind == CN_LINK_SLIDE;
        double fx = along ? l->jb[0] * l->impulse[0] : l->impulse[0];
        double fy = along ? l->jb[1] * l->impulse[0] : l->impulse[1];
        j->total = cn_add(j->total, (cn_Vec){(float)fx, (float)fy});
        j->total_turn += (float)l->impulse[2];
    }
}

/* Articulations share no body that moves, and each has its memory for itself: threads share them
 * out. */
typedef struct Work {
    cn_World *w;
    float h;    /* s, of a sub-step; of the step in report */
    bool first; /* sub-step of the step */
} Work;

#define EACH 4 /* for one thread at a time */

static void run_all(cn_JobFn fn, cn_World *w, float h, bool first) {
    Work work = {w, h, first};
    cn_jobs_run(w->jobs, fn, &work, w->articulations.count, EACH);
}

static void begin_range(void *context, int begin, int end, int worker) {
    const Work *work = context;
    cn_World *w = work->w;
    (void)worker;
    for (int i = begin; i < end; i++) {
        cn_Articulation *a = &w->articulations.list[i];
        if (!a->runs) continue;
        cn_Chain c = chain_of(w, a);
        c.h = (double)work->h;
        c.push = PUSH_SPEED * c.h;
        c.first = work->first;
        read_poses(w, &c);
        if (a->soft > 0) a->soft--;
        c.soft = a->soft > 0;
        read_velocities(w, &c);
        cn_chain_begin(&c, a->touches);
        a->factored = c.factored;
        a->closing = c.closing;
        write_velocities(w, &c);
    }
}

void cn_articulation_begin(cn_World *w, float h, bool first) { run_all(begin_range, w, h, first); }

/* What could not be solved exactly is tried again later and later. */
static void judge(cn_Articulation *a, bool failed) {
    if (!failed) {
        if (a->again > 0) a->again--;
        return;
    }
    a->again = a->again < SOFT ? SOFT : a->again < SOFTEST ? 2 * a->again : SOFTEST;
    a->soft = a->again;
}

static void solve_range(void *context, int begin, int end, int worker) {
    const Work *work = context;
    cn_World *w = work->w;
    (void)worker;
    for (int i = begin; i < end; i++) {
        cn_Articulation *a = &w->articulations.list[i];
        if (!a->runs) continue;
        cn_Chain c = chain_of(w, a);
        c.h = (double)work->h;
        c.push = PUSH_SPEED * c.h;
        c.factored = a->factored;
        c.soft = a->soft > 0;
        c.closing = a->closing;
        read_velocities(w, &c);
        cn_ChainResult result = cn_chain_solve(&c);
        a->in_parts = result == CN_CHAIN_IN_PARTS;
        if (!c.soft) judge(a, result == CN_CHAIN_SOFT);
        write_velocities(w, &c);
        add_totals(w, &c);
    }
}

void cn_articulation_solve(cn_World *w, float h) { run_all(solve_range, w, h, false); }

static void settle_range(void *context, int begin, int end, int worker) {
    cn_World *w = ((const Work *)context)->w;
    (void)worker;
    for (int i = begin; i < end; i++) {
        const cn_Articulation *a = &w->articulations.list[i];
        if (!a->runs || !a->in_parts) continue;
        cn_Chain c = chain_of(w, a);
        for (int k = 0; k < c.free_count; k++)
            memcpy(c.bodies[k].v, c.bodies[k].kept, sizeof c.bodies[k].v);
        write_velocities(w, &c);
    }
}

void cn_articulation_settle(cn_World *w) { run_all(settle_range, w, 0, false); }

/* ---- the end of a step -------------------------------------------------------------------- */

static void store_impulses(cn_World *w, const cn_Chain *c, float dt) {
    for (int i = 0; i < c->link_count; i++) {
        cn_Link *l = &c->links[i];
        cn_Joint *j = &w->joint[l->joint];
        float x = (float)(l->impulse[0] + l->owed[0]), y = (float)(l->impulse[1] + l->owed[1]);
        if (l->kind == CN_LINK_ROD)
            j->hold_impulse = x;
        else
            j->impulse = (cn_Vec){x, y};
        j->turn_impulse = (float)(l->impulse[2] + l->owed[2]);
        j->last_dt = dt;
        j->flags = l->gently ? j->flags | CN_JOINT_PULL : j->flags & ~(uint32_t)CN_JOINT_PULL;
        cn_joint_keep_finite(j);
        memset(l->impulse, 0, sizeof l->impulse);
    }
}

/* The velocity that is reported belongs to the end of the step, where no link lets its ends part:
 * the last half of RATTLE (Andersen 1983). The next sub-step takes it back along the same
 * directions, so that nothing of it is remembered. */
static void report_range(void *context, int begin, int end, int worker) {
    const Work *work = context;
    cn_World *w = work->w;
    (void)worker;
    for (int i = begin; i < end; i++) {
        const cn_Articulation *a = &w->articulations.list[i];
        if (!a->runs) continue;
        cn_Chain c = chain_of(w, a);
        store_impulses(w, &c, work->h);
        read_poses(w, &c);
        read_velocities(w, &c);
        cn_chain_project(&c);
        write_velocities(w, &c);
        add_totals(w, &c);
    }
}

void cn_articulation_report(cn_World *w, float dt) { run_all(report_range, w, dt, false); }

/* ---- memory ------------------------------------------------------------------------------- */

void cn_articulation_free(cn_World *w) {
    cn_Articulations *all = &w->articulations;
    cn_grow_free((void **)&all->list, &all->capacity, sizeof *all->list);
    cn_grow_free((void **)&all->bodies, &all->body_capacity, sizeof *all->bodies);
    cn_grow_free((void **)&all->links, &all->link_capacity, sizeof *all->links);
    cn_grow_free((void **)&all->plan, &all->plan_capacity, sizeof *all->plan);
    cn_grow_free((void **)&all->space, &all->space_capacity, sizeof *all->space);
}

size_t cn_articulation_bytes(const cn_World *w) {
    const cn_Articulations *all = &w->articulations;
    return (size_t)all->capacity * sizeof *all->list +
           (size_t)all->body_capacity * sizeof *all->bodies +
           (size_t)all->link_capacity * sizeof *all->links +
           (size_t)all->plan_capacity * sizeof *all->plan +
           (size_t)all->space_capacity * sizeof *all->space;
}
