/* narrow.c: the manifolds of all active contacts, once a step, and which of them touch.
 *
 * A manifold is made anew only when the two bodies have moved (10 mm) or turned (2 degrees) since
 * it was made. Until then normal and lever arms stay frozen in world orientation and only the
 * separations follow: a stack then keeps a constant Jacobian, which removes the buckling term
 * that would tip it over (solver notes, section 1), and most contacts of a pile at rest cost a
 * tenth of a new manifold. Impulses are carried from old to new points by feature.
 * Not here: shape against shape (collide.c), answers of scripts (hook.c). */
#include <math.h>
#include <string.h>

#include "distance.h"
#include "world.h"

/* Centre of mass of b minus that of a: computed in double, small enough for float. */
static cn_Vec between_centers(const cn_World *w, const cn_Contact *c) {
    const cn_Pose *a = &w->pose[c->body_a], *b = &w->pose[c->body_b];
    cn_Vec ra = cn_rotate(a->q, a->center), rb = cn_rotate(b->q, b->center);
    return (cn_Vec){(float)((b->x - a->x) + ((double)rb.x - (double)ra.x)),
                    (float)((b->y - a->y) + ((double)rb.y - (double)ra.y))};
}

/* ---- keeping a manifold ------------------------------------------------------------------- */

static bool recyclable(const cn_World *w, const cn_Contact *c, cn_Vec apart) {
    if (c->count == 0 || c->flags & CN_CONTACT_CORNER) return false; /* corners turn quickly */
    cn_Rot ta = cn_rot_rel(c->qa, w->pose[c->body_a].q),
           tb = cn_rot_rel(c->qb, w->pose[c->body_b].q);
    if (ta.c < CN_RECYCLE_COS || tb.c < CN_RECYCLE_COS) return false;
    cn_Vec moved = cn_add(apart, c->d); /* d was the negative of apart */
    float turn = cn_absf(tb.s * ta.c - tb.c * ta.s);
    float reach = cn_minf(w->cold[c->body_a].extent, w->cold[c->body_b].extent);
    if (w->cold[c->body_a].type == CN_STATIC) reach = w->cold[c->body_b].extent;
    if (w->cold[c->body_b].type == CN_STATIC) reach = w->cold[c->body_a].extent;
    float limit = CN_RECYCLE_DISTANCE - reach * turn;
    return limit > 0 && cn_length_sq(moved) < limit * limit;
}

/* How far the two have come apart along the frozen normal. Below a rounding it is the core whose
 * points turn with the body: the surface of what rolls stays where it is. */
static void follow(const cn_World *w, cn_Contact *c, cn_Vec apart) {
    cn_Rot ta = cn_rot_rel(c->qa, w->pose[c->body_a].q),
           tb = cn_rot_rel(c->qb, w->pose[c->body_b].q);
    cn_Vec moved = cn_add(apart, c->d);
    for (int i = 0; i < c->count; i++) {
        cn_Vec ra = cn_mul_add(c->r[i], -c->radius_a, c->normal);
        cn_Vec rb = cn_mul_add(cn_add(c->r[i], c->d), c->radius_b, c->normal);
        cn_Vec shift_a = cn_sub(cn_rotate(ta, ra), ra), shift_b = cn_sub(cn_rotate(tb, rb), rb);
        cn_Vec shift = cn_add(moved, cn_sub(shift_b, shift_a));
        c->separation[i] = c->made[i] + cn_dot(c->normal, shift);
    }
}

/* ---- making one --------------------------------------------------------------------------- */

/* As far ahead as the two may come together in the step; slow ones 2 cm. What bounces may come
 * back from elsewhere with all its speed. */
static float margin_of(const cn_World *w, const cn_Contact *c, float dt) {
    const cn_Motion *a = &w->motion[c->body_a], *b = &w->motion[c->body_b];
    if (!((w->body_flags[c->body_a] | w->body_flags[c->body_b]) & CN_BODY_REACH))
        return CN_SPECULATIVE;
    cn_Vec va = {a->vx, a->vy}, vb = {b->vx, b->vy};
    uint32_t both = w->body_flags[c->body_a] & w->body_flags[c->body_b];
    float e = c->restitution > 0 && !(both & CN_BODY_CROWDED) ? w->bounciest : -1;
    float way = 0.5f * (1 - e) * cn_length(cn_sub(vb, va)) +
                0.5f * (1 + e) * (cn_length(va) + cn_length(vb));
    way += cn_absf(a->w) * w->cold[c->body_a].extent + cn_absf(b->w) * w->cold[c->body_b].extent;
    return CN_SPECULATIVE + dt * way;
}

