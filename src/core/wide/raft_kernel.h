/* raft_kernel.h: the arithmetic of bodies that are welded to each other, some shapes at a time.
 * What is meant is said in solver/exact/exact_rigid.c. */
#include "wide/linkage_motion_kernel.h"
#include "wide/raft.h"

/* rad in a sub-step: beyond it a chord is no longer what a body went */
#define RAFT_MOST_TURN 1.0
#define RAFT_ROUNDS    4 /* count, of Newton's method for the angle: each squares what it is off */
#define RAFT_NEARLY    1e-6 /* rad: a step so small is the last, and turns as its tangent does */
#define RAFT_SERIES    0.3  /* rad, whose cosine and sine end with the eighth and ninth power */
#define RAFT_SMALL     0.01 /* sine of an angle whose series ends with the fifth power */

INLINE cn_RaftBodies *part_of_row(cn_RaftBodies *row, int part) {
    return (cn_RaftBodies *)(void *)((char *)row + (size_t)part * sizeof(dw));
}

/* Lanes of a half of all that are by raft. */
#define PART(field) ((field) + part * DW_LANES)
#define EACH_PART   for (int part = 0; part < CN_LINKAGE_LANES / DW_LANES; part++)

INLINE LinkTurns unit_turn(dw angle) {
    dw q = angle * angle, one = splat_dw(1);
    LinkTurns t = {
        one - q * (splat_dw(1.0 / 2) - q * (splat_dw(1.0 / 24) -
                                            q * (splat_dw(1.0 / 720) - q * splat_dw(1.0 / 40320)))),
        angle * (one - q * (splat_dw(1.0 / 6) -
                            q * (splat_dw(1.0 / 120) -
                                 q * (splat_dw(1.0 / 5040) - q * splat_dw(1.0 / 362880)))))};
    lw wide = (lw)(q > splat_dw(RAFT_SERIES * RAFT_SERIES));
    if (any_lw(wide))
        for (int i = 0; i < DW_LANES; i++)
            if (wide[i]) t.c[i] = cn_cos(angle[i]), t.s[i] = cn_sin(angle[i]);
    return t;
}

/* ---- where it is --------------------------------------------------------------------------- */

INLINE void read_row_places(const cn_Raft *g, cn_RaftBodies *b) {
    char *row[CN_LINKAGE_LANES];
    find_motions(g->motion, g->reported ? b->body : b->station, row);
    read_ways(row, b->x, b->y, b->c, b->s);
    EACH_PART {
        cn_RaftBodies *p = part_of_row(b, part);
        LinkPlaces start = {load_dw(p->start_x), load_dw(p->start_y), load_dw(p->start_c),
                            load_dw(p->start_s)};
        LinkPlaces way = {load_dw(p->x), load_dw(p->y), load_dw(p->c), load_dw(p->s)};
        LinkPlaces now = gone_from(start, way);
        store_dw(p->x, now.x), store_dw(p->y, now.y);
        store_dw(p->c, now.c), store_dw(p->s, now.s);
    }
}

INLINE void set_turn(cn_RaftBodies *p) {
    dw c = load_dw(p->c), s = load_dw(p->s), rc = load_dw(p->rest[2]), rs = load_dw(p->rest[3]);
    store_dw(p->turn_c, c * rc + s * rs);
    store_dw(p->turn_s, s * rc - c * rs);
}

