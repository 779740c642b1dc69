/* linkage_motion_kernel.h: between the bodies of the step and the lanes of a linkage.
 *
 * Of a body that only its links and forces act on nothing is brought back between the two stages of
 * a sub-step: the links alone would read it again. */
#include "wide/linkage_rows_kernel.h"
#include "wide/motion.h"

/* Where the four of a row are, and how fast. */
typedef struct QuadMotions {
    const cn_Motion *at[CN_QUAD];
} QuadMotions;

INLINE QuadMotions motions_of(const cn_Linkage *g, const cn_LinkageBodies *b) {
    const int32_t *index = g->reported ? b->body : b->station;
    return (QuadMotions){
        {&g->motion[index[0]], &g->motion[index[1]], &g->motion[index[2]], &g->motion[index[3]]}};
}

#define OF_MOTIONS(m, field)                                                                       \
    make_d4((double)(m).at[0]->field, (double)(m).at[1]->field, (double)(m).at[2]->field,          \
            (double)(m).at[3]->field)

INLINE void read_places(cn_LinkageBodies *b, QuadMotions m) {
    d4 c = OF_MOTIONS(m, dq.c), s = OF_MOTIONS(m, dq.s);
    d4 k = splat_d4(1.5) - splat_d4(0.5) * (c * c + s * s); /* link_unit */
    d4 c0 = load_d4(b->start_c), s0 = load_d4(b->start_s);
    c = c * k, s = s * k;
    store_d4(b->x, load_d4(b->start_x) + OF_MOTIONS(m, dx));
    store_d4(b->y, load_d4(b->start_y) + OF_MOTIONS(m, dy));
    store_d4(b->c, c * c0 - s * s0);
    store_d4(b->s, s * c0 + c * s0);
}

/* Beyond half a turn in a sub-step the direction of turning is lost, and so are links. */
INLINE void read_speeds(const cn_Linkage *g, cn_LinkageBodies *b, QuadMotions m, l4 kept) {
    d4 most = splat_d4(CN_PI / g->h), w = OF_MOTIONS(m, w);
    d4 v[3] = {OF_MOTIONS(m, vx), OF_MOTIONS(m, vy), max_d4(-most, min_d4(most, w))};
    v[2] = choose_d4((l4)(load_d4(b->mass[0]) > zero_d4()), v[2], w);
    for (int k = 0; k < 3; k++) store_d4(b->v[k], choose_d4(kept, load_d4(b->v[k]), v[k]));
}

static void linkage_read(const cn_Linkage *g) {
    const int64_t nobody[CN_QUAD] = {0, 0, 0, 0};
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        QuadMotions m = motions_of(g, b);
        read_places(b, m);
        read_speeds(g, b, m, load_l4(nobody));
    }
}

static void linkage_read_again(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        if (!b->all_quiet) read_speeds(g, b, motions_of(g, b), load_l4(b->quiet));
    }
}

/* What contacts did to a body stays what it was: to the last bit where that is nothing. */
INLINE void write_body(const cn_Linkage *g, const cn_LinkageBodies *b, int i, bool quiet) {
    cn_Motion *m = &g->motion[g->reported ? b->body[i] : b->station[i]];
    cn_StepBlock *k = &g->steps[b->station[i] / CN_LANES];
    int lane = b->station[i] % CN_LANES;
    /* no zero has a sign: what stands beside sets it */
    float vx = (float)b->v[0][i] + 0.0F, vy = (float)b->v[1][i] + 0.0F;
    float w = (float)b->v[2][i] + 0.0F;
    k->vx[lane] = quiet ? vx : vx - (m->vx - k->vx[lane]);
    k->vy[lane] = quiet ? vy : vy - (m->vy - k->vy[lane]);
    k->w[lane] = quiet ? w : w - (m->w - k->w[lane]);
    m->vx = vx, m->vy = vy, m->w = w;
}

INLINE bool is_in_lanes(const cn_Linkage *g, const cn_LinkageBodies *b, int i) {
    return b->tree[i] >= 0 && g->lanes[b->tree[i]];
}

INLINE bool is_written(const cn_Linkage *g, const cn_LinkageBodies *b, int i) {
    return is_in_lanes(g, b, i) && b->mass[0][i] > 0;
}

static void linkage_write(const cn_Linkage *g) {
    for (int n = 0; n < g->body_rows; n++) {
        const cn_LinkageBodies *b = &g->bodies[n];
        for (int i = 0; i < CN_QUAD; i++)
            if (is_written(g, b, i)) write_body(g, b, i, b->quiet[i] && !g->reported);
    }
}

static void linkage_write_again(const cn_Linkage *g) {
    for (int n = 0; n < g->body_rows; n++) {
        const cn_LinkageBodies *b = &g->bodies[n];
        for (int i = 0; !b->all_quiet && i < CN_QUAD; i++)
            if (!b->quiet[i] && is_written(g, b, i)) write_body(g, b, i, false);
    }
}

/* Impulses as forces on the second body of each joint. */
INLINE void add_link_total(cn_LinkageLinks *l, l4 in_lanes) {
    d4 p = load_d4(l->impulse[0]), q = load_d4(l->impulse[1]), none = zero_d4();
    d4 x = load_d4(l->jx[0]) * p + load_d4(l->jx[1]) * q;
    d4 y = load_d4(l->jy[0]) * p + load_d4(l->jy[1]) * q;
    l4 b_hangs = load_l4(l->b_hangs);
    d4 add[3] = {choose_d4(b_hangs, x, -x), choose_d4(b_hangs, y, -y), load_d4(l->impulse[2])};
    for (int k = 0; k < 3; k++)
        store_d4(l->total[k], load_d4(l->total[k]) + choose_d4(in_lanes, add[k], none));
}

static void linkage_add_totals(const cn_Linkage *g) {
    for (int n = 0; n < g->body_rows; n++) {
        const cn_LinkageBodies *b = &g->bodies[n];
        int64_t in_lanes[CN_QUAD];
        for (int i = 0; i < CN_QUAD; i++) in_lanes[i] = -(int64_t)is_in_lanes(g, b, i);
        for (int k = 0; k < b->link_count; k++)
            add_link_total(&g->links[b->first_link + k], load_l4(in_lanes));
    }
}

/* What is given from here on. */
static void linkage_keep_given(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        for (int k = 0; k < 3; k++) store_d4(b->given[k], load_d4(b->v[k]));
    }
    for (int i = 0; i < g->link_rows; i++) {
        cn_LinkageLinks *l = &g->links[i];
        for (int k = 0; k < 3; k++) store_d4(l->given[k], load_d4(l->impulse[k]));
    }
}

static void linkage_set_pushed(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        for (int k = 0; k < 3; k++) store_d4(b->pushed[k], load_d4(b->v[k]) - load_d4(b->given[k]));
    }
}
