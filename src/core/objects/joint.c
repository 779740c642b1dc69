/* joint.c: making, changing and walking joints.
 *
 * A joint stands in the lists of both its bodies. It acts while it, and both bodies, are enabled
 * and one of them is dynamic; else it only waits. Bodies that a joint connects wake together, and
 * unless it says collide, their shapes do not meet for as long as the joint exists.
 * Not here: what it measures (joint_measure.c), what it does (joint_rows.c). */
#include "objects/joint.h"

#include <math.h>
#include <string.h>

#include "activity/activity.h"
#include "contact/broad_phase.h"
#include "contact/contact.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/joint_access.h"
#include "data/world.h"
#include "objects/gear.h"
#include "objects/joint_measure.h"
#include "objects/press.h"
#include "world/check.h"
#include "world/joint_impulses.h"
#include "world/joint_state.h"

/* ---- lists -------------------------------------------------------------------------------- */

static void link_end(cn_World *w, int joint, int side, int body) {
    cn_Joint *j = &w->joint[joint];
    cn_BodyCold *cold = &w->cold[body];
    j->previous[side] = -1;
    j->next[side] = cold->first_joint;
    if (cold->first_joint >= 0)
        w->joint[cold->first_joint >> 1].previous[cold->first_joint & 1] = joint * 2 + side;
    cold->first_joint = joint * 2 + side;
    cold->joint_count++;
    w->body_flags[body] |= CN_BODY_JOINTED;
}

static void unlink_end(cn_World *w, int joint, int side, int body) {
    cn_Joint *j = &w->joint[joint];
    int next = j->next[side], previous = j->previous[side];
    if (next >= 0) w->joint[next >> 1].previous[next & 1] = previous;
    if (previous >= 0)
        w->joint[previous >> 1].next[previous & 1] = next;
    else
        w->cold[body].first_joint = next;
    if (--w->cold[body].joint_count == 0) w->body_flags[body] &= ~(uint32_t)CN_BODY_JOINTED;
}

/* ---- which bodies may meet ---------------------------------------------------------------- */

/* After a change of which bodies may meet: contacts end, or pairs are looked for anew. */
static void review_pairs(cn_World *w, int a, int b) {
    bool apart = cn_joint_separates(w, a, b);
    cn_activity_settle(w); /* contacts may go */
    int body = w->cold[a].type == CN_DYNAMIC ? a : b, other = a + b - body;
    for (int link = w->cold[body].first_contact; apart && link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        int partner = link & 1 ? c->body_a : c->body_b, contact = link >> 1;
        link = cn_contact_next(w, link);
        if (partner == other) cn_contact_destroy(w, contact);
    }
    for (int s = w->cold[body].first_shape; !apart && s >= 0; s = w->shape[s].next)
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next)
            cn_broad_phase_renew(w, p);
}

/* ---- definition to joint ------------------------------------------------------------------ */

static uint32_t flag(bool on, uint32_t bit) { return on ? bit : 0; }

static uint32_t flags_of(cn_JointKind kind, const cn_JointDef *d) {
    bool slides = cn_joint_has_way(kind), driven = slides || kind == CN_DISTANCE;
    bool anchored = kind == CN_MOTOR && d->has_linear, sprung = driven && d->has_spring;
    bool breaks = d->break_force < 1e30 || d->break_torque < 1e30;
    return flag(d->enabled, CN_JOINT_ENABLED) | flag(breaks, CN_JOINT_BREAKS) |
           flag(d->hidden, CN_JOINT_HIDDEN) | flag(d->collide, CN_JOINT_COLLIDE) |
           flag(slides && d->has_limits, CN_JOINT_LIMITS) |
           flag(driven && d->has_motor, CN_JOINT_MOTOR) |
           flag(kind == CN_MOUSE || (sprung && (d->hertz > 0 || d->stiffness > 0)),
                CN_JOINT_SPRING) |
           flag(sprung && d->stiffness > 0, CN_JOINT_STIFF) |
           flag(kind == CN_DISTANCE && d->has_min, CN_JOINT_MIN) |
           flag(kind == CN_DISTANCE && d->has_max && d->max < 1e30, CN_JOINT_MAX) |
           flag(anchored || kind == CN_FRICTION, CN_JOINT_DRIVES_ANCHOR) |
           flag(anchored && d->free_x, CN_JOINT_FREE_X) |
           flag(anchored && d->free_y, CN_JOINT_FREE_Y) |
           flag(kind == CN_FRICTION || (kind == CN_MOTOR && d->has_angular), CN_JOINT_DRIVES_ANGLE);
}

