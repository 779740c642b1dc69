/* check.c: how the core refuses: one place for the checks and for the second half of each
 * sentence. The binding adds the first half, which names the call and the argument. */
#include "world/check.h"

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

/* NaN's sign differs between machines and means nothing to anybody. */
static const char *name_of(double v) { return v != v ? "nan" : (v < 0 ? "-inf" : "inf"); }

cn_Result cn_check_finite(cn_Error *error, const char *field, double v) {
    if (cn_is_finite(v)) return CN_OK;
    return cn_refuse(error, CN_NOT_FINITE, field, "finite number expected, got %s", name_of(v));
}

cn_Result cn_check_range(cn_Error *error, const char *field, double v, double lo, double hi) {
    cn_Result r = cn_check_finite(error, field, v);
    if (r) return r;
    if (v >= lo && v <= hi) return CN_OK;
    bool below = lo > -1e30, above = hi < 1e30;
    if (below && above)
        return cn_refuse(error, CN_RANGE, field, "must be in %g..%g, got %g", lo, hi, v);
    if (below) return cn_refuse(error, CN_RANGE, field, "must be >= %g, got %g", lo, v);
    return cn_refuse(error, CN_RANGE, field, "must be <= %g, got %g", hi, v);
}

cn_Result cn_check_positive(cn_Error *error, const char *field, double v) {
    cn_Result r = cn_check_finite(error, field, v);
    if (r || v > 0) return r;
    return cn_refuse(error, CN_RANGE, field, "must be > 0, got %g", v);
}

cn_Result cn_check_size(cn_Error *error, const char *field, double v) {
    cn_Result r = cn_check_positive(error, field, v);
    if (r) return r;
    if (v < CN_MIN_SIZE)
        return cn_refuse(error, CN_RANGE, field, "must be >= %g, got %g", CN_MIN_SIZE, v);
    if (v > CN_MAX_SIZE)
        return cn_refuse(error, CN_RANGE, field, "must be <= %g, got %g", CN_MAX_SIZE, v);
    return CN_OK;
}

cn_Result cn_check_rounding(cn_Error *error, const char *field, double v) {
    cn_Result r = cn_check_finite(error, field, v);
    if (r || v == 0) return r;
    if (v < 0) return cn_refuse(error, CN_RANGE, field, "must be >= 0, got %g", v);
    return cn_check_size(error, field, v);
}

cn_Result cn_check_coordinate(cn_Error *error, const char *field, double v) {
    cn_Result r = cn_check_finite(error, field, v);
    if (r || (v >= -CN_MAX_COORDINATE && v <= CN_MAX_COORDINATE)) return r;
    return cn_refuse(error, CN_RANGE, field, "%g is outside the world limit of +-%.0f m", v,
                     CN_MAX_COORDINATE);
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
