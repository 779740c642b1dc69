/* to_lua.h: a table as the text of a scene file. */
#ifndef BIND_DESCRIBE_TO_LUA_H
#define BIND_DESCRIBE_TO_LUA_H

#include <lua.h>

/* cairn.to_lua(table) -> string */
int l_cairn_to_lua(lua_State *L);

#endif
