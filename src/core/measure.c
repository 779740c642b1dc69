/* measure.c: energy, momentum, overlap: sums over the world in double, in id order. */
#include "world.h"

static bool counts(const cn_World *w, int i) {
    return cn_slots_live(&w->bodies, i) && w->cold[i].type == CN_DYNAMIC &&
           w->body_flags[i] & CN_BODY_ENABLED;
}

double cn_world_kinetic_energy(const cn_World *w) {
    double sum = 0;
    for (int i = 1; i < w->bodies.count; i++) {
        if (!counts(w, i)) continue;
        double vx = w->motion[i].vx, vy = w->motion[i].vy, spin = w->motion[i].w;
        sum += 0.5 * (w->cold[i].mass * (vx * vx + vy * vy) + w->cold[i].inertia * spin * spin);
    }
    return sum;
}

double cn_world_potential_energy(const cn_World *w) {
    double sum = 0;
    for (int i = 1; i < w->bodies.count; i++) {
        if (!counts(w, i)) continue;
        cn_Pos c = cn_pose_center(&w->pose[i]);
        double work = w->def.gravity_x * c.x + w->def.gravity_y * c.y;
        sum -= w->cold[i].mass * (double)w->drive[i].gravity_scale * work;
    }
    return sum;
}

void cn_world_momentum(const cn_World *w, double *px, double *py, double *l) {
    *px = *py = *l = 0;
    for (int i = 1; i < w->bodies.count; i++) {
        if (!counts(w, i)) continue;
        cn_Pos c = cn_pose_center(&w->pose[i]);
        double m = w->cold[i].mass, vx = w->motion[i].vx, vy = w->motion[i].vy;
        *px += m * vx;
        *py += m * vy;
        *l += m * (c.x * vy - c.y * vx) + w->cold[i].inertia * (double)w->motion[i].w;
    }
}

double cn_world_max_penetration(const cn_World *w) {
    float deepest = 0;
    for (int i = 0; i < w->contacts.count; i++) {
        if (!cn_slots_live(&w->contacts, i) || !cn_contact_solid(&w->contact[i])) continue;
        for (int k = 0; k < w->contact[i].count; k++)
            deepest = cn_minf(deepest, w->contact[i].separation[k]);
    }
    return (double)-deepest;
}
