/* decompose.c: see decompose.h.
 *
 * Ears are cut off until triangles are left (Meisters, "Polygons have ears", American Mathematical
 * Monthly 82, 1975); diagonals are flipped until no triangle is thinner than it has to be (Lawson,
 * "Software for C1 surface interpolation", 1977); then each diagonal that no reflex vertex needs
 * goes (Hertel and Mehlhorn, "Fast triangulation of simple polygons", 1983). What they leave
 * depends on the order, so several are tried and the fewest pieces taken.
 * Signs of areas are exact for what fits a float: no answer contradicts another. Where rounding of
 * the input has closed a polygon on itself ears are cut by force, and it ends nevertheless. */
#include "geometry/decompose.h"

#include <string.h>

#include "cairn_math.h"
#include "cairn_types.h"

/* count of passes over all edges: a bound for flips, which mostly end by themselves */
#define FLIP_PASSES 32
/* count of orders in which diagonals are tried to go: further ones seldom save another piece */
#define ORDERS 6

typedef struct Triangle {
    uint8_t v[3]; /* counter-clockwise */
} Triangle;

typedef struct Mesh {
    const cn_Vec *p;
    Triangle triangle[CN_MAX_POINTS];
    int count;
} Mesh;

/* Twice the signed area: positive when a, b, c turns left. */
static double turn(const cn_Vec *p, int a, int b, int c) {
    double ux = (double)p[b].x - (double)p[a].x, uy = (double)p[b].y - (double)p[a].y;
    double vx = (double)p[c].x - (double)p[a].x, vy = (double)p[c].y - (double)p[a].y;
    return ux * vy - uy * vx;
}

/* ---- ears --------------------------------------------------------------------------------- */

typedef struct Ring {
    const cn_Vec *p;
    int next[CN_MAX_POINTS], before[CN_MAX_POINTS];
    bool ear[CN_MAX_POINTS];
    int count, any; /* vertices left, and one of them */
} Ring;

static double turn_at(const Ring *r, int i) { return turn(r->p, r->before[i], i, r->next[i]); }

static bool is_ear(const Ring *r, int i) {
    int a = r->before[i], c = r->next[i];
    if (turn(r->p, a, i, c) <= 0.0) return false;
    for (int j = r->next[c]; j != a; j = r->next[j]) {
        if (turn_at(r, j) > 0.0) continue; /* convex ones never come in first */
        bool inside =
            turn(r->p, a, i, j) >= 0.0 && turn(r->p, i, c, j) >= 0.0 && turn(r->p, c, a, j) >= 0.0;
        if (inside) return false;
    }
    return true;
}

/* An ear; else a vertex on the line of its neighbours; else the one that sticks out most. */
static int next_ear(const Ring *r) {
    int best = r->any;
    double most = -1e300;
    for (int i = r->any, k = 0; k < r->count; k++, i = r->next[i])
        if (r->ear[i]) return i;
    for (int i = r->any, k = 0; k < r->count; k++, i = r->next[i]) {
        double t = turn_at(r, i);
        if (t == 0.0) return i;
        if (t > most) most = t, best = i;
    }
    return best;
}

static void cut(Ring *r, int i) {
    int a = r->before[i], c = r->next[i];
    r->next[a] = c;
    r->before[c] = a;
    r->count--;
    r->any = c; /* go on around it, so that ears do not make a fan */
    r->ear[a] = is_ear(r, a);
    r->ear[c] = is_ear(r, c);
}

static void triangulate(Mesh *m, int count) {
    Ring r = {.p = m->p, .count = count};
    for (int i = 0; i < count; i++) {
        r.next[i] = i + 1 < count ? i + 1 : 0;
        r.before[i] = i > 0 ? i - 1 : count - 1;
    }
    for (int i = 0; i < count; i++) r.ear[i] = is_ear(&r, i);
    while (r.count >= 3) {
        int i = next_ear(&r);
        if (turn_at(&r, i) > 0.0)
            m->triangle[m->count++] =
                (Triangle){{(uint8_t)r.before[i], (uint8_t)i, (uint8_t)r.next[i]}};
        cut(&r, i);
    }
}

/* ---- flips -------------------------------------------------------------------------------- */

