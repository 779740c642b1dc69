/* canvas_soft.c: a convex polygon rasteriser into a surface of 32 bits a pixel.
 *
 * Each row of pixels is cut into sub-scanlines (how many is the quality); on each the polygon is
 * one span with exact ends, since it is convex. Where all spans of a row cover a pixel fully it is
 * stored plainly; only the pixels at the two ends are blended by summed coverage. So a shape costs
 * its outline plus a plain fill, and edges move by fractions of a pixel.
 * Any channel order works, as only whole bytes are blended. */
#include <stdlib.h>
#include <string.h>

#include "canvas.h"

#define MAX_SUBS 8

typedef struct Soft {
    view_Canvas base;
    SDL_Surface *surface;
    uint32_t *pixels;
    int stride; /* px */
} Soft;

/* Walks one side of the polygon downwards. */
typedef struct Edge {
    const SDL_FPoint *points;
    int count, at, step, left; /* left: corners until the bottom */
    float x, slope, y, y_end;
} Edge;

/* The spans of one row of pixels. */
typedef struct Row {
    float l[MAX_SUBS], r[MAX_SUBS];
    int subs;             /* of a whole row */
    int used;             /* of them inside the polygon */
    int lo, hi;           /* pixels touched at all */
    int full_lo, full_hi; /* pixels covered by every sub-scanline */
} Row;

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

/* Where the side crosses y; false below its end. */
static bool edge_seek(Edge *edge, float y, float *x) {
    while (edge->y_end <= y) {
        if (edge->left == 0) return false;
        edge_load(edge);
    }
    *x = edge->x + (y - edge->y) * edge->slope;
    return true;
}

static void row_gather(Row *row, Edge *a, Edge *b, int y, float top, int width) {
    float l_min = 1e9f, l_max = -1e9f, r_min = 1e9f, r_max = -1e9f;
    float w = (float)width, step = 1.0f / (float)row->subs;
    row->used = 0;
    for (int k = 0; k < row->subs; k++) {
        float sub_y = (float)y + ((float)k + 0.5f) * step, xa, xb;
        if (sub_y < top || !edge_seek(a, sub_y, &xa) || !edge_seek(b, sub_y, &xb)) continue;
        float l = most(least(xa, xb), 0.0f), r = least(most(xa, xb), w);
        if (l >= r) continue;
        row->l[row->used] = l;
        row->r[row->used++] = r;
        l_min = least(l_min, l), l_max = most(l_max, l);
        r_min = least(r_min, r), r_max = most(r_max, r);
    }
    if (row->used == 0) return;
    row->lo = (int)l_min;
    row->hi = ceil_int(r_max);
    bool whole = row->used == row->subs;
    row->full_lo = whole ? ceil_int(l_max) : row->hi;
    row->full_hi = whole ? (int)r_min : row->hi;
    if (row->full_lo >= row->full_hi) row->full_lo = row->full_hi = row->hi;
}

static void blend_ends(uint32_t *line, const Row *row, int from, int to, uint32_t pixel,
                       float alpha) {
    float scale = alpha / (float)row->subs;
    for (int x = from; x < to; x++) {
        float x0 = (float)x, x1 = x0 + 1.0f, covered = 0.0f;
        for (int k = 0; k < row->used; k++) {
            float part = least(row->r[k], x1) - most(row->l[k], x0);
            if (part > 0.0f) covered += part;
        }
        line[x] = blend(line[x], pixel, (uint32_t)(covered * scale + 0.5f));
    }
}

static void row_draw(uint32_t *line, const Row *row, uint32_t pixel, int alpha) {
    float scale = (float)alpha * (256.0f / 255.0f);
    blend_ends(line, row, row->lo, row->full_lo, pixel, scale);
    if (alpha == 255) {
        for (int x = row->full_lo; x < row->full_hi; x++) line[x] = pixel;
    } else {
        uint32_t part = (uint32_t)(scale + 0.5f);
        for (int x = row->full_lo; x < row->full_hi; x++) line[x] = blend(line[x], pixel, part);
    }
    blend_ends(line, row, row->full_hi, row->hi, pixel, scale);
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
        int x = (int)x1, plain_end = row >= 256.0f ? (int)x2 : 0;
        if (x < x_end) line[x] = blend(line[x], pixel, (uint32_t)(row * overlap(x, x1, x2) + 0.5f));
        for (x++; x < plain_end; x++) line[x] = pixel;
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

static int subs_of(view_Quality quality) {
    static const int subs[VIEW_QUALITIES] = {8, 4, 1};
    return subs[quality];
}

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
    Row row = {.subs = subs_of(canvas->quality)};
    int y_end = ceil_int(least(bottom, (float)canvas->height));
    for (int y = (int)most(y_top, 0.0f); y < y_end; y++) {
        row_gather(&row, &a, &b, y, y_top, canvas->width);
        if (row.used)
            row_draw(soft->pixels + (size_t)y * (size_t)soft->stride, &row, pixel, color.a);
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

static void soft_clear(view_Canvas *canvas, SDL_Color color) {
    Soft *soft = (Soft *)canvas;
    SDL_FillRect(soft->surface, NULL,
                 SDL_MapRGBA(soft->surface->format, color.r, color.g, color.b, 255));
}

static void soft_finish(view_Canvas *canvas) { (void)canvas; }

static void soft_close(view_Canvas *canvas) { free(canvas); }

bool view_canvas_soft_retarget(view_Canvas *canvas, SDL_Surface *surface) {
    Soft *soft = (Soft *)canvas;
    if (!surface || surface->format->BytesPerPixel != 4 || SDL_MUSTLOCK(surface)) return false;
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
                               .finish = soft_finish,
                               .close = soft_close};
    if (!view_canvas_soft_retarget(&soft->base, surface)) {
        free(soft);
        return NULL;
    }
    return &soft->base;
}
