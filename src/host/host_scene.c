/* host_scene.c: host.h on top of the Lua object that require("cairn.scene").load returns.
 *
 * Time is here: how many fixed ticks a frame gets, and how much of the next one is over. Not here:
 * how the object is visited (host_visit.c), what is shown beside the world (host_panel.c). */
#include "host_scene.h"

#include "bind.h"
#include "bind_pen.h"
#include "host_file.h"
#include "host_select.h"
#include "host_timeline.h"

#include <math.h>
#include <stdlib.h>

#define SLOW_MS    250.0 /* a step that takes so long is slow */
#define SLOW_STEPS 4     /* count in a row, after which the scene pauses */

enum { MOST_TICKS = 4 }; /* a frame; beyond it the scene slows down instead of spiralling */

/* ---- the Lua object ----------------------------------------------------------------------- */

static double tick_seconds(lua_State *L, int index) {
    double dt = host_scene_number_field(L, index, "dt", 1.0 / 60.0);
    return dt > 0.0 && dt < 1.0 ? dt : 1.0 / 60.0;
}

void host_scene_open(host_Scene *scene, lua_State *L, int index) {
    index = lua_absindex(L, index);
    *scene = (host_Scene){.L = L, .speed = 1.0, .object = LUA_NOREF, .anchors = LUA_NOREF};
    scene->dt = tick_seconds(L, index);
    lua_newtable(L);
    scene->anchors = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pushvalue(L, index);
    scene->object = luaL_ref(L, LUA_REGISTRYINDEX);
}

void host_scene_close(host_Scene *scene) {
    luaL_unref(scene->L, LUA_REGISTRYINDEX, scene->object);
    luaL_unref(scene->L, LUA_REGISTRYINDEX, scene->anchors);
    free(scene->history);
    free(scene->rows);
    free(scene->names);
    *scene = (host_Scene){0};
}

/* ---- the world ---------------------------------------------------------------------------- */

typedef struct WorldVisit {
    cn_World *world;
    long builds;
} WorldVisit;

static void op_world(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    WorldVisit *visit = argument;
    host_scene_method(L, "world", 0, 1);
    visit->world = bind_to_world(L, -1);
    visit->builds = (long)host_scene_number_field(L, 1, "builds", 0.0);
}

/* The world of the moment, NULL when there is none. Notices that it is another one than before:
 * what was held is let go, what was selected is looked for in it. An address may come again, and
 * every id does: only the count tells one world from the next. */
static cn_World *live_world(const host_Scene *shared) {
    host_Scene *scene = (host_Scene *)shared;
    WorldVisit visit = {NULL, scene->builds};
    if (!host_scene_do(scene, op_world, &visit)) return NULL;
    if (visit.builds != scene->builds) {
        scene->builds = visit.builds;
        host_scene_release(scene);
        host_select_follow(scene, visit.world);
    }
    return visit.world;
}

const cn_World *host_scene_world(const host_Scene *scene) { return live_world(scene); }

/* ---- input -------------------------------------------------------------------------------- */

static void push_point(lua_State *L, const host_Event *event) {
    lua_pushnumber(L, event->x);
    lua_pushnumber(L, event->y);
}

static int push_touch(lua_State *L, const host_Event *event) {
    lua_pushstring(L, event->kind == HOST_TOUCH_DOWN ? "touchpressed"
                      : event->kind == HOST_TOUCH_UP ? "touchreleased"
                                                     : "touchmoved");
    lua_pushinteger(L, event->id);
    push_point(L, event);
    lua_pushnumber(L, event->dx);
    lua_pushnumber(L, event->dy);
    lua_pushnumber(L, event->value);
    return 7;
}

static int push_pad(lua_State *L, const host_Event *event) {
    static const char *const hooks[] = {[HOST_PAD_ADDED] = "joystickadded",
                                        [HOST_PAD_REMOVED] = "joystickremoved",
                                        [HOST_PAD_DOWN] = "gamepadpressed",
                                        [HOST_PAD_UP] = "gamepadreleased",
                                        [HOST_PAD_AXIS] = "gamepadaxis"};
    lua_pushstring(L, hooks[event->kind]);
    lua_pushinteger(L, event->id);
    if (event->kind == HOST_PAD_ADDED || event->kind == HOST_PAD_REMOVED) return 2;
    lua_pushstring(L, event->key);
    if (event->kind != HOST_PAD_AXIS) return 3;
    lua_pushnumber(L, event->value);
    return 4;
}

