/* tools.c: the mouse as a tool, and the bar that tells which one it is.
 *
 * A tool draws while the button is down and does its act when it comes up: one call of the scene
 * (cairn.scene.hand), which finds out what lies where, and can take it back. A path, for polygons
 * and chains, is drawn in one stroke, or corner by corner by clicks. With Shift corners lie on the
 * grid. */
#include "tools.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "layout.h"
#include "render.h"

#define STROKE_PX 16.0f /* of way with the button down: it was no click */
#define CORNER_PX 5.0f  /* between two corners of a stroke */
#define NEAR_PX   10.0f /* a click so near to the first corner closes a path */
#define SMOOTH_PX 2.0   /* corners so near to a line between others are left out */
#define REACH_PX  8.0   /* a joint so near is what is deleted */
#define ASIDE_PX  24.0  /* a copy of the selected body stands beside it */

static const pen_Color LINE = {120, 200, 255, 255};
static const pen_Color FAINT = {120, 200, 255, 110};

typedef enum Stroke { NONE, CLICK, DRAG, PATH } Stroke; /* what the mouse has to do */

static const struct {
    SDL_Keycode key;
    const char *label, *name, *act, *help;
    Stroke stroke;
} tools[VIEW_TOOLS] = {
    [VIEW_HAND] = {SDLK_a, "A", "hand", "", "drag and throw", NONE},
    [VIEW_CIRCLE] = {SDLK_c, "C", "circle", "circle", "from the middle to the rim", DRAG},
    [VIEW_BOX] = {SDLK_b, "B", "box", "box", "from corner to corner", DRAG},
    [VIEW_POLYGON] = {SDLK_g, "G", "polygon", "polygon", "one stroke, or clicks and Enter", PATH},
    [VIEW_CHAIN] = {SDLK_l, "L", "chain", "chain", "likewise: a line that stands", PATH},
    [VIEW_HINGE] = {SDLK_j, "J", "hinge", "hinge", "what lies there; or drag to another", DRAG},
    [VIEW_ROPE] = {SDLK_k, "K", "rope", "rope", "from one to another, or the ground", DRAG},
    [VIEW_SPRING] = {SDLK_s, "S", "spring", "spring", "likewise", DRAG},
    [VIEW_WELD] = {SDLK_w, "W", "weld", "weld", "what lies there; or drag to another", DRAG},
    [VIEW_PIN] = {SDLK_f, "F", "pin", "pin", "fix a body where it is; again: free", CLICK},
    [VIEW_NUDGE] = {SDLK_u, "U", "nudge", "nudge", "push: a metre is 1 m/s", DRAG},
    [VIEW_DUPLICATE] = {SDLK_d, "D", "copy", "duplicate", "drag a copy away", DRAG},
    [VIEW_CUT] = {SDLK_x, "X", "cut", "cut", "a line through bodies and ropes", DRAG},
    [VIEW_DELETE] = {SDLK_e, "E", "delete", "delete", "a joint or a body", CLICK},
};

bool view_tools_help(int i, const char **key, const char **help) {
    static char text[96];
    if (i < 0 || i >= VIEW_TOOLS) return false;
    snprintf(text, sizeof text, "%s: %s", tools[i].name, tools[i].help);
    *key = tools[i].label;
    *help = text;
    return true;
}

/* ---- acts ---------------------------------------------------------------------------------- */

host_Done view_tools_do(view_App *app, const host_Act *act) {
    host_Done done = host_scene_hand(app->scene, act);
    if (done.said[0]) view_toast(app, !done.ok, "%s", done.said);
    return done;
}

static void take(view_App *app, view_Tool tool) {
    app->tools.tool = tool;
    view_tools_drop(app);
}

void view_tools_toggle(view_App *app) {
    app->tools.shown = !app->tools.shown;
    take(app, VIEW_HAND);
}

void view_tools_grab(view_App *app) {
    host_Act act = {.name = "grab", .count = 1};
    act.numbers[0] = host_scene_selected(app->scene, NULL).index;
    host_scene_hand(app->scene, &act);
}

void view_tools_release(view_App *app) {
    if (app->mouse.grabbed) host_scene_release(app->scene);
    app->mouse.grabbed = app->mouse.dragging = false;
}

void view_tools_remove(view_App *app) {
    cn_BodyId body = host_scene_selected(app->scene, NULL);
    if (!body.generation) return;
    view_tools_do(app, &(host_Act){.name = "remove", .numbers = {body.index}, .count = 1});
}

