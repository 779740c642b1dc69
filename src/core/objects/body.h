/* body.h: what the core may do to a body beside the public calls: give it a velocity, move, remove,
 * disable it. */
#ifndef CN_BODY_H
#define CN_BODY_H

#include "data/world.h"

/* Held to what it may have; wakes. Nothing is refused: v is finite. */
void cn_body_give_velocity(cn_World *w, int body, double vx, double vy);
void cn_body_give_spin(cn_World *w, int body, double spin);
/* One that can be pushed, by an impulse: wakes in any case; spin is only given where it turns. */
void cn_body_kick(cn_World *w, int body, double vx, double vy, bool turns, double spin);
/* The shorter way, counted for joints. What else follows a change of pose is still to be done. */
void cn_body_turn_to(cn_World *w, int body, cn_Rot q);
/* After a change of pose from outside a step: boxes follow, and what it touched wakes. */
void cn_body_moved(cn_World *w, int body);
void cn_body_remove(cn_World *w, int body);
void cn_body_disable(cn_World *w, int body);

#endif
