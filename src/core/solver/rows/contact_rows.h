/* contact_rows.h: fills the blocks of contacts before the sub-steps, and takes impulses back. */
#ifndef CN_CONTACT_ROWS_H
#define CN_CONTACT_ROWS_H

#include "data/world.h"
#include "wide/contact_block.h"

struct cn_BounceRule;
/* Contacts into blocks; lonely: note which bodies stand in none (wide/motion.h). */
void cn_contact_prepare(cn_World *w, const struct cn_BounceRule *rule, bool lonely);
void cn_contact_store(cn_World *w); /* impulses back */

#endif
