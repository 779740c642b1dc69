/* passing.c: which bodies may have passed a wall that they have a contact with.
 *
 * A wall lies behind the plane that a contact was found with. What is drawn of a body (tunnel.c) is
 * in front of it by the separation and by its depth in its own piece: what came nearer by less has
 * passed nothing, and no way of it has to be drawn. */
#include "contact/static_contacts.h"
#include "data/contact_access.h"
#include "solver/ccd/guard.h"

/* ratio to the depth of a core beyond which it may have passed: the rest is for rounding */
#define SURE 0.9f

/* What is drawn of a body, its middle and perhaps its ends, as a wall sees it. */
typedef struct Core {
    float depth;  /* m, at least so far behind its own surface */
    float swing;  /* m, at most so much further than the middle it may have moved */
    cn_Span span; /* all of it was in there */
    bool any;     /* nothing is known of it */
} Core;

/* How the middle of a body has gone as a wall sees it, and by how much other points of it may have
 * gone further, since the wall turns. */
typedef struct Relative {
    cn_Vec way;  /* m */
    float swing; /* m */
} Relative;

#define TURNED 0.1f /* rad: for a wall that turns by less its own frame is as good as straight */

/* Has the wall gone straight, or not at all? What is not awake keeps no old pose. */
static bool goes_straight(const cn_World *w, int wall) {
    cn_Rot now = w->pose[wall].q, then = w->old_pose[wall].q;
    bool awake = w->body_flags[wall] & CN_BODY_AWAKE;
    return awake && now.c == then.c && now.s == then.s && w->motion[wall].w == 0;
}

static Relative seen_by(const cn_World *w, int wall, int body) {
    cn_Vec own = {w->old_pose[body].dx, w->old_pose[body].dy};
    if (!(w->body_flags[wall] & CN_BODY_KINEMATIC)) return (Relative){own, 0};
    if (goes_straight(w, wall)) {
        cn_Vec gone = {w->old_pose[wall].dx, w->old_pose[wall].dy};
        return (Relative){cn_sub(own, gone), 0};
    }
    cn_Pose then = cn_pose_before(w, wall);
    cn_Pos from = cn_pose_center(&then), to = cn_pose_center(&w->pose[wall]),
           p = cn_pose_center(&w->pose[body]);
    cn_Vec way = {own.x - (float)(to.x - from.x), own.y - (float)(to.y - from.y)};
    cn_Vec arm = {(float)(p.x - to.x), (float)(p.y - to.y)};
    cn_Rot turn = cn_rot_rel(then.q, w->pose[wall].q);
    float chord = cn_absf(turn.s) + (1 - turn.c), extent = w->motion[body].extent;
    float turned = cn_maxf(chord, cn_absf(w->motion[wall].w) * w->scratch.dt);
    if (turned > TURNED) return (Relative){way, cn_minf(turned, 2) * (cn_length(arm) + extent)};
    return (Relative){cn_add(way, cn_sub(cn_unrotate(turn, arm), arm)), turned * extent};
}

/* The wall lies behind the plane that the contact was found with, and the core of the body is in
 * front of it by its depth and the separation: a core that came nearer by less has not passed. */
static bool may_pass(const cn_Contact *c, int body, const Core *core, const Relative *seen) {
    if (c->count == 0 || core->any) return true;
    float along = cn_dot(seen->way, c->normal), nearer = body == c->body_a ? along : -along;
    return nearer + core->swing + seen->swing > SURE * core->depth + cn_contact_gap(c);
}

/* How far a point is behind the surface of its piece. */
static float depth_in(const cn_Geom *geom, cn_Vec p) {
    float least = geom->count > 2 ? 1e30f : 0;
    for (int i = 0; i < geom->count && geom->count > 2; i++)
        least = cn_minf(least, cn_dot(cn_sub(geom->vertices[i], p), geom->normals[i]));
    return cn_maxf(least, 0) + geom->radius;
}

/* Of a piece among others its own middle is drawn, and its spine where that has turned far. */
static void see_piece(const cn_World *w, int body, int piece, bool by_corner, Core *core) {
    cn_Geom geom = cn_piece_geom(w, piece);
    cn_Vec middle = cn_guard_middle_of(w, body, piece);
    bool has_spine = w->body_flags[body] & CN_BODY_LONG;
    core->any =
        by_corner || (has_spine && cn_guard_swing_of(w, body) >= w->cold[body].inner_radius);
    core->depth = depth_in(&geom, middle);
    core->swing = cn_guard_turn_of(w, body) * cn_length(cn_sub(middle, w->pose[body].center));
}

