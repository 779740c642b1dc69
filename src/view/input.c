/* input.c: keys, mouse and window events.
 *
 * All goes to the script first, keys by LÖVE's names, the mouse in world coordinates; what a hook
 * takes by returning true goes no further. The rest is the viewer's: its keys are in one table, the
 * mouse drags, pans and zooms. Over the panel, the timeline and an error the mouse is theirs alone.
 * Not here: fingers (touch.c), gamepads (pad.c), play mode (play.c), what is drawn (hud.c,
 * panel.c). */
#include "input.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "aim.h"
#include "card.h"
#include "console.h"
#include "inspector.h"
#include "pad.h"
#include "panel.h"
#include "play.h"
#include "reel.h"
#include "timeline.h"
#include "touch.h"

#define ZOOM_STEP 1.15 /* a notch of the wheel */
#define MIN_SPEED (1.0 / 64.0)
#define MAX_SPEED 8.0
#define SCROLL_PX 60.0f /* a notch of the wheel over the panel */
#define DRAG_PX   4.0f
#define PINCH     3.0 /* of the logarithm of the zoom, for fingers that part by a whole window */

/* ---- the viewer's keys -------------------------------------------------------------------- */

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
    if (s->impulses) {
        s->impulses = s->contacts = false;
    } else {
        s->impulses = s->contacts;
        s->contacts = true;
    }
}

static void act_sleep(view_App *app) { app->shown.sleep = !app->shown.sleep; }
static void act_bounds(view_App *app) { app->shown.bounds = !app->shown.bounds; }
static void act_centers(view_App *app) { app->shown.centers = !app->shown.centers; }
static void act_joints(view_App *app) { app->shown.joints = !app->shown.joints; }
static void act_grid(view_App *app) { app->shown.grid = !app->shown.grid; }
static void act_graph(view_App *app) { app->shown.graph = !app->shown.graph; }
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

static void release(view_App *app) {
    if (app->mouse.grabbed) host_scene_release(app->scene);
    app->mouse.grabbed = app->mouse.dragging = false;
}

static void act_escape(view_App *app) {
    if (app->shown.help) {
        app->shown.help = false;
    } else if (app->mouse.dragging) {
        release(app);
    } else if (app->timeline.back) {
        view_timeline_present(app);
    } else if (host_scene_selected(app->scene, NULL).generation) {
        host_scene_select(app->scene, (cn_BodyId){0, 0});
    } else {
        app->quit = true;
    }
}

static const view_Key keys[] = {
    {SDLK_F1, SDLK_h, "F1, H", "this help", act_help},
    {SDLK_p, SDLK_PAUSE, "P, Pause", "pause and go on", act_pause},
    {SDLK_PERIOD, SDLK_n, ". or N", "pause, and one step", act_step},
    {SDLK_COMMA, 0, ",", "look back, one step further", act_back},
    {SDLK_BACKSPACE, 0, "Backspace", "a second back, and it comes again slowly", act_again},
    {SDLK_END, 0, "End", "back to the present", act_present},
    {SDLK_r, 0, "R", "restart the scene", act_restart},
    {SDLK_LEFTBRACKET, 0, "[", "half the speed", act_slower},
    {SDLK_RIGHTBRACKET, 0, "]", "twice the speed", act_faster},
    {SDLK_HOME, 0, "Home", "the view of the scene, or all there is", act_fit},
    {SDLK_TAB, 0, "Tab", "select the next body", act_cycle},
    {SDLK_F2, 0, "F2", "contacts and normals, impulses", act_contacts},
    {SDLK_F3, 0, "F3", "sleep and speed as colours", act_sleep},
    {SDLK_F4, 0, "F4", "bounds", act_bounds},
    {SDLK_F5, 0, "F5", "centres of mass and ids", act_centers},
    {SDLK_F6, 0, "F6", "grid", act_grid},
    {SDLK_F7, 0, "F7", "frame graph", act_graph},
    {SDLK_F8, 0, "F8", "parameter panel", act_panel},
    {SDLK_F9, 0, "F9", "keep the world when an edit would rebuild it", act_hold},
    {SDLK_F10, 0, "F10", "save a picture in the current folder", act_picture},
    {SDLK_BACKQUOTE, 0, "`", "console: Lua in the running scene", act_console},
    {SDLK_v, 0, "V", "film the window, and end the film", act_film},
    {SDLK_F11, 0, "F11", "joints", act_joints},
    {SDLK_F12, 0, "F12", "timeline", act_timeline},
    {SDLK_ESCAPE, 0, "Esc", "close, let go, deselect, then quit", act_escape},
    {0, 0, "Alt+Enter", "play: full screen, nothing but the scene", NULL}, /* play.c */
};

