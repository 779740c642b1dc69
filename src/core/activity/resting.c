/* resting.c: islands that rest, and what ends that.
 *
 * A body belongs to one kept island at most (cn_BodyCold.rest). One that rests is not computed:
 * when something acts on it during a step that is noted, and from outside a step it is roused at
 * once. Not here: how an island comes to rest, and its solution (solver/rest). */
#include "activity/activity.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "sparse/cholesky.h"

void cn_rest_set_active(cn_World *w, const cn_RestIsland *rest) {
    for (int i = 0; i < rest->body_count; i++)
        for (int link = w->cold[rest->bodies[i]].first_contact; link >= 0;) {
            cn_contact_set_active(w, link >> 1);
            link = cn_contact_next(w, link);
        }
}

void cn_rest_look(cn_World *w, int body) {
    if (body >> 6 < w->scratch.look_capacity) w->scratch.look[body >> 6] = 0;
}

void cn_rest_stir(cn_World *w, int body) {
    if (!(w->body_flags[body] & CN_BODY_RESTING)) return;
    w->body_flags[body] &= ~(uint32_t)CN_BODY_STILL;
    cn_rest_island_of(w, body)->stirred = true;
}

void cn_rest_rouse_whole(cn_World *w, cn_RestIsland *rest) {
    if (!rest->resting) return;
    rest->resting = false;
    rest->creep = 0;
    uint64_t saved = w->steps + 1 - rest->step; /* it was last solved in step - 1 */
    int spent = CN_REST_SAVED - (saved < CN_REST_SAVES ? (int)saved : CN_REST_SAVES);
    for (int i = 0; i < rest->body_count; i++) {
        w->cold[rest->bodies[i]].spent = (unsigned)spent & 63;
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
    cn_grow_free((void **)&rest->bodies, &rest->body_capacity, sizeof *rest->bodies);
    cn_cholesky_free(&rest->factor);
    cn_grow_free((void **)&rest->going, &rest->going_capacity, sizeof *rest->going);
    *rest = (cn_RestIsland){.next_free = w->rest_free};
    w->rest_free = (int)(rest - w->rest) + 1;
}

void cn_rest_touch(cn_World *w, int body) {
    if (w->body_flags[body] & CN_BODY_RESTING) /* several threads may say so at once */
        __atomic_store_n(&cn_rest_island_of(w, body)->stale, true, __ATOMIC_RELAXED);
}

bool cn_rest_stays(const cn_World *w, int body, float dt) {
    if (!(w->body_flags[body] & CN_BODY_RESTING)) return false;
    const cn_RestIsland *r = cn_rest_island_of(w, body);
    return r->resting && !r->stirred && !__atomic_load_n(&r->stale, __ATOMIC_RELAXED) &&
           cn_rest_same_step(w, r, dt);
}

void cn_rest_rouse(cn_World *w, int body) {
    if (w->body_flags[body] & CN_BODY_RESTING) cn_rest_rouse_whole(w, cn_rest_island_of(w, body));
    cn_rest_look(w, body);
    if (w->cold[body].type == CN_DYNAMIC) return;
    for (int link = w->cold[body].first_contact; link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        int other = link & 1 ? c->body_a : c->body_b;
        link = cn_contact_next(w, link);
        if (w->body_flags[other] & CN_BODY_RESTING)
            cn_rest_rouse_whole(w, cn_rest_island_of(w, other));
    }
}

void cn_rest_forget(cn_World *w, int body) {
    if (cn_rest_island_of(w, body)) cn_rest_drop(w, cn_rest_island_of(w, body));
}

/* Only the lower half of a step's number is kept; no body waits for longer than this. */
int cn_rest_wait(const cn_World *w, int body) {
    uint32_t left = w->cold[body].cool_until - (uint32_t)w->steps;
    return left <= CN_REST_TIRED ? (int)left : 0;
}
