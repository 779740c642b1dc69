/* exact_energy.c: an articulation that nothing drives has no more energy than it was given.
 *
 * Limits that no link holds (exact_limit.c has the others) are rows of the lanes, solved before
 * what is exact, and neither knows what the other is about to do: where light links were jammed
 * between limits the two made energy without end. So while nothing touches an articulation that has
 * limits or ropes, and no motor or spring acts on it, it keeps to what it had and what forces gave.
 * Slowed down is how its bodies move against each other, so that momentum stays. */
#include <string.h>

#include "data/contact_access.h"
#include "data/joint_access.h"
#include "data/world.h"
#include "solver/exact/exact.h"
#include "solver/exact/exact_solve.h"
#include "wide/motion.h"

/* ratio to the energy that is allowed: a sub-step's middle and its end differ by as much */
#define SLACK 1.02
#define CREEP 0.1 /* m/s: energy below what it gives all bodies is not looked at */
/* ratio of what was lost that is forgotten in each sub-step and never given back */
#define FADE 0.05

static bool is_struck(const cn_World *w, int body) {
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link))
        if (w->contact[link >> 1].flags & CN_CONTACT_TOUCHING) return true;
    return false;
}

/* A joint that pushes its bodies as it likes may give them energy. */
static bool is_driven(const cn_Joint *j) {
    const uint32_t drives = CN_JOINT_MOTOR | CN_JOINT_SPRING | CN_JOINT_GEARED;
    return j->flags & drives || cn_joint_drives(j->kind) || cn_joint_couples(j) ||
           j->tuning.linear_hertz > 0 || j->tuning.angular_hertz > 0;
}

/* One of its links that its first body has shown already. */
static bool is_seen(const cn_World *w, int link) {
    const cn_Joint *j = &w->joint[link >> 1];
    return link & 1 && j->flags & CN_JOINT_EXACT && w->cold[j->body_a].type == CN_DYNAMIC;
}

cn_ChainActs cn_chain_acts(const cn_World *w, const cn_Chain *c) {
    cn_ChainActs acts = {false, false, false};
    for (int i = 0; i < c->free_count; i++)
        for (int link = w->cold[c->bodies[i].body].first_joint; link >= 0;
             link = cn_joint_next(w, link)) {
            const cn_Joint *j = &w->joint[link >> 1];
            if (is_seen(w, link)) continue;
            acts.driven |= is_driven(j);
            acts.others |= !(j->flags & CN_JOINT_EXACT) || j->kind == CN_WHEEL;
            acts.ends |= (j->flags & (CN_JOINT_LIMITS | CN_JOINT_MIN | CN_JOINT_MAX)) != 0;
        }
    return acts;
}

/* It has limits or ropes, and nothing acts on it but those, its links and forces. Lists of contacts
 * may be long: they are asked last. */
bool cn_chain_is_alone(const cn_World *w, const cn_Chain *c, cn_ChainActs acts, bool near) {
    if (acts.driven || !acts.ends) return false;
    for (int i = c->free_count; i < c->body_count; i++)
        if (w->cold[c->bodies[i].body].type != CN_STATIC) return false;
    for (int i = 0; i < c->free_count; i++)
        if (w->body_flags[c->bodies[i].body] & CN_BODY_FRESH) return false;
    for (int i = 0; near && i < c->free_count; i++)
        if (is_struck(w, c->bodies[i].body)) return false;
    return true;
}

/* The velocity with which a body goes through the sub-step, and the part that forces have given in
 * it. */
typedef struct Kicked {
    double v[3], kick[3];
} Kicked;

static Kicked kicked(const cn_World *w, const cn_LinkBody *b) {
    cn_Station at = cn_station(w, b->body);
    const cn_StepBlock *k = at.block;
    int n = at.lane;
    return (Kicked){{(double)k->vx[n], (double)k->vy[n], (double)k->w[n]},
                    {(double)k->kick_x[n], (double)k->kick_y[n], (double)k->kick_w[n]}};
}

/* Before the first sub-step: what was given from outside since the last, by a script or a blow, is
 * its own. */
void cn_chain_admit_energy(const cn_World *w, cn_Chain *c) {
    double sum = 0;
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        Kicked k = kicked(w, b);
        for (int d = 0; d < 3; d++) {
            double v = k.v[d] - k.kick[d];
            sum += 0.5 * b->mass[d] * v * v;
        }
    }
    c->most[0] = cn_larger(c->most[0], sum);
}

