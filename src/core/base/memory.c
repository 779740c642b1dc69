/* memory.c: see memory.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mremap */
#endif
#include "base/memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "cairn.h"

/* bytes of an element, up to which elements are read eight at a time and arrays hold multiples of
 * 16 */
#define BLOCK     128
#define SMALL     ((size_t)1 << 10) /* bytes: a smaller array is not worth trimming */
#define LARGE     ((size_t)1 << 16) /* bytes: a larger array grows by a quarter, not twofold */
#define HUGE_PAGE ((size_t)1 << 21) /* bytes of a large page: blocks from here on are mapped */

#ifdef __linux__
static size_t huge_pages(size_t bytes) { return (bytes + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1); }

/* Arrays of a large world are walked all over: with pages of 4 KiB every other access also misses
 * the processor's table of pages. The system may give large pages when asked, and need not. */
static void *map_huge(size_t bytes) {
    void *memory =
        mmap(NULL, huge_pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    madvise(memory, huge_pages(bytes), MADV_HUGEPAGE);
    return memory;
}

static void *default_alloc(size_t bytes) {
    return bytes < HUGE_PAGE ? aligned_alloc(64, bytes) : map_huge(bytes);
}

static void default_free(void *memory, size_t bytes) {
    if (bytes < HUGE_PAGE)
        free(memory);
    else
        munmap(memory, huge_pages(bytes));
}

/* Pages stay what they are and are only mapped elsewhere; those that come are zero. */
static void *remap_huge(void *memory, size_t old_bytes, size_t bytes) {
    size_t old_size = huge_pages(old_bytes), size = huge_pages(bytes);
    if (old_size == size) return memory;
    void *moved = mremap(memory, old_size, size, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) return NULL;
    madvise(moved, size, MADV_HUGEPAGE);
    return moved;
}
#else
static void *default_alloc(size_t bytes) { return aligned_alloc(64, bytes); }
static void default_free(void *memory, size_t bytes) {
    (void)bytes;
    free(memory);
}
static void *remap_huge(void *memory, size_t old_bytes, size_t bytes) {
    (void)memory, (void)old_bytes, (void)bytes;
    return NULL;
}
#endif

static void *(*alloc_hook)(size_t) = default_alloc;
static void (*free_hook)(void *, size_t) = default_free;

void cn_set_allocator(void *(*alloc)(size_t bytes), void (*free_fn)(void *memory, size_t bytes)) {
    alloc_hook = alloc ? alloc : default_alloc;
    free_hook = free_fn ? free_fn : default_free;
}

/* Bytes that are out, and may be at most; 0 for no end. Counted for all threads. */
static atomic_size_t used, limit;

void cn_set_memory_limit(size_t bytes) { atomic_store(&limit, bytes); }
size_t cn_memory_used(void) { return atomic_load(&used); }

/* Two threads that ask at once may both be refused where one had fitted. */
static bool take(size_t bytes) {
    size_t before = atomic_fetch_add(&used, bytes), most = atomic_load(&limit);
    if (most == 0 || (bytes <= most && before <= most - bytes)) return true;
    atomic_fetch_sub(&used, bytes);
    return false;
}
static void give_back(size_t bytes) { atomic_fetch_sub(&used, bytes); }

static _Thread_local unsigned failures;

unsigned cn_alloc_failures(void) { return failures; }

static size_t round_up(size_t bytes) { return (bytes + 63u) & ~(size_t)63u; }

/* For what can be done without. */
static void *try_alloc(size_t bytes) {
    if (bytes == 0 || bytes > PTRDIFF_MAX || !take(round_up(bytes))) return NULL;
    void *memory = alloc_hook(round_up(bytes));
    if (!memory) give_back(round_up(bytes));
    return memory;
}

void *cn_alloc(size_t bytes) {
    void *memory = try_alloc(bytes);
    if (!memory && bytes > 0) failures++;
    return memory;
}

void cn_free(void *memory, size_t bytes) {
    if (!memory) return;
    free_hook(memory, round_up(bytes));
    give_back(round_up(bytes));
}

/* What is huge need not be copied to grow or to be cut. Behind the first keep bytes all is zero
 * then. NULL when it cannot be done so. */
static void *resize_huge(void *memory, size_t old_bytes, size_t bytes, size_t keep) {
    old_bytes = round_up(old_bytes), bytes = round_up(bytes);
    if (alloc_hook != default_alloc || old_bytes < HUGE_PAGE || bytes < HUGE_PAGE) return NULL;
    if (bytes > old_bytes && !take(bytes - old_bytes)) return NULL;
    if (bytes < old_bytes) memset((char *)memory + keep, 0, old_bytes - keep);
    void *resized = remap_huge(memory, old_bytes, bytes);
    if (resized && bytes < old_bytes) give_back(old_bytes - bytes);
    if (!resized && bytes > old_bytes) give_back(bytes - old_bytes);
    return resized;
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
    size_t old_bytes = (size_t)*capacity * size;
    void *stretched = resize_huge(*array, old_bytes, (size_t)grown * size, old_bytes);
    if (stretched) {
        *array = stretched;
        *capacity = grown;
        return true;
    }
    char *fresh = cn_alloc((size_t)grown * size);
    if (!fresh) return false;
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
    size_t old_bytes = (size_t)*capacity * size;
    void *cut = resize_huge(*array, old_bytes, (size_t)fit * size, (size_t)keep * size);
    if (cut) {
        *array = cut;
        *capacity = fit;
        return;
    }
    void *fresh = fit > 0 ? try_alloc((size_t)fit * size) : NULL;
    if (fit > 0 && !fresh) return; /* then it stays as it is */
    if (fresh) {
        memcpy(fresh, *array, (size_t)keep * size);
        memset((char *)fresh + (size_t)keep * size, 0, (size_t)(fit - keep) * size);
    }
    cn_free(*array, old_bytes);
    *array = fresh;
    *capacity = fit;
}

void cn_grow_free(void **array, int *capacity, size_t size) {
    cn_free(*array, (size_t)*capacity * size);
    *array = NULL;
    *capacity = 0;
}
