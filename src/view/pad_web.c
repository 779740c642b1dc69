/* pad_web.c: in the page there are no gamepads: its SDL is built without them. */
#include "pad.h"

void view_pads_open(void) {}

void view_pads_close(view_App *app) { (void)app; }

void view_pad_event(view_App *app, const SDL_Event *event) { (void)app, (void)event; }
