/* hooks.c: the listener's hooks, called in batches.
 *
 * Hooks are looked up by name once each step. A batch is one protected call: an error or a yield
 * stops the batch, is kept in the bind_Step, and nothing ever jumps through the core. Inside the
 * core's step (filter, pre_solve) answers go into the batch as data; after it the world is open.
 * Manifolds are shown through the world's one cursor, which is good for one call of a hook; a
 * strict world shows many in turns. Not here: when batches run (world/step.c). */
#include "event/hooks.h"

#include <ctype.h>
#include <string.h>

#include "base/args.h"
#include "base/fields.h"
#include "base/words.h"
#include "bind.h"
#include "event/log.h"
#include "event/manifold.h"
#include "handle/handle.h"
#include "handle/mover_handle.h"

static const char *const hook_names[HOOK_COUNT] = {
    "steer",       "filter",       "pre_solve",   "begin_contact", "end_contact",
    "post_solve",  "hit",          "mover_hit",   "sensor",        "pressed",
    "joint_alarm", "joint_broken", "left_bounds", "slept",         "woke"};

/* ---- who computes ------------------------------------------------------------------------------
 */

static void (*core_changed)(bool inside);

void bind_on_core(void (*changed)(bool inside)) { core_changed = changed; }

void bind_tell_core(bool inside) {
    if (core_changed) core_changed(inside);
}

/* ---- protected calls --------------------------------------------------------------------------
 */

/* Push "file:line: " of the innermost running Lua function, or "". */
static void push_where(lua_State *L) {
    lua_Debug ar;
    for (int level = 1; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        if (ar.currentline > 0) {
            lua_pushfstring(L, "%s:%d: ", ar.short_src, ar.currentline);
            return;
        }
    }
    lua_pushliteral(L, "");
}

static bool is_refused_yield(const char *message) {
    static const char *const refusals[] = {
        "attempt to yield across a C-call boundary", "attempt to yield from outside a coroutine",
        "attempt to yield across C-call boundary",           /* LuaJIT */
        "attempt to yield across metamethod/C-call boundary" /* Lua 5.1 */
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        size_t all = strlen(message), end = strlen(refusals[i]); /* LuaJIT says a place before it */
        if (all >= end && strcmp(message + all - end, refusals[i]) == 0) return true;
    }
    return false;
}

/* The locals of a hook that failed have to be looked at now (cairn.scene.fault). */
static void tell_witness(lua_State *L) {
    if (lua_getfield(L, LUA_REGISTRYINDEX, "cairn.witness") == LUA_TFUNCTION) {
        lua_pushvalue(L, 1);
        lua_pcall(L, 1, 0, 0);
    }
    lua_settop(L, 1);
}

/* Message handler; upvalue 1 is the bind_World. Errors that are no strings pass as they are. */
static int on_error(lua_State *L) {
    const bind_World *w = lua_touserdata(L, lua_upvalueindex(1));
    if (lua_type(L, 1) != LUA_TSTRING) return 1;
    if (is_refused_yield(lua_tostring(L, 1))) {
        push_where(L);
        lua_pushfstring(L, "%s%s may not yield", lua_tostring(L, -1), w->hook);
        lua_replace(L, 1);
        lua_settop(L, 1);
    }
    tell_witness(L);
    luaL_traceback(L, L, lua_tostring(L, 1), 1);
    return 1;
}

void bind_push_handler(lua_State *L, bind_World *w) {
    lua_pushlightuserdata(L, w);
    lua_pushcclosure(L, on_error, 1);
}

void bind_protected(bind_Step *step, int argc) {
    lua_State *L = step->L;
    int function = lua_gettop(L) - argc;
    lua_getiuservalue(L, 1, UV_HANDLER);
    lua_insert(L, function);
    int status = lua_pcall(L, argc, 0, function);
    bind_World *w = step->world;
    w->cursor->valid = false;
    lua_getiuservalue(L, 1, UV_CURSOR);
    w->cursor = lua_touserdata(L, -1);
    lua_pop(L, 1);
    w->reading = NULL;
    if (status != LUA_OK && !step->failed) {
        step->failed = true;
        lua_replace(L, step->error);
    }
    lua_settop(L, function - 1);
}

