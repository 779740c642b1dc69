/* host_module.h: the Lua module cairn.host: window, picture, files, clock, facts. */
#ifndef HOST_MODULE_H
#define HOST_MODULE_H

#include "host.h"

#include <lua.h>

/* Remember what the module needs; before the module is opened. */
void host_module_attach(lua_State *L, const host_Viewer *viewer, const char *home,
                        const char *program);
int host_module_open(lua_State *L);

#endif
