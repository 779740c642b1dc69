/* canvas_gpu.c: feathered triangles in one buffer for SDL_RenderGeometry.
 *
 * A convex polygon is its inside (half a pixel smaller, solid) and a rim one pixel wide that fades
 * to nothing. Glyphs and shapes share the atlas texture, whose first pixels are solid, so a whole
 * frame is one draw call unless the buffer runs full.
 * Without an atlas, or when its texture cannot be made, shapes are drawn without texture. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "canvas.h"

#define MAX_VERTICES 32768
#define MAX_INDICES  (3 * MAX_VERTICES)
#define MAX_CORNERS  2048
#define MOST_IMAGES  64
#define FEATHER      0.5f /* px either side of the true edge */
#define MITER_LIMIT  2.0f

/* A picture as a texture. */
typedef struct Uploaded {
    unsigned serial; /* of the picture; 0: none */
    SDL_Texture *texture;
} Uploaded;

typedef struct Gpu {
    view_Canvas base;
    Uploaded images[MOST_IMAGES]; /* a ring */
    int next_image;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    unsigned version; /* of the atlas in texture */
    int vertex_count, index_count;
    SDL_Vertex vertices[MAX_VERTICES];
    int indices[MAX_INDICES];
} Gpu;

static void flush(Gpu *gpu) {
    if (gpu->index_count) {
        SDL_RenderGeometry(gpu->renderer, gpu->texture, gpu->vertices, gpu->vertex_count,
                           gpu->indices, gpu->index_count);
    }
    gpu->vertex_count = gpu->index_count = 0;
}

/* Room for so many more; false when it never fits. */
static bool reserve(Gpu *gpu, int vertices, int indices) {
    if (vertices > MAX_VERTICES || indices > MAX_INDICES) return false;
    if (gpu->vertex_count + vertices > MAX_VERTICES || gpu->index_count + indices > MAX_INDICES) {
        flush(gpu);
    }
    return true;
}

static void vertex(Gpu *gpu, float x, float y, SDL_Color color, float u, float v) {
    gpu->vertices[gpu->vertex_count++] = (SDL_Vertex){{x, y}, color, {u, v}};
}

static void triangle(Gpu *gpu, int a, int b, int c) {
    gpu->indices[gpu->index_count++] = a;
    gpu->indices[gpu->index_count++] = b;
    gpu->indices[gpu->index_count++] = c;
}

/* The solid pixels of the atlas. */
static float solid_u(const Gpu *gpu) {
    return gpu->base.atlas ? 2.0f / (float)gpu->base.atlas->width : 0.0f;
}

static float solid_v(const Gpu *gpu) {
    return gpu->base.atlas ? 2.0f / (float)gpu->base.atlas->height : 0.0f;
}

static float area_sign(const SDL_FPoint *p, int count) {
    float area = 0.0f;
    for (int i = 0, j = count - 1; i < count; j = i++) area += p[j].x * p[i].y - p[i].x * p[j].y;
    return area < 0.0f ? -1.0f : 1.0f;
}

/* The outward miter at corner i for an offset of one. */
static SDL_FPoint miter(const SDL_FPoint *p, int count, int i, float sign) {
    const SDL_FPoint *a = &p[i ? i - 1 : count - 1], *b = &p[i], *c = &p[i + 1 < count ? i + 1 : 0];
    float ux = b->x - a->x, uy = b->y - a->y, vx = c->x - b->x, vy = c->y - b->y;
    float ul = sqrtf(ux * ux + uy * uy), vl = sqrtf(vx * vx + vy * vy);
    if (ul < 1e-6f) ux = vx, uy = vy, ul = vl;
    if (vl < 1e-6f) vx = ux, vy = uy, vl = ul;
    if (ul < 1e-6f || vl < 1e-6f) return (SDL_FPoint){0.0f, 0.0f};
    float n1x = uy / ul, n1y = -ux / ul, n2x = vy / vl, n2y = -vx / vl;
    float mx = n1x + n2x, my = n1y + n2y, length_sq = mx * mx + my * my;
    float k = 2.0f / fmaxf(length_sq, 4.0f / (MITER_LIMIT * MITER_LIMIT));
    return (SDL_FPoint){sign * k * mx, sign * k * my};
}

