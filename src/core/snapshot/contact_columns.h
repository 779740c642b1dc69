/* contact_columns.h: see contact_columns.c. */
#ifndef CN_CONTACT_COLUMNS_H
#define CN_CONTACT_COLUMNS_H

#include "base/image.h"
#include "data/world.h"

/* The elements of contact and contact_cold, of which there is one for each slot. What of bodies,
 * shapes and pieces stands before them in an image is there and sound. */
void cn_contact_columns(cn_World *w, cn_Image *im);
/* Of scratch.order.node, so many, when contacts are there. */
void cn_node_columns(cn_World *w, cn_Image *im, int count);

#endif
