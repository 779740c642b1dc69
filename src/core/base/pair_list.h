/* pair_list.h: a growable list of pairs of small integers, with a limit that may be set. */
#ifndef CN_PAIR_LIST_H
#define CN_PAIR_LIST_H

#include <stdbool.h>
#include <stdint.h>

struct cn_ProxyPair {
    int32_t a, b; /* a in mine; b in mine or in other */
};
typedef struct cn_PairList {
    struct cn_ProxyPair *pairs;
    int count, pairs_capacity;
    int limit; /* 0 = none; a call that would go beyond it fails, with full set */
    bool full;
    bool cut_short; /* some found no room */
} cn_PairList;

/* Room for more pairs than there are. False when out of memory, or beyond the limit. */
bool cn_pair_list_reserve(cn_PairList *list, int more);
void cn_pair_list_free(cn_PairList *list);

#endif
