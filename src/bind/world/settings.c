/* settings.c: getters and setters of a world's constructor keys.
 *
 * The core keeps one struct of settings and checks it as a whole; a setter reads it, changes one
 * member and gives it back. Not here: layers (define/layer.c). */
#include "world/settings.h"

#include "base/args.h"
#include "base/push.h"
#include "define/def.h"
#include "handle/handle.h"

static double *number_at(cn_WorldDef *def, size_t offset) {
    return (double *)((char *)def + offset);
}
static int *integer_at(cn_WorldDef *def, size_t offset) { return (int *)((char *)def + offset); }
static bool *boolean_at(cn_WorldDef *def, size_t offset) { return (bool *)((char *)def + offset); }

static int get_number(lua_State *L, size_t offset) {
    cn_WorldDef def = cn_world_settings(bind_world(L, 1)->core);
    return bind_push1(L, *number_at(&def, offset));
}

static int set_number(lua_State *L, size_t offset) {
    bind_World *w = bind_open_world(L, 1);
    cn_WorldDef def = cn_world_settings(w->core);
    *number_at(&def, offset) = bind_number(L, 2);
    bind_check(L, w, cn_world_configure(w->core, &def));
    return 0;
}

static int get_integer(lua_State *L, size_t offset) {
    cn_WorldDef def = cn_world_settings(bind_world(L, 1)->core);
    return bind_push_integer(L, *integer_at(&def, offset));
}

static int set_integer(lua_State *L, size_t offset) {
    bind_World *w = bind_open_world(L, 1);
    cn_WorldDef def = cn_world_settings(w->core);
    lua_Integer value = bind_integer(L, 2);
    /* what does not fit an int is out of every range, too */
    if (value > 1000000000 || value < -1000000000) value = value < 0 ? -1000000000 : 1000000000;
    *integer_at(&def, offset) = (int)value;
    bind_check(L, w, cn_world_configure(w->core, &def));
    return 0;
}

static int get_boolean(lua_State *L, size_t offset) {
    cn_WorldDef def = cn_world_settings(bind_world(L, 1)->core);
    return bind_push_boolean(L, *boolean_at(&def, offset));
}

static int set_boolean(lua_State *L, size_t offset) {
    bind_World *w = bind_open_world(L, 1);
    cn_WorldDef def = cn_world_settings(w->core);
    *boolean_at(&def, offset) = bind_boolean(L, 2);
    bind_check(L, w, cn_world_configure(w->core, &def));
    return 0;
}

static int get_enum(lua_State *L, size_t offset, const char *const *names) {
    cn_WorldDef def = cn_world_settings(bind_world(L, 1)->core);
    lua_pushstring(L, names[*integer_at(&def, offset)]);
    return 1;
}

static int set_enum(lua_State *L, size_t offset, const char *what, const char *const *names) {
    bind_World *w = bind_open_world(L, 1);
    cn_WorldDef def = cn_world_settings(w->core);
    *integer_at(&def, offset) = bind_enum(L, 2, what, names);
    bind_check(L, w, cn_world_configure(w->core, &def));
    return 0;
}

/* ---- one pair for each key --------------------------------------------------------------------
 */

/* world:gravity() -> x, y in m/s^2 */
static int l_world_gravity(lua_State *L) {
    cn_WorldDef def = cn_world_settings(bind_world(L, 1)->core);
    return bind_push2(L, def.gravity_x, def.gravity_y);
}

