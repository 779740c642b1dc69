/* tunnel.c: no body's middle passes a surface that cannot be pushed within a step.
 *
 * Impacts and rows look at contacts along what was expected when the step began. A body that joints
 * or a crowd have moved elsewhere since, or that carries more than its rows hold, may be in a wall
 * or behind it by now. So a body that has moved by more than a quarter of its thickness, or is
 * pressed deep into something, has the way of its middle drawn through what it met, as seen from
 * there, so that walls may move; what it crosses puts it back. For as long as the middle of a body
 * is within the box that was looked at, nothing but its contacts can have been met; else the trees
 * are asked.
 * Of what is long the ends are drawn as well: what they cross stops it, turned as it was then.
 * Bodies that are wary (safety below 0.5) have the way of a disc about their middle drawn. Bullets
 * are held by what can be pushed as well: both give way then.
 * Placing bodies in lanes says which bodies moved far (wide/place_kernel.h); contacts with walls
 * then say of which bodies more has to be asked (passing.c). Not here: what was foreseen
 * (impact.c). Source of the idea that a thin core is enough: Catto, "Continuous Collision", GDC
 * 2013. */
#include "solver/ccd/tunnel.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "activity/activity.h"
#include "bvh/bvh.h"
#include "contact/contact_mix.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "solver/ccd/guard.h"
#include "wide/contact_block.h"
#include "wide/motion.h"
#include "world/body_state.h"
#include "world/dominance_entry.h"

/* ratio to its inner radius: a body whose contact is so deep in a wall is looked at */
#define DEEP    0.25f
#define LEAST   2.0f /* times the slop: how deep any body may be */
#define NEAREST 0.2f /* times the slop, at which a middle is left from a surface at least */
#define AGAIN   3    /* times that a bullet is put back by whatever it meets */
#define HARDER  6    /* times more, by what is ever harder to push */
#define HARDLY  0.3f /* ratio of inverse masses, from each of those times to the next */
/* ratio of the way to a crossing, after which an end is stopped: clear of the surface */
#define BEFORE 0.9f
/* count of groups of eight bodies, a job of a thread: fewer balance better, more cost less */
#define OCTETS_EACH 16
/* count of blocks, a job of a thread: fewer balance better, more cost less */
#define BLOCKS_EACH 32
/* count of words of contacts, a job of a thread: fewer balance better, more cost less */
#define WORDS_EACH 8

/* ---- putting it back ---------------------------------------------------------------------- */

static void shift(cn_World *w, int body, double x, double y) {
    w->pose[body].x += x;
    w->pose[body].y += y;
    w->old_pose[body].dx += (float)x;
    w->old_pose[body].dy += (float)y;
    cn_body_jumps(w, body);
}

/* Null for a body that was not awake. They are in order of their index. */
static cn_AwakeOctet *octet_of(cn_World *w, int body) {
    cn_AwakeOctet *octets = w->scratch.activity.octets;
    int first = 0, end = w->scratch.activity.octet_count;
    while (first < end) {
        int middle = first + (end - first) / 2, after = body / CN_LANES - octets[middle].index;
        if (after == 0) return &octets[middle];
        first = after > 0 ? middle + 1 : first;
        end = after > 0 ? end : middle;
    }
    return NULL;
}

/* It may go from pi to -pi where it had not when it was placed. */
static void turn(cn_World *w, int body, cn_Rot q) {
    cn_AwakeOctet *g = octet_of(w, body);
    if (g) g->turns |= (uint8_t)(1u << body % CN_LANES);
    w->pose[body].q = q;
}

/* In the whole step, rad, whatever its spin is now: what counts turns, and what is drawn of it
 * after, asks for the mean of both. */
static void has_turned(cn_World *w, int body, float way) {
    w->sync[body].began = 2 * way / w->scratch.dt - w->motion[body].w;
}

/* By an impulse of j along n, kg m/s, with a lever about its middle, m. What a body that is lost
 * (finalize.c) would do to others is not done: these have been looked at. */
static void push(cn_World *w, int body, float j, cn_Vec n, float lever) {
    const cn_Mass *mass = &w->mass[body];
    const cn_Motion *m = &w->motion[body];
    cn_Vec p = cn_scale(j, n), v = cn_mul_add((cn_Vec){m->vx, m->vy}, mass->inv_m, p);
    float spin = m->w + mass->inv_i * lever * j;
    if (mass->inv_m == 0 && mass->inv_i == 0) return;
    if (!cn_is_finite((double)v.x) || !cn_is_finite((double)v.y) || !cn_is_finite((double)spin))
        return;
    cn_activity_disturb(w, body, CN_DISTURBED_MOTION);
    w->motion[body].vx = v.x;
    w->motion[body].vy = v.y;
    w->motion[body].w = spin;
}

