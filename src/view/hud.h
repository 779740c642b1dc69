/* hud.h: everything in front of the world, each part in its place. */
#ifndef CAIRN_VIEW_HUD_H
#define CAIRN_VIEW_HUD_H

#include "hud_print.h"

void view_hud_draw(const view_Hud *hud, const host_Status *status);

#endif
