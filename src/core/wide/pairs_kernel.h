/* pairs_kernel.h: which pairs have come to overlap since the last commit.
 *
 * Neighbours along the curve have neighbours in common: one walk of the tree for a group of eight
 * blocks of eight leaves gathers the blocks nearby, which each block of the group then sifts and
 * tests eight leaves at a time. A pair is new iff its boxes overlap and its old boxes did not;
 * that alone implies that one of the two moved, so the marks of motion serve only to skip blocks.
 * No table of pairs is needed.
 * Included by contact_kernel.h; the layout is in bvh_layout.h. */
#include "base/memory.h"
#include "data/bvh_layout.h"

/* count of blocks; when more are near, the group works them off in turns */
#define NEARBY 64

/* One search: blocks of a against leaf blocks of b (which may be the same tree). */
typedef struct Search {
    const cn_Bvh *a, *b;
    cn_PairList *out;
    int first;         /* gather only leaf blocks of b from here on */
    bool moved_only;   /* gather only leaf blocks with a moved leaf */
    bool strangers;    /* some kinds of a and b do not meet: classes are worth a look */
    cn_BvhClass kinds; /* of the group */
    cn_BvhWant want;   /* which of them a block takes */
    bool failed;
    int nearby_count;
    int nearby[NEARBY];
    cn_BvhBlock nearby_box[NEARBY / 8] __attribute__((aligned(32)));
} Search;

static void emit_pairs(Search *s, int32_t a, const int32_t *b, unsigned mask) {
    if (!cn_pair_list_reserve(s->out, __builtin_popcount(mask))) {
        s->failed = true;
        return;
    }
    for (; mask; mask &= mask - 1)
        s->out->pairs[s->out->count++] = (struct cn_ProxyPair){a, b[cn_low_bit(mask)]};
}

INLINE vi overlaps(const cn_BvhBlock *b, cn_Box box) {
    return (load(b->x1) <= splat(box.x2)) & (splat(box.x1) <= load(b->x2)) &
           (load(b->y1) <= splat(box.y2)) & (splat(box.y1) <= load(b->y2));
}

/* Which of the eight leaves of block p of b have come to overlap lane i of block q of a. Without
 * a branch on the boxes now: it would be taken at random, and costs more than the old boxes. */
INLINE unsigned gained(const cn_BvhLeaves *a, int q, int i, const cn_BvhLeaves *b, int p) {
    return bits_of(overlaps(&b->now[p], cn_bvh_block_get(&a->now[q], i)) &
                   ~overlaps(&b->old[p], cn_bvh_block_get(&a->old[q], i)));
}

static inline void test_lane(Search *s, int q, int i, int p, unsigned mask) {
    const cn_BvhLeaves *a = &s->a->leaves, *b = &s->b->leaves;
    mask &= gained(a, q, i, b, p);
    if (mask) emit_pairs(s, a->proxy[q * 8 + i], b->proxy + p * 8, mask);
}

static void test_inside(Search *s, int q) {
    const cn_BvhClass *classes = s->a->classes[1];
    if (s->strangers && !cn_classes_meet(classes[q], classes[q])) return;
    for (int i = 0; i < 7; i++) test_lane(s, q, i, q, 0xfeu << i & 0xffu);
}

/* Whether block q of a is the one to look for pairs with block p of b; else p does so. */
static inline bool takes(const Search *s, int q, int p) {
    switch (s->want) {
    case CN_WANT_LATER:
        return p > q;
    case CN_WANT_LATER_OR_STILL:
        return p > q || !s->b->leaves.moved[p];
    case CN_WANT_STILL:
        return !s->b->leaves.moved[p];
    default:
        return true;
    }
}

static void test_blocks(Search *s, int q, int p, cn_Box bounds_of_p) {
    unsigned lanes = s->b->leaves.moved[p] ? 0xffu : s->a->leaves.moved[q];
    if (!lanes || !takes(s, q, p)) return;
    if (s->strangers && !cn_classes_meet(s->a->classes[1][q], s->b->classes[1][p])) return;
    lanes &= bits_of(overlaps(&s->a->leaves.now[q], bounds_of_p));
    for (; lanes && !s->failed; lanes &= lanes - 1) test_lane(s, q, cn_low_bit(lanes), p, 0xffu);
}

