/* reel.c: a film of the window as it is seen: interface, mouse, edits and all.
 *
 * A picture stands for a thirtieth of a second of the clock: frames between are left out, and a
 * frame that took long is there several times. A window of another size ends the film. */
#include "reel.h"

#include "film.h"

#define PER_SECOND 30.0 /* pictures */
#define MOST_AGAIN 30   /* of one picture: who waited for longer does not want to see it */

static void finish(view_App *app) {
    view_Reel *reel = &app->reel;
    const char *error = "";
    if (view_film_close(reel->film, true, &error))
        view_toast(app, false, "saved %s, %.1f s", reel->path, reel->count / PER_SECOND);
    else
        view_toast(app, true, "cannot save %s: %s", reel->path, error);
    reel->film = NULL;
}

static void start(view_App *app) {
    view_Reel *reel = &app->reel;
    int width, height;
    const char *error = "";
    *reel = (view_Reel){.start = app->now};
    view_free_name(app, ".mp4", reel->path, sizeof reel->path);
    view_window_pixels(&app->window, &width, &height);
    reel->film = view_film_open(reel->path, width, height, PER_SECOND, &error);
    if (reel->film)
        view_toast(app, false, "filming: V ends it");
    else
        view_toast(app, true, "no film: %s", error);
}

void view_reel_toggle(view_App *app) {
    if (app->reel.film)
        finish(app);
    else
        start(app);
}

void view_reel_frame(view_App *app) {
    view_Reel *reel = &app->reel;
    if (!reel->film) return;
    int due = (int)((app->now - reel->start) * PER_SECOND) + 1 - reel->count;
    if (due <= 0) return;
    if (due > MOST_AGAIN) {
        reel->start += (due - MOST_AGAIN) / PER_SECOND;
        due = MOST_AGAIN;
    }
    const char *error = "the window cannot be read";
    SDL_Surface *picture = view_window_grab(&app->window);
    bool ok = picture != NULL;
    for (int i = 0; i < due && ok; i++) ok = view_film_add(reel->film, picture, &error);
    SDL_FreeSurface(picture);
    if (ok) {
        reel->count += due;
    } else {
        finish(app);
        view_toast(app, true, "the film has ended: %s", error);
    }
}

void view_reel_end(view_App *app) {
    if (app->reel.film) finish(app);
}
