/* activity.c: what acts on bodies is marked, and worked off.
 *
 * Invariant: disturbed has no bit of a body outside of words disturbed_first to disturbed_end - 1,
 * and none of a slot that is free. */
#include "activity/activity.h"

#include "activity/resting.h"
#include "activity/wake.h"
#include "data/world.h"

static void mark(cn_World *w, int body) {
    int word = body >> 6;
    bool none = w->disturbed_end == 0;
    w->disturbed[word] |= (uint64_t)1 << (body & 63);
    w->disturbed_first = none || word < w->disturbed_first ? word : w->disturbed_first;
    w->disturbed_end = none || word >= w->disturbed_end ? word + 1 : w->disturbed_end;
}

void cn_activity_disturb(cn_World *w, int body, cn_DisturbReason why) {
    cn_RestIsland *rest = w->body_flags[body] & CN_BODY_RESTING ? cn_rest_island_of(w, body) : NULL;
    switch (why) {
    case CN_DISTURBED_MOTION:
        if (!rest) return;
        w->body_flags[body] &= ~(uint32_t)CN_BODY_STILL;
        rest->stirred = true;
        return;
    case CN_DISTURBED_FORCED:
        if (rest) __atomic_store_n(&rest->stale, true, __ATOMIC_RELAXED);
        return;
    case CN_DISTURBED_SENT_TO_SLEEP:
        w->sent_to_sleep = body + 1;
        return;
    default:
        mark(w, body);
    }
}

void cn_activity_work_off(cn_World *w) {
    int first = w->disturbed_first, end = w->disturbed_end, sleeper = w->sent_to_sleep;
    w->disturbed_first = w->disturbed_end = w->sent_to_sleep = 0;
    for (int word = first; word < end; word++) {
        uint64_t bits = w->disturbed[word];
        w->disturbed[word] = 0;
        for (; bits; bits &= bits - 1) cn_island_wake(w, word * 64 + __builtin_ctzll(bits));
    }
    if (sleeper > 0) cn_island_sleep(w, sleeper - 1);
}

bool cn_activity_stays(const cn_World *w, int body, float dt) {
    if (!(w->body_flags[body] & CN_BODY_RESTING)) return false;
    const cn_RestIsland *r = cn_rest_island_of(w, body);
    return r->resting && !r->stirred && !__atomic_load_n(&r->stale, __ATOMIC_RELAXED) &&
           cn_rest_same_step(w, r, dt);
}

/* Only the lower half of a step's number is kept; no body waits for longer than this. */
int cn_rest_wait(const cn_World *w, int body) {
    uint32_t left = w->cold[body].cool_until - (uint32_t)w->steps;
    return left <= CN_REST_TIRED ? (int)left : 0;
}
