/* create.h: the constructors of bodies and shapes. */
#ifndef BIND_BODY_CREATE_H
#define BIND_BODY_CREATE_H

#include "base/fields.h"
#include "base/types.h"

/* Push a buffer with the chain's materials, one for each segment; nothing when none are given. */
void bind_read_materials(bind_Reader *r, cn_ShapeDef *def);
/* world:body{}: the world at 1, the table (or nothing) at 2; pushes the body. */
int bind_create_body(lua_State *L);
/* Name (if asked for) and data of the handle at index, from the table; the world is at 1. */
void bind_give_extras(lua_State *L, int table, int index, bool name);
extern const luaL_Reg bind_create_methods[]; /* of a world */
extern const luaL_Reg bind_add_methods[];    /* of a body */

#endif
