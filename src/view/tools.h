/* tools.h: what a hand can do besides dragging: draw, join, push, copy, cut and delete; the bar on
 * which a tool is chosen; undo. */
#ifndef CAIRN_VIEW_TOOLS_H
#define CAIRN_VIEW_TOOLS_H

#include "hud_print.h"

void view_tools_toggle(view_App *app);
/* Do it, and say what was done. */
host_Done view_tools_do(view_App *app, const host_Act *act);
void view_tools_duplicate(view_App *app); /* the selected body */
void view_tools_remove(view_App *app);    /* likewise */
void view_tools_copy(view_App *app);      /* what was made, to the clipboard */
/* The bare hand begins to drag the selected body; and lets go of what it holds. */
void view_tools_grab(view_App *app);
void view_tools_release(view_App *app);

/* True when it was the tool's: keys, the left button (clicks: the how manieth in a row), moves. */
bool view_tools_key(view_App *app, const SDL_KeyboardEvent *event);
bool view_tools_button(view_App *app, bool down, int clicks);
bool view_tools_motion(view_App *app);
bool view_tools_bar_press(view_App *app);
/* What is being drawn is dropped, else the bare hand is taken again. False: there was neither. */
bool view_tools_escape(view_App *app);
void view_tools_drop(view_App *app);

/* The bar, from y on; returns the y below. */
int view_tools_bar(const view_Hud *hud, int y);
/* What is being drawn, into app->list. */
void view_tools_sketch(view_App *app);
/* The i-th tool for the help: its key, what it does; false past the last. */
bool view_tools_help(int i, const char **key, const char **help);

#endif
