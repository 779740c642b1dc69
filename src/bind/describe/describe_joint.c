/* describe_joint.c: joints as tables of constructor keys.
 *
 * Constructors take points and axes of the world, the core keeps them in the frames of the bodies.
 * What is written is a point from which the core gets the same bits again, where there is one: it
 * was given one, and unless the body has moved since it is not far. */
#include <math.h>
#include <string.h>

#include "define/def.h"
#include "describe/describe.h"
#include "describe/write.h"
#include "joint/joint_fields.h"

/* ---- anchors ------------------------------------------------------------------------------------
 */

typedef struct Anchor {
    const cn_World *core;
    cn_BodyId body;
    cn_Pos local;
} Anchor;

static bool same_anchor(const void *context, const double *p) {
    const Anchor *a = context;
    cn_Pos local = cn_body_to_local(a->core, a->body, p[0], p[1]);
    return local.x == a->local.x && local.y == a->local.y;
}

/* The sums of a change of frame round by a few units in the last place of what they add. */
enum { NEAR = 4 };
enum { CORRECTIONS = 8 };

static double unit(double a, double b) {
    double most = fmax(fabs(a), fabs(b));
    return nextafter(most, INFINITY) - most;
}

static void find_near(const Anchor *a, double *p) {
    cn_Pos origin = cn_body_position(a->core, a->body);
    double x = unit(p[0], p[0] - origin.x), y = unit(p[1], p[1] - origin.y);
    for (int i = -NEAR; i <= NEAR; i++) {
        for (int k = -NEAR; k <= NEAR; k++) {
            double near[2] = {p[0] + i * x, p[1] + k * y};
            if (!same_anchor(a, near)) continue;
            memcpy(p, near, sizeof near);
            return;
        }
    }
}

/* What a point is off is taken off it, which rounds finer than the coordinates of the world do
 * where the body's are small. */
static bool come_nearer(const Anchor *a, double *p) {
    cn_Rot q = cn_body_rotation(a->core, a->body);
    double near[2] = {p[0], p[1]};
    for (int i = 0; i < CORRECTIONS; i++) {
        cn_Pos now = cn_body_to_local(a->core, a->body, near[0], near[1]);
        double x = a->local.x - now.x, y = a->local.y - now.y;
        near[0] += (double)q.c * x - (double)q.s * y;
        near[1] += (double)q.s * x + (double)q.c * y;
        if (!same_anchor(a, near)) continue;
        memcpy(p, near, sizeof near);
        return true;
    }
    return false;
}

/* The point of the world that is kept as `local` on the body. */
static void find_anchor(const cn_World *core, cn_BodyId body, cn_Pos local, double *p) {
    Anchor a = {core, body, local};
    /* cosine and sine are floats: going there and back stretches a little, which is taken off */
    cn_Pos at = cn_body_to_world(core, body, local.x, local.y);
    cn_Pos back = cn_body_to_local(core, body, at.x, at.y);
    at = cn_body_to_world(core, body, local.x + (local.x - back.x), local.y + (local.y - back.y));
    p[0] = at.x;
    p[1] = at.y;
    if (bind_shorten(p, 2, same_anchor, &a)) return;
    if (!come_nearer(&a, p)) find_near(&a, p);
}

/* ---- axes ---------------------------------------------------------------------------------------
 */

typedef struct Axis {
    cn_Rot q;
    cn_Vec local;
} Axis;

static bool same_axis(const void *context, const double *p) {
    const Axis *a = context;
    double length = sqrt(p[0] * p[0] + p[1] * p[1]);
    cn_Vec local = cn_unrotate(a->q, (cn_Vec){(float)(p[0] / length), (float)(p[1] / length)});
    return local.x == a->local.x && local.y == a->local.y;
}

static void find_axis(const cn_World *core, cn_JointId id, double *p) {
    Axis a = {cn_body_rotation(core, cn_joint_body_a(core, id)), cn_joint_local_axis(core, id)};
    cn_Vec axis = cn_rotate(a.q, a.local);
    p[0] = axis.x, p[1] = axis.y;
    if (!bind_shorten(p, 2, same_axis, &a)) bind_turn(p, same_axis, &a);
}

/* ---- what the definition leaves open ------------------------------------------------------------
 */

static double distance(double x1, double y1, double x2, double y2) {
    return sqrt((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1));
}

