/* graph.c: graphs of the scene, a page each: where the time of a frame goes, as stacked bars;
 * energy, momentum, contacts, memory, as curves.
 *
 * The stages of the step come from cn_world_profile, script and drawing from the host and the
 * viewer. The scale follows the longest frame in view in steps, with a line at 16.7 ms. */
#include "graph.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "paint.h"
#include "plot.h"

#define BAR_PX     2.0f
#define HEIGHT_PX  84.0f
#define FRAME_MS   16.7f
#define LEGEND_PX  118.0f
#define LEAST_BARS 60 /* frames that are worth a graph */
#define OUTLIERS   4  /* frames of the history that may leave the scale */

static const struct {
    const char *name;
    SDL_Color color;
} stages[VIEW_STAGES] = {
    {"pairs", {96, 150, 220, 255}},   {"collide", {92, 190, 178, 255}},
    {"hook", {160, 160, 160, 255}},   {"prepare", {146, 190, 92, 255}},
    {"solve", {232, 164, 84, 255}},   {"finalize", {222, 120, 92, 255}},
    {"sleep", {120, 108, 190, 255}},  {"events", {200, 120, 180, 255}},
    {"script", {230, 214, 120, 255}}, {"draw", {104, 116, 134, 255}},
};

/* ---- pages of curves ------------------------------------------------------------------------ */

static void energy_of(const cn_World *world, const host_Status *status, double *out) {
    (void)status;
    out[0] = cn_world_kinetic_energy(world);
    out[1] = cn_world_potential_energy(world);
    out[2] = out[0] + out[1];
}

static void momentum_of(const cn_World *world, const host_Status *status, double *out) {
    (void)status;
    cn_world_momentum(world, &out[0], &out[1], &out[2]);
}

static void contacts_of(const cn_World *world, const host_Status *status, double *out) {
    (void)status;
    cn_Counts counts = cn_world_counts(world);
    out[0] = counts.touching;
    out[1] = counts.pairs;
    out[2] = counts.awake;
}

static void memory_of(const cn_World *world, const host_Status *status, double *out) {
    out[0] = status->lua_kb;
    out[1] = (double)cn_world_counts(world).bytes / 1024.0;
}

/* Page 0 are the stages. */
static const struct {
    const char *title, *names[VIEW_SERIES];
    int count;
    void (*values)(const cn_World *world, const host_Status *status, double *out);
} pages[] = {
    {"stages", {NULL}, 0, NULL},
    {"energy", {"kinetic, J", "potential, J", "both, J"}, 3, energy_of},
    {"momentum", {"x, N s", "y, N s", "angular, N m s"}, 3, momentum_of},
    {"contacts", {"touching", "pairs", "awake bodies"}, 3, contacts_of},
    {"memory", {"of Lua, kB", "of the world, kB"}, 2, memory_of},
};

enum { PAGES = sizeof pages / sizeof pages[0] };

void view_graph_next(view_App *app) {
    app->graph_page = app->shown.graph ? app->graph_page + 1 : 0;
    app->series_count = 0;
    app->shown.graph = app->graph_page < PAGES;
    if (!app->shown.graph) app->graph_page = 0;
}

/* Only of the page that is shown, since some take a walk over all bodies. */
static void push_series(view_App *app, const cn_World *world, const host_Status *status) {
    double values[VIEW_SERIES] = {0};
    if (!app->shown.graph || !pages[app->graph_page].values) return;
    pages[app->graph_page].values(world, status, values);
    bool full = app->series_count == VIEW_HISTORY;
    for (int k = 0; k < VIEW_SERIES; k++) {
        float *row = app->series[k];
        if (full) memmove(row, row + 1, (VIEW_HISTORY - 1) * sizeof *row);
        row[full ? VIEW_HISTORY - 1 : app->series_count] = (float)values[k];
    }
    if (!full) app->series_count++;
}

static void draw_series(const view_Hud *hud, SDL_FRect box) {
    view_App *app = hud->app;
    host_Curve curves[VIEW_SERIES];
    int count = pages[app->graph_page].count;
    float m = (float)hud->margin, legend = 2.0f * LEGEND_PX * hud->unit;
    for (int k = 0; k < count; k++) {
        curves[k] =
            (host_Curve){pages[app->graph_page].names[k], app->series[k], app->series_count};
    }
    SDL_FRect plot = {box.x + 0.5f * m, box.y + 0.5f * m, box.w - legend - 2.5f * m, box.h - m};
    SDL_FRect names = {plot.x + plot.w + m, plot.y + (float)hud->line, legend, plot.h};
    view_hud_text(hud, VIEW_SANS, (int)names.x, (int)plot.y, VIEW_ACCENT,
                  pages[app->graph_page].title);
    view_plot_names(hud, names, curves, count);
    view_plot_draw(hud, plot, pages[app->graph_page].title, curves, count, true);
}

/* ---- stages --------------------------------------------------------------------------------- */

void view_graph_push(view_App *app, const host_Status *status) {
    cn_Profile p = {0};
    const cn_World *world = host_scene_world(app->scene);
    if (world && !host_scene_is_paused(app->scene)) p = cn_world_profile(world);
    double values[VIEW_STAGES] = {p.pairs,       p.collide, p.hook,
                                  p.prepare,     p.solve,   p.finalize,
                                  p.sleep,       p.events,  status->update_ms + status->draw_ms,
                                  app->render_ms};
    if (world) push_series(app, world, status);
    float *row = app->history[app->history_at];
    for (int i = 0; i < VIEW_STAGES; i++) row[i] = values[i] > 0.0 ? (float)values[i] : 0.0f;
    app->history_at = (app->history_at + 1) % VIEW_HISTORY;
    if (app->history_count < VIEW_HISTORY) app->history_count++;
}

