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

static bool is_sorted(const Sort *s, int count) {
    for (int i = 1; i < count; i++)
        if (before(s, i, i - 1)) return false;
    return true;
}

void cn_sort(void *items, int count, size_t size,
             bool (*before_fn)(const void *context, const void *p, const void *q),
             const void *context) {
    Sort s = {items, size, before_fn, context};
    if (is_sorted(&s, count)) return; /* most lists are */
    for (int i = count / 2 - 1; i >= 0; i--) sift(&s, i, count);
    for (int n = count - 1; n > 0; n--) {
        swap(&s, 0, n);
        sift(&s, 0, n);
    }
}

static bool key_before(const void *context, const void *p, const void *q) {
    (void)context;
    return ((const cn_Keyed *)p)->key < ((const cn_Keyed *)q)->key;
}

static void sort_digit(const cn_Keyed *from, cn_Keyed *to, int count, int shift) {
    uint32_t at[256] = {0}, sum = 0;
    for (int i = 0; i < count; i++) at[from[i].key >> shift & 0xff]++;
    for (int d = 0; d < 256; d++) {
        uint32_t n = at[d];
        at[d] = sum;
        sum += n;
    }
    for (int i = 0; i < count; i++) to[at[from[i].key >> shift & 0xff]++] = from[i];
}

/* Least significant digit first; eight passes, an even number, end where they began. For a few
 * items the passes would cost more than a heap. */
void cn_sort_keyed(cn_Keyed *items, cn_Keyed *room, int count) {
    if (count <= 64) {
        cn_sort(items, count, sizeof *items, key_before, NULL);
        return;
    }
    for (int shift = 0; shift < 64; shift += 16) {
        sort_digit(items, room, count, shift);
        sort_digit(room, items, count, shift + 8);
    }
}
