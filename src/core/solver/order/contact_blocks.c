/* contact_blocks.c: the contacts to solve, and in which block each of them stands.
 *
 * Contacts that share a moving body must not stand in one block: blocks are cut from one colour
 * (color.c) at a time. While there is the same to solve as in the step before, blocks stay. */
#include "solver/order/contact_blocks.h"

#include <stdatomic.h>
#include <string.h>

#include "bvh/bvh.h"
#include "contact/busy_words.h"
#include "contact/contact.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "solver/order/color.h"
#include "solver/order/domain.h"
#include "solver/order/island_bins.h"
#include "solver/order/stray.h"
#include "wide/contact_block.h"
#include "wide/motion.h"

/* count of words of contacts, a job of a thread: fewer balance better, more cost less */
#define WORDS_EACH 4
#define PLACES     512 /* count of values of cn_Node.place */
/* ints of a piece: contacts of each place, and then a bit for each place that has any */
#define PLACING (PLACES + PLACES / 32)
/* count of pieces of a list, however many threads there are: each has counters of its own */
#define MOST_PIECES 16
/* count of bodies awake, up to which parts are joined: more than a cache holds are better solved
 * part by part, each of which it may hold */
#define MOST_JOINED 8000

/* ---- what there is to solve --------------------------------------------------------------- */

static bool reserve(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    if (s->contact.words_capacity < cn_contact_words(w))
        return false; /* no stage has looked at contacts */
    return CN_GROW(s->order.solid_words, cn_contact_words(w)) &&
           CN_GROW(s->order.cell, w->bodies.count) && CN_GROW(s->order.domain, w->bodies.count) &&
           cn_island_bin_reserve(w);
}

/* Into how many pieces lists are cut. */
static int pieces_for(const cn_World *w) {
    int threads = cn_jobs_threads(w->jobs);
    if (threads == 1) return 1;
    return 2 * threads < MOST_PIECES ? 2 * threads : MOST_PIECES;
}

static void count_solid(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    s->order.solid_count = s->order.direct_solved_count = 0;
    for (int i = 0; i < cn_contact_words(w); i++) {
        cn_SolidWord *word = &s->order.solid_words[i];
        word->first_solid = s->order.solid_count;
        word->first_direct = s->order.direct_solved_count;
        if ((word->solid | word->direct) == 0) continue; /* a world at rest has nothing else */
        s->order.solid_count += __builtin_popcountll(word->solid);
        s->order.direct_solved_count += __builtin_popcountll(word->direct);
    }
}

/* Once it is known what there is to solve: a world at rest needs none of this. */
static bool reserve_solid(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    int solid = s->order.solid_count, direct = s->order.direct_solved_count,
        words = cn_contact_words(w);
    return CN_GROW(s->order.direct_solved, direct) && CN_GROW(s->order.solid, solid) &&
           CN_GROW(s->order.placing, pieces_for(w) * PLACING) && CN_GROW(s->order.placed, solid) &&
           CN_GROW(s->order.crossing, words) &&
           (solid == 0 || (CN_GROW(s->order.node, words * 64) &&
                           CN_GROW(s->order.lane, words * 64) && cn_color_reserve(w)));
}

/* Where there are bins, each has cells of its own: threads lay contacts into different places. */
static int cell_of(const cn_World *w, int body, int piece) {
    int cell = cn_bvh_cell(w->tree_moving, piece), each = 256 / CN_BINS;
    const cn_StepMemory *s = &w->scratch;
    return s->order.bins == 1 ? cell : cn_island_bin_home(s, body) * each + cell / CN_BINS;
}

/* Within a colour the order changes no result. In space it keeps bodies in the cache, and in that
 * of the same core when threads share out the blocks: in the order of the hash two threads are
 * slower than one. Where bodies are may be old news, and bodies younger than it count as being at
 * the beginning of the curve. */
