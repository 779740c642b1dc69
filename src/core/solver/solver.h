/* solver.h: the stages that take bodies from forces to velocities to positions, in sub-steps. */
#ifndef CN_SOLVER_H
#define CN_SOLVER_H

#include "data/world.h"

void cn_solver_solve(cn_World *w, float dt);

#endif
