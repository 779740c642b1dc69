/* tuning.c: the rest of a body's keys: type, mass, damping, locks, sleep.
 *
 * The core keeps them as a definition and takes changes of it as a whole (cn_body_configure);
 * a setter reads it, changes one member and gives it back. */
#include "body/tuning.h"

#include "base/args.h"
#include "base/fields.h"
#include "base/push.h"
#include "define/def.h"
#include "handle/handle.h"

static cn_BodyDef settings(const bind_Handle *h) {
    return cn_body_settings(h->world->core, bind_body_id(h));
}

static void configure(lua_State *L, bind_Handle *h, const cn_BodyDef *def) {
    bind_check(L, h->world, cn_body_configure(h->world->core, bind_body_id(h), def));
}

static int get_number(lua_State *L, size_t offset) {
    cn_BodyDef def = settings(bind_body(L, 1));
    return bind_push1(L, *(double *)((char *)&def + offset));
}

static int set_number(lua_State *L, size_t offset) {
    bind_Handle *h = bind_open_body(L, 1);
    cn_BodyDef def = settings(h);
    *(double *)((char *)&def + offset) = bind_number(L, 2);
    configure(L, h, &def);
    return 0;
}

static int get_boolean(lua_State *L, size_t offset) {
    cn_BodyDef def = settings(bind_body(L, 1));
    return bind_push_boolean(L, *(bool *)((char *)&def + offset));
}

static int set_boolean(lua_State *L, size_t offset) {
    bind_Handle *h = bind_open_body(L, 1);
    cn_BodyDef def = settings(h);
    *(bool *)((char *)&def + offset) = bind_boolean(L, 2);
    configure(L, h, &def);
    return 0;
}

/* A number that the core reads as "not given" when it is negative. */
static double bind_positive(lua_State *L, int arg) {
    double v = bind_number(L, arg);
    if (!(v > 0.0)) bind_arg_error(L, arg, "must be > 0, got %s", bind_digits(L, v));
    return v;
}

/* ---- type and mass ----------------------------------------------------------------------------
 */

/* body:type() -> "static", "kinematic" or "dynamic" */
static int l_body_type(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    lua_pushstring(L, bind_body_types[cn_body_type(h->world->core, bind_body_id(h))]);
    return 1;
}

/* body:set_type(name) */
static int l_body_set_type(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    cn_BodyType type = (cn_BodyType)bind_enum(L, 2, "type", bind_body_types);
    bind_check(L, h->world, cn_body_set_type(h->world->core, bind_body_id(h), type));
    return 0;
}

/* body:mass() -> kg, 0 when not dynamic */
static int l_body_mass(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push1(L, cn_body_mass(h->world->core, bind_body_id(h)));
}

/* body:set_mass(kg or nil): the inertia is rescaled unless it was given; nil: as the shapes give */
static int l_body_set_mass(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    double mass = lua_isnoneornil(L, 2) ? -1.0 : bind_positive(L, 2);
    bind_check(L, h->world, cn_body_set_mass(h->world->core, bind_body_id(h), mass));
    return 0;
}

/* body:inverse_mass() -> 1/kg, 0 when not dynamic */
static int l_body_inverse_mass(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push1(L, cn_body_inverse_mass(h->world->core, bind_body_id(h)));
}

/* body:inverse_inertia() -> 1/(kg m^2), 0 when it cannot turn */
static int l_body_inverse_inertia(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push1(L, cn_body_inverse_inertia(h->world->core, bind_body_id(h)));
}

/* body:kinetic_energy() -> J, 0 when not dynamic */
static int l_body_kinetic_energy(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push1(L, cn_body_kinetic_energy(h->world->core, bind_body_id(h)));
}

/* body:acceleration() -> ax, ay, angular: of gravity and the forces given */
static int l_body_acceleration(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    double ax, ay, angular;
    cn_body_acceleration(h->world->core, bind_body_id(h), &ax, &ay, &angular);
    return bind_push3(L, ax, ay, angular);
}

/* body:inertia() -> kg m^2 about its centre of mass */
static int l_body_inertia(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push1(L, cn_body_inertia(h->world->core, bind_body_id(h)));
}

/* body:set_inertia(kg m^2 or nil): nil: as mass and shapes give */
static int l_body_set_inertia(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    double inertia = lua_isnoneornil(L, 2) ? -1.0 : bind_positive(L, 2);
    bind_check(L, h->world, cn_body_set_inertia(h->world->core, bind_body_id(h), inertia));
    return 0;
}

