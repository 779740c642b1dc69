/* contact_speed.h: how fast contacts approach and slide, and which of those solved have something
 * to tell: before solving from the motion of their bodies, later from their blocks: see
 * contact_speed.c. */
#ifndef CN_CONTACT_SPEED_H
#define CN_CONTACT_SPEED_H

#include "data/world.h"

/* Its speeds now, m/s, for those who ask before solving; normal positive = approaching. */
void cn_contact_measure(const cn_World *w, const cn_Contact *c, cn_Row speed[2]);
/* The same, of before solving or of the last step; those that nobody solved have none. */
void cn_contact_speeds(const cn_World *w, int contact, cn_Row speed[2]);
void cn_contact_fetch_speeds(const cn_World *w, int contact); /* ahead of use */
/* Into list: solved contacts that were struck without having touched before; or those that have
 * something to tell. In no order. */
void cn_contact_told(cn_World *w, cn_ContactList *list, bool struck);

#endif
