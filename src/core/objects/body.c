/* body.c: making and changing bodies.
 *
 * Static bodies have no mass and no velocity; kinematic ones a velocity but no mass; only dynamic
 * ones are moved by forces. A disabled body keeps its state, and its shapes leave the broad
 * phase.
 * Not here: reading them (body_read.c), sleeping (sleep.c), shapes (shape.c), forces
 * (body_force.c), mass (body_mass.c). */
#include "objects/body.h"

#include <math.h>

#include "activity/activity.h"
#include "base/rotation.h"
#include "contact/broad_phase.h"
#include "contact/contact.h"
#include "contact/rebound.h"
#include "contact/sensor.h"
#include "data/body_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "objects/body_mass.h"
#include "objects/dominance.h"
#include "objects/field.h"
#include "objects/gear.h"
#include "objects/joint.h"
#include "objects/settings_cache.h"
#include "objects/shape.h"
#include "objects/thrust.h"
#include "wide/motion.h"
#include "world/body_state.h"
#include "world/check.h"

cn_BodyDef cn_body_def(void) {
    return (cn_BodyDef){
        .type = CN_DYNAMIC,
        .gravity_scale = 1,
        .max_speed = -1,
        .can_sleep = true,
        .sleep_speed = 0.05,
        .safety = 0.5,
        .awake = true,
        .enabled = true,
        .mass = -1,
        .inertia = -1,
    };
}

/* ---- checks ------------------------------------------------------------------------------- */

#define MEMBER(name, range)  CN_MEMBER(cn_BodyDef, name, range)
#define OR_NONE(name, range) CN_OR_NONE(cn_BodyDef, name, range)

static cn_Result check_tuning(cn_Error *e, const cn_BodyDef *d) {
    static const cn_Member members[] = {MEMBER(damping, DAMPING),
                                        MEMBER(angular_damping, DAMPING),
                                        MEMBER(gravity_scale, GRAVITY_SCALE),
                                        MEMBER(sleep_speed, SPEED),
                                        OR_NONE(max_speed, LEAST_SPEED),
                                        MEMBER(safety, SAFETY),
                                        {NULL, 0, 0, false}};
    cn_Result r = cn_check_members(e, d, members);
    if (!r) r = cn_thrust_check(e, d);
    return r ? r : cn_dominance_check(e, d);
}

static cn_Result check_pose(cn_Error *e, double x, double y, double angle) {
    cn_Result r;
    if ((r = cn_check(e, "x", x, CN_RANGE_COORDINATE))) return r;
    if ((r = cn_check(e, "y", y, CN_RANGE_COORDINATE))) return r;
    return cn_check(e, "angle", angle, CN_RANGE_ANGLE);
}

static cn_Result check_velocity(cn_Error *e, double vx, double vy) {
    cn_Result r = cn_check(e, "vx", vx, CN_RANGE_VELOCITY);
    return r ? r : cn_check(e, "vy", vy, CN_RANGE_VELOCITY);
}

static cn_Result check_mass(cn_Error *e, const cn_BodyDef *d) {
    static const cn_Member members[] = {
        OR_NONE(mass, MASS), OR_NONE(inertia, INERTIA), {NULL, 0, 0, false}};
    cn_BodyDef own = *d;
    if (d->mass == 0 && d->type == CN_DYNAMIC)
        return cn_refuse(e, CN_RANGE, "mass", "must be > 0 on a dynamic body, got 0");
    if (d->mass == 0) own.mass = -1;
    cn_Result r = cn_check_members(e, &own, members);
    if (r || !d->has_mass_center) return r;
    return cn_body_check_center(e, d->mass_center_x, d->mass_center_y);
}

static cn_Result check_def(cn_Error *e, const cn_BodyDef *d) {
    cn_Result r;
    if (d->type < CN_STATIC || d->type > CN_DYNAMIC)
        return cn_refuse(e, CN_RANGE, "type", "must be static, kinematic or dynamic");
    if ((r = check_pose(e, d->x, d->y, d->angle))) return r;
    if ((r = check_velocity(e, d->vx, d->vy))) return r;
    if ((r = cn_check(e, "angular_velocity", d->angular_velocity, CN_RANGE_VELOCITY))) return r;
    if ((r = check_mass(e, d))) return r;
    return check_tuning(e, d);
}

