/* wake.h: bodies wake and fall asleep; for the files of this room alone. */
#ifndef CN_WAKE_H
#define CN_WAKE_H

#include "data/world.h"

void cn_island_wake(cn_World *w, int body);  /* the island of body, or what touches it */
void cn_island_sleep(cn_World *w, int body); /* the island of body, by command */

/* One body alone; its contacts follow, and an event. */
void cn_island_set_awake(cn_World *w, int body, bool awake);
void cn_contacts_set_active(cn_World *w, int body); /* or not: those of one body, by its state */

#endif
