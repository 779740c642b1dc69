/* check.c: how the core refuses: one place for the second half of each sentence.
 * The binding adds the first half, which names the call and the argument. Not here: between what
 * numbers have to lie (range.c). */
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

/* NaN's sign differs between machines and means nothing. */
static const char *name_of(double v) { return v != v ? "nan" : (v < 0 ? "-inf" : "inf"); }

cn_Result cn_check_finite(cn_Error *error, const char *field, double v) {
    if (cn_is_finite(v)) return CN_OK;
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
