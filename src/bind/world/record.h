/* record.h: world:record. */
#ifndef BIND_WORLD_RECORD_H
#define BIND_WORLD_RECORD_H

#include "base/types.h"

extern const luaL_Reg bind_record_methods[];

#endif
