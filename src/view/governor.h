/* governor.h: how fine edges may be, from what frames cost. */
#ifndef CAIRN_VIEW_GOVERNOR_H
#define CAIRN_VIEW_GOVERNOR_H

#include "canvas.h"

typedef struct view_Governor {
    view_Quality quality;
    int over, under;               /* frames in a row that cost too much, and far too little */
    int since;                     /* frames at this quality */
    int patience;                  /* calm frames before the finer one is tried; 0: the least */
    int barred;                    /* frames in which nothing is taken, as it did not help */
    bool rose;                     /* the last change was for the better */
    double long_ms;                /* drawing, of the long frames in a row */
    double before_ms, sum_ms;      /* drawing before the step down, and since */
    double dearer[VIEW_QUALITIES]; /* drawing one quality finer than this, times */
} view_Governor;

/* Processor time of our thread. work_ms: the whole frame; draw_ms: the part of it that quality
 * changes. */
void view_governor_frame(view_Governor *governor, double work_ms, double draw_ms);
/* What a quality does without, for the person who sees it; "" for the finest. */
const char *view_governor_taken(view_Quality quality);

#endif