/* A joint comes, goes, or acts between other bodies. */
static void note_links(cn_World *w, const cn_Joint *j) {
    w->joint_graph_stale = true;
    w->links_changed |= cn_joint_link_code(j) != 0;
}

static void stiffen(const cn_World *w, cn_Joint *j) {
    if (j->flags & CN_JOINT_STIFF) j->tuning.hertz = cn_joint_stiff_hertz(w, j);
}

static bool pushes(const cn_Joint *j) {
    return j->flags & CN_JOINT_MOTOR || cn_joint_drives(j->kind);
}

/* length: how far apart the anchors are, for what the definition leaves open. */
static cn_JointTuning held_of(const cn_JointDef *d, double length) {
    double own = d->length < 0 ? length : d->length;
    double min = d->min < 0 ? own : d->min;
    return (cn_JointTuning){
        .lower = d->lower,
        .upper = d->upper,
        .motor_speed = d->motor_speed,
        .motor_max = d->motor_max,
        .hertz = d->hertz,
        .damping = d->damping,
        .target = d->target,
        .length = own,
        .min = d->has_min ? min : 0,
        .max = d->has_max ? d->max : (double)INFINITY,
        .linear_hertz = d->linear_hertz,
        .linear_damping = cn_joint_has_spring(d->kind) ? d->stiffness : d->linear_damping,
        .angular_hertz = d->angular_hertz,
        .angular_damping = d->angular_damping,
        .max_force = d->max_force,
        .ratio = d->ratio,
        .step = d->step,
        .phase = d->phase,
        .break_force = d->break_force,
        .break_torque = d->break_torque,
    };
}

/* Of motor and friction. */
static cn_JointTuning drive_of(const cn_JointDef *d) {
    return (cn_JointTuning){
        .velocity_x = d->velocity_x,
        .velocity_y = d->velocity_y,
        .motor_speed = d->motor_speed,
        .max_torque = d->max_torque,
        .target = d->target,
        .offset_x = d->offset_x,
        .offset_y = d->offset_y,
        .linear_hertz = d->linear_hertz,
        .linear_damping = d->linear_damping,
        .angular_hertz = d->angular_hertz,
        .angular_damping = d->angular_damping,
        .max_force = d->max_force,
        .break_force = d->break_force,
        .break_torque = d->break_torque,
    };
}

static cn_JointTuning tuning_of(const cn_JointDef *d, double length) {
    cn_JointDef own = cn_joint_read_part(d);
    return cn_joint_drives(d->kind) ? drive_of(&own) : held_of(&own, length);
}

static cn_Pos to_local(const cn_World *w, int body, double x, double y) {
    return cn_body_to_local(w, cn_body_id(w, body), x, y);
}

static double distance(double x1, double y1, double x2, double y2) {
    return sqrt((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1));
}

/* Where a gear is drawn: at the joints that it couples, on the bodies that it stands at. */
static cn_Pos gear_end(const cn_World *w, int joint, int body) {
    const cn_Joint *j = &w->joint[joint];
    return body == j->body_b ? j->local_b : j->local_a;
}

/* How long the definition is as bodies are; others than these two have no length. */
static double length_of(const cn_JointDef *d) {
    if (d->kind == CN_DISTANCE) return distance(d->from_x, d->from_y, d->to_x, d->to_y);
    if (d->kind != CN_PULLEY) return 0;
    return distance(d->from_x, d->from_y, d->ground_from_x, d->ground_from_y) +
           d->ratio * distance(d->to_x, d->to_y, d->ground_to_x, d->ground_to_y);
}

