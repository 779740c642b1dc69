/* distance.c: see distance.h.
 *
 * GJK on the cores: a simplex of up to three vertices of the difference B - A closes in on the
 * origin, each time by the vertex farthest against the nearest point so far. Roundings are taken
 * off at the end. In double, for the differences of nearly equal numbers that it lives from; the
 * vertices are floats, so products of them are all but exact.
 * Invariant: each round adds a new vertex pair and comes strictly nearer, or is the last one; so
 * it ends even without ROUNDS_MAX. */
#include "geometry/distance.h"

#include <math.h>

#include "cairn_math.h"
#include "geometry/geometry.h"

/* count of rounds: a bound for what rounding might do; rounds end long before. */
#define ROUNDS_MAX 128
/* ratio: progress below this part of the squared distance is rounding. */
#define PROGRESS 1.0e-12
/* m: cores nearer than this touch; it is far below a float's step at any size that matters. */
#define TOUCH 1.0e-9
/* sine of the angle below which faces of two planes count as parallel. */
#define PARALLEL 1.0e-6

typedef struct Vertex {
    int a, b; /* indices into the two hulls */
    cn_Pos on_a, on_b;
    cn_Pos w;     /* on_b - on_a */
    double share; /* barycentric coordinate of the nearest point */
} Vertex;

typedef struct Simplex {
    Vertex v[3];
    int count; /* 3: the cores overlap */
} Simplex;

static cn_Pos to_pos(cn_Vec v) { return (cn_Pos){v.x, v.y}; }
static cn_Vec to_vec(cn_Pos p) { return cn_vec((float)p.x, (float)p.y); }
static cn_Pos minus(cn_Pos a, cn_Pos b) { return (cn_Pos){a.x - b.x, a.y - b.y}; }
static cn_Pos along(cn_Pos a, double k, cn_Pos d) { return (cn_Pos){a.x + k * d.x, a.y + k * d.y}; }
static double dot(cn_Pos a, cn_Pos b) { return a.x * b.x + a.y * b.y; }
static double cross(cn_Pos a, cn_Pos b) { return a.x * b.y - a.y * b.x; }

static cn_Pos rotate(cn_Rot q, cn_Pos v) {
    double c = q.c, s = q.s;
    return (cn_Pos){c * v.x - s * v.y, s * v.x + c * v.y};
}

static cn_Pos place(cn_Xf t, cn_Vec v) {
    cn_Pos p = rotate(t.q, to_pos(v));
    return (cn_Pos){p.x + t.p.x, p.y + t.p.y};
}

static int support(const cn_Geom *geom, cn_Pos d) {
    int best = 0;
    double most = dot(d, to_pos(geom->vertices[0]));
    for (int i = 1; i < geom->count; i++) {
        double h = dot(d, to_pos(geom->vertices[i]));
        if (h > most) most = h, best = i;
    }
    return best;
}

static Vertex make_vertex(const cn_Geom *a, const cn_Geom *b, cn_Xf t, int ia, int ib) {
    Vertex v = {.a = ia, .b = ib, .share = 1.0};
    v.on_a = to_pos(a->vertices[ia]);
    v.on_b = place(t, b->vertices[ib]);
    v.w = minus(v.on_b, v.on_a);
    return v;
}

/* The vertex of B - A farthest along -d. */
static Vertex farthest_against(const cn_Geom *a, const cn_Geom *b, cn_Xf t, cn_Pos d) {
    cn_Rot back = {t.q.c, -t.q.s};
    cn_Pos in_b = rotate(back, (cn_Pos){-d.x, -d.y});
    return make_vertex(a, b, t, support(a, d), support(b, in_b));
}

static cn_Pos nearest_point(const Simplex *s) {
    cn_Pos p = {0.0, 0.0};
    for (int i = 0; i < s->count; i++) p = along(p, s->v[i].share, s->v[i].w);
    return p;
}

/* The part of the segment p, q that is nearest to the origin: an end or its inside. */
static Simplex nearest_of_segment(const Vertex *p, const Vertex *q) {
    cn_Pos e = minus(q->w, p->w);
    double t = -dot(p->w, e), ee = dot(e, e);
    Simplex s = {.v = {*p, *q}, .count = 1};
    s.v[0].share = 1.0;
    if (t <= 0.0) return s;
    if (t >= ee) {
        s.v[0] = *q;
        s.v[0].share = 1.0;
        return s;
    }
    s.count = 2;
    s.v[1].share = t / ee;
    s.v[0].share = 1.0 - s.v[1].share;
    return s;
}