/* by_corner: what the contact says of the piece is not all. */
static Core core_seen(const cn_World *w, int body, int piece, bool by_corner) {
    bool has_ends = w->body_flags[body] & CN_BODY_LONG, alone = cn_guard_is_all(w, body, piece);
    Core core = {.depth = w->cold[body].least_reach,
                 .swing = has_ends ? cn_guard_swing_of(w, body) : 0};
    if (has_ends) core.depth = cn_minf(core.depth, w->piece[piece].radius);
    if (!alone) see_piece(w, body, piece, by_corner, &core);
    core.any |= w->body_flags[body] & CN_BODY_WARY;
    cn_Pose then = cn_pose_before(w, body);
    float around = has_ends || core.any || !alone ? w->motion[body].extent : 0;
    /* what a joint holds goes round it, and further out than straight */
    if (w->body_flags[body] & CN_BODY_JOINTED)
        around += cn_minf(core.swing, CN_SWINGS * 2 * around);
    core.span = cn_span_of(cn_pose_center(&then), cn_pose_center(&w->pose[body]), (double)around);
    return core;
}

/* Is the middle of a piece among others where nothing was looked for? */
static bool strays(const cn_World *w, int body) {
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next) {
        const cn_Traits *t = cn_shape_traits(w, s);
        if (t->sensor || t->disabled) continue;
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next)
            if (!cn_guard_foreseen(w, p,
                                   cn_pose_global(&w->pose[body], cn_guard_middle_of(w, body, p))))
                return true;
    }
    return false;
}

/* Has a wall gone over it by so much while it moved less? */
static bool overtaken(const cn_World *w, int body, const Relative *seen) {
    return cn_length(seen->way) + seen->swing + cn_guard_long_swing_of(w, body) >
           cn_guard_near_way(w, body);
}

static void try_wall(const cn_Thrown *t, int contact) {
    const cn_World *w = t->w;
    const cn_Contact *c = &w->contact[contact];
    int end = 1 - cn_static_contact_end(c), body = cn_static_contact_body(c);
    int wall = end ? c->body_b : c->body_a;
    unsigned bit = 1u << body % CN_LANES;
    bool far = t->far[body / CN_LANES] & bit, moves = w->body_flags[wall] & CN_BODY_KINEMATIC;
    if (!(far || moves) || !cn_guard_has_middle(w, body)) return;
    if (__atomic_load_n(&t->passing[body / CN_LANES], __ATOMIC_RELAXED) & bit) return;
    Relative seen = seen_by(w, wall, body);
    if (moves ? !overtaken(w, body, &seen) : !cn_guard_moved_far(w, body)) return;
    int piece = end ? c->piece_a : c->piece_b;
    Core core = core_seen(w, body, piece, c->flags & CN_CONTACT_CORNER);
    if (!cn_span_meets(w, &core.span, c, end)) return;
    if (may_pass(c, body, &core, &seen) || (!cn_guard_is_all(w, body, piece) && strays(w, body)))
        __atomic_fetch_or(&t->passing[body / CN_LANES], (uint8_t)bit, __ATOMIC_RELAXED);
}

/* Of 64 contacts those with walls. What came to life since the narrow phase has not been looked at
 * there. */
static uint64_t walls_in(const cn_World *w, int word) {
    const cn_ContactWord *k = &w->scratch.contact.words[word];
    uint64_t walls = k->walls & w->active[word];
    for (uint64_t bits = w->active[word] & ~k->seen; bits; bits &= bits - 1)
        if (w->contact[cn_contact_at(word, bits)].flags & CN_CONTACT_WALL) walls |= bits & -bits;
    return walls;
}

static uint64_t listed_walls(const cn_World *w, int word) {
    return w->scratch.contact.words[word].walls & w->active[word];
}

static void fetch_contacts(const cn_World *w, int word) {
    for (uint64_t bits = listed_walls(w, word); bits; bits &= bits - 1) {
        const cn_Contact *c = &w->contact[cn_contact_at(word, bits)];
        cn_fetch(c);
        cn_fetch(&c->piece_a);
    }
}

/* What is read of their bodies before anything else. */
static void fetch_bodies(const cn_World *w, int word) {
    for (uint64_t bits = listed_walls(w, word); bits; bits &= bits - 1) {
        int body = cn_static_contact_body(&w->contact[cn_contact_at(word, bits)]);
        cn_fetch(&w->cold[body]);
        cn_fetch(&w->old_pose[body]);
        cn_fetch(&w->pose[body]);
        cn_fetch(&w->motion[body]);
    }
}

/* Contacts with walls, as they lie: to walk the lists of all fast bodies takes longer. */
void cn_guard_find_passing(void *thrown, int first, int end, int worker) {
    const cn_Thrown *t = thrown;
    (void)worker;
    for (int i = first - 2; i < end; i++) {
        if (i + 2 < end) fetch_contacts(t->w, i + 2);
        if (i + 1 >= first && i + 1 < end) fetch_bodies(t->w, i + 1);
        if (i < first) continue;
        for (uint64_t bits = walls_in(t->w, i); bits; bits &= bits - 1)
            try_wall(t, cn_contact_at(i, bits));
    }
}