/* The length that a joint with these anchors would be given. */
static double own_length(const cn_JointDef *d) {
    if (d->kind != CN_PULLEY) return distance(d->from_x, d->from_y, d->to_x, d->to_y);
    return distance(d->from_x, d->from_y, d->ground_from_x, d->ground_from_y) +
           d->ratio * distance(d->to_x, d->to_y, d->ground_to_x, d->ground_to_y);
}

/* The angle from which it counts, where it would not be this one anyway. Turns that the bodies have
 * made since are not theirs in another world: they go into it. */
static void tell_reference(const cn_World *core, cn_JointId id, cn_JointDef *now,
                           cn_JointDef *usual) {
    double angle = cn_joint_angle(core, id);
    usual->reference = angle == 0.0 ? now->reference : NAN;
    double a = cn_body_angle(core, now->a), b = cn_body_angle(core, now->b);
    double turns = floor((angle + now->reference - (b - a)) / (2 * CN_PI) + 0.5);
    /* a turn more or less is the difference of the two angles, which each end at pi */
    if (fabs(turns) > 1) now->reference -= 2 * CN_PI * turns;
}

static void tell_origin(cn_JointDef *now, cn_JointDef *usual) {
    double length = sqrt(now->axis_x * now->axis_x + now->axis_y * now->axis_y);
    cn_Vec axis = {(float)(now->axis_x / length), (float)(now->axis_y / length)};
    cn_Vec gap = {(float)(now->to_x - now->from_x), (float)(now->to_y - now->from_y)};
    bool same = (double)(gap.x * axis.x + gap.y * axis.y) == now->origin;
    usual->origin = same ? now->origin : NAN;
}

/* ---- writing ------------------------------------------------------------------------------------
 */

/* One joint, on its way into a table at out. */
typedef struct Telling {
    const bind_Description *d;
    cn_JointId id;
    int out;
    bind_JointArgs now, usual; /* NaN in usual: told, whatever it is */
} Telling;

static void tell_anchors(Telling *t) {
    const cn_World *core = t->d->w->core;
    cn_JointDef *now = &t->now.def, *usual = &t->usual.def;
    cn_Pos a, b;
    double hold[2];
    cn_joint_local_anchors(core, t->id, &a, &b);
    if (now->kind == CN_MOUSE) {
        Anchor held = {core, now->b, b};
        const double target[2] = {now->to_x, now->to_y};
        find_anchor(core, now->b, b, hold);
        t->now.at_x = hold[0], t->now.at_y = hold[1];
        t->usual.at_x = same_anchor(&held, target) ? hold[0] : NAN;
        t->usual.at_y = hold[1];
        usual->to_x = NAN;
        usual->to_y = NAN;
        return;
    }
    find_anchor(core, now->a, a, &now->from_x);
    find_anchor(core, now->b, b, &now->to_x);
    /* one point of the world may be kept as both where the nearest of each are two */
    Anchor on_a = {core, now->a, a}, on_b = {core, now->b, b};
    if (same_anchor(&on_b, &now->from_x))
        now->to_x = now->from_x, now->to_y = now->from_y;
    else if (same_anchor(&on_a, &now->to_x))
        now->from_x = now->to_x, now->from_y = now->to_y;
    bool together = now->from_x == now->to_x && now->from_y == now->to_y;
    if (together && now->kind != CN_DISTANCE && now->kind != CN_PULLEY) {
        t->now.at_x = now->from_x, t->now.at_y = now->from_y;
        t->usual.at_x = NAN;
        usual->from_x = now->from_x, usual->from_y = now->from_y;
        usual->to_x = now->to_x, usual->to_y = now->to_y;
    } else {
        usual->from_x = usual->to_x = NAN;
    }
}

/* What is not there has no key; of what is, some stand for themselves. */
static void tell_numbers(Telling *t) {
    const cn_World *core = t->d->w->core;
    cn_JointDef *now = &t->now.def, *usual = &t->usual.def;
    bool slides = now->kind == CN_PRISMATIC || now->kind == CN_WHEEL;
    bool nowhere = now->kind == CN_FILTER || now->kind == CN_RATCHET || now->kind == CN_ROTARY;
    if (now->kind != CN_GEAR && !nowhere) tell_anchors(t);
    if (now->has_reference) tell_reference(core, t->id, now, usual);
    if (slides) {
        find_axis(core, t->id, &now->axis_x);
        usual->axis_x = NAN;
        tell_origin(now, usual);
    }
    usual->lower = now->has_limits ? NAN : now->lower;
    usual->upper = now->upper;
    if (now->kind == CN_DISTANCE || now->kind == CN_PULLEY)
        usual->length = own_length(now) == now->length ? now->length : NAN;
    usual->min = now->has_min ? NAN : now->min;
    usual->max = now->has_max ? NAN : now->max;
    usual->step = NAN;
    usual->ground_from_x = usual->ground_to_x = NAN;
}