/* m/s, by which what comes at vn < 0 is changed. */
static float leave(const cn_Way *way, float vn) {
    float e = cn_contact_restitution(way->w, way->piece, way->other);
    return -vn * e > (float)cn_world_restitution_speed(way->w) ? -vn * (1 + e) : -vn;
}

/* The middles of both bodies, as if they were hit there. */
static void rebound(cn_World *w, const cn_Way *way, cn_Pos at) {
    int other = w->piece[way->other].body;
    cn_Vec n = cn_rotate(w->pose[other].q, way->normal);
    const cn_Motion *m = &w->motion[way->body];
    float vn = cn_dot(cn_sub((cn_Vec){m->vx, m->vy}, cn_velocity_at(w, other, at)), n);
    if (vn >= 0) return;
    bool follows = cn_dominance_lead(w, other, way->body) > 0; /* way->body does */
    float inv_m = w->mass[way->body].inv_m + (follows ? 0 : w->mass[other].inv_m);
    float j = leave(way, vn) / inv_m;
    push(w, way->body, j, n, 0);
    if (!follows) push(w, other, -j, n, 0);
}

/* How far from the surface its middle may be left: its size, if it did not begin nearer; never so
 * near that rounding decides on which side of it the next step begins. */
static float room_of(const cn_Way *way) {
    const cn_World *w = way->w;
    float least = NEAREST * cn_touch_slop(w);
    float room = cn_maxf(w->cold[way->body].inner_radius - way->room, cn_touch_slop(w));
    return cn_maxf(cn_minf(room, way->reached), least);
}

/* Out of the surface again, straight: what it has gone along it was not stopped. Something else may
 * be there: with back it goes to where it met the surface instead. */
static void stop(cn_World *w, const cn_Way *way, bool back) {
    float deep = cn_dot(cn_sub(way->hit, way->end), way->normal), room = room_of(way);
    cn_Vec to = back ? cn_mul_add(way->hit, room, way->normal)
                     : cn_mul_add(way->end, deep + room, way->normal);
    cn_Pos at = cn_pose_global(&w->pose[w->piece[way->other].body], to);
    shift(w, way->body, at.x - way->to.x, at.y - way->to.y);
    rebound(w, way, at);
}

/* As if it were hit at a point of its surface, along n. */
static void glance(cn_World *w, const cn_Way *way, cn_Pos at, cn_Vec n) {
    int body = way->body, other = w->piece[way->other].body;
    cn_Pos center = cn_pose_center(&w->pose[body]);
    cn_Vec r = {(float)(at.x - center.x), (float)(at.y - center.y)};
    float vn = cn_dot(cn_sub(cn_velocity_at(w, body, at), cn_velocity_at(w, other, at)), n);
    if (vn >= 0) return;
    cn_Mass m = w->mass[body];
    float lever = cn_cross(r, n), j = leave(way, vn) / (m.inv_m + m.inv_i * lever * lever);
    push(w, body, j, n, lever);
}

/* A body and a wall at a time of the step. */
typedef struct Then {
    cn_Passage own_passage, wall_passage;
    cn_Pose own, wall;
} Then;

static Then then_at(const cn_World *w, int body, int wall, float t) {
    Then then = {.own_passage = cn_passage_of(w, body), .wall_passage = cn_passage_of(w, wall)};
    then.own = cn_passage_pose(&then.own_passage, t);
    then.wall = cn_passage_pose(&then.wall_passage, t);
    return then;
}

/* The rotation that it had then, as the wall has turned on. */
static cn_Rot carried(const Then *then) {
    return cn_rot_mul(then->wall_passage.now.q, cn_rot_rel(then->wall.q, then->own.q));
}

/* An end of something long is stopped with the body turned as it was then: to move it aside instead
 * would throw it by as far as the end has swung. All as seen from the wall, which may have moved.
 */
