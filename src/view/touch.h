/* touch.h: fingers, for the script. */
#ifndef CAIRN_VIEW_TOUCH_H
#define CAIRN_VIEW_TOUCH_H

#include "app.h"

/* Tell the script of a finger; true when it has taken it. */
bool view_touch_event(view_App *app, const SDL_TouchFingerEvent *event);

#endif
