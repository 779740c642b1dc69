/* body_mass.h: works out mass, its centre and inertia, and how far a body reaches from its
 * centre. */
#ifndef CN_BODY_MASS_H
#define CN_BODY_MASS_H

#include "data/world.h"

cn_Result cn_body_check_center(cn_Error *error, double x, double y);
void cn_body_update_mass(cn_World *w, int body);
/* What solvers have of its mass and inertia, which follows from these. */
cn_Mass cn_body_solver_mass(const cn_World *w, int body);
void cn_body_add_shape(cn_World *w, int body, int shape); /* with one shape more */

#endif
