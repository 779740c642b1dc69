/* impact.c: what bounces, bounces when it touches, and what is fast stops there.
 *
 * Contacts with restitution, and those of bodies that move further in a step than contacts see
 * ahead, are looked at in each sub-step before anything is solved: which of them come together
 * within it, and when. They are taken in the order of time; each gets its impulse at the moment of
 * touch, on the exact path of both bodies, and a body that it sends into a neighbour makes the next
 * impact at once: so a row of balls passes a blow on, ball by ball.
 * The rows of the solver leave fast approaches of such contacts to this file, but for those that
 * they follow: these get their manifold of the sub-step first (impact_rows.c).
 * Not here: when two come together (time_of_impact.c), which contacts (impact_candidates.c). */
#include "solver/impact/impact.h"

#include <string.h>

#include "activity/activity.h"
#include "base/rotation.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "wide/contact_block.h"
#include "wide/motion.h"
#include "world/dominance_entry.h"

/* count of blows on one body in a sub-step: beyond it the rows stop what comes */
#define MOST_BLOWS 12
#define MOST_DULL  4  /* count of these where little rebounds, and of all contacts at least */
#define MOST_FAST  48 /* count of these for what would be through the other body by then */
/* ratio to the speed of a first approach: a round body with less of it left is at rest */
#define LEFT 0.01f
/* ratio of extent to inner radius: less, and it is a disc about its centre, up to rounding */
#define ROUND 1.001f
/* ratio to half the thickness: what turns by less in a step is not deep before the next one */
#define SLAP 0.25f
/* ratio to its inner radius: what a link moves by more in a sub-step is looked at in that */
#define JOLT 0.1f

/* ---- the blow ----------------------------------------------------------------------------- */

/* The body has moved until t with the old velocity: its way is put right with the new one. Returns
 * by how much its surface is faster now, m/s at most. */
static float change(cn_World *w, int body, cn_Vec dv, float dw, float t) {
    if (w->mass[body].inv_m == 0) return 0;
    cn_Station at = cn_station(w, body);
    cn_Motion *m = at.motion;
    cn_StepBlock *k = at.block;
    int lane = at.lane;
    if (w->body_flags[body] & CN_BODY_LOCK_X) dv.x = 0;
    if (w->body_flags[body] & CN_BODY_LOCK_Y) dv.y = 0;
    cn_activity_disturb(w, body, CN_DISTURBED_MOTION);
    m->vx += dv.x;
    m->vy += dv.y;
    m->w += dw;
    m->dx -= t * dv.x;
    m->dy -= t * dv.y;
    if (dw != 0) m->dq = cn_rot_mul(cn_small_rotation(-t * dw), m->dq);
    k->vx[lane] += dv.x; /* not the rows' doing: they must not do it again */
    k->vy[lane] += dv.y;
    k->w[lane] += dw;
    return cn_length(dv) + cn_absf(dw) * m->extent;
}

/* Tells of itself in the block, from its first blow on. */
static cn_BlockRare *mark_blown(cn_Seat seat) {
    cn_Block *k = seat.block;
    uint8_t bit = (uint8_t)(1u << seat.lane);
    if (!(k->blown & bit)) k->rare->impact[0][seat.lane] = k->rare->impact[1][seat.lane] = 0;
    k->blown |= bit;
    return k->rare;
}

static cn_Xf come(const cn_Course *c, float t, float h) {
    return (cn_Xf){cn_course_way(c, t, h), cn_course_turn(c, t)};
}

/* By how much it changes the speed of a and of b. */
typedef struct Changes {
    float a, b;
} Changes;

/* How the two bodies of a contact go. */
typedef struct Courses {
    cn_Course a, b;
} Courses;

static bool is_disc(const cn_World *w, int piece) {
    return w->piece[piece].vertex_count == 1 && w->piece[piece].kind != CN_GEOM_PLANE;
}

/* Is there no other point than that of the manifold? */
static bool is_whole(const cn_World *w, const cn_Contact *c, const cn_ImpactManifold *manifold) {
    if (manifold->count > 1 || c->flags & CN_CONTACT_WHEELS) return true;
    bool disc = is_disc(w, c->piece_a) || is_disc(w, c->piece_b);
    return disc && manifold->count == 1 && !manifold->former;
}

