/* test_canvas.c: the viewer's parts that need no window.
 *
 * The rasteriser against areas worked out by hand, and with coordinates from a hostile script over
 * a surface with guard pixels around it; camera round trips far from the origin; text that is no
 * text; parts of the hud that must not meet; the governor's steps. Prints "N checks, N failed". */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app.h"
#include "camera.h"
#include "canvas.h"
#include "check.h"
#include "clock.h"
#include "fit.h"
#include "governor.h"
#include "layout.h"
#include "paint.h"
#include "pen.h"
#include "render.h"
#include "text.h"

enum { WIDTH = 160, HEIGHT = 120, GUARD = 16, STRIDE = WIDTH + 2 * GUARD };
#define GUARD_PIXEL 0x5a5a5a5au

static void check(bool ok, const char *what, double got, double wanted) {
    expect(ok, "%s: got %g, wanted %g", what, got, wanted);
}

static uint32_t state = 1;
static double uniform(double lo, double hi) {
    state = state * 1664525u + 1013904223u;
    return lo + (hi - lo) * (double)(state >> 8) / 16777216.0;
}

/* ---- a canvas with a fence ---------------------------------------------------------------- */

static uint32_t memory[STRIDE * (HEIGHT + 2 * GUARD)];

static SDL_Surface *fenced(void) {
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) memory[i] = GUARD_PIXEL;
    return SDL_CreateRGBSurfaceWithFormatFrom(memory + GUARD * STRIDE + GUARD, WIDTH, HEIGHT, 32,
                                              STRIDE * 4, SDL_PIXELFORMAT_ARGB8888);
}

static bool fence_holds(void) {
    for (int y = 0; y < HEIGHT + 2 * GUARD; y++) {
        for (int x = 0; x < STRIDE; x++) {
            bool inside = x >= GUARD && x < GUARD + WIDTH && y >= GUARD && y < GUARD + HEIGHT;
            if (!inside && memory[y * STRIDE + x] != GUARD_PIXEL) return false;
        }
    }
    return true;
}

/* What white on black adds up to, in pixels. */
static double covered(void) {
    double sum = 0.0;
    for (int y = GUARD; y < GUARD + HEIGHT; y++) {
        for (int x = GUARD; x < GUARD + WIDTH; x++) sum += memory[y * STRIDE + x] & 0xff;
    }
    return sum / 255.0;
}

/* ---- the rasteriser ----------------------------------------------------------------------- */

static const SDL_Color BLACK = {0, 0, 0, 255}, WHITE = {255, 255, 255, 255};

static int ellipse(SDL_FPoint *p, int count, double x, double y, double rx, double ry,
                   double turn) {
    for (int i = 0; i < count; i++) {
        double a = 6.283185307 * i / count, c = rx * cos(a), s = ry * sin(a);
        p[i] = (SDL_FPoint){(float)(x + c * cos(turn) - s * sin(turn)),
                            (float)(y + c * sin(turn) + s * cos(turn))};
    }
    return count;
}

static double area_of(const SDL_FPoint *p, int count) {
    double sum = 0.0;
    for (int i = 0, j = count - 1; i < count; j = i++) {
        sum += (double)p[j].x * p[i].y - (double)p[j].y * p[i].x;
    }
    return fabs(0.5 * sum);
}

static void test_areas(view_Canvas *canvas) {
    for (int i = 0; i < 400; i++) {
        SDL_FPoint p[32];
        int count = ellipse(p, 3 + i % 29, uniform(50, 110), uniform(50, 70), uniform(0.3, 45),
                            uniform(0.3, 45), uniform(0, 6.3));
        double wanted = area_of(p, count);
        canvas->clear(canvas, BLACK);
        canvas->convex(canvas, p, count, WHITE);
        /* each blended pixel is rounded to a 256th */
        check(fabs(covered() - wanted) < 0.6 + 0.004 * wanted, "area", covered(), wanted);
    }
}

