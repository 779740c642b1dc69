/* apart.c: pairs whose boxes overlap, but which cannot meet in this step.
 *
 * The box of a fast body is drawn out along its way. In a crowd that flies together all such boxes
 * overlap, though nobody comes nearer to anybody: what counts is how two move against each other.
 * So a pair gets its contact only in the first step in which its boxes as they stand at the
 * beginning, one of them drawn out along the relative way, overlap. Until then it waits here, in
 * 16 bytes, and is looked at in each step; and a contact that found nothing comes back here.
 * Invariant: of two pieces whose boxes in the trees overlap and which may meet, either the contact
 * is there or they wait, once; unless one has been touched or put in since the last step, when the
 * trees find all its pairs anew. Pairs that wait count as neighbours of their bodies. */
#include <string.h>

#include "world.h"

bool cn_apart_reserve(cn_World *w, int more) {
    return cn_grow((void **)&w->apart, &w->apart_capacity, w->apart_count + more, sizeof *w->apart);
}

cn_Apart cn_apart_pair(const cn_World *w, int piece_a, int piece_b) {
    return (cn_Apart){piece_a, piece_b, w->piece[piece_a].body, w->piece[piece_b].body};
}

/* ---- can they meet? ----------------------------------------------------------------------- */

/* How far a body goes, and how far its box was swept for that. */
typedef struct Way {
    float x, y, swept_x, swept_y;
} Way;

static Way way_of(const cn_World *w, int body, float dt) {
    const cn_Motion *m = &w->motion[body];
    float ahead = cn_broad_ahead(w, body) * dt;
    bool swept = w->body_flags[body] & CN_BODY_REACH;
    Way way = {.x = m->vx * ahead, .y = m->vy * ahead};
    if (swept) way.swept_x = way.x, way.swept_y = way.y;
    return way;
}

/* Along one axis, between boxes from a1 to a2 and from b1 to b2. Gaps come first: they are small
 * and so exact. */
static bool passes(float a1, float a2, float b1, float b2, float d, float swept_a, float swept_b) {
    float below = (cn_minf(swept_a, 0) - cn_maxf(swept_b, 0)) + cn_maxf(d, 0);
    float above = (cn_minf(swept_b, 0) - cn_maxf(swept_a, 0)) - cn_minf(d, 0);
    return a1 - b2 > below || b1 - a2 > above;
}

/* The kernel of the narrow phase has the same. Each box has half of what contacts see ahead, room
 * for turning and rebounds, and a little more. */
bool cn_apart_may_meet(const cn_World *w, const cn_Apart *pair, float dt) {
    if (!((w->body_flags[pair->body_a] | w->body_flags[pair->body_b]) & CN_BODY_REACH)) return true;
    Way a = way_of(w, pair->body_a, dt), b = way_of(w, pair->body_b, dt);
    cn_Box p = w->box[pair->piece_a], q = w->box[pair->piece_b];
    return !passes(p.x1, p.x2, q.x1, q.x2, b.x - a.x, a.swept_x, b.swept_x) &&
           !passes(p.y1, p.y2, q.y1, q.y2, b.y - a.y, a.swept_y, b.swept_y);
}

/* ---- in and out --------------------------------------------------------------------------- */

bool cn_apart_reserve_marks(cn_World *w, int piece) {
    return cn_grow((void **)&w->renewed, &w->renewed_capacity, (piece >> 6) + 1,
                   sizeof *w->renewed);
}

void cn_apart_renew(cn_World *w, int piece) {
    if (w->apart_count == 0 || piece >> 6 >= w->renewed_capacity) return;
    w->renewed[piece >> 6] |= (uint64_t)1 << (piece & 63);
    w->apart_stale = true;
}

static bool is_renewed(const cn_World *w, int piece) {
    return piece >> 6 < w->renewed_capacity && w->renewed[piece >> 6] >> (piece & 63) & 1;
}

/* A slot of a body that has been given out again has no neighbours yet. */
static void leave(cn_World *w, const cn_Apart *pair) {
    if (w->cold[pair->body_a].near_count > 0) cn_contact_part(w, pair->body_a);
    if (w->cold[pair->body_b].near_count > 0) cn_contact_part(w, pair->body_b);
}

void cn_apart_forget_renewed(cn_World *w) {
    int kept = 0;
    if (!w->apart_stale) return;
    for (int i = 0; i < w->apart_count; i++) {
        const cn_Apart *pair = &w->apart[i];
        if (is_renewed(w, pair->piece_a) || is_renewed(w, pair->piece_b))
            leave(w, pair);
        else
            w->apart[kept++] = *pair;
    }
    w->apart_count = kept;
    w->apart_stale = false;
    memset(w->renewed, 0, (size_t)w->renewed_capacity * sizeof *w->renewed);
}

void cn_apart_update(cn_World *w) {
    int kept = 0;
    for (int i = 0; i < w->apart_count; i++) {
        const cn_Apart *pair = &w->apart[i];
        if (pair->piece_a < 0) continue; /* has its contact */
        if (cn_broad_overlap(w, pair->piece_a, pair->piece_b))
            w->apart[kept++] = *pair;
        else
            leave(w, pair);
    }
    w->apart_count = kept;
}

void cn_apart_count(cn_World *w, int first) {
    for (int i = first; i < w->apart_count; i++) {
        cn_contact_near(w, w->apart[i].body_a);
        cn_contact_near(w, w->apart[i].body_b);
    }
}

bool cn_apart_make_contact(cn_World *w, int index) {
    cn_Apart *pair = &w->apart[index];
    /* it takes the place of the pair that waited: nobody has more neighbours than before */
    w->cold[pair->body_a].near_count--;
    w->cold[pair->body_b].near_count--;
    if (cn_contact_create(w, pair->piece_a, pair->piece_b)) {
        pair->piece_a = -1;
        return true;
    }
    w->cold[pair->body_a].near_count++;
    w->cold[pair->body_b].near_count++;
    return false;
}

void cn_apart_return(cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    if (cn_broad_overlap(w, c->piece_a, c->piece_b)) {
        if (!cn_apart_reserve(w, 1)) {
            w->out_of_memory = true; /* and it stays a contact */
            return;
        }
        w->apart[w->apart_count++] = cn_apart_pair(w, c->piece_a, c->piece_b);
        w->cold[c->body_a].near_count++;
        w->cold[c->body_b].near_count++;
    }
    cn_contact_destroy(w, contact);
}
