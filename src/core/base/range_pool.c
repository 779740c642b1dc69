/* range_pool.c: see range_pool.h. */
#include "base/range_pool.h"

#include <string.h>

static int size_class(int length) {
    int k = 0;
    while ((int64_t)1 << k < length) k++;
    return k;
}

void cn_range_pool_init(cn_RangePool *runs) {
    runs->count = 0;
    for (int i = 0; i < 31; i++) runs->free[i] = -1;
}

int64_t cn_range_pool_room(const cn_RangePool *runs, int how_many, int length) {
    if (length == 0) return runs->count;
    return runs->count + ((int64_t)how_many << size_class(length));
}

int cn_range_pool_take(cn_RangePool *runs, const void *array, size_t size, int length) {
    if (length == 0) return 0;
    int k = size_class(length), first = runs->free[k];
    if (first >= 0) {
        memcpy(&runs->free[k], (const char *)array + (size_t)first * size, sizeof(int));
    } else {
        first = runs->count;
        runs->count += 1 << k;
    }
    return first;
}

void cn_range_pool_give(cn_RangePool *runs, void *array, size_t size, int first, int length) {
    if (length == 0) return;
    int k = size_class(length);
    memcpy((char *)array + (size_t)first * size, &runs->free[k], sizeof(int));
    runs->free[k] = first;
}
