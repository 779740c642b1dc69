/* body_state.c: what several rooms write or read of a body's state alike. */
#include "world/body_state.h"

#include "data/world.h"

void cn_body_set_sync(cn_World *w, int body, cn_Vec v, float spin) {
    w->sync[body] = (cn_Sync){.x = v.x, .y = v.y, .w = spin};
}

void cn_body_keep_pose(cn_World *w, int body) {
    w->old_pose[body] = (cn_OldPose){0, 0, w->pose[body].q};
}

/* Where a body was when the step began. */
cn_Pose cn_pose_before(const cn_World *w, int body) {
    cn_Pose pose = w->pose[body];
    const cn_OldPose *old = &w->old_pose[body];
    if (!(w->body_flags[body] & CN_BODY_AWAKE)) return pose; /* nothing keeps its old one */
    pose.x -= (double)old->dx;
    pose.y -= (double)old->dy;
    pose.q = old->q;
    return pose;
}
