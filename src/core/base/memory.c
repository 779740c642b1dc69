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

#include "base/buddy.h"
#include "cairn.h"

#if defined(__has_feature)
#define CN_HAS_FEATURE(x) __has_feature(x)
#else
#define CN_HAS_FEATURE(x) 0
#endif

/* bytes of an element, up to which elements are read eight at a time and arrays hold multiples of
 * 16 */
#define BLOCK 128
#define SMALL ((size_t)1 << 10) /* bytes: a smaller array is not worth trimming */
#define LARGE ((size_t)1 << 16) /* bytes: a larger array grows by a quarter, not twofold */

#define STEP_STACK (40 << 10) /* bytes of it that a step takes, the narrow phase alone 29 KB */
#define PAGE       4096       /* bytes, of the smallest pages that systems have */

#if defined(__SANITIZE_ADDRESS__) || CN_HAS_FEATURE(address_sanitizer)
#define WATCHED true /* by a sanitizer, which knows malloc's blocks alone */
#else
#define WATCHED false
#endif

/* Arrays of a large world are walked all over: with pages of 4 KiB every other access also misses
 * the processor's table of pages. The system may give large pages when asked, and need not. */
#ifdef __linux__
static bool is_pooled(size_t bytes) { return !WATCHED && bytes <= CN_BUDDY_MOST; }
static bool is_mapped(size_t bytes) { return bytes > (WATCHED ? CN_LARGE_PAGE : CN_BUDDY_MOST); }

static size_t pages(size_t bytes) { return (bytes + CN_LARGE_PAGE - 1) & ~(CN_LARGE_PAGE - 1); }

static void *default_alloc(size_t bytes) {
    if (is_pooled(bytes)) return cn_buddy_take(bytes);
    return is_mapped(bytes) ? cn_large_pages(pages(bytes)) : aligned_alloc(64, bytes);
}

static void default_free(void *memory, size_t bytes) {
    if (is_pooled(bytes))
        cn_buddy_give(memory, bytes);
    else if (is_mapped(bytes))
        munmap(memory, pages(bytes));
    else
        free(memory);
}

/* Pages stay what they are and are only mapped elsewhere, where they are large again. */
static void *remap(void *memory, size_t old_size, size_t size) {
    void *moved = mremap(memory, old_size, size, 0);
    if (moved != MAP_FAILED) return moved;
    void *to = cn_large_pages(size);
    if (!to) return NULL;
    moved = mremap(memory, old_size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to);
    if (moved == MAP_FAILED) {
        munmap(to, size);
        return NULL;
    }
    madvise(moved, size, MADV_HUGEPAGE);
    return moved;
}

/* Where a block has room, or pages can go with it. NULL: it has to be copied. What comes with it is
 * whatever it is. */
static void *resize_in_place(void *memory, size_t old_bytes, size_t bytes) {
    if (is_pooled(old_bytes) && is_pooled(bytes))
        return cn_buddy_resize(memory, old_bytes, bytes) ? memory : NULL;
    if (!is_mapped(old_bytes) || !is_mapped(bytes)) return NULL;
    size_t old_size = pages(old_bytes), size = pages(bytes);
    return old_size == size ? memory : remap(memory, old_size, size);
}
static bool default_expect(size_t bytes, int pages) {
    return WATCHED || cn_buddy_expect(bytes, pages);
}
#else
static bool default_expect(size_t bytes, int pages) {
    (void)bytes, (void)pages;
    return true;
}
static void *default_alloc(size_t bytes) { return aligned_alloc(64, bytes); }
static void default_free(void *memory, size_t bytes) {
    (void)bytes;
    free(memory);
}
static void *resize_in_place(void *memory, size_t old_bytes, size_t bytes) {
    (void)memory, (void)old_bytes, (void)bytes;
    return NULL;
}
#endif

#ifdef __wasm__
void cn_memory_reach_stack(void) {} /* it has no pages, and may have little stack */
#else
void cn_memory_reach_stack(void) {
    volatile char deep[STEP_STACK];
    for (size_t i = 0; i < sizeof deep; i += PAGE) deep[i] = 0;
}
#endif

/* A system that cannot maps them one by one, as they are called. */
void cn_memory_map_code(uintptr_t first, uintptr_t last) {
#ifdef MADV_POPULATE_READ
    uintptr_t from = first & ~(uintptr_t)(PAGE - 1);
    madvise((void *)from, last - from + 1, MADV_POPULATE_READ);
#else
    (void)first, (void)last;
#endif
}

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

bool cn_memory_expect(size_t bytes, int pages) {
    return alloc_hook != default_alloc || default_expect(bytes, pages);
}

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

/* To grow or to be cut without a copy. NULL when it cannot be done so. */
static void *resize(void *memory, size_t old_bytes, size_t bytes) {
    old_bytes = round_up(old_bytes), bytes = round_up(bytes);
    if (alloc_hook != default_alloc || !memory || bytes == 0) return NULL;
    if (bytes > old_bytes && !take(bytes - old_bytes)) return NULL;
    void *resized = resize_in_place(memory, old_bytes, bytes);
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
    char *grew = resize(*array, old_bytes, (size_t)grown * size);
    if (!grew) {
        grew = cn_alloc((size_t)grown * size);
        if (!grew) return false;
        if (*array) memcpy(grew, *array, old_bytes);
        cn_free(*array, old_bytes);
    }
    memset(grew + old_bytes, 0, (size_t)grown * size - old_bytes);
    *array = grew;
    *capacity = grown;
    return true;
}

void cn_grow_trim(void **array, int *capacity, int keep, size_t size) {
    int fit = keep == 0 ? 0 : round_count((int64_t)keep + keep / 16, size);
    if (fit >= *capacity - *capacity / 8 || (size_t)*capacity * size < SMALL) return;
    size_t old_bytes = (size_t)*capacity * size;
    char *cut = resize(*array, old_bytes, (size_t)fit * size);
    if (!cut) {
        cut = fit > 0 ? try_alloc((size_t)fit * size) : NULL;
        if (fit > 0 && !cut) return; /* then it stays as it is */
        if (cut) memcpy(cut, *array, (size_t)keep * size);
        cn_free(*array, old_bytes);
    }
    if (cut) memset(cut + (size_t)keep * size, 0, (size_t)(fit - keep) * size);
    *array = cut;
    *capacity = fit;
}

void cn_grow_free(void **array, int *capacity, size_t size) {
    cn_free(*array, (size_t)*capacity * size);
    *array = NULL;
    *capacity = 0;
}
