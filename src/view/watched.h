/* watched.h: files that are kept while they are shown or heard, and whether they are others now. */
#ifndef CAIRN_VIEW_WATCHED_H
#define CAIRN_VIEW_WATCHED_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

typedef struct view_Watched {
    char *path;         /* NULL: the place is free */
    unsigned long used; /* when it was asked for last, in asks */
    double looked;      /* s */
    struct timespec changed;
    off_t size; /* bytes; 0: it is not there */
} view_Watched;

/* The file's place in a list, which is its own from now on; true when it was another's until now,
 * the one that was asked for longest ago: what was kept of that goes. Out of memory it is free. */
bool view_watched_take(view_Watched *list, int count, const char *path, int *place);
void view_watched_forget(view_Watched *watched);
/* True the first time, and when the file has changed since; it is asked at most twice a second. */
bool view_watched_changed(view_Watched *watched);

#endif
