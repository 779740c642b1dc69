/* canvas_soft.c: a convex polygon rasteriser into a surface of 32 bits a pixel.
 *
 * Coverage is exact: each side adds, row by row, how much area it leaves to its right into a line
 * of differences (the way of font-rs, Raph Levien 2016); a running sum of them is the coverage. As
 * the shape is convex a row has one run of pixels covered fully, which is stored plainly. So a
 * shape costs its outline plus a plain fill, and edges move by fractions of a pixel. Any channel
 * order works, as only whole bytes are blended. */
#include <stdlib.h>
#include <string.h>

#include "canvas.h"

#define SOLID 0.998f /* coverage that counts as all */

typedef struct Soft {
    view_Canvas base;
    SDL_Surface *surface;
    uint32_t *pixels;
    int stride;   /* px */
    float *cover; /* the line of differences, width + 2, all zero between rows */
    int cover_length;
} Soft;

/* Walks one side of the polygon downwards. */
typedef struct Edge {
    const SDL_FPoint *points;
    int count, at, step, left; /* left: corners until the bottom */
    float x, slope, y, y_end;
    int lo, hi; /* columns touched in this row, hi included */
} Edge;

/* fminf and ceilf are calls into libm without -ffast-math; these are one instruction or two. */
static inline float least(float a, float b) { return a < b ? a : b; }
static inline float most(float a, float b) { return a > b ? a : b; }
static inline int ceil_int(float x) { return (int)x + (x > (float)(int)x); } /* x >= 0 */

static inline uint32_t blend(uint32_t under, uint32_t over, uint32_t alpha) {
    /* two channels at a time; alpha 0..256 */
    uint32_t rb = under & 0x00ff00ffu, ga = (under >> 8) & 0x00ff00ffu;
    rb += (((over & 0x00ff00ffu) - rb) * alpha) >> 8;
    ga += ((((over >> 8) & 0x00ff00ffu) - ga) * alpha) >> 8;
    return (rb & 0x00ff00ffu) | ((ga & 0x00ff00ffu) << 8);
}

static void edge_load(Edge *edge) {
    const SDL_FPoint *a = &edge->points[edge->at];
    edge->at += edge->step;
    if (edge->at == edge->count) edge->at = 0;
    if (edge->at < 0) edge->at = edge->count - 1;
    const SDL_FPoint *b = &edge->points[edge->at];
    edge->left--;
    edge->x = a->x;
    edge->y = a->y;
    edge->y_end = b->y;
    float height = b->y - a->y;
    edge->slope = height > 1e-6f ? (b->x - a->x) / height : 0.0f;
}

/* Step on to the side that holds y; false below the bottom. */
static bool edge_seek(Edge *edge, float y) {
    while (edge->y_end <= y) {
        if (edge->left == 0) return false;
        edge_load(edge);
    }
    return true;
}

static float edge_x(const Edge *edge, float y, float width) {
    float x = edge->x + (y - edge->y) * edge->slope;
    return x > 0.0f ? (x < width ? x : width) : 0.0f; /* this way round NaN is 0 */
}

/* The piece of a side between the heights y0 and y1 of one row: the area to its right, as
 * differences between neighbouring pixels; d is its height, with the sign of its side. */
static void add_piece(Edge *edge, float *cover, float xa, float xb, float d) {
    float x0 = least(xa, xb), x1 = most(xa, xb);
    int first = (int)x0, end = ceil_int(x1);
    edge->lo = first < edge->lo ? first : edge->lo;
    edge->hi = end > edge->hi ? end : edge->hi;
    if (end <= first + 1) { /* within one column: a trapezoid */
        float right = d * (0.5f * (x0 + x1) - (float)first);
        edge->hi = first + 1 > edge->hi ? first + 1 : edge->hi;
        cover[first] += d - right;
        cover[first + 1] += right;
        return;
    }
    float per = 1.0f / (x1 - x0), in = (float)(first + 1) - x0, out = x1 - (float)(end - 1);
    float head = 0.5f * per * in * in, tail = 0.5f * per * out * out;
    cover[first] += d * head;
    if (end == first + 2) {
        cover[first + 1] += d * (1.0f - head - tail);
    } else {
        float second = per * (in + 0.5f);
        cover[first + 1] += d * (second - head);
        for (int x = first + 2; x < end - 1; x++) cover[x] += d * per;
        cover[end - 1] += d * (1.0f - second - (float)(end - first - 3) * per - tail);
    }
    cover[end] += d * tail;
}

