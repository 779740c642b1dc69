/* rest.c: which islands are at rest, and solved as one linear system each.
 *
 * The sub-steps give in by what they must to stay stable: a stack sags by the load on each of its
 * contacts. An island that hardly moves is solved exactly instead, in one step, before the others,
 * where that is cheap enough; whatever cannot be trusted goes the way of all others, and is not
 * tried again for a while. The rule is one of cost and of quietness, never of what the scene is.
 * Where nothing changes any more the answer of the step before stays until something acts on the
 * island: its bodies are CN_BODY_RESTING, its contacts not active, and nothing is computed.
 * Not here: finding islands (rest_find.c), keeping (rest_cache.c), solving them (rest_newton.c),
 * what becomes of an answer (rest_take.c). */
#include "solver/rest/rest.h"

#include <math.h>
#include <string.h>

#include "data/contact_access.h"
#include "data/world.h"
#include "solver/rest/rest_cone.h"
#include "sparse/cholesky.h"

/* m/s: an island whose surfaces are slower may be at rest soon, and is solved here */
#define START 0.05f
/* count of multiply-adds to factor: a larger island goes through the sub-steps */
#define MOST_WORK 200000000
/* count of multiply-adds that a step may take for each body of an island: what is more is spread
 * over steps */
#define BODY_BUDGET 1600
/* count of multiply-adds for any island: few bodies are solved at once, before they move on */
#define LEAST_BUDGET 200000
/* count of multiply-adds more for any island of small bodies: what moves on with them before an
 * answer is found goes far for its size */
#define SMALL_BUDGET 400000
/* steps of work, see PATIENCE, after which a step may take twice as much: an island that moves on
 * before an answer is found may do so for good */
#define LONG_WORK 128
/* count of multiply-adds for each body of an island that was never solved: making its bodies has
 * cost about as much, and nothing sags before the loads are known */
#define FIRST_BUDGET 50000
/* count of multiply-adds more for the same, of all its bodies: what is packed closely takes many
 * rounds, and sinks for good when it begins to move before the last of them */
#define FIRST_MORE 50000000
/* count of contacts of an island that has moved: the order of elimination of one with more costs as
 * much as several rounds of Newton's method, and has a step of its own */
#define ORDER_CONTACTS 300
/* steps until an island that moves is looked at again; doubled when it still moves */
#define WAIT      8
#define MOST_WAIT 32 /* steps, the longest of these waits */
#define TURN_BITS 3  /* bits: as many as WAIT has */
/* m/s: a slower island is about to come to rest, and is not given up for its cost */
#define SLOW 0.002
/* count of multiply-adds for each body, about what it costs in the sub-steps */
#define STEP_WORK 3000
/* steps of work until an island is half as fast as it was, or it is given up */
#define PATIENCE 2000
/* steps of work where something can roll, which hardly ever rests, and all is SLOW */
#define ROUND_CALM 512
/* steps of work where something can roll and all is slower than START */
#define ROUND_TIME 12
#define HURRY      6 /* steps of work where something can roll and is faster */
/* ratio to its speed in the step before: what keeps more of it does not come to rest */
#define ROLLS_ON 0.998
#define ROLLING  16 /* steps of rolling on, after which an island is given up */
/* rounds of Newton's method: after a step with no more of them springs are harder */
#define FEW_ROUNDS 4
/* ratio to what gravity gives in a step: what is faster, and gains so much more, falls */
#define FALLS    1.5
#define FALLS_ON 0.5
/* count of bodies of an island, a job of a thread: fewer balance better, more cost less */
#define BODIES_EACH 512
/* count of words of 64 bodies, a job of a thread: fewer balance better, more cost less */
#define WORDS_EACH 8

static uint64_t cool_until(const cn_World *w, int body) {
    return w->steps + (uint64_t)cn_rest_wait(w, body);
}

/* ---- when to look again ------------------------------------------------------------------- */

static void refuse(cn_World *w, const int *bodies, int count, uint64_t until) {
    for (int i = 0; i < count; i++) w->cold[bodies[i]].cool_until = (uint32_t)until;
}