/* times half of what contacts and joints gave in a sub-step: a larger change of velocity from
 * outside is a blow, which they do not go on from as before; twice what counts as one among
 * contacts */
#define SUDDEN 12

/* ---- life --------------------------------------------------------------------------------- */

static bool reserve(cn_World *w, int slot) {
    int n = slot + 1;
    return CN_GROW(w->motion, n) && CN_GROW(w->sync, n) && CN_GROW(w->pose, n) &&
           CN_GROW(w->old_pose, n) && CN_GROW(w->mass, n) && CN_GROW(w->drive, n) &&
           CN_GROW(w->body_flags, n) && CN_GROW(w->sleep_time, n) && CN_GROW(w->cold, n) &&
           CN_GROW(w->motion_block, slot / CN_LANES + 1) && CN_GROW(w->awake, slot / 64 + 1) &&
           CN_GROW(w->disturbed, slot / 64 + 1) && CN_GROW(w->scratch.activity.spread, n) &&
           CN_GROW(w->scratch.objects.released, n) && cn_body_tuning_reserve(w);
}

static uint32_t flag(bool on, uint32_t bit) { return on ? bit : 0; }

static uint32_t tuning_flags(const cn_BodyDef *d) {
    return flag(d->lock_x, CN_BODY_LOCK_X) | flag(d->lock_y, CN_BODY_LOCK_Y) |
           flag(d->lock_rotation || d->fixed_rotation, CN_BODY_LOCK_ROTATION) |
           flag(d->bullet, CN_BODY_BULLET) | flag(d->steered, CN_BODY_STEERED) |
           flag(d->fast_rotation, CN_BODY_FAST_ROTATION) | flag(d->safety < 0.5, CN_BODY_WARY) |
           flag(d->can_sleep, CN_BODY_CAN_SLEEP);
}

static cn_Tuning tuning_of(const cn_BodyDef *d) {
    return (cn_Tuning){.damping = (float)d->damping,
                       .angular_damping = (float)d->angular_damping,
                       .max_speed = d->max_speed < 0 ? -1 : (float)d->max_speed,
                       .sleep_speed = (float)d->sleep_speed,
                       .gravity_scale = (float)d->gravity_scale,
                       .safety = (float)d->safety,
                       .center = d->has_mass_center
                                     ? (cn_Vec){(float)d->mass_center_x, (float)d->mass_center_y}
                                     : (cn_Vec){0, 0}};
}

/* Contacts and joints go on as they did where a velocity is changed by little, or said again: then
 * half of what they gave in the last sub-step is still in it. Else it would be lost for this body
 * and not for the other, in each step in which it is set. What is not dynamic has nothing of it. */
static bool is_sudden(const cn_World *w, int i, cn_Vec before) {
    if (w->cold[i].type != CN_DYNAMIC) return false;
    cn_Vec change = {w->motion[i].vx - before.x, w->motion[i].vy - before.y};
    cn_Vec half = {w->sync[i].x, w->sync[i].y};
    return !(cn_length_sq(change) < SUDDEN * SUDDEN * cn_length_sq(half));
}

static void set_velocity(cn_World *w, int i, double vx, double vy) {
    cn_Vec before = {w->motion[i].vx, w->motion[i].vy};
    float own = cn_body_tuning(w, i)->max_speed;
    double limit = own < 0 ? w->def.max_speed : (double)own;
    double scale = vx > vy ? vx : vy; /* keeps the squares below from overflowing */
    scale = scale > -vx ? scale : -vx;
    scale = scale > -vy ? scale : -vy;
    if (scale > 0) {
        double speed = scale * cn_length((cn_Vec){(float)(vx / scale), (float)(vy / scale)});
        if (speed > limit) vx *= limit / speed, vy *= limit / speed;
    }
    w->motion[i].vx = w->body_flags[i] & CN_BODY_LOCK_X ? 0 : (float)vx;
    w->motion[i].vy = w->body_flags[i] & CN_BODY_LOCK_Y ? 0 : (float)vy;
    if (is_sudden(w, i, before)) {
        w->body_flags[i] |= CN_BODY_FRESH;
        w->fresh_velocities = true;
    }
    cn_activity_disturb(w, i, CN_DISTURBED_MOTION);
}