/* world:set_gravity(x, y): wakes all */
static int l_world_set_gravity(lua_State *L) {
    bind_World *w = bind_open_world(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    bind_check_named(L, w, cn_world_set_gravity(w->core, x, y), "gravity[1] gravity[2]");
    return 0;
}

#define AT(member) offsetof(cn_WorldDef, member)

/* world:substeps() -> integer */
static int l_world_substeps(lua_State *L) { return get_integer(L, AT(substeps)); }
/* world:set_substeps(n): 1..64 */
static int l_world_set_substeps(lua_State *L) { return set_integer(L, AT(substeps)); }
/* world:threads() -> integer */
static int l_world_threads(lua_State *L) { return get_integer(L, AT(threads)); }
/* world:set_threads(n): results do not depend on it */
static int l_world_set_threads(lua_State *L) { return set_integer(L, AT(threads)); }
/* world:is_sleep() -> boolean: may bodies sleep */
static int l_world_is_sleep(lua_State *L) { return get_boolean(L, AT(sleep)); }
/* the same, in other words: each has its own name in sentences */
static int l_world_has_sleep(lua_State *L) { return l_world_is_sleep(L); }
/* world:set_sleep(boolean) */
static int l_world_set_sleep(lua_State *L) { return set_boolean(L, AT(sleep)); }
/* world:is_continuous() -> boolean */
static int l_world_is_continuous(lua_State *L) { return get_boolean(L, AT(continuous)); }
/* world:set_continuous(boolean) */
static int l_world_set_continuous(lua_State *L) { return set_boolean(L, AT(continuous)); }
/* world:max_dt() -> s */
static int l_world_max_dt(lua_State *L) { return get_number(L, AT(max_dt)); }
/* world:set_max_dt(s) */
static int l_world_set_max_dt(lua_State *L) { return set_number(L, AT(max_dt)); }
/* world:max_speed() -> m/s */
static int l_world_max_speed(lua_State *L) { return get_number(L, AT(max_speed)); }
/* world:set_max_speed(m/s) */
static int l_world_set_max_speed(lua_State *L) { return set_number(L, AT(max_speed)); }
/* world:slop() -> m of overlap allowed at rest */
static int l_world_slop(lua_State *L) { return get_number(L, AT(slop)); }
/* world:set_slop(m) */
static int l_world_set_slop(lua_State *L) { return set_number(L, AT(slop)); }
/* world:hit_speed() -> m/s of approach that makes a hit */
static int l_world_hit_speed(lua_State *L) { return get_number(L, AT(hit_speed)); }
/* world:set_hit_speed(m/s) */
static int l_world_set_hit_speed(lua_State *L) { return set_number(L, AT(hit_speed)); }
/* world:push_speed() -> m/s, fastest push out of an overlap */
static int l_world_push_speed(lua_State *L) { return get_number(L, AT(push_speed)); }
/* world:set_push_speed(m/s) */
static int l_world_set_push_speed(lua_State *L) { return set_number(L, AT(push_speed)); }
/* world:contact_hertz() -> Hz, stiffness of contacts that are not at rest */
static int l_world_contact_hertz(lua_State *L) { return get_number(L, AT(contact_hertz)); }
/* world:set_contact_hertz(Hz) */
static int l_world_set_contact_hertz(lua_State *L) { return set_number(L, AT(contact_hertz)); }
/* world:contact_damping() -> damping ratio of that */
static int l_world_contact_damping(lua_State *L) { return get_number(L, AT(contact_damping)); }
/* world:set_contact_damping(ratio) */
static int l_world_set_contact_damping(lua_State *L) { return set_number(L, AT(contact_damping)); }
/* world:push_share() -> ratio of an overlap that a step takes out, or nil: as contact_hertz has it
 */
static int l_world_push_share(lua_State *L) {
    cn_WorldDef def = cn_world_settings(bind_world(L, 1)->core);
    if (def.push_share < 0.0)
        lua_pushnil(L);
    else
        lua_pushnumber(L, def.push_share);
    return 1;
}
/* world:set_push_share(ratio or nil) */
static int l_world_set_push_share(lua_State *L) {
    bind_World *w = bind_open_world(L, 1);
    cn_WorldDef def = cn_world_settings(w->core);
    def.push_share = bind_opt_number(L, 2, -1.0);
    if (def.push_share < 0.0 && !lua_isnoneornil(L, 2)) {
        return bind_arg_error(L, 2, "must be in 0.01..1, got %s", bind_digits(L, def.push_share));
    }
    bind_check(L, w, cn_world_configure(w->core, &def));
    return 0;
}
/* world:friction_mix() -> "geometric" */
static int l_world_friction_mix(lua_State *L) { return get_enum(L, AT(friction_mix), bind_mixes); }
/* world:set_friction_mix(name) */
static int l_world_set_friction_mix(lua_State *L) {
    return set_enum(L, AT(friction_mix), "friction_mix", bind_mixes);
}
/* world:restitution_mix() -> "max" */
static int l_world_restitution_mix(lua_State *L) {
    return get_enum(L, AT(restitution_mix), bind_mixes);
}
/* world:set_restitution_mix(name) */
static int l_world_set_restitution_mix(lua_State *L) {
    return set_enum(L, AT(restitution_mix), "restitution_mix", bind_mixes);
}
/* world:outside() -> "keep", "disable" or "destroy" */
static int l_world_outside(lua_State *L) { return get_enum(L, AT(outside), bind_outsides); }
/* world:set_outside(name) */
static int l_world_set_outside(lua_State *L) {
    return set_enum(L, AT(outside), "outside", bind_outsides);
}

/* world:restitution_speed() -> m/s below which nothing bounces, chosen by the world or set */
static int l_world_restitution_speed(lua_State *L) {
    return bind_push1(L, cn_world_restitution_speed(bind_world(L, 1)->core));
}

/* world:set_restitution_speed(m/s or nil): nil lets the world choose */
static int l_world_set_restitution_speed(lua_State *L) {
    bind_World *w = bind_open_world(L, 1);
    cn_WorldDef def = cn_world_settings(w->core);
    def.restitution_speed = bind_opt_number(L, 2, -1.0);
    if (def.restitution_speed < 0.0 && !lua_isnoneornil(L, 2)) {
        return bind_arg_error(L, 2, "must be >= 0, got %s", bind_digits(L, def.restitution_speed));
    }
    bind_check(L, w, cn_world_configure(w->core, &def));
    return 0;
}

/* world:bounds() -> x1, y1, x2, y2, or nil */
static int l_world_bounds(lua_State *L) {
    cn_WorldDef def = cn_world_settings(bind_world(L, 1)->core);
    if (!def.has_bounds) {
        lua_pushnil(L);
        return 1;
    }
    for (int i = 0; i < 4; i++) lua_pushnumber(L, def.bounds[i]);
    return 4;
}

/* world:set_bounds(x1, y1, x2, y2), or (nil) for none */
static int l_world_set_bounds(lua_State *L) {
    bind_World *w = bind_open_world(L, 1);
    cn_WorldDef def = cn_world_settings(w->core);
    def.has_bounds = !lua_isnoneornil(L, 2);
    for (int i = 0; i < 4 && def.has_bounds; i++) def.bounds[i] = bind_number(L, i + 2);
    bind_check_named(L, w, cn_world_configure(w->core, &def),
                     "bounds[1] bounds[2] bounds[3] bounds[4]");
    return 0;
}

/* world:is_strict() -> boolean: a stale manifold always raises */
static int l_world_is_strict(lua_State *L) {
    return bind_push_boolean(L, bind_world(L, 1)->strict);
}

/* world:set_strict(boolean) */
static int l_world_set_strict(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    w->strict = bind_boolean(L, 2);
    return 0;
}

/* world:is_paused() -> boolean */
static int l_world_is_paused(lua_State *L) {
    return bind_push_boolean(L, cn_world_is_paused(bind_world(L, 1)->core));
}

/* world:set_paused(boolean): a paused world's step does nothing */
static int l_world_set_paused(lua_State *L) {
    bind_World *w = bind_open_world(L, 1);
    cn_world_set_paused(w->core, bind_boolean(L, 2));
    return 0;
}

const luaL_Reg bind_setting_methods[] = {
    {"gravity", l_world_gravity},
    {"set_gravity", l_world_set_gravity},
    {"substeps", l_world_substeps},
    {"set_substeps", l_world_set_substeps},
    {"threads", l_world_threads},
    {"set_threads", l_world_set_threads},
    {"is_sleep", l_world_is_sleep},
    {"has_sleep", l_world_has_sleep},
    {"set_sleep", l_world_set_sleep},
    {"is_continuous", l_world_is_continuous},
    {"set_continuous", l_world_set_continuous},
    {"max_dt", l_world_max_dt},
    {"set_max_dt", l_world_set_max_dt},
    {"max_speed", l_world_max_speed},
    {"set_max_speed", l_world_set_max_speed},
    {"slop", l_world_slop},
    {"set_slop", l_world_set_slop},
    {"hit_speed", l_world_hit_speed},
    {"set_hit_speed", l_world_set_hit_speed},
    {"restitution_speed", l_world_restitution_speed},
    {"set_restitution_speed", l_world_set_restitution_speed},
    {"push_speed", l_world_push_speed},
    {"set_push_speed", l_world_set_push_speed},
    {"contact_hertz", l_world_contact_hertz},
    {"set_contact_hertz", l_world_set_contact_hertz},
    {"contact_damping", l_world_contact_damping},
    {"set_contact_damping", l_world_set_contact_damping},
    {"push_share", l_world_push_share},
    {"set_push_share", l_world_set_push_share},
    {"friction_mix", l_world_friction_mix},
    {"set_friction_mix", l_world_set_friction_mix},
    {"restitution_mix", l_world_restitution_mix},
    {"set_restitution_mix", l_world_set_restitution_mix},
    {"bounds", l_world_bounds},
    {"set_bounds", l_world_set_bounds},
    {"outside", l_world_outside},
    {"set_outside", l_world_set_outside},
    {"is_strict", l_world_is_strict},
    {"set_strict", l_world_set_strict},
    {"is_paused", l_world_is_paused},
    {"set_paused", l_world_set_paused},
    {NULL, NULL},
};
