/* card.c: an error of the script: what is wrong, the lines around it, what the locals hold there,
 * how it was come to, and a click that opens the editor at it.
 *
 * The band and the card in front have the same parts and differ in how many lines these get. */
#include "card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paint.h"

/* How many lines each part gets. */
typedef struct Room {
    int text, values, traceback;
} Room;

static const Room BAND = {4, 4, 4}, CARD = {8, 12, 10};

/* ---- parts -------------------------------------------------------------------------------------
 */

/* The lines of the source; the one that is meant stands out. Returns the y below. */
static int source_lines(const view_Hud *hud, const char *lines, int x, int y, int width,
                        bool draw) {
    while (*lines) {
        char part[512];
        int bytes = (int)strcspn(lines, "\n");
        snprintf(part, sizeof part, "%.*s", bytes, lines);
        int fits = view_text_wrap(hud->app->text, VIEW_MONO, part, width - hud->margin);
        if (fits < (int)sizeof part) part[fits] = '\0';
        bool meant = part[0] == '>';
        if (draw && meant)
            view_paint_rect(hud->canvas, (float)x, (float)y - 1.0f, (float)width,
                            (float)hud->line + 1.0f, (SDL_Color){58, 34, 34, 255});
        if (draw)
            view_hud_text(hud, VIEW_MONO, x + hud->margin / 2, y, meant ? VIEW_ACCENT : VIEW_DIM,
                          part);
        y += hud->line;
        lines += bytes + (lines[bytes] == '\n');
    }
    return y;
}

static int flow(const view_Hud *hud, SDL_Color color, const char *text, SDL_Rect at, int most,
                bool draw) {
    if (!text || !text[0]) return at.y;
    int y = at.y + hud->line / 2;
    return y + hud->line * view_hud_flow(hud, VIEW_MONO, at.x, y, at.w, most, color, text, draw);
}

/* Draws when draw, else only measures; returns the y below. */
static int parts(const view_Hud *hud, const host_Problem *p, const Room *room, SDL_Rect at,
                 bool draw) {
    at.y += hud->line *
            view_hud_flow(hud, VIEW_SANS, at.x, at.y, at.w, room->text, VIEW_INK, p->text, draw);
    if (p->lines && p->lines[0])
        at.y = source_lines(hud, p->lines, at.x, at.y + hud->line / 2, at.w, draw);
    at.y = flow(hud, VIEW_INK, p->values, at, room->values, draw);
    return flow(hud, VIEW_DIM, p->traceback, at, room->traceback, draw);
}

/* What a click on it opens. */
static void remember(view_App *app, view_CardPlace *card, const host_Problem *p, SDL_FRect place) {
    *card = (view_CardPlace){.place = place, .line = p->line};
    if (!p->path || p->line <= 0) return;
    snprintf(card->path, sizeof card->path, "%s", p->path);
    view_focus_stop(app, place);
}

/* ---- the band and the card ---------------------------------------------------------------------
 */

int view_card_banner(const view_Hud *hud, const host_Status *status, int y) {
    view_App *app = hud->app;
    const host_Problem *p = &status->banner_problem;
    app->band = (view_CardPlace){.line = 0};
    if (status->banner == HOST_BANNER_NONE || !p->text || !app->text) return y;
    bool bad = status->banner == HOST_BANNER_ERROR;
    int m = hud->margin, panel = (int)app->panel.w;
    int width = hud->canvas->width - 2 * m - (panel ? panel + m / 2 : 0);
    SDL_Rect at = {m, y + m / 2, width - m, 0};
    int height = parts(hud, p, &BAND, at, false) - at.y;
    SDL_FRect box = {(float)(m / 2), (float)y, (float)(width + m), (float)(height + m)};
    view_hud_box(hud, box.x, box.y, box.w, box.h,
                 bad ? (SDL_Color){92, 28, 26, 235} : (SDL_Color){44, 54, 70, 235});
    parts(hud, p, &BAND, at, true);
    if (bad) remember(app, &app->band, p, box);
    return y + height + m + m / 2;
}

static const char *title(const host_Status *status, char *text, size_t size) {
    if (!status->started) return "the script raised an error, so the scene could not start";
    if (status->error_count <= 1) return "the script raised an error, the simulation is paused";
    snprintf(text, size, "the script raised this error %d times", status->error_count);
    return text;
}

static const char *advice(const host_Status *status, char *text, size_t size) {
    bool opens = status->error.path && status->error.line > 0 && getenv("VISUAL");
    snprintf(text, size, "%s%s",
             status->started ? "the next good save goes on, R restarts, Backspace shows how it came"
                             : "the next good save starts it, R tries again",
             opens ? "; a click opens the editor" : "");
    return text;
}

void view_card_error(const view_Hud *hud, const host_Status *status, int top) {
    view_App *app = hud->app;
    const host_Problem *p = &status->error;
    app->card = (view_CardPlace){.line = 0};
    if (!p->text || !app->text) return;
    int m = hud->margin, room = hud->canvas->width - (int)app->panel.w;
    int width = SDL_min(room - 4 * m, (int)(900.0f * hud->unit));
    SDL_Rect at = {(room - width) / 2 + m, 0, width - 2 * m, 0};
    int height = parts(hud, p, &CARD, at, false) + 2 * hud->line + hud->line / 2 + 2 * m;
    int y = SDL_max((hud->canvas->height - height) / 5, top); /* what falls is mostly below */
    SDL_FRect box = {(float)(at.x - m), (float)y, (float)width, (float)height};
    view_hud_box(hud, box.x - 1.5f, box.y - 1.5f, box.w + 3.0f, box.h + 3.0f,
                 (SDL_Color){150, 52, 46, 255});
    view_hud_box(hud, box.x, box.y, box.w, box.h, (SDL_Color){26, 20, 22, 250});
    char text[160];
    at.y = y + m;
    view_hud_text(hud, VIEW_SANS, at.x, at.y, VIEW_BAD, title(status, text, sizeof text));
    at.y += hud->line;
    at.y = parts(hud, p, &CARD, at, true);
    view_hud_text(hud, VIEW_SANS, at.x, at.y + hud->line / 2, VIEW_DIM,
                  advice(status, text, sizeof text));
    remember(app, &app->card, p, box);
}

/* ---- the mouse ---------------------------------------------------------------------------------
 */

bool view_card_press(view_App *app) {
    const view_CardPlace *cards[] = {&app->card, &app->band};
    for (int i = 0; i < 2; i++) {
        if (!view_is_over(app, cards[i]->place)) continue;
        if (!cards[i]->path[0]) return true;
        if (host_open_editor(cards[i]->path, cards[i]->line))
            view_toast(app, false, "%s:%d in the editor", cards[i]->path, cards[i]->line);
        else
            view_toast(app, true, "$VISUAL names no editor");
        return true;
    }
    return false;
}
