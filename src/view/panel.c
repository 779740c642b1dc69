/* panel.c: the panel at the right: scene.params first, then what the script asked of ui, in groups
 * that their titles open and close.
 *
 * It is as high as its rows, the window at most; what is higher scrolls, by the wheel, the bar at
 * its edge or the page keys. Rows are cut off at its edge and take the mouse only where they are
 * seen. Immediate mode: each frame lays the rows out and looks at the mouse in the same walk. An
 * edit is kept until the walk is over, since making it may run script code, which may end what is
 * shown. */
#include "panel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "field.h"
#include "plot.h"

#define WIDTH_PX    250.0f
#define LABEL_LINES 100 /* of one label */
#define PLOT_PX     54.0f

#define BAR_PX   4.0f
#define BAR_HELD 1u /* view_App.held: the bar, not a slider */

typedef struct Panel {
    view_Hud hud;  /* its canvas ends where the panel does */
    float x, y, w; /* of the rows, inside the padding */
    float row;
    bool folded; /* the title above is closed */
    bool edited, reset_all;
    int edited_id; /* parameters count from 1, ui items from -1 downwards */
    double value;
} Panel;

/* One row that can be moved. */
typedef struct Control {
    int id;        /* as Panel.edited_id */
    unsigned held; /* as view_App.held */
    const char *name;
    bool moved; /* it has a default, and is not there */
    double initial;
} Control;

static unsigned held_of(char kind, const char *name) {
    unsigned hash = 2166136261u ^ (unsigned char)kind;
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash > BAR_HELD ? hash : BAR_HELD + 1;
}

static const SDL_Color TRACK = {52, 59, 70, 255};
static const SDL_Color FILLED = {176, 128, 72, 255};

static bool mouse_in(const Panel *p, float h) {
    const view_Mouse *m = &p->hud.app->mouse;
    const SDL_FRect *r = &p->hud.app->panel;
    if (m->y < r->y || m->y >= r->y + r->h) return false; /* scrolled out of sight */
    return m->x >= p->x && m->x < p->x + p->w && m->y >= p->y && m->y < p->y + h;
}

static void edit(Panel *p, int id, double value) {
    p->edited = true;
    p->edited_id = id;
    p->value = value;
}

/* A control of that height, from here on. */
static void stop(const Panel *p, float h) {
    view_App *app = p->hud.app;
    view_focus_stop_in(app, (SDL_FRect){p->x, p->y, p->w, h}, &app->panel, &app->scroll,
                       app->scroll_room);
}

static int text_y(const Panel *p) { return (int)(p->y + 0.5f * (p->row - (float)p->hud.line)); }

/* A row has one line: several are put behind each other. */
static void label(const Panel *p, float x, SDL_Color color, const char *string) {
    for (int at = (int)x; string; string = view_text_next_line(string)) {
        at = view_hud_text(&p->hud, VIEW_SANS, at, text_y(p), color, string);
        at += p->hud.line / 3;
    }
}

/* A name and its value; a name that is too long ends where the value starts. */
static void name_and_value(const Panel *p, float inset, SDL_Color color, const char *name,
                           SDL_Color value_color, const char *value) {
    int w = view_text_width(p->hud.app->text, VIEW_SANS, value, (int)strlen(value));
    float right = p->x + p->w - (float)w - 6.0f;
    view_Clip clip;
    Panel part = *p;
    SDL_FRect room = {p->x, p->y - 4.0f, fmaxf(right - p->x - 6.0f, 0.0f), p->row + 8.0f};
    part.hud.canvas = view_canvas_clip(&clip, p->hud.canvas, room);
    label(&part, p->x + inset, color, name);
    label(p, right, value_color, value);
}

/* ---- rows --------------------------------------------------------------------------------- */

/* The value at the mouse, on its steps. */
static double value_at_mouse(const Panel *p, double min, double max, double step) {
    double t = (p->hud.app->mouse.x - p->x) / fmax(p->w, 1.0);
    double value = min + fmin(fmax(t, 0.0), 1.0) * (max - min);
    if (step > 0.0) value = min + step * floor((value - min) / step + 0.5);
    return fmin(fmax(value, min), max);
}

/* The part of a rounded bar up to t, 0..1: cut off, so that its left end is that of the bar. */
static void fill(const Panel *p, float h, float t) {
    view_Clip clip;
    view_Hud hud = p->hud;
    hud.canvas = view_canvas_clip(&clip, p->hud.canvas, (SDL_FRect){p->x, p->y, t * p->w, h});
    if (t > 0.0f) view_hud_box(&hud, p->x, p->y, p->w, h, FILLED);
}

