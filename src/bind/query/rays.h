/* rays.h: many rays in one call, and the buffer that holds them. */
#ifndef BIND_QUERY_RAYS_H
#define BIND_QUERY_RAYS_H

#include "base/types.h"

int l_cairn_rays(lua_State *L);
int l_world_raycasts(lua_State *L);
void bind_rays_open(lua_State *L);
/* For Cairn's own files in Lua: into the table on the top. */
void bind_rays_register(lua_State *L);

#endif
