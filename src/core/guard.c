/* guard.c: nobody's centre passes a static surface within a step.
 *
 * Contacts are looked for where a body's velocity at the beginning of a step can bring it. One that
 * is thrown elsewhere in the middle of the step, by a fast arm or by the pressure of a crowd, may
 * meet a wall that nobody looked at. Such bodies, those whose centre has left the box that was
 * looked at, and those that are pressed deep into a wall, have the way of their centre drawn
 * through the static shapes afterwards; what it crosses stops them there.
 * Not here: bodies against bodies, and walls that were looked at (impact.c). */
#include <math.h>
#include <stdatomic.h>

#include "wide/block.h"
#include "world.h"

#define DEEP        0.25f /* of its inner radius */
#define FAR         4.0f  /* inner radii */
#define GROUPS_EACH 16    /* for one thread at a time */
#define BLOCKS_EACH 32

typedef struct Way {
    const cn_World *w;
    int shape;      /* the first of the body */
    cn_Pos from;    /* of the centre of mass */
    cn_Vec d;       /* m */
    float fraction; /* of the first crossing, 2 = none */
    int piece;      /* that it crosses */
    cn_Vec normal;
} Way;

static bool solid_for(const cn_World *w, int shape, int other) {
    const cn_Traits *t = cn_shape_traits(w, other);
    return !t->sensor && !t->has_one_way && cn_contact_allowed(w, shape, other);
}

/* A contact that a script has refused or ignores is no wall. */
static bool let_through(const cn_World *w, int piece, int other) {
    int contact = cn_table_find(&w->contact_table, piece, other);
    uint32_t open = CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED;
    return contact >= 0 && w->contact[contact].flags & open;
}

static void try_piece(Way *way, int proxy) {
    const cn_World *w = way->w;
    const cn_Piece *p = &w->piece[proxy];
    if (!solid_for(w, way->shape, p->shape)) return;
    if (let_through(w, w->shape[way->shape].first_piece, proxy)) return;
    const cn_Pose *pose = &w->pose[p->body];
    cn_Geom geom = cn_piece_geom(w, proxy);
    cn_Vec start = {(float)(way->from.x - pose->x), (float)(way->from.y - pose->y)}, normal;
    float fraction;
    bool hit = cn_geom_raycast(&geom, cn_unrotate(pose->q, start), cn_unrotate(pose->q, way->d),
                               &fraction, &normal);
    if (!hit || fraction <= 0 || fraction >= way->fraction) return; /* 0: it was inside before */
    way->fraction = fraction;
    way->piece = proxy;
    way->normal = cn_rotate(pose->q, normal);
}

static float meet(void *context, int proxy, float limit) {
    Way *way = context;
    try_piece(way, proxy);
    return cn_minf(limit, way->fraction);
}

static bool crosses(Way *way) {
    const cn_World *w = way->w;
    cn_Vec p = {(float)way->from.x, (float)way->from.y};
    for (int i = 0; i < w->plane_count; i++) try_piece(way, w->planes[i]);
    cn_tree_raycast(w->tree_static, p, way->d, 1, meet, way);
    return way->fraction <= 1;
}

/* Back to where it met the surface, less its size; from there it goes on as from any wall. */
static void stop(cn_World *w, int body, const Way *way) {
    cn_Pose *pose = &w->pose[body];
    cn_Motion *m = &w->motion[body];
    float steep = -cn_dot(way->d, way->normal); /* m, of the way straight into the surface */
    float reached = way->fraction * steep;      /* how far from the surface it began */
    float room = cn_minf(w->cold[body].inner_radius, 0.9f * reached);
    float t = steep > 0 ? cn_maxf(way->fraction - room / steep, 0) : way->fraction;
    cn_Vec back = cn_scale(1 - t, way->d);
    pose->x -= (double)back.x;
    pose->y -= (double)back.y;
    w->old_pose[body].dx -= back.x;
    w->old_pose[body].dy -= back.y;
    float vn = cn_dot((cn_Vec){m->vx, m->vy}, way->normal);
    if (vn >= 0) return;
    float e = cn_contact_restitution(w, w->shape[way->shape].first_piece, way->piece);
    float least = (float)cn_world_restitution_speed(w);
    vn *= -vn * e > least ? 1 + e : 1;
    m->vx -= vn * way->normal.x;
    m->vy -= vn * way->normal.y;
}

