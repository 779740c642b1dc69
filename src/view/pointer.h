/* pointer.h: the mouse moved and pressed by keys, so that all that it reaches can be reached. */
#ifndef CAIRN_VIEW_POINTER_H
#define CAIRN_VIEW_POINTER_H

#include "app.h"

/* Ctrl+Tab puts it on the next control, with Shift on the one before. Ctrl and an arrow move it,
 * with Shift by a pixel; Ctrl+Enter clicks, with Shift it holds the button and lets it go. True
 * when the key was one of these. */
bool view_pointer_key(view_App *app, const SDL_KeyboardEvent *event);

#endif