/* Both sides through one row of pixels; false when the polygon does not reach it. */
static bool gather(Edge *a, Edge *b, float *cover, float y0, float row_end, float width) {
    bool any = false;
    a->lo = b->lo = 1 << 30;
    a->hi = b->hi = -1;
    while (y0 < row_end && edge_seek(a, y0) && edge_seek(b, y0)) {
        float y1 = least(row_end, least(a->y_end, b->y_end)), d = y1 - y0;
        add_piece(a, cover, edge_x(a, y0, width), edge_x(a, y1, width), d);
        add_piece(b, cover, edge_x(b, y0, width), edge_x(b, y1, width), -d);
        any = true;
        y0 = y1;
    }
    return any;
}

/* Sum up and blend the columns from..to, leaving zeros behind. */
static float blend_columns(const Soft *soft, uint32_t *line, int from, int to, float sum,
                           uint32_t pixel, float scale) {
    for (int x = from; x <= to; x++) {
        sum += soft->cover[x];
        soft->cover[x] = 0.0f; /* column `width` only takes what lies beyond the edge */
        float part = sum < 0.0f ? -sum : sum;
        if (x >= soft->base.width) break;
        line[x] = blend(line[x], pixel, (uint32_t)(least(part, 1.0f) * scale + 0.5f));
    }
    return sum;
}

static void sweep(const Soft *soft, uint32_t *line, const Edge *a, const Edge *b, uint32_t pixel,
                  float scale) {
    const Edge *first = a->lo <= b->lo ? a : b, *second = first == a ? b : a;
    if (first->hi + 1 >= second->lo) {
        int to = first->hi > second->hi ? first->hi : second->hi;
        blend_columns(soft, line, first->lo, to, 0.0f, pixel, scale);
        return;
    }
    float sum = blend_columns(soft, line, first->lo, first->hi, 0.0f, pixel, scale);
    float part = (sum < 0.0f ? -sum : sum) * scale;
    if (part >= 256.0f * SOLID) {
        for (int x = first->hi + 1; x < second->lo; x++) line[x] = pixel;
    } else {
        uint32_t alpha = (uint32_t)(part + 0.5f);
        for (int x = first->hi + 1; x < second->lo; x++) line[x] = blend(line[x], pixel, alpha);
    }
    blend_columns(soft, line, second->lo, second->hi, sum, pixel, scale);
}

/* No antialiasing: pixels whose centre is inside. */
static void fast_row(const Soft *soft, uint32_t *line, Edge *a, Edge *b, float y, uint32_t pixel,
                     uint32_t alpha) {
    if (!edge_seek(a, y) || !edge_seek(b, y)) return;
    float width = (float)soft->base.width, xa = edge_x(a, y, width), xb = edge_x(b, y, width);
    int end = (int)(most(xa, xb) + 0.5f);
    for (int x = (int)(least(xa, xb) + 0.5f); x < end; x++) {
        line[x] = alpha >= 256 ? pixel : blend(line[x], pixel, alpha);
    }
}

/* ---- upright rectangles ------------------------------------------------------------------- */

/* How much of the pixel from at to at + 1 lies within lo..hi. */
static float overlap(int at, float lo, float hi) {
    float part = least(hi, (float)(at + 1)) - most(lo, (float)at);
    return part > 0.0f ? part : 0.0f;
}

/* Grid lines, bars and boxes at rest: coverage is a product, no spans are needed. */
static void fill_upright(Soft *soft, SDL_FPoint a, SDL_FPoint b, uint32_t pixel, int alpha) {
    float x1 = most(least(a.x, b.x), 0.0f), x2 = least(most(a.x, b.x), (float)soft->base.width);
    float y1 = most(least(a.y, b.y), 0.0f), y2 = least(most(a.y, b.y), (float)soft->base.height);
    if (!(x1 < x2) || !(y1 < y2)) return;
    int x_end = ceil_int(x2), y_end = ceil_int(y2);
    float scale = (float)alpha * (256.0f / 255.0f);
    for (int y = (int)y1; y < y_end; y++) {
        uint32_t *line = soft->pixels + (size_t)y * (size_t)soft->stride;
        float row = scale * overlap(y, y1, y2);
        int x = (int)x1, inner_end = (int)x2;
        uint32_t inner = (uint32_t)(row + 0.5f);
        if (x < x_end) line[x] = blend(line[x], pixel, (uint32_t)(row * overlap(x, x1, x2) + 0.5f));
        if (inner >= 256) {
            for (x++; x < inner_end; x++) line[x] = pixel;
        } else {
            for (x++; x < inner_end; x++) line[x] = blend(line[x], pixel, inner);
        }
        for (; x < x_end; x++) {
            line[x] = blend(line[x], pixel, (uint32_t)(row * overlap(x, x1, x2) + 0.5f));
        }
    }
}

