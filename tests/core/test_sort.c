/* test_sort.c: sorting by key against insertion by hand: order, stability, all kinds of keys. */
#include "base/sort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "random.h"

static void check(bool ok, int pattern, int count) {
    expect(ok, "pattern %d, %d items: not in order", pattern, count);
}

static uint64_t random_state = 1;

static uint64_t random_bits(void) {
    uint64_t h = random_step(&random_state);
    return (h ^ h >> 31) * 0x9e3779b97f4a7c15u;
}

/* Hashes, pairs of ids, one hub among them, few values, low bits, high bits, sorted, reversed. */
static uint64_t key_of(int pattern, int i, int count) {
    uint64_t r = random_bits();
    switch (pattern) {
    case 0:
        return r;
    case 1:
        return (r % 1000) << 32 | (r >> 40) % 1000;
    case 2:
        return (uint64_t)(i % 50 == 0 ? 60000 : 1) << 32 | (r >> 20) % 100000;
    case 3:
        return r % 3 << 62;
    case 4:
        return r % 5000;
    case 5:
        return r & 0xffff000000000000u;
    case 6:
        return (uint64_t)i;
    case 7:
        return (uint64_t)(count - i);
    default:
        return 42;
    }
}

static int compare(const void *p, const void *q) {
    const cn_Keyed *a = p, *b = q;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return (a->a > b->a) - (a->a < b->a);
}

static void run(int pattern, int count) {
    size_t bytes = (size_t)count * sizeof(cn_Keyed);
    cn_Keyed *items = malloc(bytes + 1), *room = malloc(bytes + 1), *expected = malloc(bytes + 1);
    memset(items, 0, bytes);
    for (int i = 0; i < count; i++) {
        items[i].key = key_of(pattern, i, count);
        items[i].a = i;
    }
    memcpy(expected, items, bytes);
    qsort(expected, (size_t)count, sizeof *expected, compare);
    cn_sort_keyed(items, room, count);
    bool same = true;
    for (int i = 0; i < count; i++)
        same = same && items[i].key == expected[i].key && items[i].a == expected[i].a;
    check(same, pattern, count);
    free(items);
    free(room);
    free(expected);
}

int main(void) {
    static const int counts[] = {0, 1, 2, 3, 17, 64, 65, 200, 1000, 1025, 20000};
    for (int pattern = 0; pattern < 9; pattern++)
        for (int i = 0; i < (int)(sizeof counts / sizeof *counts); i++) run(pattern, counts[i]);
    return tally();
}