/* The hook's name and its arguments, left on the stack; returns how many values that is. */
static int push_event(lua_State *L, const host_Event *event) {
    switch (event->kind) {
    case HOST_KEY_DOWN:
        lua_pushliteral(L, "keypressed");
        lua_pushstring(L, event->key);
        lua_pushboolean(L, event->repeat);
        return 3;
    case HOST_KEY_UP:
        lua_pushliteral(L, "keyreleased");
        lua_pushstring(L, event->key);
        return 2;
    case HOST_MOUSE_DOWN:
    case HOST_MOUSE_UP:
        lua_pushstring(L, event->kind == HOST_MOUSE_DOWN ? "mousepressed" : "mousereleased");
        push_point(L, event);
        lua_pushinteger(L, event->button);
        lua_pushboolean(L, event->touch);
        return 5;
    case HOST_MOUSE_MOVE:
        lua_pushliteral(L, "mousemoved");
        push_point(L, event);
        lua_pushnumber(L, event->dx);
        lua_pushnumber(L, event->dy);
        return 5;
    case HOST_WHEEL:
        lua_pushliteral(L, "wheelmoved");
        lua_pushnumber(L, event->dx);
        lua_pushnumber(L, event->dy);
        return 3;
    case HOST_TOUCH_DOWN:
    case HOST_TOUCH_UP:
    case HOST_TOUCH_MOVE:
        return push_touch(L, event);
    default:
        return push_pad(L, event);
    }
}

typedef struct Sent {
    const host_Event *event;
    bool taken;
} Sent;

static void op_event(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    Sent *sent = argument;
    host_scene_method(L, "dispatch", push_event(L, sent->event), 2);
    sent->taken = lua_toboolean(L, -1);
}

bool host_scene_event(host_Scene *scene, const host_Event *event) {
    Sent sent = {event, false};
    return host_scene_do(scene, op_event, &sent) && sent.taken;
}

/* ---- one frame ---------------------------------------------------------------------------- */

typedef struct Poll {
    double now;
    bool changed;
} Poll;

static void op_poll(lua_State *L, host_Scene *scene, void *argument) {
    Poll *poll = argument;
    lua_pushnumber(L, poll->now);
    host_scene_method(L, "frame_poll", 1, 1);
    poll->changed = lua_toboolean(L, -1);
    if (!poll->changed) return;
    scene->dt = tick_seconds(L, 1);
    scene->failure[0] = '\0'; /* a good save deserves a new chance */
}

bool host_scene_poll(host_Scene *scene, double now) {
    Poll poll = {now, false};
    return host_scene_do(scene, op_poll, &poll) && poll.changed;
}

static void op_tick(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    (void)argument;
    host_scene_method(L, "tick", 0, 0);
}

/* Through the scene object, so that whoever listens to it hears of the pull. */
static void op_pull(lua_State *L, host_Scene *scene, void *argument) {
    const host_Pull *pull = argument;
    lua_pushinteger(L, scene->drag.body.index);
    lua_pushnumber(L, pull->fx);
    lua_pushnumber(L, pull->fy);
    lua_pushnumber(L, pull->px);
    lua_pushnumber(L, pull->py);
    lua_pushnumber(L, pull->torque);
    host_scene_method(L, "pull", 6, 0);
}

static void op_slow(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    lua_pushnumber(L, *(const double *)argument);
    host_scene_method(L, "pause_slow", 1, 0);
}

/* A window that shows four pictures a second answers no key in time: the scene pauses, and says
 * why. Once, until a step is fast again: who goes on all the same has read it. */
static void note_slow_step(host_Scene *scene, double ms) {
    if (ms < SLOW_MS) scene->slow_steps = 0;
    if (ms < SLOW_MS || scene->slow_steps < 0 || ++scene->slow_steps < SLOW_STEPS) return;
    scene->slow_steps = -1;
    host_scene_do(scene, op_slow, &ms);
}

