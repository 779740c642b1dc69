/* shortage.h: an allocator of which one allocation fails, or one and all after it, and arrays cut
 * to what is in use, so that whatever has to grow asks for memory. */
#ifndef SHORTAGE_H
#define SHORTAGE_H

#include <stdatomic.h>
#include <stdlib.h>

#include "check.h"
#include "data/world.h"
#include "step/world_arrays.h"

#define DT (1.0 / 60)

static atomic_bool failing;       /* one is to fail */
static atomic_long until_failure; /* this allocation from now on fails, counted from 1 */
static bool for_good;             /* and all that follow */
static atomic_int failed_allocations;
static atomic_long blocks; /* count of those that are not given back */

static void *failing_alloc(size_t bytes) {
    long left = atomic_fetch_sub(&until_failure, 1);
    if (atomic_load(&failing) && (left == 1 || (for_good && left < 1))) {
        atomic_fetch_add(&failed_allocations, 1);
        return NULL;
    }
    void *memory = aligned_alloc(64, bytes);
    if (memory) atomic_fetch_add(&blocks, 1);
    return memory;
}

static void plain_free(void *memory, size_t bytes) {
    (void)bytes; /* of arrays that were cut it is not all */
    if (memory) atomic_fetch_sub(&blocks, 1);
    free(memory);
}

static void cut(void *context, const cn_ArrayRef *array) {
    (void)context;
    if (*array->capacity > array->keep) *array->capacity = array->keep;
}

static void cut_arrays(cn_World *w) {
    cn_world_arrays_forget_step(w);
    cn_world_arrays_each(w, cut, NULL);
}

/* The allocation number k from now on fails, counted from 0. */
static void fail_at(int k) {
    until_failure = k + 1;
    failed_allocations = 0;
    failing = true;
}

/* Whether it has come to that; no more fail. */
static bool has_failed(void) {
    failing = false;
    return failed_allocations > 0;
}

static bool require(bool ok, const char *name, int k, const char *what) {
    return expect(ok, "%s, allocation %d%s: %s", name, k, for_good ? " and all after it" : "",
                  what);
}

#endif
