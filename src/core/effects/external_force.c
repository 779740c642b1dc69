/* external_force.c: limits and adds up what areas and wind do to a body. */
#include "effects/external_force.h"

#include "activity/activity.h"
#include "base/rotation.h"
#include "data/world.h"

/* Large but finite as a float. */
static float bounded(double v) { return (float)(v > 1e30 ? 1e30 : (v < -1e30 ? -1e30 : v)); }

cn_Midway cn_external_force_midway(const cn_World *w, int body, float dt) {
    const cn_Pose *pose = &w->pose[body];
    const cn_Motion *m = &w->motion[body];
    cn_Pos at = cn_pose_center(pose);
    cn_Rot q = cn_rot_mul(cn_small_rotation(0.5f * dt * m->w), pose->q);
    return (cn_Midway){at.x + 0.5 * (double)(dt * m->vx), at.y + 0.5 * (double)(dt * m->vy), q.c,
                       q.s, pose->center};
}

/* How much of a drag acts that would slow down by the share x of the velocity in a step: all of it
 * while that is less than half, and never so much that the velocity turns around. */
static double limited(double x) { return x <= 0.5 ? 1 : (1 - 0.25 / x) / x; }

void cn_external_force_limit(const cn_World *w, int body, cn_ExternalForce *load, float dt) {
    const cn_BodyCold *cold = &w->cold[body];
    double line = limited((double)dt * load->rate / cold->mass);
    double turn = cold->inertia > 0 ? limited((double)dt * load->turn_rate / cold->inertia) : 0;
    load->x += line * load->drag_x;
    load->y += line * load->drag_y;
    load->turn += turn * load->drag_turn;
}

/* Steady forces are also summed up by themselves: a body that gets no others may rest. */
bool cn_external_force_reserve(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int before = s->steady_capacity;
    if (!cn_grow((void **)&s->steady, &s->steady_capacity, w->bodies.count, sizeof *s->steady))
        return false;
    for (int i = before; i < s->steady_capacity; i++) s->steady[i].step = 0;
    return true;
}

static void note(cn_World *w, int body, const cn_ExternalForce *load) {
    if (body >= w->scratch.steady_capacity) return;
    cn_SteadyForce *s = &w->scratch.steady[body];
    if (s->step != w->steps + 1) *s = (cn_SteadyForce){.step = w->steps + 1};
    s->x = bounded((double)s->x + load->x);
    s->y = bounded((double)s->y + load->y);
    s->turn = bounded((double)s->turn + load->turn);
}

bool cn_external_force_steady(const cn_World *w, int body) {
    const cn_Drive *d = &w->drive[body];
    cn_SteadyForce s = {0};
    if (body < w->scratch.steady_capacity && w->scratch.steady[body].step == w->steps + 1)
        s = w->scratch.steady[body];
    return d->fx == s.x && d->fy == s.y && d->torque == s.turn;
}

void cn_external_force_take(cn_World *w, int body, const cn_ExternalForce *load, bool steady) {
    cn_Drive *d = &w->drive[body];
    d->fx = bounded((double)d->fx + load->x);
    d->fy = bounded((double)d->fy + load->y);
    d->torque = bounded((double)d->torque + load->turn);
    if (steady) note(w, body, load);
    cn_activity_touch(w, body, CN_TOUCH_LOADED);
}