static void update_cells(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    if (w->steps % CN_DOMAINS_EVERY != 0) return;
    for (int i = 0; i < s->activity.awake_count; i++) {
        int shape = w->cold[s->activity.awake[i]].first_shape;
        if (shape < 0) continue;
        s->order.cell[s->activity.awake[i]] =
            (uint8_t)cell_of(w, s->activity.awake[i], w->shape[shape].first_piece);
    }
}

/* Contacts with two points come first: a block without any is half the work. */
static int place_of(const cn_StepMemory *s, int body, bool two) {
    int cell = s->order.cell[body], each = 256 / CN_BINS;
    if (s->order.bins == 1) return two ? cell : 256 + cell;
    return cell / each * 2 * each + (two ? 0 : each) + cell % each;
}

static cn_Node node_of(const cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    int a = c->flags & CN_CONTACT_WALL_A ? -1 : c->body_a;
    int b = c->flags & CN_CONTACT_WALL_B ? -1 : c->body_b;
    int place = place_of(&w->scratch, a >= 0 ? a : c->body_b, c->count > 1);
    return (cn_Node){a, b, (uint16_t)place, (uint16_t)w->contacts.generation[contact]};
}

/* It is the same contact, and as before as far as colours go. */
static bool goes_on(const cn_Node *p, const cn_Node *q) {
    return p->a == q->a && p->b == q->b && p->generation == q->generation;
}

typedef struct Stage {
    cn_World *w;
    cn_SolidStep step;
    bool known;  /* when contacts were listed before */
    bool placed; /* places are those of the cells as they are, but where a point came or left */
    atomic_bool others, directs; /* other contacts to solve, or to solve directly, than before */
    atomic_bool bounces;
} Stage;

static bool joins_parts(const cn_World *w) {
    return !w->jobs && w->scratch.activity.awake_count <= MOST_JOINED;
}

static Stage stage_of(const cn_World *w) {
    const cn_StepMemory *s = &w->scratch;
    bool known = s->order.solid_listed > 0;
    uint32_t now = cn_contact_birth(w->public_events.stamp);
    uint32_t listed = known ? cn_contact_birth(s->order.solid_listed - 1) : now;
    cn_SolidStep step = {w->contact, w->body_flags, w->contacts.generation,
                         listed,     now - listed,  cn_contacts_far(w)};
    bool cut = w->steps % CN_DOMAINS_EVERY <= 1; /* in this step, or after all were placed */
    return (Stage){.w = (cn_World *)w,
                   .step = step,
                   .known = known,
                   .placed = known && !cut,
                   .others = w->steps % CN_DOMAINS_EVERY == 0 || !s->order.blocks_made ||
                             s->order.joined != joins_parts(w) ||
                             s->order.shares != cn_island_bin_shares(w) ||
                             (w->steps % CN_HOMES_EVERY == 0 && cn_island_bin_unfit(w))};
}

/* Of contacts that were in the blocks and are, those that are others by now. */
static uint64_t find_fresh(const cn_World *w, int word, uint64_t bits) {
    uint64_t fresh = 0;
    for (; bits; bits &= bits - 1) {
        cn_Node now = node_of(w, cn_contact_at(word, bits));
        if (!goes_on(&w->scratch.order.node[cn_contact_at(word, bits)], &now))
            fresh |= bits & -bits;
    }
    return fresh;
}

/* Looks at 64 contacts. Returns which may bounce. In most steps nearly all of them are what they
 * were, and none but the others is looked at alone. */
static uint64_t list_word(const Stage *stage, int index) {
    cn_World *w = stage->w;
    cn_SolidWord *word = &w->scratch.order.solid_words[index];
    uint64_t before = word->solid, two = word->two;
    uint64_t looked = w->active[index] & ~w->scratch.contact.words[index].apart;
    cn_SolidBits now = {0};
    if (looked) cn_wide()->list_solid(&stage->step, index, looked, &now);
    if (!stage->known) now.fresh = find_fresh(w, index, now.solid & before);
    *word = (cn_SolidWord){.solid = now.solid, .direct = now.direct, .two = now.two};
    word->come = now.solid & (~before | now.fresh);
    word->gone = before & ~(now.solid & ~word->come);
    uint64_t kept = now.solid & ~word->come;
    for (uint64_t bits = stage->placed ? kept & (two ^ now.two) : kept; bits; bits &= bits - 1) {
        int contact = cn_contact_at(index, bits);
        w->scratch.order.node[contact].place = node_of(w, contact).place;
    }
    return now.bouncing;
}

