/* island_bins.h: tells the home of each body, shares small islands out among homes, and says which
 * contacts one thread can solve by itself. */
#ifndef CN_ISLAND_BINS_H
#define CN_ISLAND_BINS_H

#include "solver/order/color.h"

/* Lots are what one thread solves alone, in the order of solution: contacts of small islands within
 * a share, strays among them (stray.h), the parts of large islands (domain.h), and contacts across
 * the middle, within a share and strays. */
enum {
    CN_LOT_BINS = 0,
    CN_LOT_STRAYS = CN_BINS,
    CN_LOT_DOMAINS = CN_BINS + CN_PART_DOMAINS,
    CN_LOT_PAIRS = CN_BINS + CN_PART_PAIRS,
    CN_LOT_QUARTERS = CN_BINS + CN_PART_QUARTERS,
    CN_LOT_ENDS = CN_BINS + CN_PART_MIDDLE,
    CN_LOT_MIDDLE = CN_LOT_ENDS + CN_BINS
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
/* Into how many shares homes are put together, each of as many: one for each thread. */
int cn_island_bin_shares(const cn_World *w);
/* When all contacts have their lots: what each share has to do. */
void cn_island_bin_weigh(cn_StepMemory *s);
/* Between two cuts: bins do not fit what there is to solve any more, and may be others. */
bool cn_island_bin_unfit(const cn_World *w);

/* 0 to 7: the bin or the domain that a body is in, until both are made anew. Bins and domains of
 * one number are solved by the same thread as long as it keeps up. */
static inline int cn_island_bin_home(const cn_StepMemory *s, int body) {
    if (s->order.domains_used && s->order.domain[body] > 0) return s->order.domain[body] - 1;
    return body < s->order.bin_bodies ? s->order.home_bin[body] : 0;
}

/* The first home of the share that a body is in. */
static inline int cn_island_bin_share(const cn_StepMemory *s, int body) {
    return cn_island_bin_home(s, body) & -(CN_BINS / s->order.shares);
}

/* Where one thread solves all, parts that share no body that moves are one lot: their contacts of
 * one colour stand together, so that fewer blocks have lanes without any. */
static inline int cn_island_bin_joined(int part) {
    if (part < CN_PART_PAIRS) return CN_LOT_BINS;
    if (part < CN_PART_QUARTERS) return CN_LOT_PAIRS;
    return part < CN_PART_MIDDLE ? CN_LOT_QUARTERS : CN_LOT_MIDDLE;
}

#endif