/* What is not as declared has a mark; the right button gives back what was. */
static void offer_reset(Panel *p, const Control *control, float h) {
    if (!control->moved) return;
    view_hud_box(&p->hud, p->x - 7.0f, p->y, 4.0f, h, VIEW_ACCENT);
    if (p->hud.app->mouse.right_pressed && mouse_in(p, h)) edit(p, control->id, control->initial);
}

/* A value that is typed instead of the slider; false: there is none. */
static bool typed(Panel *p, const Control *control, double value, double min, double max, float h) {
    view_App *app = p->hud.app;
    char text[40], *end;
    bool asked = app->mouse.clicks > 1 || SDL_GetModState() & KMOD_CTRL;
    if (app->mouse.pressed && mouse_in(p, h) && asked) {
        snprintf(text, sizeof text, "%.10g", value);
        view_field_open(app, control->held, text);
        app->held = 0;
    } else if (app->mouse.pressed && !mouse_in(p, h) && view_field_is(app, control->held)) {
        view_field_close(app);
    }
    if (!view_field_is(app, control->held)) return false;
    view_field_draw(&p->hud, (SDL_FRect){p->x, p->y, p->w, h});
    p->y += p->row;
    const char *entered = view_field_taken(app, control->held);
    if (!entered) return true;
    double wanted = strtod(entered, &end);
    if (end == entered || *end != '\0' || !isfinite(wanted))
        view_toast(app, true, "%s: that is no number", control->name);
    else if (wanted < min || wanted > max)
        view_toast(app, true, "%s: from %.5g to %.5g", control->name, min, max);
    else
        edit(p, control->id, wanted);
    return true;
}

static void slider(Panel *p, Control control, double value, double min, double max, double step) {
    view_App *app = p->hud.app;
    float h = p->row - 4.0f;
    stop(p, h);
    if (typed(p, &control, value, min, max, h)) return;
    offer_reset(p, &control, h);
    if (app->mouse.pressed && mouse_in(p, h)) app->held = control.held;
    if (app->held == control.held && (app->mouse.left || app->mouse.pressed)) {
        double wanted = value_at_mouse(p, min, max, step);
        if (wanted != value) edit(p, control.id, wanted);
        value = wanted;
    }
    double t = max > min ? fmin(fmax((value - min) / (max - min), 0.0), 1.0) : 0.0;
    view_hud_box(&p->hud, p->x, p->y, p->w, h, TRACK);
    fill(p, h, (float)t);
    char number[40];
    snprintf(number, sizeof number, "%.5g", value);
    p->y -= 2.0f;
    name_and_value(p, 6.0f, VIEW_INK, control.name, VIEW_INK, number);
    p->y += p->row + 2.0f;
}

static void checkbox(Panel *p, Control control, bool on) {
    float side = floorf(p->row * 0.55f), y = p->y + 0.5f * (p->row - side);
    stop(p, p->row - 4.0f);
    if (p->hud.app->mouse.pressed && mouse_in(p, p->row)) {
        on = !on;
        edit(p, control.id, on ? 1.0 : 0.0);
    }
    offer_reset(p, &control, p->row - 4.0f);
    view_hud_box(&p->hud, p->x, y, side, side, TRACK);
    if (on) view_hud_box(&p->hud, p->x + 3.0f, y + 3.0f, side - 6.0f, side - 6.0f, VIEW_ACCENT);
    label(p, p->x + side + 8.0f, VIEW_INK, control.name);
    p->y += p->row;
}

static void choice(Panel *p, Control control, const host_Param *param) {
    stop(p, p->row - 4.0f);
    int next = param->choices > 0 ? ((int)param->value + 1) % param->choices : 0;
    if (p->hud.app->mouse.pressed && mouse_in(p, p->row)) edit(p, control.id, next);
    offer_reset(p, &control, p->row - 4.0f);
    view_hud_box(&p->hud, p->x, p->y, p->w, p->row - 4.0f, TRACK);
    p->y -= 2.0f;
    name_and_value(p, 6.0f, VIEW_DIM, param->name, VIEW_INK, param->choice ? param->choice : "");
    p->y += p->row + 2.0f;
}

static void button(Panel *p, int id, const char *name) {
    bool over = mouse_in(p, p->row - 4.0f);
    stop(p, p->row - 4.0f);
    if (over && p->hud.app->mouse.pressed) edit(p, id, 1.0);
    SDL_Color back = over ? (SDL_Color){78, 88, 104, 255} : (SDL_Color){60, 68, 80, 255};
    view_hud_box(&p->hud, p->x, p->y, p->w, p->row - 4.0f, back);
    int w = view_text_width(p->hud.app->text, VIEW_SANS, name, 200);
    p->y -= 2.0f;
    label(p, p->x + 0.5f * (p->w - (float)w), VIEW_INK, name);
    p->y += p->row + 2.0f;
}

