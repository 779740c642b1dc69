/* sleep.c: which bodies are awake, and which islands fall asleep.
 *
 * An island is a set of dynamic bodies joined by touching contacts, by areas that one of them
 * carries (field_force.c) and by joints. It falls asleep as a whole when every body in it has been
 * slow for half a second, and wakes as a whole. Islands are not kept: sleeping ones are found again
 * from one body by following both, awake ones by a union-find over those of the step, and only when
 * some body has become ready to sleep, or has long been, every few steps (finalize.c). Not here:
 * how slow is slow (wide/place_kernel.h keeps sleep_time). */
#include <math.h>
#include <string.h>

#include "activity/activity.h"
#include "activity/resting.h"
#include "activity/wake.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "world/joint_state.h"

/* count for one thread at a time: fewer are not worth handing out */
#define WORDS_EACH   8
#define JOINTS_EACH  256
#define BODIES_EACH  512
#define ISLANDS_EACH 32

#define SHIFT 0.1f /* 1/s, ratio to its extent: what is shifted by more is on its way */
/* ratio to the thinner body's inner radius: what overlaps by more comes out before it sleeps */
#define DEEP       0.2f
#define LEAST_DEEP 1e-4f /* m: less is not deep, whatever the size */
/* s of being slow, after which what is deep sleeps even so; and the same while it comes out */
#define HELD_UP    1.0f
#define COMING_OUT 3.0f
#define LOOK_SOON  8 /* steps until such an island is looked at by the rest solver, at most */

/* What keeps an island from sleeping; DEEP_IN stands with a body, the others with a root. */
enum { RESTLESS = 1, DEEP_IN = 2, COMES_OUT = 4 };

/* ---- waking and sleeping ------------------------------------------------------------------ */

/* The awake of 64 slots, one by one and eight by eight. */
static void list_word(cn_World *w, int word) {
    cn_StepMemory *s = &w->scratch;
    uint64_t awake = w->awake[word];
    for (uint64_t bits = awake; bits; bits &= bits - 1)
        s->activity.awake[s->activity.awake_count++] = cn_contact_at(word, bits);
    for (int i = 0; i < 8; i++) {
        uint8_t mask = (uint8_t)(awake >> (8 * i));
        if (mask)
            s->activity.octets[s->activity.octet_count++] =
                (cn_AwakeOctet){.index = word * 8 + i, .mask = mask};
    }
}

void cn_island_list_awake(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    if (s->activity.awake_listed) return;
    s->activity.awake_count = s->activity.octet_count = 0;
    for (int word = 0; word < (w->bodies.count + 63) >> 6; word++) {
        if (w->awake[word] == 0) continue;
        if (!cn_had_memory(w, CN_GROW(s->activity.awake, s->activity.awake_count + 64) &&
                                  CN_GROW(s->activity.octets, s->activity.octet_count + 8)))
            return;
        list_word(w, word);
    }
    s->activity.awake_listed = true;
}

/* ---- falling asleep ----------------------------------------------------------------------- */

/* Threads join side by side: a root is hung on a lower one by compare-and-swap, or the search goes
 * on from where another thread has hung it. */
static int find(int *parent, int i) {
    for (;;) {
        int up = __atomic_load_n(&parent[i], __ATOMIC_RELAXED);
        if (up == i) return i;
        int next = __atomic_load_n(&parent[up], __ATOMIC_RELAXED);
        if (next != up) __atomic_store_n(&parent[i], next, __ATOMIC_RELAXED);
        i = next;
    }
}

