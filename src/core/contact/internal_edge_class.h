/* internal_edge_class.h: marks whether a contact stands on a face of the ground, at its end, or at
 * a corner. */
#ifndef CN_INTERNAL_EDGE_CLASS_H
#define CN_INTERNAL_EDGE_CLASS_H

#include "data/world.h"

/* Corners of the ground that another piece continues. */
void cn_internal_edge_classify(const cn_World *w, cn_Contact *c); /* of a manifold just made */
/* What is marked in one of two bodies that can be pushed, which moves on the other; comes: as well
 * as it slides. */
uint32_t cn_internal_edge_class_pushed(const cn_World *w, const cn_Contact *c, bool comes);

#endif
