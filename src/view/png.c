/* png.c: a picture as a file. */
#include "png.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <SDL_image.h>

bool view_save_png(SDL_Surface *surface, const char *path, const char **error) {
    static char reason[200];
    errno = 0;
    /* IMG_SavePNG reports a path that cannot be opened, but not a disk that is full */
    SDL_RWops *file = SDL_RWFromFile(path, "wb");
    bool ok = file && IMG_SavePNG_RW(surface, file, 0) == 0;
    if (file && SDL_RWclose(file) != 0) ok = false;
    if (ok) return true;
    snprintf(reason, sizeof reason, "%s", errno ? strerror(errno) : SDL_GetError());
    *error = reason;
    return false;
}
