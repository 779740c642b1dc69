/* joint_create.c: the constructors of joints: world:revolute{}, world:distance{} and the like.
 *
 * A missing body is the ground. `at` gives both anchors, `from` and `to` each its own; which of
 * them may be left out, and what stands in, says place(). What the core refuses leaves nothing
 * behind. Not here: what a joint answers (joint.c), what can be set later
 * (joint_settings.c). */
#include "joint/joint_create.h"

#include <string.h>

#include "base/args.h"
#include "base/fields.h"
#include "body/create.h"
#include "handle/handle.h"

/* What a table says of a joint. */
typedef struct JointArgs {
    cn_JointDef def;
    double at_x, at_y;
} JointArgs;

#define AT(member)     offsetof(JointArgs, member), NULL, NULL
#define NUMBER(member) BIND_NUMBER, AT(member)
#define LIMIT(member)  BIND_LIMIT, AT(member)
#define PAIR(member)   BIND_PAIR, AT(member)
#define SWITCH(member) BIND_BOOLEAN, AT(member)
#define CUSTOM(reader) BIND_CUSTOM, 0, NULL, reader
#define END                                                                                        \
    { NULL, BIND_ANY, 0, NULL, NULL }

/* PAIR writes neighbours. */
#define NEIGHBOURS(x, y)                                                                           \
    _Static_assert(offsetof(JointArgs, y) == offsetof(JointArgs, x) + sizeof(double), "pair")
NEIGHBOURS(at_x, at_y);
NEIGHBOURS(def.from_x, def.from_y);
NEIGHBOURS(def.to_x, def.to_y);
NEIGHBOURS(def.axis_x, def.axis_y);
NEIGHBOURS(def.lower, def.upper);
NEIGHBOURS(def.ground_from_x, def.ground_from_y);
NEIGHBOURS(def.ground_to_x, def.ground_to_y);

/* ---- fields -----------------------------------------------------------------------------------
 */

/* The handle in the reader's field, on the top; kind is what was expected, noun how it is called.
 */
static const bind_Handle *read_handle(bind_Reader *r, uint32_t magic, const char *type,
                                      const char *noun) {
    lua_State *L = r->L;
    const bind_Handle *h = bind_test_handle(L, -1, magic);
    if (!h) {
        bind_field_error(r, "%s expected, got %s", type, bind_type_name(L, -1));
        return NULL;
    }
    if (h->world != r->world) bind_field_error(r, "%s belongs to another world", noun);
    if (!bind_is_live(h)) bind_field_error(r, "%s", bind_describe_dead(L, lua_gettop(L)));
    return h;
}

static cn_BodyId read_body(bind_Reader *r) {
    return bind_body_id(read_handle(r, BIND_BODY, BIND_BODY_TYPE, "body"));
}

static void read_a(bind_Reader *r, void *target) { ((JointArgs *)target)->def.a = read_body(r); }
static void read_b(bind_Reader *r, void *target) { ((JointArgs *)target)->def.b = read_body(r); }

static void read_joint_a(bind_Reader *r, void *target) {
    const bind_Handle *h = read_handle(r, BIND_JOINT, BIND_JOINT_TYPE, "joint");
    ((JointArgs *)target)->def.joint_a = bind_joint_id(h);
}
static void read_joint_b(bind_Reader *r, void *target) {
    const bind_Handle *h = read_handle(r, BIND_JOINT, BIND_JOINT_TYPE, "joint");
    ((JointArgs *)target)->def.joint_b = bind_joint_id(h);
}

static bool has(const bind_Reader *r, const char *field) {
    return bind_has_field(r->L, r->table, field);
}

/* Raise unless the table has the field, a `what`. */
static void require(bind_Reader *r, const char *field, const char *what) {
    if (has(r, field)) return;
    r->field = field;
    bind_field_error(r, "%s expected, got nil", what);
}

/* The keyed table in the reader's field, on the top; the first of its fields must be there. */
static void read_keyed(bind_Reader *r, const bind_Field *fields, const char *needed, void *target) {
    lua_State *L = r->L;
    if (!lua_istable(L, -1)) bind_field_error(r, "table expected, got %s", bind_type_name(L, -1));
    bind_read_nested(r, fields, target);
    if (!needed || bind_has_field(L, -1, needed)) return;
    r->field = lua_pushfstring(L, "%s.%s", r->field, needed);
    bind_field_error(r, "number expected, got nil");
}

