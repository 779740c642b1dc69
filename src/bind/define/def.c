/* def.c: which keys a constructor's table may have, and where each goes.
 *
 * The lists are data: name, kind, place in the core's definition. A key that is in none of a
 * call's lists is unknown there. What is marked "later" is only known here; the constructor reads
 * it itself. Not here: how tables are read (base/fields.c), who calls (body/create.c). */
#include "define/def.h"

#include <math.h>

#include "base/args.h"
#include "define/layer.h"

const char *const bind_body_types[] = {"static", "kinematic", "dynamic", NULL};
const char *const bind_shape_kinds[] = {"circle",  "box",   "capsule",   "polygon", "ellipse",
                                        "segment", "chain", "halfspace", NULL};
const char *const bind_joint_kinds[] = {"revolute", "distance", "prismatic", "weld",   "mouse",
                                        "wheel",    "motor",    "friction",  "filter", "gear",
                                        "pulley",   "ratchet",  "rotary",    NULL};
const char *const bind_mixes[] = {"min", "max", "average", "multiply", "geometric", NULL};
const char *const bind_shape_mixes[] = {"min",       "max",   "average", "multiply",
                                        "geometric", "world", NULL};
const char *const bind_outsides[] = {"keep", "disable", "destroy", NULL};

#define NUMBER(type, member)      BIND_NUMBER, offsetof(type, member), NULL, NULL
#define INTEGER(type, member)     BIND_INTEGER, offsetof(type, member), NULL, NULL
#define BOOLEAN(type, member)     BIND_BOOLEAN, offsetof(type, member), NULL, NULL
#define PAIR(type, member)        BIND_PAIR, offsetof(type, member), NULL, NULL
#define QUAD(type, member)        BIND_QUAD, offsetof(type, member), NULL, NULL
#define ENUM(type, member, names) BIND_ENUM, offsetof(type, member), names, NULL
#define LIMIT(type, member)       BIND_LIMIT, offsetof(type, member), NULL, NULL
#define CUSTOM(function)          BIND_CUSTOM, 0, NULL, function
#define LATER                     BIND_ANY, 0, NULL, NULL
#define LATER_STRING              BIND_STRING, 0, NULL, NULL
#define END                                                                                        \
    { NULL, BIND_ANY, 0, NULL, NULL }

/* PAIR and QUAD write neighbours; enums are written as int. */
_Static_assert(offsetof(cn_WorldDef, gravity_y) == offsetof(cn_WorldDef, gravity_x) + 8, "pair");
_Static_assert(offsetof(cn_AreaDef, gravity_y) == offsetof(cn_AreaDef, gravity_x) + 8, "pair");
_Static_assert(offsetof(cn_AreaDef, flow_y) == offsetof(cn_AreaDef, flow_x) + 8, "pair");
_Static_assert(offsetof(cn_ShapeDef, one_way_y) == offsetof(cn_ShapeDef, one_way_x) + 8, "pair");
_Static_assert(offsetof(cn_BodyDef, mass_center_y) == offsetof(cn_BodyDef, mass_center_x) + 8,
               "pair");
_Static_assert(offsetof(cn_BodyDef, constant_force_y) == offsetof(cn_BodyDef, constant_force_x) + 8,
               "pair");
_Static_assert(offsetof(cn_BodyDef, relative_force_y) == offsetof(cn_BodyDef, relative_force_x) + 8,
               "pair");
_Static_assert(sizeof bind_joint_kinds / sizeof *bind_joint_kinds == CN_JOINT_KINDS + 1, "kinds");
_Static_assert(sizeof(cn_BodyType) == sizeof(int) && sizeof(cn_Mix) == sizeof(int), "enum");

const bind_Field bind_ground_fields[] = {
    {"x", NUMBER(cn_BodyDef, x)},
    {"y", NUMBER(cn_BodyDef, y)},
    {"angle", NUMBER(cn_BodyDef, angle)},
    {"enabled", BOOLEAN(cn_BodyDef, enabled)},
    {"name", LATER_STRING},
    {"data", LATER},
    END,
};

static void expect_table(bind_Reader *r) {
    if (!lua_istable(r->L, -1)) {
        bind_field_error(r, "table expected, got %s", bind_type_name(r->L, -1));
    }
}

