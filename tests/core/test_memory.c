/* test_memory.c: arrays that grow and are cut keep what they hold, and all behind it is zero,
 * whether their pages are copied or only mapped elsewhere. Prints "N checks, N failed". */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "cairn.h"
#include "check.h"

static void check(bool ok, const char *what, int n) { expect(ok, "%s (%d)", what, n); }

typedef struct Row {
    int32_t value[12]; /* 48 bytes: no divisor of a page */
} Row;

static Row *rows;
static int capacity;

static void check_rows(int used) {
    bool kept = true, zero = true;
    for (int i = 0; i < used; i++)
        for (int k = 0; k < 12; k++) kept = kept && rows[i].value[k] == i + k;
    for (int i = used; i < capacity; i++)
        for (int k = 0; k < 12; k++) zero = zero && rows[i].value[k] == 0;
    check(kept, "what it holds is kept", used);
    check(zero, "the rest is zero", used);
    check((uintptr_t)rows % 64 == 0, "rows begin at a cache line", used);
}

static void fill(int from, int to) {
    for (int i = from; i < to; i++)
        for (int k = 0; k < 12; k++) rows[i].value[k] = i + k;
}

static void grow_and_cut(void) {
    int used = 0;
    for (int wanted = 1; wanted < 300000; wanted += wanted / 3 + 1) {
        check(cn_grow((void **)&rows, &capacity, wanted, sizeof *rows), "it grows", wanted);
        check(capacity >= wanted, "as far as wanted", wanted);
        check_rows(used);
        fill(used, wanted);
        used = wanted;
    }
    for (int keep = used; keep > 0; keep /= 2) {
        int before = capacity;
        fill(used, capacity); /* what is cut off need not be zero */
        cn_grow_trim((void **)&rows, &capacity, keep, sizeof *rows);
        if (capacity == before) { /* it stays as it is */
            used = capacity;
            continue;
        }
        check(capacity <= keep + keep / 8 + 16, "little more is kept", keep);
        check_rows(keep);
        used = keep;
        check(cn_grow((void **)&rows, &capacity, 2 * keep, sizeof *rows), "it grows again", keep);
        check_rows(keep);
    }
    cn_grow_free((void **)&rows, &capacity, sizeof *rows);
    check(rows == NULL && capacity == 0, "nothing is left", 0);
}

static long live_bytes;
static void *counting_alloc(size_t bytes) {
    live_bytes += (long)bytes;
    return aligned_alloc(64, bytes);
}
static void counting_free(void *memory, size_t bytes) {
    live_bytes -= (long)bytes;
    free(memory);
}

int main(void) {
    grow_and_cut();
    cn_set_allocator(counting_alloc, counting_free);
    grow_and_cut();
    check(live_bytes == 0, "all is given back", (int)live_bytes);
    cn_set_allocator(NULL, NULL);
    return tally();
}
