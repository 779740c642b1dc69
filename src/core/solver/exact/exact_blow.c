/* exact_blow.c: what a blow does to bodies that links hold.
 *
 * A blow is over in no time, and the links of what it strikes bear their part of it at once: a bob
 * on an arm gives way as the whole pendulum does, by its inertia about the hinge. So the impact
 * phase is told how both bodies give way with their links held, which takes the matrix of the
 * articulation and a substitution for each coordinate of the two. By their own masses alone, with
 * what links forbid taken out of their velocities afterwards, each elastic hit of two bobs lost
 * some of their energy, in proportion to the square of the ratio of bob to arm.
 * Limits and ropes do not count: they push one way only, and whether they will is not known before
 * the blow. Nor do links that are springs for a while.
 * Blows come in crowds, and where they are dull links that were held for one are held so for all of
 * a sub-step: none of its poses is nearer to that of a blow than another.
 * Invariant: what is left in the articulation's memory is that which a sub-step begins anew. */
#include <string.h>

#include "solver/exact/exact.h"
#include "solver/exact/exact_solve.h"
#include "solver/impact/impact.h"
#include "world/dominance_entry.h"

/* The articulation in which links hold it in this step, -1 = none does; its place there. */
static int holder_of(const cn_World *w, int body, int *member) {
    const cn_Articulations *all = &w->articulations;
    if (body >= all->holder_capacity || all->holder[body] >= all->count) return -1;
    const cn_Articulation *a = &all->list[all->holder[body]];
    if (!a->runs || a->soft > 0) return -1;
    for (int i = 0; i < a->free_count; i++) {
        *member = i;
        if (all->bodies[a->first_body + i].body == body) return all->holder[body];
    }
    return -1;
}

static cn_Chain chain_of(const cn_World *w, const cn_Held *held, int side) {
    return cn_exact_chain(w, &w->articulations.list[held->by[side]]);
}

static void hold_links(const cn_ImpactStep *f, cn_Chain *c) {
    cn_chain_read_poses(f->w, c);
    for (int i = 0; i < c->free_count; i++) c->bodies[i].stiff = 0;
    cn_chain_set_held_rows(c, false);
    cn_chain_factor(c, false);
}

static void clear(cn_Chain *c) { memset(c->x, 0, (size_t)c->e.nodes * sizeof *c->x); }

static double *x_of(const cn_Chain *c, int member) { return c->x[c->e.place[member]]; }

/* Those of the two that one articulation holds. */
static cn_Places places_of(const cn_Chain *c, const cn_Held *held, int by) {
    cn_Places of = {.count = 0};
    for (int i = 0; i < 2; i++)
        if (held->by[i] == by) of.at[of.count++] = c->e.place[held->member[i]];
    return of;
}

/* What the two get from each coordinate of one of them. */
static void give_way(cn_Chain *c, int side, cn_Held *held) {
    cn_Places given = {1, {c->e.place[held->member[side]]}};
    cn_Places asked = places_of(c, held, held->by[side]);
    for (int k = 0; k < 3; k++) {
        clear(c);
        c->x[given.at[0]][k] = 1;
        cn_chain_substitute_few(c, given, asked);
        for (int to = 0; to < 2; to++)
            if (held->by[to] == held->by[side])
                memcpy(&held->give[3 * side + k][3 * to], x_of(c, held->member[to]),
                       sizeof(double[3]));
    }
}

static void give_freely(cn_Mass m, int side, cn_Held *held) {
    int at = 3 * side;
    held->give[at][at] = held->give[at + 1][at + 1] = (double)m.inv_m;
    held->give[at + 2][at + 2] = (double)m.inv_i;
}

/* From what bodies are given, v, to what links leave of it. */
static void leave(cn_Chain *c) {
    cn_chain_set_rates(c);
    cn_chain_answer(c, -1);
    for (int i = 0; i < c->free_count; i++)
        for (int k = 0; k < 3; k++) c->bodies[i].v[k] += x_of(c, i)[k];
}

