/* vec.h: the table cairn.vec. */
#ifndef BIND_MODULE_VEC_H
#define BIND_MODULE_VEC_H

#include <lua.h>

/* Push it. */
void bind_push_vec(lua_State *L);

#endif
