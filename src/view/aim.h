/* aim.h: where the camera is pointed: by the script, by a hand, or at all there is. */
#ifndef CAIRN_VIEW_AIM_H
#define CAIRN_VIEW_AIM_H

#include "app.h"

/* Once a frame, after the script has drawn and before the world is listed. room: px that nothing
 * covers. A hand that has moved the view wins until view_aim_again. */
void view_aim(view_App *app, SDL_FRect room);
/* A hand has moved the view. */
void view_aim_by_hand(view_App *app);
/* The script's view again, or all there is. */
void view_aim_again(view_App *app);

#endif
