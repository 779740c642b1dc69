/* minkowski.h: a rounded convex hull that belongs to no body, held against the pieces of a world:
 * how far away is a piece, and where does the probe meet it on its way?
 *
 * Rays are probes of one point, boxes and circles of queries are probes, and so is what a mover
 * moves. All in double, about the piece: as exact 100 km from the origin as at it.
 * Not here: which pieces to ask (query.c, cast.c). */
#ifndef CN_MINKOWSKI_H
#define CN_MINKOWSKI_H

#include "geometry/geometry.h"
#include "geometry/pose.h"

/* m: what lies further out is taken to be there; squares of it are still numbers. */
#define CN_FAR 1e15
static inline double cn_query_tame(double v) {
    return v < -CN_FAR ? -CN_FAR : v > CN_FAR ? CN_FAR : v;
}

typedef struct cn_Probe {
    double x, y;             /* m, in the world */
    double radius;           /* m, rounding */
    int count;               /* corners, counter-clockwise */
    cn_Pos v[CN_MAX_POINTS]; /* from x, y, turned as it is in the world */
} cn_Probe;

/* How a probe and a piece meet, or how far they are apart. */
typedef struct cn_Nearest {
    double distance; /* m between the surfaces, negative: how deep; of a cast: the fraction */
    cn_Pos normal;   /* unit, from the piece to the probe, in the world */
    cn_Pos at;       /* m, on the surface of the piece, in the world */
} cn_Nearest;

/* A point, or a disc. */
void cn_probe_disc(cn_Probe *probe, double x, double y, double radius);
/* A box about x, y, half as wide as that; a line or a point where it has no width or height. */
void cn_probe_box(cn_Probe *probe, double x, double y, double half_w, double half_h);
/* A piece of a body as a probe; no plane. */
void cn_probe_of_geom(cn_Probe *probe, const cn_Geom *geom, const cn_Pose *pose);
/* x1, y1, x2, y2 in the world. */
void cn_probe_bounds(const cn_Probe *probe, double box[4]);

cn_Nearest cn_probe_nearest(const cn_Probe *probe, const cn_Geom *geom, const cn_Pose *pose);
/* Moved by d: whether it meets the piece, and where first. A probe that overlaps it from the
 * beginning gives the fraction 0, no normal, and its own place. */
bool cn_probe_cast(const cn_Probe *probe, const cn_Geom *geom, const cn_Pose *pose, cn_Pos d,
                   cn_Nearest *out);

/* A point that is moved by d against a sharp polygon, in two parts, for many points and polygons:
 * whether they meet (cn_point_cast; of many cn_Kernels.point_casts), and how. The bits of
 * cn_probe_cast. */
static inline bool cn_geom_is_sharp(const cn_Geom *geom) {
    return geom->kind != CN_GEOM_PLANE && geom->count > 2 && geom->radius <= 0;
}
typedef struct cn_PointAt {
    cn_Pos from, d; /* m, in the world */
    const cn_Pose *pose;
    const cn_Vec *vertices;
    int count;
} cn_PointAt;
typedef struct cn_PointCast {
    double fraction;
    int face; /* edge that is met, or one of these */
} cn_PointCast;
enum { CN_POINT_INSIDE = -1 /* from the beginning */, CN_POINT_MISSES = -2 };
cn_PointCast cn_point_cast(const cn_PointAt *point);
/* How it meets what it does; inside the normal is that of the nearest face, as cn_probe_nearest
 * says. */
cn_Nearest cn_point_cast_hit(const cn_PointAt *point, cn_PointCast met);

#endif
