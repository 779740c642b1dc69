/* timeline.c: looking back: a strip with the last seconds, marks of what happened in them, and
 * ghosts.
 *
 * The seconds themselves are the host's (host_Timeline); here they are drawn, and the mouse and
 * keys are passed on. The strip ends at the present at the right; what is not kept yet is empty. */
#include "timeline.h"

#include <math.h>
#include <stdio.h>

#include "paint.h"

enum {
    PATH_GHOSTS = 24,    /* of the selected body */
    MOST_GHOSTS = 2000,  /* bodies of the old future */
    OUTLINE_POINTS = 512 /* of a shape */
};

static const float BAR_PX = 14.0f, MARK_PX = 2.0f, HANDLE_PX = 3.0f; /* px of the design */
static const double SECONDS = 60.0;                                  /* that the strip is long */

void view_timeline_update(view_App *app) {
    app->timeline = host_scene_timeline(app->scene);
    if (app->timeline.kept || !host_scene_world(app->scene)) return;
    if (host_scene_keep_timeline(app->scene)) app->timeline = host_scene_timeline(app->scene);
}

/* ---- the strip ---------------------------------------------------------------------------------
 */

float view_timeline_height(const view_Hud *hud) {
    const view_App *app = hud->app;
    if (!app->timeline.kept || !(app->shown.timeline || app->timeline.back)) return 0.0f;
    float label = app->timeline.back ? (float)hud->line : 0.0f;
    return BAR_PX * hud->unit + 0.5f * (float)hud->margin + label;
}

static double ticks_shown(const view_App *app) {
    return SECONDS / host_scene_status(app->scene).dt;
}

/* shown: ticks that the strip is long */
static float place_of(const view_App *app, double shown, double tick) {
    const SDL_FRect *r = &app->strip;
    double share = 1.0 - ((double)app->timeline.last - tick) / shown;
    return r->x + r->w * (float)fmin(fmax(share, 0.0), 1.0);
}

static void draw_marks(const view_Hud *hud, double shown) {
    static const SDL_Color colors[] = {[HOST_MARK_EDIT] = {110, 190, 255, 255},
                                       [HOST_MARK_ERROR] = {235, 84, 76, 255},
                                       [HOST_MARK_HIT] = {232, 190, 90, 200},
                                       [HOST_MARK_DIFFERS] = {220, 130, 240, 255}};
    const view_App *app = hud->app;
    const SDL_FRect *r = &app->strip;
    for (int i = 0; i < app->timeline.marks; i++) {
        host_Mark mark = host_scene_mark(app->scene, i);
        if (mark.tick < app->timeline.first) continue;
        float width = MARK_PX * hud->unit, x = place_of(app, shown, (double)mark.tick);
        bool hit = mark.kind == HOST_MARK_HIT;
        float height = hit ? 0.4f * r->h : r->h;
        view_paint_rect(hud->canvas, floorf(x - 0.5f * width), r->y + r->h - height, width, height,
                        colors[mark.kind]);
    }
}

static void draw_label(const view_Hud *hud) {
    const host_Timeline *t = &hud->app->timeline;
    double dt = host_scene_status(hud->app->scene).dt;
    char text[160];
    if (!t->back) return;
    int n = snprintf(text, sizeof text, "%s: %.2f s before the present (tick %ld)",
                     t->playing ? "playing what was" : "looking back",
                     (double)(t->last - t->at) * dt, t->at);
    snprintf(text + n, sizeof text - (size_t)n, "   , and . step, P plays, End returns");
    view_hud_text(hud, VIEW_SANS, (int)hud->app->strip.x + hud->margin / 2,
                  (int)hud->app->strip.y - hud->line, VIEW_ACCENT, text);
}

void view_timeline_draw(const view_Hud *hud, float right) {
    view_App *app = hud->app;
    app->strip = (SDL_FRect){0};
    if (view_timeline_height(hud) <= 0.0f) return;
    float m = (float)hud->margin, height = floorf(BAR_PX * hud->unit);
    app->strip = (SDL_FRect){m, (float)hud->canvas->height - height - 0.5f * m, right - m, height};
    const SDL_FRect *r = &app->strip;
    if (r->w < 4.0f * m) return;
    double shown = ticks_shown(app);
    float known = place_of(app, shown, (double)app->timeline.first);
    float at = place_of(app, shown, (double)app->timeline.at);
    SDL_Color past =
        app->timeline.back ? (SDL_Color){84, 104, 132, 235} : (SDL_Color){56, 66, 80, 215};
    view_hud_box(hud, r->x, r->y, r->w, r->h, VIEW_PANEL);
    view_paint_rect(hud->canvas, known, r->y, at - known, r->h, past);
    /* what is known of the time after the shown one */
    view_paint_rect(hud->canvas, at, r->y, r->x + r->w - at, r->h, (SDL_Color){48, 52, 60, 215});
    draw_marks(hud, shown);
    float width = HANDLE_PX * hud->unit;
    view_paint_rect(hud->canvas, floorf(fminf(at, r->x + r->w - width)), r->y - 2.0f, width,
                    r->h + 4.0f, VIEW_INK);
    draw_label(hud);
    view_focus_stop(app, *r);
}

