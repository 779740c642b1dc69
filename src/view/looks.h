/* looks.h: the size of texts and the ground, kept from one run to the next. */
#ifndef VIEW_LOOKS_H
#define VIEW_LOOKS_H

#include "app.h"

/* As they were left; CAIRN_TEXT, px, and CAIRN_THEME, light or dark, come before that. */
void view_looks_read(view_App *app);
/* They have been changed by hand. Tells once where they cannot be kept. */
void view_looks_keep(view_App *app);

#endif
