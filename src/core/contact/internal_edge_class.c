/* internal_edge_class.c: whether a contact stands on a face of the ground, at its end, or at a
 * corner.
 *
 * Ground is what is not dynamic, and the other pieces of the same body (of a concave polygon). Of
 * two that can be pushed only what may be a seam is marked: internal_edge.c decides. */
#include "contact/internal_edge_class.h"

#include "contact/contact_speed.h"
#include "contact/curve.h"
#include "contact/internal_edge.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/segment_clip.h"
#include "wide/narrow_lists.h"

/* sine between the contact's normal and a face's: below it the normal is exactly that of the
 * face */
#define STRAIGHT 1e-5f
/* m of a face, and ratio of what could be touched of it: a contact over more of it carries */
#define SHORT 0.02f
#define SHARE 0.75f
/* m/s: what comes faster at a face within the ground may have found a diagonal */
#define COMES 0.02f
/* rad/s, about half a turn in a second, of ground that can be pushed: what turns faster is none */
#define TUMBLES 3.0f
/* m, by which the separations at the ends of a face that is lain on may differ */
#define FLAT 0.0005f
/* m from another piece of the same body: what is met further away is at no seam, nor will it be
 * until the manifold is made anew; what covers reaches as far as a gap, and the bodies move */
#define BESIDE (CN_INTERNAL_EDGE_GAP + CN_RECYCLE_DISTANCE)
/* count of pieces of a body that are looked at: of one with more any may be near */
#define MATES 32

/* Which end of the contact is ground for the other: 0 a, 1 b, -1 none. */
int cn_internal_edge_ground_side(const cn_World *w, const cn_Contact *c) {
    if (c->flags & CN_CONTACT_WALL_A) return 0;
    if (c->flags & CN_CONTACT_WALL_B) return 1;
    if (!(c->flags & CN_CONTACT_PIECES)) return -1;
    return !cn_shape_has_mates(w, w->piece[c->piece_a].shape);
}

cn_InternalEdgeFacing cn_internal_edge_facing(const cn_World *w, const cn_Contact *c, int side) {
    cn_InternalEdgeFacing f = {.geom = cn_piece_geom(w, cn_internal_edge_piece(c, side)),
                               .pose = &w->pose[cn_internal_edge_body(c, side)],
                               .edge = -1,
                               .cos = -1};
    cn_Vec outward = cn_unrotate(f.pose->q, cn_internal_edge_outward(c, side));
    for (int i = 0; i < cn_internal_edge_edges(&f.geom); i++) {
        float cos = cn_dot(f.geom.normals[i], outward);
        if (cos <= f.cos) continue;
        f.cos = cos, f.edge = i;
        f.sin = cn_absf(cn_cross(f.geom.normals[i], outward));
    }
    return f;
}

cn_Vec cn_internal_edge_face_normal(const cn_InternalEdgeFacing *f) {
    return cn_rotate(f->pose->q, f->geom.normals[f->edge]);
}

/* Where point i of the contact is on the ground's surface: half the separation from the middle. */
cn_Pos cn_internal_edge_ground_point(const cn_World *w, const cn_Contact *c, int side, int i) {
    cn_Pos center = cn_pose_center(&w->pose[c->body_a]);
    cn_Vec at = cn_mul_add(c->r[i], (side == 0 ? -0.5f : 0.5f) * c->separation[i], c->normal);
    return (cn_Pos){center.x + (double)at.x, center.y + (double)at.y};
}

/* Is one of its points at an end of the face? */
static bool at_end(const cn_World *w, const cn_Contact *c, int side,
                   const cn_InternalEdgeFacing *f) {
    cn_Vec begin = f->geom.vertices[f->edge],
           end = f->geom.vertices[cn_internal_edge_next(&f->geom, f->edge)];
    cn_Vec outward = cn_unrotate(f->pose->q, cn_internal_edge_outward(c, side));
    for (int i = 0; i < c->count; i++) {
        cn_Vec p = cn_pose_local(f->pose, cn_internal_edge_ground_point(w, c, side, i));
        p = cn_mul_add(p, -f->geom.radius, outward);
        if (cn_length_sq(cn_sub(p, begin)) < CN_INTERNAL_EDGE_COVERED * CN_INTERNAL_EDGE_COVERED)
            return true;
        if (cn_length_sq(cn_sub(p, end)) < CN_INTERNAL_EDGE_COVERED * CN_INTERNAL_EDGE_COVERED)
            return true;
    }
    return false;
}

