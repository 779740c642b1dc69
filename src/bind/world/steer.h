/* steer.h: asks the hook steer for velocities, before the core's step. */
#ifndef BIND_WORLD_STEER_H
#define BIND_WORLD_STEER_H

#include "event/hooks.h"

/* dt: s, of the step to come. Never raises: an error is kept in step, and bodies after it move on.
 */
void bind_steer(bind_Step *step, double dt);

#endif
