/* sort.c: heap sort (Williams, CACM 7(6), 1964), shell sort, and a radix sort that inserts what is
 * nearly in order: see sort.h. */
#include "base/sort.h"

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

/* bits of a digit: two digits take the 22 highest, and 2048 counters stay in the first cache */
#define DIGIT 11
#define FEW   32 /* count of items, below which passes over digits cost more than to insert each */
/* count of items, up to which one digit leaves little to insert */
#define MANY ((1 << DIGIT) / 2)

/* Where digits are taken from: the lower low bits of a key, and what its upper half has above. So
 * many bits are a digit. */
typedef struct Digits {
    int low, shift, bits;
} Digits;

static uint32_t digit_of(uint64_t key, Digits d) {
    uint64_t low = key & (((uint64_t)1 << d.low) - 1);
    return (uint32_t)(((key >> 32 << d.low) | low) >> d.shift) & ((1u << d.bits) - 1);
}

static void sort_digit(const cn_Keyed *from, cn_Keyed *to, int count, Digits digits) {
    uint32_t at[1 << DIGIT], sum = 0;
    memset(at, 0, sizeof *at << digits.bits);
    for (int i = 0; i < count; i++) at[digit_of(from[i].key, digits)]++;
    for (int d = 0; d < 1 << digits.bits; d++) {
        uint32_t n = at[d];
        at[d] = sum;
        sum += n;
    }
    for (int i = 0; i < count; i++) to[at[digit_of(from[i].key, digits)]++] = from[i];
}

/* Stable; from and to may be the same. False as soon as it costs more than so many moves for each
 * item: what was in another place is still there then. */
static bool insert_each(const cn_Keyed *from, cn_Keyed *to, int count, int moves) {
    int64_t left = moves * (int64_t)count;
    to[0] = from[0];
    for (int i = 1; i < count; i++) {
        cn_Keyed item = from[i];
        int j = i;
        for (; j > 0 && to[j - 1].key > item.key; j--) to[j] = to[j - 1];
        to[j] = item;
        left -= i - j;
        if (left < 0) return false;
    }
    return true;
}

/* The bits in which keys differ; 0 = they are in order. */
static uint64_t differing(const cn_Keyed *items, int count) {
    uint64_t bits = 0;
    bool ordered = true;
    for (int i = 1; i < count; i++) {
        bits |= items[i].key ^ items[0].key;
        ordered &= items[i].key >= items[i - 1].key;
    }
    return ordered ? 0 : bits;
}

static int bit_count(uint32_t v) { return v ? 32 - __builtin_clz(v) : 0; }

/* From the highest of so many bits down, those of so many digits. */
static Digits highest(Digits d, int all, int digits) {
    int shift = all - digits * d.bits;
    d.shift = shift > 0 ? shift : 0;
    return d;
}

/* Two counters for each item, and one digit: few items share theirs. */
static bool sort_few(cn_Keyed *items, cn_Keyed *room, int count, Digits d, int all) {
    d.bits = bit_count((uint32_t)count);
    sort_digit(items, room, count, highest(d, all, 1));
    if (insert_each(room, items, count, 8)) return true;
    memcpy(items, room, (size_t)count * sizeof *items);
    return false;
}

/* Keys are two numbers of half their bits, which seldom use all of these: two passes over the
 * highest 22 bits of what is left of both nearly always leave little to insert. Where they do not,
 * all digits are sorted, least significant first: twice three passes, an even number, end where
 * they began. For a few items passes would cost more. */
void cn_sort_keyed(cn_Keyed *items, cn_Keyed *room, int count) {
    if (count < 2 || (count <= FEW && insert_each(items, items, count, FEW))) return;
    uint64_t bits = differing(items, count);
    if (bits == 0) return;
    Digits d = {bit_count((uint32_t)bits), 0, DIGIT};
    int all = bit_count((uint32_t)(bits >> 32)) + d.low;
    if (count <= MANY && sort_few(items, room, count, d, all)) return;
    d = highest(d, all, 2);
    sort_digit(items, room, count, d);
    d.shift += DIGIT;
    sort_digit(room, items, count, d);
    if (insert_each(items, items, count, 8)) return;
    d.low = 32;
    for (d.shift = 0; d.shift < 6 * DIGIT; d.shift += DIGIT) {
        sort_digit(items, room, count, d);
        d.shift += DIGIT;
        sort_digit(room, items, count, d);
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

int cn_sort_place(const void *items, size_t size, size_t key_at, int count, int key) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2, there;
        memcpy(&there, (const char *)items + (size_t)middle * size + key_at, sizeof there);
        if (there < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
