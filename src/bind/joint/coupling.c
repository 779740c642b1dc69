/* coupling.c: what gears, pulleys and ratchets answer and what can be set on them.
 *
 * As in joint_settings.c the core's definition is read, changed and given back. */
#include "joint/coupling.h"

#include "base/args.h"
#include "base/push.h"
#include "handle/handle.h"
#include "joint/joint_settings.h"

#define BIT    BIND_JOINT_BIT
#define RATIOS (BIT(GEAR) | BIT(PULLEY))

/* joint:joints() -> Joint a, Joint b of a gear */
static int l_joint_joints(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, BIT(GEAR), "joints");
    lua_getiuservalue(L, 1, UV_WORLD);
    int world = lua_gettop(L);
    bind_push_joint(L, world, def.joint_a);
    bind_push_joint(L, world, def.joint_b);
    return 2;
}

/* joint:ratio() -> how often the coordinate of b counts; gear, pulley */
static int l_joint_ratio(lua_State *L) {
    return bind_push1(L, bind_read_joint(L, RATIOS, "ratio").ratio);
}

/* joint:set_ratio(number): from where it is now */
static int l_joint_set_ratio(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, RATIOS, "set_ratio");
    def.ratio = bind_number(L, 2);
    return bind_give_joint_back(L, &def);
}

/* joint:ground_from() -> x, y where a pulley's rope of a turns */
static int l_joint_ground_from(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, BIT(PULLEY), "ground_from");
    return bind_push2(L, def.ground_from_x, def.ground_from_y);
}

/* joint:ground_to() -> x, y where that of b turns */
static int l_joint_ground_to(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, BIT(PULLEY), "ground_to");
    return bind_push2(L, def.ground_to_x, def.ground_to_y);
}

/* joint:lengths() -> m of a pulley's rope on the side of a, and on that of b */
static int l_joint_lengths(lua_State *L) {
    const bind_Handle *h = bind_joint(L, 1);
    bind_check_joint_kind(L, h, BIT(PULLEY), "lengths");
    double a, b;
    cn_joint_lengths(h->world->core, bind_joint_id(h), &a, &b);
    return bind_push2(L, a, b);
}

/* joint:step() -> rad from catch to catch of a ratchet; its sign is the way that b may turn */
static int l_joint_step(lua_State *L) {
    return bind_push1(L, bind_read_joint(L, BIT(RATCHET), "step").step);
}

/* joint:set_step(rad) */
static int l_joint_set_step(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, BIT(RATCHET), "set_step");
    def.step = bind_number(L, 2);
    return bind_give_joint_back(L, &def);
}

/* joint:phase() -> rad, the angle of one of a ratchet's catches */
static int l_joint_phase(lua_State *L) {
    return bind_push1(L, bind_read_joint(L, BIT(RATCHET), "phase").phase);
}

/* joint:set_phase(rad) */
static int l_joint_set_phase(lua_State *L) {
    cn_JointDef def = bind_change_joint(L, BIT(RATCHET), "set_phase");
    def.phase = bind_number(L, 2);
    return bind_give_joint_back(L, &def);
}

const luaL_Reg bind_coupling_methods[] = {
    {"joints", l_joint_joints},
    {"ratio", l_joint_ratio},
    {"set_ratio", l_joint_set_ratio},
    {"ground_from", l_joint_ground_from},
    {"ground_to", l_joint_ground_to},
    {"lengths", l_joint_lengths},
    {"step", l_joint_step},
    {"set_step", l_joint_set_step},
    {"phase", l_joint_phase},
    {"set_phase", l_joint_set_phase},
    {NULL, NULL},
};
