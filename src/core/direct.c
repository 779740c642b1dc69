/* direct.c: which islands are at rest, and solved as one linear system each.
 *
 * The sub-steps give in by what they must to stay stable: a stack sags by the load on each of its
 * contacts (solver notes, section 2). An island that hardly moves is solved exactly instead, in one
 * step, before the others, where that is cheap enough; whatever cannot be trusted goes the way of
 * all others, and is not tried again for a while. The rule is one of cost and of quietness, never
 * of what the scene is.
 * Where nothing changes any more the answer is that of the step before, and stays it until
 * something acts on the island: then its bodies are CN_BODY_RESTING, its contacts not active, and
 * nothing is computed for them. */
#include "direct.h"

#include <math.h>
#include <string.h>

#define QUIET        1.0f  /* m/s, faster islands are not at rest */
#define DEEP         0.06f /* m, deeper overlaps are for the sub-steps to push out */
#define MOST_BODIES  8192
#define MOST_WORK    200000000 /* multiply-adds to factor */
#define BUDGET       120000000 /* of these in a step: what is more is spread over steps ... */
#define BODY_BUDGET  3000 /* ... and for each body that is awake, about what a sub-step costs */
#define COOL_DOWN    8    /* steps without another try after one that failed or costs too much */
#define WAIT         8    /* ... after a look at an island that moves */
#define AT_REST      1e-6 /* m/s, and NO_WAY: below these for CALM steps nothing changes any more */
#define NO_WAY       5e-5 /* m */
#define SLOW         0.002 /* m/s, it is about to come to rest */
#define MOST_EFFORT  6000  /* thousands of multiply-adds for each body until it rests; then ... */
#define ROUND_EFFORT 400   /* ... where something can roll, which hardly ever rests */
#define TIRED        3600  /* steps through the sub-steps */
#define CALM         3

/* ---- islands that are kept ---------------------------------------------------------------- */

static cn_Rest *rest_of(const cn_World *w, int body) {
    int rest = w->cold[body].rest;
    return rest > 0 ? &w->rest[rest - 1] : NULL;
}

static bool dynamic(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

static void set_contacts_active(cn_World *w, const cn_Rest *rest) {
    for (int i = 0; i < rest->body_count; i++)
        for (int link = w->cold[rest->bodies[i]].first_contact; link >= 0;) {
            cn_contact_set_active(w, link >> 1);
            link = cn_contact_next(w, link);
        }
}

/* Its bodies go on to be computed. */
static void rouse(cn_World *w, cn_Rest *rest) {
    if (!rest->resting) return;
    rest->resting = false;
    rest->calm = 0;
    for (int i = 0; i < rest->body_count; i++)
        w->body_flags[rest->bodies[i]] &= ~(uint32_t)(CN_BODY_RESTING | CN_BODY_DIRECT);
    set_contacts_active(w, rest);
}

static void drop(cn_World *w, cn_Rest *rest) {
    rouse(w, rest);
    for (int i = 0; i < rest->body_count; i++) w->cold[rest->bodies[i]].rest = 0;
    cn_grow_free((void **)&rest->bodies, &rest->body_capacity, sizeof *rest->bodies);
    cn_factor_free(&rest->factor);
    *rest = (cn_Rest){.next_free = w->rest_free};
    w->rest_free = (int)(rest - w->rest) + 1;
}

static cn_Rest *take_rest(cn_World *w) {
    int slot = w->rest_free - 1;
    if (slot < 0) {
        if (!cn_grow((void **)&w->rest, &w->rest_capacity, w->rest_count + 1, sizeof *w->rest))
            return NULL;
        slot = w->rest_count++;
    } else {
        w->rest_free = w->rest[slot].next_free;
    }
    w->rest[slot] = (cn_Rest){.live = true};
    return &w->rest[slot];
}

static void sort_ascending(int *v, int count) {
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < count; i++) {
            int x = v[i], j = i;
            for (; j >= gap && v[j - gap] > x; j -= gap) v[j] = v[j - gap];
            v[j] = x;
        }
}