/* As near to where its bodies are as it gets, each by its mass; or where its place is. */
INLINE void fit_shape(cn_Raft *g, int part) {
    dw x = zero_dw(), y = x, cos = x, sin = x;
    for (int i = 0; i < g->count; i++) {
        cn_RaftBodies *b = part_of_row(&g->rows[i], part);
        dw m = load_dw(b->mass), bx = load_dw(b->x), by = load_dw(b->y);
        dw rx = load_dw(b->rest[0]), ry = load_dw(b->rest[1]), k = load_dw(b->spin);
        set_turn(b);
        x += m * bx, y += m * by;
        cos += m * (rx * bx + ry * by) + k * load_dw(b->turn_c);
        sin += m * (rx * by - ry * bx) + k * load_dw(b->turn_s);
    }
    cn_RaftBodies *place = part_of_row(g->place, part);
    set_turn(place);
    dw each = splat_dw(1) / load_dw(PART(g->mass)), size = sqrt_dw(cos * cos + sin * sin);
    lw held = load_lw(PART(g->held)), some = (lw)(size > zero_dw());
    dw c = choose_dw(some, cos / size, splat_dw(1)), s = choose_dw(some, sin / size, zero_dw());
    store_dw(PART(g->x), choose_dw(held, load_dw(place->x), each * x));
    store_dw(PART(g->y), choose_dw(held, load_dw(place->y), each * y));
    store_dw(PART(g->c), choose_dw(held, load_dw(place->turn_c), c));
    store_dw(PART(g->s), choose_dw(held, load_dw(place->turn_s), s));
}

/* m: of a body in the shape there, less where it is. */
INLINE void way_to_place(const cn_RaftBodies *b, LinkPlaces p, dw *x, dw *y) {
    dw rx = load_dw(b->rest[0]), ry = load_dw(b->rest[1]);
    *x = p.x + (p.c * rx - p.s * ry) - load_dw(b->x);
    *y = p.y + (p.s * rx + p.c * ry) - load_dw(b->y);
}

/* rad, the same of how it is turned. */
INLINE dw turn_to_place(const cn_RaftBodies *b, LinkPlaces p) {
    dw c = load_dw(b->turn_c), s = load_dw(b->turn_s);
    dw cos = p.c * c + p.s * s, sin = p.s * c - p.c * s, q = sin * sin;
    dw angle = sin * (splat_dw(1) + q * (splat_dw(1.0 / 6) + q * splat_dw(3.0 / 40)));
    lw far = ~((lw)(cos > zero_dw()) & (lw)(q < splat_dw(RAFT_SMALL * RAFT_SMALL)));
    if (any_lw(far))
        for (int i = 0; i < DW_LANES; i++)
            if (far[i]) angle[i] = cn_atan2(sin[i], cos[i]);
    return angle;
}

INLINE LinkPlaces places_of_part(const cn_Raft *g, int part) {
    return (LinkPlaces){load_dw(PART(g->x)), load_dw(PART(g->y)), load_dw(PART(g->c)),
                        load_dw(PART(g->s))};
}

static void raft_fit_again(cn_Raft *g) {
    EACH_PART {
        fit_shape(g, part);
        LinkPlaces now = places_of_part(g, part);
        dw worst = zero_dw(), x, y;
        for (int i = 0; i < g->count; i++) {
            cn_RaftBodies *b = part_of_row(&g->rows[i], part);
            lw there = (lw)(load_dw(b->mass) > zero_dw());
            dw off = turn_to_place(b, now);
            way_to_place(b, now, &x, &y);
            store_dw(b->off, off);
            dw most = max_dw(absolute_dw(off), max_dw(absolute_dw(x), absolute_dw(y)));
            worst = choose_dw(there, max_dw(worst, most), worst);
        }
        store_dw(PART(g->worst), worst);
    }
}

static void raft_fit(cn_Raft *g) {
    for (int i = 0; i <= g->count; i++) read_row_places(g, &g->rows[i]);
    raft_fit_again(g);
}

static void raft_move_together(cn_Raft *g) {
    EACH_PART {
        LinkPlaces now = places_of_part(g, part);
        dw worst = load_dw(PART(g->worst)), most = splat_dw(g->most), x, y;
        dw share = choose_dw((lw)(worst > most), most / worst, splat_dw(1));
        share = choose_dw((lw)(worst > splat_dw(LINK_SHIFTED)), share, zero_dw());
        for (int i = 0; i < g->count; i++) {
            cn_RaftBodies *b = part_of_row(&g->rows[i], part);
            dw c = load_dw(b->c), s = load_dw(b->s);
            way_to_place(b, now, &x, &y);
            LinkTurns by = unit_turn(share * load_dw(b->off));
            store_dw(b->x, load_dw(b->x) + share * x);
            store_dw(b->y, load_dw(b->y) + share * y);
            store_dw(b->c, by.c * c - by.s * s);
            store_dw(b->s, by.s * c + by.c * s);
        }
    }
}