/* Does the other only brush its corner? */
static bool grazes(const cn_World *w, const cn_Contact *c) {
    const cn_Pose *a = &w->pose[c->body_a], *b = &w->pose[c->body_b];
    cn_Geom ga = cn_piece_geom(w, c->piece_a), gb = cn_piece_geom(w, c->piece_b);
    cn_Vec normal = cn_unrotate(a->q, c->normal);
    return cn_collide_grazes(&ga, &gb, cn_relative(a, b), normal, CN_GRAZE * cn_touch_slop(w));
}

/* What the other touches of the face. */
bool cn_internal_edge_touched(const cn_World *w, const cn_Contact *c, int side,
                              const cn_InternalEdgeFacing *f, cn_Segment *part) {
    cn_Geom other = cn_piece_geom(w, cn_internal_edge_piece(c, 1 - side));
    return cn_segment_touched(&f->geom, f->edge, &other,
                              cn_relative(f->pose, &w->pose[cn_internal_edge_body(c, 1 - side)]),
                              cn_contact_gap(c), part);
}

/* So little that it need not carry. */
static bool brushes(const cn_World *w, const cn_Contact *c, int side,
                    const cn_InternalEdgeFacing *f) {
    cn_Segment part;
    if (!cn_internal_edge_touched(w, c, side, f, &part)) return true;
    float most = cn_minf(SHORT, SHARE * part.most);
    return cn_length_sq(cn_sub(part.to, part.from)) < most * most;
}

static bool may_be_inside(const cn_World *w, const cn_Contact *c, int side) {
    return w->cold[cn_internal_edge_body(c, 1 - side)].near_count > 1;
}

/* A face may be inside of the ground, as the diagonal of two triangles is: so a contact
 * that comes at it is looked at. */
bool cn_internal_edge_comes(const cn_World *w, const cn_Contact *c, float least) {
    cn_Row speed[2];
    cn_contact_measure(w, c, speed);
    return speed[0].normal > least || (c->count > 1 && speed[1].normal > least);
}

/* What the contact is to one of its ends as ground. */
uint32_t cn_internal_edge_class(const cn_World *w, const cn_Contact *c, int side) {
    cn_InternalEdgeFacing f = cn_internal_edge_facing(w, c, side);
    bool plane = f.geom.kind == CN_GEOM_PLANE;
    if (!plane && (f.cos <= CN_INTERNAL_EDGE_FACE || grazes(w, c)))
        return CN_CONTACT_CORNER; /* or it has no face */
    bool ends = !plane && at_end(w, c, side, &f);
    if (ends && brushes(w, c, side, &f)) return CN_CONTACT_CORNER;
    uint32_t class = CN_CONTACT_FACE;
    if (ends && f.sin > STRAIGHT) class |= CN_CONTACT_END;
    if (!plane && may_be_inside(w, c, side) && cn_internal_edge_comes(w, c, COMES))
        class |= CN_CONTACT_CORNER;
    return class;
}

/* What can be pushed is ground where it is calm, or joints hold it: what flies about is none. */
bool cn_internal_edge_is_calm(const cn_World *w, int body) {
    const cn_Motion *m = &w->motion[body];
    if (w->body_flags[body] & CN_BODY_REACH) return false;
    return m->vx * m->vx + m->vy * m->vy < CN_CALM * CN_CALM ||
           w->body_flags[body] & CN_BODY_JOINTED;
}

/* Where both can be pushed, each may be the ground of the other. In a heap most contacts are at
 * corners, and none of them slides over a seam: only what is short and is come at is looked at. */
static bool is_suspect(const cn_World *w, const cn_Contact *c) {
    if (!cn_internal_edge_is_flat(w, c->piece_a) && !cn_internal_edge_is_flat(w, c->piece_b))
        return false;
    cn_Vec between = cn_sub(c->r[1], c->r[0]);
    bool flat = cn_absf(c->separation[1] - c->separation[0]) < FLAT;
    if (c->count > 1 && flat && cn_length_sq(between) > SHORT * SHORT) return false;
    return cn_internal_edge_is_calm(w, c->body_a) || cn_internal_edge_is_calm(w, c->body_b);
}

