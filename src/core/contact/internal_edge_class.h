/* internal_edge_class.h: marks whether a contact stands on a face of the ground, at its end, or at
 * a corner. */
#ifndef CN_INTERNAL_EDGE_CLASS_H
#define CN_INTERNAL_EDGE_CLASS_H

#include "data/world.h"

/* Corners of the ground that another piece continues. */
void cn_internal_edge_classify(const cn_World *w, cn_Contact *c); /* of a manifold just made */

#endif
