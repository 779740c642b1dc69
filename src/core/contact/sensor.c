/* sensor.c: which shapes are in which sensor, at the end of each step.
 *
 * A sensor and a visitor are a contact without points. Whether they overlap is looked at where the
 * step has left them; and what is not in then, but moves further in a step than contacts see ahead,
 * is also drawn along its way through the sensor: it has been in, and its end follows in the next
 * step. A sensor meets everything, but other sensors only if they are to be seen, whatever moves of
 * the two. Where no body is awake a pair is looked at once, when it comes or one of the two is put
 * elsewhere.
 * Pairs of static bodies are in no list of the trees: what enters the static tree, or moves in it,
 * is compared with it here, in worlds that have sensors.
 * Not here: which shapes may meet (contact.c), the events (contact_event.c). */
#include "contact/sensor.h"

#include "bvh/bvh.h"
#include "contact/broad_phase.h"
#include "contact/touch.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/distance.h"
#include "world/body_state.h"

#define WORDS_EACH 4 /* count of words of 64 contacts, for one thread at a time */
/* count of rounds of one search along a way: it ends long before, but for endless grazing */
#define ADVANCES 64
/* m: a search that ends nearer has met; smaller is truer and takes more rounds */
#define TOUCHES 0.001f
#define LEAST   0.1f /* ratio to TOUCHES: so far each round goes on at least */

/* ---- pairs of static bodies --------------------------------------------------------------- */

void cn_sensor_note(cn_World *w, int piece) {
    if (w->sensor_shapes == 0 || w->all_settled) return;
    w->all_settled =
        w->settled_count > w->pieces.count || !CN_GROW(w->settled, w->settled_count + 1);
    if (!w->all_settled) w->settled[w->settled_count++] = piece;
}

typedef struct Meet {
    cn_World *w;
    int piece;
} Meet;

static bool is_sensor(const cn_World *w, int piece) {
    return cn_shape_traits(w, w->piece[piece].shape)->sensor;
}

static bool meet(void *context, int other) {
    const Meet *m = context;
    cn_World *w = m->w;
    if (other != m->piece && (is_sensor(w, other) || is_sensor(w, m->piece)))
        cn_broad_phase_add_pair(w, m->piece, other);
    return true;
}

static void meet_plane(Meet *m) {
    const cn_World *w = m->w;
    for (int p = 0; p < w->pieces.count; p++)
        if (cn_slots_live(&w->pieces, p) && cn_bvh_has(w->tree_static, p) &&
            cn_broad_phase_overlap(w, m->piece, p))
            (void)meet(m, p);
}

static void meet_all(Meet *m) {
    const cn_World *w = m->w;
    cn_bvh_query(w->tree_static, w->box[m->piece], meet, m);
    for (int k = 0; k < w->plane_count; k++)
        if (cn_broad_phase_overlap(w, w->planes[k], m->piece)) (void)meet(m, w->planes[k]);
}

void cn_sensor_pairs(cn_World *w) {
    int count = w->all_settled ? w->pieces.count : w->settled_count;
    for (int i = 0; i < count; i++) {
        Meet m = {w, w->all_settled ? i : w->settled[i]};
        if (!cn_slots_live(&w->pieces, m.piece)) continue;
        if (!cn_shape_takes_part(w, w->piece[m.piece].shape)) continue;
        if (w->piece[m.piece].kind == CN_GEOM_PLANE)
            meet_plane(&m);
        else if (cn_bvh_has(w->tree_static, m.piece))
            meet_all(&m);
    }
}

/* ---- overlaps ----------------------------------------------------------------------------- */

void cn_sensor_rouse(cn_World *w, int body) {
    if (w->sensor_shapes == 0) return;
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        int contact = link >> 1;
        if (w->contact[contact].flags & CN_CONTACT_SENSOR)
            w->active[contact >> 6] |= (uint64_t)1 << (contact & 63);
    }
}

/* A body within the step: its centre of mass goes straight, and it turns evenly. */
typedef struct Flight {
    cn_Geom geom;
    cn_Rot q; /* when the step began */
    float turn;
    cn_Vec center; /* body frame */
} Flight;

/* The two of a contact, and how they move against each other. */
typedef struct Pair {
    Flight a, b;
    cn_Vec apart, way; /* from the centre of a to that of b; by how much that changes */
} Pair;

static Flight flight_of(const cn_World *w, int piece, const cn_Pose *then, const cn_Pose *now) {
    return (Flight){cn_piece_geom(w, piece), then->q,
                    (float)cn_rot_angle(cn_rot_rel(then->q, now->q)), now->center};
}

