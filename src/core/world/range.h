/* range.h: between what each number that users give has to lie.
 *
 * One table (range.c) of named ranges; what checks a definition is a list of its members, each with
 * its name and its range. The ends are chosen so that float, in which bodies are kept, holds every
 * product a step makes of them; they are in cairn_types.h, each with its reason.
 * Not here: what depends on several numbers (a minimum above a maximum, two ends in one place). */
#ifndef CN_RANGE_H
#define CN_RANGE_H

#include "cairn_types.h"

typedef enum cn_Range {
    CN_RANGE_COORDINATE,
    CN_RANGE_SIZE,
    CN_RANGE_ROUNDING, /* a size, or 0 */
    CN_RANGE_PLACE,    /* in a body's frame */
    CN_RANGE_LENGTH,   /* 0 to the largest size */
    CN_RANGE_DISTANCE, /* 0 to the largest size, told as a distance */
    CN_RANGE_REACH,    /* a distance, or none */
    CN_RANGE_ROPE,     /* of a pulley, which may be the way there and back */
    CN_RANGE_ANGLE,
    CN_RANGE_DIRECTION, /* of either part */
    CN_RANGE_BOUNDS,
    CN_RANGE_MASS,
    CN_RANGE_INERTIA,
    CN_RANGE_DENSITY,
    CN_RANGE_FLUID,
    CN_RANGE_GRAVITY,
    CN_RANGE_GRAVITY_SCALE,
    CN_RANGE_VELOCITY,
    CN_RANGE_SPEED,
    CN_RANGE_LEAST_SPEED,
    CN_RANGE_SURFACE_SPEED,
    CN_RANGE_DRIVE,
    CN_RANGE_PUSH,
    CN_RANGE_STRENGTH,
    CN_RANGE_LIMIT, /* a strength, or without limit */
    CN_RANGE_BLAST,
    CN_RANGE_BLAST_RADIUS,
    CN_RANGE_DAMPING,
    CN_RANGE_DRAG,
    CN_RANGE_WIND,
    CN_RANGE_FRICTION,
    CN_RANGE_UNIT,
    CN_RANGE_HERTZ,
    CN_RANGE_CONTACT_HERTZ,
    CN_RANGE_DAMPING_RATIO,
    CN_RANGE_LEG_HERTZ,
    CN_RANGE_LEG_DAMPING,
    CN_RANGE_RATIO,
    CN_RANGE_SIGNED_RATIO,
    CN_RANGE_CATCH,
    CN_RANGE_SAFETY,
    CN_RANGE_SLOPE,
    CN_RANGE_SLOP,
    CN_RANGE_MAX_DT,
    CN_RANGE_DT,      /* of a step: 0 only collides */
    CN_RANGE_MOVE_DT, /* in which a pose is to be reached */
    CN_RANGES
} cn_Range;

/* Finite and in its range, or a sentence that says which of its ends was passed. */
cn_Result cn_check(cn_Error *error, const char *field, double v, cn_Range range);
double cn_range_clamp(double v, cn_Range range);

/* A member of a definition, a double. `less` = none: less than 0 means "not given". */
typedef struct cn_Member {
    const char *name;
    uint16_t offset;
    uint8_t range;
    bool less;
} cn_Member;
#define CN_MEMBER(type, name, range)                                                               \
    { #name, offsetof(type, name), CN_RANGE_##range, false }
#define CN_OR_NONE(type, name, range)                                                              \
    { #name, offsetof(type, name), CN_RANGE_##range, true }
/* One that scripts know by another name. */
#define CN_NAMED(type, member, name, range)                                                        \
    { name, offsetof(type, member), CN_RANGE_##range, false }
/* The list ends with a NULL name. */
cn_Result cn_check_members(cn_Error *error, const void *def, const cn_Member *members);
/* A direction: neither part too large, and not so short that it has no direction; `name` is that of
 * the pair. */
cn_Result cn_check_direction(cn_Error *error, const char *name_x, const char *name_y,
                             const char *name, double x, double y);

#endif
