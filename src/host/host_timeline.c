/* host_timeline.c: the last seconds of a scene (cairn.scene.timeline) as the viewer reaches them.
 */
#include "host_visit.h"

#include <string.h>

#define PATH_LEAST 0.05 /* m between two places of a path: nearer ones would cover each other */

/* ---- visits -----------------------------------------------------------------------------------
 */

/* Push the timeline of the scene at 1; false, nothing, when none is kept. */
static bool push_timeline(lua_State *L) {
    if (lua_getfield(L, 1, "timeline") == LUA_TTABLE) return true;
    lua_pop(L, 1);
    return false;
}

/* Call the method of the timeline on the top, below nargs arguments. */
static void call(lua_State *L, const char *name, int nargs, int nresults) {
    lua_getfield(L, -1 - nargs, name);
    lua_insert(L, -2 - nargs);
    lua_call(L, nargs + 1, nresults);
}

static void op_keep(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    host_scene_method(L, "world", 0, 1);
    if (lua_isnil(L, -1)) return; /* a program, or a script that could not start */
    host_scene_method(L, "keep_timeline", 0, 1);
    *(bool *)argument = lua_toboolean(L, -1);
}

bool host_scene_keep_timeline(host_Scene *scene) {
    bool kept = false;
    return host_scene_do(scene, op_keep, &kept) && kept;
}

static bool truth_of(lua_State *L, int index, const char *field) {
    lua_getfield(L, index, field);
    bool truth = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return truth;
}

static void op_timeline(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    host_Timeline *t = argument;
    if (!push_timeline(L)) return;
    int index = lua_gettop(L);
    t->kept = true;
    t->last = (long)host_scene_number_field(L, index, "last", 0.0);
    t->at = (long)host_scene_number_field(L, 1, "ticks", 0.0);
    t->back = truth_of(L, index, "back");
    t->playing = t->back && truth_of(L, index, "playing");
    lua_getfield(L, index, "marks");
    t->marks = (int)lua_rawlen(L, -1);
    lua_settop(L, index);
    call(L, "first", 0, 1);
    t->first = (long)lua_tointeger(L, -1);
}

host_Timeline host_scene_timeline(const host_Scene *scene) {
    host_Timeline t = {.kept = false};
    if (!host_scene_do(scene, op_timeline, &t)) t.kept = false;
    return t;
}

typedef struct Mark {
    int i;
    host_Mark mark;
} Mark;

static void op_mark(lua_State *L, host_Scene *scene, void *argument) {
    static const char *const kinds[] = {"edit", "error", "hit", "differs"};
    (void)scene;
    Mark *m = argument;
    if (!push_timeline(L)) return;
    lua_getfield(L, -1, "marks");
    if (lua_rawgeti(L, -1, m->i + 1) != LUA_TTABLE) return;
    m->mark.tick = (long)host_scene_number_field(L, -1, "tick", 0.0);
    lua_getfield(L, -1, "kind");
    const char *kind = lua_tostring(L, -1);
    for (int k = 0; kind && k < 4; k++)
        if (strcmp(kind, kinds[k]) == 0) m->mark.kind = (host_MarkKind)k;
}

host_Mark host_scene_mark(const host_Scene *scene, int i) {
    Mark m = {.i = i};
    host_scene_do(scene, op_mark, &m);
    return m.mark;
}

/* ---- going to a moment ------------------------------------------------------------------------
 */

typedef struct Seek {
    long tick;
    bool done;
} Seek;

static void op_seek(lua_State *L, host_Scene *scene, void *argument) {
    Seek *seek = argument;
    if (!push_timeline(L)) return;
    lua_pushinteger(L, seek->tick);
    call(L, "seek", 1, 1);
    seek->done = lua_toboolean(L, -1);
    if (seek->done) scene->accumulator = 0.0;
}

