/* broad_phase.c: which pairs of pieces come near each other.
 *
 * Two trees: pieces of static bodies, and all others. A box in a tree is fat: the exact box, the
 * way the body may go in one step when that is further than its size, and a margin, so that a
 * body at rest or slow does not move in the tree. Halfspaces have no box; they are compared with
 * every piece that moved. A pair exists exactly while two fat boxes overlap and the layers, groups
 * and kinds allow it; it has a contact, or waits for one (pair_defer.c).
 * Source of the tree and its old-box test: bvh.h. */
#include "contact/broad_phase.h"

#include <stdatomic.h>
#include <string.h>

#include "bvh/bvh.h"
#include "contact/contact.h"
#include "contact/pair_defer.h"
#include "contact/rebound.h"
#include "contact/sensor.h"
#include "data/body_access.h"
#include "data/bvh_layout.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "wide/contact_block.h"
#include "wide/motion.h"
#include "wide/narrow_lists.h"

#define OCTETS_EACH 8 /* count of groups of eight bodies, for one thread at a time */
/* count: when no more than one leaf in so many has moved, they move one by one */
#define FEW 8
/* count for each contact that there may be: pairs of a crowd, most of which only wait */
#define PAIRS_EACH 8

/* Doubles round outwards to floats: the box must contain the exact one anywhere in the world. */
static float down(double v) {
    float f = (float)v;
    return (double)f > v ? f - cn_absf(f) * 1.2e-7f - 1e-30f : f;
}
static float up(double v) { return -down(-v); }

static cn_Bvh *tree_of(const cn_World *w, int piece) {
    return w->cold[w->piece[piece].body].type == CN_STATIC ? w->tree_static : w->tree_moving;
}

/* Layers are what trees call kinds; members of a positive group meet each other on any layer. */
static int kind_of(const cn_World *w, int piece) {
    const cn_Traits *t = cn_shape_traits(w, w->piece[piece].shape);
    return t->layer + (t->group > 0 ? CN_BVH_KINDS : 0);
}

static bool is_plane(const cn_World *w, int piece) { return w->piece[piece].kind == CN_GEOM_PLANE; }

/* Each pair that is near but does not touch costs more than a box that is made anew: the box of
 * what rests is tight, and so is that of what is fast, which is looked at in each step anyway. */
float cn_broad_phase_margin(const cn_World *w, int body) {
    const cn_BodyCold *cold = &w->cold[body];
    const cn_Motion *m = &w->motion[body];
    if (cold->type == CN_STATIC) return 0;
    float speed = cn_absf(m->vx) + cn_absf(m->vy) + cn_absf(m->w) * m->extent;
    bool fast = w->body_flags[body] & CN_BODY_REACH;
    float margin = fast ? CN_FAT_LEAST : cn_maxf(CN_FAT_LEAST, CN_FAT_TIME * speed);
    return cn_minf(margin, cn_minf(CN_FAT_MOST, m->extent / 8));
}

/* What is common to the boxes of a body: how much of its way they have to contain. */
typedef struct Reach {
    bool swept;
    double grow, dx, dy; /* m */
    float margin;        /* m */
} Reach;

static Reach reach_of(const cn_World *w, int body, float dt) {
    Reach r = {.swept = dt > 0 && (w->body_flags[body] & CN_BODY_REACH)};
    r.grow = 0.5 * (double)CN_SPECULATIVE; /* the other has the other half */
    r.margin = cn_broad_phase_margin(w, body);
    if (r.swept) {
        const cn_Motion *m = &w->motion[body];
        r.grow += (double)cn_body_swing(w, body, cn_absf(m->w) * dt);
        if (w->body_flags[body] & CN_BODY_STRAIGHT)
            r.dx = dt * (double)m->vx, r.dy = dt * (double)m->vy;
        else /* after a blow it may go anywhere */
            r.grow += dt * (double)cn_length((cn_Vec){m->vx, m->vy});
    }
    return r;
}

typedef struct Need {
    double box[4];
} Need;

/* What the box in the tree must contain for the contacts of the next step to be found. */
static Need needed_box(const cn_World *w, int piece, const Reach *r) {
    const cn_Pose *pose = &w->pose[w->piece[piece].body];
    cn_Geom geom = cn_piece_geom(w, piece);
    Need need;
    cn_geom_box(&geom, pose->x, pose->y, pose->q, need.box);
    if (r->dx < 0) need.box[0] += r->dx;
    if (r->dx > 0) need.box[2] += r->dx;
    if (r->dy < 0) need.box[1] += r->dy;
    if (r->dy > 0) need.box[3] += r->dy;
    need.box[0] -= r->grow, need.box[1] -= r->grow;
    need.box[2] += r->grow, need.box[3] += r->grow;
    return need;
}

