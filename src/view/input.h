/* input.h: SDL events into what the viewer does and what the script hears. */
#ifndef CAIRN_VIEW_INPUT_H
#define CAIRN_VIEW_INPUT_H

#include "app.h"

void view_input_poll(view_App *app);

#endif
