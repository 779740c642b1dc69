/* broad.c: which pairs of pieces come near each other.
 *
 * Two trees: pieces of static bodies, and all others. A box in a tree is fat: the exact box, the
 * way the body may go in one step when that is further than its size, and a margin, so that a
 * body at rest or slow does not move in the tree. Halfspaces have no box; they are compared with
 * every piece that moved. A pair exists exactly while two fat boxes overlap and the layers, groups
 * and kinds allow it; it has a contact, or waits for one (apart.c).
 * Source of the tree and its old-box test: tree.h. */
#include "sort.h"
#include "wide/block.h"
#include "world.h"

/* Doubles round outwards to floats: the box must contain the exact one anywhere in the world. */
static float down(double v) {
    float f = (float)v;
    return (double)f > v ? f - cn_absf(f) * 1.2e-7f - 1e-30f : f;
}
static float up(double v) { return -down(-v); }

static cn_Tree *tree_of(const cn_World *w, int piece) {
    return w->cold[w->piece[piece].body].type == CN_STATIC ? w->tree_static : w->tree_moving;
}

/* Layers are what trees call kinds; members of a positive group meet each other on any layer. */
static int kind_of(const cn_World *w, int piece) {
    const cn_Shape *s = &w->shape[w->piece[piece].shape];
    return s->layer + (s->group > 0 ? CN_TREE_KINDS : 0);
}

static bool is_plane(const cn_World *w, int piece) { return w->piece[piece].kind == CN_GEOM_PLANE; }

/* Each pair that is near but does not touch costs more than a box that is made anew: the box of
 * what rests is tight, and so is that of what is fast, which is looked at in each step anyway. */
float cn_broad_margin(const cn_World *w, int body) {
    const cn_BodyCold *cold = &w->cold[body];
    const cn_Motion *m = &w->motion[body];
    if (cold->type == CN_STATIC) return 0;
    float speed = cn_absf(m->vx) + cn_absf(m->vy) + cn_absf(m->w) * m->extent;
    bool fast = w->body_flags[body] & CN_BODY_REACH;
    float margin = fast ? CN_FAT_LEAST : cn_maxf(CN_FAT_LEAST, CN_FAT_TIME * speed);
    return cn_minf(margin, cn_minf(CN_FAT_MOST, m->extent / 8));
}

typedef struct Need {
    double box[4];
    bool swept;
} Need;

/* What the box in the tree must contain for the contacts of the next step to be found. */
static Need needed_box(const cn_World *w, int piece, float dt) {
    int body = w->piece[piece].body;
    const cn_Pose *pose = &w->pose[body];
    cn_Geom geom = cn_piece_geom(w, piece);
    Need need = {.swept = dt > 0 && (w->body_flags[body] & CN_BODY_REACH)};
    cn_geom_box(&geom, pose->x, pose->y, pose->q, need.box);
    double grow = 0.5 * (double)CN_SPECULATIVE; /* the other has the same */
    if (need.swept) {
        const cn_Motion *m = &w->motion[body];
        /* After a blow it may go wherever impulses with that much rebound turn its velocity: a
         * circle (Thales) about (1 - e) v / 2. e = -1: straight on. */
        bool straight = w->body_flags[body] & CN_BODY_STRAIGHT;
        double e = straight ? -1 : (double)w->bounciest, half = 0.5 * (1 - e) * dt;
        double dx = (double)m->vx * half, dy = (double)m->vy * half;
        grow += (double)cn_body_swing(w, body, cn_absf(m->w) * dt);
        if (!straight) grow += 0.5 * (1 + e) * dt * (double)cn_length((cn_Vec){m->vx, m->vy});
        if (dx < 0) need.box[0] += dx;
        if (dx > 0) need.box[2] += dx;
        if (dy < 0) need.box[1] += dy;
        if (dy > 0) need.box[3] += dy;
    }
    need.box[0] -= grow, need.box[1] -= grow;
    need.box[2] += grow, need.box[3] += grow;
    return need;
}