/* J that forces have given in the sub-step. */
static double work_of_forces(const cn_World *w, const cn_Chain *c) {
    double sum = 0;
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        Kicked k = kicked(w, b);
        for (int d = 0; d < 3; d++) sum += b->mass[d] * k.kick[d] * (k.v[d] - 0.5 * k.kick[d]);
    }
    return sum;
}

/* J of its bodies, and all masses together. */
static double energy_of(const cn_Chain *c, double *masses) {
    double sum = 0;
    *masses = 0;
    for (int i = 0; i < c->free_count; i++)
        for (int d = 0; d < 3; d++) {
            sum += 0.5 * c->bodies[i].mass[d] * c->bodies[i].v[d] * c->bodies[i].v[d];
            *masses += c->bodies[i].mass[d];
        }
    return sum;
}

/* J below which nothing is asked: what forces give in two sub-steps, and all bodies at CREEP, or at
 * the speed at which ends that were put apart come together. */
static double least_of(const cn_World *w, const cn_Chain *c) {
    double mass = 0, kicks = 0, speed = CREEP;
    for (int i = 0; i < c->link_count; i++)
        if (w->joint[c->links[i].joint].flags & CN_JOINT_PULL)
            speed = cn_larger(speed, w->def.push_speed);
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        Kicked k = kicked(w, b);
        double x = k.kick[0], y = k.kick[1];
        mass += cn_smaller(b->mass[0], b->mass[1]);
        kicks += cn_smaller(b->mass[0], b->mass[1]) * (x * x + y * y);
    }
    return 0.5 * mass * speed * speed + 2 * kicks;
}

/* How its bodies would move as one rigid body that nothing holds: mean[]. J that this has. */
static double set_common(cn_Chain *c) {
    double m = 0, x = 0, y = 0, px = 0, py = 0, inertia = 0, spin = 0, sum = 0;
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        m += b->mass[0];
        x += b->mass[0] * b->x, y += b->mass[0] * b->y;
        px += b->mass[0] * b->v[0], py += b->mass[0] * b->v[1];
    }
    x /= m, y /= m, px /= m, py /= m;
    for (int i = 0; i < c->free_count; i++) {
        const cn_LinkBody *b = &c->bodies[i];
        double rx = b->x - x, ry = b->y - y;
        inertia += b->mass[2] + b->mass[0] * (rx * rx + ry * ry);
        spin += b->mass[2] * b->v[2] + b->mass[0] * (rx * (b->v[1] - py) - ry * (b->v[0] - px));
    }
    spin /= inertia;
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        b->mean[0] = px - spin * (b->y - y);
        b->mean[1] = py + spin * (b->x - x);
        b->mean[2] = spin;
        for (int d = 0; d < 3; d++) sum += 0.5 * b->mass[d] * b->mean[d] * b->mean[d];
    }
    return sum;
}

void cn_chain_slow(cn_Chain *c, double now, double most) {
    bool held = c->body_count > c->free_count;
    for (int i = 0; held && i < c->free_count; i++)
        memset(c->bodies[i].mean, 0, sizeof c->bodies[i].mean);
    double common = held ? 0 : set_common(c);
    double scale = now > common && most > common ? sqrt((most - common) / (now - common)) : 0;
    for (int i = 0; i < c->free_count; i++) {
        cn_LinkBody *b = &c->bodies[i];
        for (int d = 0; d < 3; d++) b->v[d] = b->mean[d] + scale * (b->v[d] - b->mean[d]);
    }
}

/* Of a sub-step in parts the velocities to go on with count. */
static void swap_kept(cn_Chain *c) {
    for (int i = 0; i < c->free_count; i++)
        for (int d = 0; d < 3; d++) {
            double v = c->bodies[i].v[d];
            c->bodies[i].v[d] = c->bodies[i].kept[d];
            c->bodies[i].kept[d] = v;
        }
}

void cn_chain_bound_energy(const cn_World *w, const cn_Articulation *a, cn_Chain *c) {
    if (!a->alone) {
        c->most[1] = 0;
        return;
    }
    if (a->in_slices) swap_kept(c);
    double masses, now = energy_of(c, &masses), most = now;
    if (c->most[1] == masses) most = cn_larger(c->most[0] + work_of_forces(w, c), least_of(w, c));
    if (now > SLACK * most) {
        cn_chain_slow(c, now, most);
        now = most;
    }
    if (a->in_slices) swap_kept(c);
    c->most[0] = cn_larger(now, most - FADE * (most - now));
    c->most[1] = masses;
}