static void init_joint(cn_World *w, cn_Joint *j, const cn_JointDef *d, int a, int b) {
    double length = length_of(d);
    bool mouse = d->kind == CN_MOUSE;
    *j = (cn_Joint){.kind = d->kind,
                    .flags = flags_of(d->kind, d) | CN_JOINT_PULL,
                    .body_a = a,
                    .body_b = b,
                    .tuning = tuning_of(d, length)};
    if (pushes(j)) j->flags |= CN_JOINT_BEGINS;
    j->local_a = mouse ? (cn_Pos){d->to_x, d->to_y} : to_local(w, a, d->from_x, d->from_y);
    j->local_b = to_local(w, b, d->to_x, d->to_y);
    j->turns = w->cold[b].turns - w->cold[a].turns;
    bool given = d->has_reference && cn_joint_has_angle(d->kind);
    j->reference = given ? d->reference : cn_joint_angle_now(w, j);
    if (d->kind == CN_GEAR) {
        j->local_a = gear_end(w, (int)d->joint_a.index, a);
        j->local_b = gear_end(w, (int)d->joint_b.index, b);
    }
    if (!cn_joint_slides(d->kind)) return;
    double scale = distance(0, 0, d->axis_x, d->axis_y);
    cn_Vec axis = {(float)(d->axis_x / scale), (float)(d->axis_y / scale)};
    j->axis = cn_unrotate(w->pose[a].q, axis);
    cn_Vec gap = {(float)(d->to_x - d->from_x), (float)(d->to_y - d->from_y)};
    j->origin = d->has_origin ? d->origin : (double)cn_dot(gap, axis);
}

static cn_Result check_geared(cn_World *w, cn_JointId joint, const char *field) {
    if (!cn_joint_is_valid(w, joint))
        return cn_refuse(&w->error, CN_DEAD, field, "joint has been destroyed");
    cn_JointKind kind = w->joint[joint.index].kind;
    if (kind == CN_REVOLUTE || cn_joint_slides(kind)) return CN_OK;
    return cn_refuse(&w->error, CN_RANGE, field, "must be a revolute, prismatic or wheel joint");
}

/* A gear stands at one body of each of its joints. */
static cn_Result check_gear(cn_World *w, const cn_JointDef *d, int *a, int *b) {
    int of[2] = {(int)d->joint_a.index, (int)d->joint_b.index}, ends[2];
    cn_Result r = check_geared(w, d->joint_a, "a");
    if (r || (r = check_geared(w, d->joint_b, "b"))) return r;
    if (of[0] == of[1]) return cn_refuse(&w->error, CN_RANGE, "b", "must be another joint than a");
    cn_gear_ends(w, of, ends);
    *a = ends[0];
    *b = ends[1];
    return CN_OK;
}

static cn_Result check_bodies(cn_World *w, const cn_JointDef *d, int *a, int *b) {
    if (d->kind == CN_GEAR) return check_gear(w, d, a, b);
    const char *name = d->kind == CN_MOUSE ? "body" : "b";
    bool ground = d->kind == CN_MOUSE || d->a.generation == 0;
    cn_BodyId ia = ground ? cn_world_ground(w) : d->a;
    cn_BodyId ib = d->b.generation == 0 ? cn_world_ground(w) : d->b;
    if (!cn_body_live(w, ia)) return cn_refuse(&w->error, CN_DEAD, "a", "body has been destroyed");
    if (!cn_body_live(w, ib)) return cn_refuse(&w->error, CN_DEAD, name, "body has been destroyed");
    *a = (int)ia.index;
    *b = (int)ib.index;
    if (*a == *b)
        return cn_refuse(&w->error, CN_RANGE, name, "%s",
                         *a == CN_GROUND ? "a joint needs a body besides the ground"
                                         : "must be another body than a");
    if (w->cold[*a].type == CN_DYNAMIC || w->cold[*b].type == CN_DYNAMIC) return CN_OK;
    /* a type may change later, but the ground's and what the mouse holds is meant to move */
    if (*a != CN_GROUND && *b != CN_GROUND) return CN_OK;
    return cn_refuse(&w->error, CN_RANGE, name, "%s",
                     d->kind == CN_MOUSE ? "must be dynamic"
                                         : "one of the two bodies must be dynamic");
}

