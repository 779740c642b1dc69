/* turning.c: what is long and turns over the corner of a wall, or over a thin post.
 *
 * Neither its middle nor its ends have crossed anything then: it is the wall's corner that has
 * crossed it. So the corners of walls are drawn as seen from the body, in parts, since it turns;
 * what crosses its spine, the line along its middle from end to end, has been passed, and the body
 * is put back to the last time before at which the two were clear of each other. Where it has come
 * within the step is taken as even: a body in joints goes round the point that stayed in its place.
 * Not here: which bodies are looked at (tunnel.c). */
#include <math.h>

#include "contact/contact.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "solver/ccd/tunnel.h"
#include "wide/contact_block.h"
#include "world/body_state.h"

#define PART     0.1f /* rad of turning over which the way of a corner is drawn straight */
#define PARTS    64   /* count of straight parts of a way, at most */
#define HALVINGS 12   /* rounds of a search for the time before: a part is less than 0.2 rad */
/* rad: what has turned by more may have passed a corner and be on the side from where it came */
#define ROUND 1.0f
/* ratio to how far a body reaches: more than rounding */
#define AROUND 1.01f

/* The line along the middle of a long piece, in the frame of its body. */
typedef struct Spine {
    cn_Vec from, along;  /* unit */
    float length, inner; /* m; half of how thick it is */
} Spine;

/* A corner less half the thickness from both of its sides. */
static cn_Vec inset(const cn_Geom *geom, int corner, float inner) {
    cn_Vec p = geom->vertices[corner];
    if (geom->count < 3) return p;
    cn_Vec n = geom->normals[corner], m = geom->normals[(corner > 0 ? corner : geom->count) - 1];
    float in = (geom->radius - inner) / cn_maxf(1 + cn_dot(n, m), 1);
    return cn_mul_add(p, in, cn_add(n, m));
}

/* Between the two corners that are furthest from each other. */
static Spine spine_of(const cn_World *w, int piece) {
    cn_Geom geom = cn_piece_geom(w, piece);
    Spine s = {.inner = w->form[w->piece[piece].form].inner_radius};
    for (int i = 0; i < geom.count; i++)
        for (int k = 0; k < i; k++) {
            cn_Vec a = inset(&geom, i, s.inner), d = cn_sub(inset(&geom, k, s.inner), a);
            float length = cn_length(d);
            if (length <= s.length) continue;
            s.from = a, s.length = length;
            s.along = cn_scale(1 / length, d);
        }
    return s;
}

/* A corner of a wall, and a body that may have passed it. */
typedef struct Corner {
    cn_Passage body, wall;
    Spine spine;
    cn_Vec at;   /* frame of the wall */
    float clear; /* m, between it and the spine when they touch */
    int parts;
} Corner;

/* Where it is at time t, from the beginning of the spine: along it, and to its left. */
static cn_Vec seen_at(const Corner *c, float t) {
    cn_Pose own = cn_passage_pose(&c->body, t), wall = cn_passage_pose(&c->wall, t);
    cn_Vec d = cn_sub(cn_pose_local(&own, cn_pose_global(&wall, c->at)), c->spine.from);
    return (cn_Vec){cn_dot(d, c->spine.along), cn_cross(c->spine.along, d)};
}

/* The first time at which it is upon the spine, and goes on; 2 = never. side: which it comes from.
 */
static float crossing(const Corner *c, float *side) {
    cn_Vec from = seen_at(c, 0), end = seen_at(c, 1);
    bool returns = cn_absf(c->body.turn) < ROUND && cn_absf(c->wall.turn) < ROUND;
    for (int i = 1; i <= c->parts; i++) {
        cn_Vec to = i < c->parts ? seen_at(c, (float)i / (float)c->parts) : end;
        if ((from.y > 0) != (to.y > 0)) {
            float share = from.y / (from.y - to.y), x = from.x + share * (to.x - from.x);
            *side = from.y > 0 ? 1 : -1;
            bool upon = x >= 0 && x <= c->spine.length;
            if (upon && (!returns || *side * end.y < 0))
                return ((float)(i - 1) + share) / (float)c->parts;
        }
        from = to;
    }
    return 2;
}

