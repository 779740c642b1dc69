/* linkage_motion_kernel.h: between the bodies of the step and the lanes of a linkage.
 *
 * Of a body that only its links and forces act on nothing is brought back between the two stages of
 * a sub-step: the links alone would read it again. */
#ifndef CN_LINKAGE_MOTION_KERNEL_H
#define CN_LINKAGE_MOTION_KERNEL_H

#include "wide/linkage_rows_kernel.h"
#include "wide/motion.h"

/* Where the bodies of a row of lanes are: by station, or by body once the sub-steps are over. */
INLINE void find_motions(cn_Motion *motion, const int32_t *index, char **row) {
    for (int i = 0; i < CN_LINKAGE_LANES; i++) row[i] = (char *)&motion[index[i]];
}

INLINE void to_doubles(vf from, double *to) {
    cn_Lane v;
    store(v, from);
    for (int i = 0; i < CN_LANES; i += 4)
        *(vd *)(void *)&to[i] = widen(*(const v4 *)(const void *)&v[i]);
}

/* No zero has a sign: what stands beside sets it. */
INLINE vf to_floats(const double *from) {
    cn_Lane v;
    for (int i = 0; i < CN_LANES; i += 4)
        *(v4 *)(void *)&v[i] = narrow(*(const vd *)(const void *)&from[i]);
    return load(v) + splat(0);
}

INLINE void read_ways(char **row, double *x, double *y, double *c, double *s) {
    Columns way = gather_rows((const char *const *)row, offsetof(cn_Motion, dx));
    to_doubles(way.x, x), to_doubles(way.y, y);
    to_doubles(way.z, c), to_doubles(way.w, s);
}

INLINE void read_velocities(char **row, cn_LinkageLane v[3]) {
    Columns all = gather_rows((const char *const *)row, 0);
    to_doubles(all.x, v[0]), to_doubles(all.y, v[1]), to_doubles(all.z, v[2]);
}

/* Where a body is that has gone so far since the step began. */
INLINE LinkPlaces gone_from(LinkPlaces start, LinkPlaces way) {
    dw c = way.c, s = way.s;
    dw k = splat_dw(1.5) - splat_dw(0.5) * (c * c + s * s); /* cn_rot_unit */
    c = c * k, s = s * k;
    return (LinkPlaces){start.x + way.x, start.y + way.y, c * start.c - s * start.s,
                        s * start.c + c * start.s};
}

/* Beyond half a turn in a sub-step the direction of turning is lost, and so are links. */
INLINE dw bounded_turn(double h, dw w, dw mass) {
    dw most = splat_dw(CN_PI / h);
    return choose_dw((lw)(mass > zero_dw()), max_dw(-most, min_dw(most, w)), w);
}

/* Of the lanes that are asked for, one bit each. What contacts did to a body stays what it was: to
 * the last bit where that is nothing, as it is in quiet lanes. */
INLINE void write_velocities(char **row, cn_StepBlock *steps, const int32_t *step, unsigned asked,
                             unsigned quiet, const cn_LinkageLane v[3]) {
    cn_Motion spare = {0};
    cn_Lane to[3], from[3];
    for (unsigned left = ~asked & ((1u << CN_LINKAGE_LANES) - 1); left; left &= left - 1)
        row[__builtin_ctz(left)] = (char *)&spare;
    Columns all = gather_rows((const char *const *)row, 0);
    store(from[0], all.x), store(from[1], all.y), store(from[2], all.z);
    all.x = to_floats(v[0]), all.y = to_floats(v[1]), all.z = to_floats(v[2]);
    store(to[0], all.x), store(to[1], all.y), store(to[2], all.z);
    scatter_rows(row, 0, all);
    char *first = (char *)steps + offsetof(cn_StepBlock, vx);
    for (unsigned left = asked & quiet; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        float *k = (float *)(void *)(first + step[i]);
        for (int d = 0; d < 3; d++) k[d * CN_LANES] = to[d][i]; /* vx, vy, w */
    }
    for (unsigned left = asked & ~quiet; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        float *k = (float *)(void *)(first + step[i]);
        for (int d = 0; d < 3; d++) k[d * CN_LANES] = to[d][i] - (from[d][i] - k[d * CN_LANES]);
    }
}

INLINE void bound_turns(const cn_Linkage *g, cn_LinkageBodies *b) {
    store_dw(b->v[2], bounded_turn(g->h, load_dw(b->v[2]), load_dw(b->mass[0])));
}

static void linkage_read(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        char *row[CN_LINKAGE_LANES];
        if (b->head->all_vacant) continue;
        find_motions(g->motion, g->reported ? b->body : b->station, row);
        read_ways(row, b->px, b->py, b->pc, b->ps);
        read_velocities(row, b->v);
        for (int k = 0; k < PARTS; k++) {
            cn_LinkageBodies *part = part_of_bodies(g, i * PARTS + k);
            if (is_vacant(part)) continue;
            LinkPlaces start = {load_dw(part->start_x), load_dw(part->start_y),
                                load_dw(part->start_c), load_dw(part->start_s)};
            LinkPlaces now = gone_from(start, places_then(part));
            store_dw(part->x, now.x), store_dw(part->y, now.y);
            store_dw(part->c, now.c), store_dw(part->s, now.s);
            bound_turns(g, part);
        }
    }
}

