/* rest_gather.c: an island's bodies and contacts out of the world, part by part (rest_parts.c).
 *
 * A part has the contacts of its bodies with each other and with those of the parts above, in the
 * order of its bodies. How many that are is known of an island that was recognised (rest_find.c);
 * of other islands parts are read one after the other. */
#include <math.h>

#include "data/contact_access.h"
#include "data/world.h"
#include "solver/rest/rest.h"
#include "sparse/cholesky.h"
#include "world/motion_step.h"

/* times the mass of the heaviest body: softer springs need more steps to find the loads, harder
 * ones more rounds */
#define STIFF  100
#define OF_ALL 0.2 /* ratio to the mass of all bodies: the heaviest counts as no less */
#define HARDER 30  /* times as stiff after an easy step: the next leaves less open */
/* times the way that gravity adds in a step: bodies whose reach is less fall into each other by as
 * much as they are thick, which larger ones do not */
#define SMALL 10

/* What the contacts of a part say. */
typedef struct ReadPart {
    bool known, round, astray;
    int at, crossing; /* where the next contact goes; how many reach beyond the part */
} ReadPart;

typedef struct Reading {
    cn_World *w;
    cn_RestSolve *d;
    ReadPart part[CN_CHOLESKY_PARTS];
} Reading;

/* Notes a contact that reaches beyond its part. */
static void note_crossing(cn_RestSolve *d, int part, ReadPart *now) {
    const cn_Cholesky *f = &d->rest->factor;
    const cn_RestContact *k = &d->contacts[now->at];
    int last = k->a > k->b ? k->a : k->b;
    if (last == d->body_count || last < f->part_first[part + 1]) return;
    d->crossing[d->part_contact[part] + now->crossing++] = now->at;
    now->astray |= !cn_cholesky_meets(part, cn_cholesky_part(f, last));
}

/* Contacts look as far ahead of small bodies as of large ones, past several of them: what is
 * further apart than it is thick, bears nothing and comes no closer in the step needs no row. */
static bool is_out_of_reach(const cn_World *w, const cn_RestSolve *d, const cn_Contact *c) {
    float gap = cn_contact_gap(c), dt = (float)d->dt;
    if (gap <= CN_REST_REACH || gap <= cn_contact_thin(w, c)) return false;
    if (c->impulse[0].normal + c->impulse[1].normal > 0) return false;
    const cn_Motion *a = &w->motion[c->body_a], *b = &w->motion[c->body_b];
    float speed = cn_length((cn_Vec){b->vx - a->vx, b->vy - a->vy});
    speed += cn_absf(a->w) * a->extent + cn_absf(b->w) * b->extent;
    return gap > dt * (speed + 2 * dt * (float)d->gravity);
}

/* Whether how many contacts each part has is known: then all of them are read. */
static bool is_counted(const cn_RestSolve *d) { return d->task && d->task->known; }

/* Each contact of a body once: from the end that comes first, or from its only end. */
static void read_body(const cn_World *w, cn_RestSolve *d, int part, int i, ReadPart *now) {
    const int *place = w->scratch.rest.place;
    for (int link = w->cold[d->bodies[i]].first_contact; link >= 0;
         link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        int contact = link >> 1, other = link & 1 ? c->body_a : c->body_b;
        if (!cn_rest_acts(w, c, other) || (cn_rest_dynamic(w, other) && place[other] < i)) continue;
        if (!is_counted(d) && is_out_of_reach(w, d, c)) continue;
        cn_RestContact *k = &d->contacts[now->at];
        cn_rest_read(w, d, k, contact);
        now->known |= k->normal[0] + k->normal[1] > 0;
        now->round |= cn_rest_rolls(w, c);
        if (d->rest->factor.part_count > 1) note_crossing(d, part, now);
        now->at++;
    }
}

/* Without an order there is one part. */
static void read_part(void *context, int part) {
    Reading *r = context;
    cn_RestSolve *d = r->d;
    const cn_Cholesky *f = &d->rest->factor;
    int first = f->part_count ? f->part_first[part] : 0;
    int end = f->part_count ? f->part_first[part + 1] : d->body_count;
    ReadPart now = {.at = d->part_contact[part]};
    for (int i = first; i < end; i++) read_body(r->w, d, part, i, &now);
    r->part[part] = now; /* once: parts of other threads stand in the same cache line */
}

