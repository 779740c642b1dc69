/* joint.h: the joint userdata. */
#ifndef BIND_JOINT_JOINT_H
#define BIND_JOINT_JOINT_H

#include "base/types.h"

void bind_joint_open(lua_State *L);

#endif