/* ---- letting go --------------------------------------------------------------------------- */

static int add_fresh(cn_World *w, int body, int *stack, int count) {
    if (w->cold[body].type != CN_DYNAMIC || w->body_flags[body] & CN_BODY_FRESH) return count;
    w->body_flags[body] |= CN_BODY_FRESH;
    stack[count] = body;
    return count + 1;
}

/* Half of what joints did in the last sub-step is in the velocities that are reported, and would be
 * taken back before they do as much again: not when one of them lets go. That is true for all that
 * it is connected with. There has been room for all bodies since they were made. */
void cn_joint_release(cn_World *w, int joint) {
    cn_StepMemory *s = &w->scratch;
    int count = 0;
    if (w->joint[joint].kind == CN_FILTER) return;
    count = add_fresh(w, w->joint[joint].body_a, s->objects.released, count);
    count = add_fresh(w, w->joint[joint].body_b, s->objects.released, count);
    for (int i = 0; i < count; i++)
        for (int link = w->cold[s->objects.released[i]].first_joint; link >= 0;
             link = cn_joint_next(w, link)) {
            const cn_Joint *j = &w->joint[link >> 1];
            count = add_fresh(w, link & 1 ? j->body_a : j->body_b, s->objects.released, count);
        }
    w->fresh_velocities |= count > 0;
}

/* ---- life --------------------------------------------------------------------------------- */

cn_Result cn_check_joint(cn_World *w, cn_JointId joint) {
    cn_Result r = cn_check_body(w, cn_world_ground(w));
    if (r || cn_joint_is_valid(w, joint)) return r;
    return cn_refuse(&w->error, CN_DEAD, "", "joint has been destroyed");
}

static cn_Result check_rod(cn_Error *e, const cn_Joint *j) {
    if (!cn_joint_is_rod(j) || j->tuning.length >= CN_MIN_SIZE) return CN_OK;
    return cn_refuse(e, CN_RANGE, "length", "must be >= %g for a rod, got %g", CN_MIN_SIZE,
                     j->tuning.length);
}

cn_Result cn_joint_create(cn_World *w, const cn_JointDef *def, cn_JointId *out) {
    int a = CN_GROUND, b = CN_GROUND;
    *out = (cn_JointId){0, 0};
    cn_Result r = cn_check_body(w, cn_world_ground(w));
    if (r || (r = cn_joint_check_def(&w->error, def)) || (r = check_bodies(w, def, &a, &b)))
        return r;
    cn_Joint fresh;
    init_joint(w, &fresh, def, a, b);
    if ((r = check_rod(&w->error, &fresh))) return r;
    int slot = cn_slots_reserve(&w->joints);
    if (slot < 0 || !CN_GROW(w->joint, slot + 1) ||
        (cn_joint_couples(&fresh) && !cn_gear_reserve(w)) || !cn_alarm_reserve(w, def))
        return cn_refuse_memory(&w->error);
    cn_slots_take(&w->joints);
    w->joint[slot] = fresh;
    cn_alarm_put(w, slot, def);
    link_end(w, slot, 0, a);
    link_end(w, slot, 1, b);
    if (cn_joint_couples(&fresh)) {
        cn_gear_add(w, slot, def);
        cn_gear_mesh(w, &w->joint[slot]);
    }
    stiffen(w, &w->joint[slot]);
    note_links(w, &w->joint[slot]);
    cn_activity_disturb_both(w, fresh.body_a, fresh.body_b, CN_DISTURBED_CHANGED);
    if (cn_joint_kind_separates(fresh.kind, fresh.flags)) review_pairs(w, a, b);
    *out = cn_joint_id(w, slot);
    return CN_OK;
}