static void read_motor(bind_Reader *r, void *target) {
    static const bind_Field fields[] = {
        {"speed", NUMBER(def.motor_speed)}, {"max", LIMIT(def.motor_max)}, END};
    read_keyed(r, fields, NULL, target);
}

static void read_spring(bind_Reader *r, void *target) {
    static const bind_Field fields[] = {
        {"hertz", NUMBER(def.hertz)}, {"damping", NUMBER(def.damping)}, END};
    read_keyed(r, fields, "hertz", target);
}

static void read_target_spring(bind_Reader *r, void *target) {
    static const bind_Field fields[] = {{"hertz", NUMBER(def.hertz)},
                                        {"damping", NUMBER(def.damping)},
                                        {"target", NUMBER(def.target)},
                                        END};
    read_keyed(r, fields, "hertz", target);
}

static void read_linear(bind_Reader *r, void *target) {
    static const bind_Field fields[] = {
        {"hertz", NUMBER(def.linear_hertz)}, {"damping", NUMBER(def.linear_damping)}, END};
    read_keyed(r, fields, "hertz", target);
}

static void read_angular(bind_Reader *r, void *target) {
    static const bind_Field fields[] = {
        {"hertz", NUMBER(def.angular_hertz)}, {"damping", NUMBER(def.angular_damping)}, END};
    read_keyed(r, fields, "hertz", target);
}

static void read_drive_linear(bind_Reader *r, void *target) {
    static const bind_Field fields[] = {
        {"x", NUMBER(def.offset_x)},         {"y", NUMBER(def.offset_y)},
        {"vx", NUMBER(def.velocity_x)},      {"vy", NUMBER(def.velocity_y)},
        {"hertz", NUMBER(def.linear_hertz)}, {"damping", NUMBER(def.linear_damping)},
        {"max", LIMIT(def.max_force)},       END};
    read_keyed(r, fields, NULL, target);
}

static void read_drive_angular(bind_Reader *r, void *target) {
    static const bind_Field fields[] = {
        {"angle", NUMBER(def.target)},        {"speed", NUMBER(def.motor_speed)},
        {"hertz", NUMBER(def.angular_hertz)}, {"damping", NUMBER(def.angular_damping)},
        {"max", LIMIT(def.max_torque)},       END};
    read_keyed(r, fields, NULL, target);
}

