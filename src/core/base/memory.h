/* memory.h: the allocator behind every array of the core, and growable plain arrays.
 * All memory goes through cn_alloc, so that a test can make any allocation fail. */
#ifndef CN_MEMORY_H
#define CN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 64-byte aligned, not cleared; NULL when out of memory. bytes is remembered by the caller. */
void *cn_alloc(size_t bytes);
void cn_free(void *memory, size_t bytes);
/* How often cn_alloc had none for this thread so far: a caller that counts before and after some
 * work knows whether all of it had what it asked for, however the work went on without. */
unsigned cn_alloc_failures(void);
/* So many bytes are about to be asked for: the system is asked now, where it is no hurry, for so
 * many large pages at most. True: there are as many bytes, or it cannot be asked. */
bool cn_memory_expect(size_t bytes, int pages);
/* The stack, as far down as a step goes. Each page that a thread has never reached stops it: the
 * step in which two shapes first met took four times as long as others of a small world. */
void cn_memory_reach_stack(void);
/* The same of the program's own pages from first to last, which were never called. */
void cn_memory_map_code(uintptr_t first, uintptr_t last);
/* Make *array (of *capacity elements of size bytes) hold at least wanted, and some more; the new
 * part is zero. False and nothing changed when out of memory. */
bool cn_grow_by_copy(void **array, int *capacity, int wanted, size_t size);
static inline bool cn_grow(void **array, int *capacity, int wanted, size_t size) {
    return wanted <= *capacity || cn_grow_by_copy(array, capacity, wanted, size);
}
/* Of an array of which the first keep elements are needed: gives back the rest, if it is much. */
void cn_grow_trim(void **array, int *capacity, int keep, size_t size);
void cn_grow_free(void **array, int *capacity, size_t size);
/* Of an array that has its capacity beside it, as name_capacity. */
#define CN_GROW(array, wanted)                                                                     \
    cn_grow((void **)&(array), &array##_capacity, wanted, sizeof *(array))
#define CN_GROW_TRIM(array, keep)                                                                  \
    cn_grow_trim((void **)&(array), &array##_capacity, keep, sizeof *(array))
#define CN_GROW_FREE(array)  cn_grow_free((void **)&(array), &array##_capacity, sizeof *(array))
#define CN_GROW_BYTES(array) ((size_t)(array##_capacity) * sizeof *(array))

/* Into the cache, ahead of use. To be written: else a line that another core has is first copied
 * and then fetched again. Generic x86-64 compiles no prefetchw, though all know it, or skip it. */
static inline void cn_fetch(const void *p) { __builtin_prefetch(p); }
static inline void cn_fetch_own(const void *p) {
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)p));
#else
    __builtin_prefetch(p, 1);
#endif
}

#endif
