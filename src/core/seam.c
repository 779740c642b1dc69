/* seam.c: corners that are no corners, because another static piece goes on where they end.
 *
 * Something round that slides over a row of tiles, or along a chain, comes near the corner of the
 * next piece before it is upon it, and that corner alone would throw it up or hold it back (ghost
 * collisions). A contact with a corner of a static piece is left out while another static piece
 * covers that corner and carries the same body on one of its faces: the neighbour does the work.
 * At a real peak no face carries the body, and the corner stays. The side of a tile counts as its
 * corner when a box only brushes it, by less than it has sunk into the floor (cn_collide_grazes).
 */
#include "world.h"

#define COVERED 0.0015f /* m, nearer than this to the neighbour is covered by it */
#define FACE    0.9999f /* cosine, a normal nearer than this to a face's is the face's */

static bool is_static(const cn_World *w, int body) { return w->cold[body].type == CN_STATIC; }

/* Which end of the contact is static: 0 a, 1 b, -1 none. */
static int static_side(const cn_World *w, const cn_Contact *c) {
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

static bool covers(const cn_World *w, const cn_Contact *c, int side, cn_Pos corner) {
    const cn_Pose *pose = &w->pose[side == 0 ? c->body_a : c->body_b];
    cn_Geom geom = cn_piece_geom(w, side == 0 ? c->piece_a : c->piece_b);
    cn_Vec p = {(float)(corner.x - pose->x), (float)(corner.y - pose->y)};
    p = cn_unrotate(pose->q, p);
    return cn_length_sq(cn_sub(cn_geom_closest(&geom, p), p)) < COVERED * COVERED;
}

static bool goes_on(const cn_World *w, int contact, int body, cn_Pos corner) {
    for (int link = w->cold[body].first_contact; link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        int side = 1 - (link & 1); /* the other end */
        bool face = c->flags & CN_CONTACT_FACE && cn_contact_solid(c);
        if (link >> 1 != contact && face && covers(w, c, side, corner)) return true;
        link = c->next[link & 1];
    }
    return false;
}

void cn_seam_drop(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    if (!(c->flags & CN_CONTACT_CORNER) || c->count == 0) return;
    int side = static_side(w, c);
    cn_Pos center = cn_pose_center(&w->pose[c->body_a]);
    /* on the static surface: half the separation away from the middle */
    cn_Vec at = cn_mul_add(c->r[0], (side == 0 ? -0.5f : 0.5f) * c->separation[0], c->normal);
    cn_Pos corner = {center.x + (double)at.x, center.y + (double)at.y};
    if (goes_on(w, contact, side == 0 ? c->body_b : c->body_a, corner)) c->count = 0;
}
