/* collide.c: see collide.h. The table of pairs, and every pair with a circle or a plane in it.
 *
 * Both pieces are first brought into A's frame as plain outlines; from there on a pair may be
 * handled either way round, and cn_collide only turns the normal and the feature ids back.
 * A point lies half way between the two rounded surfaces along the normal, so that it does not
 * move when the pair is seen the other way round.
 * Not here: hull against hull (collide_hulls.c). */
#include "geometry/collide.h"

#include <stddef.h>

#include "cairn_math.h"
#include "cairn_types.h"
#include "geometry/collide_private.h"
#include "geometry/geometry.h"

/* m: nearer than this the direction between two points is mostly rounding. */
#define MIN_DIRECTION 1.0e-6f
/* cosine: a direction nearer than this (0.8 degrees) to the normal of a face is that of the
 * face. */
#define SAME_FACE 0.9999f
/* ratio, of the smaller of two pieces: what overlaps by less along the face only grazes a
 * corner. */
#define GRAZED 0.05f

void cn_pair_add(cn_LocalManifold *out, cn_Vec point, float separation, uint32_t feature) {
    out->points[out->count++] = (cn_LocalPoint){point, separation, feature};
}

/* Circle b against circle a. */
static void circles(const cn_Outline *a, const cn_Outline *b, float margin, cn_LocalManifold *out) {
    cn_Vec d = cn_sub(b->v[0], a->v[0]);
    float length, reach = a->radius + b->radius;
    cn_Vec n = cn_normalize(d, &length);
    if (length - reach > margin) return;
    if (length < MIN_DIRECTION) n = cn_vec(0.0f, 1.0f);
    out->normal = n;
    cn_Vec middle = cn_mul_add(a->v[0], 0.5f * (length + a->radius - b->radius), n);
    cn_pair_add(out, middle, length - reach, 0);
}

/* The edge of the hull that the point p is farthest outside of (or least deep behind). */
static int farthest_edge(const cn_Outline *hull, cn_Vec p, float *height) {
    int best = 0;
    *height = cn_dot(hull->n[0], cn_sub(p, hull->v[0]));
    for (int i = 1; i < hull->count; i++) {
        float h = cn_dot(hull->n[i], cn_sub(p, hull->v[i]));
        if (h > *height) *height = h, best = i;
    }
    return best;
}

/* Of the edges that are no inner ones; all are: -1. */
static int farthest_open_edge(const cn_Outline *hull, cn_Vec p, float *height) {
    int best = -1;
    for (int i = 0; i < hull->count; i++) {
        float h = cn_dot(hull->n[i], cn_sub(p, hull->v[i]));
        if (!cn_pair_is_inner(hull, i) && (best < 0 || h > *height)) *height = h, best = i;
    }
    return best;
}

/* A vertex met a circle: the normal is the direction between the two centres. */
static void vertex_circle(const cn_Outline *hull, int vertex, const cn_Outline *circle,
                          cn_Vec edge_n, float margin, cn_LocalManifold *out) {
    float length;
    cn_Vec n = cn_normalize(cn_sub(circle->v[0], hull->v[vertex]), &length);
    if (length < MIN_DIRECTION) n = edge_n;
    float separation = length - hull->radius - circle->radius;
    if (separation > margin) return;
    out->normal = n;
    float to_middle = 0.5f * (length + hull->radius - circle->radius);
    cn_Vec middle = cn_mul_add(hull->v[vertex], to_middle, n);
    cn_pair_add(out, middle, separation, cn_pair_feature((uint32_t)vertex, 0));
}

/* Circle b against hull a (2 vertices and more): the Voronoi region of the farthest edge tells
 * whether the edge or one of its ends is nearest. */
static void hull_circle(const cn_Outline *a, const cn_Outline *b, float margin,
                        cn_LocalManifold *out) {
    float height, reach = a->radius + b->radius;
    cn_Vec p = b->v[0];
    int i = farthest_edge(a, p, &height);
    if (height - reach > margin) return;
    if (height <= 0.0f && cn_pair_is_inner(a, i)) {
        i = farthest_open_edge(a, p, &height);
        if (i < 0) return; /* a circle that gets there is in its neighbours */
    }
    int j = i + 1 < a->count ? i + 1 : 0;
    cn_Vec n = a->n[i];
    if (height > 0.0f || a->count == 2) {
        cn_Vec edge = cn_sub(a->v[j], a->v[i]);
        bool before = cn_dot(cn_sub(p, a->v[i]), edge) <= 0.0f;
        bool after = cn_dot(cn_sub(p, a->v[j]), edge) >= 0.0f;
        if (before || after) {
            vertex_circle(a, before ? i : j, b, n, margin, out);
            return;
        }
    }
    if (cn_pair_is_inner(a, i)) return;
    out->normal = n;
    cn_Vec middle = cn_mul_add(p, -0.5f * (height - a->radius + b->radius), n);
    cn_pair_add(out, middle, height - reach, cn_pair_feature((uint32_t)i | CN_FEATURE_EDGE, 0));
}

