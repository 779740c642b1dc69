/* host_file.h: clock and files for Lua: now, stat, read, list, mkdir, is_root. */
#ifndef HOST_FILE_H
#define HOST_FILE_H

#include <lua.h>

/* Seconds of a monotonic clock. */
double host_now(void);

/* Add the functions of this file to the table on top of the stack. */
void host_file_register(lua_State *L);

#endif
