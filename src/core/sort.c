/* sort.c: heap sort (Williams, CACM 7(6), 1964). */
#include "sort.h"

#include <string.h>

typedef struct Sort {
    char *items;
    size_t size;
    bool (*before)(const void *context, const void *p, const void *q);
    const void *context;
} Sort;

static void swap(const Sort *s, int i, int j) {
    char t[CN_SORT_MAX_SIZE];
    char *p = s->items + (size_t)i * s->size, *q = s->items + (size_t)j * s->size;
    memcpy(t, p, s->size);
    memcpy(p, q, s->size);
    memcpy(q, t, s->size);
}

static bool before(const Sort *s, int i, int j) {
    return s->before(s->context, s->items + (size_t)i * s->size, s->items + (size_t)j * s->size);
}

static void sift(const Sort *s, int i, int n) {
    for (int child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && before(s, child, child + 1)) child++;
        if (!before(s, i, child)) return;
        swap(s, i, child);
    }
}

void cn_sort(void *items, int count, size_t size,
             bool (*before_fn)(const void *context, const void *p, const void *q),
             const void *context) {
    Sort s = {items, size, before_fn, context};
    for (int i = count / 2 - 1; i >= 0; i--) sift(&s, i, count);
    for (int n = count - 1; n > 0; n--) {
        swap(&s, 0, n);
        sift(&s, 0, n);
    }
}
