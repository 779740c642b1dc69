/* order_check.h: looks at what the solver keeps of its order. */
#ifndef CN_ORDER_CHECK_H
#define CN_ORDER_CHECK_H

#include "base/image.h"
#include "data/world.h"

/* Fails im unless colours, domains and bins are sound. Slots are checked already. */
void cn_order_check(cn_World *w, cn_Image *im);

#endif
