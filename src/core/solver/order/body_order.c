/* body_order.c: where bodies stand in the sub-steps.
 *
 * Slots are given as bodies are made, and after a while neighbours in the world are far from each
 * other in memory, with strangers on their cache lines; in a step each line is asked for some fifty
 * times, and by two cores if two of its bodies are solved by two. So those that go through the
 * sub-steps stand in an order of their own: by domain (domain.c), else along a curve through the
 * plane (contact_blocks.c), as contacts do. No result depends on the order. It stays for as long as
 * the bodies that step and the domains do. Invariant: a body that can be moved by a block of
 * contacts or joints has a station behind the first eight. */
#include <stdatomic.h>
#include <string.h>

#include "data/world.h"
#include "solver/order/domain.h"
#include "solver/order/island_bins.h"
#include "wide/motion.h"

/* count of groups of eight bodies, a job of a thread: fewer balance better, more cost less */
#define OCTETS_EACH 32
/* count of cells of a home, by which its bodies are sorted */
#define CELLS 32
#define KEYS  (CN_HOMES * CELLS) /* count of cells of all homes */

typedef struct Look {
    cn_World *w;
    atomic_bool others; /* other bodies step than in the step before */
    atomic_int octets;  /* in which a body does */
    atomic_int direct;  /* in which a body does not */
} Look;

static void look(void *context, int first, int end, int worker) {
    Look *l = context;
    cn_StepMemory *s = &l->w->scratch;
    int octets = 0, resting = 0;
    bool others = false;
    (void)worker;
    for (int n = first; n < end; n++) {
        cn_AwakeOctet *g = &s->activity.octets[n];
        const uint32_t *flags = l->w->body_flags + g->index * CN_LANES;
        unsigned direct = 0;
        uint32_t all = ~0u;
        for (int i = 0; i < CN_LANES; i++) all &= flags[i];
        for (int i = 0; i < CN_LANES && !(all & CN_BODY_STILL); i++)
            direct |= (flags[i] & CN_BODY_REST_SOLVED ? 1u : 0u) << i;
        g->steps = (uint8_t)(all & CN_BODY_STILL ? 0 : g->mask & ~direct); /* still: so direct */
        others |= s->order.steppers[g->index] != g->steps;
        octets += g->steps != 0;
        resting += g->steps != g->mask;
    }
    if (others) atomic_store_explicit(&l->others, true, memory_order_relaxed);
    atomic_fetch_add_explicit(&l->octets, octets, memory_order_relaxed);
    atomic_fetch_add_explicit(&l->direct, resting, memory_order_relaxed);
}

/* ---- which bodies do no sub-steps --------------------------------------------------------- */

static bool list_direct(cn_StepMemory *s, int count) {
    s->order.direct_octet_count = 0;
    if (!CN_GROW(s->order.direct_octets, count)) return false;
    for (int i = 0; i < s->activity.octet_count && count > 0; i++)
        if (s->activity.octets[i].steps != s->activity.octets[i].mask)
            s->order.direct_octets[s->order.direct_octet_count++] = s->activity.octets[i];
    return true;
}

/* ---- stations ----------------------------------------------------------------------------- */

static bool reserve(cn_World *w, int blocks) {
    cn_StepMemory *s = &w->scratch;
    int stations = (blocks + 1) * CN_LANES;
    return CN_GROW(s->order.step_blocks, blocks + 1) && CN_GROW(s->order.step_motion, stations) &&
           CN_GROW(s->order.step_mass, stations) && CN_GROW(s->order.step_brief, stations) &&
           CN_GROW(s->order.step_locks, blocks + 1) && CN_GROW(s->order.contacts, stations);
}

static int key_of(const cn_World *w, int body, bool sorted) {
    const cn_StepMemory *s = &w->scratch;
    if (!sorted) return 0;
    int home = w->mass[body].inv_m > 0 ? cn_island_bin_home(s, body) : CN_HOME_OF_ALL;
    return home * CELLS +
           (s->order.bins == 1 ? s->order.cell[body] / CN_BINS : s->order.cell[body] % CELLS);
}