/* The blocks of a group (those of mask) against the blocks nearby, which are forgotten then. */
static void test_nearby(Search *s, int group, unsigned mask) {
    for (int i = s->nearby_count; i & 7; i++)
        cn_bvh_block_set(&s->nearby_box[i >> 3], i & 7, cn_box_empty());
    for (; mask && !s->failed; mask &= mask - 1) {
        int lane = cn_low_bit(mask);
        cn_Box box = cn_bvh_block_get(&s->a->level[1][group], lane);
        for (int i = 0; i < s->nearby_count; i += 8) {
            const cn_BvhBlock *boxes = &s->nearby_box[i >> 3];
            for (unsigned near = bits_of(overlaps(boxes, box)); near; near &= near - 1) {
                int j = cn_low_bit(near);
                test_blocks(s, group * 8 + lane, s->nearby[i + j], cn_bvh_block_get(boxes, j));
            }
        }
    }
    s->nearby_count = 0;
}

static unsigned acquainted(const Search *s, int level, int block, unsigned mask) {
    const cn_BvhClass *classes = s->b->classes[level] + block * 8;
    unsigned met = 0;
    for (; mask; mask &= mask - 1) {
        int i = cn_low_bit(mask);
        met |= (unsigned)cn_classes_meet(s->kinds, classes[i]) << i;
    }
    return met;
}

/* Entries of a block of level k that overlap and are wanted. */
static unsigned wanted(const Search *s, cn_Box box, int level, int block) {
    unsigned mask = bits_of(overlaps(&s->b->level[level][block], box));
    if (s->moved_only) mask &= s->b->moved[level][block];
    int first = s->first >> (3 * (level - 1));
    if (block == first >> 3) mask &= 0xffu << (first & 7);
    if (block < first >> 3) return 0;
    return s->strangers ? mask & acquainted(s, level, block, mask) : mask;
}

static cn_Box union_of(const cn_BvhBlock *b, unsigned mask) {
    cn_Box box = cn_box_empty();
    for (; mask; mask &= mask - 1) box = cn_box_union(box, cn_bvh_block_get(b, cn_low_bit(mask)));
    return box;
}

static cn_BvhClass class_of(const cn_Bvh *tree, int group, unsigned mask) {
    cn_BvhClass all = {0, 0};
    for (; mask; mask &= mask - 1) {
        cn_BvhClass c = tree->classes[1][group * 8 + cn_low_bit(mask)];
        all = (cn_BvhClass){all.kinds | c.kinds, all.meets | c.meets};
    }
    return all;
}

/* The blocks of a group of a (those of mask) against the blocks of b. */
static void walk(Search *s, int group, unsigned mask) {
    unsigned left[CN_BVH_LEVELS];
    cn_Box box = union_of(&s->a->level[1][group], mask);
    if (s->strangers) s->kinds = class_of(s->a, group, mask);
    int top = s->b->top, k = top, block = 0;
    left[k] = wanted(s, box, k, 0);
    while (!s->failed) {
        while (!left[k] && k < top) {
            k++;
            block >>= 3;
        }
        if (!left[k]) break;
        if (k == 1) {
            if (s->nearby_count > NEARBY - 8) test_nearby(s, group, mask);
            for (; left[1]; left[1] &= left[1] - 1) {
                int lane = cn_low_bit(left[1]), i = s->nearby_count++;
                s->nearby[i] = block * 8 + lane;
                cn_bvh_block_set(&s->nearby_box[i >> 3], i & 7,
                                 cn_bvh_block_get(&s->b->level[1][block], lane));
            }
        } else {
            block = block * 8 + cn_low_bit(left[k]);
            left[k] &= left[k] - 1;
            k--;
            left[k] = wanted(s, box, k, block);
        }
    }
    test_nearby(s, group, mask);
}

/* Within the blocks of a group. */
static void test_group(Search *s, int group, unsigned mask) {
    for (; mask && !s->failed; mask &= mask - 1) test_inside(s, group * 8 + cn_low_bit(mask));
}

/* Groups first to end - 1 of a; all blocks of a group against the later ones, or those that have
 * moved against all. */
static bool tree_walk(const cn_BvhWalk *k, int first, int end, cn_PairList *out) {
    Search s = {.a = k->a, .b = k->b, .out = out, .strangers = k->strangers, .want = k->want};
    bool later = k->want == CN_WANT_LATER;
    for (int g = first; g < end && !s.failed; g++) {
        unsigned moved = s.a->moved[1][g];
        if (k->inside) test_group(&s, g, moved);
        s.first = later ? g * 8 : 0;
        s.moved_only = later && !moved;
        if (later || moved) walk(&s, g, later ? 0xffu : moved);
    }
    return !s.failed;
}