/* As cn_internal_edge_ground_point, in the frame of the ground: near enough without double. */
static cn_Vec on_ground(const cn_World *w, const cn_Contact *c, int side, int i) {
    const cn_Pose *pose = &w->pose[cn_internal_edge_body(c, side)];
    cn_Vec arm = side == 0 ? c->r[i] : cn_add(c->r[i], c->d);
    arm = cn_mul_add(arm, (side == 0 ? -0.5f : 0.5f) * c->separation[i], c->normal);
    return cn_add(pose->center, cn_unrotate(pose->q, arm));
}

/* A part of a piece, and how many of the other pieces of its body have been looked at. */
typedef struct Mates {
    cn_Segment part;
    int own, seen;
} Mates;

static bool reaches(const cn_World *w, int shape, Mates *m) {
    const cn_Growth growth = {.all = BESIDE};
    if (cn_shape_traits(w, shape)->disabled) return false;
    for (int k = w->shape[shape].first_piece; k >= 0; k = w->piece[k].next) {
        float lo, hi;
        if (k == m->own) continue;
        if (++m->seen > MATES) return true;
        cn_Geom geom = cn_piece_geom(w, k);
        if (cn_segment_before(&geom, &m->part, growth.all)) continue; /* as most are */
        if (cn_segment_within(&geom, &m->part, &growth, &lo, &hi)) return true;
    }
    return false;
}

/* Does another piece of the ground's body reach to what the contact is at? From its own shape on:
 * those of a body mostly lie side by side. */
static bool is_near_mate(const cn_World *w, const cn_Contact *c, int side) {
    Mates m = {.part = {.from = on_ground(w, c, side, 0)}, .own = cn_internal_edge_piece(c, side)};
    int shape = w->piece[m.own].shape;
    m.part.to = c->count > 1 ? on_ground(w, c, side, 1) : m.part.from;
    for (int i = shape; i >= 0; i = w->shape[i].next)
        if (reaches(w, i, &m)) return true;
    for (int i = w->shape[shape].previous; i >= 0; i = w->shape[i].previous)
        if (reaches(w, i, &m)) return true;
    return false;
}

/* Nothing slides over what turns so fast, unless joints hold it. */
static bool tumbles(const cn_World *w, int body) {
    return cn_absf(w->motion[body].w) > TUMBLES && !(w->body_flags[body] & CN_BODY_JOINTED);
}

/* Of what can be pushed only what moves over it is asked: nothing is caught that lies at a seam.
 * Corners are met at any angle, and those of round bodies almost along the face: so pieces of one
 * body ask of what slides as well. */
uint32_t cn_internal_edge_class_pushed(const cn_World *w, const cn_Contact *c, bool comes) {
    int side = cn_internal_edge_ground_side(w, c);
    if (side >= 0 && !tumbles(w, cn_internal_edge_body(c, side)) && is_near_mate(w, c, side))
        return cn_internal_edge_class(w, c, side);
    return comes && is_suspect(w, c) ? CN_CONTACT_CORNER : 0;
}

static uint32_t class_moving(const cn_World *w, const cn_Contact *c) {
    cn_Row speed[2] = {{0, 0}, {0, 0}};
    cn_contact_measure(w, c, speed);
    bool comes = cn_maxf(speed[0].normal, speed[1].normal) > CN_STRUCK;
    float slides = cn_maxf(cn_absf(speed[0].tangent), cn_absf(speed[1].tangent));
    return comes || slides > CN_STRUCK ? cn_internal_edge_class_pushed(w, c, comes) : 0;
}

void cn_internal_edge_classify(const cn_World *w, cn_Contact *c) {
    c->flags &= ~(uint32_t)(CN_CONTACT_FACE | CN_CONTACT_AT_CORNER | CN_CONTACT_CURVED);
    if (c->count == 0 || c->flags & CN_CONTACT_SENSOR) return;
    if (c->flags & CN_CONTACT_WALL)
        c->flags |= cn_internal_edge_class(w, c, cn_internal_edge_ground_side(w, c));
    else
        c->flags |= class_moving(w, c);
    if (cn_curve_may_bend(w, c)) c->flags |= CN_CONTACT_CURVED;
}
