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

bool cn_range_pool_mark(uint64_t *taken, int count, int first, int length) {
    if (length == 0) return true;
    if (length < 0 || first < 0) return false;
    int64_t end = first + ((int64_t)1 << size_class(length));
    if (end > count) return false;
    for (int64_t i = first; i < end; i++) {
        uint64_t bit = (uint64_t)1 << (i & 63);
        if (taken[i >> 6] & bit) return false;
        taken[i >> 6] |= bit;
    }
    return true;
}

bool cn_range_pool_mark_free(const cn_RangePool *runs, const void *array, size_t size,
                             uint64_t *taken) {
    for (int k = 0; k < 31; k++)
        for (int first = runs->free[k]; first != -1;) {
            if (!cn_range_pool_mark(taken, runs->count, first, 1 << k)) return false;
            memcpy(&first, (const char *)array + (size_t)first * size, sizeof(int));
        }
    return true;
}
