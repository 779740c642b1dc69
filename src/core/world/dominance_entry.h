/* dominance_entry.h: who leads in a contact, and what both count as then. */
#ifndef CN_DOMINANCE_ENTRY_H
#define CN_DOMINANCE_ENTRY_H

#include "data/world.h"

/* Where the entry of a body is, or would have to be. */
int cn_dominance_place(const cn_World *w, int body);
/* 0 unless it was set. */
int cn_dominance_of(const cn_World *w, int body);
/* Of two bodies: more than 0 where a leads, less where b does, 0 where neither does, as if one of
 * them is no dynamic body. */
int cn_dominance_lead(const cn_World *w, int a, int b);
/* Inverse masses as the two of a contact meet: the one that leads has none, as a wall. */
void cn_contact_masses(const cn_World *w, const cn_Contact *c, cn_Mass *a, cn_Mass *b);

#endif
