/* hud.c: what the viewer says: the status line, output, toast, banner, error and help.
 *
 * Each part takes the space it needs and nothing else; the error box comes last, over all. Texts
 * of scripts are of any length: wrapped and cut in hud_print.c, sanitised in text.c. */
#include "hud.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "account.h"
#include "card.h"
#include "console.h"
#include "graph.h"
#include "help.h"
#include "inspector.h"
#include "layout.h"
#include "overlays.h"
#include "paint.h"
#include "panel.h"
#include "render.h"
#include "timeline.h"
#include "tools.h"

#define OUTPUT_LINES 6
#define TOAST_LINES  3
#define FADE_SECONDS 0.6

/* ---- status ------------------------------------------------------------------------------- */

static const char *base_name(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path ? path : "";
}

/* A piece of the status line. */
typedef struct Piece {
    SDL_Color color;
    char text[96];
} Piece;

enum { MOST_PIECES = 12 };

static void piece(Piece *pieces, int *count, SDL_Color color, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void piece(Piece *pieces, int *count, SDL_Color color, const char *format, ...) {
    if (*count >= MOST_PIECES) return;
    va_list args;
    va_start(args, format);
    vsnprintf(pieces[*count].text, sizeof pieces[*count].text, format, args);
    va_end(args);
    pieces[(*count)++].color = color;
}

static int gather_status(const view_Hud *hud, const host_Status *status, Piece *pieces) {
    const view_App *app = hud->app;
    const cn_World *world = host_scene_world(app->scene);
    int n = 0;
    piece(pieces, &n, VIEW_INK, "%.90s", base_name(status->path));
    piece(pieces, &n, VIEW_DIM, "step %ld", status->steps);
    piece(pieces, &n, VIEW_DIM, "%.2f s",
          world ? cn_world_time(world) : (double)status->steps * status->dt);
    if (world) {
        cn_Counts counts = cn_world_counts(world);
        piece(pieces, &n, VIEW_DIM, "%d bodies, %d awake", counts.bodies, counts.awake);
        piece(pieces, &n, VIEW_DIM, "%d contacts", counts.touching);
        if (counts.joints > 0) piece(pieces, &n, VIEW_DIM, "%d joints", counts.joints);
    }
    piece(pieces, &n, VIEW_DIM, "step %.2f ms, frame %.1f ms", status->step_ms, app->frame_ms);
    double speed = host_scene_speed(app->scene);
    const char *taken = view_governor_taken(app->governor.quality);
    if (host_scene_is_paused(app->scene)) piece(pieces, &n, VIEW_ACCENT, "paused");
    if (speed != 1.0) piece(pieces, &n, VIEW_ACCENT, "speed x %g", speed);
    if (host_scene_is_held(app->scene))
        piece(pieces, &n, VIEW_ACCENT, "world held%s", status->edit_waits ? ", an edit waits" : "");
    if (taken[0]) piece(pieces, &n, VIEW_ACCENT, "%s", taken);
    return n;
}

/* The numbers on a patch of background, so that they read over any scene; on as many lines as the
 * panel leaves room for. Returns the y below. */
static int draw_status(const view_Hud *hud, const host_Status *status) {
    Piece pieces[MOST_PIECES];
    int at_x[MOST_PIECES], at_y[MOST_PIECES], m = hud->margin, pad = m / 2, gap = hud->line * 2 / 3;
    if (!hud->app->text) return 2 * m + hud->line;
    int count = gather_status(hud, status, pieces), x = m, y = m - 1, widest = 0;
    int right = (int)view_layout_right((float)hud->canvas->width, (float)m, hud->app->panel) - m;
    for (int i = 0; i < count; i++) {
        int w =
            view_text_width(hud->app->text, VIEW_SANS, pieces[i].text, (int)sizeof pieces->text);
        if (x > m && x + w > right) x = m, y += hud->line;
        at_x[i] = x, at_y[i] = y;
        x += w + gap;
        widest = SDL_max(widest, x - gap - m);
    }
    view_hud_box(hud, (float)(m - pad), (float)(m - pad), (float)(widest + 2 * pad),
                 (float)(y + 1 - m + hud->line + 2 * pad - 2), (SDL_Color){19, 22, 27, 170});
    for (int i = 0; i < count; i++) {
        view_hud_text(hud, VIEW_SANS, at_x[i], at_y[i], pieces[i].color, pieces[i].text);
    }
    return y + 1 + m + hud->line;
}

/* ---- output and toast ---------------------------------------------------------------------- */

/* How wide and many the last lines are. */
static int measure_output(const view_Hud *hud, float *width) {
    const char *line;
    int count = 0, most = hud->canvas->width * 3 / 5, widest = 0;
    for (; count < OUTPUT_LINES && (line = host_scene_output(hud->app->scene, count)); count++) {
        int w = view_text_width(hud->app->text, VIEW_MONO, line, (int)strlen(line));
        widest = SDL_max(widest, SDL_min(w, most));
    }
    *width = count && hud->app->text ? (float)(widest + hud->margin) : 0.0f;
    return hud->app->text ? count : 0;
}

static void draw_output(const view_Hud *hud, SDL_FRect box, int count) {
    const char *line;
    int m = hud->margin, bottom = (int)(box.y + box.h) - m / 2;
    view_hud_box(hud, box.x, box.y, box.w, box.h, (SDL_Color){19, 22, 27, 150});
    for (int i = 0; i < count && (line = host_scene_output(hud->app->scene, i)); i++) {
        char cut[512];
        int bytes = view_text_wrap(hud->app->text, VIEW_MONO, line, (int)box.w - m);
        snprintf(cut, sizeof cut, "%.*s", bytes, line);
        SDL_Color color = VIEW_DIM;
        color.a = (Uint8)(255 - 28 * i);
        view_hud_text(hud, VIEW_MONO, m, bottom - (i + 1) * hud->line, color, cut);
    }
}

static double toast_left(const view_Hud *hud) {
    const view_Toast *toast = &hud->app->toast;
    return toast->text[0] && hud->app->text ? toast->until - hud->app->now : 0.0;
}

static void draw_toast(const view_Hud *hud, SDL_FRect box) {
    const view_Toast *toast = &hud->app->toast;
    float fade = (float)fmin(toast_left(hud) / FADE_SECONDS, 1.0);
    SDL_Color back = VIEW_PANEL, ink = toast->bad ? VIEW_BAD : VIEW_ACCENT;
    back.a = (Uint8)(fade * (float)back.a);
    ink.a = (Uint8)(fade * 255.0f);
    int inner = (int)box.w - 2 * hud->margin;
    view_hud_box(hud, box.x, box.y, box.w, box.h, back);
    view_hud_paragraph(hud, VIEW_SANS, (int)box.x + hud->margin, (int)box.y + hud->margin / 2,
                       inner, TOAST_LINES, ink, toast->text);
}

/* Wide as its text, wrapped when that is more than fits. */
static void measure_toast(const view_Hud *hud, float right, view_Wanted *wanted) {
    const char *text = hud->app->toast.text;
    if (toast_left(hud) <= 0.0) return;
    int w = view_text_width(hud->app->text, VIEW_SANS, text, (int)sizeof hud->app->toast.text) + 1;
    int inner = SDL_min(w, (int)right - 3 * hud->margin);
    int lines = view_hud_lines(hud, VIEW_SANS, inner, TOAST_LINES, text);
    wanted->toast_w = (float)(inner + 2 * hud->margin);
    wanted->toast_h = (float)(lines * hud->line + hud->margin);
}

/* ---- where each part goes -------------------------------------------------------------------- */

/* Below the status line, beside the panel, above the scale and the timeline. */
SDL_FRect view_hud_room(const view_Hud *hud) {
    float top = (float)(2 * hud->margin + hud->line);
    float bottom = (float)(2 * hud->margin + hud->line) + view_timeline_height(hud);
    float right = view_panel_left(hud);
    SDL_FRect room = {0.0f, top, right, (float)hud->canvas->height - top - bottom};
    /* in a window that is all bars, or has none, there is nothing to stay clear of */
    if (hud->app->play.on || room.w < 0.3f * (float)hud->canvas->width ||
        room.h < 0.3f * (float)hud->canvas->height) {
        room = (SDL_FRect){0.0f, 0.0f, (float)hud->canvas->width, (float)hud->canvas->height};
    }
    return room;
}

/* What stands at the bottom, each in its place. */
static void draw_bottom(const view_Hud *hud, int top) {
    view_App *app = hud->app;
    view_Canvas *canvas = hud->canvas;
    view_Wanted wanted = {.width = (float)canvas->width,
                          .height = (float)canvas->height - view_timeline_height(hud),
                          .margin = (float)hud->margin,
                          .line = (float)hud->line,
                          .top = (float)top,
                          .panel = app->panel};
    float right = view_layout_right(wanted.width, wanted.margin, app->panel);
    SDL_FPoint scale = view_render_scale_size(&app->camera, app->text);
    if (app->shown.grid) wanted.scale_w = scale.x, wanted.scale_h = scale.y;
    if (app->shown.graph) {
        view_graph_size(hud, &wanted.graph_w, &wanted.graph_h, &wanted.graph_least);
    }
    if (!app->play.on) wanted.output_lines = measure_output(hud, &wanted.output_w);
    measure_toast(hud, right, &wanted);
    view_timeline_draw(hud, right);
    view_Layout l = view_layout(&wanted);
    if (l.scale.w > 0.0f) {
        view_render_scale(canvas, &app->camera, app->text, l.scale.x + l.scale.w,
                          l.scale.y + l.scale.h);
    }
    app->graph = l.graph;
    if (l.graph.w > 0.0f) view_graph_draw(hud, l.graph);
    if (l.output.w > 0.0f && !app->console.open) draw_output(hud, l.output, l.output_lines);
    if (l.toast.w > 0.0f) draw_toast(hud, l.toast);
}

/* The error and the help are in front of all: they are to be read, not looked past. */
void view_hud_draw(const view_Hud *hud, const host_Status *status) {
    bool play = hud->app->play.on; /* then only what went wrong and what was done is told */
    view_focus_begin(hud->app);
    int top = play ? hud->margin : view_tools_bar(hud, draw_status(hud, status));
    top = view_card_banner(hud, status, top);
    if (!play) view_overlays_draw(hud, top);
    if (!play) top = view_account_draw(hud, top);
    draw_bottom(hud, play ? top : view_inspector_draw(hud, top));
    view_console_draw(hud);
    view_panel_draw(hud);
    view_card_error(hud, status, top);
    view_help_draw(hud);
    view_focus_draw(hud);
}
