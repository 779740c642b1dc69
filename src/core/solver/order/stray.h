/* stray.h: contacts that have to wait for one between two shares. */
#ifndef CN_STRAY_H
#define CN_STRAY_H

#include "solver/order/island_bins.h"

/* index among ranks, the first across the middle: before it come none and each of the colours */
#define CN_RANK_MIDDLE (CN_COLORS + 1)
/* index among ranks, the last: what comes after it has the same, and each fits into seven bits */
#define CN_RANK_LAST 125

/* Of two contacts of one body that of the lower rank is solved first; where both have the same it
 * does not say which. -1: of a part that has no strays. */
static inline int cn_stray_rank(int color) {
    int part = color % CN_ROUND / CN_COLORS, own = color < CN_ROUND ? color % CN_COLORS + 1 : 0;
    if (part == CN_PART_FREE) return own;
    if (part != CN_PART_MIDDLE) return -1;
    return own < CN_RANK_LAST - CN_RANK_MIDDLE ? CN_RANK_MIDDLE + own : CN_RANK_LAST;
}

/* Contacts between shares, of those of a word that are solved. */
uint64_t cn_stray_crossing(const cn_StepMemory *s, int word);
/* When all contacts have their colours: which bodies have strays. False: no memory. */
bool cn_stray_spread(cn_World *w);
/* When all contacts have their lots. */
void cn_stray_forget(cn_World *w);

static inline bool cn_stray_waits(const cn_StepMemory *s, int body, int rank) {
    int from = body >= 0 ? s->order.stray_from[body] : 0;
    return from > 0 && rank + 1 >= from;
}

/* The lot of a contact with a colour of that part. */
static inline int cn_stray_lot(const cn_StepMemory *s, int contact, int color) {
    int part = color % CN_ROUND / CN_COLORS;
    if (s->order.joined) return cn_island_bin_joined(part);
    if (part != CN_PART_FREE && part != CN_PART_MIDDLE) return CN_BINS + part;
    bool is_free = part == CN_PART_FREE;
    if (s->order.bins == 1) return is_free ? CN_LOT_BINS : CN_LOT_MIDDLE;
    const cn_Node *n = &s->order.node[contact];
    int rank = cn_stray_rank(color);
    if (s->order.has_strays && (cn_stray_waits(s, n->a, rank) || cn_stray_waits(s, n->b, rank)))
        return is_free ? CN_LOT_STRAYS : CN_LOT_MIDDLE;
    return (is_free ? CN_LOT_BINS : CN_LOT_ENDS) + cn_island_bin_share(s, n->a >= 0 ? n->a : n->b);
}

/* The colour of a contact, counted over lots and rounds. */
static inline int cn_stray_color(const cn_StepMemory *s, int contact) {
    int color = cn_color_of(s, contact);
    if (color < CN_COLORS && s->order.joined) return color; /* as most are */
    int first = color / CN_ROUND * s->order.lots * CN_COLORS;
    return first + cn_stray_lot(s, contact, color) * CN_COLORS + color % CN_COLORS;
}

#endif