/* Half a turn each sub-step of the usual 1/240 s: beyond it the direction of turning is lost. */
static float clamp_spin(const cn_World *w, int i, double spin) {
    if (w->body_flags[i] & CN_BODY_LOCK_ROTATION) return 0;
    double limit =
        w->body_flags[i] & CN_BODY_FAST_ROTATION ? CN_MAX_SPIN : CN_PI * 60 * w->def.substeps;
    return (float)(spin > limit ? limit : (spin < -limit ? -limit : spin));
}

/* Its flag, and how many there are. */
static void note_kinematic(cn_World *w, int i, bool kinematic) {
    bool was = w->body_flags[i] & CN_BODY_KINEMATIC;
    w->kinematics += (int)kinematic - (int)was;
    w->body_flags[i] &= ~(uint32_t)CN_BODY_KINEMATIC;
    w->body_flags[i] |= flag(kinematic, CN_BODY_KINEMATIC);
}

static void init_body(cn_World *w, int i, const cn_BodyDef *d) {
    bool awake = d->awake && d->enabled && d->type != CN_STATIC;
    cn_Rot q = cn_rot_from_angle(d->angle);
    w->body_flags[i] =
        tuning_flags(d) | flag(d->enabled, CN_BODY_ENABLED) | flag(d->mass > 0, CN_BODY_SET_MASS) |
        flag(d->inertia > 0, CN_BODY_SET_INERTIA) | flag(d->has_mass_center, CN_BODY_SET_CENTER);
    note_kinematic(w, i, d->type == CN_KINEMATIC);
    cn_activity_enter(w, i, awake);
    cn_body_set_sync(w, i, (cn_Vec){0, 0}, 0);
    w->motion[i] = (cn_Motion){.dq = {1, 0}};
    cn_Tuning tuning = tuning_of(d);
    /* where the mass will be, that the velocity below is that of it */
    w->pose[i] = (cn_Pose){d->x, d->y, q, d->type == CN_DYNAMIC ? tuning.center : (cn_Vec){0, 0}};
    w->mass[i] = (cn_Mass){0, 0};
    if (d->type == CN_KINEMATIC)
        w->scratch.order.stationed = false; /* nor is the slot's home its own */
    w->drive[i] = (cn_Drive){.tuning = cn_body_tuning_take(w, &tuning)};
    w->bullets |= d->bullet;
    cn_thrust_put(w, i, d);
    w->sleep_time[i] = 0;
    w->cold[i] = (cn_BodyCold){.type = (uint8_t)d->type,
                               .mass = d->mass > 0 ? d->mass : 0,
                               .inertia = d->inertia > 0 ? d->inertia : 0,
                               .first_shape = -1,
                               .last_shape = -1,
                               .first_contact = -1,
                               .first_joint = -1};
    cn_dominance_put(w, i, d);
    cn_body_keep_pose(w, i);
    if (d->type == CN_STATIC) return;
    bool still = d->enabled && !d->awake;
    set_velocity(w, i, still ? 0 : d->vx, still ? 0 : d->vy);
    w->motion[i].w = still ? 0 : clamp_spin(w, i, d->angular_velocity);
}

cn_Result cn_body_create(cn_World *w, const cn_BodyDef *def, cn_BodyId *out) {
    *out = (cn_BodyId){0, 0};
    if (w->locked) return cn_check_body(w, cn_world_ground(w));
    cn_Result r = check_def(&w->error, def);
    if (r) return r;
    int slot = cn_slots_reserve(&w->bodies);
    if (slot < 0 || !reserve(w, slot) || !cn_thrust_reserve(w, def) ||
        !cn_dominance_reserve(w, def))
        return cn_refuse_memory(&w->error);
    cn_slots_take(&w->bodies);
    init_body(w, slot, def);
    cn_body_update_mass(w, slot);
    *out = cn_body_id(w, slot);
    return CN_OK;
}

