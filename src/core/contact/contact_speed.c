/* contact_speed.c: how fast contacts approach and slide, and which of those solved have something
 * to tell: before solving from the motion of their bodies, later from their blocks. */
#include "contact/contact_speed.h"

#include <float.h>
#include <stdatomic.h>

#include "data/contact_access.h"
#include "data/world.h"
#include "wide/contact_block.h"
#include "wide/motion.h"

#define BLOCKS_EACH 16 /* count of blocks of eight contacts, for one thread at a time */

static int end_of(int first, int last) {
    return first + BLOCKS_EACH < last ? first + BLOCKS_EACH : last;
}

void cn_contact_measure(const cn_World *w, const cn_Contact *c, cn_Row speed[2]) {
    const cn_Motion *a = &w->motion[c->body_a], *b = &w->motion[c->body_b];
    cn_Vec t = cn_right(c->normal);
    for (int i = 0; i < c->count; i++) {
        cn_Vec va = cn_add((cn_Vec){a->vx, a->vy}, cn_cross_sv(a->w, c->r[i]));
        cn_Vec vb = cn_add((cn_Vec){b->vx, b->vy}, cn_cross_sv(b->w, cn_add(c->r[i], c->d)));
        cn_Vec v = cn_sub(vb, va);
        speed[i] = (cn_Row){-cn_dot(v, c->normal), cn_dot(v, t)};
    }
}

/* What falls gets faster within the step: see event.c, which has the last word. */
static float told_speed(const cn_World *w) {
    float gx = (float)w->def.gravity_x, gy = (float)w->def.gravity_y;
    float more = 2 * w->scratch.dt * cn_length((cn_Vec){gx, gy});
    return cn_maxf((float)w->def.hit_speed - more, 0);
}

cn_Solved cn_contact_solved(const cn_World *w) {
    return (cn_Solved){.contact = w->contact,
                       .cold = w->contact_cold,
                       .piece = w->piece,
                       .station = w->scratch.order.station,
                       .mass = w->scratch.order.step_mass,
                       .motion = w->scratch.order.step_motion,
                       .brief = w->scratch.order.step_brief,
                       .contacts = w->scratch.order.contacts,
                       .hit_speed = told_speed(w),
                       .slop = (float)w->def.slop};
}

static void speeds_in_step(const cn_World *w, int contact, cn_Row speed[2]) {
    const cn_StepMemory *s = &w->scratch;
    int at = contact < s->order.lane_capacity ? s->order.lane[contact] : INT32_MAX,
        lane = at % CN_LANES;
    bool in_block = at < s->order.block_count * CN_LANES;
    const cn_BlockRare *k = in_block ? s->order.blocks[at / CN_LANES].rare : NULL;
    bool solved = in_block && k->contact[lane] == contact;
    for (int i = 0; i < 2; i++)
        speed[i] = solved ? (cn_Row){k->approach[i][lane], k->slide[i][lane]} : (cn_Row){0, 0};
}

/* Of bodies thrown so fast that a float tells of no difference: as fast as it does, and 0 where
 * nothing is known. */
static float told(float speed) {
    return speed != speed ? 0 : cn_maxf(-FLT_MAX, cn_minf(speed, FLT_MAX));
}

void cn_contact_speeds(const cn_World *w, int contact, cn_Row speed[2]) {
    const cn_Contact *c = &w->contact[contact];
    if (w->scratch.order.prepared)
        speeds_in_step(w, contact, speed);
    else
        cn_contact_measure(w, c, speed);
    for (int i = 0; i < c->count; i++)
        speed[i] = (cn_Row){told(speed[i].normal), told(speed[i].tangent)};
}

void cn_contact_fetch_speeds(const cn_World *w, int contact) {
    const cn_StepMemory *s = &w->scratch;
    int at = contact < s->order.lane_capacity ? s->order.lane[contact] : INT32_MAX;
    if (!s->order.prepared || at >= s->order.block_count * CN_LANES) return;
    const cn_BlockRare *rare = &s->order.block_rare[at / CN_LANES];
    cn_fetch(rare->contact);
    cn_fetch(rare->approach);
    cn_fetch(rare->slide);
}

typedef struct Told {
    const cn_World *w;
    cn_ContactList *list;
    cn_ContactWanted *wanted; /* NULL: those that were struck */
    atomic_int count;
} Told;

/* Those of the list that are wanted, which stand first then; returns how many. */
static int choose(const Told *told, int *list, int count) {
    const cn_World *w = told->w;
    int chosen = 0;
    for (int i = 0; i < count; i++) {
        cn_contact_fetch(w, list[i]);
        cn_fetch(&w->scratch.order.lane[list[i]]);
    }
    for (int i = 0; i < count; i++) cn_contact_fetch_speeds(w, list[i]);
    for (int i = 0; i < count; i++)
        if (told->wanted(w, list[i])) list[chosen++] = list[i];
    return chosen;
}

static void list_told(Told *told, int first, int last) {
    const cn_StepMemory *s = &told->w->scratch;
    int list[BLOCKS_EACH * CN_LANES], count = 0;
    for (int i = first; i < last; i++) {
        const cn_Block *k = &s->order.blocks[i];
        if (!s->order.tells[i]) continue;
        for (unsigned bits = told->wanted ? k->solved : k->struck; bits; bits &= bits - 1)
            list[count++] = k->rare->contact[__builtin_ctz(bits)];
    }
    if (told->wanted) count = choose(told, list, count);
    if (count == 0) return;
    int at = atomic_fetch_add_explicit(&told->count, count, memory_order_relaxed);
    for (int i = 0; i < count; i++) told->list->slots[at + i] = list[i];
}

static void list_told_blocks(void *context, int first, int last, int worker) {
    (void)worker;
    for (int i = first; i < last; i += BLOCKS_EACH) list_told(context, i, end_of(i, last));
}

void cn_contact_told(cn_World *w, cn_ContactList *list, cn_ContactWanted *wanted) {
    Told told = {.w = w, .list = list, .wanted = wanted};
    list->count = 0;
    if (!cn_had_memory(w, CN_GROW(list->slots, w->scratch.order.solid_count))) return;
    cn_jobs_run(w->jobs, list_told_blocks, &told, w->scratch.order.block_count, BLOCKS_EACH);
    list->count = atomic_load(&told.count);
}
