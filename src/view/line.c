/* line.c: editing a line. Not here: what it is for (console.c, field.c), and how it is drawn. */
#include "line.h"

#include <stdio.h>
#include <string.h>

static bool is_inside(char c) { return ((unsigned char)c & 0xC0) == 0x80; } /* of a character */

int view_line_before(const view_Line *line, int at) {
    if (at > 0) at--;
    while (at > 0 && is_inside(line->text[at])) at--;
    return at;
}

int view_line_after(const view_Line *line, int at) {
    if (at < line->length) at++;
    while (at < line->length && is_inside(line->text[at])) at++;
    return at;
}

void view_line_set(view_Line *line, const char *text) {
    snprintf(line->text, sizeof line->text, "%s", text);
    line->cursor = line->length = (int)strlen(line->text);
    line->whole = false;
}

void view_line_erase(view_Line *line, int from, int to) {
    memmove(line->text + from, line->text + to, (size_t)(line->length - to + 1));
    line->length -= to - from;
    line->cursor = from;
    line->whole = false;
}

void view_line_insert(view_Line *line, const char *text) {
    if (line->whole && *text) view_line_set(line, "");
    for (; *text; text++) {
        if ((unsigned char)*text < 32 || *text == 127) continue;
        if (line->length + 1 >= VIEW_LINE_BYTES) return;
        memmove(line->text + line->cursor + 1, line->text + line->cursor,
                (size_t)(line->length - line->cursor + 1));
        line->text[line->cursor++] = *text;
        line->length++;
    }
}

static void paste(view_Line *line) {
    char *text = SDL_GetClipboardText();
    if (text) view_line_insert(line, text);
    SDL_free(text);
}

static bool with_control(view_Line *line, SDL_Keycode key) {
    switch (key) {
    case SDLK_v:
        paste(line);
        return true;
    case SDLK_c:
        SDL_SetClipboardText(line->text);
        return true;
    case SDLK_u:
        view_line_erase(line, 0, line->cursor);
        return true;
    case SDLK_a:
        line->cursor = 0;
        line->whole = false;
        return true;
    case SDLK_e:
        line->cursor = line->length;
        line->whole = false;
        return true;
    default:
        return false;
    }
}

static void erase_char(view_Line *line, bool before) {
    int at = line->cursor;
    if (line->whole)
        view_line_set(line, "");
    else if (before)
        view_line_erase(line, view_line_before(line, at), at);
    else
        view_line_erase(line, at, view_line_after(line, at));
}

bool view_line_key(view_Line *line, const SDL_KeyboardEvent *event) {
    SDL_Keycode key = event->keysym.sym;
    if (event->keysym.mod & KMOD_CTRL) return with_control(line, key);
    switch (key) {
    case SDLK_LEFT:
        line->cursor = view_line_before(line, line->cursor);
        break;
    case SDLK_RIGHT:
        line->cursor = view_line_after(line, line->cursor);
        break;
    case SDLK_HOME:
        line->cursor = 0;
        break;
    case SDLK_END:
        line->cursor = line->length;
        break;
    case SDLK_BACKSPACE:
    case SDLK_DELETE:
        erase_char(line, key == SDLK_BACKSPACE);
        break;
    default:
        return false;
    }
    line->whole = false;
    return true;
}
