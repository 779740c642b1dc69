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

#define BLOCK 128               /* bytes, elements beyond that stand alone */
#define SMALL ((size_t)1 << 12) /* bytes */
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

/* A multiple of 16, since kernels read and write elements eight by eight; what is large is a block
 * of eight itself, or read one by one. */
static int round_count(int64_t count, size_t size) {
    if (size <= BLOCK) count = (count + 15) & ~(int64_t)15;
    return count > INT32_MAX ? INT32_MAX : (int)count;
}

/* Twice as many; of what is large a quarter more, since what lies idle counts then. */
static int more_than(int capacity, int wanted, size_t size) {
    bool large = (size_t)capacity * size >= LARGE;
    int more = round_count((int64_t)capacity + (large ? capacity / 4 : capacity), size);
    return more < wanted ? round_count(wanted, size) : more;
}

bool cn_grow_by_copy(void **array, int *capacity, int wanted, size_t size) {
    int grown = more_than(*capacity, wanted, size);
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

void cn_grow_trim(void **array, int *capacity, int keep, size_t size) {
    int fit = keep == 0 ? 0 : round_count((int64_t)keep + keep / 16, size);
    if (fit >= *capacity - *capacity / 8 || (size_t)*capacity * size < SMALL) return;
    void *fresh = fit > 0 ? cn_alloc((size_t)fit * size) : NULL;
    if (fit > 0 && !fresh) return; /* then it stays as it is */
    if (fresh) {
        memcpy(fresh, *array, (size_t)keep * size);
        memset((char *)fresh + (size_t)keep * size, 0, (size_t)(fit - keep) * size);
    }
    cn_free(*array, (size_t)*capacity * size);
    *array = fresh;
    *capacity = fit;
}

void cn_grow_free(void **array, int *capacity, size_t size) {
    cn_free(*array, (size_t)*capacity * size);
    *array = NULL;
    *capacity = 0;
}
