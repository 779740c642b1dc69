/* world_check.c: is what was read a world that steps can work with?
 *
 * A checksum tells damage from what was written, but not who wrote it. So nothing is believed:
 * first that each index leads somewhere and each number is one, also in slots that are free, since
 * kernels read eight at a time; then, with the indices safe to follow, what cn_world_validate looks
 * at. Invariant: nothing here follows an index before it has been checked. Not here: runs of
 * numbers (pool_check.c) and the order of the solver (order_check.c); trees, islands at rest and
 * articulations, which check themselves. */
#include "snapshot/world_check.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/rotation.h"
#include "data/contact_access.h"
#include "data/mover.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "mover/mover.h"
#include "objects/body_mass.h"
#include "objects/material.h"
#include "snapshot/contact_check.h"
#include "snapshot/order_check.h"
#include "snapshot/pool_check.h"
#include "snapshot/sound.h"
#include "step/world_arrays.h"
#include "wide/motion.h"
#include "world/range.h"

/* m: no surface is further from its centre, nor is anything thicker: two shapes may lie at opposite
 * ends of both axes, and are 1e4 m large themselves */
#define MOST_REACH 3e6f
/* count of contacts and of pairs that wait, of a body: so many that counting on cannot wrap round
 */
#define MOST_NEAR (1 << 24)
/* count: what is kept by the number of a step never meets that number again by wrapping round */
#define MOST_STEPS ((uint64_t)1 << 53)

static bool between(float v, float lo, float hi) { return v >= lo && v <= hi; }

/* Of the last word of bits that there are count of: none beyond. */
static bool none_beyond(const uint64_t *words, int count) {
    return count % 64 == 0 || words[count / 64] >> (count & 63) == 0;
}

/* ---- slots -------------------------------------------------------------------------------- */

/* Live ones are counted right, and the free ones stand in the list at most once. */
static bool slots_are_sound(const cn_Slots *s, bool skips_first) {
    int lives = 0, free = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->generation[i] == 0 && s->next[i] != CN_SLOT_END) return false;
        if (s->next[i] != CN_SLOT_LIVE && !cn_sound_link(s->next[i], s->count)) return false;
        lives += s->next[i] == CN_SLOT_LIVE;
    }
    for (int i = s->free; i != CN_SLOT_END; i = s->next[i], free++)
        if (!cn_sound_index(i, s->count) || s->next[i] == CN_SLOT_LIVE || s->generation[i] == 0 ||
            (skips_first && i == 0) || free > s->count)
            return false;
    return lives == s->live && free <= s->count - lives;
}

