/* governor.c: quality goes down when frames cost too much, and comes back when they need not.
 *
 * Costs are processor time of our own thread: on a busy machine a frame may take long although it
 * costs little, and drawing less would not help it. Down after a few long frames in a row. How much
 * cheaper drawing became is measured; if not at all, what was taken is given back. Up as soon as
 * frames would have had room for half a second at the finer quality, reckoned from what drawing
 * costs now times that measure; each time that proves wrong the next try waits twice as long. */
#include "governor.h"

#define LONG_MS      13.0 /* of the 16.7 of a frame; the rest is presenting */
#define LONG_FRAMES  3
#define SHARE        0.2 /* of a frame that drawing must be, or it is not drawing that is too dear */
#define CALM_MS      10.5
#define CALM_FRAMES  30
#define MOST_CALM    480
#define TRIED_FRAMES 12  /* by then it is known what a quality costs */
#define WORTH        1.1 /* times dearer the finer quality must be to go without it */
#define BAR_FRAMES   600 /* before it is tried again in vain */

static void change(view_Governor *g, int by) {
    g->quality = (view_Quality)((int)g->quality + by);
    g->over = g->under = g->since = 0;
    g->sum_ms = 0.0;
    g->rose = by < 0;
}

/* How much dearer the next finer quality is, from the frames since it was given up. */
static void learn(view_Governor *g, double draw_ms) {
    g->since++;
    if (g->quality == VIEW_FINE || g->rose || g->since > TRIED_FRAMES) return;
    g->sum_ms += draw_ms;
    double now = g->sum_ms / g->since;
    double ratio = now > 0.0 ? g->before_ms / now : 1.0;
    g->dearer[g->quality] = SDL_clamp(ratio, 1.0, 8.0);
}

static void go_down(view_Governor *g) {
    bool in_vain = g->rose && g->since < BAR_FRAMES; /* the last way up was a mistake */
    if (in_vain) g->patience = SDL_min(2 * SDL_max(g->patience, CALM_FRAMES), MOST_CALM);
    g->before_ms = g->long_ms / LONG_FRAMES;
    change(g, 1);
}

void view_governor_frame(view_Governor *g, double work_ms, double draw_ms) {
    learn(g, draw_ms);
    if (g->barred > 0) g->barred--;
    if (g->quality == VIEW_FINE && g->since > BAR_FRAMES) g->patience = CALM_FRAMES;

    bool is_long = work_ms > LONG_MS && draw_ms > SHARE * work_ms;
    g->long_ms = g->over > 0 ? g->long_ms + draw_ms : draw_ms;
    g->over = is_long ? g->over + 1 : 0;
    if (g->over >= LONG_FRAMES) {
        if (g->quality < VIEW_FAST && g->barred == 0) {
            go_down(g);
            return;
        }
        g->over = 0;
    }
    if (g->quality == VIEW_FINE) return;
    double dearer = g->dearer[g->quality];
    if (!g->rose && g->since == TRIED_FRAMES && dearer < WORTH) {
        g->barred = BAR_FRAMES;
        while (g->quality > VIEW_FINE && g->dearer[g->quality] < WORTH) change(g, -1);
        return;
    }
    double finer_ms = work_ms - draw_ms + draw_ms * SDL_max(dearer, 1.0);
    g->under = finer_ms < CALM_MS ? g->under + 1 : 0;
    if (g->under >= SDL_max(g->patience, CALM_FRAMES)) change(g, -1);
}

const char *view_governor_taken(view_Quality quality) {
    static const char *const taken[VIEW_QUALITIES] = {
        "", "coarse: no small outlines", "coarse: no antialiasing, outlines, fine grid"};
    return taken[quality];
}
