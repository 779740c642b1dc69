/* host_pattern.h: string.find, match, gmatch and gsub that can be interrupted. */
#ifndef HOST_PATTERN_H
#define HOST_PATTERN_H

#include <lauxlib.h>

extern const luaL_Reg host_pattern_functions[];

#endif
