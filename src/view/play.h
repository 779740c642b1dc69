/* play.h: play mode: the window is the script's alone. */
#ifndef CAIRN_VIEW_PLAY_H
#define CAIRN_VIEW_PLAY_H

#include "app.h"

void view_play_set(view_App *app, bool on, bool by_hand);
/* Once a frame: what the script says by scene.play, when that is something else than before. */
void view_play_update(view_App *app);
/* A key that the script has not taken: true when it is one of play mode. */
bool view_play_key(view_App *app, const SDL_KeyboardEvent *event);

#endif