const view_Key *view_keys(int *count) {
    *count = (int)(sizeof keys / sizeof keys[0]);
    return keys;
}

const char *const VIEW_MOUSE_HELP[][2] = {
    {"left", "drag a body; a click selects it"},
    {"right, middle", "move the view"},
    {"wheel", "zoom to the cursor; over the panel, scroll it"},
};
const int VIEW_MOUSE_HELP_COUNT = 3;

/* ---- keys --------------------------------------------------------------------------------- */

/* SDL's name in LÖVE's spelling: "Left Shift" -> "lshift", "Keypad 5" -> "kp5". */
static void love_name(SDL_Keycode code, char *out, size_t size) {
    const char *name = SDL_GetKeyName(code);
    char prefix[3] = "";
    if (!strncmp(name, "Left ", 5))
        prefix[0] = 'l', name += 5;
    else if (!strncmp(name, "Right ", 6))
        prefix[0] = 'r', name += 6;
    else if (!strncmp(name, "Keypad ", 7))
        prefix[0] = 'k', prefix[1] = 'p', name += 7;
    size_t n = (size_t)snprintf(out, size, "%s", prefix);
    for (; *name && n + 1 < size; name++) {
        if (*name != ' ') out[n++] = (char)tolower((unsigned char)*name);
    }
    out[n] = '\0';
}

static bool act_on_key(view_App *app, const SDL_KeyboardEvent *event) {
    if (view_play_key(app, event)) return true;
    if (app->play.on) return false;
    /* with a modifier a key is the script's (or the window manager's) */
    if (event->keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) return false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        SDL_Keycode code = event->keysym.sym;
        /* what stands on the key below Esc is another character in each country */
        if (event->keysym.scancode == SDL_SCANCODE_GRAVE) code = SDLK_BACKQUOTE;
        if (!keys[i].act) continue;
        if (code != keys[i].code && (keys[i].also == 0 || code != keys[i].also)) continue;
        bool repeats =
            keys[i].act == act_step || keys[i].act == act_cycle || keys[i].act == act_back;
        if (event->type == SDL_KEYDOWN && (!event->repeat || repeats)) keys[i].act(app);
        return true;
    }
    return false;
}

static bool over_panel(const view_App *app) {
    const SDL_FRect *p = &app->panel;
    return p->w > 0.0f && app->mouse.x >= p->x && app->mouse.x < p->x + p->w &&
           app->mouse.y >= p->y && app->mouse.y < p->y + p->h;
}

/* The page keys are the panel's while the mouse is over it and there is more than fits. */
static bool scroll_by_key(view_App *app, const SDL_KeyboardEvent *event) {
    SDL_Keycode code = event->keysym.sym;
    bool up = code == SDLK_PAGEUP;
    if (!up && code != SDLK_PAGEDOWN) return false;
    if (app->scroll_room <= 0.0f || !over_panel(app)) return false;
    if (event->type == SDL_KEYDOWN) view_panel_scroll(app, (up ? -0.9f : 0.9f) * app->panel.h);
    return true;
}

static view_HeldKey *held_key(view_App *app, const char *name) {
    for (int i = 0; i < app->key_count; i++) {
        if (!strcmp(app->keys[i].name, name)) return &app->keys[i];
    }
    return NULL;
}

static void forget_key(view_App *app, view_HeldKey *held) {
    if (held) *held = app->keys[--app->key_count];
}

static void remember_key(view_App *app, const char *name) {
    view_HeldKey *held = held_key(app, name);
    if (!held && app->key_count < VIEW_HELD_KEYS) held = &app->keys[app->key_count++];
    if (!held) return;
    *held = (view_HeldKey){.up = false};
    snprintf(held->name, sizeof held->name, "%s", name);
}

static bool tell_key(view_App *app, host_EventKind kind, bool repeat, const char *name) {
    host_Event out = {.kind = kind, .repeat = repeat};
    snprintf(out.key, sizeof out.key, "%s", name);
    if (kind == HOST_KEY_DOWN)
        remember_key(app, name);
    else
        forget_key(app, held_key(app, name));
    return out.key[0] && host_scene_event(app->scene, &out);
}

/* While the scene looks back the viewer's keys are the viewer's alone, since what the script hears
 * makes another future; of a key that comes up there it is told afterwards. */
static void on_key_back(view_App *app, const SDL_KeyboardEvent *event, const char *name) {
    if (event->type == SDL_KEYUP) {
        view_HeldKey *held = held_key(app, name);
        if (held) held->up = true;
    } else if (!act_on_key(app, event)) {
        tell_key(app, HOST_KEY_DOWN, event->repeat != 0, name);
    }
}

