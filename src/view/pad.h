/* pad.h: gamepads, for the script. */
#ifndef CAIRN_VIEW_PAD_H
#define CAIRN_VIEW_PAD_H

#include "app.h"

/* Gamepads that are there are told of by the next events. Harmless where there can be none. */
void view_pads_open(void);
void view_pads_close(view_App *app);
/* Tell the script of a gamepad; what is no event of one is left alone. */
void view_pad_event(view_App *app, const SDL_Event *event);

#endif