/* The same for a few of them alone. */
static void leave_few(cn_Chain *c, cn_Places few) {
    cn_chain_set_rates(c);
    cn_chain_answer_few(c, -1, few);
    for (int i = 0; i < few.count; i++)
        for (int k = 0; k < 3; k++) c->bodies[c->e.node[few.at[i]]].v[k] += c->x[few.at[i]][k];
}

/* What forces give in the sub-step, as links leave it, in part, and what links bear of that. */
static void find_kick(const cn_ImpactStep *f, cn_Chain *c) {
    for (int i = 0; i < c->body_count; i++) {
        cn_Vec kick = cn_impact_kick(cn_station(f->w, c->bodies[i].body));
        memcpy(c->bodies[i].v, (double[3]){(double)kick.x, (double)kick.y, 0}, sizeof(double[3]));
    }
    leave(c);
    for (int i = 0; i < c->free_count; i++)
        memcpy(c->bodies[i].part, c->bodies[i].v, sizeof c->bodies[i].part);
    for (int i = 0; i < c->link_count; i++)
        memcpy(c->links[i].sum, x_of(c, c->free_count + i), sizeof c->links[i].sum);
}

/* Adds a row of a link, scaled, to x of a body. */
static void add_row(double *x, double y, const double *row) {
    for (int k = 0; k < 3; k++) x[k] += y * row[k];
}

/* Adds to x what links press on their bodies with under that, or takes it away. */
static void add_pressure(cn_Chain *c, double scale) {
    for (int i = 0; i < c->link_count; i++) {
        const cn_Link *l = &c->links[i];
        double *a = l->a < c->free_count ? x_of(c, l->a) : NULL;
        double *b = l->b < c->free_count ? x_of(c, l->b) : NULL;
        for (int r = 0; r < 3; r++) {
            double y = scale * l->sum[r];
            if (y == 0) continue; /* it has no such row */
            if (a) add_row(a, y, &l->ja[3 * r]);
            if (b) add_row(b, y, &l->jb[3 * r]);
        }
    }
}

/* How else forces would drive the bodies after they have gone on with v for so long, as links turn
 * with them, into x: the derivative of what find_kick has found. Where a rebound takes much of the
 * energy anyway it is not worth its time. */
static void turn_kick(cn_Chain *c, double seconds) {
    c->h = seconds;
    cn_chain_predict(c, c->body_count);
    clear(c);
    cn_chain_set_held_rows(c, false);
    add_pressure(c, 1);
    cn_chain_set_held_rows(c, true);
    add_pressure(c, -1);
    for (int i = 0; i < c->free_count; i++)
        memcpy(c->bodies[i].v, c->bodies[i].part, sizeof c->bodies[i].v);
    for (int i = c->free_count; i < c->body_count; i++)
        memset(c->bodies[i].v, 0, sizeof c->bodies[i].v);
    cn_chain_set_rates(c);
    for (int i = 0; i < c->link_count; i++)
        for (int k = 0; k < 3; k++) x_of(c, c->free_count + i)[k] = -c->links[i].residual[k];
    cn_chain_substitute(c);
}

/* When the sub-step begins; and from then on forces drive them. */
static void find_velocities(const cn_ImpactStep *f, cn_Chain *c, float t, int by, cn_Held *held) {
    double part = (double)(t / f->h);
    cn_chain_read_velocities(f->w, c);
    for (int i = 0; i < c->body_count; i++) {
        cn_Vec kick = cn_impact_kick(cn_station(f->w, c->bodies[i].body));
        c->bodies[i].v[0] -= 0.5 * (double)kick.x, c->bodies[i].v[1] -= 0.5 * (double)kick.y;
    }
    if (held->elastic)
        leave(c); /* turn_kick goes on with all of them */
    else
        leave_few(c, places_of(c, held, by));
    for (int i = 0; i < 2; i++) {
        const cn_LinkBody *b = &c->bodies[held->member[i]];
        for (int k = 0; k < 3 && held->by[i] == by; k++)
            held->v[3 * i + k] = b->v[k] + part * b->part[k];
    }
    if (!held->elastic) return;
    turn_kick(c, (double)t);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3 && held->by[i] == by; k++)
            held->v[3 * i + k] += 0.5 * part * x_of(c, held->member[i])[k];
}

