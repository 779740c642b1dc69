/* gear.h: gears, pulleys and ratchets: one row between up to four bodies: see gear.c. */
#ifndef CN_GEAR_H
#define CN_GEAR_H

#include "data/world.h"

/* Its bodies, without those that it has twice; returns how many. */
int cn_coupling_bodies(const cn_World *w, const cn_Coupling *c, int body[4]);
/* Of a joint that a gear couples, the body whose motion the gear stands at. */
void cn_coupling_ends(const cn_World *w, const int of[2], int ends[2]);
bool cn_coupling_reserve(cn_World *w);
void cn_coupling_add(cn_World *w, int joint, const cn_JointDef *d); /* there is room */
void cn_coupling_remove(cn_World *w, int joint); /* one that goes: also the gears that couple it */
void cn_coupling_review(cn_World *w, int body);  /* which has another type now */
int cn_coupling_first(const cn_World *w, int joint); /* record of the first gear that couples it */
/* By how much what it holds is violated now: rad or m; a rope that hangs and a ratchet between two
 * catches: less than 0. */
double cn_coupling_error(const cn_World *w, const cn_Joint *j);
void cn_coupling_lengths(const cn_World *w, const cn_Joint *pulley, double length[2]);
void cn_coupling_mesh(cn_World *w, cn_Joint *j); /* if it acts, it has caught where it is */

#endif
