/* pairs.h: cairn.pairs. */
#ifndef BIND_MODULE_PAIRS_H
#define BIND_MODULE_PAIRS_H

#include <lua.h>

int l_cairn_pairs(lua_State *L);

#endif
