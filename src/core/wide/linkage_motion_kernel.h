/* linkage_motion_kernel.h: between the bodies of the step and the lanes of a linkage.
 *
 * Of a body that only its links and forces act on nothing is brought back between the two stages of
 * a sub-step: the links alone would read it again. */
#include "wide/linkage_rows_kernel.h"
#include "wide/motion.h"

/* Rows of the bodies of a row of lanes; those that are not asked for have one to spare. */
INLINE void find_motions(const cn_Linkage *g, const cn_LinkageBodies *b, char **row) {
    const int32_t *index = g->reported ? b->body : b->station;
    for (int i = 0; i < CN_LINKAGE_LANES; i++) row[i] = (char *)&g->motion[index[i]];
}

INLINE void to_doubles(vf from, double *to) {
    cn_Lane v;
    store(v, from);
    for (int i = 0; i < CN_LANES; i++) to[i] = (double)v[i];
}

/* No zero has a sign: what stands beside sets it. */
INLINE vf to_floats(const double *from) {
    cn_Lane v;
    for (int i = 0; i < CN_LANES; i++) v[i] = (float)from[i] + 0.0F;
    return load(v);
}

INLINE void place_part(cn_LinkageBodies *b) {
    dw c = load_dw(b->pc), s = load_dw(b->ps);
    dw k = splat_dw(1.5) - splat_dw(0.5) * (c * c + s * s); /* link_unit */
    dw c0 = load_dw(b->start_c), s0 = load_dw(b->start_s);
    c = c * k, s = s * k;
    store_dw(b->x, load_dw(b->start_x) + load_dw(b->px));
    store_dw(b->y, load_dw(b->start_y) + load_dw(b->py));
    store_dw(b->c, c * c0 - s * s0);
    store_dw(b->s, s * c0 + c * s0);
}

INLINE void read_speeds(cn_LinkageBodies *b, char **row) {
    Columns v = gather_rows((const char *const *)row, 0);
    to_doubles(v.x, b->v[0]), to_doubles(v.y, b->v[1]), to_doubles(v.z, b->v[2]);
}

/* Beyond half a turn in a sub-step the direction of turning is lost, and so are links. */
INLINE void bound_turn(const cn_Linkage *g, cn_LinkageBodies *b) {
    dw most = splat_dw(CN_PI / g->h), w = load_dw(b->v[2]);
    lw moves = (lw)(load_dw(b->mass[0]) > zero_dw());
    store_dw(b->v[2], choose_dw(moves, max_dw(-most, min_dw(most, w)), w));
}

static void linkage_read(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        char *row[CN_LINKAGE_LANES];
        find_motions(g, b, row);
        Columns way = gather_rows((const char *const *)row, offsetof(cn_Motion, dx));
        to_doubles(way.x, b->px), to_doubles(way.y, b->py);
        to_doubles(way.z, b->pc), to_doubles(way.w, b->ps);
        read_speeds(b, row);
        for (int k = 0; k < PARTS; k++) {
            place_part(part_of_bodies(g, i * PARTS + k));
            bound_turn(g, part_of_bodies(g, i * PARTS + k));
        }
    }
}

INLINE bool is_in_lanes(const cn_Linkage *g, const cn_LinkageBodies *b, int i) {
    return b->tree[i] >= 0 && g->lanes[b->tree[i]];
}

