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
    CN_RANGE_STIFFNESS,
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
    CN_RANGE_SHARE,
    CN_RANGE_RESTITUTION,
    CN_RANGE_MAX_DT,
    CN_RANGE_DT,      /* of a step: 0 only collides */
    CN_RANGE_WAIT,    /* for how long something has to last */
    CN_RANGE_MOVE_DT, /* in which a pose is to be reached */
    CN_RANGES
} cn_Range;

enum {
    CN_ENDS_TOLD = 1,      /* the sentence tells both ends, else only the one that was passed */
    CN_ENDS_OR_ZERO = 2,   /* 0 besides */
    CN_ENDS_UNLIMITED = 4, /* INFINITY besides */
    CN_ENDS_SIGNED = 8     /* in size, with either sign */
};

typedef struct cn_RangeEnds {
    double least, most;
    unsigned how;
} cn_RangeEnds;
extern const cn_RangeEnds cn_ranges[]; /* by cn_Range */

double cn_range_clamp(double v, cn_Range range);

#endif