/* Inside the box that contacts were looked for in? */
static bool foreseen(const cn_World *w, int piece, cn_Pos c) {
    cn_Box box = w->box[piece];
    return c.x >= (double)box.x1 && c.x <= (double)box.x2 && c.y >= (double)box.y1 &&
           c.y <= (double)box.y2;
}

static void check(cn_World *w, int body) {
    const cn_OldPose *old = &w->old_pose[body];
    cn_Pos now = cn_pose_center(&w->pose[body]);
    const cn_Pose *pose = &w->pose[body];
    cn_Pose then = {pose->x - (double)old->dx, pose->y - (double)old->dy, old->q, pose->center};
    Way way = {.w = w, .shape = w->cold[body].first_shape, .fraction = 2};
    way.from = cn_pose_center(&then);
    way.d = (cn_Vec){(float)(now.x - way.from.x), (float)(now.y - way.from.y)};
    if (crosses(&way)) stop(w, body, &way);
}

static bool solid(const cn_World *w, int body) {
    int shape = w->cold[body].first_shape;
    return shape >= 0 && w->mass[body].inv_m > 0 && !cn_shape_traits(w, shape)->sensor;
}

/* Does it move by several times its size? Then several blows may have come together. */
static bool far(const cn_World *w, int body) {
    cn_Vec d = {w->old_pose[body].dx, w->old_pose[body].dy};
    float most = FAR * w->cold[body].inner_radius;
    return cn_length_sq(d) > most * most;
}

/* A group is one thread's: a body is stopped by static shapes alone, and nobody else is asked. */
static void check_thrown(void *context, int first, int end, int worker) {
    cn_World *w = context;
    (void)worker;
    for (int i = first; i < end; i++) {
        const cn_AwakeGroup *g = &w->scratch.groups[i];
        for (unsigned left = g->still ? 0 : g->mask; left; left &= left - 1) {
            int body = g->index * CN_LANES + __builtin_ctz(left);
            if (w->body_flags[body] & CN_BODY_RESTING || !solid(w, body)) continue;
            int piece = w->shape[w->cold[body].first_shape].first_piece;
            if (far(w, body) || !foreseen(w, piece, cn_pose_center(&w->pose[body]))) check(w, body);
        }
    }
}

/* So deep in a wall that its centre is not far from the surface. */
static bool pressed_in(const cn_World *w, const cn_Contact *c, int body) {
    float deepest = c->separation[0];
    if (c->count > 1) deepest = cn_minf(deepest, c->separation[1]);
    return deepest < -DEEP * w->cold[body].inner_radius;
}

typedef struct Pressed {
    cn_World *w;
    int *bodies;
    atomic_int count;
} Pressed;

static void find_pressed(void *context, int first, int end, int worker) {
    Pressed *p = context;
    (void)worker;
    for (int i = first; i < end; i++) {
        const cn_Block *k = &p->w->scratch.blocks[i];
        for (unsigned bits = k->deep; bits; bits &= bits - 1) {
            const cn_Contact *c = &p->w->contact[k->rare->contact[__builtin_ctz(bits)]];
            int body = p->w->mass[c->body_a].inv_m > 0 ? c->body_a : c->body_b;
            if (pressed_in(p->w, c, body) && solid(p->w, body))
                p->bodies[atomic_fetch_add_explicit(&p->count, 1, memory_order_relaxed)] = body;
        }
    }
}

/* A body may be in two walls, and is looked at twice then; in which order, for whom, is all one.
 */
static void check_pressed(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    int most = s->block_count * CN_LANES;
    if (!cn_grow((void **)&s->stack, &s->stack_capacity, most, sizeof *s->stack)) {
        w->out_of_memory = true;
        return;
    }
    Pressed p = {.w = w, .bodies = s->stack};
    cn_jobs_run(w->jobs, find_pressed, &p, s->block_count, BLOCKS_EACH);
    for (int i = 0; i < atomic_load(&p.count); i++) check(w, p.bodies[i]);
}

void cn_guard_walls(cn_World *w) {
    if (!w->def.continuous) return;
    cn_jobs_run(w->jobs, check_thrown, w, w->scratch.group_count, GROUPS_EACH);
    check_pressed(w);
}