static void list_words(void *context, int first, int last, int worker) {
    Stage *stage = context;
    uint64_t others = 0, bounces = 0, directs = 0;
    (void)worker;
    for (int i = first; i < last; i++) {
        const cn_SolidWord *word = &stage->w->scratch.order.solid_words[i];
        uint64_t direct = word->direct, any = word->solid | direct | word->come | word->gone;
        if ((any | stage->w->active[i]) == 0) continue;
        bounces |= list_word(stage, i);
        others |= word->come | word->gone;
        directs |= word->direct ^ direct;
    }
    if (others) atomic_store_explicit(&stage->others, true, memory_order_relaxed);
    if (directs) atomic_store_explicit(&stage->directs, true, memory_order_relaxed);
    if (bounces) atomic_store_explicit(&stage->bounces, true, memory_order_relaxed);
}

/* Nothing was to be solved, and nothing is. */
static bool is_idle(const cn_World *w) {
    const cn_StepMemory *s = &w->scratch;
    return s->order.solid_count + s->order.direct_solved_count == 0 && !cn_busy_words_any(w);
}

/* A contact that has left gives its colour back before any other takes one. */
static void exchange(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    for (int i = 0; i < cn_contact_words(w); i++) {
        const cn_SolidWord *word = &s->order.solid_words[i];
        for (uint64_t bits = word->gone; bits; bits &= bits - 1)
            cn_color_take_back(w, cn_contact_at(i, bits));
        for (uint64_t bits = word->come; bits; bits &= bits - 1) {
            int contact = cn_contact_at(i, bits);
            s->order.node[contact] = node_of(w, contact);
        }
    }
}

/* ---- lists, piece by piece ---------------------------------------------------------------- */

/* Contacts are sorted by where they stand, then by colour: each time they are counted and then
 * put, a piece of the list by one thread. As the order of one piece stays, and pieces follow each
 * other, the result does not depend on how many there are. */
typedef struct Pieces {
    cn_World *w;
    int count;
    int colors;
} Pieces;

static int bound(int count, int piece, const Pieces *p) {
    return (int)((int64_t)count * piece / p->count);
}

static void each_piece(Pieces *p, cn_JobFn fn) { cn_jobs_run(p->w->jobs, fn, p, p->count, 1); }

static void count_place(int *placing, unsigned place) {
    placing[place]++;
    placing[PLACES + place / 32] |= (int)(1u << place % 32);
}

/* From how many each piece has of each place to where its first of that place goes. In a world of a
 * game's size most places have none. */
static void add_up(int *placing, int pieces) {
    int sum = 0;
    for (int word = 0; word < PLACES / 32; word++) {
        unsigned used = 0;
        for (int piece = 0; piece < pieces; piece++)
            used |= (unsigned)placing[piece * PLACING + PLACES + word];
        for (; used; used &= used - 1) {
            int place = word * 32 + __builtin_ctz(used);
            for (int piece = 0; piece < pieces; piece++) {
                int *at = &placing[piece * PLACING + place], count = *at;
                *at = sum;
                sum += count;
            }
        }
    }
}

/* Whether there are shares to lie between. */
static bool may_cross(const cn_StepMemory *s) { return s->order.bins > 1 && !s->order.joined; }

