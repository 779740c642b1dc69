/* gear.h: records of gears, pulleys and ratchets: which bodies they stand at, when they come and
 * go, and how well they hold. */
#ifndef CN_GEAR_H
#define CN_GEAR_H

#include "data/world.h"

/* Its bodies, without those that it has twice; returns how many. */
int cn_gear_bodies(const cn_World *w, const cn_Gear *c, int body[4]);
/* The body whose motion a gear takes of each joint that it couples. */
void cn_gear_ends(const cn_World *w, const int of[2], int ends[2]);
bool cn_gear_reserve(cn_World *w);
void cn_gear_add(cn_World *w, int joint, const cn_JointDef *d); /* there is room */
void cn_gear_remove(cn_World *w, int joint);     /* one that goes: also the gears that couple it */
void cn_gear_review(cn_World *w, int body);      /* which has another type now */
int cn_gear_first(const cn_World *w, int joint); /* record of the first gear that couples it */
/* By how much what it holds is violated now: rad or m; a rope that hangs and a ratchet between two
 * catches: less than 0. */
double cn_gear_error(const cn_World *w, const cn_Joint *j);
void cn_gear_lengths(const cn_World *w, const cn_Joint *pulley, double length[2]);
void cn_gear_mesh(cn_World *w, cn_Joint *j); /* if it acts, it has caught where it is */

#endif
