/* impact_candidates.c: which contacts may have impacts in a step.
 *
 * Contacts that rebound and contacts of fast bodies, unless they carry weight or are in the thick
 * of a pile. The kernel has looked at all of them (wide/impact_kernel.h); what is left are the few
 * whose surroundings decide. */
#include <stdatomic.h>
#include <string.h>

#include "data/contact_access.h"
#include "data/world.h"
#include "solver/impact/impact.h"
#include "wide/contact_block.h"
#include "wide/motion.h"

#define LOADED    0.1f /* ratio to its weight: a contact that carries more does not bounce */
#define PILE      3    /* count of loaded neighbours of a body in the thick of a pile */
#define DULL_PILE 1    /* count of these for what hardly rebounds */
#define THRONG    4    /* count of neighbours of a body whose blows are soon others' */
#define FLAT      0.2f /* ratio to half the thickness: what lies less aslant comes down flat */
/* m in a sub-step: more is beyond the margin by which rows see ahead in four of them */
#define FAST_WAY 0.005f
/* count of blocks, a job of a thread: fewer balance better, more cost less */
#define BLOCKS_EACH 16
#define AHEAD       2 /* count of blocks between asking for memory and using it */

float cn_impact_fast_speed(float h) { return FAST_WAY / h; }

bool cn_impact_candidate(const cn_World *w, const cn_Contact *c) {
    const cn_StepMemory *s = &w->scratch;
    int contact = (int)(c - w->contact);
    int at = contact < s->order.lane_capacity ? s->order.lane[contact] : -1;
    if (at < 0 || at >= s->order.block_count * CN_LANES) return false;
    const cn_BlockRare *rare = cn_seat_at(w, at).block->rare;
    return rare->contact[at % CN_LANES] == contact &&
           rare->flags[at % CN_LANES] & CN_CONTACT_BOUNCES;
}

/* A contact that carries weight is at rest: what reaches it through a pile is for the rows, which
 * solve all of them together. */
cn_BounceRule cn_impact_rule(const cn_World *w, float h, float least_speed) {
    float heft = h * cn_length((cn_Vec){(float)w->def.gravity_x, (float)w->def.gravity_y});
    return (cn_BounceRule){least_speed, cn_impact_fast_speed(h), heft > 0 ? LOADED * heft : 0,
                           h * (float)w->def.substeps};
}

static int stations_of(const cn_World *w) { return (w->scratch.order.stepping + 1) * CN_LANES; }

bool cn_impact_forget_presses(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int n = stations_of(w) * cn_jobs_threads(w->jobs);
    if (!CN_GROW(s->impact.presses, n)) return false;
    memset(s->impact.presses, 0, (size_t)n * sizeof *s->impact.presses);
    return true;
}

void cn_impact_count_presses(cn_World *w, const cn_Block *k, int worker) {
    uint8_t *loads = w->scratch.impact.presses + worker * stations_of(w);
    for (unsigned bits = k->pressed; bits; bits &= bits - 1) {
        int lane = __builtin_ctz(bits), a = k->a[lane], b = k->b[lane];
        loads[a] += loads[a] < UINT8_MAX;
        loads[b] += loads[b] < UINT8_MAX;
    }
}

/* Where the counts of all workers are. */
typedef struct Presses {
    const uint8_t *of; /* by worker and station */
    int stations, workers;
} Presses;

/* Does it press so many neighbours, or is it pressed by them? */
static bool is_pressed(const Presses *p, int station, int most) {
    int sum = p->of[station];
    for (int i = 1; i < p->workers && sum < most; i++) sum += p->of[i * p->stations + station];
    return sum >= most;
}

/* What a lane has of its contact, which lies elsewhere. */
typedef struct Pair {
    int at_a, at_b; /* stations of its bodies */
    const cn_StepBrief *a, *b;
    int contact;
    uint32_t flags;
    bool a_moves, b_moves;
} Pair;

static float thin_of(Pair c) {
    return cn_impact_thinner(c.a->inner, c.b->inner, c.a_moves, c.b_moves);
}

