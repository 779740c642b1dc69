/* reel.h: the window, filmed while it plays. */
#ifndef CAIRN_VIEW_REEL_H
#define CAIRN_VIEW_REEL_H

#include "app.h"

/* Begin to film the window into a file in the current folder; or end it. */
void view_reel_toggle(view_App *app);
/* After a frame was drawn: its picture, as often as time asks for it. */
void view_reel_frame(view_App *app);
/* The window closes: the film ends. */
void view_reel_end(view_App *app);

#endif