static void plain_convex(Gpu *gpu, const SDL_FPoint *points, int count, SDL_Color color) {
    if (!reserve(gpu, count, 3 * count)) return;
    int first = gpu->vertex_count;
    float u = solid_u(gpu), v = solid_v(gpu);
    for (int i = 0; i < count; i++) vertex(gpu, points[i].x, points[i].y, color, u, v);
    for (int i = 2; i < count; i++) triangle(gpu, first, first + i - 1, first + i);
}

static void gpu_convex(view_Canvas *canvas, const SDL_FPoint *points, int count, SDL_Color color) {
    Gpu *gpu = (Gpu *)canvas;
    if (color.a == 0 || count > MAX_CORNERS) return;
    if (canvas->quality == VIEW_FAST) {
        plain_convex(gpu, points, count, color);
        return;
    }
    if (!reserve(gpu, 2 * count, 9 * count)) return;
    int first = gpu->vertex_count;
    float u = solid_u(gpu), v = solid_v(gpu), sign = area_sign(points, count);
    SDL_Color clear = {color.r, color.g, color.b, 0};
    for (int i = 0; i < count; i++) {
        SDL_FPoint m = miter(points, count, i, sign), p = points[i];
        vertex(gpu, p.x - FEATHER * m.x, p.y - FEATHER * m.y, color, u, v);
        vertex(gpu, p.x + FEATHER * m.x, p.y + FEATHER * m.y, clear, u, v);
    }
    for (int i = 2; i < count; i++) triangle(gpu, first, first + 2 * i - 2, first + 2 * i);
    for (int i = 0, j = count - 1; i < count; j = i++) {
        triangle(gpu, first + 2 * j, first + 2 * i, first + 2 * j + 1);
        triangle(gpu, first + 2 * j + 1, first + 2 * i, first + 2 * i + 1);
    }
}

/* The atlas as a texture of the renderer, white with alpha. */
static void upload(Gpu *gpu) {
    const view_Atlas *atlas = gpu->base.atlas;
    if (!atlas || (gpu->texture && gpu->version == atlas->version)) return;
    flush(gpu);
    if (!gpu->texture) {
        gpu->texture = SDL_CreateTexture(gpu->renderer, SDL_PIXELFORMAT_ARGB8888,
                                         SDL_TEXTUREACCESS_STATIC, atlas->width, atlas->height);
        if (!gpu->texture) return;
        SDL_SetTextureBlendMode(gpu->texture, SDL_BLENDMODE_BLEND);
    }
    int count = atlas->width * atlas->height;
    uint32_t *pixels = malloc((size_t)count * sizeof *pixels);
    if (!pixels) return;
    for (int i = 0; i < count; i++) pixels[i] = (uint32_t)atlas->alpha[i] << 24 | 0xffffffu;
    SDL_UpdateTexture(gpu->texture, NULL, pixels, atlas->width * 4);
    free(pixels);
    gpu->version = atlas->version;
}

static void gpu_glyph(view_Canvas *canvas, const view_Glyph *g, int x, int y, SDL_Color color) {
    Gpu *gpu = (Gpu *)canvas;
    upload(gpu);
    if (!gpu->texture || !reserve(gpu, 4, 6)) return;
    float su = 1.0f / (float)canvas->atlas->width, sv = 1.0f / (float)canvas->atlas->height;
    float u0 = su * (float)g->x, v0 = sv * (float)g->y;
    float u1 = su * (float)(g->x + g->w), v1 = sv * (float)(g->y + g->h);
    float x0 = (float)(x + g->dx), y0 = (float)(y + g->dy);
    float x1 = x0 + (float)g->w, y1 = y0 + (float)g->h;
    int first = gpu->vertex_count;
    vertex(gpu, x0, y0, color, u0, v0);
    vertex(gpu, x1, y0, color, u1, v0);
    vertex(gpu, x1, y1, color, u1, v1);
    vertex(gpu, x0, y1, color, u0, v1);
    triangle(gpu, first, first + 1, first + 2);
    triangle(gpu, first, first + 2, first + 3);
}