static void plot(Panel *p, const host_UiItem *item) {
    float h = PLOT_PX * p->hud.unit;
    char number[40] = "";
    const host_Curve *only = item->curve_count == 1 ? &item->curves[0] : NULL;
    if (only && only->count)
        snprintf(number, sizeof number, "%.5g", (double)only->values[only->count - 1]);
    name_and_value(p, 0.0f, VIEW_DIM, item->text, VIEW_INK, number);
    p->y += p->row;
    SDL_FRect box = {p->x, p->y, p->w, h};
    box.y = view_plot_names(&p->hud, box, item->curves, item->curve_count);
    p->y = box.y;
    stop(p, h);
    view_plot_draw(&p->hud, box, item->text, item->curves, item->curve_count, mouse_in(p, h));
    p->y += h + 4.0f;
}

static bool is_folded(const view_App *app, unsigned name) {
    for (int i = 0; i < app->folded_count; i++) {
        if (app->folded[i] == name) return true;
    }
    return false;
}

static void toggle_fold(view_App *app, unsigned name) {
    for (int i = 0; i < app->folded_count; i++) {
        if (app->folded[i] != name) continue;
        app->folded[i] = app->folded[--app->folded_count];
        return;
    }
    if (app->folded_count < VIEW_TOGGLED) app->folded[app->folded_count++] = name;
}

/* A title, which a click opens and closes; more: a word at its right end, or NULL. True when that
 * was clicked. */
static bool heading(Panel *p, const char *title, const char *more) {
    view_App *app = p->hud.app;
    unsigned name = held_of('g', title ? title : "");
    int w = more ? view_text_width(app->text, VIEW_SANS, more, (int)strlen(more)) : 0;
    float at = p->x + p->w - (float)w;
    bool over = mouse_in(p, p->row), on = more && over && app->mouse.x >= at;
    stop(p, p->row);
    if (more) view_focus_stop(app, (SDL_FRect){at, p->y, (float)w, p->row});
    if (over && app->mouse.pressed && !on) toggle_fold(app, name);
    p->folded = is_folded(app, name);
    label(p, p->x, VIEW_ACCENT, p->folded ? "+" : "-");
    label(p, p->x + 0.8f * (float)p->hud.line, VIEW_ACCENT, title && title[0] ? title : " ");
    if (more) label(p, at, on ? VIEW_ACCENT : VIEW_DIM, more);
    p->y += p->row;
    return on && app->mouse.pressed;
}

/* ---- the whole ---------------------------------------------------------------------------- */

static void draw_param(Panel *p, int i, const host_Param *param) {
    Control control = {i + 1, held_of('p', param->name), param->name,
                       param->value != param->initial, param->initial};
    switch (param->kind) {
    case HOST_PARAM_NUMBER:
        slider(p, control, param->value, param->min, param->max, param->step);
        break;
    case HOST_PARAM_BOOL:
        checkbox(p, control, param->value != 0.0);
        break;
    case HOST_PARAM_CHOICE:
        choice(p, control, param);
        break;
    }
}

static bool any_moved(const Panel *p, int count) {
    for (int i = 0; i < count; i++) {
        host_Param param = host_scene_param(p->hud.app->scene, i);
        if (param.value != param.initial) return true;
    }
    return false;
}

static void draw_params(Panel *p) {
    char group[120] = "";
    int count = host_scene_param_count(p->hud.app->scene);
    for (int i = 0; i < count; i++) {
        host_Param param = host_scene_param(p->hud.app->scene, i);
        const char *title = param.group ? param.group : "Parameters";
        if (strncmp(title, group, sizeof group - 1) != 0) {
            const char *more = i == 0 && any_moved(p, count) ? "reset" : NULL;
            snprintf(group, sizeof group, "%s", title);
            if (heading(p, title, more)) p->reset_all = true;
        }
        if (!p->folded) draw_param(p, i, &param);
    }
    p->folded = false;
}

static void draw_ui(Panel *p) {
    int count = host_scene_ui_count(p->hud.app->scene);
    for (int i = 0; i < count; i++) {
        host_UiItem item = host_scene_ui(p->hud.app->scene, i);
        Control control = {.id = -(i + 1), .held = held_of('u', item.id), .name = item.text};
        if (p->folded && item.kind != HOST_UI_PANEL) continue;
        switch (item.kind) {
        case HOST_UI_PANEL:
            heading(p, item.text, NULL);
            break;
        case HOST_UI_LABEL:
            p->y = (float)view_hud_paragraph(&p->hud, VIEW_SANS, (int)p->x, text_y(p), (int)p->w,
                                             LABEL_LINES, VIEW_INK, item.text) +
                   4.0f;
            break;
        case HOST_UI_SLIDER:
            slider(p, control, item.value, item.min, item.max, 0.0);
            break;
        case HOST_UI_CHECKBOX:
            checkbox(p, control, item.value != 0.0);
            break;
        case HOST_UI_BUTTON:
            button(p, control.id, item.text);
            break;
        case HOST_UI_PLOT:
            plot(p, &item);
            break;
        }
    }
}

