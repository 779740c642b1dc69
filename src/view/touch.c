/* touch.c: fingers by small numbers, as the script knows them: the first that is free, from 1,
 * until it is lifted. */
#include "touch.h"

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

bool view_touch_event(view_App *app, const SDL_TouchFingerEvent *event) {
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
