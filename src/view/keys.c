/* keys.c: what the viewer's own keys do. They come after the script, which may take them. */
#include "keys.h"

#include <math.h>

#include "aim.h"
#include "console.h"
#include "graph.h"
#include "inspector.h"
#include "looks.h"
#include "play.h"
#include "pointer.h"
#include "reel.h"
#include "timeline.h"
#include "tools.h"

#define MIN_SPEED (1.0 / 64.0)
#define MAX_SPEED 8.0

static void act_help(view_App *app) { app->shown.help = !app->shown.help; }

static void act_pause(view_App *app) {
    if (app->timeline.back) {
        view_timeline_toggle_play(app);
        return;
    }
    host_scene_set_paused(app->scene, !host_scene_is_paused(app->scene));
}

static void act_step(view_App *app) {
    if (app->timeline.back) {
        view_timeline_step(app, 1);
        return;
    }
    host_scene_set_paused(app->scene, true);
    host_scene_tick(app->scene);
}

static void act_back(view_App *app) { view_timeline_step(app, -1); }
static void act_again(view_App *app) { view_timeline_again(app); }
static void act_present(view_App *app) { view_timeline_present(app); }
static void act_timeline(view_App *app) { app->shown.timeline = !app->shown.timeline; }

static void act_restart(view_App *app) {
    host_scene_restart(app->scene);
    view_toast(app, false, "restarted");
}

static void change_speed(view_App *app, double factor) {
    double speed = host_scene_speed(app->scene) * factor;
    speed = fmin(fmax(speed, MIN_SPEED), MAX_SPEED);
    host_scene_set_speed(app->scene, speed);
    view_toast(app, false, "speed x %g", speed);
}
static void act_slower(view_App *app) { change_speed(app, 0.5); }
static void act_faster(view_App *app) { change_speed(app, 2.0); }

/* off, points and normals, impulses too */
static void act_contacts(view_App *app) {
    view_Shown *s = &app->shown;
    bool all = s->impulses;
    s->impulses = !all && s->contacts;
    s->contacts = s->normals = !all;
}

static void act_sleep(view_App *app) { app->shown.sleep = !app->shown.sleep; }
static void act_bounds(view_App *app) { app->shown.bounds = !app->shown.bounds; }
static void act_centers(view_App *app) {
    app->shown.names = app->shown.centers = !app->shown.centers;
}
static void act_overlays(view_App *app) { app->shown.overlays = !app->shown.overlays; }
static void act_joints(view_App *app) { app->shown.joints = !app->shown.joints; }
static void act_grid(view_App *app) { app->shown.grid = !app->shown.grid; }
static void act_graph(view_App *app) { view_graph_next(app); }
static void act_panel(view_App *app) { app->shown.panel = !app->shown.panel; }

static void act_hold(view_App *app) {
    bool hold = !host_scene_is_held(app->scene);
    host_scene_set_hold(app->scene, hold);
    view_toast(app, false, hold ? "edits keep the world" : "edits may rebuild the world");
}

static void act_picture(view_App *app) { app->save_picture = true; }

static void act_console(view_App *app) { view_console_open(app); }

static void act_film(view_App *app) { view_reel_toggle(app); }

static void act_fit(view_App *app) { view_aim_again(app); }

static void act_cycle(view_App *app) {
    const cn_World *world = host_scene_world(app->scene);
    if (!world) return;
    host_scene_select(app->scene, cn_world_next_body(world, host_scene_selected(app->scene, NULL)));
}

static void act_escape(view_App *app) {
    if (app->shown.help) {
        app->shown.help = false;
    } else if (view_tools_escape(app)) {
        return;
    } else if (app->mouse.dragging) {
        view_tools_release(app);
    } else if (app->timeline.back) {
        view_timeline_present(app);
    } else if (view_inspector_escape(app)) {
        return;
    } else if (host_scene_selected(app->scene, NULL).generation) {
        host_scene_select(app->scene, (cn_BodyId){0, 0});
    } else {
        app->quit = true;
    }
}

