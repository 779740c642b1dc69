/* memory.c: see memory.h. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* madvise */
#endif
#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "cairn.h"

#define LARGE ((size_t)1 << 16) /* bytes */
#define HUGE  ((size_t)1 << 21) /* bytes, of a large page */

/* Arrays of a large world are walked all over: with pages of 4 KiB every other access also misses
 * the processor's table of pages. The system may give large pages when asked, and need not. */
static void *default_alloc(size_t bytes) {
    if (bytes < HUGE) return aligned_alloc(64, bytes);
    void *memory = aligned_alloc(HUGE, (bytes + HUGE - 1) & ~(HUGE - 1));
#ifdef MADV_HUGEPAGE
    if (memory) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

static void default_free(void *memory, size_t bytes) {
    (void)bytes;
    free(memory);
}

static void *(*alloc_hook)(size_t) = default_alloc;
static void (*free_hook)(void *, size_t) = default_free;

void cn_set_allocator(void *(*alloc)(size_t bytes), void (*free_fn)(void *memory, size_t bytes)) {
    alloc_hook = alloc ? alloc : default_alloc;
    free_hook = free_fn ? free_fn : default_free;
}

static size_t round_up(size_t bytes) { return (bytes + 63u) & ~(size_t)63u; }

void *cn_alloc(size_t bytes) {
    if (bytes == 0 || bytes > PTRDIFF_MAX) return NULL;
    return alloc_hook(round_up(bytes));
}

void cn_free(void *memory, size_t bytes) {
    if (memory) free_hook(memory, round_up(bytes));
}

/* Twice as many; of what is large half as many again, since what lies idle counts then. Always a
 * multiple of 16: kernels read and write elements eight by eight. */
static int more_than(int capacity, size_t size) {
    if (capacity > INT32_MAX / 2) return INT32_MAX;
    bool large = (size_t)capacity * size >= LARGE;
    return large ? (capacity + capacity / 2 + 15) & ~15 : 2 * capacity;
}

bool cn_grow_by_copy(void **array, int *capacity, int wanted, size_t size) {
    int grown = *capacity < 16 ? 16 : *capacity;
    while (grown < wanted) grown = more_than(grown, size);
    char *fresh = cn_alloc((size_t)grown * size);
    if (!fresh) return false;
    size_t old_bytes = (size_t)*capacity * size;
    if (*array) memcpy(fresh, *array, old_bytes);
    memset(fresh + old_bytes, 0, (size_t)grown * size - old_bytes);
    cn_free(*array, old_bytes);
    *array = fresh;
    *capacity = grown;
    return true;
}

void cn_grow_free(void **array, int *capacity, size_t size) {
    cn_free(*array, (size_t)*capacity * size);
    *array = NULL;
    *capacity = 0;
}
