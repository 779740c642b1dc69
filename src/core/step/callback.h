/* callback.h: the one place of a step where the core calls out: see callback.c. */
#ifndef CN_CALLBACK_H
#define CN_CALLBACK_H

#include "data/world.h"

void cn_callback_decide(cn_World *w, const cn_Hooks *hooks);

#endif
