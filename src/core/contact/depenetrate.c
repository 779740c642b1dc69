/* depenetrate.c: two bodies of which one has several pieces, and that are deep in each other, part
 * along one direction.
 *
 * Piece by piece each contact is pushed apart along its own least overlap. That is right while
 * they overlap by little. Arms that are in each other by more than half find normals that look at
 * each other, and hold what they should part: U shapes that were made overlapping by half an arm
 * stayed so for good.
 * So for such a pair of bodies the least way is looked for by which one has to be moved until no
 * piece of it is in any of the other. What overlaps is a union of convex sets of ways, one for each
 * pair of pieces (Minkowski; Lozano-Perez, "Spatial planning", 1983): along a direction the way out
 * of a union is found by going on to the end of whatever set the point is in. Directions are the
 * normals of the faces that are open. All contacts of the two that overlap get this normal, and
 * what only lies on the way does not stop them. What overlaps by little is not led a long way:
 * fish that lay flat on each other by 6 cm went through each other by 1.5 m.
 * Not here: contacts with what cannot be pushed (tunnel.c keeps bodies out of it). */
#include "contact/depenetrate.h"

#include "contact/idle_contact.h"
#include "contact/manifold.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/segment_clip.h"

/* ratio of the overlap to the smaller inner radius: above it two bodies are a tangle, until it is
 * below ENDS: the gap keeps a pair from changing its mind each step */
#define BEGINS 0.5f
#define ENDS   0.25f /* ratio: see BEGINS */
/* ratio of the way out to the overlap: a longer way is none for what is not that deep */
#define DETOUR 4.0f
#define MOST   64 /* count of contacts of two bodies, room in a Tangle; more are left as they are */
#define AXES   1024 /* count of axes of all their contacts, room in a Tangle */
/* cosine: a way this nearly along a face never leaves or enters it */
#define TINY 1e-6f
#define NO_RESPONSE                                                                                \
    (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED | CN_CONTACT_IGNORED | CN_CONTACT_ONE_WAY)

static bool is_of_tangle(const cn_Contact *c) {
    return !(c->flags & (CN_CONTACT_WALL | CN_CONTACT_PLANE | NO_RESPONSE));
}

static float inner_of(const cn_World *w, const cn_Contact *c) {
    return cn_minf(w->cold[c->body_a].inner_radius, w->cold[c->body_b].inner_radius);
}

static float gap_of(const cn_Contact *c) {
    return c->count > 1 ? cn_minf(c->separation[0], c->separation[1]) : c->separation[0];
}

bool cn_depenetrate_is(const cn_World *w, const cn_Contact *c) {
    if (!(w->piece[c->piece_a].inner || w->piece[c->piece_b].inner)) return false;
    if (c->count == 0 || !is_of_tangle(c)) return false;
    return gap_of(c) < -BEGINS * inner_of(w, c);
}

/* ---- ways out ----------------------------------------------------------------------------- */

/* Moved by t along u the two pieces are apart along this axis where gap + t (n.u) is positive. */
typedef struct Axis {
    cn_Vec n; /* frame of the first body */
    float gap;
} Axis;

typedef struct Knot {
    int contact;
    bool turned; /* its a is the second body */
    cn_Geom first, second;
    int axis, axis_count;
} Knot;

typedef struct Tangle {
    cn_World *w;
    int bodies[2];
    cn_Xf place; /* of the second, as seen from the first */
    int count, axis_count;
    Knot knot[MOST];
    Axis axes[AXES];
} Tangle;

static int edges_of(const cn_Geom *g) { return g->count > 1 ? g->count : 0; }

static void add_axes(Tangle *g, Knot *k) {
    float reach = k->first.radius + k->second.radius;
    cn_Xf at = g->place;
    k->axis = g->axis_count;
    for (int i = 0; i < edges_of(&k->first); i++) {
        cn_Vec n = k->first.normals[i];
        float least = 1e30f;
        for (int j = 0; j < k->second.count; j++)
            least = cn_minf(least, cn_dot(n, cn_xf_point(at, k->second.vertices[j])));
        g->axes[g->axis_count++] = (Axis){n, least - cn_dot(n, k->first.vertices[i]) - reach};
    }
    for (int i = 0; i < edges_of(&k->second); i++) {
        cn_Vec n = cn_rotate(at.q, k->second.normals[i]);
        float least = 1e30f;
        for (int j = 0; j < k->first.count; j++)
            least = cn_minf(least, cn_dot(n, k->first.vertices[j]));
        float own = cn_dot(n, cn_xf_point(at, k->second.vertices[i]));
        g->axes[g->axis_count++] = (Axis){cn_neg(n), least - own - reach};
    }
    k->axis_count = g->axis_count - k->axis;
}

