/* png.h: a picture as a file. */
#ifndef CAIRN_VIEW_PNG_H
#define CAIRN_VIEW_PNG_H

#include <stdbool.h>

#include <SDL.h>

/* Write surface as a PNG; false with *error (static until the next call). */
bool view_save_png(SDL_Surface *surface, const char *path, const char **error);

#endif
