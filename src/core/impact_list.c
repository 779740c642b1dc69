/* impact_list.c: which contacts may have impacts in a step.
 *
 * Those that rebound and those of bodies that are fast, unless they carry weight or are in the
 * thick of a pile. The kernel has looked at all of them (wide/approach.h); what is left are the
 * few whose surroundings decide. */
#include <stdatomic.h>
#include <string.h>

#include "impact.h"

#define LOADED      0.1f /* of its weight: a contact that carries more does not bounce */
#define PILE        3    /* loaded neighbours of a body in the thick of a pile ... */
#define DULL_PILE   1    /* ... for what hardly rebounds */
#define BLOCKS_EACH 16   /* for one thread at a time */

/* More than 5 mm in a sub-step: beyond the margin by which rows see ahead in four of them. */
float cn_impact_fast_speed(float h) { return 0.005f / h; }

bool cn_impact_candidate(const cn_Contact *c) { return c->flags & CN_CONTACT_BOUNCES; }

/* A contact that carries weight is at rest: what reaches it through a pile is for the rows, which
 * solve all of them together. */
cn_BounceRule cn_impact_rule(const cn_World *w, float h, float least_speed) {
    float heft = h * cn_length((cn_Vec){(float)w->def.gravity_x, (float)w->def.gravity_y});
    return (cn_BounceRule){least_speed, cn_impact_fast_speed(h), heft > 0 ? LOADED * heft : 0,
                           h * (float)w->def.substeps};
}

static int stations_of(const cn_World *w) { return (w->scratch.stepping + 1) * CN_LANES; }

bool cn_impact_forget_loads(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    int n = stations_of(w) * cn_jobs_threads(w->jobs);
    if (!cn_grow((void **)&s->loads, &s->loads_capacity, n, sizeof *s->loads)) return false;
    memset(s->loads, 0, (size_t)n * sizeof *s->loads);
    return true;
}

void cn_impact_count_loads(cn_World *w, const cn_Block *k, int worker) {
    uint8_t *loads = w->scratch.loads + worker * stations_of(w);
    for (unsigned bits = k->pressed; bits; bits &= bits - 1) {
        int lane = __builtin_ctz(bits), a = k->a[lane], b = k->b[lane];
        loads[a] += loads[a] < UINT8_MAX;
        loads[b] += loads[b] < UINT8_MAX;
    }
}

/* How many neighbours it presses, or is pressed by, up to UINT8_MAX at least. */
static int load_of(const cn_World *w, int station) {
    int sum = 0;
    for (int i = 0; i < cn_jobs_threads(w->jobs); i++)
        sum += w->scratch.loads[i * stations_of(w) + station];
    return sum;
}

/* Two bodies in a crowd that hardly rebounds: every blow between them would be many, and the next
 * neighbour takes what is left of it. Rows let nobody through; that they stop what would just have
 * passed makes no difference where it is stopped anyway. */
static bool within_crowd(const cn_World *w, const cn_Block *k, int lane) {
    uint32_t both = w->body_flags[cn_station_body(w, k->a[lane])] &
                    w->body_flags[cn_station_body(w, k->b[lane])];
    return both & CN_BODY_CROWDED && !(k->rare->flags[lane] & CN_CONTACT_LIVELY) &&
           k->inv_ma[lane] > 0 && k->inv_mb[lane] > 0;
}

/* What a lane has of its contact, which lies elsewhere. */
typedef struct Pair {
    int a, b;       /* bodies */
    int at_a, at_b; /* their stations */
    uint32_t flags;
} Pair;

/* Two bodies in the thick of a pile. */
static bool within_pile(const cn_World *w, Pair c) {
    int most = c.flags & CN_CONTACT_LIVELY ? PILE : DULL_PILE;
    bool pressed = load_of(w, c.at_a) >= most && load_of(w, c.at_b) >= most;
    return pressed && w->mass[c.a].inv_m > 0 && w->mass[c.b].inv_m > 0;
}

/* Rows look along the normal of the step's beginning: those in a pile, whose bodies pass each
 * other by less than their size, come to no harm by it. */
static bool too_fast_for_rows(const cn_World *w, Pair c, const cn_BounceRule *rule) {
    const cn_Motion *a = &w->scratch.step_motion[c.at_a], *b = &w->scratch.step_motion[c.at_b];
    if (!((w->body_flags[c.a] | w->body_flags[c.b]) & CN_BODY_REACH)) return false;
    cn_Vec v = {b->vx - a->vx, b->vy - a->vy};
    float spin = cn_absf(a->w) * a->extent + cn_absf(b->w) * b->extent;
    float left = rule->fast - spin;
    if (left > 0 && cn_length_sq(v) < left * left) return false; /* no blow, whatever it is */
    if (!within_pile(w, c)) return true;
    float dt = rule->dt;
    float way = dt * cn_length(v) + cn_body_swing(w, c.a, dt * cn_absf(a->w)) +
                cn_body_swing(w, c.b, dt * cn_absf(b->w));
    return way > cn_impact_thin(w, c.a, c.b);
}

typedef struct Listing {
    cn_World *w;
    cn_Solved of;
    atomic_bool any;
} Listing;

static uint32_t bounces(const cn_World *w, Pair c, const cn_BounceRule *rule) {
    bool fast = too_fast_for_rows(w, c, rule);
    bool bouncy = c.flags & CN_CONTACT_BOUNCY && !within_pile(w, c);
    if (fast) return CN_CONTACT_BOUNCES | CN_CONTACT_FAST;
    return bouncy ? CN_CONTACT_BOUNCES : 0;
}

static bool list_block(const Listing *list, cn_Block *k) {
    for (unsigned bits = k->suspect; bits; bits &= bits - 1) {
        int lane = __builtin_ctz(bits);
        if (within_crowd(list->w, k, lane)) continue;
        int a = k->a[lane], b = k->b[lane];
        Pair pair = {cn_station_body(list->w, a), cn_station_body(list->w, b), a, b,
                     (uint32_t)k->rare->flags[lane]};
        uint32_t flags = bounces(list->w, pair, &list->of.rule);
        if (flags == 0) continue;
        list->w->contact[k->rare->contact[lane]].flags |= flags;
        k->rare->flags[lane] = (int32_t)(pair.flags | flags);
        k->rare->thin[lane] = cn_impact_thin(list->w, pair.a, pair.b);
        k->any_bounce = true;
    }
    if (k->any_bounce) cn_wide()->leave(k, &list->of);
    return k->any_bounce;
}

static void list_blocks(void *context, int first, int last, int worker) {
    Listing *list = context;
    bool any = false;
    (void)worker;
    for (int i = first; i < last; i++) any |= list_block(list, &list->w->scratch.blocks[i]);
    if (any) atomic_store_explicit(&list->any, true, memory_order_relaxed);
}

void cn_impact_list(cn_World *w, const cn_BounceRule *rule) {
    cn_Scratch *s = &w->scratch;
    Listing list = {.w = w, .of = cn_contact_solved(w)};
    list.of.rule = *rule;
    if (!s->bounces) return;
    cn_jobs_run(w->jobs, list_blocks, &list, s->block_count, BLOCKS_EACH);
    s->bounces = atomic_load(&list.any);
}
