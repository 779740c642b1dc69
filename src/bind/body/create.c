/* create.c: the constructors: world:body{}, world:box{} and its kin, body:add_box{} and its.
 *
 * A table becomes definitions, the userdata are made, then the core makes the objects: when any of
 * it is refused nothing is left behind, a body whose shape was refused included.
 * Not here: which keys there are (define/def.c). */
#include "body/create.h"

#include <math.h>

#include "base/args.h"
#include "base/box.h"
#include "base/fields.h"
#include "define/def.h"
#include "handle/handle.h"

/* ---- definitions ---------------------------------------------------------------------------- */

/* While a table is read NaN stands for a number that is not given, and NO_TYPE for a type: nothing
 * that is read is either, and what was given need not be looked for a second time. */
#define NO_TYPE ((cn_BodyType)~0)

static cn_BodyDef blank_body(void) {
    cn_BodyDef def = cn_body_def();
    def.mass = def.inertia = def.max_speed = def.mass_center_x = NAN;
    def.type = NO_TYPE;
    return def;
}

static cn_ShapeDef blank_shape(cn_ShapeKind kind) {
    cn_ShapeDef def = cn_shape_def(kind);
    const bind_Field *field = bind_kind_fields(kind);
    for (int i = bind_required_fields(kind); i > 0; i--, field++) {
        *(double *)((char *)&def + field->offset) = NAN;
    }
    def.nx = def.ny = def.one_way_x = NAN;
    return def;
}

/* To the core a negative number means "not given", so that only we can refuse one that is. */
static void finish_number(bind_Reader *r, const char *field, double *value, bool zero_allowed) {
    if (isnan(*value)) {
        *value = -1.0;
    } else if (*value < 0.0 || (*value == 0.0 && !zero_allowed)) {
        r->field = field;
        bind_field_error(r, "must be %s 0, got %s", zero_allowed ? ">=" : ">",
                         bind_digits(r->L, *value));
    }
}

/* What the lists cannot say of a body; kind < 0: without shape. */
static void finish_body(bind_Reader *r, cn_BodyDef *def, int kind) {
    finish_number(r, "mass", &def->mass, true);
    finish_number(r, "inertia", &def->inertia, false);
    finish_number(r, "max_speed", &def->max_speed, false);
    def->has_mass_center = !isnan(def->mass_center_x);
    if (!def->has_mass_center) def->mass_center_x = 0.0;
    if (def->type != NO_TYPE) return;
    def->type = CN_DYNAMIC;
    if (kind == CN_SEGMENT || kind == CN_CHAIN || kind == CN_HALFSPACE) def->type = CN_STATIC;
    if (def->mass == 0.0) def->type = CN_STATIC;
    if (def->type == CN_STATIC && def->mass == 0.0) def->mass = -1.0;
}

void bind_read_materials(bind_Reader *r, cn_ShapeDef *def) {
    lua_State *L = r->L;
    if (bind_get_raw(L, r->table, "materials") == LUA_TNIL) return;
    r->field = "materials";
    if (!lua_istable(L, -1)) bind_field_error(r, "table expected, got %s", bind_type_name(L, -1));
    int count = (int)lua_rawlen(L, -1), segments = def->point_count - (def->loop ? 0 : 1);
    if (count == 0 && segments > 0) {
        bind_field_error(r, "%d segments need %d materials, got 0", segments, segments);
    }
    if (count < 0 || count > 1000000) bind_field_error(r, "at most 1000000 materials");
    cn_Material *list = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *list, 0);
    for (int i = 0; i < count; i++) {
        list[i] = def->material;
        lua_rawgeti(L, -2, i + 1);
        r->field = lua_pushfstring(L, "materials[%d]", i + 1);
        lua_insert(L, -2);
        if (!lua_istable(L, -1)) {
            bind_field_error(r, "table expected, got %s", bind_type_name(L, -1));
        }
        bind_read_nested(r, bind_material_fields, &list[i]);
        lua_pop(L, 2);
    }
    lua_remove(L, -2);
    def->materials = list;
    def->material_count = count;
}

/* What the lists cannot say of a shape. May leave buffers on the stack: they must stay there until
 * the core has read them. */