static cn_Box fat_box(const Need *need, float margin) {
    double m = margin;
    return (cn_Box){down(need->box[0] - m), down(need->box[1] - m), up(need->box[2] + m),
                    up(need->box[3] + m)};
}

static void note_moved(cn_World *w, int piece) {
    if (w->plane_count == 0) return;
    if (!cn_grow((void **)&w->moved, &w->moved_capacity, w->moved_count + 1, sizeof *w->moved)) {
        w->out_of_memory = true;
        return;
    }
    w->moved[w->moved_count++] = piece;
}

static void move_leaf(cn_World *w, cn_Tree *tree, int piece) {
    cn_tree_move(tree, piece, w->box[piece]);
    if (tree == w->tree_moving) note_moved(w, piece);
}

static bool insert_plane(cn_World *w, int piece) {
    if (!cn_grow((void **)&w->planes, &w->planes_capacity, w->plane_count + 1, sizeof *w->planes))
        return false;
    w->planes[w->plane_count++] = piece;
    /* everything that moves may lie in it already */
    for (int p = 0; p < w->pieces.count; p++)
        if (cn_slots_live(&w->pieces, p) && cn_tree_has(w->tree_moving, p)) note_moved(w, p);
    return true;
}

bool cn_broad_insert(cn_World *w, int piece) {
    if (!cn_apart_reserve_marks(w, piece)) return false;
    cn_apart_renew(w, piece);
    if (is_plane(w, piece)) return insert_plane(w, piece);
    Need need = needed_box(w, piece, 0);
    w->piece[piece].swept = false;
    w->box[piece] = fat_box(&need, cn_broad_margin(w, w->piece[piece].body));
    if (!cn_tree_add(tree_of(w, piece), piece, w->box[piece], kind_of(w, piece))) return false;
    if (tree_of(w, piece) == w->tree_moving) note_moved(w, piece);
    return true;
}

void cn_broad_remove(cn_World *w, int piece) {
    cn_apart_renew(w, piece);
    for (int i = 0; i < w->plane_count; i++)
        if (w->planes[i] == piece) w->planes[i] = w->planes[--w->plane_count];
    if (cn_tree_has(w->tree_static, piece)) cn_tree_remove(w->tree_static, piece);
    if (cn_tree_has(w->tree_moving, piece)) cn_tree_remove(w->tree_moving, piece);
}

/* How far inside its box the piece still is, m. */
static float room_in(cn_Box box, const Need *need) {
    double x1 = need->box[0] - (double)box.x1, x2 = (double)box.x2 - need->box[2];
    double y1 = need->box[1] - (double)box.y1, y2 = (double)box.y2 - need->box[3];
    double x = x1 < x2 ? x1 : x2, y = y1 < y2 ? y1 : y2;
    return down(x < y ? x : y);
}

static float update_piece(cn_World *w, int piece, float dt) {
    cn_Piece *p = &w->piece[piece];
    cn_Tree *tree = tree_of(w, piece);
    Need need = needed_box(w, piece, dt);
    float room = room_in(w->box[piece], &need);
    bool shrink = p->swept && !need.swept;
    if (!shrink && room >= 0) return room;
    p->swept = need.swept;
    w->box[piece] = fat_box(&need, cn_broad_margin(w, p->body));
    move_leaf(w, tree, piece);
    return cn_broad_margin(w, p->body);
}

void cn_broad_update(cn_World *w, int body, float dt) {
    const cn_BodyCold *cold = &w->cold[body];
    float margin = cn_broad_margin(w, body), room = margin;
    for (int s = cold->first_shape; s >= 0; s = w->shape[s].next)
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next)
            if (!is_plane(w, p)) room = cn_minf(room, update_piece(w, p, dt));
    cn_MotionBlock *k = &w->motion_block[body / CN_LANES];
    k->margin[body % CN_LANES] = cold->first_shape < 0 ? 1e30f : margin;
    k->wander[body % CN_LANES] = margin - room;
}

