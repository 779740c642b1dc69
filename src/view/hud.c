/* hud.c: what the viewer says: the status line, output, toast, banner, error and help.
 *
 * Each part takes the space it needs and nothing else; the error box comes last, over all. Texts
 * of scripts are of any length: wrapped and cut here, sanitised in text.c. */
#include "hud.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "input.h"
#include "paint.h"

const SDL_Color VIEW_INK = {226, 230, 236, 255};
const SDL_Color VIEW_DIM = {150, 159, 172, 255};
const SDL_Color VIEW_ACCENT = {232, 164, 84, 255};
const SDL_Color VIEW_BAD = {255, 118, 104, 255};
const SDL_Color VIEW_PANEL = {19, 22, 27, 225};

#define OUTPUT_LINES    6
#define MESSAGE_LINES   8
#define TRACEBACK_LINES 14
#define BANNER_LINES    4
#define BANNER_TRACE    8
#define FADE_SECONDS    0.6

view_Hud view_hud(view_App *app, view_Canvas *canvas) {
    view_Hud hud = {.app = app, .canvas = canvas, .line = view_text_height(app->text)};
    hud.unit = (float)hud.line / 17.0f; /* what DejaVu at 14 px has */
    hud.margin = (int)(10.0f * hud.unit);
    return hud;
}

void view_hud_box(const view_Hud *hud, float x, float y, float w, float h, SDL_Color color) {
    view_paint_round_rect(hud->canvas, (SDL_FRect){x, y, w, h}, 5.0f * hud->unit, color);
}

int view_hud_text(const view_Hud *hud, view_Font font, int x, int y, SDL_Color color,
                  const char *string) {
    return view_text_draw(hud->app->text, hud->canvas, font, x, y, color, string);
}

/* Draws when draw, else only counts; returns the number of lines. */
static int flow(const view_Hud *hud, view_Font font, int x, int y, int width, int lines,
                SDL_Color color, const char *string, bool draw) {
    int line = 0;
    while (string && *string && line < lines) {
        char part[512];
        int bytes = view_text_wrap(hud->app->text, font, string, width);
        snprintf(part, sizeof part, "%.*s", bytes, string);
        if (draw) view_hud_text(hud, font, x, y + line * hud->line, color, part);
        string += bytes;
        if (*string == '\n') string++;
        line++;
    }
    return line;
}

int view_hud_paragraph(const view_Hud *hud, view_Font font, int x, int y, int width, int lines,
                       SDL_Color color, const char *string) {
    return y + hud->line * flow(hud, font, x, y, width, lines, color, string, true);
}

int view_hud_lines(const view_Hud *hud, view_Font font, int width, int lines, const char *string) {
    return flow(hud, font, 0, 0, width, lines, VIEW_INK, string, false);
}

/* ---- status ------------------------------------------------------------------------------- */

static const char *base_name(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path ? path : "";
}

