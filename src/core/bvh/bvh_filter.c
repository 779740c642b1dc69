/* bvh_filter.c: which kinds may meet, for whole parts of a tree.
 *
 * Every entry has the kinds of the leaves below it and what these meet. Leaves that come or change
 * widen the entries above them at once; entries are narrowed when the leaves are sorted.
 * Invariants: an entry never lacks a bit of a leaf below it; entries of the last block of a level
 * that have nothing below them have no bits, since a block is read as a whole. */
#include <string.h>

#include "bvh/bvh.h"
#include "data/bvh_layout.h"

static cn_BvhClass class_of(const cn_Bvh *tree, int kind) {
    uint64_t bit = (uint64_t)1 << (kind & (CN_BVH_KINDS - 1));
    bool all = kind >= CN_BVH_KINDS || !tree->meets;
    return (cn_BvhClass){bit, all ? UINT64_MAX : tree->meets[kind]};
}

static bool add_class(cn_BvhClass *to, cn_BvhClass c) {
    cn_BvhClass sum = {to->kinds | c.kinds, to->meets | c.meets};
    bool grown = sum.kinds != to->kinds || sum.meets != to->meets;
    *to = sum;
    return grown;
}

void cn_bvh_widen(cn_Bvh *tree, int slot) {
    cn_BvhClass c = class_of(tree, tree->leaves.kind[slot]);
    for (int k = 1; k <= tree->top; k++)
        if (!add_class(&tree->classes[k][slot >> (3 * k)], c)) return;
}

void cn_bvh_classify(cn_Bvh *tree) {
    size_t blocks = (size_t)tree->block_capacity;
    for (int k = 1; k <= tree->top; k++) {
        blocks = (blocks + 7) / 8;
        memset(tree->classes[k], 0, blocks * 8 * sizeof *tree->classes[k]);
    }
    for (int s = 0; s < tree->slot_count; s++)
        if (tree->leaves.proxy[s] >= 0) cn_bvh_widen(tree, s);
    tree->classes_stale = false;
}

void cn_bvh_set_meets(cn_Bvh *tree, const uint64_t *meets) {
    tree->meets = meets;
    tree->classes_stale = true;
}

cn_BvhClass cn_bvh_class(const cn_Bvh *tree) {
    cn_BvhClass all = {0, 0};
    for (int i = 0; tree->top > 0 && i < 8; i++) add_class(&all, tree->classes[tree->top][i]);
    return all;
}

bool cn_bvh_has_strangers(const cn_Bvh *a, const cn_Bvh *b) {
    uint64_t kinds = cn_bvh_class(a).kinds, others = cn_bvh_class(b).kinds;
    for (; a->meets && kinds; kinds &= kinds - 1)
        if (others & ~a->meets[__builtin_ctzll(kinds)]) return true;
    return false;
}
