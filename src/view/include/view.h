/* view.h: the SDL2 viewer, handed to the host by main. */
#ifndef CAIRN_VIEW_H
#define CAIRN_VIEW_H

#include "host.h"

const host_Viewer *view_get(void);

#endif
