/* governor.h: how fine edges may be, from how long frames take. */
#ifndef CAIRN_VIEW_GOVERNOR_H
#define CAIRN_VIEW_GOVERNOR_H

#include "canvas.h"

typedef struct view_Governor {
    view_Quality quality;
    int over, under; /* frames in a row above and far below the budget */
    double draw_ms;  /* the cost of drawing at the finer quality when it was given up */
} view_Governor;

/* work_ms: the whole frame without waiting; draw_ms: the part of it that quality changes. */
void view_governor_frame(view_Governor *governor, double work_ms, double draw_ms);

#endif
