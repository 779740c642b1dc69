/* pointer.c: a click by keys is pushed as the events that a mouse would give, so nothing else needs
 * to know of it. */
#include "pointer.h"

#define STEP_PX 8.0f /* of the design, for a press of an arrow; half a row */

static void push_button(const view_App *app, bool down) {
    SDL_Event event = {.button = {.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                  .button = SDL_BUTTON_LEFT,
                                  .state = down ? SDL_PRESSED : SDL_RELEASED,
                                  .clicks = 1,
                                  .x = (int)(app->mouse.x / app->window.scale),
                                  .y = (int)(app->mouse.y / app->window.scale)}};
    event.button.windowID = SDL_GetWindowID(app->window.window);
    SDL_PushEvent(&event);
}

static void move(view_App *app, float dx, float dy, bool fine) {
    float step = fine ? 1.0f : SDL_max(STEP_PX * app->unit, 1.0f);
    float x = SDL_clamp(app->mouse.x + dx * step, 0.0f, (float)app->camera.width - 1.0f);
    float y = SDL_clamp(app->mouse.y + dy * step, 0.0f, (float)app->camera.height - 1.0f);
    SDL_WarpMouseInWindow(app->window.window, (int)(x / app->window.scale),
                          (int)(y / app->window.scale));
}

static void press(view_App *app, bool holds) {
    if (holds) {
        app->mouse.by_key = !app->mouse.by_key;
        push_button(app, app->mouse.by_key);
        return;
    }
    push_button(app, true);
    push_button(app, false);
    app->mouse.by_key = false;
}

bool view_pointer_key(view_App *app, const SDL_KeyboardEvent *event) {
    bool shift = event->keysym.mod & KMOD_SHIFT, down = event->type == SDL_KEYDOWN;
    if (!(event->keysym.mod & KMOD_CTRL)) return false;
    switch (event->keysym.sym) {
    case SDLK_TAB:
    case SDLK_j: /* browsers keep the other */
        if (down) view_focus_move(app, shift ? -1 : 1);
        return true;
    case SDLK_LEFT:
    case SDLK_RIGHT:
        if (down) move(app, event->keysym.sym == SDLK_LEFT ? -1.0f : 1.0f, 0.0f, shift);
        return true;
    case SDLK_UP:
    case SDLK_DOWN:
        if (down) move(app, 0.0f, event->keysym.sym == SDLK_UP ? -1.0f : 1.0f, shift);
        return true;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        if (down && !event->repeat) press(app, shift);
        return true;
    default:
        return false;
    }
}
