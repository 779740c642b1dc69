/* coupling.h: what gears, pulleys and ratchets answer. */
#ifndef BIND_JOINT_COUPLING_H
#define BIND_JOINT_COUPLING_H

#include "base/types.h"

extern const luaL_Reg bind_coupling_methods[];

#endif
