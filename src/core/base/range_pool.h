/* range_pool.h: runs of elements within one growing array, reused by size.
 *
 * A run's length is rounded up to a power of two; a freed run waits in a list of its size, with the
 * index of the next one in its first bytes. The array itself belongs to the caller, which makes
 * room for cn_range_pool_room elements before taking. */
#ifndef CN_RANGE_POOL_H
#define CN_RANGE_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cn_RangePool {
    int count;    /* elements ever used */
    int free[31]; /* heads of the lists by power of two, -1 = none */
} cn_RangePool;

void cn_range_pool_init(cn_RangePool *runs);
/* How many elements the array must hold before so many runs of this length can be taken. */
int64_t cn_range_pool_room(const cn_RangePool *runs, int how_many, int length);
/* The first element of a run. Elements are size >= 4 bytes. Length 0 takes nothing. */
int cn_range_pool_take(cn_RangePool *runs, const void *array, size_t size, int length);
void cn_range_pool_give(cn_RangePool *runs, void *array, size_t size, int first, int length);

/* For runs that were read from bytes: takes all of a run in a map with a bit for each of count
 * elements; false if it does not lie within, or some of it is taken already. */
bool cn_range_pool_mark(uint64_t *taken, int count, int first, int length);
/* The same of all that are free. A list that loops, or leads astray, comes to such an end. */
bool cn_range_pool_mark_free(const cn_RangePool *runs, const void *array, size_t size,
                             uint64_t *taken);

#endif
