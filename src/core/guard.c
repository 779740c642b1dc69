/* guard.c: nobody's middle passes a surface that cannot be pushed within a step.
 *
 * Impacts and rows look at contacts along what was expected when the step began. A body that joints
 * or a crowd have moved elsewhere since, or that carries more than its rows hold, may be in a wall
 * or behind it by now. So who has moved by more than a quarter of its thickness, or is pressed deep
 * into something, has the way of its middle drawn through what it met, as seen from there, so that
 * walls may move; what it crosses puts it back. For as long as the middle of a body is within the
 * box that was looked at, nothing but its contacts can have been met; else the trees are asked.
 * Bodies that are wary (safety below 0.5) have the way of a disc about their middle drawn. Bullets
 * are held by what can be pushed as well: both give way then.
 * Placing bodies in lanes says who moved far (wide/motion_kernel.h); contacts with walls then say
 * of whom more has to be asked. Not here: what was foreseen (impact.c). Source of the idea that a
 * thin core is enough: Catto, "Continuous Collision", GDC 2013. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "wide/block.h"
#include "world.h"

#define DEEP        0.25f /* of its inner radius */
#define SAFETY      0.5f  /* of who is not wary */
#define LEAST       2.0f  /* slops, that anybody may be deep */
#define PART        0.1f  /* rad, that a way is drawn straight, as seen from what turns */
#define PARTS       64    /* of a way */
#define NEAREST     0.2f  /* slops, that a middle is left from a surface */
#define AGAIN       3     /* times that a bullet is put back by whatever it meets */
#define HARDER      6     /* times more, by what is ever harder to push ... */
#define HARDLY      0.3f  /* ... by so much */
#define GROUPS_EACH 16    /* for one thread at a time */
#define BLOCKS_EACH 32
#define WORDS_EACH  8

/* A body within the step, as if it had gone and turned evenly. */
typedef struct Passage {
    cn_Pose then, now;
    float turn; /* rad */
} Passage;

/* The way of a point of a body, and what of all that it crosses comes first. */
typedef struct Way {
    const cn_World *w;
    int body, piece; /* whose */
    cn_Vec local;    /* the point */
    cn_Pos from, to;
    float core;              /* m, of the disc about it */
    float most;              /* 1/kg: only what is so hard to push stops it, 0 = not at all */
    float fraction;          /* of the first crossing, 2 = none */
    float room;              /* m, that the disc keeps it from the surface */
    float reached;           /* m, from the surface, where it came from */
    int other;               /* piece that it crosses */
    cn_Vec hit, end, normal; /* in the frame of that piece's body */
} Way;

/* Where a body was when the step began. */
cn_Pose cn_pose_before(const cn_World *w, int body) {
    cn_Pose pose = w->pose[body];
    const cn_OldPose *old = &w->old_pose[body];
    if (!(w->body_flags[body] & CN_BODY_AWAKE)) return pose; /* nothing keeps its old one */
    pose.x -= (double)old->dx;
    pose.y -= (double)old->dy;
    pose.q = old->q;
    return pose;
}

/* ---- what may stop a body ----------------------------------------------------------------- */

/* What a script has refused or ignores is no wall. */
static bool lets_through(uint32_t flags) {
    return flags & (CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED);
}

static bool solid_for(const Way *way, const cn_Traits *t, int other) {
    const cn_World *w = way->w;
    const cn_Piece *p = &w->piece[other];
    if (p->body == way->body || t->sensor) return false;
    if (w->mass[p->body].inv_m > way->most) return false;
    return cn_contact_allowed(w, w->piece[way->piece].shape, p->shape);
}

/* With a disc, or without it where that is in the surface already. */
static bool cast(const Way *way, cn_Geom geom, cn_Vec start, cn_Vec d, float *fraction,
                 cn_Vec *normal, float *core) {
    float plain = geom.radius;
    cn_Vec face;
    for (*core = way->core;; *core = 0) {
        if (geom.kind == CN_GEOM_PLANE) { /* it has no rounding */
            face = cn_mul_add(geom.vertices[0], *core, geom.normals[0]);
            geom.vertices = &face;
        } else {
            geom.radius = plain + *core;
        }
        if (!cn_geom_raycast(&geom, start, d, fraction, normal)) return false;
        if (*fraction > 0) return true;
        if (*core == 0) return false; /* it was inside before */
        if (geom.kind == CN_GEOM_PLANE) geom = cn_piece_geom(way->w, way->other);
    }
}

