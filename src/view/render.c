/* render.c: the only place where a pen list becomes pixels.
 *
 * The camera's centre is subtracted in double, then all is float. Shapes that reach far beyond the
 * picture (floors of a kilometre, circles zoomed into) are clipped to a guard band first, so that
 * the canvas never sees a coordinate it cannot hold. */
#include "render.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "paint.h"

#define GUARD      4096.0 /* px around the picture that need no clipping */
#define ROUND_MAX  1.0e6  /* px; a rounding that a float still places to a tenth of a pixel */
#define GRID_PX    64.0   /* the least distance of major grid lines */
#define CELL_PX    6      /* the grain in which texts give way to each other */
#define BORDER_MIN 0.6f
#define BORDER_MAX 2.0f

const SDL_Color VIEW_BACKGROUND = {30, 34, 41, 255};

static const SDL_Color BEHIND = {19, 22, 27, 150}; /* a text that gives way */

typedef struct Render {
    view_Canvas *canvas;
    const view_Camera *camera;
    const pen_List *list;
    view_Text *text;
    view_Images *images;
    float unit;
    uint8_t
        *taken; /* by cells of CELL_PX: where a text that gives way stands; NULL: none was met */
    int columns, rows;
} Render;

static SDL_Color sdl_color(pen_Color color) {
    return (SDL_Color){color.r, color.g, color.b, color.a};
}

/* ---- grid --------------------------------------------------------------------------------- */

/* 1, 2 or 5 times a power of ten, at least so many metres. */
static double round_length(double least) {
    double decade = pow(10.0, floor(log10(least)));
    double of = least / decade;
    return decade * (of <= 1.0 ? 1.0 : of <= 2.0 ? 2.0 : of <= 5.0 ? 5.0 : 10.0);
}

static void grid_lines(view_Canvas *canvas, const view_Camera *camera, double step, SDL_Color color,
                       bool axes_only) {
    double box[4];
    view_camera_box(camera, box);
    float w = (float)camera->width, h = (float)camera->height;
    for (double i = ceil(box[0] / step), n = floor(box[2] / step); i <= n; i += 1.0) {
        if (axes_only && i != 0.0) continue;
        float x = floorf(view_camera_to_px(camera, i * step, 0.0).x);
        view_paint_rect(canvas, x, 0.0f, 1.0f, h, color);
    }
    for (double i = ceil(box[1] / step), n = floor(box[3] / step); i <= n; i += 1.0) {
        if (axes_only && i != 0.0) continue;
        float y = floorf(view_camera_to_px(camera, 0.0, i * step).y);
        view_paint_rect(canvas, 0.0f, y, w, 1.0f, color);
    }
}

double view_render_grid_step(const view_Camera *camera) {
    return round_length(GRID_PX / camera->zoom) / 5.0;
}

void view_render_grid(view_Canvas *canvas, const view_Camera *camera) {
    double major = round_length(GRID_PX / camera->zoom);
    double minor = view_render_grid_step(camera);
    if (canvas->quality != VIEW_FAST) {
        grid_lines(canvas, camera, minor, (SDL_Color){36, 41, 49, 255}, false);
    }
    grid_lines(canvas, camera, major, (SDL_Color){44, 50, 59, 255}, false);
    grid_lines(canvas, camera, major, (SDL_Color){62, 70, 82, 255}, true);
}

SDL_FPoint view_render_scale_size(const view_Camera *camera, const view_Text *text) {
    double meters = round_length(GRID_PX / camera->zoom);
    return (SDL_FPoint){(float)(meters * camera->zoom), (float)view_text_height(text) + 4.0f};
}

void view_render_scale(view_Canvas *canvas, const view_Camera *camera, view_Text *text, float right,
                       float bottom) {
    double meters = round_length(GRID_PX / camera->zoom);
    float length = (float)(meters * camera->zoom), h = (float)view_text_height(text);
    float x = right - length, y = bottom;
    SDL_Color color = {150, 160, 175, 255};
    view_paint_rect(canvas, x, y, length, 1.0f, color);
    view_paint_rect(canvas, x, y - 5.0f, 1.0f, 5.0f, color);
    view_paint_rect(canvas, x + length - 1.0f, y - 5.0f, 1.0f, 5.0f, color);
    char name[32];
    if (meters < 0.995)
        snprintf(name, sizeof name, "%g mm", meters * 1000.0);
    else if (meters < 999.0)
        snprintf(name, sizeof name, "%g m", meters);
    else
        snprintf(name, sizeof name, "%g km", meters / 1000.0);
    int w = view_text_width(text, VIEW_SANS, name, (int)sizeof name);
    view_text_draw(text, canvas, VIEW_SANS, (int)(x + 0.5f * (length - (float)w)),
                   (int)(y - h - 3.0f), color, name);
}

