/* traits.c: how shapes are set (material, density, layer, what they tell), kept once for all that
 * are set alike, as form.c does for what they are made of. */
#include <string.h>

#include "world.h"

bool cn_traits_reserve(cn_World *w) {
    return cn_shared_reserve(&w->traits_shared, 1) &&
           cn_grow((void **)&w->traits, &w->traits_capacity, w->traits_shared.slots.count + 1,
                   sizeof *w->traits);
}

int cn_traits_take(cn_World *w, const cn_Traits *t) {
    cn_Shared *s = &w->traits_shared;
    uint64_t hash = cn_hash_bytes(0, t, sizeof *t);
    int slot = cn_shared_find(s, hash, -1);
    while (slot >= 0 && memcmp(&w->traits[slot], t, sizeof *t))
        slot = cn_shared_find(s, hash, slot);
    if (slot < 0) {
        slot = cn_shared_add(s, hash);
        memcpy(&w->traits[slot], t, sizeof *t);
    }
    s->link[slot].users++;
    return slot;
}

void cn_traits_give(cn_World *w, int traits) { cn_shared_give(&w->traits_shared, traits); }
