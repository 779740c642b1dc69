/* count of bodies for each weld or hinge of an island, at least: where most are jointed the joints
 * hold exactly without it, and their rows cost more than what contacts give in is worth */
#define BODIES_A_JOINT 4
/* rest_find.c: the island of a body, as far as it can be solved directly.
 *
 * Found by following contacts from one body. A large island that was solved in the step before is
 * mostly the same in this one, and following is nothing that threads can share: so each of its
 * bodies keeps the neighbour that it was found from, and where all of them still touch these and no
 * body touches a stranger, it is the same island. That is looked at part by part; small islands are
 * followed side by side, each within itself, before any other body is looked at. */
#include <math.h>

#include "contact/contact_speed.h"
#include "data/contact_access.h"
#include "data/joint_access.h"
#include "data/world.h"
#include "solver/rest/rest.h"
#include "sparse/cholesky.h"
#include "world/dominance_entry.h"
#include "world/joint_state.h"
#include "world/motion_step.h"

#define HINGED 0.1f /* m/s: what hinges hold and is faster may swing */
/* m/s along the normal: what rebounds faster is for the sub-steps */
#define BOUNCING 0.1f
/* m/s: an island is given up when a surface of it gets faster than this */
#define QUIET 1.0f
#define DEEP  0.06f /* m: deeper overlaps are for the sub-steps to push out */
/* ratio to the thinner body's inner radius, where that allows a deeper overlap */
#define DEEP_SHARE 0.5f
#define STUCK      4 /* looks in vain, with a second and a half from the first to the last */
/* count: a larger island is not followed to its end, and goes through the sub-steps */
#define MOST_BODIES 8192
/* count: a larger island is none that walls go past, which may never come to rest */
#define MOST_DRIVEN 64
#define ALONG       1e-5 /* m/s: a wall that goes past no faster moves along */

/* Its body's fastest surface, m/s. */
static float speed_of(const cn_World *w, int body, const cn_RestFrame *frame) {
    const cn_Motion *m = &w->motion[body];
    cn_Vec v = {m->vx, m->vy};
    float spin = m->w;
    if (frame->moves) {
        double at[3];
        cn_rest_relative(w, frame, body, at);
        v = (cn_Vec){(float)at[0], (float)at[1]};
        spin = (float)at[2];
    }
    float turn = cn_absf(spin) * m->extent;
    return sqrtf(cn_maxf(cn_length_sq(v), turn * turn));
}

/* An axis that it must not move along is one of the world. */
static bool locks_fit(const cn_World *w, int body, const cn_RestFrame *f) {
    uint32_t locks = w->body_flags[body] & CN_REST_LOCKS;
    if (!(locks & CN_BODY_LOCK_ROTATION) && !(w->mass[body].inv_i > 0)) return false;
    if (!f->moves || !locks) return true;
    if (f->w != 0) return false;
    return !(locks & CN_BODY_LOCK_X && f->vx != 0) && !(locks & CN_BODY_LOCK_Y && f->vy != 0);
}

static bool lies(const cn_World *w, int body) {
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link))
        if (cn_contact_solid(&w->contact[link >> 1])) return true;
    return false;
}

/* Has no other joints than welds, and hinges of what lies still. */
static bool joints_fit(const cn_World *w, int body, float speed) {
    for (int link = w->cold[body].first_joint; link >= 0; link = cn_joint_next(w, link)) {
        const cn_Joint *j = &w->joint[link >> 1];
        if (!cn_joint_acts(w, j) || cn_rest_is_weld(w, j)) continue;
        if (!cn_rest_is_hinge(w, j) || speed > HINGED || !lies(w, body)) return false;
    }
    return true;
}

static bool fit(const cn_World *w, int body, float speed, const cn_RestFrame *frame) {
    return speed < QUIET && w->body_flags[body] & CN_BODY_AWAKE && locks_fit(w, body, frame) &&
           (!(w->body_flags[body] & CN_BODY_JOINTED) || joints_fit(w, body, speed));
}

/* What may move at the other end, or is a belt: as the frame does, or not too fast past it. */
static bool passes(const cn_World *w, const cn_Contact *c, cn_RestFound *found) {
    bool within = cn_rest_dynamic(w, c->body_a) && cn_rest_dynamic(w, c->body_b);
    bool special = c->flags & CN_CONTACT_SPECIAL;
    if (within && !special) return true;
    if (special && (cn_contact_rare(w, (int)(c - w->contact)).rolling > 0 ||
                    cn_dominance_lead(w, c->body_a, c->body_b) != 0))
        return false;
    cn_RestDrift drift;
    cn_rest_drift(w, &found->frame, c, &drift);
    double most = fmax(fabs(drift.tangent), fmax(fabs(drift.normal[0]), fabs(drift.normal[1])));
    float load = c->impulse[0].normal + c->impulse[1].normal;
    if (most < ALONG) {
        found->carried += load;
        return true;
    }
    found->passing += within ? 0 : load;
    found->driven = true;
    return most < (double)QUIET;
}