/* The numbers on a patch of background, so that they read over any scene. */
static void draw_line(const view_Hud *hud, const host_Status *status) {
    const view_App *app = hud->app;
    char numbers[400], flags[120] = "";
    const cn_World *world = host_scene_world(app->scene);
    size_t n = (size_t)snprintf(numbers, sizeof numbers, "  step %ld   %.2f s", status->steps,
                                world ? cn_world_time(world) : (double)status->steps * status->dt);
    if (world && n < sizeof numbers) {
        cn_Counts counts = cn_world_counts(world);
        n += (size_t)snprintf(numbers + n, sizeof numbers - n,
                              "   %d bodies, %d awake   %d contacts", counts.bodies, counts.awake,
                              counts.touching);
        if (counts.joints > 0 && n < sizeof numbers) {
            n += (size_t)snprintf(numbers + n, sizeof numbers - n, "   %d joints", counts.joints);
        }
    }
    if (n < sizeof numbers) {
        snprintf(numbers + n, sizeof numbers - n, "   step %.2f ms, frame %.1f ms", status->step_ms,
                 app->frame_ms);
    }
    double speed = host_scene_speed(app->scene);
    n = 0;
    if (host_scene_is_paused(app->scene)) n += (size_t)snprintf(flags, sizeof flags, "   paused");
    if (speed != 1.0) n += (size_t)snprintf(flags + n, sizeof flags - n, "   speed x %g", speed);
    if (host_scene_is_held(app->scene)) {
        snprintf(flags + n, sizeof flags - n, "   world held%s",
                 status->edit_waits ? ", an edit waits" : "");
    }
    const char *name = base_name(status->path);
    int width = view_text_width(app->text, VIEW_SANS, name, 200) +
                view_text_width(app->text, VIEW_SANS, numbers, (int)sizeof numbers) +
                view_text_width(app->text, VIEW_SANS, flags, (int)sizeof flags);
    int m = hud->margin, pad = m / 2;
    if (!app->text) return;
    view_hud_box(hud, (float)(m - pad), (float)(m - pad), (float)(width + 2 * pad),
                 (float)(hud->line + 2 * pad - 2), (SDL_Color){19, 22, 27, 170});
    int x = view_hud_text(hud, VIEW_SANS, m, m - 1, VIEW_INK, name);
    x = view_hud_text(hud, VIEW_SANS, x, m - 1, VIEW_DIM, numbers);
    view_hud_text(hud, VIEW_SANS, x, m - 1, VIEW_ACCENT, flags);
}

static void draw_output(const view_Hud *hud, int bottom) {
    const char *line;
    int width = hud->canvas->width * 3 / 5, count = 0, widest = 0, m = hud->margin;
    for (; count < OUTPUT_LINES && (line = host_scene_output(hud->app->scene, count)); count++) {
        int w = view_text_width(hud->app->text, VIEW_MONO, line, (int)strlen(line));
        widest = SDL_max(widest, SDL_min(w, width));
    }
    if (count == 0 || !hud->app->text) return;
    view_hud_box(hud, 0.5f * (float)m, (float)(bottom - count * hud->line - m / 2),
                 (float)(widest + m), (float)(count * hud->line + m), (SDL_Color){19, 22, 27, 150});
    for (int i = 0; i < count && (line = host_scene_output(hud->app->scene, i)); i++) {
        char cut[512];
        int bytes = view_text_wrap(hud->app->text, VIEW_MONO, line, width);
        snprintf(cut, sizeof cut, "%.*s", bytes, line);
        SDL_Color color = VIEW_DIM;
        color.a = (Uint8)(255 - 28 * i);
        view_hud_text(hud, VIEW_MONO, hud->margin, bottom - (i + 1) * hud->line, color, cut);
    }
}

static void draw_toast(const view_Hud *hud) {
    const view_Toast *toast = &hud->app->toast;
    double left = toast->until - hud->app->now;
    if (left <= 0.0 || !toast->text[0] || !hud->app->text) return;
    float fade = (float)fmin(left / FADE_SECONDS, 1.0);
    int w = view_text_width(hud->app->text, VIEW_SANS, toast->text, (int)sizeof toast->text);
    int x = (hud->canvas->width - w) / 2, y = hud->canvas->height - hud->line * 4;
    SDL_Color back = VIEW_PANEL, ink = toast->bad ? VIEW_BAD : VIEW_ACCENT;
    back.a = (Uint8)(fade * (float)back.a);
    ink.a = (Uint8)(fade * 255.0f);
    view_hud_box(hud, (float)(x - hud->margin), (float)(y - hud->margin / 2),
                 (float)(w + 2 * hud->margin), (float)(hud->line + hud->margin), back);
    view_hud_text(hud, VIEW_SANS, x, y, ink, toast->text);
}

/* ---- selection ---------------------------------------------------------------------------- */