/* ---- as seen from a wall that turns ------------------------------------------------------- */

static Passage passage_of(const cn_World *w, int body) {
    Passage p = {cn_pose_before(w, body), w->pose[body], 0};
    cn_Rot turn = cn_rot_rel(p.then.q, p.now.q);
    float way = w->motion[body].w * w->scratch.dt; /* for whole turns, if it has gone on as now */
    if (cn_absf(turn.s) < PART && turn.c > 0 && cn_absf(way) < 1)
        return p; /* as good as straight */
    double angle = cn_rot_angle(turn);
    p.turn = (float)(angle + 2 * CN_PI * floor(((double)way - angle) / (2 * CN_PI) + 0.5));
    return p;
}

static cn_Pose pose_at(const Passage *p, float t) {
    if (t == 0) return p->then;
    if (t == 1 || p->turn == 0) return p->now;
    cn_Pose pose = p->now;
    cn_Pos from = cn_pose_center(&p->then), to = cn_pose_center(&p->now);
    pose.q = cn_rot_mul(cn_rot_from_angle((double)(t * p->turn)), p->then.q);
    cn_Vec arm = cn_rotate(pose.q, pose.center);
    pose.x = from.x + (double)t * (to.x - from.x) - (double)arm.x;
    pose.y = from.y + (double)t * (to.y - from.y) - (double)arm.y;
    return pose;
}

/* Where the point is at time t, in the frame of what is passed. What it swings itself is no arc: it
 * may have struck something on the way, and its chord comes through nothing by mistake. */
static cn_Vec seen_from(const Way *way, const Passage *wall, float t) {
    if (t == 0) return cn_pose_local(&wall->then, way->from);
    if (t == 1) return cn_pose_local(&wall->now, way->to);
    cn_Pose there = pose_at(wall, t);
    cn_Pos p = {way->from.x + (double)t * (way->to.x - way->from.x),
                way->from.y + (double)t * (way->to.y - way->from.y)};
    return cn_pose_local(&there, p);
}

/* The first of its piece that it comes to from outside is what it crosses, unless it comes back. */
static bool crosses(Way *way, const Passage *wall) {
    const cn_Traits *t = cn_shape_traits(way->w, way->w->piece[way->other].shape);
    cn_Geom geom = cn_piece_geom(way->w, way->other);
    int parts = (int)cn_minf(cn_absf(wall->turn) / PART + 1, PARTS);
    cn_Vec from = seen_from(way, wall, 0);
    way->end = seen_from(way, wall, 1);
    for (int i = 1; i <= parts; i++) {
        cn_Vec to = i < parts ? seen_from(way, wall, (float)i / (float)parts) : way->end;
        cn_Vec d = cn_sub(to, from);
        float fraction;
        if (cast(way, geom, from, d, &fraction, &way->normal, &way->room)) {
            way->hit = cn_mul_add(from, fraction, d);
            way->fraction = ((float)(i - 1) + fraction) / (float)parts;
            way->reached = i > 1 ? CN_NEVER : -fraction * cn_dot(d, way->normal);
            bool solid = !t->has_one_way || cn_dot(way->normal, t->one_way) > 0;
            return solid && cn_dot(cn_sub(way->end, way->hit), way->normal) < 0;
        }
        from = to;
    }
    return false;
}

/* Does it look the same however it has turned? */
static bool is_wheel(const cn_World *w, int piece) {
    const cn_Piece *p = &w->piece[piece];
    if (p->kind == CN_GEOM_PLANE || p->vertex_count != 1) return false;
    cn_Geom geom = cn_piece_geom(w, piece);
    cn_Vec arm = cn_sub(geom.vertices[0], w->pose[p->body].center);
    return cn_length_sq(arm) < 1e-6f * geom.radius * geom.radius;
}

static Passage unturned(Passage p) {
    cn_Pos center = cn_pose_center(&p.then);
    cn_Vec arm = cn_rotate(p.now.q, p.now.center);
    p.then.q = p.now.q;
    p.then.x = center.x - (double)arm.x;
    p.then.y = center.y - (double)arm.y;
    p.turn = 0;
    return p;
}

static void try_piece(Way *held, int other) {
    const cn_World *w = held->w;
    if (!solid_for(held, cn_shape_traits(w, w->piece[other].shape), other)) return;
    Passage wall = passage_of(w, w->piece[other].body);
    if (is_wheel(w, other)) wall = unturned(wall);
    Way way = *held;
    way.other = other;
    if (crosses(&way, &wall) && way.fraction < held->fraction) *held = way;
}