static void select_made(view_App *app, host_Done done) {
    const cn_World *world = host_scene_world(app->scene);
    if (world && done.body) host_scene_select(app->scene, view_body_of(world, done.body));
}

void view_tools_duplicate(view_App *app) {
    cn_BodyId body = host_scene_selected(app->scene, NULL);
    if (!body.generation) return;
    double aside = ASIDE_PX * app->unit / app->camera.zoom;
    host_Act act = {.name = "duplicate", .numbers = {body.index, aside, aside}, .count = 3};
    select_made(app, view_tools_do(app, &act));
}

void view_tools_copy(view_App *app) {
    const char *text = host_scene_made_as_lua(app->scene);
    if (text && SDL_SetClipboardText(text) == 0)
        view_toast(app, false, "copied: lines for the end of scene.load");
    else
        view_toast(app, true, text ? "there is no clipboard" : "nothing was made by hand");
}

/* ---- what is drawn ------------------------------------------------------------------------- */

void view_tools_drop(view_App *app) {
    app->tools.busy = app->tools.held = false;
    app->tools.count = 0;
}

bool view_tools_escape(view_App *app) {
    bool busy = app->tools.busy, tool = app->tools.tool != VIEW_HAND;
    if (busy)
        view_tools_drop(app);
    else
        take(app, VIEW_HAND);
    return busy || tool;
}

/* Where the mouse is in the world; with Shift on the grid. */
static cn_Pos point(const view_App *app) {
    cn_Pos p;
    view_camera_to_world(&app->camera, app->mouse.x, app->mouse.y, &p.x, &p.y);
    if (SDL_GetModState() & KMOD_SHIFT) {
        double step = view_render_grid_step(&app->camera);
        p.x = step * floor(p.x / step + 0.5);
        p.y = step * floor(p.y / step + 0.5);
    }
    return p;
}

static void add_corner(view_App *app, cn_Pos p) {
    view_Tools *t = &app->tools;
    if (t->count >= VIEW_PATH) return;
    if (t->count && t->path[2 * t->count - 2] == p.x && t->path[2 * t->count - 1] == p.y) return;
    t->path[2 * t->count] = p.x;
    t->path[2 * t->count + 1] = p.y;
    t->count++;
}

/* px from the mouse to the first corner */
static float to_first(const view_App *app) {
    SDL_FPoint first = view_camera_to_px(&app->camera, app->tools.path[0], app->tools.path[1]);
    return hypotf(app->mouse.x - first.x, app->mouse.y - first.y);
}

static void finish_path(view_App *app) {
    view_Tools *t = &app->tools;
    double smooth = t->traced > STROKE_PX ? SMOOTH_PX * app->unit / app->camera.zoom : 0.0;
    host_Act act = {.name = tools[t->tool].act, .points = t->path, .point_numbers = 2 * t->count};
    if (t->tool == VIEW_CHAIN) {
        act.numbers[act.count++] = t->count > 3 && to_first(app) < NEAR_PX * app->unit;
    }
    act.numbers[act.count++] = smooth;
    view_tools_do(app, &act);
    view_tools_drop(app);
}

static void finish_drag(view_App *app) {
    view_Tools *t = &app->tools;
    cn_Pos to = point(app);
    double x = t->path[0], y = t->path[1];
    bool click = t->traced < CORNER_PX * app->unit;
    if (click) to = (cn_Pos){x, y};
    host_Act act = {.name = tools[t->tool].act, .numbers = {x, y, to.x, to.y}, .count = 4};
    if (t->tool == VIEW_CIRCLE) {
        act.numbers[2] = hypot(to.x - x, to.y - y);
        act.count = 3;
    } else if (t->tool == VIEW_DUPLICATE) {
        double aside = click ? ASIDE_PX * app->unit / app->camera.zoom : 0.0;
        cn_BodyId body = cn_world_pick(host_scene_world(app->scene), x, y);
        act = (host_Act){act.name, {body.index, to.x - x + aside, to.y - y + aside}, 3, NULL, 0};
    }
    view_tools_do(app, &act);
    view_tools_drop(app);
}

