/* governor.c: quality steps down fast and comes back slowly.
 *
 * Down after a few long frames in a row, so that a benchmark's 95th percentile is not spent on
 * finding out. Up after two calm seconds, and only when the frame would have had room for what
 * drawing cost before it stepped down: else it would swing to and fro. */
#include "governor.h"

#define LONG_MS     13.0 /* of the 16.7 of a frame; the rest is presenting */
#define LONG_FRAMES 3
#define CALM_MS     9.0
#define CALM_FRAMES 120

void view_governor_frame(view_Governor *governor, double work_ms, double draw_ms) {
    bool is_long = work_ms > LONG_MS && draw_ms > 0.1 * work_ms;
    governor->over = is_long ? governor->over + 1 : 0;
    double finer_ms = work_ms - draw_ms + SDL_max(governor->draw_ms, draw_ms);
    governor->under = finer_ms < CALM_MS ? governor->under + 1 : 0;
    if (governor->over >= LONG_FRAMES && governor->quality < VIEW_FAST) {
        governor->quality++;
        governor->draw_ms = draw_ms;
        governor->over = governor->under = 0;
    }
    if (governor->under == 0 && work_ms < CALM_MS) {
        /* what it cost is long ago: let the memory fade, so that an emptied scene recovers */
        governor->draw_ms *= 0.995;
    }
    if (governor->under >= CALM_FRAMES && governor->quality > VIEW_FINE) {
        governor->quality--;
        governor->over = governor->under = 0;
    }
}