static float meet(void *context, int other, float limit) {
    Way *way = context;
    const cn_World *w = way->w;
    int contact = cn_table_find(&w->contact_table, way->piece, other);
    if (contact < 0 || !lets_through(w->contact[contact].flags)) try_piece(way, other);
    return limit;
}

static void try_all(Way *way) {
    const cn_World *w = way->w;
    cn_Vec p = {(float)way->from.x, (float)way->from.y};
    cn_Vec d = {(float)(way->to.x - way->from.x), (float)(way->to.y - way->from.y)};
    for (int i = 0; i < w->plane_count; i++) (void)meet(way, w->planes[i], 1);
    cn_tree_raycast(w->tree_static, p, d, 1, meet, way);
    if (way->most > 0 || w->kinematics) cn_tree_raycast(w->tree_moving, p, d, 1, meet, way);
}

/* All places on a way, or about it. */
typedef struct Span {
    double x1, y1, x2, y2;
} Span;

static Span span_of(cn_Pos from, cn_Pos to, double around) {
    return (Span){
        (from.x < to.x ? from.x : to.x) - around, (from.y < to.y ? from.y : to.y) - around,
        (from.x > to.x ? from.x : to.x) + around, (from.y > to.y ? from.y : to.y) + around};
}

/* Is the piece at that end of the contact where it may be? What moves or has no end may. */
static bool within(const cn_World *w, const Span *s, const cn_Contact *c, int end) {
    if (c->flags & CN_CONTACT_PLANE) return true;
    if (w->cold[end ? c->body_b : c->body_a].type != CN_STATIC) return true;
    cn_Box box = w->box[end ? c->piece_b : c->piece_a];
    return s->x1 <= (double)box.x2 && s->x2 >= (double)box.x1 && s->y1 <= (double)box.y2 &&
           s->y2 >= (double)box.y1;
}

