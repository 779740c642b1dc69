/* mover.h: characters: world:mover{} and the mover userdata. */
#ifndef BIND_MOVER_MOVER_H
#define BIND_MOVER_MOVER_H

#include "base/types.h"

extern const luaL_Reg bind_mover_makers[]; /* of a world */
void bind_mover_open(lua_State *L);

#endif
