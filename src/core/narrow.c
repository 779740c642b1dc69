/* narrow.c: the manifolds of all active contacts, once a step, and which of them touch.
 *
 * A manifold is made anew only when the two bodies have moved (10 mm) or turned (2 degrees) since
 * it was made. Until then normal and lever arms stay frozen in world orientation and only the
 * separations follow: a stack then keeps a constant Jacobian, which removes the buckling term
 * that would tip it over (solver notes, section 1).
 * Keeping, and pairs of quadrilaterals, go eight at a time; the rest one by one (manifold.c).
 * Not here: answers of scripts (hook.c). */
#include <string.h>

#include "distance.h"
#include "wide/block.h"
#include "world.h"

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

static uint64_t bit_if(bool is, uint64_t bit) { return is ? bit : 0; }

static bool touch_changed(const cn_Contact *c, bool touching) {
    return touching != ((c->flags & CN_CONTACT_TOUCHING) != 0);
}

/* A body asleep is woken by what touches it or will do so within this step. */
static bool strikes(const cn_World *w, cn_Contact *c, float dt) {
    uint32_t both = w->body_flags[c->body_a] & w->body_flags[c->body_b];
    if (both & CN_BODY_AWAKE || !cn_contact_solid(c)) return false;
    int still = w->body_flags[c->body_a] & CN_BODY_AWAKE ? c->body_b : c->body_a;
    if (w->cold[still].type != CN_DYNAMIC) return false;
    cn_Row speed[2];
    cn_contact_measure(w, c, speed);
    for (int i = 0; i < c->count; i++)
        if (c->separation[i] <= speed[i].normal * dt + (float)w->def.slop) return true;
    return false;
}

typedef struct Stage {
    cn_World *w;
    float dt;
} Stage;

/* Up to eight contacts of one word on their way through a kernel. */
typedef struct Batch {
    cn_ManifoldJob job;
    uint64_t bit[CN_LANES];
    int count;
} Batch;

/* A word of contacts and what is left to be done with them. */
typedef struct Work {
    cn_World *w;
    float dt;
    cn_ContactWord *word;
    Batch keep, quads;
    cn_Contact nobody; /* of lanes that are not used */
    cn_ContactCold nobody_cold;
} Work;

static void add(Work *k, Batch *batch, cn_Contact *c, uint64_t bit) {
    int i = batch->count++;
    batch->job.contact[i] = c;
    batch->job.cold[i] = cn_contact_cold(k->w, c);
    batch->job.a[i] = &k->w->pose[c->body_a];
    batch->job.b[i] = &k->w->pose[c->body_b];
    batch->bit[i] = bit;
}

static void fill_up(Work *k, Batch *batch) {
    batch->job.used = (1u << batch->count) - 1;
    batch->job.slop = (float)k->w->def.slop;
    batch->job.piece = k->w->piece;
    for (int i = batch->count; i < CN_LANES; i++) {
        batch->job.contact[i] = &k->nobody;
        batch->job.cold[i] = &k->nobody_cold;
        batch->job.a[i] = batch->job.b[i] = &k->w->pose[CN_GROUND];
        batch->job.corners_a[i] = batch->job.corners_b[i] = batch->job.corners_a[0];
        batch->job.normals_a[i] = batch->job.normals_b[i] = batch->job.normals_a[0];
        batch->job.margin[i] = 0;
    }
}

/* With the manifold of this step. */
static void settle(Work *k, const cn_Contact *c, uint64_t bit, bool touching) {
    k->word->apart |= bit_if(c->count == 0, bit);
    if (c->flags & CN_CONTACT_CORNER)
        k->word->corners |= bit;
    else
        k->word->changed |= bit_if(touch_changed(c, touching), bit);
}

/* What rests learns of whom it meets. */
static void touch(cn_World *w, const cn_Contact *c) {
    if (c->count == 0) return;
    cn_direct_touch(w, c->body_a);
    cn_direct_touch(w, c->body_b);
}

