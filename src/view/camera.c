/* camera.c: where the viewer looks.
 *
 * Fitting looks at what can move first. Static things are let in only as far as they lie near
 * (a floor may be a kilometre wide, a halfspace has no size), and single bodies that flew away do
 * not count. Nothing here divides by a size without a floor under it. */
#include "camera.h"

#include <math.h>
#include <stdlib.h>

#define MIN_ZOOM   1.0e-4 /* px per m */
#define MAX_ZOOM   1.0e5
#define MARGIN     0.12  /* of the picture, either side */
#define FAR_AWAY   200.0 /* m; wider crowds are cut to their middle */
#define EMPTY_VIEW 10.0  /* m, when there is nothing at all */

typedef struct Fit {
    double box[4];
    bool any;
} Fit;

void view_camera_resize(view_Camera *camera, int width, int height) {
    int w = width > 0 ? width : 1, h = height > 0 ? height : 1;
    /* a larger window shows the same things larger, a thin one does not lose them */
    if (camera->width > 1 && camera->height > 1 && w > 1 && h > 1) {
        double before = fmin(camera->width, camera->height * 1.6);
        camera->zoom *= fmin(w, h * 1.6) / before;
    }
    if (w > 1 || h > 1 || camera->width == 0) {
        camera->width = w;
        camera->height = h;
    }
    camera->zoom = fmin(fmax(camera->zoom, MIN_ZOOM), MAX_ZOOM);
}

SDL_FPoint view_camera_to_px(const view_Camera *camera, double x, double y) {
    return (SDL_FPoint){(float)((x - camera->x) * camera->zoom + 0.5 * camera->width),
                        (float)((camera->y - y) * camera->zoom + 0.5 * camera->height)};
}

void view_camera_to_world(const view_Camera *camera, double px, double py, double *x, double *y) {
    *x = camera->x + (px - 0.5 * camera->width) / camera->zoom;
    *y = camera->y - (py - 0.5 * camera->height) / camera->zoom;
}

void view_camera_zoom_at(view_Camera *camera, double px, double py, double factor) {
    double x, y, moved_x, moved_y;
    view_camera_to_world(camera, px, py, &x, &y);
    camera->zoom = fmin(fmax(camera->zoom * factor, MIN_ZOOM), MAX_ZOOM);
    view_camera_to_world(camera, px, py, &moved_x, &moved_y);
    camera->x += x - moved_x;
    camera->y += y - moved_y;
}

void view_camera_pan(view_Camera *camera, double dx_px, double dy_px) {
    double limit = 10.0 * CN_MAX_COORDINATE;
    camera->x = fmin(fmax(camera->x - dx_px / camera->zoom, -limit), limit);
    camera->y = fmin(fmax(camera->y + dy_px / camera->zoom, -limit), limit);
}

void view_camera_box(const view_Camera *camera, double box[4]) {
    double w = 0.5 * camera->width / camera->zoom, h = 0.5 * camera->height / camera->zoom;
    box[0] = camera->x - w;
    box[1] = camera->y - h;
    box[2] = camera->x + w;
    box[3] = camera->y + h;
}

/* ---- fit ---------------------------------------------------------------------------------- */

static void fit_box(Fit *fit, const double box[4]) {
    if (!fit->any) {
        for (int i = 0; i < 4; i++) fit->box[i] = box[i];
        fit->any = true;
        return;
    }
    fit->box[0] = fmin(fit->box[0], box[0]);
    fit->box[1] = fmin(fit->box[1], box[1]);
    fit->box[2] = fmax(fit->box[2], box[2]);
    fit->box[3] = fmax(fit->box[3], box[3]);
}

