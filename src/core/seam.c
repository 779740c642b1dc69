/* seam.c: corners that are no corners, because another static piece goes on where they end.
 *
 * Something round that slides over a row of tiles, or along a chain, comes near the corner of the
 * next piece before it is upon it, and that corner alone would throw it up or hold it back (ghost
 * collisions). Where another static piece covers that corner, and a face of one carries the same
 * body, the corner does not count: the manifold is made again with the face of the piece itself,
 * which leaves what is over the piece, and nothing of what is still beside it. (Leaving such
 * contacts out altogether let a box that fell over on tiles sink into the second one by 7 cm.) At a
 * real peak no face carries the body, and the corner stays. The side of a tile counts as its corner
 * when a box only brushes it, by less than it has sunk into the floor (cn_collide_grazes).
 */
#include "collide.h"
#include "world.h"

#define COVERED 0.0015f /* m, nearer than this to the neighbour is covered by it */
#define NO_RESPONSE                                                                                \
    (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED)
#define FACE 0.9999f /* cosine, a normal nearer than this to a face's is the face's */

static bool is_static(const cn_World *w, int body) { return w->cold[body].type == CN_STATIC; }

/* Which end of the contact is static: 0 a, 1 b, -1 none. */
static int static_side(const cn_World *w, const cn_Contact *c) {
    if (w->mass[c->body_a].inv_m > 0 && w->mass[c->body_b].inv_m > 0) return -1; /* most */
    return is_static(w, c->body_a) ? 0 : (is_static(w, c->body_b) ? 1 : -1);
}

/* Does the piece meet the other with a face? */
static bool on_face(const cn_World *w, const cn_Contact *c, int side) {
    int piece = side == 0 ? c->piece_a : c->piece_b;
    cn_Rot q = w->pose[side == 0 ? c->body_a : c->body_b].q;
    cn_Vec outward = cn_unrotate(q, side == 0 ? c->normal : cn_neg(c->normal));
    cn_Geom geom = cn_piece_geom(w, piece);
    if (geom.kind == CN_GEOM_PLANE) return true;
    for (int i = 0; geom.count > 1 && i < geom.count; i++)
        if (cn_dot(geom.normals[i], outward) > FACE) return true;
    return false;
}

/* Does the other only brush its corner? */
static bool grazes(const cn_World *w, const cn_Contact *c) {
    const cn_Pose *a = &w->pose[c->body_a], *b = &w->pose[c->body_b];
    cn_Geom ga = cn_piece_geom(w, c->piece_a), gb = cn_piece_geom(w, c->piece_b);
    cn_Vec normal = cn_unrotate(a->q, c->normal);
    return cn_collide_grazes(&ga, &gb, cn_relative(a, b), normal, CN_GRAZE * (float)w->def.slop);
}

void cn_seam_classify(const cn_World *w, cn_Contact *c) {
    int side = static_side(w, c);
    c->flags &= ~(uint32_t)(CN_CONTACT_FACE | CN_CONTACT_CORNER);
    if (side < 0 || c->count == 0 || c->flags & CN_CONTACT_SENSOR) return;
    bool face = on_face(w, c, side) && !grazes(w, c);
    c->flags |= face ? CN_CONTACT_FACE : CN_CONTACT_CORNER;
}

/* Where point i of the contact is on the static surface: half the separation from the middle. */
static cn_Pos static_point(const cn_World *w, const cn_Contact *c, int side, int i) {
    cn_Pos center = cn_pose_center(&w->pose[c->body_a]);
    cn_Vec at = cn_mul_add(c->r[i], (side == 0 ? -0.5f : 0.5f) * c->separation[i], c->normal);
    return (cn_Pos){center.x + (double)at.x, center.y + (double)at.y};
}

static bool covers(const cn_World *w, const cn_Contact *c, int side, cn_Pos corner) {
    const cn_Pose *pose = &w->pose[side == 0 ? c->body_a : c->body_b];
    cn_Geom geom = cn_piece_geom(w, side == 0 ? c->piece_a : c->piece_b);
    cn_Vec p = {(float)(corner.x - pose->x), (float)(corner.y - pose->y)};
    p = cn_unrotate(pose->q, p);
    return cn_length_sq(cn_sub(cn_geom_closest(&geom, p), p)) < COVERED * COVERED;
}