/* All contacts of the two. False: there is no room for them. */
static bool gather(Tangle *g) {
    const cn_World *w = g->w;
    int link = w->cold[g->bodies[0]].first_contact;
    for (; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        bool turned = link & 1;
        if ((turned ? c->body_a : c->body_b) != g->bodies[1] || !is_of_tangle(c)) continue;
        if (g->count == MOST) return false;
        Knot *k = &g->knot[g->count++];
        *k = (Knot){.contact = link >> 1,
                    .turned = turned,
                    .first = cn_piece_geom(w, turned ? c->piece_b : c->piece_a),
                    .second = cn_piece_geom(w, turned ? c->piece_a : c->piece_b)};
        if (g->axis_count + edges_of(&k->first) + edges_of(&k->second) > AXES) return false;
        add_axes(g, k);
    }
    return true;
}

/* For which ways along u the two pieces overlap. False: for none. */
static bool overlap_along(const Tangle *g, const Knot *k, cn_Vec u, float *lo, float *hi) {
    *lo = -1e30f, *hi = 1e30f;
    for (int i = 0; i < k->axis_count; i++) {
        const Axis *x = &g->axes[k->axis + i];
        float rate = cn_dot(x->n, u);
        if (rate > TINY)
            *hi = cn_minf(*hi, -x->gap / rate);
        else if (rate < -TINY)
            *lo = cn_maxf(*lo, -x->gap / rate);
        else if (x->gap >= 0)
            return false;
    }
    return *lo < *hi && k->axis_count > 0;
}

/* How far the second has to go along u until nothing of it is in the first. */
static float way_out(const Tangle *g, cn_Vec u, float most) {
    float t = 0;
    for (bool goes_on = true; goes_on && t < most;) {
        goes_on = false;
        for (int i = 0; i < g->count; i++) {
            float lo, hi;
            if (!overlap_along(g, &g->knot[i], u, &lo, &hi)) continue;
            if (lo > t + TINY || hi <= t + TINY) continue;
            t = hi;
            goes_on = true;
        }
    }
    return t;
}

typedef struct Out {
    cn_Vec u;
    float way;
} Out;

static void try_faces(const Tangle *g, const cn_Geom *geom, const cn_Rot *q, Out *best) {
    for (int i = 0; i < edges_of(geom); i++) {
        if (geom->inner && geom->inner[i]) continue;
        cn_Vec u = q ? cn_neg(cn_rotate(*q, geom->normals[i])) : geom->normals[i];
        float way = way_out(g, u, best->way);
        if (way < best->way) *best = (Out){u, way};
    }
}

static Out find_out(const Tangle *g) {
    Out best = {.way = 1e30f};
    for (int i = 0; i < g->count; i++) {
        try_faces(g, &g->knot[i].first, NULL, &best);
        try_faces(g, &g->knot[i].second, &g->place.q, &best);
    }
    return best;
}

/* ---- what is done about it ---------------------------------------------------------------- */

/* Adds the middles of what of the edges of a is in b, by length; both as seen from to. */
static float add_middles(const cn_Geom *a, const cn_Geom *b, cn_Xf a_in_b, cn_Vec *sum) {
    float all = 0;
    cn_Growth none = {0};
    for (int i = 0; i < edges_of(a); i++) {
        float lo, hi;
        cn_Segment part = {.from = cn_xf_point(a_in_b, a->vertices[i]),
                           .to = cn_xf_point(a_in_b, a->vertices[i + 1 < a->count ? i + 1 : 0])};
        if (!cn_segment_within(b, &part, &none, &lo, &hi)) continue;
        cn_Vec d = cn_sub(part.to, part.from);
        float length = (hi - lo) * cn_length(d);
        *sum = cn_mul_add(*sum, length, cn_mul_add(part.from, 0.5f * (lo + hi), d));
        all += length;
    }
    return all;
}

static cn_Xf inverse(cn_Xf x) {
    cn_Rot q = {x.q.c, -x.q.s};
    return (cn_Xf){cn_neg(cn_rotate(q, x.p)), q};
}

/* The middle of the outline of what is in both, in the frame of the first body. */
static cn_Vec middle_of(const Tangle *g, const Knot *k) {
    cn_Vec in_first = {0, 0}, in_second = {0, 0};
    float second = add_middles(&k->second, &k->first, g->place, &in_first);
    float first = add_middles(&k->first, &k->second, inverse(g->place), &in_second);
    if (first + second <= 0) return cn_xf_point(g->place, k->second.vertices[0]);
    cn_Vec sum = cn_rotate(g->place.q, in_second);
    sum = cn_add(cn_mul_add(sum, first, g->place.p), in_first);
    return cn_scale(1 / (first + second), sum);
}