/* ---- clipping ----------------------------------------------------------------------------- */

static bool needs_clip(const view_Canvas *canvas, const SDL_FPoint *p, int count) {
    float x = (float)(canvas->width + GUARD), y = (float)(canvas->height + GUARD);
    for (int i = 0; i < count; i++) {
        bool inside = p[i].x > (float)-GUARD && p[i].x < x && p[i].y > (float)-GUARD && p[i].y < y;
        if (!inside) return true;
    }
    return false;
}

/* Cut a convex polygon at one side: keep s * (axis coordinate) <= limit. */
static int clip_side(const cn_Pos *in, int count, cn_Pos *out, bool vertical, double s,
                     double limit) {
    int written = 0, room = VIEW_MAX_CORNERS + 6;
    for (int i = 0, j = count - 1; i < count && written < room; j = i++) {
        double a = s * (vertical ? in[j].y : in[j].x) - limit;
        double b = s * (vertical ? in[i].y : in[i].x) - limit;
        if ((a <= 0.0) != (b <= 0.0)) {
            double t = a / (a - b);
            out[written++] =
                (cn_Pos){in[j].x + t * (in[i].x - in[j].x), in[j].y + t * (in[i].y - in[j].y)};
        }
        if (b <= 0.0) out[written++] = in[i];
    }
    return written;
}

/* World points, cut to the picture and half a guard band around it, as pixels. radius is kept
 * outside. Returns the number of corners. */
static int clip_to_guard(const Render *r, const cn_Pos *points, int count, double reach_px,
                         SDL_FPoint *out) {
    cn_Pos a[VIEW_MAX_CORNERS + 8], b[VIEW_MAX_CORNERS + 8];
    const view_Camera *camera = r->camera;
    for (int i = 0; i < count; i++) {
        a[i].x = (points[i].x - camera->x) * camera->zoom + 0.5 * camera->width;
        a[i].y = (camera->y - points[i].y) * camera->zoom + 0.5 * camera->height;
    }
    double guard = 0.5 * GUARD + reach_px;
    count = clip_side(a, count, b, false, -1.0, guard);
    count = clip_side(b, count, a, false, 1.0, camera->width + guard);
    count = clip_side(a, count, b, true, -1.0, guard);
    count = clip_side(b, count, a, true, 1.0, camera->height + guard);
    for (int i = 0; i < count; i++) out[i] = (SDL_FPoint){(float)a[i].x, (float)a[i].y};
    return count;
}

/* Liang and Barsky: narrow [t0, t1] to where at + t by stays within 0..size and the guard. */
static bool narrow(double at, double by, double size, double *t0, double *t1) {
    double lo = -0.5 * GUARD - at, hi = size + 0.5 * GUARD - at;
    if (by == 0.0) return lo <= 0.0 && hi >= 0.0;
    double a = lo / by, b = hi / by;
    *t0 = fmax(*t0, fmin(a, b));
    *t1 = fmin(*t1, fmax(a, b));
    return *t0 <= *t1;
}

/* A segment in pixels, cut to the guard band; false when it lies outside. */
static bool clip_segment(const Render *r, cn_Pos a, cn_Pos b, SDL_FPoint *pa, SDL_FPoint *pb) {
    const view_Camera *camera = r->camera;
    *pa = view_camera_to_px(camera, a.x, a.y);
    *pb = view_camera_to_px(camera, b.x, b.y);
    if (!needs_clip(r->canvas, (SDL_FPoint[]){*pa, *pb}, 2)) return true;
    double x = (a.x - camera->x) * camera->zoom + 0.5 * camera->width;
    double y = (camera->y - a.y) * camera->zoom + 0.5 * camera->height;
    double dx = (b.x - a.x) * camera->zoom, dy = (a.y - b.y) * camera->zoom, t0 = 0.0, t1 = 1.0;
    if (!narrow(x, dx, camera->width, &t0, &t1)) return false;
    if (!narrow(y, dy, camera->height, &t0, &t1)) return false;
    *pa = (SDL_FPoint){(float)(x + t0 * dx), (float)(y + t0 * dy)};
    *pb = (SDL_FPoint){(float)(x + t1 * dx), (float)(y + t1 * dy)};
    return true;
}