/* Is the corner no higher than the face that carries the body in this contact? */
static bool carries(const cn_World *w, const cn_Contact *c, int side, cn_Pos corner) {
    if (!(c->flags & CN_CONTACT_FACE)) return false;
    cn_Vec n = side == 0 ? c->normal : cn_neg(c->normal);
    cn_Pos on = static_point(w, c, side, 0);
    cn_Vec d = {(float)(corner.x - on.x), (float)(corner.y - on.y)};
    return cn_dot(d, n) < COVERED;
}

/* Another piece covers the corner, and one carries the body: it need not be the same, since what is
 * fast may pass several in a step. The latter's normal, outwards. Reads nothing that cn_seam_drop
 * writes to other contacts. */
static bool goes_on(const cn_World *w, int contact, int body, cn_Pos corner, cn_Vec *normal) {
    bool covered = false, carried = false;
    for (int link = w->cold[body].first_contact; link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        int side = 1 - (link & 1); /* the other end */
        if (link >> 1 != contact && !(c->flags & NO_RESPONSE) && static_side(w, c) == side) {
            covered = covered || covers(w, c, side, corner);
            bool this = !carried && carries(w, c, side, corner);
            if (this) *normal = side == 0 ? c->normal : cn_neg(c->normal);
            carried = carried || this;
        }
        if (covered && carried) return true;
        link = cn_contact_next(w, link);
    }
    return false;
}

/* Point p in the frame of the static body, from the centre of a, in world orientation. */
static cn_Vec from_center(const cn_World *w, const cn_Contact *c, const cn_Pose *pose, cn_Vec p) {
    cn_Pos center = cn_pose_center(&w->pose[c->body_a]);
    cn_Vec at = {(float)(pose->x - center.x), (float)(pose->y - center.y)};
    return cn_add(at, cn_rotate(pose->q, p));
}

static void take_points(const cn_World *w, cn_Contact *c, int side, cn_LocalManifold *m) {
    const cn_Pose *pose = &w->pose[side == 0 ? c->body_a : c->body_b];
    cn_Vec n = cn_rotate(pose->q, m->normal);
    c->normal = side == 0 ? n : cn_neg(n);
    m->reference = side == 0 ? 1 : 2;
    for (int i = 0; i < m->count; i++) {
        uint32_t f = m->points[i].feature;
        m->points[i].feature = side == 0 ? f : (f << 16 | f >> 16);
        c->r[i] = from_center(w, c, pose, m->points[i].point);
    }
    cn_manifold_take(w, c, m);
}

/* The manifold again, with the face of the static piece that goes on where its neighbour ends. */
static void meet_face(cn_World *w, cn_Contact *c, int side, cn_Vec outward) {
    int own = side == 0 ? c->body_a : c->body_b, other = side == 0 ? c->body_b : c->body_a;
    cn_Geom fixed = cn_piece_geom(w, side == 0 ? c->piece_a : c->piece_b);
    cn_Geom moving = cn_piece_geom(w, side == 0 ? c->piece_b : c->piece_a);
    float margin = cn_maxf(c->separation[0], c->count > 1 ? c->separation[1] : 0);
    cn_LocalManifold m;
    cn_collide_face(&fixed, &moving, cn_relative(&w->pose[own], &w->pose[other]),
                    cn_unrotate(w->pose[own].q, outward), cn_maxf(margin, CN_SPECULATIVE), &m);
    take_points(w, c, side, &m);
}

void cn_seam_drop(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    if (!(c->flags & CN_CONTACT_CORNER) || c->count == 0) return;
    int side = static_side(w, c);
    int nearest = c->count > 1 && c->separation[1] < c->separation[0];
    cn_Pos corner = static_point(w, c, side, nearest);
    cn_Vec outward = {0, 0};
    if (goes_on(w, contact, side == 0 ? c->body_b : c->body_a, corner, &outward))
        meet_face(w, c, side, outward);
}
