/* solver.h: from forces to velocities to positions, in sub-steps: see solver.c. */
#ifndef CN_SOLVER_H
#define CN_SOLVER_H

#include "data/world.h"

void cn_solver_sweep(cn_World *w, float dt); /* who is fast: stretch their boxes */
void cn_solver_solve(cn_World *w, float dt);

#endif
