/* polygon.c: see polygon.h.
 *
 * Everything is decided on the points as the engine will keep them, that is rounded to float, with
 * sums in double: two points that differ only beyond a float are one point. Whatever lies within
 * one tolerance, a millionth of the size, counts as zero: distances of duplicates, height of a
 * vertex over the line of its neighbours.
 * Invariant of the result: at least 3 vertices, counter-clockwise, each sticking out or dented by
 * more than the tolerance; so every edge has a normal, and no two neighbours share one. */
#include "geometry/polygon.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cairn_math.h"
#include "cairn_types.h"

typedef struct Ring {
    cn_Vec p[CN_MAX_POINTS];
    int number[CN_MAX_POINTS]; /* 1-based place in the input, for messages */
    int count;
    double tolerance; /* m */
} Ring;

static cn_Result refuse(cn_Error *error, cn_Result result, const char *format, ...) {
    if (!error) return result;
    error->result = result;
    error->field = "points";
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    return result;
}

/* Twice the signed area of the triangle a, b, c: positive when it turns left. */
static double turn(cn_Vec a, cn_Vec b, cn_Vec c) {
    return ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x);
}

static double distance_sq(cn_Vec a, cn_Vec b) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    return dx * dx + dy * dy;
}

static double squared(double v) { return v * v; }

/* Signed square of the height of p over the line a, b; the sign is that of turn(a, b, p). */
static double height_sq(cn_Vec a, cn_Vec b, cn_Vec p) {
    double t = turn(a, b, p), l = distance_sq(a, b);
    if (l == 0.0) return distance_sq(a, p);
    return t < 0.0 ? -t * t / l : t * t / l;
}

static cn_Result check_numbers(const double *points, int count, cn_Error *error) {
    for (int i = 0; i < 2 * count; i++) {
        if (cn_is_finite(points[i])) continue;
        const char *got = points[i] > 0.0 ? "inf" : points[i] < 0.0 ? "-inf" : "nan";
        return refuse(error, CN_NOT_FINITE, "point %d: finite number expected, got %s", i / 2 + 1,
                      got);
    }
    for (int i = 0; i < 2 * count; i++) {
        if (points[i] <= CN_MAX_SIZE && points[i] >= -CN_MAX_SIZE) continue;
        return refuse(error, CN_RANGE, "point %d: %.9g is outside +-%.9g m", i / 2 + 1, points[i],
                      CN_MAX_SIZE);
    }
    return CN_OK;
}

/* What counts as nothing: a share (ratio) of the size, at most so much (m), but never below two
 * steps of float (ratio of the distance) out there. */
#define OF_SIZE   1.0e-6
#define MOST      1.0e-4
#define TWO_STEPS 2.4e-7
static double tolerance_of(const Ring *ring) {
    double lo_x = ring->p[0].x, hi_x = lo_x, lo_y = ring->p[0].y, hi_y = lo_y;
    for (int i = 1; i < ring->count; i++) {
        double x = ring->p[i].x, y = ring->p[i].y;
        lo_x = x < lo_x ? x : lo_x, hi_x = x > hi_x ? x : hi_x;
        lo_y = y < lo_y ? y : lo_y, hi_y = y > hi_y ? y : hi_y;
    }
    double size = hi_x - lo_x > hi_y - lo_y ? hi_x - lo_x : hi_y - lo_y;
    double reach = hi_x > -lo_x ? hi_x : -lo_x;
    reach = hi_y > reach ? hi_y : reach;
    reach = -lo_y > reach ? -lo_y : reach;
    double tolerance = OF_SIZE * size < MOST ? OF_SIZE * size : MOST;
    double resolution = TWO_STEPS * reach;
    return tolerance > resolution ? tolerance : resolution;
}

static void ring_read(Ring *ring, const double *points, int count) {
    ring->count = count;
    for (int i = 0; i < count; i++) {
        ring->p[i] = cn_vec((float)points[2 * i], (float)points[2 * i + 1]);
        ring->number[i] = i + 1;
    }
    ring->tolerance = tolerance_of(ring);
}