static void write_part(const Telling *t, bool there, const char *name, const bind_Field *fields,
                       const bind_JointArgs *usual) {
    if (there) bind_write_nested(t->d->L, t->out, name, fields, &t->now, usual);
}

/* Springs say their hertz in any case. */
static void write_parts(const Telling *t) {
    const cn_JointDef *now = &t->now.def;
    bind_JointArgs usual = {.def = cn_joint_def(now->kind)};
    if (now->kind == CN_MOTOR) {
        /* one of the two keys says that this axis is driven, and the other one is not */
        if (now->free_y) usual.def.velocity_x = NAN;
        if (now->free_x) usual.def.velocity_y = NAN;
        write_part(t, now->has_linear, "linear", bind_drive_linear_fields, &usual);
        write_part(t, now->has_angular, "angular", bind_drive_angular_fields, &usual);
        return;
    }
    write_part(t, now->has_motor, "motor", bind_motor_fields, &usual);
    usual.def.hertz = usual.def.linear_hertz = usual.def.angular_hertz = NAN;
    bool turns = now->linear_hertz > 0 || now->linear_damping > 0;
    write_part(t, turns, "linear", bind_linear_fields, &usual);
    turns = now->angular_hertz > 0 || now->angular_damping > 0;
    write_part(t, turns, "angular", bind_angular_fields, &usual);
    if (now->stiffness > 0) usual.def.hertz = now->hertz; /* it follows from that */
    bool spring = now->has_spring || now->hertz > 0 || now->damping > 0 || now->target != 0;
    const bind_Field *fields =
        now->kind == CN_DISTANCE ? bind_spring_fields : bind_target_spring_fields;
    write_part(t, spring && now->kind != CN_MOUSE, "spring", fields, &usual);
}

/* What a joint calls the object in that slot; the ground has no key. */
static void write_end(const Telling *t, const char *name, int calls, uint32_t index) {
    lua_State *L = t->d->L;
    if (index == 0) return;
    lua_rawgeti(L, calls, index);
    bind_set_raw(L, t->out, name);
}

static void write_ends(const Telling *t) {
    const bind_Description *d = t->d;
    const cn_JointDef *now = &t->now.def;
    if (now->kind == CN_GEAR) {
        write_end(t, "a", d->joints, now->joint_a.index);
        write_end(t, "b", d->joints, now->joint_b.index);
    } else if (now->kind == CN_MOUSE) {
        write_end(t, "body", d->bodies, now->b.index);
    } else {
        write_end(t, "a", d->bodies, now->a.index);
        write_end(t, "b", d->bodies, now->b.index);
    }
}

/* Push the table of a joint. */
static void push_joint(const bind_Description *d, cn_JointId id) {
    lua_State *L = d->L;
    Telling t = {.d = d, .id = id};
    t.now.def = cn_joint_settings(d->w->core, id);
    t.usual.def = cn_joint_def(t.now.def.kind);
    lua_newtable(L);
    t.out = lua_gettop(L);
    lua_pushstring(L, bind_joint_kinds[t.now.def.kind]);
    bind_set_raw(L, t.out, "type");
    write_ends(&t);
    tell_numbers(&t);
    bind_write_fields(L, t.out, bind_joint_fields(t.now.def.kind), &t.now, &t.usual);
    bind_write_fields(L, t.out, bind_joint_common_fields, &t.now, &t.usual);
    write_parts(&t);
    bind_push_joint(L, d->world, id);
    bind_write_value(L, t.out, "name", lua_gettop(L), UV_NAME);
    bind_write_value(L, t.out, "data", lua_gettop(L), UV_DATA);
    lua_settop(L, t.out);
}

void bind_describe_joints(const bind_Description *d) {
    lua_State *L = d->L;
    const cn_World *core = d->w->core;
    cn_JointId id = cn_world_next_joint(core, (cn_JointId){0, 0});
    if (id.generation == 0) return;
    lua_newtable(L);
    for (int n = 1; id.generation != 0; n++) {
        push_joint(d, id);
        lua_rawseti(L, -2, n);
        id = cn_world_next_joint(core, id);
    }
    bind_set_raw(L, d->out, "joints");
}
