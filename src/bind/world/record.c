/* record.c: world:record. The work is done in Lua (cairn.recording.world_recorder), which the calls
 * of the world are told to (handle/call_log.c). */
#include "world/record.h"

#include "base/args.h"
#include "base/box.h"
#include "handle/handle.h"
#include "world/snapshot.h"

/* world:record(path[, options]) -> recorder, or nil and a message */
static int l_world_record(lua_State *L) {
    bind_idle_world(L, "record");
    if (bind_no_files()) return luaL_error(L, "%s", bind_no_files());
    bind_push_lua_function(L, "cairn.recording", "record_world");
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

const luaL_Reg bind_record_methods[] = {
    {"record", l_world_record},
    {NULL, NULL},
};
