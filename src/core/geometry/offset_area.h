/* offset_area.h: how large all is that lies within a distance of a polygon, dents and all. */
#ifndef CN_OFFSET_AREA_H
#define CN_OFFSET_AREA_H

#include "cairn_math.h"

/* Integrals of 1, position and squared distance over an area, about one reference point. */
typedef struct cn_Moments {
    double area; /* m^2 */
    cn_Pos first;
    double second;
} cn_Moments;

/* Of a polygon of 3 to CN_MAX_POINTS vertices, m, that crosses itself nowhere, and of what lies
 * within the radius, m, above 0, of it: each place once, however many edges it is near to. Right to
 * about 1e-6 of the area. */
cn_Moments cn_offset_moments(const cn_Vec *vertices, int count, double radius, cn_Pos reference);

#endif