static cn_Vec from_second(const Tangle *g, cn_Vec p) {
    return cn_unrotate(g->place.q, cn_sub(p, g->place.p));
}

static void part_along(const Tangle *g, const Knot *k, const Out *out) {
    cn_World *w = g->w;
    cn_Contact *c = &w->contact[k->contact];
    cn_LocalManifold m = {.count = 0, .normal = {0, 1}};
    float lo, hi;
    bool meets = overlap_along(g, k, out->u, &lo, &hi) && hi > 0 && lo < out->way;
    if (!meets && c->count == 0) return;
    if (meets && lo < 0) {
        cn_Vec p = middle_of(g, k), u = out->u;
        m.count = 1;
        m.normal = k->turned ? cn_unrotate(g->place.q, cn_neg(u)) : u;
        m.points[0] = (cn_LocalPoint){k->turned ? from_second(g, p) : p, -hi, 0};
    }
    if (meets) cn_manifold_put(w, c, &m);
    cn_ContactWord *word = &w->scratch.contact.words[k->contact >> 6];
    uint64_t bit = (uint64_t)1 << (k->contact & 63);
    word->corners |= bit; /* whether it touches is looked at after them */
    word->changed &= ~bit;
    cn_idle_end(w, k->contact); /* by itself it may have been far from having a point */
    if (c->count > 0) word->apart &= ~bit;
    c->flags |= CN_CONTACT_DEEP;
    c->flags &= ~(uint32_t)(CN_CONTACT_FACE | CN_CONTACT_CORNER | CN_CONTACT_END);
}

static const cn_Contact *contact_of(const Tangle *g, int i) {
    return &g->w->contact[g->knot[i].contact];
}

/* m, by which they overlap most by themselves. */
static float depth_of(const Tangle *g) {
    float most = 0;
    for (int i = 0; i < g->count; i++) {
        const cn_Contact *c = contact_of(g, i);
        if (c->count > 0) most = cn_maxf(most, -gap_of(c));
    }
    return most;
}

static bool was_one(const Tangle *g) {
    for (int i = 0; i < g->count; i++)
        if (contact_of(g, i)->flags & CN_CONTACT_DEEP) return true;
    return false;
}

static void release(const Tangle *g) {
    for (int i = 0; i < g->count; i++)
        g->w->contact[g->knot[i].contact].flags &= ~(uint32_t)CN_CONTACT_DEEP;
}

static void forget(const cn_World *w, int contact) {
    w->scratch.contact.words[contact >> 6].tangled &= ~((uint64_t)1 << (contact & 63));
}

/* Of a pair of bodies with more contacts than there is room for none is asked again. */
static void forget_all(const Tangle *g) {
    cn_World *w = g->w;
    int link = w->cold[g->bodies[0]].first_contact;
    for (; link >= 0; link = cn_contact_next(w, link)) {
        cn_Contact *c = &w->contact[link >> 1];
        if ((link & 1 ? c->body_a : c->body_b) != g->bodies[1]) continue;
        c->flags &= ~(uint32_t)CN_CONTACT_DEEP;
        forget(w, link >> 1);
    }
}

/* The way out of a tangle; false: it is none, or none any more. */
static bool is_tangle(const Tangle *g, float inner, Out *out) {
    float depth = depth_of(g);
    bool deep = depth > BEGINS * inner;
    if (!was_one(g) && !deep) return false;
    *out = find_out(g);
    if (!deep && out->way > DETOUR * depth) return false; /* they are better off as they are */
    return out->way < 1e29f && out->way > ENDS * inner;
}

static void solve(cn_World *w, cn_Contact *c) {
    int a = c->body_a < c->body_b ? c->body_a : c->body_b, b = c->body_a + c->body_b - a;
    Tangle g = {.w = w, .bodies = {a, b}, .place = cn_relative(&w->pose[a], &w->pose[b])};
    Out out = {.way = 0};
    if (!gather(&g)) {
        forget_all(&g);
        return;
    }
    bool tangle = is_tangle(&g, inner_of(w, c), &out);
    c->flags &= ~(uint32_t)CN_CONTACT_DEEP;
    for (int i = 0; i < g.count; i++) forget(w, g.knot[i].contact);
    release(&g);
    for (int i = 0; tangle && i < g.count; i++) part_along(&g, &g.knot[i], &out);
}

void cn_depenetrate_solve(cn_World *w) {
    for (int i = 0; i < w->scratch.contact.busy_count; i++) {
        int at = w->scratch.contact.busy[i];
        cn_ContactWord *word = &w->scratch.contact.words[at];
        while (word->tangled) {
            int contact = cn_contact_at(at, word->tangled);
            word->tangled &= word->tangled - 1;
            solve(w, &w->contact[contact]);
        }
    }
}
