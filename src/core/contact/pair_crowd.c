/* pair_crowd.c: how many contacts with what can be pushed a body has at most.
 *
 * A thousand bodies made at one point are half a million pairs, and each of them would be a contact
 * to no avail: a body is pushed out of a crowd by a few dozen neighbours as well as by all. So of
 * two bodies that both have as many contacts as they have room for, no more are made between them;
 * the pair goes on waiting (pair_defer.c), and comes when one of the two has room again. A body
 * with room takes whatever comes, so that the giant under a thousand crumbs carries all of them.
 * Where more come at once than there is room for, a number drawn from the two pieces and the step
 * decides: then the contacts of a crowd hold all of it together and not its first bodies, and no
 * result depends on the order of the list. Walls, sensors,
 * and what a bullet flies at are never left out.
 * The work of a crowd is so bounded by its bodies, not by the square of them; which pairs are left
 * out depends on the two bodies alone, not on what else there is. */
#include "contact/pair_crowd.h"

#include <string.h>

#include "base/memory.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "world/event_log.h"

/* count of contacts with what can be pushed, for each piece of a body: a disc has six equal
 * neighbours, and in a heap of all sizes few of those that have more than twenty themselves */
#define ROOM 32

/* Only between these pairs are left out. */
static bool is_pushed(const cn_World *w, const cn_DeferredPair *pair) {
    if (!(w->mass[pair->body_a].inv_m > 0 && w->mass[pair->body_b].inv_m > 0)) return false;
    if ((w->body_flags[pair->body_a] ^ w->body_flags[pair->body_b]) & CN_BODY_BULLET)
        return false; /* nothing lets a bullet pass */
    return w->sensor_shapes == 0 || !(cn_shape_traits(w, w->piece[pair->piece_a].shape)->sensor ||
                                      cn_shape_traits(w, w->piece[pair->piece_b].shape)->sensor);
}

static uint64_t coming(const cn_World *w, int word, int count) {
    uint64_t come = w->scratch.contact.pair_words[word].come;
    int bits = count - word * 64;
    return bits < 64 ? come & (((uint64_t)1 << bits) - 1) : come;
}

/* Neighbours are counted with walls and with what waits: none that is full is missed. */
static bool both_over(const cn_World *w, const cn_DeferredPair *pair, int load_a, int load_b) {
    return w->cold[pair->body_a].near_count + load_a > ROOM &&
           w->cold[pair->body_b].near_count + load_b > ROOM;
}

/* Mostly none can be full, even if all that come came to it. */
static bool may_any_be_full(const cn_World *w, int count) {
    int sum = 0;
    for (int i = 0; i * 64 < count; i++) sum += __builtin_popcountll(coming(w, i, count));
    if (sum > ROOM) return true;
    for (int i = 0; sum > 0 && i * 64 < count; i++)
        for (uint64_t left = coming(w, i, count); left; left &= left - 1)
            if (both_over(w, &w->apart[cn_contact_at(i, left)], sum, sum)) return true;
    return false;
}

static void count_loads(cn_World *w, int count) {
    cn_CrowdBody *of = w->scratch.contact.crowd;
    for (int i = 0; i * 64 < count; i++)
        for (uint64_t left = coming(w, i, count); left; left &= left - 1) {
            const cn_DeferredPair *pair = &w->apart[cn_contact_at(i, left)];
            if (!is_pushed(w, pair)) continue;
            of[pair->body_a].load++;
            of[pair->body_b].load++;
        }
}

static bool any_full(const cn_World *w, int count) {
    const cn_CrowdBody *of = w->scratch.contact.crowd;
    for (int i = 0; i * 64 < count; i++)
        for (uint64_t left = coming(w, i, count); left; left &= left - 1) {
            const cn_DeferredPair *pair = &w->apart[cn_contact_at(i, left)];
            if (both_over(w, pair, of[pair->body_a].load, of[pair->body_b].load)) return true;
        }
    return false;
}

static int room_of(const cn_World *w, int body) {
    int room = 0;
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next)
        room += ROOM * w->shape[s].piece_count;
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        room -= !(c->flags & (CN_CONTACT_WALL | CN_CONTACT_SENSOR));
    }
    return room;
}

static void find_rooms(cn_World *w) {
    cn_CrowdBody *of = w->scratch.contact.crowd;
    for (int i = 0; i < w->bodies.count; i++) {
        if (of[i].load == 0) continue;
        of[i].room = w->cold[i].near_count + of[i].load > ROOM ? room_of(w, i) : of[i].load;
        if (of[i].room < of[i].load)
            w->body_flags[i] |= CN_BODY_FULL;
        else
            w->body_flags[i] &= ~(uint32_t)CN_BODY_FULL;
    }
}

/* A number for two pieces in this step, of 32 bits that are as good as drawn (the finisher of
 * SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). */
static uint64_t lot_of(const cn_World *w, const cn_DeferredPair *pair) {
    uint64_t a = (uint64_t)pair->piece_a, b = (uint64_t)pair->piece_b;
    uint64_t x = (a < b ? a << 32 | b : b << 32 | a) + w->steps * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (x ^ x >> 31) >> 32;
}

static bool has_room(const cn_CrowdBody *of, uint64_t lot) {
    if (of->room >= of->load) return true;
    return of->room > 0 && lot * (uint64_t)of->load < (uint64_t)of->room << 32;
}

static void leave_out(cn_World *w, int count) {
    const cn_CrowdBody *of = w->scratch.contact.crowd;
    int body = w->bodies.count;
    for (int i = 0; i * 64 < count; i++)
        for (uint64_t left = coming(w, i, count); left; left &= left - 1) {
            const cn_DeferredPair *pair = &w->apart[cn_contact_at(i, left)];
            if (!is_pushed(w, pair)) continue;
            uint64_t lot = lot_of(w, pair);
            if (has_room(&of[pair->body_a], lot) || has_room(&of[pair->body_b], lot)) continue;
            w->scratch.contact.pair_words[i].come &= ~(left & -left);
            body = pair->body_a < body ? pair->body_a : body;
            body = pair->body_b < body ? pair->body_b : body;
        }
    if (body < w->bodies.count)
        cn_event_warn_once(w, CN_WARN_CROWD, body, cn_pose_center(&w->pose[body]));
}

void cn_pair_crowd_thin(cn_World *w, int count) {
    cn_StepMemory *s = &w->scratch;
    if (!may_any_be_full(w, count)) return;
    /* else all of them come */
    if (!cn_had_memory(w, CN_GROW(s->contact.crowd, w->bodies.count))) return;
    memset(s->contact.crowd, 0, (size_t)w->bodies.count * sizeof *s->contact.crowd);
    count_loads(w, count);
    if (!any_full(w, count)) return;
    find_rooms(w);
    leave_out(w, count);
}