/* ---- commands ----------------------------------------------------------------------------- */

static float width_of(const Render *r, const pen_Command *c) {
    return fmaxf(c->width_px * r->unit, (float)(2.0 * c->radius * r->camera->zoom));
}

static view_Style style_of(const Render *r, const pen_Command *c, float size_px) {
    float least = c->width_px > 2.0f ? c->width_px : BORDER_MIN; /* the selection's is wide */
    float px = fminf(fmaxf(0.07f * size_px, least), fmaxf(BORDER_MAX, least));
    return (view_Style){sdl_color(c->color), sdl_color(c->border), px * r->unit};
}

static void draw_strip(const Render *r, const pen_Command *c, bool closed) {
    const cn_Pos *p = r->list->points + c->first;
    SDL_Color color = sdl_color(c->color);
    float width = width_of(r, c);
    view_Style dot = {.fill = color};
    for (int i = closed ? 0 : 1, j = closed ? c->count - 1 : 0; i < c->count; j = i++) {
        SDL_FPoint a, b;
        if (!clip_segment(r, p[j], p[i], &a, &b)) continue;
        view_paint_line(r->canvas, a, b, width, color);
        if (width > 2.5f && color.a == 255) view_paint_disc(r->canvas, b, 0.5f * width, &dot);
    }
    if (width > 2.5f && !closed && color.a == 255 && c->count) {
        SDL_FPoint a = view_camera_to_px(r->camera, p[0].x, p[0].y);
        if (!needs_clip(r->canvas, &a, 1)) view_paint_disc(r->canvas, a, 0.5f * width, &dot);
    }
}

/* A circle too large for the guard band: as a polygon, the visible part of which is cut out. */
static void draw_huge_disc(const Render *r, const pen_Command *c, const cn_Pos *center) {
    cn_Pos points[VIEW_MAX_CORNERS];
    SDL_FPoint cut[VIEW_MAX_CORNERS + 8];
    for (int i = 0; i < VIEW_MAX_CORNERS; i++) {
        double angle = 2.0 * CN_PI * i / VIEW_MAX_CORNERS;
        points[i] =
            (cn_Pos){center->x + c->radius * cos(angle), center->y + c->radius * sin(angle)};
    }
    if (c->kind == PEN_DISC && c->color.a) {
        int count = clip_to_guard(r, points, VIEW_MAX_CORNERS, 0.0, cut);
        if (count >= 3) r->canvas->convex(r->canvas, cut, count, sdl_color(c->color));
    }
    SDL_Color edge = sdl_color(c->kind == PEN_DISC ? c->border : c->color);
    for (int i = 0, j = VIEW_MAX_CORNERS - 1; edge.a && i < VIEW_MAX_CORNERS; j = i++) {
        SDL_FPoint a, b;
        if (!clip_segment(r, points[j], points[i], &a, &b)) continue;
        view_paint_line(r->canvas, a, b, BORDER_MAX * r->unit, edge);
    }
}

static void draw_round(const Render *r, const pen_Command *c) {
    const cn_Pos *p = r->list->points + c->first;
    SDL_FPoint at = view_camera_to_px(r->camera, p->x, p->y);
    float radius = (float)(c->radius * r->camera->zoom);
    SDL_FPoint box[2] = {{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}};
    bool outside = box[1].x < 0.0f || box[1].y < 0.0f || box[0].x > (float)r->canvas->width ||
                   box[0].y > (float)r->canvas->height;
    if (outside) return;
    if (needs_clip(r->canvas, box, 2)) {
        draw_huge_disc(r, c, p);
        return;
    }
    if (c->kind == PEN_CIRCLE) {
        view_paint_ring(r->canvas, at, radius, c->width_px * r->unit, sdl_color(c->color));
        return;
    }
    bool dot = c->radius == 0.0f;
    view_Style style = style_of(r, c, 2.0f * radius);
    view_paint_disc(r->canvas, at, dot ? 0.5f * c->width_px * r->unit : radius, &style);
    static const float least_mark[VIEW_QUALITIES] = {3.5f, 5.0f, 12.0f};
    if (c->count == 2 && radius > least_mark[r->canvas->quality] * r->unit && c->border.a) {
        SDL_FPoint rim = view_camera_to_px(r->camera, p[1].x, p[1].y);
        view_paint_line(r->canvas, at, rim, style.border_px, style.border);
    }
}