/* Steps that an island is looked at later, by its first body: of many that came down at once each
 * has a step of its own. Knuth's multiplicative hash. */
static int turn_of(int body) { return (int)((uint32_t)body * 2654435769u >> (32 - TURN_BITS)); }

/* The longer something moves the later it is looked at again. */
static void look_later(cn_World *w, const int *bodies, int count, int turn) {
    int misses = 0;
    for (int i = 0; i < count; i++) {
        cn_BodyCold *cold = &w->cold[bodies[i]];
        misses = cold->misses > misses ? cold->misses : misses;
        if (cold->misses < 8) cold->misses++;
    }
    int wait = misses < 2 ? WAIT << misses : MOST_WAIT;
    refuse(w, bodies, count, w->steps + (uint64_t)(wait + turn));
}

/* An island that took work in vain goes through the sub-steps for several times as long, and for
 * longer each time, where something can roll; where nothing can, and a single answer was no good,
 * not for long. */
static void give_up(cn_World *w, const int *bodies, int count, int effort, bool soon) {
    int failures = 0;
    for (int i = 0; i < count; i++) {
        cn_BodyCold *cold = &w->cold[bodies[i]];
        failures = cold->failures > failures ? cold->failures : failures;
    }
    int64_t wait =
        soon ? WAIT << (failures < 2 ? failures : 2) : (int64_t)effort * 4 << 3 * failures;
    for (int i = 0; i < count; i++) {
        if (!soon) w->cold[bodies[i]].effort = 0;
        w->cold[bodies[i]].failures = (uint8_t)(failures < 6 ? failures + 1 : 6) & 15;
    }
    refuse(w, bodies, count, w->steps + (uint64_t)(wait < CN_REST_TIRED ? wait : CN_REST_TIRED));
}

typedef struct Effort {
    cn_World *w;
    const cn_RestSolve *d;
    int more;
    bool anew;
    int most[CN_CHOLESKY_PARTS];
} Effort;

static void count_effort_of(void *context, int part) {
    Effort *e = context;
    const cn_Cholesky *f = &e->d->rest->factor;
    int most = 0;
    for (int i = f->part_first[part]; i < f->part_first[part + 1]; i++) {
        cn_BodyCold *cold = &e->w->cold[e->d->bodies[i]];
        int64_t spent = (e->anew ? 0 : cold->effort) + (int64_t)e->more;
        cold->effort = (uint16_t)(spent < UINT16_MAX ? spent : UINT16_MAX);
        most = cold->effort > most ? cold->effort : most;
    }
    e->most[part] = most;
}

/* Something in it rolls no slower than before, and nothing here will stop it. */
static bool rolls(const cn_RestSolve *d) {
    double before = d->rest->speed;
    return d->round && d->speed > CN_REST_STILL && d->speed > ROLLS_ON * before;
}

/* An island that does not come to rest must not cost more for good: work on it is counted until it
 * is half as fast as it ever was. */
static void count_effort(cn_World *w, const cn_RestSolve *d, cn_RestOutcome outcome, int64_t work) {
    cn_RestIsland *rest = d->rest;
    const int *bodies = d->bodies;
    int count = d->body_count, effort = 0;
    bool done = outcome == CN_REST_DONE, failed = outcome == CN_REST_FAILED;
    bool better = done && d->speed < 0.5 * rest->least;
    int64_t usual = LEAST_BUDGET + (int64_t)BODY_BUDGET * count; /* the first may take more */
    Effort e = {
        .w = w, .d = d, .more = (int)((work < usual ? work : usual) / count / STEP_WORK) + 2};
    rest->rolling = better ? 0 : rest->rolling + (done && rolls(d));
    if (done) rest->speed = d->speed;
    e.anew = better && rest->least < INFINITY;
    cn_cholesky_parts(rest->factor.part_count, CN_CHOLESKY_AT_ONCE, count_effort_of, &e, d->jobs);
    for (int i = 0; i < rest->factor.part_count; i++)
        effort = e.most[i] > effort ? e.most[i] : effort;
    if (better) rest->least = d->speed;
    bool easy = done && d->closed && rest->soft_steps == 0 && d->rounds <= FEW_ROUNDS;
    rest->harder = easy && d->speed < (double)START;
    double speed = done ? d->speed : INFINITY;
    int limit = speed < SLOW ? INT32_MAX : PATIENCE; /* nothing else brings it to rest */
    if (d->round) limit = speed < SLOW ? ROUND_CALM : speed < (double)START ? ROUND_TIME : HURRY;
    if (rest->rolling >= ROLLING) limit = 0;
    if (failed || effort > limit)
        give_up(w, bodies, count, effort, failed && !d->round && effort <= PATIENCE);
}