static cn_Box fat_box(const Need *need, float margin) {
    double m = margin;
    return (cn_Box){down(need->box[0] - m), down(need->box[1] - m), up(need->box[2] + m),
                    up(need->box[3] + m)};
}

/* ---- pieces come, go and move ------------------------------------------------------------- */

/* What moves is compared with the planes, too; where the list has no room, all that may move is. */
static void note_moved(cn_World *w, int piece) {
    if (w->plane_count == 0 || w->all_moved || !cn_bvh_has(w->tree_moving, piece)) return;
    w->all_moved = w->moved_count > w->pieces.count || !CN_GROW(w->moved, w->moved_count + 1);
    if (!w->all_moved) w->moved[w->moved_count++] = piece;
}

/* For a plane: everything that moves may lie in it already. */
static void note_all(cn_World *w) { w->all_moved = true; }

static void note_settled(cn_World *w, int piece) {
    if (cn_bvh_has(w->tree_static, piece)) cn_sensor_note(w, piece);
}

static bool reserve_planes(cn_World *w, int more) {
    return CN_GROW(w->planes, w->plane_count + more);
}

bool cn_broad_phase_reserve(cn_World *w, bool is_static, bool planes, int end, int more) {
    return cn_pair_defer_reserve_marks(w, end - 1) && (!planes || reserve_planes(w, more)) &&
           cn_bvh_reserve(is_static ? w->tree_static : w->tree_moving, end, more);
}

static bool insert_plane(cn_World *w, int piece) {
    if (!reserve_planes(w, 1)) return false;
    w->planes[w->plane_count++] = piece;
    note_all(w);
    cn_sensor_note(w, piece);
    return true;
}

bool cn_broad_phase_insert(cn_World *w, int piece) {
    if (!cn_pair_defer_reserve_marks(w, piece)) return false;
    cn_pair_defer_renew(w, piece);
    if (is_plane(w, piece)) return insert_plane(w, piece);
    Reach reach = reach_of(w, w->piece[piece].body, 0);
    Need need = needed_box(w, piece, &reach);
    w->piece[piece].swept = false;
    w->box[piece] = fat_box(&need, reach.margin);
    if (!cn_bvh_add(tree_of(w, piece), piece, w->box[piece], kind_of(w, piece))) return false;
    note_moved(w, piece);
    note_settled(w, piece);
    return true;
}

void cn_broad_phase_remove(cn_World *w, int piece) {
    cn_pair_defer_renew(w, piece);
    for (int i = 0; i < w->plane_count; i++)
        if (w->planes[i] == piece) w->planes[i] = w->planes[--w->plane_count];
    if (cn_bvh_has(w->tree_static, piece)) cn_bvh_remove(w->tree_static, piece);
    if (cn_bvh_has(w->tree_moving, piece)) cn_bvh_remove(w->tree_moving, piece);
}

/* How far inside its box the piece still is, m. */
static float room_in(cn_Box box, const Need *need) {
    double x1 = need->box[0] - (double)box.x1, x2 = (double)box.x2 - need->box[2];
    double y1 = need->box[1] - (double)box.y1, y2 = (double)box.y2 - need->box[3];
    double x = x1 < x2 ? x1 : x2, y = y1 < y2 ? y1 : y2;
    return down(x < y ? x : y);
}

/* True when it has a new box, which is not in the tree yet. */
static bool update_piece(cn_World *w, int piece, const Reach *reach, float *least_room) {
    cn_Piece *p = &w->piece[piece];
    Need need = needed_box(w, piece, reach);
    float room = room_in(w->box[piece], &need);
    bool shrink = p->swept && !reach->swept;
    if (!shrink && room >= 0) {
        *least_room = cn_minf(*least_room, room);
        return false;
    }
    p->swept = reach->swept;
    w->box[piece] = fat_box(&need, reach->margin);
    return true;
}

/* Returns how many have new boxes. */
static int update_boxes(cn_World *w, int body, float dt) {
    const cn_BodyCold *cold = &w->cold[body];
    Reach reach = reach_of(w, body, dt);
    float room = reach.margin;
    int moved = 0;
    for (int s = cold->first_shape; s >= 0; s = w->shape[s].next)
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next)
            if (!is_plane(w, p)) moved += update_piece(w, p, &reach, &room);
    cn_MotionBlock *k = &w->motion_block[body / CN_LANES];
    k->margin[body % CN_LANES] = cold->first_shape < 0 ? 1e30f : reach.margin;
    k->wander[body % CN_LANES] = reach.margin - room;
    return moved;
}

