/* table.c: linear probing with backward-shift deletion (Knuth, TAOCP 3, 6.4 algorithm R): no
 * tombstones, so look-ups stay short however long the world runs. */
#include "table.h"

#include <string.h>

#include "memory.h"

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

static int probe(const cn_Table *t, uint64_t key) {
    uint32_t mask = (uint32_t)t->capacity - 1;
    uint32_t i = (uint32_t)mix(key) & mask;
    while (t->entries[i].key != 0 && t->entries[i].key != key) i = (i + 1) & mask;
    return (int)i;
}

int cn_table_find(const cn_Table *t, int a, int b) {
    if (t->count == 0) return -1;
    const cn_TableEntry *e = &t->entries[probe(t, key_of(a, b))];
    return e->key ? e->value : -1;
}

static bool grow(cn_Table *t) {
    int capacity = t->capacity ? t->capacity * 2 : 64;
    cn_TableEntry *fresh = cn_alloc((size_t)capacity * sizeof *fresh);
    if (!fresh) return false;
    memset(fresh, 0, (size_t)capacity * sizeof *fresh);
    cn_Table bigger = {fresh, capacity, t->count};
    for (int i = 0; i < t->capacity; i++)
        if (t->entries[i].key) fresh[probe(&bigger, t->entries[i].key)] = t->entries[i];
    cn_table_free(t);
    *t = bigger;
    return true;
}

bool cn_table_put(cn_Table *t, int a, int b, int value) {
    if (t->count * 2 >= t->capacity && !grow(t)) return false;
    cn_TableEntry *e = &t->entries[probe(t, key_of(a, b))];
    if (!e->key) t->count++;
    *e = (cn_TableEntry){key_of(a, b), value};
    return true;
}

void cn_table_remove(cn_Table *t, int a, int b) {
    if (t->count == 0) return;
    uint32_t mask = (uint32_t)t->capacity - 1;
    uint32_t hole = (uint32_t)probe(t, key_of(a, b));
    if (!t->entries[hole].key) return;
    t->count--;
    for (uint32_t i = (hole + 1) & mask; t->entries[i].key; i = (i + 1) & mask) {
        uint32_t home = (uint32_t)mix(t->entries[i].key) & mask;
        /* may move back only if its home is not between the hole and itself */
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            t->entries[hole] = t->entries[i];
            hole = i;
        }
    }
    t->entries[hole] = (cn_TableEntry){0, 0};
}

void cn_table_free(cn_Table *t) {
    cn_free(t->entries, (size_t)t->capacity * sizeof *t->entries);
    *t = (cn_Table){0};
}