static float total_of(const float *row) {
    float sum = 0.0f;
    for (int i = 0; i < VIEW_STAGES; i++) sum += row[i];
    return sum;
}

/* The smallest scale that all but a few outliers fit; those are cut off. */
static float scale_ms(const view_App *app) {
    static const float steps[] = {1.0f, 2.0f, 4.0f, 8.0f, 20.0f, 40.0f, 100.0f, 400.0f};
    enum { STEPS = sizeof steps / sizeof steps[0] };
    for (int k = 0; k < STEPS - 1; k++) {
        int longer = 0;
        for (int i = 0; i < app->history_count; i++) longer += total_of(app->history[i]) > steps[k];
        if (longer <= OUTLIERS) return steps[k];
    }
    return steps[STEPS - 1];
}

/* The last frames, as many as have room. */
static void draw_bars(const view_Hud *hud, float x, float y, float height, float scale,
                      float room) {
    const view_App *app = hud->app;
    float width = BAR_PX * hud->unit;
    int count = SDL_min(app->history_count, (int)(room / width));
    for (int i = 0; i < count; i++) {
        int at = (app->history_at - count + i + VIEW_HISTORY) % VIEW_HISTORY;
        float base = 0.0f;
        for (int k = 0; k < VIEW_STAGES; k++) {
            float top = fminf(base + app->history[at][k] / scale * height, height);
            float lo = floorf(base + 0.5f), hi = floorf(top + 0.5f);
            if (hi > lo) {
                view_paint_rect(hud->canvas, floorf(x + (float)i * width), y + height - hi,
                                ceilf(width), hi - lo, stages[k].color);
            }
            base = top;
        }
    }
}

static void draw_legend(const view_Hud *hud, int x, int y) {
    const view_App *app = hud->app;
    float mean[VIEW_STAGES] = {0};
    for (int i = 0; i < app->history_count; i++) {
        for (int k = 0; k < VIEW_STAGES; k++) mean[k] += app->history[i][k];
    }
    for (int k = 0; k < VIEW_STAGES; k++) {
        char value[24];
        int row_y = y + (k % 5) * hud->line;
        int row_x = x + (k / 5) * (int)(LEGEND_PX * hud->unit);
        float side = floorf(8.0f * hud->unit);
        view_paint_rect(hud->canvas, (float)row_x, (float)(row_y + hud->line / 4), side, side,
                        stages[k].color);
        snprintf(value, sizeof value, "%.2f", mean[k] / fmaxf((float)app->history_count, 1.0f));
        view_hud_text(hud, VIEW_SANS, row_x + (int)(side * 1.6f), row_y, VIEW_DIM, stages[k].name);
        view_hud_text(hud, VIEW_SANS, row_x + (int)(72.0f * hud->unit), row_y, VIEW_INK, value);
    }
}

/* The stages as curves, for their file alone. */
static void offer_stages(const view_Hud *hud, SDL_FRect box) {
    static float rows[VIEW_STAGES][VIEW_HISTORY];
    host_Curve curves[VIEW_STAGES];
    view_App *app = hud->app;
    for (int k = 0; k < VIEW_STAGES; k++) {
        for (int i = 0; i < app->history_count; i++) {
            int at = (app->history_at - app->history_count + i + VIEW_HISTORY) % VIEW_HISTORY;
            rows[k][i] = app->history[at][k];
        }
        curves[k] = (host_Curve){stages[k].name, rows[k], app->history_count};
    }
    view_plot_offer(hud, box, "stages", curves, VIEW_STAGES);
}

void view_graph_size(const view_Hud *hud, float *width, float *height, float *least) {
    float u = hud->unit, m = (float)hud->margin, legend = 2.0f * LEGEND_PX * u + 2.5f * m;
    *width = BAR_PX * u * (float)VIEW_HISTORY + legend;
    *height = floorf(HEIGHT_PX * u) + m;
    *least = BAR_PX * u * (float)LEAST_BARS + legend;
}

void view_graph_draw(const view_Hud *hud, SDL_FRect box) {
    float u = hud->unit, m = (float)hud->margin;
    float bars = box.w - 2.0f * LEGEND_PX * u - 2.5f * m, height = box.h - m;
    float x = box.x + 0.5f * m, y = box.y + 0.5f * m, scale = scale_ms(hud->app);
    view_hud_box(hud, box.x, box.y, box.w, box.h, VIEW_PANEL);
    if (hud->app->graph_page > 0) {
        view_focus_stop(hud->app, box);
        draw_series(hud, box);
        return;
    }
    draw_bars(hud, x, y, height, scale, bars);
    if (scale > FRAME_MS) {
        view_paint_rect(hud->canvas, x, floorf(y + height * (1.0f - FRAME_MS / scale)), bars, 1.0f,
                        (SDL_Color){255, 255, 255, 90});
    }
    char label[32];
    snprintf(label, sizeof label, "%g ms", (double)scale);
    view_hud_text(hud, VIEW_SANS, (int)x + 3, (int)y, VIEW_DIM, label);
    draw_legend(hud, (int)(x + bars + m), (int)y);
    offer_stages(hud, (SDL_FRect){x, y, bars, height});
}
