/* joint_measure.h: reads a joint's angle, axis and the speed of its springs from the poses as they
 * are. */
#ifndef CN_JOINT_MEASURE_H
#define CN_JOINT_MEASURE_H

#include "data/world.h"

cn_JointPose cn_joint_pose(const cn_World *w, const cn_Joint *j);
/* Angle of b minus that of a minus the reference, with turns; rad. */
double cn_joint_angle_now(const cn_World *w, const cn_Joint *j);
/* The axis of a prismatic or wheel in the world. */
cn_Vec cn_joint_axis(const cn_World *w, const cn_Joint *j);
/* Hz, of a spring of that stiffness between its bodies as they are now. */
double cn_joint_stiff_hertz(const cn_World *w, const cn_Joint *j);
/* How fast its springs would swing from where they are: m/s or rad/s. */
double cn_joint_swing(const cn_World *w, const cn_Joint *j);

#endif