static cn_Rest *keep(cn_World *w, const int *bodies, int count) {
    cn_Rest *rest = take_rest(w);
    if (!rest) return NULL;
    if (!cn_grow((void **)&rest->bodies, &rest->body_capacity, count, sizeof *rest->bodies)) {
        drop(w, rest);
        return NULL;
    }
    memcpy(rest->bodies, bodies, (size_t)count * sizeof *bodies);
    sort_ascending(rest->bodies, count); /* bodies made one after the other are often neighbours */
    rest->body_count = count;
    for (int i = 0; i < count; i++) w->cold[bodies[i]].rest = (int)(rest - w->rest) + 1;
    return rest;
}

/* The one that has these very bodies; others that have some of them are dropped. */
static cn_Rest *kept(cn_World *w, const int *bodies, int count) {
    cn_Rest *first = rest_of(w, bodies[0]);
    bool same = first && first->body_count == count;
    for (int i = 0; same && i < count; i++) same = rest_of(w, bodies[i]) == first;
    if (same) return first;
    for (int i = 0; i < count; i++)
        if (rest_of(w, bodies[i])) drop(w, rest_of(w, bodies[i]));
    return keep(w, bodies, count);
}

void cn_direct_touch(cn_World *w, int body) {
    if (w->body_flags[body] & CN_BODY_RESTING) /* several threads may say so at once */
        __atomic_store_n(&rest_of(w, body)->stale, true, __ATOMIC_RELAXED);
}

void cn_direct_rouse(cn_World *w, int body) {
    if (w->body_flags[body] & CN_BODY_RESTING) rouse(w, rest_of(w, body));
    if (dynamic(w, body)) return;
    for (int link = w->cold[body].first_contact; link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        int other = link & 1 ? c->body_a : c->body_b;
        link = cn_contact_next(w, link);
        if (w->body_flags[other] & CN_BODY_RESTING) rouse(w, rest_of(w, other));
    }
}

void cn_direct_forget(cn_World *w, int body) {
    if (rest_of(w, body)) drop(w, rest_of(w, body));
}

void cn_direct_free(cn_World *w) {
    for (int i = 0; i < w->rest_count; i++) {
        cn_Rest *r = &w->rest[i];
        cn_grow_free((void **)&r->bodies, &r->body_capacity, sizeof *r->bodies);
        cn_factor_free(&r->factor);
    }
    cn_grow_free((void **)&w->rest, &w->rest_capacity, sizeof *w->rest);
}

size_t cn_direct_bytes(const cn_World *w) {
    size_t bytes = (size_t)w->rest_capacity * sizeof *w->rest;
    for (int i = 0; i < w->rest_count; i++) {
        const cn_Rest *r = &w->rest[i];
        bytes += (size_t)r->body_capacity * sizeof *r->bodies + r->factor.memory_bytes +
                 r->factor.value_bytes;
    }
    return bytes;
}

/* ---- finding one -------------------------------------------------------------------------- */

static bool still(const cn_World *w, int body) {
    const cn_Motion *m = &w->motion[body];
    float turn = cn_absf(m->w) * m->extent;
    uint32_t odd = CN_BODY_LOCK_X | CN_BODY_LOCK_Y | CN_BODY_LOCK_ROTATION;
    return cn_length_sq((cn_Vec){m->vx, m->vy}) < QUIET * QUIET && turn < QUIET &&
           !(w->body_flags[body] & odd) && w->body_flags[body] & CN_BODY_AWAKE &&
           w->mass[body].inv_i > 0 && w->cold[body].cool_until <= w->steps &&
           w->cold[body].joint_count == 0;
}

static bool moves(const cn_World *w, int body) {
    const cn_Motion *m = &w->motion[body];
    return m->vx != 0 || m->vy != 0 || m->w != 0;
}