/* From how many bodies each key has to the station of its first: homes begin with a block, so that
 * none belongs to two. */
static int lay_out(cn_StepMemory *s, int *at) {
    int station = CN_LANES;
    for (int home = 0; home < CN_HOMES; home++) {
        station = (station + CN_LANES - 1) / CN_LANES * CN_LANES;
        s->order.home_block[home] = station / CN_LANES;
        for (int i = home * CELLS; i < (home + 1) * CELLS; i++) {
            int count = at[i];
            at[i] = station;
            station += count;
        }
    }
    s->order.home_block[CN_HOMES] = (station + CN_LANES - 1) / CN_LANES;
    return s->order.home_block[CN_HOMES] - 1;
}

static void count_keys(const cn_World *w, bool sorted, int *at) {
    const cn_StepMemory *s = &w->scratch;
    for (int i = 0; i < s->activity.octet_count; i++)
        for (unsigned left = s->activity.octets[i].steps; left; left &= left - 1) {
            int body = s->activity.octets[i].index * CN_LANES + __builtin_ctz(left);
            at[key_of(w, body, sorted)]++;
        }
}

static void stand(cn_StepMemory *s, int body, int station) {
    s->order.station[body] = station;
    s->order.step_blocks[station / CN_LANES].body[station % CN_LANES] = body;
}

static bool give(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int at[KEYS] = {0};
    bool sorted = s->order.blocks_made && w->jobs; /* else no place is known */
    count_keys(w, sorted, at);
    int blocks = lay_out(s, at);
    if (!reserve(w, blocks)) return false;
    memset(s->order.station, 0, CN_GROW_BYTES(s->order.station));
    memset(s->order.steppers, 0, CN_GROW_BYTES(s->order.steppers));
    memset(&s->order.step_blocks[0], 0, sizeof *s->order.step_blocks);
    for (int i = 0; i < CN_HOMES; i++) /* the last of each may not be full */
        memset(s->order.step_blocks[s->order.home_block[i + 1] - 1].body, 0,
               sizeof s->order.step_blocks->body);
    for (int i = 0; i < CN_LANES; i++) {
        s->order.step_motion[i] = (cn_Motion){.dq = {1, 0}};
        s->order.step_mass[i] = (cn_Mass){0, 0};
    }
    for (int i = 0; i < s->activity.octet_count; i++) {
        const cn_AwakeOctet *g = &s->activity.octets[i];
        s->order.steppers[g->index] = g->steps;
        for (unsigned left = g->steps; left; left &= left - 1) {
            int body = g->index * CN_LANES + __builtin_ctz(left);
            stand(s, body, at[key_of(w, body, sorted)]++);
        }
    }
    s->order.stepping = blocks;
    s->order.stations_sorted = sorted;
    s->order.stationings++;
    return true;
}

bool cn_body_order_assign(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int all = w->bodies.count / CN_LANES + 1,
        before = s->order.stationed ? s->order.stepping_octets : -1;
    int stepping = s->order.stepping;
    Look l = {.w = w};
    s->order.stepping = -1;
    s->order.stationed = false;
    int room = s->order.station_capacity;
    if (!CN_GROW(s->order.station, w->bodies.count) || !CN_GROW(s->order.steppers, all))
        return false;
    cn_jobs_run(w->jobs, look, &l, s->activity.octet_count, OCTETS_EACH);
    if (!list_direct(s, l.direct)) return false;
    bool same = !l.others && l.octets == before && room == s->order.station_capacity;
    if (same && w->steps % CN_DOMAINS_EVERY != 0)
        s->order.stepping = stepping;
    else if (!give(w))
        return false;
    s->order.stationed = true;
    s->order.stepping_octets = l.octets;
    return true;
}
