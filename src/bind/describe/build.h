/* build.h: what a table says is in a world. */
#ifndef BIND_DESCRIBE_BUILD_H
#define BIND_DESCRIBE_BUILD_H

#include "base/types.h"

/* Make in the new world at index `world` what the keys `apart`, `wind`, `shapes`, `bodies`,
 * `movers` and `joints` of the table at index `table` tell. False, and what is wrong on the top of
 * the stack, when something cannot be made: the world is half done then. */
bool bind_build(lua_State *L, int world, int table);

#endif
