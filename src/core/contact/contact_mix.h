/* contact_mix.h: the material of a contact. */
#ifndef CN_CONTACT_MIX_H
#define CN_CONTACT_MIX_H

#include "data/world.h"

void cn_contact_mix(cn_World *w, int contact);
void cn_contact_blend(cn_World *w, int contact); /* as mix; what rests does not learn of it */
float cn_contact_surface_speed(const cn_World *w, int piece);
float cn_contact_restitution(const cn_World *w, int piece_a, int piece_b);
/* Room for what few contacts have, up to this one; false: no memory. */
bool cn_contact_reserve_rare(cn_World *w, int contact);
void cn_contact_set_surface(cn_World *w, int contact, float rolling, float speed);

#endif
