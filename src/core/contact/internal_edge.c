/* internal_edge.c: corners of the ground that are no corners, because another piece goes on where
 * they end.
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
#include "contact/internal_edge.h"

#include "contact/contact_speed.h"
#include "contact/manifold.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/segment_clip.h"

/* m: a corner nearer than this, or than it comes in a step, is reached */
#define NEAR 0.002f
/* sine between the contact's normal and a face's: below it the normal is exactly that of the
 * face */
#define STRAIGHT 1e-5f
/* cosine of a slope with the contact's normal (60 degrees): a steeper face is a wall */
#define TOWARDS 0.5f
/* m/s: a contact with ground that can be pushed, which comes slower, is let be */
#define STRUCK 0.02f
/* count of contacts: a body with more is not small, and is not looked through */
#define CROWD 64
/* count of contacts and pairs that wait: with more a body is jammed, or so large that no seam
 * matters to it. To examine each of so many against all others is work without end. */
#define JAM 256
/* m, into a slope in a step: more cannot be made good, so the corner stays */
#define RUN 0.01f
/* m of rounding, by which a point may be beyond a piece and counts as over it */
#define CROSSED 1e-5f

/* bits: a decision stands above the reference of the manifold until it is carried out. Within it
 * the kind of decision has three bits, a bit says that the ground is b, and above these stands the
 * index of the edge of the piece. */
#define DECIDED 8
#define SIDE    8
#define EDGE    4
enum { LEAVE, DROP, MEET, OVER, ACROSS, FROM_START, FROM_END };
/* OVER: at the surface; ACROSS: and beyond its ends; the last two: a slope, beyond that end too */

/* ---- what there is to do ------------------------------------------------------------------ */

/* Of two faces that only nearly carry a body the nearer one does. */
static bool is_better(const cn_World *w, const cn_Contact *k, int side_k, const cn_Contact *c,
                      int side) {
    if (!(cn_internal_edge_class_in(w, k, side_k) & CN_CONTACT_END)) return true;
    if (k->separation[0] != c->separation[0]) return k->separation[0] < c->separation[0];
    return cn_internal_edge_piece(k, side_k) < cn_internal_edge_piece(c, side);
}

/* A piece that goes on in the same plane where a face ends. */
static bool goes_straight_on(const cn_World *w, const cn_InternalEdgeFacing *f,
                             cn_InternalEdgeSearch *s) {
    int side;
    bool found = false;
    cn_Vec face = cn_internal_edge_face_normal(f);
    cn_internal_edge_take_nearest(w, s);
    for (int i = 0; i < s->count; i++) {
        const cn_Contact *k = cn_internal_edge_listed(w, s, i, &side);
        float lo, hi;
        if (!(cn_internal_edge_class_in(w, k, side) & CN_CONTACT_FACE)) continue;
        if (!cn_internal_edge_covers(w, s, k, side, &lo, &hi)) continue;
        cn_InternalEdgeFacing other = cn_internal_edge_facing(w, k, side);
        if (cn_dot(cn_internal_edge_face_normal(&other), face) <= CN_INTERNAL_EDGE_FACE) continue;
        found = true;
        s->carried = s->carried || is_better(w, k, side, s->c, s->side);
    }
    s->normal = face;
    return found;
}

/* Would the body run into a face of the ground within the step, by more than may be made good? */
static bool runs_into(const cn_World *w, const cn_InternalEdgeSearch *s, cn_Pos p, cn_Vec normal) {
    const cn_Motion *m = &w->motion[s->body];
    cn_Vec v = cn_sub((cn_Vec){m->vx, m->vy}, cn_velocity_at(w, s->ground, p));
    return -cn_dot(v, normal) * w->scratch.dt > RUN;
}

/* Is a point of the surface over the piece, or beside it by no more than so much? */
static bool is_over(const cn_World *w, const cn_InternalEdgeSearch *s, int body, int piece,
                    cn_Pos p, float beside) {
    const cn_Pose *pose = &w->pose[body];
    cn_Vec at = cn_pose_local(pose, p);
    cn_Growth growth = {.all = 2 * CN_INTERNAL_EDGE_COVERED, .along = beside};
    growth.up = cn_unrotate(pose->q, s->normal);
    cn_Segment part = {.from = at, .to = at};
    cn_Geom geom = cn_piece_geom(w, piece);
    float lo, hi;
    return cn_segment_within(&geom, &part, &growth, &lo, &hi);
}