/* Is the origin inside the triangle? Then the shares are the areas opposite the vertices. */
static bool triangle_has_origin(Simplex *s) {
    double a = cross(s->v[1].w, s->v[2].w), b = cross(s->v[2].w, s->v[0].w);
    double c = cross(s->v[0].w, s->v[1].w), sum = a + b + c;
    bool inside = (a >= 0.0 && b >= 0.0 && c >= 0.0) || (a <= 0.0 && b <= 0.0 && c <= 0.0);
    if (!inside || sum == 0.0) return false;
    s->v[0].share = a / sum;
    s->v[1].share = b / sum;
    s->v[2].share = c / sum;
    return true;
}

/* Keep the vertices whose Voronoi region has the origin. The third is new: it cannot lie farther
 * than the edge of the other two, so only the edges that end in it compete. */
static void reduce(Simplex *s) {
    if (s->count == 2) {
        *s = nearest_of_segment(&s->v[0], &s->v[1]);
    } else if (s->count == 3 && !triangle_has_origin(s)) {
        Simplex p = nearest_of_segment(&s->v[0], &s->v[2]);
        Simplex q = nearest_of_segment(&s->v[1], &s->v[2]);
        cn_Pos at_p = nearest_point(&p), at_q = nearest_point(&q);
        *s = dot(at_p, at_p) <= dot(at_q, at_q) ? p : q;
    }
}

static bool has_pair(const Simplex *s, const Vertex *v) {
    for (int i = 0; i < s->count; i++) {
        if (s->v[i].a == v->a && s->v[i].b == v->b) return true;
    }
    return false;
}

/* The simplex of the difference of the cores that is nearest to the origin. */
static Simplex nearest_simplex(const cn_Geom *a, const cn_Geom *b, cn_Xf t) {
    Simplex s = {.count = 1};
    s.v[0] = make_vertex(a, b, t, 0, 0);
    for (int round = 0; round < ROUNDS_MAX; round++) {
        cn_Pos v = nearest_point(&s);
        double vv = dot(v, v);
        if (vv <= TOUCH * TOUCH) break;
        Vertex w = farthest_against(a, b, t, v);
        if (has_pair(&s, &w) || vv - dot(v, w.w) <= PROGRESS * vv) break;
        Simplex better = s;
        better.v[better.count++] = w;
        reduce(&better);
        if (better.count == 3) return better;
        cn_Pos u = nearest_point(&better);
        if (dot(u, u) >= vv) break;
        s = better;
    }
    return s;
}

/* Where two cores are nearest; apart is 0 and n is zero when they overlap. */
typedef struct Gap {
    cn_Pos on_a, on_b, n;
    double apart;
} Gap;

static Gap gap_of_hulls(const cn_Geom *a, const cn_Geom *b, cn_Xf t) {
    Simplex s = nearest_simplex(a, b, t);
    Gap gap = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, 0.0};
    for (int i = 0; i < s.count; i++) {
        gap.on_a = along(gap.on_a, s.v[i].share, s.v[i].on_a);
        gap.on_b = along(gap.on_b, s.v[i].share, s.v[i].on_b);
    }
    cn_Pos d = minus(gap.on_b, gap.on_a);
    double length = sqrt(dot(d, d));
    if (s.count == 3 || length <= TOUCH) return gap;
    gap.apart = length;
    gap.n = (cn_Pos){d.x / length, d.y / length};
    return gap;
}

/* The plane's normal n and face point p against the hull placed by t; both in one frame. */
static Gap gap_of_plane(cn_Pos n, cn_Pos p, const cn_Geom *hull, cn_Xf t) {
    cn_Rot back = {t.q.c, -t.q.s};
    int deepest = support(hull, rotate(back, (cn_Pos){-n.x, -n.y}));
    cn_Pos v = place(t, hull->vertices[deepest]);
    double height = dot(n, minus(v, p));
    if (height <= TOUCH) return (Gap){v, v, {0.0, 0.0}, 0.0};
    return (Gap){along(v, -height, n), v, n, height};
}

