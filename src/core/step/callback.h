/* callback.h: the one stage of a step that calls out, to filters and pre_solves. */
#ifndef CN_CALLBACK_H
#define CN_CALLBACK_H

#include "data/world.h"

void cn_callback_decide(cn_World *w, const cn_Hooks *hooks);

#endif
