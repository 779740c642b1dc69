/* world.h: the world userdata. */
#ifndef BIND_WORLD_WORLD_H
#define BIND_WORLD_WORLD_H

#include "base/types.h"

void bind_world_open(lua_State *L);

#endif
