/* field.h: what a world keeps of each sensor that carries a field, and of what the fields do in a
 * step. */
#ifndef CN_DATA_FIELD_H
#define CN_DATA_FIELD_H

#include "cairn.h"

/* Of a sensor: see field_force.c. */
typedef struct cn_FieldEntry {
    int shape;
    cn_AreaDef def;
    double rate, turn_rate; /* N s/m, N m s: of this step, where its body is dynamic: how its */
    double all_rate, all_turn_rate; /* visitors drag at that at most; with its other areas */
} cn_FieldEntry;

/* A piece of a body in a piece of a sensor. */
typedef struct cn_FieldVisit {
    int body, piece, sensor;
    int field; /* its place in world.area */
} cn_FieldVisit;

/* Of a piece, in a step: how many areas act on it, and which was the last of them, + 1. */
typedef struct cn_FieldCount {
    int count, last;
} cn_FieldCount;

/* What areas and wind do to a body in a step: see external_force.c. */
typedef struct cn_SteadyForce {
    float x, y, turn; /* N, N m */
    uint64_t step;    /* from 1 */
} cn_SteadyForce;

#endif
