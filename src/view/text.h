/* text.h: the fonts of the viewer and their glyphs in one atlas. */
#ifndef CAIRN_VIEW_TEXT_H
#define CAIRN_VIEW_TEXT_H

#include "canvas.h"

typedef enum view_Font { VIEW_SANS, VIEW_MONO, VIEW_FONTS } view_Font;

typedef struct view_Text view_Text;

/* Fonts of so many pixels. NULL when there is none: said once on stderr, everything runs on
 * without text. */
view_Text *view_text_open(int size_px);
void view_text_close(view_Text *text); /* NULL is fine */
const view_Atlas *view_text_atlas(const view_Text *text);
int view_text_height(const view_Text *text); /* of a line, px */
/* What follows is of so many pixels, 0: of those that it was opened with. */
void view_text_set_size(view_Text *text, float px);
/* text may be NULL: nothing is drawn, nothing has width. Control characters, bytes that are not
 * UTF-8 and characters that no font has show as a small box; a line end ends the string. Returns
 * the pen behind it. */
int view_text_draw(view_Text *text, view_Canvas *canvas, view_Font font, int x, int y,
                   SDL_Color color, const char *string);
/* What follows the first line; NULL when that was all. */
const char *view_text_next_line(const char *string);
int view_text_width(view_Text *text, view_Font font, const char *string, int bytes);
/* How many bytes of the line fit into width, at a space where one is near; at least one
 * character. */
int view_text_wrap(view_Text *text, view_Font font, const char *string, int width);

#endif
