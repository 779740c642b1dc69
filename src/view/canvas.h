/* canvas.h: what pixels are drawn with: antialiased convex polygons, glyphs and pictures.
 *
 * Two kinds behind one table: canvas_soft.c rasterises into a surface by exact coverage (SDL's
 * software geometry snaps vertices to whole pixels, so it cannot antialias), canvas_gpu.c batches
 * feathered triangles for an SDL_Renderer. Coordinates are pixels, y down, pixel centres at .5.
 * Colours are straight alpha. Not here: lines, circles and borders (paint.c). */
#ifndef CAIRN_VIEW_CANVAS_H
#define CAIRN_VIEW_CANVAS_H

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

#include "image.h"

/* How much work edges may cost; the governor picks one. */
typedef enum view_Quality { VIEW_FINE, VIEW_PLAIN, VIEW_FAST, VIEW_QUALITIES } view_Quality;

/* All glyphs as one picture of alpha; its first 4 x 4 pixels are solid. */
typedef struct view_Atlas {
    uint8_t *alpha; /* width * height */
    int width, height;
    unsigned version; /* counts changes */
} view_Atlas;

/* One glyph: where it is in the atlas, where it goes relative to the pen on the line's top. */
typedef struct view_Glyph {
    int16_t x, y, w, h, dx, dy, advance;
} view_Glyph;

typedef struct view_Canvas view_Canvas;
struct view_Canvas {
    int width, height; /* px */
    view_Quality quality;
    const view_Atlas *atlas; /* NULL: no text */
    void (*clear)(view_Canvas *canvas, SDL_Color color);
    /* either orientation; at least 3 points, all finite and within some ten thousand pixels */
    void (*convex)(view_Canvas *canvas, const SDL_FPoint *points, int count, SDL_Color color);
    void (*glyph)(view_Canvas *canvas, const view_Glyph *glyph, int x, int y, SDL_Color color);
    /* corners of a parallelogram, from the picture's upper left one clockwise; colours times color
     */
    void (*image)(view_Canvas *canvas, const view_Image *image, const SDL_FPoint corners[4],
                  SDL_Color color);
    void (*finish)(view_Canvas *canvas); /* everything is in the target now */
    void (*close)(view_Canvas *canvas);
};

/* Draws into a surface of 32 bits a pixel, which stays the caller's. NULL: out of memory or a
 * format of another kind. */
view_Canvas *view_canvas_soft(SDL_Surface *surface);
/* The surface of a window changes with its size. False when its format is not usable. */
bool view_canvas_soft_retarget(view_Canvas *canvas, SDL_Surface *surface);
view_Canvas *view_canvas_gpu(SDL_Renderer *renderer);
/* After a device reset: textures are made anew at the next glyph. */
void view_canvas_gpu_reset(view_Canvas *canvas);
void view_canvas_gpu_resize(view_Canvas *canvas, int width, int height);

/* What is drawn on it appears on target, as far as it is inside rect; whole pixels for glyphs.
 * Lives in *clip, as long as target; nothing to close. */
typedef struct view_Clip {
    view_Canvas base;
    view_Canvas *target;
    SDL_FRect rect;
} view_Clip;
view_Canvas *view_canvas_clip(view_Clip *clip, view_Canvas *target, SDL_FRect rect);

/* What is drawn on it in colours for a dark ground appears on target in those for a light one. As
 * long as target; nothing to close. */
typedef struct view_Light {
    view_Canvas base;
    view_Canvas *target;
} view_Light;
view_Canvas *view_canvas_light(view_Light *light, view_Canvas *target);

#endif
