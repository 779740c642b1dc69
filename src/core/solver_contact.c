/* solver_contact.c: contacts into blocks before the sub-steps, and impulses back after them.
 * The arithmetic of the sub-steps is in wide/kernel.h. */
#include "impact.h"
#include "wide/block.h"
#include "world.h"

/* Source: Catto, "Soft Constraints", GDC 2011; in this form from Solver2D, 2024. */
static cn_Softness make_softness(float hertz, float damping_ratio, float h) {
    float omega = 2.0f * (float)CN_PI * hertz;
    float a1 = 2.0f * damping_ratio + h * omega;
    float a2 = h * omega * a1;
    float a3 = 1.0f / (1.0f + a2);
    return (cn_Softness){omega / a1, a2 * a3, a3};
}

cn_SubStep cn_contact_substep(float h) {
    float hertz = cn_minf(CN_CONTACT_HERTZ, 0.125f / h);
    return (cn_SubStep){1 / h, CN_PUSH_SPEED, make_softness(hertz, CN_CONTACT_DAMPING, h),
                        make_softness(2 * hertz, CN_CONTACT_DAMPING, h)};
}

static float invert(float k) { return k > 0 ? 1.0f / k : 0; }

static void fill_point(cn_Block *k, int lane, int index, cn_Vec ra, cn_Vec n, cn_Vec d, float gap,
                       cn_Mass ma, cn_Mass mb) {
    cn_BlockPoint *q = &k->point[index];
    cn_Vec rb = cn_add(ra, d), t = cn_right(n);
    float na = cn_cross(ra, n), nb = cn_cross(rb, n), ta = cn_cross(ra, t), tb = cn_cross(rb, t);
    float inv_m = ma.inv_m + mb.inv_m;
    q->rx[lane] = ra.x;
    q->ry[lane] = ra.y;
    q->base[lane] = gap - cn_dot(d, n);
    q->normal_mass[lane] = invert(inv_m + ma.inv_i * na * na + mb.inv_i * nb * nb);
    q->tangent_mass[lane] = invert(inv_m + ma.inv_i * ta * ta + mb.inv_i * tb * tb);
}

#define NO_LIMIT 1e30f

/* As in wide/rows.h, for one contact at the velocities of now. */
static float passing_depth(const cn_World *w, const cn_Contact *c, float dt) {
    const cn_Motion *a = &w->motion[c->body_a], *b = &w->motion[c->body_b];
    bool face = c->flags & CN_CONTACT_FACE; /* no way round it */
    float radius = face ? 0 : w->piece[c->piece_a].radius + w->piece[c->piece_b].radius;
    float way = dt * (cn_length((cn_Vec){a->vx, a->vy}) + cn_length((cn_Vec){b->vx, b->vy}));
    return 0.01f + (radius > 0.01f ? way * way / (2 * radius) : 0);
}

static void fill_special(cn_Block *k, int lane, const cn_ContactCold *c) {
    k->surface_speed[lane] = c->surface_speed;
    k->rolling[lane] = c->rolling;
    k->rolling_mass[lane] = c->rolling > 0 ? invert(k->inv_ia[lane] + k->inv_ib[lane]) : 0;
    k->rolling_impulse[lane] = c->rolling_impulse;
}

/* What few blocks have: the kernel has said which. */
static void fill_rolling(const cn_World *w, cn_Block *k) {
    static const cn_ContactCold none;
    for (int lane = 0; lane < CN_LANES; lane++) {
        int contact = k->contact[lane];
        fill_special(k, lane, contact >= 0 ? &w->contact_cold[contact] : &none);
    }
}

static void forget(cn_World *w, int body, cn_Vec p, cn_Vec r, float inv_m, float inv_i) {
    if (inv_m == 0) return;
    cn_MotionBlock *k = &w->motion_block[body / CN_LANES];
    k->given_x[body % CN_LANES] -= inv_m * p.x;
    k->given_y[body % CN_LANES] -= inv_m * p.y;
    k->given_w[body % CN_LANES] -= inv_i * cn_cross(r, p);
}