static void move_leaf(cn_World *w, int piece) {
    cn_bvh_move(tree_of(w, piece), piece, w->box[piece]);
    note_moved(w, piece);
    note_settled(w, piece);
}

/* Pieces of a body of which some may have new boxes. */
static void each_piece(cn_World *w, int body, void (*move)(cn_World *w, int piece)) {
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next)
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next)
            if (!is_plane(w, p)) move(w, p);
}

static void move_other(cn_World *w, int piece) {
    if (!cn_bvh_has(tree_of(w, piece), piece)) return; /* of a shape that is disabled */
    cn_Box box = cn_bvh_box(tree_of(w, piece), piece), now = w->box[piece];
    if (memcmp(&box, &now, sizeof box) != 0) move_leaf(w, piece);
}

void cn_broad_phase_update(cn_World *w, int body, float dt) {
    if (update_boxes(w, body, dt) > 0) each_piece(w, body, move_other);
    cn_contact_stir_all(w, body);
}

int cn_broad_phase_plain_piece(const cn_World *w, int body) {
    int shape = w->cold[body].first_shape;
    if (shape < 0 || shape != w->cold[body].last_shape || w->shape[shape].piece_count != 1)
        return -1;
    if (cn_shape_traits(w, shape)->disabled) return -1;
    int piece = w->shape[shape].first_piece;
    return is_plane(w, piece) || w->piece[piece].vertex_count > CN_MEET_VERTICES ? -1 : piece;
}

static int update_in_step(cn_World *w, int body, float dt) {
    int moved = update_boxes(w, body, dt);
    if (moved > 0) cn_body_jumps(w, body);
    return moved;
}

/* All pieces of a body, if there is room and kernels can look at them. */
static bool list_pieces(const cn_World *w, int body, cn_BoxList *l) {
    int count = l->count;
    if (w->cold[body].first_shape < 0) return false;
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next)
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next) {
            if (count == CN_BOX_LIST || is_plane(w, p)) return false;
            if (w->piece[p].vertex_count > CN_MEET_VERTICES) return false;
            l->piece[count] = p;
            l->body[count++] = body;
        }
    l->count = count;
    return true;
}

/* Looks at those of the list; returns how many have new boxes. */
static int finish_pieces(cn_World *w, const cn_MotionStep *step, cn_BoxList *l) {
    int all = 0;
    if (l->count > 0) cn_wide()->motion.pieces(step, l);
    for (int i = 0, next; i < l->count; i = next) {
        int body = l->body[i], moved = 0;
        float room = l->margin[i];
        for (next = i; next < l->count && l->body[next] == body; next++) {
            if (!l->moved[next]) room = cn_minf(room, l->room[next]);
            moved += l->moved[next];
        }
        cn_MotionBlock *k = &w->motion_block[body / CN_LANES];
        k->margin[body % CN_LANES] = l->margin[i];
        k->wander[body % CN_LANES] = l->margin[i] - room;
        if (moved > 0) cn_body_jumps(w, body);
        all += moved;
    }
    l->count = 0;
    return all;
}

/* Without room all boxes of fast bodies are looked at after the step. */
static void reserve_foreseen(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int had = s->contact.foreseen_capacity, wanted = (w->bodies.count + CN_LANES - 1) / CN_LANES;
    if (had >= wanted || !CN_GROW(s->contact.foreseen, wanted)) return;
    size_t more = (size_t)(s->contact.foreseen_capacity - had);
    memset(s->contact.foreseen + had, 0, more * sizeof *s->contact.foreseen);
}

/* Boxes of the groups, shared out; a group has its own bodies, and they their own pieces. */
typedef struct Boxes {
    cn_World *w;
    const cn_MotionStep *step;
    float dt;
    bool sweeps; /* first it is asked which bodies reach ahead */
    atomic_int moved;
} Boxes;

/* A body that is not plain; returns how many boxes are other ones now. */
static int update_other(const Boxes *b, cn_BoxList *list, int body) {
    if (list_pieces(b->w, body, list)) return 0; /* not yet */
    int moved = finish_pieces(b->w, b->step, list);
    if (list_pieces(b->w, body, list)) return moved;
    return moved + update_in_step(b->w, body, b->dt);
}

