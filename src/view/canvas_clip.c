/* canvas_clip.c: a window into another canvas: what is outside a rectangle is cut off.
 *
 * Convex polygons stay convex when cut, so neither rasteriser needs to know of it. The canvas
 * behind is cleared, finished and closed by whoever owns it, not through here. */
#include "canvas.h"

#define MOST_CORNERS 2048

static float least(float a, float b) { return a < b ? a : b; }
static float most(float a, float b) { return a > b ? a : b; }

/* Keep what has sign * coordinate <= limit. Each such cut adds one corner at most. */
static int cut(const SDL_FPoint *in, int count, SDL_FPoint *out, bool vertical, float sign,
               float limit) {
    int written = 0;
    for (int i = 0, j = count - 1; i < count; j = i++) {
        float a = sign * (vertical ? in[j].y : in[j].x) - limit;
        float b = sign * (vertical ? in[i].y : in[i].x) - limit;
        if ((a <= 0.0f) != (b <= 0.0f)) {
            float t = a / (a - b);
            SDL_FPoint at = {in[j].x + t * (in[i].x - in[j].x), in[j].y + t * (in[i].y - in[j].y)};
            if (vertical) /* exactly on it, so that upright rectangles stay upright */
                at.y = sign * limit;
            else
                at.x = sign * limit;
            out[written++] = at;
        }
        if (b <= 0.0f) out[written++] = in[i];
    }
    return written;
}

static void clip_convex(view_Canvas *canvas, const SDL_FPoint *points, int count, SDL_Color color) {
    const view_Clip *clip = (const view_Clip *)canvas;
    const SDL_FRect *r = &clip->rect;
    SDL_FPoint a[MOST_CORNERS + 4], b[MOST_CORNERS + 4];
    if (count < 3 || count > MOST_CORNERS) return;
    count = cut(points, count, a, false, -1.0f, -r->x);
    count = cut(a, count, b, false, 1.0f, r->x + r->w);
    count = cut(b, count, a, true, -1.0f, -r->y);
    count = cut(a, count, b, true, 1.0f, r->y + r->h);
    if (count >= 3) clip->target->convex(clip->target, b, count, color);
}

static void clip_glyph(view_Canvas *canvas, const view_Glyph *glyph, int x, int y,
                       SDL_Color color) {
    const view_Clip *clip = (const view_Clip *)canvas;
    const SDL_FRect *r = &clip->rect;
    int x0 = x + glyph->dx, y0 = y + glyph->dy;
    int left = SDL_max((int)r->x - x0, 0), top = SDL_max((int)r->y - y0, 0);
    int right = SDL_max(x0 + glyph->w - (int)(r->x + r->w), 0);
    int bottom = SDL_max(y0 + glyph->h - (int)(r->y + r->h), 0);
    if (left + right >= glyph->w || top + bottom >= glyph->h) return;
    view_Glyph part = *glyph;
    part.x = (int16_t)(part.x + left);
    part.y = (int16_t)(part.y + top);
    part.dx = (int16_t)(part.dx + left);
    part.dy = (int16_t)(part.dy + top);
    part.w = (int16_t)(part.w - left - right);
    part.h = (int16_t)(part.h - top - bottom);
    clip->target->glyph(clip->target, &part, x, y, color);
}

/* Nothing with a picture is drawn through a clip, and what is seen of one is not cut. */
static void clip_image(view_Canvas *canvas, const view_Image *image, const SDL_FPoint corners[4],
                       SDL_Color color) {
    view_Canvas *target = ((const view_Clip *)canvas)->target;
    target->image(target, image, corners, color);
}

static void clip_clear(view_Canvas *canvas, SDL_Color color) {
    const SDL_FRect *r = &((const view_Clip *)canvas)->rect;
    SDL_FPoint quad[4] = {
        {r->x, r->y}, {r->x + r->w, r->y}, {r->x + r->w, r->y + r->h}, {r->x, r->y + r->h}};
    clip_convex(canvas, quad, 4, color);
}

static void clip_nothing(view_Canvas *canvas) { (void)canvas; }

view_Canvas *view_canvas_clip(view_Clip *clip, view_Canvas *target, SDL_FRect rect) {
    float x2 = least(rect.x + rect.w, (float)target->width);
    float y2 = least(rect.y + rect.h, (float)target->height);
    rect.x = most(rect.x, 0.0f);
    rect.y = most(rect.y, 0.0f);
    rect.w = most(x2 - rect.x, 0.0f);
    rect.h = most(y2 - rect.y, 0.0f);
    *clip = (view_Clip){.base = *target, .target = target, .rect = rect};
    clip->base.clear = clip_clear;
    clip->base.convex = clip_convex;
    clip->base.glyph = clip_glyph;
    clip->base.image = clip_image;
    clip->base.finish = clip_nothing;
    clip->base.close = clip_nothing;
    return &clip->base;
}
