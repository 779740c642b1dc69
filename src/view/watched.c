/* watched.c: files that are shown or heard are kept, and read again when they change; the clock of
 * the file system is not asked each frame. */
#include "watched.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "clock.h"

#define LOOK_SECONDS 0.5

bool view_watched_take(view_Watched *list, int count, const char *path, int *place) {
    static unsigned long uses;
    int oldest = 0, found = -1;
    for (int i = 0; i < count && found < 0; i++) {
        if (list[i].path && !strcmp(list[i].path, path)) found = i;
        if (list[i].used < list[oldest].used) oldest = i;
    }
    *place = found < 0 ? oldest : found;
    if (found < 0) {
        view_watched_forget(&list[oldest]);
        list[oldest].path = strdup(path);
    }
    list[*place].used = ++uses;
    return found < 0;
}

void view_watched_forget(view_Watched *watched) {
    free(watched->path);
    *watched = (view_Watched){0};
}

bool view_watched_changed(view_Watched *watched) {
    struct stat file;
    double now = view_clock();
    bool first = watched->looked <= 0.0;
    if (!first && now - watched->looked < LOOK_SECONDS) return false;
    watched->looked = now;
    if (stat(watched->path, &file) != 0) memset(&file, 0, sizeof file);
    bool same = file.st_size == watched->size && file.st_mtim.tv_sec == watched->changed.tv_sec &&
                file.st_mtim.tv_nsec == watched->changed.tv_nsec;
    watched->size = file.st_size;
    watched->changed = file.st_mtim;
    return first || !same;
}
