/* load.h: what a shape bears, and which others it ignores. */
#ifndef BIND_BODY_LOAD_H
#define BIND_BODY_LOAD_H

#include "base/types.h"

extern const luaL_Reg bind_load_methods[];    /* of a shape */
extern const luaL_Reg bind_ignored_methods[]; /* of a world */

#endif