/* The triangle on the other side of the edge a, b of another; at: where its b is. */
static int across(const Mesh *m, int a, int b, int *at) {
    for (int t = 0; t < m->count; t++)
        for (int k = 0; k < 3; k++)
            if (m->triangle[t].v[k] == b && m->triangle[t].v[(k + 1) % 3] == a) {
                *at = k;
                return t;
            }
    return -1;
}

/* Is d within the circle through a, b and c? */
static bool in_circle(const cn_Vec *p, int a, int b, int c, int d) {
    double ax = (double)p[a].x - (double)p[d].x, ay = (double)p[a].y - (double)p[d].y;
    double bx = (double)p[b].x - (double)p[d].x, by = (double)p[b].y - (double)p[d].y;
    double cx = (double)p[c].x - (double)p[d].x, cy = (double)p[c].y - (double)p[d].y;
    double aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
    return aa * (bx * cy - by * cx) - bb * (ax * cy - ay * cx) + cc * (ax * by - ay * bx) > 0.0;
}

/* Turn the diagonal of the two triangles at edge k of t, where that makes them rounder. */
static bool flip(Mesh *m, int t, int k) {
    int a = m->triangle[t].v[k], b = m->triangle[t].v[(k + 1) % 3],
        c = m->triangle[t].v[(k + 2) % 3];
    int at, other = a < b ? across(m, a, b, &at) : -1; /* once for both sides */
    if (other < 0) return false;
    int d = m->triangle[other].v[(at + 2) % 3];
    if (turn(m->p, c, a, d) <= 0.0 || turn(m->p, d, b, c) <= 0.0) return false;
    if (!in_circle(m->p, a, b, c, d)) return false;
    m->triangle[t] = (Triangle){{(uint8_t)c, (uint8_t)a, (uint8_t)d}};
    m->triangle[other] = (Triangle){{(uint8_t)d, (uint8_t)b, (uint8_t)c}};
    return true;
}

static void make_round(Mesh *m) {
    bool any = true;
    for (int pass = 0; any && pass < FLIP_PASSES; pass++) {
        any = false;
        for (int t = 0; t < m->count; t++)
            for (int k = 0; k < 3; k++) any |= flip(m, t, k);
    }
}

/* ---- diagonals that go -------------------------------------------------------------------- */

typedef struct Diagonal {
    uint8_t a, b;
} Diagonal;

typedef struct Part {
    int size; /* 0 = has become part of another */
    uint8_t v[CN_MAX_POINTS];
} Part;

typedef struct Parts {
    const cn_Vec *p;
    int count;
    Part part[CN_MAX_POINTS];
} Parts;

static int list_diagonals(const Mesh *m, Diagonal *list) {
    int count = 0, at;
    for (int t = 0; t < m->count; t++)
        for (int k = 0; k < 3; k++) {
            uint8_t a = m->triangle[t].v[k], b = m->triangle[t].v[(k + 1) % 3];
            if (a < b && across(m, a, b, &at) >= 0) list[count++] = (Diagonal){a, b};
        }
    return count;
}

/* The part that goes from a to b, and where its a is. */
static int part_with(const Parts *s, int a, int b, int *at) {
    for (int i = 0; i < s->count; i++) {
        const Part *q = &s->part[i];
        for (int k = 0; k < q->size; k++)
            if (q->v[k] == a && q->v[k + 1 < q->size ? k + 1 : 0] == b) {
                *at = k;
                return i;
            }
    }
    return -1;
}

static int corner(const Part *q, int at) { return q->v[(at + 2 * q->size) % q->size]; }

/* Take the diagonal out when both its ends stay convex. */
static void merge(Parts *s, Diagonal d) {
    int i = 0, j = 0, first = part_with(s, d.a, d.b, &i), second = part_with(s, d.b, d.a, &j);
    if (first < 0 || second < 0) return;
    Part *f = &s->part[first], *g = &s->part[second];
    if (f->size + g->size - 2 > CN_MAX_POINTS) return;
    if (turn(s->p, corner(f, i - 1), d.a, corner(g, j + 2)) < 0.0) return;
    if (turn(s->p, corner(g, j - 1), d.b, corner(f, i + 2)) < 0.0) return;
    Part joined = {.size = 0};
    for (int k = 1; k <= f->size; k++) joined.v[joined.size++] = (uint8_t)corner(f, i + k);
    for (int k = 2; k < g->size; k++) joined.v[joined.size++] = (uint8_t)corner(g, j + k);
    *f = joined;
    g->size = 0;
}

