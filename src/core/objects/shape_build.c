/* shape_build.c: from a definition to the vertices of its pieces.
 *
 * Most shapes are one piece; a chain has one each segment; a concave polygon is cut into convex
 * ones, but its mass is that of the polygon itself, also where it is rounded and its pieces
 * overlap. An ellipse is a rounded hull: the disc is that of its narrowest bend, and the hull
 * follows the curve that lies so far inside (which is convex). So its surface has no corners, and
 * its sides leave the ellipse by no more than half of ELLIPSE_ERROR to either side. Its mass is
 * exact. Not here: checking points (polygon.c), cutting (decompose.c), lists (shape.c). */
#include "objects/shape_build.h"

#include <math.h>

#include "cairn.h"
#include "cairn_math.h"
#include "cairn_types.h"
#include "geometry/decompose.h"
#include "geometry/geometry.h"
#include "geometry/polygon.h"
#include "world/check.h"

/* ratio of the error to the ellipse's larger radius: smaller takes more vertices */
#define ELLIPSE_ERROR 2e-4
/* count of vertices, least and most */
#define ELLIPSE_LEAST 8
#define ELLIPSE_MOST  128
/* ratio, the cube root of 4: see ellipse_count */
#define STEEPEST 1.5874

static cn_Pos placed_pos(const cn_ShapeDef *d, cn_Rot q, double x, double y) {
    double c = q.c, s = q.s;
    if (d->angle == 0) c = 1, s = 0;
    return (cn_Pos){d->x + (c * x - s * y), d->y + (s * x + c * y)};
}

static cn_Vec placed(const cn_ShapeDef *d, cn_Rot q, double x, double y) {
    cn_Pos p = placed_pos(d, q, x, y);
    return (cn_Vec){(float)p.x, (float)p.y};
}

static void box_piece(const cn_ShapeDef *d, cn_Rot q, cn_PieceBuild *o) {
    double hx = d->w / 2, hy = d->h / 2;
    o->count = 4;
    o->v[0] = placed(d, q, -hx, -hy);
    o->v[1] = placed(d, q, hx, -hy);
    o->v[2] = placed(d, q, hx, hy);
    o->v[3] = placed(d, q, -hx, hy);
}

/* ---- ellipses ----------------------------------------------------------------------------- */

/* At parameter t the ellipse goes on by s = |(a sin t, b cos t)| dt and turns by a b / s^2 dt, so
 * its radius is R = s^3 / (a b). Between two vertices dt apart the inner curve, of radius R - r,
 * rises over its chord by (R - r) (a b / s^2)^2 dt^2 / 8 = (a b / s - a b^4 / s^4) dt^2 / 8: most
 * where s^3 is 4 b^3, or on the flat side, where s = a, if that is less. */
static int ellipse_count(double a, double b) {
    double s = STEEPEST * b < a ? STEEPEST * b : a, k = b / s, most = a * k * (1 - k * k * k) / 8;
    double dt = most > 0 ? sqrt(ELLIPSE_ERROR * a / most) : 1;
    int n = 4 * (int)(0.5 * CN_PI / dt + 1);
    return n < ELLIPSE_LEAST ? ELLIPSE_LEAST : (n > ELLIPSE_MOST ? ELLIPSE_MOST : n);
}

static void ellipse_piece(const cn_ShapeDef *d, cn_Rot q, cn_PieceBuild *o) {
    double a = d->rx > d->ry ? d->rx : d->ry, b = d->rx > d->ry ? d->ry : d->rx;
    double r = b * b / a;
    o->radius = (float)r;
    o->count = 1;
    if (a - b < 1e-6 * a) return; /* a disc */
    o->count = ellipse_count(a, b);
    double step = 2 * CN_PI / o->count;
    for (int i = 0; i < o->count; i++) {
        double c = cn_cos(step * (i + 0.5)), s = cn_sin(step * (i + 0.5));
        double nx = d->ry * c, ny = d->rx * s, length = sqrt(nx * nx + ny * ny);
        double bend = length * length * length / (d->rx * d->ry), turn = d->rx * d->ry * step;
        turn /= length * length;
        double out = (bend - r) * turn * turn / 16 - r; /* half the rise, less the disc */
        o->v[i] = placed(d, q, d->rx * c + out * nx / length, d->ry * s + out * ny / length);
    }
}

/* ---- pieces ------------------------------------------------------------------------------- */

static cn_Result polygon_piece(cn_Error *e, const cn_ShapeDef *d, cn_Rot q, cn_ShapeBuild *out) {
    cn_Ring ring;
    cn_PieceBuild *o = &out->whole;
    cn_Result r = cn_hull_from_points(d->points, d->point_count, d->hull, &ring, e);
    if (r) return r;
    o->count = ring.count;
    for (int i = 0; i < o->count; i++) o->v[i] = placed(d, q, ring.v[i].x, ring.v[i].y);
    if (ring.convex) return CN_OK;
    cn_decompose(ring.v, ring.count, ring.tolerance, &out->cut);
    out->several = true;
    out->pieces = out->cut.count;
    if (out->pieces > 0) return CN_OK;
    return cn_refuse(e, CN_GEOMETRY, "points", "all %d points lie on one line", d->point_count);
}

