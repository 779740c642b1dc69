/* view.c: the frame loop, and the table by which the host reaches the viewer.
 *
 * One frame: events, edited files, ticks, drawing, presenting, waiting. The window never closes
 * because of a script; it closes on Esc, its close button, SIGINT or SIGTERM (then with 128 + the
 * signal; a second one ends at once). Waiting is ours too, since vsync is absent in software. */
#include "view.h"

#include <SDL_image.h>
#include <SDL_ttf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "aim.h"
#include "clock.h"
#include "frame.h"
#include "graph.h"
#include "input.h"
#include "looks.h"
#include "pad.h"
#include "play.h"
#include "png.h"
#include "reel.h"
#include "shot.h"
#include "sound.h"
#include "timeline.h"

#define FRAME_SECONDS (1.0 / 60.0)

static volatile sig_atomic_t caught;

static void on_signal(int number) {
    caught = number;
    host_interrupt(number);
    signal(number, SIG_DFL); /* the second one is the system's */
}

static void listen_to_signals(bool on) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    static void (*before[3])(int);
    for (int i = 0; i < 3; i++) {
        if (on)
            before[i] = signal(numbers[i], on_signal);
        else
            signal(numbers[i], before[i] == SIG_ERR ? SIG_DFL : before[i]);
    }
    if (on) caught = 0;
}

/* ---- what the host has to say -------------------------------------------------------------- */

static unsigned hash_of(const char *text) {
    unsigned hash = 2166136261u;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash ? hash : 1;
}

/* The first line, without what a terminal would act on. */
static void print_line(const char *head, const char *text) {
    char line[400];
    size_t n = 0;
    for (; *text && *text != '\n' && n + 1 < sizeof line; text++) {
        line[n++] = (unsigned char)*text < 32 || *text == 127 ? ' ' : *text;
    }
    line[n] = '\0';
    fprintf(stderr, "%s: %s\n", head, line);
}

/* One line on stderr for each reload and for each distinct error. */
static void report(view_App *app, bool reloaded) {
    host_Status status = host_scene_status(app->scene);
    if (reloaded && status.line && status.line[0]) {
        bool bad = !strncmp(status.line, "kept", 4);
        view_toast(app, bad, "%s", status.line);
        print_line("reload", status.line);
    }
    const char *error = status.error.text                    ? status.error.text
                        : status.banner == HOST_BANNER_ERROR ? status.banner_problem.text
                                                             : NULL;
    unsigned hash = error ? hash_of(error) : 0;
    if (error && hash != app->last_error_hash) {
        char line[400];
        print_line("error", error);
        snprintf(line, sizeof line, "error: %s", error);
        host_scene_tell(app->scene, line);
    }
    if (error || reloaded) app->last_error_hash = hash;
}

/* ---- frames ------------------------------------------------------------------------------- */

static void save_picture(view_App *app) {
    char path[300];
    view_free_name(app, ".png", path, sizeof path);
    const char *error = "the window cannot be read";
    SDL_Surface *surface = view_window_grab(&app->window);
    bool ok = surface && view_save_png(surface, path, &error);
    SDL_FreeSurface(surface);
    if (ok)
        view_toast(app, false, "saved %s", path);
    else
        view_toast(app, true, "cannot save %s: %s", path, error);
}

/* Text follows the density of the display. */
static void match_text(view_App *app) {
    int wanted = (int)((float)app->text_size * app->window.scale + 0.5f);
    if (wanted == app->text_px) return;
    view_text_close(app->text);
    app->text = view_text_open(wanted);
    app->text_px = wanted;
    if (app->window.renderer) view_canvas_gpu_reset(app->window.canvas);
}

static void draw(view_App *app) {
    if (!view_window_begin(&app->window)) return;
    view_Canvas *canvas = app->window.canvas;
    match_text(app);
    canvas->atlas = view_text_atlas(app->text);
    canvas->quality = app->governor.quality;
    view_camera_resize(&app->camera, canvas->width, canvas->height);
    view_Light light;
    if (app->light) canvas = view_canvas_light(&light, canvas);
    app->render_ms = view_draw_frame(app, canvas, true);
    if (app->save_picture) save_picture(app);
    app->save_picture = false;
    view_reel_frame(app);
}

/* Everything but presenting and waiting; returns its milliseconds. */
static double frame(view_App *app, double gap_seconds) {
    double start = view_clock();
    view_input_poll(app);
    bool reloaded = host_scene_poll(app->scene, app->now);
    view_play_update(app);
    host_scene_advance(app->scene, gap_seconds);
    view_timeline_update(app);
    report(app, reloaded);
    draw(app);
    host_Status status = host_scene_status(app->scene);
    view_graph_push(app, &status);
    return (view_clock() - start) * 1e3;
}

static void wait_until(double then) {
    double left = then - view_clock();
    if (left <= 0.0) return;
    struct timespec pause = {.tv_nsec = (long)(left * 1e9)};
    nanosleep(&pause, NULL);
}

