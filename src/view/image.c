/* image.c: pictures from files by SDL_image, kept while the viewer runs.
 *
 * When there are MOST_IMAGES the one that was asked for longest ago goes. */
#include "image.h"

#include <SDL_image.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "watched.h"

#define MOST_IMAGES 256
#define MOST_SIDE   8192 /* px */

typedef struct Kept {
    SDL_Surface *surface; /* NULL: it cannot be read */
    view_Image image;
} Kept;

struct view_Images {
    view_Watched files[MOST_IMAGES];
    Kept list[MOST_IMAGES]; /* of each file */
    unsigned serial;
};

view_Images *view_images_open(void) { return calloc(1, sizeof(view_Images)); }

static void forget(Kept *kept) {
    SDL_FreeSurface(kept->surface);
    *kept = (Kept){0};
}

void view_images_close(view_Images *images) {
    if (!images) return;
    for (int i = 0; i < MOST_IMAGES; i++) {
        forget(&images->list[i]);
        view_watched_forget(&images->files[i]);
    }
    free(images);
}

static SDL_Surface *read_surface(const char *path) {
    SDL_Surface *raw = IMG_Load(path);
    if (!raw) return NULL;
    bool fits = raw->w > 0 && raw->h > 0 && raw->w <= MOST_SIDE && raw->h <= MOST_SIDE;
    SDL_Surface *surface = fits ? SDL_ConvertSurfaceFormat(raw, SDL_PIXELFORMAT_ARGB8888, 0) : NULL;
    SDL_FreeSurface(raw);
    if (surface && surface->pitch == 4 * surface->w) return surface;
    SDL_FreeSurface(surface);
    return NULL;
}

static void read_image(view_Images *images, Kept *kept, const char *path) {
    forget(kept);
    kept->surface = read_surface(path);
    if (!kept->surface) {
        fprintf(stderr, "cairn: %s: %s\n", path, SDL_GetError());
        return;
    }
    kept->image =
        (view_Image){kept->surface->w, kept->surface->h, kept->surface->pixels, ++images->serial};
}

const view_Image *view_images_get(view_Images *images, const char *path) {
    int place;
    if (!images) return NULL;
    bool is_new = view_watched_take(images->files, MOST_IMAGES, path, &place);
    view_Watched *file = &images->files[place];
    Kept *kept = &images->list[place];
    if (is_new) forget(kept);
    if (!file->path) return NULL;
    if (view_watched_changed(file)) read_image(images, kept, path);
    return kept->surface ? &kept->image : NULL;
}
