/* polygon.h: from the points users give to a simple polygon, or to a sentence why not. */
#ifndef CN_POLYGON_H
#define CN_POLYGON_H

#include "cairn_types.h"

/* A simple polygon, counter-clockwise. */
typedef struct cn_Ring {
    cn_Vec v[CN_MAX_POINTS];
    int count;
    bool convex;
    double tolerance; /* m, less than this is nothing */
} cn_Ring;

/* Check and order 3..256 points (flat x, y pairs) as a simple polygon; nearly collinear points are
 * dropped. hull = take their convex hull.
 * Otherwise CN_GEOMETRY (or CN_NOT_FINITE, CN_RANGE) with error->field "points" and a message:
 * "at least 3 points needed, got 2", "at most 256 points, got 300",
 * "points 1 and 2 are the same point", "all 4 points lie on one line",
 * "points cross between #3 and #5", "point 2: finite number expected, got nan",
 * "point 2: 1e+30 is outside +-10000 m". */
cn_Result cn_hull_from_points(const double *points, int point_count, bool hull, cn_Ring *out,
                              cn_Error *error);

#endif