void cn_body_remove(cn_World *w, int i) {
    cn_activity_disturb(w, i, CN_DISTURBED_LEFT);
    cn_activity_settle(w);
    cn_joint_remove_all_of(w, i);
    while (w->cold[i].last_shape >= 0) cn_shape_drop(w, w->cold[i].last_shape);
    cn_activity_settle(w);
    cn_activity_leave(w, i);
    note_kinematic(w, i, false);
    cn_thrust_drop(w, i);
    cn_dominance_drop(w, i);
    w->body_flags[i] = 0;
    cn_body_tuning_give(w, w->drive[i].tuning);
    cn_slots_release(&w->bodies, i);
    w->public_events.stamp++;
}

cn_Result cn_body_destroy(cn_World *w, cn_BodyId body) {
    cn_Result r = cn_check_body(w, body);
    if (r) return r;
    if (body.index == CN_GROUND)
        return cn_refuse(&w->error, CN_RANGE, "", "the ground cannot be destroyed");
    cn_body_remove(w, (int)body.index);
    return CN_OK;
}

bool cn_body_is_valid(const cn_World *w, cn_BodyId body) { return cn_body_live(w, body); }

/* ---- setters ------------------------------------------------------------------------------ */

void cn_body_moved(cn_World *w, int i) {
    w->public_events.stamp++;
    cn_body_keep_pose(w, i);
    cn_activity_disturb(w, i, CN_DISTURBED_PLACED);
    if (w->cold[i].joint_count > 0) cn_joint_body_placed(w, i);
    cn_field_touch_near(w, i); /* what was in them */
    if (w->body_flags[i] & CN_BODY_ENABLED) cn_broad_phase_update(w, i, 0);
    cn_field_touch_near(w, i);
    cn_sensor_rouse(w, i);
}

void cn_body_turn_to(cn_World *w, int i, cn_Rot q) {
    int turns = cn_turns_between(w->pose[i].q, q, 0);
    w->cold[i].turns = cn_turns_add(w->cold[i].turns, turns);
    w->pose[i].q = q;
}

static cn_Result place(cn_World *w, cn_BodyId body, double x, double y, cn_Rot q) {
    cn_body_turn_to(w, (int)body.index, q);
    w->pose[body.index].x = x;
    w->pose[body.index].y = y;
    cn_body_moved(w, (int)body.index);
    return CN_OK;
}

cn_Result cn_body_set_transform(cn_World *w, cn_BodyId body, double x, double y, double angle) {
    cn_Result r = cn_check_body(w, body);
    if (r || (r = check_pose(&w->error, x, y, angle))) return r;
    return place(w, body, x, y, cn_rot_from_angle(angle));
}

cn_Result cn_body_set_position(cn_World *w, cn_BodyId body, double x, double y) {
    cn_Result r = cn_check_body(w, body);
    if (r || (r = check_pose(&w->error, x, y, 0))) return r;
    return place(w, body, x, y, w->pose[body.index].q);
}

cn_Result cn_body_set_angle(cn_World *w, cn_BodyId body, double angle) {
    cn_Result r = cn_check_body(w, body);
    if (r || (r = cn_check(&w->error, "angle", angle, CN_RANGE_ANGLE))) return r;
    const cn_Pose *p = &w->pose[body.index];
    return place(w, body, p->x, p->y, cn_rot_from_angle(angle));
}

static void set_spin(cn_World *w, int i, double spin) {
    w->motion[i].w = clamp_spin(w, i, spin);
    cn_activity_disturb(w, i, CN_DISTURBED_MOTION);
}

void cn_body_kick(cn_World *w, int i, double vx, double vy, bool turns, double spin) {
    set_velocity(w, i, vx, vy);
    if (turns) set_spin(w, i, spin);
    cn_activity_disturb(w, i, CN_DISTURBED_PUSHED);
}

void cn_body_give_velocity(cn_World *w, int i, double vx, double vy) {
    if (w->cold[i].type == CN_STATIC) return;
    set_velocity(w, i, vx, vy);
    if (vx != 0 || vy != 0) cn_activity_disturb(w, i, CN_DISTURBED_PUSHED);
}

void cn_body_give_spin(cn_World *w, int i, double spin) {
    if (w->cold[i].type == CN_STATIC) return;
    set_spin(w, i, spin);
    if (spin != 0) cn_activity_disturb(w, i, CN_DISTURBED_PUSHED);
}