/* One tick, with the mouse's force before it and its times added to the frame's. */
static void tick(host_Scene *scene) {
    cn_World *world = live_world(scene); /* before the tick: as it was loaded */
    host_Pull pull;
    if (world && host_drag_pull(&scene->drag, world, scene->dt, &pull)) {
        host_scene_do(scene, op_pull, &pull);
    }
    double start = host_now();
    host_scene_do(scene, op_tick, NULL);
    double total = 1e3 * (host_now() - start);
    world = live_world(scene);
    double step = world ? cn_world_profile(world).step : 0.0;
    if (step > total) step = total; /* the tick that did not step: the profile is an old one */
    scene->step_ms += step;
    scene->update_ms += total - step;
    host_drag_check(&scene->drag, world);
    note_slow_step(scene, step);
}

static void begin_frame(host_Scene *scene) { scene->step_ms = scene->update_ms = 0.0; }

void host_scene_tick(host_Scene *scene) {
    begin_frame(scene);
    tick(scene);
}

static bool is_stopped(const host_Scene *scene) {
    return scene->failure[0] || host_scene_is_paused(scene);
}

int host_scene_advance(host_Scene *scene, double frame_seconds) {
    begin_frame(scene);
    if (!(frame_seconds > 0.0)) frame_seconds = 0.0;
    double pace = host_timeline_pace(scene);
    bool back = pace >= 0.0; /* through what is known */
    if (!back && is_stopped(scene)) return 0;
    scene->accumulator += frame_seconds * scene->speed * (back ? pace : 1.0);
    int ticks = 0;
    /* a hair less than dt counts: frame times of a 60 Hz screen are never exactly 1/60 */
    while (scene->accumulator >= scene->dt * (1.0 - 1e-6) && ticks < MOST_TICKS) {
        if (!back) tick(scene);
        ticks++;
        scene->accumulator = fmax(scene->accumulator - scene->dt, 0.0);
        if (back ? !host_timeline_forward(scene) : is_stopped(scene)) break;
    }
    if (scene->accumulator >= scene->dt) scene->accumulator = fmod(scene->accumulator, scene->dt);
    return ticks;
}

double host_scene_alpha(const host_Scene *scene) {
    if (is_stopped(scene)) return 1.0;
    return fmin(scene->accumulator / scene->dt, 1.0);
}

/* What body:drawn() is asked for from now on. */
static void blend(lua_State *L, double alpha) {
    host_scene_method(L, "world", 0, 1);
    if (bind_to_world(L, -1)) bind_set_alpha(L, -1, alpha);
}

static void op_draw(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    double alpha = *(double *)argument;
    blend(L, alpha);
    lua_pushnumber(L, alpha);
    host_scene_method(L, "draw", 1, 0);
}

void host_scene_draw(host_Scene *scene, pen_List *list) {
    double alpha = host_scene_alpha(scene);
    double start = host_now();
    bind_pen_use(scene->L, list);
    host_scene_do(scene, op_draw, &alpha);
    bind_pen_use(scene->L, NULL);
    scene->draw_ms = 1e3 * (host_now() - start);
}

static void op_view(lua_State *L, host_Scene *scene, void *argument) {
    host_View *view = argument;
    blend(L, host_scene_alpha(scene));
    host_scene_method(L, "look", 0, 5);
    view->given = lua_isnumber(L, -5);
    view->x = lua_tonumber(L, -5);
    view->y = lua_tonumber(L, -4);
    view->w = lua_tonumber(L, -3);
    view->h = lua_tonumber(L, -2);
    view->lag = lua_tonumber(L, -1);
}

host_View host_scene_view(const host_Scene *scene) {
    host_View view = {.given = false};
    host_scene_do(scene, op_view, &view);
    return view;
}

static void op_joints(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    host_scene_method(L, "scene", 0, 1);
    lua_pushliteral(L, "joints");
    lua_rawget(L, -2);
    *(bool *)argument = lua_isnil(L, -1) || lua_toboolean(L, -1);
}

bool host_scene_wants_joints(const host_Scene *scene) {
    bool wanted = true;
    host_scene_do(scene, op_joints, &wanted);
    return wanted;
}

static void op_play(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    host_scene_method(L, "wants_play", 0, 1);
    *(host_Play *)argument = (host_Play)lua_tointeger(L, -1);
}

