/* seam.c: corners of the ground that are no corners, because another piece goes on where they end.
 *
 * What slides over a row of tiles, or along a chain, comes near the corner of the next piece before
 * it is upon it, and that corner alone would throw it up or hold it back (ghost collisions). So
 * where all that a contact touches of a piece, a corner or a short part of a face, is covered by
 * other pieces of the ground, and lies no higher than the face that carries the same body, that
 * contact does not count: the manifold is made again with the face of the piece that goes on, which
 * leaves what is over the piece, and nothing of what is still beside it. (Leaving such contacts out
 * altogether let a box that fell over on tiles sink into the second one by 7 cm.)
 * Which normals may count where pieces meet: those that all pieces at that point agree on, because
 * each lies behind the plane (the normal cone of a union is the intersection of those of its parts;
 * Rockafellar, "Convex Analysis", 1970, section 23). On level ground that is the face alone, at a
 * real peak no face carries the body and the corner stays, and in a valley no corner counts but the
 * faces do, beyond their ends: there they run on inside of each other.
 * A corner that is so near that its direction is almost that of the face gets the direction of the
 * face. Ground is what is not dynamic, the other pieces of the same body (of a concave polygon),
 * and what can be pushed, where it is calm and goes along with its neighbours. Everything is
 * decided before anything is changed, so that no answer depends on another. */
#include <math.h>

#include "collide.h"
#include "seam_part.h"
#include "world.h"

#define COVERED 0.0015f /* m, nearer than this to the neighbour is covered by it */
#define NEAR    0.002f  /* m, and nearer than what it comes in a step is reached */
#define GAP     0.006f  /* m, of one along the surface, which a body bridges ... */
#define BRIDGED 0.2f    /* ... if it is not more than this of half its thickness */
#define NO_RESPONSE                                                                                \
    (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED)
#define AT_CORNER (CN_CONTACT_CORNER | CN_CONTACT_END)
#define FACE      0.9999f /* cosine, a normal nearer than this to a face's is the face's ... */
#define STRAIGHT  1e-5f   /* ... and at a sine below this it is exactly that */
#define TOWARDS   0.5f    /* cosine, of a slope; what is steeper is a wall */
#define SHORT     0.02f   /* m of a face, and */
#define SHARE     0.75f   /* ... of what could be touched of it: more carries */
#define SUNK      0.015f  /* m, deeper is not upon a face */
#define BACK      0.02f   /* sine: what looks back from the contact by more does not carry */
#define COMES     0.02f   /* m/s */
#define STRUCK    0.02f   /* m/s, of what can be pushed */
#define CROWD     64      /* more contacts has no small body */
#define CALM      0.25f   /* m/s, of ground that can be pushed */
#define FLAT      0.0005f /* m, by which the ends of a face that is lain on differ */
#define THIN      0.5f    /* of half the thickness of what can be pushed: higher is a wall */
#define RUN       0.01f   /* m, into a slope in a step */
#define ABOUT     0.03    /* m, more than whatever counts as covered */
#define LISTED    256
#define PASSES    4 /* over the list, to put together what covers a part */

/* A decision stands above the reference of the manifold until it is carried out. */
#define DECIDED 8
#define SIDE    8                                 /* the ground is b */
#define EDGE    4                                 /* bits, below the edge of the piece */
enum { LEAVE, DROP, MEET, FROM_START, FROM_END }; /* the last two: a slope, beyond that end too */

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

static int edge_count(const cn_Geom *geom) {
    return geom->kind == CN_GEOM_PLANE ? 1 : (geom->count > 1 ? geom->count : 0);
}

