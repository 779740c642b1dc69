/* callback.c: the one place of a step where the core calls out.
 *
 * All questions of the step are listed first, sorted by shapes, and answered by one call; filters
 * come before pre_solves. While it runs the world is read-only. Contacts of a pair of shapes with
 * several pieces ask filter once, for the pair.
 * Invariant: a contact that has been asked keeps its answer until its boxes part. */
#include "step/callback.h"

#include "contact/contact.h"
#include "contact/contact_mix.h"
#include "contact/rebound.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"

static void ask(cn_World *w, int contact, cn_Ask what) {
    cn_StepMemory *s = &w->scratch;
    if (!cn_had_memory(w, CN_GROW(s->callback.decisions, s->callback.decision_count + 1))) return;
    const cn_Contact *c = &w->contact[contact];
    const cn_ContactCold *cold = &w->contact_cold[contact];
    s->callback.decisions[s->callback.decision_count++] =
        (cn_Decision){.contact = cn_contact_id(w, contact),
                      .a = cn_shape_id(w, cn_contact_shape_a(w, c)),
                      .b = cn_shape_id(w, cn_contact_shape_b(w, c)),
                      .ask = what,
                      .friction = c->friction,
                      .restitution = cold->restitution,
                      .surface_speed = cn_contact_rare(w, contact).surface_speed};
}

/* A contact asks once; of the contacts of one pair of shapes only the first does, and the others
 * take over its answer. */
static bool asks_filter(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    bool asks = c->flags & CN_CONTACT_ASK_FILTER;
    c->flags &= ~(uint32_t)CN_CONTACT_ASK_FILTER;
    int shapes = cn_contact_pair(w, contact);
    if (!asks || shapes < 0) return asks;
    cn_ShapePair *pair = &w->pair[shapes];
    asks = pair->flags & CN_CONTACT_ASK_FILTER;
    pair->flags &= ~(uint32_t)CN_CONTACT_ASK_FILTER;
    return asks;
}

#define BARRED (CN_CONTACT_REFUSED | CN_CONTACT_IGNORED)

/* What was said of a pair of shapes holds for all contacts of its pieces. */
static void inherit(cn_World *w) {
    bool barred = false;
    for (int i = 0; w->pairs_barred && i < w->pairs.count; i++)
        barred |= cn_slots_live(&w->pairs, i) && w->pair[i].flags & BARRED;
    w->pairs_barred = barred;
    if (!barred) return;
    for (int word = 0; word < cn_contact_words(w); word++)
        for (uint64_t bits = w->active[word]; bits; bits &= bits - 1) {
            int contact = cn_contact_at(word, bits), pair = cn_contact_pair(w, contact);
            uint32_t bars = pair >= 0 ? w->pair[pair].flags & BARRED : 0;
            if ((w->contact[contact].flags & bars) == bars) continue;
            w->contact[contact].flags |= bars;
            cn_contact_stir(w, contact); /* the narrow phase lets go of it when they are apart */
        }
}

/* A corner that does not count (internal_edge.c) may still be what a fast body comes upon
 * (tunnel.c). */
static bool may_meet(const cn_World *w, const cn_Contact *c) {
    bool fast = (w->body_flags[c->body_a] | w->body_flags[c->body_b]) & CN_BODY_REACH;
    return c->count > 0 || (fast && c->flags & CN_CONTACT_CORNER);
}

static bool wants_pre_solve(const cn_World *w, const cn_Contact *c) {
    uint32_t out = CN_CONTACT_SENSOR | CN_CONTACT_REFUSED | CN_CONTACT_IGNORED;
    return c->flags & CN_CONTACT_PRE_SOLVE && !(c->flags & out) && may_meet(w, c);
}

static void gather_one(cn_World *w, const cn_Hooks *hooks, int contact) {
    bool open =
        cn_slots_live(&w->contacts, contact) && w->contact[contact].flags & CN_CONTACT_ASK_FILTER;
    if (open && asks_filter(w, contact) && hooks && hooks->filter)
        cn_contact_note(w, &w->scratch.callback.asked, contact);
}

/* Contacts that have not been asked about yet, in scratch.callback.asked; those that sleep are
 * asked about when they wake, and cost nothing until then. */
static void gather_filter(cn_World *w, const cn_Hooks *hooks) {
    int words = cn_contact_words(w);
    if (!cn_had_memory(w, CN_GROW(w->waiting, words))) return;
    for (int i = 0; i < w->scratch.contact.busy_count; i++) {
        int word = w->scratch.contact.busy[i];
        uint64_t woken = w->waiting[word] & w->active[word];
        w->waiting[word] &= ~woken;
        for (; woken; woken &= woken - 1) gather_one(w, hooks, word * 64 + __builtin_ctzll(woken));
    }
    for (int i = 0; i < w->unasked_count; i++) {
        int contact = w->unasked[i];
        uint64_t bit = (uint64_t)1 << (contact & 63);
        if (w->active[contact >> 6] & bit)
            gather_one(w, hooks, contact);
        else if (cn_slots_live(&w->contacts, contact))
            w->waiting[contact >> 6] |= bit;
    }
    w->unasked_count = 0;
}

