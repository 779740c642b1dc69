/* rest_find.c: the island of a body, as far as it can be solved directly.
 *
 * Found by following contacts from one body. A large island that was solved in the step before is
 * mostly the same in this one, and following is nothing that threads can share: so each of its
 * bodies keeps the neighbour that it was found from, and where all of them still touch these and no
 * body touches a stranger, it is the same island. That is looked at part by part; small islands are
 * followed side by side, each within itself, before any other body is looked at. */
#include "contact/contact_speed.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "solver/rest/rest.h"
#include "sparse/cholesky.h"

/* m/s along the normal: what has restitution and is faster is for the sub-steps */
#define BOUNCING 0.1f
/* m/s: an island is given up when a surface of it gets faster than this */
#define QUIET 1.0f
#define DEEP  0.06f /* m: deeper overlaps are for the sub-steps to push out */
/* ratio to the thinner body's inner radius, where that allows a deeper overlap */
#define DEEP_SHARE 0.5f
/* ratio to the reach of a body smaller than SMALL (m), whose springs are firm enough to push it out
 * by themselves; of larger ones it grows with the reach */
#define DEEP_REACH 0.1f
#define SMALL      0.1f
/* count: a larger island is not followed to its end, and goes through the sub-steps */
#define MOST_BODIES 8192

enum { NOBODY = CN_REST_NOBODY, UNFIT = -2 }; /* stand instead of a place */

/* Its body's fastest surface, m/s. */
static float speed_of(const cn_World *w, int body) {
    const cn_Motion *m = &w->motion[body];
    float turn = cn_absf(m->w) * m->extent;
    return sqrtf(cn_maxf(cn_length_sq((cn_Vec){m->vx, m->vy}), turn * turn));
}

static bool fit(const cn_World *w, int body, float speed) {
    uint32_t odd = CN_BODY_LOCK_X | CN_BODY_LOCK_Y | CN_BODY_LOCK_ROTATION | CN_BODY_JOINTED;
    return speed < QUIET && !(w->body_flags[body] & odd) && w->body_flags[body] & CN_BODY_AWAKE &&
           w->mass[body].inv_i > 0;
}

/* m, inner radius of the thinner body of those that move. */
static float thin_of(const cn_World *w, const cn_Contact *c) {
    float a = w->cold[c->body_a].inner_radius, b = w->cold[c->body_b].inner_radius;
    if (w->mass[c->body_a].inv_m == 0) return b;
    return w->mass[c->body_b].inv_m == 0 ? a : cn_minf(a, b);
}

/* What only the sub-steps know how to do. */
static bool plain(const cn_World *w, const cn_Contact *c) {
    if (!cn_rest_dynamic(w, c->body_a) && cn_rest_moves(w, c->body_a)) return false;
    if (!cn_rest_dynamic(w, c->body_b) && cn_rest_moves(w, c->body_b)) return false;
    if (c->flags & CN_CONTACT_SPECIAL) return false;
    bool bouncy = c->flags & CN_CONTACT_BOUNCY;
    cn_Row speed[2];
    float deep = cn_maxf(DEEP, DEEP_SHARE * thin_of(w, c));
    deep = cn_minf(deep, DEEP_REACH * c->reach * cn_maxf(1, c->reach / SMALL));
    if (bouncy) cn_contact_measure(w, c, speed);
    for (int i = 0; i < c->count; i++) {
        if (c->separation[i] < -deep) return false;
        if (bouncy && speed[i].normal > BOUNCING) return false;
    }
    return true;
}

/* ---- following contacts ------------------------------------------------------------------- */

typedef struct Search {
    int *order, *from; /* in the order of finding; the neighbours that they were found from */
    int *place;        /* in that order, by body */
} Search;

/* What stands at the ends of body's contacts, into order. */
static void gather_neighbours(cn_World *w, int body, cn_RestFound *found, const Search *s) {
    for (int link = w->cold[body].first_contact; link >= 0 && found->fit;) {
        const cn_Contact *c = &w->contact[link >> 1];
        int other = link & 1 ? c->body_a : c->body_b;
        link = cn_contact_next(w, link);
        if (!cn_rest_acts(w, c, other)) continue;
        found->ends += cn_rest_dynamic(w, other) ? 1 : 2; /* as often as each is met */
        found->round |= c->flags & CN_CONTACT_ROUND;
        found->fit = plain(w, c);
        if (!cn_rest_dynamic(w, other)) {
            found->held = true;
        } else if (s->place[other] == UNFIT) {
            found->fit = false;
        } else if (s->place[other] == NOBODY) {
            s->place[other] = found->count;
            s->from[found->count] = body;
            s->order[found->count++] = other;
        }
    }
}

