/* render.h: the grid and a pen list, through a camera, onto a canvas. */
#ifndef CAIRN_VIEW_RENDER_H
#define CAIRN_VIEW_RENDER_H

#include "camera.h"
#include "canvas.h"
#include "image.h"
#include "pen.h"
#include "text.h"

extern const SDL_Color VIEW_BACKGROUND;

/* m between two of its fine lines. */
double view_render_grid_step(const view_Camera *camera);
void view_render_grid(view_Canvas *canvas, const view_Camera *camera);
/* A bar of a round length with its name above it, its lower right end at right, bottom. */
void view_render_scale(view_Canvas *canvas, const view_Camera *camera, view_Text *text, float right,
                       float bottom);
SDL_FPoint view_render_scale_size(const view_Camera *camera, const view_Text *text);
/* unit: size of a pixel of the design, 1 on a plain display. */
void view_render_list(view_Canvas *canvas, const view_Camera *camera, const pen_List *list,
                      view_Text *text, view_Images *images, float unit);

#endif
