/* internal_edge_find.c: which pieces of the ground go on where one ends, and which face carries the
 * body there.
 *
 * Of all contacts that the body has with the ground: those whose pieces cover what is touched,
 * those whose face it lies on, and, where none stands on the face that it should, the face at the
 * surface that all pieces agree on. */
#include "contact/internal_edge.h"
#include "contact/static_contacts.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/segment_clip.h"

#define BRIDGED 0.2f /* ratio to half the body's thickness: a wider gap is not bridged */
#define NO_RESPONSE                                                                                \
    (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED)
/* sine: a face that looks back from the contact by more does not carry */
#define BACK 0.02f
/* ratio to half the thickness of what can be pushed: a higher step is a wall */
#define THIN 0.5f
/* m: pieces further away cover nothing; more than whatever counts as covered */
#define ABOUT 0.03
/* count of passes over the list, to put together what covers a part */
#define PASSES 4

/* Do two bodies go together, there and for this step, so that both may be one ground? */
static bool goes_along(const cn_World *w, const cn_InternalEdgeSearch *s, int body) {
    cn_Pos p = cn_internal_edge_ground_point(w, s->c, s->side, cn_internal_edge_nearest(s->c));
    cn_Vec d = cn_sub(cn_velocity_at(w, body, p), cn_velocity_at(w, s->ground, p));
    return cn_length_sq(d) * w->scratch.dt * w->scratch.dt <
           CN_INTERNAL_EDGE_COVERED * CN_INTERNAL_EDGE_COVERED;
}

static bool is_wall(const cn_Contact *k, int side) {
    return k->flags & (side == 0 ? CN_CONTACT_WALL_A : CN_CONTACT_WALL_B);
}

static bool is_ground_too(const cn_World *w, const cn_InternalEdgeSearch *s, const cn_Contact *k,
                          int side) {
    int body = cn_internal_edge_body(k, side);
    if (body == s->ground) return true;
    return s->loose ? goes_along(w, s, body) : is_wall(k, side);
}

static bool is_about(const cn_World *w, int piece, cn_Pos p, cn_Pos q) {
    cn_Box box = w->box[piece];
    double x1 = (double)box.x1 - ABOUT, x2 = (double)box.x2 + ABOUT;
    double y1 = (double)box.y1 - ABOUT, y2 = (double)box.y2 + ABOUT;
    return (p.x <= x2 || q.x <= x2) && (p.x >= x1 || q.x >= x1) && (p.y <= y2 || q.y <= y2) &&
           (p.y >= y1 || q.y >= y1);
}

/* May the piece cover some of what is touched? Mostly none is there that could, and boxes tell.
 * With a wall that has been asked of what is firm: now only what can be pushed is news. */
static bool may_cover(const cn_World *w, const cn_InternalEdgeSearch *s, const cn_Contact *k,
                      int side) {
    int piece = cn_internal_edge_piece(k, side);
    if (piece == cn_internal_edge_piece(s->c, s->side)) return false;
    if (is_wall(k, side) || cn_internal_edge_body(k, side) == s->ground) {
        if (s->loose && s->c->flags & CN_CONTACT_WALL) return false;
    } else if (!s->loose || !cn_internal_edge_is_flat(w, piece) ||
               !cn_internal_edge_is_calm(w, cn_internal_edge_body(k, side))) {
        return false;
    }
    return k->flags & CN_CONTACT_PLANE || is_about(w, piece, s->from, s->to);
}

/* Notes it if it is of the ground. What is more than there is room for does not count: it is the
 * farthest of hundreds of tiny pieces. Returns whether it is about. */
static bool list(const cn_World *w, cn_InternalEdgeSearch *s, int link) {
    const cn_Contact *k = &w->contact[link >> 1];
    int side = 1 - (link & 1); /* the other end */
    if (k == s->c || k->flags & NO_RESPONSE || s->count == CN_INTERNAL_EDGE_LISTED) return false;
    if (!is_ground_too(w, s, k, side)) return false;
    s->link[s->count++] = link;
    return may_cover(w, s, k, side);
}

/* In a heap mostly none may, and to ask for boxes is cheaper than to find which bodies go along
 * together. */
