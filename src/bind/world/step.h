/* step.h: world:step and world:defer. */
#ifndef BIND_WORLD_STEP_H
#define BIND_WORLD_STEP_H

#include "base/types.h"

extern const luaL_Reg bind_step_methods[];

#endif
