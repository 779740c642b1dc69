/* resting.c: islands that rest, and what ends that.
 *
 * A body belongs to one kept island at most (cn_BodyCold.rest). One that rests is not computed
 * until it is roused: when marks are worked off, or when it would be solved and something in the
 * step has acted on it (activity.c). Not here: how an island comes to rest, and its solution
 * (solver/rest).
 */
#include "activity/resting.h"

#include "activity/wake.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "sparse/cholesky.h"

void cn_rest_set_active(cn_World *w, const cn_RestIsland *rest) {
    for (int i = 0; i < rest->body_count; i++) cn_contacts_set_active(w, rest->bodies[i]);
}

void cn_rest_look(cn_World *w, int body) {
    if (body >> 6 < w->scratch.rest.look_capacity) w->scratch.rest.look[body >> 6] = 0;
}

void cn_rest_rouse_whole(cn_World *w, cn_RestIsland *rest) {
    if (!rest->resting) return;
    rest->resting = rest->answered = false;
    rest->calm = rest->creep = 0;
    for (int i = 0; i < rest->body_count; i++) {
        w->body_flags[rest->bodies[i]] &=
            ~(uint32_t)(CN_BODY_RESTING | CN_BODY_REST_SOLVED | CN_BODY_STILL);
        cn_rest_look(w, rest->bodies[i]);
    }
    cn_rest_set_active(w, rest);
}

void cn_rest_drop(cn_World *w, cn_RestIsland *rest) {
    cn_rest_rouse_whole(w, rest);
    for (int i = 0; i < rest->body_count; i++) {
        w->cold[rest->bodies[i]].rest = 0;
        w->body_flags[rest->bodies[i]] &= ~(uint32_t)CN_BODY_REST_SOLVED;
    }
    CN_GROW_FREE(rest->bodies);
    cn_cholesky_free(&rest->factor);
    CN_GROW_FREE(rest->going);
    *rest = (cn_RestIsland){.next_free = w->rest_free};
    w->rest_free = (int)(rest - w->rest) + 1;
}

void cn_rest_rouse(cn_World *w, int body) {
    if (w->body_flags[body] & CN_BODY_RESTING) cn_rest_rouse_whole(w, cn_rest_island_of(w, body));
    cn_rest_look(w, body);
    if (w->cold[body].type == CN_DYNAMIC) return;
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        int other = link & 1 ? c->body_a : c->body_b;
        if (w->body_flags[other] & CN_BODY_RESTING)
            cn_rest_rouse_whole(w, cn_rest_island_of(w, other));
    }
}