/* What every joint has; mouse joints name their one body otherwise. */
static const bind_Field common_fields[] = {
    {"collide", SWITCH(def.collide)},
    {"break_force", LIMIT(def.break_force)},
    {"break_torque", LIMIT(def.break_torque)},
    {"enabled", SWITCH(def.enabled)},
    {"name", BIND_STRING, 0, NULL, NULL},
    {"data", BIND_ANY, 0, NULL, NULL},
    END,
};
static const bind_Field revolute_fields[] = {
    {"a", CUSTOM(read_a)},
    {"b", CUSTOM(read_b)},
    {"at", PAIR(at_x)},
    {"from", PAIR(def.from_x)},
    {"to", PAIR(def.to_x)},
    {"reference", NUMBER(def.reference)},
    {"limits", PAIR(def.lower)},
    {"motor", CUSTOM(read_motor)},
    {"spring", CUSTOM(read_target_spring)},
    END,
};
static const bind_Field distance_fields[] = {
    {"a", CUSTOM(read_a)},           {"b", CUSTOM(read_b)},
    {"from", PAIR(def.from_x)},      {"to", PAIR(def.to_x)},
    {"length", NUMBER(def.length)},  {"min", NUMBER(def.min)},
    {"max", LIMIT(def.max)},         {"motor", CUSTOM(read_motor)},
    {"spring", CUSTOM(read_spring)}, END,
};
static const bind_Field slide_fields[] = {
    /* prismatic, wheel */
    {"a", CUSTOM(read_a)},
    {"b", CUSTOM(read_b)},
    {"at", PAIR(at_x)},
    {"from", PAIR(def.from_x)},
    {"to", PAIR(def.to_x)},
    {"axis", PAIR(def.axis_x)},
    {"limits", PAIR(def.lower)},
    {"motor", CUSTOM(read_motor)},
    {"spring", CUSTOM(read_target_spring)},
    END,
};
static const bind_Field weld_fields[] = {
    {"a", CUSTOM(read_a)},
    {"b", CUSTOM(read_b)},
    {"at", PAIR(at_x)},
    {"from", PAIR(def.from_x)},
    {"to", PAIR(def.to_x)},
    {"linear", CUSTOM(read_linear)},
    {"angular", CUSTOM(read_angular)},
    END,
};
static const bind_Field motor_fields[] = {
    {"a", CUSTOM(read_a)},
    {"b", CUSTOM(read_b)},
    {"at", PAIR(at_x)},
    {"from", PAIR(def.from_x)},
    {"to", PAIR(def.to_x)},
    {"linear", CUSTOM(read_drive_linear)},
    {"angular", CUSTOM(read_drive_angular)},
    END,
};
static const bind_Field friction_fields[] = {
    {"a", CUSTOM(read_a)},
    {"b", CUSTOM(read_b)},
    {"at", PAIR(at_x)},
    {"from", PAIR(def.from_x)},
    {"to", PAIR(def.to_x)},
    {"max_force", LIMIT(def.max_force)},
    {"max_torque", LIMIT(def.max_torque)},
    END,
};
static const bind_Field filter_fields[] = {
    {"a", CUSTOM(read_a)},
    {"b", CUSTOM(read_b)},
    END,
};
static const bind_Field mouse_fields[] = {
    {"body", CUSTOM(read_b)},
    {"x", NUMBER(def.to_x)},
    {"y", NUMBER(def.to_y)},
    {"hertz", NUMBER(def.hertz)},
    {"damping", NUMBER(def.damping)},
    {"max_force", LIMIT(def.max_force)},
    END,
};

