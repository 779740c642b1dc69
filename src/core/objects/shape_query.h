/* shape_query.h: sorts shape ids; the questions to one shape (mass, box, containment, nearest
 * points) are public. */
#ifndef CN_SHAPE_QUERY_H
#define CN_SHAPE_QUERY_H

#include "data/world.h"

void cn_shape_sort(cn_ShapeId *ids, int count); /* by id */

#endif
