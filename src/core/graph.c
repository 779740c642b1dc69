/* graph.c: which contacts may be solved side by side.
 *
 * Contacts that share a moving body must not stand in one block. Each contact takes the first
 * colour that neither of its bodies has; blocks are cut from one colour at a time. Contacts with
 * a static or kinematic partner take colours from the top, so that they are solved last: what the
 * floor says holds. What 64 colours cannot hold (hub bodies, heaps at one point) goes through the
 * same again in further rounds of 64, and those rounds are solved before the first.
 * Colouring starts anew in each step, in the order of a hash of the two pieces. */
#include <string.h>

#include "wide/block.h"
#include "world.h"

#define COLORS      64
#define CELLS_EVERY 16 /* steps */
#define NONE        UINT32_MAX

/* A contact to solve, as far as colouring is concerned. */
struct cn_Node {
    int contact;
    int a, b; /* bodies; -1 = does not move: needs no colour */
    uint32_t color;
    bool two; /* points */
};

void cn_graph_free(cn_Scratch *s) {
    cn_grow_free((void **)&s->blocks, &s->block_capacity, sizeof *s->blocks);
    cn_grow_free((void **)&s->node, &s->node_capacity, sizeof *s->node);
}

size_t cn_graph_bytes(const cn_Scratch *s) {
    return (size_t)s->block_capacity * sizeof *s->blocks +
           (size_t)s->node_capacity * sizeof *s->node;
}

/* ---- what there is to solve --------------------------------------------------------------- */

