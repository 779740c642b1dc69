/* bind_mover.c: characters: world:mover{} and the mover userdata.
 *
 * A mover is no body: it has a table of its own in the world (UV_MOVERS), and its userdata answers
 * for itself whether it lives. Its first user value is the world, then data, then the filter as it
 * was given; a dead one keeps where it was destroyed in place of its data. */
#include "bind_private.h"

#include <string.h>

enum { UV_MOVER_WORLD = 1, UV_MOVER_DATA, UV_MOVER_FILTER, UV_MOVER_COUNT = UV_MOVER_FILTER };

typedef struct Handle {
    uint32_t magic; /* BIND_MOVER */
    cn_MoverId id;
    bind_World *world;
} Handle;

static Handle *test(lua_State *L, int arg) {
    Handle *h = lua_touserdata(L, arg);
    return h && lua_rawlen(L, arg) == sizeof *h && h->magic == BIND_MOVER ? h : NULL;
}

const cn_MoverId *bind_test_mover(lua_State *L, int index, const bind_World **world) {
    const Handle *h = test(L, index);
    if (h) *world = h->world;
    return h ? &h->id : NULL;
}

static Handle *any(lua_State *L, int arg) {
    Handle *h = test(L, arg);
    if (h) return h;
    bind_arg_error(L, arg, "%s expected, got %s%s", BIND_MOVER_TYPE, bind_type_name(L, arg),
                   arg == 1 ? "; did you forget ':'?" : "");
    return NULL;
}

static bool lives(const Handle *h) {
    return h->world->core && cn_mover_is_valid(h->world->core, h->id);
}

/* The mover at 1, alive. */
static Handle *mover(lua_State *L) {
    Handle *h = any(L, 1);
    if (lives(h)) return h;
    if (!h->world->core) bind_arg_error(L, 1, "world has been destroyed");
    lua_getiuservalue(L, 1, UV_MOVER_DATA);
    const char *place = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    bind_arg_error(L, 1, "mover #%d has been destroyed%s%s", (int)h->id.index, *place ? " at " : "",
                   place);
    return NULL;
}

/* ... and its world may be changed. */
static Handle *open(lua_State *L) {
    Handle *h = mover(L);
    if (h->world->reading) bind_read_only(L, h->world);
    return h;
}

static void push_handle(lua_State *L, int world_index, cn_MoverId id) {
    lua_getiuservalue(L, world_index, UV_MOVERS);
    lua_rawgeti(L, -1, id.generation ? id.index : 0);
    lua_remove(L, -2);
}

/* ---- making --------------------------------------------------------------------------------- */

#define AT(member)     offsetof(cn_MoverDef, member), NULL, NULL
#define NUMBER(member) BIND_NUMBER, AT(member)
#define CUSTOM(reader) BIND_CUSTOM, 0, NULL, reader
#define END                                                                                        \
    { NULL, BIND_ANY, 0, NULL, NULL }
_Static_assert(offsetof(cn_MoverDef, up_y) == offsetof(cn_MoverDef, up_x) + 8, "pair");

static void read_layer(bind_Reader *r, void *target) {
    lua_State *L = r->L;
    if (lua_type(L, -1) != LUA_TSTRING) {
        bind_field_error(r, "string expected, got %s", bind_type_name(L, -1));
    }
    int layer = bind_find_layer(L, r->world_index, -1);
    if (layer < 0) {
        bind_field_error(r, "%s", bind_unknown_layer(L, r->world_index, lua_tostring(L, -1)));
    }
    ((cn_MoverDef *)target)->layer = layer;
}

static void read_filter(bind_Reader *r, void *target) {
    ((cn_MoverDef *)target)->filter =
        bind_filter_field(r->L, r->world_index, r->arg, lua_gettop(r->L));
}

static void read_legs(bind_Reader *r, void *target) {
    static const bind_Field fields[] = {{"length", NUMBER(leg_length)},
                                        {"hertz", NUMBER(leg_hertz)},
                                        {"damping", NUMBER(leg_damping)},
                                        END};
    lua_State *L = r->L;
    if (!lua_istable(L, -1)) bind_field_error(r, "table expected, got %s", bind_type_name(L, -1));
    bind_read_nested(r, fields, target);
    for (int i = 0; i < 2; i++) {
        if (bind_has_field(L, -1, fields[i].name)) continue;
        r->field = lua_pushfstring(L, "legs.%s", fields[i].name);
        bind_field_error(r, "number expected, got nil");
    }
    if (((cn_MoverDef *)target)->leg_length != 0.0) return;
    r->field = "legs.length";
    bind_field_error(r, "must be > 0, got 0");
}

