/* step.h: world:step and world:defer. */
#ifndef BIND_WORLD_STEP_H
#define BIND_WORLD_STEP_H

#include "base/types.h"

extern const luaL_Reg bind_step_methods[];

/* Step a world as it was recorded: see handle/call_log.h. */
int bind_replay_step(lua_State *L);

#endif
