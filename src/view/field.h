/* field.h: one value that is typed in its place, in the inspector or the panel. */
#ifndef CAIRN_VIEW_FIELD_H
#define CAIRN_VIEW_FIELD_H

#include "hud_print.h"

/* With a text in it, all of which is chosen. */
void view_field_open(view_App *app, unsigned owner, const char *text);
void view_field_close(view_App *app);
bool view_field_is(const view_App *app, unsigned owner); /* it is open, and this one's */
/* The text, once, after it was entered; NULL before. It is closed then. */
const char *view_field_taken(view_App *app, unsigned owner);
void view_field_draw(const view_Hud *hud, SDL_FRect box);
/* While it is open all keys are its own: true. */
bool view_field_key(view_App *app, const SDL_KeyboardEvent *event);
void view_field_type(view_App *app, const char *text);

#endif
