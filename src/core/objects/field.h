/* field.h: gives sensors a field (an area of gravity, drag, buoyancy), and takes it away. */
#ifndef CN_FIELD_H
#define CN_FIELD_H

#include "data/world.h"

/* A check for constructors; putting cannot fail after reserving; NULL = it has none. */
cn_Result cn_check_field(cn_Error *error, cn_ShapeKind kind, bool sensor, const cn_AreaDef *def);
bool cn_field_reserve(cn_World *w);
void cn_field_put(cn_World *w, int shape, const cn_AreaDef *def);
void cn_field_drop(cn_World *w, int shape);
/* has come, or its areas have changed: what is in them wakes */
void cn_field_touch_near(cn_World *w, int body);

#endif
