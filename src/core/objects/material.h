/* material.h: what surfaces are made of: what is rare of them, room for it, and the
 * materials of a chain's segments. */
#ifndef CN_MATERIAL_H
#define CN_MATERIAL_H

#include "data/world.h"

cn_Result cn_check_material(cn_Error *error, const cn_Material *m);
/* The world learns which surfaces the shape has: rolling resistance, moving ones. */
void cn_shape_note_surfaces(cn_World *w, int shape);
/* Room for what contacts have beside their two, should they get such a material. */
bool cn_material_reserve(cn_World *w, const cn_Material *m);
/* The segments of a chain take over what has changed from one to the other. */
void cn_material_follow(cn_World *w, int shape, const cn_Traits *from, const cn_Traits *to);

#endif
