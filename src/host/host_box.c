/* host_box.c: see host_box.h.
 *
 * What a script of a sandbox can call is a list of what is allowed (lua/cairn/scene/sandbox.lua).
 * Here are those of the list that are not as Lua has them. All are in C: a script that has no debug
 * library cannot look inside, and there is nothing of ours in them that it could replace.
 *
 *   getmetatable   gives those that the script has set itself: others are ours
 *   setmetatable   takes no __gc, and ours gives none to what a script has put one into
 *   tostring       and format tell no addresses
 *   string, utf8   refuse texts that keep the processor busy for longer than a budget, sort and
 *                  concat lists that do
 *   load           refuses large chunks: the compiler takes time by the square
 */
#include "host_box.h"

#include <lauxlib.h>
#include <string.h>

#include "bind.h"
#include "host_guard.h"
#include "host_safe.h"

enum {
    MOST_TEXT = 16 << 20,  /* bytes that a function of strings is given, or makes */
    MOST_ITEMS = 1 << 17,  /* of a list that is sorted */
    MOST_TEXTS = 1 << 20,  /* that are concatenated */
    MOST_CHUNK = 256 << 10 /* bytes for load */
};

static const char OWN_METATABLES = 0; /* registry key: those that scripts have set, weak */
static const char CLOSED = 0; /* registry key: true from the first sandbox of the state on */

/* ---- metatables ----------------------------------------------------------------------------- */

/* getmetatable(value) */
static int l_getmetatable(lua_State *L) {
    luaL_checkany(L, 1);
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return 1;
    if (!lua_istable(L, 1) || !lua_getmetatable(L, 1)) {
        lua_pushnil(L);
        return 1;
    }
    host_safe_push_weak(L, &OWN_METATABLES);
    lua_pushvalue(L, -2);
    bool own = lua_rawget(L, -2) != LUA_TNIL;
    lua_settop(L, 2);
    if (!own) lua_pushnil(L);
    return 1;
}

/* setmetatable(t, mt) */
static int l_setmetatable(lua_State *L) {
    host_safe_check_metatable(L);
    if (lua_istable(L, 2)) {
        lua_pushliteral(L, "__gc");
        if (lua_rawget(L, 2) != LUA_TNIL) {
            return luaL_error(L, "__gc is not allowed in a sandboxed scene");
        }
        host_safe_push_weak(L, &OWN_METATABLES);
        lua_pushvalue(L, 2);
        lua_pushboolean(L, 1);
        lua_rawset(L, -3);
        lua_settop(L, 2);
    }
    lua_setmetatable(L, 1);
    return 1;
}

/* setmetatable and debug.setmetatable for our own code: never a finalizer, whatever a script has
 * put into a metatable that it got hold of. Upvalue 1: Lua's own. */
static int l_set_quietly(lua_State *L) {
    if (!lua_istable(L, 1) || !lua_istable(L, 2)) {
        return lua_tocfunction(L, lua_upvalueindex(1))(L);
    }
    lua_settop(L, 2);
    host_safe_set_metatable(L);
    return 1;
}

/* ---- texts ---------------------------------------------------------------------------------- */

static bool has_address(lua_State *L, int index) {
    int type = lua_type(L, index);
    bool may = type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA ||
               type == LUA_TTHREAD || type == LUA_TLIGHTUSERDATA;
    if (!may || luaL_getmetafield(L, index, "__tostring") == LUA_TNIL) return may;
    lua_pop(L, 1);
    return false;
}

/* Push what a value is called that has no text of its own: what its metatable says, or its type. */
static void push_name(lua_State *L, int index) {
    int type = luaL_getmetafield(L, index, "__name");
    if (type == LUA_TSTRING) return;
    if (type != LUA_TNIL) lua_pop(L, 1);
    lua_pushstring(L, luaL_typename(L, index));
}

/* tostring(value) */
static int l_tostring(lua_State *L) {
    luaL_checkany(L, 1);
    if (has_address(L, 1))
        push_name(L, 1);
    else
        luaL_tolstring(L, 1, NULL);
    return 1;
}

/* Whether each text among the arguments is one that can be worked through. */
static void check_texts(lua_State *L) {
    for (int i = lua_gettop(L); i > 0; i--) {
        if (lua_type(L, i) == LUA_TSTRING && lua_rawlen(L, i) > MOST_TEXT) {
            luaL_argerror(L, i, "text of more than 16 MiB in a sandboxed scene");
        }
    }
}

/* Upvalue 1 is a function in C that has no upvalues itself: it runs in the place of this one, so
 * that its errors name the script's line. */
