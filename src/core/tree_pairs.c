/* tree_pairs.c: pairs of leaves, found by the kernels of this machine (wide/pairs_kernel.h). */
#include "memory.h"
#include "wide/block.h"

bool cn_tree_pairs(cn_Tree *mine, cn_PairList *out) { return cn_wide()->tree_pairs(mine, out); }

bool cn_tree_cross_pairs(cn_Tree *mine, cn_Tree *other, cn_PairList *out) {
    return cn_wide()->tree_cross_pairs(mine, other, out);
}

void cn_pair_list_free(cn_PairList *list) {
    cn_grow_free((void **)&list->pairs, &list->capacity, sizeof *list->pairs);
    list->count = 0;
}
