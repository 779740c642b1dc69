/* lua51.h: what the binding uses of Lua 5.4's C API, for LuaJIT and Lua 5.1 (CAIRN_LUAJIT).
 *
 * Only functions of Lua 5.1 itself are called, so that one file serves both. User values are an
 * environment table. Traps that are mended here: lua_rawgeti took an int, lua_tointeger cut off
 * what comes after the point, there was no integer apart from a double, a
 * function of C was a new value each time, nothing told the type of what it pushed, and finalizers,
 * loops and metatables knew neither __close nor __name. Not here: what a double cannot hold
 * (bind_push_mask, world:hash), loops that are left by break (handle/iter.c). */
#ifndef BIND_BASE_LUA51_H
#define BIND_BASE_LUA51_H

#include <lauxlib.h>
#include <lua.h>

/* Whether the generic for calls __close of its fourth value. */
#define BIND_FOR_CLOSES (LUA_VERSION_NUM >= 504)
/* Whether integers are a type of their own, with 64 bits. */
#define BIND_HAS_INTEGERS (LUA_VERSION_NUM >= 503)

#if LUA_VERSION_NUM < 502

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

_Static_assert(sizeof(lua_Integer) == 8, "keys and masks need 64 bits");

typedef uint64_t lua_Unsigned;

#define BIND51_WHOLE 9007199254740992.0 /* 2^53: doubles below are exact as integers */
#ifndef LUA_OK
#define LUA_OK 0
#endif
#ifndef LUA_GCISRUNNING
#define LUA_GCISRUNNING 9 /* LuaJIT knows it; -1 from others, as from a finalizer */
#endif
#define LUA_MININTEGER ((lua_Integer)INT64_MIN)

/* ---- stack --------------------------------------------------------------------------------- */

static inline int bind51_absindex(lua_State *L, int index) {
    return index > 0 || index <= LUA_REGISTRYINDEX ? index : lua_gettop(L) + 1 + index;
}
static inline const char *bind51_pushstring(lua_State *L, const char *text) {
    (lua_pushstring)(L, text);
    return lua_tostring(L, -1);
}
static inline const char *bind51_pushlstring(lua_State *L, const char *text, size_t length) {
    (lua_pushlstring)(L, text, length);
    return lua_tostring(L, -1);
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* A number without a fraction that is exact is an integer; -0 is not. */
static inline int bind51_isinteger(lua_State *L, int index) {
    if (lua_type(L, index) != LUA_TNUMBER) return 0;
    double v = lua_tonumber(L, index);
    return v == floor(v) && fabs(v) < BIND51_WHOLE && !(v == 0.0 && signbit(v));
}
static inline lua_Integer bind51_tointegerx(lua_State *L, int index, int *whole) {
    double v = lua_isnumber(L, index) ? lua_tonumber(L, index) : NAN;
    bool fits = v == floor(v) && v >= -0x1p63 && v < 0x1p63;
    if (whole) *whole = fits;
    return fits ? (lua_Integer)v : 0;
}
static inline lua_Integer bind51_tointeger(lua_State *L, int index) {
    return bind51_tointegerx(L, index, NULL);
}

/* ---- tables -------------------------------------------------------------------------------- */

/* Push a key of 64 bits; what no double holds is the string of its bytes. */
static inline void bind51_pushkey(lua_State *L, lua_Integer key) {
    if (key > (lua_Integer)BIND51_WHOLE || key < -(lua_Integer)BIND51_WHOLE)
        (lua_pushlstring)(L, (const char *)&key, sizeof key);
    else
        lua_pushnumber(L, (lua_Number)key);
}
static inline int bind51_rawget(lua_State *L, int index) {
    (lua_rawget)(L, index);
    return lua_type(L, -1);
}
static inline int bind51_rawgeti(lua_State *L, int index, lua_Integer key) {
    if (key == (int)key) {
        (lua_rawgeti)(L, index, (int)key);
        return lua_type(L, -1);
    }
    index = bind51_absindex(L, index);
    bind51_pushkey(L, key);
    return bind51_rawget(L, index);
}
static inline void bind51_rawseti(lua_State *L, int index, lua_Integer key) {
    if (key == (int)key) {
        (lua_rawseti)(L, index, (int)key);
        return;
    }
    index = bind51_absindex(L, index);
    bind51_pushkey(L, key);
    lua_insert(L, -2);
    lua_rawset(L, index);
}
static inline int bind51_rawgetp(lua_State *L, int index, const void *key) {
    index = bind51_absindex(L, index);
    lua_pushlightuserdata(L, (void *)(uintptr_t)key);
    return bind51_rawget(L, index);
}
static inline void bind51_rawsetp(lua_State *L, int index, const void *key) {
    index = bind51_absindex(L, index);
    lua_pushlightuserdata(L, (void *)(uintptr_t)key);
    lua_insert(L, -2);
    lua_rawset(L, index);
}
static inline int bind51_getfield(lua_State *L, int index, const char *key) {
    (lua_getfield)(L, index, key);
    return lua_type(L, -1);
}
static inline int bind51_getglobal(lua_State *L, const char *name) {
    return bind51_getfield(L, LUA_GLOBALSINDEX, name);
}
static inline int bind51_getmetafield(lua_State *L, int index, const char *name) {
    return (luaL_getmetafield)(L, index, name) ? lua_type(L, -1) : LUA_TNIL;
}
static inline int bind51_getsubtable(lua_State *L, int index, const char *name) {
    index = bind51_absindex(L, index);
    if (bind51_getfield(L, index, name) == LUA_TTABLE) return 1;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, index, name);
    return 0;
}

