/* life.h: how a world begins and ends. */
#ifndef BIND_WORLD_LIFE_H
#define BIND_WORLD_LIFE_H

#include "base/types.h"

/* cairn.world */
int l_world_new(lua_State *L);
/* Push a world that has no core yet. */
bind_World *bind_empty_world(lua_State *L);
/* End the core's world and let go of all that Lua holds for it. */
void bind_end_world(lua_State *L, int world_index);
/* The same, or later where that cannot be now; false where it has ended or will anyway. */
bool bind_destroy_world(lua_State *L, int world_index);
/* Into the table on the top: hold(world), let_go(world, keep), dismiss(world). */
void bind_life_register(lua_State *L);

#endif
