/* rebound.h: which bodies a blow may send back at speed. */
#ifndef CN_REBOUND_H
#define CN_REBOUND_H

#include "data/world.h"

/* The body has another type; the shape has other surfaces, or is new; something that the body had,
 * a shape or a lively contact, is gone. */
void cn_rebound_note(cn_World *w, int body);
void cn_rebound_note_shape(cn_World *w, int shape);
void cn_rebound_lose(cn_World *w, int body);
void cn_rebound_lose_contact(cn_World *w, int body_a, int body_b);
/* The contact is there from now on, or has another restitution. True when a body of it, in the step
 * that has begun, was thought to go straight on, and is not any more. */
bool cn_rebound_meet(cn_World *w, int contact);
/* May the body leave the way that its boxes were drawn out along in this step? */
bool cn_rebound_strays(const cn_World *w, int body);
/* Of all bodies, what follows from their shapes and contacts; earlier versions did not write it. */
void cn_rebound_note_all(cn_World *w);

#endif
