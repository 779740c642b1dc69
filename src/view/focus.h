/* focus.h: the controls of the interface one after the other, by a key: each part says in each
 * frame where its controls are, and the pointer goes from one to the next. */
#ifndef CAIRN_VIEW_FOCUS_H
#define CAIRN_VIEW_FOCUS_H

#include <SDL.h>
#include <stdbool.h>

/* count of controls in a frame; more are not reached */
#define VIEW_STOPS 400

typedef struct view_Stop {
    SDL_FRect place; /* px */
    const SDL_FRect
        *box; /* px, of the list that it is in and that may have to be scrolled, or NULL */
    float *scroll, room; /* px of that list, and how many there can be */
} view_Stop;

typedef struct view_Focus {
    view_Stop stops[VIEW_STOPS]; /* of the last frame, in the order in which they were drawn */
    int count;
    bool on;    /* the pointer stands where a key has put it */
    float x, y; /* px, where that is */
} view_Focus;

typedef struct view_App view_App;
typedef struct view_Hud view_Hud;

/* Before the parts are drawn: they name their controls anew. */
void view_focus_begin(view_App *app);
void view_focus_stop(view_App *app, SDL_FRect place);
/* One of a list that scrolls, which may be out of sight. */
void view_focus_stop_in(view_App *app, SDL_FRect place, const SDL_FRect *box, float *scroll,
                        float room);
/* A frame about the control that has been gone to, until the mouse is moved. */
void view_focus_draw(const view_Hud *hud);
/* Puts the pointer on the next control, by = 1, or on the one before, by = -1. */
void view_focus_move(view_App *app, int by);
/* The mouse is there: by hand the focus goes. */
void view_focus_moved(view_App *app);

#endif
