/* def.h: which keys a constructor's table may have, and where each goes. */
#ifndef BIND_DEFINE_DEF_H
#define BIND_DEFINE_DEF_H

#include "base/fields.h"
#include "base/types.h"

extern const char *const bind_body_types[];
extern const char *const bind_shape_kinds[];
extern const char *const bind_joint_kinds[];
extern const char *const bind_mixes[];
extern const char *const bind_shape_mixes[];
extern const char *const bind_outsides[];
extern const bind_Field bind_world_fields[];
extern const bind_Field bind_body_fields[];
extern const bind_Field bind_ground_fields[]; /* those that mean something of the ground */
extern const bind_Field bind_shape_fields[];
extern const bind_Field bind_place_fields[]; /* what a shape has on its body, and a body itself */
extern const bind_Field bind_turn_fields[];  /* x, y, angle of a shape */
extern const bind_Field bind_area_fields[];
extern const bind_Field bind_material_fields[];
extern const bind_Field bind_lock_fields[]; /* x, y, rotation */
/* A colour as the core keeps it: 0xRRGGBB and an alpha of 0..255. */
uint32_t bind_color(uint32_t rgb, uint32_t alpha);
const bind_Field *bind_kind_fields(cn_ShapeKind kind);
/* The first so many of them must be given. */
int bind_required_fields(cn_ShapeKind kind);
/* What a table says of a world beside the core's definition. */
typedef struct bind_WorldArgs {
    cn_WorldDef def;
    cn_BodyDef ground; /* of bind_ground_fields */
    bool strict;
} bind_WorldArgs;

#endif
