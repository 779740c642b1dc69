/* plot.c: curves over time, the newest value at the right.
 *
 * All curves of a plot have one axis, whose ends are the round numbers outside of what is shown. */
#include "plot.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "paint.h"

#define LINE_PX 1.5f

static const SDL_Color GROUND = {30, 34, 41, 255};
static const SDL_Color AXIS = {58, 66, 78, 255};

SDL_Color view_plot_color(int i) {
    static const SDL_Color colors[HOST_CURVES] = {{232, 164, 84, 255},  {110, 190, 255, 255},
                                                  {130, 210, 130, 255}, {236, 120, 120, 255},
                                                  {200, 150, 240, 255}, {230, 220, 130, 255}};
    return colors[i % HOST_CURVES];
}

/* ---- the axis ------------------------------------------------------------------------------ */

typedef struct Span {
    float lo, hi;
    int values; /* of the longest curve */
} Span;

/* 1, 2 or 5 times a power of ten, at least so much. */
static double round_up(double least) {
    double decade = pow(10.0, floor(log10(least))), of = least / decade;
    return decade * (of <= 1.0 ? 1.0 : of <= 2.0 ? 2.0 : of <= 5.0 ? 5.0 : 10.0);
}

static Span span_of(const host_Curve *curves, int count) {
    Span s = {INFINITY, -INFINITY, 0};
    for (int k = 0; k < count; k++) {
        s.values = SDL_max(s.values, curves[k].count);
        for (int i = 0; i < curves[k].count; i++) {
            float v = curves[k].values[i];
            if (!isfinite(v)) continue;
            s.lo = fminf(s.lo, v);
            s.hi = fmaxf(s.hi, v);
        }
    }
    if (s.lo > s.hi) s.lo = s.hi = 0.0f;
    double size = fmax((double)s.hi - s.lo, 2e-3 * fmax(fabs(s.lo), fabs(s.hi)));
    double step = round_up(fmax(size, 1e-9) / 5.0);
    double lo = floor(s.lo / step) * step, hi = ceil(s.hi / step) * step;
    if (!(hi > lo)) hi = lo + step;
    s.lo = (float)lo;
    s.hi = (float)hi;
    return s;
}

static float y_of(SDL_FRect box, const Span *s, float value) {
    return box.y + box.h - 2.0f - (box.h - 4.0f) * (value - s->lo) / (s->hi - s->lo);
}

/* Of the i-th from the newest. */
static float x_of(SDL_FRect box, const Span *s, int back) {
    return box.x + box.w - box.w * (float)back / fmaxf((float)(s->values - 1), 1.0f);
}

static void draw_axis(const view_Hud *hud, SDL_FRect box, const Span *s) {
    char text[32];
    if (s->lo < 0.0f && s->hi > 0.0f)
        view_paint_rect(hud->canvas, box.x, floorf(y_of(box, s, 0.0f)), box.w, 1.0f, AXIS);
    snprintf(text, sizeof text, "%.4g", (double)s->hi);
    view_hud_text(hud, VIEW_SANS, (int)box.x + 3, (int)box.y, VIEW_DIM, text);
    snprintf(text, sizeof text, "%.4g", (double)s->lo);
    if (box.h > 2.0f * (float)hud->line)
        view_hud_text(hud, VIEW_SANS, (int)box.x + 3, (int)(box.y + box.h) - hud->line, VIEW_DIM,
                      text);
}

static void draw_curve(const view_Hud *hud, SDL_FRect box, const Span *s, const host_Curve *curve,
                       SDL_Color color) {
    for (int i = 1; i < curve->count; i++) {
        float a = curve->values[i - 1], b = curve->values[i];
        if (!isfinite(a) || !isfinite(b)) continue;
        SDL_FPoint from = {x_of(box, s, curve->count - i), y_of(box, s, a)};
        SDL_FPoint to = {x_of(box, s, curve->count - 1 - i), y_of(box, s, b)};
        view_paint_line(hud->canvas, from, to, LINE_PX, color);
    }
}

/* ---- the file ------------------------------------------------------------------------------- */

/* A row for each value, the newest last; what a curve did not have yet is empty. */
static bool write_rows(FILE *file, const host_Curve *curves, int count) {
    Span s = span_of(curves, count);
    fprintf(file, "frame");
    for (int k = 0; k < count; k++) {
        fprintf(file, ",\"");
        for (const char *c = curves[k].name[0] ? curves[k].name : "value"; *c; c++)
            fprintf(file, *c == '"' ? "\"\"" : "%c", *c);
        fprintf(file, "\"");
    }
    fprintf(file, "\n");
    for (int i = 0; i < s.values; i++) {
        fprintf(file, "%d", i + 1 - s.values);
        for (int k = 0; k < count; k++) {
            int at = i - (s.values - curves[k].count);
            if (at >= 0)
                fprintf(file, ",%.9g", (double)curves[k].values[at]);
            else
                fprintf(file, ",");
        }
        fprintf(file, "\n");
    }
    return !ferror(file);
}

