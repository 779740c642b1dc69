/* pair_defer.c: pairs whose boxes overlap, but which cannot meet in this step.
 *
 * The box of a fast body is drawn out along its way. In a crowd that flies together all such boxes
 * overlap, though no body comes nearer to another: what counts is how two move against each other.
 * So a pair gets its contact only in the first step in which its boxes as they stand at the
 * beginning, one of them drawn out along the relative way, overlap. Until then it waits here, in 16
 * bytes, and is looked at in each step; and a contact that found nothing comes back here.
 * Invariant: of two pieces whose boxes in the trees overlap and which may meet, either the contact
 * is there or they wait, once; unless one has been touched or put in since the last step, when the
 * trees find all its pairs anew. Pairs that wait count as neighbours of their bodies.
 * While new pairs are judged they stand behind those that wait, in one list: each pair is looked at
 * by itself, 64 of them to a word of answers, so that threads share them out. */
#include "contact/pair_defer.h"

#include <string.h>

#include "contact/contact.h"
#include "contact/contact_create.h"
#include "contact/pair_crowd.h"
#include "data/contact_access.h"
#include "data/world.h"
#include "wide/contact_block.h"
#include "wide/narrow_lists.h"

#define WORDS_EACH 2 /* count of words of 64 pairs, for one thread at a time */

bool cn_pair_defer_reserve(cn_World *w, int more) {
    return CN_GROW(w->apart, w->apart_count + more);
}

static cn_DeferredPair pair_of(const cn_World *w, int piece_a, int piece_b) {
    return (cn_DeferredPair){piece_a, piece_b, w->piece[piece_a].body, w->piece[piece_b].body};
}

/* ---- pieces that are looked at anew ------------------------------------------------------- */

bool cn_pair_defer_reserve_marks(cn_World *w, int piece) {
    return CN_GROW(w->renewed, (piece >> 6) + 1);
}

void cn_pair_defer_renew(cn_World *w, int piece) {
    if (w->apart_count == 0 || piece >> 6 >= w->renewed_capacity) return;
    w->renewed[piece >> 6] |= (uint64_t)1 << (piece & 63);
    w->apart_stale = true;
}

static bool is_renewed(const cn_World *w, int piece) {
    return piece >> 6 < w->renewed_capacity && w->renewed[piece >> 6] >> (piece & 63) & 1;
}

/* A slot of a body that has been given out again has no neighbours yet. */
static void leave(cn_World *w, const cn_DeferredPair *pair) {
    if (w->cold[pair->body_a].near_count > 0) cn_contact_part(w, pair->body_a);
    if (w->cold[pair->body_b].near_count > 0) cn_contact_part(w, pair->body_b);
}

static void forget_renewed(cn_World *w) {
    int kept = 0;
    if (!w->apart_stale) return;
    for (int i = 0; i < w->apart_count; i++) {
        const cn_DeferredPair *pair = &w->apart[i];
        if (is_renewed(w, pair->piece_a) || is_renewed(w, pair->piece_b))
            leave(w, pair);
        else
            w->apart[kept++] = *pair;
    }
    w->apart_count = kept;
    w->apart_stale = false;
    memset(w->renewed, 0, CN_GROW_BYTES(w->renewed));
}

/* ---- can they meet? ----------------------------------------------------------------------- */

/* Pairs of the list of the stage, from first on behind those that wait. */
typedef struct Stage {
    cn_World *w;
    cn_NarrowStep step;
    int waiting, own; /* pairs before the new ones, and before those that do not wait */
} Stage;

static bool may_be(const cn_World *w, const cn_DeferredPair *pair) {
    int a = pair->piece_a, b = pair->piece_b;
    return cn_contact_allowed(w, w->piece[a].shape, w->piece[b].shape) &&
           cn_pair_table_find(&w->contact_table, a, b) < 0;
}

/* A contact has the piece of the lower shape first. True when a shape has several pieces. */
static bool put_in_order(const cn_World *w, cn_DeferredPair *p) {
    int a = w->piece[p->piece_a].shape, b = w->piece[p->piece_b].shape;
    if (a >= b) *p = (cn_DeferredPair){p->piece_b, p->piece_a, p->body_b, p->body_a};
    return w->shape[a].piece_count > 1 || w->shape[b].piece_count > 1;
}

