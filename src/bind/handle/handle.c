/* handle.c: identity and lifetime of bodies, shapes and joints as Lua sees them.
 *
 * One userdata for each object for its whole life: the world's tables hold them by index, and the
 * generation tells whose an entry is. When an object is destroyed its handle moves to UV_DEAD and
 * goes on answering for name and data until the flush after it has ended; then its data is let go
 * and the place of its destruction takes that slot. It stays the one that loops over the events of
 * that step give, until the next one. The core may destroy by itself (outside = "destroy"): such a
 * handle still stands among the living, and bind_end_flush sweeps it out.
 * Not here: what the methods are (body/body.c, body/shape.c, joint/joint.c), how the rows of
 * handles grow (rows.c). */
#include "handle/handle.h"

#include <string.h>

#include "base/args.h"
#include "handle/remains.h"
#include "handle/rows.h"
#include "handle/unknown.h"

static const char *type_name(uint32_t magic) {
    switch (magic) {
    case BIND_WORLD:
        return BIND_WORLD_TYPE;
    case BIND_BODY:
        return BIND_BODY_TYPE;
    case BIND_SHAPE:
        return BIND_SHAPE_TYPE;
    case BIND_JOINT:
        return BIND_JOINT_TYPE;
    default:
        return BIND_MANIFOLD_TYPE;
    }
}

/* The table of a world that holds the living ones. */
static int table_of(uint32_t magic) {
    return magic == BIND_BODY ? UV_BODIES : magic == BIND_SHAPE ? UV_SHAPES : UV_JOINTS;
}

bool bind_is_live(const bind_Handle *h) {
    const cn_World *core = h->world->core;
    if (!core) return false;
    if (h->magic == BIND_BODY) return cn_body_is_valid(core, bind_body_id(h));
    if (h->magic == BIND_JOINT) return cn_joint_is_valid(core, bind_joint_id(h));
    return cn_shape_is_valid(core, bind_shape_id(h));
}

/* ---- words ---------------------------------------------------------------------------------- */

const char *bind_describe(lua_State *L, int index) {
    bind_Handle *h = lua_touserdata(L, index);
    if (h->magic == BIND_WORLD) return lua_pushliteral(L, "world");
    if (h->magic == BIND_SHAPE) return lua_pushfstring(L, "shape #%d", (int)h->index);
    const char *noun = h->magic == BIND_JOINT ? "joint" : "body";
    lua_getiuservalue(L, index, UV_NAME);
    const char *name = lua_tostring(L, -1);
    const char *text = name ? lua_pushfstring(L, "%s #%d \"%s\"", noun, (int)h->index, name)
                            : lua_pushfstring(L, "%s #%d", noun, (int)h->index);
    lua_remove(L, -2);
    return text;
}

/* The key of an object in the tables of the dead: all sorts share them. */
static lua_Integer dead_key(uint32_t magic, uint32_t index, uint32_t generation) {
    uint64_t key = (uint64_t)generation << 32 | index;
    if (magic == BIND_SHAPE) key |= 0x80000000u;
    if (magic == BIND_JOINT) key |= 0x40000000u;
    return (lua_Integer)key;
}

