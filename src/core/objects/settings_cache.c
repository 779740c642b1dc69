/* settings_cache.c: how shapes are set (material, density, layer, what they tell), and bodies
 * (damping, limits), kept once for all that are set alike, as geometry_cache.c does for what pieces
 * are made of. */
#include "objects/settings_cache.h"

#include "data/world.h"

/* Records are compared as bytes. */
_Static_assert(sizeof(cn_Traits) == offsetof(cn_Traits, shuns) + sizeof(uint64_t), "no gaps");
_Static_assert(offsetof(cn_Traits, shuns) == 48, "no gaps");

bool cn_shape_traits_reserve(cn_World *w) {
    return cn_intern_reserve(&w->traits_shared, 1) &&
           CN_GROW(w->traits, w->traits_shared.slots.count + 1);
}

int cn_shape_traits_take(cn_World *w, const cn_Traits *t) {
    return cn_intern_take(&w->traits_shared, w->traits, t, sizeof *t);
}

void cn_shape_traits_give(cn_World *w, int traits) { cn_intern_give(&w->traits_shared, traits); }

bool cn_body_tuning_reserve(cn_World *w) {
    return cn_intern_reserve(&w->tuning_shared, 1) &&
           CN_GROW(w->tuning, w->tuning_shared.slots.count + 1);
}

int cn_body_tuning_take(cn_World *w, const cn_Tuning *t) {
    return cn_intern_take(&w->tuning_shared, w->tuning, t, sizeof *t);
}

void cn_body_tuning_give(cn_World *w, int tuning) { cn_intern_give(&w->tuning_shared, tuning); }