static void try_contacts(Way *way) {
    const cn_World *w = way->w;
    Span span = span_of(way->from, way->to, (double)way->core);
    for (int link = w->cold[way->body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        int own = link & 1 ? c->piece_b : c->piece_a, other = link & 1 ? c->piece_a : c->piece_b;
        uint32_t wall = link & 1 ? CN_CONTACT_WALL_A : CN_CONTACT_WALL_B;
        if (own != way->piece || lets_through(c->flags)) continue;
        if (way->most == 0 && !(c->flags & wall)) continue;
        if (way->most > 0 && w->mass[link & 1 ? c->body_a : c->body_b].inv_m > way->most) continue;
        if (within(w, &span, c, 1 - (link & 1))) try_piece(way, other);
    }
}

/* ---- putting it back ---------------------------------------------------------------------- */

static void shift(cn_World *w, int body, double x, double y) {
    w->pose[body].x += x;
    w->pose[body].y += y;
    w->old_pose[body].dx += (float)x;
    w->old_pose[body].dy += (float)y;
}

static cn_Vec velocity_at(const cn_World *w, int body, cn_Pos p) {
    const cn_Motion *m = &w->motion[body];
    cn_Pos c = cn_pose_center(&w->pose[body]);
    cn_Vec r = {(float)(p.x - c.x), (float)(p.y - c.y)};
    return cn_add((cn_Vec){m->vx, m->vy}, cn_cross_sv(m->w, r));
}

static void push(cn_World *w, int body, cn_Vec p) {
    float inv_m = w->mass[body].inv_m;
    if (inv_m == 0) return;
    cn_direct_stir(w, body);
    w->motion[body].vx += inv_m * p.x;
    w->motion[body].vy += inv_m * p.y;
}

/* m/s, by which what comes at vn < 0 is changed. */
static float leave(const Way *way, float vn) {
    float e = cn_contact_restitution(way->w, way->piece, way->other);
    return -vn * e > (float)cn_world_restitution_speed(way->w) ? -vn * (1 + e) : -vn;
}

/* The middle of each of them, as if it were hit there. */
static void rebound(cn_World *w, const Way *way, cn_Pos at) {
    int other = w->piece[way->other].body;
    cn_Vec n = cn_rotate(w->pose[other].q, way->normal);
    const cn_Motion *m = &w->motion[way->body];
    float vn = cn_dot(cn_sub((cn_Vec){m->vx, m->vy}, velocity_at(w, other, at)), n);
    if (vn >= 0) return;
    float inv_m = w->mass[way->body].inv_m + w->mass[other].inv_m, j = leave(way, vn) / inv_m;
    push(w, way->body, cn_scale(j, n));
    push(w, other, cn_scale(-j, n));
}

/* How far from the surface its middle may be left: its size, if it did not begin nearer; never so
 * near that rounding decides on which side of it the next step begins. */
static float room_of(const Way *way) {
    const cn_World *w = way->w;
    float least = NEAREST * (float)w->def.slop;
    float room = cn_maxf(w->cold[way->body].inner_radius - way->room, (float)w->def.slop);
    return cn_maxf(cn_minf(room, way->reached), least);
}

/* Out of the surface again, straight: what it has gone along it was not stopped. Something else may
 * be there: with back it goes to where it met the surface instead. */
static void stop(cn_World *w, const Way *way, bool back) {
    float deep = cn_dot(cn_sub(way->hit, way->end), way->normal), room = room_of(way);
    cn_Vec to = back ? cn_mul_add(way->hit, room, way->normal)
                     : cn_mul_add(way->end, deep + room, way->normal);
    cn_Pos at = cn_pose_global(&w->pose[w->piece[way->other].body], to);
    shift(w, way->body, at.x - way->to.x, at.y - way->to.y);
    rebound(w, way, at);
}

/* An end of something long is stopped with the body turned as it was then: to move it aside instead
 * would throw it by as far as the end has swung. All as seen from the wall, which may have moved.
 */
static void hold(cn_World *w, const Way *way) {
    int body = way->body, other = w->piece[way->other].body;
    Passage wall = passage_of(w, other), mine = passage_of(w, body);
    float t = 0.9f * way->fraction;
    cn_Pose then = pose_at(&wall, t), own = pose_at(&mine, t), *pose = &w->pose[body];
    cn_Vec middle = cn_pose_local(&then, cn_pose_center(&own));
    cn_Vec rest = cn_sub(cn_pose_local(&wall.now, cn_pose_center(pose)), middle);
    cn_Vec along = cn_mul_add(rest, -cn_dot(rest, way->normal), way->normal);
    cn_Pos to = cn_pose_global(&wall.now, cn_add(middle, along));
    pose->q = cn_rot_mul(wall.now.q, cn_rot_rel(then.q, own.q));
    cn_Vec arm = cn_rotate(pose->q, pose->center);
    shift(w, body, to.x - (double)arm.x - pose->x, to.y - (double)arm.y - pose->y);
    cn_Pos at = cn_pose_global(pose, way->local), center = cn_pose_center(pose);
    cn_Vec n = cn_rotate(w->pose[other].q, way->normal);
    cn_Vec r = {(float)(at.x - center.x), (float)(at.y - center.y)};
    float vn = cn_dot(cn_sub(velocity_at(w, body, at), velocity_at(w, other, at)), n);
    if (vn >= 0) return;
    cn_Mass m = w->mass[body];
    float lever = cn_cross(r, n), j = leave(way, vn) / (m.inv_m + m.inv_i * lever * lever);
    push(w, body, cn_scale(j, n));
    w->motion[body].w += m.inv_i * lever * j;
}

/* ---- who is looked at --------------------------------------------------------------------- */

/* How much of its thickness it may move into something. */
static float safety_of(const cn_World *w, int body) {
    return w->body_flags[body] & CN_BODY_WARY ? cn_body_tuning(w, body)->safety : SAFETY;
}

static float core_of(const cn_World *w, int body) {
    if (!(w->body_flags[body] & CN_BODY_WARY)) return 0;
    float inner = w->cold[body].inner_radius;
    float deep = cn_maxf(2 * safety_of(w, body) * inner, LEAST * (float)w->def.slop);
    return cn_maxf(inner - deep, 0);
}

/* Inside the box that contacts were looked for in? */
static bool foreseen(const cn_World *w, int piece, cn_Pos c) {
    cn_Box box = w->box[piece];
    return c.x >= (double)box.x1 && c.x <= (double)box.x2 && c.y >= (double)box.y1 &&
           c.y <= (double)box.y2;
}

/* All of its body? */
static bool is_alone(const cn_World *w, int piece) {
    return !cn_shape_has_mates(w, w->piece[piece].shape);
}

/* The middle of a piece; a body that is all of one is seen from its centre of mass. */
static cn_Vec middle_of(const cn_World *w, int body, int piece) {
    if (is_alone(w, piece)) return w->pose[body].center;
    cn_Geom geom = cn_piece_geom(w, piece);
    cn_Vec sum = {0, 0};
    for (int i = 0; i < geom.count; i++) sum = cn_add(sum, geom.vertices[i]);
    return cn_scale(1.0f / (float)geom.count, sum);
}

static Way way_of(const cn_World *w, int body, int piece, cn_Vec local) {
    Way way = {.w = w, .body = body, .piece = piece, .local = local, .fraction = 2, .other = -1};
    cn_Pose then = cn_pose_before(w, body);
    way.from = cn_pose_global(&then, local);
    way.to = cn_pose_global(&w->pose[body], local);
    return way;
}

/* A corner of something long, less what may touch: as far from both of its sides as the middle. */
static cn_Vec end_of(const cn_World *w, int body, const cn_Geom *geom, int corner) {
    float inner = w->cold[body].inner_radius;
    cn_Vec p = geom->vertices[corner];
    if (geom->count > 2) {
        cn_Vec n = geom->normals[corner],
               m = geom->normals[(corner > 0 ? corner : geom->count) - 1];
        float in = (geom->radius - inner) / cn_maxf(1 + cn_dot(n, m), 1);
        p = cn_mul_add(p, in, cn_add(n, m));
    }
    cn_Vec d = cn_sub(w->pose[body].center, p);
    return cn_mul_add(p, cn_minf(2 * inner / cn_length(d), 0.5f), d);
}

static void check_ends(cn_World *w, int body, int piece) {
    cn_Geom geom = cn_piece_geom(w, piece);
    for (int i = 0; i < geom.count; i++) {
        Way way = way_of(w, body, piece, end_of(w, body, &geom, i));
        try_contacts(&way);
        if (way.fraction <= 1) hold(w, &way);
    }
}

/* Draws the way of its middle, and returns whether that has put it back. */
static bool check_middle(cn_World *w, int body, int piece, float most, bool back) {
    Way way = way_of(w, body, piece, middle_of(w, body, piece));
    way.most = most;
    way.core = core_of(w, body);
    /* what waits and never met by what was expected may be a wall that moves, or a target */
    bool all = most > 0 || w->kinematics || !foreseen(w, piece, way.to);
    if (all) try_all(&way);
    /* what was struck is where the trees have not followed it to yet */
    if (!all || most > 0) try_contacts(&way);
    if (way.fraction <= 1) stop(w, &way, back);
    return way.fraction <= 1;
}

static bool check_piece(cn_World *w, int body, int piece, float most) {
    if (most == 0 && w->body_flags[body] & CN_BODY_LONG && is_alone(w, piece))
        check_ends(w, body, piece);
    if (!check_middle(w, body, piece, most, false)) return false;
    (void)check_middle(w, body, piece, most, true);
    return true;
}

static bool check_once(cn_World *w, int body, float most) {
    bool stopped = false;
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next) {
        if (cn_shape_traits(w, s)->sensor) continue;
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next)
            stopped |= check_piece(w, body, p, most);
    }
    return stopped;
}

