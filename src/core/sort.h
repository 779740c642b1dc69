/* sort.h: one sort for every list of the core.
 *
 * Heap sort: in place, no recursion, no memory, the same result everywhere. Not stable: whoever
 * calls gives a total order. */
#ifndef CN_SORT_H
#define CN_SORT_H

#include <stdbool.h>
#include <stddef.h>

#define CN_SORT_MAX_SIZE 64 /* bytes of one item */

/* before(context, p, q): must p come before q? */
void cn_sort(void *items, int count, size_t size,
             bool (*before)(const void *context, const void *p, const void *q),
             const void *context);

#endif