/* One frame, shown; gap_seconds of real time after the one before. */
static void show_frame(view_App *app, double gap_seconds) {
    double work_before = view_work_clock();
    double frame_ms = frame(app, gap_seconds);
    double work_ms = (view_work_clock() - work_before) * 1e3;
    view_governor_frame(&app->governor, work_ms, app->pixels_work_ms);
    app->frame_ms += 0.1 * (frame_ms - app->frame_ms);
    if (app->window.canvas && view_window_begin(&app->window)) view_window_present(&app->window);
}

static void loop(view_App *app, long last_step) {
    double before = view_clock(), due = before;
    while (!app->quit && !caught) {
        app->now = view_clock();
        show_frame(app, app->now - before);
        before = app->now;
        if (host_scene_is_leaving(app->scene)) break;
        if (last_step > 0 && host_scene_status(app->scene).steps >= last_step) break;
        /* late frames do not make later ones hurry */
        due += FRAME_SECONDS;
        if (due < view_clock() - FRAME_SECONDS) due = view_clock();
        wait_until(due);
    }
}

static bool open_app(view_App *app, host_Scene *scene, const host_WindowOptions *options) {
    *app = (view_App){.scene = scene,
                      .shown = {.grid = true, .joints = true, .panel = true, .timeline = true},
                      .camera = {.zoom = 1.0},
                      .window = {.scale = 1.0f}};
    view_looks_read(app);
    const char *why = "";
    const char *path = host_scene_status(scene).path;
    const char *slash = path ? strrchr(path, '/') : NULL;
    int width = options->width > 0 ? options->width : 1280;
    int height = options->height > 0 ? options->height : 720;
    if (!view_window_open(&app->window,
                          slash  ? slash + 1
                          : path ? path
                                 : "scene",
                          width, height, options->software, &why)) {
        fprintf(stderr, "cairn: %s\n", why);
        return false;
    }
    /* the mouse may move before the first frame is drawn, whose size may be another one */
    if (view_window_begin(&app->window)) {
        const view_Canvas *canvas = app->window.canvas;
        view_camera_resize(&app->camera, canvas->width, canvas->height);
        view_aim(app, (SDL_FRect){0.0f, 0.0f, (float)canvas->width, (float)canvas->height});
    }
    view_aim_again(app);
    view_timeline_update(app); /* it may look back: then the mouse is not the script's */
    app->images = view_images_open();
    view_pads_open();
    view_toast(app, false, "F1: keys and mouse");
    if (options->play) view_play_set(app, true, false);
    return true;
}

static void close_app(view_App *app) {
    view_reel_end(app);
    host_scene_release(app->scene);
    view_pads_close(app);
    view_sound_close();
    pen_list_free(&app->list);
    pen_list_free(&app->drawn);
    view_window_close(&app->window);
    view_text_close(app->text);
    view_images_close(app->images);
}

static int run(host_Scene *scene, const host_WindowOptions *options) {
    view_App app;
    if (!open_app(&app, scene, options)) return 6;
    listen_to_signals(true);
    loop(&app, options->steps);
    int code = caught ? 128 + (int)caught : 0;
    listen_to_signals(false);
    close_app(&app);
    return code;
}

/* ---- frames that somebody else calls ------------------------------------------------------- */

struct view_Session {
    view_App app;
    double before; /* s, the last frame */
};

view_Session *view_session_open(host_Scene *scene, const host_WindowOptions *options) {
    view_Session *session = calloc(1, sizeof *session);
    if (!session || !open_app(&session->app, scene, options)) {
        free(session);
        return NULL;
    }
    session->before = view_clock();
    return session;
}

void view_session_frame(view_Session *session) {
    view_App *app = &session->app;
    app->now = view_clock();
    show_frame(app, app->now - session->before);
    session->before = app->now;
    app->quit = false; /* who calls the frames ends them */
}

void view_session_resize(view_Session *session, int width, int height) {
    if (session->app.window.window) SDL_SetWindowSize(session->app.window.window, width, height);
}

void view_session_close(view_Session *session) {
    if (!session) return;
    close_app(&session->app);
    free(session);
}

/* The libraries that are loaded, which need not be those that it was built with. */
static const char *version(void) {
    static char text[120];
    SDL_version sdl;
    SDL_GetVersion(&sdl);
    const SDL_version *ttf = TTF_Linked_Version(), *image = IMG_Linked_Version();
    snprintf(text, sizeof text, "SDL %d.%d.%d, SDL_ttf %d.%d.%d, SDL_image %d.%d.%d%s", sdl.major,
             sdl.minor, sdl.patch, ttf->major, ttf->minor, ttf->patch, image->major, image->minor,
             image->patch, view_sound_version());
    return text;
}

const host_Viewer *view_get(void) {
    static const host_Viewer viewer = {.has_display = view_window_display,
                                       .run = run,
                                       .shot = view_shot,
                                       .picture = view_picture,
                                       .film = view_film,
                                       .bench = view_bench,
                                       .sound = view_sound_play,
                                       .version = version};
    return &viewer;
}