/* What contacts did to a body stays what it was: to the last bit where that is nothing. */
INLINE void write_row(const cn_Linkage *g, const cn_LinkageBodies *b, bool quiet_too) {
    cn_Motion spare = {0};
    char *row[CN_LINKAGE_LANES];
    cn_Lane to[3], from[3];
    find_motions(g, b, row);
    for (int i = 0; i < CN_LINKAGE_LANES; i++)
        if (!(is_in_lanes(g, b, i) && b->mass[0][i] > 0 && (quiet_too || !b->quiet[i])))
            row[i] = (char *)&spare;
    Columns v = gather_rows((const char *const *)row, 0);
    store(from[0], v.x), store(from[1], v.y), store(from[2], v.z);
    v.x = to_floats(b->v[0]), v.y = to_floats(b->v[1]), v.z = to_floats(b->v[2]);
    store(to[0], v.x), store(to[1], v.y), store(to[2], v.z);
    scatter_rows(row, 0, v);
    for (int i = 0; i < CN_LINKAGE_LANES; i++) {
        if (row[i] == (char *)&spare) continue;
        cn_StepBlock *k = &g->steps[b->station[i] / CN_LANES];
        int lane = b->station[i] % CN_LANES;
        bool quiet = b->quiet[i] && !g->reported;
        k->vx[lane] = quiet ? to[0][i] : to[0][i] - (from[0][i] - k->vx[lane]);
        k->vy[lane] = quiet ? to[1][i] : to[1][i] - (from[1][i] - k->vy[lane]);
        k->w[lane] = quiet ? to[2][i] : to[2][i] - (from[2][i] - k->w[lane]);
    }
}

/* The first stage of a sub-step is over. */
static void linkage_leave(const cn_Linkage *g) {
    for (int i = 0; i < PARTS * g->body_rows; i++) {
        cn_LinkageBodies *b = part_of_bodies(g, i);
        for (int k = 0; k < 3; k++) store_dw(b->pushed[k], load_dw(b->v[k]) - load_dw(b->given[k]));
    }
    for (int i = 0; i < g->body_rows; i++)
        if (!g->bodies[i].head->all_quiet) write_row(g, &g->bodies[i], false);
}

/* The last one begins: what is given from here on. */
static void linkage_enter(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        char *row[CN_LINKAGE_LANES];
        bool reads = !b->head->all_quiet;
        find_motions(g, b, row);
        for (int k = 0; k < PARTS; k++) {
            cn_LinkageBodies *part = part_of_bodies(g, i * PARTS + k);
            for (int d = 0; d < 3; d++) store_dw(part->given[d], load_dw(part->v[d]));
        }
        if (reads) read_speeds(b, row);
        for (int k = 0; reads && k < PARTS; k++) {
            cn_LinkageBodies *part = part_of_bodies(g, i * PARTS + k);
            lw quiet = load_lw(part->quiet);
            bound_turn(g, part);
            for (int d = 0; d < 3; d++) {
                dw v = choose_dw(quiet, load_dw(part->given[d]), load_dw(part->v[d]));
                store_dw(part->given[d], v), store_dw(part->v[d], v);
            }
        }
    }
    for (int i = 0; i < PARTS * g->link_rows; i++) {
        cn_LinkageLinks *l = part_of_links(g, i);
        for (int k = 0; k < 3; k++) store_dw(l->given[k], load_dw(l->impulse[k]));
    }
}

/* Impulses as forces on the second body of each joint. */
INLINE void add_link_total(cn_LinkageLinks *l, lw in_lanes) {
    dw p = load_dw(l->impulse[0]), q = load_dw(l->impulse[1]), none = zero_dw();
    dw x = load_dw(l->jx[0]) * p + load_dw(l->jx[1]) * q;
    dw y = load_dw(l->jy[0]) * p + load_dw(l->jy[1]) * q;
    lw b_hangs = load_lw(l->b_hangs);
    dw add[3] = {choose_dw(b_hangs, x, -x), choose_dw(b_hangs, y, -y), load_dw(l->impulse[2])};
    for (int k = 0; k < 3; k++)
        store_dw(l->total[k], load_dw(l->total[k]) + choose_dw(in_lanes, add[k], none));
}

static void linkage_finish(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        const cn_LinkageBodies *b = &g->bodies[i];
        int64_t in_lanes[CN_LINKAGE_LANES];
        write_row(g, b, true);
        for (int n = 0; n < CN_LINKAGE_LANES; n++) in_lanes[n] = -(int64_t)is_in_lanes(g, b, n);
        for (int k = 0; k < PARTS * b->head->link_count; k++)
            add_link_total(part_of_links(g, PARTS * b->head->first_link + k),
                           load_lw(in_lanes + k % PARTS * DW_LANES));
    }
}