/* It acts between other bodies from now on. */
void cn_joint_move_ends(cn_World *w, int joint, const int ends[2]) {
    cn_Joint *j = &w->joint[joint];
    int a = j->body_a, b = j->body_b;
    cn_joint_flush(w);
    cn_activity_disturb_both(w, j->body_a, j->body_b, CN_DISTURBED_LEFT);
    cn_activity_settle(w);
    unlink_end(w, joint, 0, a);
    unlink_end(w, joint, 1, b);
    bool apart = cn_joint_kind_separates(j->kind, j->flags);
    if (apart && !cn_joint_separates(w, a, b)) review_pairs(w, a, b);
    j->body_a = ends[0];
    j->body_b = ends[1];
    link_end(w, joint, 0, ends[0]);
    link_end(w, joint, 1, ends[1]);
    note_links(w, j);
    cn_activity_disturb_both(w, j->body_a, j->body_b, CN_DISTURBED_CHANGED);
    if (apart) review_pairs(w, ends[0], ends[1]);
}

void cn_joint_remove(cn_World *w, int joint) {
    cn_activity_settle(w);
    cn_gear_remove(w, joint);
    cn_alarm_drop(w, joint);
    const cn_Joint *j = &w->joint[joint];
    int a = j->body_a, b = j->body_b;
    bool apart = cn_joint_kind_separates(j->kind, j->flags);
    cn_joint_flush(w);
    note_links(w, j);
    if (cn_joint_acts(w, j)) cn_joint_release(w, joint);
    cn_activity_disturb_both(w, j->body_a, j->body_b, CN_DISTURBED_LEFT);
    cn_activity_settle(w);
    unlink_end(w, joint, 0, a);
    unlink_end(w, joint, 1, b);
    cn_slots_release(&w->joints, joint);
    if (apart && !cn_joint_separates(w, a, b)) review_pairs(w, a, b);
}

void cn_joint_remove_all_of(cn_World *w, int body) {
    while (w->cold[body].first_joint >= 0) cn_joint_remove(w, w->cold[body].first_joint >> 1);
}

cn_Result cn_joint_destroy(cn_World *w, cn_JointId joint) {
    cn_Result r = cn_check_joint(w, joint);
    if (r) return r;
    cn_joint_remove(w, (int)joint.index);
    return CN_OK;
}

bool cn_joint_is_valid(const cn_World *w, cn_JointId joint) {
    return cn_slots_has(&w->joints, joint.index, joint.generation);
}

static void forget_impulses(cn_Joint *j) {
    j->impulse = (cn_Vec){0, 0};
    j->turn_impulse = j->hold_impulse = j->motor_impulse = j->spring_impulse = 0;
    j->lower_impulse = j->upper_impulse = 0;
}

/* Lanes may not have been given anew: it may have been off for no step. */
void cn_joint_body_enabled(cn_World *w, int body) {
    if (w->cold[body].joint_count == 0) return;
    cn_joint_flush(w);
    w->joint_graph_stale = w->links_changed = w->joint_tuning_stale = true;
    for (int link = w->cold[body].first_joint; link >= 0; link = cn_joint_next(w, link)) {
        cn_Joint *j = &w->joint[link >> 1];
        j->flags |= CN_JOINT_PULL | CN_JOINT_EASE;
        forget_impulses(j);
        cn_joint_release(w, link >> 1);
    }
}

void cn_joint_body_placed(cn_World *w, int body) {
    w->joint_places_stale = true;
    for (int link = w->cold[body].first_joint; link >= 0; link = cn_joint_next(w, link)) {
        w->joint[link >> 1].flags |= CN_JOINT_PULL;
    }
}

/* ---- settings ----------------------------------------------------------------------------- */