/* Breadth first from start, into order; marks place. An island that is not fit is left where that
 * shows: its parts that were not seen meet those that were, and are not taken for islands. */
static cn_RestFound gather(cn_World *w, int start, const Search *s) {
    cn_RestFound found = {.bodies = s->order, .count = 1, .fit = true, .missed = true};
    s->place[start] = 0;
    s->from[0] = NOBODY;
    s->order[0] = start;
    for (int i = 0; i < found.count && found.fit; i++) {
        int body = s->order[i];
        float speed = speed_of(w, body);
        if (w->body_flags[body] & CN_BODY_RESTING)
            cn_rest_rouse_whole(w, cn_rest_island_of(w, body));
        found.speed = cn_maxf(found.speed, speed);
        found.until = w->steps + (uint64_t)cn_rest_wait(w, body);
        found.fit = fit(w, body, speed) && found.until <= w->steps && found.count <= MOST_BODIES;
        if (found.fit) gather_neighbours(w, body, &found, s);
    }
    for (int i = 0; i < found.count && !found.fit; i++) s->place[s->order[i]] = UNFIT;
    return found;
}

/* ---- the same as in the step before -------------------------------------------------------- */

static bool look_at_body(const cn_World *w, int body, cn_RestFound *found) {
    float speed = speed_of(w, body);
    found->speed = cn_maxf(found->speed, speed);
    found->missed |= w->cold[body].misses > 0;
    return fit(w, body, speed) && cn_rest_wait(w, body) == 0;
}

/* False: it leads to a stranger, or is not plain. */
static bool look_at_contact(const cn_World *w, const cn_RestIsland *rest, const cn_Contact *c,
                            int other, cn_RestFound *found) {
    bool counts = cn_rest_dynamic(w, other);
    if (!plain(w, c) || (counts && cn_rest_island_of(w, other) != rest)) return false;
    found->ends += counts ? 1 : 2;
    found->round |= c->flags & CN_CONTACT_ROUND;
    found->held |= !counts;
    return true;
}

typedef struct LookPart {
    cn_RestFound found;
    int contacts;
} LookPart;

typedef struct Look {
    const cn_World *w;
    const cn_RestIsland *rest;
    LookPart part[CN_CHOLESKY_PARTS];
} Look;

/* A body that still touches the neighbour that it was found from, and no stranger. */
static bool same(const Look *look, int i, LookPart *now) {
    const cn_World *w = look->w;
    int body = look->rest->bodies[i], from = cn_rest_from(look->rest)[i];
    bool held = from == NOBODY;
    for (int link = w->cold[body].first_contact; link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        int other = link & 1 ? c->body_a : c->body_b;
        link = cn_contact_next(w, link);
        if (!cn_rest_acts(w, c, other)) continue;
        if (!look_at_contact(w, look->rest, c, other, &now->found)) return false;
        held |= other == from;
        now->contacts += !cn_rest_dynamic(w, other) || w->scratch.rest.place[other] > i;
    }
    return held;
}

static void look_part(void *context, int part) {
    Look *look = context;
    const cn_RestIsland *rest = look->rest;
    LookPart now = {.found = {.fit = true}};
    int end = rest->factor.part_first[part + 1];
    for (int i = rest->factor.part_first[part]; i < end && now.found.fit; i++)
        now.found.fit = look_at_body(look->w, rest->bodies[i], &now.found) && same(look, i, &now);
    look->part[part] = now; /* once: parts of other threads stand in the same cache line */
}

static cn_RestFound all_of(const Look *look) {
    cn_RestFound all = {.fit = true};
    for (int i = 0; i < look->rest->factor.part_count; i++) {
        const cn_RestFound *part = &look->part[i].found;
        all.ends += part->ends;
        all.fit &= part->fit;
        all.held |= part->held;
        all.round |= part->round;
        all.missed |= part->missed;
        all.speed = cn_maxf(all.speed, part->speed);
        all.contacts[i] = look->part[i].contacts;
    }
    return all;
}

