/* sparse_image.h: the lists of what few bodies, shapes and joints have. */
#ifndef CN_SNAPSHOT_SPARSE_IMAGE_H
#define CN_SNAPSHOT_SPARSE_IMAGE_H

#include "base/image.h"
#include "data/world.h"

void cn_image_sparse(cn_World *w, cn_Image *im);

#endif