int cn_broad_plain_piece(const cn_World *w, int body) {
    int shape = w->cold[body].first_shape;
    if (shape < 0 || shape != w->cold[body].last_shape || w->shape[shape].piece_count != 1)
        return -1;
    int piece = w->shape[shape].first_piece;
    return is_plane(w, piece) || w->piece[piece].vertex_count > 4 ? -1 : piece;
}

/* Moves in the tree are one thread's: with marks that threads share it took three times as long on
 * two, since the lines of the marks wander between cores. */
void cn_broad_update_groups(cn_World *w, float dt) {
    const cn_Scratch *s = &w->scratch;
    cn_MotionStep step = cn_motion_step(w, dt);
    step.sweeping = dt > 0;
    cn_motion_run(w, cn_wide()->motion.boxes, &step);
    for (int i = 0; i < s->group_count; i++) {
        const cn_AwakeGroup *g = &s->groups[i];
        const int32_t *piece = w->motion_block[g->index].piece;
        for (unsigned left = g->moved; left; left &= left - 1)
            move_leaf(w, w->tree_moving, piece[__builtin_ctz(left)]);
        for (unsigned left = g->boxes; left; left &= left - 1)
            cn_broad_update(w, g->index * CN_LANES + __builtin_ctz(left), dt);
    }
}

