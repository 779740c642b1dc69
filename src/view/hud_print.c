/* hud_print.c: what each part of the hud is drawn with: sizes, colours, boxes, wrapped text. */
#include "hud_print.h"

#include <stdio.h>

#include "paint.h"

const SDL_Color VIEW_INK = {226, 230, 236, 255};
const SDL_Color VIEW_DIM = {150, 159, 172, 255};
const SDL_Color VIEW_ACCENT = {232, 164, 84, 255};
const SDL_Color VIEW_BAD = {255, 118, 104, 255};
const SDL_Color VIEW_PANEL = {19, 22, 27, 225};

view_Hud view_hud(view_App *app, view_Canvas *canvas) {
    view_Hud hud = {.app = app, .canvas = canvas, .line = view_text_height(app->text)};
    hud.unit = (float)hud.line / 17.0f; /* what DejaVu at 14 px has */
    hud.margin = (int)(10.0f * hud.unit);
    return hud;
}

void view_hud_box(const view_Hud *hud, float x, float y, float w, float h, SDL_Color color) {
    view_paint_round_rect(hud->canvas, (SDL_FRect){x, y, w, h}, 5.0f * hud->unit, color);
}

int view_hud_text(const view_Hud *hud, view_Font font, int x, int y, SDL_Color color,
                  const char *string) {
    return view_text_draw(hud->app->text, hud->canvas, font, x, y, color, string);
}

int view_hud_flow(const view_Hud *hud, view_Font font, int x, int y, int width, int lines,
                  SDL_Color color, const char *string, bool draw) {
    int line = 0;
    while (string && *string && line < lines) {
        char part[512];
        int bytes = view_text_wrap(hud->app->text, font, string, width);
        if (bytes >= (int)sizeof part) { /* the rest on the next line, from a whole character on */
            bytes = (int)sizeof part - 1;
            while (bytes > 1 && (string[bytes] & 0xc0) == 0x80) bytes--;
        }
        snprintf(part, sizeof part, "%.*s", bytes, string);
        if (draw) view_hud_text(hud, font, x, y + line * hud->line, color, part);
        string += bytes;
        if (string[0] == '\r' && string[1] == '\n') string++;
        if (*string == '\n') string++;
        line++;
    }
    return line;
}

int view_hud_paragraph(const view_Hud *hud, view_Font font, int x, int y, int width, int lines,
                       SDL_Color color, const char *string) {
    return y + hud->line * view_hud_flow(hud, font, x, y, width, lines, color, string, true);
}

void view_hud_line(const view_Hud *hud, const view_Line *line, int x, int y, int room) {
    view_Text *text = hud->app->text;
    int from = 0;
    while (from < line->cursor &&
           view_text_width(text, VIEW_MONO, line->text + from, line->cursor - from) > room)
        from = view_line_after(line, from);
    char cut[VIEW_LINE_BYTES];
    int bytes = line->text[from] ? view_text_wrap(text, VIEW_MONO, line->text + from, room) : 0;
    snprintf(cut, sizeof cut, "%.*s", bytes, line->text + from);
    if (line->whole && cut[0]) {
        float w = (float)view_text_width(text, VIEW_MONO, cut, bytes);
        view_paint_rect(hud->canvas, (float)x, (float)y, w, (float)hud->line,
                        (SDL_Color){70, 96, 136, 255});
    }
    view_hud_text(hud, VIEW_MONO, x, y, VIEW_INK, cut);
    int at = view_text_width(text, VIEW_MONO, line->text + from, line->cursor - from);
    view_paint_rect(hud->canvas, (float)(x + at), (float)y, SDL_max(hud->unit, 1.0f),
                    (float)hud->line, VIEW_INK);
}

int view_hud_lines(const view_Hud *hud, view_Font font, int width, int lines, const char *string) {
    return view_hud_flow(hud, font, 0, 0, width, lines, VIEW_INK, string, false);
}