/* All the way, with what it has turned. */
static void withdraw(cn_World *w, int body) {
    cn_Pose then = cn_pose_before(w, body), *pose = &w->pose[body];
    shift(w, body, then.x - pose->x, then.y - pose->y);
    pose->q = then.q;
}

/* Returns whether anything has put it back. One piece may have moved another into something: who
 * finds no place in a corner goes back to where it began. */
static bool check(cn_World *w, int body, float most) {
    bool stopped = check_once(w, body, most), again = stopped;
    for (int k = 0; k < AGAIN && again; k++) again = check_once(w, body, most);
    if (again && most == 0 && !w->kinematics) withdraw(w, body);
    return stopped;
}

/* Does it move by so much that it may have passed something? */
static bool far(const cn_World *w, int body) {
    cn_Vec d = {w->old_pose[body].dx, w->old_pose[body].dy};
    float most = cn_minf(CN_GUARD_FAR, safety_of(w, body)) * w->cold[body].inner_radius;
    return cn_length_sq(d) > most * most;
}

static bool has_middle(const cn_World *w, int body) {
    return w->cold[body].first_shape >= 0 && w->mass[body].inv_m > 0;
}

/* What is drawn of a body, its middle and perhaps its ends, as a wall sees it. */
typedef struct Core {
    float depth; /* m, at least so far behind its own surface */
    float swing; /* m, at most so much further than the middle it may have moved */
    Span span;   /* all of it was in there */
    bool any;    /* nothing is known of it */
} Core;