static void draw_polygon(const Render *r, const pen_Command *c) {
    SDL_FPoint px[VIEW_MAX_CORNERS + 8];
    const cn_Pos *p = r->list->points + c->first;
    int count = c->count < VIEW_MAX_CORNERS ? c->count : VIEW_MAX_CORNERS;
    float radius = (float)fmin(c->radius * r->camera->zoom, ROUND_MAX);
    float x1 = 1e9f, y1 = 1e9f, x2 = -1e9f, y2 = -1e9f;
    for (int i = 0; i < count; i++) {
        px[i] = view_camera_to_px(r->camera, p[i].x, p[i].y);
        x1 = px[i].x < x1 ? px[i].x : x1, x2 = px[i].x > x2 ? px[i].x : x2;
        y1 = px[i].y < y1 ? px[i].y : y1, y2 = px[i].y > y2 ? px[i].y : y2;
    }
    bool outside = x2 + radius < 0.0f || y2 + radius < 0.0f ||
                   x1 - radius > (float)r->canvas->width || y1 - radius > (float)r->canvas->height;
    if (outside) return;
    if (needs_clip(r->canvas, px, count)) count = clip_to_guard(r, p, count, radius, px);
    view_Style style = style_of(r, c, fminf(x2 - x1, y2 - y1) + 2.0f * radius);
    view_paint_polygon(r->canvas, px, count, radius, &style);
}

/* Where the first line of a text begins, downwards. */
static int top_of(const char *line, pen_Valign valign, int y, int height) {
    int lines = 0;
    for (; line; line = view_text_next_line(line)) lines++;
    switch (valign) {
    case PEN_VALIGN_TOP:
        return y;
    case PEN_VALIGN_MIDDLE:
        return y - lines * height / 2;
    case PEN_VALIGN_BOTTOM:
        return y - lines * height;
    default:
        return y - height / 2;
    }
}

static void draw_lines(const Render *r, const pen_Command *c, SDL_FPoint at) {
    const char *line = r->list->text + c->text;
    view_Font font = c->style.mono ? VIEW_MONO : VIEW_SANS;
    int height = view_text_height(r->text);
    int y = top_of(line, c->style.valign, (int)at.y, height);
    for (; line && y < r->canvas->height; y += height, line = view_text_next_line(line)) {
        if (y + height < 0) continue;
        int x = (int)at.x;
        if (c->style.align != PEN_ALIGN_LEFT) {
            int w = view_text_width(r->text, font, line, 1 << 20);
            x -= c->style.align == PEN_ALIGN_RIGHT ? w : w / 2;
        }
        view_text_draw(r->text, r->canvas, font, x, y, sdl_color(c->color), line);
    }
}

/* Cells that a text of that size would cover; false when one is taken already, else they are now.
 */
static bool take_place(Render *r, SDL_FPoint at, int width, int height) {
    if (!r->taken) {
        r->columns = r->canvas->width / CELL_PX + 1;
        r->rows = r->canvas->height / CELL_PX + 1;
        r->taken = calloc((size_t)(r->columns * r->rows), 1);
        if (!r->taken) return true;
    }
    int x1 = SDL_max((int)at.x / CELL_PX, 0), x2 = ((int)at.x + width) / CELL_PX;
    int y1 = SDL_max((int)at.y / CELL_PX, 0), y2 = ((int)at.y + height) / CELL_PX;
    x2 = SDL_min(x2, r->columns - 1);
    y2 = SDL_min(y2, r->rows - 1);
    for (int pass = 0; pass < 2; pass++) {
        for (int y = y1; y <= y2; y++) {
            for (int x = x1; x <= x2; x++) {
                uint8_t *cell = &r->taken[y * r->columns + x];
                if (pass == 0 && *cell) return false;
                if (pass == 1) *cell = 1;
            }
        }
    }
    return true;
}