static void carry_impulse(const cn_Contact *old, cn_Contact *c, int point) {
    c->impulse[point] = c->total[point] = (cn_Row){0, 0};
    for (int i = 0; i < old->count; i++)
        if (old->feature[i] == c->feature[point]) {
            c->impulse[point] = old->impulse[i];
            c->total[point] = old->total[i];
        }
}

static void make(cn_World *w, cn_Contact *c, cn_Vec apart, float dt) {
    const cn_Pose *a = &w->pose[c->body_a];
    cn_Geom ga = cn_piece_geom(w, c->piece_a), gb = cn_piece_geom(w, c->piece_b);
    cn_LocalManifold m = {.reference = c->reference};
    cn_collide(&ga, &gb, cn_relative(a, &w->pose[c->body_b]), margin_of(w, c, dt), &m);
    cn_Contact old = *c;
    c->count = m.count;
    c->reference = m.reference;
    c->normal = cn_rotate(a->q, m.normal);
    c->d = cn_neg(apart);
    c->qa = a->q;
    c->qb = w->pose[c->body_b].q;
    for (int i = 0; i < m.count; i++) {
        c->r[i] = cn_rotate(a->q, cn_sub(m.points[i].point, a->center));
        c->made[i] = c->separation[i] = m.points[i].separation;
        c->feature[i] = m.points[i].feature;
        carry_impulse(&old, c, i);
    }
    if (m.count == 0) c->rolling_impulse = 0;
    cn_seam_classify(w, c);
}

/* ---- one-way shapes ----------------------------------------------------------------------- */

/* sign: +1 when the normal points away from the one-way shape. */
static bool one_way_allows(const cn_World *w, const cn_Contact *c, int shape, float sign) {
    const cn_Shape *s = &w->shape[shape];
    if (!s->has_one_way) return true;
    cn_Vec from = cn_rotate(w->pose[s->body].q, s->one_way);
    return sign * cn_dot(from, c->normal) > 0.5f;
}

/* Decided when the two first come near, and held until they part. */
static void judge_one_way(const cn_World *w, cn_Contact *c, int old_count) {
    if (!(c->flags & CN_CONTACT_ONE_WAY) || old_count > 0 || c->count == 0) return;
    if (!one_way_allows(w, c, c->shape_a, 1) || !one_way_allows(w, c, c->shape_b, -1))
        c->flags |= CN_CONTACT_IGNORED;
}

/* ---- the stage ---------------------------------------------------------------------------- */

static bool sensor_overlaps(const cn_World *w, const cn_Contact *c) {
    cn_Geom ga = cn_piece_geom(w, c->piece_a), gb = cn_piece_geom(w, c->piece_b);
    return cn_overlaps(&ga, &gb, cn_relative(&w->pose[c->body_a], &w->pose[c->body_b]));
}

static bool now_touching(const cn_World *w, const cn_Contact *c) {
    float slop = (float)w->def.slop;
    float limit = c->flags & CN_CONTACT_TOUCHING ? CN_TOUCH_RELEASE * slop : slop;
    for (int i = 0; i < c->count; i++)
        if (c->separation[i] <= limit) return true;
    return false;
}

/* False when the boxes have parted: the contact ends. A manifold that can be kept needs no look at
 * the boxes, since its bodies have hardly moved. */