/* The bar at the right edge: how much there is and where we are; it can be pulled. */
static void draw_bar(const Panel *p) {
    view_App *app = p->hud.app;
    const SDL_FRect *r = &app->panel;
    if (app->scroll_room <= 0.0f) return;
    float m = 0.5f * (float)p->hud.margin, w = BAR_PX * p->hud.unit;
    float x = r->x + r->w - 0.5f * (m + w) - 1.0f, track = r->h - 2.0f * m;
    float h = fmaxf(track * r->h / (r->h + app->scroll_room), 4.0f * w), way = track - h;
    const view_Mouse *mouse = &app->mouse;
    bool over = mouse->x >= p->x + p->w && mouse->x < r->x + r->w && mouse->y >= r->y &&
                mouse->y < r->y + r->h;
    if (over && mouse->pressed) app->held = BAR_HELD;
    if (app->held == BAR_HELD && way > 0.0f) {
        float t = (mouse->y - r->y - m - 0.5f * h) / way;
        app->scroll = fminf(fmaxf(t, 0.0f), 1.0f) * app->scroll_room;
    }
    float y = r->y + m + way * app->scroll / app->scroll_room;
    view_hud_box(&p->hud, x, r->y + m, w, track, TRACK);
    view_hud_box(&p->hud, x, y, w, h, over || app->held == BAR_HELD ? VIEW_INK : VIEW_DIM);
}

void view_panel_scroll(view_App *app, float px) {
    app->scroll = fminf(fmaxf(app->scroll + px, 0.0f), fmaxf(app->scroll_room, 0.0f));
}

static void walk_rows(Panel *p) {
    view_App *app = p->hud.app;
    float start = p->y - app->scroll;
    p->y = start;
    draw_params(p);
    draw_ui(p);
    float m = 0.5f * (float)p->hud.margin, wanted = p->y - start + 2.0f * m;
    app->panel.h = fminf(wanted, fmaxf((float)p->hud.canvas->height - 2.0f * m, 1.0f));
    app->scroll_room = wanted - app->panel.h;
}

static bool is_shown(const view_App *app) {
    if (!app->shown.panel || !app->text) return false;
    return host_scene_param_count(app->scene) + host_scene_ui_count(app->scene) > 0;
}

float view_panel_left(const view_Hud *hud) {
    float width = (float)hud->canvas->width;
    return is_shown(hud->app) ? width - WIDTH_PX * hud->unit - (float)hud->margin : width;
}

static void reset_all(view_App *app) {
    int count = host_scene_param_count(app->scene);
    for (int i = 0; i < count; i++) {
        host_Param param = host_scene_param(app->scene, i);
        if (param.value != param.initial) host_scene_set_param(app->scene, i, param.initial);
    }
}

/* How high the rows were in the last frame is how high the back is in this one. */
void view_panel_draw(const view_Hud *hud) {
    view_App *app = hud->app;
    if (!is_shown(app)) {
        app->panel = (SDL_FRect){0};
        app->scroll_room = 0.0f;
        return;
    }
    float m = (float)hud->margin, w = WIDTH_PX * hud->unit;
    SDL_FRect *r = &app->panel, before = *r;
    r->x = (float)hud->canvas->width - w - 0.5f * m;
    r->y = 0.5f * m;
    r->w = w;
    if (r->h > 0.0f) view_hud_box(hud, r->x, r->y, r->w, r->h, VIEW_PANEL);
    view_Clip clip;
    Panel p = {.hud = *hud, .x = r->x + m, .y = r->y + 0.5f * m, .w = w - 2.0f * m};
    p.hud.canvas = view_canvas_clip(&clip, hud->canvas, before.h > 0.0f ? *r : before);
    p.row = (float)hud->line + 9.0f * hud->unit;
    if (!app->mouse.left && !app->mouse.pressed) app->held = 0;
    view_panel_scroll(app, 0.0f);
    draw_bar(&p);
    walk_rows(&p);
    if (p.reset_all) reset_all(app);
    if (!p.edited) return;
    if (p.edited_id > 0)
        host_scene_set_param(app->scene, p.edited_id - 1, p.value);
    else
        host_scene_ui_edit(app->scene, -p.edited_id - 1, p.value);
}