static void test_rectangles(view_Canvas *canvas) {
    for (int i = 0; i < 200; i++) {
        float x = (float)uniform(-20, 150), y = (float)uniform(-20, 110);
        float w = (float)uniform(0, 60), h = (float)uniform(0, 60);
        double in_x = fmin(x + w, WIDTH) - fmax(x, 0), in_y = fmin(y + h, HEIGHT) - fmax(y, 0);
        double wanted = in_x > 0 && in_y > 0 ? in_x * in_y : 0.0;
        canvas->clear(canvas, BLACK);
        view_paint_rect(canvas, x, y, w, h, WHITE);
        check(fabs(covered() - wanted) < 1.0, "rectangle", covered(), wanted);
    }
}

/* Two triangles of one square meet without a seam or an overlap. */
static void test_seam(view_Canvas *canvas) {
    SDL_FPoint a[3] = {{10, 10}, {90, 20}, {80, 100}}, b[3] = {{10, 10}, {80, 100}, {5, 90}};
    canvas->clear(canvas, BLACK);
    canvas->convex(canvas, a, 3, WHITE);
    canvas->convex(canvas, b, 3, WHITE);
    double wanted = area_of(a, 3) + area_of(b, 3);
    /* two halves blended over each other make three quarters: a 4th of the seam's pixels */
    check(fabs(covered() - wanted) < 0.3 * 120.0, "seam", covered(), wanted);
}

static double hostile(void) {
    static const double far[] = {0, -1, WIDTH, HEIGHT, 1e4, -1e4, 3e4, -3e4, 0.5, 1e-20};
    return uniform(0, 1) < 0.5 ? uniform(-50, 200) : far[(int)uniform(0, 9.99)];
}

static void test_fence(view_Canvas *canvas) {
    for (int i = 0; i < 4000; i++) {
        SDL_FPoint p[6];
        int count = 3 + i % 4;
        for (int k = 0; k < count; k++) p[k] = (SDL_FPoint){(float)hostile(), (float)hostile()};
        canvas->quality = (view_Quality)(i % VIEW_QUALITIES);
        canvas->convex(canvas, p, count, (SDL_Color){255, 255, 255, (Uint8)(i % 256)});
    }
    canvas->quality = VIEW_FINE;
    check(fence_holds(), "the fence holds", 0, 1);
}

/* ---- lists, text, camera, governor -------------------------------------------------------- */

static void test_list(view_Canvas *canvas, view_Text *text) {
    static const double values[] = {0, 1, -1, 1e5, -1e5, 1e30, -1e30, 1e300, 1e-300, NAN, INFINITY};
    enum { VALUES = sizeof values / sizeof values[0] };
    pen_List list = {0};
    view_Camera camera = {.zoom = 50.0};
    view_camera_resize(&camera, WIDTH, HEIGHT);
    pen_Color color = {255, 0, 0, 255};
    for (int i = 0; i < 3000; i++) {
        double n[8];
        for (int k = 0; k < 8; k++) n[k] = values[(int)uniform(0, VALUES - 0.01)] * uniform(0.5, 1);
        pen_list_clear(&list);
        pen_line(&list, color, n[0], n[1], n[2], n[3]);
        pen_arrow(&list, color, n[0], n[1], n[2], n[3]);
        pen_disc(&list, color, color, n[0], n[1], n[2]);
        pen_circle(&list, color, n[3], n[4], n[5]);
        pen_polygon(&list, color, color, n, 1 + i % 4, fabs(n[7]));
        pen_outline(&list, color, n, 4, i % 2);
        pen_text(&list, color, n[0], n[1], "text", 4, (pen_Style){0});
        camera.zoom = i % 3 == 0 ? 1e5 : i % 3 == 1 ? 1e-4 : 50.0;
        view_render_list(canvas, &camera, &list, text, NULL, 1.0f);
    }
    pen_list_clear(&list);
    pen_line(&list, color, NAN, 0, 1, 1);
    pen_disc(&list, color, color, 0, INFINITY, 1);
    check(list.command_count == 0, "not finite is dropped", list.command_count, 0);
    check(fence_holds(), "the fence holds against lists", 0, 1);
    pen_list_free(&list);
}

