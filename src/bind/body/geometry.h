/* geometry.h: the sizes of a shape. */
#ifndef BIND_BODY_GEOMETRY_H
#define BIND_BODY_GEOMETRY_H

#include "base/types.h"

extern const luaL_Reg bind_geometry_methods[]; /* of a shape */

#endif