/* With the point that is still too far away to touch in the sub-step. */
static cn_ImpactManifold whole(const cn_ImpactStep *f, const cn_Contact *c,
                               const cn_ImpactManifold *manifold, float t) {
    cn_ImpactManifold all;
    if (is_whole(f->w, c, manifold)) return *manifold;
    float reach = 0; /* m: no point of theirs is further from a face that it is over */
    if (f->w->mass[c->body_a].inv_m > 0) reach += 2 * cn_station(f->w, c->body_a).motion->extent;
    if (f->w->mass[c->body_b].inv_m > 0) reach += 2 * cn_station(f->w, c->body_b).motion->extent;
    return cn_impact_touch(f, c, t, reach, &all) ? all : *manifold;
}

/* The rows of the contact as it is at the time, without what they were pushing. After the blow the
 * far point may come faster, and they are to know of it for all of the step. Where nearly all of a
 * speed comes back they would keep some of it: there what comes far is looked for after the blow.
 */
static cn_BlockRare *ready(cn_World *w, const cn_ImpactStep *f, const cn_Contact *c,
                           cn_ImpactManifold *manifold, float t, const Courses *go) {
    cn_BlockRare *rare = mark_blown(cn_seat_of(w, c));
    cn_impact_retract(w, c, f->first);
    cn_ImpactManifold all = cn_impact_is_elastic(w, c) ? *manifold : whole(f, c, manifold, t);
    cn_impact_refit(w, c, &all, come(&go->a, t, f->h), come(&go->b, t, f->h));
    cn_impact_keep_near(manifold, CN_TOUCH); /* others have no part in the blow */
    cn_impact_follow(w, c);
    cn_impact_level(f, c, t, manifold);
    return rare;
}

/* m/s, at which turning brings the surfaces of two bodies about, at most. */
static float spin_of(const cn_World *w, const cn_Contact *c) {
    const cn_Motion *a = cn_station(w, c->body_a).motion, *b = cn_station(w, c->body_b).motion;
    return cn_absf(a->w) * a->extent + cn_absf(b->w) * b->extent;
}

/* Does a point that was still apart at the blow come in the rest of the step, and as a blow? */
static bool slaps(const cn_ImpactStep *f, cn_Seat seat, const cn_ImpactManifold *all, float t,
                  const Courses *go) {
    float dt = f->h * (float)f->w->def.substeps;
    cn_Vec v = cn_sub(cn_course_velocity(&go->b, t, f->h), cn_course_velocity(&go->a, t, f->h));
    for (int i = 0; i < all->count; i++) {
        cn_Vec turn = cn_sub(cn_cross_sv(go->b.w, all->rb[i]), cn_cross_sv(go->a.w, all->ra[i]));
        float speed = -cn_dot(cn_add(v, turn), all->normal);
        if (all->gap[i] <= CN_TOUCH || speed <= seat.block->rare->blow_speed[seat.lane]) continue;
        if (all->gap[i] < dt * speed) return true;
    }
    return false;
}

/* What an elastic blow has turned so fast that its other end may be deep before the next step: the
 * rows learn of that end, so that it is struck, too. */
static void look_far(cn_World *w, const cn_ImpactStep *f, const cn_Contact *c,
                     const cn_ImpactManifold *manifold, float t) {
    if (manifold->count != 1 || c->flags & CN_CONTACT_WHEELS || !cn_impact_is_elastic(w, c)) return;
    float dt = f->h * (float)w->def.substeps;
    if (dt * spin_of(w, c) < SLAP * cn_impact_thin(w, c->body_a, c->body_b)) return;
    Courses go = {cn_impact_course(f, c->body_a), cn_impact_course(f, c->body_b)};
    cn_ImpactManifold all = whole(f, c, manifold, t);
    if (all.count < 2 || !slaps(f, cn_seat_of(w, c), &all, t, &go)) return;
    cn_impact_refit(w, c, &all, come(&go.a, t, f->h), come(&go.b, t, f->h));
    cn_impact_follow(w, c);
}

static void note_impulses(cn_World *w, const cn_Contact *c, cn_BlockRare *rare, int count,
                          const float *normal) {
    int lane = cn_seat_of(w, c).lane;
    for (int i = 0; i < count; i++)
        rare->impact[i < c->count ? i : c->count - 1][lane] += normal[i];
}

