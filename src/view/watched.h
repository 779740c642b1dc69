/* watched.h: whether a file is another one than it was. */
#ifndef CAIRN_VIEW_WATCHED_H
#define CAIRN_VIEW_WATCHED_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

typedef struct view_Watched {
    double looked; /* s */
    struct timespec changed;
    off_t size;
} view_Watched;

/* True the first time, and when the file has changed since; it is asked at most twice a second. */
bool view_watched_changed(view_Watched *watched, const char *path);

#endif
