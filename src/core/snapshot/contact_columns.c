/* contact_columns.c: the contacts of a world for a file, where they take most of the room.
 *
 * Most of a contact follows from the rest: where its points are, and how far apart, from its frame
 * when the manifold was made; where its lists lead, from when contacts began. That is told anew by
 * the same code, and what is written is by how much the bits of what is there are others. So
 * nothing depends on the guess being right: a contact that was changed after it was made, or made
 * by eights in another order, only takes more room. Invariant: a guess is made of what has been
 * read before, and of nothing else. */
#include "snapshot/contact_columns.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "snapshot/sound.h"
#include "solver/order/domain.h"
#include "wide/motion.h"

/* What is expected of a contact. */
typedef struct Guess {
    int piece[2], next[2], previous[2];
    float sine[2], cosine[2]; /* of the rotations */
    cn_Vec d;
    cn_Vec normal, r[2];
    float made[2], separation[2], total[4];
    uint32_t feature[2];
} Guess;

typedef struct Columns {
    cn_World *w;
    cn_Image *im;
    Guess *guess;
    int count; /* of contacts */
} Columns;

/* Two bodies that there are. Slots that are free have anything in them. */
static bool has_bodies(const cn_World *w, const cn_Contact *c) {
    return cn_sound_index(c->body_a, w->bodies.count) && cn_sound_index(c->body_b, w->bodies.count);
}

static bool has_pieces(const cn_World *w, const cn_Contact *c) {
    return cn_sound_index(c->piece_a, w->pieces.count) &&
           cn_sound_index(c->piece_b, w->pieces.count) && cn_slots_live(&w->pieces, c->piece_a) &&
           cn_slots_live(&w->pieces, c->piece_b);
}

/* Small enough that no number that comes of it is none. */
static bool small(float v) { return v >= -1e6f && v <= 1e6f; }
static bool small_frame(const cn_Contact *c) {
    return small(c->qa.c) && small(c->qa.s) && small(c->qb.c) && small(c->qb.s) && small(c->d.x) &&
           small(c->d.y);
}

/* ---- frames ------------------------------------------------------------------------------- */

/* Of most bodies, which have one piece. */
static int piece_of(const cn_World *w, int body) {
    return w->motion_block[body / CN_LANES].piece[body % CN_LANES];
}

static float cosine_of(float sine) {
    float square = 1 - sine * sine;
    return square > 0 ? sqrtf(square) : 0;
}

static cn_Vec apart_of(const cn_Pose *a, const cn_Pose *b) {
    cn_Vec ra = cn_rotate(a->q, a->center), rb = cn_rotate(b->q, b->center);
    return (cn_Vec){(float)(a->x - b->x) + (ra.x - rb.x), (float)(a->y - b->y) + (ra.y - rb.y)};
}

/* As the last step found it. */
static cn_Pose pose_then(const cn_World *w, int body) {
    cn_Pose pose = w->pose[body];
    pose.x -= (double)w->old_pose[body].dx;
    pose.y -= (double)w->old_pose[body].dy;
    pose.q = w->old_pose[body].q;
    return pose;
}

/* As the bodies were in the last step: then most manifolds were made, or not long before. */
static void guess_place(const cn_World *w, const cn_Contact *c, Guess *g) {
    if (!has_bodies(w, c) || c->count == 0) return;
    cn_Pose a = pose_then(w, c->body_a), b = pose_then(w, c->body_b);
    g->sine[0] = a.q.s, g->sine[1] = b.q.s;
    g->d = apart_of(&a, &b);
}

static void guess_frame(const cn_World *w, const cn_Contact *c, Guess *g) {
    if (!has_bodies(w, c)) return;
    g->piece[0] = piece_of(w, c->body_a), g->piece[1] = piece_of(w, c->body_b);
    g->cosine[0] = cosine_of(c->qa.s), g->cosine[1] = cosine_of(c->qb.s);
}

/* ---- manifolds ---------------------------------------------------------------------------- */

/* m: farther than any two that have a contact */
#define FAR_AHEAD 1e3f

static void guess_points(const cn_Contact *c, const cn_LocalManifold *m, cn_Vec center, int first,
                         Guess *g) {
    g->normal = cn_rotate(c->qa, m->normal);
    for (int i = first; i < m->count; i++) {
        g->r[i] = cn_rotate(c->qa, cn_sub(m->points[i].point, center));
        g->made[i] = m->points[i].separation;
        g->feature[i] = m->points[i].feature;
    }
}

/* Of bodies that stand to each other as they did when the manifold was made; it may have been left
 * since. Behind the points that count stand those that were too far. */
