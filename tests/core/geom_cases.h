/* geom_cases.h: what the geometry tests share: seeded random shapes, slow references.
 *
 * The references are written in double and try everything: every axis, every vertex against every
 * edge. A failure prints its line and the seed of the case. Each test is one file with one main,
 * so everything here is static. */
#ifndef GEOM_CASES_H
#define GEOM_CASES_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "geometry/geometry.h"
#include "geometry/polygon.h"

static uint64_t seed, state;

#undef CHECK /* a failure names the seed of the case */
#define CHECK(condition)                                                                           \
    expect(condition, "line %d, seed %llu: %s", __LINE__, (unsigned long long)seed, #condition)
#define CLOSE(got, want, tolerance) close_to(got, want, tolerance, __LINE__, #got " = " #want)

static inline bool close_to(double got, double want, double tolerance, int line, const char *what) {
    return expect(fabs(got - want) <= tolerance,
                  "line %d, seed %llu: %s: got %.9g, want %.9g +- %.2g", line,
                  (unsigned long long)seed, what, got, want, tolerance);
}

/* ---- random shapes -------------------------------------------------------------------------- */

static inline void begin_case(uint64_t s) {
    seed = s;
    state = s * 0x9e3779b97f4a7c15u + 1;
}

static inline double uniform(double lo, double hi) { /* splitmix64 */
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return lo + (hi - lo) * (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

static inline int whole(int lo, int hi) { return lo + (int)uniform(0.0, hi - lo + 0.999999); }

typedef struct Shape {
    cn_Vec v[CN_MAX_POINTS], n[CN_MAX_POINTS];
    cn_Geom geom;
} Shape;

static inline void finish(Shape *s, int count, float radius) {
    cn_geom_normals(s->v, count, s->n);
    s->geom = (cn_Geom){CN_GEOM_HULL, count, radius, s->v, s->n, NULL};
}

static inline void make_box(Shape *s, float hx, float hy, float radius) {
    s->v[0] = cn_vec(-hx, -hy), s->v[1] = cn_vec(hx, -hy);
    s->v[2] = cn_vec(hx, hy), s->v[3] = cn_vec(-hx, hy);
    finish(s, 4, radius);
}

static inline void make_line(Shape *s, cn_Vec a, cn_Vec b, float radius) {
    s->v[0] = a, s->v[1] = b;
    finish(s, 2, radius);
}

static inline void make_circle(Shape *s, cn_Vec center, float radius) {
    s->v[0] = center;
    finish(s, 1, radius);
}

static inline void make_plane(Shape *s, cn_Vec p, double angle) {
    cn_Rot q = cn_rot_from_angle(angle);
    s->v[0] = p, s->n[0] = cn_vec(q.c, q.s);
    s->geom = (cn_Geom){CN_GEOM_PLANE, 1, 0.0f, s->v, s->n, NULL};
}

static inline void make_polygon(Shape *s, int points, float radius) {
    double p[2 * CN_MAX_POINTS];
    double size = uniform(0.2, 2.0), x = uniform(-1, 1), y = uniform(-1, 1), flat = uniform(0.1, 1);
    for (int i = 0; i < points; i++) {
        double a = uniform(-CN_PI, CN_PI), r = size * (points > 20 ? 1.0 : uniform(0.5, 1.0));
        p[2 * i] = x + r * cos(a), p[2 * i + 1] = y + flat * r * sin(a);
    }
    cn_Ring ring;
    if (cn_hull_from_points(p, points, true, &ring, NULL) != CN_OK) {
        make_box(s, 0.5f, 0.5f, radius);
    } else {
        memcpy(s->v, ring.v, (size_t)ring.count * sizeof *s->v);
        finish(s, ring.count, radius);
    }
}

static inline cn_Vec random_vec(double reach) {
    float x = (float)uniform(-reach, reach);
    return cn_vec(x, (float)uniform(-reach, reach));
}

static inline void make_any(Shape *s) {
    float radius = (float)uniform(0.02, 0.5);
    cn_Vec p = random_vec(1.0), q = random_vec(1.0);
    switch (whole(0, 5)) {
    case 0:
        make_circle(s, p, radius);
        break;
    case 1:
        make_line(s, p, q, radius);
        break;
    case 2:
        make_box(s, 1.0f - 0.4f * (p.x + 1.0f), 1.0f - 0.4f * (p.y + 1.0f), 0.0f);
        break;
    case 3:
        make_polygon(s, whole(3, 8), radius);
        break;
    case 4:
        make_polygon(s, whole(3, 12), 0.0f);
        break;
    default:
        make_polygon(s, whole(30, 256), 0.0f);
        break;
    }
}

static inline cn_Xf random_placement(double reach) {
    cn_Vec p = random_vec(reach); /* in this order with every compiler */
    return (cn_Xf){p, cn_rot_from_angle(uniform(-CN_PI, CN_PI))};
}

/* ---- slow references ------------------------------------------------------------------------ */

typedef struct Core {
    cn_Pos v[CN_MAX_POINTS];
    int count;
    double radius;
} Core;

static inline Core core_of(const cn_Geom *geom, cn_Xf t) {
    Core core = {.count = geom->count, .radius = geom->radius};
    for (int i = 0; i < geom->count; i++) {
        double x = geom->vertices[i].x, y = geom->vertices[i].y;
        core.v[i].x = t.q.c * x - t.q.s * y + t.p.x;
        core.v[i].y = t.q.s * x + t.q.c * y + t.p.y;
    }
    return core;
}

static inline double point_segment(cn_Pos p, cn_Pos a, cn_Pos b) {
    double ex = b.x - a.x, ey = b.y - a.y, ee = ex * ex + ey * ey;
    double t = ee > 0.0 ? ((p.x - a.x) * ex + (p.y - a.y) * ey) / ee : 0.0;
    t = fmin(1.0, fmax(0.0, t));
    return hypot(p.x - a.x - t * ex, p.y - a.y - t * ey);
}

/* The least distance of a vertex of one from an edge of the other. */
static inline double slow_gap(const Core *a, const Core *b) {
    double least = INFINITY;
    for (int i = 0; i < a->count; i++) {
        for (int j = 0; j < b->count; j++) {
            cn_Pos a2 = a->v[(i + 1) % a->count], b2 = b->v[(j + 1) % b->count];
            least = fmin(least, point_segment(a->v[i], b->v[j], b2));
            least = fmin(least, point_segment(b->v[j], a->v[i], a2));
        }
    }
    return least;
}

/* The largest separation along any edge normal of hull, both sides for a line; -inf for a point. */
static inline double slow_axis(const Core *hull, const Core *other) {
    double most = -(double)INFINITY;
    for (int i = 0; hull->count > 1 && i < hull->count; i++) {
        cn_Pos a = hull->v[i], b = hull->v[(i + 1) % hull->count];
        double length = hypot(b.x - a.x, b.y - a.y), least = INFINITY;
        double nx = (b.y - a.y) / length, ny = (a.x - b.x) / length;
        for (int j = 0; j < other->count; j++) {
            least = fmin(least, nx * (other->v[j].x - a.x) + ny * (other->v[j].y - a.y));
        }
        most = fmax(most, least);
    }
    return most;
}

/* Signed distance of the cores: the gap, or minus the depth along the best face. */
static inline double slow_separation(const Core *a, const Core *b) {
    double axis = fmax(slow_axis(a, b), slow_axis(b, a));
    if (a->count == 1 && b->count == 1) return slow_gap(a, b);
    return axis > 0.0 || (a->count <= 2 && b->count <= 2 && axis > -1e-7) ? slow_gap(a, b) : axis;
}

static inline double surface_gap(const cn_Geom *geom, cn_Vec p) {
    return cn_length(cn_sub(p, cn_geom_closest(geom, p)));
}

#endif
