/* image.c: pictures from files by SDL_image, kept while the viewer runs.
 *
 * When there are MOST_IMAGES the one that was asked for longest ago goes. */
#include "image.h"

#include <SDL_image.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "watched.h"

#define MOST_IMAGES 256
#define MOST_SIDE   8192 /* px */

typedef struct Kept {
    char *path;
    SDL_Surface *surface; /* NULL: it cannot be read */
    view_Image image;
    view_Watched watched;
    unsigned long used;
} Kept;

struct view_Images {
    Kept list[MOST_IMAGES];
    int count;
    unsigned long uses;
    unsigned serial;
};

view_Images *view_images_open(void) { return calloc(1, sizeof(view_Images)); }

static void forget(Kept *kept) {
    free(kept->path);
    SDL_FreeSurface(kept->surface);
    *kept = (Kept){0};
}

void view_images_close(view_Images *images) {
    if (!images) return;
    for (int i = 0; i < images->count; i++) forget(&images->list[i]);
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

static void read_image(view_Images *images, Kept *kept) {
    SDL_FreeSurface(kept->surface);
    kept->surface = read_surface(kept->path);
    kept->image = (view_Image){0};
    if (!kept->surface) {
        fprintf(stderr, "cairn: %s: %s\n", kept->path, SDL_GetError());
        return;
    }
    kept->image =
        (view_Image){kept->surface->w, kept->surface->h, kept->surface->pixels, ++images->serial};
}

static Kept *place_for(view_Images *images, const char *path) {
    Kept *oldest = images->list;
    for (int i = 0; i < images->count; i++) {
        Kept *kept = &images->list[i];
        if (kept->path && !strcmp(kept->path, path)) return kept;
        if (kept->used < oldest->used) oldest = kept;
    }
    Kept *kept = images->count < MOST_IMAGES ? &images->list[images->count++] : oldest;
    forget(kept);
    kept->path = strdup(path);
    return kept;
}

const view_Image *view_images_get(view_Images *images, const char *path) {
    if (!images) return NULL;
    Kept *kept = place_for(images, path);
    kept->used = ++images->uses;
    if (!kept->path) return NULL;
    if (view_watched_changed(&kept->watched, path)) read_image(images, kept);
    return kept->surface ? &kept->image : NULL;
}