/* The part of box within around; false when there is none. */
static bool clip_box(const double box[4], const double around[4], double out[4]) {
    for (int i = 0; i < 2; i++) out[i] = fmax(box[i], around[i]);
    for (int i = 2; i < 4; i++) out[i] = fmin(box[i], around[i]);
    return out[0] <= out[2] && out[1] <= out[3];
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The middle of all bodies that move; false when there is none or no memory. */
static bool median_of(const cn_World *world, double *x, double *y) {
    int room = cn_world_counts(world).bodies, count = 0;
    double *xs = malloc((size_t)(room > 0 ? room : 1) * 2 * sizeof *xs), *ys = xs + room;
    if (!xs) return false;
    cn_BodyId body = {0, 0};
    while ((body = cn_world_next_body(world, body)).generation && count < room) {
        if (cn_body_type(world, body) != CN_DYNAMIC) continue;
        cn_Pos at = cn_body_position(world, body);
        xs[count] = at.x;
        ys[count++] = at.y;
    }
    if (count) {
        qsort(xs, (size_t)count, sizeof *xs, by_value);
        qsort(ys, (size_t)count, sizeof *ys, by_value);
        *x = xs[count / 2];
        *y = ys[count / 2];
    }
    free(xs);
    return count > 0;
}

/* Moving bodies near the middle of them. */
static void fit_moving(Fit *fit, const cn_World *world) {
    double x, y;
    if (!median_of(world, &x, &y)) return;
    double near[4] = {x - FAR_AWAY, y - FAR_AWAY, x + FAR_AWAY, y + FAR_AWAY};
    cn_BodyId body = {0, 0};
    while ((body = cn_world_next_body(world, body)).generation) {
        if (cn_body_type(world, body) == CN_STATIC) continue;
        double box[4], part[4];
        cn_body_bounds(world, body, box);
        if (clip_box(box, near, part)) fit_box(fit, part);
    }
    cn_JointId joint = {0, 0};
    while ((joint = cn_world_next_joint(world, joint)).generation) {
        cn_Pos a, b;
        cn_joint_anchors(world, joint, &a, &b);
        double box[4] = {fmin(a.x, b.x), fmin(a.y, b.y), fmax(a.x, b.x), fmax(a.y, b.y)}, part[4];
        if (clip_box(box, near, part)) fit_box(fit, part);
    }
}

/* Static shapes as far as they lie within around. */
static void fit_static(Fit *fit, const cn_World *world, const double around[4]) {
    Fit grown = *fit;
    cn_ShapeId shape = {0, 0};
    while ((shape = cn_world_next_shape(world, shape)).generation) {
        if (cn_body_type(world, cn_shape_body(world, shape)) != CN_STATIC) continue;
        if (cn_shape_kind(world, shape) == CN_HALFSPACE) continue;
        double box[4], part[4];
        cn_shape_bounds(world, shape, box);
        if (clip_box(box, around, part)) fit_box(&grown, part);
    }
    *fit = grown;
}

/* The ground under what moves: a ball in the air is little to look at without it. */
static void fit_ground(Fit *fit, const cn_World *world) {
    double w = fit->box[2] - fit->box[0], h = fit->box[3] - fit->box[1];
    /* from just below the lowest body, which would stop the ray itself */
    double x = 0.5 * (fit->box[0] + fit->box[2]), y = fit->box[1] - 0.01 * h - 1e-4;
    cn_RayHit hit;
    if (!cn_world_raycast(world, x, y, x, y - FAR_AWAY, cn_query_filter(), &hit)) return;
    double strip[4] = {hit.x, hit.y - 0.05 * fmax(w, y - hit.y), hit.x, hit.y};
    fit_box(fit, strip);
}

void view_camera_fit(view_Camera *camera, const cn_World *world) {
    Fit fit = {.any = false};
    if (world) fit_moving(&fit, world);
    if (fit.any) {
        double reach = 0.35 * fmax(fit.box[2] - fit.box[0], fit.box[3] - fit.box[1]);
        fit_ground(&fit, world);
        double around[4] = {fit.box[0] - reach, fit.box[1] - 0.3 * reach, fit.box[2] + reach,
                            fit.box[3] + 0.3 * reach};
        fit_static(&fit, world, around);
    } else if (world) {
        fit_static(&fit, world, (double[]){-FAR_AWAY, -FAR_AWAY, FAR_AWAY, FAR_AWAY});
    }
    if (!fit.any) fit_box(&fit, (double[]){-EMPTY_VIEW, -EMPTY_VIEW, EMPTY_VIEW, EMPTY_VIEW});
    double w = fmax(fit.box[2] - fit.box[0], 2.0 * CN_MIN_SIZE);
    double h = fmax(fit.box[3] - fit.box[1], 2.0 * CN_MIN_SIZE);
    double share = 1.0 - 2.0 * MARGIN;
    double zoom = fmin(share * camera->width / w, share * camera->height / h);
    camera->x = 0.5 * (fit.box[0] + fit.box[2]);
    camera->y = 0.5 * (fit.box[1] + fit.box[3]);
    camera->zoom = fmin(fmax(zoom, MIN_ZOOM), MAX_ZOOM);
}
