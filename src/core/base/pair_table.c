/* pair_table.c: linear probing with backward-shift deletion (Knuth, TAOCP 3, 6.4 algorithm R): no
 * tombstones, so look-ups stay short however long the world runs. */
#include "base/pair_table.h"

#include <string.h>

#include "base/memory.h"

#define LEAST 64 /* count of entries: the smallest table, some cache lines; it grows from there */

static uint64_t key_of(int a, int b) {
    uint32_t lo = (uint32_t)(a < b ? a : b), hi = (uint32_t)(a < b ? b : a);
    return ((uint64_t)hi << 32 | lo) + 1; /* never 0: indices are below 2^31 */
}

/* The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t cn_pair_hash(int a, int b) { return mix(key_of(a, b)); }

/* Where a key belongs: the upper half of its hash, scaled to the capacity (Lemire, ACM TOMACS
 * 29(1), 2019), which need not be a power of two then. */
static int home_of(const cn_PairTable *t, uint64_t key) {
    return (int)((mix(key) >> 32) * (uint64_t)t->capacity >> 32);
}

static int after(const cn_PairTable *t, int i) { return i + 1 < t->capacity ? i + 1 : 0; }

static uint64_t key_at(const cn_PairTable *t, int i) {
    return (uint64_t)t->entries[i].high << 32 | t->entries[i].low;
}

static int probe(const cn_PairTable *t, uint64_t key) {
    int i = home_of(t, key);
    for (uint64_t k; (k = key_at(t, i)) != 0 && k != key;) i = after(t, i);
    return i;
}

static void set(cn_PairTable *t, int i, uint64_t key, int32_t value) {
    t->entries[i] = (cn_TableEntry){(uint32_t)key, (uint32_t)(key >> 32), value};
}

int cn_pair_table_find(const cn_PairTable *t, int a, int b) {
    if (t->count == 0) return -1;
    int i = probe(t, key_of(a, b));
    return key_at(t, i) ? t->entries[i].value : -1;
}

void cn_pair_table_fetch(const cn_PairTable *t, int a, int b) {
    if (t->count > 0) __builtin_prefetch(&t->entries[home_of(t, key_of(a, b))]);
}

void cn_pair_table_fetch_own(const cn_PairTable *t, int a, int b) {
    if (t->count > 0) cn_fetch_own(&t->entries[home_of(t, key_of(a, b))]);
}

static bool resize(cn_PairTable *t, int capacity) {
    cn_TableEntry *fresh = cn_alloc((size_t)capacity * sizeof *fresh);
    if (!fresh) return false;
    memset(fresh, 0, (size_t)capacity * sizeof *fresh);
    cn_PairTable other = {fresh, capacity, t->count};
    for (int i = 0; i < t->capacity; i++) {
        uint64_t key = key_at(t, i);
        if (key) fresh[probe(&other, key)] = t->entries[i];
    }
    cn_pair_table_free(t);
    *t = other;
    return true;
}

/* At most two of three entries are used. */
static bool has_room(const cn_PairTable *t, int more) {
    return more <= t->capacity - t->capacity / 3 - t->count;
}

static bool grow(cn_PairTable *t) {
    if (t->capacity > INT32_MAX / 2) return false;
    return resize(t, t->capacity ? t->capacity + t->capacity / 2 : LEAST);
}

void cn_pair_table_trim(cn_PairTable *t) {
    int fit = t->count + t->count / 8 * 5;
    if (fit > LEAST && fit < t->capacity - t->capacity / 8) (void)resize(t, fit);
}

bool cn_pair_table_reserve(cn_PairTable *t, int more) {
    while (!has_room(t, more))
        if (!grow(t)) return false;
    return true;
}

bool cn_pair_table_put(cn_PairTable *t, int a, int b, int value) {
    if (!cn_pair_table_reserve(t, 1)) return false;
    int i = probe(t, key_of(a, b));
    if (!key_at(t, i)) t->count++;
    set(t, i, key_of(a, b), value);
    return true;
}

void cn_pair_table_renumber(cn_PairTable *t, const int *to) {
    for (int i = 0; i < t->capacity; i++)
        if (key_at(t, i)) t->entries[i].value = to[t->entries[i].value];
}

/* How far it is from home to i, going round. */
static int way(const cn_PairTable *t, int home, int i) {
    return i >= home ? i - home : i - home + t->capacity;
}

void cn_pair_table_remove(cn_PairTable *t, int a, int b) {
    if (t->count == 0) return;
    int hole = probe(t, key_of(a, b));
    if (!key_at(t, hole)) return;
    t->count--;
    for (int i = after(t, hole); key_at(t, i); i = after(t, i)) {
        int home = home_of(t, key_at(t, i));
        /* may move back only if its home is not between the hole and itself */
        if (way(t, home, i) >= way(t, hole, i)) {
            t->entries[hole] = t->entries[i];
            hole = i;
        }
    }
    set(t, hole, 0, 0);
}

void cn_pair_table_free(cn_PairTable *t) {
    cn_free(t->entries, (size_t)t->capacity * sizeof *t->entries);
    *t = (cn_PairTable){0};
}
