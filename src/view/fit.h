/* fit.h: what a picture has to show when nobody has said it. */
#ifndef CAIRN_VIEW_FIT_H
#define CAIRN_VIEW_FIT_H

#include "camera.h"
#include "pen.h"
#include "text.h"

/* Point the camera so that all that matters lies within room (px): what moves, what stands about it
 * as far as bodies stay large enough to be seen, the ground below, and what the script draws, its
 * texts too. world, drawn and text may be NULL. */
void view_fit(view_Camera *camera, SDL_FRect room, const cn_World *world, const pen_List *drawn,
              view_Text *text, float unit);

#endif