static void read_tuning(cn_JointDef *d, const cn_Joint *j) {
    const cn_JointTuning *t = &j->tuning;
    d->has_limits = j->flags & CN_JOINT_LIMITS;
    d->has_motor = j->flags & CN_JOINT_MOTOR;
    d->has_spring = j->flags & CN_JOINT_SPRING;
    d->has_min = j->flags & CN_JOINT_MIN;
    d->has_max = j->flags & CN_JOINT_MAX;
    d->lower = t->lower, d->upper = t->upper;
    d->motor_speed = t->motor_speed, d->motor_max = t->motor_max;
    d->hertz = t->hertz, d->damping = t->damping, d->target = t->target;
    d->length = t->length, d->min = t->min, d->max = t->max;
    d->linear_hertz = t->linear_hertz;
    if (cn_joint_has_spring(j->kind))
        d->stiffness = t->stiffness;
    else
        d->linear_damping = t->linear_damping;
    d->angular_hertz = t->angular_hertz, d->angular_damping = t->angular_damping;
    d->max_force = t->max_force;
    d->ratio = t->ratio, d->step = t->step, d->phase = t->phase;
    d->break_force = t->break_force, d->break_torque = t->break_torque;
}

static void read_drive(cn_JointDef *d, const cn_Joint *j) {
    const cn_JointTuning *t = &j->tuning;
    d->has_linear = j->flags & CN_JOINT_DRIVES_ANCHOR;
    d->has_angular = j->flags & CN_JOINT_DRIVES_ANGLE;
    d->free_x = j->flags & CN_JOINT_FREE_X;
    d->free_y = j->flags & CN_JOINT_FREE_Y;
    d->offset_x = t->offset_x, d->offset_y = t->offset_y;
    d->velocity_x = t->velocity_x, d->velocity_y = t->velocity_y;
    d->motor_speed = t->motor_speed;
    d->target = t->target;
    d->linear_hertz = t->linear_hertz, d->linear_damping = t->linear_damping;
    d->angular_hertz = t->angular_hertz, d->angular_damping = t->angular_damping;
    d->max_force = t->max_force, d->max_torque = t->max_torque;
    d->break_force = t->break_force, d->break_torque = t->break_torque;
}

static void read_coupling(const cn_World *w, cn_JointDef *d, int joint) {
    const cn_Gear *c = cn_gear_of(w, joint);
    if (!c) return;
    if (d->kind == CN_GEAR) {
        d->joint_a = cn_joint_id(w, c->of[0]);
        d->joint_b = cn_joint_id(w, c->of[1]);
    }
    d->ground_from_x = c->ground[0].x, d->ground_from_y = c->ground[0].y;
    d->ground_to_x = c->ground[1].x, d->ground_to_y = c->ground[1].y;
}

cn_JointDef cn_joint_settings(const cn_World *w, cn_JointId joint) {
    cn_JointDef d = cn_joint_def(CN_REVOLUTE);
    if (!cn_joint_is_valid(w, joint)) return d;
    const cn_Joint *j = &w->joint[joint.index];
    cn_Pos from, to;
    cn_Vec axis = cn_joint_axis(w, j);
    cn_joint_anchors(w, joint, &from, &to);
    if (j->kind == CN_MOTOR)
        from = cn_body_to_world(w, cn_body_id(w, j->body_a), j->local_a.x, j->local_a.y);
    d = cn_joint_def(j->kind);
    d.a = cn_body_id(w, j->body_a);
    d.b = cn_body_id(w, j->body_b);
    d.from_x = from.x, d.from_y = from.y;
    d.to_x = to.x, d.to_y = to.y;
    if (j->kind == CN_MOUSE) d.to_x = from.x, d.to_y = from.y;
    if (cn_joint_slides(j->kind)) d.axis_x = axis.x, d.axis_y = axis.y;
    read_coupling(w, &d, (int)joint.index);
    d.has_reference = cn_joint_has_angle(j->kind);
    d.reference = j->reference;
    d.has_origin = cn_joint_slides(j->kind);
    d.origin = j->origin;
    d.collide = j->flags & CN_JOINT_COLLIDE;
    d.enabled = j->flags & CN_JOINT_ENABLED;
    d.hidden = j->flags & CN_JOINT_HIDDEN;
    cn_alarm_tell(w, (int)joint.index, &d);
    if (cn_joint_drives(j->kind))
        read_drive(&d, j);
    else
        read_tuning(&d, j);
    return d;
}