static bool update_solid(cn_World *w, cn_Contact *c, float dt) {
    cn_Vec apart = between_centers(w, c);
    c->flags &= ~(uint32_t)(CN_CONTACT_SKIPPED | CN_CONTACT_ENDED | CN_CONTACT_BOUNCES |
                            CN_CONTACT_FAST | CN_CONTACT_STRUCK);
    if (recyclable(w, c, apart)) {
        follow(w, c, apart);
        return true;
    }
    if (!cn_broad_overlap(w, c->piece_a, c->piece_b)) return false;
    int old_count = c->count;
    if (!(c->flags & CN_CONTACT_REFUSED)) make(w, c, apart, dt);
    if (c->count == 0) c->flags &= ~(uint32_t)CN_CONTACT_IGNORED;
    judge_one_way(w, c, old_count);
    return true;
}

static bool update_sensor(cn_World *w, const cn_Contact *c, bool *touching) {
    *touching = false;
    if (!cn_broad_overlap(w, c->piece_a, c->piece_b)) return false;
    *touching = !(c->flags & CN_CONTACT_REFUSED) && sensor_overlaps(w, c);
    return true;
}

static uint64_t bit_if(bool is, uint64_t bit) { return is ? bit : 0; }

static bool touch_changed(const cn_Contact *c, bool touching) {
    return touching != ((c->flags & CN_CONTACT_TOUCHING) != 0);
}

static void update(cn_World *w, cn_Contact *c, float dt, cn_ContactWord *word, uint64_t bit) {
    bool touching = false, sensor = c->flags & CN_CONTACT_SENSOR;
    bool goes_on = sensor ? update_sensor(w, c, &touching) : update_solid(w, c, dt);
    if (!goes_on)
        word->ended |= bit;
    else if (c->flags & CN_CONTACT_CORNER)
        word->corners |= bit;
    else
        word->changed |= bit_if(touch_changed(c, sensor ? touching : now_touching(w, c)), bit);
}

/* A body asleep is woken by what touches it or will do so within this step. */
static bool strikes(const cn_World *w, cn_Contact *c, float dt) {
    uint32_t both = w->body_flags[c->body_a] & w->body_flags[c->body_b];
    if (both & CN_BODY_AWAKE || !cn_contact_solid(c)) return false;
    int still = w->body_flags[c->body_a] & CN_BODY_AWAKE ? c->body_b : c->body_a;
    if (w->cold[still].type != CN_DYNAMIC) return false;
    cn_contact_measure(w, c);
    for (int i = 0; i < c->count; i++)
        if (c->separation[i] <= c->speed[i].normal * dt + (float)w->def.slop) return true;
    return false;
}

typedef struct Stage {
    cn_World *w;
    float dt;
} Stage;

static int contact_of(int word, uint64_t bits) { return word * 64 + __builtin_ctzll(bits); }

/* A contact looks at its own bodies and pieces, and writes to itself and to its word. */
static void update_words(void *context, int first, int last, int worker) {
    const Stage *stage = context;
    cn_World *w = stage->w;
    (void)worker;
    for (int i = first; i < last; i++) {
        cn_ContactWord *word = &w->scratch.words[i];
        uint64_t fresh = w->active[i] & ~word->seen;
        for (uint64_t bits = fresh; bits; bits &= bits - 1) {
            cn_Contact *c = &w->contact[contact_of(i, bits)];
            uint64_t bit = bits & -bits;
            update(w, c, stage->dt, word, bit);
            word->strikes |= bit_if(strikes(w, c, stage->dt), bit);
        }
        word->seen |= fresh;
    }
}

/* Once all faces are known. */
static void update_corners(void *context, int first, int last, int worker) {
    cn_World *w = ((const Stage *)context)->w;
    (void)worker;
    for (int i = first; i < last; i++) {
        cn_ContactWord *word = &w->scratch.words[i];
        for (uint64_t bits = word->corners; bits; bits &= bits - 1) {
            int contact = contact_of(i, bits);
            const cn_Contact *c = &w->contact[contact];
            cn_seam_drop(w, contact);
            word->changed |= bit_if(touch_changed(c, now_touching(w, c)), bits & -bits);
        }
    }
}

/* True when somebody woke, whose contacts have not been looked at yet. */
static bool wake_struck(cn_World *w, int words, float dt) {
    bool woke = false;
    for (int i = 0; i < words; i++) {
        for (uint64_t bits = w->scratch.words[i].strikes; bits; bits &= bits - 1) {
            cn_Contact *c = &w->contact[contact_of(i, bits)];
            if (!strikes(w, c, dt)) continue; /* awake by now */
            cn_island_wake(w, w->body_flags[c->body_a] & CN_BODY_AWAKE ? c->body_b : c->body_a);
            woke = true;
        }
        w->scratch.words[i].strikes = 0;
    }
    return woke;
}