/* Where most has lain for long, or is moved, what falls is not waited for. */
static bool may_wait(const cn_RestSolve *d) { return !d->lies && !d->frame.moves && !d->driven; }

/* Something falls, and most of the rest has not lain for long either: it comes down first. */
static bool falls(const cn_RestSolve *d) {
    double weight = d->gravity * d->dt;
    bool faster = d->speed > d->before + FALLS_ON * weight && d->speed > FALLS * weight;
    return faster && may_wait(d);
}

/* Contacts that would close in this step if gravity left one of the two where it is stop both. */
static void mark_stopped(const cn_RestSolve *d, double *stopped) {
    double weight = d->gravity * d->dt;
    memset(stopped, 0, ((size_t)d->body_count + 1) * sizeof *stopped);
    for (int i = 0; i < d->contact_count; i++) {
        const cn_RestContact *k = &d->contacts[i];
        cn_RestRows v = cn_rest_rows_at(k, d->free);
        bool closes = false;
        for (int j = 0; j < k->count; j++) closes |= v.normal[j] + k->bias[j] < weight;
        if (closes) stopped[k->a] = stopped[k->b] = 1;
    }
}

/* The same, seen before anything is solved: gravity makes something faster that nothing stops. */
static bool will_fall(const cn_RestSolve *d) {
    double least = FALLS_ON * d->gravity * d->dt;
    if (!may_wait(d) || d->welded) return false;
    mark_stopped(d, d->q);
    for (int i = 0; i < d->body_count; i++) {
        const double *free = d->free + 3 * i, *u = d->u + 3 * i;
        double faster =
            sqrt(free[0] * free[0] + free[1] * free[1]) - sqrt(u[0] * u[0] + u[1] * u[1]);
        if (d->q[i] == 0 && faster > least) return true;
    }
    return false;
}

/* ---- solving an island -------------------------------------------------------------------- */

static bool read_island(cn_World *w, cn_RestSolve *d) {
    cn_rest_read_contacts(w, d);
    cn_rest_read_bodies(w, d);
    return cn_rest_read_welds(w, d);
}

/* An order of elimination, if the island has none, and memory for all. Later: a large island has
 * got its order in this step, and goes on with it in the next. */
static cn_RestOutcome set_up(cn_World *w, cn_RestSolve *d, int contacts, bool first) {
    cn_Cholesky *factor = &d->rest->factor;
    bool ordered = factor->memory;
    if (!ordered) {
        if (!cn_rest_reserve(d, contacts, 0)) return CN_REST_FAILED;
        cn_rest_read_contacts(w, d);
        if (!cn_rest_read_welds(w, d) || !cn_rest_order(w, d)) return CN_REST_FAILED;
    }
    if (factor->work > MOST_WORK || !cn_rest_reserve_ordered(d, contacts)) {
        give_up(w, d->bodies, d->body_count, ROUND_TIME, false);
        return CN_REST_FAILED;
    }
    return ordered || first || contacts < ORDER_CONTACTS ? CN_REST_DONE : CN_REST_LATER;
}

/* With an order that knows which bodies touch now. */
static bool read_anew(cn_World *w, cn_RestSolve *d, int contacts) {
    if (!cn_rest_order(w, d) || !cn_rest_reserve_ordered(d, contacts)) return false;
    d->disordered = false;
    return read_island(w, d);
}

