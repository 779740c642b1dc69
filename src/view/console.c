/* console.c: the line that is typed at the console: what was typed before, what a word may become;
 * and how it is shown.
 *
 * The scene runs the line (cairn.scene.console) and prints what it gives, so all that is shown
 * above the line is the scene's output. */
#include "console.h"

#include <stdio.h>
#include <string.h>

#include "layout.h"
#include "log.h"
#include "paint.h"
#include "timeline.h"

#define OUTPUT_LINES 14
#define PROMPT       "> "

/* ---- what was typed before ----------------------------------------------------------------- */

static void remember(view_Console *c) {
    const char *last = c->past[(c->past_count + VIEW_CONSOLE_PAST - 1) % VIEW_CONSOLE_PAST];
    const char *text = c->line.text;
    c->recalled = 0;
    if (!text[0] || (c->past_count > 0 && !strcmp(last, text))) return;
    snprintf(c->past[c->past_count % VIEW_CONSOLE_PAST], VIEW_LINE_BYTES, "%s", text);
    c->past_count++;
}

static void recall(view_Console *c, int further) {
    int most = SDL_min(c->past_count, VIEW_CONSOLE_PAST);
    int wanted = SDL_clamp(c->recalled + further, 0, most);
    if (wanted == c->recalled) return;
    c->recalled = wanted;
    c->word_count = 0;
    view_line_set(&c->line, wanted ? c->past[(c->past_count - wanted) % VIEW_CONSOLE_PAST] : "");
}

/* ---- what a word may become ---------------------------------------------------------------- */

/* As far as all of them agree. */
static int common(const view_Console *c) {
    int n = (int)strlen(c->words[0]);
    for (int i = 1; i < c->word_count; i++) {
        int k = 0;
        while (k < n && c->words[i][k] == c->words[0][k]) k++;
        n = k;
    }
    return n;
}

static void complete(view_App *app) {
    view_Console *c = &app->console;
    char text[VIEW_LINE_BYTES], word[HOST_WORD_BYTES];
    int typed = 0;
    snprintf(text, sizeof text, "%.*s", c->line.cursor, c->line.text);
    int count = host_scene_complete(app->scene, text, c->words, VIEW_CONSOLE_WORDS, &typed);
    c->word_count = count;
    if (count == 0) return;
    int n = common(c);
    if (n <= typed) return;
    snprintf(word, sizeof word, "%.*s", n - typed, c->words[0] + typed);
    view_line_insert(&c->line, word);
    c->word_count = count > 1 ? count : 0;
}

/* ---- keys ---------------------------------------------------------------------------------- */

void view_console_open(view_App *app) {
    app->console.open = app->console.fresh = true;
    app->console.word_count = 0;
    view_log_newest(app);
    SDL_StartTextInput();
}

static void close_console(view_App *app) {
    app->console.open = false;
    SDL_StopTextInput();
}

static void run_line(view_App *app) {
    view_Console *c = &app->console;
    char text[VIEW_LINE_BYTES];
    snprintf(text, sizeof text, "%s", c->line.text);
    remember(c);
    view_line_set(&c->line, "");
    c->word_count = 0;
    view_log_newest(app);
    if (text[0]) host_scene_console(app->scene, text);
}

bool view_console_key(view_App *app, const SDL_KeyboardEvent *event) {
    SDL_Keycode key = event->keysym.sym;
    if (!app->console.open) return false;
    if (event->type == SDL_KEYUP) return false; /* of keys that went down before it was opened */
    if (key >= SDLK_F1 && key <= SDLK_F12) return false; /* which write nothing */
    if (view_log_key(app, event)) return true;
    if (key == SDLK_ESCAPE || event->keysym.scancode == SDL_SCANCODE_GRAVE)
        close_console(app);
    else if (key == SDLK_RETURN || key == SDLK_KP_ENTER)
        run_line(app);
    else if (key == SDLK_TAB)
        complete(app);
    else if (view_line_key(&app->console.line, event))
        app->console.word_count = 0;
    else if (key == SDLK_UP || key == SDLK_DOWN)
        recall(&app->console, key == SDLK_UP ? 1 : -1);
    return true;
}

void view_console_type(view_App *app, const char *text) {
    if (!app->console.open || app->console.fresh || view_log_type(app, text)) return;
    app->console.word_count = 0;
    view_line_insert(&app->console.line, text);
}

/* ---- how it is shown ----------------------------------------------------------------------- */

/* In rows above the line, as many as there is room for. */
static void draw_words(const view_Hud *hud, SDL_FRect box) {
    const view_Console *c = &hud->app->console;
    int x = (int)box.x + hud->margin / 2, y = (int)box.y, gap = hud->line;
    for (int i = 0; i < c->word_count && y < (int)(box.y + box.h); i++) {
        int w = view_text_width(hud->app->text, VIEW_MONO, c->words[i], HOST_WORD_BYTES);
        if (x + w > (int)(box.x + box.w)) x = (int)box.x + hud->margin / 2, y += hud->line;
        view_hud_text(hud, VIEW_MONO, x, y, VIEW_INK, c->words[i]);
        x += w + gap;
    }
}

static void draw_line(const view_Hud *hud, SDL_FRect box, int y) {
    int x = (int)box.x + hud->margin / 2;
    x = view_hud_text(hud, VIEW_MONO, x, y, VIEW_ACCENT, PROMPT);
    view_hud_line(hud, &hud->app->console.line, x, y, (int)(box.x + box.w) - x - hud->margin / 2);
}

void view_console_draw(const view_Hud *hud) {
    const view_App *app = hud->app;
    if (!app->console.open || !app->text) return;
    int m = hud->margin;
    float bottom = (float)hud->canvas->height - view_timeline_height(hud) - (float)m;
    float right = view_layout_right((float)hud->canvas->width, (float)m, app->panel);
    float height = (float)((OUTPUT_LINES + 2) * hud->line + 2 * m);
    SDL_FRect box = {(float)(m / 2), bottom - height, right - (float)m, height};
    if (box.y < (float)m) box.y = (float)m, box.h = bottom - box.y;
    view_hud_box(hud, box.x, box.y, box.w, box.h, (SDL_Color){19, 22, 27, 235});
    int line_y = (int)bottom - hud->line - m / 2;
    draw_line(hud, box, line_y);
    if (app->console.word_count > 1) {
        SDL_FRect words = {box.x, box.y + (float)m, box.w, (float)(line_y - m) - box.y};
        draw_words(hud, words);
    } else {
        SDL_FRect lines = {box.x, box.y + (float)(m / 2), box.w, box.h};
        view_log_draw(hud, lines, line_y - m / 2);
    }
}
