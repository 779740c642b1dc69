/* check.h: how the core refuses: the checks of ids, numbers and locks, and cn_refuse, which writes
 * the second half of each sentence. */
#ifndef CN_CHECK_H
#define CN_CHECK_H

#include "data/world.h"

/* Refusals. Each returns CN_OK or fills w->error (or *error) and returns why. */
cn_Result cn_refuse(cn_Error *error, cn_Result result, const char *field, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
cn_Result cn_check_finite(cn_Error *error, const char *field, double v);
cn_Result cn_check_body(cn_World *w, cn_BodyId body); /* unlocked and alive */
cn_Result cn_check_shape(cn_World *w, cn_ShapeId shape);
cn_Result cn_refuse_memory(cn_Error *error);

#endif
