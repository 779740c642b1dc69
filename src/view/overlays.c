/* overlays.c: the table of overlays: what switches each, what its marks mean and are drawn with.
 *
 * The legend tells of those that are on; the list, which O opens, of all. */
#include "overlays.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "layout.h"
#include "paint.h"

#define SWATCH_PX 12.0f /* of the design */

typedef struct Overlay {
    const char *name, *key;
    size_t flag; /* in view_Shown */
    const pen_Color *colors[3];
    const char *means; /* with a number, where there is a scale */
    size_t scale;      /* in pen_Scales, + 1; 0: none */
} Overlay;

#define FLAG(name)  offsetof(view_Shown, name)
#define SCALE(name) (offsetof(pen_Scales, name) + 1)

static const Overlay overlays[] = {
    {"contact points", "F2", FLAG(contacts), {&PEN_CONTACT, &PEN_NEAR}, "touching, near", 0},
    {"normals", "F2", FLAG(normals), {&PEN_NORMAL}, "of contacts", 0},
    {"impulses", "F2", FLAG(impulses), {&PEN_IMPULSE}, "%g N s", SCALE(impulse)},
    {"velocities", "", FLAG(velocities), {&PEN_VELOCITY}, "%g m/s", SCALE(velocity)},
    {"joints", "F11", FLAG(joints), {&PEN_JOINT}, "grey: off", 0},
    {"joint forces", "", FLAG(forces), {&PEN_FORCE}, "%g N", SCALE(force)},
    {"bounds", "F4", FLAG(bounds), {&PEN_BOUNDS}, "of shapes", 0},
    {"tree", "", FLAG(tree), {&PEN_TREE, &PEN_TREE_STATIC}, "moving, static", 0},
    {"centres of mass", "F5", FLAG(centers), {&PEN_CENTROID}, "red x, green y", 0},
    {"names", "F5", FLAG(names), {&PEN_CENTROID}, "or ids", 0},
    {"sleep and speed",
     "F3",
     FLAG(sleep),
     {&PEN_ASLEEP, &PEN_SLOW, &PEN_FAST},
     "asleep, slow, fast",
     0},
    {"islands", "", FLAG(islands), {NULL}, "a colour for each", 0},
    {"grid", "F6", FLAG(grid), {NULL}, "", 0},
};

enum { OVERLAYS = sizeof overlays / sizeof overlays[0] };

static bool *flag_of(view_App *app, const Overlay *o) {
    return (bool *)((char *)&app->shown + o->flag);
}

pen_WorldOptions view_overlays_options(view_App *app) {
    const view_Shown *shown = &app->shown;
    pen_WorldOptions options = {.alpha = host_scene_alpha(app->scene),
                                .px = app->unit / app->camera.zoom,
                                .contacts = shown->contacts,
                                .normals = shown->normals,
                                .impulses = shown->impulses,
                                .velocities = shown->velocities,
                                .forces = shown->forces,
                                .bounds = shown->bounds,
                                .tree = shown->tree,
                                .sleep = shown->sleep,
                                .islands = shown->islands,
                                .centers = shown->centers,
                                .joints = shown->joints && host_scene_wants_joints(app->scene),
                                .names = shown->names,
                                .selected = host_scene_selected(app->scene, NULL)};
    if (options.names) options.named_count = host_scene_names(app->scene, &options.named);
    view_camera_box(&app->camera, options.view);
    return options;
}

/* ---- the legend ------------------------------------------------------------------------------ */

/* What is on by itself needs no legend. */
static bool is_usual(const Overlay *o) { return o->flag == FLAG(joints) || o->flag == FLAG(grid); }

static bool is_listed(view_App *app, const Overlay *o) {
    if (app->shown.overlays) return true;
    return *flag_of(app, o) && !is_usual(o);
}

static double scale_of(const view_App *app, const Overlay *o) {
    if (!o->scale) return 0.0;
    return *(const double *)((const char *)&app->scales + o->scale - 1);
}

