/* test_tree.c: the tree against a plain list that looks at everything (src/core/tree.h).
 *
 * Long seeded sequences of add, remove, move, follow, touch, update and commit run on two trees and
 * two lists alike; pairs, cross pairs, queries and rays must agree at every step. Then the same
 * with an allocator that fails, with one whose memory is littered, and twice over for determinism.
 */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "bvh/bvh.h"
#include "cairn.h"
#include "check.h"
#include "data/bvh_layout.h"
#include "random.h"

/* ---- random numbers ---- */

static uint64_t random_state;
static uint32_t random_bits(void) { return random_of(&random_state); }
static int random_below(int n) { return random_below_of(&random_state, n); }
static float random_in(float lo, float hi) {
    return lo + (hi - lo) * (float)(random_bits() & 0xffffff) / 16777216.0f;
}

/* ---- the reference ---- */

#define MAX 2000

typedef struct List {
    cn_Box now[MAX], old[MAX];
    bool live[MAX], moved[MAX], has_old[MAX];
    int kind[MAX];
    int count;
} List;

typedef struct Scene {
    float span;       /* boxes lie in a square of this half width */
    int giants;       /* one in so many is one; 0 for none */
    int proxy_stride; /* proxies are multiples of it */
    int kinds;        /* 0: one that meets itself, and no table of who meets whom */
} Scene;

/* Kinds meet those of the other parity; a few of them, and of members of groups, meet all. */
static uint64_t meets[CN_BVH_KINDS];

static int random_kind(const Scene *scene) {
    if (scene->kinds == 0) return 0;
    return random_below(scene->kinds) + (random_below(20) == 0 ? CN_BVH_KINDS : 0);
}

static bool may_meet(const Scene *scene, int a, int b) {
    if (scene->kinds == 0 || (a >= CN_BVH_KINDS && b >= CN_BVH_KINDS)) return true;
    return meets[a % CN_BVH_KINDS] >> (b % CN_BVH_KINDS) & 1;
}

typedef struct Side {
    cn_Bvh *tree;
    List list;
} Side;

static cn_Box random_box(const Scene *scene) {
    float x = random_in(-scene->span, scene->span), y = random_in(-scene->span, scene->span);
    float w = random_in(0.001f, 1.0f), h = random_in(0.001f, 1.0f);
    if (scene->giants && random_below(scene->giants) == 0) {
        switch (random_below(4)) {
        case 0:
            return (cn_Box){-1e10f, -1e10f, 1e10f, y};
        case 1:
            return (cn_Box){-FLT_MAX, y, FLT_MAX, FLT_MAX};
        case 2:
            w = random_in(1.0f, 400.0f);
            break;
        default:
            h = random_in(1.0f, 50.0f);
            break;
        }
    }
    return (cn_Box){x - w, y - h, x + w, y + h};
}

static bool is_new(const List *a, int i, const List *b, int j) {
    if (!a->live[i] || !b->live[j] || !(a->moved[i] || b->moved[j])) return false;
    if (!cn_box_overlaps(a->now[i], b->now[j])) return false;
    return !a->has_old[i] || !b->has_old[j] || !cn_box_overlaps(a->old[i], b->old[j]);
}

