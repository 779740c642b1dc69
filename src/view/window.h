/* window.h: one window and the canvas that draws into it. */
#ifndef CAIRN_VIEW_WINDOW_H
#define CAIRN_VIEW_WINDOW_H

#include "canvas.h"

typedef struct view_Window {
    SDL_Window *window;
    SDL_Renderer *renderer; /* NULL: software, straight into the window's surface */
    view_Canvas *canvas;
    SDL_Surface *own; /* software, when the window's format is of another kind */
    SDL_Rect before;  /* full screen without a window manager: where it was; w 0: it is not */
    float scale;      /* px per unit of mouse coordinates, and of the design */
    char name[200];
} view_Window;

/* True when SDL has a display (or was told by SDL_VIDEODRIVER to do without one). */
bool view_window_display(const char **why);
/* A renderer on a GPU if there is one, else software. False with *why. */
bool view_window_open(view_Window *window, const char *name, int width, int height, bool software,
                      const char **why);
void view_window_close(view_Window *window);
/* All of the screen, or as before. The page's canvas stays as it is. */
void view_window_fullscreen(view_Window *window, bool on);
/* Make the canvas as large as the window is now; false while there is nothing to draw on
 * (minimised, zero size). */
bool view_window_begin(view_Window *window);
void view_window_present(view_Window *window);
/* After SDL_RENDER_TARGETS_RESET or SDL_RENDER_DEVICE_RESET. */
void view_window_reset(view_Window *window, bool device);
void view_window_pixels(const view_Window *window, int *width, int *height);
/* What is in the window now, as a surface of the caller's; NULL when it cannot be read. */
SDL_Surface *view_window_grab(view_Window *window);

#endif
