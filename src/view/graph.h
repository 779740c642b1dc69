/* graph.h: where the time of a frame goes, and other numbers of the scene over time. */
#ifndef CAIRN_VIEW_GRAPH_H
#define CAIRN_VIEW_GRAPH_H

#include "hud_print.h"

/* The next page of graphs, or none after the last. */
void view_graph_next(view_App *app);
void view_graph_push(view_App *app, const host_Status *status);
/* In a box of the width and height it wants, or narrower: then fewer frames are shown. */
void view_graph_draw(const view_Hud *hud, SDL_FRect box);
void view_graph_size(const view_Hud *hud, float *width, float *height, float *least);

#endif