static int compare_pairs(const void *p, const void *q) {
    const struct cn_ProxyPair *a = p, *b = q;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

/* Whether found holds each new pair of a and b exactly once. */
static bool pairs_agree(cn_PairList *found, const List *a, const List *b, const Scene *scene) {
    int stride = scene->proxy_stride, kept = 0;
    for (int i = 0; i < found->count; i++) { /* strangers may be found or not */
        struct cn_ProxyPair *p = &found->pairs[i];
        if (may_meet(scene, a->kind[p->a / stride], b->kind[p->b / stride]))
            found->pairs[kept++] = *p;
    }
    found->count = kept;
    for (int i = 0; i < found->count; i++) {
        struct cn_ProxyPair *p = &found->pairs[i];
        if (a == b && p->a > p->b) *p = (struct cn_ProxyPair){p->b, p->a};
    }
    if (found->count > 0)
        qsort(found->pairs, (size_t)found->count, sizeof *found->pairs, compare_pairs);
    int at = 0;
    for (int i = 0; i < MAX; i++) {
        for (int j = a == b ? i + 1 : 0; a->live[i] && j < MAX; j++) {
            if (!is_new(a, i, b, j) || !may_meet(scene, a->kind[i], b->kind[j])) continue;
            if (at >= found->count) return false;
            struct cn_ProxyPair p = found->pairs[at++];
            if (p.a != i * stride || p.b != j * stride) return false;
        }
    }
    return at == found->count;
}

/* ---- random changes ---- */

static void change(Side *side, const Scene *scene, int i) {
    List *list = &side->list;
    int proxy = i * scene->proxy_stride;
    if (!list->live[i]) {
        list->now[i] = random_box(scene);
        list->kind[i] = random_kind(scene);
        if (!cn_bvh_add(side->tree, proxy, list->now[i], list->kind[i])) return;
        list->live[i] = list->moved[i] = true;
        list->has_old[i] = false;
        list->count++;
    } else if (random_below(6) == 0) {
        cn_bvh_remove(side->tree, proxy);
        list->live[i] = list->moved[i] = false;
        list->count--;
    } else if (random_below(8) == 0) {
        list->kind[i] = random_kind(scene);
        cn_bvh_renew(side->tree, proxy, list->kind[i]);
        list->moved[i] = true;
        list->has_old[i] = false;
    } else if (random_below(4) == 0) {
        list->now[i] = random_box(scene);
        cn_bvh_move(side->tree, proxy, list->now[i]);
        list->moved[i] = true;
    } else {
        float dx = random_in(-0.5f, 0.5f), dy = random_in(-0.5f, 0.5f);
        cn_Box b = list->now[i];
        list->now[i] = (cn_Box){b.x1 + dx, b.y1 + dy, b.x2 + dx, b.y2 + dy};
        cn_bvh_move(side->tree, proxy, list->now[i]);
        list->moved[i] = true;
    }
}

/* About a third of all at once. */
static void follow(Side *side, const Scene *scene) {
    List *list = &side->list;
    cn_Box *boxes = calloc((size_t)MAX * (size_t)scene->proxy_stride, sizeof *boxes);
    for (int i = 0; boxes && i < MAX; i++) {
        if (list->live[i] && random_below(3) == 0) {
            list->now[i] = random_box(scene);
            list->moved[i] = true;
        }
        boxes[i * scene->proxy_stride] = list->now[i];
    }
    if (boxes) cn_bvh_follow(side->tree, boxes, NULL);
    free(boxes);
}

static void commit(Side *side) {
    cn_bvh_commit(side->tree, NULL);
    memcpy(side->list.old, side->list.now, sizeof side->list.old);
    memset(side->list.moved, 0, sizeof side->list.moved);
    memset(side->list.has_old, 1, sizeof side->list.has_old);
}

/* ---- queries ---- */

typedef struct Seen {
    int times[MAX];
    int count, stop_after, stride, foreign;
} Seen;

static void see(Seen *seen, int proxy) {
    seen->count++;
    if (proxy < 0 || proxy % seen->stride || proxy / seen->stride >= MAX)
        seen->foreign++;
    else
        seen->times[proxy / seen->stride]++;
}

static bool on_query(void *context, int proxy) {
    Seen *seen = context;
    see(seen, proxy);
    return seen->count != seen->stop_after;
}

static void check_query(const Side *side, const Scene *scene) {
    const List *list = &side->list;
    cn_Box box = random_box(scene);
    if (random_below(2)) box.x2 += scene->span * 0.3f;
    static Seen seen;
    seen = (Seen){.stride = scene->proxy_stride};
    cn_bvh_query(side->tree, box, on_query, &seen);
    bool good = seen.foreign == 0;
    int expected = 0;
    for (int i = 0; i < MAX; i++) {
        bool hit = list->live[i] && cn_box_overlaps(list->now[i], box);
        expected += hit;
        if (seen.times[i] != hit) good = false;
    }
    CHECK(good);
    if (expected < 2) return;
    seen = (Seen){.stride = scene->proxy_stride, .stop_after = 1};
    cn_bvh_query(side->tree, box, on_query, &seen);
    CHECK(seen.count == 1);
}

/* Where the segment enters the box grown by margin (negative to shrink), or -1. */
static double entry_of(cn_Box box, cn_Vec p, cn_Vec d, double limit, double margin) {
    double low[2] = {box.x1 - margin, box.y1 - margin}, t1 = 0.0, t2 = limit;
    double high[2] = {box.x2 + margin, box.y2 + margin};
    double start[2] = {p.x, p.y}, way[2] = {d.x, d.y};
    for (int k = 0; k < 2; k++) {
        if (way[k] == 0.0) {
            if (start[k] < low[k] || start[k] > high[k]) return -1.0;
            continue;
        }
        double a = (low[k] - start[k]) / way[k], b = (high[k] - start[k]) / way[k];
        if (a > b) {
            double c = a;
            a = b;
            b = c;
        }
        if (a > t1) t1 = a;
        if (b < t2) t2 = b;
    }
    return t1 <= t2 ? t1 : -1.0;
}

static float on_ray(void *context, int proxy, float limit) {
    see(context, proxy);
    return limit;
}

typedef struct Nearest {
    const List *list;
    cn_Vec p, d;
    int stride, calls;
    double best;
} Nearest;

static float on_nearest(void *context, int proxy, float limit) {
    Nearest *n = context;
    double t = entry_of(n->list->now[proxy / n->stride], n->p, n->d, 2.0, 0.0);
    n->calls++;
    if (t < 0.0 || t >= limit) return limit;
    n->best = t;
    return (float)t;
}

static float on_first(void *context, int proxy, float limit) {
    (void)limit;
    see(context, proxy);
    return -1.0f;
}

static void check_ray(const Side *side, const Scene *scene) {
    const List *list = &side->list;
    cn_Vec p = {random_in(-scene->span, scene->span), random_in(-scene->span, scene->span)};
    cn_Vec d = {random_in(-1.0f, 1.0f) * scene->span, random_in(-1.0f, 1.0f) * scene->span};
    int flat = random_below(8);
    if (flat == 0 || flat == 2) d.x = 0.0f;
    if (flat == 1 || flat == 2) d.y = 0.0f;
    static Seen seen;
    seen = (Seen){.stride = scene->proxy_stride};
    cn_bvh_raycast(side->tree, p, d, 1.0f, on_ray, &seen);
    bool good = seen.foreign == 0;
    double best = 2.0, slack = 1e-5 * scene->span;
    for (int i = 0; i < MAX; i++) {
        double t = list->live[i] ? entry_of(list->now[i], p, d, 1.0, 0.0) : -1.0;
        bool near = list->live[i] && entry_of(list->now[i], p, d, 1.00001, slack) >= 0.0;
        if (t >= 0.0 && seen.times[i] != 1) good = false;
        if (seen.times[i] > near) good = false;
        if (t >= 0.0 && t < best) best = t;
    }
    CHECK(good);
    Nearest nearest = {list, p, d, scene->proxy_stride, 0, 2.0};
    cn_bvh_raycast(side->tree, p, d, 1.0f, on_nearest, &nearest);
    CHECK(best > 1.0 || (nearest.best <= best + 1e-6 && nearest.best >= best - 1e-6));
    CHECK(nearest.calls <= seen.count);
    if (seen.count < 2) return;
    seen = (Seen){.stride = scene->proxy_stride};
    cn_bvh_raycast(side->tree, p, d, 1.0f, on_first, &seen);
    CHECK(seen.count == 1);
}

/* ---- the long comparison ---- */

static uint64_t hash_list(uint64_t hash, const cn_PairList *list) {
    for (int i = 0; i < list->count; i++) {
        hash = (hash ^ (uint32_t)list->pairs[i].a) * 0x100000001b3u;
        hash = (hash ^ (uint32_t)list->pairs[i].b) * 0x100000001b3u;
    }
    return hash;
}

/* Pairs of both kinds against the reference; answers a hash of the order found. */
static uint64_t check_pairs(Side *a, Side *b, const Scene *scene, uint64_t hash) {
    cn_PairList found = {0};
    CHECK(cn_bvh_pairs(a->tree, &found, NULL));
    hash = hash_list(hash, &found);
    CHECK(pairs_agree(&found, &a->list, &a->list, scene));
    found.count = 0;
    CHECK(cn_bvh_cross_pairs(a->tree, b->tree, &found, NULL));
    hash = hash_list(hash, &found);
    CHECK(pairs_agree(&found, &a->list, &b->list, scene));
    found.count = 0;
    CHECK(cn_bvh_cross_pairs(a->tree, NULL, &found, NULL) && found.count == 0);
    cn_pair_list_free(&found);
    return hash;
}

static void check_state(const Side *side, const Scene *scene) {
    const List *list = &side->list;
    CHECK(cn_bvh_validate(side->tree));
    CHECK(cn_bvh_count(side->tree) == list->count);
    bool good = true;
    for (int i = 0; i < MAX; i++) {
        int proxy = i * scene->proxy_stride;
        if (cn_bvh_has(side->tree, proxy) != list->live[i]) good = false;
        cn_Box box = list->live[i] ? cn_bvh_box(side->tree, proxy) : list->now[i];
        if (memcmp(&box, &list->now[i], sizeof box) != 0) good = false;
    }
    CHECK(good);
}

static Side *make_side(void) {
    Side *side = calloc(1, sizeof *side);
    side->tree = cn_bvh_create();
    CHECK(side->tree != NULL);
    return side;
}

static void free_side(Side *side) {
    cn_bvh_destroy(side->tree);
    free(side);
}

/* Changes a step: many, few or none by turns, so that every way of searching is taken. */
static int change_count(int step, int leaves) {
    switch (step / 6 % 4) {
    case 0:
        return leaves;
    case 1:
        return 1 + leaves / 100;
    case 2:
        return leaves / 8;
    default:
        return random_below(3);
    }
}

static uint64_t run(Scene scene, int leaves, int steps, uint64_t seed) {
    Side *a = make_side(), *b = make_side();
    uint64_t hash = 0xcbf29ce484222325u;
    random_state = seed;
    for (int k = 0; k < CN_BVH_KINDS; k++)
        meets[k] = k % 2 ? 0x5555555555555555u : 0xaaaaaaaaaaaaaaaau;
    for (int step = 0; scene.kinds > 0 && step < 2; step++)
        cn_bvh_set_meets(step ? a->tree : b->tree, meets);
    for (int step = 0; step < steps; step++) {
        int n = change_count(step, leaves);
        for (int i = 0; i < n; i++) change(a, &scene, random_below(leaves));
        if (step % 3 != 1)
            for (int i = 0; i < n; i++) change(b, &scene, random_below(leaves));
        if (step % 5 == 2) follow(a, &scene);
        check_state(a, &scene);
        CHECK(cn_bvh_update(a->tree, NULL) && cn_bvh_update(b->tree, NULL));
        check_state(a, &scene);
        check_state(b, &scene);
        hash = check_pairs(a, b, &scene, hash);
        for (int i = 0; i < 4; i++) {
            check_query(a, &scene);
            check_ray(a, &scene);
        }
        if (random_below(5) == 0) continue; /* not every step commits */
        commit(a);
        if (random_below(3)) commit(b);
    }
    for (int i = 0; i < MAX; i++) cn_bvh_remove(a->tree, i * scene.proxy_stride);
    cn_bvh_update(a->tree, NULL);
    CHECK(cn_bvh_count(a->tree) == 0 && cn_bvh_validate(a->tree));
    free_side(a);
    free_side(b);
    return hash;
}

static void test_sequences(void) {
    run((Scene){3.0f, 0, 1, 0}, 6, 200, 1);
    run((Scene){5.0f, 0, 1, 0}, 20, 300, 2);
    run((Scene){10.0f, 10, 7, 0}, 100, 150, 3);
    run((Scene){20.0f, 50, 1, 0}, 700, 60, 4);
    run((Scene){30.0f, 200, 1000, 0}, MAX, 60, 5);
    run((Scene){1e5f, 20, 3, 0}, MAX, 30, 6);
    run((Scene){5.0f, 0, 1, 2}, 20, 300, 7);
    run((Scene){20.0f, 50, 1, 5}, 700, 60, 8);
    run((Scene){30.0f, 200, 1000, 64}, MAX, 60, 9);
}

static void test_determinism(void) {
    Scene scene = {15.0f, 40, 5, 0};
    uint64_t first = run(scene, 500, 50, 11);
    CHECK(run(scene, 500, 50, 11) == first);
    CHECK(run(scene, 500, 50, 12) != first);
}

/* ---- single cases ---- */

static int count_pairs(cn_Bvh *tree) {
    cn_PairList list = {0};
    CHECK(cn_bvh_update(tree, NULL) && cn_bvh_pairs(tree, &list, NULL));
    int count = list.count;
    cn_pair_list_free(&list);
    return count;
}

/* Nobody meets anybody, until the table says so; then pairs are found once they are touched. */
static void test_strangers(void) {
    cn_Bvh *tree = cn_bvh_create();
    uint64_t table[CN_BVH_KINDS] = {0};
    cn_bvh_set_meets(tree, table);
    for (int i = 0; i < 300; i++) {
        float x = (float)(i % 20), y = (float)(i / 20);
        CHECK(cn_bvh_add(tree, i, (cn_Box){x, y, x + 1.5f, y + 1.5f}, i % 3));
    }
    CHECK(count_pairs(tree) == 0 && cn_bvh_validate(tree));
    cn_bvh_renew(tree, 30, CN_BVH_KINDS);
    cn_bvh_renew(tree, 31, CN_BVH_KINDS + 1);
    CHECK(count_pairs(tree) > 0);
    cn_bvh_commit(tree, NULL);
    table[0] = table[1] = table[2] = 7;
    cn_bvh_set_meets(tree, table);
    CHECK(count_pairs(tree) == 0);
    cn_bvh_renew(tree, 150, 0);
    CHECK(count_pairs(tree) == 8);
    cn_bvh_destroy(tree);
}

static void test_life_of_a_pair(void) {
    cn_Bvh *tree = cn_bvh_create();
    CHECK(cn_bvh_update(tree, NULL) && count_pairs(tree) == 0 && cn_bvh_count(tree) == 0);
    CHECK(cn_bvh_validate(tree));
    cn_Box box = {0.0f, 0.0f, 1.0f, 1.0f}, away = {5.0f, 0.0f, 6.0f, 1.0f};
    CHECK(cn_bvh_add(tree, 3, box, 0) && cn_bvh_add(tree, 40, box, 0));
    CHECK(!cn_bvh_add(tree, 3, box, 0) && !cn_bvh_add(tree, -1, box, 0));
    CHECK(cn_bvh_count(tree) == 2 && !cn_bvh_has(tree, 4) && !cn_bvh_has(tree, -5));
    CHECK(count_pairs(tree) == 1);
    CHECK(count_pairs(tree) == 1); /* until committed */
    cn_bvh_commit(tree, NULL);
    CHECK(count_pairs(tree) == 0);
    cn_bvh_move(tree, 3, box);
    CHECK(count_pairs(tree) == 0); /* moved, but overlapped before */
    cn_bvh_renew(tree, 40, 0);
    CHECK(count_pairs(tree) == 1);
    cn_bvh_commit(tree, NULL);
    cn_bvh_move(tree, 3, away);
    CHECK(count_pairs(tree) == 0);
    cn_bvh_commit(tree, NULL);
    cn_bvh_move(tree, 3, (cn_Box){1.0f, 1.0f, 2.0f, 2.0f}); /* corners touch */
    CHECK(count_pairs(tree) == 1);
    cn_bvh_remove(tree, 3);
    cn_bvh_remove(tree, 3);
    cn_bvh_remove(tree, 77);
    CHECK(count_pairs(tree) == 0 && cn_bvh_count(tree) == 1 && !cn_bvh_has(tree, 3));
    CHECK(cn_bvh_add(tree, 3, box, 0) && count_pairs(tree) == 1);
    CHECK(cn_bvh_validate(tree) && cn_bvh_bytes(tree) > 0);
    cn_bvh_destroy(tree);
    cn_bvh_destroy(NULL);
}

/* NaN is forbidden, but must neither hang nor read outside. */
static void test_not_a_number(void) {
    float bad = (float)strtod("nan", NULL), inf = (float)strtod("inf", NULL);
    cn_Box boxes[3] = {{bad, bad, bad, bad}, {-inf, -inf, inf, inf}, {0.0f, bad, 1.0f, inf}};
    cn_Bvh *tree = cn_bvh_create();
    for (int i = 0; i < 100; i++) {
        float x = (float)i;
        CHECK(cn_bvh_add(tree, i, i % 9 ? (cn_Box){x, 0.0f, x, 1.0f} : boxes[i % 3], 0));
    }
    for (int i = 1; i < 100; i += 4) cn_bvh_remove(tree, i);
    static Seen seen;
    seen = (Seen){.stride = 1};
    CHECK(count_pairs(tree) > 0);
    for (int i = 0; i < 3; i++) {
        cn_bvh_query(tree, boxes[i], on_query, &seen);
        cn_bvh_raycast(tree, (cn_Vec){bad, 0.0f}, (cn_Vec){1.0f, 1.0f}, 9.0f, on_ray, &seen);
        cn_bvh_raycast(tree, (cn_Vec){0.0f, 0.0f}, (cn_Vec){inf, bad}, inf, on_ray, &seen);
    }
    CHECK(seen.foreign == 0);
    CHECK(cn_bvh_validate(tree));
    cn_bvh_destroy(tree);
}

/* ---- the failing allocator ---- */

static int allocations_left = -1;
static long allocated_bytes;

static void *counting_alloc(size_t bytes) {
    if (allocations_left == 0) return NULL;
    if (allocations_left > 0) allocations_left--;
    allocated_bytes += (long)bytes;
    return aligned_alloc(64, bytes);
}

static void counting_free(void *memory, size_t bytes) {
    allocated_bytes -= (long)bytes;
    free(memory);
}

/* A tree that starves after some allocations, is fed, and must then know all that it took. */
static void starve(int allocations) {
    Scene scene = {8.0f, 30, 1, 0};
    Side *a = make_side(), *b = make_side();
    random_state = 99;
    for (int i = 0; i < 20; i++) change(b, &scene, i);
    allocations_left = allocations;
    for (int i = 0; i < 300; i++) change(a, &scene, i);
    check_state(a, &scene);
    bool updated = cn_bvh_update(a->tree, NULL) && cn_bvh_update(b->tree, NULL);
    check_state(a, &scene);
    cn_PairList found = {0};
    if (updated && !cn_bvh_pairs(a->tree, &found, NULL)) CHECK(found.count == 0);
    int before = found.count;
    if (updated && !cn_bvh_cross_pairs(a->tree, b->tree, &found, NULL))
        CHECK(found.count == before);
    cn_pair_list_free(&found);
    allocations_left = -1;
    for (int i = 200; i < 400; i++) change(a, &scene, i);
    CHECK(cn_bvh_update(a->tree, NULL) && cn_bvh_update(b->tree, NULL));
    check_state(a, &scene);
    check_pairs(a, b, &scene, 0);
    free_side(a);
    free_side(b);
}

static void test_out_of_memory(void) {
    cn_set_allocator(counting_alloc, counting_free);
    allocations_left = 0;
    CHECK(cn_bvh_create() == NULL);
    allocations_left = -1;
    for (int i = 0; i < 30; i++) starve(i);
    CHECK(allocated_bytes == 0);
    cn_set_allocator(NULL, NULL);
}

/* ---- the allocator that hands out what others left behind ---- */

static void *littered_alloc(size_t bytes) {
    void *memory = aligned_alloc(64, bytes);
    if (memory) memset(memory, 0xa5, bytes);
    return memory;
}

static void plain_free(void *memory, size_t bytes) {
    (void)bytes;
    free(memory);
}

/* What a tree has not written must not count, at any size: entries that nothing stands below are
 * of no kind. Kind 0 meets itself alone, so that any other bit makes strangers. */
static void test_littered_memory(void) {
    cn_set_allocator(littered_alloc, plain_free);
    uint64_t table[CN_BVH_KINDS] = {1};
    cn_Bvh *tree = cn_bvh_create();
    cn_bvh_set_meets(tree, table);
    for (int i = 0; i < 14000; i++) {
        float x = (float)(i % 120), y = (float)(i / 120);
        CHECK(cn_bvh_add(tree, i, (cn_Box){x, y, x + 0.5f, y + 0.5f}, 0));
        if (i % 97 && i >= 200) continue;
        CHECK(cn_bvh_validate(tree) && !cn_bvh_has_strangers(tree, tree));
        CHECK(cn_bvh_update(tree, NULL));
        CHECK(cn_bvh_validate(tree) && !cn_bvh_has_strangers(tree, tree));
    }
    cn_bvh_destroy(tree);
    run((Scene){30.0f, 200, 3, 5}, MAX, 20, 10);
    cn_set_allocator(NULL, NULL);
}

int main(void) {
    test_strangers();
    test_life_of_a_pair();
    test_not_a_number();
    test_sequences();
    test_determinism();
    test_out_of_memory();
    test_littered_memory();
    return tally();
}
