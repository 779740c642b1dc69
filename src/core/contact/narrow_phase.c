/* narrow_phase.c: the manifolds of all active contacts, once a step, and which of them touch.
 *
 * A manifold is made anew only when the two bodies have moved (10 mm) or turned (2 degrees) since
 * it was made. Until then normal and lever arms stay frozen in world orientation and only the
 * separations follow: a stack then keeps a constant Jacobian, which removes the buckling term that
 * would tip it over.
 * Contacts are sorted into lists: what can be kept, what is near enough for a new one, and of what
 * kind the two pieces are; these go through the kernels eight at a time (wide/narrow_lists.h). What
 * is rare, as halfspaces and polygons of more than eight vertices are, goes one by one
 * (manifold.c). Not here: answers of scripts (callback.c), begin and end
 * of touches (touch.c). */
#include "contact/narrow_phase.h"

#include <stdatomic.h>
#include <string.h>

#include "activity/activity.h"
#include "contact/broad_phase.h"
#include "contact/busy_words.h"
#include "contact/contact_destroy.h"
#include "contact/contact_speed.h"
#include "contact/curve.h"
#include "contact/depenetrate.h"
#include "contact/idle_contact.h"
#include "contact/internal_edge.h"
#include "contact/internal_edge_class.h"
#include "contact/manifold.h"
#include "contact/static_contacts.h"
#include "contact/touch.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "wide/contact_block.h"
#include "wide/motion.h"
#include "wide/narrow_lists.h"
#include "world/event_log.h"
#include "world/motion_step.h"

/* ---- the stage ---------------------------------------------------------------------------- */

static bool now_touching(const cn_World *w, const cn_Contact *c) {
    float slop = cn_touch_slop(w);
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
        if (c->separation[i] <= speed[i].normal * dt + cn_touch_slop(w)) return true;
    return false;
}

typedef struct Stage {
    cn_World *w;
    float dt;
    cn_NarrowStep step;
    atomic_bool drops; /* some corner does not count */
} Stage;

/* count of words of 64 contacts that fill a list */
#define WORDS_AT_ONCE (CN_NEAR_LIST / 64)
#define WORDS_EACH    WORDS_AT_ONCE /* count of words, for one thread at a time */
/* count of contacts with an end that is not awake, which are kept for last */
#define LATE_LIST (4 * CN_NEAR_LIST)

/* A few words of contacts, and what is left to be done with them. */
typedef struct Work {
    cn_World *w;
    cn_NarrowStep step;
    cn_NearList keep, look;
    /* Most that had no points get none: apart from the others eight of them are soon done. */
    cn_MeetList meet[CN_MEET_KINDS][2];
    int idle_count;
    cn_IdleContact idle[CN_NEAR_LIST]; /* of these, with the room that they have */
    int late_count;
    int32_t late[LATE_LIST]; /* one end is not awake; looked at with their new manifolds */
} Work;

static cn_ContactWord *word_of(Work *k, int contact) {
    return &k->w->scratch.contact.words[contact >> 6];
}
static uint64_t bit_of(int contact) { return (uint64_t)1 << (contact & 63); }

/* Contacts of which more is decided when all manifolds are made. */
#define LATER (CN_CONTACT_AT_CORNER | CN_CONTACT_CURVED)

/* With the manifold of this step. */
static void settle(Work *k, const cn_Contact *c, int contact, bool changed) {
    if (c->flags & LATER)
        word_of(k, contact)->corners |= bit_of(contact);
    else
        word_of(k, contact)->changed |= bit_if(changed, bit_of(contact));
}

/* What rests learns of what it meets. */
static void touch(cn_World *w, const cn_Contact *c) {
    if (!((w->body_flags[c->body_a] | w->body_flags[c->body_b]) & CN_BODY_RESTING)) return;
    cn_activity_disturb_both(w, c->body_a, c->body_b, CN_DISTURBED_FORCED);
}

/* ---- new manifolds ------------------------------------------------------------------------ */