static SDL_Texture *texture_of(Gpu *gpu, const view_Image *image) {
    for (int i = 0; i < MOST_IMAGES; i++) {
        if (gpu->images[i].serial == image->serial) return gpu->images[i].texture;
    }
    SDL_Texture *texture = SDL_CreateTexture(gpu->renderer, SDL_PIXELFORMAT_ARGB8888,
                                             SDL_TEXTUREACCESS_STATIC, image->width, image->height);
    if (!texture) return NULL;
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear);
    SDL_UpdateTexture(texture, NULL, image->pixels, image->width * 4);
    Uploaded *place = &gpu->images[gpu->next_image];
    gpu->next_image = (gpu->next_image + 1) % MOST_IMAGES;
    if (place->texture) SDL_DestroyTexture(place->texture);
    *place = (Uploaded){image->serial, texture};
    return texture;
}

static void forget_images(Gpu *gpu) {
    for (int i = 0; i < MOST_IMAGES; i++) {
        if (gpu->images[i].texture) SDL_DestroyTexture(gpu->images[i].texture);
        gpu->images[i] = (Uploaded){0};
    }
}

static void gpu_image(view_Canvas *canvas, const view_Image *image, const SDL_FPoint corners[4],
                      SDL_Color color) {
    static const int indices[6] = {0, 1, 2, 0, 2, 3};
    Gpu *gpu = (Gpu *)canvas;
    flush(gpu); /* what is under it */
    SDL_Texture *texture = texture_of(gpu, image);
    if (!texture) return;
    SDL_Vertex vertices[4];
    for (int i = 0; i < 4; i++) {
        vertices[i] =
            (SDL_Vertex){corners[i], color, {i == 1 || i == 2 ? 1.0f : 0.0f, i >= 2 ? 1.0f : 0.0f}};
    }
    SDL_RenderGeometry(gpu->renderer, texture, vertices, 4, indices, 6);
}

static void gpu_clear(view_Canvas *canvas, SDL_Color color) {
    Gpu *gpu = (Gpu *)canvas;
    upload(gpu);
    SDL_SetRenderDrawBlendMode(gpu->renderer, SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawColor(gpu->renderer, color.r, color.g, color.b, 255);
    SDL_RenderClear(gpu->renderer);
}

static void gpu_finish(view_Canvas *canvas) { flush((Gpu *)canvas); }

static void gpu_close(view_Canvas *canvas) {
    Gpu *gpu = (Gpu *)canvas;
    forget_images(gpu);
    if (gpu->texture) SDL_DestroyTexture(gpu->texture);
    free(gpu);
}

void view_canvas_gpu_reset(view_Canvas *canvas) {
    Gpu *gpu = (Gpu *)canvas;
    forget_images(gpu);
    if (gpu->texture) SDL_DestroyTexture(gpu->texture);
    gpu->texture = NULL;
    gpu->vertex_count = gpu->index_count = 0;
}

void view_canvas_gpu_resize(view_Canvas *canvas, int width, int height) {
    canvas->width = width;
    canvas->height = height;
}

view_Canvas *view_canvas_gpu(SDL_Renderer *renderer) {
    Gpu *gpu = calloc(1, sizeof *gpu);
    if (!gpu) return NULL;
    gpu->renderer = renderer;
    gpu->base = (view_Canvas){.clear = gpu_clear,
                              .convex = gpu_convex,
                              .glyph = gpu_glyph,
                              .image = gpu_image,
                              .finish = gpu_finish,
                              .close = gpu_close};
    SDL_GetRendererOutputSize(renderer, &gpu->base.width, &gpu->base.height);
    return &gpu->base;
}
