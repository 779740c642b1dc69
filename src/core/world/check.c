/* check.c: how the core refuses: one place for the second half of each sentence.
 * The binding adds the first half, which names the call and the argument. Not here: between what
 * numbers have to lie (range.c). */
#include "world/check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "data/body_access.h"
#include "data/shape_access.h"
#include "data/world.h"

cn_Result cn_refuse(cn_Error *error, cn_Result result, const char *field, const char *format, ...) {
    error->result = result;
    error->field = field;
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    return result;
}

/* NaN's sign differs between machines and means nothing. */
static const char *name_of(double v) { return v != v ? "nan" : (v < 0 ? "-inf" : "inf"); }

cn_Result cn_check_finite(cn_Error *error, const char *field, double v) {
    if (isfinite(v)) return CN_OK;
    return cn_refuse(error, CN_NOT_FINITE, field, "finite number expected, got %s", name_of(v));
}

static cn_Result check_unlocked(cn_World *w) {
    if (!w->locked) return CN_OK;
    return cn_refuse(&w->error, CN_LOCKED, "", "world is read-only inside the hook of its step");
}

cn_Result cn_check_body(cn_World *w, cn_BodyId body) {
    cn_Result r = check_unlocked(w);
    if (r || cn_body_live(w, body)) return r;
    return cn_refuse(&w->error, CN_DEAD, "", "body has been destroyed");
}

cn_Result cn_check_shape(cn_World *w, cn_ShapeId shape) {
    cn_Result r = check_unlocked(w);
    if (r || cn_shape_live(w, shape)) return r;
    return cn_refuse(&w->error, CN_DEAD, "", "shape has been destroyed");
}

cn_Result cn_refuse_memory(cn_Error *error) {
    return cn_refuse(error, CN_MEMORY, "", "not enough memory");
}

/* ---- numbers -------------------------------------------------------------------------------- */

static cn_Result refuse_signed(cn_Error *e, const char *field, double v, const cn_RangeEnds *r) {
    if (v == 0) return cn_refuse(e, CN_RANGE, field, "must not be 0");
    if (fabs(v) > r->most)
        return cn_refuse(e, CN_RANGE, field, "must be in %g..%g, got %g", -r->most, r->most, v);
    return cn_refuse(e, CN_RANGE, field, "must be at least %g in size, got %g", r->least, v);
}

static cn_Result refuse(cn_Error *e, const char *field, double v, cn_Range range) {
    const cn_RangeEnds *r = &cn_ranges[range];
    if (range == CN_RANGE_COORDINATE)
        return cn_refuse(e, CN_RANGE, field, "%g is outside the world limit of +-%.0f m", v,
                         CN_MAX_COORDINATE);
    if (r->how & CN_ENDS_SIGNED) return refuse_signed(e, field, v, r);
    if (r->how & CN_ENDS_TOLD)
        return cn_refuse(e, CN_RANGE, field, "must be in %g..%g, got %g", r->least, r->most, v);
    if (v > r->most) return cn_refuse(e, CN_RANGE, field, "must be <= %g, got %g", r->most, v);
    if (v < 0 && r->how & CN_ENDS_OR_ZERO)
        return cn_refuse(e, CN_RANGE, field, "must be >= 0, got %g", v);
    if (v <= 0 && r->least > 0) return cn_refuse(e, CN_RANGE, field, "must be > 0, got %g", v);
    return cn_refuse(e, CN_RANGE, field, "must be >= %g, got %g", r->least, v);
}

cn_Result cn_check(cn_Error *e, const char *field, double v, cn_Range range) {
    const cn_RangeEnds *r = &cn_ranges[range];
    double size = r->how & CN_ENDS_SIGNED ? fabs(v) : v;
    if (r->how & CN_ENDS_UNLIMITED && v == (double)INFINITY) return CN_OK;
    cn_Result refused = cn_check_finite(e, field, v);
    if (refused || (size >= r->least && size <= r->most)) return refused;
    if (v == 0 && r->how & CN_ENDS_OR_ZERO) return CN_OK;
    return refuse(e, field, v, range);
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

cn_Result cn_check_body_xy(cn_World *w, cn_BodyId body, double x, double y, cn_Range range) {
    cn_Result r = cn_check_body(w, body);
    if (r || (r = cn_check(&w->error, "x", x, range))) return r;
    return cn_check(&w->error, "y", y, range);
}