static void click_at(view_App *app) {
    cn_Pos p = point(app);
    view_Tool tool = app->tools.tool;
    double reach = REACH_PX * app->unit / app->camera.zoom;
    host_Act act = {.name = tools[tool].act, .numbers = {p.x, p.y, reach}, .count = 3};
    if (tool == VIEW_PIN) act.count = 2;
    view_tools_do(app, &act);
}

/* ---- the mouse and keys -------------------------------------------------------------------- */

static void press(view_App *app, int clicks) {
    view_Tools *t = &app->tools;
    Stroke stroke = tools[t->tool].stroke;
    t->traced = 0.0f;
    t->last_x = app->mouse.x;
    t->last_y = app->mouse.y;
    t->held = true;
    if (stroke == CLICK) {
        click_at(app);
    } else if (stroke == PATH && t->busy) {
        bool closes = t->count > 2 && to_first(app) < NEAR_PX * app->unit;
        if (closes || clicks > 1)
            finish_path(app);
        else
            add_corner(app, point(app));
    } else {
        t->busy = true;
        t->count = 0;
        add_corner(app, point(app));
    }
}

static void lift(view_App *app) {
    view_Tools *t = &app->tools;
    if (!t->held) return;
    t->held = false;
    if (!t->busy) return;
    if (tools[t->tool].stroke == DRAG)
        finish_drag(app);
    else if (t->traced > STROKE_PX * app->unit)
        finish_path(app);
}

bool view_tools_button(view_App *app, bool down, int clicks) {
    if (app->tools.tool == VIEW_HAND || app->play.on || !host_scene_world(app->scene)) return false;
    if (down)
        press(app, clicks);
    else
        lift(app);
    return true;
}

bool view_tools_motion(view_App *app) {
    view_Tools *t = &app->tools;
    if (!t->busy || !t->held) return false;
    float dx = app->mouse.x - t->last_x, dy = app->mouse.y - t->last_y;
    float way = hypotf(dx, dy);
    bool path = tools[t->tool].stroke == PATH;
    if (path && way < CORNER_PX * app->unit) return true;
    t->traced += way;
    t->last_x = app->mouse.x;
    t->last_y = app->mouse.y;
    if (path) add_corner(app, point(app));
    return true;
}

bool view_tools_key(view_App *app, const SDL_KeyboardEvent *event) {
    SDL_Keycode code = event->keysym.sym;
    bool enter = code == SDLK_RETURN || code == SDLK_KP_ENTER;
    if (!app->tools.shown || event->keysym.mod & KMOD_CTRL) return false;
    bool down = event->type == SDL_KEYDOWN && !event->repeat;
    if (enter && app->tools.busy && tools[app->tools.tool].stroke == PATH) {
        if (down) finish_path(app);
        return true;
    }
    for (int i = 0; i < VIEW_TOOLS; i++) {
        if (code != tools[i].key) continue;
        if (down) take(app, (view_Tool)i);
        return true;
    }
    return false;
}

/* ---- the bar ------------------------------------------------------------------------------- */

static void undo(view_App *app) { view_tools_do(app, &(host_Act){.name = "undo"}); }
static void redo(view_App *app) { view_tools_do(app, &(host_Act){.name = "redo"}); }

/* What stands behind the tools. */
static const struct {
    const char *name;
    void (*act)(view_App *app);
} others[VIEW_BAR_BUTTONS - VIEW_TOOLS] = {
    {"undo", undo}, {"redo", redo}, {"as Lua", view_tools_copy}};

static void draw_button(const view_Hud *hud, SDL_FRect box, const char *key, const char *name,
                        bool chosen) {
    SDL_Color back = chosen                        ? (SDL_Color){98, 78, 48, 255}
                     : view_is_over(hud->app, box) ? (SDL_Color){60, 68, 80, 255}
                                                   : (SDL_Color){34, 39, 47, 255};
    int x = (int)box.x + hud->margin / 2, y = (int)(box.y + 0.5f * (box.h - (float)hud->line));
    view_focus_stop(hud->app, box);
    view_hud_box(hud, box.x, box.y, box.w, box.h, back);
    if (key) x = view_hud_text(hud, VIEW_MONO, x, y, VIEW_ACCENT, key) + hud->margin / 2;
    view_hud_text(hud, VIEW_SANS, x, y, VIEW_INK, name);
}

static float button_width(const view_Hud *hud, const char *key, const char *name) {
    view_Text *text = hud->app->text;
    int w = view_text_width(text, VIEW_SANS, name, (int)strlen(name)) + hud->margin;
    if (key) w += view_text_width(text, VIEW_MONO, key, 1) + hud->margin / 2;
    return (float)w;
}

