/* shape_design.h: what is kept of a shape's definition. */
#ifndef CN_SHAPE_DESIGN_H
#define CN_SHAPE_DESIGN_H

#include "data/world.h"

/* It points to the points of d. */
cn_Design cn_design_of(const cn_ShapeDef *d);
int cn_design_length(const cn_Design *d); /* count of numbers that it takes in w->points */
/* Into points, where room for it is. Returns the first. */
int cn_design_keep(cn_World *w, const cn_Design *d);
/* Into d, whose kind is that of s, and which points into w->points then. */
void cn_design_read(const cn_World *w, const cn_Shape *s, cn_ShapeDef *d);

#endif
