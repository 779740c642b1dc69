/* shape_query.h: what one shape can be asked: mass, box, containment, nearest points: see
 * shape_query.c. */
#ifndef CN_SHAPE_QUERY_H
#define CN_SHAPE_QUERY_H

#include "data/world.h"

void cn_shape_sort(cn_ShapeId *ids, int count); /* by id */

#endif