static void read_ground(bind_Reader *r, void *target) {
    expect_table(r);
    bind_read_nested(r, bind_ground_fields, &((bind_WorldArgs *)target)->ground);
}

const bind_Field bind_world_fields[] = {
    {"gravity", PAIR(bind_WorldArgs, def.gravity_x)},
    {"substeps", INTEGER(bind_WorldArgs, def.substeps)},
    {"threads", INTEGER(bind_WorldArgs, def.threads)},
    {"sleep", BOOLEAN(bind_WorldArgs, def.sleep)},
    {"continuous", BOOLEAN(bind_WorldArgs, def.continuous)},
    {"max_dt", NUMBER(bind_WorldArgs, def.max_dt)},
    {"max_speed", NUMBER(bind_WorldArgs, def.max_speed)},
    {"slop", NUMBER(bind_WorldArgs, def.slop)},
    {"hit_speed", NUMBER(bind_WorldArgs, def.hit_speed)},
    {"restitution_speed", NUMBER(bind_WorldArgs, def.restitution_speed)},
    {"push_speed", NUMBER(bind_WorldArgs, def.push_speed)},
    {"contact_hertz", NUMBER(bind_WorldArgs, def.contact_hertz)},
    {"contact_damping", NUMBER(bind_WorldArgs, def.contact_damping)},
    {"push_share", NUMBER(bind_WorldArgs, def.push_share)},
    {"friction_mix", ENUM(bind_WorldArgs, def.friction_mix, bind_mixes)},
    {"restitution_mix", ENUM(bind_WorldArgs, def.restitution_mix, bind_mixes)},
    {"layers", LATER},
    {"data", LATER},
    {"bounds", QUAD(bind_WorldArgs, def.bounds)},
    {"outside", ENUM(bind_WorldArgs, def.outside, bind_outsides)},
    {"strict", BOOLEAN(bind_WorldArgs, strict)},
    {"apart", LATER},
    {"ignored", LATER},
    {"wind", LATER},
    {"ground", CUSTOM(read_ground)},
    {"shapes", LATER},
    {"bodies", LATER},
    {"movers", LATER},
    {"joints", LATER},
    END,
};

/* ---- bodies --------------------------------------------------------------------------------- */

const bind_Field bind_lock_fields[] = {
    {"x", BOOLEAN(cn_BodyDef, lock_x)},
    {"y", BOOLEAN(cn_BodyDef, lock_y)},
    {"rotation", BOOLEAN(cn_BodyDef, lock_rotation)},
    END,
};

static void read_locks(bind_Reader *r, void *target) {
    expect_table(r);
    bind_read_nested(r, bind_lock_fields, target);
}

const bind_Field bind_body_fields[] = {
    {"type", ENUM(cn_BodyDef, type, bind_body_types)},
    {"x", NUMBER(cn_BodyDef, x)},
    {"y", NUMBER(cn_BodyDef, y)},
    {"angle", NUMBER(cn_BodyDef, angle)},
    {"vx", NUMBER(cn_BodyDef, vx)},
    {"vy", NUMBER(cn_BodyDef, vy)},
    {"angular_velocity", NUMBER(cn_BodyDef, angular_velocity)},
    {"damping", NUMBER(cn_BodyDef, damping)},
    {"angular_damping", NUMBER(cn_BodyDef, angular_damping)},
    {"gravity_scale", NUMBER(cn_BodyDef, gravity_scale)},
    {"fixed_rotation", BOOLEAN(cn_BodyDef, fixed_rotation)},
    {"locks", CUSTOM(read_locks)},
    {"bullet", BOOLEAN(cn_BodyDef, bullet)},
    {"safety", NUMBER(cn_BodyDef, safety)},
    {"fast_rotation", BOOLEAN(cn_BodyDef, fast_rotation)},
    {"max_speed", NUMBER(cn_BodyDef, max_speed)},
    {"can_sleep", BOOLEAN(cn_BodyDef, can_sleep)},
    {"sleep_speed", NUMBER(cn_BodyDef, sleep_speed)},
    {"awake", BOOLEAN(cn_BodyDef, awake)},
    {"enabled", BOOLEAN(cn_BodyDef, enabled)},
    {"mass", NUMBER(cn_BodyDef, mass)},
    {"inertia", NUMBER(cn_BodyDef, inertia)},
    {"mass_center", PAIR(cn_BodyDef, mass_center_x)},
    {"constant_force", PAIR(cn_BodyDef, constant_force_x)},
    {"relative_force", PAIR(cn_BodyDef, relative_force_x)},
    {"constant_torque", NUMBER(cn_BodyDef, constant_torque)},
    {"dominance", INTEGER(cn_BodyDef, dominance)},
    {"steered", BOOLEAN(cn_BodyDef, steered)},
    {"name", LATER_STRING},
    {"data", LATER},
    END,
};