static const bind_Field mover_fields[] = {
    {"x", NUMBER(x)},
    {"y", NUMBER(y)},
    {"radius", NUMBER(radius)},
    {"height", NUMBER(height)},
    {"w", NUMBER(w)},
    {"h", NUMBER(h)},
    {"up", BIND_PAIR, AT(up_x)},
    {"step", NUMBER(step)},
    {"snap", NUMBER(snap)},
    {"max_slope", NUMBER(max_slope)},
    {"push", NUMBER(push)},
    {"mass", NUMBER(mass)},
    {"layer", CUSTOM(read_layer)},
    {"filter", CUSTOM(read_filter)},
    {"one_way", BIND_BOOLEAN, AT(one_way)},
    {"legs", CUSTOM(read_legs)},
    {"data", BIND_ANY, 0, NULL, NULL},
    END,
};

/* To the core a number that is not given is zero, or less; only we can tell. */
static void finish(bind_Reader *r, cn_MoverDef *def) {
    struct {
        const char *field;
        double *value;
    } sizes[] = {
        {"w", &def->w}, {"h", &def->h}, {"radius", &def->radius}, {"height", &def->height}};
    bool box = !isnan(def->w) || !isnan(def->h);
    if (box && !isnan(def->height)) {
        r->field = "height";
        bind_field_error(r, "give radius and height, or w and h");
    }
    for (int i = box ? 0 : 2; i < (box ? 2 : 4); i++) {
        r->field = sizes[i].field;
        if (isnan(*sizes[i].value)) bind_field_error(r, "number expected, got nil");
        if (*sizes[i].value <= 0.0) {
            bind_field_error(r, "must be > 0, got %s", bind_digits(r->L, *sizes[i].value));
        }
    }
    for (int i = 0; i < 4; i++) {
        if (isnan(*sizes[i].value)) *sizes[i].value = 0.0;
    }
    r->field = "mass";
    if (isnan(def->mass)) {
        def->mass = 0.0;
    } else if (def->mass <= 0.0) {
        bind_field_error(r, "must be > 0, got %s", bind_digits(r->L, def->mass));
    }
    r->field = "snap";
    if (isnan(def->snap)) {
        def->snap = -1.0;
    } else if (def->snap < 0.0) {
        bind_field_error(r, "must be >= 0, got %s", bind_digits(r->L, def->snap));
    }
}

/* world:mover{radius, height | w, h, ...} -> Mover */
static int l_world_mover(lua_State *L) {
    bind_World *w = bind_open_world(L, 1);
    bind_Reader r = {.L = L, .arg = 2, .world = w, .world_index = 1};
    cn_MoverDef def = cn_mover_def();
    def.radius = def.height = def.w = def.h = def.snap = def.mass = NAN;
    const bind_FieldSet set = {mover_fields, &def};
    bind_only_table(L, 2);
    bind_read_table(&r, &set, 1);
    finish(&r, &def);
    Handle *h = lua_newuserdatauv(L, sizeof *h, UV_MOVER_COUNT);
    *h = (Handle){.magic = BIND_MOVER, .world = w};
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, UV_MOVER_WORLD);
    lua_getfield(L, 2, "data");
    lua_setiuservalue(L, -2, UV_MOVER_DATA);
    lua_getfield(L, 2, "filter");
    lua_setiuservalue(L, -2, UV_MOVER_FILTER);
    luaL_setmetatable(L, BIND_MOVER_TYPE);
    if (cn_mover_create(w->core, &def, &h->id) != CN_OK) {
        bind_refuse_table(L, w, 2, cn_world_error(w->core));
    }
    lua_getiuservalue(L, 1, UV_MOVERS);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, h->id.index);
    lua_pop(L, 1);
    return 1;
}

static int next_mover(lua_State *L) {
    bind_World *w = bind_test_world(L, 1);
    if (!w || !w->core) return 0;
    const Handle *h = test(L, 2);
    push_handle(L, 1, cn_world_next_mover(w->core, h ? h->id : (cn_MoverId){0, 0}));
    return 1;
}

/* world:movers() -> iterator in id order */
static int l_world_movers(lua_State *L) {
    bind_world(L, 1);
    lua_pushcfunction(L, next_mover);
    lua_pushvalue(L, 1);
    return 2;
}

/* ---- identity ------------------------------------------------------------------------------- */

/* mover:is_valid() -> boolean; never raises for a dead one */
static int l_mover_is_valid(lua_State *L) {
    lua_pushboolean(L, lives(any(L, 1)));
    return 1;
}

/* Push "scene.lua:39" of the caller, or "". */
static void push_caller(lua_State *L) {
    lua_Debug ar;
    for (int level = 1; level < 8 && lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "Sl", &ar);
        if (ar.currentline <= 0) continue;
        lua_pushfstring(L, "%s:%d", ar.short_src, ar.currentline);
        return;
    }
    lua_pushliteral(L, "");
}