static cn_Result check_duplicates(const Ring *ring, cn_Error *error) {
    for (int i = 0; i < ring->count; i++) {
        for (int j = i + 1; j < ring->count; j++) {
            if (distance_sq(ring->p[i], ring->p[j]) > squared(ring->tolerance)) continue;
            return refuse(error, CN_GEOMETRY, "points %d and %d are the same point",
                          ring->number[i], ring->number[j]);
        }
    }
    return CN_OK;
}

static int farthest_from(const Ring *ring, cn_Vec from) {
    int best = 0;
    for (int i = 1; i < ring->count; i++) {
        if (distance_sq(from, ring->p[i]) > distance_sq(from, ring->p[best])) best = i;
    }
    return best;
}

static cn_Result check_collinear(const Ring *ring, cn_Error *error) {
    /* the farthest from the farthest is a line long enough to measure heights against */
    cn_Vec a = ring->p[farthest_from(ring, ring->p[0])];
    cn_Vec b = ring->p[farthest_from(ring, a)];
    for (int i = 0; i < ring->count; i++) {
        double h = height_sq(a, b, ring->p[i]);
        if ((h < 0.0 ? -h : h) > squared(ring->tolerance)) return CN_OK;
    }
    return refuse(error, CN_GEOMETRY, "all %d points lie on one line", ring->count);
}

static int sign(double v) { return (v > 0.0) - (v < 0.0); }

/* p is on the line a, b already: does it lie between them? */
static bool between(cn_Vec a, cn_Vec b, cn_Vec p) {
    return ((p.x >= a.x && p.x <= b.x) || (p.x <= a.x && p.x >= b.x)) &&
           ((p.y >= a.y && p.y <= b.y) || (p.y <= a.y && p.y >= b.y));
}

/* Do the closed segments a-b and c-d share a point? Signs of areas, after de Berg et al.,
 * "Computational Geometry", chapter 2. */
static bool segments_meet(cn_Vec a, cn_Vec b, cn_Vec c, cn_Vec d) {
    int c_side = sign(turn(a, b, c)), d_side = sign(turn(a, b, d));
    int a_side = sign(turn(c, d, a)), b_side = sign(turn(c, d, b));
    if (c_side * d_side < 0 && a_side * b_side < 0) return true;
    return (c_side == 0 && between(a, b, c)) || (d_side == 0 && between(a, b, d)) ||
           (a_side == 0 && between(c, d, a)) || (b_side == 0 && between(c, d, b));
}

/* An edge that runs back over the one before it. */
static bool folds_back(cn_Vec a, cn_Vec b, cn_Vec c) {
    double dot =
        ((double)b.x - a.x) * ((double)c.x - b.x) + ((double)b.y - a.y) * ((double)c.y - b.y);
    return turn(a, b, c) == 0.0 && dot < 0.0;
}

static cn_Result check_crossing(const Ring *ring, cn_Error *error) {
    int n = ring->count;
    const cn_Vec *p = ring->p;
    for (int i = 0; i < n; i++) {
        int i2 = (i + 1) % n;
        bool meets = folds_back(p[i], p[i2], p[(i + 2) % n]);
        int j = i2;
        while (!meets && ++j < n && (j + 1) % n != i) {
            meets = segments_meet(p[i], p[i2], p[j], p[(j + 1) % n]);
        }
        if (!meets) continue;
        int first = ring->number[i], second = ring->number[j];
        return refuse(error, CN_GEOMETRY, "points cross between #%d and #%d",
                      first < second ? first : second, first < second ? second : first);
    }
    return CN_OK;
}

static double twice_area(const Ring *ring) {
    double sum = 0.0;
    for (int i = 1; i + 1 < ring->count; i++) sum += turn(ring->p[0], ring->p[i], ring->p[i + 1]);
    return sum;
}

static void ring_reverse(Ring *ring) {
    for (int i = 0, j = ring->count - 1; i < j; i++, j--) {
        cn_Vec p = ring->p[i];
        int number = ring->number[i];
        ring->p[i] = ring->p[j], ring->number[i] = ring->number[j];
        ring->p[j] = p, ring->number[j] = number;
    }
}

