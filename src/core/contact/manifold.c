/* manifold.c: the manifold of one contact, made anew: any two pieces, one at a time.
 * Impulses are carried from old to new points by feature. What is common is done eight at a time in
 * wide/manifold_kernel.h, which also says when a manifold can be kept.
 * Not here: shape against shape (collide.c), the stage (narrow_phase.c). */
#include "contact/manifold.h"

#include <math.h>

#include "contact/internal_edge_class.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "wide/narrow_lists.h"

/* Centre of mass of b minus that of a: computed in double, small enough for float. */
static cn_Vec apart_of(const cn_World *w, const cn_Contact *c) {
    const cn_Pose *a = &w->pose[c->body_a], *b = &w->pose[c->body_b];
    cn_Vec ra = cn_rotate(a->q, a->center), rb = cn_rotate(b->q, b->center);
    return (cn_Vec){(float)((b->x - a->x) + ((double)rb.x - (double)ra.x)),
                    (float)((b->y - a->y) + ((double)rb.y - (double)ra.y))};
}

void cn_manifold_take(const cn_World *w, cn_Contact *c, const cn_LocalManifold *m) {
    cn_ContactCold *cold = cn_contact_cold(w, c);
    cn_Row impulse[2] = {c->impulse[0], c->impulse[1]}, total[2] = {c->total[0], c->total[1]};
    uint32_t feature[2] = {cold->feature[0], cold->feature[1]};
    int old_count = c->count;
    c->count = m->count;
    if (m->count == 0) c->made[0] = c->made[1] = 0; /* how far apart they are is not known */
    cold->reference = m->reference;
    for (int i = 0; i < m->count; i++) {
        c->made[i] = c->separation[i] = m->points[i].separation;
        cold->feature[i] = m->points[i].feature;
        c->impulse[i] = c->total[i] = (cn_Row){0, 0};
        for (int k = 0; k < old_count; k++)
            if (feature[k] == cold->feature[i]) c->impulse[i] = impulse[k], c->total[i] = total[k];
    }
}

void cn_manifold_put(cn_World *w, cn_Contact *c, const cn_LocalManifold *m) {
    const cn_Pose *a = &w->pose[c->body_a];
    cn_manifold_take(w, c, m);
    c->normal = cn_rotate(a->q, m->normal);
    c->d = cn_neg(apart_of(w, c));
    c->qa = a->q;
    c->qb = w->pose[c->body_b].q;
    for (int i = 0; i < m->count; i++)
        c->r[i] = cn_rotate(a->q, cn_sub(m->points[i].point, a->center));
    if (m->count == 0) cn_contact_set_rolling(w, (int)(c - w->contact), 0);
}

void cn_manifold_make(cn_World *w, cn_Contact *c, float margin) {
    const cn_Pose *a = &w->pose[c->body_a];
    cn_Geom ga = cn_piece_geom(w, c->piece_a), gb = cn_piece_geom(w, c->piece_b);
    cn_LocalManifold m = {.reference = c->count > 0 ? cn_contact_cold(w, c)->reference : 0};
    cn_collide(&ga, &gb, cn_relative(a, &w->pose[c->body_b]), margin, &m);
    cn_manifold_put(w, c, &m);
    cn_internal_edge_classify(w, c);
}

/* ---- kinds of pairs ----------------------------------------------------------------------- */

/* 1, 2, 3 for up to four vertices, or 4 for more; 0: not in lanes. */
static int class_of(const cn_Piece *p) {
    static const uint8_t by_count[CN_MEET_VERTICES + 1] = {0, 1, 2, 3, 3, 4, 4, 4, 4};
    bool plain = p->kind == CN_GEOM_HULL && !p->inner;
    return plain && p->vertex_count <= CN_MEET_VERTICES ? by_count[p->vertex_count] : 0;
}

static bool is_thin(const cn_Piece *p) { return p->vertex_count <= 2 && p->radius <= 0; }

/* By class of the piece of more vertices, and of the other. */
static const uint8_t kinds[5][5] = {
    [1] = {[1] = CN_MEET_CIRCLES},
    [2] = {[1] = CN_MEET_CAPSULE_CIRCLE, [2] = CN_MEET_CAPSULES},
    [3] = {[1] = CN_MEET_HULL_CIRCLE, [2] = CN_MEET_HULL_CAPSULE, [3] = CN_MEET_HULLS},
    [4] = {[1] = CN_MEET_LONG_CIRCLE, [2] = CN_MEET_LONG, [3] = CN_MEET_LONG, [4] = CN_MEET_LONG},
};

uint32_t cn_manifold_kind(const cn_Piece *a, const cn_Piece *b) {
    bool plane = a->kind == CN_GEOM_PLANE || b->kind == CN_GEOM_PLANE;
    if (plane) return CN_CONTACT_PLANE;
    int of_a = class_of(a), of_b = class_of(b);
    if (is_thin(a) && is_thin(b)) return 0;
    if (of_a < of_b)
        return CN_CONTACT_TURNED | (uint32_t)kinds[of_b][of_a] << CN_CONTACT_KIND_SHIFT;
    return (uint32_t)kinds[of_a][of_b] << CN_CONTACT_KIND_SHIFT;
}

/* ---- one-way shapes ----------------------------------------------------------------------- */

/* m, by which a body may be sunk into a one-way piece and counts as above it: a body that slides
 * from one piece to the next comes from there */
#define ABOVE 0.005f

/* How far a piece reaches along n, from the origin of its body. */
static float reach_of(const cn_World *w, int piece, cn_Vec n) {
    cn_Geom geom = cn_piece_geom(w, piece);
    cn_Vec local = cn_unrotate(w->pose[w->piece[piece].body].q, n);
    float most = cn_dot(geom.vertices[0], local);
    for (int i = 1; i < geom.count; i++) most = cn_maxf(most, cn_dot(geom.vertices[i], local));
    return most + geom.radius;
}

static bool is_above(const cn_World *w, int piece, int other, cn_Vec n) {
    const cn_Pose *own = &w->pose[w->piece[piece].body], *pose = &w->pose[w->piece[other].body];
    cn_Vec d = {(float)(pose->x - own->x), (float)(pose->y - own->y)};
    float low = -reach_of(w, other, cn_neg(n)), top = reach_of(w, piece, n);
    return cn_dot(d, n) + low - top > -ABOVE;
}

/* sign: +1 when the normal points away from the one-way piece. What lies on its neighbour comes to
 * it from the side, and is above it all the same. */
static bool one_way_allows(const cn_World *w, const cn_Contact *c, int piece, int other,
                           float sign) {
    const cn_Traits *t = cn_shape_traits(w, w->piece[piece].shape);
    if (!t->has_one_way) return true;
    cn_Vec from = cn_rotate(w->pose[w->piece[piece].body].q, t->one_way);
    return sign * cn_dot(from, c->normal) > 0.5f || is_above(w, piece, other, from);
}

/* Decided when the two first come near, and held until they part. */
void cn_manifold_judge(const cn_World *w, cn_Contact *c, int old_count) {
    if (!(c->flags & CN_CONTACT_ONE_WAY) || old_count > 0 || c->count == 0) return;
    if (!one_way_allows(w, c, c->piece_a, c->piece_b, 1) ||
        !one_way_allows(w, c, c->piece_b, c->piece_a, -1))
        c->flags |= CN_CONTACT_IGNORED;
}
