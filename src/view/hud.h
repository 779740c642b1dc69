/* hud.h: everything in front of the world, each part in its place. */
#ifndef CAIRN_VIEW_HUD_H
#define CAIRN_VIEW_HUD_H

#include "hud_print.h"

/* px that nothing covers for long: what the camera is pointed with. */
SDL_FRect view_hud_room(const view_Hud *hud);
void view_hud_draw(const view_Hud *hud, const host_Status *status);

#endif
