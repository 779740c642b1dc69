/* account.c: the list of what an edit did, a row for each name. What it says is the scene's
 * (cairn.scene.account); one word of it is the toast. */
#include "account.h"

#include <stdio.h>
#include <string.h>

#define WIDTH 520.0f /* px of the design */
#define FATE  92.0f  /* likewise, the column of what became of it */
#define WHAT  190.0f /* likewise, the column of names */

enum { MOST_ROWS = 200 };

static SDL_Color color_of(const char *fate) {
    if (!strncmp(fate, "kept", 4)) return (SDL_Color){130, 210, 130, 255};
    if (!strncmp(fate, "read again", 10) || !strncmp(fate, "gone", 4)) return VIEW_BAD;
    return VIEW_ACCENT;
}

/* The part of a line up to a tab or its end, cut to the room. Returns what follows it. */
static const char *draw_part(const view_Hud *hud, const char *text, int x, int y, int room,
                             SDL_Color color) {
    char part[200];
    int bytes = (int)strcspn(text, "\t\n");
    snprintf(part, sizeof part, "%.*s", bytes, text);
    if (part[0]) {
        int fit = view_text_wrap(hud->app->text, VIEW_SANS, part, room);
        part[SDL_min(fit, (int)sizeof part - 1)] = '\0';
        view_hud_text(hud, VIEW_SANS, x, y, color, part);
    }
    return text[bytes] == '\t' ? text + bytes + 1 : text + bytes;
}

static int count_lines(const char *text) {
    int count = 0;
    for (; text; text = view_text_next_line(text)) count++;
    return count;
}

int view_account_draw(const view_Hud *hud, int top) {
    view_App *app = hud->app;
    if (!app->shown.account || !app->text) return top;
    const char *text = host_scene_account(app->scene);
    if (!text) text = "no edit yet: save the script while it runs";
    int m = hud->margin, fit = (hud->canvas->height * 2 / 3 - 2 * m) / hud->line;
    int lines = SDL_min(count_lines(text), SDL_max(fit, 2));
    float u = hud->unit, width = WIDTH * u;
    SDL_FRect box = {(float)(m / 2), (float)top, width, (float)(lines * hud->line + m)};
    view_hud_box(hud, box.x, box.y, box.w, box.h, VIEW_PANEL);
    int x = m, y = top + m / 2;
    draw_part(hud, text, x, y, (int)width - 2 * m, VIEW_INK);
    for (int i = 1; i < lines; i++) {
        text = view_text_next_line(text);
        y += hud->line;
        const char *rest = draw_part(hud, text, x, y, (int)(FATE * u), color_of(text));
        rest = draw_part(hud, rest, x + (int)(FATE * u), y, (int)(WHAT * u) - m, VIEW_INK);
        int at = x + (int)((FATE + WHAT) * u);
        draw_part(hud, rest, at, y, (int)width - at - m, VIEW_DIM);
    }
    return (int)(box.y + box.h) + m / 2;
}
