/* segment_clip.c: see segment_clip.h. Lines are cut with the half-planes behind edges (Cyrus and
 * Beck, "Generalized two- and three-dimensional clipping", Computers & Graphics 3, 1978). */
#include "geometry/segment_clip.h"

#include "cairn_math.h"
#include "geometry/geometry.h"

/* cosine between the normal of an edge and that of the surface: below it (beyond 60 degrees) the
 * edge counts as one that looks along the surface */
#define SIDEWAYS 0.5f
/* cosine: a plane whose normal is nearer than this to `up` is level, and has nothing above it */
#define LEVEL 0.9999f
/* m: what is nearer is touched */
#define TOUCH 0.0005f

/* Leaves what is behind the line through v with normal n, or before it by less than grow. */
static bool cut(const cn_Segment *part, cn_Vec n, cn_Vec v, float grow, float *lo, float *hi) {
    float a = cn_dot(n, cn_sub(part->from, v)) - grow;
    float b = cn_dot(n, cn_sub(part->to, v)) - grow;
    if (a > 0 && b > 0) return false;
    if (a > 0) *lo = cn_maxf(*lo, a / (a - b));
    if (b > 0) *hi = cn_minf(*hi, a / (a - b));
    return *lo <= *hi;
}

static float growth_of(const cn_Growth *g, cn_Vec n) {
    bool known = g->up.x != 0 || g->up.y != 0;
    return known && cn_absf(cn_dot(n, g->up)) < SIDEWAYS ? g->along : g->all;
}

static bool cut_edge(const cn_Geom *geom, const cn_Segment *part, const cn_Growth *g, cn_Vec n,
                     int i, float *lo, float *hi) {
    return cut(part, n, geom->vertices[i], geom->radius + growth_of(g, n), lo, hi);
}

static bool in_disc(const cn_Geom *disc, cn_Vec p, float grow) {
    float reach = disc->radius + grow;
    return cn_length_sq(cn_sub(p, disc->vertices[0])) < reach * reach;
}

bool cn_segment_within(const cn_Geom *geom, const cn_Segment *part, const cn_Growth *growth,
                       float *lo, float *hi) {
    *lo = 0, *hi = 1;
    if (geom->kind != CN_GEOM_PLANE && geom->count == 1)
        return in_disc(geom, part->from, growth->all) && in_disc(geom, part->to, growth->all);
    for (int i = 0; i < geom->count; i++)
        if (!cut_edge(geom, part, growth, geom->normals[i], i, lo, hi)) return false;
    if (geom->kind == CN_GEOM_PLANE || geom->count != 2) return true;
    cn_Vec along = cn_left(geom->normals[0]); /* ends, which have no edges */
    return cut_edge(geom, part, growth, cn_neg(along), 0, lo, hi) &&
           cut_edge(geom, part, growth, along, 1, lo, hi);
}

/* The span of b along the edge; of a rounded one that is all that is known. Returns its length. */
static float cut_span(const cn_Geom *b, cn_Xf b_in_a, cn_Vec v, cn_Vec t, float *lo, float *hi) {
    float least = 1e30f, most = -1e30f;
    for (int i = 0; i < b->count; i++) {
        float d = cn_dot(cn_sub(cn_xf_point(b_in_a, b->vertices[i]), v), t);
        least = cn_minf(least, d - b->radius), most = cn_maxf(most, d + b->radius);
    }
    *lo = cn_maxf(*lo, least), *hi = cn_minf(*hi, most);
    return most - least;
}

bool cn_segment_touched(const cn_Geom *a, int edge, const cn_Geom *b, cn_Xf b_in_a, float gap,
                        cn_Segment *part) {
    cn_Vec v = a->vertices[edge], n = a->normals[edge], t = cn_left(n);
    cn_Vec end = a->vertices[edge + 1 < a->count ? edge + 1 : 0];
    float length = cn_dot(cn_sub(end, v), t), lo = 0, hi = length;
    cn_Vec face = cn_mul_add(v, a->radius, n);
    float span = cut_span(b, b_in_a, v, t, &lo, &hi);
    *part = (cn_Segment){cn_mul_add(face, lo, t), cn_mul_add(face, hi, t), cn_minf(span, length)};
    if (lo > hi) return false;
    if (b->radius > 0 || b->count < 3) return true;
    b_in_a.p = cn_mul_add(b_in_a.p, -cn_maxf(gap, 0), n);
    float from = 0, to = 1;
    for (int i = 0; i < b->count; i++) {
        cn_Vec edge_n = cn_rotate(b_in_a.q, b->normals[i]);
        if (!cut(part, edge_n, cn_xf_point(b_in_a, b->vertices[i]), TOUCH, &from, &to))
            return false;
    }
    cn_Vec d = cn_sub(part->to, part->from), start = part->from;
    part->from = cn_mul_add(start, from, d);
    part->to = cn_mul_add(start, to, d);
    return true;
}

bool cn_segment_below(const cn_Geom *geom, cn_Vec p, cn_Vec up, float room) {
    if (geom->kind == CN_GEOM_PLANE) return cn_dot(geom->normals[0], up) > LEVEL;
    for (int i = 0; i < geom->count; i++)
        if (cn_dot(cn_sub(geom->vertices[i], p), up) + geom->radius > room) return false;
    return true;
}
