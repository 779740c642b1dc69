/* bind_pen.h: the script's `pen` table. */
#ifndef CAIRN_BIND_PEN_H
#define CAIRN_BIND_PEN_H

#include <lua.h>

#include "pen.h"

/* Pushes a new `pen` table; returns 1. */
int bind_pen_open(lua_State *L);
/* Where pen.* of this Lua state draws from now on; NULL = nowhere (arguments are still checked).
 * The colour starts at near white. */
void bind_pen_use(lua_State *L, pen_List *list);

#endif
