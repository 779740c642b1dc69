/* shape.h: the shape userdata. */
#ifndef BIND_BODY_SHAPE_H
#define BIND_BODY_SHAPE_H

#include "base/types.h"

void bind_shape_open(lua_State *L);

#endif