static void box_range(void *context, int first, int end, int worker) {
    Boxes *b = context;
    cn_BoxList list = {.count = 0};
    int moved = 0;
    (void)worker;
    if (b->sweeps) cn_wide()->motion.sweep(b->step, first, end);
    cn_wide()->motion.boxes(b->step, first, end);
    for (int i = first; i < end; i++) {
        const cn_AwakeOctet *g = &b->w->scratch.activity.octets[i];
        if (g->moved) moved += __builtin_popcount(g->moved);
        for (unsigned left = g->boxes; left; left &= left - 1)
            moved += update_other(b, &list, g->index * CN_LANES + __builtin_ctz(left));
    }
    moved += finish_pieces(b->w, b->step, &list);
    atomic_fetch_add_explicit(&b->moved, moved, memory_order_relaxed);
}

/* Pieces of groups with new boxes, and those of the bodies that the kernels leave out. */
static void each_moved(cn_World *w, void (*plain)(cn_World *w, int piece),
                       void (*other)(cn_World *w, int piece)) {
    const cn_StepMemory *s = &w->scratch;
    for (int i = 0; i < s->activity.octet_count; i++) {
        const cn_AwakeOctet *g = &s->activity.octets[i];
        const int32_t *piece = w->motion_block[g->index].piece;
        for (unsigned left = g->moved; left; left &= left - 1) plain(w, piece[__builtin_ctz(left)]);
        for (unsigned left = g->boxes; left; left &= left - 1)
            each_piece(w, g->index * CN_LANES + __builtin_ctz(left), other);
    }
}

static void update_octets(cn_World *w, cn_MotionStep step, float dt, bool sweeps) {
    Boxes b = {.w = w, .step = &step, .dt = dt, .sweeps = sweeps};
    step.sweeping = dt > 0;
    cn_jobs_run(w->jobs, box_range, &b, w->scratch.activity.octet_count, OCTETS_EACH);
    int moved = atomic_load(&b.moved);
    if (moved < cn_bvh_count(w->tree_moving) / FEW) {
        if (moved > 0) each_moved(w, move_leaf, move_other);
    } else {
        cn_bvh_follow(w->tree_moving, w->box, w->jobs);
        if (w->plane_count > 0) each_moved(w, note_moved, note_moved);
    }
}

void cn_broad_phase_update_octets(cn_World *w) { update_octets(w, cn_motion_step(w, 0), 0, false); }

/* Whether a body reaches ahead, or did in the step before: after the sweep others have no bit. */
static bool has_fast(const cn_World *w) {
    const cn_ActivityMemory *s = &w->scratch.activity;
    bool fast = false;
    for (int i = 0; i < s->octet_count; i++) fast |= s->octets[i].boxes != 0;
    return fast;
}

/* Which bodies reach ahead is found in the job that makes their boxes, but for as long as none did:
 * a pile at rest needs no room for what was foreseen. */
void cn_broad_phase_sweep(cn_World *w, float dt) {
    if (w->scratch.activity.octet_count == 0) return;
    cn_MotionStep step = cn_motion_step(w, dt);
    bool first = dt > 0 && !step.foreseen; /* the sweep comes first, by itself */
    if (first) {
        cn_motion_run(w, cn_wide()->motion.sweep, &step);
        if (has_fast(w)) reserve_foreseen(w);
        step = cn_motion_step(w, dt);
    }
    update_octets(w, step, dt, !first);
}

void cn_broad_phase_renew(cn_World *w, int piece) {
    cn_pair_defer_renew(w, piece);
    if (!cn_shape_takes_part(w, w->piece[piece].shape)) return;
    if (is_plane(w, piece)) {
        note_all(w);
        cn_sensor_note(w, piece);
    } else if (cn_bvh_has(tree_of(w, piece), piece)) {
        cn_bvh_renew(tree_of(w, piece), piece, kind_of(w, piece));
        note_moved(w, piece);
        note_settled(w, piece);
    }
}

/* The corner of the box that lies deepest in the halfspace, against its face. */
static bool box_meets_plane(const cn_World *w, int plane, cn_Box box) {
    const cn_Piece *p = &w->piece[plane];
    const cn_Pose *pose = &w->pose[p->body];
    cn_Vec n = cn_rotate(pose->q, w->normals[p->first_vertex]);
    cn_Vec r = cn_rotate(pose->q, w->vertices[p->first_vertex]);
    double x = n.x > 0 ? box.x1 : box.x2, y = n.y > 0 ? box.y1 : box.y2;
    x -= pose->x + (double)r.x;
    y -= pose->y + (double)r.y;
    return (double)n.x * x + (double)n.y * y <= 0.5 * (double)CN_SPECULATIVE;
}

