/* seam.c: corners of the ground that are no corners, because another piece goes on where they end.
 *
 * What slides over a row of tiles, or along a chain, comes near the corner of the next piece before
 * it is upon it, and that corner alone would throw it up or hold it back (ghost collisions). Where
 * another piece of the ground covers that corner, and a face of one carries the same body, the
 * corner does not count: the manifold is made again with the face of the piece itself, which leaves
 * what is over the piece, and nothing of what is still beside it. (Leaving such contacts out
 * altogether let a box that fell over on tiles sink into the second one by 7 cm.) At a real peak no
 * face carries the body, and the corner stays.
 * The side of a tile counts as its corner when a box only brushes it, by less than it has sunk into
 * the floor: then all that it touches of the side must be covered. A corner that is so near that
 * its direction is almost that of the face gets the direction of the face.
 * Ground is what is not dynamic, or the other pieces of the same body (of a concave polygon).
 * Everything is decided before anything is changed, so that no answer depends on another. */
#include "collide.h"
#include "world.h"

#define COVERED 0.0015f /* m, nearer than this to the neighbour is covered by it */
#define NO_RESPONSE                                                                                \
    (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED)
#define FACE     0.9999f /* cosine, a normal nearer than this to a face's is the face's ... */
#define STRAIGHT 1e-5f   /* ... and at a sine below this it is exactly that */
#define TOWARDS  0.5f    /* cosine, of a face that goes on another */
#define BRUSH    0.02f   /* m of a side, and */
#define BRUSHED  0.25f   /* ... of the smaller of the two: more is a wall */

/* A decision stands above the reference of the manifold until it is carried out. */
#define DECIDED 8
enum { LEAVE, DROP, MEET }; /* MEET + edge of the piece */

/* Which end of the contact is ground for the other: 0 a, 1 b, -1 none. */
static int ground_side(const cn_World *w, const cn_Contact *c) {
    if (c->flags & CN_CONTACT_WALL_A) return 0;
    if (c->flags & CN_CONTACT_WALL_B) return 1;
    if (!(c->flags & CN_CONTACT_PIECES)) return -1;
    return cn_shape_has_mates(w, w->piece[c->piece_a].shape) ? 0 : 1;
}

static int body_of(const cn_Contact *c, int side) { return side == 0 ? c->body_a : c->body_b; }
static int piece_of(const cn_Contact *c, int side) { return side == 0 ? c->piece_a : c->piece_b; }

/* From the ground to the other. */
static cn_Vec outward_of(const cn_Contact *c, int side) {
    return side == 0 ? c->normal : cn_neg(c->normal);
}

/* The piece of the ground, and its edge that looks most towards the other. */
typedef struct Facing {
    cn_Geom geom;
    const cn_Pose *pose;
    int edge;       /* -1: a disc */
    float cos, sin; /* between its normal and the contact's */
} Facing;

static Facing facing(const cn_World *w, const cn_Contact *c, int side) {
    Facing f = {.geom = cn_piece_geom(w, piece_of(c, side)),
                .pose = &w->pose[body_of(c, side)],
                .edge = -1,
                .cos = -1};
    cn_Vec outward = cn_unrotate(f.pose->q, outward_of(c, side));
    int edges = f.geom.kind == CN_GEOM_PLANE ? 1 : (f.geom.count > 1 ? f.geom.count : 0);
    for (int i = 0; i < edges; i++) {
        float cos = cn_dot(f.geom.normals[i], outward);
        if (cos > f.cos) f.cos = cos, f.edge = i;
    }
    if (f.edge >= 0) f.sin = cn_absf(cn_cross(f.geom.normals[f.edge], outward));
    return f;
}

static cn_Vec face_normal(const Facing *f) {
    return cn_rotate(f->pose->q, f->geom.normals[f->edge]);
}

/* Where point i of the contact is on the ground's surface: half the separation from the middle. */
static cn_Pos ground_point(const cn_World *w, const cn_Contact *c, int side, int i) {
    cn_Pos center = cn_pose_center(&w->pose[c->body_a]);
    cn_Vec at = cn_mul_add(c->r[i], (side == 0 ? -0.5f : 0.5f) * c->separation[i], c->normal);
    return (cn_Pos){center.x + (double)at.x, center.y + (double)at.y};
}

