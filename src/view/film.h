/* film.h: pictures of one size, one after the other, into a file. */
#ifndef CAIRN_VIEW_FILM_H
#define CAIRN_VIEW_FILM_H

#include <stdbool.h>

#include <SDL.h>

typedef struct view_Film view_Film;

/* path: .mp4, .webm or .gif, which take ffmpeg; without an ending it is a folder, made if need be,
 * for one PNG a picture. NULL with *error (static until the next call) set. */
view_Film *view_film_open(const char *path, int width, int height, double per_second,
                          const char **error);
/* The next picture: of 32 bits (ARGB), and of the size the film was opened with. */
bool view_film_add(view_Film *film, SDL_Surface *picture, const char **error);
/* Ends the film. Only then does the file stand under its name; when it is not kept, or could not be
 * written, what stood there before is still there. NULL is fine. */
bool view_film_close(view_Film *film, bool keep, const char **error);

#endif