/* The last time before at which it was as far from the spine as when they touch. */
static float clear_before(const Corner *c, float t, float side) {
    float step = 1 / (float)c->parts, early = t;
    do early = cn_maxf(early - step, 0);
    while (early > 0 && side * seen_at(c, early).y < c->clear);
    if (side * seen_at(c, early).y < c->clear) return early;
    for (int i = 0; i < HALVINGS; i++) {
        float middle = 0.5f * (early + t);
        if (side * seen_at(c, middle).y < c->clear)
            t = middle;
        else
            early = middle;
    }
    return early;
}

/* Where the spine may be while it turns: as seen from a wall, m. */
typedef struct Around {
    cn_Vec center;
    float radius;
} Around;

/* The body goes straight, from where the wall was or is to where it is. */
static Around around(const Corner *c, float extent) {
    cn_Pos from = cn_pose_center(&c->body.then), to = cn_pose_center(&c->body.now);
    cn_Vec end = cn_pose_local(&c->wall.now, to);
    float way = cn_maxf(cn_length(cn_sub(cn_pose_local(&c->wall.then, from), end)),
                        cn_length(cn_sub(cn_pose_local(&c->wall.now, from), end)));
    bool anywhere = c->body.swings || c->wall.turn != 0;
    return (Around){end, anywhere ? CN_NEVER : AROUND * (extent + way)};
}

static void try_corners(cn_Turning *found, const Corner *of, int body, int wall) {
    const cn_World *w = found->w;
    cn_Geom geom = cn_piece_geom(w, wall);
    Corner c = *of;
    if (geom.kind == CN_GEOM_PLANE) return;
    c.wall = cn_passage_of(w, w->piece[wall].body);
    c.clear = c.spine.inner + geom.radius + cn_touch_slop(w);
    float turn = cn_maxf(cn_absf(c.body.turn), cn_absf(c.wall.turn));
    c.parts = (int)cn_minf(turn / PART + 1, PARTS);
    Around near = around(&c, w->motion[body].extent);
    for (int i = 0; i < geom.count; i++) {
        float side = 0;
        c.at = geom.vertices[i];
        if (cn_length(cn_sub(c.at, near.center)) > near.radius) continue;
        float t = crossing(&c, &side);
        if (t >= found->crossed) continue;
        found->crossed = t;
        found->time = clear_before(&c, t, side);
        found->wall = wall;
        found->at = c.at;
        found->normal = cn_scale(-side, cn_vec(-c.spine.along.y, c.spine.along.x));
    }
}

/* What a script has refused or ignores is no wall, and neither is what is solid from one side: a
 * corner has no side. */
static bool counts(const cn_World *w, const cn_Contact *c, int other) {
    const cn_Traits *t = cn_shape_traits(w, w->piece[other].shape);
    uint32_t out = CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED;
    return !(c->flags & out) && !t->sensor && !t->has_one_way;
}

bool cn_turning_find(cn_Turning *found, const cn_World *w, int body, int piece) {
    Corner c = {.body = cn_passage_of(w, body), .spine = spine_of(w, piece)};
    *found = (cn_Turning){.w = w, .crossed = 2};
    cn_WallWalk walk = cn_wall_walk(w, body);
    for (int i; (i = cn_wall_walk_next(w, &walk)) >= 0;) {
        const cn_Contact *k = &w->contact[i];
        bool is_b = cn_static_contact_end(k) == 1;
        int own = is_b ? k->piece_b : k->piece_a, other = is_b ? k->piece_a : k->piece_b;
        if (own == piece && counts(w, k, other)) try_corners(found, &c, body, other);
    }
    return found->crossed <= 1;
}
