/* card.h: an error of the script in words, wherever it came from: in a band while the scene goes
 * on, in front of it when it has stopped. */
#ifndef CAIRN_VIEW_CARD_H
#define CAIRN_VIEW_CARD_H

#include "hud_print.h"

/* Under the status line, from y on; returns the y below it. */
int view_card_banner(const view_Hud *hud, const host_Status *status, int y);
/* In front of the scene, below top. */
void view_card_error(const view_Hud *hud, const host_Status *status, int top);

/* The left button went down at the mouse: true when that was on one of them. The editor opens where
 * it points. */
bool view_card_press(view_App *app);

#endif
