/* host_safe.c: see host_safe.h.
 *
 * Where Lua turns its hooks off, or never looks at them, an endless loop could not be ended:
 *
 *   coroutines      have hooks of their own: the guard is told which one runs
 *   coroutine.close of one that closes another, and so on, overflows the C stack of Lua 5.4.4
 *   finalizers      run without hooks: here in a coroutine, which has them
 *   xpcall          calls the handler of a hook's error without hooks: here not at all
 *   table, string   loop in C over what the script says */
#include "host_safe.h"

#include <lauxlib.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include "host_guard.h"
#include "host_pattern.h"

enum { MOST_CLOSING = 100 }; /* coroutines closed inside each other; Lua itself nests 200 calls */

/* ---- coroutines ----------------------------------------------------------------------------- */

static int closing;

static lua_State *check_thread(lua_State *L) {
    lua_State *co = lua_tothread(L, 1);
    if (!co) luaL_typeerror(L, 1, "thread");
    return co;
}

/* Run co with the nargs values on top of L; the number of results on L, or -1 and the error. */
static int resume(lua_State *L, lua_State *co, int nargs) {
    int count;
    if (!lua_checkstack(co, nargs)) {
        lua_pushliteral(L, "too many arguments to resume");
        return -1;
    }
    lua_xmove(L, co, nargs);
    lua_State *before = host_guard_run_in(co);
    int status = lua_resume(co, L, nargs, &count);
    host_guard_run_in(before);
    if (status != LUA_OK && status != LUA_YIELD) {
        lua_xmove(co, L, 1);
        return -1;
    }
    if (!lua_checkstack(L, count + 1)) {
        lua_pop(co, count);
        lua_pushliteral(L, "too many results to resume");
        return -1;
    }
    lua_xmove(co, L, count);
    return count;
}

/* coroutine.resume(co, ...) */
static int l_resume(lua_State *L) {
    lua_State *co = check_thread(L);
    int count = resume(L, co, lua_gettop(L) - 1);
    lua_pushboolean(L, count >= 0);
    if (count < 0) count = 1;
    lua_insert(L, -(count + 1));
    return count + 1;
}

/* Its pending __close run; the error, if there was one, is on co. */
static int close_thread(lua_State *L, lua_State *co) {
    if (closing >= MOST_CLOSING) luaL_error(L, "C stack overflow");
    closing++;
    lua_State *before = host_guard_run_in(co);
    int status = lua_resetthread(co);
    host_guard_run_in(before);
    closing--;
    return status;
}

/* The function that coroutine.wrap returns; upvalue 1 is the coroutine. */
static int l_wrapped(lua_State *L) {
    lua_State *co = lua_tothread(L, lua_upvalueindex(1));
    int count = resume(L, co, lua_gettop(L));
    if (count >= 0) return count;
    int status = lua_status(co);
    if (status != LUA_OK && status != LUA_YIELD) { /* it died of the error */
        status = close_thread(L, co);
        lua_xmove(co, L, 1);
    }
    if (status != LUA_ERRMEM && !host_guard_verdict && lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

/* coroutine.wrap(f) */
static int l_wrap(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_State *co = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, co, 1);
    lua_pushcclosure(L, l_wrapped, 1);
    return 1;
}

/* Whether it is neither running nor waiting for one that it has resumed. */
static bool can_close(lua_State *L, lua_State *co) {
    lua_Debug ar;
    if (co == L) return false;
    return lua_status(co) != LUA_OK || lua_getstack(co, 0, &ar) == 0;
}

/* coroutine.close(co) */
static int l_close(lua_State *L) {
    lua_State *co = check_thread(L);
    if (!can_close(L, co)) {
        return luaL_error(L, "cannot close a %s coroutine", co == L ? "running" : "normal");
    }
    if (close_thread(L, co) == LUA_OK) {
        lua_pushboolean(L, 1);
        return 1;
    }
    lua_pushboolean(L, 0);
    lua_xmove(co, L, 1);
    return 2;
}

/* ---- errors --------------------------------------------------------------------------------- */

/* Upvalue 1 is the script's handler. */
static int on_error(lua_State *L) {
    if (host_guard_verdict) return 1;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int finish_xpcall(lua_State *L, int status, lua_KContext first) {
    if (status != LUA_OK && status != LUA_YIELD) {
        lua_pushboolean(L, 0);
        lua_insert(L, -2);
        return 2;
    }
    return lua_gettop(L) - (int)first;
}

/* xpcall(f, handler, ...) */
static int l_xpcall(lua_State *L) {
    luaL_checktype(L, 2, LUA_TFUNCTION);
    int nargs = lua_gettop(L) - 2;
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, on_error, 1);
    lua_replace(L, 2);     /* f, handler, ... */
    lua_pushboolean(L, 1); /* the first result, when all goes well */
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2); /* f, handler, true, f, ... */
    int status = lua_pcallk(L, nargs, LUA_MULTRET, 2, 2, finish_xpcall);
    return finish_xpcall(L, status, 2);
}

