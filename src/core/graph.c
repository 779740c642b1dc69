/* graph.c: which contacts may be solved side by side.
 *
 * Contacts that share a moving body must not stand in one block. Each contact takes the first
 * colour that neither of its bodies has; blocks are cut from one colour at a time. Contacts with
 * a static or kinematic partner take colours from the top, so that they are solved last: what the
 * floor says holds. What 64 colours cannot hold (hub bodies, heaps at one point) goes through the
 * same again in further rounds of 64, and those rounds are solved before the first.
 * Colours are given in the order of a hash of the two pieces, anew in each step: they depend on
 * what there is to solve and on nothing before. While that is the same the blocks are kept. */
#include <stdatomic.h>
#include <string.h>

#include "domain.h"
#include "wide/block.h"

#define COLORS      64
#define ROUND       (CN_PARTS * COLORS)
#define LEVELS      4  /* of parts */
#define CELLS_EVERY 16 /* steps */
#define NONE        UINT32_MAX
#define WORDS_EACH  4 /* for one thread at a time */

/* ---- what there is to solve --------------------------------------------------------------- */

static bool moves(const cn_World *w, int body) { return w->mass[body].inv_m > 0; }

/* A dynamic body that is still asleep is not about to be reached (narrow.c woke those). */
static bool waits(const cn_World *w, int body) {
    return !(w->body_flags[body] & CN_BODY_AWAKE) && moves(w, body);
}

static bool reserve(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    int room = w->contacts.live + 1, words = cn_contact_words(w);
    return cn_grow((void **)&s->solid, &s->solid_capacity, room, sizeof *s->solid) &&
           cn_grow((void **)&s->direct_solved, &s->direct_solved_capacity, room,
                   sizeof *s->direct_solved) &&
           cn_grow((void **)&s->node, &s->node_capacity, words * 64, sizeof *s->node) &&
           cn_grow((void **)&s->solid_words, &s->solid_words_capacity, words,
                   sizeof *s->solid_words) &&
           cn_grow((void **)&s->lane, &s->lane_capacity, words * 64, sizeof *s->lane) &&
           cn_grow((void **)&s->placed, &s->placed_capacity, room, sizeof *s->placed) &&
           cn_grow((void **)&s->cell, &s->cell_capacity, w->bodies.count, sizeof *s->cell) &&
           cn_grow((void **)&s->domain, &s->domain_capacity, w->bodies.count, sizeof *s->domain) &&
           cn_contact_update_order(w);
}

/* Within a colour the order changes no result. In space it keeps bodies in the cache, and in that
 * of the same core when threads share out the blocks: in the order of the hash two threads are
 * slower than one. Where everybody is may be old news, and bodies younger than it count as being
 * at the beginning of the curve. */
static void update_cells(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    if (w->steps % CELLS_EVERY != 0) return;
    for (int i = 0; i < s->awake_count; i++) {
        int shape = w->cold[s->awake[i]].first_shape;
        if (shape < 0) continue;
        s->cell[s->awake[i]] = (uint8_t)cn_tree_cell(w->tree_moving, w->shape[shape].first_piece);
    }
}

/* Contacts with two points come first: a block without any is half the work. */
static cn_Node node_of(const cn_World *w, const cn_Contact *c) {
    bool a = moves(w, c->body_a), b = moves(w, c->body_b);
    int cell = w->scratch.cell[a ? c->body_a : c->body_b];
    return (cn_Node){a ? c->body_a : -1, b ? c->body_b : -1, c->count > 1 ? cell : 256 + cell};
}

static bool same_bodies(const cn_Node *p, const cn_Node *q) { return p->a == q->a && p->b == q->b; }

typedef struct Stage {
    cn_World *w;
    atomic_bool others; /* than in the step before */
    atomic_bool bounces;
} Stage;