static void fill_up(int32_t *list, int count) {
    for (int i = count; i % CN_LANES; i++) list[i] = list[count - 1];
}

/* What tells of eight contacts whether they are at a seam of a body, ahead of use. */
static void fetch_ground(const cn_World *w, const cn_MeetList *l, int at) {
    for (unsigned bits = l->ground[at / CN_LANES]; bits; bits &= bits - 1) {
        const cn_Contact *c = &w->contact[l->contact[at + __builtin_ctz(bits)]];
        if ((c->flags & (CN_CONTACT_WALL | CN_CONTACT_PIECES)) != CN_CONTACT_PIECES) continue;
        cn_fetch(&w->shape[w->piece[c->piece_a].shape]);
        cn_fetch(&w->shape[w->piece[c->piece_b].shape]);
    }
}

static void flush(Work *k, cn_MeetKind kind, bool empty) {
    cn_MeetList *l = &k->meet[kind][empty];
    if (l->count == 0) return;
    fill_up(l->contact, l->count);
    for (int i = l->count; i % CN_LANES; i++) l->margin[i] = l->margin[i - 1];
    cn_wide()->manifold.meet[kind](&k->step, l);
    fetch_ground(k->w, l, 0);
    for (int at = 0; at < l->count; at += CN_LANES) {
        if (at + CN_LANES < l->count) fetch_ground(k->w, l, at + CN_LANES);
        const int32_t *id = l->contact + at;
        unsigned all = cn_lanes_used(l->count, at);
        for (unsigned bits = all & ~(unsigned)l->solid[at / CN_LANES]; bits; bits &= bits - 1) {
            int contact = id[__builtin_ctz(bits)];
            word_of(k, contact)->apart |= bit_of(contact);
        }
        for (unsigned bits = l->rests[at / CN_LANES]; bits; bits &= bits - 1)
            touch(k->w, &k->w->contact[id[__builtin_ctz(bits)]]);
        for (unsigned bits = l->ground[at / CN_LANES]; bits; bits &= bits - 1) {
            int i = __builtin_ctz(bits);
            cn_Contact *c = &k->w->contact[id[i]];
            if (c->flags & CN_CONTACT_WALL)
                cn_internal_edge_classify(k->w, c);
            else
                c->flags |=
                    cn_internal_edge_class_pushed(k->w, c, l->comes[at / CN_LANES] >> i & 1);
            if (c->flags & LATER) settle(k, c, id[i], false);
        }
        for (unsigned bits = l->changed[at / CN_LANES]; bits; bits &= bits - 1) {
            int contact = id[__builtin_ctz(bits)];
            settle(k, &k->w->contact[contact], contact, true);
        }
    }
    l->count = 0;
}

static void make_one(Work *k, int contact, float margin) {
    cn_Contact *c = &k->w->contact[contact];
    int old_count = c->count;
    if (!(c->flags & CN_CONTACT_REFUSED)) cn_manifold_make(k->w, c, margin);
    word_of(k, contact)->tangled |= bit_if(cn_depenetrate_is(k->w, c), bit_of(contact));
    if (c->count > 0) touch(k->w, c);
    if (c->count == 0) c->flags &= ~(uint32_t)CN_CONTACT_IGNORED;
    word_of(k, contact)->apart |= bit_if(c->count == 0, bit_of(contact));
    if (c->flags & CN_CONTACT_ONE_WAY) cn_manifold_judge(k->w, c, old_count);
    settle(k, c, contact, touch_changed(c, now_touching(k->w, c)));
}

static void meet_other(Work *k, int contact, float margin) {
    const cn_Contact *c = &k->w->contact[contact];
    bool plane = c->flags & CN_CONTACT_PLANE;
    if (plane && !cn_broad_phase_overlap(k->w, c->piece_a, c->piece_b))
        word_of(k, contact)->ended |= bit_of(contact);
    else
        make_one(k, contact, margin);
}