/* Run one batch: body gets the step, the world and the hook (for the core's batch: both hooks). */
static void run_batch(bind_Step *step, lua_CFunction body, bind_Hook hook, int hooks) {
    lua_State *L = step->L;
    step->hook = hook;
    step->world->hook = hook_names[hook];
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, step);
    lua_pushvalue(L, 1);
    for (int i = 0; i < hooks; i++) lua_pushvalue(L, step->first_hook + (int)hook + i);
    bind_protected(step, 2 + hooks);
}

/* ---- cursors ----------------------------------------------------------------------------------
 */

/* Push the cursor of hooks, in a strict world another each time. The world is at 2. */
static bind_Manifold *push_cursor(lua_State *L, bind_World *w) {
    w->cursor->valid = false;
    if (w->strict) {
        w->cursor = bind_strict_cursor(L, 2);
    } else {
        lua_getiuservalue(L, 2, UV_CURSOR);
        w->cursor = lua_touserdata(L, -1);
    }
    return w->cursor;
}

static void push_manifold(lua_State *L, bind_World *w, const cn_Manifold *data) {
    bind_Manifold *m = push_cursor(L, w);
    m->data = *data;
    m->decision = NULL;
    m->valid = true;
}

/* ---- inside the step ----------------------------------------------------------------------------
 */

/* False is the only no: nil and everything else let things be. Pops the answer. */
static bool pop_no(lua_State *L) {
    bool no = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
    lua_pop(L, 1);
    return no;
}

static void ask_filter(lua_State *L, bind_World *w, cn_Decision *d) {
    w->reading = w->hook = hook_names[HOOK_FILTER];
    lua_pushvalue(L, 3);
    bind_push_shape(L, 2, d->a);
    bind_push_shape(L, 2, d->b);
    lua_call(L, 2, 1);
    d->refuse = pop_no(L);
}

static void ask_pre_solve(lua_State *L, bind_World *w, cn_Decision *d) {
    w->reading = w->hook = hook_names[HOOK_PRE_SOLVE];
    lua_pushvalue(L, 4);
    bind_Manifold *m = push_cursor(L, w);
    if (!cn_contact_manifold(w->core, d->contact, &m->data)) {
        lua_pop(L, 2);
        return;
    }
    m->data.friction = d->friction;
    m->data.restitution = d->restitution;
    m->data.surface_speed = d->surface_speed;
    m->decision = d;
    m->valid = true;
    lua_call(L, 1, 1);
    m->valid = false;
    m->decision = NULL;
    if (pop_no(L)) d->skip = true;
}

/* Pairs in the order of the batch: <, =, > 0 as a comes before, with or after b. */
static int compare_pairs(const cn_Decision *a, const cn_Decision *b) {
    if (a->a.index != b->a.index) return a->a.index < b->a.index ? -1 : 1;
    if (a->b.index != b->b.index) return a->b.index < b->b.index ? -1 : 1;
    return 0;
}

/* True when an earlier filter answer has refused the contact. The filters come first, in the same
 * order, so *at only ever moves on. */
static bool was_refused(const bind_Step *step, int filters, int *at, const cn_Decision *d) {
    while (*at < filters && compare_pairs(&step->batch[*at], d) < 0) (*at)++;
    for (int i = *at; i < filters && compare_pairs(&step->batch[i], d) == 0; i++) {
        const cn_Decision *f = &step->batch[i];
        bool same = f->contact.piece_a == d->contact.piece_a &&
                    f->contact.piece_b == d->contact.piece_b; /* one is all that two pieces have */
        if (same && f->refuse) return true;
    }
    return false;
}

