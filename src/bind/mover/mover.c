/* mover.c: characters: world:mover{} and the mover userdata: its life, and where it is.
 *
 * A mover is no body: it has a table of its own in the world (UV_MOVERS). Not here: its userdata
 * (mover_handle.c), what can be set (mover_settings.c). */
#include "mover/mover.h"

#include "base/args.h"
#include "base/fields.h"
#include "base/push.h"
#include "define/layer.h"
#include "handle/defer.h"
#include "handle/handle.h"
#include "handle/iter.h"
#include "handle/mover_handle.h"
#include "mover/mover_settings.h"

typedef bind_MoverHandle Handle;

/* ---- making --------------------------------------------------------------------------------- */

#define AT(member)     offsetof(cn_MoverDef, member), NULL, NULL
#define NUMBER(member) BIND_NUMBER, AT(member)
#define CUSTOM(reader) BIND_CUSTOM, 0, NULL, reader
#define END                                                                                        \
    { NULL, BIND_ANY, 0, NULL, NULL }
_Static_assert(offsetof(cn_MoverDef, up_y) == offsetof(cn_MoverDef, up_x) + 8, "pair");

static void read_layer(bind_Reader *r, void *target) {
    ((cn_MoverDef *)target)->layer = bind_layer_field(r);
}

static void read_filter(bind_Reader *r, void *target) {
    ((cn_MoverDef *)target)->filter =
        bind_filter_field(r->L, r->world_index, r->arg, lua_gettop(r->L));
}

const bind_Field bind_leg_fields[] = {{"length", NUMBER(leg_length)},
                                      {"hertz", NUMBER(leg_hertz)},
                                      {"damping", NUMBER(leg_damping)},
                                      END};