static void made(Work *k, cn_Contact *c, uint64_t bit, int old_count) {
    touch(k->w, c);
    if (c->count == 0) c->flags &= ~(uint32_t)CN_CONTACT_IGNORED;
    if (c->flags & CN_CONTACT_ONE_WAY) cn_manifold_judge(k->w, c, old_count);
    settle(k, c, bit, now_touching(k->w, c));
}

static void make_one(Work *k, cn_Contact *c, uint64_t bit) {
    int old_count = c->count;
    if (!(c->flags & CN_CONTACT_REFUSED)) cn_manifold_make(k->w, c, k->dt);
    made(k, c, bit, old_count);
}

static void classify(const cn_World *w, cn_Contact *c) {
    bool both_move = w->mass[c->body_a].inv_m > 0 && w->mass[c->body_b].inv_m > 0;
    if (!both_move) cn_seam_classify(w, c);
}

static void flush_quads(Work *k) {
    Batch *batch = &k->quads;
    if (batch->count == 0) return;
    fill_up(k, batch);
    cn_ManifoldBits bits = cn_wide()->manifold.quads(&batch->job);
    for (int i = 0; i < batch->count; i++) {
        cn_Contact *c = batch->job.contact[i];
        if (!(bits.done >> i & 1)) {
            make_one(k, c, batch->bit[i]);
            continue;
        }
        classify(k->w, c);
        touch(k->w, c);
        if (c->count == 0) c->flags &= ~(uint32_t)CN_CONTACT_IGNORED;
        settle(k, c, batch->bit[i], bits.touch >> i & 1);
    }
    batch->count = 0;
}

static bool is_quad(const cn_Piece *p) {
    return p->vertex_count == 4 && p->kind == CN_GEOM_HULL && p->radius == 0;
}

/* Boxes that reach ahead overlap long before their bodies meet. */
static bool too_far(const cn_World *w, const cn_Contact *c, float margin) {
    if (margin <= CN_SPECULATIVE) return false;
    float most = w->motion[c->body_a].extent + w->motion[c->body_b].extent + margin;
    return cn_length_sq(cn_manifold_apart(w, c)) > most * most;
}

static void make(Work *k, cn_Contact *c, uint64_t bit) {
    const cn_World *w = k->w;
    const cn_Piece *a = &w->piece[c->piece_a], *b = &w->piece[c->piece_b];
    if (!cn_broad_overlap(w, c->piece_a, c->piece_b)) {
        k->word->ended |= bit;
        return;
    }
    float margin = cn_manifold_margin(w, c, k->dt);
    if (too_far(w, c, margin)) {
        int old_count = c->count;
        c->count = 0;
        cn_contact_cold(w, c)->reference = 0;
        cn_contact_cold(w, c)->rolling_impulse = 0;
        c->flags &= ~(uint32_t)(CN_CONTACT_FACE | CN_CONTACT_CORNER);
        made(k, c, bit, old_count);
        return;
    }
    bool special = c->flags & (CN_CONTACT_REFUSED | CN_CONTACT_ONE_WAY);
    if (special || !is_quad(a) || !is_quad(b)) {
        make_one(k, c, bit);
        return;
    }
    cn_ManifoldJob *job = &k->quads.job;
    int i = k->quads.count;
    job->corners_a[i] = &w->vertices[a->first_vertex];
    job->corners_b[i] = &w->vertices[b->first_vertex];
    job->normals_a[i] = &w->normals[a->first_vertex];
    job->normals_b[i] = &w->normals[b->first_vertex];
    job->margin[i] = margin;
    add(k, &k->quads, c, bit);
    if (k->quads.count == CN_LANES) flush_quads(k);
}

/* A manifold that can be kept needs no look at the boxes, since its bodies have hardly moved. */
static void flush_keep(Work *k) {
    Batch *batch = &k->keep;
    if (batch->count == 0) return;
    fill_up(k, batch);
    cn_ManifoldBits bits = cn_wide()->manifold.keep(&batch->job);
    for (int i = 0; i < batch->count; i++) {
        cn_Contact *c = batch->job.contact[i];
        if (bits.done >> i & 1)
            settle(k, c, batch->bit[i], bits.touch >> i & 1);
        else
            make(k, c, batch->bit[i]);
    }
    batch->count = 0;
}