/* body:mass_center() -> x, y in its own frame */
static int l_body_mass_center(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    cn_Vec at = cn_body_mass_center(h->world->core, bind_body_id(h));
    return bind_push2(L, at.x, at.y);
}

/* body:set_mass_center(x, y), or (nil): where the shapes have it, again */
static int l_body_set_mass_center(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    cn_Pos at = {0, 0};
    bool given = !lua_isnoneornil(L, 2) || !lua_isnoneornil(L, 3);
    if (given) at = (cn_Pos){bind_number(L, 2), bind_number(L, 3)};
    cn_Result r = cn_body_set_mass_center(h->world->core, bind_body_id(h), given ? &at : NULL);
    bind_check_named(L, h->world, r, "mass_center[1] mass_center[2]");
    return 0;
}

/* ---- numbers and switches ---------------------------------------------------------------------
 */

#define AT(member) offsetof(cn_BodyDef, member)

/* body:damping() -> 1/s */
static int l_body_damping(lua_State *L) { return get_number(L, AT(damping)); }
/* body:set_damping(1/s) */
static int l_body_set_damping(lua_State *L) { return set_number(L, AT(damping)); }
/* body:angular_damping() -> 1/s */
static int l_body_angular_damping(lua_State *L) { return get_number(L, AT(angular_damping)); }
/* body:set_angular_damping(1/s) */
static int l_body_set_angular_damping(lua_State *L) { return set_number(L, AT(angular_damping)); }
/* body:gravity_scale() -> number */
static int l_body_gravity_scale(lua_State *L) { return get_number(L, AT(gravity_scale)); }
/* body:set_gravity_scale(number) */
static int l_body_set_gravity_scale(lua_State *L) { return set_number(L, AT(gravity_scale)); }
/* body:constant_torque() -> N m in every step */
static int l_body_constant_torque(lua_State *L) { return get_number(L, AT(constant_torque)); }
/* body:set_constant_torque(N m): until it is changed */
static int l_body_set_constant_torque(lua_State *L) { return set_number(L, AT(constant_torque)); }

/* body:dominance() -> integer */
static int l_body_dominance(lua_State *L) {
    return bind_push_integer(L, settings(bind_body(L, 1)).dominance);
}

/* body:set_dominance(integer): who has more pushes the other and is not pushed */
static int l_body_set_dominance(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    lua_Integer level = bind_integer(L, 2);
    if (level > CN_MAX_DOMINANCE || level < -CN_MAX_DOMINANCE)
        return bind_arg_error(L, 2, "must be an integer in %d..%d, got %s", -CN_MAX_DOMINANCE,
                              CN_MAX_DOMINANCE, bind_whole(L, level));
    cn_BodyDef def = settings(h);
    def.dominance = (int)level;
    bind_check(L, h->world, cn_body_configure(h->world->core, bind_body_id(h), &def));
    return 0;
}

/* body:is_steered() -> boolean */
static int l_body_is_steered(lua_State *L) { return get_boolean(L, AT(steered)); }
/* body:set_steered(boolean): whether the hook steer gives its velocity */
static int l_body_set_steered(lua_State *L) { return set_boolean(L, AT(steered)); }

/* Two neighbours of the definition. */
static int get_pair(lua_State *L, size_t offset) {
    cn_BodyDef def = settings(bind_body(L, 1));
    const double *v = (const double *)((char *)&def + offset);
    return bind_push2(L, v[0], v[1]);
}

static int set_pair(lua_State *L, size_t offset, const char *names) {
    bind_Handle *h = bind_open_body(L, 1);
    cn_BodyDef def = settings(h);
    double *v = (double *)((char *)&def + offset);
    v[0] = bind_number(L, 2);
    v[1] = bind_number(L, 3);
    cn_Result r = cn_body_configure(h->world->core, bind_body_id(h), &def);
    bind_check_named(L, h->world, r, names);
    return 0;
}

