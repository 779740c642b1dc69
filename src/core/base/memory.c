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

#if defined(__has_feature)
#define CN_HAS_FEATURE(x) __has_feature(x)
#else
#define CN_HAS_FEATURE(x) 0
#endif

/* bytes of an element, up to which elements are read eight at a time and arrays hold multiples of
 * 16 */
#define BLOCK     128
#define SMALL     ((size_t)1 << 10) /* bytes: a smaller array is not worth trimming */
#define LARGE     ((size_t)1 << 16) /* bytes: a larger array grows by a quarter, not twofold */
#define PAGE      ((size_t)1 << 12) /* bytes: the system's pages are that, or a multiple */
#define HUGE_PAGE ((size_t)1 << 21) /* bytes of a large page */
#define POPULATED ((size_t)1 << 13) /* bytes: of less at most two pages are new */
/* Bytes: a larger block has pages of its own, but for a sanitizer, which watches malloc's. */
#if defined(__SANITIZE_ADDRESS__) || CN_HAS_FEATURE(address_sanitizer)
#define MAPPED HUGE_PAGE
#else
#define MAPPED ((size_t)1 << 18) /* bytes */
#endif

#ifdef __linux__
static size_t pages(size_t bytes) {
    size_t page = bytes < HUGE_PAGE ? PAGE : HUGE_PAGE;
    return (bytes + page - 1) & ~(page - 1);
}

/* Memory that is new comes a page at a time, when it is first touched, and each such touch takes
 * as long as hundreds of bodies: in steps in which arrays grow that was most of the time. So its
 * pages are asked for at once, which takes a twentieth. Kernels before 5.14 know no better. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* index of that advice */
#endif
static void populate(void *memory, size_t bytes) {
    uintptr_t first = (uintptr_t)memory & ~(uintptr_t)(PAGE - 1);
    madvise((void *)first, (uintptr_t)memory + bytes - first, MADV_POPULATE_WRITE);
}

/* Arrays of a large world are walked all over: with pages of 4 KiB every other access also misses
 * the processor's table of pages. The system may give large pages when asked, and need not. */
static void *map_pages(size_t bytes) {
    void *memory =
        mmap(NULL, pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    if (bytes < HUGE_PAGE)
        populate(memory, pages(bytes));
    else
        madvise(memory, pages(bytes), MADV_HUGEPAGE);
    return memory;
}

static void *default_alloc(size_t bytes) {
    if (bytes >= MAPPED) return map_pages(bytes);
    void *memory = aligned_alloc(64, bytes);
    if (memory && bytes >= POPULATED) populate(memory, bytes);
    return memory;
}

static void default_free(void *memory, size_t bytes) {
    if (bytes < MAPPED)
        free(memory);
    else
        munmap(memory, pages(bytes));
}

/* Pages stay what they are and are only mapped elsewhere; those that come are zero. */
static void *remap(void *memory, size_t old_bytes, size_t bytes) {
    size_t old_size = pages(old_bytes), size = pages(bytes);
    if (old_size == size) return memory;
    void *moved = mremap(memory, old_size, size, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) return NULL;
    if (bytes >= HUGE_PAGE)
        madvise(moved, size, MADV_HUGEPAGE);
    else if (size > old_size)
        populate((char *)moved + old_size, size - old_size);
    return moved;
}
#else
static void *default_alloc(size_t bytes) { return aligned_alloc(64, bytes); }
static void default_free(void *memory, size_t bytes) {
    (void)bytes;
    free(memory);
}
static void *remap(void *memory, size_t old_bytes, size_t bytes) {
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

/* What is mapped need not be copied to grow or to be cut. Behind the first keep bytes all is zero
 * then. NULL when it cannot be done so. */
static void *resize_mapped(void *memory, size_t old_bytes, size_t bytes, size_t keep) {
    old_bytes = round_up(old_bytes), bytes = round_up(bytes);
    if (alloc_hook != default_alloc || old_bytes < MAPPED || bytes < MAPPED) return NULL;
    if (bytes > old_bytes && !take(bytes - old_bytes)) return NULL;
    if (bytes < old_bytes) memset((char *)memory + keep, 0, old_bytes - keep);
    void *resized = remap(memory, old_bytes, bytes);
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
    void *stretched = resize_mapped(*array, old_bytes, (size_t)grown * size, old_bytes);
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
    void *cut = resize_mapped(*array, old_bytes, (size_t)fit * size, (size_t)keep * size);
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