/* Of flags, those that a definition does not say. */
#define STATE                                                                                      \
    ((uint32_t)(CN_JOINT_PULL | CN_JOINT_BEGINS | CN_JOINT_EXACT | CN_JOINT_EASE |                 \
                CN_JOINT_MESHED | CN_JOINT_GEARED | CN_JOINT_KEEPS | CN_JOINT_NET |                \
                CN_JOINT_ALARM | CN_JOINT_ALARMED))

/* Gears and ratchets catch anew where they are; a rope keeps as much slack as it has. */
static void change_coupling(cn_World *w, cn_Joint *j, uint32_t old, const cn_JointTuning *was) {
    cn_JointTuning *t = &j->tuning;
    bool anew = was->ratio != t->ratio || was->step != t->step || was->phase != t->phase;
    if (anew || !(old & j->flags & CN_JOINT_ENABLED)) {
        j->flags &= ~(uint32_t)CN_JOINT_MESHED;
        j->hold_impulse = 0;
        cn_gear_mesh(w, j);
    }
    if (j->kind != CN_PULLEY || was->ratio == t->ratio || was->length != t->length) return;
    double length[2];
    cn_gear_lengths(w, j, length);
    t->length += (t->ratio - was->ratio) * length[1];
}

static void take_from_sync(cn_World *w, int body, cn_Vec p, float turn) {
    cn_Mass m = w->mass[body];
    cn_Sync *s = &w->sync[body];
    uint32_t flags = w->body_flags[body];
    if (w->cold[body].type != CN_DYNAMIC) return;
    if (!(flags & CN_BODY_LOCK_X)) s->x -= m.inv_m * p.x;
    if (!(flags & CN_BODY_LOCK_Y)) s->y -= m.inv_m * p.y;
    if (!(flags & CN_BODY_LOCK_ROTATION)) s->w -= m.inv_i * turn;
}

/* Half of what a motor did last is in the velocities that are reported. It would be taken back
 * before it does as much again, which it does no more. */
static void stop_motor(cn_World *w, cn_Joint *j) {
    float p = cn_joint_half(w) * j->motor_impulse;
    cn_Vec n = {0, 0}, ra = {0, 0}, rb = {0, 0};
    j->motor_impulse = 0;
    if (p == 0) return;
    if (j->kind == CN_PRISMATIC || j->kind == CN_DISTANCE) {
        cn_JointPose at = cn_joint_pose(w, j);
        float length = cn_length(at.gap);
        n = j->kind == CN_PRISMATIC ? cn_joint_axis(w, j) : cn_scale(1 / length, at.gap);
        if (j->kind == CN_DISTANCE && !(length > 1e-9f)) n = (cn_Vec){1, 0};
        ra = j->kind == CN_PRISMATIC ? cn_add(at.ra, at.gap) : at.ra, rb = at.rb;
    }
    bool turns = cn_joint_hinges(j->kind) || j->kind == CN_WHEEL;
    cn_Vec push = cn_scale(p, n);
    take_from_sync(w, j->body_a, cn_scale(-1, push), turns ? -p : -cn_cross(ra, push));
    take_from_sync(w, j->body_b, push, turns ? p : cn_cross(rb, push));
}

