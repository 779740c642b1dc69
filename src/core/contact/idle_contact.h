/* idle_contact.h: contacts without points that need not be looked at yet. */
#ifndef CN_IDLE_CONTACT_H
#define CN_IDLE_CONTACT_H

#include "data/world.h"

/* At the beginning of the narrow phase. False: no memory. */
bool cn_idle_reserve(cn_World *w, int words);
/* They have no points, and get none before both bodies of each have come so far. */
void cn_idle_let(cn_World *w, const cn_IdleContact *list, int count);
/* It is looked at in the next step, whatever was known of it. */
void cn_idle_end(cn_World *w, int contact);
/* Those that are idle yet are noted as seen, and apart. */
void cn_idle_pass(cn_World *w);

#endif