/* Else the warm start by body would push on after the rows have forgotten. In the first sub-step
 * nothing has been pushed yet: first says so. */
void cn_contact_retract(cn_World *w, const cn_Contact *c, bool first) {
    int at = w->scratch.lane[c - w->contact], lane = at % CN_LANES;
    cn_Block *k = &w->scratch.blocks[at / CN_LANES];
    cn_Vec n = {k->nx[lane], k->ny[lane]}, d = {k->dx[lane], k->dy[lane]};
    for (int i = 0; i < 2; i++) {
        cn_BlockPoint *q = &k->point[i];
        cn_Vec p =
            cn_mul_add(cn_scale(q->normal_impulse[lane], n), q->tangent_impulse[lane], cn_right(n));
        cn_Vec ra = {q->rx[lane], q->ry[lane]};
        q->normal_impulse[lane] = q->tangent_impulse[lane] = 0;
        if (first) continue;
        forget(w, c->body_a, cn_neg(p), ra, k->inv_ma[lane], k->inv_ia[lane]);
        forget(w, c->body_b, p, cn_add(ra, d), k->inv_mb[lane], k->inv_ib[lane]);
    }
}

/* How far a core has turned away from where its arm says it is. */
static cn_Vec turned(cn_Rot dq, cn_Vec core) { return cn_sub(cn_rotate(dq, core), core); }

void cn_contact_refit(cn_World *w, const cn_Contact *c, const cn_Touch *touch, cn_Motion way_a,
                      cn_Motion way_b) {
    int at = w->scratch.lane[c - w->contact], lane = at % CN_LANES;
    cn_Block *k = &w->scratch.blocks[at / CN_LANES];
    cn_Vec n = touch->normal, d = cn_sub(touch->rb[0], touch->ra[0]);
    float round_a = w->piece[c->piece_a].radius, round_b = w->piece[c->piece_b].radius;
    k->nx[lane] = n.x, k->ny[lane] = n.y;
    k->dx[lane] = d.x, k->dy[lane] = d.y;
    k->two |= touch->count > 1;
    k->blown |= (uint8_t)(1u << lane);
    for (int i = 0; i < 2; i++) {
        if (i >= touch->count) {
            k->point[i].normal_mass[lane] = k->point[i].tangent_mass[lane] = 0;
            k->point[i].normal_impulse[lane] = k->point[i].tangent_impulse[lane] = 0;
            continue;
        }
        cn_Vec ra = touch->ra[i];
        fill_point(k, lane, i, ra, n, d, touch->gap[i] - round_a - round_b, w->mass[c->body_a],
                   w->mass[c->body_b]);
        cn_Vec core_a = cn_mul_add(ra, -round_a, n);
        cn_Vec core_b = cn_mul_add(cn_add(ra, d), round_b, n);
        cn_Vec come = {way_b.dx - way_a.dx, way_b.dy - way_a.dy};
        come = cn_add(come, cn_sub(turned(way_b.dq, core_b), turned(way_a.dq, core_a)));
        k->point[i].base[lane] -= cn_dot(n, come);
    }
}

void cn_contact_widen(cn_World *w, const cn_Contact *c, float dt) {
    int at = w->scratch.lane[c - w->contact], lane = at % CN_LANES;
    cn_Block *k = &w->scratch.blocks[at / CN_LANES];
    k->bounce_depth[lane] = cn_maxf(k->bounce_depth[lane], passing_depth(w, c, dt));
}