/* Opposite corners are enough when sides run along the axes. */
static bool is_upright(const SDL_FPoint *p) {
    bool along = p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x;
    return along || (p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y);
}

/* ---- the table of the canvas -------------------------------------------------------------- */

static void soft_convex(view_Canvas *canvas, const SDL_FPoint *points, int count, SDL_Color color) {
    Soft *soft = (Soft *)canvas;
    uint32_t pixel = SDL_MapRGBA(soft->surface->format, color.r, color.g, color.b, 255);
    if (count == 4 && is_upright(points)) {
        fill_upright(soft, points[0], points[2], pixel, color.a);
        return;
    }
    int top = 0;
    float bottom = points[0].y;
    for (int i = 1; i < count; i++) {
        if (points[i].y < points[top].y) top = i;
        bottom = most(bottom, points[i].y);
    }
    float y_top = points[top].y;
    if (!(y_top < (float)canvas->height) || !(bottom > 0.0f) || color.a == 0) return;
    Edge a = {.points = points, .count = count, .at = top, .step = 1, .left = count};
    Edge b = {.points = points, .count = count, .at = top, .step = -1, .left = count};
    edge_load(&a);
    edge_load(&b);
    float scale = (float)color.a * (256.0f / 255.0f), width = (float)canvas->width;
    int y_end = ceil_int(least(bottom, (float)canvas->height));
    for (int y = (int)most(y_top, 0.0f); y < y_end; y++) {
        uint32_t *line = soft->pixels + (size_t)y * (size_t)soft->stride;
        float from = most(y_top, (float)y);
        if (canvas->quality == VIEW_FAST) {
            float middle = (float)y + 0.5f;
            if (middle >= y_top) {
                fast_row(soft, line, &a, &b, middle, pixel, (uint32_t)(scale + 0.5f));
            }
        } else if (gather(&a, &b, soft->cover, from, (float)(y + 1), width)) {
            sweep(soft, line, &a, &b, pixel, scale);
        }
    }
}

static void soft_glyph(view_Canvas *canvas, const view_Glyph *glyph, int x, int y,
                       SDL_Color color) {
    Soft *soft = (Soft *)canvas;
    uint32_t pixel = SDL_MapRGBA(soft->surface->format, color.r, color.g, color.b, 255);
    const view_Atlas *atlas = canvas->atlas;
    x += glyph->dx, y += glyph->dy;
    int x0 = x < 0 ? -x : 0, y0 = y < 0 ? -y : 0;
    int x1 = SDL_min(glyph->w, canvas->width - x), y1 = SDL_min(glyph->h, canvas->height - y);
    for (int j = y0; j < y1; j++) {
        const uint8_t *from = atlas->alpha + (glyph->y + j) * atlas->width + glyph->x;
        uint32_t *to = soft->pixels + (size_t)(y + j) * (size_t)soft->stride + x;
        for (int i = x0; i < x1; i++) {
            uint32_t alpha = (uint32_t)from[i] * color.a;
            if (alpha) to[i] = blend(to[i], pixel, (alpha + (alpha >> 8)) >> 8);
        }
    }
}

/* ---- pictures ------------------------------------------------------------------------------ */

/* Between four pixels, by their weights in 1/256; colours weigh as much as they are seen. */
static void sample(const view_Image *image, float u, float v, uint32_t out[4]) {
    float x = u * (float)image->width - 0.5f, y = v * (float)image->height - 0.5f;
    int x0 = (int)most(x, 0.0f), y0 = (int)most(y, 0.0f);
    int x1 = SDL_min(x0 + 1, image->width - 1), y1 = SDL_min(y0 + 1, image->height - 1);
    x0 = SDL_min(x0, x1), y0 = SDL_min(y0, y1);
    uint32_t fx = (uint32_t)(256.0f * least(most(x - (float)x0, 0.0f), 1.0f));
    uint32_t fy = (uint32_t)(256.0f * least(most(y - (float)y0, 0.0f), 1.0f));
    const uint32_t texels[4] = {image->pixels[(size_t)y0 * (size_t)image->width + (size_t)x0],
                                image->pixels[(size_t)y0 * (size_t)image->width + (size_t)x1],
                                image->pixels[(size_t)y1 * (size_t)image->width + (size_t)x0],
                                image->pixels[(size_t)y1 * (size_t)image->width + (size_t)x1]};
    const uint32_t weights[4] = {(256 - fx) * (256 - fy), fx * (256 - fy), (256 - fx) * fy,
                                 fx * fy};
    uint64_t sum[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
        uint64_t seen = (uint64_t)weights[i] * (texels[i] >> 24);
        sum[0] += seen * (texels[i] >> 16 & 255);
        sum[1] += seen * (texels[i] >> 8 & 255);
        sum[2] += seen * (texels[i] & 255);
        sum[3] += seen;
    }
    for (int i = 0; i < 3; i++) out[i] = sum[3] ? (uint32_t)(sum[i] / sum[3]) : 0;
    out[3] = (uint32_t)(sum[3] >> 16);
}