static void draw_inspector(const view_Hud *hud, int top) {
    const view_App *app = hud->app;
    const cn_World *world = host_scene_world(app->scene);
    if (!world || !app->selected.generation || !cn_body_is_valid(world, app->selected)) return;
    static const char *const types[] = {"static", "kinematic", "dynamic"};
    cn_BodyState s = cn_body_state(world, app->selected);
    cn_BodyType type = cn_body_type(world, app->selected);
    char lines[6][96];
    int count = 0;
    snprintf(lines[count++], 96, "body #%u   %s%s", (unsigned)app->selected.index, types[type],
             type != CN_DYNAMIC                       ? ""
             : cn_body_is_awake(world, app->selected) ? ", awake"
                                                      : ", asleep");
    snprintf(lines[count++], 96, "at        %9.3f %9.3f m", s.x, s.y);
    snprintf(lines[count++], 96, "angle     %9.3f rad", s.angle);
    if (type != CN_STATIC) {
        snprintf(lines[count++], 96, "velocity  %9.3f %9.3f m/s", s.vx, s.vy);
        snprintf(lines[count++], 96, "spin      %9.3f rad/s", s.angular_velocity);
    }
    if (type == CN_DYNAMIC) {
        snprintf(lines[count++], 96, "mass      %9.4g kg", cn_body_mass(world, app->selected));
    }
    int width = 0, m = hud->margin;
    for (int i = 0; i < count; i++) {
        width = SDL_max(width, view_text_width(app->text, VIEW_MONO, lines[i], 96));
    }
    view_hud_box(hud, (float)(m / 2), (float)top, (float)(width + m),
                 (float)(count * hud->line + m), VIEW_PANEL);
    for (int i = 0; i < count; i++) {
        view_hud_text(hud, VIEW_MONO, m, top + m / 2 + i * hud->line, i ? VIEW_DIM : VIEW_INK,
                      lines[i]);
    }
}

/* ---- banner and error --------------------------------------------------------------------- */

/* An error in words: message, source line, traceback. Any but the first may be NULL. */
typedef struct Card {
    const char *message, *source, *traceback;
    int message_lines, traceback_lines; /* at most */
} Card;

/* Draws when draw, else only measures; returns the y below. */
static int card(const view_Hud *hud, const Card *c, int x, int y, int width, bool draw) {
    y +=
        hud->line * flow(hud, VIEW_SANS, x, y, width, c->message_lines, VIEW_INK, c->message, draw);
    if (c->source && c->source[0]) {
        y += hud->line / 2;
        if (draw) {
            view_paint_rect(hud->canvas, (float)x, (float)y - 2.0f, (float)width,
                            (float)hud->line + 4.0f, (SDL_Color){58, 34, 34, 255});
            char part[512];
            int room = width - hud->margin;
            int bytes = view_text_wrap(hud->app->text, VIEW_MONO, c->source, room);
            snprintf(part, sizeof part, "%.*s", bytes, c->source);
            view_hud_text(hud, VIEW_MONO, x + hud->margin / 2, y, VIEW_ACCENT, part);
        }
        y += hud->line;
    }
    if (c->traceback && c->traceback[0]) {
        y += hud->line / 2;
        y += hud->line *
             flow(hud, VIEW_MONO, x, y, width, c->traceback_lines, VIEW_DIM, c->traceback, draw);
    }
    return y;
}

/* A band under the status line; returns the y below it. */
static int draw_banner(const view_Hud *hud, const host_Status *status, int y) {
    if (status->banner == HOST_BANNER_NONE || !status->banner_text || !hud->app->text) return y;
    bool bad = status->banner == HOST_BANNER_ERROR;
    int m = hud->margin, panel = (int)hud->app->panel.w;
    int width = hud->canvas->width - 2 * m - (panel ? panel + m / 2 : 0);
    Card c = {status->banner_text, status->banner_source, status->banner_traceback, BANNER_LINES,
              BANNER_TRACE};
    int height = card(hud, &c, m, 0, width - m, false);
    SDL_Color back = bad ? (SDL_Color){92, 28, 26, 235} : (SDL_Color){44, 54, 70, 235};
    view_hud_box(hud, (float)(m / 2), (float)y, (float)(width + m), (float)(height + m), back);
    card(hud, &c, m, y + m / 2, width - m, true);
    return y + height + m + m / 2;
}

