/* page.c: what JavaScript calls: one scene in one canvas, frame by frame. The program of the page,
 * as main.c is that of the machine. */
#include <emscripten.h>

#include "view.h"

static host_Page *page;
static view_Session *session;

EMSCRIPTEN_KEEPALIVE void cairn_close(void) {
    view_session_close(session);
    host_page_close(page);
    session = NULL;
    page = NULL;
}

/* settings: see host_page_open; width, height of the canvas, px. False, said on stderr, when there
 * is neither a scene nor a window. */
EMSCRIPTEN_KEEPALIVE bool cairn_open(const char *path, const char *settings, int width,
                                     int height) {
    cairn_close();
    page = host_page_open(path, settings, view_get());
    if (!page) return false;
    host_WindowOptions options = {.width = width, .height = height, .software = true};
    session = view_session_open(host_page_scene(page), &options);
    if (!session) cairn_close();
    return session != NULL;
}

EMSCRIPTEN_KEEPALIVE void cairn_frame(void) {
    if (session) view_session_frame(session);
}

EMSCRIPTEN_KEEPALIVE void cairn_resize(int width, int height) {
    if (session) view_session_resize(session, width, height);
}

/* A command of cairn.page; the answer is valid until the next one. */
EMSCRIPTEN_KEEPALIVE const char *cairn_call(const char *command, const char *argument) {
    return page ? host_page_call(page, command, argument) : "";
}

int main(void) { return 0; /* all begins with cairn_open */ }
