/* load.c: see load.h. */
#include "load.h"

/* Large but finite. */
static float bounded(double v) { return (float)(v > 1e30 ? 1e30 : (v < -1e30 ? -1e30 : v)); }

cn_Midway cn_load_midway(const cn_World *w, int body, float dt) {
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

void cn_load_take(cn_World *w, int body, const cn_Load *load, float dt) {
    const cn_BodyCold *cold = &w->cold[body];
    double line = limited((double)dt * load->rate / cold->mass);
    double turn = cold->inertia > 0 ? limited((double)dt * load->turn_rate / cold->inertia) : 0;
    cn_Drive *d = &w->drive[body];
    d->fx = bounded((double)d->fx + load->x + line * load->drag_x);
    d->fy = bounded((double)d->fy + load->y + line * load->drag_y);
    d->torque = bounded((double)d->torque + load->turn + turn * load->drag_turn);
    cn_direct_touch(w, body);
}
