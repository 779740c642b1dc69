/* curve.c: chains that are drawn as polygons and meant as curves.
 *
 * A disc that moves along a fine chain turns a little at each corner. Struck anew there by the next
 * segment it would lose energy at each of them; met only once it is in that segment, it is lifted
 * out, for nothing. So corners are rounded: from the middle of a segment to that of the next runs
 * an arc that touches both, or a shorter one, where that would leave the corner by more than
 * DEVIATION. A disc meets the arc; how the ground bends along its way in the step is one number,
 * and its normal turns within the step (turn_of in wide/contact_kernel.h). So it keeps its energy,
 * as on the curve. Not here: which corners count (internal_edge.c). */
#include "contact/curve.h"

#include <math.h>

#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/joint_access.h"
#include "data/shape_access.h"
#include "data/world.h"

/* m, by which an arc may pass beside its corner: what a touch may be apart, or overlap */
#define DEVIATION 0.001f
/* m/s: what is slower keeps its manifold for a while, as others do */
#define MOVES 0.05f
/* cosine and sine of the turn at a corner (20 degrees, 0.01): a sharper one stays a corner, and a
 * blunter one is straight */
#define BLUNT    0.94f
#define STRAIGHT 1e-4f
#define CORNERS  16   /* count of corners that are looked at along the way of a step */
#define WIDEST   2e2f /* m: a wider arc is straight */
#define JOINTS   8    /* count of joints of a disc that are looked at: few have more */
/* of half a segment: what the three bits of a cn_Piece count */
#define SEVENTHS 7.0f
/* ratio to the radius of a disc: it does not fit into a narrower arc */
#define FITS 1.5f
/* ratio of the arcs to the segments: of a chain of which less is round, corners are corners */
#define SHARE 0.2f
/* cosine: a normal nearer to that of the segment (0.8 degrees) is its own */
#define SAME_FACE 0.9999f

static int ground_end(const cn_Contact *c) { return c->flags & CN_CONTACT_WALL_A ? 0 : 1; }

/* A motor that puts in energy, or a spring that takes it out. */
static bool drives(const cn_Joint *j) {
    if (!(j->flags & CN_JOINT_ENABLED)) return false;
    return j->flags & CN_JOINT_MOTOR || cn_joint_drives(j->kind) ||
           (j->flags & CN_JOINT_SPRING && j->tuning.damping > 0);
}

/* Of a wheel on a suspension, or with a motor, the corners' share of the energy does not last, and
 * its axle is worth more to it than where the ground bends. */
static bool is_driven(const cn_World *w, int body) {
    if (!(w->body_flags[body] & CN_BODY_JOINTED)) return false;
    int link = w->cold[body].first_joint;
    for (int i = 0; i < JOINTS && link >= 0; i++) {
        const cn_Joint *j = &w->joint[link >> 1];
        if (drives(j)) return true;
        link = j->next[link & 1];
    }
    return false;
}

bool cn_curve_may_bend(const cn_World *w, const cn_Contact *c) {
    if (!(c->flags & CN_CONTACT_WALL) || !(c->flags & CN_CONTACT_PIECES)) return false;
    bool first = ground_end(c) == 0;
    const cn_Piece *own = &w->piece[first ? c->piece_a : c->piece_b];
    if (!(own->first_arc | own->last_arc)) return false;
    const cn_Piece *disc = &w->piece[first ? c->piece_b : c->piece_a];
    return disc->vertex_count == 1 && disc->kind == CN_GEOM_HULL && !is_driven(w, disc->body);
}

bool cn_curve_moves(const cn_World *w, const cn_Contact *c) {
    const cn_Motion *a = &w->motion[c->body_a], *b = &w->motion[c->body_b];
    cn_Vec v = {b->vx - a->vx, b->vy - a->vy};
    return cn_length_sq(v) > MOVES * MOVES || (ground_end(c) == 0 ? a->w : b->w) != 0;
}

/* The piece of the same chain that begins where this one ends, or ends where it begins; -1: none
 * does, or it is not known without a search. */
