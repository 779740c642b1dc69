/* remains.h: handles of objects that are destroyed. */
#ifndef BIND_HANDLE_REMAINS_H
#define BIND_HANDLE_REMAINS_H

#include "base/types.h"

/* Put a new table in a slot of the world; values of UV_REMAINS, keys of UV_LOOPS are weak.
 */
void bind_empty_table(lua_State *L, int world_index, int which);
/* The handle on the top, of an object that is dead, is known by its key as long as anybody has it.
 */
void bind_remember(lua_State *L, int world_index, lua_Integer key);
/* Push what a dead handle has for its data: that, and where it was destroyed. */
void bind_push_grave(lua_State *L, int place_index, int data_index);
/* Data is what it was: in that slot of the handle on the top. */
void bind_open_grave(lua_State *L, int slot);

#endif