/* The wall lies behind the plane that the contact was found with, and the core of the body is in
 * front of it by its depth and the separation: who came nearer by less has not passed. */
static bool may_pass(const cn_World *w, const cn_Contact *c, int body, const Core *core) {
    if (c->count == 0 || core->any) return true;
    cn_Vec d = {w->old_pose[body].dx, w->old_pose[body].dy};
    float nearer = body == c->body_a ? cn_dot(d, c->normal) : -cn_dot(d, c->normal);
    float gap = c->separation[0];
    if (c->count > 1) gap = cn_minf(gap, c->separation[1]);
    return nearer + core->swing > 0.9f * core->depth + gap;
}

/* m, by which its turning may have moved a point of it. */
static float swing_of(const cn_World *w, int body) {
    cn_Rot turn = cn_rot_rel(w->old_pose[body].q, w->pose[body].q);
    return (cn_absf(turn.s) + (1 - turn.c)) * w->motion[body].extent;
}

static Core core_seen(const cn_World *w, int body) {
    bool has_ends = w->body_flags[body] & CN_BODY_LONG;
    int piece = w->motion_block[body / CN_LANES].first[body % CN_LANES];
    Core core = {.depth = w->cold[body].least_reach, .swing = has_ends ? swing_of(w, body) : 0};
    if (has_ends) core.depth = cn_minf(core.depth, w->piece[piece].radius);
    core.any = w->body_flags[body] & CN_BODY_WARY || !is_alone(w, piece);
    cn_Pose then = cn_pose_before(w, body);
    float around = has_ends || core.any ? w->motion[body].extent : 0;
    core.span = span_of(cn_pose_center(&then), cn_pose_center(&w->pose[body]), (double)around);
    return core;
}

typedef struct Thrown {
    cn_World *w;
    uint8_t *far,
        *passing; /* by eight bodies: who moved far, and of these may have passed a wall */
} Thrown;

static void try_wall(const Thrown *t, int contact) {
    const cn_World *w = t->w;
    const cn_Contact *c = &w->contact[contact];
    int end = c->flags & CN_CONTACT_WALL_A ? 0 : 1, body = end ? c->body_a : c->body_b;
    unsigned bit = 1u << body % CN_LANES;
    if (!(t->far[body / CN_LANES] & bit) || !has_middle(w, body)) return;
    Core core = core_seen(w, body);
    if (within(w, &core.span, c, end) && may_pass(w, c, body, &core))
        __atomic_fetch_or(&t->passing[body / CN_LANES], (uint8_t)bit, __ATOMIC_RELAXED);
}

/* Contacts with walls, as they lie: to walk the lists of all who move fast takes longer. Those of
 * who was woken since the narrow phase have not been looked at there. */
static void find_passing(void *context, int first, int end, int worker) {
    const Thrown *t = context;
    const cn_World *w = t->w;
    (void)worker;
    for (int i = first; i < end; i++) {
        const cn_ContactWord *word = &w->scratch.words[i];
        for (uint64_t bits = word->walls & w->active[i]; bits; bits &= bits - 1)
            try_wall(t, cn_contact_at(i, bits));
        for (uint64_t bits = w->active[i] & ~word->seen; bits; bits &= bits - 1)
            if (w->contact[cn_contact_at(i, bits)].flags & CN_CONTACT_WALL)
                try_wall(t, cn_contact_at(i, bits));
    }
}

/* Who moves by less is within its box yet, as it was deep in nothing before. */
static bool moved_far(const cn_World *w, int body) {
    float swing = w->body_flags[body] & CN_BODY_LONG ? swing_of(w, body) : 0;
    return swing > CN_GUARD_FAR * w->cold[body].inner_radius || far(w, body);
}

/* A group is one thread's: only what cannot be pushed stops a body here, and nobody else is asked.
 */
