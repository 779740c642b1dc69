/* memory.h: the allocator behind every array of the core, and growable plain arrays.
 * All memory goes through cn_alloc, so that a test can make any allocation fail. */
#ifndef CN_MEMORY_H
#define CN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* 64-byte aligned, not cleared; NULL when out of memory. bytes is remembered by the caller. */
void *cn_alloc(size_t bytes);
void cn_free(void *memory, size_t bytes);
/* Make *array (of *capacity elements of size bytes) hold at least wanted, and some more; the new
 * part is zero. False and nothing changed when out of memory. */
bool cn_grow_by_copy(void **array, int *capacity, int wanted, size_t size);
static inline bool cn_grow(void **array, int *capacity, int wanted, size_t size) {
    return wanted <= *capacity || cn_grow_by_copy(array, capacity, wanted, size);
}
/* Of an array of which the first keep elements are needed: gives back the rest, if it is much. */
void cn_grow_trim(void **array, int *capacity, int keep, size_t size);
void cn_grow_free(void **array, int *capacity, size_t size);

#endif