static void act_account(view_App *app) { app->shown.account = !app->shown.account; }
static void change_text(view_App *app, int size_px) {
    view_app_set_text(app, size_px);
    view_toast(app, false, "texts of %d px", app->text_size);
    view_looks_keep(app);
}
static void act_larger(view_App *app) { change_text(app, app->text_size + 1); }
static void act_smaller(view_App *app) { change_text(app, app->text_size - 1); }
static void act_usual(view_App *app) { change_text(app, VIEW_TEXT_PX); }
static void act_light(view_App *app) {
    app->light = !app->light;
    view_looks_keep(app);
}
static void act_world(view_App *app) { view_inspector_world(app); }
static void act_tools(view_App *app) { view_tools_toggle(app); }
static void act_undo(view_App *app) { view_tools_do(app, &(host_Act){.name = "undo"}); }
static void act_redo(view_App *app) { view_tools_do(app, &(host_Act){.name = "redo"}); }
static void act_duplicate(view_App *app) { view_tools_duplicate(app); }
static void act_remove(view_App *app) { view_tools_remove(app); }
static void act_copy_made(view_App *app) { view_tools_copy(app); }

static const view_Key keys[] = {
    {.code = SDLK_F1, .also = SDLK_h, .label = "F1, H", .help = "this help", .act = act_help},
    {.code = SDLK_p,
     .also = SDLK_PAUSE,
     .label = "P, Pause",
     .help = "pause and go on",
     .act = act_pause},
    {.code = SDLK_PERIOD,
     .also = SDLK_n,
     .label = ". or N",
     .help = "pause, and one step",
     .act = act_step,
     .repeats = true},
    {.code = SDLK_COMMA,
     .label = ",",
     .help = "look back, one step further",
     .act = act_back,
     .repeats = true},
    {.code = SDLK_BACKSPACE,
     .label = "Backspace",
     .help = "a second back, and it comes again slowly",
     .act = act_again},
    {.code = SDLK_END, .label = "End", .help = "back to the present", .act = act_present},
    {.code = SDLK_r, .label = "R", .help = "restart the scene", .act = act_restart},
    {.code = SDLK_LEFTBRACKET, .label = "[", .help = "half the speed", .act = act_slower},
    {.code = SDLK_RIGHTBRACKET, .label = "]", .help = "twice the speed", .act = act_faster},
    {.code = SDLK_HOME,
     .label = "Home",
     .help = "the view of the scene, or all there is",
     .act = act_fit},
    {.code = SDLK_TAB,
     .label = "Tab",
     .help = "select the next body",
     .act = act_cycle,
     .repeats = true},
    {.code = SDLK_i,
     .label = "I",
     .help = "the world by itself, and what is in it",
     .act = act_world},
    {.code = SDLK_t, .label = "T", .help = "tools: draw, join, push, copy, cut", .act = act_tools},
    {.code = SDLK_z,
     .control = true,
     .label = "Ctrl+Z",
     .help = "undo what was done by hand",
     .act = act_undo,
     .repeats = true},
    {.code = SDLK_y,
     .control = true,
     .label = "Ctrl+Y",
     .help = "do it again",
     .act = act_redo,
     .repeats = true},
    {.code = SDLK_z,
     .control = true,
     .shift = true,
     .label = "Ctrl+Shift+Z",
     .help = "likewise",
     .act = act_redo,
     .repeats = true},
    {.code = SDLK_d,
     .control = true,
     .label = "Ctrl+D",
     .help = "a copy of the selected body",
     .act = act_duplicate,
     .repeats = true},
    {.code = SDLK_DELETE, .label = "Delete", .help = "the selected body goes", .act = act_remove},
    {.code = SDLK_c,
     .control = true,
     .shift = true,
     .label = "Ctrl+Shift+C",
     .help = "copy what was made by hand, as Lua",
     .act = act_copy_made},
    {.code = SDLK_o, .label = "O", .help = "overlays: the list of them all", .act = act_overlays},
    {.code = SDLK_F2, .label = "F2", .help = "contacts and normals, impulses", .act = act_contacts},
    {.code = SDLK_F3, .label = "F3", .help = "sleep and speed as colours", .act = act_sleep},
    {.code = SDLK_F4, .label = "F4", .help = "bounds", .act = act_bounds},
    {.code = SDLK_F5, .label = "F5", .help = "centres of mass and names", .act = act_centers},
    {.code = SDLK_F6, .label = "F6", .help = "grid", .act = act_grid},
    {.code = SDLK_F7,
     .label = "F7",
     .help = "graphs: stages, energy, momentum, contacts, memory",
     .act = act_graph},
    {.code = SDLK_F8, .label = "F8", .help = "parameter panel", .act = act_panel},
    {.code = SDLK_m,
     .label = "M",
     .help = "what the last edit did, name by name",
     .act = act_account},
    {.code = SDLK_F9,
     .label = "F9",
     .help = "keep the world when an edit would rebuild it",
     .act = act_hold},
    {.code = SDLK_F10,
     .label = "F10",
     .help = "save a picture in the current folder",
     .act = act_picture},
    {.code = SDLK_BACKQUOTE,
     .label = "`",
     .help = "console: Lua in the running scene",
     .act = act_console},
    {.code = SDLK_v, .label = "V", .help = "film the window, and end the film", .act = act_film},
    {.code = SDLK_F11, .label = "F11", .help = "joints", .act = act_joints},
    {.code = SDLK_F12, .label = "F12", .help = "timeline", .act = act_timeline},
    {.code = SDLK_EQUALS,
     .also = SDLK_PLUS,
     .control = true,
     .label = "Ctrl+=, +",
     .help = "larger texts and panels",
     .act = act_larger,
     .repeats = true},
    {.code = SDLK_MINUS,
     .also = SDLK_KP_MINUS,
     .control = true,
     .label = "Ctrl+-",
     .help = "smaller ones",
     .act = act_smaller,
     .repeats = true},
    {.code = SDLK_0,
     .also = SDLK_KP_0,
     .control = true,
     .label = "Ctrl+0",
     .help = "as they were",
     .act = act_usual},
    {.code = SDLK_t,
     .control = true,
     .label = "Ctrl+T",
     .help = "on a light ground, or a dark one",
     .act = act_light},
    {.code = SDLK_ESCAPE,
     .label = "Esc",
     .help = "close, let go, deselect, then quit",
     .act = act_escape},
    {.label = "Alt+Enter", .help = "play: full screen, nothing but the scene"}, /* play.c */
};