static void check_groups(void *context, int first, int end, int worker) {
    const Thrown *t = context;
    cn_World *w = t->w;
    (void)worker;
    for (int i = first; i < end; i++) {
        const cn_AwakeGroup *g = &w->scratch.groups[i];
        unsigned passing = t->passing[g->index];
        for (unsigned left = g->astray | passing; left; left &= left - 1) {
            int lane = __builtin_ctz(left), body = g->index * CN_LANES + lane;
            if (w->body_flags[body] & CN_BODY_RESTING || !has_middle(w, body)) continue;
            if (!moved_far(w, body)) continue;
            int piece = w->motion_block[g->index].first[lane];
            bool lost = w->kinematics || !foreseen(w, piece, cn_pose_center(&w->pose[body]));
            if (lost || passing >> lane & 1) (void)check(w, body, 0);
        }
    }
}

static void check_thrown(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    int blocks = w->bodies.count / CN_LANES + 1;
    unsigned any = 0;
    if (!cn_grow((void **)&s->guarded, &s->guarded_capacity, 2 * blocks, sizeof *s->guarded)) {
        w->out_of_memory = true;
        return;
    }
    memset(s->guarded, 0, (size_t)blocks * 2 * sizeof *s->guarded);
    Thrown t = {w, s->guarded, s->guarded + blocks};
    for (int i = 0; i < s->group_count; i++) any |= t.far[s->groups[i].index] = s->groups[i].far;
    if (!any) return;
    if (!w->kinematics) cn_jobs_run(w->jobs, find_passing, &t, s->guarded_words, WORDS_EACH);
    cn_jobs_run(w->jobs, check_groups, &t, s->group_count, GROUPS_EACH);
}

/* So deep in a wall that its middle is not far from the surface. */
static bool pressed_in(const cn_World *w, const cn_Contact *c, int body) {
    float deepest = c->separation[0], most = DEEP * w->cold[body].inner_radius;
    if (c->count > 1) deepest = cn_minf(deepest, c->separation[1]);
    if (w->body_flags[body] & CN_BODY_WARY)
        most = cn_minf(most, w->cold[body].inner_radius - core_of(w, body));
    return deepest < -most;
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
            if (pressed_in(p->w, c, body) && has_middle(p->w, body))
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
    for (int i = 0; i < atomic_load(&p.count); i++) (void)check(w, p.bodies[i], 0);
}

/* ---- walls that move, and bullets --------------------------------------------------------- */

/* What a fast wall has gone over while it hardly moved itself. */
static void check_swept(cn_World *w, int wall) {
    for (int link = w->cold[wall].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        int body = link & 1 ? c->body_a : c->body_b;
        if (!has_middle(w, body) || !(w->body_flags[body] & CN_BODY_AWAKE)) continue;
        cn_Pos p = cn_pose_center(&w->pose[body]);
        cn_Pose before = cn_pose_before(w, wall);
        cn_Pos carried = cn_pose_global(&w->pose[wall], cn_pose_local(&before, p));
        cn_Vec d = {(float)(carried.x - p.x) - w->old_pose[body].dx,
                    (float)(carried.y - p.y) - w->old_pose[body].dy};
        float most = cn_minf(CN_GUARD_FAR, safety_of(w, body)) * w->cold[body].inner_radius;
        if (cn_length_sq(d) > most * most) (void)check(w, body, 0);
    }
}

/* What pushed it back may have pushed it into something else: then what is harder to push has the
 * later word, and walls have the last. */
static void hold_bullet(cn_World *w, int body) {
    float most = CN_NEVER, own = w->mass[body].inv_m;
    for (int k = 0; k < AGAIN + HARDER && check(w, body, most); k++)
        if (k + 1 >= AGAIN) most = HARDLY * cn_minf(most, own);
    (void)check(w, body, 0);
}

static void check_rare(cn_World *w) {
    const cn_Scratch *s = &w->scratch;
    for (int i = 0; i < s->awake_count; i++) {
        int body = s->awake[i];
        bool moves = w->body_flags[body] & CN_BODY_AWAKE;
        if (!moves || w->cold[body].first_shape < 0) continue;
        if (w->cold[body].type == CN_KINEMATIC) check_swept(w, body);
        bool bullet = w->body_flags[body] & CN_BODY_BULLET && has_middle(w, body);
        if (!bullet || w->body_flags[body] & CN_BODY_RESTING) continue;
        hold_bullet(w, body);
    }
}

void cn_guard_walls(cn_World *w) {
    bool walls = w->plane_count > 0 || cn_tree_count(w->tree_static) > 0 || w->kinematics;
    if (!w->def.continuous || !(walls || w->bullets)) return;
    check_thrown(w);
    check_pressed(w);
    if (w->kinematics || w->bullets) check_rare(w);
}