/* ---- where it goes ------------------------------------------------------------------------- */

static void raft_read(cn_Raft *g) {
    for (int i = 0; i <= g->count; i++) {
        cn_RaftBodies *b = &g->rows[i];
        char *row[CN_LINKAGE_LANES];
        find_motions(g->motion, g->reported ? b->body : b->station, row);
        read_velocities(row, b->v);
        EACH_PART {
            cn_RaftBodies *p = part_of_row(b, part);
            store_dw(p->v[2], bounded_turn(g->h, load_dw(p->v[2]), load_dw(p->mass)));
        }
    }
}

/* With which it has the angular momentum that its bodies have together. */
INLINE LinkTurns turn_by_momentum(dw spun, dw orbit, dw spin, dw *turned) {
    dw angle = spun / (orbit + spin), most = splat_dw(RAFT_MOST_TURN);
    LinkTurns by = unit_turn(angle);
    lw open = (lw)(absolute_dw(angle) < most);
    for (int i = 0; i < RAFT_ROUNDS && any_lw(open); i++) {
        dw off = by.s * orbit + angle * spin - spun, step = off / (by.c * orbit + spin);
        lw near = (lw)(absolute_dw(step) < splat_dw(RAFT_NEARLY));
        angle = choose_dw(open, angle - step, angle);
        LinkTurns last = {by.c + step * by.s, by.s - step * by.c};
        by.c = choose_dw(open & near, last.c, by.c), by.s = choose_dw(open & near, last.s, by.s);
        open = open & ~near;
        if (!any_lw(open)) break;
        LinkTurns next = unit_turn(angle);
        by.c = choose_dw(open, next.c, by.c), by.s = choose_dw(open, next.s, by.s);
        open = open & (lw)(absolute_dw(angle) < most);
    }
    *turned = angle;
    return by;
}

/* What its bodies have together, by which it moves. */
typedef struct RaftMotion {
    dw vx, vy, spun;
} RaftMotion;

INLINE RaftMotion motion_together(const cn_Raft *g, int part) {
    dw px = zero_dw(), py = px, spun = px, mx = load_dw(PART(g->x)), my = load_dw(PART(g->y));
    for (int i = 0; i < g->count; i++) {
        const cn_RaftBodies *b = part_of_row(&g->rows[i], part);
        dw m = load_dw(b->mass), vx = load_dw(b->v[0]), vy = load_dw(b->v[1]);
        px += m * vx, py += m * vy;
        spun += load_dw(b->spin) * load_dw(b->v[2]) +
                m * ((load_dw(b->x) - mx) * vy - (load_dw(b->y) - my) * vx);
    }
    dw mass = load_dw(PART(g->mass));
    return (RaftMotion){px / mass, py / mass, spun};
}

/* What welds did in the step adds up in mean, as the world sees it, and in from, as the shape does:
 * a pull turns with the shape, and so does the arm that it has. */
INLINE void change_to(cn_RaftBodies *b, LinkPlaces now, lw moves, const dw v[3]) {
    dw d[3];
    for (int k = 0; k < 3; k++) {
        dw old = load_dw(b->v[k]);
        d[k] = choose_dw(moves, v[k] - old, zero_dw());
        store_dw(b->v[k], choose_dw(moves, v[k], old));
    }
    store_dw(b->mean[0], load_dw(b->mean[0]) + d[0]);
    store_dw(b->mean[1], load_dw(b->mean[1]) + d[1]);
    store_dw(b->from[0], load_dw(b->from[0]) + (now.c * d[0] + now.s * d[1]));
    store_dw(b->from[1], load_dw(b->from[1]) + (now.c * d[1] - now.s * d[0]));
    store_dw(b->from[2], load_dw(b->from[2]) + d[2]);
}

