/* paint.c: everything that is drawn, as convex polygons.
 *
 * Corners go round with positive area, which pushing outwards relies on. A border is the shape
 * twice (border colour, then the smaller fill) where the fill hides it, else a closed strip.
 * Tessellation follows the size in pixels: the sagitta of an arc stays below ARC_ERROR. */
#include "paint.h"

#include <math.h>

#define ARC_ERROR   0.15f /* px */
#define PI_F        3.14159265f
#define MITER_LIMIT 3.0f
#define MIN_WIDTH   1.0f /* px */
#define JOIN_WIDTH  2.5f /* px; thinner strips need no round joins */

static float min2(float a, float b) { return a < b ? a : b; }
static float max2(float a, float b) { return a > b ? a : b; }

static float area_of(const SDL_FPoint *p, int count) {
    float area = 0.0f;
    for (int i = 0, j = count - 1; i < count; j = i++) area += p[j].x * p[i].y - p[i].x * p[j].y;
    return 0.5f * area;
}

static float perimeter_of(const SDL_FPoint *p, int count) {
    float sum = 0.0f;
    for (int i = 0, j = count - 1; i < count; j = i++) {
        float x = p[i].x - p[j].x, y = p[i].y - p[j].y;
        sum += sqrtf(x * x + y * y);
    }
    return sum;
}

/* How many chords make a turn of so many radians look round. */
static int arc_steps(float radius, float turn) {
    float half = acosf(max2(1.0f - ARC_ERROR / max2(radius, 2.0f * ARC_ERROR), 0.0f));
    int steps = (int)ceilf(turn / max2(2.0f * half, 0.01f));
    return steps < 1 ? 1 : steps > 512 ? 512 : steps;
}

/* The outward unit normal of the side from a to b (positive area). */
static bool side_normal(SDL_FPoint a, SDL_FPoint b, SDL_FPoint *n) {
    float x = b.x - a.x, y = b.y - a.y, length = sqrtf(x * x + y * y);
    if (length < 1e-5f) return false;
    *n = (SDL_FPoint){y / length, -x / length};
    return true;
}

/* ---- offsets ------------------------------------------------------------------------------ */

/* Push every side outwards by distance, sharp corners (cut at the miter limit). */
static void offset_sharp(const SDL_FPoint *p, int count, float distance, SDL_FPoint *out) {
    for (int i = 0; i < count; i++) {
        SDL_FPoint n1 = {0, 0}, n2 = {0, 0};
        bool has1 = side_normal(p[i ? i - 1 : count - 1], p[i], &n1);
        bool has2 = side_normal(p[i], p[i + 1 < count ? i + 1 : 0], &n2);
        if (!has1) n1 = n2;
        if (!has2) n2 = n1;
        float mx = n1.x + n2.x, my = n1.y + n2.y;
        float limit = 4.0f / (MITER_LIMIT * MITER_LIMIT);
        float k = 2.0f * distance / max2(mx * mx + my * my, limit);
        out[i] = (SDL_FPoint){p[i].x + k * mx, p[i].y + k * my};
    }
}

/* Push outwards with round corners; returns the number of corners written. */
static int offset_round(const SDL_FPoint *p, int count, float radius, SDL_FPoint *out, int room) {
    int written = 0;
    SDL_FPoint before;
    int last = count - 1;
    while (last > 0 && !side_normal(p[last], p[0], &before)) last--;
    if (last == 0) return 0;
    for (int i = 0; i <= last; i++) {
        SDL_FPoint n;
        if (!side_normal(p[i], p[i < last ? i + 1 : 0], &n)) continue;
        float turn = atan2f(before.x * n.y - before.y * n.x, before.x * n.x + before.y * n.y);
        /* at the end of a capsule, or of a polygon without width, half a turn: by rounding it may
         * come out as one the other way */
        if (turn < -0.5f * PI_F) turn = PI_F;
        turn = count == 2 ? PI_F : max2(turn, 0.0f);
        int steps = arc_steps(radius, turn);
        float c = cosf(turn / (float)steps), s = sinf(turn / (float)steps);
        for (int k = 0; k <= steps && written < room; k++) {
            out[written++] = (SDL_FPoint){p[i].x + radius * before.x, p[i].y + radius * before.y};
            before = (SDL_FPoint){c * before.x - s * before.y, s * before.x + c * before.y};
        }
        before = n;
    }
    return written;
}

static int circle_points(SDL_FPoint center, float radius, SDL_FPoint *out) {
    int steps = arc_steps(radius, 2.0f * PI_F);
    if (steps < 8) steps = 8;
    float c = cosf(2.0f * PI_F / (float)steps), s = sinf(2.0f * PI_F / (float)steps);
    float x = radius, y = 0.0f;
    for (int i = 0; i < steps; i++) {
        out[i] = (SDL_FPoint){center.x + x, center.y + y};
        float turned = c * x - s * y;
        y = s * x + c * y;
        x = turned;
    }
    return steps;
}

/* ---- lines -------------------------------------------------------------------------------- */

void view_paint_line(view_Canvas *canvas, SDL_FPoint a, SDL_FPoint b, float width,
                     SDL_Color color) {
    SDL_FPoint n;
    float h = 0.5f * max2(width, MIN_WIDTH);
    if (!side_normal(a, b, &n)) {
        view_paint_rect(canvas, a.x - h, a.y - h, 2.0f * h, 2.0f * h, color);
        return;
    }
    n.x *= h, n.y *= h;
    SDL_FPoint quad[4] = {{a.x + n.x, a.y + n.y},
                          {b.x + n.x, b.y + n.y},
                          {b.x - n.x, b.y - n.y},
                          {a.x - n.x, a.y - n.y}};
    canvas->convex(canvas, quad, 4, color);
}