static void update_sensor(Work *k, const cn_Contact *c, uint64_t bit) {
    if (!cn_broad_overlap(k->w, c->piece_a, c->piece_b)) {
        k->word->ended |= bit;
        return;
    }
    bool touching = !(c->flags & CN_CONTACT_REFUSED) && sensor_overlaps(k->w, c);
    k->word->changed |= bit_if(touch_changed(c, touching), bit);
}

static void update(Work *k, cn_Contact *c, uint64_t bit) {
    if (c->flags & CN_CONTACT_SENSOR) {
        update_sensor(k, c, bit);
        return;
    }
    c->flags &=
        ~(uint32_t)(CN_CONTACT_SKIPPED | CN_CONTACT_ENDED | CN_CONTACT_BOUNCES | CN_CONTACT_FAST);
    if (c->count == 0 || c->flags & CN_CONTACT_CORNER) { /* corners turn quickly */
        make(k, c, bit);
        return;
    }
    add(k, &k->keep, c, bit);
    if (k->keep.count == CN_LANES) flush_keep(k);
}

/* A contact looks at its own bodies and pieces, and writes to itself and to its word. */
static void update_words(void *context, int first, int last, int worker) {
    const Stage *stage = context;
    Work k = {.w = stage->w, .dt = stage->dt};
    (void)worker;
    for (int i = first; i < last; i++) {
        k.word = &k.w->scratch.words[i];
        uint64_t fresh = k.w->active[i] & ~k.word->seen;
        for (uint64_t bits = fresh; bits; bits &= bits - 1)
            update(&k, &k.w->contact[cn_contact_at(i, bits)], bits & -bits);
        flush_keep(&k);
        flush_quads(&k);
        for (uint64_t bits = fresh; bits; bits &= bits - 1)
            k.word->strikes |=
                bit_if(strikes(k.w, &k.w->contact[cn_contact_at(i, bits)], k.dt), bits & -bits);
        k.word->seen |= fresh;
    }
}

/* Once all faces are known. */
static void update_corners(void *context, int first, int last, int worker) {
    cn_World *w = ((const Stage *)context)->w;
    (void)worker;
    for (int i = first; i < last; i++) {
        cn_ContactWord *word = &w->scratch.words[i];
        for (uint64_t bits = word->corners; bits; bits &= bits - 1) {
            int contact = cn_contact_at(i, bits);
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
            cn_Contact *c = &w->contact[cn_contact_at(i, bits)];
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
    int words = cn_contact_words(w);
    s->changed.count = 0;
    s->prepared = false;
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
            cn_contact_note(w, &s->changed, cn_contact_at(i, bits));
        for (uint64_t bits = s->words[i].ended; bits; bits &= bits - 1)
            cn_contact_destroy(w, cn_contact_at(i, bits));
    }
}

/* ---- begin and end ------------------------------------------------------------------------ */

static void begin(cn_World *w, cn_Contact *c, int contact) {
    c->flags |= CN_CONTACT_TOUCHING;
    int pair = cn_contact_cold(w, c)->pair;
    bool first = pair < 0 || w->pair[pair].touching++ == 0;
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
    int pair = cn_contact_cold(w, c)->pair;
    if (pair >= 0 && --w->pair[pair].touching > 0) return;
    if (pair >= 0) w->pair[pair].flags &= ~(uint32_t)CN_CONTACT_IGNORED;
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
        else if (!(c->flags & CN_CONTACT_REFUSED))
            begin(w, c, contact);
    }
}

/* It left and came back within the step: for whoever listens it has touched all the time. */
static void go_on(cn_World *w, cn_Contact *c) {
    c->flags |= CN_CONTACT_TOUCHING;
    int pair = cn_contact_cold(w, c)->pair;
    bool told = pair < 0 || w->pair[pair].touching++ == 0;
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