static int neighbour(const cn_World *w, int piece, int end) {
    const cn_Piece *p = &w->piece[piece];
    const cn_Shape *s = &w->shape[p->shape];
    if (end == 1 && p->next >= 0) return p->next;
    if (end == 1) return s->loop ? s->first_piece : -1;
    int before = p->index > 0 ? piece - 1 : piece + s->piece_count - 1;
    if (p->index == 0 && !s->loop) return -1;
    if (before < 0 || !cn_slots_live(&w->pieces, before) || w->piece[before].shape != p->shape)
        return -1;
    int after = w->piece[before].next;
    return after == piece || (after < 0 && p->index == 0) ? before : -1;
}

/* A corner of a chain, in the chain's frame, seen along one of its segments. */
typedef struct Corner {
    int next;              /* the other segment; -1: the chain ends here */
    cn_Vec at, own, other; /* the corner, and where its two segments go from there */
    float own_length, other_length;
} Corner;

/* At the end (0, 1) of a piece, which goes own from there, own_length far. */
static Corner corner_of(const cn_World *w, int piece, int end, cn_Vec own, float own_length) {
    Corner k = {.own = own, .own_length = own_length};
    k.next = neighbour(w, piece, end);
    k.at = w->vertices[w->piece[piece].first_vertex + end];
    if (k.next < 0) return k;
    cn_Vec far = w->vertices[w->piece[k.next].first_vertex + end];
    k.other = cn_normalize(cn_sub(far, k.at), &k.other_length);
    return k;
}

/* Seen from the corner: how far the arc begins along the own segment, and its radius; its middle is
 * on the disc's side (side 1, in a valley) or below the ground (-1). */
typedef struct Arc {
    float begin, radius, side;
} Arc;

/* normal: of the own segment, towards the disc. False: the corner stays one. */
static bool find_arc(const Corner *k, cn_Vec normal, Arc *out) {
    if (k->next < 0) return false;
    float cos = -cn_dot(k->own, k->other), sin = cn_dot(k->other, normal);
    if (cos < BLUNT || cn_absf(sin) < STRAIGHT) return false;
    float half = cn_absf(sin) / (1 + cos); /* the tangent of half the turn */
    float most = 0.5f * cn_minf(k->own_length, k->other_length);
    out->begin = cn_minf(most, 2 * DEVIATION / half);
    out->radius = out->begin / half;
    out->side = sin > 0 ? 1.0f : -1.0f;
    return out->begin >= SHARE * most && out->radius < WIDEST;
}

static bool fits(const Arc *arc, float disc) { return arc->side < 0 || arc->radius > FITS * disc; }

static uint8_t sevenths(float begin, float length) {
    return (uint8_t)cn_minf(SEVENTHS, ceilf(SEVENTHS * begin / (0.5f * length)));
}

void cn_curve_round(cn_World *w, int shape) {
    const cn_Shape *s = &w->shape[shape];
    if (s->kind != CN_CHAIN) return;
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next)
        w->piece[p].first_arc = w->piece[p].last_arc = 0;
    if (w->piece[s->first_piece].radius > 0) return;
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next) {
        const cn_Vec *ends = &w->vertices[w->piece[p].first_vertex];
        float length;
        Arc arc;
        cn_Vec back = cn_normalize(cn_sub(ends[0], ends[1]), &length);
        Corner k = corner_of(w, p, 1, back, length);
        if (!find_arc(&k, cn_left(back), &arc)) continue;
        w->piece[p].last_arc = sevenths(arc.begin, length);
        w->piece[k.next].first_arc = sevenths(arc.begin, k.other_length);
    }
}

/* What the arc at a corner, which is at m along the way, adds to the height that a way gains over
 * the straight one: the integral of the bend times what is left of the way. */
static float rise_at(const Arc *arc, float at, float way) {
    float lo = cn_maxf(at - arc->begin, 0), hi = cn_minf(at + arc->begin, way);
    if (hi <= lo) return 0;
    float first = way - lo, last = way - hi;
    return arc->side / arc->radius * 0.5f * (first * first - last * last);
}