static cn_RestOutcome find_velocities(cn_World *w, cn_RestSolve *d, int contacts) {
    if (d->astray && !read_anew(w, d, contacts)) return CN_REST_LATER;
    cn_RestOutcome outcome = cn_rest_velocities(d);
    if (!d->disordered) return outcome;
    return read_anew(w, d, contacts) ? cn_rest_velocities(d) : CN_REST_LATER;
}

/* Was never solved, nor looked at in vain. */
static bool is_new(const cn_World *w, const cn_RestIsland *rest) {
    for (int i = 0; i < rest->body_count; i++) {
        const cn_BodyCold *cold = &w->cold[rest->bodies[i]];
        if (cold->effort > 0 || cold->cool_until > 0) return false;
    }
    return true;
}

/* Multiply-adds, see FIRST_MORE; twice as many again where bodies are few. */
static int64_t more_at_first(int count) {
    int64_t most = 2 * FIRST_BUDGET * (int64_t)count;
    return most < FIRST_MORE ? most : FIRST_MORE;
}

/* The more work was in vain the more a step may take, up to twice as much. */
static int64_t budget_of(const cn_World *w, const cn_RestIsland *rest, bool first) {
    int effort = 0, count = rest->body_count;
    if (first) return LEAST_BUDGET + FIRST_BUDGET * (int64_t)count + more_at_first(count);
    for (int i = 0; i < count && effort < LONG_WORK; i++) {
        int spent = w->cold[rest->bodies[i]].effort;
        effort = spent > effort ? spent : effort;
    }
    int64_t usual = LEAST_BUDGET + (int64_t)BODY_BUDGET * count;
    return usual + usual * (effort < LONG_WORK ? effort : LONG_WORK) / LONG_WORK;
}

static void solve(cn_World *w, const cn_RestTask *task, float dt, cn_RestRoom *room,
                  cn_Jobs *jobs) {
    double gx = w->def.gravity_x, gy = w->def.gravity_y;
    cn_RestIsland *rest = &w->rest[task->rest];
    bool first = is_new(w, rest);
    /* multiply-adds that the step may take for it: of nothing but the island itself */
    int64_t before = budget_of(w, rest, first);
    int64_t budget = before;
    cn_RestSums sums; /* written by each pass before it is read */
    cn_RestSolve d = {.rest = rest,
                      .sums = &sums,
                      .bodies = rest->bodies,
                      .body_count = rest->body_count,
                      .room = room,
                      .jobs = jobs,
                      .task = task,
                      .before = (double)task->speed,
                      .frame = task->frame,
                      .driven = task->driven,
                      .welded = task->welded,
                      .dt = (double)dt,
                      .gravity = sqrt(gx * gx + gy * gy),
                      .budget = &budget};
    for (int i = 0; !task->known && i < d.body_count; i++) w->scratch.rest.place[d.bodies[i]] = i;
    if (d.frame.moves) d.travel = cn_rest_travel(&d.frame, dt, w->def.substeps);
    cn_RestOutcome outcome = set_up(w, &d, task->contacts, first);
    if (outcome == CN_REST_LATER) rest->step = w->steps + 1; /* with its order */
    if (outcome != CN_REST_DONE || !read_island(w, &d)) return;
    int64_t more = d.size < 1 ? SMALL_BUDGET : 0;
    before += more;
    budget += more;
    if (will_fall(&d)) {
        refuse(w, d.bodies, d.body_count, w->steps + 1 + (uint64_t)turn_of(d.bodies[0]));
        return;
    }
    outcome = find_velocities(w, &d, task->contacts);
    count_effort(w, &d, outcome, before - budget);
    if (outcome == CN_REST_DONE && falls(&d)) {
        look_later(w, d.bodies, d.body_count, turn_of(d.bodies[0]));
        return;
    }
    if (outcome == CN_REST_FAILED) return;
    rest->step = w->steps + 1;
    if (outcome == CN_REST_LATER) rest->ease /= 2; /* it went out by more than was foreseen */
    if (outcome == CN_REST_DONE)
        cn_rest_take(w, &d);
    else
        cn_rest_coast(w, &d);
    /* bodies that were to be put apart touch others than the order knows: the next step has a new
     * one; large islands learn of it by their velocities */
    if (d.disordered && d.body_count < CN_REST_MANY) cn_cholesky_free(&rest->factor);
}