/* Within this step, and what is slower does not bounce in the sub-steps either. */
static bool will_bounce(const cn_World *w, const cn_Contact *c) {
    cn_Row speed[2];
    float restitution = cn_contact_cold(w, c)->restitution;
    cn_contact_measure(w, c, speed);
    for (int i = 0; i < c->count; i++) {
        float v = speed[i].normal;
        if (restitution * v <= BOUNCING || c->separation[i] > v * w->scratch.dt) continue;
        if (v > cn_bounce_speed(w, w->scratch.dt / (float)w->def.substeps)) return true;
    }
    return false;
}

/* Was looked at in vain for a second and a half, or is held at rest as it is. */
static bool is_stuck(const cn_World *w, int body) {
    return w->cold[body].misses >= STUCK || cn_rest_island_of(w, body) || !cn_rest_dynamic(w, body);
}

/* The sub-steps may push it out, unless they have had the time for it. */
static bool comes_out(const cn_World *w, const cn_Contact *c) {
    float least = fminf(c->separation[0], c->count > 1 ? c->separation[1] : c->separation[0]);
    if (c->count == 0 || least >= -DEEP) return false;
    if (least >= -DEEP_SHARE * cn_contact_thin(w, c)) return false;
    return !is_stuck(w, c->body_a) || !is_stuck(w, c->body_b);
}

/* What only the sub-steps know how to do. */
static bool plain(const cn_World *w, const cn_Contact *c, cn_RestFound *found) {
    bool moving = found->frame.moves || c->flags & CN_CONTACT_SPECIAL ||
                  (!cn_rest_dynamic(w, c->body_a) && cn_rest_moves(w, c->body_a)) ||
                  (!cn_rest_dynamic(w, c->body_b) && cn_rest_moves(w, c->body_b));
    if (moving && !passes(w, c, found)) return false;
    found->deep |= comes_out(w, c);
    return !(c->flags & CN_CONTACT_BOUNCY) || !will_bounce(w, c);
}

/* ---- following contacts ------------------------------------------------------------------- */

typedef struct Search {
    int *order, *from; /* in the order of finding; the neighbours that they were found from */
    int *place;        /* in that order, by body */
} Search;

/* From body to a dynamic one. One that waits, or has just been looked at in vain, is looked at
 * again with all of its island: its parts would wait for each other else. */
static void meet(const cn_World *w, int body, int other, cn_RestFound *found, const Search *s) {
    bool in_vain = s->place[other] == CN_REST_UNFIT ||
                   (s->place[other] == CN_REST_PASSED_OVER && found->frame.moves);
    if (in_vain) {
        found->seen.fit = false;
        found->until = w->steps + (uint64_t)cn_rest_wait(w, other);
    }
    if (in_vain || s->place[other] >= 0) return;
    s->place[other] = found->count;
    s->from[found->count] = body;
    s->order[found->count++] = other;
}

/* The other body of the next joint that acts, from link of a body's list on; -1: there is none. */
static int next_welded(const cn_World *w, int *link) {
    while (*link >= 0) {
        const cn_Joint *j = &w->joint[*link >> 1];
        int other = *link & 1 ? j->body_a : j->body_b;
        *link = j->next[*link & 1];
        if (cn_joint_acts(w, j)) return other;
    }
    return -1;
}

/* What is welded to body, into order. */
static void gather_welded(const cn_World *w, int body, cn_RestFound *found, const Search *s) {
    int link = w->cold[body].first_joint;
    for (int other; (other = next_welded(w, &link)) >= 0; found->seen.welds++)
        meet(w, body, other, found, s);
}

/* What stands at the ends of body's contacts, into order. */
static void gather_neighbours(cn_World *w, int body, cn_RestFound *found, const Search *s) {
    for (int link = w->cold[body].first_contact; link >= 0 && found->seen.fit;
         link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        int other = link & 1 ? c->body_a : c->body_b;
        if (!cn_rest_acts(w, c, other)) continue;
        found->seen.ends += cn_rest_dynamic(w, other) ? 1 : 2; /* as often as each is met */
        found->seen.round |= cn_rest_rolls(w, c);
        found->seen.fit = plain(w, c, found);
        if (cn_rest_dynamic(w, other))
            meet(w, body, other, found, s);
        else
            found->seen.held = true;
    }
}

