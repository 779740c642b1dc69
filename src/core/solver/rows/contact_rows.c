/* contact_rows.c: contacts into blocks before the sub-steps, and impulses back after them.
 * The arithmetic of the sub-steps is in wide/contact_kernel.h. */
#include "solver/rows/contact_rows.h"

#include <stdatomic.h>
#include <string.h>

#include "data/contact_access.h"
#include "data/world.h"
#include "solver/impact/impact.h"
#include "solver/rows/softness.h"
#include "wide/contact_block.h"
#include "wide/motion.h"
#include "world/dominance_entry.h"

static cn_Softness make_softness(float hertz, float damping_ratio, float h) {
    return cn_softness(2 * (float)CN_PI * hertz, damping_ratio, h);
}

/* Rigid rows that take out a share of the overlap in a step: of what is left each sub-step takes
 * as much. The root is found by halving: the C library's pow differs between machines. */
static cn_Softness make_share(double share, int substeps, float h) {
    double low = 0, high = 1;
    for (int i = 0; i < 48; i++) {
        double left = (low + high) / 2, power = 1;
        for (int k = 0; k < substeps; k++) power *= left;
        if (power > 1 - share)
            high = left;
        else
            low = left;
    }
    return (cn_Softness){(float)(1 - low) / h, 1, 0};
}

#define MOST_HERTZ 0.125f    /* ratio to the sub-step rate, of the stiffness of a contact at most */
#define FAR        (1 << 22) /* bytes of blocks: less stays in the caches of a core, or nearly */
/* ratio of frequencies: among many the spring is four times as stiff, beside the same damper, and
 * bodies sag a quarter as far into each other. At 2.8 walls of bricks would not come to rest. */
#define CROWD_HERTZ 2

cn_SubStep cn_contact_substep(const cn_World *w, float h) {
    float hertz = cn_minf((float)w->def.contact_hertz, MOST_HERTZ / h);
    float damping = (float)w->def.contact_damping;
    bool shared = w->def.push_share > 0;
    cn_Softness share =
        shared ? make_share(w->def.push_share, w->def.substeps, h) : (cn_Softness){0};
    return (cn_SubStep){1 / h,
                        h,
                        (float)w->def.push_speed,
                        shared ? share : make_softness(hertz, damping, h),
                        shared ? share : make_softness(2 * hertz, damping, h),
                        shared ? share
                               : make_softness(CROWD_HERTZ * hertz, damping / CROWD_HERTZ, h),
                        cn_allowed_overlap(w),
                        (size_t)w->scratch.order.block_count * sizeof(cn_Block) > FAR};
}

static void fill_special(cn_Block *k, int lane, const cn_ContactRare *c) {
    k->rare->surface_speed[lane] = c->surface_speed;
    k->rare->rolling[lane] = c->rolling;
    float turning = k->inv_ia[lane] + k->inv_ib[lane];
    k->rare->rolling_mass[lane] = c->rolling > 0 && turning > 0 ? 1 / turning : 0;
    k->rare->rolling_impulse[lane] = c->rolling_impulse;
}

/* Of one lane, from the arms that the kernel has filled in. */
static void refill_masses(cn_Block *k, int lane) {
    cn_Vec n = {k->nx[lane], k->ny[lane]}, t = cn_right(n), d = {k->dx[lane], k->dy[lane]};
    cn_Mass ma = {k->inv_ma[lane], k->inv_ia[lane]}, mb = {k->inv_mb[lane], k->inv_ib[lane]};
    for (int i = 0; i < 2; i++) {
        if (k->point[i].normal_mass[lane] == 0) continue; /* there is no such point */
        cn_Vec ra = {k->point[i].rx[lane], k->point[i].ry[lane]}, rb = cn_add(ra, d);
        k->point[i].normal_mass[lane] = cn_row_mass(ma, mb, cn_cross(ra, n), cn_cross(rb, n));
        k->late[i].tangent_mass[lane] = cn_row_mass(ma, mb, cn_cross(ra, t), cn_cross(rb, t));
    }
}

/* One of the two is a wall to the other. */
static void let_lead(const cn_World *w, cn_Block *k, int lane) {
    const cn_Contact *c = &w->contact[k->rare->contact[lane]];
    int lead = cn_dominance_lead(w, c->body_a, c->body_b);
    if (lead == 0) return;
    if (lead > 0) k->inv_ma[lane] = k->inv_ia[lane] = 0;
    if (lead < 0) k->inv_mb[lane] = k->inv_ib[lane] = 0;
    k->any_fixed = true;
    k->crowded &= (uint8_t) ~(1u << lane);
    refill_masses(k, lane);
}

/* What few blocks have: the kernel has said which. */
static void fill_rolling(const cn_World *w, cn_Block *k) {
    for (int lane = 0; lane < CN_LANES; lane++) {
        int contact = k->rare->contact[lane];
        if (contact >= 0 && w->dominance_count > 0) let_lead(w, k, lane);
        cn_ContactRare rare = contact >= 0 ? cn_contact_rare(w, contact) : (cn_ContactRare){0};
        fill_special(k, lane, &rare);
    }
}

/* ---- the stages --------------------------------------------------------------------------- */

/* count of blocks, a job of a thread: fewer balance better, more cost less */
#define BLOCKS_EACH 16

typedef struct Stage {
    cn_World *w;
    cn_Solved of;
    bool lonely;
    atomic_bool suspected; /* some contact may have impacts */
} Stage;

/* The first colour that ends in this block or after it. */
static int layer_of(const cn_StepMemory *s, int block) {
    int low = 0, high = s->order.layer_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->order.layers[middle + 1] > block)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Which contacts stand where: contact_blocks.c has left it to the threads that have the blocks in
 * their cache. */
