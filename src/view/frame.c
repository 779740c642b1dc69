/* frame.c: one picture: background, grid, world, script, what is grabbed, hud.
 *
 * The same for window, shot and bench; what differs is the canvas and whether the hud is wanted. */
#include "frame.h"

#include "aim.h"
#include "clock.h"
#include "hud.h"
#include "inspector.h"
#include "overlays.h"
#include "render.h"
#include "timeline.h"
#include "tools.h"

static void list_world(view_App *app) {
    const cn_World *world = host_scene_world(app->scene);
    if (!world) return;
    pen_WorldOptions options = view_overlays_options(app);
    pen_world(&app->list, world, &options, &app->scales);
}

/* From the point that is held to where it is wanted. */
static void list_grab(view_App *app) {
    double px, py, tx, ty;
    if (!host_scene_grabbed(app->scene, &px, &py, &tx, &ty)) return;
    pen_Color color = {255, 255, 255, 200};
    pen_line(&app->list, color, px, py, tx, ty);
    pen_dot(&app->list, color, px, py, 6.0f);
    pen_dot(&app->list, color, tx, ty, 4.0f);
}

double view_draw_frame(view_App *app, view_Canvas *canvas, bool hud) {
    view_Hud h = view_hud(app, canvas);
    app->unit = h.unit;
    pen_list_clear(&app->list);
    pen_list_clear(&app->drawn);
    app->drawn.screen_w = (float)canvas->width / h.unit;
    app->drawn.screen_h = (float)canvas->height / h.unit;
    host_scene_draw(app->scene, &app->drawn);
    view_aim(app, hud ? view_hud_room(&h) : (SDL_FRect){0, 0, canvas->width, canvas->height});
    list_world(app);
    list_grab(app);
    view_inspector_mark(app);
    view_tools_sketch(app);
    view_timeline_ghosts(app);
    double before = view_clock(), work_before = view_work_clock();
    canvas->clear(canvas, VIEW_BACKGROUND);
    if (app->shown.grid) view_render_grid(canvas, &app->camera);
    view_render_list(canvas, &app->camera, &app->list, app->text, app->images, h.unit);
    view_render_list(canvas, &app->camera, &app->drawn, app->text, app->images, h.unit);
    if (app->shown.grid && !hud) {
        view_render_scale(canvas, &app->camera, app->text, (float)(canvas->width - 2 * h.margin),
                          (float)(canvas->height - 2 * h.margin));
    }
    if (hud) {
        host_Status status = host_scene_status(app->scene);
        view_hud_draw(&h, &status);
    }
    canvas->finish(canvas);
    app->pixels_work_ms = (view_work_clock() - work_before) * 1e3;
    return (view_clock() - before) * 1e3;
}
