/* clock.c: seconds that pass, and seconds of processor time. */
#define _GNU_SOURCE
#include "clock.h"

#include <SDL.h>
#include <time.h>

double view_clock(void) {
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

double view_work_clock(void) {
    struct timespec t;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0) return view_clock();
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
