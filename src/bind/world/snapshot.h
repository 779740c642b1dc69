/* snapshot.h: snapshots of worlds. */
#ifndef BIND_WORLD_SNAPSHOT_H
#define BIND_WORLD_SNAPSHOT_H

#include "base/types.h"

extern const luaL_Reg bind_snapshot_methods[];
/* The world at 1; raises, with the name of the call, unless it is between two steps. */
bind_World *bind_idle_world(lua_State *L, const char *call);
/* cairn.load */
int l_world_load(lua_State *L);
void bind_snapshot_open(lua_State *L);

#endif