cn_Result cn_body_move_to(cn_World *w, cn_BodyId body, double x, double y, double angle,
                          double dt) {
    static const char *const types[] = {[CN_STATIC] = "static", [CN_DYNAMIC] = "dynamic"};
    cn_Result r = cn_check_body(w, body);
    if (r) return r;
    cn_BodyType type = w->cold[body.index].type;
    if (type != CN_KINEMATIC)
        return cn_refuse(&w->error, CN_RANGE, "", "kinematic body expected, got a %s one",
                         types[type]);
    if ((r = check_pose(&w->error, x, y, angle)) ||
        (r = cn_check(&w->error, "dt", dt, CN_RANGE_MOVE_DT)))
        return r;
    const cn_Pose *p = &w->pose[body.index];
    double turn = cn_rot_angle(cn_rot_rel(p->q, cn_rot_from_angle(angle)));
    cn_body_give_velocity(w, (int)body.index, (x - p->x) / dt, (y - p->y) / dt);
    cn_body_give_spin(w, (int)body.index, turn / dt);
    return CN_OK;
}

cn_Result cn_body_set_velocity(cn_World *w, cn_BodyId body, double vx, double vy) {
    cn_Result r = cn_check_body(w, body);
    if (!r && !(r = check_velocity(&w->error, vx, vy)))
        cn_body_give_velocity(w, (int)body.index, vx, vy);
    return r;
}

cn_Result cn_body_set_angular_velocity(cn_World *w, cn_BodyId body, double spin) {
    cn_Result r = cn_check_body(w, body);
    if (!r && !(r = cn_check(&w->error, "angular_velocity", spin, CN_RANGE_VELOCITY)))
        cn_body_give_spin(w, (int)body.index, spin);
    return r;
}

static void remove_pieces(cn_World *w, int body) {
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next)
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next) {
            cn_contact_destroy_of_piece(w, p);
            cn_broad_phase_remove(w, p);
        }
}

static bool reserve_pieces(cn_World *w, int body, cn_BodyType type, bool planes) {
    int pieces = 0;
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next)
        pieces += w->shape[s].piece_count;
    return pieces == 0 ||
           cn_broad_phase_reserve(w, type == CN_STATIC, planes, w->pieces.count, pieces);
}

/* There is room. */
static void insert_pieces(cn_World *w, int body) {
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next)
        cn_shape_enter_trees(w, s);
}

static bool has_plane(const cn_World *w, int body) {
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next)
        if (w->shape[s].kind == CN_HALFSPACE) return true;
    return false;
}

cn_Result cn_body_set_type(cn_World *w, cn_BodyId body, cn_BodyType type) {
    cn_Result r = cn_check_body(w, body);
    if (r) return r;
    int i = (int)body.index;
    if (type < CN_STATIC || type > CN_DYNAMIC)
        return cn_refuse(&w->error, CN_RANGE, "", "must be static, kinematic or dynamic");
    if (i == CN_GROUND && type != CN_STATIC)
        return cn_refuse(&w->error, CN_RANGE, "", "the ground is static");
    if (type != CN_STATIC && has_plane(w, i))
        return cn_refuse(&w->error, CN_RANGE, "", "a body with a halfspace is static");
    if (w->cold[i].type == type) return CN_OK;
    bool enabled = w->body_flags[i] & CN_BODY_ENABLED;
    if (enabled && !reserve_pieces(w, i, type, false)) return cn_refuse_memory(&w->error);
    cn_activity_disturb(w, i, CN_DISTURBED_LEFT);
    cn_activity_settle(w);
    if (enabled) remove_pieces(w, i);
    w->cold[i].type = (uint8_t)type;
    note_kinematic(w, i, type == CN_KINEMATIC);
    cn_rebound_note(w, i);
    w->joint_graph_stale |= w->cold[i].joint_count > 0;
    w->links_changed |= w->cold[i].joint_count > 0;
    cn_gear_review(w, i);
    cn_activity_settle(w); /* while it has the state that it had */
    if (type == CN_STATIC) {
        w->motion[i] = (cn_Motion){.dq = {1, 0}};
        cn_activity_enter(w, i, false);
    } else if (enabled) {
        cn_activity_enter(w, i, true);
    }
    cn_body_update_mass(w, i);
    if (enabled) insert_pieces(w, i);
    cn_field_touch_near(w, i);
    return CN_OK;
}