static void finish_shape(bind_Reader *r, cn_ShapeDef *def) {
    const bind_Field *field = bind_kind_fields(def->kind);
    for (int i = bind_required_fields(def->kind); i > 0; i--, field++) {
        r->field = field->name;
        if (isnan(*(double *)((char *)def + field->offset))) {
            bind_field_error(r, "number expected, got nil");
        }
    }
    def->has_one_way = !isnan(def->one_way_x);
    if (!def->has_one_way) def->one_way_x = 0.0;
    if (isnan(def->ny)) def->ny = isnan(def->nx) ? 1.0 : 0.0; /* (0, 1) where neither is given */
    if (isnan(def->nx)) def->nx = 0.0;
    if (def->kind == CN_POLYGON || def->kind == CN_CHAIN) {
        def->points = bind_read_points(r, "points", &def->point_count);
    }
    if (def->kind == CN_CHAIN) bind_read_materials(r, def);
}

/* ---- making --------------------------------------------------------------------------------- */

void bind_give_extras(lua_State *L, int table, int index, bool name) {
    bind_get_raw(L, table, "data");
    lua_setiuservalue(L, index, UV_DATA);
    if (!name) return;
    bind_get_raw(L, table, "name");
    bind_set_name(L, 1, index);
}

/* The shape moves the centre of mass and wakes: what the table says holds after that. */
static void restore_motion(cn_World *core, cn_BodyId id, const cn_BodyDef *def) {
    if (def->type == CN_STATIC) return;
    if (def->vx != 0.0 || def->vy != 0.0 || def->angular_velocity != 0.0) {
        cn_body_set_velocity(core, id, def->vx, def->vy);
        cn_body_set_angular_velocity(core, id, def->angular_velocity);
    }
    if (!def->awake) cn_body_set_awake(core, id, false);
}

/* A body, and its shape when def is not NULL; leaves their handles on the stack. */
static int make(bind_Reader *r, const cn_BodyDef *body_def, const cn_ShapeDef *shape_def) {
    lua_State *L = r->L;
    cn_World *core = r->world->core;
    bind_check_bodies(L, core);
    if (shape_def) bind_check_shapes(L, core);
    bind_new_handle(L, 1, BIND_BODY);
    int body = lua_gettop(L);
    if (shape_def) bind_new_handle(L, 1, BIND_SHAPE);
    cn_BodyId body_id;
    cn_ShapeId shape_id = {0, 0};
    if (cn_body_create(core, body_def, &body_id) != CN_OK) {
        bind_refuse_table(L, r->world, r->arg, cn_world_error(core));
    }
    if (shape_def && cn_shape_create(core, body_id, shape_def, &shape_id) != CN_OK) {
        cn_Error error = *cn_world_error(core);
        cn_body_destroy(core, body_id);
        bind_refuse_table(L, r->world, r->arg, &error);
    }
    if (shape_def) restore_motion(core, body_id, body_def);
    bind_enter_body(L, 1, body, body_id);
    if (shape_def) bind_enter_shape(L, 1, body + 1, shape_id);
    if (r->extras) bind_give_extras(L, r->table, body, true);
    return shape_def ? 2 : 1;
}

/* world:<kind>{...}: keys of body, shape and kind together. */
static int make_with_shape(lua_State *L, cn_ShapeKind kind) {
    bind_World *w = bind_open_world(L, 1);
    bind_Reader r = {.L = L, .arg = 2, .world = w, .world_index = 1};
    cn_BodyDef body = blank_body();
    cn_ShapeDef shape = blank_shape(kind);
    const bind_FieldSet sets[] = {
        {bind_kind_fields(kind), &shape}, {bind_body_fields, &body}, {bind_shape_fields, &shape}};
    bind_only_table(L, 2);
    bind_read_table(&r, sets, 3);
    finish_body(&r, &body, (int)kind);
    finish_shape(&r, &shape);
    return make(&r, &body, &shape);
}

int bind_create_body(lua_State *L) {
    bind_World *w = bind_open_world(L, 1);
    bind_Reader r = {.L = L, .arg = 2, .world = w, .world_index = 1};
    cn_BodyDef body = blank_body();
    const bind_FieldSet set = {bind_body_fields, &body};
    if (lua_isnoneornil(L, 2)) {
        lua_settop(L, 1);
        lua_newtable(L);
    }
    bind_only_table(L, 2);
    bind_read_table(&r, &set, 1);
    finish_body(&r, &body, -1);
    return make(&r, &body, NULL);
}

