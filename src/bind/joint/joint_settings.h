/* joint_settings.h: what can be set on a joint, and which kinds have it. */
#ifndef BIND_JOINT_JOINT_SETTINGS_H
#define BIND_JOINT_JOINT_SETTINGS_H

#include "base/types.h"

#define BIND_JOINT_BIT(name) (1u << CN_##name)
/* Raise unless the kind is one of the bits: 'length' is not available on a revolute joint. */
void bind_check_joint_kind(lua_State *L, const bind_Handle *h, unsigned kinds, const char *what);
/* The definition of the joint at 1 as it is now; the joint must be of one of the kinds. */
cn_JointDef bind_read_joint(lua_State *L, unsigned kinds, const char *what);
/* As bind_read_joint, for a definition that is about to be changed: its world must be open. */
cn_JointDef bind_change_joint(lua_State *L, unsigned kinds, const char *what);
/* Give a changed definition to the core. What it refuses is blamed on the first argument. */
int bind_give_joint_back(lua_State *L, const cn_JointDef *def);
extern const luaL_Reg bind_joint_setting_methods[];

#endif
