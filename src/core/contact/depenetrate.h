/* depenetrate.h: one common way out for two bodies of several pieces that are deep in each
 * other. */
#ifndef CN_DEPENETRATE_H
#define CN_DEPENETRATE_H

#include "data/world.h"

/* Bodies of several pieces that are deep in each other */
bool cn_depenetrate_is(const cn_World *w, const cn_Contact *c); /* of a manifold just made */
void cn_depenetrate_solve(cn_World *w);                         /* those that the words tell of */

#endif
