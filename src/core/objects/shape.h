/* shape.h: makes pieces from the definition of a shape, drops them, and walks a shape's
 * contacts. */
#ifndef CN_SHAPE_H
#define CN_SHAPE_H

#include "data/world.h"
#include "objects/shape_build.h"

void cn_shape_remove(cn_World *w, int shape);
void cn_shape_drop(cn_World *w, int shape); /* of a body that goes, too */

/* The pieces that a definition describes, after checking its sizes. */
struct cn_ShapeBuild;
cn_Result cn_shape_draft(const cn_ShapeDef *d, struct cn_ShapeBuild *out, cn_Error *e);
cn_Area cn_shape_moments(const cn_World *w, int shape); /* for density 1, in the body's frame */
/* For which there is room, unless it, or its body, is disabled. */
void cn_shape_enter_trees(cn_World *w, int shape);
/* All contacts of the shape. fn may destroy the one it is given. */
void cn_shape_each_contact(cn_World *w, int shape, void (*fn)(cn_World *, int contact));

#endif
