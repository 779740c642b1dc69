/* host_module.c: `require "cairn.host"`, what the command line in Lua needs from the program.
 *
 * The viewer comes from main as a table of functions and may be missing (headless build): then
 * has_display is false and pictures are refused with a sentence. A scene here is the object of
 * cairn.scene. There is no module in a stock lua5.4; cairn.scene works without it. */
#include "host_module.h"

#include "bind.h"
#include "bind_pen.h"
#include "host_box.h"
#include "host_exit.h"
#include "host_file.h"
#include "host_guard.h"
#include "host_isolate.h"
#include "host_safe.h"
#include "host_scene.h"
#include "host_signal.h"

#include <stdlib.h>
#include <string.h>

static const char VIEWER_KEY = 0; /* registry keys: only the addresses count */
static const char HOME_KEY = 0;
static const char PROGRAM_KEY = 0;
static const char *const HEADLESS = "this build has no viewer (SDL2 was missing)";

void host_module_attach(lua_State *L, const host_Viewer *viewer, const char *home,
                        const char *program) {
    lua_pushlightuserdata(L, (void *)viewer);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &VIEWER_KEY);
    lua_pushstring(L, home);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &HOME_KEY);
    lua_pushstring(L, program);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &PROGRAM_KEY);
}

static const host_Viewer *viewer_of(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &VIEWER_KEY);
    const host_Viewer *viewer = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return viewer;
}

/* host.has_viewer() -> boolean */
static int l_has_viewer(lua_State *L) {
    lua_pushboolean(L, viewer_of(L) != NULL);
    return 1;
}

/* host.has_display() -> true, or false and why not */
static int l_has_display(lua_State *L) {
    const host_Viewer *viewer = viewer_of(L);
    const char *why = HEADLESS;
    bool has = viewer && viewer->has_display(&why);
    lua_pushboolean(L, has);
    if (has) return 1;
    lua_pushstring(L, why);
    return 2;
}

static int picture_result(lua_State *L, int code, const char *error) {
    if (code != 0) {
        lua_pushnil(L);
        lua_pushstring(L, error);
        return 2;
    }
    lua_pushboolean(L, 1);
    return 1;
}

