/* describe.h: a world as a table of constructor keys. */
#ifndef BIND_DESCRIBE_DESCRIBE_H
#define BIND_DESCRIBE_DESCRIBE_H

#include "base/types.h"

/* What is told of one world; indices are those of Lua's stack. */
typedef struct bind_Description {
    lua_State *L;
    bind_World *w;
    int world;
    int out;            /* the table that is written */
    int bodies, joints; /* id -> what a joint calls it by: its name, where no other has that, or its
                           place in the list */
    int proxies;        /* id of a body -> which mover has it */
} bind_Description;

void bind_describe_joints(const bind_Description *d);
extern const luaL_Reg bind_describe_methods[];

#endif