/* Push where the handle at index was destroyed ("scene.lua:39"), or nil. */
static void push_place(lua_State *L, int index) {
    lua_getiuservalue(L, index, UV_WORLD);
    for (int side = UV_DEAD; side <= UV_DEAD_OLD; side++) {
        lua_getiuservalue(L, -1, side);
        lua_pushvalue(L, index);
        lua_rawget(L, -2);
        lua_remove(L, -2);
        if (lua_isstring(L, -1)) {
            lua_remove(L, -2);
            return;
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lua_getiuservalue(L, index, UV_DATA);
}

const char *bind_describe_dead_world(lua_State *L, int world_index) {
    lua_getiuservalue(L, world_index, UV_END);
    const char *place = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    const char *text =
        lua_pushfstring(L, "world has been destroyed%s%s", *place ? " at " : "", place);
    lua_remove(L, -2);
    return text;
}

const char *bind_describe_dead(lua_State *L, int index) {
    bind_Handle *h = lua_touserdata(L, index);
    if (h->magic == BIND_WORLD) return bind_describe_dead_world(L, index);
    if (!h->world->core) {
        lua_getiuservalue(L, index, UV_WORLD);
        const char *text = bind_describe_dead_world(L, lua_gettop(L));
        lua_remove(L, -2);
        return text;
    }
    push_place(L, index);
    if (lua_istable(L, -1)) { /* a grave */
        lua_rawgeti(L, -1, 1);
        lua_remove(L, -2);
    }
    const char *place = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    const char *what = bind_describe(L, index);
    const char *text =
        lua_pushfstring(L, "%s has been destroyed%s%s", what, *place ? " at " : "", place);
    lua_replace(L, -3);
    lua_pop(L, 1);
    return text;
}

void bind_bad_handle(lua_State *L, int arg, uint32_t magic) {
    bool right_type = magic == BIND_WORLD ? bind_test_world(L, arg) != NULL
                                          : bind_test_handle(L, arg, magic) != NULL;
    if (right_type) {
        bind_arg_error(L, arg, "%s", bind_describe_dead(L, arg));
        return;
    }
    bind_arg_error(L, arg, "%s expected, got %s%s", type_name(magic), bind_type_name(L, arg),
                   arg == 1 ? "; did you forget ':'?" : "");
}

void bind_read_only(lua_State *L, const bind_World *w) {
    luaL_error(L, "world is read-only inside %s; use world:defer(fn)", w->reading);
}

/* ---- checks that are not on any hot path ------------------------------------------------------
 */

bind_Handle *bind_any(lua_State *L, int arg, uint32_t magic) {
    bind_Handle *h = bind_test_handle(L, arg, magic);
    if (!h) bind_bad_handle(L, arg, magic);
    return h;
}

/* Destroyed, but not longer ago than the flush that tells of it. */
static bool is_answered(lua_State *L, int arg, const bind_Handle *h) {
    if (!h->world->core) return false;
    lua_getiuservalue(L, arg, UV_WORLD);
    lua_getiuservalue(L, -1, table_of(h->magic));
    lua_rawgeti(L, -1, h->index);
    bool found = lua_touserdata(L, -1) == h;
    lua_pop(L, 2);
    int last = h->world->stepping ? UV_DEAD_OLD : UV_DEAD;
    for (int side = UV_DEAD; side <= last && !found; side++) {
        lua_getiuservalue(L, -1, side);
        lua_rawgeti(L, -1, dead_key(h->magic, h->index, h->generation));
        found = lua_touserdata(L, -1) == h;
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
    return found;
}

bind_Handle *bind_known(lua_State *L, int arg, uint32_t magic) {
    bind_Handle *h = bind_any(L, arg, magic);
    if (!bind_is_live(h) && !is_answered(L, arg, h)) bind_bad_handle(L, arg, magic);
    return h;
}

bind_Handle *bind_other(lua_State *L, int arg, uint32_t magic, const bind_World *w) {
    bind_Handle *h = magic == BIND_BODY ? bind_body(L, arg) : bind_shape(L, arg);
    if (h->world != w) {
        bind_arg_error(L, arg, "%s belongs to another world",
                       magic == BIND_BODY ? "body" : "shape");
    }
    return h;
}

/* ---- handles -------------------------------------------------------------------------------- */

bind_Handle *bind_new_handle(lua_State *L, int world_index, uint32_t magic) {
    bind_Handle *h = lua_newuserdatauv(L, sizeof *h, magic == BIND_SHAPE ? UV_DATA : UV_NAME);
    memset(h, 0, sizeof *h);
    h->magic = magic;
    h->world = lua_touserdata(L, world_index);
    lua_pushvalue(L, world_index);
    lua_setiuservalue(L, -2, UV_WORLD);
    if (magic == BIND_JOINT) {
        luaL_setmetatable(L, BIND_JOINT_TYPE);
    } else {
        lua_getiuservalue(L, world_index, magic == BIND_BODY ? UV_BODY_TYPE : UV_SHAPE_TYPE);
        lua_setmetatable(L, -2);
    }
    return h;
}

/* The handle at index stands for what it is from now on. */
static void enter(lua_State *L, int world_index, int index) {
    const bind_Handle *h = lua_touserdata(L, index);
    lua_getiuservalue(L, world_index, table_of(h->magic));
    lua_pushvalue(L, index);
    lua_rawseti(L, -2, h->index);
    lua_pop(L, 1);
    lua_pushvalue(L, index);
    bind_set_row(L, world_index, h->magic, h->index, h->generation);
}

void bind_enter_body(lua_State *L, int world_index, int index, cn_BodyId id) {
    bind_Handle *h = lua_touserdata(L, index);
    h->index = id.index;
    h->generation = id.generation;
    enter(L, world_index, index);
}

/* What a shape still tells when the core has forgotten it. */
static void remember_shape(bind_Handle *h, cn_ShapeId id) {
    cn_World *core = h->world->core;
    h->index = id.index;
    h->generation = id.generation;
    if (!cn_shape_is_valid(core, id)) return;
    h->kind = (uint8_t)cn_shape_kind(core, id);
    h->layer = (uint8_t)cn_shape_layer(core, id);
    h->body = cn_shape_body(core, id);
}

void bind_enter_shape(lua_State *L, int world_index, int index, cn_ShapeId id) {
    remember_shape(lua_touserdata(L, index), id);
    enter(L, world_index, index);
}

static void remember_joint(bind_Handle *h, cn_JointId id) {
    h->index = id.index;
    h->generation = id.generation;
    h->kind = (uint8_t)cn_joint_kind(h->world->core, id);
}

void bind_remember_shape(bind_Handle *h) { remember_shape(h, bind_shape_id(h)); }
void bind_remember_joint(bind_Handle *h) { remember_joint(h, bind_joint_id(h)); }

void bind_enter_again(lua_State *L, int world_index, int index) {
    bind_Handle *h = lua_touserdata(L, index);
    if (h->magic == BIND_SHAPE) bind_remember_shape(h);
    if (h->magic == BIND_JOINT) bind_remember_joint(h);
    enter(L, world_index, index);
}

void bind_enter_joint(lua_State *L, int world_index, int index, cn_JointId id) {
    remember_joint(lua_touserdata(L, index), id);
    enter(L, world_index, index);
}

/* Push the handle of an object that died since the last flush; nil when it has none. */
static bool push_dead(lua_State *L, int world_index, lua_Integer key) {
    const bind_World *w = lua_touserdata(L, world_index);
    for (int side = UV_DEAD; side <= UV_DEAD_OLD; side++) {
        if ((side == UV_DEAD ? w->dead_count : w->dead_old_count) == 0) continue;
        lua_getiuservalue(L, world_index, side);
        int type = lua_rawgeti(L, -1, key);
        lua_remove(L, -2);
        if (type == LUA_TUSERDATA) return true;
        lua_pop(L, 1);
    }
    return false;
}

/* Move the handle on the top into the table of the dead, with its place (or nil) at place_index. */
static void enter_dead(lua_State *L, int world_index, const bind_Handle *h, int place_index) {
    bind_World *w = lua_touserdata(L, world_index);
    lua_getiuservalue(L, world_index, UV_DEAD);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, dead_key(h->magic, h->index, h->generation));
    lua_pushvalue(L, -2);
    if (place_index != 0) {
        lua_pushvalue(L, place_index);
    } else {
        lua_pushliteral(L, "");
    }
    lua_rawset(L, -3);
    lua_pop(L, 2);
    w->dead_count++;
}

/* No handle stands at the index of the table on the top for this generation: find the one of an
 * object that died, or make one. Replaces the two values on the top by the handle. */
static void push_missing(lua_State *L, int world_index, uint32_t magic, uint32_t index,
                         uint32_t generation) {
    bind_Handle *old = lua_touserdata(L, -1);
    if (push_dead(L, world_index, dead_key(magic, index, generation))) {
        lua_replace(L, -3);
        lua_pop(L, 1);
        return;
    }
    bind_Handle *h = bind_new_handle(L, world_index, magic);
    if (magic == BIND_SHAPE) {
        remember_shape(h, (cn_ShapeId){index, generation});
    } else if (magic == BIND_JOINT) {
        remember_joint(h, (cn_JointId){index, generation});
    } else {
        h->index = index;
        h->generation = generation;
    }
    if (bind_is_live(h)) { /* else it is a guest: the place may be another's */
        if (old) {         /* the core destroyed that one by itself and gave its slot away */
            lua_pushvalue(L, -2);
            enter_dead(L, world_index, old, 0);
        }
        lua_pushvalue(L, -1);
        lua_rawseti(L, -4, index);
        lua_pushvalue(L, -1);
        bind_set_row(L, world_index, magic, index, generation);
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
}

/* Push the handle of an object, nil for generation 0. */
static void push_handle(lua_State *L, int world_index, uint32_t magic, uint32_t index,
                        uint32_t generation) {
    bind_World *w = lua_touserdata(L, world_index);
    const bind_Rows *rows = bind_rows_of(w, magic);
    if (bind_has_row(rows, index, generation)) {
        bind_push_row(L, rows, index);
        return;
    }
    if (generation == 0) {
        lua_pushnil(L);
        return;
    }
    world_index = lua_absindex(L, world_index);
    lua_getiuservalue(L, world_index, table_of(magic));
    lua_rawgeti(L, -1, index);
    const bind_Handle *h = lua_touserdata(L, -1);
    if (h && h->generation == generation) {
        lua_remove(L, -2);
    } else {
        push_missing(L, world_index, magic, index, generation);
    }
}

void bind_push_body(lua_State *L, int world_index, cn_BodyId id) {
    push_handle(L, world_index, BIND_BODY, id.index, id.generation);
}

void bind_push_shape(lua_State *L, int world_index, cn_ShapeId id) {
    push_handle(L, world_index, BIND_SHAPE, id.index, id.generation);
}

void bind_push_joint(lua_State *L, int world_index, cn_JointId id) {
    push_handle(L, world_index, BIND_JOINT, id.index, id.generation);
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Whom world:find prefers of two with one name: bodies, then the lower id. */
static bool goes_before(const bind_Handle *a, const bind_Handle *b) {
    if (a->magic != b->magic) return a->magic == BIND_BODY;
    return a->index < b->index;
}

/* The name now stands for the handle at index, unless one that goes before it has it. Where nothing
 * stands for it in a world with twins, a twin of who stood for it may have it: find looks. */
static void claim_name(lua_State *L, int world_index, int index) {
    bind_World *w = lua_touserdata(L, world_index);
    const bind_Handle *h = lua_touserdata(L, index);
    lua_getiuservalue(L, world_index, UV_NAMES);
    lua_getiuservalue(L, index, UV_NAME);
    lua_pushvalue(L, -1);
    lua_rawget(L, -3);
    const bind_Handle *holder = lua_touserdata(L, -1);
    lua_pop(L, 1);
    bool taken = holder && holder != h && bind_is_live(holder);
    bool first = taken ? goes_before(h, holder) : !w->twins;
    if (taken) w->twins = true;
    if (first) {
        lua_pushvalue(L, index);
        lua_rawset(L, -3);
    } else {
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void give_up_name(lua_State *L, int world_index, int index) {
    if (lua_getiuservalue(L, index, UV_NAME) == LUA_TSTRING) {
        lua_getiuservalue(L, world_index, UV_NAMES);
        lua_pushvalue(L, -2);
        lua_rawget(L, -2);
        if (lua_rawequal(L, -1, index)) {
            lua_pushvalue(L, -3);
            lua_pushnil(L);
            lua_rawset(L, -4);
        }
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
}

void bind_set_name(lua_State *L, int world_index, int index) {
    bool named = lua_type(L, -1) == LUA_TSTRING;
    give_up_name(L, world_index, index);
    lua_setiuservalue(L, index, UV_NAME);
    if (named) claim_name(L, world_index, index);
}

/* ---- death ---------------------------------------------------------------------------------- */

void bind_push_caller(lua_State *L) {
    lua_Debug ar;
    for (int level = 1; level < 8 && lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        if (ar.currentline > 0) {
            lua_pushfstring(L, "%s:%d", ar.short_src, ar.currentline);
            return;
        }
    }
    lua_pushliteral(L, "");
}

/* The handle on the top, which was made if there was none, so that events can name who died. */
static void bury(lua_State *L, int world_index, int place) {
    const bind_Handle *h = lua_touserdata(L, -1);
    if (h->magic != BIND_SHAPE) give_up_name(L, world_index, lua_gettop(L));
    lua_getiuservalue(L, world_index, table_of(h->magic));
    lua_pushnil(L);
    lua_rawseti(L, -2, h->index);
    lua_pop(L, 1);
    bind_clear_row(L, world_index, h);
    enter_dead(L, world_index, h, place);
}

void bind_bury_shape(lua_State *L, int world_index, cn_ShapeId id) {
    bind_push_caller(L);
    int place = lua_gettop(L);
    bind_push_shape(L, world_index, id);
    bury(L, world_index, place);
    lua_settop(L, place - 1);
}

void bind_bury_joint(lua_State *L, int world_index, cn_JointId id) {
    const bind_World *w = lua_touserdata(L, world_index);
    /* the gears that couple it go before it */
    for (cn_JointId gear = {0, 0}; (gear = cn_joint_next_gear(w->core, id, gear)).generation != 0;)
        bind_bury_joint(L, world_index, gear);
    bind_push_caller(L);
    int place = lua_gettop(L);
    bind_push_joint(L, world_index, id);
    bury(L, world_index, place);
    lua_settop(L, place - 1);
}

void bind_bury_body(lua_State *L, int world_index, cn_BodyId id) {
    const bind_World *w = lua_touserdata(L, world_index);
    bind_push_caller(L);
    int place = lua_gettop(L);
    for (cn_ShapeId s = {0, 0}; (s = cn_body_next_shape(w->core, id, s)).generation != 0;) {
        bind_push_shape(L, world_index, s);
        bury(L, world_index, place);
        lua_settop(L, place);
    }
    for (cn_JointId j = {0, 0}; (j = cn_body_next_joint(w->core, id, j)).generation != 0;)
        if (cn_joint_kind(w->core, j) != CN_GEAR) bind_bury_joint(L, world_index, j);
    bind_push_body(L, world_index, id);
    bury(L, world_index, place);
    lua_settop(L, place - 1);
}

/* The next step has begun: the events that they stood in are gone, too. */
static void forget_dead(lua_State *L, int world_index) {
    bind_World *w = lua_touserdata(L, world_index);
    if (w->dead_old_count == 0) return;
    lua_getiuservalue(L, world_index, UV_DEAD_OLD);
    int table = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, table);
    }
    lua_pop(L, 1);
    w->dead_old_count = 0;
}

void bind_begin_flush(lua_State *L, int world_index) {
    bind_World *w = lua_touserdata(L, world_index);
    forget_dead(L, world_index);
    lua_getiuservalue(L, world_index, UV_DEAD);
    lua_getiuservalue(L, world_index, UV_DEAD_OLD);
    lua_setiuservalue(L, world_index, UV_DEAD);
    lua_setiuservalue(L, world_index, UV_DEAD_OLD);
    w->dead_old_count = w->dead_count;
    w->dead_count = 0;
}

/* Data is let go, unless a restore may want it; its slot keeps where the handle on the top was
 * destroyed. */
static void let_go(lua_State *L, int world_index, int place_index) {
    const bind_World *w = lua_touserdata(L, world_index);
    const bind_Handle *h = lua_touserdata(L, -1);
    if (w->remembers) {
        lua_getiuservalue(L, -1, UV_DATA);
        bind_push_grave(L, place_index, lua_gettop(L));
        lua_remove(L, -2);
    } else {
        lua_pushvalue(L, place_index);
    }
    lua_setiuservalue(L, -2, UV_DATA);
    bind_remember(L, world_index, dead_key(h->magic, h->index, h->generation));
}

/* The flush is over: nobody in UV_DEAD_OLD answers any more. */
static void release_dead(lua_State *L, int world_index) {
    const bind_World *w = lua_touserdata(L, world_index);
    if (w->dead_old_count == 0) return;
    lua_getiuservalue(L, world_index, UV_DEAD_OLD);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        if (!lua_isuserdata(L, -2)) continue; /* handle -> place */
        lua_pushvalue(L, -2);
        let_go(L, world_index, lua_gettop(L) - 1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Handles of objects that the core has destroyed by itself join the dead: their last contacts end
 * in the next step. */
static void sweep(lua_State *L, int world_index, int which) {
    lua_getiuservalue(L, world_index, which);
    int table = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, table)) {
        const bind_Handle *h = lua_touserdata(L, -1);
        if (!bind_is_live(h)) {
            bind_clear_row(L, world_index, h);
            if (which != UV_SHAPES) give_up_name(L, world_index, table + 2);
            lua_pushvalue(L, -1);
            enter_dead(L, world_index, h, 0);
            lua_pushvalue(L, -2);
            lua_pushnil(L);
            lua_rawset(L, table);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

void bind_end_flush(lua_State *L, int world_index) {
    const bind_World *w = lua_touserdata(L, world_index);
    release_dead(L, world_index);
    const cn_Events *events = cn_world_events(w->core);
    bool swept =
        events->left_bounds_count > 0 && cn_world_settings(w->core).outside == CN_OUTSIDE_DESTROY;
    if (!swept) return;
    sweep(L, world_index, UV_SHAPES);
    sweep(L, world_index, UV_JOINTS);
    sweep(L, world_index, UV_BODIES);
}

/* ---- types ---------------------------------------------------------------------------------- */

void bind_make_type(lua_State *L, const char *type, const luaL_Reg *metamethods,
                    const luaL_Reg *const *methods) {
    if (luaL_newmetatable(L, type)) {
        luaL_setfuncs(L, metamethods, 0);
        lua_newtable(L);
        for (; *methods; methods++) {
            luaL_setfuncs(L, *methods, 0);
            bind_note_names(L, *methods, true);
        }
        bind_refuse_unknown(L, type);
        lua_setfield(L, -2, "__index");
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
    }
    lua_pop(L, 1);
}