bool host_scene_seek(host_Scene *scene, long tick) {
    Seek seek = {tick, false};
    scene->drag = (host_Drag){0}; /* what is held is let go */
    return host_scene_try(scene, op_seek, &seek) && seek.done;
}

static void op_play(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    if (!push_timeline(L)) return;
    lua_pushboolean(L, *(bool *)argument);
    call(L, "play", 1, 0);
}

void host_scene_play(host_Scene *scene, bool slowly) { host_scene_try(scene, op_play, &slowly); }

static void op_present(lua_State *L, host_Scene *scene, void *argument) {
    (void)argument;
    if (!push_timeline(L)) return;
    scene->accumulator = 0.0;
    call(L, "to_present", 0, 0);
}

void host_scene_present(host_Scene *scene) { host_scene_try(scene, op_present, NULL); }

/* ---- a frame while it looks back --------------------------------------------------------------
 */

static const double SLOW = 0.25; /* of the speed: an error that comes again is to be seen coming */

static void op_pace(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    double *pace = argument;
    *pace = -1.0;
    if (!push_timeline(L) || !truth_of(L, 2, "back")) return;
    *pace = !truth_of(L, 2, "playing") ? 0.0 : truth_of(L, 2, "slow") ? SLOW : 1.0;
}

double host_timeline_pace(const host_Scene *scene) {
    double pace = -1.0;
    host_scene_do(scene, op_pace, &pace);
    return pace;
}

static void op_forward(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    if (!push_timeline(L)) return;
    call(L, "forward", 0, 1);
    *(bool *)argument = lua_toboolean(L, -1);
}

bool host_timeline_forward(host_Scene *scene) {
    bool more = false;
    return host_scene_try(scene, op_forward, &more) && more;
}

/* ---- where bodies were ------------------------------------------------------------------------
 */

typedef struct Places {
    cn_BodyId body;
    cn_BodyState *states;
    cn_BodyPose *poses;
    int capacity, count;
} Places;

static double number_at(lua_State *L, int table, lua_Integer i) {
    lua_rawgeti(L, table, i);
    double v = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return v;
}

/* Of a body that lies still most of the time, the places where it moved. */
static void op_path(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    Places *p = argument;
    if (!push_timeline(L)) return;
    lua_pushinteger(L, p->body.index);
    lua_pushnil(L);
    lua_pushnumber(L, PATH_LEAST);
    call(L, "path", 3, 1);
    int table = lua_gettop(L), there = (int)(lua_rawlen(L, table) / 4);
    int stride = there / p->capacity + 1;
    for (int i = 0; i < there && p->count < p->capacity; i += stride) {
        p->states[p->count++] = (cn_BodyState){.x = number_at(L, table, 4 * i + 2),
                                               .y = number_at(L, table, 4 * i + 3),
                                               .angle = number_at(L, table, 4 * i + 4)};
    }
}

int host_scene_path(const host_Scene *scene, cn_BodyId body, cn_BodyState *out, int capacity) {
    Places p = {.body = body, .states = out, .capacity = capacity};
    return host_scene_do(scene, op_path, &p) ? p.count : 0;
}

static void op_ghosts(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    Places *p = argument;
    if (!push_timeline(L)) return;
    call(L, "ghosts", 0, 1);
    if (!lua_istable(L, -1)) return;
    int table = lua_gettop(L), there = (int)(lua_rawlen(L, table) / 4);
    for (int i = 0; i < there && p->count < p->capacity; i++) {
        p->poses[p->count++] = (cn_BodyPose){.id = {(uint32_t)number_at(L, table, 4 * i + 1), 0},
                                             .x = number_at(L, table, 4 * i + 2),
                                             .y = number_at(L, table, 4 * i + 3),
                                             .angle = number_at(L, table, 4 * i + 4)};
    }
}

int host_scene_ghosts(const host_Scene *scene, cn_BodyPose *out, int capacity) {
    Places p = {.poses = out, .capacity = capacity};
    return host_scene_do(scene, op_ghosts, &p) ? p.count : 0;
}
