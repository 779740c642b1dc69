/* joint_place.h: where a joint holds its bodies. */
#ifndef BIND_JOINT_JOINT_PLACE_H
#define BIND_JOINT_JOINT_PLACE_H

#include "base/types.h"

extern const luaL_Reg bind_joint_place_methods[];

#endif
