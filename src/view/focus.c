/* focus.c: where the controls are is a list that is made anew in each frame, so nothing can be
 * forgotten in it; the pointer itself says which one has the focus, and a click by keys
 * (pointer.c) is a click there. */
#include "focus.h"

#include "hud_print.h"
#include "paint.h"

#define NEAR_PX 2.0f /* as far as the system may round where the pointer was put */

void view_focus_begin(view_App *app) { app->focus.count = 0; }

void view_focus_stop_in(view_App *app, SDL_FRect place, const SDL_FRect *box, float *scroll,
                        float room) {
    view_Focus *f = &app->focus;
    if (f->count == VIEW_STOPS || place.w <= 0.0f || place.h <= 0.0f) return;
    f->stops[f->count++] = (view_Stop){place, box, scroll, room};
}

void view_focus_stop(view_App *app, SDL_FRect place) {
    view_focus_stop_in(app, place, NULL, NULL, 0.0f);
}

/* Of controls within each other the last: the smaller one is named behind. */
static int focused(const view_App *app) {
    for (int i = app->focus.count - 1; i >= 0; i--) {
        if (view_is_over(app, app->focus.stops[i].place)) return i;
    }
    return -1;
}

/* px by which a list is scrolled so that the control is in sight. */
static float scroll_to(const view_Stop *stop) {
    if (!stop->box) return 0.0f;
    float above = stop->box->y - stop->place.y;
    float below = stop->place.y + stop->place.h - (stop->box->y + stop->box->h);
    float by = above > 0.0f ? -above : below > 0.0f ? below : 0.0f, before = *stop->scroll;
    *stop->scroll = SDL_clamp(before + by, 0.0f, SDL_max(stop->room, 0.0f));
    return *stop->scroll - before;
}

void view_focus_move(view_App *app, int by) {
    view_Focus *f = &app->focus;
    if (f->count == 0) return;
    int now = f->on ? focused(app) : -1;
    int next = now < 0 ? (by > 0 ? 0 : f->count - 1) : (now + by + f->count) % f->count;
    view_Stop *stop = &f->stops[next];
    float scrolled = scroll_to(stop);
    /* all of that list have moved, and may be asked for again before they are drawn */
    for (int i = 0; i < f->count && scrolled != 0.0f; i++) {
        if (f->stops[i].scroll == stop->scroll) f->stops[i].place.y -= scrolled;
    }
    f->x = stop->place.x + 0.5f * stop->place.w;
    f->y = stop->place.y + 0.5f * stop->place.h;
    f->on = true;
    app->mouse.x = f->x, app->mouse.y = f->y; /* the event comes later */
    SDL_WarpMouseInWindow(app->window.window, (int)(f->x / app->window.scale),
                          (int)(f->y / app->window.scale));
}

void view_focus_moved(view_App *app) {
    float near = NEAR_PX * SDL_max(app->window.scale, 1.0f);
    if (SDL_fabsf(app->mouse.x - app->focus.x) > near ||
        SDL_fabsf(app->mouse.y - app->focus.y) > near)
        app->focus.on = false;
}

void view_focus_draw(const view_Hud *hud) {
    const view_App *app = hud->app;
    int i = app->focus.on ? focused(app) : -1;
    if (i < 0) return;
    SDL_FRect r = app->focus.stops[i].place;
    float w = SDL_max(2.0f * hud->unit, 1.0f);
    SDL_FRect sides[] = {{r.x - w, r.y - w, r.w + 2.0f * w, w},
                         {r.x - w, r.y + r.h, r.w + 2.0f * w, w},
                         {r.x - w, r.y, w, r.h},
                         {r.x + r.w, r.y, w, r.h}};
    for (int k = 0; k < 4; k++) {
        view_paint_rect(hud->canvas, sides[k].x, sides[k].y, sides[k].w, sides[k].h, VIEW_ACCENT);
    }
}
