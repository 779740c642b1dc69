/* shape_ignore.h: what is left of pairs that ignore each other when one of the two goes. */
#ifndef CN_SHAPE_IGNORE_H
#define CN_SHAPE_IGNORE_H

#include "data/world.h"

void cn_shape_ignore_drop(cn_World *w, int slot);

#endif
