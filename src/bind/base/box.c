/* box.c: see box.h. For the whole program, as its limit of memory is. */
#include "base/box.h"

#include "base/args.h"

enum { MOST_WORLDS = 8, MOST_BODIES = 20000, MOST_SHAPES = 50000, MOST_JOINTS = 20000 };

static bool closed;
static int worlds;

void bind_close_box(void) { closed = true; }

const char *bind_no_files(void) { return closed ? "a sandboxed scene has no files" : NULL; }

static void check(lua_State *L, const char *what, int count, int most) {
    if (closed && count >= most) luaL_error(L, "%s limit %d reached", what, most);
}

void bind_check_bodies(lua_State *L, const cn_World *core) {
    check(L, "body", cn_world_sizes(core).bodies, MOST_BODIES);
}

void bind_check_shapes(lua_State *L, const cn_World *core) {
    check(L, "shape", cn_world_sizes(core).shapes, MOST_SHAPES);
}

void bind_check_joints(lua_State *L, const cn_World *core) {
    check(L, "joint", cn_world_sizes(core).joints, MOST_JOINTS);
}

void bind_check_worlds(lua_State *L) {
    if (closed && worlds >= MOST_WORLDS) lua_gc(L, LUA_GCCOLLECT);
    if (closed && worlds >= MOST_WORLDS) {
        luaL_error(L, "too many worlds (limit %d)", MOST_WORLDS);
    }
}

void bind_count_world(int change) { worlds += change; }