/* Is a disc over a gap beside the piece? Then what is at both sides of it carries: with the corners
 * left out on both it fell for a step. */
static bool hangs(const cn_World *w, const cn_InternalEdgeSearch *s) {
    int piece = cn_internal_edge_piece(s->c, 1 - s->side), side;
    if (w->piece[piece].vertex_count != 1) return false;
    cn_Geom disc = cn_piece_geom(w, piece);
    cn_Vec down = cn_scale(-disc.radius, s->normal);
    cn_Pos p = cn_pose_global(&w->pose[s->body], disc.vertices[0]);
    p = (cn_Pos){p.x + (double)down.x, p.y + (double)down.y};
    int own = cn_internal_edge_piece(s->c, s->side);
    if (!is_over(w, s, s->ground, own, p, CN_INTERNAL_EDGE_GAP)) return false;
    if (is_over(w, s, s->ground, own, p, CROSSED)) return false;
    for (int i = 0; i < s->count; i++) {
        const cn_Contact *k = cn_internal_edge_listed(w, s, i, &side);
        if (is_over(w, s, cn_internal_edge_body(k, side), cn_internal_edge_piece(k, side), p,
                    CROSSED))
            return false;
    }
    return true;
}

/* With the face of the piece that goes on, or that rises from there: two that meet in a valley run
 * on inside of each other. What is steep is a wall, and a body that stands before it needs both. */
static uint32_t go_on(const cn_World *w, const cn_InternalEdgeSearch *s,
                      const cn_InternalEdgeFacing *f, cn_Pos at, int except) {
    const cn_Geom *geom = &f->geom;
    cn_Vec p = cn_pose_local(f->pose, at), n = cn_unrotate(f->pose->q, s->normal);
    float cos;
    int edge = cn_internal_edge_edge_at(geom, p, n, except, &cos);
    if (edge < 0) return DROP;
    uint32_t of = (uint32_t)edge << EDGE;
    if (cos > CN_INTERNAL_EDGE_FACE || geom->kind == CN_GEOM_PLANE)
        return (hangs(w, s) ? ACROSS : OVER) | of;
    cn_Vec begin = cn_sub(geom->vertices[edge], p);
    cn_Vec end = cn_sub(geom->vertices[cn_internal_edge_next(geom, edge)], p);
    bool from_start = cn_length_sq(begin) < cn_length_sq(end);
    if (cn_dot(from_start ? end : begin, n) < CN_INTERNAL_EDGE_COVERED)
        return DROP; /* it falls away */
    if (cos <= TOWARDS) return LEAVE;
    if (!runs_into(w, s, at, cn_rotate(f->pose->q, geom->normals[edge]))) return DROP;
    return (from_start ? FROM_START : FROM_END) | of;
}

static uint32_t decide(const cn_World *w, const cn_InternalEdgeFacing *f,
                       cn_InternalEdgeSearch *s) {
    const cn_Contact *c = s->c;
    bool round = w->piece[cn_internal_edge_piece(c, 1 - s->side)].vertex_count == 1;
    if (f->cos > CN_INTERNAL_EDGE_FACE && f->sin > STRAIGHT && goes_straight_on(w, f, s)) {
        if (!round) return MEET | (uint32_t)f->edge << EDGE;
        return s->carried ? DROP : LEAVE; /* else none is nearer */
    }
    if ((c->flags & CN_CONTACT_AT_CORNER) == CN_CONTACT_END) return LEAVE;
    bool part = f->cos > CN_INTERNAL_EDGE_FACE;
    s->carried = false;
    if (part)
        cn_internal_edge_take_touched(w, f, s);
    else
        cn_internal_edge_take_nearest(w, s);
    if (!cn_internal_edge_may_be_hidden(w, s)) return LEAVE;
    cn_internal_edge_find_carrier(w, s);
    if (!cn_internal_edge_is_hidden(w, s) || (!s->carried && !cn_internal_edge_find_surface(w, s)))
        return LEAVE;
    if (part && cn_dot(cn_internal_edge_face_normal(f), s->normal) > CN_INTERNAL_EDGE_FACE)
        return LEAVE; /* it is the surface */
    bool to_higher = cn_dot(cn_internal_edge_between(s->from, s->to), s->normal) > 0;
    cn_Pos p = cn_internal_edge_surface(s, to_higher);
    if (cn_dot(cn_internal_edge_between(s->on, p), s->normal) < -CN_INTERNAL_EDGE_SUNK)
        return DROP; /* deep inside */
    return go_on(w, s, f, p, part ? f->edge : -1);
}