/* Contact i of those looked at. */
static void meet(Work *k, int i, bool empty) {
    cn_MeetKind kind = (cn_MeetKind)k->look.kind[i];
    int contact = k->look.contact[i];
    if (kind == CN_MEET_OTHERS) {
        meet_other(k, contact, k->look.margin[i]);
        return;
    }
    cn_MeetList *l = &k->meet[kind][empty];
    __asm__("" : "+r"(l)); /* else compilers find out twice where it is, each in ten steps */
    l->contact[l->count] = contact;
    l->margin[l->count] = k->look.margin[i];
    if (++l->count == CN_MEET_LIST) flush(k, kind, empty);
}

/* ---- which need one ----------------------------------------------------------------------- */

static void leave(Work *k, int contact) {
    cn_Contact *c = &k->w->contact[contact];
    c->count = 0;
    c->made[0] = c->made[1] = 0; /* no gaps */
    cn_contact_set_rolling(k->w, contact, 0);
    c->flags &= ~(uint32_t)(CN_CONTACT_FACE | LATER | CN_CONTACT_IGNORED | CN_CONTACT_DEEP);
    settle(k, c, contact, touch_changed(c, false));
}

static void let_idle(Work *k, int contact, float slack) {
    const cn_Contact *c = &k->w->contact[contact];
    float room = cn_minf(slack, CN_PATH_MOST) * CN_PATH_UNIT;
    k->idle[k->idle_count++] = (cn_IdleContact){contact, (c->flags & CN_CONTACT_WALL) != 0,
                                                c->body_a, c->body_b, (uint32_t)(int32_t)room};
}

static void look(Work *k, int at) {
    const cn_NearList *l = &k->look;
    unsigned ended = l->ended[at / CN_LANES], far = l->far[at / CN_LANES];
    unsigned all = cn_lanes_used(l->count, at);
    for (unsigned bits = ended; bits; bits &= bits - 1) {
        int contact = l->contact[at + __builtin_ctz(bits)];
        word_of(k, contact)->ended |= bit_of(contact);
    }
    for (unsigned bits = far; bits; bits &= bits - 1) {
        int i = at + __builtin_ctz(bits), contact = l->contact[i];
        word_of(k, contact)->apart |= bit_of(contact);
        if (l->slack[i] > 0) let_idle(k, contact, l->slack[i]);
    }
    for (unsigned bits = l->leaves[at / CN_LANES]; bits; bits &= bits - 1)
        leave(k, l->contact[at + __builtin_ctz(bits)]);
    for (unsigned bits = all & ~ended & ~far; bits; bits &= bits - 1) {
        int i = __builtin_ctz(bits);
        meet(k, at + i, l->empty[at / CN_LANES] >> i & 1);
    }
}

static void look_all(Work *k) {
    fill_up(k->look.contact, k->look.count);
    if (k->look.count > 0) cn_wide()->manifold.near(&k->step, &k->look);
    k->idle_count = 0;
    for (int at = 0; at < k->look.count; at += CN_LANES) look(k, at);
    cn_idle_let(k->w, k->idle, k->idle_count);
}

/* What is left over of both lists of a kind goes together, if eight lanes hold it. */
static void join_rests(Work *k, int kind) {
    cn_MeetList *l = &k->meet[kind][false], *of = &k->meet[kind][true];
    int rest = l->count % CN_LANES, more = of->count % CN_LANES;
    if (rest == 0 || rest + more > CN_LANES) return;
    for (; more > 0; more--) {
        of->count--;
        l->contact[l->count] = of->contact[of->count];
        l->margin[l->count++] = of->margin[of->count];
    }
}

/* Lists of kinds are not full after some words: they are carried on. */
static void finish(Work *k) {
    for (int kind = 0; kind < CN_MEET_KINDS; kind++) {
        join_rests(k, kind);
        for (int empty = 0; empty < 2; empty++) flush(k, (cn_MeetKind)kind, empty);
    }
    for (int i = 0; i < k->late_count; i++) {
        bool is = strikes(k->w, &k->w->contact[k->late[i]], k->step.dt);
        word_of(k, k->late[i])->strikes |= bit_if(is, bit_of(k->late[i]));
    }
    k->late_count = 0;
}

