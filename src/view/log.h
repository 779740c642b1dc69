/* log.h: what the scene printed, as the console shows it: lines of a level, with a text in them. */
#ifndef CAIRN_VIEW_LOG_H
#define CAIRN_VIEW_LOG_H

#include "hud_print.h"

/* Ctrl+F, Ctrl+L, Ctrl+Shift+C, the page keys; while a text is looked for, all keys: true. */
bool view_log_key(view_App *app, const SDL_KeyboardEvent *event);
/* True when the text was for the search. */
bool view_log_type(view_App *app, const char *text);
void view_log_newest(view_App *app);
/* From the bottom up, the newest last; above them which lines they are. */
void view_log_draw(const view_Hud *hud, SDL_FRect box, int bottom);

#endif