/* Point i of the contact from the centre of the body that is not ground, on the ground's
 * surface. */
static cn_Vec arm_of(const cn_Contact *c, int side, int i) {
    cn_Vec arm = side == 0 ? cn_add(c->r[i], c->d) : c->r[i];
    return cn_mul_add(arm, (side == 0 ? -0.5f : 0.5f) * c->separation[i], c->normal);
}

/* Without reading the contact, which nothing else may want. */
static bool is_known_apart(const cn_World *w, int contact) {
    return w->scratch.contact.words[contact >> 6].apart >> (contact & 63) & 1;
}

/* Most that is in a heap is not: what touches the body lies in the plane of another contact of
 * it. */
static bool may_be_carried(const cn_World *w, const cn_Contact *c, int side) {
    int body = cn_internal_edge_body(c, 1 - side);
    cn_Vec p = arm_of(c, side, cn_internal_edge_nearest(c)),
           outward = cn_internal_edge_outward(c, side);
    if (w->cold[body].near_count > CROWD) return false;
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        if (is_known_apart(w, link >> 1)) continue;
        const cn_Contact *k = &w->contact[link >> 1];
        int side_k = 1 - (link & 1);
        if (k == c || k->count == 0) continue;
        cn_Vec n = cn_internal_edge_outward(k, side_k);
        float height = cn_dot(cn_sub(p, arm_of(k, side_k, 0)), n);
        if (height < CN_INTERNAL_EDGE_COVERED && height > -CN_INTERNAL_EDGE_SUNK &&
            cn_dot(n, outward) < CN_INTERNAL_EDGE_FACE)
            return true;
    }
    return false;
}

static uint32_t decide_side(const cn_World *w, const cn_Contact *c, int side, bool loose) {
    int link[CN_INTERNAL_EDGE_LISTED];
    bool pushed = w->mass[cn_internal_edge_body(c, side)].inv_m > 0;
    if (w->cold[cn_internal_edge_body(c, 1 - side)].near_count > JAM) return LEAVE;
    if (loose && pushed && !cn_internal_edge_is_flat(w, cn_internal_edge_piece(c, side)))
        return LEAVE;
    if (loose && !cn_internal_edge_is_calm(w, cn_internal_edge_body(c, side))) return LEAVE;
    if (loose && !may_be_carried(w, c, side)) return LEAVE;
    cn_InternalEdgeSearch s;
    if (!cn_internal_edge_start(w, c, side, loose, link, &s)) return LEAVE;
    cn_InternalEdgeFacing f = cn_internal_edge_facing(w, c, side);
    if (f.edge < 0) return LEAVE;
    uint32_t decision = decide(w, &f, &s);
    return decision == LEAVE ? LEAVE : decision | (side == 0 ? 0 : SIDE);
}