static void guess_manifold(const cn_World *w, const cn_Contact *c, uint32_t reference, Guess *g) {
    if (!has_bodies(w, c) || !has_pieces(w, c) || !small_frame(c)) return;
    if (c->qa.c == 0 && c->qa.s == 0) return; /* there has been none */
    cn_Geom ga = cn_piece_geom(w, c->piece_a), gb = cn_piece_geom(w, c->piece_b);
    cn_Pose a = {0, 0, c->qa, w->pose[c->body_a].center};
    cn_Pose b = {0, 0, c->qb, w->pose[c->body_b].center};
    cn_Vec centers = apart_of(&a, &b);
    if (!small(centers.x) || !small(centers.y)) return;
    b.x = (double)centers.x - (double)c->d.x, b.y = (double)centers.y - (double)c->d.y;
    cn_Xf at = cn_relative(&a, &b);
    cn_LocalManifold near = {.reference = reference}, far = near;
    cn_collide(&ga, &gb, at, CN_SPECULATIVE, &near);
    if (near.count < 2) cn_collide(&ga, &gb, at, FAR_AHEAD, &far);
    guess_points(c, &far, a.center, near.count, g);
    guess_points(c, &near, a.center, 0, g);
    if (near.count == 0) g->normal = cn_rotate(c->qa, far.normal);
}

/* What keep_eight (wide/manifold_kernel.h) has made of it since. */
static void guess_separation(const cn_World *w, const cn_Contact *c, Guess *g) {
    if (!has_bodies(w, c) || !has_pieces(w, c) || !small_frame(c)) return;
    cn_Pose pa = pose_then(w, c->body_a), pb = pose_then(w, c->body_b);
    cn_Rot a = cn_rot_rel(c->qa, pa.q), b = cn_rot_rel(c->qb, pb.q);
    cn_Vec m = cn_sub(c->d, apart_of(&pa, &pb));
    bool round = (c->flags & CN_CONTACT_ROUND) != 0;
    float ra = round ? w->piece[c->piece_a].radius : 0,
          rb = round ? w->piece[c->piece_b].radius : 0;
    for (int i = 0; i < 2; i++) {
        cn_Vec at = cn_sub(c->r[i], cn_scale(ra, c->normal));
        cn_Vec bt = cn_add(cn_add(c->r[i], c->d), cn_scale(rb, c->normal));
        cn_Vec s = cn_sub(cn_sub(cn_rotate(b, bt), bt), cn_sub(cn_rotate(a, at), at));
        float gap = c->made[i] + cn_dot(c->normal, cn_add(m, s));
        g->separation[i] = small(gap) ? gap : 0;
    }
}

/* ---- impulses ----------------------------------------------------------------------------- */

/* A step of even sub-steps. */
static void guess_totals(const cn_World *w, const cn_Contact *c, Guess *g) {
    float times = (float)w->def.substeps, now[4];
    memcpy(now, c->impulse, sizeof now);
    for (int i = 0; i < 4; i++) g->total[i] = small(now[i]) ? times * now[i] : 0;
}

/* ---- lists -------------------------------------------------------------------------------- */

static int body_of(const cn_Contact *c, int side) { return side ? c->body_b : c->body_a; }

/* Of a body, what began last stands first. keyed: room for four times as many as contacts. */
static void guess_next(const Columns *k, cn_Keyed *keyed) {
    const cn_World *w = k->w;
    int n = 0;
    for (int i = k->count - 1; i >= 0; i--) {
        if (!cn_slots_live(&w->contacts, i) || !has_bodies(w, &w->contact[i])) continue;
        for (int side = 1; side >= 0; side--) {
            uint64_t body = (uint32_t)body_of(&w->contact[i], side);
            uint32_t since = ~w->contacts.generation[i];
            keyed[n++] = (cn_Keyed){body << 32 | since, 2 * i + side, 0};
        }
    }
    cn_sort_keyed(keyed, keyed + n, n);
    for (int i = 0; i < n; i++) {
        bool more = i + 1 < n && keyed[i].key >> 32 == keyed[i + 1].key >> 32;
        k->guess[keyed[i].a >> 1].next[keyed[i].a & 1] = more ? keyed[i + 1].a : -1;
    }
}

/* Who has somebody behind it stands before that. */
static void guess_previous(const Columns *k) {
    for (int i = 0; i < k->count; i++) k->guess[i].previous[0] = k->guess[i].previous[1] = -1;
    for (int link = 0; link < 2 * k->count; link++) {
        int next = k->w->contact_cold[link >> 1].next[link & 1];
        if (cn_sound_index(next, 2 * k->count)) k->guess[next >> 1].previous[next & 1] = link;
    }
}

/* ---- columns ------------------------------------------------------------------------------ */

/* All words of a member: alone, from a guess where that is better, or always from a guess. */
#define ALONE(array, member)                                                                       \
    alone(k, &(array)->member, sizeof *(array), NULL, sizeof(array)->member)
#define NEAR(array, member, by)                                                                    \
    alone(k, &(array)->member, sizeof *(array), &k->guess->by, sizeof(array)->member)
#define GUESSED(array, member, by)                                                                 \
    guessed(k, &(array)->member, sizeof *(array), &k->guess->by, sizeof(array)->member)

static void alone(const Columns *k, void *member, size_t stride, const void *guess, size_t bytes) {
    for (size_t at = 0; at < bytes; at += sizeof(uint32_t))
        cn_image_column(k->im, (char *)member + at, stride, guess ? (const char *)guess + at : NULL,
                        sizeof *k->guess, k->count);
}