static Changes blow(cn_World *w, const cn_ImpactStep *f, const cn_Contact *c,
                    const cn_ImpactManifold *manifold, float t, cn_BlockRare *rare,
                    const Courses *go) {
    cn_Blow v = {.va = cn_course_velocity(&go->a, t, f->h),
                 .vb = cn_course_velocity(&go->b, t, f->h),
                 .wa = go->a.w,
                 .wb = go->b.w};
    cn_contact_masses(w, c, &v.ma, &v.mb);
    cn_Impulses impulses;
    cn_Blow by = cn_impact_strike(f, c, manifold, &v, &impulses);
    note_impulses(w, c, rare, manifold->count, impulses.normal);
    return (Changes){change(w, c->body_a, by.va, by.wa, t), change(w, c->body_b, by.vb, by.wb, t)};
}

/* ---- all of a sub-step, in order of time -------------------------------------------------- */

/* Do the two pass each other in a sub-step by more than the thinner of them is thick? */
static bool flies_through(const cn_World *w, const cn_ImpactStep *f, const cn_Contact *c) {
    const cn_Motion *a = cn_station(w, c->body_a).motion, *b = cn_station(w, c->body_b).motion;
    float way = f->h * cn_length((cn_Vec){b->vx - a->vx, b->vy - a->vy});
    return way > cn_impact_thin(w, c->body_a, c->body_b);
}

/* Does no blow turn it so that another side of it comes? */
static bool is_round(const cn_World *w, int body) {
    cn_Mass m = w->mass[body];
    if (m.inv_m == 0 || m.inv_i == 0) return true;
    return cn_station(w, body).motion->extent <= ROUND * w->cold[body].inner_radius;
}

/* Each takes its share of the speed, and of what is jammed little is left soon. */
static int most_rebounds(float restitution) {
    int most = 1;
    for (float left = restitution; left > LEFT && most < MOST_BLOWS; most++) left *= restitution;
    return most;
}

static int most_blows(const cn_World *w, const cn_ImpactStep *f, const cn_Contact *c, cn_Seat at) {
    if (at.block->rare->flags[at.lane] & CN_CONTACT_FAST && flies_through(w, f, c))
        return MOST_FAST;
    if (!(c->flags & CN_CONTACT_LIVELY)) return MOST_DULL;
    if (!is_round(w, c->body_a) || !is_round(w, c->body_b)) return MOST_BLOWS;
    return most_rebounds(cn_contact_cold(w, c)->restitution);
}

/* Room for what is noted by body and by seat; all of it is 0 between sub-steps. */
static bool reserve(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int seats = s->order.block_count * CN_LANES;
    int bodies = w->bodies.count;
    return CN_GROW(s->impact.blows, bodies) && CN_GROW(s->impact.blown, bodies) &&
           CN_GROW(s->impact.struck, bodies) && CN_GROW(s->impact.looks, seats) &&
           CN_GROW(s->impact.looked, seats);
}

/* A world has many bodies and contacts, and a sub-step few blows. */
static void forget(cn_StepMemory *s) {
    for (int i = 0; i < s->impact.blown_count; i++) s->impact.blows[s->impact.blown[i]] = 0;
    for (int i = 0; i < s->impact.looked_count; i++)
        s->impact.looks[s->impact.looked[i]] = (cn_ImpactLook){0};
    s->impact.blown_count = s->impact.looked_count = 0;
}

/* Beyond what a count holds all is the rows' long since. */
static void count_blow(cn_StepMemory *s, int body) {
    uint8_t *blows = &s->impact.blows[body];
    if (*blows == 0) s->impact.blown[s->impact.blown_count++] = body;
    *blows += *blows < UINT8_MAX;
}

/* The last of a contact in this sub-step but its first, at which no body has had a blow. */
static cn_ImpactLook *last_look(cn_StepMemory *s, int contact) {
    return &s->impact.looks[s->order.lane[contact]];
}

static void note_look(cn_StepMemory *s, int contact, cn_ImpactLook now) {
    cn_ImpactLook *last = last_look(s, contact);
    if (last->stamp == 0) s->impact.looked[s->impact.looked_count++] = s->order.lane[contact];
    *last = now;
}

