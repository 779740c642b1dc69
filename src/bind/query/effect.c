/* effect.c: what acts on many bodies at once: explosions, wind, and the areas of sensors. */
#include "query/effect.h"

#include <string.h>

#include "base/args.h"
#include "base/fields.h"
#include "define/def.h"
#include "define/layer.h"
#include "handle/handle.h"

#define NUMBER(type, member)  BIND_NUMBER, offsetof(type, member), NULL, NULL
#define BOOLEAN(type, member) BIND_BOOLEAN, offsetof(type, member), NULL, NULL
#define LATER                 BIND_ANY, 0, NULL, NULL
#define END                                                                                        \
    { NULL, BIND_ANY, 0, NULL, NULL }

/* Raise unless a number that must be given was: NaN stands for none. */
static void require(bind_Reader *r, const char *field, double value) {
    r->field = field;
    if (isnan(value)) bind_field_error(r, "number expected, got nil");
}

/* world:explode{x=0, y=0, radius, falloff=0, impulse, occlusion=false, layers=} */
static int l_world_explode(lua_State *L) {
    static const bind_Field fields[] = {
        {"x", NUMBER(cn_ExplosionDef, x)},
        {"y", NUMBER(cn_ExplosionDef, y)},
        {"radius", NUMBER(cn_ExplosionDef, radius)},
        {"falloff", NUMBER(cn_ExplosionDef, falloff)},
        {"impulse", NUMBER(cn_ExplosionDef, impulse)},
        {"occlusion", BOOLEAN(cn_ExplosionDef, occlusion)},
        {"layers", LATER},
        END,
    };
    bind_World *w = bind_open_world(L, 1);
    bind_Reader r = {.L = L, .arg = 2, .world = w, .world_index = 1};
    cn_ExplosionDef def = cn_explosion_def();
    const bind_FieldSet set = {fields, &def};
    def.radius = def.impulse = NAN;
    bind_only_table(L, 2);
    bind_read_table(&r, &set, 1);
    require(&r, "radius", def.radius);
    require(&r, "impulse", def.impulse);
    bind_get_raw(L, 2, "layers");
    if (!lua_isnil(L, 3)) def.mask = bind_mask_in(L, 1, 2, "layers", 3);
    if (cn_world_explode(w->core, &def) != CN_OK)
        bind_refuse_table(L, w, 2, cn_world_error(w->core));
    return 0;
}

/* ---- wind ------------------------------------------------------------------------------------ */

static int push_wind(lua_State *L, const bind_World *w) {
    cn_WindDef def;
    if (!cn_world_wind(w->core, &def)) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushnumber(L, def.x);
    lua_pushnumber(L, def.y);
    lua_pushnumber(L, def.drag);
    lua_pushnumber(L, def.lift);
    bind_push_mask(L, def.mask);
    return 5;
}

const bind_Field bind_wind_fields[] = {
    {"x", NUMBER(cn_WindDef, x)},
    {"y", NUMBER(cn_WindDef, y)},
    {"drag", NUMBER(cn_WindDef, drag)},
    {"lift", NUMBER(cn_WindDef, lift)},
    {"layers", LATER},
    END,
};

/* Of the table at 2, or nil: none. */
static int set_wind(lua_State *L, bind_World *w) {
    bind_Reader r = {.L = L, .arg = 2, .world = w, .world_index = 1};
    cn_WindDef def = cn_wind_def();
    const bind_FieldSet set = {bind_wind_fields, &def};
    bool none = lua_isnoneornil(L, 2);
    if (!none) {
        bind_only_table(L, 2);
        bind_read_table(&r, &set, 1);
        bind_get_raw(L, 2, "layers");
        if (!lua_isnil(L, 3)) def.mask = bind_mask_in(L, 1, 2, "layers", 3);
    }
    if (cn_world_set_wind(w->core, none ? NULL : &def) != CN_OK)
        bind_refuse_table(L, w, 2, cn_world_error(w->core));
    return 0;
}

