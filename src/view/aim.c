/* aim.c: where the camera is pointed.
 *
 * A hand comes first, then scene.view, then what view_fit finds once the scene has started. With a
 * lag the view goes the share of the way that the frame's time is worth, whatever the frame rate.
 */
#include "aim.h"

#include <math.h>

#include "fit.h"

#define LONGEST 0.25 /* s of a frame; after a longer one the view does not jump */

/* Pixels for a metre that show what the script wants within room; 0: it does not say. */
static double wanted_zoom(const host_View *view, SDL_FRect room) {
    double across = view->w > 0.0 ? room.w / view->w : 0.0;
    double up = view->h > 0.0 ? room.h / view->h : 0.0;
    if (across > 0.0 && up > 0.0) return fmin(across, up);
    return across + up;
}

static void follow(view_App *app, const host_View *view, SDL_FRect room) {
    view_Aim *aim = &app->aim;
    double seconds = fmin(fmax(app->now - aim->then, 0.0), LONGEST);
    double zoom = wanted_zoom(view, room);
    if (zoom <= 0.0) zoom = aim->zoom > 0.0 ? aim->zoom : app->camera.zoom;
    double share = aim->follows && view->lag > 0.0 ? 1.0 - exp(-seconds / view->lag) : 1.0;
    aim->x += share * (view->x - aim->x);
    aim->y += share * (view->y - aim->y);
    aim->zoom *= aim->zoom > 0.0 ? pow(zoom / aim->zoom, share) : 0.0;
    if (aim->zoom <= 0.0) aim->zoom = zoom;
    aim->then = app->now;
    view_camera_show(&app->camera, room, aim->x, aim->y, aim->zoom);
}

static void fit(view_App *app, SDL_FRect room) {
    view_fit(&app->camera, room, host_scene_world(app->scene), &app->drawn, app->text, app->unit);
    app->aim.zoom = app->camera.zoom;
}

void view_aim(view_App *app, SDL_FRect room) {
    if (app->aim.by_hand || room.w <= 0.0f || room.h <= 0.0f) return;
    host_View view = host_scene_view(app->scene);
    /* a view without a size starts from what fits */
    bool sized = view.w > 0.0 || view.h > 0.0;
    if (!app->aim.fitted && !(view.given && sized)) {
        fit(app, room);
        app->aim.fitted = host_scene_status(app->scene).started; /* else it is yet to come */
    }
    if (view.given) follow(app, &view, room);
    app->aim.follows = view.given;
}

void view_aim_by_hand(view_App *app) { app->aim.by_hand = true; }

void view_aim_again(view_App *app) { app->aim = (view_Aim){0}; }
