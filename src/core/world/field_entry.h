/* field_entry.h: finds the field (gravity, drag, buoyancy) that a sensor carries. */
#ifndef CN_FIELD_ENTRY_H
#define CN_FIELD_ENTRY_H

#include "data/world.h"

/* Where the entry of a shape is, or would have to be. */
int cn_field_place(const cn_World *w, int shape);
/* NULL: it has none. */
cn_FieldEntry *cn_field_entry(const cn_World *w, int shape);
const cn_AreaDef *cn_field_of(const cn_World *w, int shape);

#endif
