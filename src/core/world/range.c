/* range.c: see range.h. */
#include "world/range.h"

#include <math.h>

#include "data/world.h"
#include "world/check.h"

enum {
    WHOLE = 1,     /* the sentence tells both ends, else only the one that was passed */
    OR_ZERO = 2,   /* 0 besides */
    UNLIMITED = 4, /* INFINITY besides */
    SIGNED = 8     /* in size, with either sign */
};

typedef struct Range {
    double least, most;
    unsigned how;
} Range;

static const Range ranges[CN_RANGES] = {
    [CN_RANGE_COORDINATE] = {-CN_MAX_COORDINATE, CN_MAX_COORDINATE, WHOLE},
    [CN_RANGE_SIZE] = {CN_MIN_SIZE, CN_MAX_SIZE, 0},
    [CN_RANGE_ROUNDING] = {CN_MIN_SIZE, CN_MAX_SIZE, OR_ZERO},
    [CN_RANGE_PLACE] = {-CN_MAX_SIZE, CN_MAX_SIZE, WHOLE},
    [CN_RANGE_LENGTH] = {0, CN_MAX_SIZE, WHOLE},
    [CN_RANGE_DISTANCE] = {0, CN_MAX_SIZE, 0},
    [CN_RANGE_REACH] = {0, CN_MAX_SIZE, WHOLE | UNLIMITED},
    [CN_RANGE_ROPE] = {0, CN_MAX_DRIVE, 0},
    [CN_RANGE_ANGLE] = {-CN_MAX_ANGLE, CN_MAX_ANGLE, WHOLE},
    /* Numbers that stand here alone are far beyond what makes sense, and chosen so that their
     * products stay well within a float. Of a direction only the direction counts. */
    [CN_RANGE_DIRECTION] = {-1e6, 1e6, WHOLE},
    [CN_RANGE_BOUNDS] = {-CN_MAX_BOUNDS, CN_MAX_BOUNDS, WHOLE},
    [CN_RANGE_MASS] = {CN_MIN_MASS, CN_MAX_MASS, 0},
    [CN_RANGE_INERTIA] = {CN_MIN_INERTIA, CN_MAX_INERTIA, 0},
    [CN_RANGE_DENSITY] = {0, CN_MAX_DENSITY, 0},
    [CN_RANGE_FLUID] = {0, CN_MAX_DENSITY, WHOLE},
    [CN_RANGE_GRAVITY] = {-CN_MAX_GRAVITY, CN_MAX_GRAVITY, WHOLE},
    /* ratio to the gravity of the world */
    [CN_RANGE_GRAVITY_SCALE] = {-1e6, 1e6, WHOLE},
    [CN_RANGE_VELOCITY] = {-CN_MAX_VELOCITY, CN_MAX_VELOCITY, WHOLE},
    [CN_RANGE_SPEED] = {0, CN_MAX_SPEED, 0},
    [CN_RANGE_LEAST_SPEED] = {CN_MIN_SPEED, CN_MAX_SPEED, 0},
    [CN_RANGE_SURFACE_SPEED] = {-CN_MAX_SPEED, CN_MAX_SPEED, WHOLE},
    [CN_RANGE_DRIVE] = {-CN_MAX_DRIVE, CN_MAX_DRIVE, WHOLE},
    [CN_RANGE_PUSH] = {-CN_MAX_PUSH, CN_MAX_PUSH, WHOLE},
    [CN_RANGE_STRENGTH] = {0, CN_MAX_PUSH, 0},
    [CN_RANGE_LIMIT] = {0, CN_MAX_PUSH, UNLIMITED},
    /* N s for each metre of width */
    [CN_RANGE_BLAST] = {-1e12, 1e12, WHOLE},
    [CN_RANGE_BLAST_RADIUS] = {0, CN_MAX_COORDINATE, WHOLE},
    [CN_RANGE_DAMPING] = {0, CN_MAX_DAMPING, 0},
    /* 1/s, kg/m^2 */
    [CN_RANGE_DRAG] = {0, 1e6, WHOLE},
    /* m/s */
    [CN_RANGE_WIND] = {-1e4, 1e4, WHOLE},
    [CN_RANGE_FRICTION] = {0, CN_MAX_FRICTION, 0},
    [CN_RANGE_UNIT] = {0, 1, WHOLE},
    [CN_RANGE_HERTZ] = {0, CN_MAX_HERTZ, WHOLE},
    [CN_RANGE_CONTACT_HERTZ] = {CN_MIN_HERTZ, CN_MAX_HERTZ, 0},
    /* ratio */
    [CN_RANGE_DAMPING_RATIO] = {0, 1e6, WHOLE},
    /* hertz: a leg swings over many sub-steps */
    [CN_RANGE_LEG_HERTZ] = {CN_MIN_HERTZ, 1000, 0},
    /* ratio */
    [CN_RANGE_LEG_DAMPING] = {0, 1000, WHOLE},
    /* ratio */
    [CN_RANGE_RATIO] = {1e-6, 1e6, WHOLE},
    /* ratio */
    [CN_RANGE_SIGNED_RATIO] = {1e-6, 1e6, WHOLE | SIGNED},
    /* rad: a smaller step than CATCHES (gear.c) would have no teeth */
    [CN_RANGE_CATCH] = {1e-4, CN_MAX_ANGLE, WHOLE | SIGNED},
    /* ratio to the thickness of a body */
    [CN_RANGE_SAFETY] = {(double)0.01f, 0.5, WHOLE},
    [CN_RANGE_SLOPE] = {0, 1.5, WHOLE}, /* rad: a mover divides by the cosine */
    /* m: overlap beyond the default is seen */
    [CN_RANGE_SLOP] = {0, 0.0005, WHOLE},
    /* s: what a step may be */
    [CN_RANGE_MAX_DT] = {1e-6, 0.25, WHOLE},
    [CN_RANGE_DT] = {0, CN_MAX_DT, 0},
    [CN_RANGE_MOVE_DT] = {CN_MIN_DT, CN_MAX_DT, 0},
};