/* ---- finalizers ----------------------------------------------------------------------------- */

#define FINALIZER_SECONDS 2.0
static const char SENTINELS = 0; /* registry key: object -> its sentinel, weak by the object */

/* The object's __gc of today, in a coroutine: it has hooks, where the collector has none. */
static int l_finalize(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    if (luaL_getmetafield(L, -1, "__gc") != LUA_TFUNCTION) return 0;
    lua_State *co = lua_newthread(L);
    lua_insert(L, 1);
    lua_insert(L, -2);
    lua_xmove(L, co, 2); /* __gc, object */
    bool alone = !host_guard_is_inside();
    if (alone) host_guard_enter(co, "a finalizer", FINALIZER_SECONDS, false);
    lua_State *before = host_guard_run_in(co);
    int count;
    int status = lua_resume(co, L, 1, &count);
    host_guard_run_in(before);
    if (alone) host_guard_leave(co);
    if (status == LUA_OK || status == LUA_YIELD) return 0;
    lua_xmove(co, L, 1);
    return lua_error(L); /* a warning, as Lua has it */
}

void host_safe_push_weak(lua_State *L, const void *key) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TTABLE) return;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

/* Give the object at 1 a sentinel, unless it has one: made now, it dies with it. */
static void watch_object(lua_State *L) {
    host_safe_push_weak(L, &SENTINELS);
    lua_pushvalue(L, 1);
    if (lua_rawget(L, -2) != LUA_TNIL) {
        lua_pop(L, 2);
        return;
    }
    lua_pop(L, 1);
    lua_newuserdatauv(L, 0, 1);
    if (luaL_newmetatable(L, "cairn.sentinel")) {
        lua_pushcfunction(L, l_finalize);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    lua_pushvalue(L, 1);
    lua_insert(L, -2);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

bool host_safe_set_metatable(lua_State *L) {
    int mt = lua_gettop(L);
    bool finalized = false;
    if (lua_istable(L, mt)) {
        lua_pushliteral(L, "__gc");
        finalized = lua_rawget(L, mt) != LUA_TNIL;
    }
    if (finalized) {
        lua_pushliteral(L, "__gc");
        lua_pushnil(L);
        lua_rawset(L, mt);
    }
    lua_pushvalue(L, mt);
    lua_setmetatable(L, mt - 1);
    if (finalized) {
        lua_pushliteral(L, "__gc");
        lua_pushvalue(L, mt + 1);
        lua_rawset(L, mt);
    }
    lua_settop(L, mt - 1);
    return finalized;
}

void host_safe_check_metatable(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
        luaL_error(L, "cannot change a protected metatable");
    lua_settop(L, 2);
}

/* setmetatable(t, mt) */
static int l_setmetatable(lua_State *L) {
    host_safe_check_metatable(L);
    if (host_safe_set_metatable(L)) watch_object(L);
    return 1;
}

/* ---- the compiler --------------------------------------------------------------------------- */

enum { MORSEL = 2048 }; /* bytes that are compiled between two looks at the guard */

typedef struct Chunk {
    const char *text; /* NULL: a function at 1 gives the pieces, each kept at 5 */
    size_t left, room;
    bool is_cut; /* not all of it was compiled: it is too large, or the call is over */
    bool has_begun, is_binary;
} Chunk;

/* The next piece of a function's text; false at its end. */
static bool fetch(lua_State *L, Chunk *chunk) {
    lua_pushvalue(L, 1);
    lua_call(L, 0, 1);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return false;
    }
    if (!lua_isstring(L, -1)) luaL_error(L, "reader function must return a string");
    lua_replace(L, 5);
    chunk->text = lua_tolstring(L, 5, &chunk->left);
    return chunk->left > 0;
}

/* Raises nothing itself: the compiler would call the handler of the call around it. */
static const char *read_morsel(lua_State *L, void *ud, size_t *size) {
    Chunk *chunk = ud;
    luaL_checkstack(L, 2, "too many nested functions");
    if (chunk->left == 0 && (!lua_isfunction(L, 1) || !fetch(L, chunk))) return NULL;
    *size = chunk->left < MORSEL ? chunk->left : MORSEL;
    chunk->is_cut = host_guard_is_over() || *size > chunk->room;
    if (chunk->is_cut) return NULL;
    chunk->room -= *size;
    chunk->left -= *size;
    const char *text = chunk->text;
    if (!chunk->has_begun) chunk->is_binary = *size > 0 && text[0] == LUA_SIGNATURE[0];
    chunk->has_begun = true;
    chunk->text += *size;
    return text;
}

int host_safe_load(lua_State *L) {
    Chunk chunk = {.room = SIZE_MAX};
    chunk.text = lua_tolstring(L, 1, &chunk.left);
    if (!chunk.text) luaL_checktype(L, 1, LUA_TFUNCTION);
    const char *name = luaL_optstring(L, 2, chunk.text ? chunk.text : "=(load)");
    luaL_argcheck(L, !host_guard_is_ours(name) || lua_isnoneornil(L, lua_upvalueindex(1)), 2,
                  "the name of a file of Cairn");
    bool has_env = lua_gettop(L) >= 4;
    if (lua_isinteger(L, lua_upvalueindex(2))) {
        chunk.room = (size_t)lua_tointeger(L, lua_upvalueindex(2));
    }
    lua_settop(L, 4);
    if (!has_env) {
        lua_pushvalue(L, lua_upvalueindex(1));
        lua_replace(L, 4);
        has_env = !lua_isnoneornil(L, lua_upvalueindex(1));
    }
    lua_pushnil(L);
    int status = lua_load(L, read_morsel, &chunk, name, "t");
    if (host_guard_verdict) host_guard_raise_anywhere(L);
    if (chunk.is_cut) {
        lua_pop(L, 1);
        lua_pushliteral(L, "chunk too large");
    }
    if (status == LUA_ERRSYNTAX && chunk.is_binary && lua_isinteger(L, lua_upvalueindex(2))) {
        lua_pop(L, 1);
        lua_pushliteral(L, "there is no bytecode in a sandbox (see SECURITY.md)");
    }
    if (status != LUA_OK || chunk.is_cut) {
        lua_pushnil(L);
        lua_insert(L, -2);
        return 2;
    }
    if (has_env) {
        lua_pushvalue(L, 4);
        if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
    }
    return 1;
}

/* ---- tables --------------------------------------------------------------------------------- */

/* A table, or what can stand for one. */
static void check_table(lua_State *L, int arg, bool reads, bool writes, bool has_length) {
    if (lua_istable(L, arg)) return;
    static const char *const names[] = {"__index", "__newindex", "__len"};
    const bool wanted[] = {reads, writes, has_length};
    for (int i = 0; i < 3; i++) {
        if (!wanted[i]) continue;
        if (luaL_getmetafield(L, arg, names[i]) == LUA_TNIL) luaL_checktype(L, arg, LUA_TTABLE);
        lua_pop(L, 1);
    }
}

/* table.move(a1, f, e, t[, a2]) */
static int l_move(lua_State *L) {
    lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3);
    lua_Integer at = luaL_checkinteger(L, 4);
    int target = lua_isnoneornil(L, 5) ? 1 : 5;
    check_table(L, 1, true, false, false);
    check_table(L, target, false, true, false);
    if (to >= from) {
        luaL_argcheck(L, from > 0 || to < LUA_MAXINTEGER + from, 3, "too many elements to move");
        lua_Integer last = to - from;
        luaL_argcheck(L, at <= LUA_MAXINTEGER - last, 4, "destination wrap around");
        bool apart = at > to || at <= from || (target == 5 && !lua_compare(L, 1, 5, LUA_OPEQ));
        for (lua_Integer i = 0; i <= last; i++) {
            lua_Integer k = apart ? i : last - i;
            host_guard_check(L);
            lua_geti(L, 1, from + k);
            lua_seti(L, target, at + k);
        }
    }
    lua_pushvalue(L, target);
    return 1;
}

