/* press.h: what shapes and joints tell of what they bear, as definitions say it. */
#ifndef CN_PRESS_H
#define CN_PRESS_H

#include "data/world.h"

cn_Result cn_press_check(cn_Error *e, const cn_ShapeDef *d);
bool cn_press_wanted(const cn_ShapeDef *d);
bool cn_press_reserve(cn_World *w, const cn_ShapeDef *d);
void cn_press_put(cn_World *w, int shape, const cn_ShapeDef *d); /* room is reserved */
void cn_press_drop(cn_World *w, int shape);
void cn_press_tell(const cn_World *w, int shape, cn_ShapeDef *d);

bool cn_alarm_reserve(cn_World *w, const cn_JointDef *d);
void cn_alarm_put(cn_World *w, int joint, const cn_JointDef *d); /* room is reserved */
void cn_alarm_drop(cn_World *w, int joint);
void cn_alarm_tell(const cn_World *w, int joint, cn_JointDef *d);

#endif