static void ring_drop(Ring *ring, int i) {
    ring->count--;
    size_t after = (size_t)(ring->count - i);
    memmove(&ring->p[i], &ring->p[i + 1], after * sizeof ring->p[0]);
    memmove(&ring->number[i], &ring->number[i + 1], after * sizeof ring->number[0]);
}

/* The height of vertex i over the line of its neighbours, signed square; negative = dented. */
static double bulge_sq(const Ring *ring, int i) {
    int n = ring->count;
    return -height_sq(ring->p[(i + n - 1) % n], ring->p[(i + 1) % n], ring->p[i]);
}

/* Drop vertices that neither stick out nor dent by more than the tolerance. Going round again
 * after a removal keeps a run of tiny steps from being judged against a stale neighbour. */
static void drop_flat_vertices(Ring *ring) {
    for (int i = 0; i < ring->count && ring->count > 3;) {
        double h = bulge_sq(ring, i);
        if ((h < 0.0 ? -h : h) > squared(ring->tolerance)) {
            i++;
        } else {
            ring_drop(ring, i);
            i = i > 0 ? i - 1 : 0;
        }
    }
}

static bool is_convex(const Ring *ring) {
    for (int i = 0; i < ring->count; i++)
        if (bulge_sq(ring, i) <= 0.0) return false;
    return true;
}

static int by_x_then_y(const void *a, const void *b) {
    const cn_Vec *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

/* Add the lower or upper half: keep only what turns left. */
static int chain_push(cn_Vec *chain, int count, int floor, cn_Vec p) {
    while (count - floor >= 2 && turn(chain[count - 2], chain[count - 1], p) <= 0.0) count--;
    chain[count] = p;
    return count + 1;
}

/* Andrew, "Another efficient algorithm for convex hulls in two dimensions", Information Processing
 * Letters 9(5), 1979: sort, then walk along the bottom and back along the top. */
static void ring_hull(Ring *ring) {
    cn_Vec chain[2 * CN_MAX_POINTS + 1];
    int n = ring->count, count = 0;
    qsort(ring->p, (size_t)n, sizeof ring->p[0], by_x_then_y);
    for (int i = 0; i < n; i++) count = chain_push(chain, count, 0, ring->p[i]);
    int floor = count - 1;
    for (int i = n - 2; i >= 0; i--) count = chain_push(chain, count, floor, ring->p[i]);
    ring->count = count - 1;
    memcpy(ring->p, chain, (size_t)ring->count * sizeof ring->p[0]);
}

/* What the user drew must already be a simple ring. */
static cn_Result check_outline(Ring *ring, cn_Error *error) {
    cn_Result result = check_crossing(ring, error);
    if (result != CN_OK) return result;
    if (twice_area(ring) < 0.0) ring_reverse(ring);
    drop_flat_vertices(ring);
    return CN_OK;
}

cn_Result cn_hull_from_points(const double *points, int point_count, bool hull, cn_Ring *out,
                              cn_Error *error) {
    if (!points || point_count < 3) {
        return refuse(error, CN_GEOMETRY, "at least 3 points needed, got %d", point_count);
    }
    if (point_count > CN_MAX_POINTS) {
        return refuse(error, CN_GEOMETRY, "at most %d points, got %d", CN_MAX_POINTS, point_count);
    }
    cn_Result result = check_numbers(points, point_count, error);
    if (result != CN_OK) return result;
    Ring ring;
    ring_read(&ring, points, point_count);
    if (!hull) result = check_duplicates(&ring, error);
    if (result == CN_OK) result = check_collinear(&ring, error);
    if (result != CN_OK) return result;
    if (hull) {
        ring_hull(&ring);
        drop_flat_vertices(&ring);
    } else {
        result = check_outline(&ring, error);
        if (result != CN_OK) return result;
    }
    memcpy(out->v, ring.p, (size_t)ring.count * sizeof out->v[0]);
    out->count = ring.count;
    out->tolerance = ring.tolerance;
    out->convex = is_convex(&ring);
    return CN_OK;
}
