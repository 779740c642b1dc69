/* keys.h: the viewer's own keys: the one table that both dispatch and help read. */
#ifndef CAIRN_VIEW_KEYS_H
#define CAIRN_VIEW_KEYS_H

#include "app.h"

typedef struct view_Key {
    SDL_Keycode code, also; /* also: a second key for the same, or 0 */
    bool control, shift;    /* held with it; shift counts only with control */
    const char *label, *help;
    void (*act)(view_App *app);
    bool repeats;
} view_Key;
const view_Key *view_keys(int *count);
/* True when the key is one of the viewer's, whether or not it does something now. */
bool view_keys_act(view_App *app, const SDL_KeyboardEvent *event);

/* What the mouse does, for the help. */
extern const char *const VIEW_MOUSE_HELP[][2];
extern const int VIEW_MOUSE_HELP_COUNT;

#endif
