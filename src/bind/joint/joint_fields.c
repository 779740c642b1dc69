/* joint_fields.c: which keys the constructors of joints take, and where each goes.
 *
 * Not here: what stands in for a key that is left out (joint_create.c). */
#include "joint/joint_fields.h"

#include "base/args.h"
#include "handle/handle.h"

#define AT(member)     offsetof(bind_JointArgs, member), NULL, NULL
#define NUMBER(member) BIND_NUMBER, AT(member)
#define LIMIT(member)  BIND_LIMIT, AT(member)
#define PAIR(member)   BIND_PAIR, AT(member)
#define SWITCH(member) BIND_BOOLEAN, AT(member)
#define CUSTOM(reader) BIND_CUSTOM, 0, NULL, reader
#define END                                                                                        \
    { NULL, BIND_ANY, 0, NULL, NULL }

/* PAIR writes neighbours. */
#define NEIGHBOURS(x, y)                                                                           \
    _Static_assert(offsetof(bind_JointArgs, y) == offsetof(bind_JointArgs, x) + sizeof(double),    \
                   "pair")
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

static void read_a(bind_Reader *r, void *target) {
    ((bind_JointArgs *)target)->def.a = read_body(r);
}
static void read_b(bind_Reader *r, void *target) {
    ((bind_JointArgs *)target)->def.b = read_body(r);
}

static void read_joint_a(bind_Reader *r, void *target) {
    const bind_Handle *h = read_handle(r, BIND_JOINT, BIND_JOINT_TYPE, "joint");
    ((bind_JointArgs *)target)->def.joint_a = bind_joint_id(h);
}
static void read_joint_b(bind_Reader *r, void *target) {
    const bind_Handle *h = read_handle(r, BIND_JOINT, BIND_JOINT_TYPE, "joint");
    ((bind_JointArgs *)target)->def.joint_b = bind_joint_id(h);
}

/* The keyed table in the reader's field, on the top; the needed field must be there. */
static void read_keyed(bind_Reader *r, const bind_Field *fields, const char *needed, void *target) {
    lua_State *L = r->L;
    if (!lua_istable(L, -1)) bind_field_error(r, "table expected, got %s", bind_type_name(L, -1));
    bind_read_nested(r, fields, target);
    if (!needed || bind_has_field(L, -1, needed)) return;
    r->field = lua_pushfstring(L, "%s.%s", r->field, needed);
    bind_field_error(r, "number expected, got nil");
}

const bind_Field bind_motor_fields[] = {
    {"speed", NUMBER(def.motor_speed)}, {"max", LIMIT(def.motor_max)}, END};
static void read_motor(bind_Reader *r, void *target) {
    read_keyed(r, bind_motor_fields, NULL, target);
}

const bind_Field bind_spring_fields[] = {{"hertz", NUMBER(def.hertz)},
                                         {"stiffness", NUMBER(def.stiffness)},
                                         {"damping", NUMBER(def.damping)},
                                         {"max", LIMIT(def.max_force)},
                                         END};
/* Of hertz and stiffness one is there. */
static void read_sprung(bind_Reader *r, const bind_Field *fields, void *target) {
    bool stiff = lua_istable(r->L, -1) && bind_has_field(r->L, -1, "stiffness");
    if (stiff && bind_has_field(r->L, -1, "hertz"))
        bind_field_error(r, "hertz or stiffness expected, not both");
    read_keyed(r, fields, stiff ? "stiffness" : "hertz", target);
}
static void read_spring(bind_Reader *r, void *target) {
    read_sprung(r, bind_spring_fields, target);
}

const bind_Field bind_target_spring_fields[] = {
    {"hertz", NUMBER(def.hertz)},     {"stiffness", NUMBER(def.stiffness)},
    {"damping", NUMBER(def.damping)}, {"target", NUMBER(def.target)},
    {"max", LIMIT(def.max_force)},    END};
static void read_target_spring(bind_Reader *r, void *target) {
    read_sprung(r, bind_target_spring_fields, target);
}

const bind_Field bind_linear_fields[] = {
    {"hertz", NUMBER(def.linear_hertz)}, {"damping", NUMBER(def.linear_damping)}, END};