static void list_pieces(void *context, int first, int last, int worker) {
    const Pieces *p = context;
    cn_StepMemory *s = &p->w->scratch;
    int words = cn_contact_words(p->w), *solids = s->order.solid, *directs = s->order.direct_solved;
    const cn_Node *node = s->order.node;
    bool crosses = may_cross(s);
    (void)worker;
    for (int piece = first; piece < last; piece++) {
        int *placing = s->order.placing + piece * PLACING;
        memset(placing, 0, PLACING * sizeof *placing);
        for (int i = bound(words, piece, p); i < bound(words, piece + 1, p); i++) {
            const cn_SolidWord *word = &s->order.solid_words[i];
            int solid = word->first_solid, direct = word->first_direct;
            for (uint64_t bits = word->solid; bits; bits &= bits - 1) {
                int contact = cn_contact_at(i, bits);
                solids[solid++] = contact;
                count_place(placing, node[contact].place);
            }
            for (uint64_t bits = word->direct; bits; bits &= bits - 1)
                directs[direct++] = cn_contact_at(i, bits);
            s->order.crossing[i] = crosses ? cn_stray_crossing(s, i) : 0;
        }
    }
}

/* scratch.order.solid for the blocks, direct_solved for those that the sub-steps leave alone. */
static void list_solid(Pieces *p) {
    each_piece(p, list_pieces);
    add_up(p->w->scratch.order.placing, p->count);
}

void cn_contact_blocks_told(cn_World *w, cn_ContactList *list) {
    const cn_StepMemory *s = &w->scratch;
    for (int i = 0; i < s->order.direct_solved_count; i++)
        if (w->contact[s->order.direct_solved[i]].flags & CN_CONTACT_PRE_SOLVE)
            cn_contact_note(w, list, s->order.direct_solved[i]);
}

/* ---- colours ------------------------------------------------------------------------------ */

/* Homes are others than when contacts were listed. */
static void cross_anew(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    for (int i = 0; i < cn_contact_words(w) && may_cross(s); i++)
        s->order.crossing[i] = cn_stray_crossing(s, i);
}

/* Parts of large islands are others from time to time. */
static bool update_parts(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    bool cuts = w->steps % CN_DOMAINS_EVERY == 0;
    bool homes = !cuts && w->steps % CN_HOMES_EVERY == 0 && cn_island_bin_unfit(w);
    if (!cn_domain_update(w) || (homes && !cn_domain_house(w))) return false;
    if (s->order.solid_count > 0 && !cn_color_reserve(w)) return false;
    if (cuts || homes) cross_anew(w);
    if (!cuts) return true;
    for (int i = 0; i < s->order.solid_count; i++) {
        int contact = s->order.solid[i], color = cn_color_of(s, contact);
        bool kept = cn_color_kept(s, contact);
        if (!kept || color / CN_COLORS == cn_domain_part(s, &s->order.node[contact])) continue;
        cn_color_take_back(w, contact);
        s->order.more_uncolored = true;
    }
    return true;
}

static void place_pieces(void *context, int first, int last, int worker) {
    const Pieces *p = context;
    cn_StepMemory *s = &p->w->scratch;
    const cn_Node *node = s->order.node;
    const int *solid = s->order.solid;
    cn_Placed *placed = s->order.placed;
    int words = cn_contact_words(p->w);
    (void)worker;
    for (int piece = first; piece < last; piece++) {
        int *at = s->order.placing + piece * PLACING, to = bound(words, piece + 1, p);
        int i = bound(words, piece, p);
        i = i < words ? s->order.solid_words[i].first_solid : s->order.solid_count;
        to = to < words ? s->order.solid_words[to].first_solid : s->order.solid_count;
        for (; i < to; i++) {
            int contact = solid[i];
            placed[at[node[contact].place]++] = (cn_Placed){contact, cn_stray_color(s, contact)};
        }
    }
}

/* scratch.order.colored, of each piece: contacts of each colour of all lots and rounds, and then a
 * bit for each that has any: most have none. */
static int *colored_of(const Pieces *p, int piece) {
    return p->w->scratch.order.colored + piece * (p->colors + p->colors / 32);
}

