/* joint_create.h: the constructors of joints. */
#ifndef BIND_JOINT_JOINT_CREATE_H
#define BIND_JOINT_JOINT_CREATE_H

#include "base/types.h"

extern const luaL_Reg bind_join_methods[]; /* of a world */

#endif