static void check_slots(cn_World *w, cn_Image *im) {
    struct {
        const cn_Slots *slots;
        bool skips_first;
        const char *name;
    } all[] = {{&w->bodies, false, "bodies"},
               {&w->shapes, true, "shapes"},
               {&w->pieces, false, "pieces"},
               {&w->contacts, false, "contacts"},
               {&w->pairs, false, "pairs"},
               {&w->joints, true, "joints"},
               {&w->movers, false, "movers"},
               {&w->forms.slots, false, "forms"},
               {&w->traits_shared.slots, false, "traits"},
               {&w->tuning_shared.slots, false, "tunings"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cn_image_expect(im, slots_are_sound(all[i].slots, all[i].skips_first), all[i].name,
                        "have a broken list");
    /* where there is none they have no array */
    cn_image_expect(im,
                    (w->shapes.live == 0 || w->shape_capacity >= w->shapes.count) &&
                        (w->joints.live == 0 || w->joint_capacity >= w->joints.count) &&
                        (w->movers.live == 0 || w->mover_capacity >= w->movers.count),
                    "an array", "is too short");
    cn_image_expect(
        im, cn_sound_slot(&w->bodies, CN_GROUND) && w->shapes.count > 0 && w->joints.count > 0,
        "the ground", "is missing");
}

/* ---- bodies ------------------------------------------------------------------------------- */

/* Few enough that the difference of two bodies' is a number. */
static bool turns_are_sound(int turns, int most) { return turns >= -most && turns <= most; }

static bool body_is_sound(const cn_World *w, int i) {
    const cn_BodyCold *c = &w->cold[i];
    const cn_Pose *p = &w->pose[i];
    if (!CN_SOUND_FLOATS(w->motion[i]) || !CN_SOUND_FLOATS(w->sync[i]) ||
        !CN_SOUND_FLOATS(w->old_pose[i]) || !CN_SOUND_FLOATS(w->mass[i]) ||
        !CN_SOUND_FLOATS(p->q) || !CN_SOUND_FLOATS(p->center) || !CN_SOUND_FLOATS(w->sleep_time[i]))
        return false;
    if (!(fabs(p->x) <= CN_MAX_BOUNDS && fabs(p->y) <= CN_MAX_BOUNDS)) return false;
    if (!CN_SOUND_FLOATS(w->drive[i].fx) || !CN_SOUND_FLOATS(w->drive[i].fy) ||
        !CN_SOUND_FLOATS(w->drive[i].torque))
        return false;
    if (!CN_SOUND_DOUBLES(c->mass) || !CN_SOUND_DOUBLES(c->inertia) ||
        !CN_SOUND_FLOATS(c->least_reach) || !CN_SOUND_FLOATS(c->inner_radius) ||
        c->type > CN_DYNAMIC || !cn_sound_index(c->near_count, MOST_NEAR) ||
        !turns_are_sound(c->turns, CN_MOST_TURNS))
        return false;
    return cn_sound_index(w->drive[i].tuning, w->tuning_shared.slots.count) && c->rest >= 0 &&
           cn_sound_link(c->first_shape, w->shapes.count) &&
           cn_sound_link(c->last_shape, w->shapes.count) &&
           cn_sound_link(c->first_contact, 2 * w->contacts.count) &&
           cn_sound_link(c->first_joint, 2 * w->joints.count);
}

static bool unit(cn_Rot q) { return fabsf(q.c * q.c + q.s * q.s - 1) < 0.01f; }

/* What a body reaches. Its speed may be any number: a blow may leave more than the next step lets
 * through. */
static bool reach_is_sound(const cn_World *w, int i) {
    const cn_BodyCold *c = &w->cold[i];
    if (c->type != CN_DYNAMIC || c->first_shape < 0) return true;
    return between(w->motion[i].extent, 0, MOST_REACH) && between(c->least_reach, 0, MOST_REACH) &&
           between(c->inner_radius, 0, MOST_REACH) &&
           between(w->pose[i].center.x, -MOST_REACH, MOST_REACH) &&
           between(w->pose[i].center.y, -MOST_REACH, MOST_REACH);
}

static bool tuning_is_sound(const cn_Tuning *t) {
    float damping = (float)CN_MAX_DAMPING, speed = (float)CN_MAX_SPEED;
    return CN_SOUND_FLOATS(*t) && between(t->damping, 0, damping) &&
           between(t->angular_damping, 0, damping) && t->max_speed <= speed &&
           between(t->sleep_speed, 0, speed) && between(t->safety, 0.005f, 0.6f);
}

/* Those of its type and of its joints are told by these, too. */
static bool body_flags_are_sound(const cn_World *w, int i) {
    const uint32_t none = 1u << 31;
    uint32_t flags = w->body_flags[i];
    const cn_BodyCold *c = &w->cold[i];
    return !(flags & none) && ((flags & CN_BODY_KINEMATIC) != 0) == (c->type == CN_KINEMATIC) &&
           ((flags & CN_BODY_JOINTED) != 0) == (c->first_joint >= 0);
}

static bool in_range(double v, cn_Range range) {
    return v >= cn_ranges[range].least && v <= cn_ranges[range].most;
}

/* Within what bodies are held to, so that quotients are numbers; solvers have the same of it. */
static bool mass_is_sound(const cn_World *w, int i) {
    const cn_BodyCold *c = &w->cold[i];
    if (c->mass < 0 || c->inertia < 0) return false;
    if (c->type == CN_DYNAMIC && (!in_range(c->mass, CN_RANGE_MASS) ||
                                  (c->inertia > 0 && !in_range(c->inertia, CN_RANGE_INERTIA))))
        return false;
    cn_Mass due = cn_body_solver_mass(w, i), has = w->mass[i];
    return has.inv_m == due.inv_m && has.inv_i == due.inv_i;
}

static bool live_body_is_sound(const cn_World *w, int i) {
    bool awake = w->awake[i >> 6] >> (i & 63) & 1;
    return body_flags_are_sound(w, i) && reach_is_sound(w, i) && unit(w->pose[i].q) &&
           unit(w->old_pose[i].q) && mass_is_sound(w, i) &&
           cn_sound_slot(&w->tuning_shared.slots, w->drive[i].tuning) &&
           awake == ((w->body_flags[i] & CN_BODY_AWAKE) != 0);
}

/* Its first shape's first, which is one of its pieces. */
static bool first_is_sound(const cn_World *w, int body, int first) {
    int shape = w->cold[body].first_shape;
    if (first != (shape < 0 ? -1 : w->shape[shape].first_piece)) return false;
    return first < 0 || (cn_sound_slot(&w->pieces, first) && w->piece[first].body == body);
}

static bool blocks_are_sound(const cn_World *w) {
    int blocks = (w->bodies.count + CN_LANES - 1) / CN_LANES;
    for (int b = 0; b < blocks; b++) {
        const cn_MotionBlock *k = &w->motion_block[b];
        if (!CN_SOUND_FLOATS(k->margin) || !CN_SOUND_FLOATS(k->wander) ||
            !CN_SOUND_FLOATS(k->swing) || !CN_SOUND_FLOATS(k->inner))
            return false;
        for (int i = 0; i < CN_LANES; i++) {
            int body = b * CN_LANES + i, first = k->first[i], plain = k->piece[i];
            if (body >= w->bodies.count || !cn_slots_live(&w->bodies, body)) continue;
            if (!first_is_sound(w, body, first) || !cn_sound_link(plain, w->pieces.count))
                return false;
            if (plain >= 0 && (!cn_sound_slot(&w->pieces, plain) || w->piece[plain].body != body))
                return false;
        }
    }
    return true;
}

static void check_bodies(cn_World *w, cn_Image *im) {
    bool sound = true;
    for (int i = 0; i < w->bodies.count && sound; i++)
        sound = body_is_sound(w, i) &&
                (!cn_slots_live(&w->bodies, i) ? !(w->awake[i >> 6] >> (i & 63) & 1)
                                               : live_body_is_sound(w, i));
    for (int i = 0; i < (w->bodies.count + 63) / 64 && sound; i++) sound = w->disturbed[i] == 0;
    for (int i = 0; i < w->tuning_shared.slots.count && sound; i++)
        sound = !cn_slots_live(&w->tuning_shared.slots, i) || tuning_is_sound(&w->tuning[i]);
    sound =
        sound && none_beyond(w->awake, w->bodies.count) && none_beyond(w->renewed, w->pieces.count);
    cn_image_expect(im, sound, "a body", "has a value that is none");
}

/* ---- shapes ------------------------------------------------------------------------------- */

static bool range_is_sound(int first, int count, int64_t of) {
    return count >= 0 && (count == 0 || (first >= 0 && (int64_t)first + count <= of));
}

/* No vertex is further out than a shape reaches, and normals have a length, or are none. */
static bool outline_is_sound(const cn_Vec *vertices, const cn_Vec *normals, int count) {
    for (int i = 0; i < count; i++) {
        float length = normals[i].x * normals[i].x + normals[i].y * normals[i].y;
        if (!between(vertices[i].x, -MOST_REACH, MOST_REACH) ||
            !between(vertices[i].y, -MOST_REACH, MOST_REACH) ||
            (length != 0 && !between(length, 0.99f, 1.01f)))
            return false;
    }
    return true;
}

static bool form_is_sound(const cn_World *w, int i) {
    const cn_CachedGeometry *f = &w->form[i];
    int64_t end = w->vertex_runs.count;
    if (*(const unsigned char *)&f->hull > 1 ||
        !range_is_sound(f->first_vertex, f->vertex_count, end) || f->vertex_count < 1 ||
        f->vertex_count > CN_MAX_POINTS || f->kind > CN_GEOM_PLANE || f->design >= CN_SHAPE_KINDS ||
        !between(f->radius, 0, MOST_REACH) || !between(f->inner_radius, 0, MOST_REACH) ||
        !CN_SOUND_FLOATS(f->radius) || !CN_SOUND_FLOATS(f->inner_radius) ||
        !CN_SOUND_DOUBLES(f->area))
        return false;
    int numbers = __builtin_popcount(f->mask) + 2 * f->point_count;
    return outline_is_sound(w->vertices + f->first_vertex, w->normals + f->first_vertex,
                            f->vertex_count) &&
           f->point_count >= 0 && f->point_count <= w->point_runs.count &&
           range_is_sound(f->first_number, numbers, w->point_runs.count);
}

static bool traits_are_sound(const cn_Traits *t) {
    return CN_SOUND_DOUBLES(t->density) && CN_SOUND_FLOATS(t->friction) &&
           CN_SOUND_FLOATS(t->restitution) && CN_SOUND_FLOATS(t->rolling) &&
           CN_SOUND_FLOATS(t->surface_speed) && CN_SOUND_FLOATS(t->one_way) && t->layer < 64 &&
           t->friction_mix <= CN_MIX_WORLD && t->restitution_mix <= CN_MIX_WORLD &&
           t->friction >= 0 && t->restitution >= 0 && t->rolling >= 0 && t->density >= 0;
}

/* Booleans are read as bytes first: others than 0 and 1 are none. */
static bool traits_have_booleans(const cn_Traits *t) {
    const unsigned char *p = (const unsigned char *)t;
    return p[offsetof(cn_Traits, sensor)] <= 1 && p[offsetof(cn_Traits, seen)] <= 1 &&
           p[offsetof(cn_Traits, pre_solve)] <= 1 && p[offsetof(cn_Traits, events)] <= 1 &&
           p[offsetof(cn_Traits, has_one_way)] <= 1 && p[offsetof(cn_Traits, disabled)] <= 1 &&
           p[offsetof(cn_Traits, no_hits)] <= 1 && p[offsetof(cn_Traits, ignores)] <= 1 &&
           p[offsetof(cn_Traits, presses)] <= 1;
}

static bool piece_is_sound(const cn_World *w, int i) {
    const cn_Piece *p = &w->piece[i];
    if (!cn_sound_slot(&w->shapes, p->shape) || !cn_sound_slot(&w->bodies, p->body) ||
        w->shape[p->shape].body != p->body || !cn_sound_link(p->next, w->pieces.count) ||
        !cn_sound_slot(&w->forms.slots, p->form))
        return false;
    const cn_CachedGeometry *f = &w->form[p->form];
    const cn_Box *b = &w->box[i];
    return p->first_vertex == f->first_vertex && p->vertex_count == f->vertex_count &&
           p->radius == f->radius && p->kind == f->kind && p->index >= 0 && CN_SOUND_FLOATS(*b) &&
           b->x1 <= b->x2 && b->y1 <= b->y2;
}

static bool shape_is_sound(const cn_World *w, int i) {
    const cn_Shape *s = &w->shape[i];
    int pieces = 0, numbers = __builtin_popcount(s->mask) + 2 * s->point_count;
    if (!cn_sound_slot(&w->bodies, s->body) || !cn_sound_link(s->next, w->shapes.count) ||
        !cn_sound_link(s->previous, w->shapes.count) || s->kind >= CN_SHAPE_KINDS ||
        !cn_sound_slot(&w->traits_shared.slots, s->traits) || s->point_count < 0 ||
        s->point_count > w->point_runs.count)
        return false;
    if (s->designed && !range_is_sound(s->first_number, numbers, w->point_runs.count)) return false;
    if (s->has_materials && s->kind != CN_CHAIN) return false;
    for (int k = s->first_piece; k >= 0; k = w->piece[k].next)
        if (!cn_sound_slot(&w->pieces, k) || w->piece[k].shape != i ||
            w->piece[k].index != pieces || pieces++ > s->piece_count)
            return false;
    return pieces > 0 && pieces == s->piece_count;
}

/* How often each slot of what is shared is used. */
static bool users_are_sound(const cn_World *w, const cn_Intern *s, const int *users) {
    (void)w;
    for (int i = 0; i < s->slots.count; i++)
        if (users[i] != (cn_slots_live(&s->slots, i) ? s->link[i].users : 0)) return false;
    return true;
}

static bool count_users(const cn_World *w, int *users) {
    memset(users, 0, (size_t)w->forms.slots.count * sizeof *users);
    for (int i = 0; i < w->pieces.count; i++)
        if (cn_slots_live(&w->pieces, i)) users[w->piece[i].form]++;
    if (!users_are_sound(w, &w->forms, users)) return false;
    memset(users, 0, (size_t)w->traits_shared.slots.count * sizeof *users);
    for (int i = 1; i < w->shapes.count; i++)
        if (cn_slots_live(&w->shapes, i)) users[w->shape[i].traits]++;
    if (!users_are_sound(w, &w->traits_shared, users)) return false;
    memset(users, 0, (size_t)w->tuning_shared.slots.count * sizeof *users);
    for (int i = 0; i < w->bodies.count; i++)
        if (cn_slots_live(&w->bodies, i)) users[w->drive[i].tuning]++;
    return users_are_sound(w, &w->tuning_shared, users);
}

static void check_users(cn_World *w, cn_Image *im) {
    int most = w->forms.slots.count > w->traits_shared.slots.count ? w->forms.slots.count
                                                                   : w->traits_shared.slots.count;
    if (w->tuning_shared.slots.count > most) most = w->tuning_shared.slots.count;
    size_t bytes = (size_t)(most + 1) * sizeof(int);
    int *users = cn_alloc(bytes);
    if (!users) {
        if (im->result == CN_OK) im->result = CN_MEMORY;
        return;
    }
    cn_image_expect(im, count_users(w, users), "what is shared", "miscounts its users");
    cn_free(users, bytes);
}

static void check_shapes(cn_World *w, cn_Image *im) {
    bool sound = true;
    for (int i = 0; i < w->forms.slots.count && sound; i++)
        sound = !cn_slots_live(&w->forms.slots, i) || form_is_sound(w, i);
    for (int i = 0; i < w->traits_shared.slots.count && sound; i++)
        sound = !cn_slots_live(&w->traits_shared.slots, i) ||
                (traits_have_booleans(&w->traits[i]) && traits_are_sound(&w->traits[i]));
    for (int i = 0; i < w->pieces.count && sound; i++)
        sound = !cn_slots_live(&w->pieces, i) || piece_is_sound(w, i);
    for (int i = 1; i < w->shapes.count && sound; i++)
        sound = !cn_slots_live(&w->shapes, i) || shape_is_sound(w, i);
    cn_image_expect(im, sound, "a shape", "has a value that is none");
}

/* Lists of pieces, and pairs that wait. */
static bool piece_list_is_sound(const cn_World *w, const int *list, int count) {
    for (int i = 0; i < count; i++)
        if (!cn_sound_index(list[i], w->pieces.count)) return false;
    return true;
}

static bool is_renewed(const cn_World *w, int piece) {
    return w->apart_stale && piece >> 6 < w->renewed_capacity &&
           w->renewed[piece >> 6] >> (piece & 63) & 1;
}

/* The next step drops it before it looks at it: by then its pieces may have gone. */
static bool is_dropped(const cn_World *w, const cn_DeferredPair *p) {
    return is_renewed(w, p->piece_a) || is_renewed(w, p->piece_b);
}

static bool deferred_is_sound(const cn_World *w, const cn_DeferredPair *p) {
    if (!cn_sound_index(p->piece_a, w->pieces.count) ||
        !cn_sound_index(p->piece_b, w->pieces.count) ||
        !cn_sound_index(p->body_a, w->bodies.count) || !cn_sound_index(p->body_b, w->bodies.count))
        return false;
    return is_dropped(w, p) ||
           (cn_sound_slot(&w->pieces, p->piece_a) && cn_sound_slot(&w->pieces, p->piece_b) &&
            w->piece[p->piece_a].body == p->body_a && w->piece[p->piece_b].body == p->body_b);
}

static void check_pieces(cn_World *w, cn_Image *im) {
    bool sound = piece_list_is_sound(w, w->planes, w->plane_count) &&
                 piece_list_is_sound(w, w->moved, w->moved_count) &&
                 piece_list_is_sound(w, w->settled, w->settled_count);
    for (int i = 0; i < w->plane_count && sound; i++)
        sound =
            cn_sound_slot(&w->pieces, w->planes[i]) && w->piece[w->planes[i]].kind == CN_GEOM_PLANE;
    for (int i = 0; i < w->apart_count && sound; i++) sound = deferred_is_sound(w, &w->apart[i]);
    cn_image_expect(im, sound, "a list of pieces", "has one that is none");
}

/* ---- lists -------------------------------------------------------------------------------- */

/* Pairs of a body that wait; and those of them that are dropped, which the body's slot may have had
 * before it. */
typedef struct Waits {
    int all, dropped;
} Waits;

/* The lists of a body have no loop: who stands in one knows who stands before it. */
static bool lists_are_sound(const cn_World *w, int body, Waits waits, int64_t *ends) {
    const cn_BodyCold *c = &w->cold[body];
    int64_t before_contacts = ends[1];
    for (int s = c->first_shape, before = -1; s >= 0; before = s, s = w->shape[s].next, ends[0]++)
        if (!cn_sound_slot(&w->shapes, s) || w->shape[s].body != body ||
            w->shape[s].previous != before)
            return false;
    for (int link = c->first_contact, before = -1; link >= 0; ends[1]++) {
        int side = link & 1, slot = link >> 1;
        if (!cn_sound_slot(&w->contacts, slot) || w->contact_cold[slot].previous[side] != before ||
            (side ? w->contact[slot].body_b : w->contact[slot].body_a) != body)
            return false;
        before = link;
        link = w->contact_cold[slot].next[side];
    }
    int joints = 0;
    for (int link = c->first_joint, before = -1; link >= 0; ends[2]++, joints++) {
        int side = link & 1, slot = link >> 1;
        if (!cn_sound_slot(&w->joints, slot) || w->joint[slot].previous[side] != before ||
            (side ? w->joint[slot].body_b : w->joint[slot].body_a) != body)
            return false;
        before = link;
        link = w->joint[slot].next[side];
    }
    int64_t most = ends[1] - before_contacts + waits.all;
    return c->joint_count == joints && c->near_count <= most &&
           c->near_count >= most - waits.dropped;
}

/* And each has its place in one. waits: memory for one of each body. */
static bool all_lists_are_sound(const cn_World *w, Waits *waits) {
    int64_t ends[3] = {0, 0, 0};
    memset(waits, 0, (size_t)w->bodies.count * sizeof *waits);
    for (int i = 0; i < w->apart_count; i++) {
        const cn_DeferredPair *p = &w->apart[i];
        bool dropped = is_dropped(w, p);
        waits[p->body_a].all++, waits[p->body_b].all++;
        waits[p->body_a].dropped += dropped, waits[p->body_b].dropped += dropped;
    }
    for (int i = 0; i < w->bodies.count; i++)
        if (cn_slots_live(&w->bodies, i) && !lists_are_sound(w, i, waits[i], ends)) return false;
    return ends[0] == w->shapes.live && ends[1] == 2 * (int64_t)w->contacts.live &&
           ends[2] == 2 * (int64_t)w->joints.live;
}

static void check_lists(cn_World *w, cn_Image *im) {
    size_t bytes = (size_t)(w->bodies.count + 1) * sizeof(Waits);
    Waits *waits = cn_alloc(bytes);
    if (!waits) {
        cn_image_starve(im);
        return;
    }
    cn_image_expect(im, all_lists_are_sound(w, waits), "a body", "has a broken list");
    cn_free(waits, bytes);
}

/* ---- joints, fields, movers --------------------------------------------------------------- */

static bool joint_is_sound(const cn_World *w, int i) {
    const cn_Joint *j = &w->joint[i];
    const double *tuning = (const double *)&j->tuning;
    int ends = 2 * w->joints.count;
    if ((unsigned)j->kind >= CN_JOINT_KINDS || !cn_sound_slot(&w->bodies, j->body_a) ||
        !cn_sound_slot(&w->bodies, j->body_b) || j->body_a == j->body_b)
        return false;
    for (int k = 0; k < 2; k++)
        if (!cn_sound_link(j->next[k], ends) || !cn_sound_link(j->previous[k], ends)) return false;
    if (!turns_are_sound(j->turns, 2 * CN_MOST_TURNS)) return false;
    for (size_t k = 0; k < sizeof j->tuning / sizeof *tuning; k++)
        if (tuning[k] != tuning[k]) return false;
    return CN_SOUND_DOUBLES(j->local_a) && CN_SOUND_DOUBLES(j->local_b) &&
           cn_sound_floats(&j->impulse, offsetof(cn_Joint, axis) + sizeof j->axis -
                                            offsetof(cn_Joint, impulse)) &&
           CN_SOUND_DOUBLES(j->reference) && CN_SOUND_DOUBLES(j->origin) &&
           CN_SOUND_FLOATS(j->scale);
}

static bool coupling_is_sound(const cn_World *w, int i) {
    const cn_Gear *g = &w->coupling[i];
    if (!cn_sound_slot(&w->joints, g->joint) || (i > 0 && g->joint <= w->coupling[i - 1].joint))
        return false;
    cn_JointKind kind = w->joint[g->joint].kind;
    if (kind != CN_GEAR && kind != CN_PULLEY && kind != CN_RATCHET) return false;
    for (int k = 0; kind == CN_GEAR && k < 2; k++) {
        if (!cn_sound_slot(&w->joints, g->of[k])) return false;
        cn_JointKind of = w->joint[g->of[k]].kind;
        if (of != CN_REVOLUTE && of != CN_PRISMATIC && of != CN_WHEEL) return false;
    }
    return CN_SOUND_DOUBLES(g->ground);
}

static void check_joints(cn_World *w, cn_Image *im) {
    bool sound = true;
    int couplings = 0;
    for (int i = 1; i < w->joints.count && sound; i++) {
        if (!cn_slots_live(&w->joints, i)) continue;
        sound = joint_is_sound(w, i);
        couplings += w->joint[i].kind == CN_GEAR || w->joint[i].kind == CN_PULLEY ||
                     w->joint[i].kind == CN_RATCHET;
    }
    for (int i = 0; i < w->coupling_count && sound; i++) sound = coupling_is_sound(w, i);
    cn_image_expect(im, sound && couplings == w->coupling_count, "a joint",
                    "has a value that is none");
}

static bool mover_is_sound(const cn_Mover *m) {
    const unsigned char *grounded = (const unsigned char *)&m->grounded;
    const cn_MoverDef *d = &m->def;
    if (*(const unsigned char *)&d->one_way > 1) return false;
    if (*(const unsigned char *)&m->outside > 1) return false;
    return CN_SOUND_DOUBLES(m->last) && CN_SOUND_DOUBLES(m->before) &&
           CN_SOUND_DOUBLES(m->velocity) && CN_SOUND_DOUBLES(m->foot) &&
           CN_SOUND_DOUBLES(m->reach) && CN_SOUND_DOUBLES(m->cosine) &&
           CN_SOUND_DOUBLES(m->leg_speed) && CN_SOUND_DOUBLES(m->last_dt) && *grounded <= 1 &&
           CN_SOUND_DOUBLES(m->normal) && CN_SOUND_DOUBLES(m->anchor) &&
           CN_SOUND_DOUBLES(m->held) && CN_SOUND_DOUBLES(m->drift) && CN_SOUND_DOUBLES(m->impact) &&
           CN_SOUND_DOUBLES(m->belt) &&
           cn_sound_doubles(&d->x, offsetof(cn_MoverDef, layer) - offsetof(cn_MoverDef, x)) &&
           CN_SOUND_DOUBLES(d->mass) && CN_SOUND_DOUBLES(d->leg_length) &&
           CN_SOUND_DOUBLES(d->leg_hertz) && CN_SOUND_DOUBLES(d->leg_damping) && d->layer >= 0 &&
           d->layer < 64 && m->reach >= 0 && fabs(d->x) <= CN_MAX_BOUNDS &&
           fabs(d->y) <= CN_MAX_BOUNDS && cn_mover_has_sound_def(m);
}

static void check_others(cn_World *w, cn_Image *im) {
    bool sound = cn_sound_index(w->crowded_mover, w->movers.count + 1);
    for (int i = 0; i < w->field_count && sound; i++) {
        const cn_FieldEntry *f = &w->field[i];
        const unsigned char *replace = (const unsigned char *)&f->def.replace;
        const unsigned char *surface = (const unsigned char *)&f->def.has_surface;
        sound = cn_sound_slot(&w->shapes, f->shape) &&
                (i == 0 || f->shape > w->field[i - 1].shape) && *replace <= 1 && *surface <= 1 &&
                CN_SOUND_DOUBLES(f->def.gravity_x) && CN_SOUND_DOUBLES(f->def.gravity_y) &&
                CN_SOUND_DOUBLES(f->def.pull) && CN_SOUND_DOUBLES(f->def.pull_distance) &&
                CN_SOUND_DOUBLES(f->def.drag) && CN_SOUND_DOUBLES(f->def.angular_drag) &&
                CN_SOUND_DOUBLES(f->def.density) && CN_SOUND_DOUBLES(f->def.surface) &&
                CN_SOUND_DOUBLES(f->def.flow_x) && CN_SOUND_DOUBLES(f->def.flow_y);
    }
    for (int i = 0; i < w->movers.count && sound; i++)
        sound = !cn_slots_live(&w->movers, i) || mover_is_sound(&w->mover[i]);
    for (int i = 0; i < w->events.late_sensor_count && sound; i++)
        sound = *(const unsigned char *)&w->events.late_sensors[i].entered <= 1;
    for (int i = 0; i < w->events.late_wake_count && sound; i++)
        sound = *(const unsigned char *)&w->events.late_wakes[i].awake <= 1;
    cn_image_expect(im, sound, "a field, mover or event", "has a value that is none");
}

/* ---- counts ------------------------------------------------------------------------------- */

/* Whether shapes have rolling resistance or moving surfaces is never taken back, but noted. */
static bool surfaces_are_noted(cn_World *w) {
    bool noted = w->special_surfaces;
    w->special_surfaces = false;
    for (int i = 1; i < w->shapes.count; i++)
        if (cn_slots_live(&w->shapes, i)) cn_shape_note_surfaces(w, i);
    bool sound = noted || !w->special_surfaces;
    w->special_surfaces = noted;
    return sound;
}

/* By these a step knows what it need not look for. */
static void check_counts(cn_World *w, cn_Image *im) {
    int sensors = 0, kinematic = 0;
    for (int i = 1; i < w->shapes.count; i++)
        if (cn_slots_live(&w->shapes, i)) sensors += cn_shape_traits(w, i)->sensor;
    for (int i = 0; i < w->bodies.count; i++)
        kinematic += cn_slots_live(&w->bodies, i) && (w->body_flags[i] & CN_BODY_KINEMATIC) != 0;
    cn_image_expect(
        im, w->sensor_shapes == sensors && w->kinematics == kinematic && surfaces_are_noted(w),
        "the world", "miscounts its bodies or shapes");
}

/* ---- all ---------------------------------------------------------------------------------- */

static void check_settings(cn_World *w, cn_Image *im) {
    cn_Error error;
    cn_Result r = cn_world_check_def(&error, &w->def);
    bool wind = CN_SOUND_DOUBLES(w->wind.x) && CN_SOUND_DOUBLES(w->wind.y) &&
                CN_SOUND_DOUBLES(w->wind.drag) && CN_SOUND_DOUBLES(w->wind.lift);
    cn_image_expect(im,
                    r == CN_OK && wind && isfinite(w->time) && isfinite(w->scratch.dt) &&
                        w->scratch.dt >= 0 && w->steps < MOST_STEPS,
                    "a setting", "is out of range");
}

void cn_world_check_shapes(cn_World *w, cn_Image *im) {
    check_slots(w, im);
    if (im->result == CN_OK) check_shapes(w, im);
}

void cn_world_check_arrays(cn_World *w, cn_Image *im) {
    void (*const checks[])(cn_World *, cn_Image *) = {
        check_settings, check_slots,  check_bodies, check_shapes,
        cn_pools_check, check_users,  check_pieces, cn_contacts_check,
        check_joints,   check_others, check_lists,  check_counts};
    for (size_t i = 0; i < sizeof checks / sizeof *checks && im->result == CN_OK; i++)
        checks[i](w, im);
    if (im->result != CN_OK) return;
    cn_image_expect(im, blocks_are_sound(w), "a body", "has a piece that is none of its");
    if (im->result == CN_OK) cn_order_check(w, im);
}
