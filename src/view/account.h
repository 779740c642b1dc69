/* account.h: what the last edit did with the state of the scene, as a list. */
#ifndef CAIRN_VIEW_ACCOUNT_H
#define CAIRN_VIEW_ACCOUNT_H

#include "hud_print.h"

/* While it is shown: below top; returns the y below. */
int view_account_draw(const view_Hud *hud, int top);

#endif
