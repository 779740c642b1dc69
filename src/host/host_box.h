/* host_box.h: the Lua state closed to a script that is not trusted. */
#ifndef HOST_BOX_H
#define HOST_BOX_H

#include <lua.h>

/* Once for a state; there is no way back. Strings get the methods below, no table a finalizer,
 * cairn no files, worlds a size. Pushes a table for the environment of the script: functions,
 * copies of the libraries `string`, `table` and `utf8`, and `loader`, which makes a `load` for an
 * environment. */
void host_box_close(lua_State *L);

#endif