static lua_Integer option(lua_State *L, int index, const char *name) {
    lua_Integer value = 0;
    if (lua_istable(L, index)) {
        lua_getfield(L, index, name);
        value = lua_isboolean(L, -1) ? lua_toboolean(L, -1) : lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    return value;
}

/* Upvalue 1: the scene. Its recording, if there is one, is made whole. */
static int l_end_recording(lua_State *L) {
    if (lua_getfield(L, lua_upvalueindex(1), "recording") != LUA_TTABLE) return 0;
    lua_getfield(L, -1, "close");
    lua_insert(L, -2);
    lua_call(L, 1, 0);
    return 0;
}

/* host.window(scene[, {width=, height=, steps=, software=, play=}]) -> exit code */
static int l_window(lua_State *L) {
    const host_Viewer *viewer = viewer_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    host_WindowOptions options = {
        .width = (int)option(L, 2, "width"),
        .height = (int)option(L, 2, "height"),
        .steps = (long)option(L, 2, "steps"),
        .software = option(L, 2, "software") != 0,
        .play = option(L, 2, "play") != 0,
    };
    if (options.width <= 0) options.width = 1280;
    if (options.height <= 0) options.height = 720;
    if (!viewer) return luaL_error(L, "%s", HEADLESS);
    host_Scene scene;
    host_scene_open(&scene, L, 1);
    lua_pushvalue(L, 1);
    lua_pushcclosure(L, l_end_recording, 1);
    host_exit_guard(L);
    int code = viewer->run(&scene, &options);
    host_exit_unguard();
    host_scene_close(&scene);
    lua_pushinteger(L, code);
    return 1;
}

/* host.shot(scene, path[, width, height]) -> true, or nil and a message */
static int l_shot(lua_State *L) {
    const host_Viewer *viewer = viewer_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    const char *path = luaL_checkstring(L, 2);
    int width = (int)luaL_optinteger(L, 3, 1280), height = (int)luaL_optinteger(L, 4, 720);
    const char *error = HEADLESS;
    int code = 8;
    if (viewer) {
        host_Scene scene;
        host_scene_open(&scene, L, 1);
        scene.accumulator = scene.dt; /* the pose now, not one on the way to it */
        error = "the picture could not be written";
        code = viewer->shot(&scene, path, width, height, &error);
        host_scene_close(&scene);
    }
    return picture_result(L, code, error);
}

/* At index 3 of the stack: called with the count of pictures, true goes on. An error of it ends the
 * film as false does; commands raise none there. */
static bool film_progress(void *context, int done) {
    lua_State *L = context;
    lua_pushvalue(L, 3);
    lua_pushinteger(L, done);
    bool on = lua_pcall(L, 1, 1, 0) == LUA_OK && lua_toboolean(L, -1);
    lua_pop(L, 1);
    return on;
}

static double number_option(lua_State *L, int index, const char *name) {
    lua_getfield(L, index, name);
    double value = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return value;
}

/* host.film(scene, {path=, width=, height=, pictures=, per_second=, speed=}, progress)
 * -> true, or nil and a message */
static int l_film(lua_State *L) {
    const host_Viewer *viewer = viewer_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TTABLE);
    luaL_checktype(L, 3, LUA_TFUNCTION);
    lua_settop(L, 3);
    lua_getfield(L, 2, "path"); /* stays on the stack, and so valid */
    host_FilmOptions options = {
        .path = luaL_checkstring(L, 4),
        .width = (int)option(L, 2, "width"),
        .height = (int)option(L, 2, "height"),
        .pictures = (int)option(L, 2, "pictures"),
        .per_second = number_option(L, 2, "per_second"),
        .speed = number_option(L, 2, "speed"),
        .progress = film_progress,
        .context = L,
    };
    luaL_argcheck(L, options.per_second > 0 && options.speed > 0, 2, "per_second and speed");
    const char *error = HEADLESS;
    int code = 8;
    if (viewer) {
        host_Scene scene;
        host_scene_open(&scene, L, 1);
        scene.accumulator = scene.dt; /* as for a shot */
        error = "the film could not be written";
        code = viewer->film(&scene, &options, &error);
        host_scene_close(&scene);
    }
    return picture_result(L, code, error);
}

/* host.picture(draw, path, width, height) -> true, or nil and a message
 *
 * draw() uses host.pen(); one unit is a pixel, the origin is the lower left corner. */
static int l_picture(lua_State *L) {
    const host_Viewer *viewer = viewer_of(L);
    luaL_checktype(L, 1, LUA_TFUNCTION);
    const char *path = luaL_checkstring(L, 2);
    int width = (int)luaL_checkinteger(L, 3), height = (int)luaL_checkinteger(L, 4);
    if (!viewer) return picture_result(L, 8, HEADLESS);
    pen_List list = {0};
    bind_pen_use(L, &list);
    lua_pushvalue(L, 1);
    bool drawn = lua_pcall(L, 0, 0, 0) == LUA_OK;
    bind_pen_use(L, NULL);
    const char *error = "the picture could not be written";
    int code = drawn ? viewer->picture(&list, path, width, height, &error) : 0;
    pen_list_free(&list);
    return drawn ? picture_result(L, code, error) : lua_error(L);
}

/* host.frames(scene, width, height, count, full, interface) -> {ms, ...} of whole viewer frames
 * (see host_BenchOptions), or nil, message */