static void find_free_velocity(const cn_ImpactStep *f, int body, float t, double out[3]) {
    cn_Course go = cn_impact_course(f, body);
    cn_Vec v = cn_course_velocity(&go, t, f->h);
    out[0] = (double)v.x, out[1] = (double)v.y, out[2] = (double)go.w;
}

static bool hold(const cn_ImpactStep *f, const cn_Contact *contact, float t, cn_Held *held) {
    cn_Mass mass[2];
    int body[2] = {contact->body_a, contact->body_b};
    cn_contact_masses(f->w, contact, &mass[0], &mass[1]);
    memset(held, 0, sizeof *held);
    held->elastic = cn_impact_is_elastic(f->w, contact);
    for (int i = 0; i < 2; i++)
        held->by[i] = mass[i].inv_m > 0 ? holder_of(f->w, body[i], &held->member[i]) : -1;
    if (held->by[0] < 0 && held->by[1] < 0) return false;
    for (int i = 0; i < 2; i++) {
        if (held->by[i] < 0) {
            give_freely(mass[i], i, held);
            find_free_velocity(f, body[i], t, &held->v[3 * i]);
            continue;
        }
        if (i == 1 && held->by[1] == held->by[0]) break; /* one articulation holds both */
        cn_Articulation *a = &f->w->articulations.list[held->by[i]];
        cn_Chain c = cn_exact_chain(f->w, a);
        held->count[i] = c.free_count, c.h = (double)f->h;
        if (!a->struck || held->elastic) {
            hold_links(f, &c);
            find_kick(f, &c);
        }
        a->struck = !held->elastic; /* else turn_kick changes what is left */
        for (int side = 0; side < 2; side++)
            if (held->by[side] == held->by[i]) give_way(&c, side, held);
        find_velocities(f, &c, t, held->by[i], held);
    }
    return true;
}

/* The bodies go on from where they would have begun with their new velocities, and there forces
 * would drive them in other directions: by so much less they leave. */
static void push(const cn_ImpactStep *f, const cn_Held *held, int side, float t,
                 const double impulse[6]) {
    cn_Chain c = chain_of(f->w, held, side);
    double part = 0.5 * (1 + (double)(t / f->h));
    clear(&c);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3 && held->by[i] == held->by[side]; k++)
            x_of(&c, held->member[i])[k] += impulse[3 * i + k];
    cn_chain_substitute_given(&c, places_of(&c, held, held->by[side]));
    for (int i = 0; i < c.body_count; i++) {
        cn_LinkBody *b = &c.bodies[i];
        memset(b->v, 0, sizeof b->v);
        if (i < c.free_count) memcpy(b->v, x_of(&c, i), sizeof b->v);
        memcpy(b->mean, b->v, sizeof b->mean);
    }
    if (!held->elastic) return;
    turn_kick(&c, -(double)t);
    for (int i = 0; i < c.free_count; i++)
        for (int k = 0; k < 3; k++) c.bodies[i].mean[k] -= part * x_of(&c, i)[k];
}

static cn_Push pushed(const cn_World *w, const cn_Held *held, int side, int index) {
    const cn_Articulations *all = &w->articulations;
    const cn_LinkBody *b = &all->bodies[all->list[held->by[side]].first_body + index];
    return (cn_Push){b->body, {(float)b->mean[0], (float)b->mean[1]}, (float)b->mean[2]};
}

const cn_Holder cn_exact_holder = {hold, push, pushed};
