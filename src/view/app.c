/* app.c: the line that tells what has just been done, and names of files that keys write. */
#include "app.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"

#define TOAST_SECONDS 2.5

void view_toast(view_App *app, bool bad, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(app->toast.text, sizeof app->toast.text, format, args);
    va_end(args);
    app->toast.bad = bad;
    app->toast.until = view_clock() + TOAST_SECONDS;
}

bool view_is_over(const view_App *app, SDL_FRect box) {
    SDL_FPoint mouse = {app->mouse.x, app->mouse.y};
    return box.w > 0.0f && SDL_PointInFRect(&mouse, &box);
}

void view_app_set_text(view_App *app, int size_px) {
    app->text_size = SDL_clamp(size_px, 9, 32); /* px that can be read, and leave room */
}

cn_BodyId view_body_of(const cn_World *world, int index) {
    cn_BodyId id = {0, 0};
    if (index > 0) id = cn_world_next_body(world, (cn_BodyId){(uint32_t)index - 1, 1});
    return (int)id.index == index ? id : (cn_BodyId){0, 0};
}

void view_free_name(const view_App *app, const char *ending, char *path, size_t size) {
    host_Status status = host_scene_status(app->scene);
    const char *slash = status.path ? strrchr(status.path, '/') : NULL;
    const char *name = slash ? slash + 1 : status.path ? status.path : "scene";
    int length = (int)strcspn(name, ".");
    snprintf(path, size, "%.*s-%ld%s", length, name, status.steps, ending);
    for (int i = 2; i < 1000 && access(path, F_OK) == 0; i++) {
        snprintf(path, size, "%.*s-%ld-%d%s", length, name, status.steps, i, ending);
    }
}
