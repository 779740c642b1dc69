/* test_table.c: a table of pairs against a plain list, while it grows, shrinks and is trimmed. */
#include "base/pair_table.h"

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "random.h"

#define MOST  3000 /* pairs at once */
#define IDS   150  /* few, so that pairs come back after they have gone */
#define WAVES 12

typedef struct Pair {
    int a, b, value;
} Pair;

static Pair list[MOST];
static int list_count;

static int below(int n) {
    static uint64_t state = 1;
    return random_below_of(&state, n);
}

static void check(bool ok, const char *what) {
    expect(ok, "table of %d pairs: %s", list_count, what);
}

static int find(int a, int b) {
    for (int i = 0; i < list_count; i++)
        if ((list[i].a == a && list[i].b == b) || (list[i].a == b && list[i].b == a)) return i;
    return -1;
}

static void add(cn_PairTable *t) {
    int a = below(IDS), b = below(IDS), value = below(1 << 30), at = find(a, b);
    if (at < 0) at = list_count++;
    list[at] = (Pair){a, b, value};
    check(cn_pair_table_put(t, b, a, value), "no room");
}

static void take(cn_PairTable *t) {
    int at = below(list_count);
    cn_pair_table_remove(t, list[at].a, list[at].b);
    list[at] = list[--list_count];
}

static void compare(const cn_PairTable *t) {
    check(t->count == list_count, "another count");
    for (int i = 0; i < list_count; i++)
        check(cn_pair_table_find(t, list[i].a, list[i].b) == list[i].value, "another value");
    for (int i = 0; i < IDS; i++) {
        int b = below(IDS);
        check((cn_pair_table_find(t, i, b) < 0) == (find(i, b) < 0), "one too few or too many");
    }
}

int main(void) {
    cn_PairTable t = {0};
    for (int wave = 0; wave < WAVES; wave++) {
        int target = wave % 2 == 0 ? 500 + below(MOST - 500) : below(500);
        while (list_count < target) add(&t);
        while (list_count > target) take(&t);
        compare(&t);
        cn_pair_table_trim(&t);
        check(t.capacity <= 2 * list_count || t.capacity <= 128, "not trimmed");
        compare(&t);
    }
    cn_pair_table_remove(&t, IDS, IDS + 1); /* not there */
    compare(&t);
    cn_pair_table_free(&t);
    return tally();
}
