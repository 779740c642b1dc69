/* direct.c: which islands are at rest and narrow enough to be solved as one linear system.
 *
 * The sub-steps give in by what they must to stay stable: a stack sags by the load on each of its
 * contacts (solver notes, section 2). An island that hardly moves and whose matrix is a narrow band
 * (stacks, walls, small heaps) is solved exactly instead, in one step, before the others; whatever
 * cannot be trusted goes the way of all others, and is not tried again for a second.
 * The rule is one of cost and of quietness, never of what the scene is. */
#include "direct.h"

#include <math.h>
#include <string.h>

#define QUIET       0.3f  /* m/s, faster islands are not at rest */
#define DEEP        0.01f /* m, deeper overlaps are for the sub-steps to push out */
#define COST        1000  /* bodies * bandwidth^2 (bandwidth in bodies) */
#define MOST_BODIES 1024
#define COOL_DOWN   30 /* steps without another try after one that failed or cost too much */
#define WAIT        8  /* ... after a look at an island that moves */

/* ---- islands ------------------------------------------------------------------------------ */

static bool dynamic(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

/* The partner of a contact that stands in body's list, -1 if it is not part of an island. */
static int neighbour(const cn_World *w, int link) {
    const cn_Contact *c = &w->contact[link >> 1];
    int other = link & 1 ? c->body_a : c->body_b;
    return cn_contact_solid(c) && dynamic(w, other) ? other : -1;
}

static bool still(const cn_World *w, int body) {
    const cn_Motion *m = &w->motion[body];
    float turn = cn_absf(m->w) * w->cold[body].extent;
    uint32_t odd = CN_BODY_LOCK_X | CN_BODY_LOCK_Y | CN_BODY_LOCK_ROTATION;
    return cn_length_sq((cn_Vec){m->vx, m->vy}) < QUIET * QUIET && turn < QUIET &&
           w->cold[body].cool_down == 0 && w->cold[body].joint_count == 0 &&
           !(w->body_flags[body] & odd) && w->mass[body].inv_i > 0 &&
           w->body_flags[body] & CN_BODY_AWAKE;
}

/* What only the sub-steps know how to do. */
static bool plain(const cn_World *w, const cn_Contact *c) {
    int bodies[2] = {c->body_a, c->body_b};
    for (int i = 0; i < 2; i++) {
        const cn_Motion *m = &w->motion[bodies[i]];
        bool moves = m->vx != 0 || m->vy != 0 || m->w != 0;
        if (!dynamic(w, bodies[i]) && moves) return false;
    }
    if (c->rolling > 0 || c->surface_speed != 0) return false;
    for (int i = 0; i < c->count; i++) {
        if (c->separation[i] < -DEEP) return false;
        if (c->restitution > 0 && c->speed[i].normal > 0.1f) return false;
    }
    return true;
}

typedef struct Found {
    int count;
    bool fit;
} Found;

/* Breadth first from start, into order; marks place. All of the island is walked even when it does
 * not fit, so that no part of it is taken for an island. */
static Found gather(cn_World *w, int start, int *order, int *place) {
    Found found = {1, true};
    place[start] = 0;
    order[0] = start;
    for (int i = 0; i < found.count; i++) {
        int body = order[i];
        found.fit = found.fit && still(w, body) && found.count <= MOST_BODIES;
        for (int link = w->cold[body].first_contact; link >= 0;) {
            const cn_Contact *c = &w->contact[link >> 1];
            int other = neighbour(w, link);
            if (found.fit && cn_contact_solid(c)) found.fit = plain(w, c);
            if (other >= 0 && place[other] < 0) {
                place[other] = found.count;
                order[found.count++] = other;
            }
            link = c->next[link & 1];
        }
    }
    return found;
}

/* The body farthest from start in breadth-first order: an end of the island, from which the order
 * is taken again, gives a narrow band (Cuthill and McKee, 1969). */
static void again_from_end(cn_World *w, int count, int *order, int *place) {
    int end = order[count - 1];
    for (int i = 0; i < count; i++) place[order[i]] = -1;
    gather(w, end, order, place);
}

static int bandwidth(const cn_World *w, const int *order, int count, const int *place) {
    int band = 0;
    for (int i = 0; i < count; i++)
        for (int link = w->cold[order[i]].first_contact; link >= 0;) {
            int other = neighbour(w, link);
            if (other >= 0 && i - place[other] > band) band = i - place[other];
            link = w->contact[link >> 1].next[link & 1];
        }
    return band;
}

/* ---- setting one up ----------------------------------------------------------------------- */

static void set_row(const cn_World *w, cn_DirectRow *r, int contact, int point, const int *place,
                    double h, int substeps) {
    const cn_Contact *c = &w->contact[contact];
    cn_Vec n = c->normal, t = cn_right(n), ra = c->r[point], rb = cn_add(ra, c->d);
    *r = (cn_DirectRow){
        .contact = contact,
        .point = point,
        .a = dynamic(w, c->body_a) ? place[c->body_a] : -1,
        .b = dynamic(w, c->body_b) ? place[c->body_b] : -1,
        .n = {-(double)n.x, -(double)n.y, -(double)cn_cross(ra, n), (double)n.x, (double)n.y,
              (double)cn_cross(rb, n)},
        .t = {-(double)t.x, -(double)t.y, -(double)cn_cross(ra, t), (double)t.x, (double)t.y,
              (double)cn_cross(rb, t)},
        .gap = (double)c->separation[point],
        .normal = (double)c->impulse[point].normal * substeps,
        .tangent = (double)c->impulse[point].tangent * substeps,
    };
    r->bias = r->gap > 0.0005 ? r->gap / h : 0;
}

static void set_bodies(cn_World *w, cn_DirectIsland *d) {
    double heaviest = 0, total = 0;
    for (int i = 0; i < d->body_count; i++) {
        int body = d->bodies[i];
        const cn_BodyCold *cold = &w->cold[body];
        const cn_Motion *m = &w->motion[body];
        cn_BodyDrive drive = cn_solver_drive(w, body, (float)d->dt);
        d->mass[3 * i] = d->mass[3 * i + 1] = cold->mass;
        d->mass[3 * i + 2] = cold->inertia;
        d->free[3 * i] = ((double)m->vx + (double)drive.dvx) * (double)drive.kx;
        d->free[3 * i + 1] = ((double)m->vy + (double)drive.dvy) * (double)drive.ky;
        d->free[3 * i + 2] = ((double)m->w + (double)drive.dw) * (double)drive.kw;
        heaviest = fmax(heaviest, cold->mass);
        total += cold->mass;
    }
    d->stiffness = 100 * fmax(heaviest, 0.2 * total);
}

/* Each contact once: from the end that comes first, or from its only end. */
static int list_rows(const cn_World *w, cn_DirectIsland *d, const int *place) {
    int count = 0;
    for (int i = 0; i < d->body_count; i++)
        for (int link = w->cold[d->bodies[i]].first_contact; link >= 0;) {
            const cn_Contact *c = &w->contact[link >> 1];
            int other = neighbour(w, link);
            bool mine = cn_contact_solid(c) && (other < 0 || place[other] > i);
            for (int k = 0; mine && k < c->count; k++, count++)
                if (d->rows)
                    set_row(w, &d->rows[count], link >> 1, k, place, d->dt, w->def.substeps);
            link = c->next[link & 1];
        }
    return count;
}

/* All memory of an island from one block. */
static bool reserve(cn_World *w, cn_DirectIsland *d, const int *place) {
    cn_Scratch *s = &w->scratch;
    int n = 3 * d->body_count;
    d->rows = NULL;
    d->row_count = list_rows(w, d, place);
    size_t rows = ((size_t)d->row_count * sizeof *d->rows + 63) / 64 * 8; /* in doubles */
    size_t matrix = (size_t)n * (size_t)(d->band + 1);
    size_t all = rows + matrix + 3 * (size_t)n;
    if (all > INT32_MAX ||
        !cn_grow((void **)&s->direct, &s->direct_capacity, (int)all, sizeof *s->direct))
        return false;
    d->rows = (cn_DirectRow *)(void *)s->direct;
    d->matrix = s->direct + rows;
    d->free = d->matrix + matrix;
    d->u = d->free + n;
    d->mass = d->u + n;
    return true;
}

/* ---- taking the answer -------------------------------------------------------------------- */

static void take_bodies(cn_World *w, cn_DirectIsland *d) {
    for (int i = 0; i < d->body_count; i++) {
        int body = d->bodies[i];
        cn_Motion *m = &w->motion[body];
        m->vx = (float)d->u[3 * i];
        m->vy = (float)d->u[3 * i + 1];
        m->w = (float)d->u[3 * i + 2];
    }
    for (int i = 0; i < d->row_count; i++) {
        const cn_DirectRow *r = &d->rows[i];
        cn_Contact *c = &w->contact[r->contact];
        cn_Row total = {(float)fmax(r->normal, 0), (float)r->tangent};
        float share = (float)w->def.substeps;
        c->total[r->point] = total;
        c->impulse[r->point] = (cn_Row){total.normal / share, total.tangent / share};
        c->impact[r->point] = 0;
    }
    cn_direct_positions(w, d);
    for (int i = 0; i < d->body_count; i++) {
        int body = d->bodies[i];
        cn_Motion *m = &w->motion[body];
        cn_BodyDrive drive = cn_solver_drive(w, body, (float)d->dt / (float)w->def.substeps);
        m->dx = (float)(d->dt * (double)m->vx + d->free[3 * i]);
        m->dy = (float)(d->dt * (double)m->vy + d->free[3 * i + 1]);
        m->dq = cn_small_rotation((float)(d->dt * (double)m->w + d->free[3 * i + 2]));
        /* held by its contacts: in the sub-steps its weight and they would cancel */
        cn_body_set_sync(w, body, (cn_Vec){-0.5f * drive.dvx, -0.5f * drive.dvy}, -0.5f * drive.dw);
        w->body_flags[body] &= ~(uint32_t)CN_BODY_FRESH;
        w->body_flags[body] |= CN_BODY_DIRECT;
    }
}

static void refuse(cn_World *w, const int *bodies, int count, int steps) {
    for (int i = 0; i < count; i++) w->cold[bodies[i]].cool_down = steps;
}

static void try_island(cn_World *w, const int *order, int count, const int *place, float dt) {
    int band = bandwidth(w, order, count, place);
    if ((int64_t)count * band * band > COST) {
        refuse(w, order, count, COOL_DOWN);
        return;
    }
    double gx = w->def.gravity_x, gy = w->def.gravity_y;
    cn_DirectIsland d = {.bodies = order,
                         .body_count = count,
                         .band = 3 * band + 2,
                         .dt = (double)dt,
                         .gravity = sqrt(gx * gx + gy * gy)};
    if (!reserve(w, &d, place)) return;
    list_rows(w, &d, place);
    set_bodies(w, &d);
    if (cn_direct_velocities(w, &d))
        take_bodies(w, &d);
    else
        refuse(w, order, count, COOL_DOWN);
}

void cn_direct_solve(cn_World *w, float dt) {
    cn_Scratch *s = &w->scratch;
    if (!cn_grow((void **)&s->island, &s->island_capacity, w->bodies.count, sizeof *s->island) ||
        !cn_grow((void **)&s->stack, &s->stack_capacity, w->bodies.count, sizeof *s->stack))
        return; /* then all goes through the sub-steps */
    for (int i = 0; i < w->bodies.count; i++) s->island[i] = -1;
    for (int i = 0; i < s->awake_count; i++) {
        int body = s->awake[i];
        w->body_flags[body] &= ~(uint32_t)CN_BODY_DIRECT;
        if (w->cold[body].cool_down > 0) w->cold[body].cool_down--;
    }
    for (int i = 0; i < s->awake_count; i++) {
        int body = s->awake[i];
        if (s->island[body] >= 0 || !dynamic(w, body) || !still(w, body)) continue;
        Found found = gather(w, body, s->stack, s->island);
        if (!found.fit) {
            refuse(w, s->stack, found.count, WAIT);
        } else if (found.count >= 2) {
            again_from_end(w, found.count, s->stack, s->island);
            try_island(w, s->stack, found.count, s->island, dt);
        }
    }
}
