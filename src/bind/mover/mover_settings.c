/* mover_settings.c: what a mover was made of and what can be set on it.
 *
 * The core's definition is read, changed and given back as a whole. */
#include "mover/mover_settings.h"

#include "base/args.h"
#include "base/push.h"
#include "define/layer.h"
#include "handle/mover_handle.h"

static cn_MoverDef settings(lua_State *L) {
    const bind_MoverHandle *h = bind_mover(L);
    return cn_mover_settings(h->world->core, h->id);
}

/* names: what the core calls the arguments. The setter has asked before whether it may. */
static int configure_by(lua_State *L, const cn_MoverDef *def, const char *names) {
    const bind_MoverHandle *h = bind_mover(L);
    bind_check_named(L, h->world, cn_mover_configure(h->world->core, h->id, def), names);
    return 0;
}

static int configure(lua_State *L, const cn_MoverDef *def) { return configure_by(L, def, ""); }

static int get_number(lua_State *L, size_t offset) {
    cn_MoverDef def = settings(L);
    return bind_push1(L, *(const double *)((const char *)&def + offset));
}

static int set_number(lua_State *L, size_t offset) {
    bind_open_mover(L);
    cn_MoverDef def = settings(L);
    double v = bind_number(L, 2);
    if (v < 0.0) bind_arg_error(L, 2, "must be >= 0, got %s", bind_digits(L, v));
    *(double *)((char *)&def + offset) = v;
    return configure(L, &def);
}

#define OF(member) offsetof(cn_MoverDef, member)

/* mover:radius() -> m */
static int l_mover_radius(lua_State *L) { return get_number(L, OF(radius)); }
/* mover:height() -> m of a capsule, 0 of a box */
static int l_mover_height(lua_State *L) { return get_number(L, OF(height)); }
/* mover:w() -> m of a box, 0 of a capsule */
static int l_mover_w(lua_State *L) { return get_number(L, OF(w)); }
/* mover:h() -> m of a box, 0 of a capsule */
static int l_mover_h(lua_State *L) { return get_number(L, OF(h)); }
/* Whether it fits, or was made, with another number at offset; of those of the other form none is.
 */
static int resize(lua_State *L, size_t offset, bool box, const char *what, bool ask) {
    const bind_MoverHandle *h = ask ? bind_mover(L) : bind_open_mover(L);
    cn_MoverDef def = settings(L);
    if (box != (def.w > 0.0) && offset != OF(radius))
        return luaL_error(L, "'%s' is not available on a %s", what, box ? "capsule" : "box");
    *(double *)((char *)&def + offset) = bind_number(L, 2);
    bool done;
    cn_World *core = h->world->core;
    cn_Result r =
        ask ? cn_mover_fits(core, h->id, &def, &done) : cn_mover_resize(core, h->id, &def, &done);
    bind_check(L, h->world, r);
    return bind_push_boolean(L, done);
}

/* mover:set_radius(m) -> whether there was room */
static int l_mover_set_radius(lua_State *L) {
    return resize(L, OF(radius), false, "set_radius", false);
}
/* mover:set_height(m) -> whether there was room; its feet stay */
static int l_mover_set_height(lua_State *L) {
    return resize(L, OF(height), false, "set_height", false);
}
/* mover:set_w(m) -> whether there was room */
static int l_mover_set_w(lua_State *L) { return resize(L, OF(w), true, "set_w", false); }
/* mover:set_h(m) -> whether there was room; its feet stay */
static int l_mover_set_h(lua_State *L) { return resize(L, OF(h), true, "set_h", false); }
/* mover:can_fit(height) -> whether there is room for that height, or h of a box */
static int l_mover_can_fit(lua_State *L) {
    bool box = settings(L).w > 0.0;
    return resize(L, box ? OF(h) : OF(height), box, "can_fit", true);
}

/* mover:step() -> m */
static int l_mover_step(lua_State *L) { return get_number(L, OF(step)); }
/* mover:set_step(m) */
static int l_mover_set_step(lua_State *L) { return set_number(L, OF(step)); }
/* mover:snap() -> m */
static int l_mover_snap(lua_State *L) { return get_number(L, OF(snap)); }
/* mover:set_snap(m) */
static int l_mover_set_snap(lua_State *L) { return set_number(L, OF(snap)); }
/* mover:max_slope() -> rad */
static int l_mover_max_slope(lua_State *L) { return get_number(L, OF(max_slope)); }
/* mover:set_max_slope(rad) */
static int l_mover_set_max_slope(lua_State *L) { return set_number(L, OF(max_slope)); }
/* mover:push() -> N */
static int l_mover_push(lua_State *L) { return get_number(L, OF(push)); }
/* mover:set_push(N) */
static int l_mover_set_push(lua_State *L) { return set_number(L, OF(push)); }

/* mover:mass() -> kg, or nil */
static int l_mover_mass(lua_State *L) {
    cn_MoverDef def = settings(L);
    if (def.mass > 0.0) {
        lua_pushnumber(L, def.mass);
    } else {
        lua_pushnil(L);
    }
    return 1;
}

