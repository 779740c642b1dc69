/* pad.c: fingers and gamepads by small numbers, as the script knows them.
 *
 * A finger or a gamepad has the first number that is free, from 1, until it goes. Names are LÖVE's,
 * which are SDL's but for the triggers. */
#include "pad.h"

#include <stdio.h>

void view_pads_open(void) {
#if !defined(__EMSCRIPTEN__) /* the page's SDL has none */
    SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
#endif
}

void view_pads_close(view_App *app) {
    for (int i = 0; i < VIEW_PADS; i++) {
        if (app->pads[i]) SDL_GameControllerClose(app->pads[i]);
        app->pads[i] = NULL;
    }
    if (SDL_WasInit(SDL_INIT_GAMECONTROLLER)) SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
}

/* ---- fingers ------------------------------------------------------------------------------ */

/* Its number, or 0; one that goes down gets the first that is free. */
static int number_of(view_App *app, const SDL_TouchFingerEvent *event) {
    view_Finger *free = NULL;
    for (int i = 0; i < VIEW_FINGERS; i++) {
        view_Finger *f = &app->fingers[i];
        if (f->down && f->id == event->fingerId && f->device == event->touchId) return i + 1;
        if (!f->down && !free) free = f;
    }
    if (!free || event->type != SDL_FINGERDOWN) return 0;
    *free = (view_Finger){event->touchId, event->fingerId, true};
    return (int)(free - app->fingers) + 1;
}

bool view_finger_event(view_App *app, const SDL_TouchFingerEvent *event) {
    int number = number_of(app, event);
    if (!number) return false;
    if (event->type == SDL_FINGERUP) app->fingers[number - 1].down = false;
    if (app->timeline.back) return false;
    const view_Camera *camera = &app->camera;
    host_Event out = {.kind = event->type == SDL_FINGERDOWN ? HOST_TOUCH_DOWN
                              : event->type == SDL_FINGERUP ? HOST_TOUCH_UP
                                                            : HOST_TOUCH_MOVE,
                      .id = number,
                      .dx = (double)event->dx * camera->width / camera->zoom,
                      .dy = (double)-event->dy * camera->height / camera->zoom,
                      .value = (double)event->pressure};
    view_camera_to_world(camera, event->x * (float)camera->width, event->y * (float)camera->height,
                         &out.x, &out.y);
    return host_scene_event(app->scene, &out);
}

/* ---- gamepads ----------------------------------------------------------------------------- */

static int pad_number(const view_App *app, SDL_JoystickID id) {
    SDL_GameController *pad = SDL_GameControllerFromInstanceID(id);
    for (int i = 0; pad && i < VIEW_PADS; i++) {
        if (app->pads[i] == pad) return i + 1;
    }
    return 0;
}

static void tell(view_App *app, host_EventKind kind, int number, const char *name, double value) {
    if (!number || app->timeline.back) return;
    host_Event out = {.kind = kind, .id = number, .value = value};
    snprintf(out.key, sizeof out.key, "%s", name ? name : "");
    host_scene_event(app->scene, &out);
}

static void add_pad(view_App *app, int device) {
    SDL_GameController *pad = SDL_GameControllerOpen(device);
    if (!pad) return;
    int place = 0;
    while (place < VIEW_PADS && app->pads[place] && app->pads[place] != pad) place++;
    if (place == VIEW_PADS || app->pads[place]) { /* too many, or known already */
        SDL_GameControllerClose(pad);
        return;
    }
    app->pads[place] = pad;
    tell(app, HOST_PAD_ADDED, place + 1, NULL, 0.0);
}

static void remove_pad(view_App *app, SDL_JoystickID id) {
    int number = pad_number(app, id);
    if (!number) return;
    SDL_GameControllerClose(app->pads[number - 1]);
    app->pads[number - 1] = NULL;
    tell(app, HOST_PAD_REMOVED, number, NULL, 0.0);
}

static void press(view_App *app, const SDL_ControllerButtonEvent *event) {
    SDL_GameControllerButton button = (SDL_GameControllerButton)event->button;
    tell(app, event->type == SDL_CONTROLLERBUTTONDOWN ? HOST_PAD_DOWN : HOST_PAD_UP,
         pad_number(app, event->which), SDL_GameControllerGetStringForButton(button), 0.0);
}

static void move(view_App *app, const SDL_ControllerAxisEvent *event) {
    SDL_GameControllerAxis axis = (SDL_GameControllerAxis)event->axis;
    const char *name = axis == SDL_CONTROLLER_AXIS_TRIGGERLEFT    ? "triggerleft"
                       : axis == SDL_CONTROLLER_AXIS_TRIGGERRIGHT ? "triggerright"
                                                                  : NULL;
    if (!name) name = SDL_GameControllerGetStringForAxis(axis);
    tell(app, HOST_PAD_AXIS, pad_number(app, event->which), name,
         event->value / (event->value < 0 ? 32768.0 : 32767.0));
}

void view_pad_event(view_App *app, const SDL_Event *event) {
    switch (event->type) {
    case SDL_CONTROLLERDEVICEADDED:
        add_pad(app, event->cdevice.which);
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        remove_pad(app, event->cdevice.which);
        break;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        press(app, &event->cbutton);
        break;
    case SDL_CONTROLLERAXISMOTION:
        move(app, &event->caxis);
        break;
    default:
        break;
    }
}
