/* color.h: colours for contacts and joints: those of the same colour share no body that moves. */
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

/* The first colour that neither body has, which both have then; -1 = there is none. What hangs on a
 * body that does not move takes colours from the top, so that it is solved last.
 * a, b: bits of the colours that each has, NULL for a body that does not move. */
static inline int cn_color_pick(uint64_t *a, uint64_t *b) {
    uint64_t used = (a ? *a : 0) | (b ? *b : 0);
    if (used == UINT64_MAX) return -1;
    int color = a && b ? __builtin_ctzll(~used) : 63 - __builtin_clzll(~used);
    uint64_t bit = (uint64_t)1 << color;
    if (a) *a |= bit;
    if (b) *b |= bit;
    return color;
}

/* Room for all contacts and bodies; false when out of memory. */
bool cn_color_reserve(cn_World *w);
/* Takes back all that was given. */
void cn_color_forget(cn_World *w);
/* Bits of the colours that a body has across the middle of large islands, where there are any. */
uint64_t cn_color_across(cn_StepMemory *s, int body);
/* A contact leaves, or is to have another colour; its node must be that of when it came. */
void cn_color_take_back(cn_World *w, int contact);
/* To all of scratch.order.solid that have none to keep. Returns how many rounds there are, 0 = out
 * of memory. */
int cn_color_give(cn_World *w);

#endif
