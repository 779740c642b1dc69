/* timeline.h: the strip below the scene by which one looks back, and the ghosts in the scene. */
#ifndef CAIRN_VIEW_TIMELINE_H
#define CAIRN_VIEW_TIMELINE_H

#include "hud_print.h"

/* Once a frame, before anything is drawn: keep the last seconds as soon as there is a world. */
void view_timeline_update(view_App *app);
/* How high the strip is with the line above it, px; 0: there is none. */
float view_timeline_height(const view_Hud *hud);
/* The strip; it remembers where it is, for the mouse. */
void view_timeline_draw(const view_Hud *hud, float right);
/* Where the selected body was, and where bodies would be without the edit of the past. */
void view_timeline_ghosts(view_App *app);

/* The left button went down at the mouse: true when that was on the strip. Then it is dragged until
 * the button comes up. */
bool view_timeline_press(view_App *app);
void view_timeline_drag(view_App *app);

/* What keys do. */
void view_timeline_step(view_App *app, int ticks);
void view_timeline_toggle_play(view_App *app);
void view_timeline_again(view_App *app);
void view_timeline_present(view_App *app);

#endif