/* A manifold that can be kept needs no look at the boxes, since its bodies have hardly moved. */
static void keep_all(Work *k) {
    cn_NearList *l = &k->keep;
    fill_up(l->contact, l->count);
    if (l->count > 0) cn_wide()->manifold.keep(&k->step, l);
    for (int at = 0; at < l->count; at += CN_LANES) {
        unsigned done = l->done[at / CN_LANES];
        for (unsigned bits = l->changed[at / CN_LANES] & done; bits; bits &= bits - 1) {
            int contact = l->contact[at + __builtin_ctz(bits)];
            word_of(k, contact)->changed |= bit_of(contact);
        }
        for (unsigned bits = cn_lanes_used(l->count, at) & ~done; bits; bits &= bits - 1)
            k->look.contact[k->look.count++] = l->contact[at + __builtin_ctz(bits)];
    }
}

/* What is in a sensor is asked when the step is over. */
static void update_sensor(Work *k, const cn_Contact *c, int contact) {
    bool near = cn_broad_phase_overlap(k->w, c->piece_a, c->piece_b);
    word_of(k, contact)->ended |= bit_if(!near, bit_of(contact));
    word_of(k, contact)->sensors |= bit_if(near, bit_of(contact));
}

/* Of a contact that is deep, or on curved ground: has it to be looked at, whatever its points are?
 */
static bool must_look(Work *k, cn_ContactWord *word, const cn_Contact *c, int contact) {
    word->tangled |= bit_if(c->flags & CN_CONTACT_DEEP, bit_of(contact));
    return c->flags & CN_CONTACT_DEEP || cn_curve_moves(k->w, c);
}

/* The contacts of a word at the end of a list, of which it answers the count. */
static int put(int32_t *list, int count, int word, uint64_t bits) {
    for (; bits; bits &= bits - 1) list[count++] = cn_contact_at(word, bits);
    return count;
}

static void list_contacts(Work *k, cn_ContactWord *word, int index, uint64_t contacts) {
    cn_LookBits l;
    cn_wide()->manifold.sort(&k->step, index, contacts, &l);
    for (uint64_t bits = l.sensors; bits; bits &= bits - 1) {
        int contact = cn_contact_at(index, bits);
        update_sensor(k, &k->w->contact[contact], contact);
    }
    for (uint64_t bits = l.asks; bits; bits &= bits - 1) {
        int contact = cn_contact_at(index, bits);
        l.look |= bit_if(must_look(k, word, &k->w->contact[contact], contact), bits & -bits);
    }
    word->walls |= l.walls;
    k->look.count = put(k->look.contact, k->look.count, index, l.look);
    k->keep.count = put(k->keep.contact, k->keep.count, index, contacts & ~(l.sensors | l.look));
    k->late_count = put(k->late, k->late_count, index, l.late);
}

/* A contact looks at its own bodies and pieces, and writes to itself and to its word. */
static void update_some(Work *k, int first, int last) {
    k->keep.count = k->look.count = 0;
    const cn_ContactMemory *s = &k->w->scratch.contact;
    for (const int *i = s->busy + first; i < s->busy + last; i++) {
        cn_ContactWord *word = &s->words[*i];
        uint64_t fresh = k->w->active[*i] & ~word->seen;
        list_contacts(k, word, *i, fresh);
        word->seen |= fresh;
    }
    keep_all(k);
    look_all(k);
    if (k->late_count > LATE_LIST - CN_NEAR_LIST) finish(k);
}

static void update_words(void *context, int first, int last, int worker) {
    const Stage *stage = context;
    Work k;
    (void)worker;
    k.w = stage->w;
    k.step = stage->step;
    for (int i = 0; i < CN_MEET_KINDS; i++) k.meet[i][0].count = k.meet[i][1].count = 0;
    k.late_count = 0;
    for (int i = first; i < last; i += WORDS_AT_ONCE)
        update_some(&k, i, last - i < WORDS_AT_ONCE ? last : i + WORDS_AT_ONCE);
    finish(&k);
}