static void tell_of_keys_up(view_App *app) {
    for (int i = app->key_count - 1; i >= 0 && !app->timeline.back; i--) {
        char name[24];
        snprintf(name, sizeof name, "%s", app->keys[i].name);
        if (app->keys[i].up) tell_key(app, HOST_KEY_UP, false, name);
    }
}

/* The script is told first, and what it takes does nothing else. */
static void on_key(view_App *app, const SDL_KeyboardEvent *event) {
    char name[24];
    if (view_console_key(app, event) || scroll_by_key(app, event)) return;
    love_name(event->keysym.sym, name, sizeof name);
    if (app->timeline.back) {
        on_key_back(app, event, name);
        return;
    }
    host_EventKind kind = event->type == SDL_KEYDOWN ? HOST_KEY_DOWN : HOST_KEY_UP;
    if (!tell_key(app, kind, event->repeat != 0, name)) act_on_key(app, event);
}

/* ---- mouse -------------------------------------------------------------------------------- */

/* In the coordinates of the world, by the camera of the frame before. */
static bool tell_script(view_App *app, host_EventKind kind, int button, double dx, double dy) {
    /* a look is no other future: only keys and parameters are */
    if (app->timeline.back) return false;
    host_Event out = {.kind = kind, .button = button, .dx = dx, .dy = dy};
    out.touch = app->mouse.touch;
    view_camera_to_world(&app->camera, app->mouse.x, app->mouse.y, &out.x, &out.y);
    return host_scene_event(app->scene, &out);
}

static void select_at(view_App *app, double x, double y) {
    const cn_World *world = host_scene_world(app->scene);
    host_scene_select(app->scene, world ? cn_world_pick(world, x, y) : (cn_BodyId){0, 0});
}

static void on_left(view_App *app) {
    double x, y;
    view_camera_to_world(&app->camera, app->mouse.x, app->mouse.y, &x, &y);
    select_at(app, x, y);
    app->mouse.grabbed = !app->timeline.back && host_scene_grab(app->scene, x, y);
    app->mouse.panning = app->mouse.touch && !app->mouse.grabbed; /* a finger has no other button */
    app->mouse.grab_x = app->mouse.x;
    app->mouse.grab_y = app->mouse.y;
}

static void take_hold(view_App *app, const SDL_MouseButtonEvent *event) {
    if (event->button == SDL_BUTTON_LEFT)
        on_left(app);
    else
        app->mouse.panning = true;
}

static void let_go_of(view_App *app, const SDL_MouseButtonEvent *event) {
    bool left = event->button == SDL_BUTTON_LEFT;
    if (!left || app->mouse.touch) app->mouse.panning = false;
    if (left) release(app);
}

static void on_button(view_App *app, const SDL_MouseButtonEvent *event) {
    static const int love[] = {0, 1, 3, 2}; /* SDL counts left, middle, right */
    bool down = event->type == SDL_MOUSEBUTTONDOWN;
    int button = event->button < 4 ? love[event->button] : event->button;
    app->mouse.x = (float)event->x * app->window.scale;
    app->mouse.y = (float)event->y * app->window.scale;
    bool on_panel = over_panel(app);
    app->mouse.touch = event->which == SDL_TOUCH_MOUSEID;
    if (event->button == SDL_BUTTON_LEFT) {
        bool was = app->mouse.on_card;
        app->mouse.on_card = down && view_card_press(app);
        if (was || app->mouse.on_card) return;
    }
    if (event->button == SDL_BUTTON_LEFT && down && view_inspector_press(app)) return;
    if (event->button == SDL_BUTTON_LEFT && down && view_timeline_press(app)) return;
    if (event->button == SDL_BUTTON_LEFT && !down && app->scrubbing) {
        app->scrubbing = false;
        return;
    }
    if (event->button == SDL_BUTTON_LEFT) {
        app->mouse.left = down;
        app->mouse.pressed = app->mouse.pressed || down;
    }
    if (down && on_panel) return;
    bool taken = tell_script(app, down ? HOST_MOUSE_DOWN : HOST_MOUSE_UP, button, 0, 0);
    if (!down)
        let_go_of(app, event);
    else if (!taken && !app->play.on)
        take_hold(app, event);
}