/* Was it looked at since the last blow on its bodies, and what is seen from now on is known?
 * Nothing but a blow changes that: no touch will be none later. One that was found is looked for
 * again from later times: it is met within CN_TOUCH, and the nearer the start the better. */
static bool is_known(const cn_World *w, const cn_Contact *c, const cn_ImpactLook *last,
                     float from) {
    return last->stamp == cn_impact_stamp(w, c) && (last->from == from || last->from == CN_NEVER);
}

static void look(cn_World *w, const cn_ImpactStep *f, int contact, float from) {
    cn_ImpactManifold manifold;
    const cn_Contact *c = &w->contact[contact];
    if (is_known(w, c, last_look(&w->scratch, contact), from)) return;
    float t = cn_impact_time(f, c, from, &manifold);
    note_look(&w->scratch, contact,
              (cn_ImpactLook){cn_impact_stamp(w, c), t > f->h ? CN_NEVER : from});
    cn_Seat at = cn_seat_of(w, c);
    cn_impact_vouch(at, t > f->h && manifold.clear);
    if (t > f->h) return;
    int a = w->scratch.impact.blows[c->body_a], b = w->scratch.impact.blows[c->body_b];
    int blown = a > b ? a : b;
    if (blown < MOST_DULL || blown < most_blows(w, f, c, at))
        cn_impact_put_found(w, t, contact, &manifold);
    else
        cn_impact_yield(w, c);
}

static void look_again(cn_World *w, const cn_ImpactStep *f, int contact, cn_Seat seat, float from) {
    if (cn_impact_may_touch(f, seat)) look(w, f, contact, from);
}

/* In a crowd where its rebounds are dull a body loses nothing by waiting for the next sub-step,
 * unless it is so fast that it would be through a neighbour by then. */
static bool hurries(const cn_World *w, const cn_ImpactStep *f, int body) {
    if (w->body_flags[body] & CN_BODY_LIVELY || w->cold[body].near_count <= CN_CROWD / 2)
        return true;
    const cn_Motion *m = cn_station(w, body).motion;
    return f->h * cn_length((cn_Vec){m->vx, m->vy}) > w->cold[body].inner_radius;
}

/* m at most, by which turning has brought the surface of a body out, or will in the sub-step; m/s
 * by which it does. */
typedef struct Turning {
    float way, speed;
} Turning;

static Turning turning_of(const cn_Motion *m, float h) {
    float speed = cn_absf(m->w) * m->extent;
    return (Turning){cn_absf(m->dq.s) * m->extent + h * speed, speed};
}

/* May the body, that moves like this, reach what is near in the sub-step, and fast enough? Says no
 * where cn_impact_may_touch does, most of the time. */
static bool may_reach(const cn_ImpactNear *near, const cn_Motion *m, Turning own,
                      const cn_Motion *other, float h) {
    float x = other->vx - m->vx, y = other->vy - m->vy, way = 0, speed = 0;
    if (!(near->flags & CN_CONTACT_WHEELS)) {
        Turning its = turning_of(other, h);
        way = own.way + its.way, speed = own.speed + its.speed;
    }
    float opens = x * near->nx + y * near->ny;
    if (CN_HASTE * (speed - opens) <= near->blow_speed) return false;
    float come = (other->dx - m->dx) * near->nx + (other->dy - m->dy) * near->ny;
    return near->gap + come + h * opens - way < CN_ARRIVES;
}

/* Any contact of the body may be next. */
static void look_around(cn_World *w, const cn_ImpactStep *f, int body, float from) {
    if (w->mass[body].inv_m == 0 || !hurries(w, f, body)) return;
    const cn_StepMemory *s = &w->scratch;
    int station = s->order.station[body];
    const cn_Motion *m = &s->order.step_motion[station];
    Turning turning = turning_of(m, f->h);
    cn_impact_widen(w, station, f->h * (float)w->def.substeps);
    for (int i = s->impact.near_first[station]; i < s->impact.near_first[station + 1]; i++) {
        const cn_ImpactNear *near = &s->impact.near[i];
        if (!may_reach(near, m, turning, &s->order.step_motion[near->station], f->h)) continue;
        if (near->flags & CN_CONTACT_WHEELS) /* there is no more to say of discs */
            look(w, f, near->contact, from);
        else
            look_again(w, f, near->contact, cn_seat_at(w, near->seat), from);
    }
}