/* Velocities that take all bodies to their places; returns the lanes that have them. */
INLINE uint32_t move_part(cn_Raft *g, int part) {
    const cn_RaftBodies *place = part_of_row(g->place, part);
    lw held = load_lw(PART(g->held));
    dw h = splat_dw(g->h), each = splat_dw(1 / g->h), angle;
    RaftMotion m = motion_together(g, part);
    dw orbit = load_dw(PART(g->orbit)), spin = load_dw(PART(g->spin));
    LinkTurns by = turn_by_momentum(h * m.spun, orbit, spin, &angle);
    if (any_lw(held)) {
        dw turn = h * load_dw(place->v[2]);
        LinkTurns with = unit_turn(turn);
        angle = choose_dw(held, turn, angle);
        by.c = choose_dw(held, with.c, by.c), by.s = choose_dw(held, with.s, by.s);
        m.vx = choose_dw(held, load_dw(place->v[0]), m.vx);
        m.vy = choose_dw(held, load_dw(place->v[1]), m.vy);
    }
    LinkPlaces now = places_of_part(g, part);
    LinkPlaces then = {now.x + h * m.vx, now.y + h * m.vy, by.c * now.c - by.s * now.s,
                       by.s * now.c + by.c * now.s};
    lw moves = (lw)(absolute_dw(angle) < splat_dw(RAFT_MOST_TURN)) & load_lw(PART(g->asked));
    for (int i = 0; i < g->count; i++) {
        cn_RaftBodies *b = part_of_row(&g->rows[i], part);
        dw x, y;
        way_to_place(b, then, &x, &y);
        dw v[3] = {each * x, each * y, each * (angle + load_dw(b->off))};
        change_to(b, now, moves, v);
    }
    uint32_t moved = 0;
    for (int i = 0; i < DW_LANES; i++) moved |= moves[i] ? 1u << (part * DW_LANES + i) : 0;
    return moved;
}

static uint32_t raft_move(cn_Raft *g) {
    uint32_t moved = 0;
    EACH_PART moved |= move_part(g, part);
    return moved;
}

static void raft_move_at_once(cn_Raft *g) {
    EACH_PART {
        const cn_RaftBodies *place = part_of_row(g->place, part);
        lw held = load_lw(PART(g->held)), asked = load_lw(PART(g->asked));
        RaftMotion m = motion_together(g, part);
        LinkPlaces now = places_of_part(g, part);
        dw turn = m.spun / (load_dw(PART(g->orbit)) + load_dw(PART(g->spin)));
        turn = choose_dw(held, load_dw(place->v[2]), turn);
        m.vx = choose_dw(held, load_dw(place->v[0]), m.vx);
        m.vy = choose_dw(held, load_dw(place->v[1]), m.vy);
        for (int i = 0; i < g->count; i++) {
            cn_RaftBodies *b = part_of_row(&g->rows[i], part);
            dw v[3] = {m.vx - turn * (load_dw(b->y) - now.y), m.vy + turn * (load_dw(b->x) - now.x),
                       turn};
            change_to(b, now, asked, v);
        }
    }
}

static void raft_write(const cn_Raft *g, uint32_t lanes) {
    for (int i = 0; i < g->count; i++) {
        const cn_RaftBodies *b = &g->rows[i];
        uint32_t there = 0;
        for (int n = 0; n < CN_LINKAGE_LANES; n++) there |= b->mass[n] > 0 ? 1u << n : 0;
        char *row[CN_LINKAGE_LANES];
        find_motions(g->motion, g->reported ? b->body : b->station, row);
        write_velocities(row, g->steps, b->step, lanes & there, g->reported ? 0 : g->quiet, b->v);
    }
}

#undef PART
#undef EACH_PART
#define RAFT_KERNELS                                                                               \
    {                                                                                              \
        raft_fit, raft_fit_again, raft_move_together, raft_read, raft_move, raft_move_at_once,     \
            raft_write                                                                             \
    }