static double length_sq(const cn_Vec *p, Diagonal d) {
    double x = (double)p[d.a].x - (double)p[d.b].x, y = (double)p[d.a].y - (double)p[d.b].y;
    return x * x + y * y;
}

/* Order 0: the longest first, 1: the shortest; the others are mixed. */
static void put_in_order(const cn_Vec *p, Diagonal *list, int count, int order) {
    uint32_t mixed = 12345u + (uint32_t)order;
    for (int i = 1; i < count; i++) {
        Diagonal d = list[i];
        int j = i;
        if (order > 1) {
            mixed = mixed * 1664525u + 1013904223u;
            j = (int)(mixed >> 16) % (i + 1);
            list[i] = list[j], list[j] = d;
            continue;
        }
        double length = length_sq(p, d);
        for (; j > 0; j--) {
            double other = length_sq(p, list[j - 1]);
            if (order == 0 ? other >= length : other <= length) break;
            list[j] = list[j - 1];
        }
        list[j] = d;
    }
}

static int merge_all(const Mesh *m, const Diagonal *list, int count, Parts *out) {
    out->p = m->p;
    out->count = m->count;
    for (int t = 0; t < m->count; t++) {
        out->part[t].size = 3;
        memcpy(out->part[t].v, m->triangle[t].v, 3);
    }
    for (int i = 0; i < count; i++) merge(out, list[i]);
    int left = 0;
    for (int i = 0; i < out->count; i++) left += out->part[i].size > 0;
    return left;
}

/* Drop corners that hardly stick out; fewer than three are left of what is thinner than that. */
static void clean(const cn_Vec *p, Part *q, double tolerance) {
    for (int i = 0; i < q->size && q->size > 2;) {
        int a = corner(q, i - 1), c = corner(q, i + 1);
        double twice = turn(p, a, q->v[i], c), x = (double)p[c].x - (double)p[a].x,
               y = (double)p[c].y - (double)p[a].y;
        if (twice > 0.0 && twice * twice > tolerance * tolerance * (x * x + y * y)) {
            i++;
            continue;
        }
        q->size--;
        memmove(&q->v[i], &q->v[i + 1], (size_t)(q->size - i));
        i = i > 0 ? i - 1 : 0; /* its neighbours stick out less now */
    }
}

static void take(Parts *from, double tolerance, cn_Pieces *out) {
    int used = 0;
    out->count = 0;
    for (int i = 0; i < from->count; i++) {
        Part *q = &from->part[i];
        clean(from->p, q, tolerance);
        if (q->size < 3) continue;
        out->first[out->count] = used;
        out->size[out->count++] = q->size;
        memcpy(&out->corner[used], q->v, (size_t)q->size);
        used += q->size;
    }
}

/* The edge that another piece has the other way round. */
static bool has_edge(const cn_Pieces *s, uint8_t from, uint8_t to) {
    for (int i = 0; i < s->count; i++) {
        const uint8_t *v = &s->corner[s->first[i]];
        for (int k = 0, before = s->size[i] - 1; k < s->size[i]; before = k++)
            if (v[before] == from && v[k] == to) return true;
    }
    return false;
}

static void find_inner(cn_Pieces *s) {
    for (int i = 0; i < s->count; i++) {
        const uint8_t *v = &s->corner[s->first[i]];
        for (int k = 0; k < s->size[i]; k++) {
            uint8_t next = v[k + 1 < s->size[i] ? k + 1 : 0];
            s->inner[s->first[i] + k] = has_edge(s, next, v[k]);
        }
    }
}

void cn_decompose(const cn_Vec *vertices, int count, double tolerance, cn_Pieces *out) {
    Mesh mesh = {.p = vertices};
    Diagonal list[CN_MAX_POINTS];
    Parts parts;
    int fewest = CN_MAX_POINTS + 1;
    triangulate(&mesh, count);
    make_round(&mesh);
    int diagonals = list_diagonals(&mesh, list);
    for (int order = 0; order < ORDERS; order++) {
        put_in_order(vertices, list, diagonals, order);
        int left = merge_all(&mesh, list, diagonals, &parts);
        if (left >= fewest) continue;
        fewest = left;
        take(&parts, tolerance, out);
    }
    find_inner(out);
}
