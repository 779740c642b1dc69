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

static void begin(Stage *stage, const cn_BvhWalk *walk, cn_PairList *found) {
    int groups = group_count(walk->a);
    *stage = (Stage){.walk = walk, .found = found, .each = GROUPS_EACH};
    while ((groups + stage->each - 1) / stage->each > MOST_RANGES) stage->each *= 2;
}

static void clear_found(cn_PairList *found, const cn_PairList *out, cn_Jobs *jobs) {
    for (int i = 0; i < cn_jobs_threads(jobs); i++) {
        found[i].count = 0;
        found[i].limit = out->limit;
    }
}

static bool end(const Stage *stage, cn_PairList *out) {
    int groups = group_count(stage->walk->a);
    return !atomic_load(&stage->failed) &&
           join(stage, (groups + stage->each - 1) / stage->each, out);
}

static cn_Job job_of(Stage *stage) {
    return (cn_Job){walk_range, stage, group_count(stage->walk->a), stage->each};
}

/* False when out of memory, or beyond the limit: then nothing has been appended. */
static bool walk_shared(const cn_BvhWalk *walk, cn_PairList *found, cn_PairList *out,
                        cn_Jobs *jobs) {
    Stage stage;
    begin(&stage, walk, found);
    cn_Job job = job_of(&stage);
    clear_found(stage.found, out, jobs);
    cn_jobs_run(jobs, job.fn, job.context, job.count, job.grain);
    return end(&stage, out);
}

static bool is_shared(const cn_Bvh *tree, const cn_Jobs *jobs) {
    return cn_jobs_threads(jobs) > 1 && group_count(tree) > GROUPS_EACH;
}

static bool run(const cn_BvhWalk *walk, cn_PairList *found, cn_PairList *out, cn_Jobs *jobs) {
    int before = out->count;
    if (is_shared(walk->a, jobs) && walk_shared(walk, found, out, jobs)) return true;
    bool ok = cn_wide()->tree_walk(walk, 0, group_count(walk->a), out);
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

static bool meets(const cn_Bvh *mine, const cn_Bvh *other) {
    return cn_classes_meet(cn_bvh_class(mine), cn_bvh_class(other));
}

static cn_BvhWalk walk_within(const cn_Bvh *mine) {
    return (cn_BvhWalk){.a = mine,
                        .b = mine,
                        .inside = true,
                        .strangers = cn_bvh_has_strangers(mine, mine),
                        .want = moved_are_few(mine) ? CN_WANT_LATER_OR_STILL : CN_WANT_LATER};
}

bool cn_bvh_pairs(cn_Bvh *mine, cn_PairList *out, cn_Jobs *jobs) {
    if (!has_moved(mine) || !meets(mine, mine)) return true;
    cn_BvhWalk walk = walk_within(mine);
    return run(&walk, mine->found, out, jobs);
}

/* Swap the members of the pairs from index first on. */
static void turn_pairs(cn_PairList *list, int first) {
    for (int i = first; i < list->count; i++) {
        struct cn_ProxyPair *p = &list->pairs[i];
        *p = (struct cn_ProxyPair){p->b, p->a};
    }
}

/* What has moved of the other against what has not of mine. */
static bool pairs_back(cn_Bvh *mine, const cn_Bvh *other, bool strangers, cn_PairList *out,
                       cn_Jobs *jobs) {
    cn_BvhWalk back = {other, mine, CN_WANT_STILL, .strangers = strangers};
    int turned = out->count;
    if (!has_moved(other)) return true;
    bool ok = run(&back, mine->found, out, jobs);
    turn_pairs(out, turned);
    return ok;
}

/* What moved of mine against all of the other; then the other way round, with what has not. */
bool cn_bvh_cross_pairs(cn_Bvh *mine, cn_Bvh *other, cn_PairList *out, cn_Jobs *jobs) {
    if (!is_walkable(mine) || !is_walkable(other) || !meets(mine, other)) return true;
    int before = out->count;
    bool strangers = cn_bvh_has_strangers(mine, other);
    cn_BvhWalk there = {mine, other, CN_WANT_ALL, .strangers = strangers};
    bool ok = (!has_moved(mine) || run(&there, mine->found, out, jobs)) &&
              pairs_back(mine, other, strangers, out, jobs);
    if (!ok) out->count = before;
    return ok;
}

/* Both walks go through the groups of mine: side by side, where threads share them. */
static bool both_shared(const cn_BvhWalk *within, const cn_BvhWalk *there, cn_PairList *found,
                        cn_PairList *out, int *own, cn_Jobs *jobs) {
    Stage first, second;
    int before = out->count;
    begin(&first, within, found);
    begin(&second, there, found);
    cn_Job a = job_of(&first), b = job_of(&second);
    clear_found(first.found, out, jobs);
    cn_jobs_run_two(jobs, &a, &b);
    bool ok = end(&first, out);
    *own = out->count;
    ok = ok && end(&second, out);
    if (!ok) out->count = before;
    return ok;
}

bool cn_bvh_all_pairs(cn_Bvh *mine, cn_Bvh *other, cn_PairList *out, int *own, cn_Jobs *jobs) {
    bool both = is_walkable(mine) && is_walkable(other) && has_moved(mine) && meets(mine, mine) &&
                meets(mine, other) && is_shared(mine, jobs);
    if (both) {
        bool strangers = cn_bvh_has_strangers(mine, other);
        cn_BvhWalk within = walk_within(mine);
        cn_BvhWalk there = {mine, other, CN_WANT_ALL, .strangers = strangers};
        int before = out->count;
        if (both_shared(&within, &there, mine->found, out, own, jobs)) {
            if (pairs_back(mine, other, strangers, out, jobs)) return true;
            out->count = before;
        }
    }
    bool ok = cn_bvh_pairs(mine, out, jobs);
    *own = out->count;
    return ok && cn_bvh_cross_pairs(mine, other, out, jobs);
}
