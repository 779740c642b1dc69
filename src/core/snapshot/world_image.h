/* world_image.h: the whole state of a world as bytes, and back. */
#ifndef CN_SNAPSHOT_WORLD_IMAGE_H
#define CN_SNAPSHOT_WORLD_IMAGE_H

#include "base/image.h"

/* Writes it, or reads it into a world that is all zeros. What has been read into may be freed by
 * cn_world_destroy whether that failed or not. */
void cn_world_image(cn_World *w, cn_Image *im);
/* The numbers that stand in the world itself, and not in its arrays. */
void cn_world_numbers(cn_World *w, cn_Image *im);

#endif
