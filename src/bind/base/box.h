/* box.h: what a script that is not trusted may not do with worlds (bind_close_box). */
#ifndef BIND_BASE_BOX_H
#define BIND_BASE_BOX_H

#include "base/types.h"

/* Why there are no files, or NULL when there are. */
const char *bind_no_files(void);
/* Raise when the world has as many already as one may. */
void bind_check_bodies(lua_State *L, const cn_World *core);
void bind_check_shapes(lua_State *L, const cn_World *core);
void bind_check_joints(lua_State *L, const cn_World *core);
/* The same for worlds; those that nobody holds are collected before. */
void bind_check_worlds(lua_State *L);
/* One more is there, or one less. */
void bind_count_world(int change);

#endif