/* Two bodies in the thick of a pile. */
static bool within_pile(const Presses *p, Pair c) {
    int most = c.flags & CN_CONTACT_LIVELY ? PILE : DULL_PILE;
    return c.a_moves && c.b_moves && is_pressed(p, c.at_a, most) && is_pressed(p, c.at_b, most);
}

/* m/s at most, by which turning brings surfaces together: discs not at all. */
static float spin_of(Pair c, const cn_Motion *a, const cn_Motion *b) {
    if (c.flags & CN_CONTACT_WHEELS) return 0;
    return cn_absf(a->w) * a->extent + cn_absf(b->w) * b->extent;
}

/* Rows look along the normal of the step's beginning: contacts in a pile, whose bodies pass each
 * other by less than their size, come to no harm by it. */
static bool passes_far(const cn_World *w, Pair c, float dt) {
    const cn_Motion *a = &w->scratch.order.step_motion[c.at_a],
                    *b = &w->scratch.order.step_motion[c.at_b];
    cn_Vec v = {b->vx - a->vx, b->vy - a->vy}; /* turning as in cn_body_swing */
    float way = dt * cn_length(v) + cn_minf(dt * cn_absf(a->w) * a->extent, c.a->swing) +
                cn_minf(dt * cn_absf(b->w) * b->extent, c.b->swing);
    return way > thin_of(c);
}

/* A dull rebound may be too slow to be seen, however its bodies meet. */
static bool is_seen(const cn_World *w, Pair c, const cn_BounceRule *rule) {
    if (c.flags & CN_CONTACT_LIVELY) return true;
    const cn_Motion *a = &w->scratch.order.step_motion[c.at_a],
                    *b = &w->scratch.order.step_motion[c.at_b];
    cn_Vec v = {b->vx - a->vx, b->vy - a->vy};
    float restitution = w->contact_cold[c.contact].restitution;
    float least = cn_maxf(rule->rebound, CN_DULL_PART * thin_of(c) / rule->dt);
    return CN_HASTE * (cn_length(v) + spin_of(c, a, b)) * restitution >= least;
}

/* Is a body in the way of another for a part of a sub-step only? */
static bool flies_through(const cn_World *w, Pair c, const cn_BounceRule *rule) {
    const cn_Motion *a = &w->scratch.order.step_motion[c.at_a],
                    *b = &w->scratch.order.step_motion[c.at_b];
    float h = rule->dt / (float)w->def.substeps;
    float speed = cn_length((cn_Vec){b->vx - a->vx, b->vy - a->vy}) + spin_of(c, a, b);
    return h * speed > thin_of(c);
}

static bool in_throng(const cn_World *w, Pair c) {
    return w->cold[c.a->body].near_count >= THRONG && w->cold[c.b->body].near_count >= THRONG;
}

/* Rows take two points in turn, which turns what comes down on both at once. */
static bool falls_flat(const cn_Block *k, int lane, float thin) {
    if (!k->two || !(k->point[1].normal_mass[lane] > 0)) return false;
    return cn_absf(k->point[1].base[lane] - k->point[0].base[lane]) < FLAT * thin;
}

/* Do the rows stop it well enough, once they have its manifold of the sub-step, and let it rebound
 * at the end of that? Where it was struck within a sub-step is seen of what rebounds from a wall,
 * or far, by itself. */
static bool rows_follow(const cn_World *w, Pair c, bool flat, const cn_BounceRule *rule) {
    if (!(c.a_moves && c.b_moves)) return false;
    if (!(c.flags & CN_CONTACT_BOUNCY)) return false; /* else heaps settle with more overlap */
    bool lively = c.flags & CN_CONTACT_LIVELY;
    if (lively && !(w->contact_cold[c.contact].restitution < CN_ELASTIC)) return false;
    if ((flat || lively) && !in_throng(w, c)) return false;
    return !flies_through(w, c, rule);
}