static const bind_Field gear_fields[] = {
    {"a", CUSTOM(read_joint_a)},
    {"b", CUSTOM(read_joint_b)},
    {"ratio", NUMBER(def.ratio)},
    END,
};
static const bind_Field pulley_fields[] = {
    {"a", CUSTOM(read_a)},
    {"b", CUSTOM(read_b)},
    {"from", PAIR(def.from_x)},
    {"to", PAIR(def.to_x)},
    {"ground_from", PAIR(def.ground_from_x)},
    {"ground_to", PAIR(def.ground_to_x)},
    {"ratio", NUMBER(def.ratio)},
    {"length", NUMBER(def.length)},
    END,
};
static const bind_Field ratchet_fields[] = {
    {"a", CUSTOM(read_a)},
    {"b", CUSTOM(read_b)},
    {"step", NUMBER(def.step)},
    {"phase", NUMBER(def.phase)},
    END,
};

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
static void place_together(bind_Reader *r, JointArgs *args) {
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

/* A mouse holds its body where it takes hold of it. */
static void place_mouse(bind_Reader *r, cn_JointDef *def) {
    require(r, "x", "number");
    require(r, "y", "number");
    def->from_x = def->to_x;
    def->from_y = def->to_y;
}

/* A filter holds nothing, a ratchet no place; they are drawn from one body to the other. */
static void place_nowhere(bind_Reader *r, cn_JointDef *def) {
    const cn_World *w = r->world->core;
    bool a = !is_ground(r, def->a), b = !is_ground(r, def->b);
    cn_Pos from = cn_body_position(w, a ? def->a : def->b);
    cn_Pos to = cn_body_position(w, b ? def->b : def->a);
    def->from_x = from.x, def->from_y = from.y;
    def->to_x = to.x, def->to_y = to.y;
}

static void place(bind_Reader *r, JointArgs *args) {
    if (args->def.kind == CN_GEAR) return;
    if (args->def.kind == CN_MOUSE) require(r, "body", BIND_BODY_TYPE);
    /* before the anchors, which would be missed for want of a body */
    if (is_ground(r, args->def.a) && is_ground(r, args->def.b)) {
        r->field = args->def.kind == CN_MOUSE ? "body" : "b";
        bind_field_error(r, "a joint needs a body besides the ground");
    }
    if (args->def.kind == CN_FILTER || args->def.kind == CN_RATCHET) {
        place_nowhere(r, &args->def);
    } else if (args->def.kind == CN_DISTANCE || args->def.kind == CN_PULLEY) {
        place_apart(r, &args->def);
    } else if (args->def.kind == CN_MOUSE) {
        place_mouse(r, &args->def);
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
static void finish(bind_Reader *r, JointArgs *args) {
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
    for (int i = 0; i < 3; i++) {
        of_anchor = of_anchor || (error.field && strcmp(error.field, anchors[i]) == 0);
    }
    for (int i = 0; of_anchor && i < 3 && !has(r, error.field); i++) error.field = anchors[i];
    bind_refuse_table(r->L, r->world, r->arg, &error);
}

/* world:<kind>{...} -> Joint */
static int make(lua_State *L, cn_JointKind kind, const bind_Field *fields) {
    bind_World *w = bind_open_world(L, 1);
    bind_Reader r = {.L = L, .arg = 2, .world = w, .world_index = 1};
    JointArgs args = {.def = cn_joint_def(kind)};
    const bind_FieldSet sets[] = {{fields, &args}, {common_fields, &args}};
    bind_only_table(L, 2);
    bind_read_table(&r, sets, 2);
    finish(&r, &args);
    bind_new_handle(L, 1, BIND_JOINT);
    cn_JointId id;
    if (cn_joint_create(w->core, &args.def, &id) != CN_OK) {
        refuse(&r);
    }
    bind_enter_joint(L, 1, 3, id);
    if (r.extras) bind_give_extras(L, 2, 3, true);
    lua_settop(L, 3);
    return 1;
}

/* world:revolute{a, b, at, reference, limits, motor, spring, ...} -> Joint */
static int l_world_revolute(lua_State *L) { return make(L, CN_REVOLUTE, revolute_fields); }
/* world:distance{a, b, from, to, length, min, max, spring, motor, ...} -> Joint */
static int l_world_distance(lua_State *L) { return make(L, CN_DISTANCE, distance_fields); }
/* world:prismatic{a, b, at, axis, limits, motor, spring, ...} -> Joint */
static int l_world_prismatic(lua_State *L) { return make(L, CN_PRISMATIC, slide_fields); }
/* world:weld{a, b, at, linear, angular, ...} -> Joint */
static int l_world_weld(lua_State *L) { return make(L, CN_WELD, weld_fields); }
/* world:mouse{body, x, y, hertz, damping, max_force, ...} -> Joint */
static int l_world_mouse(lua_State *L) { return make(L, CN_MOUSE, mouse_fields); }

/* world:wheel{a, b, at, axis, limits, motor, spring, ...} -> Joint */
static int l_world_wheel(lua_State *L) { return make(L, CN_WHEEL, slide_fields); }
/* world:motor{a, b, at, linear, angular, ...} -> Joint */
static int l_world_motor(lua_State *L) { return make(L, CN_MOTOR, motor_fields); }
/* world:friction{a, b, at, max_force, max_torque, ...} -> Joint */
static int l_world_friction(lua_State *L) { return make(L, CN_FRICTION, friction_fields); }
/* world:filter{a, b, ...} -> Joint */
static int l_world_filter(lua_State *L) { return make(L, CN_FILTER, filter_fields); }

/* world:gear{a, b, ratio, ...} -> Joint; a and b are joints */
static int l_world_gear(lua_State *L) { return make(L, CN_GEAR, gear_fields); }
/* world:pulley{a, b, from, to, ground_from, ground_to, ratio, length, ...} -> Joint */
static int l_world_pulley(lua_State *L) { return make(L, CN_PULLEY, pulley_fields); }
/* world:ratchet{a, b, step, phase, ...} -> Joint */
static int l_world_ratchet(lua_State *L) { return make(L, CN_RATCHET, ratchet_fields); }

const luaL_Reg bind_join_methods[] = {
    {"revolute", l_world_revolute},
    {"distance", l_world_distance},
    {"prismatic", l_world_prismatic},
    {"weld", l_world_weld},
    {"mouse", l_world_mouse},
    {"wheel", l_world_wheel},
    {"motor", l_world_motor},
    {"friction", l_world_friction},
    {"filter", l_world_filter},
    {"gear", l_world_gear},
    {"pulley", l_world_pulley},
    {"ratchet", l_world_ratchet},
    {NULL, NULL},
};
