/* pair_defer.h: keeps the pairs whose boxes overlap, but which cannot meet in this step, and says
 * which of them get their contacts. */
#ifndef CN_PAIR_DEFER_H
#define CN_PAIR_DEFER_H

#include "data/world.h"

/* The stage: of those that wait and those of scratch.contact.pairs, of which the first own may
 * wait, some become contacts. False when that could not be done for all. */
bool cn_pair_defer_update(cn_World *w, float dt, int own);
/* Pairs that stay, or stay no longer, are counted at their bodies. */
void cn_pair_defer_count(cn_World *w, int waiting, int all);
bool cn_pair_defer_reserve(cn_World *w, int more);
/* A piece is touched, put in or taken out: its pairs do not wait any longer. */
bool cn_pair_defer_reserve_marks(cn_World *w, int piece);
void cn_pair_defer_renew(cn_World *w, int piece);

#endif
