/* bvh.c: leaves come, go and move; boxes are refitted level by level. See bvh_layout.h for the
 * layout and its invariants, bvh_move_many.c, bvh_sort.c, bvh_pairs.c and bvh_query.c for the
 * rest.
 *
 * A change marks its leaf and the entries above it, up to the first that is marked already.
 * Update and commit then descend along the marks alone, so that a world at rest costs nothing.
 * New leaves are appended; removed ones leave a hole until the next sort. */
#include "bvh/bvh.h"

#include <string.h>

#include "base/jobs.h"
#include "base/memory.h"
#include "base/pair_list.h"
#include "cairn_math.h"
#include "data/bvh_layout.h"

cn_Bvh *cn_bvh_create(void) {
    cn_Bvh *tree = cn_alloc(sizeof *tree);
    if (tree) memset(tree, 0, sizeof *tree);
    return tree;
}

void cn_bvh_destroy(cn_Bvh *tree) {
    if (!tree) return;
    cn_free(tree->memory, tree->memory_bytes);
    for (int i = 0; i < CN_MAX_THREADS; i++) cn_pair_list_free(&tree->found[i]);
    cn_grow_free((void **)&tree->slot_of, &tree->proxy_capacity, sizeof *tree->slot_of);
    cn_free(tree, sizeof *tree);
}

int cn_bvh_count(const cn_Bvh *tree) { return tree->leaf_count; }

size_t cn_bvh_bytes(const cn_Bvh *tree) {
    size_t found = 0;
    for (int i = 0; i < CN_MAX_THREADS; i++) found += CN_GROW_BYTES(tree->found[i].pairs);
    return sizeof *tree + tree->memory_bytes + found +
           (size_t)tree->proxy_capacity * sizeof *tree->slot_of;
}

static int slot_of(const cn_Bvh *tree, int proxy) {
    return proxy >= 0 && proxy < tree->proxy_capacity ? tree->slot_of[proxy] - 1 : -1;
}

bool cn_bvh_has(const cn_Bvh *tree, int proxy) { return slot_of(tree, proxy) >= 0; }

int cn_bvh_cell(const cn_Bvh *tree, int proxy) {
    int64_t slot = cn_bvh_has(tree, proxy) ? tree->slot_of[proxy] - 1 : 0;
    return (int)(slot * 256 / (tree->slot_count + 1));
}

cn_Box cn_bvh_box(const cn_Bvh *tree, int proxy) {
    int slot = slot_of(tree, proxy);
    if (slot < 0) return cn_box_empty();
    return cn_bvh_block_get(&tree->leaves.now[slot >> 3], slot & 7);
}

/* ---- memory ---- */

/* The next part of one piece of memory, or only its size while base is NULL. */
static void *take(char *base, size_t *used, size_t count, size_t size) {
    void *part = base ? base + *used : NULL;
    *used += (count * size + 63u) & ~(size_t)63u;
    return part;
}

static void take_leaves(cn_BvhLeaves *leaves, char *base, size_t *used, size_t blocks) {
    leaves->now = take(base, used, blocks, sizeof *leaves->now);
    leaves->old = take(base, used, blocks, sizeof *leaves->old);
    leaves->proxy = take(base, used, blocks * 8, sizeof *leaves->proxy);
    leaves->moved = take(base, used, blocks, sizeof *leaves->moved);
    leaves->kind = take(base, used, blocks * 8, sizeof *leaves->kind);
}

/* Point all arrays of tree into base, for the given number of leaf blocks; answers the bytes. */
static size_t lay_out(cn_Bvh *tree, char *base, size_t blocks) {
    size_t used = 0;
    take_leaves(&tree->leaves, base, &used, blocks);
    tree->level[0] = tree->leaves.now;
    tree->moved[0] = tree->leaves.moved;
    tree->dirty[0] = NULL;
    int k = 0;
    for (size_t n = blocks; n > 1;) {
        k++;
        n = (n + 7) / 8;
        tree->classes[k] = take(base, &used, n * 8, sizeof *tree->classes[k]);
        tree->level[k] = take(base, &used, n, sizeof *tree->level[k]);
        tree->moved[k] = take(base, &used, n, sizeof *tree->moved[k]);
        tree->dirty[k] = take(base, &used, n, sizeof *tree->dirty[k]);
    }
    tree->top = k;
    return used;
}

