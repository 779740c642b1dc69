/* bind_mover.h: what bind_mover.c and bind_mover_settings.c share: the userdata of a mover. */
#ifndef BIND_MOVER_H
#define BIND_MOVER_H

#include "bind_private.h"

/* Its user values: the filter is kept as it was given; a dead one keeps where it was destroyed in
 * place of its data. */
enum { UV_MOVER_WORLD = 1, UV_MOVER_DATA, UV_MOVER_FILTER, UV_MOVER_COUNT = UV_MOVER_FILTER };

typedef struct bind_MoverHandle {
    uint32_t magic; /* BIND_MOVER */
    cn_MoverId id;
    bind_World *world;
} bind_MoverHandle;

/* The mover at 1, alive; open: and its world may be changed. */
bind_MoverHandle *bind_mover(lua_State *L);
bind_MoverHandle *bind_open_mover(lua_State *L);

extern const luaL_Reg bind_mover_setting_methods[];

#endif
