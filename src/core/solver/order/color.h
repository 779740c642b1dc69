/* color.h: colours for contacts: those of the same colour share no body that moves. */
#ifndef CN_COLOR_H
#define CN_COLOR_H

#include "solver/order/domain.h"

#define CN_COLORS 64 /* count, of a part in a round: bits of a word */
/* count of colours of a round: those of a part stand together */
#define CN_ROUND (CN_PARTS * CN_COLORS)

/* The colour of a contact, counted over parts and rounds; -1 = none. */
static inline int cn_color_of(const cn_StepMemory *s, int contact) {
    return (int)s->order.color[contact] - 1;
}
/* Whether it keeps its colour until it leaves: beyond the first round they are given anew. */
static inline bool cn_color_kept(const cn_StepMemory *s, int contact) {
    return s->order.color[contact] > 0 && s->order.color[contact] <= CN_ROUND;
}

/* Room for all contacts and bodies; false when out of memory. */
bool cn_color_reserve(cn_World *w);
/* Takes back all that was given. */
void cn_color_forget(cn_World *w);
/* A contact leaves, or is to have another colour; its node must be that of when it came. */
void cn_color_take_back(cn_World *w, int contact);
/* To all of scratch.order.solid that have none to keep. Returns how many rounds there are, 0 = out
 * of memory. */
int cn_color_give(cn_World *w);

#endif
