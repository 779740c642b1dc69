/* tuning.h: the rest of a body's keys. */
#ifndef BIND_BODY_TUNING_H
#define BIND_BODY_TUNING_H

#include "base/types.h"

extern const luaL_Reg bind_tuning_methods[]; /* of a body */

#endif
