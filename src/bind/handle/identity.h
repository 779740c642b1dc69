/* identity.h: what bodies, shapes and joints answer alike.
 * magic: BIND_BODY, BIND_SHAPE or BIND_JOINT, the type of the object at stack index 1. */
#ifndef BIND_HANDLE_IDENTITY_H
#define BIND_HANDLE_IDENTITY_H

#include "base/types.h"

int bind_get_id(lua_State *L, uint32_t magic);
int bind_get_name(lua_State *L, uint32_t magic);
int bind_take_name(lua_State *L, uint32_t magic);
int bind_get_data(lua_State *L, uint32_t magic);
int bind_take_data(lua_State *L, uint32_t magic);
int bind_get_world(lua_State *L, uint32_t magic);
int bind_get_valid(lua_State *L, uint32_t magic);

#endif