static void on_motion(view_App *app, const SDL_MouseMotionEvent *event) {
    double dx = (double)event->xrel * app->window.scale;
    double dy = (double)event->yrel * app->window.scale;
    app->mouse.x = (float)event->x * app->window.scale;
    app->mouse.y = (float)event->y * app->window.scale;
    if (app->scrubbing) {
        app->scrubbed = true;
        return;
    }
    double zoom = app->camera.zoom;
    if (tell_script(app, HOST_MOUSE_MOVE, 0, dx / zoom, -dy / zoom) || !app->mouse.panning) return;
    view_camera_pan(&app->camera, dx, dy);
    view_aim_by_hand(app);
}

static void on_wheel(view_App *app, const SDL_MouseWheelEvent *event) {
    double notches = event->preciseY;
    if (event->direction == SDL_MOUSEWHEEL_FLIPPED) notches = -notches;
    if (over_panel(app)) {
        view_panel_scroll(app, (float)-notches * SCROLL_PX * app->window.scale);
        return;
    }
    if (view_inspector_scroll(app, (float)-notches * SCROLL_PX * app->window.scale)) return;
    if (tell_script(app, HOST_WHEEL, 0, event->preciseX, notches) || app->play.on) return;
    view_camera_zoom_at(&app->camera, app->mouse.x, app->mouse.y, pow(ZOOM_STEP, notches));
    view_aim_by_hand(app);
}

/* A finger that the script has taken holds nothing, though SDL made it a mouse before. */
static void on_finger(view_App *app, const SDL_TouchFingerEvent *event) {
    if (event->type == SDL_FINGERUP) app->mouse.fingers = false;
    if (!view_touch_event(app, event) || event->type != SDL_FINGERDOWN) return;
    release(app);
    app->mouse.panning = false;
}

/* Two fingers: their middle moves the view, their distance zooms; what the first one held is let
 * go. SDL gives both as shares of the window. */
static void on_fingers(view_App *app, const SDL_MultiGestureEvent *event) {
    if (event->numFingers != 2 || app->play.on) return;
    float x = event->x * (float)app->camera.width, y = event->y * (float)app->camera.height;
    release(app);
    app->mouse.panning = false;
    if (app->mouse.fingers) {
        view_camera_pan(&app->camera, x - app->mouse.middle_x, y - app->mouse.middle_y);
        view_camera_zoom_at(&app->camera, x, y, exp(PINCH * event->dDist));
        view_aim_by_hand(app);
    }
    app->mouse.fingers = true;
    app->mouse.middle_x = x;
    app->mouse.middle_y = y;
}

/* ---- all events --------------------------------------------------------------------------- */

static void let_go(view_App *app) {
    release(app);
    app->mouse.left = app->mouse.panning = app->scrubbing = false;
    app->held = 0;
}

static void dispatch(view_App *app, const SDL_Event *event) {
    switch (event->type) {
    case SDL_QUIT:
        app->quit = true;
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        on_key(app, &event->key);
        break;
    case SDL_TEXTINPUT:
        view_console_type(app, event->text.text);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        on_button(app, &event->button);
        break;
    case SDL_MOUSEMOTION:
        on_motion(app, &event->motion);
        break;
    case SDL_MOUSEWHEEL:
        on_wheel(app, &event->wheel);
        break;
    case SDL_MULTIGESTURE:
        on_fingers(app, &event->mgesture);
        break;
    case SDL_FINGERDOWN:
    case SDL_FINGERUP:
    case SDL_FINGERMOTION:
        on_finger(app, &event->tfinger);
        break;
    case SDL_RENDER_TARGETS_RESET:
        view_window_reset(&app->window, false);
        break;
    case SDL_RENDER_DEVICE_RESET:
        view_window_reset(&app->window, true);
        break;
    case SDL_DROPFILE:
        host_scene_drop(app->scene, event->drop.file);
        SDL_free(event->drop.file);
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST) let_go(app);
        break;
    default:
        view_pad_event(app, event);
        break;
    }
}

/* A hand is never quite still: what moves less than DRAG_PX is a click, which only selects. */
static void follow_grab(view_App *app) {
    const view_Mouse *m = &app->mouse;
    if (!m->grabbed) return;
    if (hypotf(m->x - m->grab_x, m->y - m->grab_y) > DRAG_PX * app->window.scale) {
        app->mouse.dragging = true;
    }
    if (!m->dragging) return;
    double x, y;
    view_camera_to_world(&app->camera, m->x, m->y, &x, &y);
    host_scene_drag(app->scene, x, y);
}

void view_input_poll(view_App *app) {
    SDL_Event event;
    app->mouse.pressed = false;
    app->scrubbed = false;
    app->console.fresh = false;
    tell_of_keys_up(app);
    while (SDL_PollEvent(&event)) dispatch(app, &event);
    if (app->scrubbed) view_timeline_drag(app); /* once a frame, wherever it went meanwhile */
    follow_grab(app);
}