/* Where a disc is over a segment: x along it, z above it. */
typedef struct Place {
    int piece, ground;
    cn_Vec disc, from, along, normal; /* from: the beginning of the segment to the disc */
    cn_Vec edge;                      /* m, from one end of the segment to the other */
    cn_Vec speed;                     /* m/s, of the disc's middle as seen from the ground */
    float x, z, length, radius;
} Place;

static Place place_of(const cn_World *w, const cn_Contact *c) {
    Place p;
    p.ground = ground_end(c);
    bool first = p.ground == 0;
    p.piece = first ? c->piece_a : c->piece_b;
    int under = first ? c->body_a : c->body_b;
    const cn_Piece *disc = &w->piece[first ? c->piece_b : c->piece_a];
    const cn_Pose *pose = &w->pose[under];
    p.radius = disc->radius;
    cn_Pos at = cn_pose_global(&w->pose[disc->body], w->vertices[disc->first_vertex]);
    p.disc = cn_pose_local(pose, at);
    cn_Vec v = cn_sub(cn_velocity_at(w, disc->body, at), cn_velocity_at(w, under, at));
    p.speed = cn_unrotate(pose->q, v);
    const cn_Vec *ends = &w->vertices[w->piece[p.piece].first_vertex];
    p.edge = cn_sub(ends[1], ends[0]);
    p.from = cn_sub(p.disc, ends[0]);
    return p;
}

/* Roughly: of most discs on a chain nothing else is asked. In m of the way, times the length. */
static bool comes_near(const cn_World *w, const Place *p) {
    const cn_Piece *own = &w->piece[p->piece];
    float at = cn_dot(p->from, p->edge), square = cn_dot(p->edge, p->edge);
    float way = cn_absf(cn_dot(p->speed, p->edge)) * w->scratch.dt;
    float far = 2 * CN_RECYCLE_DISTANCE * sqrtf(square) + way, part = square * (0.5f / SEVENTHS);
    return (own->first_arc > 0 && at < own->first_arc * part + far) ||
           at > square - own->last_arc * part - far;
}

static void measure(Place *p) {
    p->along = cn_normalize(p->edge, &p->length);
    p->x = cn_dot(p->from, p->along), p->z = cn_cross(p->along, p->from);
    p->normal = p->z >= 0 ? cn_left(p->along) : cn_right(p->along);
    p->z = cn_absf(p->z);
}

/* A corner that may be an arc for a disc. */
typedef struct Bend {
    Corner corner;
    Arc arc;
    bool is;
} Bend;

static Bend bend_at(const cn_World *w, const Place *p, int end) {
    const cn_Piece *own = &w->piece[p->piece];
    Bend b = {.is = end ? own->last_arc : own->first_arc};
    if (!b.is) return b;
    b.corner = corner_of(w, p->piece, end, end ? cn_neg(p->along) : p->along, p->length);
    b.is = find_arc(&b.corner, p->normal, &b.arc) && fits(&b.arc, p->radius);
    return b;
}

/* What a disc finds on its way over a segment: how the ground bends along it, by the height that it
 * gains (1 / m, positive in a valley); m to the nearest arc of that segment; and its corners, by
 * end: one that is too far away to matter is none. */
typedef struct Outlook {
    float bend, room;
    Bend corner[2];
} Outlook;

/* The rise over a way as far as it is known, and m to the nearest arc. */
typedef struct Ahead {
    float rise, room;
} Ahead;

static void add_arc(Ahead *a, const Arc *arc, float x, float way) {
    a->rise += rise_at(arc, x, way);
    a->room = cn_minf(a->room, x - arc->begin);
}

/* The corners beyond the end of a segment, which is x from here. */
static void look_beyond(Ahead *a, const cn_World *w, const Place *p, int end, float x, float way) {
    Arc arc;
    cn_Vec normal = p->normal;
    Corner k = corner_of(w, p->piece, end, end ? cn_neg(p->along) : p->along, p->length);
    for (int i = 1; i < CORNERS && k.next >= 0; i++) {
        x += k.other_length;
        if (x - 0.5f * k.other_length >= way) break;
        normal = cn_cross(k.own, normal) > 0 ? cn_right(k.other) : cn_left(k.other);
        k = corner_of(w, k.next, end, cn_neg(k.other), k.other_length);
        if (find_arc(&k, normal, &arc) && fits(&arc, p->radius)) add_arc(a, &arc, x, way);
    }
}

