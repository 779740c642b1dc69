/* rest_cache.h: frees, trims and counts what islands that are solved directly keep from step to
 * step. */
#ifndef CN_REST_CACHE_H
#define CN_REST_CACHE_H

#include "base/image.h"
#include "data/world.h"

void cn_rest_free(cn_World *w);
void cn_rest_trim(cn_World *w); /* gives back what it needs within steps only */
size_t cn_rest_bytes(const cn_World *w);
/* rest_image.c: writes them, or reads them into a world that has none, but all its bodies. */
void cn_rest_image(cn_World *w, cn_Image *im);

#endif
