/* test_memory_content.c: what memory holds before it is written, and what lies beside it, changes
 * no result.
 *
 * A read of a number too many mostly meets a zero, or what was there the last time as well; with
 * other threads, or after other work, it meets something else. So worlds are stepped here in memory
 * that is full of one pattern, within and around each block, then of another, and all steps must
 * have the same hash. Prints "N checks, N failed". */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bodies.h"
#include "cairn.h"
#include "check.h"

#define BESIDE 256 /* bytes before and behind each block */
#define STEPS  90

static int pattern; /* of bytes */

static void *filled_alloc(size_t bytes) {
    char *memory = aligned_alloc(64, bytes + 2 * BESIDE);
    if (!memory) return NULL;
    memset(memory, pattern, bytes + 2 * BESIDE);
    return memory + BESIDE;
}

static void filled_free(void *memory, size_t bytes) {
    memset(memory, pattern, bytes);
    free((char *)memory - BESIDE);
}

/* ---- worlds -------------------------------------------------------------------------------- */

static cn_BodyId add(cn_World *w, cn_BodyType type, cn_Vec at, double vx,
                     const cn_ShapeDef *shape) {
    return add_moving(w, type, (double)at.x, (double)at.y, vx, shape);
}

/* Rows of boxes that fall a little and jostle: one island, which finds its loads in several steps.
 */
static void heap(cn_World *w, int count, int wide) {
    cn_ShapeDef box = box_of(0.5, 0.5);
    for (int i = 0; i < count; i++) {
        cn_Vec at = {(float)(i % wide - wide / 2) * 0.52f, 0.3f + (float)(i / wide) * 0.51f};
        add(w, CN_DYNAMIC, at, i % 7 - 3, &box);
    }
}

static void large_heap(cn_World *w) { heap(w, 1400, 70); }
static void small_heaps(cn_World *w) { heap(w, 320, 80); }

typedef void Scene(cn_World *w);

static void run(Scene *scene, int threads, int fill, uint64_t *hashes) {
    cn_WorldDef d = cn_world_def();
    cn_World *w = NULL;
    cn_ShapeDef floor = box_of(200, 1);
    pattern = fill;
    d.threads = threads;
    d.sleep = false;
    if (cn_world_create(&d, &w, NULL) != CN_OK) return;
    add(w, CN_STATIC, (cn_Vec){0, -0.5f}, 0, &floor);
    scene(w);
    for (int i = 0; i < STEPS; i++) {
        cn_world_step(w, 1.0 / 60, NULL);
        hashes[i] = cn_world_hash(w);
    }
    cn_world_destroy(w);
}

static void check_scene(Scene *scene, const char *what) {
    static const int patterns[] = {0x3f, 0xff,
                                   0xbf}; /* small numbers, NaN, small ones below zero */
    uint64_t expected[STEPS], got[STEPS];
    run(scene, 1, 0, expected);
    for (int i = 0; i < 3; i++) {
        int same = 0;
        memset(got, 0, sizeof got);
        run(scene, 1 + i % 2, patterns[i], got);
        while (same < STEPS && got[same] == expected[same]) same++;
        expect(same == STEPS, "%s in memory full of %#x: other bits from step %d on", what,
               (unsigned)patterns[i], same + 1);
    }
}

int main(void) {
    cn_set_allocator(filled_alloc, filled_free);
    check_scene(large_heap, "a large heap");
    check_scene(small_heaps, "a low heap");
    cn_set_allocator(NULL, NULL);
    return tally();
}
