/* impact_notes.h: what is noted of blows and looks within a sub-step, so that nothing is looked for
 * twice.
 *
 * A blow changes how its bodies go on, not how they lie: what was seen at its time is still so. And
 * what a line keeps apart with something to spare stays apart until blows have shoved the two by
 * that much, whatever they do.
 * Not here: how one looks (time_of_impact.c), and what for (impact.c). */
#ifndef CN_IMPACT_NOTES_H
#define CN_IMPACT_NOTES_H

#include "data/contact_access.h"
#include "solver/impact/impact.h"

/* m: a body that was shoved is in a list, however little that was */
#define CN_LEAST_SHOVE 1e-12f

/* impact_notes.c: room for it, false: no memory; and all of it is 0 again, as between sub-steps. */
bool cn_impact_reserve_notes(cn_World *w);
void cn_impact_forget_notes(cn_StepMemory *s);

/* Of the body. Beyond what a count holds all is the rows' long since. */
static inline void cn_impact_count_blow(cn_StepMemory *s, int body) {
    uint8_t *blows = &s->impact.blows[body];
    if (*blows == 0) s->impact.blown[s->impact.blown_count++] = body;
    *blows += *blows < UINT8_MAX;
}

/* By so much, in m, a blow may take any of its points from where it would have been until the
 * sub-step ends. */
static inline void cn_impact_shove(cn_StepMemory *s, int body, float by) {
    if (s->impact.shove[body] == 0) s->impact.shoved[s->impact.shoved_count++] = body;
    s->impact.shove[body] += cn_maxf(by, CN_LEAST_SHOVE);
}

/* m, by which blows have shoved the two towards each other, at most. */
static inline float cn_impact_shove_of(const cn_World *w, const cn_Contact *c) {
    return w->scratch.impact.shove[c->body_a] + w->scratch.impact.shove[c->body_b];
}

static inline cn_ImpactLook *cn_impact_last_look(const cn_World *w, const cn_Contact *c) {
    return &w->scratch.impact.looks[w->scratch.order.lane[c - w->contact]];
}

/* It was looked at from a time on, and touches or not. Place: of what was seen in the list, -1 =
 * nowhere. That counts as it was at once: blows may change how the two lie later. */
static inline void cn_impact_note_look(cn_World *w, const cn_Contact *c, float from, bool touches,
                                       const cn_ImpactManifold *seen, int place) {
    cn_StepMemory *s = &w->scratch;
    cn_ImpactLook *last = cn_impact_last_look(w, c);
    float spare = !touches && seen->clear ? seen->spare : 0;
    if (last->stamp == 0)
        s->impact.looked[s->impact.looked_count++] = s->order.lane[c - w->contact];
    *last = (cn_ImpactLook){1 + cn_impact_stamp(w, c), touches ? from : CN_NEVER,
                            spare > 0 ? spare + cn_impact_shove_of(w, c) : 0,
                            seen->at == from ? 1 + place : 0};
}

/* Is all known that a look from then on would tell? Where it was looked at since the last blow on
 * its bodies nothing else has come. One that was found is looked for again from later times: it is
 * met within CN_TOUCH, and the nearer the start the better. */
static inline bool cn_impact_is_known(const cn_World *w, const cn_Contact *c, float from) {
    const cn_ImpactLook *last = cn_impact_last_look(w, c);
    if (cn_impact_shove_of(w, c) < last->keeps) return true;
    return last->stamp == 1 + cn_impact_stamp(w, c) &&
           (last->from == from || last->from == CN_NEVER);
}

/* How the two lie at t, if the last look was one from then on, and has seen that; NULL. */
static inline const cn_ImpactManifold *cn_impact_seen(const cn_World *w, const cn_Contact *c,
                                                      float t) {
    int place = cn_impact_last_look(w, c)->manifold - 1;
    if (place < 0) return NULL;
    const cn_ImpactManifold *seen = &w->scratch.impact.manifolds[place];
    return seen->at == t ? seen : NULL;
}

#endif
