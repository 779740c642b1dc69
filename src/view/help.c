/* help.c: the help, drawn from the tables that the keys, the tools and the mouse go by. */
#include "help.h"

#include <stdio.h>

#include "keys.h"
#include "tools.h"

#define KEY_PX 104.0f /* likewise, the part for the keys */

enum { MOST_ROWS = 120 };

/* key NULL: a head */
typedef struct Row {
    char key[24];
    char text[100];
    bool head;
} Row;

static void add(Row *rows, int *count, const char *key, const char *text) {
    if (*count >= MOST_ROWS) return;
    Row *row = &rows[(*count)++];
    row->head = key == NULL;
    snprintf(row->key, sizeof row->key, "%s", key ? key : "");
    snprintf(row->text, sizeof row->text, "%s", text);
}

static int gather(Row *rows) {
    int count = 0, n;
    const view_Key *keys = view_keys(&n);
    const char *key, *help;
    add(rows, &count, NULL, "Keys");
    for (int i = 0; i < n; i++) add(rows, &count, keys[i].label, keys[i].help);
    add(rows, &count, NULL, "Mouse");
    for (int i = 0; i < VIEW_MOUSE_HELP_COUNT; i++) {
        add(rows, &count, VIEW_MOUSE_HELP[i][0], VIEW_MOUSE_HELP[i][1]);
    }
    add(rows, &count, NULL, "Tools, while their bar is shown (T)");
    for (int i = 0; view_tools_help(i, &key, &help); i++) add(rows, &count, key, help);
    return count;
}

static void draw_row(const view_Hud *hud, const Row *row, int x, int y) {
    if (row->head) {
        view_hud_text(hud, VIEW_SANS, x, y, VIEW_ACCENT, row->text);
        return;
    }
    view_hud_text(hud, VIEW_SANS, x, y, VIEW_INK, row->key);
    view_hud_text(hud, VIEW_SANS, x + (int)(KEY_PX * hud->unit), y, VIEW_DIM, row->text);
}

static int widest(const view_Hud *hud, const Row *rows, int count) {
    int most = 0;
    for (int i = 0; i < count; i++) {
        int w = view_text_width(hud->app->text, VIEW_SANS, rows[i].text, sizeof rows[i].text);
        most = SDL_max(most, w + (rows[i].head ? 0 : (int)(KEY_PX * hud->unit)));
    }
    return most;
}

void view_help_draw(const view_Hud *hud) {
    static Row rows[MOST_ROWS];
    if (!hud->app->shown.help || !hud->app->text) return;
    int count = gather(rows), m = hud->margin, step = hud->line + (int)(3.0f * hud->unit);
    int fit = SDL_max((hud->canvas->height - 4 * m) / step, 1);
    int columns = (count + fit - 1) / fit, each = (count + columns - 1) / columns;
    int column = widest(hud, rows, count) + 2 * m, width = columns * column + 2 * m;
    if (width > hud->canvas->width) {
        column = (hud->canvas->width - 2 * m) / columns;
        width = columns * column + 2 * m;
    }
    int height = SDL_min(each, count) * step + 2 * m;
    int x = (hud->canvas->width - width) / 2, y = (hud->canvas->height - height) / 2;
    view_hud_box(hud, (float)x, (float)y, (float)width, (float)height,
                 (SDL_Color){19, 22, 27, 255});
    for (int i = 0; i < count; i++) {
        draw_row(hud, &rows[i], x + 2 * m + i / each * column, y + m + i % each * step);
    }
}
