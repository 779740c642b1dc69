/* graph.c: the contacts to solve, and in which block each of them stands.
 *
 * Contacts that share a moving body must not stand in one block: blocks are cut from one colour
 * (color.c) at a time. While there is the same to solve as in the step before, blocks stay. */
#include <stdatomic.h>
#include <string.h>

#include "color.h"
#include "wide/block.h"

#define CELLS_EVERY 16 /* steps */
#define WORDS_EACH  4  /* for one thread at a time */

/* ---- what there is to solve --------------------------------------------------------------- */

static bool moves(const cn_World *w, int body) { return w->mass[body].inv_m > 0; }

/* A dynamic body that is still asleep is not about to be reached (narrow.c woke those). */
static bool waits(const cn_World *w, int body) {
    return !(w->body_flags[body] & CN_BODY_AWAKE) && moves(w, body);
}

static bool reserve(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    return cn_grow((void **)&s->solid_words, &s->solid_words_capacity, cn_contact_words(w),
                   sizeof *s->solid_words) &&
           cn_grow((void **)&s->cell, &s->cell_capacity, w->bodies.count, sizeof *s->cell) &&
           cn_grow((void **)&s->domain, &s->domain_capacity, w->bodies.count, sizeof *s->domain);
}

/* Once it is known what there is to solve: a world at rest needs none of this. */
static bool reserve_solid(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    int solid = 0, direct = 0, words = cn_contact_words(w);
    for (int i = 0; i < words; i++) {
        solid += __builtin_popcountll(s->solid_words[i].solid);
        direct += __builtin_popcountll(s->solid_words[i].direct);
    }
    s->has_colors |= solid > 0;
    return cn_grow((void **)&s->direct_solved, &s->direct_solved_capacity, direct,
                   sizeof *s->direct_solved) &&
           cn_grow((void **)&s->solid, &s->solid_capacity, solid, sizeof *s->solid) &&
           cn_grow((void **)&s->placed, &s->placed_capacity, solid, sizeof *s->placed) &&
           (solid == 0 ||
            (cn_grow((void **)&s->node, &s->node_capacity, words * 64, sizeof *s->node) &&
             cn_grow((void **)&s->lane, &s->lane_capacity, words * 64, sizeof *s->lane) &&
             cn_color_reserve(w)));
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
static cn_Node node_of(const cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    bool a = moves(w, c->body_a), b = moves(w, c->body_b);
    int cell = w->scratch.cell[a ? c->body_a : c->body_b];
    return (cn_Node){a ? c->body_a : -1, b ? c->body_b : -1,
                     (uint16_t)(c->count > 1 ? cell : 256 + cell),
                     (uint16_t)w->contacts.generation[contact]};
}

/* The same contact, and as before as far as colours go. */
static bool goes_on(const cn_Node *p, const cn_Node *q) {
    return p->a == q->a && p->b == q->b && p->generation == q->generation;
}

typedef struct Stage {
    cn_World *w;
    atomic_bool others, directs; /* to solve, and to be solved directly, than in the step before */
    atomic_bool bounces;
} Stage;

/* Looks at 64 contacts. */
static void list_word(const Stage *stage, int index) {
    cn_World *w = stage->w;
    cn_SolidWord *word = &w->scratch.solid_words[index], old = *word;
    *word = (cn_SolidWord){0};
    uint64_t looked = w->active[index] & ~w->scratch.words[index].apart;
    for (uint64_t bits = looked; bits; bits &= bits - 1) {
        int contact = cn_contact_at(index, bits);
        uint64_t bit = bits & -bits;
        const cn_Contact *c = &w->contact[contact];
        if (!cn_contact_solid(c) || waits(w, c->body_a) || waits(w, c->body_b)) continue;
        uint32_t either = w->body_flags[c->body_a] | w->body_flags[c->body_b];
        if (either & CN_BODY_DIRECT) {
            word->direct |= bit;
            continue;
        }
        word->solid |= bit;
        if (either & CN_BODY_REACH || c->flags & CN_CONTACT_BOUNCY) word->bouncing |= bit;
        cn_Node *node = w->scratch.node, now = node_of(w, contact);
        if (old.solid & bit && goes_on(&node[contact], &now))
            node[contact].place = now.place;
        else
            word->come |= bit;
    }
    word->gone = old.solid & ~(word->solid & ~word->come);
}

static void list_words(void *context, int first, int last, int worker) {
    Stage *stage = context;
    uint64_t others = 0, bounces = 0, directs = 0;
    (void)worker;
    for (int i = first; i < last; i++) {
        const cn_SolidWord *word = &stage->w->scratch.solid_words[i];
        uint64_t direct = word->direct;
        list_word(stage, i);
        others |= word->come | word->gone;
        directs |= word->direct ^ direct;
        bounces |= word->bouncing;
    }
    if (others) atomic_store_explicit(&stage->others, true, memory_order_relaxed);
    if (directs) atomic_store_explicit(&stage->directs, true, memory_order_relaxed);
    if (bounces) atomic_store_explicit(&stage->bounces, true, memory_order_relaxed);
}

/* Who has left gives its colour back before anybody takes one. */
static void exchange(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    for (int i = 0; i < cn_contact_words(w); i++) {
        const cn_SolidWord *word = &s->solid_words[i];
        for (uint64_t bits = word->gone; bits; bits &= bits - 1)
            cn_color_take_back(w, cn_contact_at(i, bits));
        for (uint64_t bits = word->come; bits; bits &= bits - 1) {
            int contact = cn_contact_at(i, bits);
            s->node[contact] = node_of(w, contact);
            s->color[contact] = 0;
        }
    }
}

/* scratch.solid for the blocks, direct_solved for those that the sub-steps leave alone. */
static void list_solid(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    s->solid_count = s->direct_solved_count = 0;
    for (int i = 0; i < cn_contact_words(w); i++) {
        const cn_SolidWord *word = &s->solid_words[i];
        for (uint64_t bits = word->solid; bits; bits &= bits - 1)
            s->solid[s->solid_count++] = cn_contact_at(i, bits);
        for (uint64_t bits = word->direct; bits; bits &= bits - 1)
            s->direct_solved[s->direct_solved_count++] = cn_contact_at(i, bits);
    }
}

void cn_graph_told(cn_World *w, cn_ContactList *list) {
    const cn_Scratch *s = &w->scratch;
    for (int i = 0; i < s->direct_solved_count; i++)
        if (w->contact[s->direct_solved[i]].flags & CN_CONTACT_PRE_SOLVE)
            cn_contact_note(w, list, s->direct_solved[i]);
}

/* ---- colours ------------------------------------------------------------------------------ */

/* Parts of large islands are others from time to time. */
static bool update_parts(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    if (!cn_domain_update(w) || (s->solid_count > 0 && !cn_color_reserve(w))) return false;
    for (int i = 0; i < s->solid_count; i++) {
        int contact = s->solid[i], color = cn_color_of(s, contact);
        bool kept = cn_color_kept(s, contact);
        if (kept && color / CN_COLORS != cn_domain_part(s, &s->node[contact]))
            cn_color_take_back(w, contact);
    }
    return true;
}

/* scratch.colored: contacts of each colour, of all parts and rounds. */
static bool count_colors(cn_Scratch *s, int rounds) {
    int n = rounds * CN_ROUND;
    if (!cn_grow((void **)&s->colored, &s->colored_capacity, n, sizeof *s->colored)) return false;
    memset(s->colored, 0, (size_t)n * sizeof *s->colored);
    for (int i = 0; i < s->solid_count; i++) s->colored[cn_color_of(s, s->solid[i])]++;
    return true;
}

/* From how many contacts a colour has to the lane of its first, counted over all blocks. */
static int lay_out_part(cn_Scratch *s, int part, int rounds, int blocks) {
    for (int round = rounds - 1; round >= 0; round--)
        for (int color = 0; color < CN_COLORS; color++) {
            int *colored = &s->colored[round * CN_ROUND + part * CN_COLORS + color],
                count = *colored;
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
    return cn_grow((void **)&s->layers, &s->layers_capacity, rounds * CN_ROUND + 1,
                   sizeof *s->layers);
}

/* ---- into blocks -------------------------------------------------------------------------- */

static void place_all(cn_Scratch *s) {
    int at[512] = {0}, sum = 0;
    for (int i = 0; i < s->solid_count; i++) at[s->node[s->solid[i]].place]++;
    for (int i = 0; i < 512; i++) {
        int count = at[i];
        at[i] = sum;
        sum += count;
    }
    for (int i = 0; i < s->solid_count; i++)
        s->placed[at[s->node[s->solid[i]].place]++] = s->solid[i];
}

static void fill_blocks(cn_Scratch *s) {
    for (int i = 0; i < s->block_count; i++) {
        s->blocks[i].rare = &s->block_rare[i];
        s->blocks[i].last = false;
        memset(s->block_rare[i].contact, 0xff, sizeof s->block_rare[i].contact);
    }
    for (int i = 0; i < s->layer_count; i++) s->blocks[s->layers[i + 1] - 1].last = true;
    for (int k = 0; k < s->solid_count; k++) {
        int contact = s->placed[k], lane = s->colored[cn_color_of(s, contact)]++;
        s->block_rare[lane / CN_LANES].contact[lane % CN_LANES] = contact;
        s->lane[contact] = lane;
    }
}

/* Nobody has a colour any more: in the next step all come anew. */
void cn_graph_forget(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    s->block_count = s->layer_count = s->solid_count = 0;
    s->direct_solved_count = 0;
    s->has_colors = false;
    memset(s->part_layer, 0, sizeof s->part_layer);
    if (s->solid_words_capacity > 0)
        memset(s->solid_words, 0, (size_t)s->solid_words_capacity * sizeof *s->solid_words);
    cn_color_forget(w);
}

static bool make_blocks(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    exchange(w);
    list_solid(w);
    if (!update_parts(w)) return false;
    s->has_colors = s->solid_count > 0;
    if (s->solid_count == 0) {
        s->block_count = s->layer_count = w->color_count = 0;
        memset(s->part_layer, 0, sizeof s->part_layer);
        return true;
    }
    int rounds = cn_color_give(w);
    if (rounds == 0 || !count_colors(s, rounds) || !reserve_layers(s, rounds)) return false;
    int blocks = lay_out(w, rounds);
    if (!cn_grow((void **)&s->blocks, &s->block_capacity, blocks, sizeof *s->blocks)) return false;
    if (!cn_grow((void **)&s->block_rare, &s->block_rare_capacity, blocks, sizeof *s->block_rare))
        return false;
    if (!cn_grow((void **)&s->tells, &s->tells_capacity, blocks, sizeof *s->tells)) return false;
    s->block_count = blocks;
    place_all(s);
    fill_blocks(s);
    return true;
}

bool cn_graph_color(cn_World *w) {
    cn_Scratch *s = &w->scratch;
    Stage stage = {.w = w, .others = w->steps % CELLS_EVERY == 0 || !s->blocks_made};
    s->blocks_made = false;
    if (!reserve(w)) {
        cn_graph_forget(w);
        return false;
    }
    update_cells(w);
    cn_jobs_run(w->jobs, list_words, &stage, cn_contact_words(w), WORDS_EACH);
    s->bounces = stage.bounces;
    if (stage.others || stage.directs)
        s->blocks_made = reserve_solid(w) && make_blocks(w);
    else
        s->blocks_made = true; /* the same as in the step before */
    if (!s->blocks_made) cn_graph_forget(w);
    return s->blocks_made;
}
