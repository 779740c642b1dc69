/* settings_cache.h: gives out the settings of shapes (material, density, layer, what they tell) and
 * bodies (damping, limits), kept once for all that are set alike. */
#ifndef CN_SETTINGS_CACHE_H
#define CN_SETTINGS_CACHE_H

#include "data/world.h"

bool cn_body_tuning_reserve(cn_World *w);
int cn_body_tuning_take(cn_World *w, const cn_Tuning *tuning);
void cn_body_tuning_give(cn_World *w, int tuning);
bool cn_shape_traits_reserve(cn_World *w);
int cn_shape_traits_take(cn_World *w, const cn_Traits *traits);
void cn_shape_traits_give(cn_World *w, int traits);

#endif
