/* watched.c: files that are shown or heard are read again when they change; the clock of the file
 * system is not asked each frame. */
#include "watched.h"

#include <string.h>
#include <sys/stat.h>

#include "clock.h"

#define LOOK_SECONDS 0.5

bool view_watched_changed(view_Watched *watched, const char *path) {
    struct stat file;
    double now = view_clock();
    bool first = watched->looked <= 0.0;
    if (!first && now - watched->looked < LOOK_SECONDS) return false;
    watched->looked = now;
    if (stat(path, &file) != 0) memset(&file, 0, sizeof file);
    bool same = file.st_size == watched->size && file.st_mtim.tv_sec == watched->changed.tv_sec &&
                file.st_mtim.tv_nsec == watched->changed.tv_nsec;
    watched->size = file.st_size;
    watched->changed = file.st_mtim;
    return first || !same;
}