/* ---- the stage ---------------------------------------------------------------------------- */

/* Blows, and what scripts set to zero, rouse no island. */
static bool disturbed(const cn_World *w, int body) {
    return cn_rest_moves(w, body) || cn_rest_pushed(w, body);
}

typedef struct Check {
    const cn_World *w;
    cn_RestIsland *rest;
} Check;

static void check_bodies(void *context, int first, int last, int worker) {
    const Check *check = context;
    (void)worker;
    for (int i = first; i < last; i++)
        if (disturbed(check->w, check->rest->bodies[i]))
            __atomic_store_n(&check->rest->stale, true, __ATOMIC_RELAXED);
}

/* Small islands side by side. */
static void check_islands(void *context, int first, int last, int worker) {
    const cn_World *w = context;
    for (int i = first; i < last; i++) {
        Check check = {w, &w->rest[i]};
        if (check.rest->stirred && check.rest->body_count < CN_REST_MANY)
            check_bodies(&check, 0, check.rest->body_count, worker);
    }
}

static void begin(cn_World *w, float dt) {
    cn_jobs_run(w->jobs, check_islands, w, w->rest_count, 4);
    for (int i = 0; i < w->rest_count; i++) {
        cn_RestIsland *r = &w->rest[i];
        bool same = cn_rest_same_step(w, r, dt);
        Check check = {w, r};
        r->answered = r->live && w->body_flags[r->bodies[0]] & CN_BODY_REST_SOLVED;
        if (r->stirred && r->body_count >= CN_REST_MANY)
            cn_jobs_run(w->jobs, check_bodies, &check, r->body_count, BODIES_EACH);
        r->stirred = false;
        for (int k = 0; !r->resting && k < r->body_count; k++)
            w->body_flags[r->bodies[k]] &= ~(uint32_t)CN_BODY_REST_SOLVED;
        if (r->resting && (r->stale || !same)) cn_rest_rouse_whole(w, r);
    }
}

/* Islands that were kept for nothing: they are not solved in this step. */
static void drop_unused(cn_World *w) {
    for (int i = 0; i < w->rest_count; i++) {
        cn_RestIsland *r = &w->rest[i];
        if (r->live && !r->resting && r->step != w->steps + 1) cn_rest_drop(w, r);
    }
}

/* Memory to look at islands: a world at rest does not need it. */
static bool reserve_look(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int n = w->bodies.count;
    if (!CN_GROW(s->rest.place, n) || !CN_GROW(s->rest.search, 2 * n)) return false;
    memset(s->rest.place, 0xff, (size_t)n * sizeof *s->rest.place);
    return true;
}

/* What is known of how it came to rest was seen from another frame. */
static void take_frame(cn_RestIsland *rest, const cn_RestFrame *frame) {
    bool same = rest->carrier == frame->carrier && rest->belt.x == frame->belt.x &&
                rest->belt.y == frame->belt.y;
    if (same) return;
    rest->carrier = frame->carrier;
    rest->belt = frame->belt;
    rest->least = INFINITY;
    rest->rounds = 0;
    rest->rolling = rest->calm = rest->creep = 0;
}