static cn_Result refuse_signed(cn_Error *e, const char *field, double v, const Range *r) {
    if (v == 0) return cn_refuse(e, CN_RANGE, field, "must not be 0");
    if (fabs(v) > r->most)
        return cn_refuse(e, CN_RANGE, field, "must be in %g..%g, got %g", -r->most, r->most, v);
    return cn_refuse(e, CN_RANGE, field, "must be at least %g in size, got %g", r->least, v);
}

static cn_Result refuse(cn_Error *e, const char *field, double v, cn_Range range) {
    const Range *r = &ranges[range];
    if (range == CN_RANGE_COORDINATE)
        return cn_refuse(e, CN_RANGE, field, "%g is outside the world limit of +-%.0f m", v,
                         CN_MAX_COORDINATE);
    if (r->how & SIGNED) return refuse_signed(e, field, v, r);
    if (r->how & WHOLE)
        return cn_refuse(e, CN_RANGE, field, "must be in %g..%g, got %g", r->least, r->most, v);
    if (v > r->most) return cn_refuse(e, CN_RANGE, field, "must be <= %g, got %g", r->most, v);
    if (v < 0 && r->how & OR_ZERO) return cn_refuse(e, CN_RANGE, field, "must be >= 0, got %g", v);
    if (v <= 0 && r->least > 0) return cn_refuse(e, CN_RANGE, field, "must be > 0, got %g", v);
    return cn_refuse(e, CN_RANGE, field, "must be >= %g, got %g", r->least, v);
}

cn_Result cn_check(cn_Error *e, const char *field, double v, cn_Range range) {
    const Range *r = &ranges[range];
    double size = r->how & SIGNED ? fabs(v) : v;
    if (r->how & UNLIMITED && v == (double)INFINITY) return CN_OK;
    cn_Result refused = cn_check_finite(e, field, v);
    if (refused || (size >= r->least && size <= r->most)) return refused;
    if (v == 0 && r->how & OR_ZERO) return CN_OK;
    return refuse(e, field, v, range);
}

double cn_range_clamp(double v, cn_Range range) {
    return v < ranges[range].least ? ranges[range].least : fmin(v, ranges[range].most);
}

cn_Result cn_check_members(cn_Error *e, const void *def, const cn_Member *members) {
    for (const cn_Member *m = members; m->name; m++) {
        double v = *(const double *)((const char *)def + m->offset);
        bool none = m->less && v < 0;
        cn_Result r =
            none ? cn_check_finite(e, m->name, v) : cn_check(e, m->name, v, (cn_Range)m->range);
        if (r) return r;
    }
    return CN_OK;
}

cn_Result cn_check_direction(cn_Error *e, const char *name_x, const char *name_y, const char *name,
                             double x, double y) {
    cn_Result r = cn_check(e, name_x, x, CN_RANGE_DIRECTION);
    if (r || (r = cn_check(e, name_y, y, CN_RANGE_DIRECTION))) return r;
    if (x == 0 && y == 0) return cn_refuse(e, CN_RANGE, name, "must not be {0, 0}");
    if (x * x + y * y >= CN_MIN_DIRECTION * CN_MIN_DIRECTION) return CN_OK;
    return cn_refuse(e, CN_RANGE, name, "must be at least %g long, got {%g, %g}", CN_MIN_DIRECTION,
                     x, y);
}
