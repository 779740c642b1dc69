/* window.c: opening, resizing and surviving.
 *
 * First an accelerated renderer; a "GPU" that is a CPU in disguise (llvmpipe) is refused, since our
 * own rasteriser is faster. Without one, or when it fails later, software: once, and the title says
 * so. The window's surface is asked for anew each frame, as SDL replaces it with each resize.
 * Signals are ours (view.c). */
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_set(const char *name) {
    const char *value = SDL_getenv(name);
    return value && *value;
}

/* Without any sign of a display server SDL would still try Wayland, whose library complains on
 * stderr; ask only those that can be there. */
static void prepare_video(void) {
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
#if defined(__EMSCRIPTEN__)
    SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT,
                "#canvas"); /* else it takes the page's keys */
#endif
#if defined(__linux__)
    if (is_set("SDL_VIDEODRIVER") || is_set("WAYLAND_DISPLAY")) return;
    bool x11 = is_set("DISPLAY");
    SDL_SetHint(SDL_HINT_VIDEODRIVER,
                x11 ? "x11,kmsdrm,offscreen,dummy" : "kmsdrm,offscreen,dummy");
#endif
}

bool view_window_display(const char **why) {
    static char reason[160];
    bool asked = is_set("SDL_VIDEODRIVER");
    prepare_video();
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        snprintf(reason, sizeof reason, "no display (%s)", SDL_GetError());
        if (why) *why = reason;
        return false;
    }
    const char *driver = SDL_GetCurrentVideoDriver();
    if (!driver) driver = "none";
    bool unseen = !strcmp(driver, "offscreen") || !strcmp(driver, "dummy") ||
                  !strcmp(driver, "evdev") || !strcmp(driver, "none");
    bool ok = !unseen || asked;
    snprintf(reason, sizeof reason, "no display (SDL chose '%s')", driver);
    if (!ok && why) *why = reason;
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return ok;
}

static void set_title(view_Window *window) {
    char title[256];
    snprintf(title, sizeof title, "%s - cairn%s", window->name,
             window->renderer ? "" : " (software)");
    SDL_SetWindowTitle(window->window, title);
}

void view_window_pixels(const view_Window *window, int *width, int *height) {
    *width = *height = 0;
    if (window->renderer) {
        SDL_GetRendererOutputSize(window->renderer, width, height);
    } else {
        SDL_GetWindowSize(window->window, width, height);
    }
}

/* ---- the two ways to draw ----------------------------------------------------------------- */

/* The name of the OpenGL renderer, or "". */
static const char *gl_renderer(void) {
    typedef const unsigned char *(*GetString)(unsigned);
    void *address = SDL_GL_GetCurrentContext() ? SDL_GL_GetProcAddress("glGetString") : NULL;
    GetString get_string = NULL;
    if (!address) return "";
    memcpy(&get_string, &address, sizeof get_string);
    const unsigned char *name = get_string(0x1F01); /* GL_RENDERER */
    return name ? (const char *)name : "";
}

static bool is_disguised_cpu(SDL_Renderer *renderer) {
    SDL_RendererInfo info;
    const char *asked = SDL_GetHint(SDL_HINT_RENDER_DRIVER);
    if (SDL_GetRendererInfo(renderer, &info) != 0) return true;
    if (info.flags & SDL_RENDERER_SOFTWARE) return true;
    if (asked && *asked) return false; /* the user knows */
    const char *name = gl_renderer();
    return strstr(name, "llvmpipe") || strstr(name, "softpipe") || strstr(name, "SWR");
}

static bool open_gpu(view_Window *window) {
    Uint32 flags = SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC;
    window->renderer = SDL_CreateRenderer(window->window, -1, flags);
    if (!window->renderer) return false;
    if (!is_disguised_cpu(window->renderer)) window->canvas = view_canvas_gpu(window->renderer);
    if (window->canvas) return true;
    SDL_DestroyRenderer(window->renderer);
    window->renderer = NULL;
    return false;
}

/* The surface to draw on, which may be our own when the window's is not of 32 bits. */
static SDL_Surface *soft_surface(view_Window *window) {
    SDL_Surface *surface = SDL_GetWindowSurface(window->window);
    if (!surface) return NULL;
    if (surface->format->BytesPerPixel == 4 && !SDL_MUSTLOCK(surface)) return surface;
    if (window->own && window->own->w == surface->w && window->own->h == surface->h) {
        return window->own;
    }
    SDL_FreeSurface(window->own);
    window->own =
        SDL_CreateRGBSurfaceWithFormat(0, surface->w, surface->h, 32, SDL_PIXELFORMAT_ARGB8888);
    if (window->own) SDL_SetSurfaceBlendMode(window->own, SDL_BLENDMODE_NONE);
    return window->own;
}

static bool open_soft(view_Window *window) {
    SDL_Surface *surface = soft_surface(window);
    if (surface) window->canvas = view_canvas_soft(surface);
    return window->canvas != NULL;
}

/* The window is made without OpenGL again: a surface and a GL context do not share one. */
static bool make_window(view_Window *window, int width, int height) {
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
#if defined(__EMSCRIPTEN__)
    flags = 0; /* the page says how large the canvas is */
#endif
    window->window = SDL_CreateWindow(window->name, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                      width, height, flags);
    return window->window != NULL;
}

static bool open_software_window(view_Window *window, int width, int height) {
    if (window->window) SDL_DestroyWindow(window->window);
    return make_window(window, width, height) && open_soft(window);
}