/* body:add_<kind>{...}: keys of shape and kind; x, y, angle place it on its body. */
static int add_shape(lua_State *L, cn_ShapeKind kind) {
    bind_Handle *body = bind_open_body(L, 1);
    cn_World *core = body->world->core;
    bind_only_table(L, 2);
    lua_getiuservalue(L, 1, UV_WORLD);
    bind_Reader r = {.L = L, .arg = 2, .world = body->world, .world_index = 3};
    cn_ShapeDef shape = blank_shape(kind);
    const bind_FieldSet sets[] = {
        {bind_kind_fields(kind), &shape}, {bind_shape_fields, &shape}, {bind_place_fields, &shape}};
    bind_read_table(&r, sets, 3);
    finish_shape(&r, &shape);
    bind_check_shapes(L, core);
    bind_new_handle(L, 3, BIND_SHAPE);
    int index = lua_gettop(L);
    cn_ShapeId id;
    if (cn_shape_create(core, bind_body_id(body), &shape, &id) != CN_OK) {
        bind_refuse_table(L, body->world, 2, cn_world_error(core));
    }
    bind_enter_shape(L, 3, index, id);
    if (r.extras) bind_give_extras(L, 2, index, false);
    return 1;
}

/* ---- one function for each kind ---------------------------------------------------------------
 */

/* world:box{w, h, radius=0, ...} -> Body, Shape */
static int l_world_box(lua_State *L) { return make_with_shape(L, CN_BOX); }
/* world:circle{radius, ...} -> Body, Shape */
static int l_world_circle(lua_State *L) { return make_with_shape(L, CN_CIRCLE); }
/* world:capsule{x1, y1, x2, y2, radius, ...} -> Body, Shape */
static int l_world_capsule(lua_State *L) { return make_with_shape(L, CN_CAPSULE); }
/* world:polygon{points, radius=0, hull=false, ...} -> Body, Shape */
static int l_world_polygon(lua_State *L) { return make_with_shape(L, CN_POLYGON); }
/* world:ellipse{rx, ry, ...} -> Body, Shape */
static int l_world_ellipse(lua_State *L) { return make_with_shape(L, CN_ELLIPSE); }
/* world:segment{x1, y1, x2, y2, radius=0, ...} -> Body, Shape; static by default */
static int l_world_segment(lua_State *L) { return make_with_shape(L, CN_SEGMENT); }
/* world:chain{points, loop=false, materials, ...} -> Body, Shape; static by default */
static int l_world_chain(lua_State *L) { return make_with_shape(L, CN_CHAIN); }
/* world:halfspace{nx, ny, ...} -> Body, Shape; static only */
static int l_world_halfspace(lua_State *L) { return make_with_shape(L, CN_HALFSPACE); }

/* body:add_box{w, h, ...} -> Shape */
static int l_body_add_box(lua_State *L) { return add_shape(L, CN_BOX); }
/* body:add_circle{radius, ...} -> Shape */
static int l_body_add_circle(lua_State *L) { return add_shape(L, CN_CIRCLE); }
/* body:add_capsule{x1, y1, x2, y2, radius, ...} -> Shape */
static int l_body_add_capsule(lua_State *L) { return add_shape(L, CN_CAPSULE); }
/* body:add_polygon{points, ...} -> Shape */
static int l_body_add_polygon(lua_State *L) { return add_shape(L, CN_POLYGON); }
/* body:add_ellipse{rx, ry, ...} -> Shape */
static int l_body_add_ellipse(lua_State *L) { return add_shape(L, CN_ELLIPSE); }
/* body:add_segment{x1, y1, x2, y2, ...} -> Shape */
static int l_body_add_segment(lua_State *L) { return add_shape(L, CN_SEGMENT); }
/* body:add_chain{points, ...} -> Shape */
static int l_body_add_chain(lua_State *L) { return add_shape(L, CN_CHAIN); }
/* body:add_halfspace{nx, ny, ...} -> Shape */
static int l_body_add_halfspace(lua_State *L) { return add_shape(L, CN_HALFSPACE); }

const luaL_Reg bind_create_methods[] = {
    {"box", l_world_box},         {"circle", l_world_circle},       {"capsule", l_world_capsule},
    {"polygon", l_world_polygon}, {"ellipse", l_world_ellipse},     {"segment", l_world_segment},
    {"chain", l_world_chain},     {"halfspace", l_world_halfspace}, {NULL, NULL},
};

const luaL_Reg bind_add_methods[] = {
    {"add_box", l_body_add_box},
    {"add_circle", l_body_add_circle},
    {"add_capsule", l_body_add_capsule},
    {"add_polygon", l_body_add_polygon},
    {"add_ellipse", l_body_add_ellipse},
    {"add_segment", l_body_add_segment},
    {"add_chain", l_body_add_chain},
    {"add_halfspace", l_body_add_halfspace},
    {NULL, NULL},
};
