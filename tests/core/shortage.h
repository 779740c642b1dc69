/* shortage.h: an allocator of which one allocation fails, and arrays cut to what is in use, so that
 * whatever has to grow asks for memory. */
#ifndef SHORTAGE_H
#define SHORTAGE_H

#include <stdatomic.h>
#include <stdlib.h>

#include "check.h"
#include "data/world.h"
#include "step/world_memory.h"

#define DT (1.0 / 60)

static atomic_long until_failure; /* this allocation from now on fails, counted from 1 */
static atomic_int failed_allocations;

static void *failing_alloc(size_t bytes) {
    if (atomic_fetch_sub(&until_failure, 1) != 1) return aligned_alloc(64, bytes);
    atomic_fetch_add(&failed_allocations, 1);
    return NULL;
}

static void plain_free(void *memory, size_t bytes) {
    (void)bytes; /* of arrays that were cut it is not all */
    free(memory);
}

static void cut(void *context, const cn_ArrayRef *array) {
    (void)context;
    if (*array->capacity > array->keep) *array->capacity = array->keep;
}

static void cut_arrays(cn_World *w) {
    cn_world_memory_forget_step(w);
    cn_world_memory_each(w, cut, NULL);
}

/* The allocation number k from now on fails, counted from 0. */
static void fail_at(int k) {
    until_failure = k + 1;
    failed_allocations = 0;
}

/* Whether it has come to that; no more fail. */
static bool has_failed(void) {
    until_failure = 0;
    return failed_allocations > 0;
}

static bool require(bool ok, const char *name, int k, const char *what) {
    return expect(ok, "%s, allocation %d: %s", name, k, what);
}

#endif
