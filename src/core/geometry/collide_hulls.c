/* collide_hulls.c: capsules, segments and polygons against each other.
 *
 * Separating axes find the reference face; the facing edge of the other hull is clipped to it
 * (after Gottschalk, Lin, Manocha, "OBBTree", 1996, and Catto, "Iterative dynamics with temporal
 * coherence", 2005). Cores that are apart corner to corner, as those of rounded hulls often are,
 * get the true direction between the two corners instead.
 * Why the corner is found at the best face: where it is positive, the separation along a unit
 * vector u, min u.(b - a), is quasi-concave on the circle of directions. Its peak is the direction
 * of the shortest distance, so the best of all face normals is a neighbour of the peak, and its
 * face ends in the corner.
 * Invariant: A and B are treated alike, but for exact ties. */
#include "cairn_math.h"
#include "geometry/collide.h"
#include "geometry/collide_private.h"

/* m: a face must be better than an earlier one of its hull by more than rounding; else two equal
 * faces would take turns. */
#define FACE_BIAS 1.0e-6f
/* m: the other hull's face must be better by this much before the reference changes. Changing it
 * from step to step turns the normal and shakes a stack (measured on a pyramid of 500 boxes: 0.17
 * m/s with a bias of 0.5 mm, 0.004 m/s with 3 mm). On edges shorter than 6 cm a share (ratio) of
 * them. */
#define STICKY_BIAS      0.003f
#define STICKY_OF_LENGTH 0.05f
/* m: cores nearer than this count as touching: a direction between points so near is rounding. */
#define APART 5.0e-5f
/* m, by which the end of an edge that is over a face may be beyond the end of that, and counts as
 * over it: where two edges end together neither end is a corner then, which would leave one point
 * of two. */
#define SAME_END 2.0e-5f
/* count of products of vertices and edges, up to which all are tried; beyond, walk along the
 * hull. */
#define BRUTE_FORCE 64

/* The face of one hull along which the other is farthest away. */
typedef struct Face {
    const cn_Outline *hull, *other;
    int edge;
    float separation;
} Face;

/* The facing edge of the other hull, in the frame of the face: x along it, y outwards. */
typedef struct Incident {
    cn_Vec tangent;
    float length; /* of the face */
    int lo, hi;   /* vertices of other: its ends, lo at the start of the face */
    cn_Vec at_lo, at_hi;
} Incident;

static int next_of(const cn_Outline *hull, int i) { return i + 1 < hull->count ? i + 1 : 0; }
static int before_of(const cn_Outline *hull, int i) { return i > 0 ? i - 1 : hull->count - 1; }

static float height_over(const Face *face, int edge, int vertex) {
    cn_Vec d = cn_sub(face->other->v[vertex], face->hull->v[edge]);
    return cn_dot(face->hull->n[edge], d);
}

/* The least height of the other hull's vertices over the line through v with normal n. */
static inline float least_height(cn_Vec n, cn_Vec v, const cn_Vec *vertices, int count) {
    float least = cn_dot(n, cn_sub(vertices[0], v));
    for (int j = 1; j < count; j++) least = cn_minf(least, cn_dot(n, cn_sub(vertices[j], v)));
    return least;
}

/* Four faces side by side, or four vectors as two columns. Lanes have the bits that they have one
 * by one. */
typedef float Four __attribute__((vector_size(16)));
typedef float FourAnywhere __attribute__((vector_size(16), may_alias, aligned(4)));
typedef int32_t FourInt __attribute__((vector_size(16)));
typedef struct Columns {
    Four x, y;
} Columns;

static inline Columns four_vectors(const cn_Vec *v) {
    Four low = *(const FourAnywhere *)(const void *)v;
    Four high = *(const FourAnywhere *)(const void *)(v + 2);
    return (Columns){__builtin_shufflevector(low, high, 0, 2, 4, 6),
                     __builtin_shufflevector(low, high, 1, 3, 5, 7)};
}

static inline Four heights(Columns n, Columns v, cn_Vec p) {
    return n.x * (p.x - v.x) + n.y * (p.y - v.y);
}