static void read_linear(bind_Reader *r, void *target) {
    read_keyed(r, bind_linear_fields, "hertz", target);
}

const bind_Field bind_angular_fields[] = {
    {"hertz", NUMBER(def.angular_hertz)}, {"damping", NUMBER(def.angular_damping)}, END};
static void read_angular(bind_Reader *r, void *target) {
    read_keyed(r, bind_angular_fields, "hertz", target);
}

const bind_Field bind_drive_linear_fields[] = {
    {"x", NUMBER(def.offset_x)},         {"y", NUMBER(def.offset_y)},
    {"vx", NUMBER(def.velocity_x)},      {"vy", NUMBER(def.velocity_y)},
    {"hertz", NUMBER(def.linear_hertz)}, {"damping", NUMBER(def.linear_damping)},
    {"max", LIMIT(def.max_force)},       END};
static void read_drive_linear(bind_Reader *r, void *target) {
    bind_JointArgs *args = target;
    read_keyed(r, bind_drive_linear_fields, NULL, target);
    /* an axis of which nothing is said is left alone where the other one has a speed */
    bool vx = bind_has_field(r->L, -1, "vx"), vy = bind_has_field(r->L, -1, "vy");
    args->def.free_x = vy && !vx && !bind_has_field(r->L, -1, "x");
    args->def.free_y = vx && !vy && !bind_has_field(r->L, -1, "y");
}

const bind_Field bind_drive_angular_fields[] = {
    {"angle", NUMBER(def.target)},        {"speed", NUMBER(def.motor_speed)},
    {"hertz", NUMBER(def.angular_hertz)}, {"damping", NUMBER(def.angular_damping)},
    {"max", LIMIT(def.max_torque)},       END};
static void read_drive_angular(bind_Reader *r, void *target) {
    read_keyed(r, bind_drive_angular_fields, NULL, target);
}

/* What every joint has; mouse joints name their one body otherwise. */
const bind_Field bind_joint_common_fields[] = {
    {"collide", SWITCH(def.collide)},
    {"break_force", LIMIT(def.break_force)},
    {"break_torque", LIMIT(def.break_torque)},
    {"alarm_force", LIMIT(def.alarm_force)},
    {"alarm_torque", LIMIT(def.alarm_torque)},
    {"enabled", SWITCH(def.enabled)},
    {"hidden", SWITCH(def.hidden)},
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
    {"limits", BIND_RANGE, AT(def.lower)},
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
    {"reference", NUMBER(def.reference)},
    {"origin", NUMBER(def.origin)},
    {"limits", BIND_RANGE, AT(def.lower)},
    {"motor", CUSTOM(read_motor)},
    {"spring", CUSTOM(read_target_spring)},
    END,
};
static const bind_Field rotary_fields[] = {
    {"a", CUSTOM(read_a)},
    {"b", CUSTOM(read_b)},
    {"reference", NUMBER(def.reference)},
    {"limits", BIND_RANGE, AT(def.lower)},
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
    {"reference", NUMBER(def.reference)},
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
    {"reference", NUMBER(def.reference)},
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
    {"reference", NUMBER(def.reference)},
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
    {"at", PAIR(at_x)},
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
    {"reference", NUMBER(def.reference)},
    END,
};

const bind_Field *bind_joint_fields(cn_JointKind kind) {
    static const bind_Field *const fields[CN_JOINT_KINDS] = {
        [CN_REVOLUTE] = revolute_fields, [CN_DISTANCE] = distance_fields,
        [CN_PRISMATIC] = slide_fields,   [CN_WELD] = weld_fields,
        [CN_MOUSE] = mouse_fields,       [CN_WHEEL] = slide_fields,
        [CN_MOTOR] = motor_fields,       [CN_FRICTION] = friction_fields,
        [CN_FILTER] = filter_fields,     [CN_GEAR] = gear_fields,
        [CN_PULLEY] = pulley_fields,     [CN_RATCHET] = ratchet_fields,
        [CN_ROTARY] = rotary_fields,
    };
    return fields[kind];
}