/* Half planes overlap unless they turn their backs on each other. A point of both: where the two
 * faces cross, or when they are parallel the point of the deeper face. */
static Gap gap_of_planes(cn_Pos na, cn_Pos pa, cn_Pos nb, cn_Pos pb) {
    double sine = cross(na, nb), height = dot(na, minus(pb, pa));
    if (fabs(sine) > PARALLEL) {
        double k = dot(nb, minus(pb, pa)) / sine;
        cn_Pos at = along(pa, k, (cn_Pos){-na.y, na.x});
        return (Gap){at, at, {0.0, 0.0}, 0.0};
    }
    if (dot(na, nb) < 0.0 && height > TOUCH) return (Gap){along(pb, -height, na), pb, na, height};
    cn_Pos at = height <= 0.0 ? pb : pa;
    return (Gap){at, at, {0.0, 0.0}, 0.0};
}

/* The gap with A and B exchanged. */
static Gap flipped(Gap g) { return (Gap){g.on_b, g.on_a, {-g.n.x, -g.n.y}, g.apart}; }

static Gap gap_between(const cn_Geom *a, const cn_Geom *b, cn_Xf t) {
    bool a_is_plane = a->kind == CN_GEOM_PLANE, b_is_plane = b->kind == CN_GEOM_PLANE;
    if (!a_is_plane && !b_is_plane) return gap_of_hulls(a, b, t);
    cn_Pos na = {0.0, 0.0}, nb = na, pa = na, pb = na;
    if (a_is_plane) na = to_pos(a->normals[0]), pa = to_pos(a->vertices[0]);
    if (b_is_plane) nb = rotate(t.q, to_pos(b->normals[0])), pb = place(t, b->vertices[0]);
    if (a_is_plane && b_is_plane) return gap_of_planes(na, pa, nb, pb);
    if (a_is_plane) return gap_of_plane(na, pa, b, t);
    cn_Xf identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    return flipped(gap_of_plane(nb, pb, a, identity));
}

/* Planes have no rounding, whatever the field says. */
static double rounding(const cn_Geom *geom) {
    return geom->kind == CN_GEOM_PLANE ? 0.0 : (double)geom->radius;
}

cn_Distance cn_distance(const cn_Geom *a, const cn_Geom *b, cn_Xf b_in_a) {
    Gap gap = gap_between(a, b, b_in_a);
    double ra = rounding(a), rb = rounding(b), rest = gap.apart - (ra + rb);
    cn_Distance out = {.normal = to_vec(gap.n)};
    if (rest > 0.0) {
        out.distance = (float)rest;
        out.on_a = to_vec(along(gap.on_a, ra, gap.n));
        out.on_b = to_vec(along(gap.on_b, -rb, gap.n));
        return out;
    }
    /* half way between the two surfaces, but between the cores: there it is in both roundings */
    double middle = 0.5 * (gap.apart + ra - rb);
    middle = middle < 0.0 ? 0.0 : middle > gap.apart ? gap.apart : middle;
    out.on_a = out.on_b = to_vec(along(gap.on_a, middle, gap.n));
    return out;
}

/* m, and ratio to how far it is from the origin: so deep in a hull a point is in it, rounding or
 * not */
#define SURELY     1e-4f
#define SURELY_FAR 1e-5f

/* Is the point deep inside? Most of what overlaps a large hull is told at its first corner. */
static bool has_inside(const cn_Geom *hull, cn_Vec p) {
    float least = -(SURELY + SURELY_FAR * cn_length(p));
    if (hull->kind == CN_GEOM_PLANE || hull->count < 3) return false;
    for (int i = 0; i < hull->count; i++)
        if (!(cn_dot(hull->normals[i], cn_sub(p, hull->vertices[i])) < least)) return false;
    return true;
}

bool cn_overlaps(const cn_Geom *a, const cn_Geom *b, cn_Xf b_in_a) {
    if (b->kind != CN_GEOM_PLANE && has_inside(a, cn_xf_point(b_in_a, b->vertices[0]))) return true;
    if (a->kind != CN_GEOM_PLANE &&
        has_inside(b, cn_unrotate(b_in_a.q, cn_sub(a->vertices[0], b_in_a.p))))
        return true;
    Gap gap = gap_between(a, b, b_in_a);
    return gap.apart - (rounding(a) + rounding(b)) <= 0.0;
}
