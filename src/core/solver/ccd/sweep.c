/* sweep.c: the way of a point of a body within a step, and what it crosses first.
 *
 * It is drawn as seen from what it may cross, so that walls may move, and in parts where that turns
 * far. Only pieces that it comes to from outside stop it. Not here: which bodies have a way drawn
 * (tunnel.c). */
#include <math.h>

#include "bvh/bvh.h"
#include "contact/contact.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "solver/ccd/tunnel.h"
#include "wide/contact_block.h"
#include "world/body_state.h"
#include "world/dominance_entry.h"

#define PART 0.1f /* rad of turning over which a way is drawn straight */
/* ratio to the squared radius: a disc so near to the centre of mass looks the same when it turns */
#define CENTRED  1e-6f
#define PARTS    64    /* count of straight parts of a way */
#define AT_LEAST 0.01f /* rad off a whole turn: less does not tell about which point */

/* ---- what may stop a body ----------------------------------------------------------------- */

/* What a script has refused or ignores is no wall. */
static bool lets_through(uint32_t flags) {
    return flags & (CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED);
}

/* What is known of the body that the other piece belongs to. */
static bool is_hard_enough(const cn_Way *way, int other) {
    int body = way->w->piece[other].body;
    return body != way->body && !(way->w->mass[body].inv_m > way->most);
}

static bool solid_for(const cn_Way *way, const cn_Traits *t, int other) {
    const cn_World *w = way->w;
    const cn_Piece *p = &w->piece[other];
    if (t->sensor) return false;
    if (cn_dominance_lead(w, way->body, p->body) > 0) return false; /* pushes it out of its way */
    return cn_contact_allowed(w, w->piece[way->piece].shape, p->shape);
}

