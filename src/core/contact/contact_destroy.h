/* contact_destroy.h: ends all contacts of a step at once: counted, noted by any thread, then
 * ended. */
#ifndef CN_CONTACT_DESTROY_H
#define CN_CONTACT_DESTROY_H

#include "data/world.h"

/* Contacts that scratch.contact.words says have ended: they are counted, those of each
 * word noted (by any thread), and ended. */
bool cn_contact_destroy_count(cn_World *w); /* false: no memory, and there are none */
void cn_contact_destroy_note(cn_World *w, int word);
void cn_contact_destroy_all(cn_World *w);

#endif
