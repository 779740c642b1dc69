/* input.h: SDL events into what the viewer does and what the script hears. */
#ifndef CAIRN_VIEW_INPUT_H
#define CAIRN_VIEW_INPUT_H

#include "app.h"

/* A key of the viewer: the one table that both dispatch and help read. */
typedef struct view_Key {
    SDL_Keycode code, also; /* also: a second key for the same, or 0 */
    const char *label, *help;
    void (*act)(view_App *app);
} view_Key;
const view_Key *view_keys(int *count);

void view_input_poll(view_App *app);
/* What the mouse does, for the help. */
extern const char *const VIEW_MOUSE_HELP[][2];
extern const int VIEW_MOUSE_HELP_COUNT;

#endif
