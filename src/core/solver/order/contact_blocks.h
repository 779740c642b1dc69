/* contact_blocks.h: the stage that lists the contacts to solve and lays them into blocks. */
#ifndef CN_CONTACT_BLOCKS_H
#define CN_CONTACT_BLOCKS_H

#include "data/world.h"

/* Stage: contacts to solve, coloured, into blocks (wide/contact_block.h) */
bool cn_contact_blocks_color(cn_World *w);
void cn_contact_blocks_forget(cn_World *w); /* there are none in this step */
/* The contacts solved directly that have something to tell. */
void cn_contact_blocks_told(cn_World *w, cn_ContactList *list);

#endif