static void test_text(view_Canvas *canvas, view_Text *text) {
    static const char *const strings[] = {"",
                                          "plain",
                                          "\xff\xfe\xfd",
                                          "\xc3",
                                          "\xe2\x82",
                                          "\xf0\x9f",
                                          ("a\x01"
                                           "b\x7f"),
                                          "\xed\xa0\x80",
                                          "\xc0\x80",
                                          "\xf4\x90\x80\x80",
                                          "\xe2\x98\x83 snow"};
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        const char *at = strings[i];
        view_text_draw(text, canvas, VIEW_MONO, (int)uniform(-50, 170), (int)uniform(-30, 130),
                       WHITE, at);
        while (*at) {
            int bytes = view_text_wrap(text, VIEW_SANS, at, 1);
            check(bytes > 0 && bytes <= (int)strlen(at), "wrap goes on", bytes, 1);
            if (bytes <= 0) break;
            at += bytes;
        }
    }
    check(fence_holds(), "the fence holds against text", 0, 1);
}

/* What a string covers, and a sum that tells one picture of it from another. */
static double picture_of(view_Canvas *canvas, view_Text *text, view_Font font, const char *string,
                         uint32_t *sum) {
    canvas->clear(canvas, BLACK);
    view_text_draw(text, canvas, font, 10, 20, WHITE, string);
    *sum = 2166136261u;
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) {
        *sum = (*sum ^ memory[i]) * 16777619u;
    }
    return covered();
}

/* U+10FFFD is of no font, a Hebrew letter is in DejaVu Sans but not in its monospaced sister. */
static void test_missing(view_Canvas *canvas, view_Text *text) {
    uint32_t question, box, three, other, bytes;
    picture_of(canvas, text, VIEW_SANS, "?", &question);
    double one = picture_of(canvas, text, VIEW_SANS, "\xf4\x8f\xbf\xbd", &box);
    check(one > 5.0 && box != question, "what no font has is a box", one, 10);
    int width = view_text_width(text, VIEW_SANS, "\xf4\x8f\xbf\xbd", 4);
    check(width > 3, "a box has a width", width, 8);
    double many = picture_of(canvas, text, VIEW_SANS,
                             "\xf4\x8f\xbf\xbd\xf4\x8f\xbf\xbd\xf4\x8f\xbf\xbd", &three);
    check(fabs(many - 3.0 * one) < 0.01, "and each has its own", many, 3.0 * one);
    double mono = picture_of(canvas, text, VIEW_MONO, "\xd7\x90", &other);
    picture_of(canvas, text, VIEW_MONO, "?", &question);
    picture_of(canvas, text, VIEW_MONO, "\xf4\x8f\xbf\xbd", &box);
    check(mono > 5.0 && other != question && other != box, "another font stands in", mono, 10);
    double none = picture_of(canvas, text, VIEW_SANS, "\xef\xb8\x8f\xe2\x80\x8d", &other);
    check(none == 0.0, "joiners are not seen", none, 0);
    /* "a", a lone byte, a cut letter, two halves of a surrogate, "b": 1 + 1 + 1 + 3 + 1 */
    width = view_text_width(text, VIEW_SANS, "\xff\xe2\x82\xed\xa0\x80", 6);
    int box_width = view_text_width(text, VIEW_SANS, "\xff", 1);
    check(width == 5 * box_width, "a box for each mistake", width, 5 * box_width);
    picture_of(canvas, text, VIEW_SANS, "\xff", &bytes);
    picture_of(canvas, text, VIEW_SANS, "\xf4\x8f\xbf\xbd", &box);
    check(bytes == box, "the same box", 0, 1);
}

/* More characters than the atlas holds: each is drawn all the same, as before. */
static void test_many_glyphs(view_Canvas *canvas, view_Text *text) {
    uint32_t first, again;
    int lost = 0;
    picture_of(canvas, text, VIEW_SANS, "Hamburg", &first);
    for (unsigned code = 0x4e00; code < 0x5800; code++) {
        char string[4] = {(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 63)),
                          (char)(0x80 | (code & 63)), 0};
        uint32_t sum;
        lost += picture_of(canvas, text, code % 2 ? VIEW_MONO : VIEW_SANS, string, &sum) < 1.0;
    }
    check(lost == 0, "all characters are drawn", lost, 0);
    picture_of(canvas, text, VIEW_SANS, "Hamburg", &again);
    check(first == again, "and the first ones still", 0, 1);
}

