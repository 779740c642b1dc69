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

void cn_external_force_limit(const cn_World *w, int body, cn_ExternalForce *force, float dt) {
    const cn_BodyCold *cold = &w->cold[body];
    double line = limited((double)dt * force->rate / cold->mass);
    double turn = cold->inertia > 0 ? limited((double)dt * force->turn_rate / cold->inertia) : 0;
    force->x += line * force->drag_x;
    force->y += line * force->drag_y;
    force->turn += turn * force->drag_turn;
}

/* Steady forces are also summed up by themselves: a body that gets no others may rest. */
bool cn_external_force_reserve(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int before = s->effects.steady_capacity;
    if (!CN_GROW(s->effects.steady, w->bodies.count)) return false;
    for (int i = before; i < s->effects.steady_capacity; i++) s->effects.steady[i].step = 0;
    return true;
}

static void note(cn_World *w, int body, const cn_ExternalForce *force) {
    if (body >= w->scratch.effects.steady_capacity) return;
    cn_SteadyForce *s = &w->scratch.effects.steady[body];
    if (s->step != w->steps + 1) *s = (cn_SteadyForce){.step = w->steps + 1};
    s->x = bounded((double)s->x + force->x);
    s->y = bounded((double)s->y + force->y);
    s->turn = bounded((double)s->turn + force->turn);
}

bool cn_external_force_steady(const cn_World *w, int body) {
    const cn_Drive *d = &w->drive[body];
    cn_SteadyForce s = {0};
    if (body < w->scratch.effects.steady_capacity &&
        w->scratch.effects.steady[body].step == w->steps + 1)
        s = w->scratch.effects.steady[body];
    return d->fx == s.x && d->fy == s.y && d->torque == s.turn;
}

void cn_external_force_take(cn_World *w, int body, const cn_ExternalForce *force, bool steady) {
    cn_Drive *d = &w->drive[body];
    d->fx = bounded((double)d->fx + force->x);
    d->fy = bounded((double)d->fy + force->y);
    d->torque = bounded((double)d->torque + force->turn);
    if (steady) note(w, body, force);
    cn_activity_disturb(w, body, CN_DISTURBED_FORCED);
}