/* mover:destroy() -> true, or false when it already was */
static int l_mover_destroy(lua_State *L) {
    Handle *h = any(L, 1);
    bool live = lives(h);
    if (live) {
        open(L);
        bind_check(L, h->world, cn_mover_destroy(h->world->core, h->id));
        lua_getiuservalue(L, 1, UV_MOVER_WORLD);
        lua_getiuservalue(L, -1, UV_MOVERS);
        lua_pushnil(L);
        lua_rawseti(L, -2, h->id.index);
        push_caller(L);
        lua_setiuservalue(L, 1, UV_MOVER_DATA);
    }
    lua_pushboolean(L, live);
    return 1;
}

/* mover:id() -> integer */
static int l_mover_id(lua_State *L) {
    lua_pushinteger(L, mover(L)->id.index);
    return 1;
}

static int get_value(lua_State *L, int slot) {
    mover(L);
    lua_getiuservalue(L, 1, slot);
    return 1;
}

/* mover:world() -> World */
static int l_mover_world(lua_State *L) { return get_value(L, UV_MOVER_WORLD); }
/* mover:data() -> what set_data stored */
static int l_mover_data(lua_State *L) { return get_value(L, UV_MOVER_DATA); }
/* mover:filter() -> as it was given */
static int l_mover_filter(lua_State *L) { return get_value(L, UV_MOVER_FILTER); }

/* mover:set_data(any) */
static int l_mover_set_data(lua_State *L) {
    mover(L);
    lua_settop(L, 2);
    lua_setiuservalue(L, 1, UV_MOVER_DATA);
    return 0;
}

static int l_mover_tostring(lua_State *L) {
    const Handle *h = any(L, 1);
    lua_pushfstring(L, "cairn.Mover #%d%s", (int)h->id.index, lives(h) ? "" : " (destroyed)");
    return 1;
}

/* ---- where it is ---------------------------------------------------------------------------- */

static cn_MoverState state(lua_State *L) {
    const Handle *h = mover(L);
    return cn_mover_state(h->world->core, h->id);
}

/* mover:position() -> x, y of its middle */
static int l_mover_position(lua_State *L) {
    cn_MoverState s = state(L);
    return bind_push2(L, s.x, s.y);
}

/* mover:x(), mover:y() -> m */
static int l_mover_x(lua_State *L) { return bind_push1(L, state(L).x); }
static int l_mover_y(lua_State *L) { return bind_push1(L, state(L).y); }

/* mover:drawn() -> x, y interpolated for the frame */
static int l_mover_drawn(lua_State *L) {
    const Handle *h = mover(L);
    double x, y;
    cn_mover_drawn(h->world->core, h->id, h->world->alpha, &x, &y);
    return bind_push2(L, x, y);
}

/* mover:velocity() -> m/s, of the last step */
static int l_mover_velocity(lua_State *L) {
    cn_MoverState s = state(L);
    return bind_push2(L, s.vx, s.vy);
}

/* mover:is_grounded() -> boolean */
static int l_mover_is_grounded(lua_State *L) {
    lua_pushboolean(L, state(L).grounded);
    return 1;
}

/* mover:ground_normal() -> nx, ny, or nil in the air */
static int l_mover_ground_normal(lua_State *L) {
    cn_MoverState s = state(L);
    if (s.grounded) return bind_push2(L, s.nx, s.ny);
    lua_pushnil(L);
    return 1;
}

/* mover:ground() -> Shape or nil */
static int l_mover_ground(lua_State *L) {
    cn_MoverState s = state(L);
    lua_getiuservalue(L, 1, UV_MOVER_WORLD);
    bind_push_shape(L, lua_gettop(L), s.ground);
    return 1;
}

/* Which of x and y (arguments 2 and 3) is the core's sentence about? */
static void refuse_pair(lua_State *L, const Handle *h, double x) {
    bool x_is_fine = x >= -CN_MAX_COORDINATE && x <= CN_MAX_COORDINATE;
    bind_refuse_args(L, h->world, x_is_fine ? 3 : 2);
}

/* mover:set_position(x, y): whatever is in between */
static int l_mover_set_position(lua_State *L) {
    const Handle *h = open(L);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    if (cn_mover_set_position(h->world->core, h->id, x, y) != CN_OK) refuse_pair(L, h, x);
    return 0;
}

/* mover:move(dx, dy) -> mx, my, by how much it moved */
static int l_mover_move(lua_State *L) {
    const Handle *h = open(L);
    double dx = bind_number(L, 2), dy = bind_number(L, 3), mx, my;
    if (cn_mover_move(h->world->core, h->id, dx, dy, &mx, &my) != CN_OK) refuse_pair(L, h, dx);
    return bind_push2(L, mx, my);
}