/* Rows of pixels that something is drawn on, from the top. */
static void rows_of(int *first, int *last) {
    *first = HEIGHT, *last = -1;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = GUARD; x < GUARD + WIDTH; x++) {
            if ((memory[(y + GUARD) * STRIDE + x] & 0xff) < 0x80) continue;
            if (y < *first) *first = y;
            *last = y;
        }
    }
}

static void test_lines(view_Canvas *canvas, view_Text *text) {
    static const char *const strings[] = {"EE", "EE\nEE", "EE\r\nEE\n", "EE\n\nEE"};
    static const int lines[] = {1, 2, 2, 3};
    pen_Color white = {255, 255, 255, 255};
    view_Camera camera = {.zoom = 1.0};
    view_camera_resize(&camera, WIDTH, HEIGHT);
    camera.zoom = 1.0;
    int top = 0, bottom = 0, height = view_text_height(text);
    for (int i = 0; i < 4; i++) {
        pen_List list = {0};
        int first, last;
        pen_text(&list, white, -60, 40, strings[i], strlen(strings[i]), (pen_Style){0});
        canvas->clear(canvas, BLACK);
        view_render_list(canvas, &camera, &list, text, NULL, 1.0f);
        rows_of(&first, &last);
        if (i == 0) top = first, bottom = last;
        check(first == top, "the first line stays where it was", first, top);
        check(last == bottom + (lines[i] - 1) * height, "the others are below it", last,
              bottom + (lines[i] - 1) * height);
        pen_list_free(&list);
    }
    pen_List list = {0};
    pen_text(&list, white, 0, 0, "a\0b", 3, (pen_Style){0});
    check(strlen(list.text) == 3, "a zero ends no text", (double)strlen(list.text), 3);
    pen_list_free(&list);
}

static void test_camera(void) {
    view_Camera camera = {.zoom = 100.0};
    view_camera_resize(&camera, 1280, 720);
    camera.x = 100000.0;
    camera.y = -100000.0;
    double x, y, after_x, after_y;
    SDL_FPoint p = view_camera_to_px(&camera, 100001.25, -99999.5);
    check(fabs((double)p.x - 765.0) < 1e-3, "100 km away, x", p.x, 765.0);
    check(fabs((double)p.y - 310.0) < 1e-3, "100 km away, y", p.y, 310.0);
    view_camera_to_world(&camera, 200, 300, &x, &y);
    for (int i = 0; i < 200; i++) view_camera_zoom_at(&camera, 200, 300, i < 100 ? 1.3 : 0.6);
    view_camera_to_world(&camera, 200, 300, &after_x, &after_y);
    check(camera.zoom > 0.0 && isfinite(camera.zoom), "zoom has limits", camera.zoom, 1.0);
    check(fabs(after_x - x) < 1e-3 * (1.0 + 1.0 / camera.zoom), "zoom keeps the point", after_x, x);
    view_camera_resize(&camera, 0, 0);
    view_camera_resize(&camera, -5, 7);
    check(camera.width >= 1 && camera.height >= 1, "no empty picture", camera.width, 1);
    view_fit(&camera, (SDL_FRect){0, 0, 1, 7}, NULL, NULL, NULL, 1.0f);
    check(isfinite(camera.zoom) && camera.zoom > 0.0, "nothing to fit", camera.zoom, 1.0);
}