/* ---- shapes --------------------------------------------------------------------------------- */

/* One channel, 0..1, of {r, g, b, a} on the top. */
static uint32_t read_channel(bind_Reader *r, int i) {
    lua_rawgeti(r->L, -1, i);
    double v = bind_field_number(r, -1);
    if (v < 0.0 || v > 1.0) bind_field_error(r, "must be in 0..1, got %s", bind_digits(r->L, v));
    lua_pop(r->L, 1);
    return (uint32_t)floor(v * 255.0 + 0.5);
}

uint32_t bind_color(uint32_t rgb, uint32_t alpha) {
    uint32_t color = (255 - alpha) << 24 | rgb;
    return color == CN_NO_COLOR ? color - 1 : color; /* clear white, one step from white */
}

static void read_color(bind_Reader *r, void *target) {
    cn_ShapeDef *def = target;
    lua_State *L = r->L;
    if (lua_istable(L, -1)) {
        size_t n = lua_rawlen(L, -1);
        if (n != 3 && n != 4) bind_field_error(r, "{r, g, b[, a]} expected");
        uint32_t rgb = read_channel(r, 1) << 16 | read_channel(r, 2) << 8 | read_channel(r, 3);
        def->color = bind_color(rgb, n == 4 ? read_channel(r, 4) : 255);
        return;
    }
    double v = bind_field_number(r, -1);
    if (v != floor(v) || v < 0.0 || v > 0xffffff) {
        bind_field_error(r, "must be 0xRRGGBB or {r, g, b[, a]}, got %s", bind_digits(L, v));
    }
    def->color = (uint32_t)v;
}

static void read_layer(bind_Reader *r, void *target) {
    ((cn_ShapeDef *)target)->layer = bind_layer_field(r);
}

static void read_mask(bind_Reader *r, void *target) {
    ((cn_ShapeDef *)target)->mask = bind_mask_field(r);
}

const bind_Field bind_area_fields[] = {
    {"gravity", PAIR(cn_AreaDef, gravity_x)},
    {"pull", NUMBER(cn_AreaDef, pull)},
    {"pull_distance", NUMBER(cn_AreaDef, pull_distance)},
    {"replace", BOOLEAN(cn_AreaDef, replace)},
    {"drag", NUMBER(cn_AreaDef, drag)},
    {"angular_drag", NUMBER(cn_AreaDef, angular_drag)},
    {"density", NUMBER(cn_AreaDef, density)},
    {"surface", NUMBER(cn_AreaDef, surface)},
    {"flow", PAIR(cn_AreaDef, flow_x)},
    END,
};

static void read_area(bind_Reader *r, void *target) {
    cn_ShapeDef *def = target;
    if (!lua_istable(r->L, -1)) {
        bind_field_error(r, "table expected, got %s", bind_type_name(r->L, -1));
    }
    def->has_area = true;
    def->area = cn_area_def();
    def->area.has_surface = bind_has_field(r->L, -1, "surface");
    bind_read_nested(r, bind_area_fields, &def->area);
}

const bind_Field bind_material_fields[] = {
    {"friction", NUMBER(cn_Material, friction)},
    {"restitution", NUMBER(cn_Material, restitution)},
    {"rolling", NUMBER(cn_Material, rolling)},
    {"surface_speed", NUMBER(cn_Material, surface_speed)},
    END,
};