static void guessed(const Columns *k, void *member, size_t stride, const void *guess,
                    size_t bytes) {
    for (size_t at = 0; at < bytes; at += sizeof(uint32_t))
        cn_image_guessed(k->im, (char *)member + at, stride, (const char *)guess + at,
                         sizeof *k->guess, k->count);
}

/* Of a contact without points nobody asks where they were, and how far apart its pieces were found
 * only saves the next step from asking: neither is worth its bytes. */
static void forget_empty(const Columns *k) {
    for (int i = 0; i < k->count; i++) {
        cn_Contact *c = &k->w->contact[i];
        if (!cn_slots_live(&k->w->contacts, i) || c->count > 0) continue;
        c->d = c->r[0] = c->r[1] = (cn_Vec){0, 0};
        c->qa = c->qb = (cn_Rot){0, 0};
        c->made[0] = c->made[1] = c->separation[0] = c->separation[1] = 0;
        k->w->contact_cold[i].feature[0] = k->w->contact_cold[i].feature[1] = 0;
    }
}

static void frames(const Columns *k) {
    cn_Contact *c = k->w->contact;
    cn_ContactCold *cold = k->w->contact_cold;
    ALONE(c, body_a), ALONE(c, body_b), ALONE(c, flags), ALONE(c, count);
    ALONE(c, friction), ALONE(c, reach);
    for (int i = 0; i < k->count; i++) guess_place(k->w, &c[i], &k->guess[i]);
    NEAR(c, qa.s, sine[0]), NEAR(c, qb.s, sine[1]), NEAR(c, d, d);
    ALONE(cold, reference), ALONE(cold, restitution);
    for (int i = 0; i < k->count; i++) guess_frame(k->w, &c[i], &k->guess[i]);
    GUESSED(c, piece_a, piece[0]), GUESSED(c, piece_b, piece[1]);
    GUESSED(c, qa.c, cosine[0]), GUESSED(c, qb.c, cosine[1]);
}

static void points(const Columns *k) {
    cn_Contact *c = k->w->contact;
    cn_ContactCold *cold = k->w->contact_cold;
    for (int i = 0; i < k->count; i++) guess_manifold(k->w, &c[i], cold[i].reference, &k->guess[i]);
    GUESSED(c, normal, normal), GUESSED(c, r, r), GUESSED(c, made, made);
    GUESSED(cold, feature, feature);
    for (int i = 0; i < k->count; i++) guess_separation(k->w, &c[i], &k->guess[i]);
    GUESSED(c, separation, separation);
    ALONE(c, impulse);
    for (int i = 0; i < k->count; i++) guess_totals(k->w, &c[i], &k->guess[i]);
    GUESSED(c, total, total);
}

static void lists(const Columns *k, cn_Keyed *keyed) {
    cn_ContactCold *cold = k->w->contact_cold;
    guess_next(k, keyed);
    GUESSED(cold, next, next);
    guess_previous(k);
    GUESSED(cold, previous, previous);
}

void cn_contact_columns(cn_World *w, cn_Image *im) {
    Columns k = {w, im, NULL, w->contacts.count};
    size_t count = (size_t)k.count, links = 4 * count * sizeof(cn_Keyed);
    if (count == 0 || im->result != CN_OK) return;
    k.guess = cn_alloc(count * sizeof *k.guess);
    cn_Keyed *keyed = cn_alloc(links);
    if (k.guess && keyed) {
        memset(k.guess, 0, count * sizeof *k.guess);
        if (im->out) forget_empty(&k);
        frames(&k);
        points(&k);
        lists(&k, keyed);
    } else {
        cn_image_starve(im);
    }
    cn_free(k.guess, count * sizeof *k.guess);
    cn_free(keyed, links);
}

/* ---- nodes -------------------------------------------------------------------------------- */

/* Of the contact in the same slot, since it began. */
static cn_Node node_of(const cn_World *w, int slot) {
    const cn_Contact *c = &w->contact[slot];
    return (cn_Node){c->flags & CN_CONTACT_WALL_A ? -1 : c->body_a,
                     c->flags & CN_CONTACT_WALL_B ? -1 : c->body_b, 0,
                     (uint16_t)w->contacts.generation[slot]};
}

void cn_node_columns(cn_World *w, cn_Image *im, int count) {
    cn_Node *node = w->scratch.order.node, *guess;
    size_t bytes = (size_t)count * sizeof *guess;
    if (count == 0 || im->result != CN_OK) return;
    guess = cn_alloc(bytes);
    if (!guess) {
        cn_image_starve(im);
        return;
    }
    memset(guess, 0, bytes);
    for (int i = 0; i < count && i < w->contacts.count; i++) guess[i] = node_of(w, i);
    for (size_t i = 0; i < sizeof *node / sizeof(uint32_t); i++)
        cn_image_guessed(im, (uint32_t *)(void *)node + i, sizeof *node,
                         (uint32_t *)(void *)guess + i, sizeof *guess, count);
    cn_free(guess, bytes);
}