/* The island is solved in this step, once all of them are known. */
static void note_task(cn_World *w, const cn_RestFound *found, const cn_RestIsland *kept) {
    cn_StepMemory *s = &w->scratch;
    if (!CN_GROW(s->rest.direct_tasks, s->rest.direct_task_count + 1)) return;
    cn_RestIsland *rest =
        kept ? &w->rest[kept - w->rest] : cn_rest_begin_to_keep(w, found->bodies, found->count);
    if (!rest) return;
    if (!found->kept) cn_rest_remember(w, rest);
    take_frame(rest, &found->frame);
    cn_RestTask *task = &s->rest.direct_tasks[s->rest.direct_task_count++];
    *task = (cn_RestTask){.rest = (int)(rest - w->rest),
                          .contacts = found->seen.ends / 2,
                          .speed = found->seen.speed,
                          .frame = found->frame,
                          .driven = found->driven,
                          .welded = found->seen.welds > 0,
                          .known = found->kept && rest->factor.part_count > 1};
    memcpy(task->part_contacts, found->contacts, sizeof task->part_contacts);
}

/* To be solved, if it is an island that may be. */
static bool take_on(cn_World *w, const cn_RestFound *found) {
    const cn_RestIsland *kept =
        found->kept ? found->kept : cn_rest_kept(w, found->bodies, found->count);
    bool slow = found->seen.speed < START || !found->seen.round,
         may_start = (slow && found->seen.held) || kept;
    if (!found->seen.fit || found->count < 2 || !may_start) return false;
    for (int i = 0; found->seen.missed && i < found->count; i++)
        w->cold[found->bodies[i]].misses = 0;
    note_task(w, found, kept);
    return true;
}

/* The island of a body that is due. */
static void look_at(cn_World *w, int body) {
    cn_RestFrame world = cn_rest_frame(w, 0, (cn_Vec){0, 0});
    cn_RestFound found = cn_rest_find(w, body, &world);
    if (found.until > w->steps)
        refuse(w, found.bodies, found.count, found.until);
    else if (!take_on(w, &found))
        look_later(w, found.bodies, found.count, 0);
}

/* The same, of a body that something moving may carry. */
static void look_at_carried(cn_World *w, int body, const cn_RestFrame *frame) {
    bool due = cn_rest_dynamic(w, body) && w->body_flags[body] & CN_BODY_AWAKE &&
               !(w->body_flags[body] & CN_BODY_RESTING) && cn_rest_wait(w, body) == 0;
    if (!due || w->scratch.rest.place[body] != CN_REST_UNSEEN) return;
    cn_RestFound found = cn_rest_find(w, body, frame);
    if (found.seen.fit && !take_on(w, &found)) cn_rest_pass_over(w, &found);
}

/* Islands that lie on what moves, from there. */
static void look_from_body(cn_World *w, int carrier) {
    cn_RestFrame frame = cn_rest_frame(w, carrier, (cn_Vec){0, 0});
    if (!frame.moves) return;
    for (int link = w->cold[carrier].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        const cn_Contact *c = &w->contact[link >> 1];
        bool belt = c->flags & CN_CONTACT_SPECIAL;
        if (cn_contact_solid(c) && !belt)
            look_at_carried(w, link & 1 ? c->body_a : c->body_b, &frame);
    }
}

/* Or on a belt. */
static void look_from_belt(cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    float speed = cn_contact_rare(w, contact).surface_speed;
    bool a = cn_rest_dynamic(w, c->body_a);
    if (speed == 0 || !cn_contact_solid(c) || a == cn_rest_dynamic(w, c->body_b)) return;
    cn_Vec belt = cn_scale(a ? -speed : speed, cn_right(c->normal));
    cn_RestFrame frame = cn_rest_frame(w, a ? c->body_b : c->body_a, belt);
    look_at_carried(w, a ? c->body_a : c->body_b, &frame);
}

static void look_at_carriers(cn_World *w) {
    int words = (w->bodies.count + 63) >> 6;
    for (int word = 0; w->kinematics > 0 && word < words; word++)
        for (uint64_t bits = w->awake[word]; bits; bits &= bits - 1) {
            int body = cn_contact_at(word, bits);
            if (w->body_flags[body] & CN_BODY_KINEMATIC) look_from_body(w, body);
        }
    if (!w->special_surfaces) return;
    for (int word = 0; word < cn_contact_words(w); word++)
        for (uint64_t bits = w->active[word]; bits; bits &= bits - 1)
            look_from_belt(w, cn_contact_at(word, bits));
}

