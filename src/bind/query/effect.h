/* effect.h: explosions, wind, and the areas of sensors. */
#ifndef BIND_QUERY_EFFECT_H
#define BIND_QUERY_EFFECT_H

#include "base/fields.h"

extern const bind_Field bind_wind_fields[]; /* of world:wind{} */
extern const luaL_Reg bind_effect_methods[];
extern const luaL_Reg bind_area_methods[]; /* of a shape */

#endif
