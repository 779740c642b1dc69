/* joint_create.c: the constructors of joints: world:revolute{}, world:distance{} and the like.
 *
 * A missing body is the ground. `at` gives both anchors, `from` and `to` each its own; which of
 * them may be left out, and what stands in, says place(). What the core refuses leaves nothing
 * behind. Not here: which keys there are (joint_fields.c), what a joint answers (joint.c), what can
 * be set later (joint_settings.c). */
#include "joint/joint_create.h"

#include <math.h>
#include <string.h>

#include "base/args.h"
#include "base/box.h"
#include "base/fields.h"
#include "body/create.h"
#include "handle/handle.h"
#include "joint/joint_fields.h"

static bool has(const bind_Reader *r, const char *field) {
    return bind_has_field(r->L, r->table, field);
}

/* Raise unless the table has the field, a `what`. */
static void require(bind_Reader *r, const char *field, const char *what) {
    if (has(r, field)) return;
    r->field = field;
    bind_field_error(r, "%s expected, got nil", what);
}

/* ---- anchors ------------------------------------------------------------------------------------
 */

static bool is_ground(const bind_Reader *r, cn_BodyId id) {
    return id.generation == 0 || id.index == cn_world_ground(r->world->core).index;
}

/* The origin of the body for the anchor of that field; the ground has no place of its own. */
static cn_Pos origin(bind_Reader *r, cn_BodyId body, const char *field) {
    if (is_ground(r, body)) require(r, field, "table of 2 numbers");
    return cn_body_position(r->world->core, body);
}

/* Friction acts where the mass is. */
static cn_Pos middle(bind_Reader *r, const cn_JointDef *def) {
    cn_BodyId body = is_ground(r, def->b) ? def->a : def->b;
    cn_Pos at = origin(r, body, "at");
    return def->kind == CN_FRICTION ? cn_body_center(r->world->core, body) : at;
}

/* One anchor alone is that of both bodies; without any, others take the origin of b, or of a where
 * b is the ground. A revolute must be told. */
static void place_together(bind_Reader *r, bind_JointArgs *args) {
    cn_JointDef *def = &args->def;
    bool from = has(r, "from"), to = has(r, "to");
    cn_Pos at = {args->at_x, args->at_y};
    if (!has(r, "at")) {
        if (from || to) {
            at = from ? (cn_Pos){def->from_x, def->from_y} : (cn_Pos){def->to_x, def->to_y};
        } else {
            if (def->kind == CN_REVOLUTE) require(r, "at", "table of 2 numbers");
            at = middle(r, def);
        }
    }
    if (!from) def->from_x = at.x, def->from_y = at.y;
    if (!to) def->to_x = at.x, def->to_y = at.y;
}

/* A distance goes from the origin of a to that of b. */
static void place_apart(bind_Reader *r, cn_JointDef *def) {
    if (!has(r, "from")) {
        cn_Pos p = origin(r, def->a, "from");
        def->from_x = p.x, def->from_y = p.y;
    }
    if (!has(r, "to")) {
        cn_Pos p = origin(r, def->b, "to");
        def->to_x = p.x, def->to_y = p.y;
    }
}

static void check_pull(bind_Reader *r, const char *field, double value) {
    if (fabs(value) <= CN_MAX_COORDINATE) return;
    r->field = field;
    bind_field_error(r, "%s is outside the world limit of +-%d m", bind_digits(r->L, value),
                     (int)CN_MAX_COORDINATE);
}

/* A mouse holds its body where it takes hold of it: there it is made, and pulls elsewhere after
 * that. */
static void place_mouse(bind_Reader *r, bind_JointArgs *args) {
    cn_JointDef *def = &args->def;
    require(r, "x", "number");
    require(r, "y", "number");
    def->from_x = def->to_x;
    def->from_y = def->to_y;
    if (!has(r, "at")) return;
    check_pull(r, "x", def->from_x); /* the core is told of it when the joint is made already */
    check_pull(r, "y", def->from_y);
    def->to_x = args->at_x;
    def->to_y = args->at_y;
}

static bool has_no_place(cn_JointKind kind) {
    return kind == CN_FILTER || kind == CN_RATCHET || kind == CN_ROTARY;
}