/* All bodies that are due among 64 slots. */
static void look_at_word(cn_World *w, int word) {
    for (uint64_t bits = w->awake[word]; bits; bits &= bits - 1) {
        int body = cn_contact_at(word, bits);
        if (w->body_flags[body] & CN_BODY_RESTING || !cn_rest_dynamic(w, body)) continue;
        int place = w->scratch.rest.place[body];
        bool open = place == CN_REST_UNSEEN || place == CN_REST_PASSED_OVER;
        if (open && cn_rest_wait(w, body) == 0) look_at(w, body);
    }
}

/* The step from which on a body of 64 slots is due again; of the words that were looked at. */
static void note_next_looks(void *context, int first, int last, int worker) {
    cn_World *w = context;
    (void)worker;
    for (int word = first; word < last; word++) {
        if (w->scratch.rest.look[word] > w->steps || w->awake[word] == 0) continue;
        uint64_t next = UINT64_MAX;
        for (uint64_t bits = w->awake[word]; bits; bits &= bits - 1) {
            int body = cn_contact_at(word, bits);
            if (w->body_flags[body] & CN_BODY_RESTING || !cn_rest_dynamic(w, body)) continue;
            next = cool_until(w, body) < next ? cool_until(w, body) : next;
        }
        w->scratch.rest.look[word] = next;
    }
}

typedef struct Stage {
    cn_World *w;
    float dt;
} Stage;

/* An island that threads share. */
static bool large(const cn_World *w, int task) {
    return w->rest[w->scratch.rest.direct_tasks[task].rest].body_count >= CN_REST_MANY;
}

static void solve_tasks(void *context, int first, int last, int worker) {
    const Stage *stage = context;
    cn_StepMemory *s = &stage->w->scratch;
    for (int i = first; i < last; i++)
        if (!large(stage->w, i))
            solve(stage->w, &s->rest.direct_tasks[i], stage->dt, &s->rest.rooms[worker], NULL);
}

static bool reserve_rooms(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    return CN_GROW(s->rest.rooms, cn_jobs_threads(w->jobs));
}

/* Islands side by side; what touches lists of the world comes after them, in order. */
static void solve_all(cn_World *w, float dt) {
    cn_StepMemory *s = &w->scratch;
    Stage stage = {.w = w, .dt = dt};
    if (s->rest.direct_task_count == 0 || !reserve_rooms(w)) return;
    for (int i = 0; i < s->rest.direct_task_count; i++)
        if (large(w, i)) solve(w, &s->rest.direct_tasks[i], dt, &s->rest.rooms[0], w->jobs);
    cn_jobs_run(w->jobs, solve_tasks, &stage, s->rest.direct_task_count, 1);
    for (int i = 0; i < s->rest.direct_task_count; i++) {
        cn_RestIsland *rest = &w->rest[s->rest.direct_tasks[i].rest];
        if (!rest->resting) continue;
        cn_rest_set_active(w, rest);
        cn_cholesky_free(&rest->factor);
        CN_GROW_FREE(rest->going);
        rest->matrix = 0;
    }
}

void cn_rest_solve(cn_World *w, float dt) {
    cn_StepMemory *s = &w->scratch;
    int words = (w->bodies.count + 63) >> 6;
    bool cleared = false;
    cn_rest_close_gaps(w);
    begin(w, dt);
    if (!CN_GROW(s->rest.look, words)) {
        drop_unused(w); /* then all bodies go through the sub-steps */
        return;
    }
    s->rest.direct_task_count = 0;
    for (int word = 0; word < words; word++) {
        if (s->rest.look[word] > w->steps || w->awake[word] == 0) continue;
        if (!cleared && !reserve_look(w)) break;
        if (!cleared) {
            cn_rest_look_before(w);
            look_at_carriers(w);
        }
        cleared = true;
        look_at_word(w, word);
    }
    solve_all(w, dt);
    if (cleared) cn_jobs_run(w->jobs, note_next_looks, w, words, WORDS_EACH);
    drop_unused(w);
}
