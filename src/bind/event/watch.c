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

/* ---- poses ------------------------------------------------------------------------------------
 */

enum { ROWS = 64, ROW_BYTES = 4 + 3 * 8 };

/* packed_poses(world, awake) -> string: of all bodies or of those that are awake, in the order of
 * ids: as "<I4ddd" has it the id, x and y in m, the angle in rad */
static int l_packed_poses(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    bool awake = lua_toboolean(L, 2);
    cn_BodyPose rows[ROWS];
    cn_BodyId last = {0, 0};
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (int count = ROWS; count == ROWS;) {
        count = cn_world_poses(w->core, last, awake, rows, ROWS);
        char *at = luaL_prepbuffsize(&b, sizeof rows);
        for (int i = 0; i < count; i++, at += ROW_BYTES) {
            const double pose[] = {rows[i].x, rows[i].y, rows[i].angle};
            memcpy(at, &rows[i].id.index, 4);
            memcpy(at + 4, pose, sizeof pose);
        }
        luaL_addsize(&b, (size_t)count * ROW_BYTES);
        if (count > 0) last = rows[count - 1].id;
    }
    luaL_pushresult(&b);
    return 1;
}

void bind_watch_register(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"watch_hits", l_watch_hits},
        {"packed_poses", l_packed_poses},
        {NULL, NULL},
    };
    luaL_setfuncs(L, functions, 0);
}
