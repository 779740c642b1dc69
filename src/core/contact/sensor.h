/* sensor.h: finds which shapes are in which sensor, at the end of each step. */
#ifndef CN_SENSOR_H
#define CN_SENSOR_H

#include "data/world.h"

/* A static piece has come or moved; and a body was put elsewhere. */
void cn_sensor_note(cn_World *w, int piece);
void cn_sensor_rouse(cn_World *w, int body);
void cn_sensor_pairs(cn_World *w); /* of static bodies, into scratch.contact.pairs */
/* Stage: what is in a sensor now; swept: or has been since the step began. */
void cn_sensor_collide(cn_World *w, bool swept);
/* Whether two pieces overlap where they are now. */
bool cn_pieces_overlap(const cn_World *w, int a, int b);

#endif