#define WORDS_EACH 2

void cn_narrow_collide(cn_World *w, float dt) {
    cn_Scratch *s = &w->scratch;
    Stage stage = {w, dt};
    int words = (w->contacts.count + 63) >> 6;
    s->changed.count = 0;
    if (!cn_grow((void **)&s->words, &s->words_capacity, words, sizeof *s->words)) {
        w->out_of_memory = true;
        return;
    }
    if (words > 0) memset(s->words, 0, (size_t)words * sizeof *s->words);
    do cn_jobs_run(w->jobs, update_words, &stage, words, WORDS_EACH);
    while (wake_struck(w, words, dt));
    cn_jobs_run(w->jobs, update_corners, &stage, words, WORDS_EACH);
    for (int i = 0; i < words; i++) {
        for (uint64_t bits = s->words[i].changed; bits; bits &= bits - 1)
            cn_contact_note(w, &s->changed, contact_of(i, bits));
        for (uint64_t bits = s->words[i].ended; bits; bits &= bits - 1)
            cn_contact_destroy(w, contact_of(i, bits));
    }
}

/* ---- begin and end ------------------------------------------------------------------------ */

static void begin(cn_World *w, cn_Contact *c, int contact) {
    c->flags |= CN_CONTACT_TOUCHING;
    bool first = c->pair < 0 || w->pair[c->pair].touching++ == 0;
    if (first) cn_event_begin(w, contact);
    if (c->flags & CN_CONTACT_SENSOR) return;
    /* a touch carries the wake from one island to the other */
    int bodies[2] = {c->body_a, c->body_b};
    for (int i = 0; i < 2; i++) {
        bool asleep = !(w->body_flags[bodies[i]] & CN_BODY_AWAKE);
        if (asleep && w->cold[bodies[i]].type == CN_DYNAMIC) cn_island_wake(w, bodies[i]);
    }
}

static void end(cn_World *w, cn_Contact *c, int contact) {
    c->flags &= ~(uint32_t)CN_CONTACT_TOUCHING;
    if (c->pair >= 0 && --w->pair[c->pair].touching > 0) return;
    if (c->pair >= 0) w->pair[c->pair].flags &= ~(uint32_t)CN_CONTACT_IGNORED;
    c->flags |= CN_CONTACT_ENDED;
    cn_event_end(w, contact);
}

void cn_narrow_touches(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    cn_contact_sort_list(w, &w->scratch.changed);
    for (int i = 0; i < s->changed.count; i++) {
        int contact = (int)s->changed.ids[i].index;
        cn_Contact *c = &w->contact[contact];
        if (c->flags & CN_CONTACT_TOUCHING)
            end(w, c, contact);
        else if (!(c->flags & CN_CONTACT_REFUSED)) {
            cn_contact_measure(w, c);
            begin(w, c, contact);
        }
    }
}

/* It left and came back within the step: for whoever listens it has touched all the time. */
static void go_on(cn_World *w, cn_Contact *c) {
    c->flags |= CN_CONTACT_TOUCHING;
    bool told = c->pair < 0 || w->pair[c->pair].touching++ == 0;
    if (told) cn_event_take_back_end(w, c);
}

/* What was pushed has touched, if only between two looks, like a ball that bounced. Where it has
 * left again its end follows in the next step. */
void cn_narrow_struck(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    cn_contact_told(w, &s->changed, true);
    cn_contact_sort_list(w, &w->scratch.changed);
    int before = w->events.begin_count;
    for (int i = 0; i < s->changed.count; i++) {
        int contact = (int)s->changed.ids[i].index;
        cn_Contact *c = &w->contact[contact];
        if (c->flags & CN_CONTACT_ENDED)
            go_on(w, c);
        else
            begin(w, c, contact);
    }
    if (w->events.begin_count > before) cn_event_sort_begins(w);
}