/* What begins to act starts from nothing, and pulls gently at what it finds out of place. */
static void change(cn_World *w, int joint, uint32_t flags, const cn_JointTuning *tuning) {
    cn_Joint *j = &w->joint[joint];
    uint32_t old = j->flags;
    cn_JointTuning was = j->tuning;
    bool rope = cn_joint_is_rope(j), hard = cn_joint_has_hard_limits(j);
    int link = cn_joint_link_code(j);
    cn_joint_flush(w);
    cn_activity_settle(w); /* it, or a gear of it, may act no more, or again */
    if (!(flags & CN_JOINT_ENABLED) && cn_joint_acts(w, j)) cn_joint_release(w, joint);
    j->tuning = *tuning;
    j->flags = flags | (old & STATE) | CN_JOINT_PULL;
    stiffen(w, j);
    if (pushes(j)) j->flags |= CN_JOINT_BEGINS;
    if (!(old & flags & CN_JOINT_ENABLED)) forget_impulses(j);
    if (!(old & CN_JOINT_ENABLED)) j->flags |= flags & CN_JOINT_ENABLED ? CN_JOINT_EASE : 0;
    if (!(flags & CN_JOINT_MOTOR)) stop_motor(w, j);
    if (!(flags & CN_JOINT_SPRING)) j->spring_impulse = 0;
    if (!(flags & (CN_JOINT_LIMITS | CN_JOINT_MIN))) j->lower_impulse = 0;
    if (!(flags & (CN_JOINT_LIMITS | CN_JOINT_MAX))) j->upper_impulse = 0;
    if (cn_joint_couples(j))
        change_coupling(w, j, old, &was);
    else if (rope || !cn_joint_is_rod(j)) /* what held a rope is no push of a rod */
        j->hold_impulse = 0;
    if (cn_joint_drives(j->kind) && !(flags & CN_JOINT_DRIVES_ANCHOR)) j->impulse = (cn_Vec){0, 0};
    if (cn_joint_drives(j->kind) && !(flags & CN_JOINT_DRIVES_ANGLE)) j->turn_impulse = 0;
    bool soft = was.linear_hertz != tuning->linear_hertz;
    w->joint_graph_stale |= soft || was.angular_hertz != tuning->angular_hertz;
    w->joint_graph_stale |= ((old ^ flags) & ~STATE) != 0;
    w->links_changed |= link != cn_joint_link_code(j) || hard != cn_joint_has_hard_limits(j);
    w->joint_graph_stale |= old & CN_JOINT_GEARED && was.motor_max != tuning->motor_max;
    w->joint_tuning_stale = true;
    cn_activity_disturb_both(w, j->body_a, j->body_b, CN_DISTURBED_CHANGED);
    if (cn_joint_kind_separates(j->kind, old) != cn_joint_kind_separates(j->kind, flags))
        review_pairs(w, j->body_a, j->body_b);
}

cn_Result cn_joint_configure(cn_World *w, cn_JointId joint, const cn_JointDef *settings) {
    cn_Result r = cn_check_joint(w, joint);
    if (r) return r;
    cn_Joint *j = &w->joint[joint.index];
    cn_JointDef d = *settings;
    d.kind = j->kind;
    bool mouse = j->kind == CN_MOUSE;
    if (mouse && (r = cn_joint_check_target(&w->error, &d))) return r;
    if ((r = cn_joint_check_tuning(&w->error, &d))) return r;
    cn_JointTuning tuning = tuning_of(&d, cn_joint_length(w, joint));
    cn_Joint changed = {.kind = d.kind, .flags = flags_of(d.kind, &d), .tuning = tuning};
    if ((r = check_rod(&w->error, &changed))) return r;
    if (mouse && (j->local_a.x != d.to_x || j->local_a.y != d.to_y)) {
        j->local_a = (cn_Pos){d.to_x, d.to_y};
        cn_activity_disturb_both(w, j->body_a, j->body_b, CN_DISTURBED_CHANGED);
    }
    /* how it looks is no change of what it does */
    j->flags = (j->flags & ~(uint32_t)CN_JOINT_HIDDEN) | (changed.flags & CN_JOINT_HIDDEN);
    bool same = changed.flags == (j->flags & ~STATE) && !memcmp(&tuning, &j->tuning, sizeof tuning);
    if (!cn_alarm_reserve(w, &d)) return cn_refuse_memory(&w->error);
    cn_alarm_put(w, (int)joint.index, &d);
    if (!same) change(w, (int)joint.index, changed.flags, &tuning);
    return CN_OK;
}