/* table.insert(t, [pos,] value) */
static int l_insert(lua_State *L) {
    check_table(L, 1, true, true, true);
    lua_Integer end = (lua_Integer)((lua_Unsigned)luaL_len(L, 1) + 1u);
    int count = lua_gettop(L);
    if (count != 2 && count != 3) return luaL_error(L, "wrong number of arguments to 'insert'");
    lua_Integer at = count == 2 ? end : luaL_checkinteger(L, 2);
    if (count == 3) {
        luaL_argcheck(L, (lua_Unsigned)at - 1u < (lua_Unsigned)end, 2, "position out of bounds");
        for (lua_Integer i = end; i > at; i--) {
            host_guard_check(L);
            lua_geti(L, 1, i - 1);
            lua_seti(L, 1, i);
        }
    }
    lua_seti(L, 1, at);
    return 0;
}

/* table.remove(t[, pos]) */
static int l_remove(lua_State *L) {
    check_table(L, 1, true, true, true);
    lua_Integer length = luaL_len(L, 1), at = luaL_optinteger(L, 2, length);
    if (at != length) {
        luaL_argcheck(L, (lua_Unsigned)at - 1u <= (lua_Unsigned)length, 2,
                      "position out of bounds");
    }
    lua_geti(L, 1, at);
    for (; at < length; at++) {
        host_guard_check(L);
        lua_geti(L, 1, at + 1);
        lua_seti(L, 1, at);
    }
    lua_pushnil(L);
    lua_seti(L, 1, at);
    return 1;
}

