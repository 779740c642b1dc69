/* contact_compact.h: contacts into the first slots again, in the order of their pieces: see
 * contact_compact.c. */
#ifndef CN_CONTACT_COMPACT_H
#define CN_CONTACT_COMPACT_H

#include "data/world.h"

/* Whether it is worth the while; and between two steps, all into the first
 * slots. */
bool cn_contact_is_loose(const cn_World *w);
void cn_contact_pack(cn_World *w);

#endif
