/* joint_fields.h: which keys the constructors of joints take, and where each goes. */
#ifndef BIND_JOINT_JOINT_FIELDS_H
#define BIND_JOINT_JOINT_FIELDS_H

#include "base/fields.h"

/* What a table says of a joint beside the core's definition. */
typedef struct bind_JointArgs {
    cn_JointDef def;
    double at_x, at_y;
} bind_JointArgs;

/* The keys of a kind, and those that every joint has; all go to a bind_JointArgs. */
const bind_Field *bind_joint_fields(cn_JointKind kind);
extern const bind_Field bind_joint_common_fields[];
/* Those within `motor`, `spring` (of a distance, of others), and `linear` and `angular` of a weld
 * and of a motor. */
extern const bind_Field bind_motor_fields[];
extern const bind_Field bind_spring_fields[];
extern const bind_Field bind_target_spring_fields[];
extern const bind_Field bind_linear_fields[];
extern const bind_Field bind_angular_fields[];
extern const bind_Field bind_drive_linear_fields[];
extern const bind_Field bind_drive_angular_fields[];

#endif