bool cn_broad_phase_overlap(const cn_World *w, int a, int b) {
    if (w->plane_count > 0) { /* else the pieces need not be read */
        if (is_plane(w, a)) return box_meets_plane(w, a, w->box[b]);
        if (is_plane(w, b)) return box_meets_plane(w, b, w->box[a]);
    }
    return cn_box_overlaps(w->box[a], w->box[b]);
}

/* ---- the stage ---------------------------------------------------------------------------- */

void cn_broad_phase_add_pair(cn_World *w, int a, int b) {
    cn_PairList *list = &w->scratch.contact.pairs;
    if (CN_GROW(list->pairs, list->count + 1))
        list->pairs[list->count++] = (struct cn_ProxyPair){a, b};
    else
        list->cut_short = true;
}

static void plane_pairs(cn_World *w) {
    int count = w->all_moved ? w->pieces.count : w->moved_count;
    for (int k = 0; k < w->plane_count; k++)
        for (int i = 0; i < count; i++) {
            int piece = w->all_moved ? i : w->moved[i];
            if (cn_bvh_has(w->tree_moving, piece) && /* still */
                cn_broad_phase_overlap(w, w->planes[k], piece))
                cn_broad_phase_add_pair(w, w->planes[k], piece);
        }
}

static void forget_moved(cn_World *w) {
    w->moved_count = w->settled_count = 0;
    w->all_moved = w->all_settled = false;
}

/* Nothing is committed, so that the next step finds the same pairs again. */
static void give_up(cn_World *w) {
    const cn_PairList *list = &w->scratch.contact.pairs;
    if (list->full)
        cn_contact_limit(w, w->piece[list->pairs[0].a].body);
    else
        w->out_of_memory = true;
}

/* Of the trees. own: how many of them are of two that move. False when out of memory, or beyond the
 * limit. */
static bool tree_pairs(cn_World *w, cn_PairList *pairs, int *own) {
    pairs->count = 0;
    pairs->full = false;
    *own = 0;
    return cn_bvh_update(w->tree_static, w->jobs) && cn_bvh_update(w->tree_moving, w->jobs) &&
           cn_bvh_all_pairs(w->tree_moving, w->tree_static, pairs, own, w->jobs);
}

/* Pairs that cannot meet count, too, where trees have not noticed yet that what they might have met
 * has gone: by the limit they are counted as in a world that was just put back. */
static bool tree_pairs_within_limit(cn_World *w, cn_PairList *pairs, int *own) {
    if (tree_pairs(w, pairs, own)) return true;
    if (!pairs->full) return false;
    cn_bvh_set_meets(w->tree_static, w->collides);
    cn_bvh_set_meets(w->tree_moving, w->collides);
    return tree_pairs(w, pairs, own);
}

static void find_pairs(cn_World *w, float dt) {
    cn_PairList *pairs = &w->scratch.contact.pairs;
    int own;
    pairs->cut_short = false;
    pairs->limit =
        w->def.max_contacts < INT32_MAX / PAIRS_EACH ? PAIRS_EACH * w->def.max_contacts : 0;
    if (!tree_pairs_within_limit(w, pairs, &own)) {
        give_up(w);
        return;
    }
    plane_pairs(w);
    cn_sensor_pairs(w);
    w->out_of_memory |= pairs->cut_short;
    if (!cn_pair_defer_update(w, dt, own) || pairs->cut_short)
        return; /* found again in the next step */
    forget_moved(w);
    cn_bvh_commit(w->tree_static, w->jobs);
    cn_bvh_commit(w->tree_moving, w->jobs);
}

/* Boxes that were drawn out along the way of a body which something lively may send elsewhere. */
static void widen_boxes(cn_World *w, float dt) {
    const cn_ActivityMemory *s = &w->scratch.activity;
    for (int i = 0; i < s->octet_count; i++)
        for (unsigned left = s->octets[i].mask; left; left &= left - 1) {
            int body = s->octets[i].index * CN_LANES + __builtin_ctz(left);
            if (!cn_rebound_strays(w, body)) continue;
            w->body_flags[body] &= ~(uint32_t)CN_BODY_STRAIGHT;
            if (update_in_step(w, body, dt) > 0) each_piece(w, body, move_other);
        }
}

void cn_broad_phase_pairs(cn_World *w, float dt) {
    w->scratch.contact.strays = false;
    find_pairs(w, dt);
    while (w->scratch.contact.strays && dt > 0) { /* no body strays twice */
        w->scratch.contact.strays = false;
        widen_boxes(w, dt);
        find_pairs(w, dt);
    }
}