/* A dynamic body that is still asleep is not about to be reached (narrow.c woke those). */
static bool acts(const cn_World *w, const cn_Contact *c, int other) {
    return cn_contact_solid(c) && (!dynamic(w, other) || w->body_flags[other] & CN_BODY_AWAKE);
}

/* What only the sub-steps know how to do. */
static bool plain(const cn_World *w, const cn_Contact *c) {
    if (!dynamic(w, c->body_a) && moves(w, c->body_a)) return false;
    if (!dynamic(w, c->body_b) && moves(w, c->body_b)) return false;
    if (c->flags & CN_CONTACT_SPECIAL) return false;
    bool bouncy = c->flags & CN_CONTACT_BOUNCY;
    cn_Row speed[2];
    if (bouncy) cn_contact_measure(w, c, speed);
    for (int i = 0; i < c->count; i++) {
        if (c->separation[i] < -DEEP) return false;
        if (bouncy && speed[i].normal > 0.1f) return false;
    }
    return true;
}

typedef struct Found {
    int count, contacts;
    bool fit;
} Found;

/* Breadth first from start, into order; marks place. All of the island is walked even when it does
 * not fit, so that no part of it is taken for an island. */
static Found gather(cn_World *w, int start, int *order, int *place) {
    Found found = {1, 0, true};
    place[start] = 0;
    order[0] = start;
    for (int i = 0; i < found.count; i++) {
        int body = order[i];
        if (w->body_flags[body] & CN_BODY_RESTING) rouse(w, rest_of(w, body));
        found.fit = found.fit && still(w, body) && found.count <= MOST_BODIES;
        for (int link = w->cold[body].first_contact; link >= 0;) {
            cn_Contact *c = &w->contact[link >> 1];
            int other = link & 1 ? c->body_a : c->body_b;
            link = cn_contact_next(w, link);
            if (!acts(w, c, other)) continue;
            found.contacts++;
            if (found.fit) found.fit = plain(w, c);
            if (!dynamic(w, other) || place[other] >= 0) continue;
            place[other] = found.count;
            order[found.count++] = other;
        }
    }
    return found;
}

/* ---- setting one up ----------------------------------------------------------------------- */

/* Each contact once: from the end that comes first, or from its only end. */
static void read_contacts(const cn_World *w, cn_DirectIsland *d, const int *place) {
    d->contact_count = 0;
    for (int i = 0; i < d->body_count; i++)
        for (int link = w->cold[d->bodies[i]].first_contact; link >= 0;) {
            const cn_Contact *c = &w->contact[link >> 1];
            int contact = link >> 1, other = link & 1 ? c->body_a : c->body_b;
            link = cn_contact_next(w, link);
            if (!acts(w, c, other) || (dynamic(w, other) && place[other] < i)) continue;
            cn_DirectContact *k = &d->contacts[d->contact_count++];
            cn_direct_read(w, k, contact, place, d->dt, d->body_count);
            d->known |= k->normal[0] + k->normal[1] > 0;
            d->round |= w->contact[contact].flags & CN_CONTACT_ROUND;
        }
}

static void read_bodies(cn_World *w, cn_DirectIsland *d) {
    double heaviest = 0, total = 0;
    d->lightest = INFINITY;
    for (int i = 0; i < d->body_count; i++) {
        int body = d->bodies[i];
        const cn_BodyCold *cold = &w->cold[body];
        const cn_Motion *m = &w->motion[body];
        cn_BodyDrive drive = cn_solver_drive(w, body, (float)d->dt);
        d->u[3 * i] = (double)m->vx;
        d->u[3 * i + 1] = (double)m->vy;
        d->u[3 * i + 2] = (double)m->w;
        d->mass[3 * i] = d->mass[3 * i + 1] = cold->mass;
        d->mass[3 * i + 2] = cold->inertia;
        d->reach[i] = (double)m->extent;
        d->free[3 * i] = ((double)m->vx + (double)drive.dvx) * (double)drive.kx;
        d->free[3 * i + 1] = ((double)m->vy + (double)drive.dvy) * (double)drive.ky;
        d->free[3 * i + 2] = ((double)m->w + (double)drive.dw) * (double)drive.kw;
        heaviest = fmax(heaviest, cold->mass);
        d->lightest = fmin(d->lightest, cold->mass);
        total += cold->mass;
    }
    d->stiffness = 100 * fmax(heaviest, 0.2 * total);
}

