/* help.h: keys, tools and the mouse, in as many columns as the window has room for. */
#ifndef CAIRN_VIEW_HELP_H
#define CAIRN_VIEW_HELP_H

#include "hud_print.h"

void view_help_draw(const view_Hud *hud);

#endif
