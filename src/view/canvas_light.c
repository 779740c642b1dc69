/* canvas_light.c: a canvas that turns dark into light: one place instead of a second palette.
 *
 * All colours of the viewer, of worlds and of scripts are chosen for a dark ground. Here greys
 * change lightness with their opposite, so that ground, panels and texts do; colours keep their
 * hue, and texts and thin lines of them become darker, to read on the light ground. Pictures stay.
 */
#include "canvas.h"

#define GREY 60   /* of 255: the most that the channels of a grey are apart */
#define DARK 0.6f /* ratio, of what is written in a colour */

static Uint8 channel(int value) { return (Uint8)SDL_clamp(value, 0, 255); }

static SDL_Color turned(SDL_Color c, bool written) {
    int high = SDL_max(SDL_max(c.r, c.g), c.b), low = SDL_min(SDL_min(c.r, c.g), c.b);
    if (high - low <= GREY) {
        int by = 255 - high - low; /* the channels stay as far apart */
        return (SDL_Color){channel(c.r + by), channel(c.g + by), channel(c.b + by), c.a};
    }
    if (!written) return c;
    return (SDL_Color){(Uint8)(DARK * c.r), (Uint8)(DARK * c.g), (Uint8)(DARK * c.b), c.a};
}

/* A shape so thin that it is a line. */
static bool is_thin(const SDL_FPoint *p, int count) {
    if (count != 4) return false;
    float ax = p[1].x - p[0].x, ay = p[1].y - p[0].y, bx = p[2].x - p[1].x, by = p[2].y - p[1].y;
    float a = ax * ax + ay * ay, b = bx * bx + by * by;
    return SDL_min(a, b) < 9.0f; /* 3 px */
}

static void light_clear(view_Canvas *canvas, SDL_Color color) {
    view_Canvas *target = ((const view_Light *)canvas)->target;
    target->clear(target, turned(color, false));
}

static void light_convex(view_Canvas *canvas, const SDL_FPoint *points, int count,
                         SDL_Color color) {
    view_Canvas *target = ((const view_Light *)canvas)->target;
    target->convex(target, points, count, turned(color, is_thin(points, count)));
}

static void light_glyph(view_Canvas *canvas, const view_Glyph *glyph, int x, int y,
                        SDL_Color color) {
    view_Canvas *target = ((const view_Light *)canvas)->target;
    target->glyph(target, glyph, x, y, turned(color, true));
}

static void light_image(view_Canvas *canvas, const view_Image *image, const SDL_FPoint corners[4],
                        SDL_Color color) {
    view_Canvas *target = ((const view_Light *)canvas)->target;
    target->image(target, image, corners, color);
}

static void light_finish(view_Canvas *canvas) {
    view_Canvas *target = ((const view_Light *)canvas)->target;
    target->finish(target);
}

static void light_close(view_Canvas *canvas) { (void)canvas; }

view_Canvas *view_canvas_light(view_Light *light, view_Canvas *target) {
    *light = (view_Light){.base = *target, .target = target};
    light->base.clear = light_clear;
    light->base.convex = light_convex;
    light->base.glyph = light_glyph;
    light->base.image = light_image;
    light->base.finish = light_finish;
    light->base.close = light_close;
    return &light->base;
}