/* Memory of one solution, from one block of scratch. */
static bool reserve(cn_World *w, cn_DirectIsland *d, int contacts, int factor_room) {
    cn_Scratch *s = &w->scratch;
    size_t n = 3 * (size_t)d->body_count + 3; /* one more, that does not move */
    size_t rows = ((size_t)contacts * sizeof *d->contacts + 63) / 64 * 8;
    size_t all = rows + 9 * n + (size_t)factor_room;
    if (all > INT32_MAX ||
        !cn_grow((void **)&s->direct, &s->direct_capacity, (int)all, sizeof *s->direct))
        return false;
    d->contacts = (cn_DirectContact *)(void *)s->direct;
    double *at = s->direct + rows;
    memset(at, 0, 9 * n * sizeof *at);
    double **vectors[9] = {&d->mass, &d->reach, &d->free, &d->u, &d->gradient,
                           &d->d,    &d->r,     &d->p,    &d->q};
    for (int i = 0; i < 9; i++) *vectors[i] = at + (size_t)i * n;
    d->factor = at + 9 * n;
    return true;
}

/* Who touches whom, from the rows: each pair once for each side. */
static bool order(cn_World *w, cn_DirectIsland *d) {
    cn_Scratch *s = &w->scratch;
    int n = d->body_count, pairs = 0;
    int room = n + 2 + 2 * d->contact_count;
    if (!cn_grow((void **)&s->adjacency, &s->adjacency_capacity, room, sizeof *s->adjacency))
        return false;
    int *start = s->adjacency, *list = start + n + 2;
    memset(start, 0, (size_t)(n + 2) * sizeof *start);
    for (int i = 0; i < d->contact_count; i++) {
        const cn_DirectContact *k = &d->contacts[i];
        if (k->a < n && k->b < n) start[k->a + 2]++, start[k->b + 2]++;
    }
    for (int i = 2; i < n + 2; i++) start[i] += start[i - 1];
    for (int i = 0; i < d->contact_count; i++) {
        const cn_DirectContact *k = &d->contacts[i];
        if (k->a == n || k->b == n) continue;
        list[start[k->a + 1]++] = k->b;
        list[start[k->b + 1]++] = k->a;
    }
    for (int i = 0; i < n; i++) { /* bodies of several shapes may touch more than once */
        int first = pairs;
        for (int k = start[i]; k < start[i + 1]; k++) {
            int j = first;
            while (j < pairs && list[j] != list[k]) j++;
            if (j == pairs) list[pairs++] = list[k];
        }
        start[i] = first;
    }
    start[n] = pairs;
    cn_factor_free(&d->rest->factor);
    d->rest->matrix = 0;
    d->rest->factoring = false;
    return cn_factor_order(&d->rest->factor, (cn_Adjacency){n, start, list}, &s->order);
}

/* ---- taking the answer -------------------------------------------------------------------- */

