/* camera.c: where the viewer looks. Nothing here divides by a size without a floor under it.
 * Not here: what it looks at (aim.c, fit.c). */
#include "camera.h"

#include <math.h>

#define MIN_ZOOM 1.0e-4 /* px per m */
#define MAX_ZOOM 1.0e5

void view_camera_resize(view_Camera *camera, int width, int height) {
    int w = width > 0 ? width : 1, h = height > 0 ? height : 1;
    /* a larger window shows the same things larger, a thin one does not lose them */
    if (camera->width > 1 && camera->height > 1 && w > 1 && h > 1) {
        double before = fmin(camera->width, camera->height * 1.6);
        camera->zoom *= fmin(w, h * 1.6) / before;
    }
    if (w > 1 || h > 1 || camera->width == 0) {
        camera->width = w;
        camera->height = h;
    }
    camera->zoom = fmin(fmax(camera->zoom, MIN_ZOOM), MAX_ZOOM);
}

SDL_FPoint view_camera_to_px(const view_Camera *camera, double x, double y) {
    return (SDL_FPoint){(float)((x - camera->x) * camera->zoom + 0.5 * camera->width),
                        (float)((camera->y - y) * camera->zoom + 0.5 * camera->height)};
}

void view_camera_to_world(const view_Camera *camera, double px, double py, double *x, double *y) {
    *x = camera->x + (px - 0.5 * camera->width) / camera->zoom;
    *y = camera->y - (py - 0.5 * camera->height) / camera->zoom;
}

void view_camera_zoom_at(view_Camera *camera, double px, double py, double factor) {
    double x, y, moved_x, moved_y;
    view_camera_to_world(camera, px, py, &x, &y);
    camera->zoom = fmin(fmax(camera->zoom * factor, MIN_ZOOM), MAX_ZOOM);
    view_camera_to_world(camera, px, py, &moved_x, &moved_y);
    camera->x += x - moved_x;
    camera->y += y - moved_y;
}

void view_camera_pan(view_Camera *camera, double dx_px, double dy_px) {
    double limit = 10.0 * CN_MAX_COORDINATE;
    camera->x = fmin(fmax(camera->x - dx_px / camera->zoom, -limit), limit);
    camera->y = fmin(fmax(camera->y + dy_px / camera->zoom, -limit), limit);
}

void view_camera_box(const view_Camera *camera, double box[4]) {
    double w = 0.5 * camera->width / camera->zoom, h = 0.5 * camera->height / camera->zoom;
    box[0] = camera->x - w;
    box[1] = camera->y - h;
    box[2] = camera->x + w;
    box[3] = camera->y + h;
}

void view_camera_show(view_Camera *camera, SDL_FRect room, double x, double y, double zoom) {
    camera->zoom = fmin(fmax(zoom, MIN_ZOOM), MAX_ZOOM);
    double px = room.x + 0.5 * room.w, py = room.y + 0.5 * room.h;
    camera->x = x + (0.5 * camera->width - px) / camera->zoom;
    camera->y = y + (py - 0.5 * camera->height) / camera->zoom;
}
