/* test_tree_pairs.c: pairs of one tree and of two, found at once by several threads, are those of
 * each, in the same order. Prints "N checks, N failed". */
#include "base/jobs.h"
#include "bvh/bvh.h"
#include "cairn.h"
#include "check.h"
#include "random.h"

#define LEAVES 3000 /* count: enough groups for threads to share */
#define ROUNDS 8

static uint64_t state = 11;

static float chance(float most) { return (float)random_below_of(&state, 4096) * most / 4096; }

static cn_Box any_box(void) {
    float x = chance(60), y = chance(60);
    return (cn_Box){x, y, x + 0.2f + chance(1), y + 0.2f + chance(1)};
}

static bool same_lists(const cn_PairList *a, const cn_PairList *b) {
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++)
        same = a->pairs[i].a == b->pairs[i].a && a->pairs[i].b == b->pairs[i].b;
    return same;
}

static void compare(cn_Bvh *mine, cn_Bvh *other, cn_Jobs *jobs) {
    cn_PairList all = {0}, each = {0};
    int own = -1;
    CHECK(cn_bvh_all_pairs(mine, other, &all, &own, jobs));
    CHECK(cn_bvh_pairs(mine, &each, NULL) && each.count == own && own > 0);
    CHECK(cn_bvh_cross_pairs(mine, other, &each, NULL) && each.count > own);
    CHECK(same_lists(&all, &each));
    cn_pair_list_free(&all);
    cn_pair_list_free(&each);
}

/* In some rounds what stands still moves as well. */
static void check_threads(int threads) {
    cn_Bvh *mine = cn_bvh_create(), *other = cn_bvh_create();
    cn_Jobs *jobs = cn_jobs_create(threads);
    for (int i = 0; i < LEAVES; i++) {
        CHECK(cn_bvh_add(mine, i, any_box(), 0));
        if (i % 4 == 0) CHECK(cn_bvh_add(other, i, any_box(), 0));
    }
    cn_jobs_begin(jobs);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; round > 0 && i < LEAVES; i += 1 + round % 3) {
            cn_bvh_move(mine, i, any_box());
            if (round % 2 == 0 && i % 4 == 0) cn_bvh_move(other, i, any_box());
        }
        CHECK(cn_bvh_update(mine, jobs) && cn_bvh_update(other, jobs));
        compare(mine, other, jobs);
        cn_bvh_commit(mine, jobs);
        cn_bvh_commit(other, jobs);
    }
    cn_jobs_end(jobs);
    cn_jobs_destroy(jobs);
    cn_bvh_destroy(mine);
    cn_bvh_destroy(other);
}

int main(void) {
    for (int threads = 1; threads <= 4; threads++) check_threads(threads);
    return tally();
}