static void words_of(const view_App *app, const Overlay *o, char *out, size_t size) {
    double scale = scale_of(app, o);
    if (o->scale && scale <= 0.0)
        snprintf(out, size, "none yet");
    else
        snprintf(out, size, o->means, scale);
}

/* A line as long as the number says, or a swatch for each colour. Returns the x behind. */
static int draw_key(const view_Hud *hud, const Overlay *o, int x, int y) {
    float side = floorf(SWATCH_PX * hud->unit), middle = (float)y + 0.5f * (float)hud->line;
    for (int i = 0; i < 3 && o->colors[i]; i++) {
        const pen_Color *c = o->colors[i];
        float w = o->scale ? (float)hud->app->scales.px * hud->unit : side;
        float h = o->scale ? 2.0f * hud->unit : side;
        view_paint_rect(hud->canvas, (float)x, floorf(middle - 0.5f * h), w, h,
                        (SDL_Color){c->r, c->g, c->b, 255});
        x += (int)(w + 4.0f * hud->unit);
    }
    return x + (int)(4.0f * hud->unit);
}

static void draw_row(const view_Hud *hud, const Overlay *o, int x, int y) {
    view_App *app = hud->app;
    char words[64];
    bool on = *flag_of(app, o);
    SDL_Color ink = on ? VIEW_INK : VIEW_DIM;
    if (app->shown.overlays) {
        float side = floorf(0.6f * (float)hud->line);
        view_hud_box(hud, (float)x, (float)y + 0.2f * (float)hud->line, side, side,
                     on ? VIEW_ACCENT : (SDL_Color){52, 59, 70, 255});
        x += hud->line;
    }
    view_hud_text(hud, VIEW_SANS, x, y, ink, o->name);
    x += (int)(124.0f * hud->unit);
    if (app->shown.overlays) {
        view_hud_text(hud, VIEW_SANS, x, y, VIEW_DIM, o->key);
        x += (int)(30.0f * hud->unit);
    }
    words_of(app, o, words, sizeof words);
    view_hud_text(hud, VIEW_SANS, draw_key(hud, o, x, y), y, VIEW_DIM, words);
}

/* The i-th that is listed, or NULL. */
static const Overlay *listed(view_App *app, int i) {
    for (int k = 0; k < OVERLAYS; k++) {
        if (is_listed(app, &overlays[k]) && i-- == 0) return &overlays[k];
    }
    return NULL;
}

void view_overlays_draw(const view_Hud *hud, int top) {
    view_App *app = hud->app;
    int count = 0, m = hud->margin;
    float right = view_layout_right((float)hud->canvas->width, (float)m, app->panel);
    app->legend = (SDL_FRect){0};
    while (listed(app, count)) count++;
    if (count == 0 || !app->text) return;
    float width = (app->shown.overlays ? 360.0f : 312.0f) * hud->unit;
    SDL_FRect box = {right - width - 0.5f * (float)m, (float)top + 0.5f * (float)m, width,
                     (float)(count * hud->line + m)};
    app->legend = box;
    view_hud_box(hud, box.x, box.y, box.w, box.h, VIEW_PANEL);
    for (int i = 0; i < count; i++) {
        int y = (int)box.y + m / 2 + i * hud->line;
        if (app->shown.overlays)
            view_focus_stop(app, (SDL_FRect){box.x, (float)y, box.w, (float)hud->line});
        draw_row(hud, listed(app, i), (int)box.x + m / 2, y);
    }
}

bool view_overlays_press(view_App *app) {
    if (!view_is_over(app, app->legend)) return false;
    if (!app->shown.overlays) return false; /* a legend is no button */
    int line = view_text_height(app->text), m = (int)(10.0f * app->unit) / 2;
    const Overlay *o = listed(app, (int)(app->mouse.y - app->legend.y - (float)m) / line);
    if (o) *flag_of(app, o) = !*flag_of(app, o);
    return true;
}