static Facing facing(const cn_World *w, const cn_Contact *c, int side) {
    Facing f = {.geom = cn_piece_geom(w, piece_of(c, side)),
                .pose = &w->pose[body_of(c, side)],
                .edge = -1,
                .cos = -1};
    cn_Vec outward = cn_unrotate(f.pose->q, outward_of(c, side));
    for (int i = 0; i < edge_count(&f.geom); i++) {
        float cos = cn_dot(f.geom.normals[i], outward);
        if (cos <= f.cos) continue;
        f.cos = cos, f.edge = i;
        f.sin = cn_absf(cn_cross(f.geom.normals[i], outward));
    }
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

static int nearest_of(const cn_Contact *c) {
    return c->count > 1 && c->separation[1] < c->separation[0];
}

static int next_of(const cn_Geom *geom, int i) { return i + 1 < geom->count ? i + 1 : 0; }

/* Is one of its points at an end of the face? */
static bool at_end(const cn_World *w, const cn_Contact *c, int side, const Facing *f) {
    cn_Vec begin = f->geom.vertices[f->edge], end = f->geom.vertices[next_of(&f->geom, f->edge)];
    cn_Vec outward = cn_unrotate(f->pose->q, outward_of(c, side));
    for (int i = 0; i < c->count; i++) {
        cn_Vec p = cn_pose_local(f->pose, ground_point(w, c, side, i));
        p = cn_mul_add(p, -f->geom.radius, outward);
        if (cn_length_sq(cn_sub(p, begin)) < COVERED * COVERED) return true;
        if (cn_length_sq(cn_sub(p, end)) < COVERED * COVERED) return true;
    }
    return false;
}

/* Does the other only brush its corner? */
static bool grazes(const cn_World *w, const cn_Contact *c) {
    const cn_Pose *a = &w->pose[c->body_a], *b = &w->pose[c->body_b];
    cn_Geom ga = cn_piece_geom(w, c->piece_a), gb = cn_piece_geom(w, c->piece_b);
    cn_Vec normal = cn_unrotate(a->q, c->normal);
    return cn_collide_grazes(&ga, &gb, cn_relative(a, b), normal, CN_GRAZE * (float)w->def.slop);
}

/* What the other touches of the face. */
static bool touched(const cn_World *w, const cn_Contact *c, int side, const Facing *f,
                    cn_Part *part) {
    cn_Geom other = cn_piece_geom(w, piece_of(c, 1 - side));
    float gap = c->separation[0];
    if (c->count > 1) gap = cn_minf(gap, c->separation[1]);
    return cn_part_touched(&f->geom, f->edge, &other,
                           cn_relative(f->pose, &w->pose[body_of(c, 1 - side)]), gap, part);
}

/* So little that it need not carry. */
static bool brushes(const cn_World *w, const cn_Contact *c, int side, const Facing *f) {
    cn_Part part;
    if (!touched(w, c, side, f, &part)) return true;
    float most = cn_minf(SHORT, SHARE * part.most);
    return cn_length_sq(cn_sub(part.to, part.from)) < most * most;
}

static bool may_be_inside(const cn_World *w, const cn_Contact *c, int side) {
    return w->cold[body_of(c, 1 - side)].near_count > 1;
}

/* A face may be inside of the ground, as the diagonal of two triangles is: what comes at it looks.
 */
static bool comes(const cn_World *w, const cn_Contact *c, float least) {
    cn_Row speed[2];
    cn_contact_measure(w, c, speed);
    return speed[0].normal > least || (c->count > 1 && speed[1].normal > least);
}

/* What the contact is to one of its ends as ground. */
static uint32_t class_of(const cn_World *w, const cn_Contact *c, int side) {
    Facing f = facing(w, c, side);
    bool plane = f.geom.kind == CN_GEOM_PLANE;
    if (!plane && (f.cos <= FACE || grazes(w, c))) return CN_CONTACT_CORNER; /* or it has no face */
    bool ends = !plane && at_end(w, c, side, &f);
    if (ends && brushes(w, c, side, &f)) return CN_CONTACT_CORNER;
    uint32_t class = CN_CONTACT_FACE;
    if (ends && f.sin > STRAIGHT) class |= CN_CONTACT_END;
    if (!plane && may_be_inside(w, c, side) && comes(w, c, COMES)) class |= CN_CONTACT_CORNER;
    return class;
}

/* What can be pushed is ground where it is calm, or joints hold it: what flies about is none. */
static bool is_calm(const cn_World *w, int body) {
    const cn_Motion *m = &w->motion[body];
    if (w->body_flags[body] & CN_BODY_REACH) return false;
    return m->vx * m->vx + m->vy * m->vy < CALM * CALM || w->body_flags[body] & CN_BODY_JOINTED;
}

/* Discs and capsules make no floor where they lie in rows. */
static bool is_flat(const cn_World *w, int piece) { return w->piece[piece].vertex_count > 2; }

/* Where both can be pushed, each may be the ground of the other. In a heap most contacts are at
 * corners, and none of them slides over a seam: only what is short and is come at is looked at. */
static bool is_suspect(const cn_World *w, const cn_Contact *c) {
    if (!is_flat(w, c->piece_a) && !is_flat(w, c->piece_b)) return false;
    cn_Vec between = cn_sub(c->r[1], c->r[0]);
    bool flat = cn_absf(c->separation[1] - c->separation[0]) < FLAT;
    if (c->count > 1 && flat && cn_length_sq(between) > SHORT * SHORT) return false;
    return (is_calm(w, c->body_a) || is_calm(w, c->body_b)) && comes(w, c, STRUCK);
}

void cn_seam_classify(const cn_World *w, cn_Contact *c) {
    c->flags &= ~(uint32_t)(CN_CONTACT_FACE | AT_CORNER);
    if (c->count == 0 || c->flags & CN_CONTACT_SENSOR) return;
    int side = ground_side(w, c);
    if (side >= 0)
        c->flags |= class_of(w, c, side);
    else if (is_suspect(w, c))
        c->flags |= CN_CONTACT_CORNER;
}

/* ---- who goes on -------------------------------------------------------------------------- */

/* What has been found out about a contact. */
typedef struct Search {
    const cn_Contact *c;
    int side, ground, body;
    cn_Pos from, to; /* what it touches of the piece */
    cn_Pos ends[2];  /* of that, or of the whole face: they must be below what carries */
    bool carried;
    cn_Vec normal; /* of the face that carries ... */
    cn_Pos on;     /* ... and a point of it */
    int count;     /* of other contacts of the body with the ground */
    int *link;
    bool loose; /* what can be pushed is ground, too */
    float room; /* m, nearer is covered, and by so much higher is level */
} Search;

/* Do two bodies go together, there and for this step, so that both may be one ground? */
static bool goes_along(const cn_World *w, const Search *s, int body) {
    cn_Pos p = ground_point(w, s->c, s->side, nearest_of(s->c));
    cn_Vec d = cn_sub(cn_velocity_at(w, body, p), cn_velocity_at(w, s->ground, p));
    return cn_length_sq(d) * w->scratch.dt * w->scratch.dt < COVERED * COVERED;
}

static bool is_wall(const cn_Contact *k, int side) {
    return k->flags & (side == 0 ? CN_CONTACT_WALL_A : CN_CONTACT_WALL_B);
}

static bool is_ground_too(const cn_World *w, const Search *s, const cn_Contact *k, int side) {
    int body = body_of(k, side);
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
static bool may_cover(const cn_World *w, const Search *s, const cn_Contact *k, int side) {
    int piece = piece_of(k, side);
    if (piece == piece_of(s->c, s->side)) return false;
    if (is_wall(k, side) || body_of(k, side) == s->ground) {
        if (s->loose && s->c->flags & CN_CONTACT_WALL) return false;
    } else if (!s->loose || !is_flat(w, piece) || !is_calm(w, body_of(k, side))) {
        return false;
    }
    return k->flags & CN_CONTACT_PLANE || is_about(w, piece, s->from, s->to);
}

/* Notes it if it is of the ground. What is more than there is room for does not count: it is the
 * farthest of hundreds of tiny pieces. Returns whether it is about. */
static bool list(const cn_World *w, Search *s, int link) {
    const cn_Contact *k = &w->contact[link >> 1];
    int side = 1 - (link & 1); /* the other end */
    if (k == s->c || k->flags & NO_RESPONSE || s->count == LISTED) return false;
    if (!is_ground_too(w, s, k, side)) return false;
    s->link[s->count++] = link;
    return may_cover(w, s, k, side);
}

/* All contacts of the body with the ground, but for that one. False: nobody is about. */
static bool list_ground(const cn_World *w, Search *s) {
    bool about = false, walls = !s->loose && s->c->flags & CN_CONTACT_WALL;
    s->count = 0;
    if (walls) {
        for (int i = cn_wall_first(w, s->body); i >= 0; i = w->scratch.walls[i].next) {
            int contact = w->scratch.walls[i].contact;
            int end = w->contact[contact].flags & CN_CONTACT_WALL_A ? 1 : 0;
            about |= list(w, s, 2 * contact + end);
        }
        return about;
    }
    for (int link = w->cold[s->body].first_contact; link >= 0; link = cn_contact_next(w, link))
        about |= list(w, s, link);
    return about;
}

/* False: there is nothing to find. */
static bool start(const cn_World *w, const cn_Contact *c, int side, bool loose, int *link,
                  Search *s) {
    s->c = c;
    s->side = side;
    s->ground = body_of(c, side), s->body = body_of(c, 1 - side);
    s->from = ground_point(w, c, side, 0);
    s->to = ground_point(w, c, side, c->count - 1);
    s->carried = false;
    s->link = link;
    s->loose = loose;
    if (!list_ground(w, s)) return false;
    s->room = cn_minf(COVERED, THIN * w->cold[s->body].inner_radius);
    if (w->mass[s->ground].inv_m > 0)
        s->room = cn_minf(s->room, THIN * w->cold[s->ground].inner_radius);
    return true;
}

static const cn_Contact *listed(const cn_World *w, const Search *s, int i, int *side) {
    *side = 1 - (s->link[i] & 1);
    return &w->contact[s->link[i] >> 1];
}

static uint32_t class_in(const cn_World *w, const cn_Contact *k, int side) {
    if (k->count == 0) return 0;
    return ground_side(w, k) == side ? k->flags : class_of(w, k, side);
}

/* Nothing is known against it. */
static bool is_face(uint32_t class) {
    return (class & (CN_CONTACT_FACE | CN_CONTACT_CORNER)) == CN_CONTACT_FACE;
}

/* Which share of what is touched does the piece of k cover? A gap in the surface that it carries
 * the body with may be wider than one across it. */
static bool covers(const cn_World *w, const Search *s, const cn_Contact *k, int side, float *lo,
                   float *hi) {
    if (!(k->flags & CN_CONTACT_PLANE) && !is_about(w, piece_of(k, side), s->from, s->to))
        return false;
    const cn_Pose *pose = &w->pose[body_of(k, side)];
    cn_Geom geom = cn_piece_geom(w, piece_of(k, side));
    float gap = cn_minf(GAP, BRIDGED * w->cold[s->body].inner_radius);
    cn_Growth growth = {.all = s->room, .along = cn_maxf(s->room, gap)};
    if (s->carried) growth.up = cn_unrotate(pose->q, s->normal);
    cn_Part part = {.from = cn_pose_local(pose, s->from), .to = cn_pose_local(pose, s->to)};
    return cn_part_within(&geom, &part, &growth, lo, hi);
}

/* Is all that is touched covered by others, be it by several? */
static bool is_hidden(const cn_World *w, const Search *s) {
    float reach = 0, before = -1;
    for (int pass = 0; pass < PASSES && reach > before; pass++) {
        int side;
        before = reach;
        for (int i = 0; i < s->count; i++) {
            const cn_Contact *k = listed(w, s, i, &side);
            float lo, hi;
            if (piece_of(k, side) == piece_of(s->c, s->side)) continue; /* met by another piece */
            if (!covers(w, s, k, side, &lo, &hi)) continue;
            if (lo <= reach && hi > reach) reach = hi;
            if (reach >= 1) return true;
        }
    }
    return false;
}

static cn_Vec between(cn_Pos from, cn_Pos to) {
    return (cn_Vec){(float)(to.x - from.x), (float)(to.y - from.y)};
}

/* Are the ends no higher than the plane through a point? */
static bool all_below(const Search *s, cn_Pos on, cn_Vec normal) {
    return cn_dot(between(on, s->ends[0]), normal) < s->room &&
           cn_dot(between(on, s->ends[1]), normal) < s->room;
}

static void take_nearest(const cn_World *w, Search *s) {
    const cn_Contact *c = s->c;
    s->from = s->to = s->ends[0] = s->ends[1] = ground_point(w, c, s->side, nearest_of(c));
}

static void take_touched(const cn_World *w, const Facing *f, Search *s) {
    const cn_Contact *c = s->c;
    cn_Part part;
    s->from = ground_point(w, c, s->side, 0);
    s->to = ground_point(w, c, s->side, c->count - 1);
    bool round = w->piece[piece_of(c, 1 - s->side)].radius > 0;
    if (!round && touched(w, c, s->side, f, &part)) {
        s->from = cn_pose_global(f->pose, part.from);
        s->to = cn_pose_global(f->pose, part.to);
    }
    for (int i = 0; i < 2; i++) {
        int vertex = i == 0 ? f->edge : next_of(&f->geom, f->edge);
        cn_Vec n = f->geom.normals[f->edge], v = f->geom.vertices[vertex];
        s->ends[i] = cn_pose_global(f->pose, cn_mul_add(v, f->geom.radius, n));
    }
}

/* A face that something comes at may be inside of the ground itself. */
static bool is_outside(const cn_World *w, const cn_Contact *k, int side, bool loose) {
    Facing f = facing(w, k, side);
    int link[LISTED];
    Search s;
    if (!start(w, k, side, loose, link, &s)) return true;
    take_touched(w, &f, &s);
    return !is_hidden(w, &s);
}

/* The height of the piece that the contact is of over the plane through p. */
static float height_over(const cn_World *w, const Search *s, cn_Pos p, cn_Vec normal) {
    const cn_Pose *pose = &w->pose[s->body];
    cn_Geom geom = cn_piece_geom(w, piece_of(s->c, 1 - s->side));
    cn_Vec n = cn_unrotate(pose->q, normal), at = cn_pose_local(pose, p);
    float least = 1e30f;
    for (int i = 0; i < geom.count; i++)
        least = cn_minf(least, cn_dot(cn_sub(geom.vertices[i], at), n));
    return least - geom.radius;
}

/* A body of several pieces may be on two faces of a corner, one in the dent of another: what
 * carries one of them carries another only if that is over the face as well. */
static bool carries_all(const cn_World *w, const Search *s, const cn_Contact *k, int side) {
    if (piece_of(k, 1 - side) == piece_of(s->c, 1 - s->side)) return true;
    return height_over(w, s, s->on, outward_of(k, side)) > -SUNK;
}

/* A face of the ground that the body lies on, and that nothing of the contact is above. */
static void find_carrier(const cn_World *w, Search *s) {
    int side;
    for (int i = 0; i < s->count; i++) {
        const cn_Contact *k = listed(w, s, i, &side);
        if (k->count == 0) continue;
        s->on = ground_point(w, k, side, 0);
        if (!all_below(s, s->on, outward_of(k, side))) continue;
        if (!carries_all(w, s, k, side)) continue;
        uint32_t class = class_in(w, k, side);
        if (!(class & CN_CONTACT_FACE)) continue;
        if (!is_face(class) && !is_outside(w, k, side, s->loose)) continue;
        Facing f = facing(w, k, side);
        s->normal = face_normal(&f);
        s->carried = true;
        return;
    }
}

/* Do all pieces at the point lie behind the plane through it? */
static bool agreed(const cn_World *w, const Search *s, cn_Pos p, cn_Vec normal) {
    Search at = *s;
    int side;
    at.from = at.to = p;
    for (int i = 0; i < s->count; i++) {
        const cn_Contact *k = listed(w, s, i, &side);
        float lo, hi;
        if (!covers(w, &at, k, side, &lo, &hi)) continue;
        const cn_Pose *pose = &w->pose[body_of(k, side)];
        cn_Geom geom = cn_piece_geom(w, piece_of(k, side));
        if (!cn_part_below(&geom, cn_pose_local(pose, p), cn_unrotate(pose->q, normal), COVERED))
            return false;
    }
    return true;
}

/* Does the face go through p? */
static bool has_on(const cn_Geom *geom, int edge, cn_Vec p) {
    cn_Vec d = cn_sub(p, geom->vertices[edge]);
    if (cn_absf(cn_dot(d, geom->normals[edge]) - geom->radius) > COVERED) return false;
    if (geom->kind == CN_GEOM_PLANE) return true;
    cn_Vec along = cn_sub(geom->vertices[next_of(geom, edge)], geom->vertices[edge]);
    float length, x = cn_dot(d, cn_normalize(along, &length));
    return x >= -COVERED && x <= length + COVERED;
}

/* Of the edges of a piece whose faces go through p the one that looks most towards n. */
static int edge_at(const cn_Geom *geom, cn_Vec p, cn_Vec n, int except, float *cos) {
    int best = -1;
    *cos = -2;
    for (int i = 0; i < edge_count(geom); i++) {
        float towards = cn_dot(geom->normals[i], n);
        if (i != except && towards > *cos && has_on(geom, i, p)) *cos = towards, best = i;
    }
    return best;
}

/* Where no contact stands on the face that it should: a face of the piece through p. */
static void try_piece(const cn_World *w, Search *s, int body, int piece, cn_Pos p, float *highest) {
    const cn_Pose *pose = &w->pose[body];
    cn_Geom geom = cn_piece_geom(w, piece);
    cn_Vec at = cn_pose_local(pose, p), outward = cn_unrotate(pose->q, outward_of(s->c, s->side));
    for (int i = 0; i < edge_count(&geom); i++) {
        if (cn_dot(geom.normals[i], outward) < -BACK) continue;
        if (!has_on(&geom, i, at)) continue;
        cn_Vec normal = cn_rotate(pose->q, geom.normals[i]);
        float height = height_over(w, s, p, normal);
        if (height < *highest || !all_below(s, p, normal) || !agreed(w, s, p, normal)) continue;
        *highest = height;
        s->normal = normal;
        s->on = p;
        s->carried = true;
    }
}

/* Where what is touched comes to the surface: at an end of the face, unless that is far away. */
static cn_Pos surface_of(const Search *s, int end) {
    cn_Pos p = end == 0 ? s->from : s->to;
    for (int i = 0; i < 2; i++)
        if (cn_length_sq(between(p, s->ends[i])) < SUNK * SUNK) return s->ends[i];
    return p;
}

/* Where pieces meet at slanted sides, as triangles do, the nearest face may be one of those. */
static bool find_surface(const cn_World *w, Search *s) {
    int side;
    float highest = -SUNK;
    for (int end = 0; end < 2; end++) {
        cn_Pos p = surface_of(s, end);
        try_piece(w, s, s->ground, piece_of(s->c, s->side), p, &highest);
        for (int i = 0; i < s->count; i++) {
            const cn_Contact *k = listed(w, s, i, &side);
            if (k->count > 0 && !is_face(class_in(w, k, side)))
                try_piece(w, s, body_of(k, side), piece_of(k, side), p, &highest);
        }
    }
    return s->carried;
}

/* ---- what there is to do ------------------------------------------------------------------ */

/* Of two faces that only nearly carry a body the nearer one does. */
static bool is_better(const cn_World *w, const cn_Contact *k, int side_k, const cn_Contact *c,
                      int side) {
    if (!(class_in(w, k, side_k) & CN_CONTACT_END)) return true;
    if (k->separation[0] != c->separation[0]) return k->separation[0] < c->separation[0];
    return piece_of(k, side_k) < piece_of(c, side);
}

/* A piece that goes on in the same plane where a face ends. */
static bool goes_straight_on(const cn_World *w, const Facing *f, Search *s) {
    int side;
    bool found = false;
    cn_Vec face = face_normal(f);
    take_nearest(w, s);
    for (int i = 0; i < s->count; i++) {
        const cn_Contact *k = listed(w, s, i, &side);
        float lo, hi;
        if (!(class_in(w, k, side) & CN_CONTACT_FACE)) continue;
        if (!covers(w, s, k, side, &lo, &hi)) continue;
        Facing other = facing(w, k, side);
        if (cn_dot(face_normal(&other), face) <= FACE) continue;
        found = true;
        s->carried = s->carried || is_better(w, k, side, s->c, s->side);
    }
    s->normal = face;
    return found;
}

/* Would the body run into a face of the ground within the step, by more than may be made good? */
static bool runs_into(const cn_World *w, const Search *s, cn_Pos p, cn_Vec normal) {
    const cn_Motion *m = &w->motion[s->body];
    cn_Vec v = cn_sub((cn_Vec){m->vx, m->vy}, cn_velocity_at(w, s->ground, p));
    return -cn_dot(v, normal) * w->scratch.dt > RUN;
}

/* With the face of the piece that goes on, or that rises from there: two that meet in a valley run
 * on inside of each other. What is steep is a wall, and who stands before it needs both. */
static uint32_t go_on(const cn_World *w, const Search *s, const Facing *f, cn_Pos at, int except) {
    const cn_Geom *geom = &f->geom;
    cn_Vec p = cn_pose_local(f->pose, at), n = cn_unrotate(f->pose->q, s->normal);
    float cos;
    int edge = edge_at(geom, p, n, except, &cos);
    if (edge < 0) return DROP;
    uint32_t of = (uint32_t)edge << EDGE;
    if (cos > FACE || geom->kind == CN_GEOM_PLANE) return MEET | of;
    cn_Vec begin = cn_sub(geom->vertices[edge], p);
    cn_Vec end = cn_sub(geom->vertices[next_of(geom, edge)], p);
    bool from_start = cn_length_sq(begin) < cn_length_sq(end);
    if (cn_dot(from_start ? end : begin, n) < COVERED) return DROP; /* it falls away */
    if (cos <= TOWARDS) return LEAVE;
    if (!runs_into(w, s, at, cn_rotate(f->pose->q, geom->normals[edge]))) return DROP;
    return (from_start ? FROM_START : FROM_END) | of;
}

static uint32_t decide(const cn_World *w, const Facing *f, Search *s) {
    const cn_Contact *c = s->c;
    bool round = w->piece[piece_of(c, 1 - s->side)].vertex_count == 1;
    if (f->cos > FACE && f->sin > STRAIGHT && goes_straight_on(w, f, s)) {
        if (!round) return MEET | (uint32_t)f->edge << EDGE;
        return s->carried ? DROP : LEAVE; /* else none is nearer */
    }
    if ((c->flags & AT_CORNER) == CN_CONTACT_END) return LEAVE;
    bool part = f->cos > FACE;
    s->carried = false;
    if (part)
        take_touched(w, f, s);
    else
        take_nearest(w, s);
    find_carrier(w, s);
    if (!is_hidden(w, s) || (!s->carried && !find_surface(w, s))) return LEAVE;
    if (part && cn_dot(face_normal(f), s->normal) > FACE) return LEAVE; /* it is the surface */
    bool to_higher = cn_dot(between(s->from, s->to), s->normal) > 0;
    cn_Pos p = surface_of(s, to_higher);
    if (cn_dot(between(s->on, p), s->normal) < -SUNK) return DROP; /* deep inside */
    return go_on(w, s, f, p, part ? f->edge : -1);
}

/* Point i of the contact from the centre of the body that is not ground, on the ground's surface.
 */
static cn_Vec arm_of(const cn_Contact *c, int side, int i) {
    cn_Vec arm = side == 0 ? cn_add(c->r[i], c->d) : c->r[i];
    return cn_mul_add(arm, (side == 0 ? -0.5f : 0.5f) * c->separation[i], c->normal);
}

/* Most that is in a heap is not: what touches the body lies in the plane of another contact of it.
 */
static bool may_be_carried(const cn_World *w, const cn_Contact *c, int side) {
    int body = body_of(c, 1 - side);
    cn_Vec p = arm_of(c, side, nearest_of(c)), outward = outward_of(c, side);
    if (w->cold[body].near_count > CROWD) return false;
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *k = &w->contact[link >> 1];
        int side_k = 1 - (link & 1);
        if (k == c || k->count == 0) continue;
        cn_Vec n = outward_of(k, side_k);
        float height = cn_dot(cn_sub(p, arm_of(k, side_k, 0)), n);
        if (height < COVERED && height > -SUNK && cn_dot(n, outward) < FACE) return true;
    }
    return false;
}

static uint32_t decide_side(const cn_World *w, const cn_Contact *c, int side, bool loose) {
    int link[LISTED];
    bool pushed = w->mass[body_of(c, side)].inv_m > 0;
    if (loose && pushed && !is_flat(w, piece_of(c, side))) return LEAVE;
    if (loose && !is_calm(w, body_of(c, side))) return LEAVE;
    Search s;
    if (!start(w, c, side, loose, link, &s)) return LEAVE;
    if (loose && !may_be_carried(w, c, side)) return LEAVE;
    Facing f = facing(w, c, side);
    if (f.edge < 0) return LEAVE;
    uint32_t decision = decide(w, &f, &s);
    return decision == LEAVE ? LEAVE : decision | (side == 0 ? 0 : SIDE);
}

/* Of two that can be pushed, either; pieces of one body are ground for themselves alone. */
static uint32_t decide_pushed(const cn_World *w, const cn_Contact *c) {
    int pieces = ground_side(w, c);
    for (int i = 0; i < 2; i++) {
        int side = pieces < 0 ? i : (i == 0 ? pieces : 1 - pieces);
        bool mates = cn_shape_has_mates(w, w->piece[piece_of(c, side)].shape);
        if (mates && side != pieces) continue;
        uint32_t decision = decide_side(w, c, side, !mates);
        if (decision != LEAVE) return decision;
    }
    return LEAVE;
}

/* A corner that is not reached within the step, be it twice as fast, does no harm in it. */
static bool is_reached(const cn_World *w, const cn_Contact *c) {
    float dt = w->scratch.dt;
    float pull = cn_length((cn_Vec){(float)w->def.gravity_x, (float)w->def.gravity_y});
    cn_Row speed[2];
    cn_contact_measure(w, c, speed);
    for (int i = 0; i < c->count; i++)
        if (c->separation[i] < NEAR + dt * (dt * pull + 2 * speed[i].normal)) return true;
    return false;
}

bool cn_seam_decide(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    if (!(c->flags & AT_CORNER) || c->count == 0 || !is_reached(w, c)) return false;
    uint32_t decision = LEAVE;
    if (!(c->flags & CN_CONTACT_WALL)) {
        decision = decide_pushed(w, c);
    } else {
        int side = ground_side(w, c);
        decision = decide_side(w, c, side, false);
        if (decision == LEAVE && comes(w, c, STRUCK)) decision = decide_side(w, c, side, true);
    }
    w->contact_cold[contact].reference |= decision << DECIDED;
    return decision != LEAVE;
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
static void meet_face(cn_World *w, cn_Contact *c, int side, uint32_t decision) {
    int own = body_of(c, side), other = body_of(c, 1 - side), edge = (int)(decision >> EDGE);
    unsigned how = decision & (SIDE - 1);
    unsigned open = how == FROM_START ? CN_OPEN_START : (how == FROM_END ? CN_OPEN_END : 0);
    cn_Geom ground = cn_piece_geom(w, piece_of(c, side));
    cn_Geom moving = cn_piece_geom(w, piece_of(c, 1 - side));
    float margin = cn_maxf(c->separation[0], c->count > 1 ? c->separation[1] : 0);
    cn_LocalManifold m = {.count = 0, .normal = {0, 1}};
    if (how != DROP)
        cn_collide_face(&ground, &moving, cn_relative(&w->pose[own], &w->pose[other]), edge, open,
                        cn_maxf(margin, CN_SPECULATIVE), &m);
    take_points(w, c, side, &m);
}

void cn_seam_drop(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    cn_ContactCold *cold = &w->contact_cold[contact];
    uint32_t decision = cold->reference >> DECIDED;
    cold->reference &= (1u << DECIDED) - 1;
    if (decision == LEAVE) return;
    meet_face(w, c, decision & SIDE ? 1 : 0, decision);
    c->flags |= CN_CONTACT_CORNER; /* looked at again in the next step */
}