/* world:wind() -> x, y, drag, lift, layers, or nil; world:wind{x=, y=, drag=, lift=, layers=}: from
 * now on; world:wind(nil): no more */
static int l_world_wind(lua_State *L) {
    if (lua_gettop(L) < 2) return push_wind(L, bind_world(L, 1));
    return set_wind(L, bind_open_world(L, 1));
}

/* world:set_wind{x=0, y=0, drag=1, lift=0, layers=} or (nil) */
static int l_world_set_wind(lua_State *L) { return set_wind(L, bind_open_world(L, 1)); }

/* ---- areas ----------------------------------------------------------------------------------- */

static void push_pair(lua_State *L, const char *field, double x, double y) {
    if (x == 0.0 && y == 0.0) return;
    lua_createtable(L, 2, 0);
    lua_pushnumber(L, x);
    lua_rawseti(L, -2, 1);
    lua_pushnumber(L, y);
    lua_rawseti(L, -2, 2);
    lua_setfield(L, -2, field);
}

static void push_area(lua_State *L, const cn_AreaDef *d) {
    lua_createtable(L, 0, 9);
    push_pair(L, "gravity", d->gravity_x, d->gravity_y);
    push_pair(L, "flow", d->flow_x, d->flow_y);
    lua_pushboolean(L, d->replace);
    lua_setfield(L, -2, "replace");
    lua_pushnumber(L, d->pull);
    lua_setfield(L, -2, "pull");
    lua_pushnumber(L, d->pull_distance);
    lua_setfield(L, -2, "pull_distance");
    lua_pushnumber(L, d->drag);
    lua_setfield(L, -2, "drag");
    lua_pushnumber(L, d->angular_drag);
    lua_setfield(L, -2, "angular_drag");
    lua_pushnumber(L, d->density);
    lua_setfield(L, -2, "density");
    if (!d->has_surface) return;
    lua_pushnumber(L, d->surface);
    lua_setfield(L, -2, "surface");
}

/* shape:area() -> m^2, and of a sensor that acts on what is in it a table of how */
static int l_shape_area(lua_State *L) {
    const bind_Handle *h = bind_shape(L, 1);
    lua_pushnumber(L, cn_shape_area(h->world->core, bind_shape_id(h)));
    if (!cn_shape_has_area(h->world->core, bind_shape_id(h))) return 1;
    cn_ShapeDef def = cn_shape_settings(h->world->core, bind_shape_id(h));
    push_area(L, &def.area);
    return 2;
}

/* shape:set_area{gravity=, pull=, drag=, density=, ...} or (nil) */
static int l_shape_set_area(lua_State *L) {
    const bind_Handle *h = bind_open_shape(L, 1);
    bind_Reader r = {.L = L, .arg = 2, .world = h->world};
    cn_AreaDef def = cn_area_def();
    const bind_FieldSet set = {bind_area_fields, &def};
    bool none = lua_isnoneornil(L, 2);
    if (!none) {
        bind_only_table(L, 2);
        bind_read_table(&r, &set, 1);
        def.has_surface = bind_has_field(L, 2, "surface");
    }
    cn_World *core = h->world->core;
    if (cn_shape_set_area(core, bind_shape_id(h), none ? NULL : &def) == CN_OK) return 0;
    cn_Error error = *cn_world_error(core);
    static const char prefix[] = "area.";
    if (strncmp(error.field, prefix, strlen(prefix)) == 0) error.field += strlen(prefix);
    if (strcmp(error.field, "area") == 0) error.field = "";
    bind_refuse_table(L, h->world, 2, &error);
    return 0;
}

const luaL_Reg bind_area_methods[] = {
    {"area", l_shape_area},
    {"set_area", l_shape_set_area},
    {NULL, NULL},
};

const luaL_Reg bind_effect_methods[] = {
    {"explode", l_world_explode},
    {"wind", l_world_wind},
    {"set_wind", l_world_set_wind},
    {NULL, NULL},
};