static void draw_text(Render *r, const pen_Command *c) {
    const cn_Pos *p = r->list->points + c->first;
    SDL_FPoint at = view_camera_to_px(r->camera, p->x, p->y);
    if (needs_clip(r->canvas, &at, 1)) return;
    view_text_set_size(r->text, c->style.size_px * r->unit);
    int h = view_text_height(r->text);
    bool room = true;
    if (c->style.gives_way) {
        int w = view_text_width(r->text, VIEW_SANS, r->list->text + c->text, 1 << 20);
        SDL_FPoint corner = {at.x, at.y - 0.5f * (float)h};
        room = take_place(r, corner, w, h);
        if (room)
            view_paint_rect(r->canvas, corner.x - 1.0f, corner.y, (float)w + 2.0f, (float)h,
                            BEHIND);
    }
    if (room) draw_lines(r, c, at);
    view_text_set_size(r->text, 0.0f);
}

/* What is not given of w and h follows from the shape of the picture; without both a metre in the
 * world, its own pixels on the screen. */
static cn_Pos image_size(const view_Image *image, const pen_Command *c, cn_Pos given) {
    double shape = (double)image->height / image->width, w = given.x, h = fabs(given.y);
    if (w <= 0.0 && h <= 0.0) w = c->space == PEN_WORLD ? 1.0 : image->width;
    return (cn_Pos){w > 0.0 ? w : h / shape, h > 0.0 ? h : w * shape};
}

static void draw_image(const Render *r, const pen_Command *c) {
    static const view_Image missing = {.width = 1, .height = 1};
    const view_Image *image = view_images_get(r->images, r->list->text + c->text);
    const cn_Pos *p = r->list->points + c->first;
    cn_Pos size = image_size(image ? image : &missing, c, p[1]);
    double turn = c->space == PEN_WORLD ? 1.0 : -1.0;
    double cosine = 0.5 * cos(c->angle), sine = turn * 0.5 * sin(c->angle);
    cn_Pos right = {size.x * cosine, size.x * sine}, up = {-size.y * sine, size.y * cosine};
    static const int sides[4][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}; /* as a picture is read */
    SDL_FPoint corners[4];
    for (int i = 0; i < 4; i++) {
        corners[i] = view_camera_to_px(r->camera, p->x + sides[i][0] * right.x + sides[i][1] * up.x,
                                       p->y + sides[i][0] * right.y + sides[i][1] * up.y);
    }
    if (needs_clip(r->canvas, corners, 4)) return; /* larger than anybody looks at */
    if (image) {
        r->canvas->image(r->canvas, image, corners, sdl_color(c->color));
        return;
    }
    SDL_Color lost = {255, 92, 200, 255};
    view_paint_strip(r->canvas, corners, 4, true, 1.5f * r->unit, lost);
    view_paint_line(r->canvas, corners[0], corners[2], 1.5f * r->unit, lost);
}

/* The camera of a place of the picture: a pixel of the design for a metre. */
static view_Camera screen_camera(const Render *r, pen_Space space) {
    int place = (int)space - PEN_TOP_LEFT;
    double w = r->camera->width, h = r->camera->height, unit = r->unit;
    double x = 0.5 * w * (place % 3), y = 0.5 * h * (place / 3); /* px of the origin */
    return (view_Camera){.x = (0.5 * w - x) / unit,
                         .y = (y - 0.5 * h) / unit,
                         .zoom = unit,
                         .width = r->camera->width,
                         .height = r->camera->height};
}

void view_render_list(view_Canvas *canvas, const view_Camera *camera, const pen_List *list,
                      view_Text *text, view_Images *images, float unit) {
    Render r = {canvas, camera, list, text, images, unit, NULL, 0, 0};
    view_Camera screen;
    pen_Space space = PEN_WORLD;
    for (int i = 0; i < list->command_count; i++) {
        const pen_Command *c = &list->commands[i];
        if (c->space != space) {
            space = c->space;
            r.camera = camera;
            if (space != PEN_WORLD) screen = screen_camera(&r, space);
            r.camera = space == PEN_WORLD ? camera : &screen;
        }
        switch (c->kind) {
        case PEN_LINE:
        case PEN_STRIP:
            draw_strip(&r, c, false);
            break;
        case PEN_OUTLINE:
            draw_strip(&r, c, true);
            break;
        case PEN_CIRCLE:
        case PEN_DISC:
            draw_round(&r, c);
            break;
        case PEN_POLYGON:
            draw_polygon(&r, c);
            break;
        case PEN_TEXT:
            draw_text(&r, c);
            break;
        case PEN_IMAGE:
            draw_image(&r, c);
            break;
        }
    }
    free(r.taken);
}