/* (step, world, filter or nil, pre_solve or nil) */
static int decide_batch(lua_State *L) {
    bind_Step *step = lua_touserdata(L, 1);
    bind_World *w = step->world;
    int filters = 0, at = 0;
    for (int i = 0; i < step->batch_count; i++) {
        cn_Decision *d = &step->batch[i];
        if (d->ask == CN_ASK_FILTER) {
            ask_filter(L, w, d);
            filters = i + 1;
        } else if (!was_refused(step, filters, &at, d)) {
            ask_pre_solve(L, w, d);
        }
    }
    return 0;
}

/* A decision as recordings hold it: three flags, three floats, little-endian as the core's own
 * files are. */
enum { DECISION_BYTES = 15 };

static void put_float(unsigned char *to, float v) {
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    for (int i = 0; i < 4; i++) to[i] = (unsigned char)(bits >> 8 * i);
}

static float get_float(const unsigned char *from) {
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++) bits |= (uint32_t)from[i] << 8 * i;
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* (step, world): what was decided, into UV_DECISIONS. */
static int keep_decisions(lua_State *L) {
    const bind_Step *step = lua_touserdata(L, 1);
    luaL_Buffer bytes;
    luaL_buffinit(L, &bytes);
    for (int i = 0; i < step->batch_count; i++) {
        const cn_Decision *d = &step->batch[i];
        unsigned char row[DECISION_BYTES] = {d->refuse, d->skip, d->ignore};
        put_float(row + 3, d->friction);
        put_float(row + 7, d->restitution);
        put_float(row + 11, d->surface_speed);
        luaL_addlstring(&bytes, (const char *)row, sizeof row);
    }
    luaL_pushresult(&bytes);
    lua_setiuservalue(L, 2, UV_DECISIONS);
    return 0;
}

/* What set_friction and the like take: a recording may have been made by anybody. */
static float within(float v, double low, double high, float otherwise) {
    return v >= (float)low && v <= (float)high ? v : otherwise; /* NaN is not */
}

/* As it was decided when the step was recorded. */
static void decide_again(const bind_World *w, cn_Decision *batch, int count) {
    const unsigned char *row = (const unsigned char *)w->decided;
    int kept = (int)(w->decided_size / DECISION_BYTES);
    for (int i = 0; i < count && i < kept; i++, row += DECISION_BYTES) {
        cn_Decision *d = &batch[i];
        d->refuse = row[0] != 0;
        d->skip = row[1] != 0;
        d->ignore = row[2] != 0;
        d->friction = within(get_float(row + 3), 0.0, CN_MAX_FRICTION, d->friction);
        d->restitution = within(get_float(row + 7), 0.0, 2.0, d->restitution);
        d->surface_speed =
            within(get_float(row + 11), -CN_MAX_SPEED, CN_MAX_SPEED, d->surface_speed);
    }
}

void bind_decide(void *context, cn_World *core, cn_Decision *batch, int count) {
    bind_Step *step = context;
    (void)core;
    if (step->world->decided) {
        decide_again(step->world, batch, count);
        return;
    }
    step->batch = batch;
    step->batch_count = count;
    bind_tell_core(false);
    run_batch(step, decide_batch, HOOK_FILTER, 2);
    bind_tell_core(true);
    if (!step->world->recorded) return;
    lua_pushcfunction(step->L, keep_decisions);
    lua_pushlightuserdata(step->L, step);
    lua_pushvalue(step->L, 1);
    bind_protected(step, 2);
}

/* ---- after the step -----------------------------------------------------------------------------
 */

