/* pad.c: gamepads by small numbers, as the script knows them.
 *
 * Each has the first number that is free, from 1, until it goes. Names are LÖVE's, which are SDL's
 * but for the triggers. */
#include "pad.h"

#include <stdio.h>

void view_pads_open(void) { SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER); }

void view_pads_close(view_App *app) {
    for (int i = 0; i < VIEW_PADS; i++) {
        if (app->pads[i]) SDL_GameControllerClose(app->pads[i]);
        app->pads[i] = NULL;
    }
    if (SDL_WasInit(SDL_INIT_GAMECONTROLLER)) SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
}

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