/* Looks at 64 contacts; true when others are to be solved than were. */
static bool list_word(cn_World *w, int index) {
    cn_SolidWord *word = &w->scratch.solid_words[index], old = *word;
    bool others = false;
    *word = (cn_SolidWord){0};
    for (uint64_t bits = w->active[index] & ~w->scratch.words[index].apart; bits;
         bits &= bits - 1) {
        int contact = cn_contact_at(index, bits);
        const cn_Contact *c = &w->contact[contact];
        if (!cn_contact_solid(c) || waits(w, c->body_a) || waits(w, c->body_b)) continue;
        uint32_t either = w->body_flags[c->body_a] | w->body_flags[c->body_b];
        bool bouncy = either & CN_BODY_REACH || c->flags & CN_CONTACT_BOUNCY;
        cn_Node *node = &w->scratch.node[contact], now = node_of(w, c);
        others |= !same_bodies(node, &now);
        *node = now;
        *(either & CN_BODY_DIRECT ? &word->direct : &word->solid) |= bits & -bits;
        if (bouncy && !(either & CN_BODY_DIRECT)) word->bouncing |= bits & -bits;
    }
    return others || old.solid != word->solid || old.direct != word->direct;
}

static void list_words(void *context, int first, int last, int worker) {
    Stage *stage = context;
    bool others = false, bounces = false;
    (void)worker;
    for (int i = first; i < last; i++) {
        others |= list_word(stage->w, i);
        bounces |= stage->w->scratch.solid_words[i].bouncing != 0;
    }
    if (others) atomic_store_explicit(&stage->others, true, memory_order_relaxed);
    if (bounces) atomic_store_explicit(&stage->bounces, true, memory_order_relaxed);
}

/* scratch.solid for the blocks, direct_solved for those that the sub-steps leave alone; both in the
 * order of the hash. */
static void list_solid(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    for (int i = 0; i < w->contact_order_count; i++) {
        int contact = w->contact_order[i].a;
        const cn_SolidWord *word = &s->solid_words[contact >> 6];
        uint64_t bit = (uint64_t)1 << (contact & 63);
        if (word->solid & bit) s->solid[s->solid_count++] = (cn_Solid){contact, NONE};
        if (word->direct & bit) s->direct_solved[s->direct_solved_count++] = contact;
    }
}

void cn_graph_told(cn_World *w, cn_ContactList *list) {
    const cn_Scratch *s = &w->scratch;
    for (int i = 0; i < s->direct_solved_count; i++)
        if (w->contact[s->direct_solved[i]].flags & CN_CONTACT_PRE_SOLVE)
            cn_contact_note(w, list, s->direct_solved[i]);
}

/* ---- colours ------------------------------------------------------------------------------ */

/* Each part has colours of its own; a body can have contacts in one part of each level. */
static int level_of(int part) {
    if (part < CN_PART_PAIRS) return 0;
    if (part < CN_PART_QUARTERS) return 1;
    return part < CN_PART_MIDDLE ? 2 : 3;
}

static uint32_t color_of(uint64_t *taken, const cn_Node *n) {
    uint64_t used = (n->a >= 0 ? taken[n->a] : 0) | (n->b >= 0 ? taken[n->b] : 0);
    if (used == UINT64_MAX) return NONE;
    bool both = n->a >= 0 && n->b >= 0;
    int color = both ? __builtin_ctzll(~used) : 63 - __builtin_clzll(~used);
    uint64_t bit = (uint64_t)1 << color;
    if (n->a >= 0) taken[n->a] |= bit;
    if (n->b >= 0) taken[n->b] |= bit;
    return (uint32_t)color;
}

static bool clear_colors(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    int levels = s->domains_used ? LEVELS : 1, n = w->bodies.count;
    if (!cn_grow((void **)&s->body_colors, &s->body_colors_capacity, levels * n,
                 sizeof *s->body_colors))
        return false;
    for (int level = 0; level < levels; level++)
        for (int i = 0; i < s->awake_count; i++) s->body_colors[level * n + s->awake[i]] = 0;
    return true;
}

/* One round over the contacts that have no colour yet; returns how many still have none. */
static int color_round(cn_World *w, int round, int *count) {
    cn_Scratch *s = &w->scratch;
    int left = 0;
    for (int i = 0; i < s->solid_count; i++) {
        cn_Solid *solid = &s->solid[i];
        if (solid->color != NONE) continue;
        const cn_Node *node = &s->node[solid->contact];
        int part = cn_domain_part(s, node);
        uint32_t color = color_of(s->body_colors + level_of(part) * w->bodies.count, node);
        if (color == NONE) {
            left++;
            continue;
        }
        color += (uint32_t)(part * COLORS);
        solid->color = (uint32_t)(round * ROUND) + color;
        count[color]++;
    }
    return left;
}