/* body:constant_force() -> fx, fy in every step, in the world */
static int l_body_constant_force(lua_State *L) { return get_pair(L, AT(constant_force_x)); }
/* body:set_constant_force(fx, fy): until it is changed */
static int l_body_set_constant_force(lua_State *L) {
    return set_pair(L, AT(constant_force_x), "constant_force[1] constant_force[2]");
}
/* body:relative_force() -> fx, fy in every step, along its own axes */
static int l_body_relative_force(lua_State *L) { return get_pair(L, AT(relative_force_x)); }
/* body:set_relative_force(fx, fy): until it is changed */
static int l_body_set_relative_force(lua_State *L) {
    return set_pair(L, AT(relative_force_x), "relative_force[1] relative_force[2]");
}

/* body:sleep_speed() -> m/s */
static int l_body_sleep_speed(lua_State *L) { return get_number(L, AT(sleep_speed)); }
/* body:set_sleep_speed(m/s) */
static int l_body_set_sleep_speed(lua_State *L) { return set_number(L, AT(sleep_speed)); }
/* body:safety() -> number, of its thickness */
static int l_body_safety(lua_State *L) { return get_number(L, AT(safety)); }
/* body:set_safety(number) */
static int l_body_set_safety(lua_State *L) { return set_number(L, AT(safety)); }
/* body:is_bullet() -> boolean */
static int l_body_is_bullet(lua_State *L) { return get_boolean(L, AT(bullet)); }
/* body:set_bullet(boolean) */
static int l_body_set_bullet(lua_State *L) { return set_boolean(L, AT(bullet)); }
/* body:is_fast_rotation() -> boolean */
static int l_body_is_fast_rotation(lua_State *L) { return get_boolean(L, AT(fast_rotation)); }
/* the same, in other words: each has its own name in sentences */
static int l_body_has_fast_rotation(lua_State *L) { return l_body_is_fast_rotation(L); }
/* body:set_fast_rotation(boolean) */
static int l_body_set_fast_rotation(lua_State *L) { return set_boolean(L, AT(fast_rotation)); }
/* body:can_sleep() -> boolean */
static int l_body_can_sleep(lua_State *L) { return get_boolean(L, AT(can_sleep)); }
/* body:set_can_sleep(boolean) */
static int l_body_set_can_sleep(lua_State *L) { return set_boolean(L, AT(can_sleep)); }

/* body:max_speed() -> m/s; the world's unless set */
static int l_body_max_speed(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    double own = settings(h).max_speed;
    return bind_push1(L, own >= 0.0 ? own : cn_world_settings(h->world->core).max_speed);
}

/* body:set_max_speed(m/s or nil): nil is the world's */
static int l_body_set_max_speed(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    cn_BodyDef def = settings(h);
    def.max_speed = lua_isnoneornil(L, 2) ? -1.0 : bind_positive(L, 2);
    configure(L, h, &def);
    return 0;
}

/* body:is_fixed_rotation() -> boolean */
static int l_body_is_fixed_rotation(lua_State *L) {
    cn_BodyDef def = settings(bind_body(L, 1));
    return bind_push_boolean(L, def.fixed_rotation || def.lock_rotation);
}
/* the same, in other words: each has its own name in sentences */
static int l_body_has_fixed_rotation(lua_State *L) { return l_body_is_fixed_rotation(L); }

/* body:set_fixed_rotation(boolean): the same as locks.rotation */
static int l_body_set_fixed_rotation(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    cn_BodyDef def = settings(h);
    def.fixed_rotation = def.lock_rotation = bind_boolean(L, 2);
    configure(L, h, &def);
    return 0;
}

/* body:locks() -> x, y, rotation: three booleans */
static int l_body_locks(lua_State *L) {
    cn_BodyDef def = settings(bind_body(L, 1));
    lua_pushboolean(L, def.lock_x);
    lua_pushboolean(L, def.lock_y);
    lua_pushboolean(L, def.fixed_rotation || def.lock_rotation);
    return 3;
}

static bool opt_boolean(lua_State *L, int arg) {
    return !lua_isnoneornil(L, arg) && bind_boolean(L, arg);
}

/* body:set_locks(x, y, rotation) or {x=, y=, rotation=}: what is left out is free */
static int l_body_set_locks(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    cn_BodyDef def = settings(h);
    def.lock_x = def.lock_y = def.lock_rotation = def.fixed_rotation = false;
    if (lua_istable(L, 2)) {
        bind_Reader r = {.L = L, .arg = 2, .world = h->world};
        const bind_FieldSet set = {bind_lock_fields, &def};
        bind_read_table(&r, &set, 1);
    } else {
        def.lock_x = opt_boolean(L, 2);
        def.lock_y = opt_boolean(L, 3);
        def.lock_rotation = opt_boolean(L, 4);
    }
    configure(L, h, &def);
    return 0;
}