/* ---- userdata ------------------------------------------------------------------------------ */

static inline void *bind51_newuserdatauv(lua_State *L, size_t bytes, int values) {
    void *block = lua_newuserdata(L, bytes);
    if (values == 0) return block;
    lua_createtable(L, values, 0);
    lua_setfenv(L, -2);
    return block;
}
static inline int bind51_getiuservalue(lua_State *L, int index, int n) {
    lua_getfenv(L, index);
    (lua_rawgeti)(L, -1, n);
    lua_remove(L, -2);
    return lua_type(L, -1);
}
static inline void bind51_setiuservalue(lua_State *L, int index, int n) {
    lua_getfenv(L, index);
    lua_insert(L, -2);
    (lua_rawseti)(L, -2, n);
    lua_pop(L, 1);
}
static inline int bind51_newmetatable(lua_State *L, const char *type) {
    if (!(luaL_newmetatable)(L, type)) return 0;
    lua_pushstring(L, type);
    lua_setfield(L, -2, "__name");
    return 1;
}
static inline void bind51_setmetatable(lua_State *L, const char *type) {
    luaL_getmetatable(L, type);
    lua_setmetatable(L, -2);
}

/* ---- functions and messages ---------------------------------------------------------------- */

/* Made once: a loop begins by it, and makes no garbage. */
static inline void bind51_pushcfunction(lua_State *L, lua_CFunction function) {
    const void *key = (const void *)(uintptr_t)function;
    if (bind51_rawgetp(L, LUA_REGISTRYINDEX, key) != LUA_TNIL) return;
    lua_pop(L, 1);
    lua_pushcclosure(L, function, 0);
    lua_pushvalue(L, -1);
    bind51_rawsetp(L, LUA_REGISTRYINDEX, key);
}
static inline void bind51_setfuncs(lua_State *L, const luaL_Reg *functions) {
    for (; functions->name; functions++) {
        bind51_pushcfunction(L, functions->func);
        lua_setfield(L, -2, functions->name);
    }
}
static inline const char *bind51_tolstring(lua_State *L, int index, size_t *length) {
    index = bind51_absindex(L, index);
    if (!luaL_callmeta(L, index, "__tostring")) {
        switch (lua_type(L, index)) {
        case LUA_TNUMBER:
        case LUA_TSTRING:
            lua_pushvalue(L, index);
            break;
        case LUA_TBOOLEAN:
            lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
            break;
        case LUA_TNIL:
            lua_pushliteral(L, "nil");
            break;
        default:
            lua_pushfstring(L, "%s: %p", luaL_typename(L, index), lua_topointer(L, index));
        }
    }
    return lua_tolstring(L, -1, length);
}
/* Raise with the line of the nearest caller that has one: after a tail call LuaJIT knows no caller.
 */
