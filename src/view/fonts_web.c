/* fonts_web.c: on the page there are the two fonts that came with it, and none to stand in. */
#include "fonts.h"

#include <stdio.h>

bool view_fonts_find(const char *family, bool mono, char *path, size_t size) {
    (void)family;
    const char *name = mono ? "DejaVuSansMono.ttf" : "DejaVuSans.ttf";
    return (size_t)snprintf(path, size, "/cairn/fonts/%s", name) < size;
}

view_Spares *view_spares_open(void) { return NULL; }
void view_spares_close(view_Spares *spares) { (void)spares; }

int view_spares_count(const view_Spares *spares) {
    (void)spares;
    return 0;
}

bool view_spares_have(const view_Spares *spares, int i, uint32_t code) {
    (void)spares, (void)i, (void)code;
    return false;
}

const char *view_spares_file(const view_Spares *spares, int i, int *face) {
    (void)spares, (void)i, (void)face;
    return NULL;
}
