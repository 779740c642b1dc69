/* hud_print.h: what each part of the hud is drawn with: sizes, colours, boxes, wrapped text. */
#ifndef CAIRN_VIEW_HUD_PRINT_H
#define CAIRN_VIEW_HUD_PRINT_H

#include "app.h"
#include "line.h"

/* A place to write: the canvas, the text and the sizes that follow from it. */
typedef struct view_Hud {
    view_App *app;
    view_Canvas *canvas;
    float unit; /* px of the design */
    int line;   /* px of a line of text */
    int margin;
} view_Hud;

extern const SDL_Color VIEW_INK, VIEW_DIM, VIEW_ACCENT, VIEW_BAD, VIEW_PANEL;

view_Hud view_hud(view_App *app, view_Canvas *canvas);
void view_hud_box(const view_Hud *hud, float x, float y, float w, float h, SDL_Color color);
int view_hud_text(const view_Hud *hud, view_Font font, int x, int y, SDL_Color color,
                  const char *string);
/* Wrapped to width, at most so many lines; returns the y below. */
int view_hud_paragraph(const view_Hud *hud, view_Font font, int x, int y, int width, int lines,
                       SDL_Color color, const char *string);
/* As view_hud_paragraph, but returns the number of lines; unless draw they are only counted. */
int view_hud_flow(const view_Hud *hud, view_Font font, int x, int y, int width, int lines,
                  SDL_Color color, const char *string, bool draw);
/* A line that is typed, with its cursor, which stays within the room: what does not fit before it
 * goes out at the left. */
void view_hud_line(const view_Hud *hud, const view_Line *line, int x, int y, int room);
/* How many lines that takes. */
int view_hud_lines(const view_Hud *hud, view_Font font, int width, int lines, const char *string);

#endif