static bool moves(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

/* A dynamic body that is still asleep is not about to be reached (narrow.c woke those). */
static bool waits(const cn_World *w, int body) {
    return !(w->body_flags[body] & CN_BODY_AWAKE) && moves(w, body);
}

static bool reserve(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    int room = w->contacts.live + 1;
    return cn_grow((void **)&s->solid, &s->solid_capacity, room, sizeof *s->solid) &&
           cn_grow((void **)&s->direct_solved, &s->direct_solved_capacity, room,
                   sizeof *s->direct_solved) &&
           cn_grow((void **)&s->bouncing, &s->bouncing_capacity, room, sizeof *s->bouncing) &&
           cn_grow((void **)&s->node, &s->node_capacity, room, sizeof *s->node) &&
           cn_grow((void **)&s->placed, &s->placed_capacity, room, sizeof *s->placed) &&
           cn_grow((void **)&s->body_colors, &s->body_colors_capacity, w->bodies.count,
                   sizeof *s->body_colors) &&
           cn_contact_update_order(w);
}

/* scratch.solid and nodes for the blocks, bouncing for who looks for impacts, direct_solved for
 * those that the sub-steps leave alone. */
static void list_solid(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    s->solid_count = s->bouncing_count = s->direct_solved_count = 0;
    for (int i = 0; i < w->contact_order_count; i++) {
        int contact = w->contact_order[i].a;
        if (!(w->active[contact >> 6] >> (contact & 63) & 1)) continue;
        const cn_Contact *c = &w->contact[contact];
        if (!cn_contact_solid(c) || waits(w, c->body_a) || waits(w, c->body_b)) continue;
        uint32_t either = w->body_flags[c->body_a] | w->body_flags[c->body_b];
        if (either & CN_BODY_DIRECT) {
            s->direct_solved[s->direct_solved_count++] = contact;
            continue;
        }
        if (either & CN_BODY_REACH || c->flags & CN_CONTACT_BOUNCY)
            s->bouncing[s->bouncing_count++] = contact;
        s->node[s->solid_count] =
            (struct cn_Node){contact, moves(w, c->body_a) ? c->body_a : -1,
                             moves(w, c->body_b) ? c->body_b : -1, NONE, c->count > 1};
        s->solid[s->solid_count++] = contact;
    }
}

void cn_graph_told(cn_World *w, cn_ContactList *list) {
    const cn_Scratch *s = &w->scratch;
    for (int i = 0; i < s->direct_solved_count; i++)
        if (w->contact[s->direct_solved[i]].flags & CN_CONTACT_PRE_SOLVE)
            cn_contact_note(w, list, s->direct_solved[i]);
}

/* ---- colours ------------------------------------------------------------------------------ */

static uint32_t color_of(uint64_t *taken, const struct cn_Node *n) {
    uint64_t used = (n->a >= 0 ? taken[n->a] : 0) | (n->b >= 0 ? taken[n->b] : 0);
    if (used == UINT64_MAX) return NONE;
    bool both = n->a >= 0 && n->b >= 0;
    int color = both ? __builtin_ctzll(~used) : 63 - __builtin_clzll(~used);
    uint64_t bit = (uint64_t)1 << color;
    if (n->a >= 0) taken[n->a] |= bit;
    if (n->b >= 0) taken[n->b] |= bit;
    return (uint32_t)color;
}

/* One round over the contacts that have no colour yet; returns how many still have none. */
static int color_round(cn_World *w, int round, int *count) {
    cn_Scratch *s = &w->scratch;
    int left = 0;
    for (int i = 0; i < s->awake_count; i++) s->body_colors[s->awake[i]] = 0;
    memset(count, 0, COLORS * sizeof *count);
    for (int i = 0; i < s->solid_count; i++) {
        struct cn_Node *n = &s->node[i];
        if (n->color != NONE) continue;
        uint32_t color = color_of(s->body_colors, n);
        if (color == NONE) {
            left++;
            continue;
        }
        n->color = (uint32_t)(round * COLORS) + color;
        count[color]++;
    }
    return left;
}

/* scratch.colored: contacts of each colour, all rounds. Returns how many rounds, 0 = out of
 * memory. Every round colours at least one contact, so that it ends. */
static int color_all(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    for (int round = 0;; round++) {
        if (!cn_grow((void **)&s->colored, &s->colored_capacity, (round + 1) * COLORS,
                     sizeof *s->colored))
            return 0;
        if (color_round(w, round, s->colored + round * COLORS) == 0) return round + 1;
    }
}

/* From how many contacts a colour has to the lane of its first, counted over all blocks. */
static int lay_out(cn_World *w, int rounds) {
    cn_Scratch *s = &w->scratch;
    int blocks = 0;
    s->layer_count = 0;
    for (int round = rounds - 1; round >= 0; round--)
        for (int i = round * COLORS; i < (round + 1) * COLORS; i++) {
            int count = s->colored[i];
            s->colored[i] = blocks * CN_LANES;
            if (count > 0) s->layers[s->layer_count++] = blocks;
            blocks += (count + CN_LANES - 1) / CN_LANES;
        }
    s->layers[s->layer_count] = blocks;
    w->color_count = s->layer_count;
    return blocks;
}

static bool reserve_layers(cn_Scratch *s, int rounds) {
    return cn_grow((void **)&s->layers, &s->layers_capacity, rounds * COLORS + 1,
                   sizeof *s->layers);
}

/* ---- neighbours side by side -------------------------------------------------------------- */

/* Within a colour the order changes no result. In space it keeps bodies in the cache, and in that
 * of the same core when threads share out the blocks: in the order of the hash two threads are
 * slower than one. Where everybody is may be old news, and bodies younger than it count as being
 * at the beginning of the curve. Contacts with two points come first: a block without any is half
 * the work. */
static bool update_cells(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    if (!cn_grow((void **)&s->cell, &s->cell_capacity, w->bodies.count, sizeof *s->cell))
        return false;
    if (w->steps % CELLS_EVERY != 0) return true;
    for (int i = 0; i < s->awake_count; i++) {
        int shape = w->cold[s->awake[i]].first_shape;
        if (shape < 0) continue;
        s->cell[s->awake[i]] = (uint8_t)cn_tree_cell(w->tree_moving, w->shape[shape].first_piece);
    }
    return true;
}

static int place_of(const cn_Scratch *s, const struct cn_Node *n) {
    int cell = s->cell[n->a >= 0 ? n->a : n->b];
    return n->two ? cell : 256 + cell;
}

static bool place_all(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    int at[512] = {0}, sum = 0;
    if (!update_cells(w)) return false;
    for (int i = 0; i < s->solid_count; i++) at[place_of(s, &s->node[i])]++;
    for (int i = 0; i < 512; i++) {
        int count = at[i];
        at[i] = sum;
        sum += count;
    }
    for (int i = 0; i < s->solid_count; i++) s->placed[at[place_of(s, &s->node[i])]++] = i;
    return true;
}

static void fill_blocks(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    for (int i = 0; i < s->block_count; i++)
        memset(s->blocks[i].contact, 0xff, sizeof s->blocks[i].contact);
    for (int k = 0; k < s->solid_count; k++) {
        const struct cn_Node *n = &s->node[s->placed[k]];
        int lane = s->colored[n->color]++;
        s->blocks[lane / CN_LANES].contact[lane % CN_LANES] = n->contact;
        w->contact[n->contact].lane = lane;
    }
}

bool cn_graph_color(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    s->block_count = s->layer_count = s->solid_count = s->bouncing_count = 0;
    s->direct_solved_count = 0;
    if (!reserve(w)) return false;
    list_solid(w);
    int rounds = color_all(w);
    if (rounds == 0 || !reserve_layers(s, rounds)) return false;
    int blocks = lay_out(w, rounds);
    if (!cn_grow((void **)&s->blocks, &s->block_capacity, blocks, sizeof *s->blocks)) return false;
    s->block_count = blocks;
    if (!place_all(w)) {
        s->block_count = 0;
        return false;
    }
    fill_blocks(w);
    return true;
}