static cn_Vec edge_end(const Facing *f) {
    return f->geom.vertices[f->edge + 1 < f->geom.count ? f->edge + 1 : 0];
}

/* Is one of its points at an end of the face? */
static bool at_end(const cn_World *w, const cn_Contact *c, int side, const Facing *f) {
    cn_Vec begin = f->geom.vertices[f->edge], end = edge_end(f);
    cn_Vec outward = cn_unrotate(f->pose->q, outward_of(c, side));
    for (int i = 0; i < c->count; i++) {
        cn_Vec p = cn_pose_local(f->pose, ground_point(w, c, side, i));
        p = cn_mul_add(p, -f->geom.radius, outward);
        if (cn_length_sq(cn_sub(p, begin)) < COVERED * COVERED) return true;
        if (cn_length_sq(cn_sub(p, end)) < COVERED * COVERED) return true;
    }
    return false;
}

/* What the other overlaps of the face, seen along its normal. */
typedef struct Brush {
    cn_Vec from, to; /* frame of the ground */
    float length;
    float smaller; /* m, of the two */
} Brush;

static Brush brush_of(const cn_World *w, const cn_Contact *c, int side, const Facing *f) {
    cn_Geom other = cn_piece_geom(w, piece_of(c, 1 - side));
    cn_Xf xf = cn_relative(f->pose, &w->pose[body_of(c, 1 - side)]);
    cn_Vec v = f->geom.vertices[f->edge], n = f->geom.normals[f->edge], t = cn_left(n);
    float length = cn_dot(cn_sub(edge_end(f), v), t), lo = 1e30f, hi = -1e30f;
    for (int i = 0; i < other.count; i++) {
        float d = cn_dot(cn_sub(cn_xf_point(xf, other.vertices[i]), v), t);
        lo = cn_minf(lo, d - other.radius), hi = cn_maxf(hi, d + other.radius);
    }
    float smaller = cn_minf(length, hi - lo);
    lo = cn_maxf(lo, 0), hi = cn_minf(hi, length);
    cn_Vec face = cn_mul_add(v, f->geom.radius, n);
    return (Brush){cn_mul_add(face, lo, t), cn_mul_add(face, hi, t), hi - lo, smaller};
}

/* Does the other only brush its corner? */
static bool grazes(const cn_World *w, const cn_Contact *c) {
    const cn_Pose *a = &w->pose[c->body_a], *b = &w->pose[c->body_b];
    cn_Geom ga = cn_piece_geom(w, c->piece_a), gb = cn_piece_geom(w, c->piece_b);
    cn_Vec normal = cn_unrotate(a->q, c->normal);
    return cn_collide_grazes(&ga, &gb, cn_relative(a, b), normal, CN_GRAZE * (float)w->def.slop);
}

static bool brushes(const cn_World *w, const cn_Contact *c, int side, const Facing *f) {
    Brush b = brush_of(w, c, side, f);
    return b.length < cn_minf(BRUSH, BRUSHED * b.smaller);
}

void cn_seam_classify(const cn_World *w, cn_Contact *c) {
    c->flags &= ~(uint32_t)(CN_CONTACT_FACE | CN_CONTACT_CORNER | CN_CONTACT_END);
    if (c->count == 0 || c->flags & CN_CONTACT_SENSOR) return;
    int side = ground_side(w, c);
    if (side < 0) return;
    Facing f = facing(w, c, side);
    bool plane = f.geom.kind == CN_GEOM_PLANE;
    if (!plane && (f.cos <= FACE || grazes(w, c))) {
        c->flags |= CN_CONTACT_CORNER;
    } else if (plane || !at_end(w, c, side, &f)) {
        c->flags |= CN_CONTACT_FACE;
    } else if (brushes(w, c, side, &f)) {
        c->flags |= CN_CONTACT_CORNER;
    } else {
        c->flags |= f.sin > STRAIGHT ? CN_CONTACT_FACE | CN_CONTACT_END : CN_CONTACT_FACE;
    }
}

/* ---- who goes on -------------------------------------------------------------------------- */

