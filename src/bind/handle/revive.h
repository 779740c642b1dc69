/* revive.h: handles of worlds that are restored. */
#ifndef BIND_HANDLE_REVIVE_H
#define BIND_HANDLE_REVIVE_H

#include "base/types.h"

/* The core's world is another: each handle finds its object, or is dead for good. Loops that began
 * before are over. */
void bind_revive(lua_State *L, int world_index);

#endif
