/* hud.h: everything in front of the world: lines, bands, panels, the frame graph. */
#ifndef CAIRN_VIEW_HUD_H
#define CAIRN_VIEW_HUD_H

#include "app.h"

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
/* How many lines that takes. */
int view_hud_lines(const view_Hud *hud, view_Font font, int width, int lines, const char *string);

void view_hud_draw(const view_Hud *hud, const host_Status *status);
/* panel.c: scene.params and the script's ui; also takes the mouse. */
void view_panel_draw(const view_Hud *hud);
void view_panel_scroll(view_App *app, float px); /* downwards */
/* graph.c */
void view_graph_push(view_App *app, const host_Status *status);
/* In a box of the width and height it wants, or narrower: then fewer frames are shown. */
void view_graph_draw(const view_Hud *hud, SDL_FRect box);
void view_graph_size(const view_Hud *hud, float *width, float *height, float *least);

#endif