/* The lower slot becomes the root, so that roots do not depend on the order of contacts. */
static void join(int *parent, int a, int b) {
    for (;;) {
        a = find(parent, a);
        b = find(parent, b);
        if (a == b) return;
        int low = a < b ? a : b, high = a < b ? b : a, root = high;
        if (__atomic_compare_exchange_n(&parent[high], &root, low, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return;
    }
}

static bool moves(const cn_World *w, int body) {
    const cn_Motion *m = &w->motion[body];
    return w->body_flags[body] & CN_BODY_KINEMATIC && (m->vx != 0 || m->vy != 0 || m->w != 0);
}

static void stay_up(cn_World *w, int body) {
    float none = 0;
    __atomic_store(&w->sleep_time[body], &none, __ATOMIC_RELAXED);
}

/* What has fallen into each other may be jammed there, and slow, until the rest solver, which
 * solves all of it at once, gets it out. That knows nothing of joints. */
static void mark_deep(cn_World *w, const cn_Contact *c) {
    int body = w->mass[c->body_a].inv_m > 0 ? c->body_a : c->body_b;
    uint32_t either = w->body_flags[c->body_a] | w->body_flags[c->body_b];
    if (either & CN_BODY_JOINTED || w->mass[body].inv_m == 0) return;
    if (cn_contact_gap(c) < -DEEP * cn_contact_thin(w, c))
        __atomic_fetch_or(&w->scratch.activity.restless[body], DEEP_IN, __ATOMIC_RELAXED);
}

static bool may_be_deep(const cn_Contact *c) {
    return c->flags & CN_CONTACT_TOUCHING && cn_contact_solid(c) &&
           cn_contact_gap(c) <= -LEAST_DEEP;
}

/* Union-find over touching contacts; whoever touches a moving kinematic body stays up. */
static void join_words(void *context, int first, int end, int worker) {
    cn_World *w = context;
    int *parent = w->scratch.activity.parent;
    (void)worker;
    for (int word = first; word < end; word++)
        for (uint64_t bits = w->active[word]; bits; bits &= bits - 1) {
            const cn_Contact *c = &w->contact[cn_contact_at(word, bits)];
            if (may_be_deep(c)) mark_deep(w, c);
            if (cn_island_joins(w, c))
                join(parent, c->body_a, c->body_b);
            else if (c->flags & CN_CONTACT_SENSOR)
                continue;
            else if (c->flags & CN_CONTACT_TOUCHING && moves(w, c->body_a))
                stay_up(w, c->body_b);
            else if (c->flags & CN_CONTACT_TOUCHING && moves(w, c->body_b))
                stay_up(w, c->body_a);
        }
}

static bool both_awake(const cn_World *w, int a, int b) {
    return w->body_flags[a] & w->body_flags[b] & CN_BODY_AWAKE;
}

static void join_joint(cn_World *w, int joint) {
    const cn_Joint *j = &w->joint[joint];
    if (!cn_slots_live(&w->joints, joint) || !cn_joint_acts(w, j)) return;
    if (moves(w, j->body_a))
        stay_up(w, j->body_b);
    else if (moves(w, j->body_b))
        stay_up(w, j->body_a);
    else if (both_awake(w, j->body_a, j->body_b) && cn_island_joined_by(w, 2 * joint) >= 0)
        join(w->scratch.activity.parent, j->body_a, j->body_b);
}

/* What the solver has found out about joints stands closer together. */
static void join_nodes(void *context, int first, int end, int worker) {
    cn_World *w = context;
    (void)worker;
    for (int i = first; i < end; i++) {
        const cn_JointNode *n = &w->scratch.order.joint_stage.nodes[i];
        if (!n->acts) continue;
        if (n->a < 0 || n->b < 0)
            join_joint(w, i);
        else if (both_awake(w, n->a, n->b))
            join(w->scratch.activity.parent, n->a, n->b);
    }
}

static void join_joints(void *context, int first, int end, int worker) {
    (void)worker;
    for (int i = first > 0 ? first : 1; i < end; i++) join_joint(context, i);
}

/* Contacts within an island that rests are not active: they join nothing. */
static void join_resting(void *context, int first, int end, int worker) {
    const cn_World *w = context;
    (void)worker;
    for (int i = first; i < end; i++) {
        const cn_RestIsland *r = &w->rest[i];
        for (int k = 1; r->resting && k < r->body_count; k++)
            join(w->scratch.activity.parent, r->bodies[0], r->bodies[k]);
    }
}

static bool reserve(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    return CN_GROW(s->activity.parent, w->bodies.count) &&
           CN_GROW(s->activity.restless, w->bodies.count);
}

static bool sleepy(const cn_World *w, int body) { return w->sleep_time[body] >= CN_TIME_TO_SLEEP; }

/* What is pushed out of an overlap, or pulled to where a joint holds it, goes there without a
 * velocity of its own: beyond that it may be shifted by little for its size. */
static bool is_shifted(const cn_World *w, int body) {
    const cn_OldPose *old = &w->old_pose[body];
    const cn_Motion *m = &w->motion[body];
    float own = sqrtf(m->vx * m->vx + m->vy * m->vy) + cn_absf(m->w) * m->extent;
    float most = cn_minf(cn_body_tuning(w, body)->sleep_speed, own + SHIFT * m->extent);
    float slow = most * w->scratch.dt, swing = m->extent * cn_rot_rel(old->q, w->pose[body].q).s;
    return old->dx * old->dx + old->dy * old->dy + swing * swing > slow * slow;
}

/* Whether a deep body is to stay up: not for good, since what is jammed may stay so. */
static bool comes_out(const cn_World *w, int body) {
    if (!(__atomic_load_n(&w->scratch.activity.restless[body], __ATOMIC_RELAXED) & DEEP_IN))
        return false;
    bool helped = w->body_flags[body] & CN_BODY_REST_SOLVED;
    return w->sleep_time[body] < (helped ? COMING_OUT : HELD_UP);
}

static void mark_restless(void *context, int first, int end, int worker) {
    cn_World *w = context;
    cn_StepMemory *s = &w->scratch;
    (void)worker;
    for (int i = first; i < end; i++) {
        int body = s->activity.awake[i], why = 0;
        if (!sleepy(w, body) || is_shifted(w, body))
            why = RESTLESS;
        else if (comes_out(w, body))
            why = COMES_OUT;
        if (why == 0) continue;
        uint8_t *root = &s->activity.restless[find(s->activity.parent, body)];
        __atomic_fetch_or(root, (uint8_t)why, __ATOMIC_RELAXED);
    }
}

static void look_soon(cn_World *w, int body) {
    if (cn_rest_wait(w, body) > LOOK_SOON)
        w->cold[body].cool_until = (uint32_t)(w->steps + LOOK_SOON);
}

static void start(void *context, int first, int end, int worker) {
    cn_StepMemory *s = &((cn_World *)context)->scratch;
    (void)worker;
    for (int i = first; i < end; i++) {
        s->activity.parent[s->activity.awake[i]] = s->activity.awake[i];
        s->activity.restless[s->activity.awake[i]] = 0;
    }
}

void cn_island_fall_asleep(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    bool any_sleepy = w->def.sleep && s->activity.sleepy;
    if (any_sleepy && (!s->activity.looks || !reserve(w))) return; /* as counted last */
    w->island_count = 0;
    if (!any_sleepy) return;
    cn_jobs_run(w->jobs, start, w, s->activity.awake_count, BODIES_EACH);
    cn_jobs_run(w->jobs, join_words, w, cn_contact_words(w), WORDS_EACH);
    cn_jobs_run(w->jobs, join_resting, w, w->rest_count, ISLANDS_EACH);
    if (w->joint_graph_stale)
        cn_jobs_run(w->jobs, join_joints, w, w->joints.count, JOINTS_EACH);
    else
        cn_jobs_run(w->jobs, join_nodes, w, s->order.joint_stage.node_count, JOINTS_EACH);
    cn_jobs_run(w->jobs, mark_restless, w, s->activity.awake_count, BODIES_EACH);
    for (int i = 0; i < s->activity.awake_count; i++) {
        int body = s->activity.awake[i];
        w->island_count += s->activity.parent[body] == body;
        int why = s->activity.restless[find(s->activity.parent, body)];
        if (!sleepy(w, body) || why & RESTLESS) continue;
        if (why & COMES_OUT)
            look_soon(w, body);
        else
            cn_island_set_awake(w, body, false);
    }
}