const bind_Field bind_shape_fields[] = {
    {"density", NUMBER(cn_ShapeDef, density)},
    {"friction", NUMBER(cn_ShapeDef, material.friction)},
    {"restitution", NUMBER(cn_ShapeDef, material.restitution)},
    {"rolling", NUMBER(cn_ShapeDef, material.rolling)},
    {"surface_speed", NUMBER(cn_ShapeDef, material.surface_speed)},
    {"friction_mix", ENUM(cn_ShapeDef, friction_mix, bind_shape_mixes)},
    {"restitution_mix", ENUM(cn_ShapeDef, restitution_mix, bind_shape_mixes)},
    {"sensor", BOOLEAN(cn_ShapeDef, sensor)},
    {"seen", BOOLEAN(cn_ShapeDef, seen)},
    {"layer", CUSTOM(read_layer)},
    {"layer_mask", CUSTOM(read_mask)},
    {"group", INTEGER(cn_ShapeDef, group)},
    {"one_way", PAIR(cn_ShapeDef, one_way_x)},
    {"pre_solve", BOOLEAN(cn_ShapeDef, pre_solve)},
    {"events", BOOLEAN(cn_ShapeDef, events)},
    {"hits", BOOLEAN(cn_ShapeDef, hits)},
    {"press_force", LIMIT(cn_ShapeDef, press_force)},
    {"release_force", LIMIT(cn_ShapeDef, release_force)},
    {"press_time", NUMBER(cn_ShapeDef, press_time)},
    {"area", CUSTOM(read_area)},
    {"color", CUSTOM(read_color)},
    END,
};

const bind_Field bind_place_fields[] = {
    {"x", NUMBER(cn_ShapeDef, x)},
    {"y", NUMBER(cn_ShapeDef, y)},
    {"angle", NUMBER(cn_ShapeDef, angle)},
    {"enabled", BOOLEAN(cn_ShapeDef, enabled)},
    {"data", LATER},
    END,
};

const bind_Field bind_turn_fields[] = {
    {"x", NUMBER(cn_ShapeDef, x)},
    {"y", NUMBER(cn_ShapeDef, y)},
    {"angle", NUMBER(cn_ShapeDef, angle)},
    END,
};

static const bind_Field circle_fields[] = {{"radius", NUMBER(cn_ShapeDef, radius)}, END};
static const bind_Field box_fields[] = {
    {"w", NUMBER(cn_ShapeDef, w)},
    {"h", NUMBER(cn_ShapeDef, h)},
    {"radius", NUMBER(cn_ShapeDef, radius)},
    END,
};
/* of a capsule and a segment */
static const bind_Field ends_fields[] = {
    {"x1", NUMBER(cn_ShapeDef, x1)},         {"y1", NUMBER(cn_ShapeDef, y1)},
    {"x2", NUMBER(cn_ShapeDef, x2)},         {"y2", NUMBER(cn_ShapeDef, y2)},
    {"radius", NUMBER(cn_ShapeDef, radius)}, END,
};
static const bind_Field polygon_fields[] = {
    {"points", LATER},
    {"radius", NUMBER(cn_ShapeDef, radius)},
    {"hull", BOOLEAN(cn_ShapeDef, hull)},
    END,
};
static const bind_Field ellipse_fields[] = {
    {"rx", NUMBER(cn_ShapeDef, rx)},
    {"ry", NUMBER(cn_ShapeDef, ry)},
    END,
};
static const bind_Field chain_fields[] = {
    {"points", LATER},
    {"radius", NUMBER(cn_ShapeDef, radius)},
    {"loop", BOOLEAN(cn_ShapeDef, loop)},
    {"materials", LATER},
    END,
};
static const bind_Field halfspace_fields[] = {
    {"nx", NUMBER(cn_ShapeDef, nx)},
    {"ny", NUMBER(cn_ShapeDef, ny)},
    END,
};

const bind_Field *bind_kind_fields(cn_ShapeKind kind) {
    static const bind_Field *const fields[CN_SHAPE_KINDS] = {
        [CN_CIRCLE] = circle_fields,   [CN_BOX] = box_fields,
        [CN_CAPSULE] = ends_fields,    [CN_POLYGON] = polygon_fields,
        [CN_ELLIPSE] = ellipse_fields, [CN_SEGMENT] = ends_fields,
        [CN_CHAIN] = chain_fields,     [CN_HALFSPACE] = halfspace_fields,
    };
    return fields[kind];
}

int bind_required_fields(cn_ShapeKind kind) {
    static const int counts[CN_SHAPE_KINDS] = {
        [CN_CIRCLE] = 1,  [CN_BOX] = 2,     [CN_CAPSULE] = 5, [CN_POLYGON] = 0,
        [CN_ELLIPSE] = 2, [CN_SEGMENT] = 4, [CN_CHAIN] = 0,   [CN_HALFSPACE] = 0,
    };
    return counts[kind];
}
