/* shot.c: pictures and measurements without a display: no window, no video driver, no renderer.
 *
 * All draw into a plain surface with our own rasteriser. Shots and films are of full quality
 * whatever they cost; the bench lets the governor work as in a window; a picture is a list without
 * a scene. */
#include "shot.h"

#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "film.h"
#include "frame.h"
#include "graph.h"
#include "png.h"
#include "render.h"

#define MAX_SIDE 16384 /* px */
#define TEXT_PX  14

static bool has_size(int width, int height, const char **error) {
    *error = "the picture is too large";
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) return false;
    *error = "no memory for the picture";
    return true;
}

/* An app on a surface instead of a window; NULL surface on failure. */
static SDL_Surface *open_off_screen(view_App *app, host_Scene *scene, int width, int height) {
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    *app = (view_App){.scene = scene, .shown = {.grid = true, .joints = true}};
    app->window.scale = 1.0f;
    app->window.canvas = surface ? view_canvas_soft(surface) : NULL;
    if (!app->window.canvas) {
        SDL_FreeSurface(surface);
        return NULL;
    }
    app->images = view_images_open();
    app->text_px = TEXT_PX;
    app->text = view_text_open(app->text_px);
    app->window.canvas->atlas = view_text_atlas(app->text);
    app->now = view_clock();
    view_camera_resize(&app->camera, width, height);
    return surface;
}

static void close_off_screen(view_App *app, SDL_Surface *surface) {
    app->window.canvas->close(app->window.canvas);
    view_text_close(app->text);
    view_images_close(app->images);
    pen_list_free(&app->list);
    pen_list_free(&app->drawn);
    SDL_FreeSurface(surface);
}

int view_shot(host_Scene *scene, const char *path, int width, int height, const char **error) {
    view_App app;
    if (!has_size(width, height, error)) return 8;
    SDL_Surface *surface = open_off_screen(&app, scene, width, height);
    if (!surface) return 8;
    view_draw_frame(&app, app.window.canvas, false);
    bool ok = view_save_png(surface, path, error);
    close_off_screen(&app, surface);
    return ok ? 0 : 8;
}

/* ---- films --------------------------------------------------------------------------------- */

/* So much of the scene's time; false when its script has stopped it. */
static bool advance(host_Scene *scene, double seconds) {
    double dt = host_scene_status(scene).dt;
    for (; seconds > 0.0; seconds -= dt) host_scene_advance(scene, seconds < dt ? seconds : dt);
    return !host_scene_status(scene).error.text;
}

/* False where it ends before its time: with an error, or because the caller wants it to. */
static bool shoot(view_App *app, SDL_Surface *surface, view_Film *film,
                  const host_FilmOptions *options, const char **error) {
    double each = options->speed / options->per_second;
    for (int i = 0; i < options->pictures; i++) {
        if (i > 0 && !advance(app->scene, each)) return false;
        app->now = i / options->per_second; /* what the camera's lag counts by */
        view_draw_frame(app, app->window.canvas, false);
        if (!view_film_add(film, surface, error)) return false;
        if (!options->progress(options->context, i + 1)) return false;
    }
    return true;
}

int view_film(host_Scene *scene, const host_FilmOptions *options, const char **error) {
    view_App app;
    int width = options->width, height = options->height;
    if (!has_size(width, height, error)) return 8;
    SDL_Surface *surface = open_off_screen(&app, scene, width, height);
    if (!surface) return 8;
    view_Film *film = view_film_open(options->path, width, height, options->per_second, error);
    bool whole = film && shoot(&app, surface, film, options, error);
    const char *at_end = "";
    bool written = !film || view_film_close(film, whole, &at_end);
    if (whole && !written) *error = at_end;
    close_off_screen(&app, surface);
    return whole && written ? 0 : 8;
}

/* One pixel to a metre, the origin at the lower left corner. */
static void draw_list(SDL_Surface *surface, view_Canvas *canvas, const pen_List *list) {
    view_Camera camera = {.x = 0.5 * surface->w,
                          .y = 0.5 * surface->h,
                          .zoom = 1.0,
                          .width = surface->w,
                          .height = surface->h};
    view_Text *text = view_text_open(TEXT_PX);
    canvas->atlas = view_text_atlas(text);
    canvas->clear(canvas, VIEW_BACKGROUND);
    view_render_list(canvas, &camera, list, text, NULL, 1.0f);
    canvas->finish(canvas);
    view_text_close(text);
}

int view_picture(const pen_List *list, const char *path, int width, int height,
                 const char **error) {
    if (!has_size(width, height, error)) return 8;
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    view_Canvas *canvas = surface ? view_canvas_soft(surface) : NULL;
    bool ok = false;
    if (canvas) {
        draw_list(surface, canvas, list);
        ok = view_save_png(surface, path, error);
        canvas->close(canvas);
    }
    SDL_FreeSurface(surface);
    return ok ? 0 : 8;
}

/* All that a window may show at once, about the first body. */
static void show_interface(view_App *app) {
    const cn_World *world = host_scene_world(app->scene);
    app->shown.graph = app->shown.panel = app->shown.timeline = true;
    if (world) host_scene_select(app->scene, cn_world_next_body(world, (cn_BodyId){0, 0}));
}

static double bench_frame(view_App *app, const host_BenchOptions *options) {
    view_Canvas *canvas = app->window.canvas;
    double start = view_work_clock();
    app->now = view_clock();
    host_scene_advance(app->scene, host_scene_status(app->scene).dt);
    canvas->quality = options->full ? VIEW_FINE : app->governor.quality;
    app->render_ms = view_draw_frame(app, canvas, options->interface);
    host_Status status = host_scene_status(app->scene);
    view_graph_push(app, &status);
    return (view_work_clock() - start) * 1e3;
}

int view_bench(host_Scene *scene, const host_BenchOptions *options, double *ms) {
    view_App app;
    const char *error;
    if (!has_size(options->width, options->height, &error)) return 8;
    SDL_Surface *surface = open_off_screen(&app, scene, options->width, options->height);
    if (!surface) return 8;
    if (options->interface) show_interface(&app);
    for (int i = 0; i < options->frames; i++) {
        app.frame_ms = ms[i] = bench_frame(&app, options);
        view_governor_frame(&app.governor, ms[i], app.pixels_work_ms);
    }
    close_off_screen(&app, surface);
    return 0;
}