static void write_file(view_App *app, const char *name, const host_Curve *curves, int count) {
    char ending[80] = "-", path[300];
    size_t n = 1;
    for (; *name && n + 6 < sizeof ending; name++) {
        if (isalnum((unsigned char)*name) || *name == '_') ending[n++] = *name;
    }
    snprintf(ending + n, sizeof ending - n, ".csv");
    view_free_name(app, ending, path, sizeof path);
    FILE *file = fopen(path, "w");
    bool ok = file && write_rows(file, curves, count);
    if (file && fclose(file) != 0) ok = false;
    view_toast(app, !ok, ok ? "saved %s" : "cannot save %s", path);
}

/* ---- the whole ------------------------------------------------------------------------------ */

float view_plot_names(const view_Hud *hud, SDL_FRect box, const host_Curve *curves, int count) {
    char text[40];
    for (int k = 0; k < count && count > 1; k++, box.y += (float)hud->line) {
        const host_Curve *c = &curves[k];
        int y = (int)box.y, w;
        view_hud_text(hud, VIEW_SANS, (int)box.x, y, view_plot_color(k), c->name);
        if (c->count == 0) continue;
        snprintf(text, sizeof text, "%.5g", (double)c->values[c->count - 1]);
        w = view_text_width(hud->app->text, VIEW_SANS, text, (int)sizeof text);
        view_hud_text(hud, VIEW_SANS, (int)(box.x + box.w) - w - 6, y, VIEW_INK, text);
    }
    return box.y;
}

/* A line where the mouse is, and what the curves are there. */
static void draw_under_cursor(const view_Hud *hud, SDL_FRect box, const Span *s,
                              const host_Curve *curves, int count) {
    float x = hud->app->mouse.x;
    int back = (int)lroundf((box.x + box.w - x) / box.w * (float)(s->values - 1));
    char text[40];
    view_paint_rect(hud->canvas, floorf(x), box.y, 1.0f, box.h, VIEW_DIM);
    int right = x < box.x + 0.5f * box.w, at = (int)x + 4, y = (int)box.y;
    for (int k = 0; k < count; k++) {
        int i = curves[k].count - 1 - back;
        if (i < 0 || i >= curves[k].count) continue;
        snprintf(text, sizeof text, "%.5g", (double)curves[k].values[i]);
        int w = view_text_width(hud->app->text, VIEW_SANS, text, (int)sizeof text);
        int left = right ? at : (int)x - 4 - w;
        view_paint_rect(hud->canvas, (float)left - 2.0f, (float)y, (float)w + 4.0f,
                        (float)hud->line, (SDL_Color){12, 14, 17, 200});
        view_hud_text(hud, VIEW_SANS, left, y, view_plot_color(k), text);
        y += hud->line;
    }
}

bool view_plot_offer(const view_Hud *hud, SDL_FRect box, const char *name, const host_Curve *curves,
                     int count) {
    view_App *app = hud->app;
    if (!view_is_over(app, box)) return false;
    int w = view_text_width(app->text, VIEW_SANS, "csv", 3);
    SDL_FRect csv = {box.x + box.w - (float)w - 6.0f, box.y + box.h - (float)hud->line,
                     (float)w + 6.0f, (float)hud->line};
    bool on = view_is_over(app, csv);
    view_focus_stop(app, csv);
    view_hud_text(hud, VIEW_SANS, (int)csv.x + 3, (int)csv.y, on ? VIEW_ACCENT : VIEW_DIM, "csv");
    if (on && app->mouse.pressed) write_file(app, name, curves, count);
    return on;
}

void view_plot_draw(const view_Hud *hud, SDL_FRect box, const char *name, const host_Curve *curves,
                    int count, bool over) {
    view_App *app = hud->app;
    Span s = span_of(curves, count);
    view_hud_box(hud, box.x, box.y, box.w, box.h, GROUND);
    draw_axis(hud, box, &s);
    for (int k = 0; k < count; k++) draw_curve(hud, box, &s, &curves[k], view_plot_color(k));
    if (!over || s.values < 1 || !view_is_over(app, box)) return;
    if (!view_plot_offer(hud, box, name, curves, count))
        draw_under_cursor(hud, box, &s, curves, count);
}
