/* pair_list.c: see pair_list.h. */
#include "base/pair_list.h"

#include "base/memory.h"

bool cn_pair_list_reserve(cn_PairList *list, int more) {
    int limit = list->limit > 0 ? list->limit : INT32_MAX;
    if (list->count > limit - more) {
        list->full = true;
        return false;
    }
    return cn_grow((void **)&list->pairs, &list->capacity, list->count + more, sizeof *list->pairs);
}

void cn_pair_list_free(cn_PairList *list) {
    cn_grow_free((void **)&list->pairs, &list->capacity, sizeof *list->pairs);
    list->count = 0;
}
