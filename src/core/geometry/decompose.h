/* decompose.h: a simple polygon as convex pieces. */
#ifndef CN_DECOMPOSE_H
#define CN_DECOMPOSE_H

#include "cairn_types.h"

/* Convex rings, counter-clockwise, one behind the other: all corners are corners of the polygon. */
typedef struct cn_Pieces {
    int count;
    int first[CN_MAX_POINTS];          /* of each in corner */
    int size[CN_MAX_POINTS];           /* of each, corners */
    uint8_t corner[3 * CN_MAX_POINTS]; /* indices of the polygon's vertices */
    uint8_t inner[3 * CN_MAX_POINTS]; /* of the edge from each: a piece is on its other side, too */
} cn_Pieces;

/* Of 3..256 vertices, counter-clockwise, that cross nowhere. The pieces fill the polygon and do not
 * overlap, but for what is thinner than tolerance (m), which is left out; there are at most 2 r + 1
 * for r reflex vertices, and mostly half as many. */
void cn_decompose(const cn_Vec *vertices, int count, double tolerance, cn_Pieces *out);

#endif
