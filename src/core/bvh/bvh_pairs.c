/* bvh_pairs.c: pairs of leaves, found by the kernels of this machine (wide/pairs_kernel.h).
 *
 * Threads share out the groups of blocks, some at a time. Each worker appends to a list of its own;
 * what belongs to which groups is noted, and put in their order in the end. */
#include <stdatomic.h>
#include <string.h>

#include "base/jobs.h"
#include "base/pair_list.h"
#include "bvh/bvh.h"
#include "data/bvh_layout.h"
#include "wide/contact_block.h"

/* count of ranges, each of which notes where its pairs stand: room on the stack */
#define MOST_RANGES (CN_SHARE_ALL ? 8192 : 256)
/* count of groups of blocks, at least, for one thread at a time; as many as a job is cut into */
#define GROUPS_EACH (CN_SHARE_ALL ? 1 : 4)

typedef struct Range {
    int worker, first, count; /* in that worker's list */
} Range;

typedef struct Stage {
    const cn_BvhWalk *walk;
    cn_PairList *found; /* by worker */
    int each;
    Range ranges[MOST_RANGES];
    atomic_bool failed;
} Stage;

static void walk_range(void *context, int first, int end, int worker) {
    Stage *stage = context;
    cn_PairList list = stage->found[worker]; /* those of others share a line with it */
    int before = list.count;
    if (!cn_wide()->tree_walk(stage->walk, first, end, &list))
        atomic_store_explicit(&stage->failed, true, memory_order_relaxed);
    stage->ranges[first / stage->each] = (Range){worker, before, list.count - before};
    stage->found[worker] = list;
}

static bool join(const Stage *stage, int ranges, cn_PairList *out) {
    int sum = 0;
    for (int i = 0; i < ranges; i++) sum += stage->ranges[i].count;
    if (!cn_pair_list_reserve(out, sum)) return false;
    for (int i = 0; i < ranges; i++) {
        const Range *r = &stage->ranges[i];
        if (r->count == 0) continue;
        memcpy(out->pairs + out->count, stage->found[r->worker].pairs + r->first,
               (size_t)r->count * sizeof *out->pairs);
        out->count += r->count;
    }
    return true;
}

static int group_count(const cn_Bvh *tree) { return (cn_bvh_block_count(tree) + 7) >> 3; }

/* False when out of memory, or beyond the limit: then nothing has been appended. */
static bool walk_shared(const cn_BvhWalk *walk, cn_PairList *found, cn_PairList *out,
                        cn_Jobs *jobs) {
    int groups = group_count(walk->a);
    Stage stage = {.walk = walk, .found = found, .each = GROUPS_EACH};
    while ((groups + stage.each - 1) / stage.each > MOST_RANGES) stage.each *= 2;
    for (int i = 0; i < cn_jobs_threads(jobs); i++) {
        found[i].count = 0;
        found[i].limit = out->limit;
    }
    cn_jobs_run(jobs, walk_range, &stage, groups, stage.each);
    return !atomic_load(&stage.failed) && join(&stage, (groups + stage.each - 1) / stage.each, out);
}

static bool run(const cn_BvhWalk *walk, cn_PairList *found, cn_PairList *out, cn_Jobs *jobs) {
    int groups = group_count(walk->a), before = out->count;
    if (cn_jobs_threads(jobs) > 1 && groups > GROUPS_EACH && walk_shared(walk, found, out, jobs))
        return true;
    bool ok = cn_wide()->tree_walk(walk, 0, groups, out);
    if (!ok) out->count = before;
    return ok;
}

static bool has_moved(const cn_Bvh *tree) { return tree->top > 0 && tree->moved[tree->top][0]; }

static bool is_walkable(const cn_Bvh *tree) { return tree && tree->leaf_count > 0; }

static bool moved_are_few(const cn_Bvh *tree) {
    int moved = 0;
    for (int g = 0; g < group_count(tree); g++) moved += __builtin_popcount(tree->moved[1][g]);
    return moved < cn_bvh_block_count(tree) / 4;
}

bool cn_bvh_pairs(cn_Bvh *mine, cn_PairList *out, cn_Jobs *jobs) {
    if (!has_moved(mine)) return true;
    if (!cn_classes_meet(cn_bvh_class(mine), cn_bvh_class(mine))) return true;
    cn_BvhWalk walk = {.a = mine, .b = mine, .inside = true};
    walk.strangers = cn_bvh_has_strangers(mine, mine);
    walk.want = moved_are_few(mine) ? CN_WANT_LATER_OR_STILL : CN_WANT_LATER;
    return run(&walk, mine->found, out, jobs);
}

/* Swap the members of the pairs from index first on. */
static void turn_pairs(cn_PairList *list, int first) {
    for (int i = first; i < list->count; i++) {
        struct cn_ProxyPair *p = &list->pairs[i];
        *p = (struct cn_ProxyPair){p->b, p->a};
    }
}

/* What moved of mine against all of the other; then the other way round, with what has not. */
bool cn_bvh_cross_pairs(cn_Bvh *mine, cn_Bvh *other, cn_PairList *out, cn_Jobs *jobs) {
    if (!is_walkable(mine) || !is_walkable(other)) return true;
    if (!cn_classes_meet(cn_bvh_class(mine), cn_bvh_class(other))) return true;
    int before = out->count;
    bool strangers = cn_bvh_has_strangers(mine, other);
    cn_BvhWalk there = {mine, other, CN_WANT_ALL, .strangers = strangers};
    cn_BvhWalk back = {other, mine, CN_WANT_STILL, .strangers = strangers};
    bool ok = !has_moved(mine) || run(&there, mine->found, out, jobs);
    int turned = out->count;
    ok = ok && (!has_moved(other) || run(&back, mine->found, out, jobs));
    if (ok)
        turn_pairs(out, turned);
    else
        out->count = before;
    return ok;
}
