/* population.h: all that is in a world at once: clear, and who is near whom. */
#ifndef BIND_WORLD_POPULATION_H
#define BIND_WORLD_POPULATION_H

#include "base/types.h"

extern const luaL_Reg bind_population_methods[];

#endif
