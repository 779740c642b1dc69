/* broad_phase.h: finds which pairs of pieces come near each other, and keeps the boxes in the trees
 * that tell. */
#ifndef CN_BROAD_PHASE_H
#define CN_BROAD_PHASE_H

#include "data/world.h"

/* Room for so many more pieces below end, of a static body or another, planes or not: with it
 * they are inserted without fail. */
bool cn_broad_phase_reserve(cn_World *w, bool is_static, bool planes, int end, int more);
bool cn_broad_phase_insert(cn_World *w, int piece);
void cn_broad_phase_remove(cn_World *w, int piece);
/* New boxes where a body has come out of its old ones; dt stretches them along fast motion. */
void cn_broad_phase_update(cn_World *w, int body, float dt);
/* As cn_broad_phase_update with 0 s, for the bodies marked in scratch.activity.octets. */
void cn_broad_phase_update_octets(cn_World *w);
/* Before a step of dt: bodies that move further in it than contacts see ahead have boxes that reach
 * as far, and their contacts do. */
void cn_broad_phase_sweep(cn_World *w, float dt);
/* The piece of a body whose boxes the kernels can make, -1 = none. */
int cn_broad_phase_plain_piece(const cn_World *w, int body);
/* By how much a box that is made now is larger than needed, m. */
float cn_broad_phase_margin(const cn_World *w, int body);
void cn_broad_phase_renew(cn_World *w, int piece); /* find its pairs anew */
bool cn_broad_phase_overlap(const cn_World *w, int piece_a, int piece_b);
void cn_broad_phase_add_pair(cn_World *w, int a, int b); /* to those that were found in this step */
void cn_broad_phase_pairs(cn_World *w, float dt); /* stage of the step: new pairs become contacts */

#endif