/* A blow that hardly moves a body, like that of a pea on a drum, changes no other's time: neither
 * is it counted, nor are the neighbours looked at again. */
static bool is_moved(const cn_ImpactStep *f, float change) { return change * f->h > CN_TOUCH; }

static void pass_on(cn_World *w, const cn_ImpactStep *f, int body, float change) {
    cn_StepMemory *s = &w->scratch;
    if (!is_moved(f, change)) return;
    count_blow(s, body);
    s->impact.struck[s->impact.struck_count++] = body;
}

/* When all that one blow strikes has been counted: what is found between two of it before would be
 * out of date at once. */
static void look_around_struck(cn_World *w, const cn_ImpactStep *f, float from) {
    cn_StepMemory *s = &w->scratch;
    for (int i = 0; i < s->impact.struck_count; i++) look_around(w, f, s->impact.struck[i], from);
    s->impact.struck_count = 0;
}

/* The same for the two of a plain blow. */
static void look_around_two(cn_World *w, const cn_ImpactStep *f, const cn_Contact *c,
                            Changes changes, float from) {
    bool a = is_moved(f, changes.a), b = is_moved(f, changes.b);
    if (a) count_blow(&w->scratch, c->body_a);
    if (b) count_blow(&w->scratch, c->body_b);
    if (a) look_around(w, f, c->body_a, from);
    if (b) look_around(w, f, c->body_b, from);
}

/* Something light between a hammer and an anvil takes the blow together with that. */
static bool spread(cn_World *w, const cn_ImpactStep *f, cn_ImpactEvent next, cn_BlockRare *rare,
                   Changes *changes) {
    const cn_ImpactManifold *found = &w->scratch.impact.manifolds[next.manifold];
    const cn_Contact *c = &w->contact[next.contact];
    cn_ClusterPush push;
    float by[CN_CLUSTER_BODIES];
    *changes = (Changes){0};
    if (!cn_impact_spread(f, next.contact, next.time, found, &push)) return false;
    note_impulses(w, c, rare, 2, push.normal);
    for (int i = 0; i < push.count; i++) {
        by[i] = change(w, push.body[i], push.dv[i], push.dw[i], next.time);
        if (push.body[i] == c->body_a) changes->a = by[i];
        if (push.body[i] == c->body_b) changes->b = by[i];
    }
    for (int i = 0; i < push.count; i++) pass_on(w, f, push.body[i], by[i]);
    return true;
}

/* m/s at most, by which it changes the speed of the surface. */
static float felt(const cn_World *w, const cn_Push *p) {
    return cn_length(p->dv) + cn_absf(p->dw) * cn_station(w, p->body).motion->extent;
}

/* What one of the two bodies is linked to, or that body alone, gets its part. */
static void change_side(cn_World *w, const cn_ImpactStep *f, const cn_Held *held, int side,
                        const double impulse[6], cn_Push alone, float t) {
    if (held->by[side] < 0) change(w, alone.body, alone.dv, alone.dw, t);
    if (held->by[side] < 0 || (side == 1 && held->by[0] == held->by[1])) return;
    f->holder->push(f, held, side, t, impulse);
    for (int i = 0; i < held->count[side]; i++) {
        cn_Push p = f->holder->pushed(w, held, side, i);
        change(w, p.body, p.dv, p.dw, t);
    }
}

/* Any of it may run into something; of what is only linked to it the next sub-step sees that soon
 * enough, unless it has got much. */
static void pass_side(cn_World *w, const cn_ImpactStep *f, const cn_Held *held, int side,
                      cn_Push alone) {
    if (held->by[side] < 0) pass_on(w, f, alone.body, felt(w, &alone));
    if (held->by[side] < 0 || (side == 1 && held->by[0] == held->by[1])) return;
    for (int i = 0; i < held->count[side]; i++) {
        cn_Push p = f->holder->pushed(w, held, side, i);
        bool struck =
            i == held->member[side] || (held->by[0] == held->by[1] && i == held->member[1 - side]);
        float by = felt(w, &p), least = struck ? 0 : JOLT * w->cold[p.body].inner_radius;
        if (by * f->h > least) pass_on(w, f, p.body, by);
    }
}

