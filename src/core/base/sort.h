/* sort.h: the sorts of the core.
 *
 * cn_sort, a heap sort: in place, no recursion, no memory, one result everywhere. Not stable: the
 * caller gives a total order. cn_sort_ints, a shell sort. cn_sort_keyed, a radix sort for long
 * lists with whole keys. And where in a sorted list something stands. */
#ifndef CN_SORT_H
#define CN_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CN_SORT_MAX_SIZE 256 /* bytes of one item, for an exchange by way of the stack */

/* before(context, p, q): must p come before q? */
void cn_sort(void *items, int count, size_t size,
             bool (*before)(const void *context, const void *p, const void *q),
             const void *context);

/* Ascending; of short lists that hardly need it. */
void cn_sort_ints(int *v, int count);

typedef struct cn_Keyed {
    uint64_t key;
    int32_t a, b;
} cn_Keyed;

/* Ascending by key; equal keys keep their order. room has space for count items; the result is in
 * items. */
void cn_sort_keyed(cn_Keyed *items, cn_Keyed *room, int count);

/* The place of a key among items of that size whose int at key_at ascends, or where it would
 * stand. */
int cn_sort_place(const void *items, size_t size, size_t key_at, int count, int key);

#endif