/* scratch.colored: contacts of each colour, of all parts and rounds. Returns how many rounds, 0 =
 * out of memory. Every round colours at least one contact, so that it ends. */
static int color_all(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    for (int round = 0;; round++) {
        if (!cn_grow((void **)&s->colored, &s->colored_capacity, (round + 1) * ROUND,
                     sizeof *s->colored) ||
            !clear_colors(w))
            return 0;
        memset(s->colored + round * ROUND, 0, ROUND * sizeof *s->colored);
        if (color_round(w, round, s->colored + round * ROUND) == 0) return round + 1;
    }
}

/* From how many contacts a colour has to the lane of its first, counted over all blocks. */
static int lay_out_part(cn_Scratch *s, int part, int rounds, int blocks) {
    for (int round = rounds - 1; round >= 0; round--)
        for (int color = 0; color < COLORS; color++) {
            int *colored = &s->colored[round * ROUND + part * COLORS + color], count = *colored;
            *colored = blocks * CN_LANES;
            if (count > 0) s->layers[s->layer_count++] = blocks;
            blocks += (count + CN_LANES - 1) / CN_LANES;
        }
    return blocks;
}

static int lay_out(cn_World *w, int rounds) {
    cn_Scratch *s = &w->scratch;
    int blocks = 0;
    s->layer_count = w->color_count = 0;
    for (int part = 0; part < CN_PARTS; part++) {
        s->part_layer[part] = s->layer_count;
        blocks = lay_out_part(s, part, rounds, blocks);
        int colors = s->layer_count - s->part_layer[part];
        if (colors > w->color_count) w->color_count = colors;
    }
    s->part_layer[CN_PARTS] = s->layer_count;
    s->layers[s->layer_count] = blocks;
    return blocks;
}

static bool reserve_layers(cn_Scratch *s, int rounds) {
    return cn_grow((void **)&s->layers, &s->layers_capacity, rounds * ROUND + 1, sizeof *s->layers);
}

/* ---- into blocks -------------------------------------------------------------------------- */

static void place_all(cn_Scratch *s) {
    int at[512] = {0}, sum = 0;
    for (int i = 0; i < s->solid_count; i++) at[s->node[s->solid[i].contact].place]++;
    for (int i = 0; i < 512; i++) {
        int count = at[i];
        at[i] = sum;
        sum += count;
    }
    for (int i = 0; i < s->solid_count; i++)
        s->placed[at[s->node[s->solid[i].contact].place]++] = i;
}

static void fill_blocks(cn_Scratch *s) {
    for (int i = 0; i < s->block_count; i++)
        memset(s->blocks[i].contact, 0xff, sizeof s->blocks[i].contact);
    for (int k = 0; k < s->solid_count; k++) {
        const cn_Solid *solid = &s->solid[s->placed[k]];
        int lane = s->colored[solid->color]++;
        s->blocks[lane / CN_LANES].contact[lane % CN_LANES] = solid->contact;
        s->lane[solid->contact] = lane;
    }
}

static void forget_blocks(cn_Scratch *s) {
    s->block_count = s->layer_count = s->solid_count = 0;
    s->direct_solved_count = 0;
    memset(s->part_layer, 0, sizeof s->part_layer);
}

static bool make_blocks(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    forget_blocks(s);
    list_solid(w);
    if (!cn_domain_update(w)) return false;
    int rounds = color_all(w);
    if (rounds == 0 || !reserve_layers(s, rounds)) return false;
    int blocks = lay_out(w, rounds);
    if (!cn_grow((void **)&s->blocks, &s->block_capacity, blocks, sizeof *s->blocks)) return false;
    s->block_count = blocks;
    place_all(s);
    fill_blocks(s);
    return true;
}

bool cn_graph_color(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    bool again = w->contact_order_stale || w->steps % CELLS_EVERY == 0;
    Stage stage = {.w = w, .others = again || !s->blocks_made};
    s->blocks_made = false;
    if (!reserve(w)) {
        forget_blocks(s);
        return false;
    }
    update_cells(w);
    cn_jobs_run(w->jobs, list_words, &stage, cn_contact_words(w), WORDS_EACH);
    s->bounces = stage.bounces;
    if (!stage.others) { /* the same blocks as in the step before */
        s->blocks_made = true;
        return true;
    }
    s->blocks_made = make_blocks(w);
    if (!s->blocks_made) forget_blocks(s);
    return s->blocks_made;
}
