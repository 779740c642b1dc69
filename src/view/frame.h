/* frame.h: one picture, for a window, a shot or the bench. */
#ifndef CAIRN_VIEW_FRAME_H
#define CAIRN_VIEW_FRAME_H

#include "app.h"

/* One frame onto a canvas: world, script, hud. Returns the milliseconds that pixels took. */
double view_draw_frame(view_App *app, view_Canvas *canvas, bool hud);

#endif