/* Most blows are of what has no joint. */
static bool may_be_held(const cn_World *w, const cn_Contact *c) {
    if (!(c->flags & CN_CONTACT_BOUNCY) || w->articulations.count == 0) return false;
    return w->cold[c->body_a].first_joint >= 0 || w->cold[c->body_b].first_joint >= 0;
}

/* A blow with rebound goes through links to all that they hold together. False: they hold none. */
static bool strike_held(cn_World *w, const cn_ImpactStep *f, cn_ImpactEvent next,
                        const cn_ImpactManifold *manifold, cn_BlockRare *rare, Changes *changes) {
    const cn_Contact *c = &w->contact[next.contact];
    cn_Held held;
    cn_Impulses impulses;
    double all[6];
    if (!f->holder->hold(f, c, next.time, &held)) return false;
    cn_Blow v = {.held = &held};
    cn_contact_masses(w, c, &v.ma, &v.mb);
    v.va = (cn_Vec){(float)held.v[0], (float)held.v[1]}, v.wa = (float)held.v[2];
    v.vb = (cn_Vec){(float)held.v[3], (float)held.v[4]}, v.wb = (float)held.v[5];
    cn_Blow by = cn_impact_strike(f, c, manifold, &v, &impulses);
    note_impulses(w, c, rare, manifold->count, impulses.normal);
    cn_impact_add_up(manifold, &impulses, all);
    cn_Push a = {c->body_a, by.va, by.wa}, b = {c->body_b, by.vb, by.wb};
    change_side(w, f, &held, 0, all, a, next.time);
    change_side(w, f, &held, 1, all, b, next.time);
    pass_side(w, f, &held, 0, a);
    pass_side(w, f, &held, 1, b);
    *changes = (Changes){felt(w, &a), felt(w, &b)};
    return true;
}

/* What the blow after this one reads first. */
static void fetch_sooner(const cn_World *w) {
    const cn_StepMemory *s = &w->scratch;
    if (s->impact.impact_count == 0) return;
    const cn_Contact *c = &w->contact[s->impact.impacts[0].contact];
    cn_fetch(c);
    cn_fetch(&c->piece_a);
    cn_fetch(&s->order.lane[s->impact.impacts[0].contact]);
}

static void next_blow(cn_World *w, const cn_ImpactStep *f, cn_ImpactEvent next) {
    const cn_Contact *c = &w->contact[next.contact];
    fetch_sooner(w);
    if (next.stamp != cn_impact_stamp(w, c)) {
        /* the blow that came between may have looked at no other contact (hurries) */
        uint32_t either = w->body_flags[c->body_a] | w->body_flags[c->body_b];
        if (!(either & CN_BODY_LIVELY)) look_again(w, f, next.contact, cn_seat_of(w, c), next.time);
        return;
    }
    cn_ImpactManifold manifold =
        w->scratch.impact.manifolds[next.manifold]; /* the list grows meanwhile */
    Courses go = {cn_impact_course(f, c->body_a), cn_impact_course(f, c->body_b)};
    cn_BlockRare *rare = ready(w, f, c, &manifold, next.time, &go);
    Changes changes;
    if (!spread(w, f, next, rare, &changes) &&
        !(may_be_held(w, c) && strike_held(w, f, next, &manifold, rare, &changes))) {
        changes = blow(w, f, c, &manifold, next.time, rare, &go);
        look_around_two(w, f, c, changes, next.time);
    }
    if (w->scratch.impact.struck_count > 0) look_around_struck(w, f, next.time);
    look_far(w, f, c, &manifold, next.time);
    /* its rows are new; a body that was not moved is not counted, and would be looked at without
     * end */
    bool moved = is_moved(f, cn_maxf(changes.a, changes.b));
    cn_Seat seat = cn_seat_of(w, c);
    if (!moved || cn_impact_may_touch(f, seat)) return;
    if (!(c->flags & CN_CONTACT_LIVELY))
        cn_impact_vouch(seat, false); /* it stays where it touches */
    else if (cn_impact_left(f, c, next.time, &manifold))
        cn_impact_vouch(seat, manifold.clear);
    else
        look(w, f, next.contact, next.time);
}

/* ---- the first looks, side by side -------------------------------------------------------- */

