/* contact_speed.h: how fast contacts approach and slide, before and after solving, and which of
 * those solved have something to tell. */
#ifndef CN_CONTACT_SPEED_H
#define CN_CONTACT_SPEED_H

#include "data/world.h"

/* Its speeds now, m/s, for what is asked before solving; normal positive = approaching. */
void cn_contact_measure(const cn_World *w, const cn_Contact *c, cn_Row speed[2]);
/* Its speeds before solving, or of the last step; a contact that was not solved has none. */
void cn_contact_speeds(const cn_World *w, int contact, cn_Row speed[2]);
void cn_contact_fetch_speeds(const cn_World *w, int contact); /* ahead of use */
/* Whether a contact with something to tell is wanted; asked by all threads at once. */
typedef bool cn_ContactWanted(const cn_World *w, int contact);
/* Into list: solved contacts that were struck without having touched before (wanted is NULL); or
 * those that have something to tell which is wanted. In no order. */
void cn_contact_told(cn_World *w, cn_ContactList *list, cn_ContactWanted *wanted);

#endif
