/* cast.h: questions about a shape that is in no world. */
#ifndef BIND_QUERY_CAST_H
#define BIND_QUERY_CAST_H

#include "base/types.h"

/* What is in the way of the body by the dx and dy at arg and the filter behind them. */
cn_BodyHit bind_cast_body(lua_State *L, int world_index, const bind_Handle *h, int arg);
extern const luaL_Reg bind_cast_methods[];

#endif