/* A filter holds nothing, a ratchet or rotary no place; they are drawn from one body to the other.
 */
static void place_nowhere(bind_Reader *r, cn_JointDef *def) {
    const cn_World *w = r->world->core;
    bool a = !is_ground(r, def->a), b = !is_ground(r, def->b);
    cn_Pos from = cn_body_position(w, a ? def->a : def->b);
    cn_Pos to = cn_body_position(w, b ? def->b : def->a);
    def->from_x = from.x, def->from_y = from.y;
    def->to_x = to.x, def->to_y = to.y;
}

static void place(bind_Reader *r, bind_JointArgs *args) {
    if (args->def.kind == CN_GEAR) return;
    if (args->def.kind == CN_MOUSE) require(r, "body", BIND_BODY_TYPE);
    /* before the anchors, which would be missed for want of a body */
    if (is_ground(r, args->def.a) && is_ground(r, args->def.b)) {
        r->field = args->def.kind == CN_MOUSE ? "body" : "b";
        bind_field_error(r, "a joint needs a body besides the ground");
    }
    if (has_no_place(args->def.kind)) {
        place_nowhere(r, &args->def);
    } else if (args->def.kind == CN_DISTANCE || args->def.kind == CN_PULLEY) {
        place_apart(r, &args->def);
    } else if (args->def.kind == CN_MOUSE) {
        place_mouse(r, args);
    } else {
        place_together(r, args);
    }
}

/* ---- making -------------------------------------------------------------------------------------
 */

/* A negative length means "not given" to the core, so that only we can refuse it. */
static void check_not_negative(bind_Reader *r, const char *field, double value) {
    if (value >= 0.0 || !has(r, field)) return;
    r->field = field;
    bind_field_error(r, "must be >= 0, got %s", bind_digits(r->L, value));
}

/* What the lists cannot say. */
static void finish(bind_Reader *r, bind_JointArgs *args) {
    cn_JointDef *def = &args->def;
    if (def->kind == CN_PRISMATIC || def->kind == CN_WHEEL)
        require(r, "axis", "table of 2 numbers");
    if (def->kind == CN_GEAR) {
        require(r, "a", BIND_JOINT_TYPE);
        require(r, "b", BIND_JOINT_TYPE);
    }
    if (def->kind == CN_RATCHET) require(r, "step", "number");
    if (def->kind == CN_PULLEY) {
        require(r, "ground_from", "table of 2 numbers");
        require(r, "ground_to", "table of 2 numbers");
        check_not_negative(r, "length", def->length);
    }
    if (def->kind == CN_DISTANCE) {
        check_not_negative(r, "length", def->length);
        check_not_negative(r, "min", def->min);
        def->has_min = has(r, "min");
        def->has_max = has(r, "max");
    }
    def->has_reference = has(r, "reference");
    def->has_origin = has(r, "origin");
    def->has_limits = has(r, "limits");
    def->has_motor = has(r, "motor");
    def->has_spring = has(r, "spring");
    def->has_linear = def->kind == CN_MOTOR && has(r, "linear");
    def->has_angular = def->kind == CN_MOTOR && has(r, "angular");
    place(r, args);
}

/* The core speaks of an anchor by a key that may not be the one that was given. */
static void refuse(const bind_Reader *r) {
    static const char *const anchors[] = {"at", "from", "to"};
    cn_Error error = *cn_world_error(r->world->core);
    bool of_anchor = false;
    /* what the core knows of a mouse that is made is where it takes hold */
    bool held = has(r, "body") && has(r, "at") && error.field;
    if (held && (strcmp(error.field, "x") == 0 || strcmp(error.field, "y") == 0))
        error.field = "at";
    for (int i = 0; i < 3; i++) {
        of_anchor = of_anchor || (error.field && strcmp(error.field, anchors[i]) == 0);
    }
    for (int i = 0; of_anchor && i < 3 && !has(r, error.field); i++) error.field = anchors[i];
    bind_refuse_table(r->L, r->world, r->arg, &error);
}