/* mover:set_mass(kg or nil): with one it has a body, without it has none */
static int l_mover_set_mass(lua_State *L) {
    bind_open_mover(L);
    cn_MoverDef def = settings(L);
    def.mass = 0.0;
    if (!lua_isnoneornil(L, 2)) {
        def.mass = bind_number(L, 2);
        if (def.mass <= 0.0) {
            bind_arg_error(L, 2, "must be > 0, got %s", bind_digits(L, def.mass));
        }
    }
    return configure(L, &def);
}

/* mover:up() -> x, y of length 1 */
static int l_mover_up(lua_State *L) {
    cn_MoverDef def = settings(L);
    return bind_push2(L, def.up_x, def.up_y);
}

/* mover:set_up(x, y) */
static int l_mover_set_up(lua_State *L) {
    bind_open_mover(L);
    cn_MoverDef def = settings(L);
    def.up_x = bind_number(L, 2);
    def.up_y = bind_number(L, 3);
    return configure_by(L, &def, "up[1] up[2]");
}

/* mover:one_way() -> boolean */
static int l_mover_one_way(lua_State *L) { return bind_push_boolean(L, settings(L).one_way); }

/* mover:set_one_way(boolean): false, and it falls through what it stands on, if that is one-way */
static int l_mover_set_one_way(lua_State *L) {
    bind_open_mover(L);
    cn_MoverDef def = settings(L);
    def.one_way = bind_boolean(L, 2);
    return configure(L, &def);
}

static int push_world(lua_State *L) {
    lua_getiuservalue(L, 1, UV_MOVER_WORLD);
    return lua_gettop(L);
}

/* mover:layer() -> name */
static int l_mover_layer(lua_State *L) {
    int layer = settings(L).layer;
    bind_push_layer(L, push_world(L), layer);
    return 1;
}

/* mover:set_layer(name) */
static int l_mover_set_layer(lua_State *L) {
    bind_open_mover(L);
    bind_string(L, 2);
    lua_settop(L, 2);
    cn_MoverDef def = settings(L);
    def.layer = bind_layer(L, push_world(L), 2);
    return configure(L, &def);
}

/* mover:filter() -> as it was given */
static int l_mover_filter(lua_State *L) {
    bind_mover(L);
    lua_getiuservalue(L, 1, UV_MOVER_FILTER);
    return 1;
}

/* mover:set_filter(filter or nil) */
static int l_mover_set_filter(lua_State *L) {
    bind_open_mover(L);
    lua_settop(L, 2);
    cn_MoverDef def = settings(L);
    def.filter = bind_filter(L, push_world(L), 2);
    configure(L, &def);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, 1, UV_MOVER_FILTER);
    return 0;
}

/* mover:legs() -> length, hertz, damping, or nil */
static int l_mover_legs(lua_State *L) {
    cn_MoverDef def = settings(L);
    if (def.leg_length <= 0.0) {
        lua_pushnil(L);
        return 1;
    }
    bind_push2(L, def.leg_length, def.leg_hertz);
    lua_pushnumber(L, def.leg_damping);
    return 3;
}

/* mover:set_legs(length, hertz[, damping]); without any: none */
static int l_mover_set_legs(lua_State *L) {
    bind_open_mover(L);
    cn_MoverDef def = settings(L);
    def.leg_length = 0.0;
    if (lua_isnoneornil(L, 2)) return configure(L, &def);
    def.leg_length = bind_number(L, 2);
    def.leg_hertz = bind_number(L, 3);
    def.leg_damping = bind_opt_number(L, 4, cn_mover_def().leg_damping);
    if (def.leg_length == 0.0) return bind_arg_error(L, 2, "must be > 0, got 0");
    return configure_by(L, &def, "legs.length legs.hertz legs.damping");
}

const luaL_Reg bind_mover_setting_methods[] = {
    {"radius", l_mover_radius},
    {"height", l_mover_height},
    {"w", l_mover_w},
    {"h", l_mover_h},
    {"up", l_mover_up},
    {"set_up", l_mover_set_up},
    {"set_radius", l_mover_set_radius},
    {"set_height", l_mover_set_height},
    {"set_w", l_mover_set_w},
    {"set_h", l_mover_set_h},
    {"can_fit", l_mover_can_fit},
    {"step", l_mover_step},
    {"set_step", l_mover_set_step},
    {"snap", l_mover_snap},
    {"set_snap", l_mover_set_snap},
    {"max_slope", l_mover_max_slope},
    {"set_max_slope", l_mover_set_max_slope},
    {"push", l_mover_push},
    {"set_push", l_mover_set_push},
    {"mass", l_mover_mass},
    {"set_mass", l_mover_set_mass},
    {"layer", l_mover_layer},
    {"set_layer", l_mover_set_layer},
    {"filter", l_mover_filter},
    {"set_filter", l_mover_set_filter},
    {"one_way", l_mover_one_way},
    {"set_one_way", l_mover_set_one_way},
    {"legs", l_mover_legs},
    {"set_legs", l_mover_set_legs},
    {NULL, NULL},
};