/* In a frame that moves what moves otherwise bears no more of it. */
static bool belongs(const cn_RestFound *found) {
    if (found->driven && found->count > MOST_DRIVEN) return false;
    if (found->seen.welds > 0 && found->count >= CN_REST_MANY) return false;
    if (BODIES_A_JOINT * found->seen.welds > 2 * found->count) return false; /* each is met twice */
    return !found->frame.moves || found->carried >= found->passing;
}

void cn_rest_pass_over(cn_World *w, const cn_RestFound *found) {
    int mark = found->frame.moves ? CN_REST_PASSED_OVER : CN_REST_UNFIT;
    for (int i = 0; i < found->count; i++) w->scratch.rest.place[found->bodies[i]] = mark;
}

/* Breadth first from start, into order; marks place. An island that is not fit is left where that
 * shows: its parts that were not seen meet those that were, and are not taken for islands. Not
 * where something is deep in another: so all of it knows that it was looked at. */
static cn_RestFound gather(cn_World *w, int start, const Search *s, const cn_RestFrame *frame) {
    cn_RestFound found = {
        .bodies = s->order, .count = 1, .seen = {.fit = true, .missed = true}, .frame = *frame};
    s->place[start] = 0;
    s->from[0] = CN_REST_NOBODY;
    s->order[0] = start;
    for (int i = 0; i < found.count && found.seen.fit; i++) {
        int body = s->order[i];
        float speed = speed_of(w, body, frame);
        if (w->body_flags[body] & CN_BODY_RESTING)
            cn_rest_rouse_whole(w, cn_rest_island_of(w, body));
        found.seen.speed = cn_maxf(found.seen.speed, speed);
        found.until = w->steps + (uint64_t)cn_rest_wait(w, body);
        found.seen.fit =
            fit(w, body, speed, frame) && found.until <= w->steps && found.count <= MOST_BODIES;
        if (found.seen.fit) gather_neighbours(w, body, &found, s);
        if (found.seen.fit && w->body_flags[body] & CN_BODY_JOINTED)
            gather_welded(w, body, &found, s);
    }
    found.seen.fit = found.seen.fit && !found.deep && belongs(&found);
    if (!found.seen.fit) cn_rest_pass_over(w, &found);
    return found;
}

/* ---- the same as in the step before -------------------------------------------------------- */

static bool look_at_body(const cn_World *w, int body, cn_RestFound *found) {
    float speed = speed_of(w, body, &found->frame);
    found->seen.speed = cn_maxf(found->seen.speed, speed);
    found->seen.missed |= w->cold[body].misses > 0;
    return fit(w, body, speed, &found->frame) && cn_rest_wait(w, body) == 0;
}

/* False: it leads to a stranger, or is not plain. */
static bool look_at_contact(const cn_World *w, const cn_RestIsland *rest, const cn_Contact *c,
                            int other, cn_RestFound *found) {
    bool counts = cn_rest_dynamic(w, other);
    if (!plain(w, c, found) || (counts && cn_rest_island_of(w, other) != rest)) return false;
    found->seen.ends += counts ? 1 : 2;
    found->seen.round |= cn_rest_rolls(w, c);
    found->seen.held |= !counts;
    return true;
}

typedef struct LookPart {
    cn_RestFound found;
    int contacts;
} LookPart;

typedef struct Look {
    const cn_World *w;
    const cn_RestIsland *rest;
    cn_RestFrame frame;
    LookPart part[CN_CHOLESKY_PARTS];
} Look;

/* A body that still touches the neighbour that it was found from, and no stranger. */
static bool same(const Look *look, int i, LookPart *now) {
    const cn_World *w = look->w;
    int body = look->rest->bodies[i], from = cn_rest_from(look->rest)[i];
    bool held = from == CN_REST_NOBODY;
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        int other = link & 1 ? c->body_a : c->body_b;
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
    LookPart now = {.found = {.seen.fit = true, .frame = look->frame}};
    int end = rest->factor.part_first[part + 1];
    for (int i = rest->factor.part_first[part]; i < end && now.found.seen.fit; i++)
        now.found.seen.fit = look_at_body(look->w, rest->bodies[i], &now.found) &&
                             !(look->w->body_flags[rest->bodies[i]] & CN_BODY_JOINTED) &&
                             same(look, i, &now);
    look->part[part] = now; /* once: parts of other threads stand in the same cache line */
}

static cn_RestFound all_of(const Look *look) {
    cn_RestFound all = {.seen.fit = true, .frame = look->frame};
    for (int i = 0; i < look->rest->factor.part_count; i++) {
        const cn_RestFound *part = &look->part[i].found;
        all.seen.ends += part->seen.ends;
        all.seen.fit &= part->seen.fit && !part->driven;
        all.seen.held |= part->seen.held;
        all.seen.round |= part->seen.round;
        all.seen.missed |= part->seen.missed;
        all.seen.speed = cn_maxf(all.seen.speed, part->seen.speed);
        all.contacts[i] = look->part[i].contacts;
    }
    return all;
}

