/* intern.c: see intern.h. */
#include "base/intern.h"

#include <string.h>

#include "base/memory.h"
#include "base/slot.h"

void cn_intern_init(cn_Intern *s) {
    *s = (cn_Intern){0};
    cn_slots_init(&s->slots);
}

static int *bucket_of(const cn_Intern *s, uint64_t hash) {
    return &s->bucket[hash & (uint64_t)(s->bucket_count - 1)];
}

static bool grow_buckets(cn_Intern *s, int wanted) {
    int count = s->bucket_count ? s->bucket_count : 16;
    while (count < wanted) count *= 2;
    if (count == s->bucket_count) return true;
    int *fresh = cn_alloc((size_t)count * sizeof *fresh);
    if (!fresh) return false;
    memset(fresh, 0xff, (size_t)count * sizeof *fresh);
    cn_free(s->bucket, (size_t)s->bucket_count * sizeof *fresh);
    s->bucket = fresh;
    s->bucket_count = count;
    for (int i = 0; i < s->slots.count; i++) {
        if (!cn_slots_live(&s->slots, i)) continue;
        int *bucket = bucket_of(s, s->link[i].hash);
        s->link[i].next = *bucket;
        *bucket = i;
    }
    return true;
}

bool cn_intern_reserve(cn_Intern *s, int more) {
    cn_Slots *slots = &s->slots;
    if (more >= INT32_MAX / 2 - slots->count) return false;
    int wanted = slots->count + more;
    return grow_buckets(s, slots->live + more) && CN_GROW(slots->generation, wanted) &&
           CN_GROW(slots->next, wanted) && CN_GROW(s->link, wanted);
}

bool cn_intern_rebuild(cn_Intern *s) {
    cn_free(s->bucket, (size_t)s->bucket_count * sizeof *s->bucket);
    s->bucket = NULL;
    s->bucket_count = 0;
    return s->slots.live == 0 || grow_buckets(s, s->slots.live);
}

int cn_intern_find(const cn_Intern *s, uint64_t hash, int slot) {
    slot = slot < 0 ? *bucket_of(s, hash) : s->link[slot].next;
    while (slot >= 0 && s->link[slot].hash != hash) slot = s->link[slot].next;
    return slot;
}

int cn_intern_add(cn_Intern *s, uint64_t hash) {
    int slot = cn_slots_take(&s->slots), *bucket = bucket_of(s, hash);
    s->link[slot] = (cn_SharedLink){.hash = hash, .next = *bucket};
    *bucket = slot;
    return slot;
}

int cn_intern_take(cn_Intern *s, void *array, const void *item, size_t size) {
    char *at = array;
    uint64_t hash = cn_hash_bytes(0, item, size);
    int slot = cn_intern_find(s, hash, -1);
    while (slot >= 0 && memcmp(at + (size_t)slot * size, item, size))
        slot = cn_intern_find(s, hash, slot);
    if (slot < 0) {
        slot = cn_intern_add(s, hash);
        memcpy(at + (size_t)slot * size, item, size);
    }
    s->link[slot].users++;
    return slot;
}

bool cn_intern_give(cn_Intern *s, int slot) {
    cn_SharedLink *link = &s->link[slot];
    if (--link->users > 0) return false;
    int *before = bucket_of(s, link->hash);
    while (*before != slot) before = &s->link[*before].next;
    *before = link->next;
    cn_slots_release(&s->slots, slot);
    return true;
}

uint64_t cn_hash_bytes(uint64_t h, const void *memory, size_t bytes) {
    const char *at = memory;
    for (; bytes >= sizeof(uint64_t); bytes -= sizeof(uint64_t), at += sizeof(uint64_t)) {
        uint64_t v;
        memcpy(&v, at, sizeof v);
        h = cn_hash_add(h, v);
    }
    uint64_t rest = 0;
    if (bytes) memcpy(&rest, at, bytes);
    return cn_hash_add(h, rest);
}