cn_Result cn_body_configure(cn_World *w, cn_BodyId body, const cn_BodyDef *settings) {
    cn_Result r = cn_check_body(w, body);
    if (r || (r = check_tuning(&w->error, settings))) return r;
    if (!cn_body_tuning_reserve(w) || !cn_thrust_reserve(w, settings) ||
        !cn_dominance_reserve(w, settings))
        return cn_refuse_memory(&w->error);
    int i = (int)body.index, given = w->drive[i].tuning;
    cn_Tuning tuning = tuning_of(settings);
    tuning.center = cn_body_tuning(w, i)->center;
    uint32_t keep = CN_BODY_AWAKE | CN_BODY_ENABLED | CN_BODY_OUTSIDE | CN_BODY_MASSLESS |
                    CN_BODY_WARNED | CN_BODY_REACH | CN_BODY_FRESH | CN_BODY_JOINTED |
                    CN_BODY_SET_MASS | CN_BODY_SET_INERTIA | CN_BODY_SET_CENTER | CN_BODY_CROWDED |
                    CN_BODY_LONG | CN_BODY_MOVER | CN_BODY_FULL | CN_BODY_KINEMATIC |
                    CN_BODY_THRUST | CN_BODY_DOMINANT | CN_BODY_LIVELY;
    cn_activity_disturb(w, i, CN_DISTURBED_CHANGED);
    cn_activity_settle(w); /* its flags are written as a whole */
    uint32_t old = w->body_flags[i];
    w->body_flags[i] = (old & keep) | tuning_flags(settings);
    w->drive[i].tuning = cn_body_tuning_take(w, &tuning);
    w->bullets |= settings->bullet;
    cn_thrust_put(w, i, settings);
    cn_dominance_put(w, i, settings);
    cn_body_tuning_give(w, given);
    if ((old ^ w->body_flags[i]) & CN_BODY_LOCK_ROTATION) cn_body_update_mass(w, i);
    return CN_OK;
}

void cn_body_disable(cn_World *w, int i) {
    cn_activity_disturb(w, i, CN_DISTURBED_LEFT);
    cn_field_touch_near(w, i);
    cn_activity_settle(w);
    remove_pieces(w, i);
    w->body_flags[i] &= ~(uint32_t)CN_BODY_ENABLED;
    cn_activity_leave(w, i);
    w->joint_graph_stale |= w->cold[i].joint_count > 0;
    w->links_changed |= w->cold[i].joint_count > 0;
}

cn_Result cn_body_set_enabled(cn_World *w, cn_BodyId body, bool enabled) {
    cn_Result r = cn_check_body(w, body);
    if (r) return r;
    int i = (int)body.index;
    bool was = w->body_flags[i] & CN_BODY_ENABLED;
    if (was == enabled) return CN_OK;
    if (!enabled) {
        cn_body_disable(w, i);
        return CN_OK;
    }
    if (!reserve_pieces(w, i, (cn_BodyType)w->cold[i].type, has_plane(w, i)))
        return cn_refuse_memory(&w->error);
    cn_activity_settle(w); /* its joints, and gears of them, will act again */
    w->body_flags[i] |= CN_BODY_ENABLED;
    cn_joint_body_enabled(w, i);
    w->body_flags[i] &= ~(uint32_t)CN_BODY_OUTSIDE;
    insert_pieces(w, i);
    cn_activity_disturb(w, i, CN_DISTURBED_PLACED);
    cn_field_touch_near(w, i);
    return CN_OK;
}

cn_Result cn_body_set_awake(cn_World *w, cn_BodyId body, bool awake) {
    cn_Result r = cn_check_body(w, body);
    if (r) return r;
    if (!awake) cn_activity_settle(w);
    cn_activity_disturb(w, (int)body.index,
                        awake ? CN_DISTURBED_WOKEN : CN_DISTURBED_SENT_TO_SLEEP);
    if (!awake) cn_activity_settle(w);
    return CN_OK;
}