static cn_RestFrame frame_of(const cn_World *w, const cn_RestIsland *rest) {
    return cn_rest_frame(w, rest->carrier, rest->belt);
}

/* A large island, part by part. */
static cn_RestFound look_at_parts(cn_World *w, const cn_RestIsland *rest) {
    Look look = {.w = w, .rest = rest, .frame = frame_of(w, rest)};
    int *place = w->scratch.rest.place;
    for (int i = 0; i < rest->body_count; i++)
        if (place[rest->bodies[i]] != CN_REST_UNSEEN) return (cn_RestFound){0};
    for (int i = 0; i < rest->body_count; i++) place[rest->bodies[i]] = i;
    cn_cholesky_parts(rest->factor.part_count, CN_CHOLESKY_AT_ONCE, look_part, &look, w->jobs);
    cn_RestFound found = all_of(&look);
    for (int i = 0; !found.seen.fit && i < rest->body_count; i++)
        place[rest->bodies[i]] = CN_REST_UNSEEN;
    return found;
}

static bool follow(cn_World *w, const cn_RestIsland *rest, int body, int *order,
                   cn_RestFound *found) {
    int *place = w->scratch.rest.place;
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        int other = link & 1 ? c->body_a : c->body_b;
        if (!cn_rest_acts(w, c, other)) continue;
        if (!look_at_contact(w, rest, c, other, found)) return false;
        if (!cn_rest_dynamic(w, other) || place[other] != CN_REST_UNSEEN) continue;
        place[other] = found->count;
        order[found->count++] = other;
    }
    return true;
}

static bool follow_welds(cn_World *w, const cn_RestIsland *rest, int body, int *order,
                         cn_RestFound *found) {
    int *place = w->scratch.rest.place;
    int link = w->cold[body].first_joint;
    for (int other; (other = next_welded(w, &link)) >= 0;) {
        found->seen.welds++;
        if (cn_rest_island_of(w, other) != rest) return false;
        if (place[other] != CN_REST_UNSEEN) continue;
        place[other] = found->count;
        order[found->count++] = other;
    }
    return true;
}

/* A small island, as a whole, by one thread: its contacts are followed within it. */
static void look_at_small(cn_World *w, cn_RestIsland *rest, int *order) {
    cn_RestFound found = {.count = 1, .seen.fit = true, .frame = frame_of(w, rest)};
    int *place = w->scratch.rest.place;
    order[0] = rest->bodies[0];
    place[order[0]] = 0;
    for (int i = 0; i < found.count && found.seen.fit; i++)
        found.seen.fit = look_at_body(w, order[i], &found) &&
                         follow(w, rest, order[i], order, &found) &&
                         (!(w->body_flags[order[i]] & CN_BODY_JOINTED) ||
                          follow_welds(w, rest, order[i], order, &found));
    /* one that is driven may have another frame now */
    found.seen.fit = found.seen.fit && found.count == rest->body_count && !found.driven;
    for (int i = 0; i < found.count; i++)
        place[order[i]] = CN_REST_UNSEEN; /* it is not its turn yet */
    rest->seen = found.seen;
}

static void look_at_range(void *context, int first, int last, int worker) {
    cn_World *w = context;
    (void)worker;
    for (int i = first; i < last; i++) {
        cn_RestIsland *rest = &w->rest[i];
        rest->seen.fit = false;
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
        found = (cn_RestFound){.seen = rest->seen, .frame = frame_of(w, rest)};
        for (int i = 0; found.seen.fit && i < rest->body_count; i++)
            w->scratch.rest.place[rest->bodies[i]] = i;
    } else if (rest->factor.part_count > 1) {
        found = look_at_parts(w, rest);
    }
    found.kept = rest;
    found.bodies = rest->bodies;
    found.count = rest->body_count;
    return found;
}

cn_RestFound cn_rest_find(cn_World *w, int body, const cn_RestFrame *frame) {
    cn_StepMemory *s = &w->scratch;
    cn_RestFound found = recognise(w, cn_rest_island_of(w, body));
    if (found.seen.fit) return found;
    Search search = {s->rest.search, s->rest.search + w->bodies.count, s->rest.place};
    return gather(w, body, &search, frame);
}

void cn_rest_remember(cn_World *w, cn_RestIsland *rest) {
    const int *from = w->scratch.rest.search + w->bodies.count;
    int *at = cn_rest_from(rest);
    for (int i = 0; at && i < rest->body_count; i++)
        at[i] = from[w->scratch.rest.place[rest->bodies[i]]];
}