/* count of walls of a body that are fetched ahead: few have more */
#define FETCHED 16

/* What deciding reads of a contact: first where its body is told of, then the other walls. */
static void fetch_corner(const cn_World *w, int contact) {
    cn_fetch(&w->contact[contact]);
    cn_fetch(&w->contact[contact].piece_a);
}

static void fetch_walls(const cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    int left = FETCHED;
    if (!(c->flags & CN_CONTACT_WALL)) return;
    for (int i = cn_static_contacts_first(w, cn_static_contact_body(c)); i >= 0 && left > 0;
         i = w->scratch.contact.walls[i].next, left--)
        fetch_corner(w, w->scratch.contact.walls[i].contact);
}

#define CORNERS 64 /* count of corners that are gathered, so that the next ones are known */

static bool decide_some(cn_World *w, const int *corners, int count) {
    bool any = false;
    for (int i = 0; i < 2 && i < count; i++) fetch_corner(w, corners[i]);
    for (int i = 0; i < count; i++) {
        if (i + 2 < count) fetch_corner(w, corners[i + 2]);
        if (i + 1 < count) fetch_walls(w, corners[i + 1]);
        any |= cn_internal_edge_decide(w, corners[i]);
    }
    return any;
}

/* Once all faces are known. */
static void decide_corners(void *context, int first, int last, int worker) {
    Stage *stage = context;
    cn_World *w = stage->w;
    int corners[2 * CORNERS], count = 0;
    bool any = false;
    (void)worker;
    for (int i = first; i < last; i++) {
        int word = w->scratch.contact.busy[i];
        for (uint64_t bits = w->scratch.contact.words[word].corners; bits; bits &= bits - 1)
            corners[count++] = cn_contact_at(word, bits);
        if (count < CORNERS && i + 1 < last) continue;
        any |= decide_some(w, corners, count);
        count = 0;
    }
    if (any) atomic_store_explicit(&stage->drops, true, memory_order_relaxed);
}

/* Those that have ended are noted by the way. */
static void update_corners(void *context, int first, int last, int worker) {
    const Stage *stage = context;
    cn_World *w = stage->w;
    (void)worker;
    for (int k = first; k < last; k++) {
        int i = w->scratch.contact.busy[k];
        cn_ContactWord *word = &w->scratch.contact.words[i];
        /* of a tangle some may have ended: their end is told as they go */
        for (uint64_t bits = word->corners & ~word->ended; bits; bits &= bits - 1) {
            int contact = cn_contact_at(i, bits);
            const cn_Contact *c = &w->contact[contact];
            if (stage->drops) cn_internal_edge_drop(w, contact);
            if (c->flags & CN_CONTACT_CURVED) cn_curve_bend(w, contact);
            word->changed |= bit_if(touch_changed(c, now_touching(w, c)), bits & -bits);
        }
        if (w->scratch.contact.ending_count > 0) cn_contact_destroy_note(w, i);
    }
}

static cn_NarrowStep narrow_step(const cn_World *w, float dt) {
    return (cn_NarrowStep){.contact = w->contact,
                           .cold = w->contact_cold,
                           .rare = w->contact_rare,
                           .rare_count = w->contact_rare_capacity,
                           .pose = w->pose,
                           .motion = w->motion,
                           .turn = w->scratch.contact.turn,
                           .blocks = w->motion_block,
                           .flags = w->body_flags,
                           .boxes = w->box,
                           .piece = w->piece,
                           .vertices = w->vertices,
                           .normals = w->normals,
                           .dt = dt,
                           .slop = cn_touch_slop(w),
                           .far = cn_contacts_far(w)};
}

