/* mover_handle.h: the userdata of a mover, and whether it lives. */
#ifndef BIND_HANDLE_MOVER_HANDLE_H
#define BIND_HANDLE_MOVER_HANDLE_H

#include "base/types.h"

/* Its user values: the filter is kept as it was given; a dead one keeps where it was destroyed in
 * place of its data. */
enum { UV_MOVER_WORLD = 1, UV_MOVER_DATA, UV_MOVER_FILTER, UV_MOVER_COUNT = UV_MOVER_FILTER };

/* Push a mover without data, which stands for none yet. */
bind_MoverHandle *bind_new_mover(lua_State *L, int world_index);
/* Push the one userdata of a mover, nil for generation 0. */
void bind_push_mover(lua_State *L, int world_index, cn_MoverId id);
/* Push mover, what it met (a shape, or a mover), x, y, nx, ny, speed, number of the piece. */
int bind_push_mover_hit(lua_State *L, int world_index, const cn_MoverHitEvent *hit);
/* The mover at 1, alive; open: and its world may be changed. */
bind_MoverHandle *bind_mover(lua_State *L);
bind_MoverHandle *bind_open_mover(lua_State *L);
/* The mover at 1, alive or not; raises for anything else. */
bind_MoverHandle *bind_any_mover(lua_State *L);
/* It has been destroyed: its handle leaves the table of the living. */
void bind_bury_mover(lua_State *L, int world_index, cn_MoverId id);
bool bind_mover_is_live(const bind_MoverHandle *h);

#endif
