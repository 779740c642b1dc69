/* snapshot.c: worlds as they were: world:snapshot, restore, clone, save and cairn.load.
 *
 * A snapshot is a string: that of the core, which carries what only Lua knows (names and layers) as
 * its note. What is wrong with a string, or with the moment, is found before anything is changed.
 * Not here: what becomes of handles (handle/revive.c), the note (note.c), files (file.c). */
#include "world/snapshot.h"

#include "base/args.h"
#include "base/box.h"
#include "base/fields.h"
#include "base/push.h"
#include "define/defaults.h"
#include "handle/defer.h"
#include "handle/handle.h"
#include "handle/revive.h"
#include "world/file.h"
#include "world/life.h"
#include "world/note.h"

bind_World *bind_idle_world(lua_State *L, const char *call) {
    bind_World *w = bind_world(L, 1);
    if (w->stepping)
        luaL_error(L, "world:%s may not be called inside a callback of the same world", call);
    if (bind_is_interrupted(L, w))
        luaL_error(L, "world:%s may not be called by a finalizer inside another call", call);
    return w;
}

/* Bytes of the core that are freed however a call ends. */
static cn_Snapshot *new_bytes(lua_State *L) {
    cn_Snapshot *s = lua_newuserdatauv(L, sizeof *s, 0);
    *s = (cn_Snapshot){0};
    luaL_setmetatable(L, BIND_BYTES_TYPE);
    return s;
}

static int l_bytes_gc(lua_State *L) {
    cn_snapshot_free(lua_touserdata(L, 1));
    return 0;
}

static int refuse(lua_State *L, const char *message) {
    lua_pushnil(L);
    lua_pushstring(L, message);
    return 2;
}

/* A snapshot of the world at 1, in the userdata on the top, which holds one already: to ask the
 * system for so much memory each time takes longer than to fill it. */
static cn_Snapshot *take(lua_State *L, bind_World *w) {
    size_t size;
    bind_push_note(L, 1);
    const char *note = lua_tolstring(L, -1, &size);
    if (lua_getiuservalue(L, 1, UV_BYTES) != LUA_TUSERDATA) {
        lua_pop(L, 1);
        (void)new_bytes(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, 1, UV_BYTES);
    }
    cn_Snapshot *s = lua_touserdata(L, -1);
    if (cn_world_snapshot(w->core, size > 0 ? note : NULL, size, s) != CN_OK)
        luaL_error(L, "%s", cn_world_error(w->core)->message);
    w->remembers = true;
    return s;
}

/* world:snapshot() -> string */
static int l_world_snapshot(lua_State *L) {
    const cn_Snapshot *s = take(L, bind_idle_world(L, "snapshot"));
    lua_pushlstring(L, s->bytes, s->size);
    return 1;
}

/* Push what the note of a snapshot says: false, and why, when that is none. What it needs stays on
 * the stack below. */
static bool push_read_note(lua_State *L, const char *bytes, size_t size, cn_Error *error) {
    size_t note_size;
    const void *note;
    if (cn_snapshot_is_plain(bytes, size)) {
        note = cn_snapshot_note(bytes, size, &note_size);
    } else {
        cn_Snapshot *copy = new_bytes(L);
        if (cn_snapshot_copy_note(bytes, size, copy, error) != CN_OK) return false;
        note = copy->bytes;
        note_size = copy->size;
    }
    if (bind_read_note(L, note, note_size)) return true;
    if (cn_snapshot_copy_note(bytes, size, new_bytes(L), error) != CN_OK) return false;
    *error = (cn_Error){CN_DAMAGED, "", "snapshot is damaged: its names are none"};
    return false;
}

