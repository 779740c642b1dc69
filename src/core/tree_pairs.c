/* tree_pairs.c: which pairs have come to overlap since the last commit.
 *
 * One walk of the tree for each block of eight leaves, then eight tests at a time. A pair is new
 * iff its boxes overlap and its old boxes did not; that alone implies that one of the two moved,
 * so the marks of motion serve only to skip blocks. No table of pairs is needed. */
#include <string.h>

#include "memory.h"
#include "tree_layout.h"

/* One search: blocks of a against leaf blocks of b (which may be the same tree). */
typedef struct Search {
    const cn_Tree *a, *b;
    cn_PairList *out;
    int first;         /* walk only leaf blocks of b from here on */
    bool moved_only;   /* walk only those with a moved leaf */
    bool unmoved_only; /* test only those below `still` without one: the others saw to it */
    int still;
    bool failed;
} Search;

static bool reserve(cn_PairList *list, int more) {
    if (list->count > INT32_MAX - more) return false;
    return cn_grow((void **)&list->pairs, &list->capacity, list->count + more, sizeof *list->pairs);
}

static void emit(Search *s, int32_t a, const int32_t *b, unsigned mask) {
    if (!reserve(s->out, 8)) {
        s->failed = true;
        return;
    }
    for (; mask; mask &= mask - 1)
        s->out->pairs[s->out->count++] = (struct cn_ProxyPair){a, b[cn_low_bit(mask)]};
}

/* The eight leaves of block p of b against lane i of block q of a, as far as mask allows. */
static inline void test_lane(Search *s, int q, int i, int p, unsigned mask) {
    const cn_TreeLeaves *a = &s->a->leaves, *b = &s->b->leaves;
    mask &= cn_block_overlaps(&b->now[p], cn_four_box(cn_block_get(&a->now[q], i)));
    if (!mask) return;
    mask &= ~cn_block_overlaps(&b->old[p], cn_four_box(cn_block_get(&a->old[q], i)));
    if (mask) emit(s, a->proxy[q * 8 + i], b->proxy + p * 8, mask);
}

static void test_inside(Search *s, int q) {
    for (int i = 0; i < 7; i++) test_lane(s, q, i, q, 0xfeu << i & 0xffu);
}

/* bounds: those of block p of b. */
static void test_blocks(Search *s, int q, int p, cn_FourBox bounds) {
    unsigned moved = s->a->leaves.moved[q];
    if (s->unmoved_only && p < s->still && s->b->leaves.moved[p]) return;
    unsigned lanes = cn_block_overlaps(&s->a->leaves.now[q], bounds);
    if (!s->b->leaves.moved[p]) lanes &= moved;
    for (; lanes && !s->failed; lanes &= lanes - 1) test_lane(s, q, cn_low_bit(lanes), p, 0xffu);
}

/* Entries of a block of level k that overlap and are wanted. */
static unsigned wanted(const Search *s, cn_FourBox box, int level, int block) {
    unsigned mask = cn_block_overlaps(&s->b->level[level][block], box);
    if (s->moved_only) mask &= s->b->moved[level][block];
    int first = s->first >> (3 * (level - 1));
    if (block == first >> 3) mask &= 0xffu << (first & 7);
    return block < first >> 3 ? 0 : mask;
}

/* Block q of a, whose bounds are box, against the blocks of b. */
static void walk(Search *s, int q, cn_Box bounds) {
    unsigned left[CN_TREE_LEVELS];
    cn_FourBox box = cn_four_box(bounds);
    int top = s->b->top, k = top, block = 0;
    left[k] = wanted(s, box, k, 0);
    for (;;) {
        while (!left[k]) {
            if (k == top) return;
            k++;
            block >>= 3;
        }
        int lane = cn_low_bit(left[k]), child = block * 8 + lane;
        left[k] &= left[k] - 1;
        if (k == 1) {
            test_blocks(s, q, child, cn_four_box(cn_block_get(&s->b->level[1][block], lane)));
            if (s->failed) return;
        } else {
            block = child;
            k--;
            left[k] = wanted(s, box, k, block);
        }
    }
}

static cn_Box block_bounds(const cn_Tree *tree, int q) {
    return cn_block_get(&tree->level[1][q >> 3], q & 7);
}

static bool has_moved(const cn_Tree *tree) { return tree->top > 0 && tree->moved[tree->top][0]; }

static bool is_walkable(const cn_Tree *tree) { return tree && tree->leaf_count > 0; }

/* The next block with a moved leaf, from q on; the count of blocks when there is none. */
static int next_moved(const cn_Tree *tree, int q) {
    int n = cn_tree_block_count(tree);
    while (q < n) {
        unsigned mask = tree->moved[1][q >> 3] >> (q & 7);
        if (mask) {
            q += cn_low_bit(mask);
            if (tree->leaves.moved[q]) return q;
            q++;
        } else {
            q = (q | 7) + 1;
        }
    }
    return n;
}

static bool moved_are_few(const cn_Tree *tree) {
    int n = cn_tree_block_count(tree), moved = 0;
    for (int q = next_moved(tree, 0); q < n; q = next_moved(tree, q + 1)) moved++;
    return moved < n / 4;
}

static bool finish(Search *s, int count_before) {
    if (s->failed) s->out->count = count_before;
    return !s->failed;
}

bool cn_tree_pairs(cn_Tree *mine, cn_PairList *out) {
    if (!has_moved(mine)) return true;
    int n = cn_tree_block_count(mine), before = out->count;
    Search s = {.a = mine, .b = mine, .out = out};
    /* Few moved: each of them against everything. Many: each block against the later ones. */
    bool few = moved_are_few(mine);
    for (int q = few ? next_moved(mine, 0) : 0; q < n && !s.failed;
         q = few ? next_moved(mine, q + 1) : q + 1) {
        bool moved = mine->leaves.moved[q] != 0;
        if (moved) test_inside(&s, q);
        s.first = few ? 0 : q + 1;
        s.unmoved_only = few;
        s.still = q + 1;
        s.moved_only = !moved;
        walk(&s, q, block_bounds(mine, q));
    }
    return finish(&s, before);
}

/* Swap the members of the pairs from index first on. */
static void turn_pairs(cn_PairList *list, int first) {
    for (int i = first; i < list->count; i++) {
        struct cn_ProxyPair *p = &list->pairs[i];
        *p = (struct cn_ProxyPair){p->b, p->a};
    }
}

bool cn_tree_cross_pairs(cn_Tree *mine, cn_Tree *other, cn_PairList *out) {
    if (!is_walkable(mine) || !is_walkable(other)) return true;
    int before = out->count;
    /* Moved blocks of mine against all of other ... */
    Search s = {.a = mine, .b = other, .out = out};
    if (has_moved(mine)) {
        int n = cn_tree_block_count(mine);
        for (int q = next_moved(mine, 0); q < n && !s.failed; q = next_moved(mine, q + 1))
            walk(&s, q, block_bounds(mine, q));
    }
    /* ... and moved blocks of other against the rest of mine. */
    if (has_moved(other) && !s.failed) {
        int n = cn_tree_block_count(other), turned = out->count;
        s.a = other;
        s.b = mine;
        s.unmoved_only = true;
        s.still = INT32_MAX;
        for (int q = next_moved(other, 0); q < n && !s.failed; q = next_moved(other, q + 1))
            walk(&s, q, block_bounds(other, q));
        turn_pairs(out, turned);
    }
    return finish(&s, before);
}

void cn_pair_list_free(cn_PairList *list) {
    cn_grow_free((void **)&list->pairs, &list->capacity, sizeof *list->pairs);
    list->count = 0;
}
