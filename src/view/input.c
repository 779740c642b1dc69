/* input.c: keys, mouse and window events.
 *
 * All goes to the script first, keys by LÖVE's names, the mouse in world coordinates; what a hook
 * takes by returning true goes no further. The rest is the viewer's: the mouse drags, pans and
 * zooms, or moves a tool. Over the panel, the timeline and an error the mouse is theirs alone. Not
 * here: the viewer's keys (keys.c), fingers (touch.c), gamepads (pad.c), play mode (play.c), what
 * is drawn (hud.c, panel.c). */
#include "input.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "aim.h"
#include "card.h"
#include "console.h"
#include "field.h"
#include "inspector.h"
#include "keys.h"
#include "overlays.h"
#include "pad.h"
#include "panel.h"
#include "play.h"
#include "timeline.h"
#include "tools.h"
#include "touch.h"

#define ZOOM_STEP 1.15  /* a notch of the wheel */
#define SCROLL_PX 60.0f /* a notch of the wheel over the panel */
#define DRAG_PX   4.0f
#define PINCH     3.0 /* of the logarithm of the zoom, for fingers that part by a whole window */

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

static bool over_panel(const view_App *app) { return view_is_over(app, app->panel); }

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
    } else if (!view_keys_act(app, event)) {
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
    if (view_console_key(app, event) || view_field_key(app, event)) return;
    if (scroll_by_key(app, event)) return;
    love_name(event->keysym.sym, name, sizeof name);
    if (app->timeline.back) {
        on_key_back(app, event, name);
        return;
    }
    host_EventKind kind = event->type == SDL_KEYDOWN ? HOST_KEY_DOWN : HOST_KEY_UP;
    if (!tell_key(app, kind, event->repeat != 0, name)) view_keys_act(app, event);
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
    if (left) view_tools_release(app);
}

static void on_button(view_App *app, const SDL_MouseButtonEvent *event) {
    static const int love[] = {0, 1, 3, 2}; /* SDL counts left, middle, right */
    bool down = event->type == SDL_MOUSEBUTTONDOWN;
    int button = event->button < 4 ? love[event->button] : event->button;
    app->mouse.x = (float)event->x * app->window.scale;
    app->mouse.y = (float)event->y * app->window.scale;
    bool on_panel = over_panel(app) || view_is_over(app, app->graph);
    app->mouse.touch = event->which == SDL_TOUCH_MOUSEID;
    if (event->button == SDL_BUTTON_LEFT) {
        bool was = app->mouse.on_card;
        app->mouse.on_card = down && view_card_press(app);
        if (was || app->mouse.on_card) return;
    }
    if (event->button == SDL_BUTTON_LEFT && down && view_inspector_press(app)) return;
    if (event->button == SDL_BUTTON_LEFT && down && view_tools_bar_press(app)) return;
    if (event->button == SDL_BUTTON_LEFT && down && view_overlays_press(app)) return;
    if (event->button == SDL_BUTTON_LEFT && down && view_timeline_press(app)) return;
    if (event->button == SDL_BUTTON_LEFT && !down && app->scrubbing) {
        app->scrubbing = false;
        return;
    }
    if (event->button == SDL_BUTTON_LEFT) {
        app->mouse.left = down;
        app->mouse.clicks = event->clicks;
        app->mouse.pressed = app->mouse.pressed || down;
    }
    if (down && on_panel && event->button == SDL_BUTTON_RIGHT) app->mouse.right_pressed = true;
    if (down && on_panel) return;
    /* a tool that is not the bare hand has the left button for itself, and the script does not */
    if (event->button == SDL_BUTTON_LEFT && view_tools_button(app, down, event->clicks)) return;
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
    view_focus_moved(app);
    if (app->scrubbing) {
        app->scrubbed = true;
        return;
    }
    if (view_tools_motion(app)) return;
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
    view_tools_release(app);
    app->mouse.panning = false;
}

/* Two fingers: their middle moves the view, their distance zooms; what the first one held is let
 * go. SDL gives both as shares of the window. */
static void on_fingers(view_App *app, const SDL_MultiGestureEvent *event) {
    if (event->numFingers != 2 || app->play.on) return;
    float x = event->x * (float)app->camera.width, y = event->y * (float)app->camera.height;
    view_tools_release(app);
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
    view_tools_release(app);
    app->mouse.left = app->mouse.panning = app->scrubbing = false;
    app->held = 0;
    view_tools_drop(app);
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
        view_field_type(app, event->text.text);
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
        if (!m->dragging) view_tools_grab(app);
        app->mouse.dragging = true;
    }
    if (!m->dragging) return;
    double x, y;
    view_camera_to_world(&app->camera, m->x, m->y, &x, &y);
    host_scene_drag(app->scene, x, y);
}

void view_input_poll(view_App *app) {
    SDL_Event event;
    app->mouse.pressed = app->mouse.right_pressed = false;
    app->scrubbed = false;
    app->console.fresh = false;
    tell_of_keys_up(app);
    while (SDL_PollEvent(&event)) dispatch(app, &event);
    if (app->scrubbed) view_timeline_drag(app); /* once a frame, wherever it went meanwhile */
    follow_grab(app);
}