static void plane_vertex(const cn_Outline *plane, const cn_Outline *b, int vertex, float margin,
                         cn_LocalManifold *out) {
    cn_Vec v = b->v[vertex];
    float height = cn_dot(plane->n[0], cn_sub(v, plane->v[0]));
    if (height - b->radius > margin) return;
    cn_Vec middle = cn_mul_add(v, -0.5f * (height + b->radius), plane->n[0]);
    cn_pair_add(out, middle, height - b->radius, cn_pair_feature(0, (uint32_t)vertex));
}

/* Anything b against plane a: the deepest vertex and the deeper of its neighbours. */
static void plane_any(const cn_Outline *a, const cn_Outline *b, float margin,
                      cn_LocalManifold *out) {
    int deepest = cn_pair_support(b, cn_neg(a->n[0]));
    out->normal = a->n[0];
    plane_vertex(a, b, deepest, margin, out);
    if (b->count == 1) return;
    int before = deepest > 0 ? deepest - 1 : b->count - 1;
    int after = deepest + 1 < b->count ? deepest + 1 : 0;
    bool lower = cn_dot(a->n[0], cn_sub(b->v[before], b->v[after])) < 0.0f;
    plane_vertex(a, b, lower ? before : after, margin, out);
}

int cn_pair_support(const cn_Outline *hull, cn_Vec direction) {
    int best = 0;
    float most = cn_dot(direction, hull->v[0]);
    for (int i = 1; i < hull->count; i++) {
        float d = cn_dot(direction, hull->v[i]);
        if (d > most) most = d, best = i;
    }
    return best;
}

typedef void cn_PairFn(const cn_Outline *a, const cn_Outline *b, float margin,
                       cn_LocalManifold *out);

typedef enum PairClass { ROUND, HULL, PLANE, PAIR_CLASSES } PairClass;

/* How each pair of classes is handled; flip = by the function for the pair the other way round. */
static const struct PairEntry {
    cn_PairFn *fn;
    bool flip;
} pair_table[PAIR_CLASSES][PAIR_CLASSES] = {
    [ROUND] = {{circles, false}, {hull_circle, true}, {plane_any, true}},
    [HULL] = {{hull_circle, false}, {cn_pair_hulls, false}, {plane_any, true}},
    [PLANE] = {{plane_any, false}, {plane_any, false}, {NULL, false}},
};

static PairClass class_of(const cn_Geom *geom) {
    if (geom->kind == CN_GEOM_PLANE) return PLANE;
    return geom->count == 1 ? ROUND : HULL;
}

static bool is_thin(const cn_Geom *geom) {
    return geom->kind != CN_GEOM_PLANE && geom->count <= 2 && geom->radius <= 0.0f;
}

/* How many normals a piece has: a circle none, a plane one. */
static int normal_count(const cn_Geom *geom) {
    if (geom->kind == CN_GEOM_PLANE) return 1;
    return geom->count == 1 ? 0 : geom->count;
}

/* Two vectors side by side: lanes have the bits that they have one by one. */
typedef float Two __attribute__((vector_size(16), may_alias, aligned(4)));

/* As cn_xf_point of each: c x - s y is c x + (-s) y. From -0 on nothing is changed by t.p. */
static void place(cn_Xf t, const cn_Vec *from, int count, cn_Vec *to) {
    Two c = {t.q.c, t.q.c, t.q.c, t.q.c}, s = {-t.q.s, t.q.s, -t.q.s, t.q.s},
        p = {t.p.x, t.p.y, t.p.x, t.p.y};
    int i = 0;
    for (; i + 2 <= count; i += 2) {
        Two v = *(const Two *)(const void *)&from[i];
        *(Two *)(void *)&to[i] = c * v + s * __builtin_shufflevector(v, v, 1, 0, 3, 2) + p;
    }
    if (i < count) to[i] = cn_xf_point(t, from[i]);
}

static void flip(cn_LocalManifold *out) {
    out->normal = cn_neg(out->normal);
    if (out->reference) out->reference = 3 - out->reference;
    for (int i = 0; i < out->count; i++) {
        uint32_t feature = out->points[i].feature;
        out->points[i].feature = feature << 16 | feature >> 16;
    }
}