/* As least_height, over four lines. */
static inline Four least_heights(Columns n, Columns v, const cn_Vec *vertices, int count) {
    Four least = heights(n, v, vertices[0]);
    for (int j = 1; j < count; j++) {
        Four height = heights(n, v, vertices[j]);
        FourInt lower = height < least;
        least = (Four)(((FourInt)height & lower) | ((FourInt)least & ~lower));
    }
    return least;
}

static void try_four(Face *face, int first, int skip) {
    const cn_Outline *hull = face->hull, *other = face->other;
    Columns n = four_vectors(hull->n + first), v = four_vectors(hull->v + first);
    bool quad = other->count == 4; /* most are boxes: a known count unrolls the loop */
    Four least =
        quad ? least_heights(n, v, other->v, 4) : least_heights(n, v, other->v, other->count);
    for (int i = skip; i < 4; i++)
        if (first + i == 0 || least[i] > face->separation + FACE_BIAS)
            face->separation = least[i], face->edge = first + i;
}

static void try_every_vertex(Face *face) {
    const cn_Outline *hull = face->hull, *other = face->other;
    int i = 0;
    for (; i + 4 <= hull->count; i += 4) try_four(face, i, 0);
    if (i > 0) {
        if (i < hull->count) try_four(face, hull->count - 4, 4 - (hull->count - i));
        return;
    }
    for (; i < hull->count; i++) {
        float least = least_height(hull->n[i], hull->v[i], other->v, other->count);
        if (i == 0 || least > face->separation + FACE_BIAS)
            face->separation = least, face->edge = i;
    }
}

/* From one face to the next the nearest vertex only moves forward (rotating calipers: Toussaint,
 * "Solving geometric problems with the rotating calipers", 1983). */
static void walk_along(Face *face) {
    int j = cn_pair_support(face->other, cn_neg(face->hull->n[0]));
    for (int i = 0; i < face->hull->count; i++) {
        float h = height_over(face, i, j);
        for (int step = 0; step < face->other->count; step++) {
            float ahead = height_over(face, i, next_of(face->other, j));
            if (ahead > h) break;
            h = ahead, j = next_of(face->other, j);
        }
        if (i == 0 || h > face->separation + FACE_BIAS) face->separation = h, face->edge = i;
    }
}

static void find_best_face(Face *face) {
    if (face->hull->count * face->other->count <= BRUTE_FORCE) {
        try_every_vertex(face);
    } else {
        walk_along(face);
    }
}

/* Of the edges that are no inner ones; false when all are. */
static bool find_open_face(Face *face) {
    const cn_Outline *hull = face->hull, *other = face->other;
    bool any = false;
    for (int i = 0; i < hull->count; i++) {
        if (cn_pair_is_inner(hull, i)) continue;
        float least = least_height(hull->n[i], hull->v[i], other->v, other->count);
        if (any && least <= face->separation + FACE_BIAS) continue;
        face->separation = least, face->edge = i;
        any = true;
    }
    return any;
}

static float edge_length_sq(const Face *face) {
    const cn_Outline *hull = face->hull;
    return cn_length_sq(cn_sub(hull->v[next_of(hull, face->edge)], hull->v[face->edge]));
}

/* Is b better than a by so much that the reference may change to it? */
static bool clearly_better(const Face *a, const Face *b) {
    float gain = b->separation - a->separation;
    if (gain <= 0.0f || gain > STICKY_BIAS) return gain > 0.0f;
    float edge_sq = cn_minf(edge_length_sq(a), edge_length_sq(b));
    return gain * gain > STICKY_OF_LENGTH * STICKY_OF_LENGTH * edge_sq;
}

/* Of the two edges at the nearest vertex the one that faces the reference more. */
static Incident find_incident(const Face *face) {
    const cn_Outline *hull = face->hull, *other = face->other;
    cn_Vec n = hull->n[face->edge], origin = hull->v[face->edge];
    int nearest = cn_pair_support(other, cn_neg(n));
    int before = before_of(other, nearest);
    bool first = cn_dot(other->n[before], n) < cn_dot(other->n[nearest], n);
    int edge = first ? before : nearest;
    Incident in = {.tangent = cn_left(n), .lo = next_of(other, edge), .hi = edge};
    in.length = cn_dot(cn_sub(hull->v[next_of(hull, face->edge)], origin), in.tangent);
    cn_Vec lo = cn_sub(other->v[in.lo], origin), hi = cn_sub(other->v[in.hi], origin);
    in.at_lo = cn_vec(cn_dot(lo, in.tangent), cn_dot(lo, n));
    in.at_hi = cn_vec(cn_dot(hi, in.tangent), cn_dot(hi, n));
    return in;
}

