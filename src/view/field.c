/* field.c: one value that is typed in its place. There is never more than one: it is opened by a
 * click, Enter hands it to whoever opened it, Esc and a click elsewhere close it. */
#include "field.h"

#include "paint.h"

void view_field_open(view_App *app, unsigned owner, const char *text) {
    app->field = (view_Field){.open = true, .owner = owner};
    view_line_set(&app->field.line, text);
    app->field.line.whole = true;
    SDL_StartTextInput();
}

void view_field_close(view_App *app) {
    if (app->field.open && !app->console.open) SDL_StopTextInput();
    app->field.open = app->field.entered = false;
}

bool view_field_is(const view_App *app, unsigned owner) {
    return app->field.open && app->field.owner == owner;
}

const char *view_field_taken(view_App *app, unsigned owner) {
    if (!view_field_is(app, owner) || !app->field.entered) return NULL;
    view_field_close(app);
    return app->field.line.text;
}

void view_field_draw(const view_Hud *hud, SDL_FRect box) {
    view_Clip clip;
    view_Hud part = *hud;
    part.canvas = view_canvas_clip(&clip, hud->canvas, box);
    view_paint_rect(part.canvas, box.x, box.y, box.w, box.h, (SDL_Color){12, 14, 17, 255});
    int y = (int)(box.y + 0.5f * (box.h - (float)hud->line));
    view_hud_line(&part, &hud->app->field.line, (int)box.x + 3, y, (int)box.w - 6);
}

bool view_field_key(view_App *app, const SDL_KeyboardEvent *event) {
    SDL_Keycode key = event->keysym.sym;
    if (!app->field.open) return false;
    if (event->type == SDL_KEYUP) return false;
    if (key == SDLK_ESCAPE)
        view_field_close(app);
    else if (key == SDLK_RETURN || key == SDLK_KP_ENTER)
        app->field.entered = true;
    else
        view_line_key(&app->field.line, event);
    return true;
}

void view_field_type(view_App *app, const char *text) {
    if (app->field.open && !app->console.open) view_line_insert(&app->field.line, text);
}
