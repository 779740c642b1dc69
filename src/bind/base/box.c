/* box.c: see box.h. For the whole program, as its limit of memory is. */
#include "base/box.h"

#include <string.h>

#include "base/args.h"

enum { MOST_WORLDS = 8, MOST_BODIES = 20000, MOST_SHAPES = 50000, MOST_JOINTS = 20000 };

static bool closed;
static int worlds;

void bind_close_box(void) { closed = true; }

const char *bind_no_files(void) { return closed ? "a sandboxed scene has no files" : NULL; }

enum { BODIES, SHAPES, JOINTS, KINDS };
static const int most[KINDS] = {MOST_BODIES, MOST_SHAPES, MOST_JOINTS};
static const char *const names[KINDS] = {"body", "shape", "joint"};

/* How many more may be made in a world before they are counted again, which is a walk. */
static struct Room {
    const cn_World *core;
    int left[KINDS];
} rooms[MOST_WORLDS];

static struct Room *room_of(const cn_World *core) {
    int i = 0;
    while (i < MOST_WORLDS - 1 && rooms[i].core && rooms[i].core != core) i++;
    if (rooms[i].core != core) rooms[i] = (struct Room){.core = core};
    return &rooms[i];
}

static void check(lua_State *L, const cn_World *core, int kind) {
    if (!closed) return;
    struct Room *room = room_of(core);
    if (room->left[kind]-- > 0) return;
    cn_Counts n = cn_world_counts(core);
    const int counts[KINDS] = {n.bodies, n.shapes, n.joints};
    room->left[kind] = most[kind] - counts[kind] - 1;
    if (room->left[kind] < 0) {
        room->left[kind] = 0;
        luaL_error(L, "%s limit %d reached", names[kind], most[kind]);
    }
}

void bind_check_bodies(lua_State *L, const cn_World *core) { check(L, core, BODIES); }
void bind_check_shapes(lua_State *L, const cn_World *core) { check(L, core, SHAPES); }
void bind_check_joints(lua_State *L, const cn_World *core) { check(L, core, JOINTS); }

void bind_check_worlds(lua_State *L) {
    if (closed && worlds >= MOST_WORLDS) lua_gc(L, LUA_GCCOLLECT);
    if (closed && worlds >= MOST_WORLDS) {
        luaL_error(L, "too many worlds (limit %d)", MOST_WORLDS);
    }
}

void bind_count_world(int change) {
    worlds += change;
    memset(rooms, 0, sizeof rooms); /* another may get the same address */
}