/* The area of a bar with round corners, and as much of it above its middle as below. */
static void test_thin_bars(view_Canvas *canvas) {
    for (int i = 1; i <= 60; i++) {
        float w = 0.25f * (float)i, h = 22.0f, r = SDL_min(5.0f, 0.5f * w);
        double wanted = (double)(w * h) - (4.0 - 3.14159265) * (double)(r * r), top = 0.0;
        canvas->clear(canvas, BLACK);
        view_paint_round_rect(canvas, (SDL_FRect){40.0f, 30.0f, w, h}, 5.0f, WHITE);
        for (int y = GUARD + 30; y < GUARD + 41; y++) {
            for (int x = GUARD; x < GUARD + WIDTH; x++) top += memory[y * STRIDE + x] & 0xff;
        }
        if (w < 1.0f) wanted = (double)h; /* nothing is drawn thinner than a pixel */
        check(fabs(covered() - wanted) < 1.0 + 0.02 * wanted, "thin bar", covered(), wanted);
        check(fabs(2.0 * top / 255.0 - covered()) < 0.5, "it stands upright", top / 255.0, wanted);
    }
}

/* What is drawn through a window is what would be there, and nothing beside it. */
static void test_clip(view_Canvas *canvas, view_Text *text) {
    SDL_FRect window = {40, 30, 50, 40};
    view_Clip clip;
    view_Canvas *inside = view_canvas_clip(&clip, canvas, window);
    static uint32_t whole[STRIDE * (HEIGHT + 2 * GUARD)];
    for (int i = 0; i < 300; i++) {
        SDL_FPoint p[32];
        int count = ellipse(p, 3 + i % 29, uniform(0, 150), uniform(0, 110), uniform(1, 60),
                            uniform(1, 60), uniform(0, 6.3));
        int differ = 0, beside = 0, x = (int)uniform(0, 100), y = (int)uniform(10, 80);
        canvas->clear(canvas, BLACK);
        canvas->convex(canvas, p, count, WHITE);
        view_text_draw(text, canvas, VIEW_SANS, x, y, (SDL_Color){9, 99, 9, 255}, "clipped text");
        memcpy(whole, memory, sizeof whole);
        canvas->clear(canvas, BLACK);
        inside->convex(inside, p, count, WHITE);
        view_text_draw(text, inside, VIEW_SANS, x, y, (SDL_Color){9, 99, 9, 255}, "clipped text");
        for (int k = 0; k < STRIDE * HEIGHT; k++) {
            int px = k % STRIDE - GUARD, py = k / STRIDE - GUARD;
            if (px < 0 || px >= WIDTH || py < 0) continue;
            bool in = px >= 40 && px < 90 && py >= 30 && py < 70;
            if (!in) beside += (memory[k] & 0xffffff) != 0;
            if (in) differ += abs((int)(memory[k] & 0xff) - (int)(whole[k] & 0xff)) > 2;
        }
        check(differ == 0, "inside it is the same", differ, 0);
        check(beside == 0, "outside there is nothing", beside, 0);
    }
    canvas->clear(canvas, BLACK);
    view_paint_rect(view_canvas_clip(&clip, canvas, (SDL_FRect){10, 10, 20.5f, 10}), 0, 0, 100, 100,
                    WHITE);
    check(fabs(covered() - 205.0) < 0.6, "a bar filled to half a pixel", covered(), 205.0);
    view_paint_rect(view_canvas_clip(&clip, canvas, (SDL_FRect){-50, -50, 400, 400}), -9, -9, 1e4f,
                    1e4f, WHITE);
    check(fence_holds(), "the fence holds behind a window", 0, 1);
}

/* ---- a light ground ------------------------------------------------------------------------ */

static uint32_t pixel_at(int x, int y) {
    return memory[(y + GUARD) * STRIDE + x + GUARD] & 0xffffff;
}

/* Greys turn into their opposite and keep their tint, colours stay, thin lines of them darken. */
static void test_light(view_Canvas *canvas) {
    view_Light light;
    view_Canvas *on = view_canvas_light(&light, canvas);
    on->clear(on, (SDL_Color){30, 34, 41, 255});
    check(pixel_at(5, 5) == 0xd6dae1, "a dark ground becomes light", pixel_at(5, 5), 0xd6dae1);
    view_paint_rect(on, 10, 10, 20, 20, (SDL_Color){232, 164, 84, 255});
    check(pixel_at(15, 15) == 0xe8a454, "a colour stays", pixel_at(15, 15), 0xe8a454);
    view_paint_rect(on, 40, 10, 20, 2, (SDL_Color){200, 100, 50, 255});
    check(pixel_at(50, 11) == 0x783c1e, "a line is darker", pixel_at(50, 11), 0x783c1e);
    view_paint_rect(on, 40, 30, 20, 20, (SDL_Color){0, 0, 0, 255});
    check(pixel_at(50, 40) == 0xffffff, "black is white", pixel_at(50, 40), 0xffffff);
}