/* An arc takes half a segment at most. end: the one that lies ahead. */
static Outlook look_along(const cn_World *w, const Place *p, int end, float way) {
    Outlook o = {0};
    Ahead a = {0, WIDEST};
    Bend *behind = &o.corner[1 - end], *ahead = &o.corner[end];
    float x = end ? p->length - p->x : p->x, half = 0.5f * p->length;
    if (half - x - way <= CN_RECYCLE_DISTANCE) *behind = bend_at(w, p, 1 - end);
    if (behind->is) {
        a.rise = rise_at(&behind->arc, x - p->length, way);
        a.room = p->length - x - behind->arc.begin;
    }
    if (x - half < way) *ahead = bend_at(w, p, end);
    if (ahead->is) add_arc(&a, &ahead->arc, x, way);
    if (x < way) look_beyond(&a, w, p, end, x, way);
    o.bend = way > 0 ? 2 * a.rise / (way * way) : 0;
    o.room = a.room - way;
    return o;
}

static void set_manifold(cn_World *w, cn_Contact *c, int ground, cn_Vec local_normal, cn_Vec point,
                         float separation) {
    const cn_Pose *pose = &w->pose[ground == 0 ? c->body_a : c->body_b];
    cn_Vec n = cn_rotate(pose->q, local_normal);
    cn_Pos centre = cn_pose_center(&w->pose[c->body_a]);
    cn_Vec from = {(float)(pose->x - centre.x), (float)(pose->y - centre.y)};
    c->normal = ground == 0 ? n : cn_neg(n);
    c->r[0] = cn_add(from, cn_rotate(pose->q, point));
    c->made[0] = c->separation[0] = separation;
}

/* The manifold with the arc at the nearer corner. False: the disc is over the other segment. */
static bool meet_arc(cn_World *w, cn_Contact *c, const Place *p, const Bend *nearer) {
    if (!nearer->is) return true;
    const Corner *k = &nearer->corner;
    const Arc *arc = &nearer->arc;
    cn_Vec from = cn_sub(p->disc, k->at);
    float x = cn_dot(from, k->own);
    if (x >= arc->begin) return true;
    if (cn_dot(from, k->other) > x) return false;
    /* the separation without the difference of two long lengths */
    float dx = x - arc->begin, q = arc->radius - arc->side * p->z, length = sqrtf(dx * dx + q * q);
    float separation = p->z - p->radius - arc->side * dx * dx / (q + length);
    cn_Vec n = cn_add(cn_scale(-arc->side * dx / length, k->own), cn_scale(q / length, p->normal));
    cn_Vec point = cn_mul_add(p->disc, -p->radius - 0.5f * separation, n);
    set_manifold(w, c, p->ground, n, point, separation);
    return true;
}

void cn_curve_bend(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    if (c->count != 1) return;
    c->made[1] = 0;
    Place p = place_of(w, c);
    if (!comes_near(w, &p)) {
        c->flags &= ~(uint32_t)CN_CONTACT_CURVED; /* until the manifold is made anew */
        return;
    }
    measure(&p);
    const cn_Pose *pose = &w->pose[p.ground == 0 ? c->body_a : c->body_b];
    cn_Vec n = cn_unrotate(pose->q, p.ground == 0 ? c->normal : cn_neg(c->normal));
    if (cn_absf(cn_cross(n, p.along)) < SAME_FACE) return;
    float speed = cn_dot(p.speed, p.along), way = cn_absf(speed) * w->scratch.dt;
    Outlook look = look_along(w, &p, speed > 0, way);
    if (look.room > CN_RECYCLE_DISTANCE) {
        c->flags &= ~(uint32_t)CN_CONTACT_CURVED;
        return;
    }
    if (!meet_arc(w, c, &p, &look.corner[2 * p.x > p.length])) {
        c->count = 0;
        return;
    }
    if (cn_absf(look.bend) > 1 / WIDEST) c->made[1] = -1 / look.bend;
}