/* Everything above the leaves anew, at the next refit. */
static void mark_all_dirty(cn_Bvh *tree) {
    size_t n = (size_t)tree->block_capacity;
    for (int k = 1; k <= tree->top; k++) {
        n = (n + 7) / 8;
        memset(tree->moved[k], 0, n);
        memset(tree->dirty[k], 0, n);
        for (size_t i = 0; i < n; i++)
            for (int j = 0; j < 8; j++) cn_bvh_block_set(&tree->level[k][i], j, cn_box_empty());
    }
    for (int b = 0; b < cn_bvh_block_count(tree); b++) {
        cn_bvh_mark(tree->dirty, 1, tree->top, b * 8);
        if (tree->leaves.moved[b]) cn_bvh_mark(tree->moved, 1, tree->top, b * 8);
    }
}

static void clear_leaves(cn_BvhLeaves *leaves, int first_block, int end_block) {
    for (int b = first_block; b < end_block; b++) {
        for (int i = 0; i < 8; i++) {
            cn_bvh_block_set(&leaves->now[b], i, cn_box_empty());
            cn_bvh_block_set(&leaves->old[b], i, cn_box_empty());
            leaves->proxy[b * 8 + i] = -1;
        }
        leaves->moved[b] = 0;
    }
}

bool cn_bvh_lay_out(cn_Bvh *tree, int blocks) {
    size_t bytes = lay_out(tree, NULL, (size_t)blocks);
    void *memory = cn_alloc(bytes);
    if (!memory) return false;
    lay_out(tree, memory, (size_t)blocks);
    tree->memory = memory;
    tree->memory_bytes = bytes;
    clear_leaves(&tree->leaves, tree->block_capacity, blocks);
    tree->block_capacity = blocks;
    return true;
}

static bool grow(cn_Bvh *tree) {
    if (tree->block_capacity > INT32_MAX / 32) return false;
    int blocks = tree->block_capacity ? tree->block_capacity * 2 : 2;
    if (blocks > 64) blocks = tree->block_capacity + tree->block_capacity / 4;
    cn_Bvh grown = *tree;
    if (!cn_bvh_lay_out(&grown, blocks)) return false;
    size_t held = (size_t)tree->block_capacity;
    if (held) {
        memcpy(grown.leaves.now, tree->leaves.now, held * sizeof *tree->leaves.now);
        memcpy(grown.leaves.old, tree->leaves.old, held * sizeof *tree->leaves.old);
        memcpy(grown.leaves.proxy, tree->leaves.proxy, held * 8 * sizeof *tree->leaves.proxy);
        memcpy(grown.leaves.moved, tree->leaves.moved, held);
        memcpy(grown.leaves.kind, tree->leaves.kind, held * 8);
    }
    cn_free(tree->memory, tree->memory_bytes);
    *tree = grown;
    mark_all_dirty(tree);
    cn_bvh_classify(tree);
    return true;
}

/* ---- leaves ---- */

static void mark_moved(cn_Bvh *tree, int slot) {
    if (tree->leaves.moved[slot >> 3] >> (slot & 7) & 1) return;
    tree->moves++;
    cn_bvh_mark(tree->moved, 0, tree->top, slot);
}

static void unmark_moved(cn_Bvh *tree, int slot) {
    for (int k = 0; k <= tree->top; k++) {
        int entry = slot >> (3 * k);
        tree->moved[k][entry >> 3] &= (uint8_t) ~(1u << (entry & 7));
        if (tree->moved[k][entry >> 3]) return;
    }
}

bool cn_bvh_reserve(cn_Bvh *tree, int end, int more) {
    if (!cn_grow((void **)&tree->slot_of, &tree->proxy_capacity, end, sizeof *tree->slot_of))
        return false;
    while (more > tree->block_capacity * 8 - tree->slot_count)
        if (!grow(tree)) return false;
    return true;
}

bool cn_bvh_add(cn_Bvh *tree, int proxy, cn_Box box, int kind) {
    if (proxy < 0 || proxy == INT32_MAX || cn_bvh_has(tree, proxy)) return false;
    if (!cn_bvh_reserve(tree, proxy + 1, 1)) return false;
    int slot = tree->slot_count++;
    tree->leaf_count++;
    tree->out_of_line++;
    tree->slot_of[proxy] = slot + 1;
    tree->leaves.proxy[slot] = proxy;
    tree->leaves.kind[slot] = (uint8_t)kind;
    cn_bvh_widen(tree, slot);
    cn_bvh_block_set(&tree->leaves.now[slot >> 3], slot & 7, cn_box_tame(box));
    cn_bvh_block_set(&tree->leaves.old[slot >> 3], slot & 7, cn_box_empty());
    mark_moved(tree, slot);
    cn_bvh_mark(tree->dirty, 1, tree->top, slot);
    return true;
}