/* Of texts that give way to each other the later one is left out where they would meet. */
static void test_labels(view_Canvas *canvas, view_Text *text) {
    view_Camera camera = {.zoom = 1.0, .width = WIDTH, .height = HEIGHT};
    pen_Style style = {.gives_way = true};
    double seen[3];
    for (int i = 0; i < 3; i++) {
        pen_List list = {0};
        pen_Color white = {255, 255, 255, 255};
        pen_text(&list, white, -20.0, 0.0, "#12", 3, style);
        if (i > 0) pen_text(&list, white, -18.0, i == 1 ? 2.0 : 30.0, "#13", 3, style);
        canvas->clear(canvas, BLACK);
        view_render_list(canvas, &camera, &list, text, NULL, 1.0f);
        seen[i] = covered();
        pen_list_free(&list);
    }
    check(seen[1] == seen[0], "one that would overlap is left out", seen[1], seen[0]);
    check(seen[2] > 1.8 * seen[0], "one that stands free is there", seen[2], seen[0]);
}

/* ---- layout ------------------------------------------------------------------------------- */

static bool meet(SDL_FRect a, SDL_FRect b) {
    return a.w > 0 && b.w > 0 && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
           b.y < a.y + a.h;
}

static void test_layout(void) {
    int covers = 0, outside = 0, missing = 0;
    for (int i = 0; i < 20000; i++) {
        view_Wanted w = {.width = (float)uniform(200, 2600),
                         .height = (float)uniform(120, 1500),
                         .margin = 10,
                         .line = 17};
        w.top = (float)uniform(37, 300);
        if (i % 2) w.panel = (SDL_FRect){w.width - 255, 5, 250, (float)uniform(30, w.height - 10)};
        if (i % 3) w.scale_w = (float)uniform(64, 160), w.scale_h = 21;
        if (i % 5) w.graph_w = 741, w.graph_h = 94, w.graph_least = 381;
        if (i % 7) w.output_w = (float)uniform(30, 0.6 * w.width), w.output_lines = 1 + i % 6;
        if (i % 11) w.toast_w = (float)uniform(60, 900), w.toast_h = 27;
        view_Layout l = view_layout(&w);
        SDL_FRect head = {0, 0, w.width, w.top};
        SDL_FRect all[] = {head, w.panel, l.scale, l.graph, l.output, l.toast};
        for (int a = 0; a < 6; a++) {
            for (int b = 0; b < a; b++) covers += (a != 1 || b != 0) && meet(all[a], all[b]);
            outside += a > 1 && all[a].w > 0 &&
                       (all[a].x < 0 || all[a].y < 0 || all[a].x + all[a].w > w.width + 0.01f ||
                        all[a].y + all[a].h > w.height + 0.01f);
        }
        bool large = w.width > 1000 && w.height - w.top > 400;
        missing +=
            large && ((w.toast_w > 0 && l.toast.w <= 0) || l.output_lines < w.output_lines ||
                      (w.graph_w > 0 && l.graph.w <= 0) || (w.scale_w > 0 && l.scale.w <= 0));
    }
    check(covers == 0, "nothing covers another", covers, 0);
    check(outside == 0, "nothing leaves the window", outside, 0);
    check(missing == 0, "in a large window all is shown", missing, 0);
}

/* ---- the governor -------------------------------------------------------------------------- */

/* Frames of a scene: the step costs base, drawing draw at the finest and less at the coarser. */
static void play(view_Governor *governor, int frames, double base, double draw) {
    static const double share[VIEW_QUALITIES] = {1.0, 0.6, 0.35};
    for (int i = 0; i < frames; i++) {
        double ms = draw * share[governor->quality];
        view_governor_frame(governor, base + ms, ms);
    }
}