static bool any_may_cover(const cn_World *w, const cn_InternalEdgeSearch *s) {
    for (int link = w->cold[s->body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *k = &w->contact[link >> 1];
        if (k != s->c && may_cover(w, s, k, 1 - (link & 1))) return true;
    }
    return false;
}

/* All contacts of the body with the ground, but for that one. False: there is none about. */
static bool list_ground(const cn_World *w, cn_InternalEdgeSearch *s) {
    bool about = false, walls = !s->loose && s->c->flags & CN_CONTACT_WALL;
    s->count = 0;
    if (walls) {
        for (int i = cn_static_contacts_first(w, s->body); i >= 0;
             i = w->scratch.contact.walls[i].next) {
            int contact = w->scratch.contact.walls[i].contact;
            about |= list(w, s, 2 * contact + cn_static_contact_end(&w->contact[contact]));
        }
        return about;
    }
    if (!any_may_cover(w, s)) return false;
    for (int link = w->cold[s->body].first_contact; link >= 0; link = cn_contact_next(w, link))
        about |= list(w, s, link);
    return about;
}

/* False: there is nothing to find. */
bool cn_internal_edge_start(const cn_World *w, const cn_Contact *c, int side, bool loose, int *link,
                            cn_InternalEdgeSearch *s) {
    s->c = c;
    s->side = side;
    s->ground = cn_internal_edge_body(c, side), s->body = cn_internal_edge_body(c, 1 - side);
    s->from = cn_internal_edge_ground_point(w, c, side, 0);
    s->to = cn_internal_edge_ground_point(w, c, side, c->count - 1);
    s->carried = false;
    s->link = link;
    s->loose = loose;
    if (!list_ground(w, s)) return false;
    s->room = cn_minf(CN_INTERNAL_EDGE_COVERED, THIN * w->cold[s->body].inner_radius);
    if (w->mass[s->ground].inv_m > 0)
        s->room = cn_minf(s->room, THIN * w->cold[s->ground].inner_radius);
    return true;
}

const cn_Contact *cn_internal_edge_listed(const cn_World *w, const cn_InternalEdgeSearch *s, int i,
                                          int *side) {
    *side = 1 - (s->link[i] & 1);
    return &w->contact[s->link[i] >> 1];
}

uint32_t cn_internal_edge_class_in(const cn_World *w, const cn_Contact *k, int side) {
    if (k->count == 0) return 0;
    bool known = k->flags & (CN_CONTACT_FACE | CN_CONTACT_CORNER) &&
                 cn_internal_edge_ground_side(w, k) == side;
    return known ? k->flags : cn_internal_edge_class(w, k, side);
}

/* Nothing is known against it. */
static bool is_face(uint32_t class) {
    return (class & (CN_CONTACT_FACE | CN_CONTACT_CORNER)) == CN_CONTACT_FACE;
}

static float gap_of(const cn_World *w, const cn_InternalEdgeSearch *s) {
    return cn_minf(CN_INTERNAL_EDGE_GAP, BRIDGED * w->cold[s->body].inner_radius);
}

/* Which share of what is touched does the piece of k cover? A gap in the surface that it carries
 * the body with may be wider than one across it. */
bool cn_internal_edge_covers(const cn_World *w, const cn_InternalEdgeSearch *s, const cn_Contact *k,
                             int side, float *lo, float *hi) {
    if (!(k->flags & CN_CONTACT_PLANE) &&
        !is_about(w, cn_internal_edge_piece(k, side), s->from, s->to))
        return false;
    const cn_Pose *pose = &w->pose[cn_internal_edge_body(k, side)];
    cn_Geom geom = cn_piece_geom(w, cn_internal_edge_piece(k, side));
    cn_Growth growth = {.all = s->room, .along = cn_maxf(s->room, gap_of(w, s))};
    if (s->carried) growth.up = cn_unrotate(pose->q, s->normal);
    cn_Segment part = {.from = cn_pose_local(pose, s->from), .to = cn_pose_local(pose, s->to)};
    return cn_segment_within(&geom, &part, &growth, lo, hi);
}

/* Is all that is touched covered by others, be it by several? */
bool cn_internal_edge_is_hidden(const cn_World *w, const cn_InternalEdgeSearch *s) {
    float reach = 0, before = -1;
    for (int pass = 0; pass < PASSES && reach > before; pass++) {
        int side;
        before = reach;
        for (int i = 0; i < s->count; i++) {
            const cn_Contact *k = cn_internal_edge_listed(w, s, i, &side);
            float lo, hi;
            if (cn_internal_edge_piece(k, side) == cn_internal_edge_piece(s->c, s->side))
                continue; /* met by another piece */
            if (!cn_internal_edge_covers(w, s, k, side, &lo, &hi)) continue;
            if (lo <= reach && hi > reach) reach = hi;
            if (reach >= 1) return true;
        }
    }
    return false;
}

/* What can be known before a face that carries is: nothing is about that would cover the beginning,
 * as far as any gap may be. */
bool cn_internal_edge_may_be_hidden(const cn_World *w, const cn_InternalEdgeSearch *s) {
    cn_InternalEdgeSearch wide = *s;
    int side;
    wide.to = s->from;
    wide.room = cn_maxf(s->room, gap_of(w, s)), wide.carried = false;
    for (int i = 0; i < s->count; i++) {
        const cn_Contact *k = cn_internal_edge_listed(w, s, i, &side);
        float lo, hi;
        if (cn_internal_edge_piece(k, side) != cn_internal_edge_piece(s->c, s->side) &&
            cn_internal_edge_covers(w, &wide, k, side, &lo, &hi))
            return true;
    }
    return false;
}

/* Are the ends no higher than the plane through a point? */
static bool all_below(const cn_InternalEdgeSearch *s, cn_Pos on, cn_Vec normal) {
    return cn_dot(cn_internal_edge_between(on, s->ends[0]), normal) < s->room &&
           cn_dot(cn_internal_edge_between(on, s->ends[1]), normal) < s->room;
}

void cn_internal_edge_take_nearest(const cn_World *w, cn_InternalEdgeSearch *s) {
    const cn_Contact *c = s->c;
    s->from = s->to = s->ends[0] = s->ends[1] =
        cn_internal_edge_ground_point(w, c, s->side, cn_internal_edge_nearest(c));
}

void cn_internal_edge_take_touched(const cn_World *w, const cn_InternalEdgeFacing *f,
                                   cn_InternalEdgeSearch *s) {
    const cn_Contact *c = s->c;
    cn_Segment part;
    s->from = cn_internal_edge_ground_point(w, c, s->side, 0);
    s->to = cn_internal_edge_ground_point(w, c, s->side, c->count - 1);
    bool round = w->piece[cn_internal_edge_piece(c, 1 - s->side)].radius > 0;
    if (!round && cn_internal_edge_touched(w, c, s->side, f, &part)) {
        s->from = cn_pose_global(f->pose, part.from);
        s->to = cn_pose_global(f->pose, part.to);
    }
    for (int i = 0; i < 2; i++) {
        int vertex = i == 0 ? f->edge : cn_internal_edge_next(&f->geom, f->edge);
        cn_Vec n = f->geom.normals[f->edge], v = f->geom.vertices[vertex];
        s->ends[i] = cn_pose_global(f->pose, cn_mul_add(v, f->geom.radius, n));
    }
}

/* A face that something comes at may be inside of the ground itself. */
static bool is_outside(const cn_World *w, const cn_Contact *k, int side, bool loose) {
    cn_InternalEdgeFacing f = cn_internal_edge_facing(w, k, side);
    int link[CN_INTERNAL_EDGE_LISTED];
    cn_InternalEdgeSearch s;
    if (!cn_internal_edge_start(w, k, side, loose, link, &s)) return true;
    cn_internal_edge_take_touched(w, &f, &s);
    return !cn_internal_edge_is_hidden(w, &s);
}

/* The height of the piece that the contact is of over the plane through p. */
static float height_over(const cn_World *w, const cn_InternalEdgeSearch *s, cn_Pos p,
                         cn_Vec normal) {
    const cn_Pose *pose = &w->pose[s->body];
    cn_Geom geom = cn_piece_geom(w, cn_internal_edge_piece(s->c, 1 - s->side));
    cn_Vec n = cn_unrotate(pose->q, normal), at = cn_pose_local(pose, p);
    float least = 1e30f;
    for (int i = 0; i < geom.count; i++)
        least = cn_minf(least, cn_dot(cn_sub(geom.vertices[i], at), n));
    return least - geom.radius;
}

/* A body of several pieces may be on two faces of a corner, one in the dent of another: what
 * carries one of them carries another only if that is over the face as well. */
static bool carries_all(const cn_World *w, const cn_InternalEdgeSearch *s, const cn_Contact *k,
                        int side) {
    if (cn_internal_edge_piece(k, 1 - side) == cn_internal_edge_piece(s->c, 1 - s->side))
        return true;
    return height_over(w, s, s->on, cn_internal_edge_outward(k, side)) > -CN_INTERNAL_EDGE_SUNK;
}

/* A face of the ground that the body lies on, and that nothing of the contact is above. */
void cn_internal_edge_find_carrier(const cn_World *w, cn_InternalEdgeSearch *s) {
    int side;
    for (int i = 0; i < s->count; i++) {
        const cn_Contact *k = cn_internal_edge_listed(w, s, i, &side);
        if (k->count == 0) continue;
        s->on = cn_internal_edge_ground_point(w, k, side, 0);
        if (!all_below(s, s->on, cn_internal_edge_outward(k, side))) continue;
        if (!carries_all(w, s, k, side)) continue;
        uint32_t class = cn_internal_edge_class_in(w, k, side);
        if (!(class & CN_CONTACT_FACE)) continue;
        if (!is_face(class) && !is_outside(w, k, side, s->loose)) continue;
        cn_InternalEdgeFacing f = cn_internal_edge_facing(w, k, side);
        s->normal = cn_internal_edge_face_normal(&f);
        s->carried = true;
        return;
    }
}

/* Do all pieces at the point lie behind the plane through it? */
static bool agreed(const cn_World *w, const cn_InternalEdgeSearch *s, cn_Pos p, cn_Vec normal) {
    cn_InternalEdgeSearch at = *s;
    int side;
    at.from = at.to = p;
    for (int i = 0; i < s->count; i++) {
        const cn_Contact *k = cn_internal_edge_listed(w, s, i, &side);
        float lo, hi;
        if (!cn_internal_edge_covers(w, &at, k, side, &lo, &hi)) continue;
        const cn_Pose *pose = &w->pose[cn_internal_edge_body(k, side)];
        cn_Geom geom = cn_piece_geom(w, cn_internal_edge_piece(k, side));
        if (!cn_segment_below(&geom, cn_pose_local(pose, p), cn_unrotate(pose->q, normal),
                              CN_INTERNAL_EDGE_COVERED))
            return false;
    }
    return true;
}

/* Does the face go through p? */
static bool has_on(const cn_Geom *geom, int edge, cn_Vec p) {
    cn_Vec d = cn_sub(p, geom->vertices[edge]);
    if (cn_absf(cn_dot(d, geom->normals[edge]) - geom->radius) > CN_INTERNAL_EDGE_COVERED)
        return false;
    if (geom->kind == CN_GEOM_PLANE) return true;
    cn_Vec along = cn_sub(geom->vertices[cn_internal_edge_next(geom, edge)], geom->vertices[edge]);
    float length, x = cn_dot(d, cn_normalize(along, &length));
    return x >= -CN_INTERNAL_EDGE_COVERED && x <= length + CN_INTERNAL_EDGE_COVERED;
}

/* Of the edges of a piece whose faces go through p the one that looks most towards n. */
int cn_internal_edge_edge_at(const cn_Geom *geom, cn_Vec p, cn_Vec n, int except, float *cos) {
    int best = -1;
    *cos = -2;
    for (int i = 0; i < cn_internal_edge_edges(geom); i++) {
        float towards = cn_dot(geom->normals[i], n);
        if (i != except && towards > *cos && has_on(geom, i, p)) *cos = towards, best = i;
    }
    return best;
}

/* Where no contact stands on the face that it should: a face of the piece through p. */
static void try_piece(const cn_World *w, cn_InternalEdgeSearch *s, int body, int piece, cn_Pos p,
                      float *highest) {
    const cn_Pose *pose = &w->pose[body];
    cn_Geom geom = cn_piece_geom(w, piece);
    cn_Vec at = cn_pose_local(pose, p),
           outward = cn_unrotate(pose->q, cn_internal_edge_outward(s->c, s->side));
    for (int i = 0; i < cn_internal_edge_edges(&geom); i++) {
        if (cn_dot(geom.normals[i], outward) < -BACK) continue;
        if (!has_on(&geom, i, at)) continue;
        cn_Vec normal = cn_rotate(pose->q, geom.normals[i]);
        if (!all_below(s, p, normal)) continue;
        float height = height_over(w, s, p, normal);
        if (height < *highest || !agreed(w, s, p, normal)) continue;
        *highest = height;
        s->normal = normal;
        s->on = p;
        s->carried = true;
    }
}

/* Where what is touched comes to the surface: at an end of the face, unless that is far away. */
cn_Pos cn_internal_edge_surface(const cn_InternalEdgeSearch *s, int end) {
    cn_Pos p = end == 0 ? s->from : s->to;
    for (int i = 0; i < 2; i++)
        if (cn_length_sq(cn_internal_edge_between(p, s->ends[i])) <
            CN_INTERNAL_EDGE_SUNK * CN_INTERNAL_EDGE_SUNK)
            return s->ends[i];
    return p;
}

/* Where pieces meet at slanted sides, as triangles do, the nearest face may be one of those. */
bool cn_internal_edge_find_surface(const cn_World *w, cn_InternalEdgeSearch *s) {
    int side;
    float highest = -CN_INTERNAL_EDGE_SUNK;
    for (int end = 0; end < 2; end++) {
        cn_Pos p = cn_internal_edge_surface(s, end);
        try_piece(w, s, s->ground, cn_internal_edge_piece(s->c, s->side), p, &highest);
        for (int i = 0; i < s->count; i++) {
            const cn_Contact *k = cn_internal_edge_listed(w, s, i, &side);
            if (k->count > 0 && !is_face(cn_internal_edge_class_in(w, k, side)))
                try_piece(w, s, cn_internal_edge_body(k, side), cn_internal_edge_piece(k, side), p,
                          &highest);
        }
    }
    return s->carried;
}