void cn_broad_touch(cn_World *w, int piece) {
    cn_apart_renew(w, piece);
    if (is_plane(w, piece)) {
        for (int p = 0; p < w->pieces.count; p++)
            if (cn_slots_live(&w->pieces, p) && cn_tree_has(w->tree_moving, p)) note_moved(w, p);
    } else if (cn_tree_has(tree_of(w, piece), piece)) {
        cn_tree_touch(tree_of(w, piece), piece, kind_of(w, piece));
        if (tree_of(w, piece) == w->tree_moving) note_moved(w, piece);
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

bool cn_broad_overlap(const cn_World *w, int a, int b) {
    if (w->plane_count > 0) { /* else the pieces need not be read */
        if (is_plane(w, a)) return box_meets_plane(w, a, w->box[b]);
        if (is_plane(w, b)) return box_meets_plane(w, b, w->box[a]);
    }
    return cn_box_overlaps(w->box[a], w->box[b]);
}

/* ---- the stage ---------------------------------------------------------------------------- */

static void add_pair(cn_World *w, int a, int b) {
    cn_PairList *list = &w->scratch.pairs;
    if (!cn_grow((void **)&list->pairs, &list->capacity, list->count + 1, sizeof *list->pairs)) {
        w->out_of_memory = true;
        return;
    }
    list->pairs[list->count++] = (struct cn_ProxyPair){a, b};
}

static void plane_pairs(cn_World *w) {
    for (int k = 0; k < w->plane_count; k++)
        for (int i = 0; i < w->moved_count; i++)
            if (cn_tree_has(w->tree_moving, w->moved[i]) && /* still */
                cn_broad_overlap(w, w->planes[k], w->moved[i]))
                add_pair(w, w->planes[k], w->moved[i]);
    w->moved_count = 0;
}

static uint64_t pair_key(int a, int b) {
    uint64_t low = (uint64_t)(a < b ? a : b), high = (uint64_t)(a < b ? b : a);
    return low << 32 | high;
}

/* Twice as much as needed, to sort it. */
static bool list(cn_World *w, int *count, cn_Keyed item) {
    cn_Scratch *s = &w->scratch;
    if (!cn_grow((void **)&s->keyed, &s->keyed_capacity, 2 * (*count + 1), sizeof *s->keyed))
        return false;
    s->keyed[(*count)++] = item;
    return true;
}

static bool may_be(const cn_World *w, int a, int b) {
    return cn_contact_allowed(w, w->piece[a].shape, w->piece[b].shape) &&
           cn_table_find(&w->contact_table, a, b) < 0;
}

/* Pairs whose boxes have come to overlap: contacts, or in the list of those that wait. */
static bool list_new(cn_World *w, float dt, int own, int *count) {
    const cn_PairList *found = &w->scratch.pairs;
    if (!cn_apart_reserve(w, own)) return false;
    for (int i = 0; i < found->count; i++) {
        int a = found->pairs[i].a, b = found->pairs[i].b;
        if (!may_be(w, a, b)) continue;
        cn_Apart pair = cn_apart_pair(w, a, b);
        if (i < own && !cn_apart_may_meet(w, &pair, dt))
            w->apart[w->apart_count++] = pair;
        else if (!list(w, count, (cn_Keyed){pair_key(a, b), -1, 0}))
            return false;
    }
    return true;
}

static bool list_waiting(cn_World *w, float dt, int waiting, int *count) {
    for (int i = 0; i < waiting; i++) {
        const cn_Apart *pair = &w->apart[i];
        if (!cn_apart_may_meet(w, pair, dt) || !may_be(w, pair->piece_a, pair->piece_b)) continue;
        if (!list(w, count, (cn_Keyed){pair_key(pair->piece_a, pair->piece_b), i, 0})) return false;
    }
    return true;
}

/* New contacts are made in the order of their pieces: what is made together then lies side by side,
 * as contacts do that are found together. They are solved in another order: see color.c. */
static bool create_listed(cn_World *w, int count) {
    cn_Keyed *k = w->scratch.keyed;
    cn_sort_keyed(k, k + count, count);
    for (int i = 0; i < count; i++) {
        int a = (int)(k[i].key >> 32), b = (int)(uint32_t)k[i].key;
        bool again = i > 0 && k[i].key == k[i - 1].key; /* a piece that moved twice */
        if (again && cn_table_find(&w->contact_table, a, b) >= 0) continue;
        bool made = k[i].a >= 0 ? cn_apart_make_contact(w, k[i].a) : cn_contact_create(w, a, b);
        if (!made) return false;
    }
    return true;
}

/* own: the first so many pairs are of the moving tree alone. */
static bool create_contacts(cn_World *w, float dt, int own) {
    int count = 0, waiting;
    cn_apart_forget_renewed(w);
    waiting = w->apart_count;
    bool listed = list_new(w, dt, own, &count) && list_waiting(w, dt, waiting, &count);
    bool made = listed && create_listed(w, count);
    w->out_of_memory |= !listed;
    if (made)
        cn_apart_count(w, waiting);
    else
        w->apart_count = waiting;
    cn_apart_update(w);
    return made;
}

/* Nothing is committed, so that the next step finds the same pairs again. */
static void give_up(cn_World *w) {
    const cn_PairList *list = &w->scratch.pairs;
    if (list->full)
        cn_contact_limit(w, w->piece[list->pairs[0].a].body);
    else
        w->out_of_memory = true;
}

void cn_broad_pairs(cn_World *w, float dt) {
    w->scratch.pairs.count = 0;
    w->scratch.pairs.full = false;
    w->scratch.pairs.limit = w->def.max_contacts < INT32_MAX / 2 ? 2 * w->def.max_contacts : 0;
    cn_PairList *pairs = &w->scratch.pairs;
    bool ok = cn_tree_update(w->tree_static, w->jobs) && cn_tree_update(w->tree_moving, w->jobs) &&
              cn_tree_pairs(w->tree_moving, pairs, w->jobs);
    int own = pairs->count;
    ok = ok && cn_tree_cross_pairs(w->tree_moving, w->tree_static, pairs, w->jobs);
    if (!ok) {
        give_up(w);
        return;
    }
    plane_pairs(w);
    if (!create_contacts(w, dt, own)) return; /* found again in the next step */
    cn_tree_commit(w->tree_static, w->jobs);
    cn_tree_commit(w->tree_moving, w->jobs);
}