/* string.rep(s, n[, sep]): nothing, two thousand million times, is nothing. */
static int l_rep(lua_State *L) {
    size_t length, between;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer count = luaL_checkinteger(L, 2);
    const char *separator = luaL_optlstring(L, 3, "", &between);
    if (count <= 0 || length + between == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    if (length + between < length || length + between > (size_t)INT_MAX / (size_t)count) {
        return luaL_error(L, "resulting string too large");
    }
    luaL_Buffer out;
    size_t total = (size_t)count * length + (size_t)(count - 1) * between;
    char *to = luaL_buffinitsize(L, &out, total);
    for (lua_Integer i = 0; i < count; i++) {
        memcpy(to, text, length);
        to += length;
        if (i + 1 == count) break;
        memcpy(to, separator, between);
        to += between;
    }
    luaL_pushresultsize(&out, total);
    return 1;
}

/* ---- the tables -------------------------------------------------------------------------------
 */

static void replace(lua_State *L, const char *library, const luaL_Reg *functions) {
    lua_getglobal(L, library);
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
}

void host_safe_install(lua_State *L) {
    static const luaL_Reg coroutines[] = {
        {"resume", l_resume}, {"wrap", l_wrap}, {"close", l_close}, {NULL, NULL}};
    static const luaL_Reg tables[] = {
        {"move", l_move}, {"insert", l_insert}, {"remove", l_remove}, {NULL, NULL}};
    static const luaL_Reg strings[] = {{"rep", l_rep}, {NULL, NULL}};
    replace(L, "coroutine", coroutines);
    replace(L, "table", tables);
    replace(L, "string", strings);
    replace(L, "string", host_pattern_functions);
}

/* loader(environment) -> load for it */
static int l_loader(lua_State *L) {
    lua_settop(L, 1);
    lua_pushcclosure(L, host_safe_load, 1);
    return 1;
}

void host_safe_register(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"xpcall", l_xpcall}, {"setmetatable", l_setmetatable}, {"loader", l_loader}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}
