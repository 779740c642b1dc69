/* cast.h: questions about a shape that is in no world. */
#ifndef BIND_QUERY_CAST_H
#define BIND_QUERY_CAST_H

#include "base/types.h"

extern const luaL_Reg bind_cast_methods[];

#endif
