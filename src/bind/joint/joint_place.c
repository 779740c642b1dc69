/* joint_place.c: where a joint holds its bodies: anchors, axis, and what counts as 0.
 *
 * As in joint_settings.c each function says which kinds have it. A setter kicks nothing: what comes
 * apart by it is pulled together gently. */
#include "joint/joint_place.h"

#include "base/args.h"
#include "base/push.h"
#include "handle/handle.h"
#include "joint/joint_settings.h"

#define BIT BIND_JOINT_BIT

/* Kinds with the key at, and those with from and to; those that slide, and those with an angle. */
#define AT      (BIT(REVOLUTE) | BIT(PRISMATIC) | BIT(WHEEL) | BIT(WELD) | BIT(MOTOR) | BIT(FRICTION))
#define FROM_TO (AT | BIT(DISTANCE) | BIT(PULLEY))
#define SLIDES  (BIT(PRISMATIC) | BIT(WHEEL))
#define ANGLED  (AT | BIT(RATCHET) | BIT(ROTARY))

/* ---- anchors ------------------------------------------------------------------------------------
 */

/* The two points of a joint that get tells. */
static int push_ends(lua_State *L, void (*get)(const cn_World *, cn_JointId, cn_Pos *, cn_Pos *)) {
    const bind_Handle *h = bind_joint(L, 1);
    cn_Pos a, b;
    get(h->world->core, bind_joint_id(h), &a, &b);
    bind_push2(L, a.x, a.y);
    bind_push2(L, b.x, b.y);
    return 4;
}

/* joint:anchors() -> x1, y1 on a, x2, y2 on b, in the world */
static int l_joint_anchors(lua_State *L) { return push_ends(L, cn_joint_anchors); }

/* joint:local_anchors() -> x1, y1 on a, x2, y2 on b, each in the frame of its body; a mouse's
 * x1, y1 is where it pulls */
static int l_joint_local_anchors(lua_State *L) { return push_ends(L, cn_joint_local_anchors); }

/* The anchor that the key at, from or to has placed, where its body is now. */
static int push_anchor(lua_State *L, unsigned kinds, const char *what, bool is_a) {
    cn_JointDef def = bind_read_joint(L, kinds, what);
    return is_a ? bind_push2(L, def.from_x, def.from_y) : bind_push2(L, def.to_x, def.to_y);
}

/* joint:from() -> x, y of the anchor on a, in the world */
static int l_joint_from(lua_State *L) { return push_anchor(L, FROM_TO, "from", true); }

/* joint:to() -> x, y of the anchor on b, in the world */
static int l_joint_to(lua_State *L) { return push_anchor(L, FROM_TO, "to", false); }

/* joint:at() -> x, y of the anchor on a, where that on b is too as long as the joint holds both
 * together; of a mouse where it holds its body */
static int l_joint_at(lua_State *L) {
    const bind_Handle *h = bind_joint(L, 1);
    if (h->kind != CN_MOUSE) return push_anchor(L, AT, "at", true);
    cn_Pos target, hold;
    cn_joint_anchors(h->world->core, bind_joint_id(h), &target, &hold);
    return bind_push2(L, hold.x, hold.y);
}

/* The joint at 1, of one of the kinds, in a world that is open. */
static const bind_Handle *change(lua_State *L, unsigned kinds, const char *what) {
    const bind_Handle *h = bind_open_joint(L, 1);
    bind_check_joint_kind(L, h, kinds, what);
    return h;
}

static int set_anchors(lua_State *L, unsigned kinds, const char *what, bool a, bool b) {
    const bind_Handle *h = change(L, kinds, what);
    cn_Pos p = {bind_number(L, 2), bind_number(L, 3)};
    cn_Result r =
        cn_joint_set_anchors(h->world->core, bind_joint_id(h), a ? &p : NULL, b ? &p : NULL);
    bind_check_named(L, h->world, r, "x y");
    return 0;
}

/* joint:set_at(x, y) in the world, of both; of a mouse where it holds its body */
static int l_joint_set_at(lua_State *L) {
    return set_anchors(L, AT | BIT(MOUSE), "set_at", true, true);
}

/* joint:set_from(x, y) of the anchor on a */
static int l_joint_set_from(lua_State *L) {
    return set_anchors(L, FROM_TO, "set_from", true, false);
}

/* joint:set_to(x, y) of the anchor on b */
static int l_joint_set_to(lua_State *L) { return set_anchors(L, FROM_TO, "set_to", false, true); }

/* joint:set_local_anchors(x1, y1, x2, y2): on a and on b, each in the frame of its body */
static int l_joint_set_local_anchors(lua_State *L) {
    const bind_Handle *h = change(L, FROM_TO, "set_local_anchors");
    cn_Pos a = {bind_number(L, 2), bind_number(L, 3)}, b = {bind_number(L, 4), bind_number(L, 5)};
    cn_Result r = cn_joint_set_local_anchors(h->world->core, bind_joint_id(h), a, b);
    bind_check_named(L, h->world, r, "x1 y1 x2 y2");
    return 0;
}

/* ---- axis and zero ------------------------------------------------------------------------------
 */

/* joint:axis() -> x, y of a prismatic or wheel, in the world as a has turned, of length 1 */
static int l_joint_axis(lua_State *L) {
    cn_JointDef def = bind_read_joint(L, SLIDES, "axis");
    return bind_push2(L, def.axis_x, def.axis_y);
}

/* joint:set_axis(x, y) in the world */
static int l_joint_set_axis(lua_State *L) {
    const bind_Handle *h = change(L, SLIDES, "set_axis");
    double x = bind_number(L, 2), y = bind_number(L, 3);
    cn_Result r = cn_joint_set_axis(h->world->core, bind_joint_id(h), x, y);
    bind_check_named(L, h->world, r, "x y");
    return 0;
}

/* joint:reference() -> rad, of all that have an angle */
static int l_joint_reference(lua_State *L) {
    return bind_push1(L, bind_read_joint(L, ANGLED, "reference").reference);
}

/* joint:set_reference(rad) */
static int l_joint_set_reference(lua_State *L) {
    const bind_Handle *h = change(L, ANGLED, "set_reference");
    double v = bind_number(L, 2);
    bind_check(L, h->world, cn_joint_set_reference(h->world->core, bind_joint_id(h), v));
    return 0;
}

/* joint:origin() -> m along the axis, of a prismatic or wheel */
static int l_joint_origin(lua_State *L) {
    return bind_push1(L, bind_read_joint(L, SLIDES, "origin").origin);
}

/* joint:set_origin(m) */
static int l_joint_set_origin(lua_State *L) {
    const bind_Handle *h = change(L, SLIDES, "set_origin");
    double v = bind_number(L, 2);
    bind_check(L, h->world, cn_joint_set_origin(h->world->core, bind_joint_id(h), v));
    return 0;
}

const luaL_Reg bind_joint_place_methods[] = {
    {"anchors", l_joint_anchors},
    {"local_anchors", l_joint_local_anchors},
    {"at", l_joint_at},
    {"from", l_joint_from},
    {"to", l_joint_to},
    {"set_at", l_joint_set_at},
    {"set_from", l_joint_set_from},
    {"set_to", l_joint_set_to},
    {"set_local_anchors", l_joint_set_local_anchors},
    {"axis", l_joint_axis},
    {"set_axis", l_joint_set_axis},
    {"reference", l_joint_reference},
    {"set_reference", l_joint_set_reference},
    {"origin", l_joint_origin},
    {"set_origin", l_joint_set_origin},
    {NULL, NULL},
};
