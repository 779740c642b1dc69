/* pair_list.c: see pair_list.h. */
#include "base/pair_list.h"

#include "base/memory.h"

bool cn_pair_list_reserve(cn_PairList *list, int more) {
    int limit = list->limit > 0 ? list->limit : INT32_MAX;
    if (list->count > limit - more) {
        list->full = true;
        return false;
    }
    return CN_GROW(list->pairs, list->count + more);
}

void cn_pair_list_free(cn_PairList *list) {
    CN_GROW_FREE(list->pairs);
    list->count = 0;
}
