/* pool_check.h: looks at the runs of vertices, numbers and materials. */
#ifndef CN_POOL_CHECK_H
#define CN_POOL_CHECK_H

#include "base/image.h"
#include "data/world.h"

/* Fails im unless each run, live or free, lies in its array and overlaps no other, and what live
 * ones hold are numbers. Forms and shapes are checked already. */
void cn_pools_check(cn_World *w, cn_Image *im);

#endif
