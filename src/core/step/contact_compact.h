/* contact_compact.h: moves contacts into the first slots again, when they lie too loosely. */
#ifndef CN_CONTACT_COMPACT_H
#define CN_CONTACT_COMPACT_H

#include "data/world.h"

/* Whether packing is worth the while; and, between two steps, all contacts into the first slots. */
bool cn_contact_is_loose(const cn_World *w);
void cn_contact_pack(cn_World *w);

#endif
