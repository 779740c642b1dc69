/* plot.h: curves over time: axes, names, the values under the cursor, and all of it as a file. */
#ifndef CAIRN_VIEW_PLOT_H
#define CAIRN_VIEW_PLOT_H

#include "hud_print.h"

/* The colour of the i-th curve. */
SDL_Color view_plot_color(int i);
/* The names and last values in a row each, from y on, where there are several. Returns the y below.
 */
float view_plot_names(const view_Hud *hud, SDL_FRect box, const host_Curve *curves, int count);
/* The word "csv" in a corner of the box while the mouse is over that; a click on it writes them.
 * True when the mouse is on it. */
bool view_plot_offer(const view_Hud *hud, SDL_FRect box, const char *name, const host_Curve *curves,
                     int count);
/* The curves in a box. Where the mouse is over it, and `over` says that it is nobody else's, their
 * values there are told; a click on "csv" writes them to a file that is called by the name. */
void view_plot_draw(const view_Hud *hud, SDL_FRect box, const char *name, const host_Curve *curves,
                    int count, bool over);

#endif
