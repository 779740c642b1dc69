/* joint.h: the inside of joint.c: what a definition may be. */
#ifndef CN_JOINT_H
#define CN_JOINT_H

#include "world.h"

/* All of a definition but its bodies. */
cn_Result cn_joint_check_def(cn_Error *e, const cn_JointDef *d);
/* What cn_joint_configure reads. */
cn_Result cn_joint_check_tuning(cn_Error *e, const cn_JointDef *d);
cn_Result cn_joint_check_target(cn_Error *e, const cn_JointDef *d); /* of a mouse */

#endif