const view_Key *view_keys(int *count) {
    *count = (int)(sizeof keys / sizeof keys[0]);
    return keys;
}

const char *const VIEW_MOUSE_HELP[][2] = {
    {"Ctrl+Tab, J", "the pointer to the next control; with Shift to the one before"},
    {"Ctrl+arrows", "move the pointer; with Shift by a pixel"},
    {"Ctrl+Enter", "click; with Shift hold the button, and let go"},
    {"left", "drag a body; a click selects it"},
    {"right, middle", "move the view"},
    {"wheel", "zoom to the cursor; over the panel, scroll it"},
};
const int VIEW_MOUSE_HELP_COUNT = 6;

/* ---- dispatch ------------------------------------------------------------------------------ */

static bool is_meant(const view_Key *key, const SDL_KeyboardEvent *event, SDL_Keycode code) {
    bool control = event->keysym.mod & KMOD_CTRL, shift = event->keysym.mod & KMOD_SHIFT;
    if (!key->act || key->control != control || (control && key->shift != shift)) return false;
    return code == key->code || (key->also && code == key->also);
}

bool view_keys_act(view_App *app, const SDL_KeyboardEvent *event) {
    SDL_Keycode code = event->keysym.sym;
    if (view_play_key(app, event)) return true;
    if (app->play.on) return false;
    /* with these a key is the script's (or the window manager's) */
    if (event->keysym.mod & (KMOD_ALT | KMOD_GUI)) return false;
    if (view_pointer_key(app, event) || view_tools_key(app, event)) return true;
    /* what stands on the key below Esc is another character in each country */
    if (event->keysym.scancode == SDL_SCANCODE_GRAVE) code = SDLK_BACKQUOTE;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (!is_meant(&keys[i], event, code)) continue;
        if (event->type == SDL_KEYDOWN && (!event->repeat || keys[i].repeats)) keys[i].act(app);
        return true;
    }
    return false;
}