void cn_bvh_remove(cn_Bvh *tree, int proxy) {
    int slot = slot_of(tree, proxy);
    if (slot < 0) return;
    tree->slot_of[proxy] = 0;
    tree->leaves.proxy[slot] = -1;
    cn_bvh_block_set(&tree->leaves.now[slot >> 3], slot & 7, cn_box_empty());
    cn_bvh_block_set(&tree->leaves.old[slot >> 3], slot & 7, cn_box_empty());
    if (tree->leaves.moved[slot >> 3] >> (slot & 7) & 1) unmark_moved(tree, slot);
    cn_bvh_mark(tree->dirty, 1, tree->top, slot);
    tree->leaf_count--;
    tree->out_of_line++;
}

void cn_bvh_move(cn_Bvh *tree, int proxy, cn_Box box) {
    int slot = slot_of(tree, proxy);
    if (slot < 0) return;
    cn_bvh_block_set(&tree->leaves.now[slot >> 3], slot & 7, cn_box_tame(box));
    mark_moved(tree, slot);
    cn_bvh_mark(tree->dirty, 1, tree->top, slot);
}

void cn_bvh_renew(cn_Bvh *tree, int proxy, int kind) {
    int slot = slot_of(tree, proxy);
    if (slot < 0) return;
    tree->leaves.kind[slot] = (uint8_t)kind;
    cn_bvh_widen(tree, slot);
    cn_bvh_block_set(&tree->leaves.old[slot >> 3], slot & 7, cn_box_empty());
    mark_moved(tree, slot);
}

/* ---- update and commit ---- */

static float least(const float *v) {
    cn_Four m = cn_four_min(cn_four_load(v), cn_four_load(v + 4));
    return cn_minf(cn_minf(m[0], m[1]), cn_minf(m[2], m[3]));
}

static float greatest(const float *v) {
    cn_Four m = cn_four_max(cn_four_load(v), cn_four_load(v + 4));
    return cn_maxf(cn_maxf(m[0], m[1]), cn_maxf(m[2], m[3]));
}

static cn_Box block_union(const cn_BvhBlock *b) {
    return (cn_Box){least(b->x1), least(b->y1), greatest(b->x2), greatest(b->y2)};
}

/* Refit the marked entries of a block, children first. */
static void refit(cn_Bvh *tree, int level, int block) {
    unsigned mask = tree->dirty[level][block];
    tree->dirty[level][block] = 0;
    for (; mask; mask &= mask - 1) {
        int lane = cn_low_bit(mask);
        int child = block * 8 + lane;
        if (level > 1) refit(tree, level - 1, child);
        cn_bvh_block_set(&tree->level[level][block], lane,
                         block_union(&tree->level[level - 1][child]));
    }
}

#define BLOCKS_EACH 8 /* count of blocks of level 1, for one thread at a time: 512 leaves */

static void refit_range(void *context, int first, int end, int worker) {
    (void)worker;
    for (int i = first; i < end; i++) refit(context, 1, i);
}

static int level_1_blocks(const cn_Bvh *tree) { return (cn_bvh_block_count(tree) + 7) >> 3; }

/* Level 1 side by side; above it there is little left. */
static void refit_all(cn_Bvh *tree, cn_Jobs *jobs) {
    if (cn_jobs_threads(jobs) > 1)
        cn_jobs_run(jobs, refit_range, tree, level_1_blocks(tree), BLOCKS_EACH);
    refit(tree, tree->top, 0);
}

void cn_bvh_refit_whole(cn_Bvh *tree) {
    mark_all_dirty(tree);
    cn_bvh_classify(tree);
    refit_all(tree, NULL);
}

/* How far the blocks of leaves spread: the mean of about log2 (width + height), times 128. A
 * logarithm, so that one giant does not drown the rest; the bits of a float serve as one. */
static double spread(const cn_Bvh *tree) {
    int entries = cn_bvh_block_count(tree);
    int64_t sum = 0;
    for (int b = 0; b < (entries + 7) >> 3; b++) {
        const cn_BvhBlock *block = &tree->level[1][b];
        for (int h = 0; h < 8; h += 4) {
            cn_Four size = (cn_four_load(block->x2 + h) - cn_four_load(block->x1 + h)) +
                           (cn_four_load(block->y2 + h) - cn_four_load(block->y1 + h));
            cn_FourInt log = ((cn_FourInt)size >> 16) & (size > 0.0f);
            sum += (log[0] + log[1]) + (log[2] + log[3]);
        }
    }
    return (double)sum / (entries ? entries : 1);
}

/* When the order has gone stale. Blocks 1.2 times as wide (MAX_SPREAD, 32 / 128 in log2) make pairs
 * dearer by more than a sort now and then costs; measured best from 20 to 50. But not before an
 * eighth of the leaves has moved (one in so many, count), and at the latest when each has moved 24
 * times. */
