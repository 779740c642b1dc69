/* manifold.h: the cursor that shows two touching shapes. */
#ifndef BIND_EVENT_MANIFOLD_H
#define BIND_EVENT_MANIFOLD_H

#include "base/types.h"

/* Push one that a strict world has not shown for long. */
bind_Manifold *bind_strict_cursor(lua_State *L, int world_index);
/* Push a cursor that shows nothing yet; the world is at world_index. */
bind_Manifold *bind_new_manifold(lua_State *L, int world_index);
/* world:manifolds(), and those of a body or a shape. */
int bind_manifolds(lua_State *L, int world_index, const bind_Handle *of);
void bind_manifold_open(lua_State *L);

#endif
