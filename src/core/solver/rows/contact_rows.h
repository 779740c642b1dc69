/* contact_rows.h: fills the blocks of contacts before the sub-steps, and takes impulses back. */
#ifndef CN_CONTACT_ROWS_H
#define CN_CONTACT_ROWS_H

#include "data/world.h"
#include "wide/contact_block.h"

struct cn_BounceRule;
struct cn_Job;
/* Contacts into blocks; lonely: note which bodies stand in none (wide/motion.h). */
void cn_contact_prepare(cn_World *w, const struct cn_BounceRule *rule, bool lonely);
/* Impulses back, and another job that needs nothing of contacts. */
void cn_contact_store(cn_World *w, const struct cn_Job *other);

#endif