/* world:restore(string) -> true, or nil and a sentence: then nothing has changed */
static int l_world_restore(lua_State *L) {
    bind_World *w = bind_idle_world(L, "restore");
    bind_string(L, 2);
    bind_no_more(L, 3, "");
    bind_log_change(L, w);
    size_t size;
    cn_Error error;
    const char *bytes = lua_tolstring(L, 2, &size);
    if (!push_read_note(L, bytes, size, &error)) return refuse(L, error.message);
    if (cn_world_restore(w->core, bytes, size) != CN_OK)
        return refuse(L, cn_world_error(w->core)->message);
    w->remembers = true;
    bind_revive(L, 1);
    bind_take_note(L, 1);
    return bind_push_boolean(L, true);
}

/* The world at that index has its core now; its names are those of the note at the other. */
static void settle(lua_State *L, int world, int note) {
    bind_World *w = lua_touserdata(L, world);
    bind_count_world(1);
    w->events = cn_world_events(w->core);
    w->remembers = true;
    lua_pushvalue(L, note);
    bind_take_note(L, world);
}

/* Push a world from bytes, or nil and a sentence; returns how many values. threads 0: as it had. */
static int push_loaded(lua_State *L, const char *bytes, size_t size, int threads) {
    cn_Error error;
    if (!push_read_note(L, bytes, size, &error)) return refuse(L, error.message);
    int note = lua_gettop(L);
    bind_World *w = bind_empty_world(L);
    if (cn_world_load(bytes, size, threads, &w->core, &error) != CN_OK) {
        w->core = NULL;
        return refuse(L, error.message);
    }
    w->strict = bind_default_strict(L);
    settle(L, note + 1, note);
    return 1;
}

/* world:clone() -> World in the same state */
static int l_world_clone(lua_State *L) {
    bind_World *w = bind_idle_world(L, "clone");
    size_t size;
    bind_push_note(L, 1);
    const char *bytes = lua_tolstring(L, -1, &size);
    (void)bind_read_note(L, bytes, size); /* our own: it is sound */
    int note = lua_gettop(L);
    bind_World *clone = bind_empty_world(L);
    if (cn_world_clone(w->core, &clone->core) != CN_OK)
        return luaL_error(L, "%s", cn_world_error(w->core)->message);
    w->remembers = true; /* snapshots of the clone may be restored here */
    clone->strict = w->strict;
    settle(L, note + 1, note);
    return 1;
}

/* world:save(path) -> true, or nil and a sentence */
static int l_world_save(lua_State *L) {
    bind_World *w = bind_idle_world(L, "save");
    bind_string(L, 2);
    bind_no_more(L, 3, "");
    size_t size;
    bind_push_note(L, 1);
    const char *note = lua_tolstring(L, -1, &size);
    cn_Snapshot *packed = new_bytes(L);
    if (cn_world_pack(w->core, size > 0 ? note : NULL, size, packed) != CN_OK)
        return luaL_error(L, "%s", cn_world_error(w->core)->message);
    w->remembers = true;
    const char *why = bind_write_file(L, 2, packed->bytes, packed->size);
    if (why) return refuse(L, why);
    return bind_push_boolean(L, true);
}

/* cairn.load(path) -> World, or nil and a sentence */
int l_world_load(lua_State *L) {
    bind_string(L, 1);
    bind_no_more(L, 2, "");
    size_t size;
    const char *why = bind_read_file(L, 1, &size);
    if (why) return refuse(L, why);
    const char *bytes = lua_touserdata(L, -1);
    int values = push_loaded(L, bytes, size, bind_default_threads(L));
    if (values == 1) return 1;
    return refuse(L, lua_pushfstring(L, "%s: %s", lua_tostring(L, 1), lua_tostring(L, -1)));
}

const luaL_Reg bind_snapshot_methods[] = {
    {"snapshot", l_world_snapshot},
    {"restore", l_world_restore},
    {"clone", l_world_clone},
    {"save", l_world_save},
    {NULL, NULL},
};

void bind_snapshot_open(lua_State *L) {
    static const luaL_Reg metamethods[] = {{"__gc", l_bytes_gc}, {NULL, NULL}};
    static const luaL_Reg *const methods[] = {NULL};
    bind_make_type(L, BIND_BYTES_TYPE, metamethods, methods);
}