void view_paint_strip(view_Canvas *canvas, const SDL_FPoint *points, int count, bool closed,
                      float width, SDL_Color color) {
    bool joins = width > JOIN_WIDTH && color.a == 255;
    view_Style style = {.fill = color};
    for (int i = closed ? 0 : 1, j = closed ? count - 1 : 0; i < count; j = i++) {
        view_paint_line(canvas, points[j], points[i], width, color);
        if (joins) view_paint_disc(canvas, points[i], 0.5f * width, &style);
    }
}

void view_paint_ring(view_Canvas *canvas, SDL_FPoint center, float radius, float width,
                     SDL_Color color) {
    SDL_FPoint points[VIEW_MAX_CORNERS];
    int count = circle_points(center, radius, points);
    /* one quad a side, mitred, so that translucent rings have no dark joints */
    float inner = max2(radius - 0.5f * max2(width, MIN_WIDTH), 0.0f) / max2(radius, 1e-3f);
    float outer = (radius + 0.5f * max2(width, MIN_WIDTH)) / max2(radius, 1e-3f);
    for (int i = 0, j = count - 1; i < count; j = i++) {
        float ax = points[j].x - center.x, ay = points[j].y - center.y;
        float bx = points[i].x - center.x, by = points[i].y - center.y;
        SDL_FPoint quad[4] = {{center.x + inner * ax, center.y + inner * ay},
                              {center.x + outer * ax, center.y + outer * ay},
                              {center.x + outer * bx, center.y + outer * by},
                              {center.x + inner * bx, center.y + inner * by}};
        canvas->convex(canvas, quad, 4, color);
    }
}

/* ---- filled shapes ------------------------------------------------------------------------ */

/* Below these sizes a border is more clutter than help, or too dear. */
static bool wants_border(const view_Canvas *canvas, const view_Style *style, float thickness) {
    static const float least[VIEW_QUALITIES] = {5.0f, 7.0f, 30.0f};
    return style->border.a && thickness >= least[canvas->quality];
}

static void fill_convex(view_Canvas *canvas, const SDL_FPoint *p, int count, float thickness,
                        const view_Style *style) {
    bool outline_only = style->fill.a == 0;
    float width = style->border_px;
    if (outline_only || (style->fill.a < 255 && wants_border(canvas, style, thickness))) {
        canvas->convex(canvas, p, count, style->fill);
        view_paint_strip(canvas, p, count, true, width, style->border);
        return;
    }
    if (!wants_border(canvas, style, thickness)) {
        canvas->convex(canvas, p, count, style->fill);
        return;
    }
    SDL_FPoint inner[VIEW_MAX_CORNERS];
    offset_sharp(p, count, -width, inner);
    canvas->convex(canvas, p, count, style->border);
    if (area_of(inner, count) > 0.0f) canvas->convex(canvas, inner, count, style->fill);
}

void view_paint_disc(view_Canvas *canvas, SDL_FPoint center, float radius,
                     const view_Style *style) {
    SDL_FPoint points[VIEW_MAX_CORNERS];
    radius = max2(radius, 0.5f * MIN_WIDTH);
    if (wants_border(canvas, style, 2.0f * radius) && style->fill.a == 255) {
        int count = circle_points(center, radius, points);
        canvas->convex(canvas, points, count, style->border);
        count = circle_points(center, radius - style->border_px, points);
        canvas->convex(canvas, points, count, style->fill);
        return;
    }
    int count = circle_points(center, radius, points);
    canvas->convex(canvas, points, count, style->fill);
    if (style->fill.a < 255 && style->border.a) {
        view_paint_ring(canvas, center, radius, style->border_px, style->border);
    }
}

void view_paint_polygon(view_Canvas *canvas, const SDL_FPoint *points, int count, float radius,
                        const view_Style *style) {
    SDL_FPoint turned[VIEW_MAX_CORNERS], rounded[VIEW_MAX_CORNERS];
    if (count > VIEW_MAX_CORNERS) count = VIEW_MAX_CORNERS;
    if (count < 1) return;
    if (count == 1) {
        view_paint_disc(canvas, points[0], radius, style);
        return;
    }
    bool reversed = area_of(points, count) < 0.0f;
    for (int i = 0; i < count; i++) turned[i] = points[reversed ? count - 1 - i : i];
    const SDL_FPoint *p = turned;
    float area = area_of(p, count), around = perimeter_of(p, count);
    float ratio =
        area / max2(around, 1e-3f); /* half the width of a long shape, s / 4 of a square */
    if (2.0f * (ratio + radius) < MIN_WIDTH) radius = max2(radius, 0.5f * MIN_WIDTH - ratio);
    if (radius > 0.25f) {
        count = offset_round(p, count, radius, rounded, VIEW_MAX_CORNERS);
        p = rounded;
        if (count < 3) {
            view_paint_disc(canvas, points[0], radius, style);
            return;
        }
    }
    fill_convex(canvas, p, count, 4.0f * ratio + 2.0f * radius, style);
}

void view_paint_rect(view_Canvas *canvas, float x, float y, float w, float h, SDL_Color color) {
    SDL_FPoint quad[4] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
    canvas->convex(canvas, quad, 4, color);
}

void view_paint_round_rect(view_Canvas *canvas, SDL_FRect r, float radius, SDL_Color color) {
    radius = min2(radius, 0.5f * min2(r.w, r.h));
    SDL_FPoint core[4] = {{r.x + radius, r.y + radius},
                          {r.x + r.w - radius, r.y + radius},
                          {r.x + r.w - radius, r.y + r.h - radius},
                          {r.x + radius, r.y + r.h - radius}};
    view_Style style = {.fill = color};
    view_paint_polygon(canvas, core, 4, radius, &style);
}