static uint32_t feature_of(bool face_is_a, int own, int others) {
    return face_is_a ? cn_pair_feature((uint32_t)own, (uint32_t)others)
                     : cn_pair_feature((uint32_t)others, (uint32_t)own);
}

/* Is nothing of the edge over the face? */
static bool is_beside(const Incident *in) { return in->at_hi.x < 0.0f || in->at_lo.x > in->length; }

/* The end of the face and the vertex of the other hull that are nearest to each other, when both
 * hulls are nearest at a corner; the direction between them is the normal. */
static bool collide_corner(const Face *face, const Incident *in, bool face_is_a, float margin,
                           cn_LocalManifold *out) {
    bool at_start = in->at_hi.x + in->at_lo.x < in->length;
    bool lo_nearest = in->at_lo.y < in->at_hi.y;
    if (cn_absf(in->at_lo.y - in->at_hi.y) < FACE_BIAS) lo_nearest = !at_start;
    cn_Vec w = lo_nearest ? in->at_lo : in->at_hi, far = lo_nearest ? in->at_hi : in->at_lo;
    float same = is_beside(in) ? 0.0f : SAME_END;
    if (w.x >= -same && w.x <= in->length + same) return false;
    bool start = w.x < 0.0f;
    cn_Vec d = cn_vec(start ? w.x : w.x - in->length, w.y);
    if (cn_dot(d, cn_sub(far, w)) < 0.0f) return false;
    int own = start ? face->edge : next_of(face->hull, face->edge);
    int others = lo_nearest ? in->lo : in->hi;
    float length;
    cn_Vec n = cn_normalize(cn_sub(face->other->v[others], face->hull->v[own]), &length);
    float separation = length - face->hull->radius - face->other->radius;
    if (separation > margin) return true;
    float to_middle = 0.5f * (length + face->hull->radius - face->other->radius);
    out->normal = face_is_a ? n : cn_neg(n);
    cn_pair_add(out, cn_mul_add(face->hull->v[own], to_middle, n), separation,
                feature_of(face_is_a, own, others));
    return true;
}

/* One end of the clipped edge, at (x, y) of the face. */
static void add_clipped(const Face *face, const Incident *in, cn_Vec at, uint32_t feature,
                        float margin, cn_LocalManifold *out) {
    const cn_Outline *hull = face->hull;
    float own = hull->radius, others = face->other->radius;
    if (at.y - own - others > margin) return;
    cn_Vec on_face = cn_mul_add(hull->v[face->edge], at.x, in->tangent);
    cn_Vec middle = cn_mul_add(on_face, 0.5f * (at.y + own - others), hull->n[face->edge]);
    cn_pair_add(out, middle, at.y - own - others, feature);
}

/* The point of the incident edge at x; only asked between its ends. */
static cn_Vec incident_at(const Incident *in, float x) {
    float t = (x - in->at_lo.x) / (in->at_hi.x - in->at_lo.x);
    return cn_vec(x, in->at_lo.y + t * (in->at_hi.y - in->at_lo.y));
}

static void clip(const Face *face, const Incident *in, bool face_is_a, unsigned open, float margin,
                 cn_LocalManifold *out) {
    cn_Vec n = face->hull->n[face->edge], lo = in->at_lo, hi = in->at_hi;
    out->normal = face_is_a ? n : cn_neg(n);
    if (lo.x < -SAME_END && !(open & CN_OPEN_START)) lo = incident_at(in, 0.0f);
    if (hi.x > in->length + SAME_END && !(open & CN_OPEN_END)) hi = incident_at(in, in->length);
    int end = next_of(face->hull, face->edge);
    add_clipped(face, in, lo, feature_of(face_is_a, face->edge, in->lo), margin, out);
    add_clipped(face, in, hi, feature_of(face_is_a, end, in->hi), margin, out);
}