static void hold(cn_World *w, const cn_Way *way) {
    int body = way->body, other = w->piece[way->other].body;
    Then then = then_at(w, body, other, BEFORE * way->fraction);
    const cn_Pose *wall = &then.wall_passage.now;
    cn_Pose *pose = &w->pose[body];
    cn_Vec middle = cn_pose_local(&then.wall, cn_pose_center(&then.own));
    cn_Vec rest = cn_sub(cn_pose_local(wall, cn_pose_center(pose)), middle);
    cn_Vec along = cn_mul_add(rest, -cn_dot(rest, way->normal), way->normal);
    cn_Pos to = cn_pose_global(wall, cn_add(middle, along));
    turn(w, body, carried(&then));
    cn_Vec arm = cn_rotate(pose->q, pose->center);
    shift(w, body, to.x - (double)arm.x - pose->x, to.y - (double)arm.y - pose->y);
    glance(w, way, cn_pose_global(pose, way->local), cn_rotate(w->pose[other].q, way->normal));
    has_turned(w, body, BEFORE * way->fraction * then.own_passage.turn);
}

/* What has turned over a corner goes back to where it was clear of it, as that has gone on. */
static void turn_back(cn_World *w, int body, int piece, const cn_Turning *t) {
    int other = w->piece[t->wall].body;
    Then then = then_at(w, body, other, t->time);
    cn_Pose *pose = &w->pose[body];
    cn_Vec origin = cn_pose_local(&then.wall, (cn_Pos){then.own.x, then.own.y});
    cn_Pos to = cn_pose_global(&then.wall_passage.now, origin);
    turn(w, body, carried(&then));
    shift(w, body, to.x - pose->x, to.y - pose->y);
    cn_Way way = {.w = w, .body = body, .piece = piece, .other = t->wall};
    glance(w, &way, cn_pose_global(&w->pose[other], t->at), cn_rotate(pose->q, t->normal));
    has_turned(w, body, t->time * then.own_passage.turn);
}

/* ---- which bodies are looked at ----------------------------------------------------------- */

static float core_of(const cn_World *w, int body) {
    if (!(w->body_flags[body] & CN_BODY_WARY)) return 0;
    float inner = w->cold[body].inner_radius;
    float deep = cn_maxf(2 * cn_guard_safety_of(w, body) * inner, LEAST * cn_touch_slop(w));
    return cn_maxf(inner - deep, 0);
}

static cn_Way way_of(const cn_World *w, int body, int piece, cn_Vec local) {
    cn_Way way = {.w = w, .body = body, .piece = piece, .local = local, .fraction = 2, .other = -1};
    cn_Pose then = cn_pose_before(w, body);
    way.from = cn_pose_global(&then, local);
    way.to = cn_pose_global(&w->pose[body], local);
    return way;
}

/* A corner of something long, less what may touch: as far from both of its sides as the middle. */
static cn_Vec end_of(const cn_World *w, int body, const cn_Geom *geom, int corner) {
    float inner = w->cold[body].inner_radius;
    cn_Vec p = geom->vertices[corner];
    if (geom->count > 2) {
        cn_Vec n = geom->normals[corner],
               m = geom->normals[(corner > 0 ? corner : geom->count) - 1];
        float in = (geom->radius - inner) / cn_maxf(1 + cn_dot(n, m), 1);
        p = cn_mul_add(p, in, cn_add(n, m));
    }
    cn_Vec d = cn_sub(w->pose[body].center, p);
    return cn_mul_add(p, cn_minf(2 * inner / cn_length(d), 0.5f), d);
}

static void check_ends(cn_World *w, int body, int piece) {
    cn_Geom geom = cn_piece_geom(w, piece);
    for (int i = 0; i < geom.count; i++) {
        cn_Way way = way_of(w, body, piece, end_of(w, body, &geom, i));
        cn_way_try_contacts(&way);
        if (way.fraction <= 1) hold(w, &way);
    }
}

/* Only where it has turned by so much that a corner may be behind it. */
static void check_spine(cn_World *w, int body, int piece) {
    cn_Turning found;
    if (cn_guard_swing_of(w, body) < w->cold[body].inner_radius) return;
    if (cn_turning_find(&found, w, body, piece)) turn_back(w, body, piece, &found);
}

/* What has put a body back. */
typedef enum Stop { STOP_NONE = 0, STOP_STILL = 1, STOP_MOVING = 2 } Stop; /* bits */