bool view_window_open(view_Window *window, const char *name, int width, int height, bool software,
                      const char **why) {
    *window = (view_Window){.scale = 1.0f};
    snprintf(window->name, sizeof window->name, "%s", name);
    prepare_video();
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    /* else SDL draws a "window surface" by a texture of the very renderer we did not want */
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    *why = "no memory";
    bool ok = SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
    if (ok && !software) ok = make_window(window, width, height) && open_gpu(window);
    if (!window->canvas && SDL_WasInit(SDL_INIT_VIDEO)) {
        ok = open_software_window(window, width, height);
    }
    if (!ok) {
        static char reason[200];
        snprintf(reason, sizeof reason, "cannot open a window: %s", SDL_GetError());
        *why = reason;
        view_window_close(window);
        return false;
    }
    set_title(window);
    return true;
}

void view_window_close(view_Window *window) {
    if (window->canvas) window->canvas->close(window->canvas);
    if (window->renderer) SDL_DestroyRenderer(window->renderer);
    SDL_FreeSurface(window->own);
    if (window->window) SDL_DestroyWindow(window->window);
    *window = (view_Window){.scale = 1.0f};
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

#if defined(__EMSCRIPTEN__)
void view_window_fullscreen(view_Window *window, bool on) { (void)window, (void)on; }
#else
/* A window without borders may be one that no window manager looks after, where nobody would answer
 * to SDL. */
static bool is_bare(const view_Window *window) {
    int borders[4] = {0, 0, 0, 0};
    const char *driver = SDL_GetCurrentVideoDriver();
    if (!driver || strcmp(driver, "x11") != 0) return false;
    SDL_GetWindowBordersSize(window->window, &borders[0], &borders[1], &borders[2], &borders[3]);
    return !borders[0] && !borders[1] && !borders[2] && !borders[3];
}

static void place(view_Window *window, SDL_Rect at) {
    SDL_SetWindowSize(window->window, at.w, at.h);
    SDL_SetWindowPosition(window->window, at.x, at.y);
}

void view_window_fullscreen(view_Window *window, bool on) {
    SDL_Window *w = window->window;
    if (!w) return;
    SDL_Rect screen, *before = &window->before;
    bool bare =
        on && is_bare(window) && SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(w), &screen) == 0;
    if (bare) {
        SDL_GetWindowPosition(w, &before->x, &before->y);
        SDL_GetWindowSize(w, &before->w, &before->h);
        place(window, screen);
    }
    SDL_SetWindowFullscreen(w, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
    if (!on && before->w > 0) {
        place(window, *before);
        *before = (SDL_Rect){0};
    }
}
#endif

/* ---- frames ------------------------------------------------------------------------------- */

/* The renderer is lost: go on in software in a new window of the same size. */
static void fall_back(view_Window *window) {
    int width, height;
    SDL_GetWindowSize(window->window, &width, &height);
    fprintf(stderr, "cairn: the renderer was lost (%s), going on in software\n", SDL_GetError());
    const view_Atlas *atlas = window->canvas->atlas;
    window->canvas->close(window->canvas);
    window->canvas = NULL;
    SDL_DestroyRenderer(window->renderer);
    window->renderer = NULL;
    if (!open_software_window(window, width > 0 ? width : 640, height > 0 ? height : 480)) return;
    window->canvas->atlas = atlas;
    set_title(window);
}

bool view_window_begin(view_Window *window) {
    if (!window->window || !window->canvas) return false;
    if (SDL_GetWindowFlags(window->window) & SDL_WINDOW_MINIMIZED) return false;
    int width, height, units, units_high;
    view_window_pixels(window, &width, &height);
    if (width < 1 || height < 1) return false;
    SDL_GetWindowSize(window->window, &units, &units_high);
    window->scale = units > 0 ? (float)width / (float)units : 1.0f;
    if (window->renderer) {
        view_canvas_gpu_resize(window->canvas, width, height);
        return true;
    }
    return view_canvas_soft_retarget(window->canvas, soft_surface(window));
}

void view_window_present(view_Window *window) {
    window->canvas->finish(window->canvas);
    if (window->renderer) {
        SDL_RenderPresent(window->renderer);
        return;
    }
    if (window->own) SDL_BlitSurface(window->own, NULL, SDL_GetWindowSurface(window->window), NULL);
    SDL_UpdateWindowSurface(window->window);
}

void view_window_reset(view_Window *window, bool device) {
    if (!window->renderer) return;
    view_canvas_gpu_reset(window->canvas);
    if (!device) return;
    /* does it still draw? */
    bool works = SDL_RenderClear(window->renderer) == 0;
    SDL_Texture *probe = SDL_CreateTexture(window->renderer, SDL_PIXELFORMAT_ARGB8888,
                                           SDL_TEXTUREACCESS_STATIC, 4, 4);
    if (probe) SDL_DestroyTexture(probe);
    if (!works || !probe) fall_back(window);
}

SDL_Surface *view_window_grab(view_Window *window) {
    int width, height;
    view_window_pixels(window, &width, &height);
    if (width < 1 || height < 1) return NULL;
    SDL_Surface *copy =
        SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);
    if (!copy) return NULL;
    bool ok;
    if (window->renderer) {
        ok = SDL_RenderReadPixels(window->renderer, NULL, SDL_PIXELFORMAT_ARGB8888, copy->pixels,
                                  copy->pitch) == 0;
    } else {
        SDL_Surface *from = soft_surface(window);
        ok = from && SDL_BlitSurface(from, NULL, copy, NULL) == 0;
    }
    if (ok) return copy;
    SDL_FreeSurface(copy);
    return NULL;
}
