/* body_state.h: writing a body's reported velocity and its pose before the step, and reading that
 * pose: what several rooms do alike. */
#ifndef CN_BODY_STATE_H
#define CN_BODY_STATE_H

#include "data/world.h"

/* The part of contacts in a body's reported velocity: see wide/motion_kernel.h. */
void cn_body_set_sync(cn_World *w, int body, cn_Vec v, float spin);
void cn_body_keep_pose(cn_World *w, int body);       /* as the one before the step */
cn_Pose cn_pose_before(const cn_World *w, int body); /* before the step, while it lasts */

#endif