static void count_pieces(void *context, int first, int last, int worker) {
    const Pieces *p = context;
    cn_StepMemory *s = &p->w->scratch;
    const cn_Placed *placed = s->order.placed;
    (void)worker;
    for (int piece = first; piece < last; piece++) {
        int *colored = colored_of(p, piece), *used = colored + p->colors;
        int end = bound(s->order.solid_count, piece + 1, p);
        memset(colored, 0, (size_t)(p->colors + p->colors / 32) * sizeof *colored);
        for (int i = bound(s->order.solid_count, piece, p); i < end; i++) {
            unsigned color = (unsigned)placed[i].color;
            colored[color]++;
            used[color / 32] |= (int)(1u << color % 32);
        }
    }
}

static bool count_colors(Pieces *p, int rounds) {
    cn_StepMemory *s = &p->w->scratch;
    s->order.lots = s->order.bins == 1 && !s->order.domains_used ? 1 : CN_LOTS;
    p->colors = rounds * s->order.lots * CN_COLORS;
    if (!CN_GROW(s->order.colored, p->count * (p->colors + p->colors / 32))) return false;
    each_piece(p, place_pieces);
    each_piece(p, count_pieces);
    return true;
}

/* Bits of the colours that any piece has of a lot in a round. */
static uint64_t colors_of(const Pieces *p, int round, int lot) {
    int at = p->colors + 2 * (round * p->w->scratch.order.lots + lot);
    uint32_t low = 0, high = 0;
    for (int piece = 0; piece < p->count; piece++) {
        const int *used = colored_of(p, piece) + at;
        low |= (uint32_t)used[0], high |= (uint32_t)used[1];
    }
    return (uint64_t)high << 32 | low;
}

/* From how many contacts a colour has to the lane of its first, counted over all blocks. */
static int lay_out_color(const Pieces *p, int color, int blocks) {
    cn_StepMemory *s = &p->w->scratch;
    int lane = blocks * CN_LANES;
    for (int piece = 0; piece < p->count; piece++) {
        int *colored = colored_of(p, piece) + color, count = *colored;
        *colored = lane;
        lane += count;
    }
    s->order.layers[s->order.layer_count++] = blocks;
    return (lane + CN_LANES - 1) / CN_LANES;
}

static int rounds_of(const Pieces *p) { return p->colors / (p->w->scratch.order.lots * CN_COLORS); }

static int lay_out_lot(const Pieces *p, int lot, int blocks) {
    for (int round = rounds_of(p) - 1; round >= 0; round--) {
        int first = (round * p->w->scratch.order.lots + lot) * CN_COLORS;
        for (uint64_t bits = colors_of(p, round, lot); bits; bits &= bits - 1)
            blocks = lay_out_color(p, first + __builtin_ctzll(bits), blocks);
    }
    return blocks;
}

static bool is_used(const cn_StepMemory *s, int lot) {
    if (lot < CN_BINS) return lot < s->order.bins;
    return lot == CN_LOT_STRAYS ? s->order.bins > 1 : s->order.domains_used;
}

/* Of parts that are solved side by side. As many whether they are joined or not. */
static int most_colors(const Pieces *p) {
    static const int begin[] = {CN_LOT_BINS, CN_LOT_PAIRS, CN_LOT_QUARTERS, CN_LOT_ENDS, CN_LOTS};
    const cn_StepMemory *s = &p->w->scratch;
    int most = 0;
    if (s->order.lots == 1) return s->order.layer_count;
    for (int level = 0; level < 4; level++) {
        int count = 0;
        for (int round = 0; round < rounds_of(p); round++) {
            uint64_t bits = 0;
            for (int lot = begin[level]; lot < begin[level + 1]; lot++)
                bits |= colors_of(p, round, lot);
            count += __builtin_popcountll(bits);
        }
        most = count > most ? count : most;
    }
    return most;
}

static int lay_out(const Pieces *p) {
    cn_World *w = p->w;
    cn_StepMemory *s = &w->scratch;
    int blocks = 0;
    s->order.layer_count = 0;
    for (int lot = 0; lot < CN_LOTS; lot++) {
        s->order.lot_layer[lot] = s->order.layer_count;
        if (lot < s->order.lots && is_used(s, lot)) blocks = lay_out_lot(p, lot, blocks);
    }
    s->order.lot_layer[CN_LOTS] = s->order.layer_count;
    w->color_count = most_colors(p);
    s->order.layers[s->order.layer_count] = blocks;
    cn_island_bin_weigh(s);
    return blocks;
}

