/* watch.c: what a timeline is told of the steps (cairn.scene.timeline), which may cost next to
 * nothing: a step of a world at rest takes a microsecond, and one call of a Lua function a tenth of
 * that. So hits are looked through here, and only a hard one is told of. */
#include "event/watch.h"

#include <string.h>

#include "base/args.h"
#include "handle/handle.h"

/* ---- hard hits --------------------------------------------------------------------------------
 */

/* (world, index of the hit): calls the watcher with the two shapes and the speed. */
static int tell_hit(lua_State *L) {
    const bind_World *w = lua_touserdata(L, 1);
    const cn_HitEvent hit = w->events->hits[lua_tointeger(L, 2)];
    lua_getiuservalue(L, 1, UV_WATCHER);
    bind_push_shape(L, 1, hit.a);
    bind_push_shape(L, 1, hit.b);
    lua_pushnumber(L, hit.speed);
    lua_call(L, 3, 0);
    return 0;
}

void bind_tell_hit(bind_Step *step) {
    const bind_World *w = step->world;
    int hardest = -1;
    float speed = w->watched_speed;
    for (int i = 0; i < w->events->hit_count; i++) {
        if (w->events->hits[i].speed <= speed) continue;
        speed = w->events->hits[i].speed;
        hardest = i;
    }
    if (hardest < 0) return;
    step->world->watched_speed = speed;
    lua_pushcfunction(step->L, tell_hit);
    lua_pushvalue(step->L, 1);
    lua_pushinteger(step->L, hardest);
    bind_protected(step, 2);
}

/* watch_hits(world, speed, fn(shape, shape, speed)): from now on fn is told of the hardest hit of a
 * step where two came at each other faster than that, in m/s, and than what it was told before */
static int l_watch_hits(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    float speed = (float)bind_number(L, 2);
    luaL_checktype(L, 3, LUA_TFUNCTION);
    lua_settop(L, 3);
    lua_setiuservalue(L, 1, UV_WATCHER);
    w->watched_speed = speed;
    return 0;
}

/* ---- places ------------------------------------------------------------------------------- */

/* count of bodies: of larger worlds no places are kept; of steps between two places of those that
 * are awake, and of all; bytes of a body, and of steps and count in front; records there is room
 * for */
enum { FEW = 100, STEPS = 6, STEPS_OF_ALL = 30, ROW = 4 + 3 * 8, HEAD = 8, RECORDS = 24 };
enum { ROOM = RECORDS * (HEAD + FEW * ROW) };

static char *put_pose(char *at, const cn_BodyPose *row) {
    const double pose[] = {row->x, row->y, row->angle};
    memcpy(at, &row->id.index, 4);
    memcpy(at + 4, pose, sizeof pose);
    return at + ROW;
}

/* What finds no room is not kept: nobody has asked for what is there. */
void bind_keep_places(bind_World *w) {
    uint64_t steps = cn_world_steps(w->core);
    if (steps % STEPS != 0) return;
    cn_BodyPose rows[FEW + 1];
    bool awake = steps % STEPS_OF_ALL != 0;
    int count = cn_world_poses(w->core, (cn_BodyId){0, 0}, awake, rows, FEW + 1);
    if (count == 0 || count > FEW || w->places_size + HEAD + count * ROW > ROOM) return;
    const uint32_t head[] = {(uint32_t)steps, (uint32_t)count};
    char *at = w->places + w->places_size;
    memcpy(at, head, HEAD);
    at += HEAD;
    for (int i = 0; i < count; i++) at = put_pose(at, &rows[i]);
    w->places_size = (int)(at - w->places);
}

/* keep_places(world): from now on */
static int l_keep_places(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    lua_settop(L, 1);
    if (!w->places) {
        w->places = lua_newuserdatauv(L, ROOM, 0);
        lua_setiuservalue(L, 1, UV_PLACES);
    }
    w->places_size = 0;
    return 0;
}

/* take_places(world) -> string: what has been kept since the last call: records of steps, how many
 * bodies, and of each, in the order of ids, as "<I4ddd" has it the id, x and y in m, angle in rad
 */
static int l_take_places(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    lua_pushlstring(L, w->places ? w->places : "", (size_t)w->places_size);
    w->places_size = 0;
    return 1;
}

/* packed_poses(world, awake) -> string: of all bodies or of those that are awake, as above */
static int l_packed_poses(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    bool awake = lua_toboolean(L, 2);
    cn_BodyPose rows[FEW];
    char bytes[FEW * ROW]; /* LuaJIT's buffers give no room of a chosen size */
    cn_BodyId last = {0, 0};
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (int count = FEW; count == FEW;) {
        count = cn_world_poses(w->core, last, awake, rows, FEW);
        char *at = bytes;
        for (int i = 0; i < count; i++) at = put_pose(at, &rows[i]);
        luaL_addlstring(&b, bytes, (size_t)count * ROW);
        if (count > 0) last = rows[count - 1].id;
    }
    luaL_pushresult(&b);
    return 1;
}

void bind_watch_register(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"watch_hits", l_watch_hits},
        {"keep_places", l_keep_places},
        {"take_places", l_take_places},
        {"packed_poses", l_packed_poses},
        {NULL, NULL},
    };
    luaL_setfuncs(L, functions, 0);
}