static int run_upvalue(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

/* Any function of strings, which is upvalue 1. */
static int l_sized(lua_State *L) {
    check_texts(L);
    return run_upvalue(L);
}

/* string.format(form, ...); upvalue 1: Lua's own */
static int l_format(lua_State *L) {
    check_texts(L);
    size_t length;
    const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
    int arg = 1, count = lua_gettop(L);
    for (; at < end; at++) {
        if (*at != '%') continue;
        if (++at < end && *at == '%') continue;
        arg++;
        at += strspn(at, "-+ #0123456789.");
        if (at < end && *at == 'p') {
            return luaL_error(L, "'%%p' is not allowed in a sandboxed scene");
        }
        if (at < end && *at == 's' && arg <= count && has_address(L, arg)) {
            push_name(L, arg);
            lua_replace(L, arg);
        }
    }
    return run_upvalue(L);
}

/* string.rep(s, n[, sep]); upvalue 1: ours for all scripts */
static int l_rep(lua_State *L) {
    size_t length, between = 0;
    luaL_checklstring(L, 1, &length);
    lua_Integer count = luaL_checkinteger(L, 2);
    luaL_optlstring(L, 3, "", &between);
    if (count > 0 && length + between > (size_t)MOST_TEXT / (size_t)count) {
        return luaL_error(L, "resulting string too large");
    }
    return run_upvalue(L);
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* table.sort(t[, before]); upvalue 1: Lua's own */
static int l_sort(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    if (luaL_len(L, 1) > MOST_ITEMS) {
        return luaL_argerror(L, 1, "list of more than 131072 values in a sandboxed scene");
    }
    return run_upvalue(L);
}

/* table.concat(t[, between[, first[, last]]]); upvalue 1: Lua's own */
static int l_concat(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer first = luaL_optinteger(L, 3, 1);
    lua_Integer last = lua_isnoneornil(L, 4) ? luaL_len(L, 1) : luaL_checkinteger(L, 4);
    if (last >= first && (lua_Unsigned)last - (lua_Unsigned)first >= MOST_TEXTS) {
        return luaL_argerror(L, 1, "list of more than 1048576 values in a sandboxed scene");
    }
    return run_upvalue(L);
}

/* ---- the rest ------------------------------------------------------------------------------- */

/* collectgarbage("count") */
static int l_collectgarbage(lua_State *L) {
    if (strcmp(luaL_optstring(L, 1, "collect"), "count") != 0) {
        return luaL_error(L, "collectgarbage takes only 'count' in a sandboxed scene");
    }
    lua_pushnumber(L, (lua_Number)host_guard_memory() / 1024.0);
    return 1;
}

/* loader(environment) -> load for it */
static int l_loader(lua_State *L) {
    lua_settop(L, 1);
    lua_pushinteger(L, MOST_CHUNK);
    lua_pushcclosure(L, host_safe_load, 2);
    return 1;
}

/* ---- closing -------------------------------------------------------------------------------- */

/* Field of the table on top: a function whose upvalue 1 is what the field was. */
static void wrap(lua_State *L, const char *name, lua_CFunction function) {
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, function, 1);
    lua_setfield(L, -2, name);
}

/* Push a copy of the library; with sized, each of its functions looks at the length of texts. */
static void push_copy(lua_State *L, const char *library, bool sized) {
    lua_newtable(L);
    lua_getglobal(L, library);
    for (lua_pushnil(L); lua_next(L, -2);) {
        if (sized && lua_isfunction(L, -1)) lua_pushcclosure(L, l_sized, 1);
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -5);
    }
    lua_pop(L, 1);
}

static void push_strings(lua_State *L) {
    push_copy(L, "string", true);
    lua_pushnil(L);
    lua_setfield(L, -2, "dump");
    lua_getglobal(L, "string");
    static const char *const quick[] = {"len", "sub", "byte"}; /* however long the text is */
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++) {
        lua_getfield(L, -1, quick[i]);
        lua_setfield(L, -3, quick[i]);
    }
    lua_getfield(L, -1, "format");
    lua_pushcclosure(L, l_format, 1);
    lua_setfield(L, -3, "format");
    lua_getfield(L, -1, "rep");
    lua_pushcclosure(L, l_rep, 1);
    lua_setfield(L, -3, "rep");
    lua_pop(L, 1);
}

static void close_strings(lua_State *L) {
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    push_strings(L); /* the methods; the script's `string` is another copy */
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
}

static void close_finalizers(lua_State *L) {
    lua_pushglobaltable(L);
    wrap(L, "setmetatable", l_set_quietly);
    lua_getfield(L, -1, "debug");
    wrap(L, "setmetatable", l_set_quietly);
    lua_pop(L, 2);
}

void host_box_close(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"getmetatable", l_getmetatable},
        {"setmetatable", l_setmetatable},
        {"collectgarbage", l_collectgarbage},
        {"tostring", l_tostring},
        {"loader", l_loader},
        {NULL, NULL},
    };
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &CLOSED) == LUA_TNIL) {
        close_finalizers(L);
        close_strings(L);
        bind_close_box();
        lua_pushboolean(L, 1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &CLOSED);
    }
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    push_strings(L);
    lua_setfield(L, -2, "string");
    push_copy(L, "utf8", true);
    lua_setfield(L, -2, "utf8");
    push_copy(L, "table", false);
    wrap(L, "sort", l_sort);
    wrap(L, "concat", l_concat);
    lua_setfield(L, -2, "table");
}
