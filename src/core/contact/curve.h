/* curve.h: chains that are drawn as polygons and meant as curves. */
#ifndef CN_CURVE_H
#define CN_CURVE_H

#include "data/world.h"

/* Which corners of a chain are arcs, once it has its pieces: others cost no step anything. */
void cn_curve_round(cn_World *w, int shape);
/* May the ground of a contact go on as an arc? Of a disc that moves along a chain. */
bool cn_curve_may_bend(const cn_World *w, const cn_Contact *c);
/* Does it move so fast that its manifold is made anew in each step? */
bool cn_curve_moves(const cn_World *w, const cn_Contact *c);
/* The manifold of such a contact with the arc that goes from its segment to the next, if there is
 * one: marks the contact as CURVED. Of two segments one has the arc, and the other nothing. */
void cn_curve_bend(cn_World *w, int contact);

#endif
