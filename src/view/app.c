/* app.c: the line that tells what has just been done. */
#include "app.h"

#include <stdarg.h>
#include <stdio.h>

#include "clock.h"

#define TOAST_SECONDS 2.5

void view_toast(view_App *app, bool bad, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(app->toast.text, sizeof app->toast.text, format, args);
    va_end(args);
    app->toast.bad = bad;
    app->toast.until = view_clock() + TOAST_SECONDS;
}