/* How much of a pixel lies within 0..1 along one side of so many pixels. */
static float within(float t, float length) {
    float in = least(t, 1.0f - t) * length + 0.5f;
    return least(most(in, 0.0f), 1.0f);
}

static void soft_image(view_Canvas *canvas, const view_Image *image, const SDL_FPoint corners[4],
                       SDL_Color color) {
    Soft *soft = (Soft *)canvas;
    SDL_FPoint o = corners[0], a = {corners[1].x - o.x, corners[1].y - o.y};
    SDL_FPoint b = {corners[3].x - o.x, corners[3].y - o.y};
    float area = a.x * b.y - a.y * b.x, x1 = o.x, x2 = o.x, y1 = o.y, y2 = o.y;
    if (!(area > 1e-6f || area < -1e-6f)) return;
    for (int i = 1; i < 4; i++) {
        x1 = least(x1, corners[i].x), x2 = most(x2, corners[i].x);
        y1 = least(y1, corners[i].y), y2 = most(y2, corners[i].y);
    }
    float across = SDL_sqrtf(a.x * a.x + a.y * a.y), down = SDL_sqrtf(b.x * b.x + b.y * b.y);
    int from = (int)most(x1 - 1.0f, 0.0f), to = (int)least(x2 + 2.0f, (float)canvas->width);
    int end = (int)least(y2 + 2.0f, (float)canvas->height);
    for (int y = (int)most(y1 - 1.0f, 0.0f); y < end; y++) {
        uint32_t *line = soft->pixels + (size_t)y * (size_t)soft->stride;
        for (int x = from; x < to; x++) {
            float px = (float)x + 0.5f - o.x, py = (float)y + 0.5f - o.y;
            float u = (px * b.y - py * b.x) / area, v = (a.x * py - a.y * px) / area;
            float cover = within(u, across) * within(v, down);
            if (cover <= 0.0f) continue;
            uint32_t c[4];
            sample(image, u, v, c);
            uint32_t alpha = (uint32_t)(cover * (float)(c[3] * color.a) * (256.0f / 65025.0f));
            uint32_t pixel =
                SDL_MapRGBA(soft->surface->format, (Uint8)(c[0] * color.r / 255),
                            (Uint8)(c[1] * color.g / 255), (Uint8)(c[2] * color.b / 255), 255);
            if (alpha) line[x] = blend(line[x], pixel, alpha);
        }
    }
}

static void soft_clear(view_Canvas *canvas, SDL_Color color) {
    Soft *soft = (Soft *)canvas;
    SDL_FillRect(soft->surface, NULL,
                 SDL_MapRGBA(soft->surface->format, color.r, color.g, color.b, 255));
}

static void soft_finish(view_Canvas *canvas) { (void)canvas; }

static void soft_close(view_Canvas *canvas) {
    free(((Soft *)canvas)->cover);
    free(canvas);
}

bool view_canvas_soft_retarget(view_Canvas *canvas, SDL_Surface *surface) {
    Soft *soft = (Soft *)canvas;
    if (!surface || surface->format->BytesPerPixel != 4 || SDL_MUSTLOCK(surface)) return false;
    int length = surface->w + 2;
    if (length > soft->cover_length) {
        float *cover = calloc((size_t)length, sizeof *cover);
        if (!cover) return false;
        free(soft->cover);
        soft->cover = cover;
        soft->cover_length = length;
    }
    soft->surface = surface;
    soft->pixels = surface->pixels;
    soft->stride = surface->pitch / 4;
    canvas->width = surface->w;
    canvas->height = surface->h;
    return true;
}

view_Canvas *view_canvas_soft(SDL_Surface *surface) {
    Soft *soft = calloc(1, sizeof *soft);
    if (!soft) return NULL;
    soft->base = (view_Canvas){.clear = soft_clear,
                               .convex = soft_convex,
                               .glyph = soft_glyph,
                               .image = soft_image,
                               .finish = soft_finish,
                               .close = soft_close};
    if (!view_canvas_soft_retarget(&soft->base, surface)) {
        soft_close(&soft->base);
        return NULL;
    }
    return &soft->base;
}
