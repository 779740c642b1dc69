/* impact_notes.c: room for what is noted of blows and looks within a sub-step.
 * Not here: what is noted (impact_notes.h). */
#include "solver/impact/impact_notes.h"
#include "data/world.h"

/* Room for what is noted by body and by seat; all of it is 0 between sub-steps. */
bool cn_impact_reserve_notes(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int seats = s->order.block_count * CN_LANES;
    int bodies = w->bodies.count;
    return CN_GROW(s->impact.blows, bodies) && CN_GROW(s->impact.blown, bodies) &&
           CN_GROW(s->impact.shove, bodies) && CN_GROW(s->impact.shoved, bodies) &&
           CN_GROW(s->impact.struck, bodies) && CN_GROW(s->impact.looks, seats) &&
           CN_GROW(s->impact.looked, seats);
}

/* A world has many bodies and contacts, and a sub-step few blows. */
void cn_impact_forget_notes(cn_StepMemory *s) {
    for (int i = 0; i < s->impact.blown_count; i++) s->impact.blows[s->impact.blown[i]] = 0;
    for (int i = 0; i < s->impact.shoved_count; i++) s->impact.shove[s->impact.shoved[i]] = 0;
    for (int i = 0; i < s->impact.looked_count; i++)
        s->impact.looks[s->impact.looked[i]] = (cn_ImpactLook){0};
    s->impact.blown_count = s->impact.shoved_count = s->impact.looked_count = 0;
}
