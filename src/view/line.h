/* line.h: a line of text that is typed: characters, a cursor, the keys that move and erase. */
#ifndef CAIRN_VIEW_LINE_H
#define CAIRN_VIEW_LINE_H

#include <SDL.h>
#include <stdbool.h>

enum { VIEW_LINE_BYTES = 1000 };

/* Positions are bytes of UTF-8, between characters. */
typedef struct view_Line {
    char text[VIEW_LINE_BYTES];
    int length, cursor;
    bool whole; /* all of it is chosen: what is typed takes its place */
} view_Line;

void view_line_set(view_Line *line, const char *text);
/* At the cursor; what is no character of a line is left out, and what does not fit. */
void view_line_insert(view_Line *line, const char *text);
/* What stands from one position to another goes. */
void view_line_erase(view_Line *line, int from, int to);
/* The position before or after the character there. */
int view_line_before(const view_Line *line, int at);
int view_line_after(const view_Line *line, int at);
/* Keys that move, erase, copy and paste; false: it was another one. */
bool view_line_key(view_Line *line, const SDL_KeyboardEvent *event);

#endif
