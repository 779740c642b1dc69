/* check.h: how the core refuses: the checks of ids, numbers and locks, and cn_refuse, which writes
 * the second half of each sentence.
 * Not here: between what numbers have to lie (range.h); what depends on several numbers. */
#ifndef CN_CHECK_H
#define CN_CHECK_H

#include "data/world.h"
#include "world/range.h"

/* Refusals. Each returns CN_OK or fills w->error (or *error) and returns why. */
cn_Result cn_refuse(cn_Error *error, cn_Result result, const char *field, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
cn_Result cn_check_finite(cn_Error *error, const char *field, double v);
cn_Result cn_check_body(cn_World *w, cn_BodyId body); /* unlocked and alive */
/* Besides, x and y in their range. */
cn_Result cn_check_body_xy(cn_World *w, cn_BodyId body, double x, double y, cn_Range range);
cn_Result cn_check_shape(cn_World *w, cn_ShapeId shape);
cn_Result cn_refuse_memory(cn_Error *error);

/* Finite and in its range, or a sentence that says which of its ends was passed. */
cn_Result cn_check(cn_Error *error, const char *field, double v, cn_Range range);

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