/* How far ahead to look depends on it where one of two bodies reaches. */
static void find_turns(void *context, int first, int end, int worker) {
    const Stage *stage = context;
    (void)worker;
    int blocks = (stage->w->bodies.count + CN_LANES - 1) / CN_LANES;
    for (int i = first; i < end; i++) {
        int last = (i + 1) * 64 / CN_LANES;
        if (stage->w->awake[i])
            cn_wide()->manifold.turns(&stage->step, i * 64 / CN_LANES,
                                      last < blocks ? last : blocks);
    }
}

static bool list_turns(Stage *stage) {
    cn_World *w = stage->w;
    cn_StepMemory *s = &w->scratch;
    int count = w->bodies.count + CN_LANES; /* whole blocks are written */
    if (!CN_GROW(s->contact.turn, count)) return false;
    stage->step.turn = s->contact.turn;
    cn_jobs_run(w->jobs, find_turns, stage, (w->bodies.count + 63) >> 6, WORDS_EACH);
    return true;
}

/* True when some body woke, whose contacts have not been looked at yet. */
static bool wake_struck(Stage *stage) {
    cn_World *w = stage->w;
    cn_StepMemory *s = &w->scratch;
    bool woke = false;
    for (int i = 0; i < s->contact.busy_count; i++) {
        int word = s->contact.busy[i];
        for (uint64_t bits = s->contact.words[word].strikes; bits; bits &= bits - 1) {
            cn_Contact *c = &w->contact[cn_contact_at(word, bits)];
            if (!strikes(w, c, stage->dt)) continue; /* awake by now */
            bool first = w->body_flags[c->body_a] & CN_BODY_AWAKE;
            cn_activity_disturb(w, first ? c->body_b : c->body_a, CN_DISTURBED_STRUCK);
            cn_activity_settle(w);
            woke = true;
        }
        s->contact.words[word].strikes = 0;
    }
    if (!woke || (cn_busy_words_list(w) && list_turns(stage))) return woke;
    w->out_of_memory = true; /* then they are looked at in the next step */
    return false;
}

static bool any_corners(const cn_World *w) {
    const cn_ContactMemory *s = &w->scratch.contact;
    uint64_t any = 0;
    for (int i = 0; i < s->busy_count; i++) any |= s->words[s->busy[i]].corners;
    return any != 0;
}

void cn_narrow_phase_collide(cn_World *w, float dt) {
    cn_StepMemory *s = &w->scratch;
    Stage stage = {.w = w, .dt = dt, .step = narrow_step(w, dt)};
    int words = cn_contact_words(w);
    s->contact.changed.count = 0;
    s->ccd.guarded_words = 0;
    s->order.prepared = false;
    if (!cn_busy_words_list(w) || !CN_GROW(s->contact.words, words) || !cn_idle_reserve(w, words) ||
        (w->contacts.live > 0 && !list_turns(&stage))) {
        s->contact.busy_count = 0; /* no other stage looks at them either */
        w->out_of_memory = true;
        return;
    }
    if (words > 0) memset(s->contact.words, 0, (size_t)words * sizeof *s->contact.words);
    cn_idle_pass(w);
    do cn_jobs_run(w->jobs, update_words, &stage, s->contact.busy_count, WORDS_EACH);
    while (wake_struck(&stage));
    s->ccd.guarded_words = words;
    cn_depenetrate_solve(w);
    w->out_of_memory |= !cn_contact_destroy_count(w);
    w->out_of_memory |= !cn_static_contacts_list(w);
    s->contact.jammed = w->bodies.count;
    if (any_corners(w))
        cn_jobs_run(w->jobs, decide_corners, &stage, s->contact.busy_count, WORDS_EACH);
    if (s->contact.jammed < w->bodies.count)
        cn_event_warn_once(w, CN_WARN_JAM, s->contact.jammed,
                           cn_pose_center(&w->pose[s->contact.jammed]));
    cn_jobs_run(w->jobs, update_corners, &stage, s->contact.busy_count, WORDS_EACH);
    w->out_of_memory |= !cn_touch_list(w);
    cn_contact_destroy_all(w);
}
