/* external_force.h: what areas and wind do to one body in a step, as a force of that step. */
#ifndef CN_EXTERNAL_FORCE_H
#define CN_EXTERNAL_FORCE_H

#include "data/world.h"

/* About its centre of mass. What drags is kept apart, with how much it changes with the velocity:
 * it must not turn a body around that it only slows down. */
typedef struct cn_ExternalForce {
    double x, y, turn;                /* N, N m */
    double drag_x, drag_y, drag_turn; /* N, N m */
    double rate, turn_rate;           /* N s/m, N m s */
} cn_ExternalForce;

/* Where the centre of mass of a body will be in the middle of the step, and its frame about that.
 * Forces of that moment keep the energy of what swings in them: taken at the beginning of a step
 * they would add to it in each. */
typedef struct cn_Midway {
    double x, y;  /* m, the centre of mass */
    double c, s;  /* of its angle then */
    cn_Vec about; /* the centre of mass in the body's frame */
} cn_Midway;

cn_Midway cn_external_force_midway(const cn_World *w, int body, float dt);
/* What drags becomes force, and does not turn the body around. */
void cn_external_force_limit(const cn_World *w, int body, cn_ExternalForce *force, float dt);
/* Memory for the next; then a load goes into the forces of the step, of a body that is awake or
 * wakes anyway. Steady: it will be the same in the next step if nothing moves until then. Threads
 * may do it for bodies of their own. */
bool cn_external_force_reserve(cn_World *w);
void cn_external_force_take(cn_World *w, int body, const cn_ExternalForce *force, bool steady);
/* Whether all forces on it in this step are steady. */
bool cn_external_force_steady(const cn_World *w, int body);

#endif