static void chain_piece(const cn_ShapeDef *d, int segment, cn_PieceBuild *o) {
    cn_Rot q = cn_rot_from_angle(d->angle);
    int j = (segment + 1) % d->point_count;
    o->count = 2;
    o->v[0] = placed(d, q, d->points[2 * segment], d->points[2 * segment + 1]);
    o->v[1] = placed(d, q, d->points[2 * j], d->points[2 * j + 1]);
}

static cn_Result make_whole(cn_Error *e, const cn_ShapeDef *d, cn_ShapeBuild *out) {
    cn_Rot q = cn_rot_from_angle(d->angle);
    cn_PieceBuild *o = &out->whole;
    switch (d->kind) {
    case CN_BOX:
        box_piece(d, q, o);
        break;
    case CN_ELLIPSE:
        ellipse_piece(d, q, o);
        break;
    case CN_POLYGON:
        return polygon_piece(e, d, q, out);
    case CN_CAPSULE:
    case CN_SEGMENT:
        o->count = 2;
        o->v[0] = placed(d, q, d->x1, d->y1);
        o->v[1] = placed(d, q, d->x2, d->y2);
        break;
    case CN_CHAIN:
        out->several = true;
        out->pieces = d->point_count - (d->loop ? 0 : 1);
        o->count = 2;
        break;
    case CN_HALFSPACE:
        o->kind = CN_GEOM_PLANE;
        o->radius = 0;
        o->normal = cn_normalize((cn_Vec){(float)d->nx, (float)d->ny}, NULL);
        o->normal = cn_rotate(q, o->normal);
        break;
    default:
        break;
    }
    return CN_OK;
}

cn_Result cn_shape_build_make(cn_Error *e, const cn_ShapeDef *d, cn_ShapeBuild *out) {
    out->pieces = 1;
    out->several = false;
    out->whole.kind = CN_GEOM_HULL;
    out->whole.count = 1;
    out->whole.radius = (float)d->radius;
    out->whole.normal = (cn_Vec){0, 0};
    out->whole.v[0] = placed(d, cn_rot_from_angle(d->angle), 0, 0);
    cn_Result r = make_whole(e, d, out);
    out->most = out->whole.count;
    return r;
}

void cn_shape_build_piece(const cn_ShapeBuild *draft, const cn_ShapeDef *d, int index,
                          cn_PieceBuild *out) {
    const cn_PieceBuild *whole = &draft->whole;
    out->kind = whole->kind;
    out->radius = whole->radius;
    out->normal = whole->normal;
    out->cut = false;
    if (d->kind == CN_CHAIN) {
        chain_piece(d, index, out);
        return;
    }
    out->count = draft->several ? draft->cut.size[index] : whole->count;
    for (int i = 0; i < out->count; i++) {
        int at = draft->several ? draft->cut.first[index] + i : i;
        out->v[i] = whole->v[draft->several ? draft->cut.corner[at] : i];
        out->inner[i] = draft->several && draft->cut.inner[at];
        out->cut |= out->inner[i];
    }
}

/* ---- as the user drew it ------------------------------------------------------------------ */

static cn_Area ellipse_area(const cn_ShapeDef *d) {
    double area = CN_PI * d->rx * d->ry;
    return (cn_Area){area, {d->x, d->y}, area * (d->rx * d->rx + d->ry * d->ry) / 4};
}

cn_Area cn_shape_build_area(const cn_ShapeDef *d) {
    if (d->kind == CN_ELLIPSE) return ellipse_area(d);
    cn_Vec v[CN_MAX_POINTS], n[CN_MAX_POINTS];
    cn_Ring ring;
    cn_Error unused;
    cn_Rot q = cn_rot_from_angle(d->angle);
    if (cn_hull_from_points(d->points, d->point_count, d->hull, &ring, &unused))
        return (cn_Area){0};
    for (int i = 0; i < ring.count; i++) v[i] = placed(d, q, ring.v[i].x, ring.v[i].y);
    cn_geom_normals(v, ring.count, n);
    return cn_geom_area(&(cn_Geom){CN_GEOM_HULL, ring.count, (float)d->radius, v, n, NULL});
}

int cn_shape_build_outline(const cn_ShapeDef *d, cn_Pos *out) {
    cn_Rot q = cn_rot_from_angle(d->angle);
    bool ellipse = d->kind == CN_ELLIPSE;
    int count = ellipse ? 48 : d->point_count;
    double step = 2 * CN_PI / count;
    for (int i = 0; i < count; i++)
        out[i] = ellipse ? placed_pos(d, q, d->rx * cn_cos(step * i), d->ry * cn_sin(step * i))
                         : placed_pos(d, q, d->points[2 * i], d->points[2 * i + 1]);
    return count;
}

/* The ring is in float: back to the numbers that were given, the first that are equal to it. */
cn_Result cn_convex_hull(const double *points, int point_count, double *out, int *out_count,
                         cn_Error *error) {
    cn_Ring ring;
    *out_count = 0;
    cn_Result r = cn_hull_from_points(points, point_count, true, &ring, error);
    if (r) return r;
    for (int i = 0; i < ring.count; i++) {
        int k = 0;
        while ((float)points[2 * k] != ring.v[i].x || (float)points[2 * k + 1] != ring.v[i].y) k++;
        out[2 * i] = points[2 * k];
        out[2 * i + 1] = points[2 * k + 1];
    }
    *out_count = ring.count;
    return CN_OK;
}
