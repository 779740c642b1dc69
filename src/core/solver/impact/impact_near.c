/* impact_near.c: with what each body may have impacts in this step, side by side in memory.
 *
 * After a blow everything that its bodies touch is looked at again, and nearly all of it cannot be
 * reached in what is left of the sub-step. So of each contact that may have impacts what says so is
 * kept twice, at either of its bodies: that is one line of memory, where the contact, its rows and
 * their links are a dozen.
 * Not here: whether the contact itself has a touch to look for (time_of_impact.c). */
#include <math.h>
#include <string.h>

#include "data/world.h"
#include "solver/impact/impact.h"
#include "wide/contact_block.h"

/* ratio of squares: by so much speeds may grow beyond those that rows were told of */
#define FASTER 1.1f
/* m, both radii together: sharper corners have no arc on which bodies pass each other */
#define SHARP 0.01f

static int stations_of(const cn_World *w) { return (w->scratch.order.stepping + 1) * CN_LANES; }

/* What it is from the side of a. */
static void fill(cn_ImpactNear *near, const cn_Block *k, int lane) {
    float base = k->point[0].normal_mass[lane] > 0 ? k->point[0].base[lane] : CN_NEVER;
    if (k->two && k->point[1].normal_mass[lane] > 0) base = cn_minf(base, k->point[1].base[lane]);
    if (k->any_rounding) base += k->rare->radius_a[lane] + k->rare->radius_b[lane];
    near->nx = k->nx[lane], near->ny = k->ny[lane];
    near->gap = base + (k->nx[lane] * k->dx[lane] + k->ny[lane] * k->dy[lane]);
}

/* The same from the side of b. */
static void turn_about(cn_ImpactNear *near, int station) {
    near->nx = -near->nx, near->ny = -near->ny;
    near->station = station;
}

/* Lanes of a block that may have blows. */
static unsigned bouncing(const cn_Block *k) {
    return k->any_bounce ? k->suspect & ~(unsigned)k->followed : 0;
}

/* How many there are at each station, then where the last one of each ends. */
static int count_near(const cn_World *w, int *end) {
    const cn_StepMemory *s = &w->scratch;
    int stations = stations_of(w);
    memset(end, 0, (size_t)(stations + 1) * sizeof *end);
    for (int n = 0; n < s->order.block_count; n++) {
        const cn_Block *k = &s->order.blocks[n];
        for (unsigned bits = bouncing(k); bits; bits &= bits - 1) {
            int i = __builtin_ctz(bits);
            end[k->a[i]] += k->inv_ma[i] > 0;
            end[k->b[i]] += k->inv_mb[i] > 0;
        }
    }
    for (int i = 1; i <= stations; i++) end[i] += end[i - 1];
    return end[stations];
}

/* From both sides; where the last of each station ends moves down. */
static void put(cn_ImpactNear *list, int *end, const cn_Block *k, int lane, int seat) {
    int a = k->a[lane], b = k->b[lane];
    cn_ImpactNear near = {.seat = seat,
                          .contact = k->rare->contact[lane],
                          .station = b,
                          .flags = (uint32_t)k->rare->flags[lane],
                          .blow_speed = k->rare->blow_speed[lane]};
    fill(&near, k, lane);
    if (k->inv_ma[lane] > 0) list[--end[a]] = near;
    if (!(k->inv_mb[lane] > 0)) return;
    turn_about(&near, a);
    list[--end[b]] = near;
}

static void note_speeds(const cn_World *w) {
    const cn_StepMemory *s = &w->scratch;
    const cn_Motion *motion = s->order.step_motion;
    float *known = s->impact.known_speed;
    for (int i = 0, n = stations_of(w); i < n; i++) {
        const cn_Motion *m = &motion[i];
        known[i] = FASTER * (m->vx * m->vx + m->vy * m->vy);
    }
}

bool cn_impact_gather_near(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int stations = stations_of(w);
    if (!CN_GROW(s->impact.near_first, stations + 1) || !CN_GROW(s->impact.known_speed, stations))
        return false;
    int count = count_near(w, s->impact.near_first);
    if (!CN_GROW(s->impact.near, count)) return false;
    cn_ImpactNear *list = s->impact.near;
    for (int n = 0; n < s->order.block_count; n++) {
        const cn_Block *k = &s->order.blocks[n];
        for (unsigned bits = bouncing(k); bits; bits &= bits - 1) {
            int lane = __builtin_ctz(bits);
            put(list, s->impact.near_first, k, lane, n * CN_LANES + lane);
        }
    }
    note_speeds(w);
    return true;
}

/* NULL: speeds beyond all limits may make a blow of what was not to have any. */
static cn_ImpactNear *find_near(cn_StepMemory *s, int station, int seat) {
    for (int i = s->impact.near_first[station]; i < s->impact.near_first[station + 1]; i++)
        if (s->impact.near[i].seat == seat) return &s->impact.near[i];
    return NULL;
}

void cn_impact_follow(cn_World *w, const cn_Contact *c) {
    cn_StepMemory *s = &w->scratch;
    int seat = s->order.lane[c - w->contact], lane = seat % CN_LANES;
    const cn_Block *k = cn_seat_at(w, seat).block;
    cn_ImpactNear *a = find_near(s, k->a[lane], seat), *b = find_near(s, k->b[lane], seat);
    if (a) fill(a, k, lane);
    if (!b) return;
    fill(b, k, lane);
    turn_about(b, k->a[lane]);
}

/* As passing_depth in wide/impact_kernel.h, at the greatest speeds of both so far. */
static void widen(const cn_World *w, const cn_ImpactNear *near, float speed, float dt) {
    cn_Seat seat = cn_seat_at(w, near->seat);
    const cn_BlockRare *rare = seat.block->rare;
    float radius = rare->radius_a[seat.lane] + rare->radius_b[seat.lane];
    float way = dt * (speed + sqrtf(w->scratch.impact.known_speed[near->station]));
    float depth = CN_BOUNCE_DEPTH + (radius > SHARP ? way * way / (2 * radius) : 0);
    float *known = &seat.block->rare->bounce_depth[seat.lane];
    *known = cn_maxf(*known, depth);
}

void cn_impact_widen(cn_World *w, int station, float dt) {
    cn_StepMemory *s = &w->scratch;
    const cn_Motion *m = &s->order.step_motion[station];
    float square = m->vx * m->vx + m->vy * m->vy;
    if (square <= s->impact.known_speed[station]) return;
    s->impact.known_speed[station] = FASTER * square;
    float speed = sqrtf(FASTER * square);
    for (int i = s->impact.near_first[station]; i < s->impact.near_first[station + 1]; i++) {
        const cn_ImpactNear *near = &s->impact.near[i];
        bool passes = near->flags & CN_CONTACT_ROUND && !(near->flags & CN_CONTACT_FACE);
        if (passes) widen(w, near, speed, dt);
    }
}
