/* body_read.c: what there is to know of a body: its settings, where it is and how it moves. */
#include <float.h>
#include <math.h>

#include "activity/activity.h"
#include "base/rotation.h"
#include "data/body_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "objects/settings_cache.h"
#include "objects/shape.h"
#include "objects/thrust.h"
#include "world/dominance_entry.h"

static bool has_flag(const cn_World *w, cn_BodyId body, uint32_t bit) {
    return (w->body_flags[body.index] & bit) != 0;
}

cn_BodyDef cn_body_settings(const cn_World *w, cn_BodyId body) {
    cn_BodyDef d = cn_body_def();
    if (!cn_body_live(w, body)) return d;
    int i = (int)body.index;
    const cn_Tuning *t = cn_body_tuning(w, i);
    d.type = (cn_BodyType)w->cold[i].type;
    d.x = w->pose[i].x, d.y = w->pose[i].y;
    d.angle = cn_rot_angle(w->pose[i].q);
    d.vx = w->motion[i].vx, d.vy = w->motion[i].vy;
    d.angular_velocity = w->motion[i].w;
    d.damping = t->damping;
    d.angular_damping = t->angular_damping;
    d.gravity_scale = t->gravity_scale;
    d.lock_x = has_flag(w, body, CN_BODY_LOCK_X);
    d.lock_y = has_flag(w, body, CN_BODY_LOCK_Y);
    d.fixed_rotation = d.lock_rotation = has_flag(w, body, CN_BODY_LOCK_ROTATION);
    d.bullet = has_flag(w, body, CN_BODY_BULLET);
    d.safety = t->safety;
    d.steered = has_flag(w, body, CN_BODY_STEERED);
    d.fast_rotation = has_flag(w, body, CN_BODY_FAST_ROTATION);
    d.max_speed = t->max_speed;
    d.can_sleep = has_flag(w, body, CN_BODY_CAN_SLEEP);
    d.sleep_speed = t->sleep_speed;
    d.awake = cn_body_is_awake(w, body);
    d.enabled = has_flag(w, body, CN_BODY_ENABLED);
    if (has_flag(w, body, CN_BODY_SET_MASS)) d.mass = w->cold[i].mass;
    if (has_flag(w, body, CN_BODY_SET_INERTIA)) d.inertia = w->cold[i].inertia;
    d.has_mass_center = has_flag(w, body, CN_BODY_SET_CENTER);
    d.mass_center_x = t->center.x, d.mass_center_y = t->center.y;
    cn_thrust_tell(w, i, &d);
    d.dominance = cn_dominance_of(w, i);
    return d;
}

cn_BodyState cn_body_state(const cn_World *w, cn_BodyId body) {
    if (!cn_body_live(w, body)) return (cn_BodyState){0};
    const cn_Pose *pose = &w->pose[body.index];
    const cn_Motion *m = &w->motion[body.index];
    return (cn_BodyState){pose->x, pose->y, cn_rot_angle(pose->q), m->vx, m->vy, m->w};
}

cn_Pos cn_body_position(const cn_World *w, cn_BodyId body) {
    if (!cn_body_live(w, body)) return (cn_Pos){0, 0};
    return (cn_Pos){w->pose[body.index].x, w->pose[body.index].y};
}

cn_Pos cn_body_center(const cn_World *w, cn_BodyId body) {
    return cn_body_live(w, body) ? cn_pose_center(&w->pose[body.index]) : (cn_Pos){0, 0};
}

cn_Rot cn_body_rotation(const cn_World *w, cn_BodyId body) {
    return cn_body_live(w, body) ? w->pose[body.index].q : (cn_Rot){1, 0};
}

double cn_body_angle(const cn_World *w, cn_BodyId body) {
    return cn_body_live(w, body) ? cn_rot_angle(w->pose[body.index].q) : 0;
}

cn_Vec cn_body_velocity(const cn_World *w, cn_BodyId body) {
    if (!cn_body_live(w, body)) return (cn_Vec){0, 0};
    return (cn_Vec){w->motion[body.index].vx, w->motion[body.index].vy};
}

float cn_body_angular_velocity(const cn_World *w, cn_BodyId body) {
    return cn_body_live(w, body) ? w->motion[body.index].w : 0;
}

cn_BodyType cn_body_type(const cn_World *w, cn_BodyId body) {
    return cn_body_live(w, body) ? (cn_BodyType)w->cold[body.index].type : CN_STATIC;
}

bool cn_body_is_awake(const cn_World *w, cn_BodyId body) {
    cn_activity_settle(w);
    return cn_body_live(w, body) && has_flag(w, body, CN_BODY_AWAKE);
}

bool cn_body_is_steered(const cn_World *w, cn_BodyId body) {
    return cn_body_live(w, body) && has_flag(w, body, CN_BODY_STEERED);
}

void cn_body_drawn(const cn_World *w, cn_BodyId body, double alpha, double *x, double *y,
                   double *angle) {
    *x = *y = *angle = 0;
    if (!cn_body_live(w, body)) return;
    const cn_Pose *now = &w->pose[body.index];
    const cn_OldPose *old = &w->old_pose[body.index];
    double turn = cn_rot_angle(cn_rot_rel(old->q, now->q));
    *x = now->x - (1 - alpha) * (double)old->dx;
    *y = now->y - (1 - alpha) * (double)old->dy;
    *angle = cn_rot_angle(now->q) - (1 - alpha) * turn;
}

void cn_body_bounds(const cn_World *w, cn_BodyId body, double box[4]) {
    box[0] = box[1] = box[2] = box[3] = 0;
    if (!cn_body_live(w, body)) return;
    int i = (int)body.index;
    box[0] = box[2] = w->pose[i].x;
    box[1] = box[3] = w->pose[i].y;
    for (int s = w->cold[i].first_shape; s >= 0; s = w->shape[s].next) {
        double b[4];
        cn_shape_bounds(w, cn_shape_id(w, s), b);
        bool first = s == w->cold[i].first_shape;
        for (int k = 0; k < 2; k++) {
            if (first || b[k] < box[k]) box[k] = b[k];
            if (first || b[k + 2] > box[k + 2]) box[k + 2] = b[k + 2];
        }
    }
}

/* m in double (FAR), m and m/s in float (FAST): a place further off than any is taken to be nearer,
 * so that a sum or a speed that is made of it is finite. */
#define FAR  1e300
#define FAST 1e30
static double held(double v, double most) { return fmin(fmax(v, -most), most); }

cn_Vec cn_body_velocity_at(const cn_World *w, cn_BodyId body, double px, double py) {
    if (!cn_body_live(w, body)) return (cn_Vec){0, 0};
    cn_Pos p = {held(px, FAST), held(py, FAST)};
    cn_Vec v = cn_velocity_at(w, (int)body.index, p);
    return (cn_Vec){cn_clampf(v.x, -FLT_MAX, FLT_MAX), cn_clampf(v.y, -FLT_MAX, FLT_MAX)};
}

cn_Pos cn_body_to_world(const cn_World *w, cn_BodyId body, double x, double y) {
    if (!cn_body_live(w, body)) return (cn_Pos){0, 0};
    return cn_pose_to_world(&w->pose[body.index], held(x, FAR), held(y, FAR));
}

cn_Pos cn_body_to_local(const cn_World *w, cn_BodyId body, double x, double y) {
    if (!cn_body_live(w, body)) return (cn_Pos){0, 0};
    return cn_pose_to_local(&w->pose[body.index], held(x, FAR), held(y, FAR));
}