/* Of two that can be pushed, either; pieces of one body are ground for themselves alone. */
static uint32_t decide_pushed(const cn_World *w, const cn_Contact *c) {
    int pieces = cn_internal_edge_ground_side(w, c);
    for (int i = 0; i < 2; i++) {
        int side = pieces < 0 ? i : (i == 0 ? pieces : 1 - pieces);
        bool mates = cn_shape_has_mates(w, w->piece[cn_internal_edge_piece(c, side)].shape);
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

/* It slides over so many walls that none of their seams is looked at: the first body is told of. */
static void note_jam(cn_World *w, const cn_Contact *c) {
    int body = c->flags & CN_CONTACT_WALL_A ? c->body_b : c->body_a;
    int first = __atomic_load_n(&w->scratch.contact.jammed, __ATOMIC_RELAXED);
    if (!(c->flags & CN_CONTACT_WALL) || w->cold[body].near_count <= JAM) return;
    while (body < first && !__atomic_compare_exchange_n(&w->scratch.contact.jammed, &first, body,
                                                        true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

bool cn_internal_edge_decide(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    if (!(c->flags & CN_CONTACT_AT_CORNER) || c->count == 0 || !is_reached(w, c)) return false;
    uint32_t decision = LEAVE;
    if (!(c->flags & CN_CONTACT_WALL)) {
        decision = decide_pushed(w, c);
    } else {
        int side = cn_internal_edge_ground_side(w, c);
        decision = decide_side(w, c, side, false);
        if (decision == LEAVE && cn_internal_edge_comes(w, c, STRUCK))
            decision = decide_side(w, c, side, true);
    }
    w->contact_cold[contact].reference |= decision << DECIDED;
    if (decision == LEAVE) note_jam(w, c);
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
    if (m->count > 0) c->normal = side == 0 ? n : cn_neg(n); /* else a hook may ask for it yet */
    m->reference = side == 0 ? 1 : 2;
    for (int i = 0; i < m->count; i++) {
        uint32_t f = m->points[i].feature;
        m->points[i].feature = side == 0 ? f : (f << 16 | f >> 16);
        c->r[i] = from_center(w, c, pose, m->points[i].point);
    }
    cn_manifold_take(w, c, m);
}

/* A body that flies along the ground comes down within the step upon what is still beside it: then
 * the face counts beyond its ends, for as long as the body is above it. */
static bool comes_down(const cn_World *w, const cn_Contact *c, const cn_LocalManifold *m) {
    if (!((w->body_flags[c->body_a] | w->body_flags[c->body_b]) & CN_BODY_REACH)) return false;
    for (int i = 0; i < m->count; i++)
        if (m->points[i].separation <= cn_touch_slop(w)) return false;
    return true;
}

/* The manifold again, with the face of the piece that goes on where its neighbour ends. */
static void meet_face(cn_World *w, cn_Contact *c, int side, uint32_t decision) {
    const cn_Pose *own = &w->pose[cn_internal_edge_body(c, side)],
                  *other = &w->pose[cn_internal_edge_body(c, 1 - side)];
    unsigned how = decision & (SIDE - 1);
    unsigned open = how == FROM_START || how == ACROSS ? CN_OPEN_START : 0;
    open |= how == FROM_END || how == ACROSS ? CN_OPEN_END : 0;
    cn_Geom ground = cn_piece_geom(w, cn_internal_edge_piece(c, side));
    cn_Geom moving = cn_piece_geom(w, cn_internal_edge_piece(c, 1 - side));
    float margin = cn_maxf(c->separation[0], c->count > 1 ? c->separation[1] : 0);
    margin = cn_maxf(margin, CN_SPECULATIVE);
    cn_LocalManifold m = {.count = 0, .normal = {0, 1}};
    int edge = (int)(decision >> EDGE);
    cn_Xf at = cn_relative(own, other);
    if (how != DROP) cn_collide_face(&ground, &moving, at, edge, open, margin, &m);
    if (how == OVER && m.count == 0) {
        cn_collide_face(&ground, &moving, at, edge, CN_OPEN_START | CN_OPEN_END, margin, &m);
        if (!comes_down(w, c, &m)) m.count = 0;
    }
    take_points(w, c, side, &m);
}

void cn_internal_edge_drop(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    cn_ContactCold *cold = &w->contact_cold[contact];
    uint32_t decision = cold->reference >> DECIDED;
    cold->reference &= (1u << DECIDED) - 1;
    if (decision == LEAVE) return;
    meet_face(w, c, decision & SIDE ? 1 : 0, decision);
    c->flags |= CN_CONTACT_CORNER; /* looked at again in the next step */
}