/* Too many blows: from now on the rows do what they do for any contact. */
void cn_contact_yield(cn_World *w, const cn_Contact *c) {
    int at = w->scratch.lane[c - w->contact], lane = at % CN_LANES;
    cn_Block *k = &w->scratch.blocks[at / CN_LANES];
    k->bounce_gap[lane] = k->bounce_speed[lane] = NO_LIMIT;
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

/* ---- the stages --------------------------------------------------------------------------- */

#define BLOCKS_EACH 16 /* for one thread at a time */

typedef struct Stage {
    cn_World *w;
    cn_Solved of;
} Stage;

static Stage stage_of(cn_World *w) {
    return (Stage){.w = w,
                   .of = {.contact = w->contact,
                          .cold = w->contact_cold,
                          .piece = w->piece,
                          .mass = w->mass,
                          .motion = w->motion,
                          .bodies = w->motion_block,
                          .hit_speed = (float)w->def.hit_speed}};
}

static void prepare_blocks(void *context, int first, int last, int worker) {
    const Stage *stage = context;
    cn_Block *blocks = stage->w->scratch.blocks;
    (void)worker;
    cn_wide()->prepare(blocks + first, last - first, &stage->of);
    for (int i = first; i < last; i++)
        if (blocks[i].any_rolling) fill_rolling(stage->w, &blocks[i]);
}

void cn_contact_prepare(cn_World *w, float h, float bounce_speed) {
    Stage stage = stage_of(w);
    stage.of.rebound = bounce_speed;
    stage.of.fast = cn_impact_fast_speed(h);
    stage.of.dt = h * (float)w->def.substeps;
    cn_jobs_run(w->jobs, prepare_blocks, &stage, w->scratch.block_count, BLOCKS_EACH);
    w->scratch.prepared = true;
}

static void store_rolling(cn_World *w, const cn_Block *k) {
    for (int lane = 0; lane < CN_LANES; lane++)
        if (k->contact[lane] >= 0)
            w->contact_cold[k->contact[lane]].rolling_impulse = k->rolling_impulse[lane];
}

/* A blow tells of itself even where it has left nothing to push. */
static void store_blows(cn_World *w, cn_Block *k) {
    for (unsigned bits = k->blown; bits; bits &= bits - 1) {
        int lane = __builtin_ctz(bits);
        cn_Contact *c = &w->contact[k->contact[lane]];
        const cn_ContactCold *cold = &w->contact_cold[k->contact[lane]];
        c->total[0].normal += cold->impact[0];
        c->total[1].normal += cold->impact[1];
        if (!(c->flags & CN_CONTACT_TOUCHING)) k->struck |= (uint8_t)(1u << lane);
    }
}

static void store_blocks(void *context, int first, int last, int worker) {
    const Stage *stage = context;
    cn_Block *blocks = stage->w->scratch.blocks;
    (void)worker;
    cn_wide()->store(blocks + first, last - first, &stage->of);
    for (int i = first; i < last; i++) {
        if (blocks[i].any_rolling) store_rolling(stage->w, &blocks[i]);
        if (blocks[i].blown) store_blows(stage->w, &blocks[i]);
    }
}

void cn_contact_store(cn_World *w) {
    Stage stage = stage_of(w);
    cn_jobs_run(w->jobs, store_blocks, &stage, w->scratch.block_count, BLOCKS_EACH);
}

void cn_contact_speeds(const cn_World *w, int contact, cn_Row speed[2]) {
    const cn_Scratch *s = &w->scratch;
    const cn_Contact *c = &w->contact[contact];
    if (!s->prepared) {
        cn_contact_measure(w, c, speed);
        return;
    }
    int at = contact < s->lane_capacity ? s->lane[contact] : INT32_MAX, lane = at % CN_LANES;
    const cn_Block *k = &s->blocks[at / CN_LANES];
    bool solved = at < s->block_count * CN_LANES && k->contact[lane] == contact;
    for (int i = 0; i < 2; i++)
        speed[i] = solved ? (cn_Row){k->approach[i][lane], k->slide[i][lane]} : (cn_Row){0, 0};
}

void cn_contact_told(cn_World *w, cn_ContactList *list, bool struck) {
    const cn_Scratch *s = &w->scratch;
    list->count = 0;
    for (int i = 0; i < s->block_count; i++) {
        const cn_Block *k = &s->blocks[i];
        for (unsigned bits = struck ? k->struck : k->solved; bits; bits &= bits - 1)
            cn_contact_note(w, list, k->contact[__builtin_ctz(bits)]);
    }
}