static int l_frames(lua_State *L) {
    const host_Viewer *viewer = viewer_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer count = luaL_checkinteger(L, 4);
    host_BenchOptions options = {.width = (int)luaL_checkinteger(L, 2),
                                 .height = (int)luaL_checkinteger(L, 3),
                                 .frames = (int)count,
                                 .full = lua_toboolean(L, 5),
                                 .interface = lua_toboolean(L, 6)};
    luaL_argcheck(L, count > 0 && count <= 100000, 4, "must be 1..100000");
    if (!viewer) {
        lua_pushnil(L);
        lua_pushstring(L, HEADLESS);
        return 2;
    }
    double *ms = lua_newuserdatauv(L, (size_t)count * sizeof *ms, 0);
    memset(ms, 0, (size_t)count * sizeof *ms);
    host_Scene scene;
    host_scene_open(&scene, L, 1);
    int code = viewer->bench(&scene, &options, ms);
    host_scene_close(&scene);
    if (code != 0) {
        lua_pushnil(L);
        lua_pushliteral(L, "the off-screen renderer could not be opened");
        return 2;
    }
    lua_createtable(L, (int)count, 0);
    for (int i = 0; i < (int)count; i++) {
        lua_pushnumber(L, ms[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* host.sound(path, volume, pitch, pan): begin to play it, where somebody can hear */
static int l_sound(lua_State *L) {
    const host_Viewer *viewer = viewer_of(L);
    host_Sound sound = {.path = luaL_checkstring(L, 1),
                        .volume = luaL_checknumber(L, 2),
                        .pitch = luaL_checknumber(L, 3),
                        .pan = luaL_checknumber(L, 4)};
    if (viewer && viewer->sound) viewer->sound(&sound);
    return 0;
}

/* host.pen() -> the script's pen, which draws into the list of the frame */
static int l_pen(lua_State *L) { return bind_pen_open(L); }

static void set_count(lua_State *L, const char *name, lua_Integer value) {
    lua_pushinteger(L, value);
    lua_setfield(L, -2, name);
}

static cn_World *check_world(lua_State *L, int arg) {
    cn_World *world = bind_to_world(L, arg);
    if (!world) luaL_argerror(L, arg, "living world expected");
    return world;
}

/* host.counts(world) -> table: what the core counts, memory in bytes included */
static int l_counts(lua_State *L) {
    cn_Counts counts = cn_world_counts(check_world(L, 1));
    lua_createtable(L, 0, 10);
    set_count(L, "bodies", counts.bodies);
    set_count(L, "shapes", counts.shapes);
    set_count(L, "contacts", counts.contacts);
    set_count(L, "touching", counts.touching);
    set_count(L, "pairs", counts.pairs);
    set_count(L, "awake", counts.awake);
    set_count(L, "joints", counts.joints);
    set_count(L, "colors", counts.colors);
    set_count(L, "islands", counts.islands);
    set_count(L, "bytes", (lua_Integer)counts.bytes);
    return 1;
}

/* host.warnings(world[, list]) -> list with a sentence for each warning of the last step added */
static int l_warnings(lua_State *L) {
    const cn_Events *events = cn_world_events(check_world(L, 1));
    if (!lua_istable(L, 2)) {
        lua_settop(L, 1);
        lua_newtable(L);
    }
    for (int i = 0; i < events->warning_count; i++) {
        const cn_Warning *warning = &events->warnings[i];
        lua_pushfstring(L, "step %I: body #%d at (%f, %f) %s", (LUAI_UACINT)warning->step,
                        (int)warning->body.index, warning->x, warning->y,
                        cn_warning_text(warning->kind));
        lua_rawseti(L, 2, (lua_Integer)lua_rawlen(L, 2) + 1);
    }
    lua_pushvalue(L, 2);
    return 1;
}

static void set_text(lua_State *L, const char *name, const char *text) {
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

static void set_simd(lua_State *L) {
    set_text(L, "simd", cn_simd());
    lua_pushliteral(L, "");
    for (int i = 0; cn_simd_set(i); i++) {
        lua_pushfstring(L, i ? ", %s" : "%s", cn_simd_set(i));
        lua_concat(L, 2);
    }
    lua_setfield(L, -2, "simd_sets");
}

/* host.facts() -> table of strings for `cairn doctor` */
static int l_facts(lua_State *L) {
    const host_Viewer *viewer = viewer_of(L);
    lua_newtable(L);
    set_text(L, "cairn", cn_version());
    set_simd(L);
    set_text(L, "processor", cn_processor_problem()); /* NULL: nil */
    set_text(L, "lua", LUA_RELEASE);
    set_text(L, "build", CAIRN_SANITIZED ? CAIRN_BUILD ", sanitized" : CAIRN_BUILD);
#ifdef __clang__
    set_text(L, "compiler", __VERSION__);
#else
    set_text(L, "compiler", "gcc " __VERSION__);
#endif
    set_text(L, "viewer", viewer ? (viewer->version ? viewer->version() : "yes") : "none");
    return 1;
}

/* ---- what scripts may take ------------------------------------------------------------------- */

/* host.enter(name, seconds[, aside]): a call of the script begins; 0 s is no end; aside: time in
 * the core's step does not count. Inside another one it is part of that. */
static int l_enter(lua_State *L) {
    host_guard_enter(L, luaL_checkstring(L, 1), luaL_checknumber(L, 2), lua_toboolean(L, 3));
    return 0;
}

/* host.leave() -> nil, or why the call was stopped ("budget", "memory", "interrupt"), and for
 * memory "file:line: " where it was asked for */
static int l_leave(lua_State *L) {
    static const char *const names[] = {NULL, "budget", "memory", "interrupt"};
    host_Verdict verdict = host_guard_leave(L);
    if (verdict == HOST_VERDICT_NONE) return 0;
    lua_pushstring(L, names[verdict]);
    lua_pushstring(L, host_guard_place());
    return 2;
}

static size_t check_bytes(lua_State *L, int arg) {
    lua_Number bytes = luaL_checknumber(L, arg);
    luaL_argcheck(L, bytes >= 0.0 && bytes < 9e15, arg, "bytes expected");
    return (size_t)bytes;
}

/* host.limit_memory(of Lua[, of all worlds beside it]): bytes, the same for both; 0 is no end */
static int l_limit_memory(lua_State *L) {
    size_t lua_bytes = check_bytes(L, 1);
    host_guard_set_memory(lua_bytes, lua_isnoneornil(L, 2) ? lua_bytes : check_bytes(L, 2));
    return 0;
}

/* host.memory() -> bytes that Lua holds, and all worlds */
static int l_memory(lua_State *L) {
    lua_pushinteger(L, (lua_Integer)host_guard_memory());
    lua_pushinteger(L, (lua_Integer)cn_memory_used());
    return 2;
}

/* host.safe(prefix) -> table: xpcall and setmetatable for the environment of a script; prefix: what
 * the sources of our own files begin with, which are never interrupted */
static int l_safe(lua_State *L) {
    host_guard_set_home(luaL_checkstring(L, 1));
    lua_createtable(L, 0, 2);
    host_safe_register(L);
    return 1;
}

/* host.close_box() -> table of functions and libraries for the environment of a script that is not
 * trusted: from now on the whole program is closed to it (host_box.h) */
static int l_close_box(lua_State *L) {
    host_box_close(L);
    return 1;
}

int host_module_open(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"has_viewer", l_has_viewer},
        {"has_display", l_has_display},
        {"window", l_window},
        {"shot", l_shot},
        {"film", l_film},
        {"picture", l_picture},
        {"frames", l_frames},
        {"counts", l_counts},
        {"warnings", l_warnings},
        {"facts", l_facts},
        {"sound", l_sound},
        {"pen", l_pen},
        {"enter", l_enter},
        {"leave", l_leave},
        {"limit_memory", l_limit_memory},
        {"memory", l_memory},
        {"safe", l_safe},
        {"close_box", l_close_box},
        {"load", host_safe_load},
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
    host_file_register(L);
    host_signal_register(L);
    host_isolate_register(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &HOME_KEY);
    lua_setfield(L, -2, "home");
    lua_rawgetp(L, LUA_REGISTRYINDEX, &PROGRAM_KEY);
    lua_setfield(L, -2, "program");
    return 1;
}
