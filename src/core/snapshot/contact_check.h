/* contact_check.h: looks at contacts, and at the pairs of shapes that several of them share. */
#ifndef CN_CONTACT_CHECK_H
#define CN_CONTACT_CHECK_H

#include "base/image.h"
#include "data/world.h"

/* Fails im unless each contact stands between two pieces that there are, and each pair of shapes
 * has as many contacts as it says. Slots, bodies, shapes and pieces are checked already. */
void cn_contacts_check(cn_World *w, cn_Image *im);

#endif
