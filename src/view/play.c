/* play.c: a scene as a game: full screen, no grid, no bars, no inspector, no dragging; all input is
 * the script's.
 *
 * What was shown before comes back afterwards. An error and what a save did are still told: a game
 * is edited while it is played, too. Two keys stay the window's, unless the script takes them:
 * Alt+Enter goes in and out, Esc out or to the end. */
#include "play.h"

#include "aim.h"
#include "timeline.h"

static void begin(view_App *app) {
    if (app->timeline.back) view_timeline_present(app);
    host_scene_release(app->scene);
    host_scene_select(app->scene, (cn_BodyId){0, 0});
    view_Mouse *mouse = &app->mouse;
    mouse->grabbed = mouse->dragging = mouse->panning = app->scrubbing = false;
    app->held = 0;
    app->play.before = app->shown;
    app->shown = (view_Shown){.joints = app->shown.joints};
    app->panel = (SDL_FRect){0};
}

static void set(view_App *app, bool on, bool by_hand, bool screen) {
    if (app->play.on == on) return;
    app->play.on = on;
    app->play.by_hand = by_hand;
    if (on)
        begin(app);
    else
        app->shown = app->play.before;
    if (!on || screen) view_window_fullscreen(&app->window, on);
    view_aim_again(app);
    view_toast(app, false, on ? "Alt+Enter: tools" : "F1: keys and mouse");
}

void view_play_set(view_App *app, bool on, bool by_hand) { set(app, on, by_hand, true); }

void view_play_update(view_App *app) {
    host_Play play = host_scene_wants_play(app->scene);
    bool wishes = play != HOST_PLAY_NONE;
    if (wishes != app->play.wished) set(app, wishes, false, play == HOST_PLAY_SCREEN);
    app->play.wished = wishes;
}

bool view_play_key(view_App *app, const SDL_KeyboardEvent *event) {
    SDL_Keycode code = event->keysym.sym;
    bool enters = code == SDLK_RETURN && event->keysym.mod & KMOD_ALT;
    bool leaves = app->play.on && code == SDLK_ESCAPE;
    if (!enters && !leaves) return false;
    if (event->type != SDL_KEYDOWN || event->repeat) return true;
    if (enters || app->play.by_hand)
        view_play_set(app, !app->play.on, true);
    else
        app->quit = true;
    return true;
}
