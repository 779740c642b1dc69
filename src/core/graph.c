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
#define CELLS_EVERY 16               /* steps */
#define ELSEWHERE   (UINT32_MAX - 1) /* solved directly */
#define NONE        UINT32_MAX

void cn_graph_free(cn_Scratch *s) {
    cn_grow_free((void **)&s->blocks, &s->block_capacity, sizeof *s->blocks);
}

size_t cn_graph_bytes(const cn_Scratch *s) { return (size_t)s->block_capacity * sizeof *s->blocks; }

static bool moves(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

/* A dynamic body that is still asleep is not about to be reached (narrow.c woke those). */
static bool waits(const cn_World *w, int body) {
    return moves(w, body) && !(w->body_flags[body] & CN_BODY_AWAKE);
}

static bool list_solid(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    s->solid_count = 0;
    int room = w->contacts.count + 1;
    if (!cn_grow((void **)&s->solid, &s->solid_capacity, room, sizeof *s->solid) ||
        !cn_grow((void **)&s->color, &s->solid_color_capacity, room, sizeof *s->color) ||
        !cn_grow((void **)&s->body_colors, &s->body_colors_capacity, w->bodies.count,
                 sizeof *s->body_colors))
        return false;
    if (!cn_contact_update_order(w)) return false;
    for (int i = 0; i < w->contact_order_count; i++) {
        int contact = w->contact_order[i];
        if (!(w->active[contact >> 6] >> (contact & 63) & 1)) continue;
        const cn_Contact *c = &w->contact[contact];
        if (!cn_contact_solid(c) || waits(w, c->body_a) || waits(w, c->body_b)) continue;
        s->solid[s->solid_count++] = contact;
    }
    return true;
}

static uint32_t color_of(cn_World *w, const cn_Contact *c) {
    uint64_t *taken = w->scratch.body_colors;
    bool a = moves(w, c->body_a), b = moves(w, c->body_b);
    uint64_t used = (a ? taken[c->body_a] : 0) | (b ? taken[c->body_b] : 0);
    if (used == UINT64_MAX) return NONE;
    int color = a && b ? __builtin_ctzll(~used) : 63 - __builtin_clzll(~used);
    uint64_t bit = (uint64_t)1 << color;
    if (a) taken[c->body_a] |= bit;
    if (b) taken[c->body_b] |= bit;
    return (uint32_t)color;
}

static bool solved_directly(const cn_World *w, const cn_Contact *c) {
    return (w->body_flags[c->body_a] | w->body_flags[c->body_b]) & CN_BODY_DIRECT;
}

/* One round over the contacts that have no colour yet; returns how many still have none. */
static int color_round(cn_World *w, int round, int *count) {
    cn_Scratch *s = &w->scratch;
    int left = 0;
    memset(s->body_colors, 0, (size_t)w->bodies.count * sizeof *s->body_colors);
    memset(count, 0, COLORS * sizeof *count);
    for (int i = 0; i < s->solid_count; i++) {
        if (round > 0 && s->color[i] != NONE) continue;
        if (solved_directly(w, &w->contact[s->solid[i]])) {
            s->color[i] = ELSEWHERE;
            continue;
        }
        uint32_t color = color_of(w, &w->contact[s->solid[i]]);
        s->color[i] = color == NONE ? NONE : (uint32_t)round * COLORS + color;
        if (color == NONE)
            left++;
        else
            count[color]++;
    }
    return left;
}

/* scratch.color_count: contacts of each colour, all rounds. Returns how many rounds, 0 = out of
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

static void clear_blocks(cn_Scratch *s) {
    if (s->block_count == 0) return;
    memset(s->blocks, 0, (size_t)s->block_count * sizeof *s->blocks);
    for (int i = 0; i < s->block_count; i++)
        memset(s->blocks[i].contact, 0xff, sizeof s->blocks[i].contact);
}

/* ---- neighbours side by side -------------------------------------------------------------- */

/* Within a colour the order changes no result. In space it keeps bodies in the cache, and in that
 * of the same core when threads share out the blocks: in the order of the hash two threads are
 * slower than one. Where everybody is may be old news, and bodies younger than it count as being
 * at the beginning of the curve. */
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

static int cell_of(const cn_World *w, const cn_Contact *c) {
    return w->scratch.cell[moves(w, c->body_a) ? c->body_a : c->body_b];
}

static bool sort_by_cell(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    int at[256] = {0}, sum = 0;
    if (!update_cells(w) ||
        !cn_grow((void **)&s->placed, &s->placed_capacity, s->solid_count, sizeof *s->placed))
        return false;
    for (int i = 0; i < s->solid_count; i++) at[cell_of(w, &w->contact[s->solid[i]])]++;
    for (int i = 0; i < 256; i++) {
        int count = at[i];
        at[i] = sum;
        sum += count;
    }
    for (int i = 0; i < s->solid_count; i++)
        s->placed[at[cell_of(w, &w->contact[s->solid[i]])]++] = i;
    return true;
}

bool cn_graph_color(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    s->block_count = s->layer_count = 0;
    if (!list_solid(w)) return false;
    int rounds = color_all(w);
    if (rounds == 0 || !reserve_layers(s, rounds)) return false;
    int blocks = lay_out(w, rounds);
    if (!cn_grow((void **)&s->blocks, &s->block_capacity, blocks, sizeof *s->blocks)) return false;
    s->block_count = blocks;
    clear_blocks(s);
    if (!sort_by_cell(w)) return false;
    for (int k = 0; k < s->solid_count; k++) {
        int i = s->placed[k];
        if (s->color[i] == ELSEWHERE) continue;
        int lane = s->colored[s->color[i]]++;
        s->blocks[lane / CN_LANES].contact[lane % CN_LANES] = s->solid[i];
        w->contact[s->solid[i]].lane = lane;
    }
    return true;
}
