/* defaults.h: what a Lua state keeps for the worlds to come. */
#ifndef BIND_DEFINE_DEFAULTS_H
#define BIND_DEFINE_DEFAULTS_H

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

/* The defaults of `strict` and `threads`, and the next place in the order of creation. */
bool bind_default_strict(lua_State *L);
int bind_default_threads(lua_State *L);
uint32_t bind_next_serial(lua_State *L);
/* cairn.set_strict, cairn.set_threads */
int l_cairn_set_strict(lua_State *L);
int l_cairn_set_threads(lua_State *L);

#endif
