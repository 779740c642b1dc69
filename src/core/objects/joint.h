/* joint.h: checks definitions of joints, lets joints act and let go, and follows their bodies. */
#ifndef CN_JOINT_H
#define CN_JOINT_H

#include "data/world.h"

/* All of a definition but its bodies. */
cn_Result cn_joint_check_def(cn_Error *e, const cn_JointDef *d);
/* What cn_joint_configure reads. */
cn_Result cn_joint_check_tuning(cn_Error *e, const cn_JointDef *d);
/* A definition of which what its kind does not read, or has switched off, is as in one that does
 * not say it: it has not been checked. */
cn_JointDef cn_joint_read_part(const cn_JointDef *d);
cn_Result cn_joint_check_target(cn_Error *e, const cn_JointDef *d); /* of a mouse */

/* Before it ceases to act: its bodies, and all that are connected with them, are held by less. */
void cn_joint_release(cn_World *w, int joint);

cn_Result cn_check_joint(cn_World *w, cn_JointId joint); /* unlocked and alive */
void cn_joint_remove(cn_World *w, int joint);
void cn_joint_move_ends(cn_World *w, int joint, const int ends[2]);
void cn_joint_remove_all_of(cn_World *w, int body);
/* Its joints begin to act. */
void cn_joint_body_enabled(cn_World *w, int body);
/* Some body has been put elsewhere from outside. */
void cn_joint_body_placed(cn_World *w, int body);

#endif