typedef struct Listing {
    cn_World *w;
    cn_Solved of;
    Presses presses;
    atomic_bool any, blows; /* contacts that may have impacts; some that no rows follow */
} Listing;

static uint32_t bounces(const Listing *list, Pair c, bool fast) {
    const cn_World *w = list->w;
    const cn_BounceRule *rule = &list->of.rule;
    bool bouncy = c.flags & CN_CONTACT_BOUNCY && is_seen(w, c, rule);
    if ((fast || bouncy) && within_pile(&list->presses, c)) {
        bouncy = false;
        fast = fast && passes_far(w, c, rule->dt);
    }
    if (fast) return CN_CONTACT_BOUNCES | CN_CONTACT_FAST;
    return bouncy ? CN_CONTACT_BOUNCES : 0;
}

static bool list_block(const Listing *list, cn_Block *k) {
    unsigned bits = k->suspect;
    k->suspect = 0;
    for (; bits; bits &= bits - 1) {
        int lane = __builtin_ctz(bits);
        int a = k->a[lane], b = k->b[lane];
        const cn_StepBrief *brief = list->of.brief;
        Pair pair = {a,
                     b,
                     &brief[a],
                     &brief[b],
                     k->rare->contact[lane],
                     (uint32_t)k->rare->flags[lane],
                     k->inv_ma[lane] > 0,
                     k->inv_mb[lane] > 0};
        uint32_t flags = bounces(list, pair, k->rushing >> lane & 1);
        if (flags == 0) continue;
        uint8_t bit = (uint8_t)(1u << lane);
        float thin = k->rare->thin[lane] = thin_of(pair);
        k->rare->flags[lane] = (int32_t)(pair.flags | flags);
        k->suspect |= bit;
        if (rows_follow(list->w, pair, falls_flat(k, lane, thin), &list->of.rule))
            k->followed |= bit;
    }
    k->any_bounce = k->suspect != 0;
    if (!k->any_bounce) return false;
    cn_wide()->leave(k, &list->of);
    return true;
}

static void fetch_block(const cn_Block *k) {
    cn_fetch(k->a);
    cn_fetch(&k->suspect);
    cn_fetch(k->rare->contact);
}

/* What leave reads of its contacts. */
static void fetch_colds(const cn_World *w, const cn_Block *k) {
    for (unsigned bits = k->suspect; bits; bits &= bits - 1) {
        int lane = __builtin_ctz(bits);
        if (k->rare->flags[lane] & CN_CONTACT_BOUNCY)
            cn_fetch(&w->contact_cold[k->rare->contact[lane]].restitution);
    }
}

static void list_blocks(void *context, int first, int last, int worker) {
    Listing *list = context;
    bool any = false, blows = false, far = cn_contacts_far(list->w);
    (void)worker;
    cn_Block *blocks = list->w->scratch.order.blocks;
    for (int i = first; i < last; i++) {
        if (far && i + AHEAD < last) fetch_block(&blocks[i + AHEAD]);
        if (far && i + 1 < last) fetch_colds(list->w, &blocks[i + 1]);
        any |= list_block(list, &blocks[i]);
        blows |= (blocks[i].suspect & ~blocks[i].followed) != 0;
    }
    if (any) atomic_store_explicit(&list->any, true, memory_order_relaxed);
    if (blows) atomic_store_explicit(&list->blows, true, memory_order_relaxed);
}

void cn_impact_list(cn_World *w, const cn_BounceRule *rule) {
    cn_StepMemory *s = &w->scratch;
    Listing list = {.w = w,
                    .of = cn_contact_solved(w),
                    .presses = {s->impact.presses, stations_of(w), cn_jobs_threads(w->jobs)}};
    list.of.rule = *rule;
    if (!s->impact.bounces) return;
    cn_jobs_run(w->jobs, list_blocks, &list, s->order.block_count, BLOCKS_EACH);
    s->impact.bounces = atomic_load(&list.any);
    if (s->impact.bounces && atomic_load(&list.blows)) s->impact.bounces = cn_impact_gather_near(w);
}