void cn_collide(const cn_Geom *a, const cn_Geom *b, cn_Xf b_in_a, float margin,
                cn_LocalManifold *out) {
    const struct PairEntry *pair = &pair_table[class_of(a)][class_of(b)];
    out->count = 0;
    out->normal = cn_vec(0.0f, 0.0f);
    if (!pair->fn || (is_thin(a) && is_thin(b))) {
        out->reference = 0;
        return;
    }
    cn_Vec vertices[CN_MAX_POINTS], normals[CN_MAX_POINTS];
    place(b_in_a, b->vertices, b->count, vertices);
    place((cn_Xf){{-0.0f, -0.0f}, b_in_a.q}, b->normals, normal_count(b), normals);
    cn_Outline outline_a = {a->vertices, a->normals, a->count, a->radius, a->inner};
    cn_Outline outline_b = {vertices, normals, b->count, b->radius, b->inner};
    if (pair->flip) {
        if (out->reference) out->reference = 3 - out->reference;
        pair->fn(&outline_b, &outline_a, margin, out);
        flip(out);
    } else {
        pair->fn(&outline_a, &outline_b, margin, out);
    }
}

/* Circle b over an edge of a. */
static void face_circle(const cn_Outline *a, const cn_Outline *b, int edge, unsigned open,
                        float margin, cn_LocalManifold *out) {
    cn_Vec n = a->n[edge], v = a->v[edge], end = a->v[edge + 1 < a->count ? edge + 1 : 0];
    cn_Vec d = cn_sub(b->v[0], v), t = cn_left(n);
    float x = cn_dot(d, t), height = cn_dot(d, n), reach = a->radius + b->radius;
    if (x < 0 && !(open & CN_OPEN_START)) return;
    if (x > cn_dot(cn_sub(end, v), t) && !(open & CN_OPEN_END)) return;
    if (height - reach > margin) return;
    cn_Vec middle = cn_mul_add(b->v[0], -0.5f * (height - a->radius + b->radius), n);
    uint32_t feature = cn_pair_feature((uint32_t)edge | CN_FEATURE_EDGE, 0);
    cn_pair_add(out, middle, height - reach, feature);
}

void cn_collide_face(const cn_Geom *a, const cn_Geom *b, cn_Xf b_in_a, int edge, unsigned open,
                     float margin, cn_LocalManifold *out) {
    *out = (cn_LocalManifold){.normal = a->normals[edge], .reference = 1};
    if (class_of(a) != HULL || class_of(b) == PLANE) return;
    cn_Vec vertices[CN_MAX_POINTS], normals[CN_MAX_POINTS];
    place(b_in_a, b->vertices, b->count, vertices);
    place((cn_Xf){{-0.0f, -0.0f}, b_in_a.q}, b->normals, normal_count(b), normals);
    cn_Outline outline_a = {a->vertices, a->normals, a->count, a->radius, a->inner};
    cn_Outline outline_b = {vertices, normals, b->count, b->radius, b->inner};
    if (b->count == 1)
        face_circle(&outline_a, &outline_b, edge, open, margin, out);
    else
        cn_pair_face(&outline_a, &outline_b, edge, open, margin, out);
}

typedef struct Span {
    float lo, hi;
} Span;

static Span span_along(const cn_Geom *g, cn_Vec t) {
    Span s = {cn_dot(t, g->vertices[0]), cn_dot(t, g->vertices[0])};
    for (int i = 1; i < g->count; i++) {
        float d = cn_dot(t, g->vertices[i]);
        s.lo = cn_minf(s.lo, d);
        s.hi = cn_maxf(s.hi, d);
    }
    return (Span){s.lo - g->radius, s.hi + g->radius};
}

/* The normal of the face that the contact is about: two vertices that come near give it a tilt,
 * which the length of a body would turn into height. */
static cn_Vec face_near(const cn_Geom *a, const cn_Geom *b, cn_Rot q, cn_Vec normal) {
    cn_Vec face = normal;
    float best = SAME_FACE;
    for (int i = 0; i < a->count; i++) {
        float d = cn_dot(a->normals[i], normal);
        if (d > best) best = d, face = a->normals[i];
    }
    for (int i = 0; i < b->count; i++) {
        cn_Vec n = cn_neg(cn_rotate(q, b->normals[i]));
        float d = cn_dot(n, normal);
        if (d > best) best = d, face = n;
    }
    return face;
}

bool cn_collide_grazes(const cn_Geom *a, const cn_Geom *b, cn_Xf b_in_a, cn_Vec normal,
                       float width) {
    if (!cn_geom_may_graze(a) || !cn_geom_may_graze(b)) return false;
    cn_Vec t = cn_right(face_near(a, b, b_in_a.q, normal));
    Span sa = span_along(a, t), sb = span_along(b, cn_unrotate(b_in_a.q, t));
    float shift = cn_dot(t, b_in_a.p);
    float smaller = cn_minf(sa.hi - sa.lo, sb.hi - sb.lo);
    float common = cn_minf(sa.hi, sb.hi + shift) - cn_maxf(sa.lo, sb.lo + shift);
    return common < cn_minf(width, GRAZED * smaller);
}
