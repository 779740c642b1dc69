/* push.h: values onto the stack. */
#ifndef BIND_BASE_PUSH_H
#define BIND_BASE_PUSH_H

#include <lua.h>
#include <stdbool.h>

/* Push values; return how many. */
static inline int bind_push1(lua_State *L, double v) {
    lua_pushnumber(L, v);
    return 1;
}
static inline int bind_push2(lua_State *L, double x, double y) {
    lua_pushnumber(L, x);
    lua_pushnumber(L, y);
    return 2;
}
static inline int bind_push3(lua_State *L, double x, double y, double z) {
    bind_push2(L, x, y);
    return 2 + bind_push1(L, z);
}
static inline int bind_push_boolean(lua_State *L, bool v) {
    lua_pushboolean(L, v);
    return 1;
}
static inline int bind_push_integer(lua_State *L, lua_Integer v) {
    lua_pushinteger(L, v);
    return 1;
}

#endif
