/* host_scene.h: how the scene that host.h runs begins and ends. */
#ifndef HOST_SCENE_H
#define HOST_SCENE_H

#include "host_visit.h"

/* Wrap the scene object at index. Raises when out of memory; close with host_scene_close. */
void host_scene_open(host_Scene *scene, lua_State *L, int index);
void host_scene_close(host_Scene *scene);

#endif
