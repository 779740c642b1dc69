/* overlays.h: what is shown of a world beside its shapes, and the legend that says what it is. */
#ifndef CAIRN_VIEW_OVERLAYS_H
#define CAIRN_VIEW_OVERLAYS_H

#include "hud_print.h"

/* What pen_world is to draw. */
pen_WorldOptions view_overlays_options(view_App *app);
/* Those that are on, at the right end of what `top` and the panel leave; all of them, to be
 * switched by a click, while the list is open. */
void view_overlays_draw(const view_Hud *hud, int top);
/* The left button went down: true when it was on the list. */
bool view_overlays_press(view_App *app);

#endif
