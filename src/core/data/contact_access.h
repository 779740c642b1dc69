/* contact_access.h: what hangs together in the state of a contact. */
#ifndef CN_DATA_CONTACT_ACCESS_H
#define CN_DATA_CONTACT_ACCESS_H

#include "data/body_access.h"
#include "data/world.h"

/* m: how near surfaces have to be to touch. */
static inline float cn_touch_slop(const cn_World *w) {
    return cn_minf((float)w->def.slop, CN_TOUCH_SLOP);
}

/* m: overlap that nothing takes out: that of a touch is none. */
static inline float cn_allowed_overlap(const cn_World *w) {
    return (float)w->def.slop > CN_TOUCH_SLOP ? (float)w->def.slop : 0;
}

/* count of contacts that a core's own cache holds: less is not asked for ahead */
#define CN_CONTACTS_NEAR 2048
static inline bool cn_contacts_far(const cn_World *w) {
    return w->contacts.count > CN_CONTACTS_NEAR;
}

/* Bits by contact stand 64 to a word: how many words, and the slot of the lowest bit of one. */
static inline int cn_contact_words(const cn_World *w) { return (w->contacts.count + 63) >> 6; }

static inline int cn_contact_at(int word, uint64_t bits) {
    return word * 64 + __builtin_ctzll(bits);
}

/* Slots are not told to anybody: they may be others after a step (contact_compact.c). The
 * generation of one is when its contact was made, in times that events were published. */
static inline cn_ContactId cn_contact_id(const cn_World *w, int slot) {
    const cn_Contact *c = &w->contact[slot];
    return (cn_ContactId){(uint32_t)c->piece_a, (uint32_t)c->piece_b, w->contacts.generation[slot]};
}

/* The generation of a contact that is made at that stamp of the events. Never 0, and room for one
 * more: slots are never used up. */
static inline uint32_t cn_contact_birth(uint64_t stamp) {
    return (uint32_t)(stamp % (UINT32_MAX - 1)) + 1;
}

/* Flags that its restitution gives a contact. */
static inline uint32_t cn_contact_bounce(float restitution) {
    return (restitution > 0 ? CN_CONTACT_BOUNCY : 0u) |
           (restitution >= CN_DULL ? CN_CONTACT_LIVELY : 0u);
}

static inline bool cn_contact_runs(const cn_World *w, const cn_Contact *c) {
    return cn_body_runs(w, c->body_a) || cn_body_runs(w, c->body_b);
}

/* It is looked at in the next step, idle or not. */
static inline void cn_contact_stir(cn_World *w, int contact) {
    if (contact >> 6 < w->scratch.contact.idle_known)
        w->scratch.contact.idle_words[contact >> 6] &= ~((uint64_t)1 << (contact & 63));
}

/* A contact of these bodies; it may not be filled in yet. */
static inline void cn_contact_mark_active(cn_World *w, int contact, int body_a, int body_b) {
    uint64_t bit = (uint64_t)1 << (contact & 63);
    if (!(w->active[contact >> 6] & bit)) cn_contact_stir(w, contact);
    if (cn_body_runs(w, body_a) || cn_body_runs(w, body_b))
        w->active[contact >> 6] |= bit;
    else
        w->active[contact >> 6] &= ~bit;
}

static inline cn_ContactCold *cn_contact_cold(const cn_World *w, const cn_Contact *c) {
    return &w->contact_cold[c - w->contact];
}

static inline cn_ContactRare cn_contact_rare(const cn_World *w, int contact) {
    if (contact >= w->contact_rare_capacity) return (cn_ContactRare){0};
    return w->contact_rare[contact];
}

/* All of it but links, ahead of use. */
static inline void cn_contact_fetch(const cn_World *w, int contact) {
    cn_fetch(&w->contact[contact]);
    cn_fetch(&w->contact[contact].piece_a);
    if (contact < w->contact_rare_capacity) cn_fetch(&w->contact_rare[contact]);
}

/* -1 = it has none. */
static inline int cn_contact_pair(const cn_World *w, int contact) {
    return cn_contact_rare(w, contact).pair - 1;
}

static inline void cn_contact_set_rolling(cn_World *w, int contact, float impulse) {
    if (contact >= w->contact_rare_capacity) return;
    float *old = &w->contact_rare[contact].rolling_impulse;
    if (*old != impulse)
        *old = impulse; /* else the cache line stays with all threads that read it */
}

/* A number for a piece that it keeps as long as its shape is there: which slot a piece has after
 * its shape got another form depends on all else in the world. The factor is 2^32 by the golden
 * ratio, which spreads the pieces of a shape over all numbers. */
static inline int cn_piece_name(const cn_World *w, int piece) {
    const cn_Piece *p = &w->piece[piece];
    return (int)((uint32_t)p->shape + 0x9E3779B1u * (uint32_t)p->index);
}

/* The order in which contacts are solved. */
static inline uint64_t cn_contact_hash(const cn_World *w, const cn_Contact *c) {
    return cn_pair_hash(cn_piece_name(w, c->piece_a), cn_piece_name(w, c->piece_b));
}

/* The next link in the list of the same body, -1 = none. */
static inline int cn_contact_next(const cn_World *w, int link) {
    return w->contact_cold[link >> 1].next[link & 1];
}

/* All contacts of a body that is elsewhere, or another. */
static inline void cn_contact_stir_all(cn_World *w, int body) {
    int link = w->scratch.contact.idle_known > 0 ? w->cold[body].first_contact : -1;
    for (; link >= 0; link = cn_contact_next(w, link)) cn_contact_stir(w, link >> 1);
}

static inline int cn_contact_shape_a(const cn_World *w, const cn_Contact *c) {
    return w->piece[c->piece_a].shape;
}

static inline int cn_contact_shape_b(const cn_World *w, const cn_Contact *c) {
    return w->piece[c->piece_b].shape;
}

/* By which contacts are sorted that are told: ids of its shapes. */
static inline uint64_t cn_contact_key(const cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    return (uint64_t)cn_contact_shape_a(w, c) << 32 | (uint32_t)cn_contact_shape_b(w, c);
}

static inline bool cn_contact_solid(const cn_Contact *c) {
    return c->count > 0 && !(c->flags & (CN_CONTACT_SENSOR | CN_CONTACT_REFUSED |
                                         CN_CONTACT_IGNORED | CN_CONTACT_SKIPPED));
}

/* m, of the nearer of its points, if it has any; negative: so deep they overlap. */
static inline float cn_contact_gap(const cn_Contact *c) {
    return c->count > 1 ? cn_minf(c->separation[0], c->separation[1]) : c->separation[0];
}

/* m, inner radius of the thinner body of those that move. */
static inline float cn_contact_thin(const cn_World *w, const cn_Contact *c) {
    float a = w->cold[c->body_a].inner_radius, b = w->cold[c->body_b].inner_radius;
    if (w->mass[c->body_a].inv_m == 0) return b;
    return w->mass[c->body_b].inv_m == 0 ? a : cn_minf(a, b);
}

#endif