/* A large island, part by part. */
static cn_RestFound look_at_parts(cn_World *w, const cn_RestIsland *rest) {
    Look look = {.w = w, .rest = rest};
    int *place = w->scratch.rest.place;
    for (int i = 0; i < rest->body_count; i++)
        if (place[rest->bodies[i]] != NOBODY) return (cn_RestFound){0};
    for (int i = 0; i < rest->body_count; i++) place[rest->bodies[i]] = i;
    cn_cholesky_parts(rest->factor.part_count, CN_CHOLESKY_AT_ONCE, look_part, &look, w->jobs);
    cn_RestFound found = all_of(&look);
    for (int i = 0; !found.fit && i < rest->body_count; i++) place[rest->bodies[i]] = NOBODY;
    return found;
}

static bool follow(cn_World *w, const cn_RestIsland *rest, int body, int *order,
                   cn_RestFound *found) {
    int *place = w->scratch.rest.place;
    for (int link = w->cold[body].first_contact; link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        int other = link & 1 ? c->body_a : c->body_b;
        link = cn_contact_next(w, link);
        if (!cn_rest_acts(w, c, other)) continue;
        if (!look_at_contact(w, rest, c, other, found)) return false;
        if (!cn_rest_dynamic(w, other) || place[other] != NOBODY) continue;
        place[other] = found->count;
        order[found->count++] = other;
    }
    return true;
}

/* A small island, as a whole, by one thread: its contacts are followed within it. */
static void look_at_small(cn_World *w, cn_RestIsland *rest, int *order) {
    cn_RestFound found = {.count = 1, .fit = true};
    int *place = w->scratch.rest.place;
    order[0] = rest->bodies[0];
    place[order[0]] = 0;
    for (int i = 0; i < found.count && found.fit; i++)
        found.fit = look_at_body(w, order[i], &found) && follow(w, rest, order[i], order, &found);
    found.fit = found.fit && found.count == rest->body_count;
    for (int i = 0; i < found.count; i++) place[order[i]] = NOBODY; /* it is not its turn yet */
    rest->found = found;
}

static void look_at_range(void *context, int first, int last, int worker) {
    cn_World *w = context;
    (void)worker;
    for (int i = first; i < last; i++) {
        cn_RestIsland *rest = &w->rest[i];
        rest->found.fit = false;
        bool small = rest->body_count < CN_REST_MANY;
        if (rest->live && !rest->resting && small)
            look_at_small(w, rest, w->scratch.rest.search + rest->room);
    }
}

void cn_rest_look_before(cn_World *w) {
    int room = 0;
    for (int i = 0; i < w->rest_count; i++) {
        w->rest[i].room = room; /* a body belongs to one island at most */
        room += w->rest[i].body_count;
    }
    cn_jobs_run(w->jobs, look_at_range, w, w->rest_count, 4);
}

/* Not fit: it is another island now, or is to be followed until that shows. */
static cn_RestFound recognise(cn_World *w, const cn_RestIsland *rest) {
    cn_RestFound found = {0};
    if (!rest || rest->resting) return found;
    if (rest->body_count < CN_REST_MANY) {
        found = rest->found;
        for (int i = 0; found.fit && i < rest->body_count; i++)
            w->scratch.rest.place[rest->bodies[i]] = i;
    } else if (rest->factor.part_count > 1) {
        found = look_at_parts(w, rest);
    }
    found.kept = rest;
    found.bodies = rest->bodies;
    found.count = rest->body_count;
    return found;
}

cn_RestFound cn_rest_find(cn_World *w, int body) {
    cn_StepMemory *s = &w->scratch;
    cn_RestFound found = recognise(w, cn_rest_island_of(w, body));
    if (found.fit) return found;
    Search search = {s->rest.search, s->rest.search + w->bodies.count, s->rest.place};
    return gather(w, body, &search);
}

void cn_rest_remember(cn_World *w, cn_RestIsland *rest) {
    const int *from = w->scratch.rest.search + w->bodies.count;
    int *at = cn_rest_from(rest);
    for (int i = 0; at && i < rest->body_count; i++)
        at[i] = from[w->scratch.rest.place[rest->bodies[i]]];
}