host_Play host_scene_wants_play(const host_Scene *scene) {
    host_Play wanted = HOST_PLAY_NONE;
    host_scene_do(scene, op_play, &wanted);
    return wanted;
}

/* ---- another scene ------------------------------------------------------------------------ */

static void op_drop(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    lua_pushstring(L, argument);
    host_scene_method(L, "drop", 1, 0);
}

void host_scene_drop(host_Scene *scene, const char *path) {
    host_scene_do(scene, op_drop, (void *)path);
}

static void op_leaving(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    *(bool *)argument = lua_getfield(L, 1, "next_path") == LUA_TSTRING;
}

bool host_scene_is_leaving(const host_Scene *scene) {
    bool leaving = false;
    host_scene_do(scene, op_leaving, &leaving);
    return leaving;
}

/* ---- control ------------------------------------------------------------------------------ */

static void op_restart(lua_State *L, host_Scene *scene, void *argument) {
    (void)argument;
    scene->failure[0] = '\0';
    scene->accumulator = 0.0;
    host_scene_method(L, "restart", 0, 0);
}

void host_scene_restart(host_Scene *scene) { host_scene_try(scene, op_restart, NULL); }

static void op_set_paused(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    lua_pushboolean(L, *(bool *)argument);
    host_scene_method(L, "set_paused", 1, 0);
}

void host_scene_set_paused(host_Scene *scene, bool paused) {
    host_scene_do(scene, op_set_paused, &paused);
}

typedef struct Flag {
    const char *name;
    bool value;
} Flag;

static void op_get_flag(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    Flag *flag = argument;
    lua_getfield(L, 1, flag->name);
    flag->value = lua_toboolean(L, -1);
}

static void op_set_flag(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    const Flag *flag = argument;
    lua_pushboolean(L, flag->value);
    lua_setfield(L, 1, flag->name);
}

bool host_scene_is_paused(const host_Scene *scene) {
    Flag flag = {"paused", false};
    return host_scene_do(scene, op_get_flag, &flag) && flag.value;
}

void host_scene_set_speed(host_Scene *scene, double speed) {
    scene->speed = speed > 0.0 && speed <= 100.0 ? speed : 1.0;
}

double host_scene_speed(const host_Scene *scene) { return scene->speed; }

void host_scene_set_hold(host_Scene *scene, bool hold) {
    Flag flag = {"hold", hold};
    host_scene_do(scene, op_set_flag, &flag);
}

bool host_scene_is_held(const host_Scene *scene) {
    Flag flag = {"hold", false};
    return host_scene_do(scene, op_get_flag, &flag) && flag.value;
}

bool host_scene_grab(host_Scene *scene, double x, double y) {
    const cn_World *world = live_world(scene);
    return world && host_drag_grab(&scene->drag, world, x, y);
}

void host_scene_drag(host_Scene *scene, double x, double y) { host_drag_to(&scene->drag, x, y); }

void host_scene_release(host_Scene *scene) { scene->drag = (host_Drag){0}; }

bool host_scene_grabbed(const host_Scene *scene, double *px, double *py, double *tx, double *ty) {
    if (!scene->drag.body.generation || !scene->drag.pulls) return false;
    const cn_World *world = live_world(scene);
    if (!world || !cn_body_is_valid(world, scene->drag.body)) return false;
    cn_Pos p = cn_body_to_world(world, scene->drag.body, scene->drag.lx, scene->drag.ly);
    *px = p.x;
    *py = p.y;
    *tx = scene->drag.tx;
    *ty = scene->drag.ty;
    return true;
}

void host_scene_select(host_Scene *scene, cn_BodyId body) {
    live_world(scene);
    scene->selection.body = body;
    scene->selection.name = NULL;
    host_scene_selected(scene, NULL);
}

cn_BodyId host_scene_selected(host_Scene *scene, const char **name) {
    const cn_World *world = live_world(scene);
    host_Selection *s = &scene->selection;
    if (!world || !cn_body_is_valid(world, s->body)) {
        s->body = (cn_BodyId){0, 0};
    }
    s->name = s->body.generation ? host_select_name(scene, s->body) : NULL;
    if (name) *name = s->name;
    return s->body;
}