static inline int bind51_error(lua_State *L, const char *format, ...) {
    lua_Debug ar = {.currentline = 0};
    for (int level = 1; ar.currentline <= 0 && lua_getstack(L, level, &ar); level++)
        lua_getinfo(L, "Sl", &ar);
    if (ar.currentline > 0)
        lua_pushfstring(L, "%s:%d: ", ar.short_src, ar.currentline);
    else
        lua_pushliteral(L, "");
    va_list args;
    va_start(args, format);
    lua_pushvfstring(L, format, args);
    va_end(args);
    lua_concat(L, 2);
    return lua_error(L);
}
/* Lua's own debug.traceback, which has what luaL_traceback came from; counts itself as a level. */
static inline void bind51_traceback(lua_State *L, const char *message, int level) {
    lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
    lua_getfield(L, -1, "debug");
    bool there = lua_istable(L, -1);
    if (there) lua_getfield(L, -1, "traceback");
    if (there && lua_isfunction(L, -1)) {
        lua_pushstring(L, message);
        lua_pushinteger(L, level + 1);
        if (lua_pcall(L, 2, 1, 0) != LUA_OK || !lua_isstring(L, -1)) lua_pushstring(L, message);
    } else {
        lua_pushstring(L, message);
    }
}
/* A game that wants to hear of them defines warn(text), which Lua 5.4 brings. */
static inline void bind51_warning(lua_State *L, const char *text) {
    if (bind51_getglobal(L, "warn") != LUA_TFUNCTION) {
        lua_pop(L, 1);
        return;
    }
    lua_pushstring(L, text);
    lua_call(L, 1, 0);
}

#define lua_absindex    bind51_absindex
#define lua_gc(L, what) (lua_gc)(L, what, 0)
#define lua_getfield    bind51_getfield
#undef lua_getglobal
#define lua_getglobal     bind51_getglobal
#define lua_getiuservalue bind51_getiuservalue
#define lua_isinteger     bind51_isinteger
#define lua_newuserdatauv bind51_newuserdatauv
#undef lua_pushcfunction
#define lua_pushcfunction bind51_pushcfunction
#undef lua_pushliteral
#define lua_pushliteral(L, text)      bind51_pushlstring(L, "" text, sizeof(text) - 1)
#define lua_pushlstring               bind51_pushlstring
#define lua_pushstring                bind51_pushstring
#define lua_rawget                    bind51_rawget
#define lua_rawgeti                   bind51_rawgeti
#define lua_rawgetp                   bind51_rawgetp
#define lua_rawlen                    lua_objlen
#define lua_rawseti                   bind51_rawseti
#define lua_rawsetp                   bind51_rawsetp
#define lua_seti                      bind51_rawseti /* for tables without a metatable alone */
#define lua_setiuservalue             bind51_setiuservalue
#define lua_tointeger                 bind51_tointeger
#define lua_tointegerx                bind51_tointegerx
#define lua_warning(L, text, goes_on) bind51_warning(L, text)
#define luaL_error                    bind51_error
#define luaL_checkversion(L)          ((void)(L))
#define luaL_getmetafield             bind51_getmetafield
#define luaL_getsubtable              bind51_getsubtable
#undef luaL_newlib
#define luaL_newlib(L, functions)        (lua_newtable(L), bind51_setfuncs(L, functions))
#define luaL_newmetatable                bind51_newmetatable
#define luaL_setfuncs(L, functions, n)   bind51_setfuncs(L, functions)
#define luaL_setmetatable                bind51_setmetatable
#define luaL_tolstring                   bind51_tolstring
#define luaL_traceback(L, from, text, n) bind51_traceback(L, text, n)

#endif
#endif