/* The boxes in the trees are grown by more than what counts as covered; a halfspace is in none. */
static bool is_about(const cn_World *w, const cn_Contact *k, int side, cn_Pos corner) {
    cn_Box box = w->box[piece_of(k, side)];
    return k->flags & CN_CONTACT_PLANE ||
           (corner.x >= (double)box.x1 && corner.x <= (double)box.x2 &&
            corner.y >= (double)box.y1 && corner.y <= (double)box.y2);
}

static bool covers(const cn_World *w, const cn_Contact *k, int side, cn_Pos corner) {
    if (!is_about(w, k, side, corner)) return false;
    const cn_Pose *pose = &w->pose[body_of(k, side)];
    cn_Geom geom = cn_piece_geom(w, piece_of(k, side));
    cn_Vec p = cn_pose_local(pose, corner);
    return cn_length_sq(cn_sub(cn_geom_closest(&geom, p), p)) < COVERED * COVERED;
}

/* Is the corner no higher than the face that carries the body in this contact? */
static bool carries(const cn_World *w, const cn_Contact *k, int side, cn_Pos corner) {
    if (!(k->flags & CN_CONTACT_FACE)) return false;
    cn_Pos on = ground_point(w, k, side, 0);
    cn_Vec d = {(float)(corner.x - on.x), (float)(corner.y - on.y)};
    return cn_dot(d, outward_of(k, side)) < COVERED;
}

/* Of two faces that only nearly carry a body the nearer one does. */
static bool is_better(const cn_Contact *k, int side_k, const cn_Contact *c, int side) {
    if (!(k->flags & CN_CONTACT_END)) return true;
    if (k->separation[0] != c->separation[0]) return k->separation[0] < c->separation[0];
    return piece_of(k, side_k) < piece_of(c, side);
}

/* What has been found out about a corner. */
typedef struct Search {
    const cn_Contact *c;
    int side, ground, body;
    cn_Pos corner[2];
    int corners;
    cn_Vec face;     /* the normal of its own, when it meets that at a slant */
    unsigned hidden; /* bits: corners that another piece covers */
    bool carried;
    cn_Vec normal; /* of the face that carries */
} Search;

static bool is_ground_too(const cn_World *w, const Search *s, const cn_Contact *k, int side) {
    bool wall = s->c->flags & CN_CONTACT_WALL; /* else the ground is pieces of a dynamic body */
    if (k->flags & NO_RESPONSE) return false;
    if (wall) return k->flags & (side == 0 ? CN_CONTACT_WALL_A : CN_CONTACT_WALL_B);
    return body_of(k, side) == s->ground && ground_side(w, k) == side;
}

static bool all_below(const cn_World *w, const Search *s, const cn_Contact *k, int side) {
    for (int i = 0; i < s->corners; i++)
        if (!carries(w, k, side, s->corner[i])) return false;
    return true;
}

/* A piece that goes on in the same plane where a face ends. */
static void look_straight(const cn_World *w, Search *s, const cn_Contact *k, int side) {
    if (!covers(w, k, side, s->corner[0])) return;
    Facing f = facing(w, k, side);
    if (cn_dot(face_normal(&f), s->face) <= FACE) return;
    s->hidden = 1;
    s->carried = s->carried || is_better(k, side, s->c, s->side);
    s->normal = s->face;
}

/* Another piece covers the corner, and one carries the body: it need not be the same, since what is
 * fast may pass several in a step. */
static void look_around(const cn_World *w, Search *s, const cn_Contact *k, int side) {
    for (int i = 0; i < s->corners; i++)
        if (!(s->hidden >> i & 1) && covers(w, k, side, s->corner[i])) s->hidden |= 1u << i;
    if (s->carried || !all_below(w, s, k, side)) return;
    Facing f = facing(w, k, side);
    s->carried = true;
    s->normal = face_normal(&f);
}

static bool goes_on(const cn_World *w, Search *s, bool straight) {
    unsigned all = (1u << s->corners) - 1;
    for (int link = w->cold[s->body].first_contact; link >= 0;) {
        const cn_Contact *k = &w->contact[link >> 1];
        int side = 1 - (link & 1); /* the other end */
        bool matters = k != s->c && (!straight || k->flags & CN_CONTACT_FACE);
        if (matters && is_ground_too(w, s, k, side)) {
            if (straight)
                look_straight(w, s, k, side);
            else
                look_around(w, s, k, side);
        }
        if (s->hidden == all && s->carried) return true;
        link = cn_contact_next(w, link);
    }
    return straight && s->hidden == all;
}

