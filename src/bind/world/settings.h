/* settings.h: getters and setters of a world's constructor keys. */
#ifndef BIND_WORLD_SETTINGS_H
#define BIND_WORLD_SETTINGS_H

#include "base/types.h"

extern const luaL_Reg bind_setting_methods[];

#endif
