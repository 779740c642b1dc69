/* query.h: rays, boxes, circles, points; and how what they find is handed out. */
#ifndef BIND_QUERY_QUERY_H
#define BIND_QUERY_QUERY_H

#include "base/types.h"

/* Push shape, x, y, nx, ny, fraction, piece of a hit, or nil. */
int bind_push_hit(lua_State *L, int world_index, const cn_RayHit *hit);
/* The world at 1 and a table to fill at 2. */
void bind_check_list(lua_State *L);
/* What a longer list has left in the table at index, from n on, goes. */
void bind_cut_list(lua_State *L, int index, lua_Integer n);
/* The shapes of the iterator on the top into the table at 2; returns n to Lua. */
int bind_fill_list(lua_State *L);
/* The hits of the iterator on the top, six values each, into the table at 2; returns n to Lua. */
int bind_fill_hits(lua_State *L);
/* The next turn of a loop over hits. */
int bind_iter_next_hit(lua_State *L);
extern const luaL_Reg bind_query_methods[];

#endif