void bind_keep_bodies(lua_State *L, int world_index) {
    bind_World *w = lua_touserdata(L, world_index);
    const cn_Events *e = cn_world_events(w->core);
    int count = e->slept_count + e->woke_count;
    w->slept_count = w->woke_count = 0;
    if (count > w->kept_room) {
        w->kept_bodies = lua_newuserdatauv(L, 2 * (size_t)count * sizeof(cn_BodyId), 0);
        w->kept_room = 2 * count;
        lua_setiuservalue(L, world_index, UV_KEPT);
    }
    for (int i = 0; i < e->slept_count; i++) w->kept_bodies[w->slept_count++] = e->slept[i];
    for (int i = 0; i < e->woke_count; i++) {
        w->kept_bodies[w->slept_count + w->woke_count++] = e->woke[i];
    }
}

static int event_count(const bind_World *w, bind_Hook hook) {
    const cn_Events *e = cn_world_events(w->core);
    switch (hook) {
    case HOOK_BEGIN_CONTACT:
        return e->begin_count;
    case HOOK_END_CONTACT:
        return e->end_count;
    case HOOK_POST_SOLVE:
        return e->solved_count;
    case HOOK_HIT:
        return e->hit_count;
    case HOOK_MOVER_HIT:
        return e->mover_hit_count;
    case HOOK_SENSOR:
        return e->sensor_count;
    case HOOK_PRESSED:
        return e->pressed_count;
    case HOOK_JOINT_ALARM:
        return e->alarm_count;
    case HOOK_JOINT_BROKEN:
        return e->broken_count;
    case HOOK_LEFT_BOUNDS:
        return e->left_bounds_count + e->left_mover_count;
    case HOOK_SLEPT:
        return w->slept_count;
    case HOOK_WOKE:
        return w->woke_count;
    default:
        return 0;
    }
}

static void push_pair(lua_State *L, cn_ShapeId a, cn_ShapeId b) {
    bind_push_shape(L, 2, a);
    bind_push_shape(L, 2, b);
}

static int push_hit(lua_State *L, const cn_HitEvent *hit) {
    push_pair(L, hit->a, hit->b);
    lua_pushnumber(L, hit->x);
    lua_pushnumber(L, hit->y);
    lua_pushnumber(L, hit->nx);
    lua_pushnumber(L, hit->ny);
    lua_pushnumber(L, hit->speed);
    lua_pushnumber(L, hit->impulse);
    return 8;
}

/* Push the arguments of the i-th event of a hook; returns how many. */
static int push_event(lua_State *L, bind_Step *step, int i) {
    bind_World *w = step->world;
    const cn_Events *e = cn_world_events(w->core);
    switch (step->hook) {
    case HOOK_BEGIN_CONTACT:
        push_pair(L, e->begins[i].a, e->begins[i].b);
        push_manifold(L, w, &e->begins[i].manifold);
        return 3;
    case HOOK_END_CONTACT:
        push_pair(L, e->ends[i].a, e->ends[i].b);
        return 2;
    case HOOK_POST_SOLVE:
        push_manifold(L, w, &e->solved[i]);
        return 1;
    case HOOK_HIT:
        return push_hit(L, &e->hits[i]);
    case HOOK_MOVER_HIT:
        return bind_push_mover_hit(L, 2, &e->mover_hits[i]);
    case HOOK_SENSOR:
        push_pair(L, e->sensors[i].sensor, e->sensors[i].visitor);
        lua_pushboolean(L, e->sensors[i].entered);
        return 3;
    case HOOK_PRESSED:
        bind_push_shape(L, 2, e->pressed[i].shape);
        lua_pushboolean(L, e->pressed[i].on);
        lua_pushnumber(L, e->pressed[i].force);
        return 3;
    case HOOK_JOINT_ALARM:
        bind_push_joint(L, 2, e->alarms[i].joint);
        lua_pushboolean(L, e->alarms[i].on);
        return 2;
    case HOOK_JOINT_BROKEN:
        bind_push_joint(L, 2, e->broken[i]);
        return 1;
    case HOOK_LEFT_BOUNDS:
        if (i < e->left_bounds_count)
            bind_push_body(L, 2, e->left_bounds[i]);
        else
            bind_push_mover(L, 2, e->left_movers[i - e->left_bounds_count]);
        return 1;
    case HOOK_SLEPT:
        bind_push_body(L, 2, w->kept_bodies[i]);
        return 1;
    case HOOK_WOKE:
        bind_push_body(L, 2, w->kept_bodies[w->slept_count + i]);
        return 1;
    default:
        return 0;
    }
}

