/* console.h: a line of Lua that is typed into the running scene, with what it gave above it. */
#ifndef CAIRN_VIEW_CONSOLE_H
#define CAIRN_VIEW_CONSOLE_H

#include "hud_print.h"

void view_console_open(view_App *app);
/* While it is open all keys but F1 to F12 are its own: true. */
bool view_console_key(view_App *app, const SDL_KeyboardEvent *event);
/* Text that was typed, in UTF-8; nothing while it is closed. */
void view_console_type(view_App *app, const char *text);
void view_console_draw(const view_Hud *hud);

#endif