/* Bits of a word that stand for pairs before index. */
static uint64_t bits_before(int word, int index) {
    int bits = index - word * 64;
    return bits <= 0 ? 0 : bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

/* What is asked of two that may meet. */
static void fetch_pair(const cn_World *w, const cn_DeferredPair *pair) {
    cn_pair_table_fetch(&w->contact_table, pair->piece_a, pair->piece_b);
    cn_fetch(&w->shape[w->piece[pair->piece_a].shape]);
    cn_fetch(&w->shape[w->piece[pair->piece_b].shape]);
    cn_fetch(&w->cold[pair->body_a].joint_count);
    cn_fetch(&w->cold[pair->body_b].joint_count);
}

/* Those of the word that may come, or may wait, if they may be at all. */
static void judge_some(cn_World *w, cn_PairWord *word, cn_DeferredPair *pairs, uint64_t asked,
                       uint64_t old) {
    for (uint64_t left = asked; left; left &= left - 1)
        fetch_pair(w, &pairs[__builtin_ctzll(left)]);
    for (uint64_t left = asked; left; left &= left - 1) {
        cn_DeferredPair *pair = &pairs[__builtin_ctzll(left)];
        uint64_t bit = left & -left;
        if (may_be(w, pair))
            word->several |= put_in_order(w, pair) ? bit : 0;
        else
            word->come &= ~bit, word->out |= bit & ~old;
    }
}

/* Pairs of two that are full are looked at in one of eight steps: their boxes may have parted long
 * before, which costs nothing but this. */
static uint64_t bits_full(const cn_World *w, const cn_DeferredPair *pairs, uint64_t asked) {
    uint64_t full = 0;
    uint32_t now = (uint32_t)w->steps;
    for (uint64_t left = asked; left; left &= left - 1) {
        const cn_DeferredPair *p = &pairs[__builtin_ctzll(left)];
        bool both = w->body_flags[p->body_a] & w->body_flags[p->body_b] & CN_BODY_FULL;
        bool turn = (((uint32_t)p->piece_a ^ (uint32_t)p->piece_b ^ now) & 7) == 0;
        if (both && !turn) full |= left & -left;
    }
    return full;
}

/* Which of the pairs asked for may meet, and which have parted. */
static void ask_apart(const Stage *stage, const cn_DeferredPair *pairs, uint64_t asked,
                      uint64_t *meet, uint64_t *parted) {
    cn_DeferredPair some[64];
    uint64_t met, gone;
    int count = 0;
    *meet = *parted = 0;
    if (!asked) return;
    if (!(asked & (asked + 1))) { /* all of the first ones */
        cn_wide()->apart(&stage->step, pairs, __builtin_popcountll(asked), meet, parted);
        return;
    }
    for (uint64_t left = asked; left; left &= left - 1)
        some[count++] = pairs[__builtin_ctzll(left)];
    cn_wide()->apart(&stage->step, some, count, &met, &gone);
    for (uint64_t left = asked; left; left &= left - 1, met >>= 1, gone >>= 1) {
        *meet |= met & 1 ? left & -left : 0;
        *parted |= gone & 1 ? left & -left : 0;
    }
}

/* Of new pairs, the lowest bit stands for the first. */
static void fetch_pieces(const cn_World *w, uint64_t bits, int first) {
    const cn_PairList *found = &w->scratch.contact.pairs;
    for (; bits; bits &= bits - 1) {
        const struct cn_ProxyPair *pair = &found->pairs[first + __builtin_ctzll(bits)];
        cn_fetch(&w->piece[pair->a]);
        cn_fetch(&w->piece[pair->b]);
    }
}

static void judge_word(const Stage *stage, int i, int count) {
    cn_World *w = stage->w;
    cn_DeferredPair *pairs = w->apart + i * 64;
    cn_PairWord *word = &w->scratch.contact.pair_words[i];
    uint64_t all = bits_before(i, i * 64 + count), old = bits_before(i, stage->waiting);
    uint64_t meet = 0, others = all & ~bits_before(i, stage->own);
    const cn_PairList *found = &w->scratch.contact.pairs;
    fetch_pieces(w, all & ~old, i * 64 - stage->waiting);
    for (uint64_t left = all & ~old; left; left &= left - 1) {
        int k = __builtin_ctzll(left), at = i * 64 + k - stage->waiting;
        pairs[k] = pair_of(w, found->pairs[at].a, found->pairs[at].b);
    }
    word->out = word->several = 0;
    uint64_t full = bits_full(w, pairs, old & all);
    ask_apart(stage, pairs, all & ~others & ~full, &meet, &word->out);
    word->come = meet | others;
    judge_some(w, word, pairs, all & ~old, old);
    word->out |= others;
}

static void judge_range(void *context, int first, int end, int worker) {
    const Stage *stage = context;
    int count = stage->waiting + stage->w->scratch.contact.pairs.count;
    (void)worker;
    for (int i = first; i < end; i++)
        judge_word(stage, i, count - i * 64 < 64 ? count - i * 64 : 64);
}

/* Those that have waited are asked last: of a crowd most have to wait on. */
static void judge_old(void *context, int first, int end, int worker) {
    const Stage *stage = context;
    cn_World *w = stage->w;
    (void)worker;
    for (int i = first; i < end; i++) {
        cn_PairWord *word = &w->scratch.contact.pair_words[i];
        uint64_t old = bits_before(i, stage->waiting);
        judge_some(w, word, w->apart + i * 64, word->come & old, old);
    }
}

/* In the order of their pieces: what is made together then lies side by side, as contacts do that
 * are found together. They are solved in another order: see color.c. */
static bool list_coming(cn_World *w, int words, int *count) {
    cn_StepMemory *s = &w->scratch;
    int n = 0;
    for (int i = 0; i < words; i++) n += __builtin_popcountll(s->contact.pair_words[i].come);
    *count = 0;
    if (n == 0) return true;
    /* twice as much as needed, to sort it */
    if (!CN_GROW(s->contact.sorted_pairs, 2 * n)) {
        for (int i = 0; i < words; i++) s->contact.pair_words[i].come = 0;
        return false;
    }
    for (int i = 0; i < words; i++)
        for (uint64_t left = s->contact.pair_words[i].come; left; left &= left - 1) {
            int at = cn_contact_at(i, left), a = w->apart[at].piece_a, b = w->apart[at].piece_b;
            uint64_t low = (uint64_t)(a < b ? a : b), high = (uint64_t)(a < b ? b : a);
            bool several = s->contact.pair_words[i].several & left & -left;
            s->contact.sorted_pairs[(*count)++] = (cn_Keyed){low << 32 | high, at, several};
        }
    cn_sort_keyed(s->contact.sorted_pairs, s->contact.sorted_pairs + n, n);
    return true;
}

/* Of the pairs of a word, ahead of use. */
static void fetch_bodies(const cn_World *w, int word, uint64_t pairs) {
    for (; pairs; pairs &= pairs - 1) {
        const cn_DeferredPair *pair = &w->apart[cn_contact_at(word, pairs)];
        cn_fetch_own(&w->cold[pair->body_a].near_count);
        cn_fetch_own(&w->cold[pair->body_b].near_count);
    }
}

/* New pairs that stay are neighbours from now on, those whose boxes have parted are none any more.
 * In this order: a body with many neighbours is crowded until it has far fewer. */
void cn_pair_defer_count(cn_World *w, int waiting, int all) {
    const cn_PairWord *words = w->scratch.contact.pair_words;
    for (int i = waiting >> 6; i * 64 < all; i++) {
        uint64_t new = bits_before(i, all) & ~bits_before(i, waiting);
        new &= ~(words[i].come | words[i].out);
        fetch_bodies(w, i, new);
        for (; new; new &= new - 1) {
            const cn_DeferredPair *pair = &w->apart[cn_contact_at(i, new)];
            cn_contact_near(w, pair->body_a);
            cn_contact_near(w, pair->body_b);
        }
    }
    for (int i = 0; i * 64 < waiting; i++) {
        uint64_t gone = words[i].out & ~words[i].come & bits_before(i, waiting);
        fetch_bodies(w, i, gone);
        for (; gone; gone &= gone - 1) leave(w, &w->apart[cn_contact_at(i, gone)]);
    }
}

static uint64_t leaving(const cn_World *w, int word) {
    return w->scratch.contact.pair_words[word].come | w->scratch.contact.pair_words[word].out;
}

/* Pairs that have their contact, or whose boxes have parted, go out of the list; the last ones take
 * their places, since nothing depends on the order. */
static void close_up(cn_World *w) {
    int end = w->apart_count;
    for (int i = 0; i * 64 < end; i++)
        for (uint64_t holes = leaving(w, i); holes; holes &= holes - 1) {
            int at = cn_contact_at(i, holes);
            if (at >= end) break;
            do end--;
            while (end > at && leaving(w, end >> 6) >> (end & 63) & 1);
            if (end > at) w->apart[at] = w->apart[end];
        }
    w->apart_count = end;
}

bool cn_pair_defer_update(cn_World *w, float dt, int own) {
    cn_StepMemory *s = &w->scratch;
    forget_renewed(w);
    int waiting = w->apart_count, all = waiting + s->contact.pairs.count, words = (all + 63) >> 6,
        count;
    Stage stage = {.w = w, .waiting = waiting, .own = waiting + own};
    if (!cn_had_memory(w, cn_pair_defer_reserve(w, s->contact.pairs.count) &&
                              CN_GROW(s->contact.pair_words, words)))
        return false;
    stage.step =
        (cn_NarrowStep){.boxes = w->box, .motion = w->motion, .flags = w->body_flags, .dt = dt};
    cn_jobs_run(w->jobs, judge_range, &stage, words, WORDS_EACH);
    cn_pair_crowd_thin(w, stage.own);
    cn_jobs_run(w->jobs, judge_old, &stage, (waiting + 63) >> 6, WORDS_EACH);
    bool listed = list_coming(w, words, &count);
    bool made = cn_contact_create_all(w, count, waiting, listed ? all : waiting) && listed;
    w->out_of_memory |= !listed;
    w->apart_count = made ? all : waiting; /* else the others are found again in the next step */
    close_up(w);
    return made;
}