/* Whether the pair of an end touches again: begins are in the order of their shapes. */
static bool begins_anew(const cn_Events *e, const cn_EndEvent *end) {
    int lo = 0, hi = e->begin_count;
    while (lo < hi) {
        const cn_BeginEvent *b = &e->begins[(lo + hi) / 2];
        bool before =
            b->a.index != end->a.index ? b->a.index < end->a.index : b->b.index < end->b.index;
        if (before) {
            lo = (lo + hi) / 2 + 1;
        } else {
            hi = (lo + hi) / 2;
        }
    }
    if (lo == e->begin_count) return false;
    const cn_BeginEvent *b = &e->begins[lo];
    return b->a.index == end->a.index && b->a.generation == end->a.generation &&
           b->b.index == end->b.index && b->b.generation == end->b.generation;
}

/* (step, world, hook) */
static int deliver_batch(lua_State *L) {
    bind_Step *step = lua_touserdata(L, 1);
    const cn_Events *e = cn_world_events(step->world->core);
    int count = event_count(step->world, step->hook);
    for (int i = 0; i < count; i++) {
        if (step->hook == HOOK_END_CONTACT && begins_anew(e, &e->ends[i]) != step->anew) continue;
        lua_pushvalue(L, 3);
        int argc = push_event(L, step, i);
        step->delivered++;
        lua_call(L, argc, 0);
        step->world->cursor->valid = false;
    }
    return 0;
}

/* (world, log function) */
static int log_batch(lua_State *L) { return bind_log_events(L, 1, 2); }

static void run_log(bind_Step *step) {
    lua_State *L = step->L;
    if (lua_getiuservalue(L, 1, UV_LOG) != LUA_TNIL) {
        step->world->hook = "debug log";
        lua_pushcfunction(L, log_batch);
        lua_insert(L, -2);
        lua_pushvalue(L, 1);
        lua_insert(L, -2);
        bind_protected(step, 2);
    } else {
        lua_pop(L, 1);
    }
}

static void deliver(bind_Step *step, bind_Hook hook) {
    if (lua_isnil(step->L, step->first_hook + (int)hook)) return;
    if (event_count(step->world, hook) == 0) return;
    run_batch(step, deliver_batch, hook, 1);
}

/* Who was parted between the steps and touches again has ended before he begins: a hook that keeps
 * who touches whom is left with what is so. */
void bind_deliver(bind_Step *step) {
    run_log(step);
    step->anew = true;
    if (event_count(step->world, HOOK_BEGIN_CONTACT) > 0) deliver(step, HOOK_END_CONTACT);
    step->anew = false;
    for (int hook = HOOK_BEGIN_CONTACT; hook < HOOK_COUNT; hook++) deliver(step, (bind_Hook)hook);
}

/* ---- the listener -------------------------------------------------------------------------------
 */

static bool is_callable(lua_State *L, int index) {
    if (lua_isfunction(L, index)) return true;
    if (luaL_getmetafield(L, index, "__call") == LUA_TNIL) return false;
    lua_pop(L, 1);
    return true;
}

/* Without underscores and in small letters, as far as it fits. */
static void plain_letters(char *out, size_t room, const char *word) {
    size_t n = 0;
    for (; *word && n + 1 < room; word++)
        if (*word != '_') out[n++] = (char)tolower((unsigned char)*word);
    out[n] = '\0';
}

/* The hook that is meant by a word which is none, or NULL. A listener may have functions of its
 * own, so the word must be very near, and a short hook is near to too many: wake, hits, fit. */
