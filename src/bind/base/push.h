/* push.h: numbers onto the stack. */
#ifndef BIND_BASE_PUSH_H
#define BIND_BASE_PUSH_H

#include <lua.h>

/* Push numbers; return how many. */
static inline int bind_push1(lua_State *L, double v) {
    lua_pushnumber(L, v);
    return 1;
}
static inline int bind_push2(lua_State *L, double x, double y) {
    lua_pushnumber(L, x);
    lua_pushnumber(L, y);
    return 2;
}

#endif
