/* distance.h: how far two pieces are apart (GJK), for sensors, queries and sweeps.
 * Source: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex
 * objects in three-dimensional space", IEEE J. Robotics and Automation 4(2), 1988. */
#ifndef CN_DISTANCE_H
#define CN_DISTANCE_H

#include "geometry/geometry.h"

typedef struct cn_Distance {
    float distance;    /* m between the rounded surfaces, 0 when they overlap */
    cn_Vec on_a, on_b; /* nearest points of the surfaces, A's frame; a common point on overlap */
    cn_Vec normal;     /* unit from A to B, zero when the hulls themselves overlap */
} cn_Distance;

cn_Distance cn_distance(const cn_Geom *a, const cn_Geom *b, cn_Xf b_in_a);
/* distance <= 0 without computing points: what sensors and queries ask. */
bool cn_overlaps(const cn_Geom *a, const cn_Geom *b, cn_Xf b_in_a);

#endif