/* The incident edge passes beside the face. Apart, it is nearest at a corner; overlapping, the
 * deepest vertex is all there is to go by. */
static void collide_beside(const Face *face, const Incident *in, bool face_is_a, float margin,
                           cn_LocalManifold *out) {
    if (face->separation >= -APART && collide_corner(face, in, face_is_a, margin, out)) return;
    bool lo_deepest = in->at_lo.y < in->at_hi.y;
    cn_Vec n = face->hull->n[face->edge];
    out->normal = face_is_a ? n : cn_neg(n);
    int own = lo_deepest ? face->edge : next_of(face->hull, face->edge);
    add_clipped(face, in, lo_deepest ? in->at_lo : in->at_hi,
                feature_of(face_is_a, own, lo_deepest ? in->lo : in->hi), margin, out);
}

static void collide_face(const Face *face, const Incident *in, bool face_is_a, float margin,
                         cn_LocalManifold *out) {
    if (is_beside(in)) {
        collide_beside(face, in, face_is_a, margin, out);
    } else {
        clip(face, in, face_is_a, 0, margin, out);
    }
}

/* Overlapping, they part through an open face of either. False: neither has one, and what is in
 * both is in neighbours of both. */
static bool choose_open(Face *a, Face *b) {
    bool of_a = !a->hull->inner || find_open_face(a);
    bool of_b = !b->hull->inner || find_open_face(b);
    if (!of_a) a->separation = b->separation - 2 * STICKY_BIAS;
    if (!of_b) b->separation = a->separation - 2 * STICKY_BIAS;
    return of_a || of_b;
}

/* Apart, they are nearest at an inner face: only its ends are on the surface of the shape. */
static void collide_across(const Face *best, bool best_is_a, float margin, cn_LocalManifold *out) {
    Incident in = find_incident(best);
    if (best->separation > APART) (void)collide_corner(best, &in, best_is_a, margin, out);
}

void cn_pair_hulls(const cn_Outline *a, const cn_Outline *b, float margin, cn_LocalManifold *out) {
    uint32_t last = out->reference;
    float reach = a->radius + b->radius + margin;
    out->reference = 0;
    Face of_a = {.hull = a, .other = b}, of_b = {.hull = b, .other = a};
    find_best_face(&of_a);
    if (of_a.separation > reach) return;
    find_best_face(&of_b);
    if (of_b.separation > reach) return;
    bool best_is_a = of_a.separation >= of_b.separation;
    const Face *most = best_is_a ? &of_a : &of_b;
    if (cn_pair_is_inner(most->hull, most->edge) && most->separation > 0) {
        collide_across(most, best_is_a, margin, out);
        return;
    }
    if (a->inner || b->inner) {
        if (most->separation <= 0 && !choose_open(&of_a, &of_b)) return;
        best_is_a = of_a.separation >= of_b.separation;
    }
    bool use_a = best_is_a;
    if (last == 1) use_a = !clearly_better(&of_a, &of_b);
    if (last == 2) use_a = clearly_better(&of_b, &of_a);
    const Face *kept = use_a ? &of_a : &of_b;
    if (cn_pair_is_inner(kept->hull, kept->edge)) use_a = best_is_a;
    Face *best = best_is_a ? &of_a : &of_b, *face = use_a ? &of_a : &of_b;
    out->reference = use_a ? 1 : 2;
    Incident in = find_incident(best);
    bool apart = best->separation > APART;
    if (apart && collide_corner(best, &in, best_is_a, margin, out)) return;
    if (face != best) in = find_incident(face);
    collide_face(face, &in, use_a, margin, out);
}

void cn_pair_face(const cn_Outline *a, const cn_Outline *b, int edge, unsigned open, float margin,
                  cn_LocalManifold *out) {
    Face face = {.hull = a, .other = b, .edge = edge};
    Incident in = find_incident(&face);
    if (in.at_hi.x < 0.0f && !(open & CN_OPEN_START)) return;
    if (in.at_lo.x > in.length && !(open & CN_OPEN_END)) return;
    clip(&face, &in, true, open, margin, out);
}