static cn_Vec between(const cn_Pose *a, const cn_Pose *b) {
    cn_Pos from = cn_pose_center(a), to = cn_pose_center(b);
    return (cn_Vec){(float)(to.x - from.x), (float)(to.y - from.y)};
}

static Pair pair_of(const cn_World *w, const cn_Contact *c) {
    const cn_Pose *a = &w->pose[c->body_a], *b = &w->pose[c->body_b];
    cn_Pose a_then = cn_pose_before(w, c->body_a), b_then = cn_pose_before(w, c->body_b);
    cn_Vec apart = between(&a_then, &b_then);
    return (Pair){flight_of(w, c->piece_a, &a_then, a), flight_of(w, c->piece_b, &b_then, b), apart,
                  cn_sub(between(a, b), apart)};
}

static cn_Rot turned(const Flight *f, float t) {
    return cn_rot_mul(cn_rot_from_angle((double)(t * f->turn)), f->q);
}

/* b in the frame of a, which turns itself: what goes straight is an arc in there. */
static cn_Xf placed_at(const Pair *p, float t) {
    cn_Rot qa = turned(&p->a, t), q = cn_rot_rel(qa, turned(&p->b, t));
    cn_Vec center = cn_add(cn_unrotate(qa, cn_mul_add(p->apart, t, p->way)), p->a.center);
    return (cn_Xf){cn_sub(center, cn_rotate(q, p->b.center)), q};
}

/* m, that its surface goes by turning, at most */
static float swing_of(const Flight *f) {
    return cn_absf(f->turn) * cn_geom_extent(&f->geom, f->center);
}

/* Conservative advancement, as time_of_impact.c has it. Along the normal between the nearest points
 * the gap closes no faster than the two approach in that direction: what flies along something, and
 * comes down upon it in the end, needs no more looks than what flies at it. */
static bool sweeps(const Pair *p) {
    if (p->a.geom.kind == CN_GEOM_PLANE || p->b.geom.kind == CN_GEOM_PLANE)
        return false; /* has no far side */
    float swing = swing_of(&p->a) + swing_of(&p->b), t = 0, gap = 0;
    for (int i = 0; i < ADVANCES && t <= 1; i++) {
        cn_Distance d = cn_distance(&p->a.geom, &p->b.geom, placed_at(p, t));
        gap = d.distance;
        if (gap <= 0) return true;
        float most = swing - cn_dot(cn_rotate(turned(&p->a, t), d.normal), p->way);
        if (gap > (1 - t) * most) return false;
        t += cn_maxf(gap, LEAST * TOUCHES) / most;
    }
    return gap < TOUCHES && t <= 1;
}

static bool overlaps(const cn_World *w, const cn_Contact *c, bool swept) {
    if (c->flags & CN_CONTACT_REFUSED) return false;
    if (cn_pieces_overlap(w, c->piece_a, c->piece_b)) return true;
    bool reaches = (w->body_flags[c->body_a] | w->body_flags[c->body_b]) & CN_BODY_REACH;
    if (!swept || !reaches || c->flags & CN_CONTACT_TOUCHING) return false;
    Pair p = pair_of(w, c);
    return sweeps(&p);
}

typedef struct Stage {
    cn_World *w;
    bool swept;
} Stage;

static void look_at_words(void *context, int first, int last, int worker) {
    const Stage *stage = context;
    cn_World *w = stage->w;
    (void)worker;
    for (int k = first; k < last; k++) {
        int i = w->scratch.contact.busy[k];
        cn_ContactWord *word = &w->scratch.contact.words[i];
        word->changed = 0;
        for (uint64_t bits = word->sensors; bits; bits &= bits - 1) {
            int contact = cn_contact_at(i, bits);
            const cn_Contact *c = &w->contact[contact];
            if (!cn_slots_live(&w->contacts, contact)) continue; /* with its body, in this step */
            bool was = c->flags & CN_CONTACT_TOUCHING;
            if (overlaps(w, c, stage->swept) != was) word->changed |= bits & -bits;
            if (!cn_contact_runs(w, c)) w->active[i] &= ~(bits & -bits);
        }
    }
}

void cn_sensor_collide(cn_World *w, bool swept) {
    Stage stage = {w, swept};
    if (w->sensor_shapes == 0) return;
    cn_jobs_run(w->jobs, look_at_words, &stage, w->scratch.contact.busy_count, WORDS_EACH);
    cn_touch_entered(w);
}

bool cn_pieces_overlap(const cn_World *w, int a, int b) {
    cn_Geom ga = cn_piece_geom(w, a), gb = cn_piece_geom(w, b);
    const cn_Pose *pa = &w->pose[w->piece[a].body], *pb = &w->pose[w->piece[b].body];
    return cn_overlaps(&ga, &gb, cn_relative(pa, pb));
}
