/* handle.h: identity, lifetime and names of bodies, shapes and joints. */
#ifndef BIND_HANDLE_HANDLE_H
#define BIND_HANDLE_HANDLE_H

#include "base/types.h"
#include "handle/call_log.h"

/* The userdata at index when it is a handle of that magic, dead or alive, else NULL. */
static inline bind_Handle *bind_test_handle(lua_State *L, int index, uint32_t magic) {
    bind_Handle *h = lua_touserdata(L, index);
    return h && lua_rawlen(L, index) == sizeof *h && h->magic == magic ? h : NULL;
}

/* The mover at an index, alive or not; NULL when there is none. */
static inline bind_MoverHandle *bind_test_mover(lua_State *L, int index) {
    bind_MoverHandle *h = lua_touserdata(L, index);
    return h && lua_rawlen(L, index) == sizeof *h && h->magic == BIND_MOVER ? h : NULL;
}
static inline bind_World *bind_test_world(lua_State *L, int index) {
    bind_World *w = lua_touserdata(L, index);
    return w && lua_rawlen(L, index) == sizeof *w && w->magic == BIND_WORLD ? w : NULL;
}
/* Raise: argument arg is no such object, or a dead one. */
void bind_bad_handle(lua_State *L, int arg, uint32_t magic);
bool bind_is_live(const bind_Handle *h);

/* The checks every method begins with. Plain: alive. open: and the world may be changed.
 * any: dead or alive. known: alive, or destroyed since the last flush. */
static inline bind_World *bind_world(lua_State *L, int arg) {
    bind_World *w = bind_test_world(L, arg);
    if (!w || !w->core) bind_bad_handle(L, arg, BIND_WORLD);
    return w;
}
static inline bind_Handle *bind_body(lua_State *L, int arg) {
    bind_Handle *h = bind_test_handle(L, arg, BIND_BODY);
    if (!h || !h->world->core || !cn_body_is_valid(h->world->core, bind_body_id(h)))
        bind_bad_handle(L, arg, BIND_BODY);
    return h;
}
static inline bind_Handle *bind_shape(lua_State *L, int arg) {
    bind_Handle *h = bind_test_handle(L, arg, BIND_SHAPE);
    if (!h || !h->world->core || !cn_shape_is_valid(h->world->core, bind_shape_id(h)))
        bind_bad_handle(L, arg, BIND_SHAPE);
    return h;
}
static inline bind_Handle *bind_joint(lua_State *L, int arg) {
    bind_Handle *h = bind_test_handle(L, arg, BIND_JOINT);
    if (!h || !h->world->core || !cn_joint_is_valid(h->world->core, bind_joint_id(h)))
        bind_bad_handle(L, arg, BIND_JOINT);
    return h;
}
void bind_read_only(lua_State *L, const bind_World *w);
static inline bind_World *bind_open_world(lua_State *L, int arg) {
    bind_World *w = bind_world(L, arg);
    if (w->reading) bind_read_only(L, w);
    bind_log_change(L, w);
    return w;
}
static inline bind_Handle *bind_open_body(lua_State *L, int arg) {
    bind_Handle *h = bind_body(L, arg);
    if (h->world->reading) bind_read_only(L, h->world);
    bind_log_change(L, h->world);
    return h;
}
static inline bind_Handle *bind_open_shape(lua_State *L, int arg) {
    bind_Handle *h = bind_shape(L, arg);
    if (h->world->reading) bind_read_only(L, h->world);
    bind_log_change(L, h->world);
    return h;
}
static inline bind_Handle *bind_open_joint(lua_State *L, int arg) {
    bind_Handle *h = bind_joint(L, arg);
    if (h->world->reading) bind_read_only(L, h->world);
    bind_log_change(L, h->world);
    return h;
}
bind_Handle *bind_any(lua_State *L, int arg, uint32_t magic);
bind_Handle *bind_known(lua_State *L, int arg, uint32_t magic);

/* Another argument than self: alive and of this world. */
bind_Handle *bind_other(lua_State *L, int arg, uint32_t magic, const bind_World *w);

/* Push a new userdata that belongs to no object yet, for the world at world_index. */
bind_Handle *bind_new_handle(lua_State *L, int world_index, uint32_t magic);
/* Give the handle at index its object and enter it in the world's table. */
void bind_enter_body(lua_State *L, int world_index, int index, cn_BodyId id);
void bind_enter_shape(lua_State *L, int world_index, int index, cn_ShapeId id);
void bind_enter_joint(lua_State *L, int world_index, int index, cn_JointId id);
/* After a restore: what a shape's handle still tells when it is dead; a dead handle lives again. */
void bind_remember_shape(bind_Handle *h);
void bind_remember_joint(bind_Handle *h);
void bind_enter_again(lua_State *L, int world_index, int index);
/* The object is about to be destroyed: its handle leaves the tables of the living. */
void bind_bury_body(lua_State *L, int world_index, cn_BodyId id);
void bind_bury_shape(lua_State *L, int world_index, cn_ShapeId id);
void bind_bury_joint(lua_State *L, int world_index, cn_JointId id);
/* Around a flush: what died before it is answered until it ends, then let go. */
void bind_begin_flush(lua_State *L, int world_index);
void bind_end_flush(lua_State *L, int world_index);
/* Push `body #12 "top"`, `shape #3`, `world`. */
const char *bind_describe(lua_State *L, int index);
/* Push that and "has been destroyed at scene.lua:39". */
const char *bind_describe_dead(lua_State *L, int index);
/* Push the same of the world at world_index, which has been. */
const char *bind_describe_dead_world(lua_State *L, int world_index);
/* Name the body or joint handle at index by the string or nil on the top, which is popped. */
void bind_set_name(lua_State *L, int world_index, int index);
/* Push "scene.lua:39" of the nearest caller that has lines, or "". */
void bind_push_caller(lua_State *L);
/* Make a metatable from its three tables, unless it exists; nothing is left on the stack. */
void bind_make_type(lua_State *L, const char *type, const luaL_Reg *metamethods,
                    const luaL_Reg *const *methods);

#endif