/* count of contacts, a job of a thread: fewer balance better, more cost less */
#define LOOKS_EACH 4

typedef struct Looks {
    cn_World *w;
    const cn_ImpactStep *step;
    int count;
} Looks;

/* What the next look reads, while this one computes. */
static void fetch_next(const cn_World *w, const cn_ImpactEvent *next) {
    const cn_Contact *c = &w->contact[next->contact];
    cn_Seat seat = cn_seat_at(w, next->manifold);
    cn_fetch(c);
    cn_fetch(&c->piece_a);
    cn_fetch_own(&seat.block->rare->bounce_depth[seat.lane]);
}

static bool is_followed(cn_Seat seat) { return seat.block->followed >> seat.lane & 1; }

static void glance(const cn_ImpactStep *f, const cn_Contact *c, cn_Seat seat,
                   cn_ImpactManifold *manifold) {
    float leaves[2];
    cn_impact_glance(f, c, manifold, leaves);
    for (int i = 0; i < 2; i++) seat.block->rare->rebound[i][seat.lane] = leaves[i];
}

static void look_first(void *context, int first, int last, int worker) {
    const Looks *l = context;
    const cn_StepMemory *s = &l->w->scratch;
    (void)worker;
    for (int i = first; i < last; i++) {
        const cn_Contact *c = &l->w->contact[s->impact.impacts[i].contact];
        fetch_next(l->w, &s->impact.impacts[i + 1 < l->count ? i + 1 : i]);
        cn_Seat seat = cn_seat_at(l->w, s->impact.impacts[i].manifold);
        cn_ImpactManifold *manifold = &s->impact.manifolds[i];
        if (is_followed(seat)) {
            glance(l->step, c, seat, manifold);
            continue;
        }
        float t = s->impact.impacts[i].time = cn_impact_time(l->step, c, 0, manifold);
        cn_impact_vouch(seat, t > l->step->h && manifold->clear);
    }
}

/* The heap stays behind what it is made of. */
static void sort_looks(cn_World *w, const cn_ImpactStep *f, int count) {
    cn_StepMemory *s = &w->scratch;
    s->impact.manifold_count = count;
    for (int i = 0; i < count; i++) {
        cn_ImpactEvent e = s->impact.impacts[i];
        cn_Seat seat = cn_seat_at(w, e.manifold);
        if (is_followed(seat))
            cn_impact_trail(w, seat, f->first, &s->impact.manifolds[i]);
        else if (e.time <= f->h)
            cn_impact_put(w, e.time, e.contact, i);
    }
}

/* Contacts that may come together, in the order of blocks, where the heap will be, with their seats
 * for the time being; and room for their touches. Returns how many, 0 without memory: the rows stop
 * them then. */
static int list_coming(cn_StepMemory *s) {
    int n = 0;
    for (int i = 0; i < s->order.block_count; i++) {
        unsigned bits = s->order.coming[i];
        if (bits && !CN_GROW(s->impact.impacts, n + CN_LANES)) return 0;
        for (; bits; bits &= bits - 1) {
            int lane = __builtin_ctz(bits);
            s->impact.impacts[n].contact = s->order.blocks[i].rare->contact[lane];
            s->impact.impacts[n++].manifold = i * CN_LANES + lane;
        }
    }
    bool room = CN_GROW(s->impact.manifolds, n);
    return room ? n : 0;
}

void cn_impact_solve(cn_World *w, cn_Jobs *jobs, const cn_Holder *holder, float h,
                     float least_speed, bool first) {
    cn_StepMemory *s = &w->scratch;
    cn_ImpactStep f = {w, h, cn_maxf(least_speed, 0), cn_impact_fast_speed(h), first, holder};
    s->impact.impact_count = s->impact.manifold_count = s->impact.struck_count = 0;
    cn_impact_part(w, first);
    int count = list_coming(s);
    if (count == 0 || !reserve(w)) return;
    Looks looks = {w, &f, count};
    cn_jobs_run(jobs, look_first, &looks, count, LOOKS_EACH);
    sort_looks(w, &f, count);
    for (int i = 0; i < w->articulations.count; i++) w->articulations.list[i].struck = false;
    while (s->impact.impact_count > 0) next_blow(w, &f, cn_impact_take(s));
    forget(s);
}