static const char *error_title(const host_Status *status, char *text, size_t size) {
    if (!status->started) return "the script raised an error, so the scene could not start";
    if (status->error_count <= 1) return "the script raised an error, the simulation is paused";
    snprintf(text, size, "the script raised this error %d times", status->error_count);
    return text;
}

static void draw_error(const view_Hud *hud, const host_Status *status, int top) {
    if (!status->error || !hud->app->text) return;
    int m = hud->margin, room = hud->canvas->width - (int)hud->app->panel.w;
    int width = SDL_min(room - 4 * m, (int)(900.0f * hud->unit));
    int x = (room - width) / 2, inner = width - 2 * m;
    Card c = {status->error, status->source, status->traceback, MESSAGE_LINES, TRACEBACK_LINES};
    int height = card(hud, &c, x, 0, inner, false) + 2 * hud->line + hud->line / 2 + 2 * m;
    int y = SDL_max((hud->canvas->height - height) / 5, top); /* what falls is mostly below */
    view_hud_box(hud, (float)x - 1.5f, (float)y - 1.5f, (float)width + 3.0f, (float)height + 3.0f,
                 (SDL_Color){150, 52, 46, 255});
    view_hud_box(hud, (float)x, (float)y, (float)width, (float)height,
                 (SDL_Color){26, 20, 22, 250});
    char title[80];
    x += m, y += m;
    view_hud_text(hud, VIEW_SANS, x, y, VIEW_BAD, error_title(status, title, sizeof title));
    y = card(hud, &c, x, y + hud->line, inner, true);
    view_hud_text(hud, VIEW_SANS, x, y + hud->line / 2, VIEW_DIM,
                  status->started ? "the next good save goes on, R restarts"
                                  : "the next good save starts it, R tries again");
}

/* ---- help --------------------------------------------------------------------------------- */

static void draw_help(const view_Hud *hud) {
    if (!hud->app->shown.help || !hud->app->text) return;
    int count, m = hud->margin, step = hud->line + (int)(3.0f * hud->unit);
    const view_Key *keys = view_keys(&count);
    int width = (int)(470.0f * hud->unit), column = (int)(120.0f * hud->unit);
    int height = (count + VIEW_MOUSE_HELP_COUNT + 2) * step + 2 * m;
    int x = (hud->canvas->width - width) / 2;
    int y = SDL_max((hud->canvas->height - height) / 2, m);
    view_hud_box(hud, (float)x, (float)y, (float)width, (float)height,
                 (SDL_Color){19, 22, 27, 255});
    x += 2 * m, y += m;
    view_hud_text(hud, VIEW_SANS, x, y, VIEW_ACCENT, "Keys and mouse");
    y += step + step / 3;
    for (int i = 0; i < count; i++, y += step) {
        view_hud_text(hud, VIEW_SANS, x, y, VIEW_INK, keys[i].label);
        view_hud_text(hud, VIEW_SANS, x + column, y, VIEW_DIM, keys[i].help);
    }
    y += step / 3;
    for (int i = 0; i < VIEW_MOUSE_HELP_COUNT; i++, y += step) {
        view_hud_text(hud, VIEW_SANS, x, y, VIEW_INK, VIEW_MOUSE_HELP[i][0]);
        view_hud_text(hud, VIEW_SANS, x + column, y, VIEW_DIM, VIEW_MOUSE_HELP[i][1]);
    }
}

void view_hud_draw(const view_Hud *hud, const host_Status *status) {
    int bottom = hud->canvas->height - hud->margin;
    draw_line(hud, status);
    int top = draw_banner(hud, status, 2 * hud->margin + hud->line);
    draw_inspector(hud, top);
    if (hud->app->shown.graph) {
        view_graph_draw(hud, bottom);
        bottom -= view_graph_height(hud) + hud->margin;
    }
    draw_output(hud, bottom);
    view_panel_draw(hud);
    draw_toast(hud);
    draw_error(hud, status, top);
    draw_help(hud);
}
