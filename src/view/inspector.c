/* inspector.c: the rows of the inspector: heads that open and close a group, values, and what a
 * click does to them.
 *
 * A value that can be changed opens the console with the line that sets it; one that names another
 * body selects that. What the rows say is the scene's (cairn.scene.inspect). */
#include "inspector.h"

#include <stdio.h>
#include <string.h>

#include "console.h"
#include "paint.h"

#define WIDTH 330.0f /* px of the design */
#define LABEL 132.0f /* px of the design, the column of names */

/* ---- which groups are open ------------------------------------------------------------------ */

/* By its first word, so that what is opened for one body is for the next. */
static unsigned name_of(const char *head) {
    unsigned hash = 2166136261u;
    for (; *head && *head != ' '; head++) hash = (hash ^ (unsigned char)*head) * 16777619u;
    return hash ? hash : 1;
}

static bool is_toggled(const view_Inspector *inspector, unsigned name) {
    for (int i = 0; i < inspector->toggled_count; i++) {
        if (inspector->toggled[i] == name) return true;
    }
    return false;
}

static void toggle(view_Inspector *inspector, unsigned name) {
    for (int i = 0; i < inspector->toggled_count; i++) {
        if (inspector->toggled[i] != name) continue;
        inspector->toggled[i] = inspector->toggled[--inspector->toggled_count];
        return;
    }
    if (inspector->toggled_count < VIEW_TOGGLED) {
        inspector->toggled[inspector->toggled_count++] = name;
    }
}

static bool opens_by_itself(const char *head) {
    return !strncmp(head, "body", 4) || !strncmp(head, "contacts", 8);
}

static bool is_open(const view_Inspector *inspector, const char *head) {
    return opens_by_itself(head) != is_toggled(inspector, name_of(head));
}

/* ---- drawing ------------------------------------------------------------------------------- */

/* The row at y, px from the top of the list; what is out of the box is not drawn. */
static void draw_row(const view_Hud *hud, const host_Row *row, bool open, bool pointed,
                     SDL_FRect box, float y) {
    int m = hud->margin, x = (int)box.x + m / 2, at = (int)y;
    if (y < box.y || y + (float)hud->line > box.y + box.h) return;
    if (pointed && (!row->value || row->edit || row->body))
        view_paint_rect(hud->canvas, box.x, y, box.w, (float)hud->line,
                        (SDL_Color){60, 66, 78, 160});
    if (!row->value) {
        view_hud_text(hud, VIEW_SANS, x, at, VIEW_ACCENT, open ? "-" : "+");
        view_hud_text(hud, VIEW_SANS, x + m, at, VIEW_ACCENT, row->label);
        return;
    }
    int column = (int)(LABEL * hud->unit), room = (int)box.w - column - m;
    char cut[200];
    int bytes = row->value[0] ? view_text_wrap(hud->app->text, VIEW_MONO, row->value, room) : 0;
    snprintf(cut, sizeof cut, "%.*s", bytes, row->value);
    view_hud_text(hud, VIEW_SANS, x + m, at, VIEW_DIM, row->label);
    view_hud_text(hud, VIEW_MONO, x + column, at, row->edit || row->body ? VIEW_INK : VIEW_DIM,
                  cut);
}

static bool is_over(const view_App *app, SDL_FRect box) {
    SDL_FPoint mouse = {app->mouse.x, app->mouse.y};
    return box.w > 0.0f && SDL_PointInFRect(&mouse, &box);
}

/* Draws when draw, else only counts the rows that are to be seen. Remembers which one the mouse is
 * on. */
static int pass(const view_Hud *hud, const host_Row *rows, int count, SDL_FRect box, bool draw) {
    view_Inspector *inspector = &hud->app->inspector;
    bool open = true, over = draw && is_over(hud->app, box);
    int seen = 0;
    for (int i = 0; i < count; i++) {
        if (!rows[i].value) open = is_open(inspector, rows[i].label);
        if (rows[i].value && !open) continue;
        float y = box.y + (float)(seen++ * hud->line) - inspector->scroll;
        if (!draw) continue;
        bool pointed = over && hud->app->mouse.y >= y && hud->app->mouse.y < y + (float)hud->line;
        if (pointed) inspector->pointed = i;
        draw_row(hud, &rows[i], open, pointed, box, y);
    }
    return seen;
}

int view_inspector_draw(const view_Hud *hud, int top) {
    view_App *app = hud->app;
    view_Inspector *inspector = &app->inspector;
    const host_Row *rows = NULL;
    inspector->box = (SDL_FRect){0};
    inspector->pointed = -1;
    if (!app->text) return top;
    int count = host_scene_inspect(app->scene, &rows), m = hud->margin;
    if (count == 0) return top;
    float room = (float)hud->canvas->height * 0.6f, width = WIDTH * hud->unit;
    int lines = pass(hud, rows, count, (SDL_FRect){0}, false) + 1;
    float height = SDL_min((float)((lines - 1) * hud->line), room);
    inspector->room = SDL_max((float)((lines - 1) * hud->line) - height, 0.0f);
    inspector->scroll = SDL_clamp(inspector->scroll, 0.0f, inspector->room);
    SDL_FRect list = {(float)(m / 2), (float)(top + m / 2), width, height};
    inspector->box = (SDL_FRect){list.x, (float)top, width, height + (float)(hud->line + m)};
    view_hud_box(hud, inspector->box.x, inspector->box.y, width, inspector->box.h, VIEW_PANEL);
    pass(hud, rows, count, list, true);
    inspector->copy = (SDL_FRect){list.x, list.y + height, width, (float)hud->line};
    view_hud_text(hud, VIEW_SANS, m, (int)inspector->copy.y,
                  is_over(app, inspector->copy) ? VIEW_ACCENT : VIEW_DIM, "copy as Lua");
    return (int)(inspector->box.y + inspector->box.h) + m / 2;
}

/* ---- hands --------------------------------------------------------------------------------- */

static void select_id(view_App *app, int id) {
    const cn_World *world = host_scene_world(app->scene);
    if (!world) return;
    cn_BodyId body = view_body_of(world, id);
    if (body.generation) host_scene_select(app->scene, body);
}

static void copy(view_App *app) {
    const char *text = host_scene_body_as_lua(app->scene);
    if (!text) return;
    SDL_SetClipboardText(text);
    view_toast(app, false, "copied: a scene with this body");
}

bool view_inspector_press(view_App *app) {
    view_Inspector *inspector = &app->inspector;
    if (!is_over(app, inspector->box)) return false;
    const host_Row *rows = NULL;
    int count = host_scene_inspect(app->scene, &rows), at = inspector->pointed;
    if (is_over(app, inspector->copy)) {
        copy(app);
    } else if (at >= 0 && at < count) {
        if (!rows[at].value)
            toggle(inspector, name_of(rows[at].label));
        else if (rows[at].edit)
            view_console_open_with(app, rows[at].edit);
        else if (rows[at].body)
            select_id(app, rows[at].body);
    }
    return true;
}

bool view_inspector_scroll(view_App *app, float px) {
    if (!is_over(app, app->inspector.box)) return false;
    app->inspector.scroll += px;
    return true;
}