static bool reserve_layers(cn_StepMemory *s, int rounds) {
    return CN_GROW(s->order.layers, rounds * s->order.lots * CN_COLORS + 1);
}

/* ---- into blocks -------------------------------------------------------------------------- */

static bool reserve_blocks(cn_StepMemory *s, int blocks) {
    return CN_GROW(s->order.blocks, blocks) && CN_GROW(s->order.block_rare, blocks) &&
           CN_GROW(s->order.tells, blocks) && CN_GROW(s->order.coming, blocks) &&
           CN_GROW(s->order.laid, blocks * CN_LANES);
}

static void lay_pieces(void *context, int first, int last, int worker) {
    const Pieces *p = context;
    cn_StepMemory *s = &p->w->scratch;
    const cn_Placed *placed = s->order.placed;
    int *laid = s->order.laid, *lane = s->order.lane;
    (void)worker;
    for (int piece = first; piece < last; piece++) {
        int *next = colored_of(p, piece), end = bound(s->order.solid_count, piece + 1, p);
        for (int i = bound(s->order.solid_count, piece, p); i < end; i++) {
            int contact = placed[i].contact, at = next[placed[i].color]++;
            laid[at] = contact;
            lane[contact] = at;
        }
    }
}

/* No contact has a colour any more: in the next step all come anew. */
void cn_contact_blocks_forget(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    s->order.block_count = s->order.layer_count = s->order.solid_count = 0;
    s->order.direct_solved_count = 0;
    s->order.has_colors = false;
    memset(s->order.lot_layer, 0, sizeof s->order.lot_layer);
    s->order.more_uncolored = false;
    if (s->order.solid_words_capacity > 0)
        memset(s->order.solid_words, 0, CN_GROW_BYTES(s->order.solid_words));
    cn_color_forget(w);
}

static bool make_blocks(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    Pieces p = {.w = w, .count = pieces_for(w)};
    exchange(w);
    s->order.joined = joins_parts(w);
    s->order.shares = cn_island_bin_shares(w);
    list_solid(&p);
    if (!update_parts(w)) return false;
    s->order.has_colors = s->order.solid_count > 0;
    if (s->order.solid_count == 0) {
        s->order.block_count = s->order.layer_count = w->color_count = 0;
        memset(s->order.lot_layer, 0, sizeof s->order.lot_layer);
        return true;
    }
    int rounds = cn_color_give(w);
    if (rounds == 0 || !cn_stray_spread(w)) return false;
    bool counted = count_colors(&p, rounds) && reserve_layers(s, rounds);
    cn_stray_forget(w);
    if (!counted) return false;
    int blocks = lay_out(&p);
    if (!reserve_blocks(s, blocks)) return false;
    s->order.block_count = blocks;
    memset(s->order.laid, 0xff, (size_t)blocks * CN_LANES * sizeof *s->order.laid);
    each_piece(&p, lay_pieces);
    return true;
}

bool cn_contact_blocks_color(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    Stage stage = stage_of(w);
    s->order.blocks_made = false;
    s->order.solid_listed = 0;
    if (!reserve(w)) {
        cn_contact_blocks_forget(w);
        return false;
    }
    update_cells(w);
    if (stage.others || !is_idle(w))
        cn_jobs_run(w->jobs, list_words, &stage, cn_contact_words(w), WORDS_EACH);
    s->impact.bounces = stage.bounces;
    bool same = !stage.others && !stage.directs; /* as in the step before */
    if (!same) count_solid(w);
    s->order.blocks_made = same || (reserve_solid(w) && make_blocks(w));
    if (!s->order.blocks_made) cn_contact_blocks_forget(w);
    s->order.solid_listed = w->public_events.stamp + 1;
    return s->order.blocks_made;
}
