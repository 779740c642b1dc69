/* range_pool.h: runs of elements within one growing array, reused by size.
 *
 * A run's length is rounded up to a power of two; a freed run waits in a list of its size, with
 * the index of the next one in its first bytes. The array itself belongs to the caller, who makes
 * room for cn_runs_room elements before taking. */
#ifndef CN_RANGE_POOL_H
#define CN_RANGE_POOL_H

#include <stddef.h>
#include <stdint.h>

typedef struct cn_Runs {
    int count;    /* elements ever used */
    int free[31]; /* heads of the lists by power of two, -1 = none */
} cn_Runs;

void cn_runs_init(cn_Runs *runs);
/* How many elements the array must hold before so many runs of this length can be taken. */
int64_t cn_runs_room(const cn_Runs *runs, int how_many, int length);
/* The first element of a run. Elements are size >= 4 bytes. Length 0 takes nothing. */
int cn_runs_take(cn_Runs *runs, const void *array, size_t size, int length);
void cn_runs_give(cn_Runs *runs, void *array, size_t size, int first, int length);

#endif