static void take_over(cn_World *w, int first, int last) {
    cn_StepMemory *s = &w->scratch;
    for (int i = first; i < last; i++) {
        s->order.blocks[i].rare = &s->order.block_rare[i];
        s->order.blocks[i].last = false;
        memcpy(s->order.block_rare[i].contact, s->order.laid + i * CN_LANES,
               sizeof s->order.block_rare->contact);
    }
    for (int i = layer_of(s, first); i < s->order.layer_count && s->order.layers[i + 1] <= last;
         i++)
        s->order.blocks[s->order.layers[i + 1] - 1].last = true;
}

/* Contacts lie anywhere: better all on their way at once than one block after the other. */
static void fetch_contacts(const cn_World *w, int first, int last) {
    const int *laid = w->scratch.order.laid;
    if (!cn_contacts_far(w)) return;
    for (int i = first * CN_LANES; i < last * CN_LANES; i++) {
        if (laid[i] < 0) continue;
        __builtin_prefetch(&w->contact[laid[i]]);
        __builtin_prefetch(w->contact[laid[i]].impulse);
    }
}

/* A body that stands in a block is not alone (wide/motion.h). Other threads may say so of the same
 * station. */
static void note_company(const cn_StepMemory *s, const cn_Block *k) {
    for (int i = 0; i < CN_LANES; i++) {
        __atomic_store_n(&s->order.step_locks[k->a[i] / CN_LANES].alone, false, __ATOMIC_RELAXED);
        __atomic_store_n(&s->order.step_locks[k->b[i] / CN_LANES].alone, false, __ATOMIC_RELAXED);
    }
}

static bool prepare_some(const Stage *stage, int first, int last, int worker) {
    cn_World *w = stage->w;
    cn_Block *blocks = w->scratch.order.blocks;
    bool bounces = w->scratch.impact.bounces, suspected = false;
    fetch_contacts(w, first, last);
    take_over(w, first, last);
    cn_wide()->prepare(blocks + first, last - first, &stage->of);
    if (bounces) cn_wide()->suspect(blocks + first, last - first, &stage->of);
    for (int i = first; i < last; i++) {
        if (stage->lonely) note_company(&w->scratch, &blocks[i]);
        if (blocks[i].any_rolling) fill_rolling(w, &blocks[i]);
        if (bounces) cn_impact_count_presses(w, &blocks[i], worker);
        suspected |= bounces && blocks[i].suspect != 0;
    }
    return suspected;
}

static int end_of(int first, int last) {
    return last - first < BLOCKS_EACH ? last : first + BLOCKS_EACH;
}

/* Few at a time, on one thread as well: so they stay in its cache. */
static void prepare_blocks(void *context, int first, int last, int worker) {
    Stage *stage = context;
    bool suspected = false;
    for (int i = first; i < last; i += BLOCKS_EACH)
        suspected |= prepare_some(stage, i, end_of(i, last), worker);
    if (suspected) atomic_store_explicit(&stage->suspected, true, memory_order_relaxed);
}

void cn_contact_prepare(cn_World *w, const cn_BounceRule *rule, bool lonely) {
    cn_StepMemory *s = &w->scratch;
    Stage stage = {.w = w, .of = cn_contact_solved(w), .lonely = lonely};
    stage.of.rule = *rule;
    s->impact.bounces = s->impact.bounces && cn_impact_forget_presses(w);
    cn_jobs_run(w->jobs, prepare_blocks, &stage, s->order.block_count, BLOCKS_EACH);
    s->impact.bounces = stage.suspected;
    s->order.prepared = true;
}

static void store_rolling(cn_World *w, const cn_Block *k) {
    for (int lane = 0; lane < CN_LANES; lane++)
        if (k->rare->contact[lane] >= 0)
            cn_contact_set_rolling(w, k->rare->contact[lane], k->rare->rolling_impulse[lane]);
}

/* A blow tells of itself even where it has left nothing to push. */
static void store_blows(cn_World *w, cn_Block *k) {
    for (unsigned bits = k->blown; bits; bits &= bits - 1) {
        int lane = __builtin_ctz(bits);
        cn_Contact *c = &w->contact[k->rare->contact[lane]];
        c->total[0].normal += k->rare->impact[0][lane];
        c->total[1].normal += k->rare->impact[1][lane];
        if (!(c->flags & CN_CONTACT_TOUCHING)) k->struck |= (uint8_t)(1u << lane);
    }
}

static void store_some(const Stage *stage, int first, int last) {
    cn_World *w = stage->w;
    cn_Block *blocks = w->scratch.order.blocks;
    fetch_contacts(w, first, last);
    cn_wide()->store(blocks + first, last - first, &stage->of);
    for (int i = first; i < last; i++) {
        if (blocks[i].any_rolling) store_rolling(w, &blocks[i]);
        if (blocks[i].blown) store_blows(w, &blocks[i]);
        w->scratch.order.tells[i] = blocks[i].struck | blocks[i].solved;
    }
}

static void store_blocks(void *context, int first, int last, int worker) {
    (void)worker;
    for (int i = first; i < last; i += BLOCKS_EACH) store_some(context, i, end_of(i, last));
}

void cn_contact_store(cn_World *w, const cn_Job *other) {
    Stage stage = {.w = w, .of = cn_contact_solved(w)};
    cn_Job store = {store_blocks, &stage, w->scratch.order.block_count, BLOCKS_EACH};
    cn_jobs_run_two(w->jobs, &store, other);
}