static void read_legs(bind_Reader *r, void *target) {
    const bind_Field *fields = bind_leg_fields;
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

const bind_Field bind_mover_fields[] = {
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
    const bind_FieldSet set = {bind_mover_fields, &def};
    bind_only_table(L, 2);
    bind_read_table(&r, &set, 1);
    finish(&r, &def);
    Handle *h = bind_new_mover(L, 1);
    bind_get_raw(L, 2, "data");
    lua_setiuservalue(L, -2, UV_MOVER_DATA);
    bind_get_raw(L, 2, "filter");
    lua_setiuservalue(L, -2, UV_MOVER_FILTER);
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
    bind_walk_check(L, w);
    const Handle *h = bind_test_mover(L, 2);
    bind_push_mover(L, 1, cn_world_next_mover(w->core, h ? h->id : (cn_MoverId){0, 0}));
    return 1;
}

/* world:movers() -> iterator in id order */
static int l_world_movers(lua_State *L) { return bind_walk(L, bind_world(L, 1), next_mover, 1); }

/* ---- identity ------------------------------------------------------------------------------- */

/* mover:is_valid() -> boolean; never raises for a dead one */
static int l_mover_is_valid(lua_State *L) {
    return bind_push_boolean(L, bind_mover_is_live(bind_any_mover(L)));
}

/* mover:destroy() -> true, or false when it already was */
static int l_mover_destroy(lua_State *L) {
    Handle *h = bind_any_mover(L);
    bool live = bind_mover_is_live(h);
    if (live) {
        bind_open_mover(L);
        if (bind_destroy_later(L, h->world)) return 1;
        bind_check(L, h->world, cn_mover_destroy(h->world->core, h->id));
        lua_getiuservalue(L, 1, UV_MOVER_WORLD);
        bind_bury_mover(L, lua_gettop(L), h->id);
    }
    return bind_push_boolean(L, live);
}

static int next_contact(lua_State *L) {
    bind_Iter *it = bind_iter_check(L);
    if (!it || it->index >= it->count) return bind_iter_end(L);
    const cn_MoverContact *c = &((const cn_MoverContact *)it->buffer)[it->index++];
    lua_getiuservalue(L, 1, UV_ITER_WORLD);
    int world = lua_gettop(L);
    if (c->mover.generation)
        bind_push_mover(L, world, c->mover);
    else
        bind_push_shape(L, world, c->shape);
    lua_pushinteger(L, c->piece + 1);
    const double numbers[] = {c->x, c->y, c->nx, c->ny, c->speed};
    for (int i = 0; i < 5; i++) lua_pushnumber(L, numbers[i]);
    return 7;
}

/* mover:contacts() -> iterator over shape or mover, piece, x, y, nx, ny, speed */
static int l_mover_contacts(lua_State *L) {
    const Handle *h = bind_mover(L);
    lua_getiuservalue(L, 1, UV_MOVER_WORLD);
    bind_Iter *it = bind_iter_take(L, lua_gettop(L));
    for (;;) { /* again when there are more than fit */
        int capacity = (int)(it->bytes / sizeof(cn_MoverContact));
        it->count = cn_mover_contacts(h->world->core, h->id, it->buffer, capacity);
        if (it->count <= capacity) return bind_iter_return(L, next_contact);
        bind_iter_reserve(L, -1, (size_t)it->count * sizeof(cn_MoverContact));
    }
}

/* mover:id() -> integer */
static int l_mover_id(lua_State *L) { return bind_push_integer(L, bind_mover(L)->id.index); }

static int get_value(lua_State *L, int slot) {
    bind_mover(L);
    lua_getiuservalue(L, 1, slot);
    return 1;
}

/* mover:world() -> World */
static int l_mover_world(lua_State *L) { return get_value(L, UV_MOVER_WORLD); }
/* mover:data() -> what set_data stored */
static int l_mover_data(lua_State *L) { return get_value(L, UV_MOVER_DATA); }

/* mover:set_data(any) */
static int l_mover_set_data(lua_State *L) {
    bind_mover(L);
    lua_settop(L, 2);
    lua_setiuservalue(L, 1, UV_MOVER_DATA);
    return 0;
}

static int l_mover_tostring(lua_State *L) {
    const Handle *h = bind_any_mover(L);
    lua_pushfstring(L, "cairn.Mover #%d%s", (int)h->id.index,
                    bind_mover_is_live(h) ? "" : " (destroyed)");
    return 1;
}

/* ---- where it is ---------------------------------------------------------------------------- */

static cn_MoverState state(lua_State *L) {
    const Handle *h = bind_mover(L);
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
    const Handle *h = bind_mover(L);
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
static int l_mover_is_grounded(lua_State *L) { return bind_push_boolean(L, state(L).grounded); }

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

/* mover:body() -> Body or nil */
static int l_mover_body(lua_State *L) {
    const Handle *h = bind_mover(L);
    lua_getiuservalue(L, 1, UV_MOVER_WORLD);
    bind_push_body(L, lua_gettop(L), cn_mover_body(h->world->core, h->id));
    return 1;
}

/* mover:set_position(x, y): whatever is in between */
static int l_mover_set_position(lua_State *L) {
    const Handle *h = bind_open_mover(L);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    bind_check_named(L, h->world, cn_mover_set_position(h->world->core, h->id, x, y), "x y");
    return 0;
}

/* mover:move(dx, dy) -> mx, my, by how much it moved */
static int l_mover_move(lua_State *L) {
    const Handle *h = bind_open_mover(L);
    double dx = bind_number(L, 2), dy = bind_number(L, 3), mx, my;
    cn_Result r = cn_mover_move(h->world->core, h->id, dx, dy, &mx, &my);
    bind_check_named(L, h->world, r, "dx dy");
    return bind_push2(L, mx, my);
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
    {"contacts", l_mover_contacts},
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
    {"body", l_mover_body},
    {NULL, NULL},
};

static const luaL_Reg mover_metamethods[] = {
    {"__tostring", l_mover_tostring},
    {NULL, NULL},
};

void bind_mover_open(lua_State *L) {
    static const luaL_Reg *const methods[] = {mover_methods, bind_mover_setting_methods, NULL};
    bind_make_type(L, BIND_MOVER_TYPE, mover_metamethods, methods);
}