static void take_body(cn_World *w, const cn_DirectIsland *d, int i, bool resting) {
    int body = d->bodies[i];
    cn_Motion *m = &w->motion[body];
    const double *u = d->u + 3 * i, *x = d->d + 3 * i;
    cn_BodyDrive drive = cn_solver_drive(w, body, (float)d->dt / (float)w->def.substeps);
    m->vx = resting ? 0 : (float)u[0];
    m->vy = resting ? 0 : (float)u[1];
    m->w = resting ? 0 : (float)u[2];
    m->dx = resting ? 0 : (float)(d->dt * (double)m->vx + x[0]);
    m->dy = resting ? 0 : (float)(d->dt * (double)m->vy + x[1]);
    m->dq = resting ? (cn_Rot){1, 0} : cn_small_rotation((float)(d->dt * (double)m->w + x[2]));
    /* held by its contacts: in the sub-steps its weight and they would cancel */
    cn_body_set_sync(w, body, (cn_Vec){-0.5f * drive.dvx, -0.5f * drive.dvy}, -0.5f * drive.dw);
    w->body_flags[body] &= ~(uint32_t)CN_BODY_FRESH;
    w->body_flags[body] |= CN_BODY_DIRECT | (resting ? CN_BODY_RESTING : 0u);
}

/* What is not calm by itself must be asked anew in each step. */
static bool may_rest(const cn_World *w, const cn_DirectIsland *d) {
    bool held = false;
    if (w->def.sleep) return false; /* then it will sleep */
    for (int i = 0; i < d->contact_count; i++) {
        const cn_DirectContact *k = &d->contacts[i];
        if (w->contact[k->contact].flags & CN_CONTACT_PRE_SOLVE) return false;
        held |= k->a == d->body_count || k->b == d->body_count;
    }
    for (int i = 0; i < d->body_count; i++) {
        const cn_Drive *drive = &w->drive[d->bodies[i]];
        if (drive->fx != 0 || drive->fy != 0 || drive->torque != 0) return false;
    }
    return held;
}

static void take(cn_World *w, cn_DirectIsland *d) {
    cn_Rest *rest = d->rest;
    for (int i = 0; i < d->contact_count; i++) cn_direct_write(w, &d->contacts[i]);
    cn_direct_positions(d);
    rest->calm = d->speed < AT_REST && d->moved < NO_WAY ? rest->calm + 1 : 0;
    rest->resting = rest->calm >= CALM && may_rest(w, d);
    rest->stale = false;
    rest->dt = d->dt;
    rest->gx = w->def.gravity_x;
    rest->gy = w->def.gravity_y;
    for (int i = 0; i < d->body_count; i++) take_body(w, d, i, rest->resting);
    if (!rest->resting) return;
    for (int i = 0; i < d->body_count; i++) w->cold[d->bodies[i]].effort = 0;
    set_contacts_active(w, rest);
    cn_factor_free(&rest->factor);
    rest->matrix = 0;
}

static void refuse(cn_World *w, const int *bodies, int count, int steps) {
    for (int i = 0; i < count; i++) w->cold[bodies[i]].cool_until = w->steps + (uint64_t)steps;
}

/* An island that never comes to rest must not cost more for good. */
static void tire(cn_World *w, const int *bodies, int count, int64_t work, bool round) {
    int most = 0, limit = round ? ROUND_EFFORT : MOST_EFFORT;
    for (int i = 0; i < count; i++) {
        int *effort = &w->cold[bodies[i]].effort;
        *effort += (int)(work / count / 1000) + 1;
        most = *effort > most ? *effort : most;
    }
    if (most <= limit) return;
    for (int i = 0; i < count; i++) w->cold[bodies[i]].effort = limit / 2;
    refuse(w, bodies, count, TIRED);
}