#define MIN_MOVES_SHARE 8
#define MAX_MOVES       24
#define MAX_SPREAD      32.0

static bool is_stale(const cn_Bvh *tree) {
    int n = tree->leaf_count;
    if (tree->slot_count <= 16) return false; /* two blocks: nothing to gain */
    return tree->out_of_line > n / 8 || tree->moves > (int64_t)n * MAX_MOVES || tree->has_spread;
}

bool cn_bvh_update(cn_Bvh *tree, cn_Jobs *jobs) {
    if (tree->top == 0) return true;
    if (tree->classes_stale) cn_bvh_classify(tree);
    if (!tree->dirty[tree->top][0]) return true;
    bool sorted = is_stale(tree) && cn_bvh_sort(tree);
    if (sorted) {
        tree->level[0] = tree->leaves.now;
        tree->moved[0] = tree->leaves.moved;
        clear_leaves(&tree->leaves, cn_bvh_block_count(tree), tree->block_capacity);
        mark_all_dirty(tree);
        cn_bvh_classify(tree);
    }
    refit_all(tree, jobs);
    if (sorted) {
        tree->spread = spread(tree);
        tree->has_spread = false;
    } else if (tree->moves > tree->leaf_count / MIN_MOVES_SHARE) {
        tree->has_spread = spread(tree) > tree->spread + MAX_SPREAD;
    }
    return true;
}

static void commit(cn_Bvh *tree, int level, int block) {
    unsigned mask = tree->moved[level][block];
    tree->moved[level][block] = 0;
    if (level == 0) {
        tree->leaves.old[block] = tree->leaves.now[block];
        return;
    }
    for (; mask; mask &= mask - 1) commit(tree, level - 1, block * 8 + cn_low_bit(mask));
}

static void commit_range(void *context, int first, int end, int worker) {
    (void)worker;
    for (int i = first; i < end; i++) commit(context, 1, i);
}

void cn_bvh_commit(cn_Bvh *tree, cn_Jobs *jobs) {
    if (tree->top == 0 || !tree->moved[tree->top][0]) return;
    if (cn_jobs_threads(jobs) > 1)
        cn_jobs_run(jobs, commit_range, tree, level_1_blocks(tree), BLOCKS_EACH);
    commit(tree, tree->top, 0);
}

/* ---- validation ---- */

static bool same_box(cn_Box a, cn_Box b) {
    return a.x1 == b.x1 && a.y1 == b.y1 && a.x2 == b.x2 && a.y2 == b.y2;
}

static bool slot_is_valid(const cn_Bvh *tree, int slot) {
    int proxy = tree->leaves.proxy[slot], b = slot >> 3, i = slot & 7;
    bool moved = tree->leaves.moved[b] >> i & 1;
    cn_Box now = cn_bvh_block_get(&tree->leaves.now[b], i);
    cn_Box old = cn_bvh_block_get(&tree->leaves.old[b], i);
    if (proxy < 0) return same_box(now, cn_box_empty()) && same_box(old, now) && !moved;
    return slot < tree->slot_count && slot_of(tree, proxy) == slot && (moved || same_box(now, old));
}

static bool entry_is_valid(const cn_Bvh *tree, int level, int entry) {
    int b = entry >> 3, i = entry & 7;
    bool dirty = tree->dirty[level][b] >> i & 1, moved = tree->moved[level][b] >> i & 1;
    if ((tree->moved[level - 1][entry] != 0) != moved) return false;
    if (level > 1 && tree->dirty[level - 1][entry] && !dirty) return false;
    cn_BvhClass c = tree->classes[level][entry];
    for (int j = 0; level > 1 && j < 8; j++) {
        cn_BvhClass below = tree->classes[level - 1][entry * 8 + j];
        if (below.kinds & ~c.kinds || below.meets & ~c.meets) return false;
    }
    return dirty || same_box(cn_bvh_block_get(&tree->level[level][b], i),
                             block_union(&tree->level[level - 1][entry]));
}

bool cn_bvh_validate(const cn_Bvh *tree) {
    int live = 0, mapped = 0, n = tree->block_capacity;
    for (int s = 0; s < n * 8; s++) {
        if (!slot_is_valid(tree, s)) return false;
        live += tree->leaves.proxy[s] >= 0;
    }
    for (int p = 0; p < tree->proxy_capacity; p++) mapped += tree->slot_of[p] != 0;
    for (int k = 1; k <= tree->top; k++) {
        for (int e = 0; e < n; e++)
            if (!entry_is_valid(tree, k, e)) return false;
        n = (n + 7) / 8;
    }
    return live == tree->leaf_count && mapped == live &&
           tree->slot_count <= tree->block_capacity * 8;
}