static int edge_along(const Facing *f, cn_Vec normal) {
    cn_Vec n = cn_unrotate(f->pose->q, normal);
    for (int i = 0; f->geom.count > 1 && i < f->geom.count; i++) /* a plane has one */
        if (cn_dot(f->geom.normals[i], n) > FACE) return i;
    return -1;
}

/* Two walls that meet at an angle do not go on in each other, though one ends where the other is:
 * who stands in the corner needs both. */
static bool has_face_towards(const Facing *f, cn_Vec normal) {
    cn_Vec n = cn_unrotate(f->pose->q, normal);
    if (f->geom.kind == CN_GEOM_PLANE || f->geom.count < 2) return true;
    for (int i = 0; i < f->geom.count; i++)
        if (cn_dot(f->geom.normals[i], n) > TOWARDS) return true;
    return false;
}

static void find_nearest(const cn_World *w, Search *s) {
    const cn_Contact *c = s->c;
    int nearest = c->count > 1 && c->separation[1] < c->separation[0];
    s->corner[0] = ground_point(w, c, s->side, nearest);
    s->corners = 1;
}

static void find_brushed(const cn_World *w, const Facing *f, Search *s) {
    Brush b = brush_of(w, s->c, s->side, f);
    s->corner[0] = cn_pose_global(f->pose, b.from);
    s->corner[1] = cn_pose_global(f->pose, b.to);
    s->corners = 2;
}

/* Does the ground go on at the corner, so that the face along s->normal is what counts? */
static bool is_seam(const cn_World *w, const Facing *f, Search *s) {
    const cn_Contact *c = s->c;
    find_nearest(w, s);
    if (f->cos > FACE && f->sin > STRAIGHT) {
        s->face = face_normal(f);
        if (goes_on(w, s, true)) return true;
    }
    if (c->flags & CN_CONTACT_END) return false;
    s->hidden = 0, s->carried = false;
    if (f->cos > FACE && !grazes(w, c)) find_brushed(w, f, s);
    return goes_on(w, s, false);
}

bool cn_seam_decide(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    if (!(c->flags & (CN_CONTACT_CORNER | CN_CONTACT_END)) || c->count == 0) return false;
    int side = ground_side(w, c);
    Facing f = facing(w, c, side);
    Search s = {.c = c, .side = side, .ground = body_of(c, side), .body = body_of(c, 1 - side)};
    if (!is_seam(w, &f, &s) || !has_face_towards(&f, s.normal)) return false;
    int edge = edge_along(&f, s.normal);
    if (w->piece[piece_of(c, 1 - side)].vertex_count == 1) {
        if (!s.carried) return false; /* none is nearer */
        edge = -1;
    }
    w->contact_cold[contact].reference |= (uint32_t)(edge < 0 ? DROP : MEET + edge) << DECIDED;
    return true;
}

/* ---- what is done about it ---------------------------------------------------------------- */

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

/* The manifold again, with the face of the piece that goes on where its neighbour ends. */
static void meet_face(cn_World *w, cn_Contact *c, int side, int edge) {
    int own = body_of(c, side), other = body_of(c, 1 - side);
    cn_Geom ground = cn_piece_geom(w, piece_of(c, side));
    cn_Geom moving = cn_piece_geom(w, piece_of(c, 1 - side));
    float margin = cn_maxf(c->separation[0], c->count > 1 ? c->separation[1] : 0);
    cn_LocalManifold m = {.count = 0, .normal = {0, 1}};
    if (edge >= 0)
        cn_collide_face(&ground, &moving, cn_relative(&w->pose[own], &w->pose[other]),
                        ground.normals[edge], cn_maxf(margin, CN_SPECULATIVE), &m);
    take_points(w, c, side, &m);
}

void cn_seam_drop(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    cn_ContactCold *cold = &w->contact_cold[contact];
    uint32_t decision = cold->reference >> DECIDED;
    cold->reference &= (1u << DECIDED) - 1;
    if (decision == LEAVE) return;
    meet_face(w, c, ground_side(w, c), (int)decision - MEET);
    c->flags |= CN_CONTACT_CORNER; /* looked at again in the next step */
}
