/* inspector.h: what there is to say of the selected body, or of another thing of the world, in
 * groups; values that can be changed. */
#ifndef CAIRN_VIEW_INSPECTOR_H
#define CAIRN_VIEW_INSPECTOR_H

#include "hud_print.h"

/* Below top; returns the y below. */
int view_inspector_draw(const view_Hud *hud, int top);
/* The world by itself, and again what was looked at. */
void view_inspector_world(view_App *app);
/* What was looked at by itself is left; false when nothing was. */
bool view_inspector_escape(view_App *app);
/* Marks what is looked at, in app->list. */
void view_inspector_mark(view_App *app);
/* The left button went down: true when it was on the inspector. */
bool view_inspector_press(view_App *app);
/* The wheel turned: true when the mouse was over it. */
bool view_inspector_scroll(view_App *app, float px);

#endif
