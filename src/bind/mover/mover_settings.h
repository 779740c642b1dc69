/* mover_settings.h: what a mover was made of and what can be set on it. */
#ifndef BIND_MOVER_MOVER_SETTINGS_H
#define BIND_MOVER_MOVER_SETTINGS_H

#include "base/types.h"

extern const luaL_Reg bind_mover_setting_methods[];

#endif
