/* hull.h: from the points users give to a convex polygon, or to a sentence why not. */
#ifndef CN_HULL_H
#define CN_HULL_H

#include "cairn_types.h"

/* Check and order 3..256 points (flat x, y pairs) as a convex polygon, counter-clockwise.
 * hull = take their convex hull (nearly collinear points dropped). Writes the vertices relative
 * to nothing but the input's own frame; *count of them into out[CN_MAX_POINTS].
 * Otherwise CN_GEOMETRY (or CN_NOT_FINITE, CN_RANGE) with error->field "points" and a message:
 * "at least 3 points needed, got 2", "at most 256 points, got 300",
 * "points 1 and 2 are the same point", "all 4 points lie on one line",
 * "points cross between #3 and #5", "point 2: finite number expected, got nan",
 * "point 2: 1e+30 is outside +-10000 m",
 * "concave polygons are not available yet; use hull = true or several shapes". */
cn_Result cn_hull_from_points(const double *points, int point_count, bool hull, cn_Vec *out,
                              int *count, cn_Error *error);

#endif