int view_tools_bar(const view_Hud *hud, int y) {
    view_App *app = hud->app;
    float gap = floorf(4.0f * hud->unit), h = (float)hud->line + 2.0f * gap, m = (float)hud->margin;
    float x = 0.5f * m, right = view_layout_right((float)hud->canvas->width, m, app->panel) - m;
    memset(app->tools.buttons, 0, sizeof app->tools.buttons);
    if (!app->tools.shown || !app->text) return y;
    float at = (float)y;
    for (int i = 0; i < VIEW_BAR_BUTTONS; i++) {
        const char *key = i < VIEW_TOOLS ? tools[i].label : NULL;
        const char *name = i < VIEW_TOOLS ? tools[i].name : others[i - VIEW_TOOLS].name;
        float w = button_width(hud, key, name);
        if (x > m && x + w > right) x = 0.5f * m, at += h + gap;
        app->tools.buttons[i] = (SDL_FRect){x, at, w, h};
        draw_button(hud, app->tools.buttons[i], key, name, i == (int)app->tools.tool);
        x += w + gap;
    }
    return (int)(at + h + gap);
}

bool view_tools_bar_press(view_App *app) {
    for (int i = 0; app->tools.shown && i < VIEW_BAR_BUTTONS; i++) {
        if (!view_is_over(app, app->tools.buttons[i])) continue;
        if (i < VIEW_TOOLS)
            take(app, (view_Tool)i);
        else
            others[i - VIEW_TOOLS].act(app);
        return true;
    }
    return false;
}

/* ---- the sketch ---------------------------------------------------------------------------- */

/* What it measures, beside the mouse. */
static void label(view_App *app, cn_Pos at, const char *text) {
    double aside = 14.0 * app->unit / app->camera.zoom;
    pen_text(&app->list, LINE, at.x + aside, at.y + aside, text, strlen(text), (pen_Style){0});
}

static void sketch_box(view_App *app, cn_Pos a, cn_Pos b) {
    double corners[8] = {a.x, a.y, b.x, a.y, b.x, b.y, a.x, b.y};
    char text[64];
    pen_outline(&app->list, LINE, corners, 4, true);
    snprintf(text, sizeof text, "%.3g x %.3g m", fabs(b.x - a.x), fabs(b.y - a.y));
    label(app, b, text);
}

static void sketch_line(view_App *app, cn_Pos a, cn_Pos b) {
    double length = hypot(b.x - a.x, b.y - a.y);
    char text[64];
    bool push = app->tools.tool == VIEW_NUDGE;
    if (push)
        pen_arrow(&app->list, LINE, a.x, a.y, b.x, b.y);
    else
        pen_line(&app->list, LINE, a.x, a.y, b.x, b.y);
    pen_dot(&app->list, LINE, a.x, a.y, 6.0f);
    snprintf(text, sizeof text, "%.3g %s", length, push ? "m/s" : "m");
    if (length > 0.0) label(app, b, text);
}

static void sketch_path(view_App *app, cn_Pos to) {
    const view_Tools *t = &app->tools;
    const double *last = t->path + 2 * (t->count - 1);
    pen_outline(&app->list, LINE, t->path, t->count, false);
    pen_line(&app->list, FAINT, last[0], last[1], to.x, to.y);
    if (t->tool == VIEW_POLYGON) pen_line(&app->list, FAINT, to.x, to.y, t->path[0], t->path[1]);
    pen_dot(&app->list, LINE, t->path[0], t->path[1], 7.0f);
}

void view_tools_sketch(view_App *app) {
    const view_Tools *t = &app->tools;
    if (!t->busy || t->count < 1) return;
    cn_Pos from = {t->path[0], t->path[1]}, to = point(app);
    char text[64];
    double radius = hypot(to.x - from.x, to.y - from.y);
    if (tools[t->tool].stroke == PATH) {
        sketch_path(app, to);
    } else if (t->tool == VIEW_CIRCLE) {
        pen_circle(&app->list, LINE, from.x, from.y, radius);
        snprintf(text, sizeof text, "r %.3g m", radius);
        label(app, to, text);
    } else if (t->tool == VIEW_BOX) {
        sketch_box(app, from, to);
    } else {
        sketch_line(app, from, to);
    }
}
