/* layer.h: named layers, and the filters of queries. */
#ifndef BIND_DEFINE_LAYER_H
#define BIND_DEFINE_LAYER_H

#include "base/fields.h"
#include "base/types.h"

/* The number of the layer named at index; -1 when undeclared. */
int bind_find_layer(lua_State *L, int world_index, int index);
/* Push the sentence about a name that is no layer. */
const char *bind_unknown_layer(lua_State *L, int world_index, const char *word);
/* Declare the name at index; -1 when all 64 are taken. */
int bind_add_layer(lua_State *L, int world_index, int index);
void bind_push_layer(lua_State *L, int world_index, int layer);
/* Push a list of {name, name}: the pairs of layers that do not collide. */
void bind_push_apart(lua_State *L, int world_index);
/* The number of the layer at arg, by name; raises for an undeclared one. */
int bind_layer(lua_State *L, int world_index, int arg);
/* The number of the layer that the reader's field, on the top, names. */
int bind_layer_field(bind_Reader *r);
/* Push a mask as a number; raises where no number holds it. */
void bind_push_mask(lua_State *L, uint64_t mask);
/* A name, a bit mask or a list of names at arg; nil is every layer. */
uint64_t bind_mask(lua_State *L, int world_index, int arg);
/* As bind_mask, of a value at index, which is that field of the table at arg. */
uint64_t bind_mask_in(lua_State *L, int world_index, int arg, const char *field, int index);
/* As bind_mask, of the reader's field, on the top. */
uint64_t bind_mask_field(bind_Reader *r);
/* The whole filter of a query at arg (may be missing). */
cn_QueryFilter bind_filter(lua_State *L, int world_index, int arg);
/* As bind_filter, of a value at index, which is the field `filter` of the table at arg. */
cn_QueryFilter bind_filter_field(lua_State *L, int world_index, int arg, int index);
/* After the query: raises what the filter's test has raised. */
void bind_filter_raise(lua_State *L, int world_index);
static inline void bind_filter_done(lua_State *L, int world_index) {
    const bind_World *w = lua_touserdata(L, world_index);
    if (w->asker) bind_filter_raise(L, world_index);
}
extern const luaL_Reg bind_layer_methods[];

#endif
