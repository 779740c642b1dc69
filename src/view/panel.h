/* panel.h: the panel at the right: scene.params and the script's ui; it also takes the mouse. */
#ifndef CAIRN_VIEW_PANEL_H
#define CAIRN_VIEW_PANEL_H

#include "hud_print.h"

/* Where it starts, px; the width of the picture when it is not there. */
float view_panel_left(const view_Hud *hud);
void view_panel_draw(const view_Hud *hud);
void view_panel_scroll(view_App *app, float px); /* downwards */

#endif
