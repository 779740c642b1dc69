/* looks.c: the size of texts and the ground, kept from one run to the next.
 *
 * In the file `looks` of the user's folder for Cairn, which SDL names and makes; lines of a name
 * and a value. Anybody may have written it: what is not understood is as if it were not there. Only
 * a window reads it, so that pictures and films are the same for everyone. */
#include "looks.h"

#include <SDL.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PATH 4096 /* bytes */

/* False: there is no such folder, and it cannot be made. */
static bool find_file(char path[MOST_PATH]) {
    char *folder = SDL_GetPrefPath(NULL, "cairn");
    if (!folder) return false;
    int length = snprintf(path, MOST_PATH, "%slooks", folder);
    SDL_free(folder);
    return length > 0 && length < MOST_PATH;
}

static void take_text(view_App *app, const char *value) {
    int size = value ? atoi(value) : 0;
    if (size > 0) view_app_set_text(app, size);
}

static void take_theme(view_App *app, const char *value) {
    if (value && (!strcmp(value, "light") || !strcmp(value, "dark")))
        app->light = !strcmp(value, "light");
}

static void read_file(view_App *app) {
    char path[MOST_PATH], line[64], name[16], value[16];
    FILE *file = find_file(path) ? fopen(path, "r") : NULL;
    if (!file) return;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%15s %15s", name, value) != 2) continue;
        if (!strcmp(name, "text")) take_text(app, value);
        if (!strcmp(name, "theme")) take_theme(app, value);
    }
    fclose(file);
}

void view_looks_read(view_App *app) {
    app->text_size = VIEW_TEXT_PX;
    app->light = false;
    read_file(app);
    take_text(app, getenv("CAIRN_TEXT"));
    take_theme(app, getenv("CAIRN_THEME"));
}

/* Beside it first, so that there is always a whole one. */
static bool write_file(const view_App *app, const char *path) {
    char beside[MOST_PATH + 8];
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *file = fopen(beside, "w");
    if (!file) return false;
    fprintf(file, "text %d\ntheme %s\n", app->text_size, app->light ? "light" : "dark");
    bool written = !ferror(file);
    written = fclose(file) == 0 && written;
    if (written && rename(beside, path) == 0) return true;
    int why = errno;
    remove(beside);
    errno = why;
    return false;
}

void view_looks_keep(view_App *app) {
    char path[MOST_PATH];
    bool found = find_file(path);
    if (app->looks_lost || (found && write_file(app, path))) return;
    app->looks_lost = true;
    const char *why = found ? strerror(errno) : SDL_GetError();
    view_toast(app, true, "the looks are not kept: %s", why);
}