/* Draws the way of its middle, and returns what has put it back. */
static unsigned check_middle(cn_World *w, int body, int piece, float most, bool back) {
    cn_Way way = way_of(w, body, piece, cn_guard_middle_of(w, body, piece));
    way.most = most;
    way.core = core_of(w, body);
    /* what waits and never met by what was expected may be a target */
    bool all = most > 0 || !cn_guard_foreseen(w, piece, way.to);
    if (all) cn_way_try_all(&way);
    /* what was struck is where the trees have not followed it to yet */
    if (!all || most > 0) cn_way_try_contacts(&way);
    if (way.fraction > 1) return STOP_NONE;
    stop(w, &way, back);
    return w->body_flags[w->piece[way.other].body] & CN_BODY_KINEMATIC ? STOP_MOVING : STOP_STILL;
}

static unsigned check_piece(cn_World *w, int body, int piece, float most) {
    if (most == 0 && w->body_flags[body] & CN_BODY_LONG) {
        check_spine(w, body, piece);
        if (cn_guard_is_alone(w, piece)) check_ends(w, body, piece);
    }
    unsigned stopped = check_middle(w, body, piece, most, false);
    return stopped ? stopped | check_middle(w, body, piece, most, true) : STOP_NONE;
}

static unsigned check_once(cn_World *w, int body, float most) {
    unsigned stopped = STOP_NONE;
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next) {
        const cn_Traits *t = cn_shape_traits(w, s);
        if (t->sensor || t->disabled) continue;
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next)
            stopped |= check_piece(w, body, p, most);
    }
    return stopped;
}

/* All the way, with what it has turned. */
static void withdraw(cn_World *w, int body) {
    cn_Pose then = cn_pose_before(w, body), *pose = &w->pose[body];
    shift(w, body, then.x - pose->x, then.y - pose->y);
    turn(w, body, then.q);
    has_turned(w, body, 0);
}

/* Returns whether anything has put it back. One piece may have moved another into something: a body
 * that finds no place in a corner goes back to where it began, unless a wall that moves may be
 * there by now. */
static bool check(cn_World *w, int body, float most) {
    unsigned all = check_once(w, body, most), again = all;
    for (int k = 0; k < AGAIN && again; k++) all |= again = check_once(w, body, most);
    if (again && most == 0 && !(all & STOP_MOVING)) withdraw(w, body);
    return all != STOP_NONE;
}

/* A group is one thread's: only what cannot be pushed stops a body here, and no other body is
 * asked. */
static void check_octets(void *context, int first, int end, int worker) {
    const cn_Thrown *t = context;
    cn_World *w = t->w;
    (void)worker;
    for (int i = first; i < end; i++) {
        const cn_AwakeOctet *g = &w->scratch.activity.octets[i];
        unsigned passing = t->passing[g->index];
        for (unsigned left = g->astray | passing; left; left &= left - 1) {
            int lane = __builtin_ctz(left), body = g->index * CN_LANES + lane;
            if (w->body_flags[body] & CN_BODY_RESTING || !cn_guard_has_middle(w, body)) continue;
            int piece = w->motion_block[g->index].first[lane];
            bool passes = passing >> lane & 1;
            if (!passes && (!cn_guard_moved_far(w, body) ||
                            cn_guard_foreseen(w, piece, cn_pose_center(&w->pose[body]))))
                continue;
            (void)check(w, body, 0);
        }
    }
}

/* Two bits for each body: clear. */
static bool clear_marks(cn_World *w, int blocks) {
    cn_StepMemory *s = &w->scratch;
    if (!cn_had_memory(w, CN_GROW(s->ccd.guarded, 2 * blocks))) return false;
    memset(s->ccd.guarded, 0, (size_t)blocks * 2 * sizeof *s->ccd.guarded);
    return true;
}

/* Those of bodies that were woken since, and of new ones. */
static bool has_unlisted(const cn_World *w) {
    uint64_t any = 0;
    for (int i = 0; i < cn_contact_words(w); i++) {
        if (w->active[i] == 0) continue;
        any |= w->active[i] &
               (i < w->scratch.ccd.guarded_words ? ~w->scratch.contact.words[i].seen : ~0ull);
    }
    return any || w->scratch.contact.wall_bodies == 0; /* no list, perhaps for lack of memory */
}