static void gather_pre_solve(cn_World *w, const cn_Hooks *hooks) {
    if (!hooks || !hooks->pre_solve) return;
    for (int word = 0; word < cn_contact_words(w); word++)
        for (uint64_t bits = w->active[word]; bits; bits &= bits - 1) {
            int contact = cn_contact_at(word, bits);
            if (wants_pre_solve(w, &w->contact[contact]))
                cn_contact_note(w, &w->scratch.callback.asked, contact);
        }
}

static void list(cn_World *w, const cn_Hooks *hooks) {
    cn_StepMemory *s = &w->scratch;
    s->callback.decision_count = 0;
    for (int pass = 0; pass < 2; pass++) {
        cn_Ask what = pass == 0 ? CN_ASK_FILTER : CN_ASK_PRE_SOLVE;
        s->callback.asked.count = 0;
        if (pass == 0)
            gather_filter(w, hooks);
        else
            gather_pre_solve(w, hooks);
        cn_contact_sort_list(w, &w->scratch.callback.asked);
        for (int i = 0; i < s->callback.asked.count; i++) ask(w, s->callback.asked.slots[i], what);
    }
}

static void take_filter(cn_World *w, int contact, const cn_Decision *d) {
    if (!d->refuse) return;
    w->contact[contact].flags |= CN_CONTACT_REFUSED;
    int pair = cn_contact_pair(w, contact);
    if (pair < 0) return;
    w->pair[pair].flags |= CN_CONTACT_REFUSED;
    w->pairs_barred = true;
}

/* Answers with numbers out of range are not the core's to report: they are bounded. */
static float bounded(float v, float lo, float hi, float otherwise) {
    return cn_is_finite((double)v) ? cn_clampf(v, lo, hi) : otherwise;
}

static void take_pre_solve(cn_World *w, int contact, const cn_Decision *d) {
    cn_Contact *c = &w->contact[contact];
    cn_ContactCold *cold = &w->contact_cold[contact];
    cn_ContactRare rare = cn_contact_rare(w, contact);
    if (d->skip) c->flags |= CN_CONTACT_SKIPPED;
    if (d->ignore) {
        c->flags |= CN_CONTACT_IGNORED;
        if (rare.pair > 0) w->pair[rare.pair - 1].flags |= CN_CONTACT_IGNORED;
        w->pairs_barred |= rare.pair > 0;
    }
    const float most = (float)CN_MAX_SPEED;
    c->friction = bounded(d->friction, 0, (float)CN_MAX_FRICTION, c->friction);
    cold->restitution = bounded(d->restitution, 0, 1, cold->restitution);
    float speed = bounded(d->surface_speed, -most, most, rare.surface_speed);
    cn_contact_set_surface(w, contact, rare.rolling, speed);
    c->flags &= ~(uint32_t)(CN_CONTACT_BOUNCY | CN_CONTACT_LIVELY);
    c->flags |= cn_contact_bounce(cold->restitution);
    (void)cn_rebound_meet(w, contact);
}

static void call(cn_World *w, const cn_Hooks *hooks) {
    cn_StepMemory *s = &w->scratch;
    if (s->callback.decision_count == 0 || !hooks || !hooks->decide) return;
    w->locked = true;
    hooks->decide(hooks->context, w, s->callback.decisions, s->callback.decision_count);
    w->locked = false;
    for (int i = 0; i < s->callback.decision_count; i++) {
        const cn_Decision *d = &s->callback.decisions[i];
        int slot = cn_contact_slot(w, d->contact);
        if (slot < 0) continue;
        if (d->ask == CN_ASK_FILTER)
            take_filter(w, slot, d);
        else
            take_pre_solve(w, slot, d);
    }
}

/* Materials set by pre_solve last one step: mixed again before the hook is asked. */
static void restore_materials(cn_World *w) {
    for (int word = 0; word < cn_contact_words(w); word++)
        for (uint64_t bits = w->active[word]; bits; bits &= bits - 1) {
            int contact = cn_contact_at(word, bits);
            if (w->contact[contact].flags & CN_CONTACT_PRE_SOLVE) cn_contact_mix(w, contact);
        }
}

void cn_callback_decide(cn_World *w, const cn_Hooks *hooks) {
    if (hooks && hooks->pre_solve) restore_materials(w);
    list(w, hooks);
    call(w, hooks);
    inherit(w);
}
