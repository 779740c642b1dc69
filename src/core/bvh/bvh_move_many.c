/* bvh_move_many.c: many leaves move at once.
 *
 * One move after the other goes all over the tree, and the marks above the leaves are shared by all
 * of them: threads that share out the moves hand each other the lines they stand in, and are slower
 * than one. So threads share out the tree instead: each looks what the proxies of its own leaves
 * have for boxes, in the order in which the leaves lie, and marks what belongs to it alone. */
#include <stdatomic.h>

#include "base/jobs.h"
#include "bvh/bvh.h"
#include "cairn_math.h"
#include "data/bvh_layout.h"
#include "wide/contact_block.h"

/* count of groups of eight leaf blocks, for one thread at a time, when there are GROUPS_MANY */
#define GROUPS_EACH 8
/* count of groups, below which one thread does them all: handing over would take longer */
#define GROUPS_MANY 256

typedef struct Follow {
    cn_Bvh *tree;
    const cn_Box *boxes;
    atomic_int moves;
} Follow;

/* Marks of level 0 and 1; returns how many leaves had not moved before. */
static int mark_group(cn_Bvh *tree, int group, uint64_t moved) {
    int news = 0;
    for (int i = 0; i < 8; i++) {
        uint8_t *before = &tree->leaves.moved[group * 8 + i], bits = (uint8_t)(moved >> 8 * i);
        if (!bits) continue;
        news += __builtin_popcount(bits & ~(unsigned)*before);
        *before |= bits;
        tree->moved[1][group] |= (uint8_t)(1u << i);
        tree->dirty[1][group] |= (uint8_t)(1u << i);
    }
    return news;
}

static void follow_range(void *context, int first, int end, int worker) {
    Follow *f = context;
    int moves = 0, blocks = cn_bvh_block_count(f->tree);
    (void)worker;
    for (int g = first; g < end; g++) {
        int last = g * 8 + 8 < blocks ? g * 8 + 8 : blocks;
        uint64_t moved = cn_wide()->tree_follow(&f->tree->leaves, f->boxes, g * 8, last);
        if (moved) moves += mark_group(f->tree, g, moved);
    }
    atomic_fetch_add_explicit(&f->moves, moves, memory_order_relaxed);
}

void cn_bvh_follow(cn_Bvh *tree, const cn_Box *boxes, cn_Jobs *jobs) {
    Follow f = {.tree = tree, .boxes = boxes};
    int groups = (cn_bvh_block_count(tree) + 7) >> 3;
    if (tree->top == 0) return;
    cn_jobs_run(jobs, follow_range, &f, groups, cn_grain(groups, GROUPS_MANY, GROUPS_EACH));
    tree->moves += atomic_load(&f.moves);
    for (int g = 0; g < groups; g++) {
        if (tree->moved[1][g]) cn_bvh_mark(tree->moved, 2, tree->top, g * 64);
        if (tree->dirty[1][g]) cn_bvh_mark(tree->dirty, 2, tree->top, g * 64);
    }
}
