/* mover.h: characters: world:mover{} and the mover userdata. */
#ifndef BIND_MOVER_MOVER_H
#define BIND_MOVER_MOVER_H

#include "base/fields.h"

extern const bind_Field bind_mover_fields[]; /* of world:mover{} */
extern const bind_Field bind_leg_fields[];   /* of its key `legs` */
extern const luaL_Reg bind_mover_makers[];   /* of a world */
void bind_mover_open(lua_State *L);

#endif