/* ---- settings ---------------------------------------------------------------------------------
 */

static cn_MoverDef settings(lua_State *L) {
    const Handle *h = mover(L);
    return cn_mover_settings(h->world->core, h->id);
}

static int configure(lua_State *L, const cn_MoverDef *def) {
    const Handle *h = open(L);
    bind_check(L, h->world, cn_mover_configure(h->world->core, h->id, def));
    return 0;
}

static int get_number(lua_State *L, size_t offset) {
    cn_MoverDef def = settings(L);
    lua_pushnumber(L, *(const double *)((const char *)&def + offset));
    return 1;
}

static int set_number(lua_State *L, size_t offset) {
    open(L);
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
    open(L);
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

/* mover:body() -> Body or nil */
static int l_mover_body(lua_State *L) {
    const Handle *h = mover(L);
    lua_getiuservalue(L, 1, UV_MOVER_WORLD);
    bind_push_body(L, lua_gettop(L), cn_mover_body(h->world->core, h->id));
    return 1;
}

/* mover:up() -> x, y of length 1 */
static int l_mover_up(lua_State *L) {
    cn_MoverDef def = settings(L);
    return bind_push2(L, def.up_x, def.up_y);
}

/* mover:set_up(x, y) */
static int l_mover_set_up(lua_State *L) {
    open(L);
    cn_MoverDef def = settings(L);
    def.up_x = bind_number(L, 2);
    def.up_y = bind_number(L, 3);
    return configure(L, &def);
}

/* mover:one_way() -> boolean */
static int l_mover_one_way(lua_State *L) {
    lua_pushboolean(L, settings(L).one_way);
    return 1;
}

/* mover:set_one_way(boolean): false, and it falls through what it stands on, if that is one-way */
static int l_mover_set_one_way(lua_State *L) {
    open(L);
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
    open(L);
    bind_string(L, 2);
    lua_settop(L, 2);
    cn_MoverDef def = settings(L);
    def.layer = bind_layer(L, push_world(L), 2);
    return configure(L, &def);
}

/* mover:set_filter(filter or nil) */
static int l_mover_set_filter(lua_State *L) {
    open(L);
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
    open(L);
    cn_MoverDef def = settings(L);
    def.leg_length = 0.0;
    if (lua_isnoneornil(L, 2)) return configure(L, &def);
    def.leg_length = bind_number(L, 2);
    def.leg_hertz = bind_number(L, 3);
    def.leg_damping = bind_opt_number(L, 4, cn_mover_def().leg_damping);
    if (def.leg_length == 0.0) return bind_arg_error(L, 2, "must be > 0, got 0");
    const Handle *h = mover(L);
    if (cn_mover_configure(h->world->core, h->id, &def) == CN_OK) return 0;
    const char *field = cn_world_error(h->world->core)->field;
    int arg = strcmp(field, "legs.hertz") == 0 ? 3 : strcmp(field, "legs.damping") == 0 ? 4 : 2;
    bind_refuse_args(L, h->world, arg);
    return 0;
}

/* ---- registration -----------------------------------------------------------------------------
 */

const luaL_Reg bind_mover_makers[] = {
    {"mover", l_world_mover},
    {"movers", l_world_movers},
    {NULL, NULL},
};

static const luaL_Reg mover_methods[] = {
    {"is_valid", l_mover_is_valid},
    {"destroy", l_mover_destroy},
    {"id", l_mover_id},
    {"world", l_mover_world},
    {"data", l_mover_data},
    {"set_data", l_mover_set_data},
    {"move", l_mover_move},
    {"position", l_mover_position},
    {"x", l_mover_x},
    {"y", l_mover_y},
    {"set_position", l_mover_set_position},
    {"drawn", l_mover_drawn},
    {"velocity", l_mover_velocity},
    {"is_grounded", l_mover_is_grounded},
    {"ground_normal", l_mover_ground_normal},
    {"ground", l_mover_ground},
    {"radius", l_mover_radius},
    {"height", l_mover_height},
    {"w", l_mover_w},
    {"h", l_mover_h},
    {"up", l_mover_up},
    {"set_up", l_mover_set_up},
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
    {"body", l_mover_body},
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

static const luaL_Reg mover_metamethods[] = {
    {"__tostring", l_mover_tostring},
    {NULL, NULL},
};

void bind_mover_open(lua_State *L) {
    static const luaL_Reg *const methods[] = {mover_methods, NULL};
    bind_make_type(L, BIND_MOVER_TYPE, mover_metamethods, methods);
}
