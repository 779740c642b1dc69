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

#define DIGIT 11 /* bits */
#define FEW   64 /* items: passes over digits would cost more than to insert each */

static void sort_digit(const cn_Keyed *from, cn_Keyed *to, int count, int shift) {
    uint32_t at[1 << DIGIT] = {0}, sum = 0, mask = (1u << DIGIT) - 1;
    for (int i = 0; i < count; i++) at[from[i].key >> shift & mask]++;
    for (int d = 0; d < 1 << DIGIT; d++) {
        uint32_t n = at[d];
        at[d] = sum;
        sum += n;
    }
    for (int i = 0; i < count; i++) to[at[from[i].key >> shift & mask]++] = from[i];
}

/* Stable. False as soon as it costs more than so many moves for each item. */
static bool insert_each(cn_Keyed *items, int count, int moves) {
    int64_t left = moves * (int64_t)count;
    for (int i = 1; i < count; i++) {
        cn_Keyed item = items[i];
        int j = i;
        for (; j > 0 && items[j - 1].key > item.key; j--) items[j] = items[j - 1];
        items[j] = item;
        left -= i - j;
        if (left < 0) return false;
    }
    return true;
}

/* The bits in which keys differ, from the highest on; 0 = all are equal. */
static uint64_t differing(const cn_Keyed *items, int count) {
    uint64_t bits = 0;
    for (int i = 1; i < count; i++) bits |= items[i].key ^ items[0].key;
    return bits;
}

/* Two passes over the highest 22 bits that differ nearly always leave little to insert. Where they
 * do not (few different numbers high up), all digits are sorted, least significant first: twice
 * three passes, an even number, end where they began. For a few items passes would cost more. */
void cn_sort_keyed(cn_Keyed *items, cn_Keyed *room, int count) {
    if (count <= FEW && insert_each(items, count, FEW)) return;
    uint64_t bits = differing(items, count);
    if (bits == 0) return;
    int shift = 64 - __builtin_clzll(bits) - 2 * DIGIT;
    if (shift < 0) shift = 0;
    sort_digit(items, room, count, shift);
    sort_digit(room, items, count, shift + DIGIT);
    if (insert_each(items, count, 8)) return;
    for (shift = 0; shift < 6 * DIGIT; shift += 2 * DIGIT) {
        sort_digit(items, room, count, shift);
        sort_digit(room, items, count, shift + DIGIT);
    }
}

void cn_sort_ints(int *v, int count) {
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < count; i++) {
            int x = v[i], j = i;
            for (; j >= gap && v[j - gap] > x; j -= gap) v[j] = v[j - gap];
            v[j] = x;
        }
}