static void check_thrown(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int blocks = w->bodies.count / CN_LANES + 1;
    unsigned any = 0;
    if (!clear_marks(w, blocks)) return;
    cn_Thrown t = {w, s->ccd.guarded, s->ccd.guarded + blocks};
    for (int i = 0; i < s->activity.octet_count; i++)
        any |= t.far[s->activity.octets[i].index] = s->activity.octets[i].far;
    if (!any && w->kinematics == 0) return;
    cn_jobs_run(w->jobs, cn_guard_find_passing, &t, s->ccd.guarded_words, WORDS_EACH);
    cn_jobs_run(w->jobs, check_octets, &t, s->activity.octet_count, OCTETS_EACH);
}

/* So deep in a wall that its middle is not far from the surface. */
static bool pressed_in(const cn_World *w, const cn_Contact *c, int body) {
    float most = DEEP * w->cold[body].inner_radius;
    if (w->body_flags[body] & CN_BODY_WARY)
        most = cn_minf(most, w->cold[body].inner_radius - core_of(w, body));
    return cn_contact_gap(c) < -most;
}

typedef struct Pressed {
    cn_World *w;
    uint8_t *once, *twice; /* by eight bodies: those that are listed */
    int *bodies;
    atomic_int count;
} Pressed;

/* True the first time that a body is asked for. */
static bool claim(uint8_t *marks, int body) {
    uint8_t bit = (uint8_t)(1u << body % CN_LANES);
    return !(__atomic_fetch_or(&marks[body / CN_LANES], bit, __ATOMIC_RELAXED) & bit);
}

static void find_pressed(void *context, int first, int end, int worker) {
    Pressed *p = context;
    (void)worker;
    for (int i = first; i < end; i++) {
        const cn_Block *k = &p->w->scratch.order.blocks[i];
        for (unsigned bits = k->deep; bits; bits &= bits - 1) {
            const cn_Contact *c = &p->w->contact[k->rare->contact[__builtin_ctz(bits)]];
            int body = p->w->mass[c->body_a].inv_m > 0 ? c->body_a : c->body_b;
            if (pressed_in(p->w, c, body) && cn_guard_has_middle(p->w, body) &&
                (claim(p->once, body) || claim(p->twice, body)))
                p->bodies[atomic_fetch_add_explicit(&p->count, 1, memory_order_relaxed)] = body;
        }
    }
}

/* A body may be in two walls, and is looked at twice then; the order makes no difference. In more
 * it is looked at no more often: each look is at all that it touches. */
static void check_pressed(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int most = s->order.block_count * CN_LANES, blocks = w->bodies.count / CN_LANES + 1;
    if (most == 0 || !clear_marks(w, blocks)) return;
    if (!cn_had_memory(w, CN_GROW(s->ccd.pressed, most))) return;
    Pressed p = {w, s->ccd.guarded, s->ccd.guarded + blocks, s->ccd.pressed, 0};
    cn_jobs_run(w->jobs, find_pressed, &p, s->order.block_count, BLOCKS_EACH);
    for (int i = 0; i < atomic_load(&p.count); i++) (void)check(w, p.bodies[i], 0);
}

/* ---- bullets ------------------------------------------------------------------------------ */

/* What pushed it back may have pushed it into something else: then what is harder to push has the
 * later word, and walls have the last. */
static void hold_bullet(cn_World *w, int body) {
    float most = CN_NEVER, own = w->mass[body].inv_m;
    for (int k = 0; k < AGAIN + HARDER && check(w, body, most); k++)
        if (k + 1 >= AGAIN) most = HARDLY * cn_minf(most, own);
    (void)check(w, body, 0);
}

static void check_bullets(cn_World *w) {
    const cn_StepMemory *s = &w->scratch;
    for (int i = 0; i < s->activity.awake_count; i++) {
        int body = s->activity.awake[i];
        bool moves = w->body_flags[body] & CN_BODY_AWAKE;
        if (!moves || w->cold[body].first_shape < 0) continue;
        bool bullet = w->body_flags[body] & CN_BODY_BULLET && cn_guard_has_middle(w, body);
        if (!bullet || w->body_flags[body] & CN_BODY_RESTING) continue;
        hold_bullet(w, body);
    }
}

void cn_tunnel_walls(cn_World *w) {
    bool walls = w->plane_count > 0 || cn_bvh_count(w->tree_static) > 0 || w->kinematics > 0;
    if (!w->def.continuous || !(walls || w->bullets) || w->scratch.activity.awake_count == 0)
        return;
    w->scratch.ccd.unlisted = has_unlisted(w);
    check_thrown(w);
    check_pressed(w);
    if (w->bullets) check_bullets(w);
}
