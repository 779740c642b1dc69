/* range.c: see range.h. */
#include "world/range.h"

#include <math.h>

#include "data/world.h"

const cn_RangeEnds cn_ranges[CN_RANGES] = {
    [CN_RANGE_COORDINATE] = {-CN_MAX_COORDINATE, CN_MAX_COORDINATE, CN_ENDS_TOLD},
    [CN_RANGE_SIZE] = {CN_MIN_SIZE, CN_MAX_SIZE, 0},
    [CN_RANGE_ROUNDING] = {CN_MIN_SIZE, CN_MAX_SIZE, CN_ENDS_OR_ZERO},
    [CN_RANGE_PLACE] = {-CN_MAX_SIZE, CN_MAX_SIZE, CN_ENDS_TOLD},
    [CN_RANGE_LENGTH] = {0, CN_MAX_SIZE, CN_ENDS_TOLD},
    [CN_RANGE_DISTANCE] = {0, CN_MAX_SIZE, 0},
    [CN_RANGE_REACH] = {0, CN_MAX_SIZE, CN_ENDS_TOLD | CN_ENDS_UNLIMITED},
    [CN_RANGE_ROPE] = {0, CN_MAX_DRIVE, 0},
    [CN_RANGE_ANGLE] = {-CN_MAX_ANGLE, CN_MAX_ANGLE, CN_ENDS_TOLD},
    /* Numbers that stand here alone are far beyond what makes sense, and chosen so that their
     * products stay well within a float. Of a direction only the direction counts. */
    [CN_RANGE_DIRECTION] = {-1e6, 1e6, CN_ENDS_TOLD},
    [CN_RANGE_BOUNDS] = {-CN_MAX_BOUNDS, CN_MAX_BOUNDS, CN_ENDS_TOLD},
    [CN_RANGE_MASS] = {CN_MIN_MASS, CN_MAX_MASS, 0},
    [CN_RANGE_INERTIA] = {CN_MIN_INERTIA, CN_MAX_INERTIA, 0},
    [CN_RANGE_DENSITY] = {0, CN_MAX_DENSITY, 0},
    [CN_RANGE_FLUID] = {0, CN_MAX_DENSITY, CN_ENDS_TOLD},
    [CN_RANGE_GRAVITY] = {-CN_MAX_GRAVITY, CN_MAX_GRAVITY, CN_ENDS_TOLD},
    /* ratio to the gravity of the world */
    [CN_RANGE_GRAVITY_SCALE] = {-1e6, 1e6, CN_ENDS_TOLD},
    [CN_RANGE_VELOCITY] = {-CN_MAX_VELOCITY, CN_MAX_VELOCITY, CN_ENDS_TOLD},
    [CN_RANGE_SPEED] = {0, CN_MAX_SPEED, 0},
    [CN_RANGE_LEAST_SPEED] = {CN_MIN_SPEED, CN_MAX_SPEED, 0},
    [CN_RANGE_SURFACE_SPEED] = {-CN_MAX_SPEED, CN_MAX_SPEED, CN_ENDS_TOLD},
    [CN_RANGE_DRIVE] = {-CN_MAX_DRIVE, CN_MAX_DRIVE, CN_ENDS_TOLD},
    [CN_RANGE_PUSH] = {-CN_MAX_PUSH, CN_MAX_PUSH, CN_ENDS_TOLD},
    [CN_RANGE_STRENGTH] = {0, CN_MAX_PUSH, 0},
    [CN_RANGE_LIMIT] = {0, CN_MAX_PUSH, CN_ENDS_UNLIMITED},
    /* N s for each metre of width */
    [CN_RANGE_BLAST] = {-1e12, 1e12, CN_ENDS_TOLD},
    [CN_RANGE_BLAST_RADIUS] = {0, CN_MAX_COORDINATE, CN_ENDS_TOLD},
    [CN_RANGE_DAMPING] = {0, CN_MAX_DAMPING, 0},
    /* 1/s, kg/m^2 */
    [CN_RANGE_DRAG] = {0, 1e6, CN_ENDS_TOLD},
    /* m/s */
    [CN_RANGE_WIND] = {-1e4, 1e4, CN_ENDS_TOLD},
    [CN_RANGE_FRICTION] = {0, CN_MAX_FRICTION, 0},
    [CN_RANGE_UNIT] = {0, 1, CN_ENDS_TOLD},
    [CN_RANGE_HERTZ] = {0, CN_MAX_HERTZ, CN_ENDS_TOLD},
    /* N/m, N m/rad */
    [CN_RANGE_STIFFNESS] = {0, CN_MAX_PUSH, CN_ENDS_TOLD},
    [CN_RANGE_CONTACT_HERTZ] = {CN_MIN_HERTZ, CN_MAX_HERTZ, 0},
    /* ratio */
    [CN_RANGE_DAMPING_RATIO] = {0, 1e6, CN_ENDS_TOLD},
    /* hertz: a leg swings over many sub-steps */
    [CN_RANGE_LEG_HERTZ] = {CN_MIN_HERTZ, 1000, 0},
    /* ratio */
    [CN_RANGE_LEG_DAMPING] = {0, 1000, CN_ENDS_TOLD},
    /* ratio */
    [CN_RANGE_RATIO] = {1e-6, 1e6, CN_ENDS_TOLD},
    /* ratio */
    [CN_RANGE_SIGNED_RATIO] = {1e-6, 1e6, CN_ENDS_TOLD | CN_ENDS_SIGNED},
    /* rad: a smaller step than CATCHES (gear.c) would have no teeth */
    [CN_RANGE_CATCH] = {1e-4, CN_MAX_ANGLE, CN_ENDS_TOLD | CN_ENDS_SIGNED},
    /* ratio to the thickness of a body */
    [CN_RANGE_SAFETY] = {(double)0.01f, 0.5, CN_ENDS_TOLD},
    [CN_RANGE_SLOPE] = {0, 1.5, CN_ENDS_TOLD}, /* rad: a mover divides by the cosine */
    /* m: more than a body of a metre may lose without looking wrong */
    [CN_RANGE_SLOP] = {0, 0.1, CN_ENDS_TOLD},
    /* ratio: beyond 1 a source of energy; what doubles at each blow is at max_speed soon enough */
    [CN_RANGE_RESTITUTION] = {0, 2, CN_ENDS_TOLD},
    [CN_RANGE_SHARE] = {0.01, 1, CN_ENDS_TOLD}, /* ratio: with less, nothing would come apart */
    /* s: what a step may be */
    [CN_RANGE_MAX_DT] = {1e-6, 0.25, CN_ENDS_TOLD},
    [CN_RANGE_DT] = {0, CN_MAX_DT, 0},
    [CN_RANGE_WAIT] = {0, CN_MAX_DT, 0},
    [CN_RANGE_MOVE_DT] = {CN_MIN_DT, CN_MAX_DT, 0},
};

double cn_range_clamp(double v, cn_Range range) {
    return v < cn_ranges[range].least ? cn_ranges[range].least : fmin(v, cn_ranges[range].most);
}
