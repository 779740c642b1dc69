/* world_check.h: is what was read a world that steps can work with? */
#ifndef CN_SNAPSHOT_WORLD_CHECK_H
#define CN_SNAPSHOT_WORLD_CHECK_H

#include "base/image.h"

/* Of a world whose numbers, slots and arrays have been read: each index, count, kind and number is
 * one that its readers expect, and what belongs together knows each other. Fails the image. */
void cn_world_check_arrays(cn_World *w, cn_Image *im);
/* The same of slots and shapes alone, whose arrays stand before those of contacts. */
void cn_world_check_shapes(cn_World *w, cn_Image *im);

#endif