/* ---- ghosts -------------------------------------------------------------------------------------
 */

/* The outlines of a body, as if it were there. */
static void outline_at(view_App *app, const cn_World *world, cn_BodyId body, double x, double y,
                       double angle, pen_Color color) {
    double points[2 * OUTLINE_POINTS];
    cn_Pos origin = cn_body_position(world, body);
    double turn = angle - cn_body_angle(world, body), c = cos(turn), s = sin(turn);
    cn_ShapeId shape = {0, 0};
    while ((shape = cn_body_next_shape(world, body, shape)).generation != 0) {
        int count = cn_shape_outline(world, shape, points, OUTLINE_POINTS);
        if (count > OUTLINE_POINTS) count = OUTLINE_POINTS;
        if (count == 1) { /* a circle: its middle alone */
            double box[4];
            cn_shape_bounds(world, shape, box);
            double dx = points[0] - origin.x, dy = points[1] - origin.y;
            pen_circle(&app->list, color, x + c * dx - s * dy, y + s * dx + c * dy,
                       0.5 * (box[3] - box[1]));
            continue;
        }
        for (int i = 0; i < count; i++) {
            double dx = points[2 * i] - origin.x, dy = points[2 * i + 1] - origin.y;
            points[2 * i] = x + c * dx - s * dy;
            points[2 * i + 1] = y + s * dx + c * dy;
        }
        if (count > 1) pen_outline(&app->list, color, points, count, true);
    }
}

/* Only while it looks back: else they would hide the scene. */
static void list_path(view_App *app, const cn_World *world) {
    cn_BodyState path[PATH_GHOSTS];
    cn_BodyId body = host_scene_selected(app->scene, NULL);
    if (!app->timeline.back || !body.generation) return;
    int count = host_scene_path(app->scene, body, path, PATH_GHOSTS);
    pen_Color color = {190, 215, 255, 90};
    for (int i = 0; i < count; i++) {
        outline_at(app, world, body, path[i].x, path[i].y, path[i].angle, color);
        if (i > 0) pen_line(&app->list, color, path[i - 1].x, path[i - 1].y, path[i].x, path[i].y);
    }
}

static void list_old_future(view_App *app, const cn_World *world) {
    static cn_BodyPose ghosts[MOST_GHOSTS];
    if (app->timeline.back) return;
    int count = host_scene_ghosts(app->scene, ghosts, MOST_GHOSTS);
    pen_Color color = {220, 130, 240, 150};
    for (int i = 0; i < count; i++) {
        cn_BodyId body = view_body_of(world, (int)ghosts[i].id.index);
        if (!body.generation || cn_body_type(world, body) == CN_STATIC) continue;
        outline_at(app, world, body, ghosts[i].x, ghosts[i].y, ghosts[i].angle, color);
    }
}

void view_timeline_ghosts(view_App *app) {
    const cn_World *world = host_scene_world(app->scene);
    if (!world || !app->timeline.kept) return;
    list_path(app, world);
    list_old_future(app, world);
}

/* ---- mouse and keys -----------------------------------------------------------------------------
 */

static void seek(view_App *app, long tick) {
    if (!host_scene_seek(app->scene, tick))
        view_toast(app, true, "the present cannot be left: see the warnings of the scene");
    app->timeline = host_scene_timeline(app->scene);
}

bool view_timeline_press(view_App *app) {
    app->scrubbing = view_is_over(app, app->strip);
    if (app->scrubbing) view_timeline_drag(app);
    return app->scrubbing;
}

void view_timeline_drag(view_App *app) {
    const SDL_FRect *r = &app->strip;
    double share = (double)((r->x + r->w - app->mouse.x) / r->w);
    seek(app, app->timeline.last - lround(share * ticks_shown(app)));
}

void view_timeline_step(view_App *app, int ticks) {
    if (app->timeline.kept) seek(app, app->timeline.at + ticks);
}

void view_timeline_toggle_play(view_App *app) {
    if (app->timeline.playing)
        seek(app, app->timeline.at);
    else
        host_scene_play(app->scene, false);
}

/* A second back, and it comes again slowly. */
void view_timeline_again(view_App *app) {
    if (!app->timeline.kept) return;
    seek(app, app->timeline.at - lround(1.0 / host_scene_status(app->scene).dt));
    host_scene_play(app->scene, true);
}

void view_timeline_present(view_App *app) { host_scene_present(app->scene); }
