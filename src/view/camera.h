/* camera.h: from metres, y up, to pixels, y down; pan and zoom. */
#ifndef CAIRN_VIEW_CAMERA_H
#define CAIRN_VIEW_CAMERA_H

#include <SDL.h>

#include "cairn.h"

typedef struct view_Camera {
    double x, y;       /* m, the middle of the picture */
    double zoom;       /* px per m, always within its limits */
    int width, height; /* px, at least 1 */
} view_Camera;

void view_camera_resize(view_Camera *camera, int width, int height);
/* Subtracts the centre in double, so that a world 100 km away does not shake. */
SDL_FPoint view_camera_to_px(const view_Camera *camera, double x, double y);
void view_camera_to_world(const view_Camera *camera, double px, double py, double *x, double *y);
/* Zoom by factor and keep what is under the pixel under it. */
void view_camera_zoom_at(view_Camera *camera, double px, double py, double factor);
void view_camera_pan(view_Camera *camera, double dx_px, double dy_px);
/* The visible box, x1, y1, x2, y2. */
void view_camera_box(const view_Camera *camera, double box[4]);
/* Bring the point x, y to the middle of room, px, at so many pixels for a metre. */
void view_camera_show(view_Camera *camera, SDL_FRect room, double x, double y, double zoom);

#endif