/* Of a mouse that has been made where it holds its body. */
static void pull_elsewhere(const bind_Reader *r, cn_JointDef *def, cn_JointId id) {
    cn_World *core = r->world->core;
    def->to_x = def->from_x;
    def->to_y = def->from_y;
    if (cn_joint_configure(core, id, def) == CN_OK) return;
    cn_Error error = *cn_world_error(core);
    cn_joint_destroy(core, id);
    bind_refuse_table(r->L, r->world, r->arg, &error);
}

/* world:<kind>{...} -> Joint */
static int make(lua_State *L, cn_JointKind kind) {
    bind_World *w = bind_open_world(L, 1);
    bind_Reader r = {.L = L, .arg = 2, .world = w, .world_index = 1};
    bind_JointArgs args = {.def = cn_joint_def(kind)};
    const bind_FieldSet sets[] = {{bind_joint_fields(kind), &args},
                                  {bind_joint_common_fields, &args}};
    bind_only_table(L, 2);
    bind_read_table(&r, sets, 2);
    finish(&r, &args);
    bind_check_joints(L, w->core);
    bind_new_handle(L, 1, BIND_JOINT);
    cn_JointId id;
    if (cn_joint_create(w->core, &args.def, &id) != CN_OK) refuse(&r);
    if (kind == CN_MOUSE && has(&r, "at")) pull_elsewhere(&r, &args.def, id);
    bind_enter_joint(L, 1, 3, id);
    if (r.extras) bind_give_extras(L, 2, 3, true);
    lua_settop(L, 3);
    return 1;
}

/* world:revolute{a, b, at, reference, limits, motor, spring, ...} -> Joint */
static int l_world_revolute(lua_State *L) { return make(L, CN_REVOLUTE); }
/* world:distance{a, b, from, to, length, min, max, spring, motor, ...} -> Joint */
static int l_world_distance(lua_State *L) { return make(L, CN_DISTANCE); }
/* world:prismatic{a, b, at, axis, limits, motor, spring, ...} -> Joint */
static int l_world_prismatic(lua_State *L) { return make(L, CN_PRISMATIC); }
/* world:weld{a, b, at, linear, angular, ...} -> Joint */
static int l_world_weld(lua_State *L) { return make(L, CN_WELD); }
/* world:mouse{body, x, y, hertz, damping, max_force, ...} -> Joint */
static int l_world_mouse(lua_State *L) { return make(L, CN_MOUSE); }

/* world:wheel{a, b, at, axis, limits, motor, spring, ...} -> Joint */
static int l_world_wheel(lua_State *L) { return make(L, CN_WHEEL); }
/* world:motor{a, b, at, linear, angular, ...} -> Joint */
static int l_world_motor(lua_State *L) { return make(L, CN_MOTOR); }
/* world:friction{a, b, at, max_force, max_torque, ...} -> Joint */
static int l_world_friction(lua_State *L) { return make(L, CN_FRICTION); }
/* world:filter{a, b, ...} -> Joint */
static int l_world_filter(lua_State *L) { return make(L, CN_FILTER); }

/* world:gear{a, b, ratio, ...} -> Joint; a and b are joints */
static int l_world_gear(lua_State *L) { return make(L, CN_GEAR); }
/* world:pulley{a, b, from, to, ground_from, ground_to, ratio, length, ...} -> Joint */
static int l_world_pulley(lua_State *L) { return make(L, CN_PULLEY); }
/* world:ratchet{a, b, step, phase, ...} -> Joint */
static int l_world_ratchet(lua_State *L) { return make(L, CN_RATCHET); }
/* world:rotary{a, b, limits, motor, spring, ...} -> Joint */
static int l_world_rotary(lua_State *L) { return make(L, CN_ROTARY); }

const luaL_Reg bind_join_methods[] = {
    {"revolute", l_world_revolute},   {"distance", l_world_distance},
    {"prismatic", l_world_prismatic}, {"weld", l_world_weld},
    {"mouse", l_world_mouse},         {"wheel", l_world_wheel},
    {"motor", l_world_motor},         {"friction", l_world_friction},
    {"filter", l_world_filter},       {"gear", l_world_gear},
    {"pulley", l_world_pulley},       {"ratchet", l_world_ratchet},
    {"rotary", l_world_rotary},       {NULL, NULL},
};