/* With a disc, or without it where that is in the surface already. */
static bool cast(const cn_Way *way, cn_Geom geom, cn_Vec start, cn_Vec d, float *fraction,
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

/* rad/s, between what it was when the step began and what it is now. */
float cn_passage_spin(const cn_World *w, int body) {
    float now = w->motion[body].w;
    return 0.5f * ((w->scratch.order.stepping >= 0 ? w->sync[body].began : now) + now);
}

/* The point that is where it was, if there is one about as near as the body is large: what is far
 * off tells of another motion. */
static void find_pole(const cn_World *w, int body, cn_Passage *p) {
    cn_Pos from = cn_pose_center(&p->then), to = cn_pose_center(&p->now);
    cn_Rot turn = cn_rot_rel(p->then.q, p->now.q);
    cn_Vec d = {(float)(to.x - from.x), (float)(to.y - from.y)};
    float open = 2 * (1 - turn.c), most = CN_SWINGS * w->motion[body].extent;
    if (cn_length_sq(d) > open * most * most || open < AT_LEAST * AT_LEAST) return;
    cn_Vec arm = cn_scale(0.5f, cn_mul_add(d, turn.s / (1 - turn.c), cn_left(d)));
    p->pole = cn_add(p->then.center, cn_unrotate(p->then.q, arm));
    p->swings = true;
}

cn_Passage cn_passage_of(const cn_World *w, int body) {
    cn_Passage p = {.then = cn_pose_before(w, body), .now = w->pose[body]};
    cn_Rot turn = cn_rot_rel(p.then.q, p.now.q);
    float way = cn_passage_spin(w, body) * w->scratch.dt; /* for whole turns */
    if (cn_absf(turn.s) < PART && turn.c > 0 && cn_absf(way) < 1)
        return p; /* as good as straight */
    double angle = cn_rot_angle(turn);
    p.turn = (float)(angle + 2 * CN_PI * floor(((double)way - angle) / (2 * CN_PI) + 0.5));
    if (w->body_flags[body] & CN_BODY_JOINTED) find_pole(w, body, &p);
    return p;
}

cn_Pose cn_passage_pose(const cn_Passage *p, float t) {
    if (t == 0) return p->then;
    if (t == 1 || p->turn == 0) return p->now;
    cn_Pose pose = p->now;
    cn_Pos from = cn_pose_center(&p->then), to = cn_pose_center(&p->now);
    pose.q = cn_rot_mul(cn_rot_from_angle((double)(t * p->turn)), p->then.q);
    if (p->swings) {
        cn_Pos pole = cn_pose_global(&p->then, p->pole);
        cn_Vec arm = cn_rotate(pose.q, p->pole);
        pose.x = pole.x - (double)arm.x;
        pose.y = pole.y - (double)arm.y;
        return pose;
    }
    cn_Vec arm = cn_rotate(pose.q, pose.center);
    pose.x = from.x + (double)t * (to.x - from.x) - (double)arm.x;
    pose.y = from.y + (double)t * (to.y - from.y) - (double)arm.y;
    return pose;
}

/* Where the point is at time t, in the frame of what is passed. What it swings itself is no arc: it
 * may have struck something on the way, and its chord comes through nothing by mistake. */
static cn_Vec seen_from(const cn_Way *way, const cn_Passage *wall, float t) {
    if (t == 0) return cn_pose_local(&wall->then, way->from);
    if (t == 1) return cn_pose_local(&wall->now, way->to);
    cn_Pose there = cn_passage_pose(wall, t);
    cn_Pos p = {way->from.x + (double)t * (way->to.x - way->from.x),
                way->from.y + (double)t * (way->to.y - way->from.y)};
    return cn_pose_local(&there, p);
}

/* m, more than rounding moves a surface by: what is further out is outside */
#define OUTSIDE 1e-4f

/* Is all of it on the outer side of one of the faces? Then it crosses nothing. */
static bool stays_outside(const cn_Geom *geom, float around, cn_Vec from, cn_Vec to) {
    if (geom->kind != CN_GEOM_HULL || geom->count < 2) return false;
    float most = geom->radius + around + OUTSIDE;
    for (int i = 0; i < geom->count; i++) {
        cn_Vec n = geom->normals[i];
        float face = cn_dot(n, geom->vertices[i]) + most;
        if (cn_dot(n, from) > face && cn_dot(n, to) > face) return true;
    }
    return false;
}

/* The first of its piece that it comes to from outside is what it crosses, unless it comes back. */
static bool crosses(cn_Way *way, const cn_Passage *wall) {
    const cn_Traits *t = cn_shape_traits(way->w, way->w->piece[way->other].shape);
    cn_Geom geom = cn_piece_geom(way->w, way->other);
    int parts = (int)cn_minf(cn_absf(wall->turn) / PART + 1, PARTS);
    cn_Vec from = seen_from(way, wall, 0);
    way->end = seen_from(way, wall, 1);
    if (parts == 1 && stays_outside(&geom, way->core, from, way->end)) return false;
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
    return cn_length_sq(arm) < CENTRED * geom.radius * geom.radius;
}

static cn_Passage unturned(cn_Passage p) {
    cn_Pos center = cn_pose_center(&p.then);
    cn_Vec arm = cn_rotate(p.now.q, p.now.center);
    p.then.q = p.now.q;
    p.then.x = center.x - (double)arm.x;
    p.then.y = center.y - (double)arm.y;
    p.turn = 0;
    return p;
}

static void try_piece(cn_Way *held, int other) {
    const cn_World *w = held->w;
    if (!is_hard_enough(held, other)) return;
    cn_Passage wall = cn_passage_of(w, w->piece[other].body);
    if (is_wheel(w, other)) wall = unturned(wall);
    cn_Way way = *held;
    way.other = other;
    if (!crosses(&way, &wall) || !(way.fraction < held->fraction)) return;
    if (solid_for(held, cn_shape_traits(w, w->piece[other].shape), other)) *held = way;
}

static float meet(void *context, int other, float limit) {
    cn_Way *way = context;
    const cn_World *w = way->w;
    if (w->mass[w->piece[other].body].inv_m > way->most) return limit; /* most of what moves */
    int contact = cn_pair_table_find(&w->contact_table, way->piece, other);
    if (contact < 0 || !lets_through(w->contact[contact].flags)) try_piece(way, other);
    return limit;
}

void cn_way_try_all(cn_Way *way) {
    const cn_World *w = way->w;
    cn_Vec p = {(float)way->from.x, (float)way->from.y};
    cn_Vec d = {(float)(way->to.x - way->from.x), (float)(way->to.y - way->from.y)};
    for (int i = 0; i < w->plane_count; i++) (void)meet(way, w->planes[i], 1);
    cn_bvh_raycast(w->tree_static, p, d, 1, meet, way);
    if (way->most > 0 || w->kinematics > 0) cn_bvh_raycast(w->tree_moving, p, d, 1, meet, way);
}

static void try_walls(cn_Way *way, const cn_Span *span) {
    const cn_World *w = way->w;
    cn_WallWalk walk = cn_wall_walk(w, way->body);
    for (int i; (i = cn_wall_walk_next(w, &walk)) >= 0;) {
        const cn_Contact *c = &w->contact[i];
        int end = cn_static_contact_end(c);
        int own = end ? c->piece_b : c->piece_a, other = end ? c->piece_a : c->piece_b;
        if (own != way->piece || lets_through(c->flags)) continue;
        if (cn_span_meets(w, span, c, 1 - end)) try_piece(way, other);
    }
}

void cn_way_try_contacts(cn_Way *way) {
    const cn_World *w = way->w;
    cn_Span span = cn_span_of(way->from, way->to, (double)way->core);
    if (way->most == 0) {
        try_walls(way, &span);
        return;
    }
    for (int link = w->cold[way->body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        int own = link & 1 ? c->piece_b : c->piece_a, other = link & 1 ? c->piece_a : c->piece_b;
        if (own != way->piece || lets_through(c->flags)) continue;
        if (w->mass[link & 1 ? c->body_a : c->body_b].inv_m > way->most) continue;
        if (cn_span_meets(w, &span, c, 1 - (link & 1))) try_piece(way, other);
    }
}
