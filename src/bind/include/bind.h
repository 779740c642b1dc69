/* bind.h: the Lua module `cairn`, and what a host in C needs from it.
 *
 * One binding for the viewer, busted and a stock lua5.4. The host registers luaopen_cairn in
 * package.preload; everything else goes through Lua. A world belongs to the Lua state that made it
 * and dies with its userdata, or earlier by world:destroy(). */
#ifndef CAIRN_BIND_H
#define CAIRN_BIND_H

#include <lua.h>

#include "cairn.h"

#if defined(_WIN32)
#define BIND_EXPORT __declspec(dllexport)
#else
#define BIND_EXPORT __attribute__((visibility("default")))
#endif

/* require "cairn". Opening it again in one state is harmless. */
BIND_EXPORT int luaopen_cairn(lua_State *L);

/* The world at a stack index; NULL when there is none or it has been destroyed. */
cn_World *bind_to_world(lua_State *L, int index);
/* Push the one userdata of an object, nil for generation 0. May raise: not enough memory. */
void bind_push_body(lua_State *L, int world_index, cn_BodyId body);
void bind_push_shape(lua_State *L, int world_index, cn_ShapeId shape);
void bind_push_joint(lua_State *L, int world_index, cn_JointId joint);
/* Told when a step begins and ends to compute in the core; its questions to the script (filter,
 * pre_solve) are outside. For a host that watches the time scripts take; NULL for none. */
void bind_on_core(void (*changed)(bool inside));
/* From now on no call of a script reads or writes a file, and worlds have a size that a stranger's
 * script may ask for. For the whole program; there is no way back. */
void bind_close_box(void);
/* What body:drawn() blends with, 0..1; 1 (the pose now) until told otherwise. */
void bind_set_alpha(lua_State *L, int world_index, double alpha);

#endif