static void test_governor(void) {
    view_Governor governor = {0};
    play(&governor, 2, 8.0, 12.0);
    check(governor.quality == VIEW_FINE, "two long frames are let pass", governor.quality, 0);
    play(&governor, 1, 8.0, 12.0);
    check(governor.quality == VIEW_PLAIN, "three are not", governor.quality, VIEW_PLAIN);
    check(view_governor_taken(VIEW_PLAIN)[0] && view_governor_taken(VIEW_FAST)[0] &&
              !view_governor_taken(VIEW_FINE)[0],
          "what was taken is said", 0, 1);
    play(&governor, 9, 8.0, 12.0);
    check(governor.quality == VIEW_FAST, "and down to the last", governor.quality, VIEW_FAST);
    play(&governor, 2000, 8.0, 12.0);
    check(governor.quality == VIEW_FAST, "there it stays while it must", governor.quality, 2);
    play(&governor, 300, 40.0, 1.0);
    check(governor.quality == VIEW_FAST, "a slow step is not ours", governor.quality, VIEW_FAST);
    play(&governor, 70, 1.0, 2.0);
    check(governor.quality == VIEW_FINE, "a second of calm brings it back", governor.quality, 0);
}

/* What costs little loses nothing to a few bad frames, and not for long to many. */
static void test_governor_noise(void) {
    view_Governor governor = {0};
    for (int i = 0; i < 400; i++) {
        play(&governor, 2, 5.0, 60.0);
        play(&governor, 1, 1.0, 2.0);
    }
    check(governor.quality == VIEW_FINE, "noise takes nothing", governor.quality, VIEW_FINE);
    play(&governor, 30, 5.0, 60.0);
    check(governor.quality == VIEW_FAST, "half a second does", governor.quality, VIEW_FAST);
    play(&governor, 70, 1.0, 2.0);
    check(governor.quality == VIEW_FINE, "and it is back after one", governor.quality, VIEW_FINE);
}

/* Where drawing less is no cheaper nothing is taken for it. */
static void test_governor_in_vain(void) {
    view_Governor governor = {0};
    int coarse = 0;
    for (int i = 0; i < 1000; i++) {
        view_governor_frame(&governor, 20.0, 10.0);
        coarse += governor.quality != VIEW_FINE;
    }
    check(coarse < 100, "what does not help is given back", coarse, 30);
}

/* Sleeping is no work: a frame that waits for a busy machine is not a dear one. */
static void test_work_clock(void) {
    struct timespec pause = {.tv_nsec = 60000000};
    double wall = view_clock(), work = view_work_clock();
    nanosleep(&pause, NULL);
    wall = view_clock() - wall;
    work = view_work_clock() - work;
    check(work < 0.03 && wall >= 0.055, "waiting is not counted", work, 0.0);
    volatile double sum = 0.0;
    double start = view_work_clock();
    for (int i = 0; i < 3000000; i++) sum += i;
    check(view_work_clock() > start && sum > 0.0, "work is", view_work_clock() - start, 1e-3);
}

int main(void) {
    SDL_Surface *surface = fenced();
    view_Canvas *canvas = view_canvas_soft(surface);
    view_Text *text = view_text_open(14);
    if (!canvas) return 2;
    canvas->atlas = view_text_atlas(text);
    test_areas(canvas);
    test_rectangles(canvas);
    test_seam(canvas);
    test_fence(canvas);
    test_list(canvas, text);
    test_text(canvas, text);
    if (text) {
        test_missing(canvas, text);
        test_lines(canvas, text);
        test_many_glyphs(canvas, text);
        test_labels(canvas, text);
    }
    test_light(canvas);
    test_camera();
    test_thin_bars(canvas);
    test_clip(canvas, text);
    test_layout();
    test_governor();
    test_governor_noise();
    test_governor_in_vain();
    test_work_clock();
    canvas->close(canvas);
    view_text_close(text);
    SDL_FreeSurface(surface);
    return tally();
}
