/* island_bins.h: shares small islands out among threads, and tells the home of each body. */
#ifndef CN_ISLAND_BINS_H
#define CN_ISLAND_BINS_H

#include "solver/order/color.h"

/* Lots are what one thread solves alone, in the order of solution: bins of whole islands, islands
 * that have met and were in different bins, then the parts of large islands (domain.h). */
enum {
    CN_LOT_BINS = 0,
    CN_LOT_STRAYS = CN_BINS,
    CN_LOT_DOMAINS = CN_BINS + CN_PART_DOMAINS,
    CN_LOT_PAIRS = CN_BINS + CN_PART_PAIRS,
    CN_LOT_QUARTERS = CN_BINS + CN_PART_QUARTERS,
    CN_LOT_MIDDLE = CN_BINS + CN_PART_MIDDLE
};

/* The home of what cannot be pushed: all shares look at it, none moves it. */
#define CN_HOME_OF_ALL CN_BINS

/* The first part (domain.h) that lies between shares, when homes are put together into so many. */
static inline int cn_island_bin_first_between(int shares) {
    int width = CN_BINS / shares;
    return width < 2 ? CN_PART_PAIRS : width < 4 ? CN_PART_QUARTERS : CN_PART_MIDDLE;
}

/* Room for all bodies; false when out of memory. */
bool cn_island_bin_reserve(cn_World *w);
/* When domains have been made: bins by the island of each body that is awake, and the work that it
 * makes. */
void cn_island_bin_make(cn_World *w, const int *island, const int *work);
/* A contact has come; and when all have. */
void cn_island_bin_meet(cn_StepMemory *s, const cn_Node *n);
void cn_island_bin_settle(cn_StepMemory *s);

/* 0 to 7: the bin or the domain that a body is in, until both are made anew. Bins and domains of
 * one number are solved by the same thread as long as it keeps up. */
static inline int cn_island_bin_home(const cn_StepMemory *s, int body) {
    if (s->order.domains_used && s->order.domain[body] > 0) return s->order.domain[body] - 1;
    return body < s->order.bin_bodies ? s->order.home_bin[body] : 0;
}

/* Where one thread solves all, parts that share no body that moves are one lot: their contacts of
 * one colour stand together, so that fewer blocks have lanes without any. */
static inline int cn_island_bin_joined(int part) {
    if (part < CN_PART_PAIRS) return CN_LOT_BINS;
    if (part < CN_PART_QUARTERS) return CN_LOT_PAIRS;
    return part < CN_PART_MIDDLE ? CN_LOT_QUARTERS : CN_LOT_MIDDLE;
}

/* The lot of a contact with a colour of that part. */
static inline int cn_island_bin_lot(const cn_StepMemory *s, int contact, int part) {
    if (s->order.joined) return cn_island_bin_joined(part);
    if (part > CN_PART_FREE) return CN_BINS + part;
    const cn_Node *n = &s->order.node[contact];
    return s->order.bins == 1 ? CN_LOT_BINS : s->order.bin[n->a >= 0 ? n->a : n->b];
}

/* The colour of a contact, counted over lots and rounds. */
static inline int cn_island_bin_color(const cn_StepMemory *s, int contact) {
    int color = cn_color_of(s, contact);
    if (color < CN_COLORS && s->order.joined) return color; /* as most are */
    int round = color / CN_ROUND, first = round * s->order.lots * CN_COLORS;
    color %= CN_ROUND;
    int lot = cn_island_bin_lot(s, contact, color / CN_COLORS);
    return first + lot * CN_COLORS + color % CN_COLORS;
}

#endif