static const char *meant_hook(const char *word) {
    char given[32], wanted[32];
    const char *best = NULL;
    int best_distance = 3;
    plain_letters(given, sizeof given, word);
    for (int i = 0; i < HOOK_COUNT; i++) {
        if (strcmp(word, hook_names[i]) == 0) return NULL;
        plain_letters(wanted, sizeof wanted, hook_names[i]);
        int length = (int)strlen(wanted), near = length < 6 ? -1 : length < 8 ? 1 : 2;
        int d = bind_edit_distance(given, wanted);
        if (d > near || d >= best_distance) continue;
        best = hook_names[i];
        best_distance = d;
    }
    return best;
}

/* Raise when a function of the listener at index 2 is called like no hook, but nearly so; of
 * several the first of the alphabet. A scene's own table tells that itself, as a warning. */
static void refuse_misspelt(lua_State *L) {
    const char *first = NULL, *meant = NULL;
    if (luaL_getmetafield(L, 2, "__name") != LUA_TNIL) {
        bool scene = lua_isstring(L, -1) && strcmp(lua_tostring(L, -1), "cairn.scene") == 0;
        lua_pop(L, 1);
        if (scene) return;
    }
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || !is_callable(L, -1)) continue;
        const char *word = lua_tostring(L, -2), *hook = meant_hook(word); /* the table holds it */
        if (hook && (!first || strcmp(word, first) < 0)) first = word, meant = hook;
    }
    if (!first) return;
    bind_arg_error(L, 2, "listener.%s is never called; did you mean listener.%s?", first, meant);
}

void bind_push_hooks(lua_State *L, int world_index) {
    lua_getiuservalue(L, world_index, UV_LISTENER);
    int listener = lua_gettop(L);
    bool none = lua_isnil(L, listener);
    for (int i = 0; i < HOOK_COUNT; i++) {
        if (none) {
            lua_pushnil(L);
            continue;
        }
        lua_getfield(L, listener, hook_names[i]);
        if (!lua_isnil(L, -1) && !is_callable(L, -1)) {
            luaL_error(L, "listener field '%s': function expected, got %s", hook_names[i],
                       bind_type_name(L, -1));
        }
    }
    lua_remove(L, listener);
}

/* world:set_listener(table or nil): its hooks count from the next step on; a function whose name is
 * nearly a hook's raises */
static int l_world_set_listener(lua_State *L) {
    bind_world(L, 1);
    lua_settop(L, 2);
    if (!lua_isnil(L, 2) && !lua_istable(L, 2)) bind_type_error(L, 2, "table or nil");
    if (lua_istable(L, 2)) refuse_misspelt(L);
    lua_setiuservalue(L, 1, UV_LISTENER);
    return 0;
}

/* world:listener() -> table or nil */
static int l_world_listener(lua_State *L) {
    bind_world(L, 1);
    lua_getiuservalue(L, 1, UV_LISTENER);
    return 1;
}

/* world:set_debug_log(fn or nil): fn(line) for each collision that begins or ends */
static int l_world_set_debug_log(lua_State *L) {
    bind_world(L, 1);
    lua_settop(L, 2);
    if (!lua_isnil(L, 2) && !is_callable(L, 2)) bind_type_error(L, 2, "function or nil");
    lua_setiuservalue(L, 1, UV_LOG);
    return 0;
}

/* world:debug_log() -> function or nil */
static int l_world_debug_log(lua_State *L) {
    bind_world(L, 1);
    lua_getiuservalue(L, 1, UV_LOG);
    return 1;
}

const luaL_Reg bind_hook_methods[] = {
    {"set_listener", l_world_set_listener},
    {"listener", l_world_listener},
    {"set_debug_log", l_world_set_debug_log},
    {"debug_log", l_world_debug_log},
    {NULL, NULL},
};