/* ---- sleep and presence -------------------------------------------------------------------------
 */

static int set_awake(lua_State *L, bind_Handle *h, bool awake) {
    bind_check(L, h->world, cn_body_set_awake(h->world->core, bind_body_id(h), awake));
    return 0;
}

/* body:is_awake() -> boolean */
static int l_body_is_awake(lua_State *L) {
    const bind_Handle *h = bind_body(L, 1);
    return bind_push_boolean(L, cn_body_is_awake(h->world->core, bind_body_id(h)));
}

/* body:wake() */
static int l_body_wake(lua_State *L) { return set_awake(L, bind_open_body(L, 1), true); }
/* body:sleep() */
static int l_body_sleep(lua_State *L) { return set_awake(L, bind_open_body(L, 1), false); }
/* body:set_awake(boolean) */
static int l_body_set_awake(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    return set_awake(L, h, bind_boolean(L, 2));
}

/* body:is_enabled() -> boolean */
static int l_body_is_enabled(lua_State *L) { return get_boolean(L, AT(enabled)); }

/* body:set_enabled(boolean): disabled, it takes no part in anything */
static int l_body_set_enabled(lua_State *L) {
    bind_Handle *h = bind_open_body(L, 1);
    bool enabled = bind_boolean(L, 2);
    bind_check(L, h->world, cn_body_set_enabled(h->world->core, bind_body_id(h), enabled));
    return 0;
}

const luaL_Reg bind_tuning_methods[] = {
    {"type", l_body_type},
    {"set_type", l_body_set_type},
    {"mass", l_body_mass},
    {"set_mass", l_body_set_mass},
    {"inertia", l_body_inertia},
    {"inverse_mass", l_body_inverse_mass},
    {"inverse_inertia", l_body_inverse_inertia},
    {"kinetic_energy", l_body_kinetic_energy},
    {"acceleration", l_body_acceleration},
    {"set_inertia", l_body_set_inertia},
    {"mass_center", l_body_mass_center},
    {"set_mass_center", l_body_set_mass_center},
    {"damping", l_body_damping},
    {"set_damping", l_body_set_damping},
    {"angular_damping", l_body_angular_damping},
    {"set_angular_damping", l_body_set_angular_damping},
    {"gravity_scale", l_body_gravity_scale},
    {"set_gravity_scale", l_body_set_gravity_scale},
    {"constant_force", l_body_constant_force},
    {"set_constant_force", l_body_set_constant_force},
    {"relative_force", l_body_relative_force},
    {"set_relative_force", l_body_set_relative_force},
    {"constant_torque", l_body_constant_torque},
    {"set_constant_torque", l_body_set_constant_torque},
    {"sleep_speed", l_body_sleep_speed},
    {"set_sleep_speed", l_body_set_sleep_speed},
    {"max_speed", l_body_max_speed},
    {"set_max_speed", l_body_set_max_speed},
    {"is_steered", l_body_is_steered},
    {"set_steered", l_body_set_steered},
    {"dominance", l_body_dominance},
    {"set_dominance", l_body_set_dominance},
    {"safety", l_body_safety},
    {"set_safety", l_body_set_safety},
    {"is_bullet", l_body_is_bullet},
    {"set_bullet", l_body_set_bullet},
    {"is_fast_rotation", l_body_is_fast_rotation},
    {"has_fast_rotation", l_body_has_fast_rotation},
    {"set_fast_rotation", l_body_set_fast_rotation},
    {"can_sleep", l_body_can_sleep},
    {"set_can_sleep", l_body_set_can_sleep},
    {"is_fixed_rotation", l_body_is_fixed_rotation},
    {"has_fixed_rotation", l_body_has_fixed_rotation},
    {"set_fixed_rotation", l_body_set_fixed_rotation},
    {"locks", l_body_locks},
    {"set_locks", l_body_set_locks},
    {"is_awake", l_body_is_awake},
    {"wake", l_body_wake},
    {"sleep", l_body_sleep},
    {"set_awake", l_body_set_awake},
    {"is_enabled", l_body_is_enabled},
    {"set_enabled", l_body_set_enabled},
    {NULL, NULL},
};
