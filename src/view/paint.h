/* paint.h: lines, discs, rounded and bordered polygons out of convex pieces, in pixels. */
#ifndef CAIRN_VIEW_PAINT_H
#define CAIRN_VIEW_PAINT_H

#include "canvas.h"

#define VIEW_MAX_CORNERS 1024 /* of one polygon after rounding */

typedef struct view_Style {
    SDL_Color fill, border; /* alpha 0: none */
    float border_px;
} view_Style;

/* Nothing is drawn thinner than a pixel; thinner things keep their place and colour. */
void view_paint_line(view_Canvas *canvas, SDL_FPoint a, SDL_FPoint b, float width, SDL_Color color);
void view_paint_strip(view_Canvas *canvas, const SDL_FPoint *points, int count, bool closed,
                      float width, SDL_Color color);
void view_paint_ring(view_Canvas *canvas, SDL_FPoint center, float radius, float width,
                     SDL_Color color);
void view_paint_disc(view_Canvas *canvas, SDL_FPoint center, float radius, const view_Style *style);
/* Convex, any orientation, pushed outwards by radius and rounded; one point is a disc, two are a
 * capsule. */
void view_paint_polygon(view_Canvas *canvas, const SDL_FPoint *points, int count, float radius,
                        const view_Style *style);
void view_paint_rect(view_Canvas *canvas, float x, float y, float w, float h, SDL_Color color);
void view_paint_round_rect(view_Canvas *canvas, SDL_FRect rect, float radius, SDL_Color color);

#endif
