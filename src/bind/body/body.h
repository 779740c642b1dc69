/* body.h: the body userdata. */
#ifndef BIND_BODY_BODY_H
#define BIND_BODY_BODY_H

#include "base/types.h"

void bind_body_open(lua_State *L);

#endif