INLINE bool is_in_lanes(const cn_Linkage *g, const cn_LinkageBodies *b, int i) {
    return b->tree[i] >= 0 && g->lanes[b->tree[i]];
}

/* Trees that are not in lanes in this stage, a bit each; few that run are not. */
INLINE unsigned trees_missing(const cn_Linkage *g) {
    unsigned missing = 0;
    for (int t = 0; t < CN_LINKAGE_TREES; t++) missing |= g->lanes[t] ? 0 : 1u << t;
    return missing;
}

INLINE void write_row(const cn_Linkage *g, const cn_LinkageBodies *b, unsigned missing,
                      bool quiet_too) {
    unsigned asked = b->head->moving, quiet = b->head->quiet;
    for (int i = 0; b->head->trees & missing && i < CN_LINKAGE_LANES; i++)
        if (!is_in_lanes(g, b, i)) asked &= ~(1u << i);
    if (!quiet_too) asked &= ~quiet;
    if (!asked) return;
    char *row[CN_LINKAGE_LANES];
    find_motions(g->motion, g->reported ? b->body : b->station, row);
    write_velocities(row, g->steps, b->step, asked, g->reported ? 0 : quiet, b->v);
}

/* The first stage of a sub-step is over. */
static void linkage_leave(const cn_Linkage *g) {
    EACH_PART_OF_BODIES(b) {
        if (is_vacant(b)) continue;
        for (int k = 0; k < 3; k++) store_dw(b->pushed[k], load_dw(b->v[k]) - load_dw(b->given[k]));
    }
    unsigned missing = trees_missing(g);
    for (int i = 0; i < g->body_rows; i++)
        if (!g->bodies[i].head->all_quiet) write_row(g, &g->bodies[i], missing, false);
}

/* The last one begins: what is given from here on. */
static void linkage_enter(const cn_Linkage *g) {
    for (int i = 0; i < g->body_rows; i++) {
        cn_LinkageBodies *b = &g->bodies[i];
        char *row[CN_LINKAGE_LANES];
        bool reads = !b->head->all_quiet;
        if (b->head->all_vacant) continue;
        for (int k = 0; k < PARTS; k++) {
            cn_LinkageBodies *part = part_of_bodies(g, i * PARTS + k);
            for (int d = 0; d < 3; d++) store_dw(part->given[d], load_dw(part->v[d]));
        }
        if (!reads) continue;
        find_motions(g->motion, b->station, row);
        read_velocities(row, b->v);
        for (int k = 0; k < PARTS; k++) {
            cn_LinkageBodies *part = part_of_bodies(g, i * PARTS + k);
            lw quiet = load_lw(part->quiet);
            bound_turns(g, part);
            for (int d = 0; d < 3; d++) {
                dw v = choose_dw(quiet, load_dw(part->given[d]), load_dw(part->v[d]));
                store_dw(part->given[d], v), store_dw(part->v[d], v);
            }
        }
    }
    for (int i = 0; i < g->link_rows; i++) {
        cn_LinkageLinks *l = &g->links[i];
        memcpy(l->given, l->impulse, sizeof l->given);
    }
}

/* Impulses as forces on the second body of each joint; in_lanes: where not all trees are. */
INLINE void add_link_total(cn_LinkageLinks *l, const int64_t *in_lanes) {
    dw p = load_dw(l->impulse[0]), q = load_dw(l->impulse[1]), none = zero_dw();
    dw x = p, y = q;
    bool hinges = are_hinges(l);
    if (!hinges) {
        x = load_dw(l->jx[0]) * p + load_dw(l->jx[1]) * q;
        y = load_dw(l->jy[0]) * p + load_dw(l->jy[1]) * q;
    }
    lw b_hangs = load_lw(l->b_hangs);
    dw add[3] = {choose_dw(b_hangs, x, -x), choose_dw(b_hangs, y, -y), load_dw(l->impulse[2])};
    for (int k = 0; k < (hinges ? link_rows_of(l) : 3); k++) {
        if (in_lanes) add[k] = choose_dw(load_lw(in_lanes), add[k], none);
        store_dw(l->total[k], load_dw(l->total[k]) + add[k]);
    }
}

static void linkage_finish(const cn_Linkage *g) {
    unsigned missing = trees_missing(g);
    for (int i = 0; i < g->body_rows; i++) {
        const cn_LinkageBodies *b = &g->bodies[i];
        int64_t in_lanes[CN_LINKAGE_LANES];
        bool some = b->head->trees & missing;
        write_row(g, b, missing, true);
        for (int n = 0; some && n < CN_LINKAGE_LANES; n++)
            in_lanes[n] = -(int64_t)is_in_lanes(g, b, n);
        for (int k = 0; k < PARTS; k++) {
            const cn_LinkageBodies *part = part_of_bodies(g, i * PARTS + k);
            cn_LinkageLinks *l = links_of(g, part);
            if (is_vacant(part)) continue;
            for (int n = 0; n < b->head->link_count; n++, l++)
                add_link_total(l, some ? in_lanes + k * DW_LANES : NULL);
        }
    }
}

#endif