static void try_island(cn_World *w, const int *found, int count, int contacts, int *place, float dt,
                       int64_t *budget) {
    double gx = w->def.gravity_x, gy = w->def.gravity_y;
    cn_Rest *rest = kept(w, found, count);
    if (!rest) return;
    cn_DirectIsland d = {.rest = rest,
                         .bodies = rest->bodies,
                         .body_count = count,
                         .dt = (double)dt,
                         .gravity = sqrt(gx * gx + gy * gy),
                         .budget = budget};
    for (int i = 0; i < count; i++) place[rest->bodies[i]] = i;
    if (!rest->factor.memory) {
        if (!reserve(w, &d, contacts, 0)) return;
        read_contacts(w, &d, place);
        if (!order(w, &d)) return;
    }
    int64_t work = rest->factor.work;
    if (work > MOST_WORK || !reserve(w, &d, contacts, cn_factor_scratch(&rest->factor))) {
        refuse(w, found, count, 8 * COOL_DOWN);
        return;
    }
    read_contacts(w, &d, place);
    read_bodies(w, &d);
    int64_t before = *budget;
    cn_DirectOutcome outcome = cn_direct_velocities(&d);
    if (d.disordered) {
        if (!order(w, &d)) return;
        refuse(w, found, count, 0);
        outcome = CN_DIRECT_LATER;
        if (reserve(w, &d, contacts, cn_factor_scratch(&rest->factor))) {
            d.disordered = false;
            read_contacts(w, &d, place);
            read_bodies(w, &d);
            outcome = cn_direct_velocities(&d);
        }
    }
    if (outcome == CN_DIRECT_FAILED) refuse(w, found, count, COOL_DOWN);
    bool calms = outcome == CN_DIRECT_DONE && d.speed < SLOW;
    if (!calms) tire(w, found, count, before - *budget, d.round);
    if (outcome == CN_DIRECT_FAILED) return;
    rest->step = w->steps + 1;
    if (outcome == CN_DIRECT_DONE) take(w, &d);
}

/* ---- the stage ---------------------------------------------------------------------------- */

/* Something that can be changed without anybody being told. */
static bool disturbed(const cn_World *w, int body) {
    const cn_Drive *d = &w->drive[body];
    return moves(w, body) || d->fx != 0 || d->fy != 0 || d->torque != 0;
}

static void begin(cn_World *w, float dt) {
    const cn_Scratch *s = &w->scratch;
    memset(s->island, 0xff, (size_t)w->bodies.count * sizeof *s->island);
    for (int i = 0; i < s->awake_count; i++) {
        int body = s->awake[i];
        if (w->body_flags[body] & CN_BODY_RESTING) {
            if (disturbed(w, body)) cn_direct_touch(w, body);
            continue;
        }
        w->body_flags[body] &= ~(uint32_t)CN_BODY_DIRECT;
    }
    for (int i = 0; i < w->rest_count; i++) {
        cn_Rest *r = &w->rest[i];
        bool same = r->dt == (double)dt && r->gx == w->def.gravity_x && r->gy == w->def.gravity_y;
        if (r->resting && (r->stale || !same || w->def.sleep)) rouse(w, r);
    }
}

/* Kept for nothing: not solved in this step. */
static void drop_unused(cn_World *w) {
    for (int i = 0; i < w->rest_count; i++) {
        cn_Rest *r = &w->rest[i];
        if (r->live && !r->resting && r->step != w->steps + 1) drop(w, r);
    }
}

void cn_direct_solve(cn_World *w, float dt) {
    cn_Scratch *s = &w->scratch;
    int64_t budget = BUDGET + (int64_t)BODY_BUDGET * s->awake_count;
    if (!cn_grow((void **)&s->island, &s->island_capacity, w->bodies.count, sizeof *s->island) ||
        !cn_grow((void **)&s->stack, &s->stack_capacity, w->bodies.count, sizeof *s->stack))
        return; /* then all goes through the sub-steps */
    begin(w, dt);
    for (int i = 0; i < s->awake_count; i++) {
        int body = s->awake[i];
        bool waits = w->body_flags[body] & CN_BODY_RESTING || s->island[body] >= 0;
        if (waits || !dynamic(w, body) || !still(w, body)) continue;
        Found found = gather(w, body, s->stack, s->island);
        if (!found.fit)
            refuse(w, s->stack, found.count, WAIT);
        else if (found.count >= 2)
            try_island(w, s->stack, found.count, found.contacts, s->island, dt, &budget);
    }
    drop_unused(w);
}
