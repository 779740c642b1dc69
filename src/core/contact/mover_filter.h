/* mover_filter.h: which shapes the body of a character mover may meet. */
#ifndef CN_MOVER_FILTER_H
#define CN_MOVER_FILTER_H

#include "data/world.h"

/* Whether the shape of a mover's body may meet another. */
bool cn_mover_allows(const cn_World *w, int shape, int other);

#endif