/* Parts whose contacts were not counted before are read one after the other. */
void cn_rest_read_contacts(cn_World *w, cn_RestSolve *d) {
    Reading r = {.w = w, .d = d};
    int parts = d->rest->factor.part_count > 1 ? CN_CHOLESKY_PARTS : 1;
    bool counted = is_counted(d);
    d->part_contact[0] = 0;
    for (int i = 0; counted && i < parts; i++)
        d->part_contact[i + 1] = d->part_contact[i] + d->task->part_contacts[i];
    if (counted) cn_cholesky_parts(parts, CN_CHOLESKY_AT_ONCE, read_part, &r, d->jobs);
    d->astray = false;
    for (int i = 0; i < parts; i++) {
        if (!counted) read_part(&r, i);
        const ReadPart *p = &r.part[i];
        d->part_contact[i + 1] = p->at;
        d->part_crossing[i] = p->crossing;
        d->known |= p->known;
        d->round |= p->round;
        d->astray |= p->astray;
    }
    d->contact_count = d->part_contact[parts];
}

#define LOCKED 1e9 /* times its mass: what a body weighs on a way that it must not go */

/* What does not go along an axis, or does not turn, weighs much there. */
static void read_locks(uint32_t locks, const cn_Motion *m, double *mass) {
    double own = mass[0], turning = own * (double)m->extent * (double)m->extent;
    if (locks & CN_BODY_LOCK_X) mass[0] = own * LOCKED;
    if (locks & CN_BODY_LOCK_Y) mass[1] = own * LOCKED;
    if (locks & CN_BODY_LOCK_ROTATION) mass[2] = turning * LOCKED;
}

static void to_frame(const cn_World *w, const cn_RestSolve *d, int body, double *u, double *free) {
    double at[3];
    cn_rest_relative(w, &d->frame, body, at);
    for (int i = 0; i < 3; i++) {
        free[i] += at[i] - u[i];
        u[i] = at[i];
    }
}

static void read_bodies_of(void *context, int part) {
    const Reading *r = context;
    const cn_World *w = r->w;
    cn_RestSolve *d = r->d;
    const cn_Cholesky *f = &d->rest->factor;
    for (int i = f->part_first[part]; i < f->part_first[part + 1]; i++) {
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
        d->free[3 * i] = (double)m->vx * (double)drive.kx + (double)drive.dvx;
        d->free[3 * i + 1] = (double)m->vy * (double)drive.ky + (double)drive.dvy;
        d->free[3 * i + 2] = (double)m->w * (double)drive.kw + (double)drive.dw;
        uint32_t locks = w->body_flags[body] & CN_REST_LOCKS;
        if (locks) read_locks(locks, m, d->mass + 3 * i);
        if (d->frame.moves) to_frame(w, d, body, d->u + 3 * i, d->free + 3 * i);
    }
}

void cn_rest_read_bodies(cn_World *w, cn_RestSolve *d) {
    Reading r = {.w = w, .d = d};
    double heaviest = 0, lies = 0;
    cn_cholesky_parts(d->rest->factor.part_count, CN_CHOLESKY_AT_ONCE, read_bodies_of, &r, d->jobs);
    d->lightest = d->smallest = d->thinnest = INFINITY;
    d->total = 0;
    for (int i = 0; i < d->body_count; i++) {
        double mass = w->cold[d->bodies[i]].mass, inner = w->cold[d->bodies[i]].inner_radius;
        heaviest = mass > heaviest ? mass : heaviest;
        d->lightest = mass < d->lightest ? mass : d->lightest;
        d->smallest = d->reach[i] < d->smallest ? d->reach[i] : d->smallest;
        d->thinnest = inner < d->thinnest ? inner : d->thinnest;
        d->total += mass;
        if (w->sleep_time[d->bodies[i]] >= 2 * CN_TIME_TO_SLEEP) lies += mass;
    }
    double small = SMALL * d->gravity * d->dt * d->dt;
    d->size = d->smallest < small ? d->smallest / small : 1;
    d->lies = lies > 0.5 * d->total;
    d->stiffness = STIFF * fmax(heaviest, OF_ALL * d->total);
    if (d->rest->harder) d->stiffness *= HARDER;
}
