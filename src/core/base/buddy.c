/* buddy.c: a buddy system (Knowlton, "A Fast Storage Allocator", 1965) over large pages.
 *
 * Memory that is new comes a page at a time, when it is first touched, and on a virtual machine
 * each such touch may take as long as the step of ten bodies: in steps in which arrays grew it was
 * most of the time. A large page is touched once, and takes one entry of the processor's table of
 * pages where small ones take 512. So blocks are cut from chunks of large pages, whose pages are
 * asked for when a block first reaches into them: one of a size is halved until it fits, and a
 * block that comes back is joined with its other half if that is free. An array that grows within
 * its block stays where it is.
 * Not here: what is larger than a block (memory.c). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#endif
#include "base/buddy.h"

#ifdef __linux__
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define CHUNK  (2 * CN_BUDDY_MOST)     /* bytes */
#define PAGES  (CHUNK / CN_LARGE_PAGE) /* count of a chunk's */
#define LEAST  8                       /* power of two: the smallest block has 256 bytes */
#define ORDERS 16                      /* count, from the smallest to the largest */
#define BLOCKS (1 << ORDERS)           /* count of the smallest in a chunk */
#define HEAD   (sizeof(struct Chunk))  /* bytes at its beginning that are its own */
#define COLORS 15                      /* count of lines by which neighbours are shifted at most */
#define LINE   64                      /* bytes */

/* Kernels before 5.14 know no better than to be touched page by page. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* index of that advice */
#endif

/* The free blocks of each order are bits, in the places of a binary tree: those of order o begin at
 * bit BLOCKS >> o, and the halves of i are 2 i and 2 i + 1. */
typedef struct Chunk {
    struct Chunk *next, *previous;
    unsigned orders; /* a bit for each of which there is a free block */
    unsigned pages;  /* a bit for each that has been asked for */
    size_t taken;    /* bytes of blocks, without its head */
    int free_count[ORDERS];
    int low[ORDERS]; /* index of a word below which none of an order is free */
    uint64_t free[2 * BLOCKS / 64];
} Chunk;

static struct {
    pthread_mutex_t mutex;
    Chunk *chunks;
    unsigned color; /* goes round */
} pool = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void *map(size_t bytes, size_t alignment) {
    size_t size = bytes + alignment;
    char *all = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) return NULL;
    size_t before = -(uintptr_t)all & (alignment - 1);
    if (before > 0) munmap(all, before);
    munmap(all + before + bytes, size - before - bytes);
    madvise(all + before, bytes, MADV_HUGEPAGE);
    return all + before;
}

void *cn_large_pages(size_t bytes) { return map(bytes, CN_LARGE_PAGE); }

/* ---- blocks of a chunk -------------------------------------------------------------------- */

static int order_of(size_t bytes) {
    int order = 0;
    while (((size_t)1 << (LEAST + order)) < bytes) order++;
    return order;
}

static size_t size_of(int order) { return (size_t)1 << (LEAST + order); }

static void set_free(Chunk *c, int order, int i) {
    c->free[i >> 6] |= (uint64_t)1 << (i & 63);
    c->free_count[order]++;
    c->orders |= 1u << order;
    if (i >> 6 < c->low[order]) c->low[order] = i >> 6;
}

static void set_taken(Chunk *c, int order, int i) {
    c->free[i >> 6] &= ~((uint64_t)1 << (i & 63));
    if (--c->free_count[order] == 0) c->orders &= ~(1u << order);
}

static bool is_free(const Chunk *c, int i) { return c->free[i >> 6] >> (i & 63) & 1; }

/* The first of an order that has any. */
static int find_free(Chunk *c, int order) {
    int first = BLOCKS >> order;
    for (int word = c->low[order];; word++) {
        uint64_t bits = c->free[word];
        if (first < 64) bits &= (((uint64_t)1 << first) - 1) << first; /* others are there, too */
        if (!bits) continue;
        c->low[order] = word;
        return word * 64 + __builtin_ctzll(bits);
    }
}

static int split_to(Chunk *c, int from, int order) {
    int i = find_free(c, from);
    set_taken(c, from, i);
    for (; from > order; from--) {
        i *= 2;
        set_free(c, from - 1, i + 1);
    }
    return i;
}

static void join(Chunk *c, int order, int i) {
    while (order + 1 < ORDERS && is_free(c, i ^ 1)) {
        set_taken(c, order, i ^ 1);
        i /= 2, order++;
    }
    set_free(c, order, i);
}

static char *block_at(Chunk *c, int order, int i) {
    return (char *)c + (size_t)(i - (BLOCKS >> order)) * size_of(order);
}

static Chunk *chunk_of(const void *block) {
    return (Chunk *)((uintptr_t)block & ~(uintptr_t)(CHUNK - 1));
}

static void ask_for(Chunk *c, unsigned page) {
    if (c->pages >> page & 1) return;
    madvise((char *)c + page * CN_LARGE_PAGE, CN_LARGE_PAGE, MADV_POPULATE_WRITE);
    c->pages |= 1u << page;
}

/* Those that so many bytes reach into. */
static void ask_for_all(Chunk *c, const void *block, size_t bytes) {
    size_t first = (size_t)((const char *)block - (char *)c);
    for (size_t i = first / CN_LARGE_PAGE; i <= (first + bytes - 1) / CN_LARGE_PAGE; i++)
        ask_for(c, (unsigned)i);
}

/* ---- chunks ------------------------------------------------------------------------------- */

/* All is free but the head, which is the first of several small blocks. */
static Chunk *add_chunk(void) {
    Chunk *c = map(CHUNK, CHUNK);
    if (!c) return NULL;
    ask_for_all(c, c, HEAD);
    for (int i = 0; i < ORDERS; i++) c->low[i] = 2 * BLOCKS;
    set_free(c, ORDERS - 1, 3);
    set_free(c, ORDERS - 1, 2);
    split_to(c, ORDERS - 1, order_of(HEAD));
    Chunk **last = &pool.chunks; /* what has been asked for before is taken first */
    for (; *last; last = &(*last)->next) c->previous = *last;
    *last = c;
    return c;
}

/* Nothing of it is taken: one with a single page is kept, for the next world. */
static void remove_chunk(Chunk *c) {
    if (!c->next && !c->previous) {
        if (c->pages == 1) return;
        madvise((char *)c + CN_LARGE_PAGE, CHUNK - CN_LARGE_PAGE, MADV_DONTNEED);
        c->pages = 1;
        return;
    }
    if (c->next) c->next->previous = c->previous;
    if (c->previous)
        c->previous->next = c->next;
    else
        pool.chunks = c->next;
    munmap(c, CHUNK);
}

/* The one whose smallest block that fits is smallest. */
static Chunk *best_chunk(int order, int *from) {
    Chunk *best = NULL;
    *from = ORDERS;
    for (Chunk *c = pool.chunks; c && *from > order; c = c->next) {
        unsigned fit = c->orders >> order;
        if (fit && order + __builtin_ctz(fit) < *from) {
            best = c;
            *from = order + __builtin_ctz(fit);
        }
    }
    return best;
}

/* Arrays that all began at the same place of a page would be in each other's way in the cache. */
static size_t shift(size_t bytes, int order) {
    size_t spare = (size_of(order) - bytes) / LINE, color = pool.color++ % (COLORS + 1);
    return LINE * (color < spare ? color : spare);
}

static void *take(size_t bytes) {
    int order = order_of(bytes), from;
    Chunk *c = best_chunk(order, &from);
    if (!c) {
        c = add_chunk();
        if (!c) return NULL;
        from = order;
        while (!(c->orders >> from & 1)) from++;
    }
    char *block = block_at(c, order, split_to(c, from, order)) + shift(bytes, order);
    c->taken += size_of(order);
    ask_for_all(c, block, bytes);
    return block;
}

static bool is_idle(void) {
    for (const Chunk *c = pool.chunks; c; c = c->next)
        if (c->taken > 0) return false;
    return true;
}

/* With the last block of all goes also what was expected and has never come. */
static void remove_empty(Chunk *c) {
    if (!is_idle()) {
        remove_chunk(c);
        return;
    }
    while (pool.chunks->next) remove_chunk(pool.chunks->next);
    remove_chunk(pool.chunks);
}

static void give(void *block, size_t bytes) {
    Chunk *c = chunk_of(block);
    int order = order_of(bytes);
    size_t at = (size_t)((char *)block - (char *)c) / size_of(order);
    join(c, order, (BLOCKS >> order) + (int)at);
    c->taken -= size_of(order);
    if (c->taken == 0) remove_empty(c);
}

/* Bytes of a chunk that have been asked for, and are not taken. */
static size_t spare_of(const Chunk *c) {
    size_t asked = (size_t)__builtin_popcount(c->pages) * CN_LARGE_PAGE;
    return asked > c->taken ? asked - c->taken : 0;
}

static void ask_for_spare(Chunk *c, size_t *spare, size_t bytes, int *pages) {
    for (unsigned i = 0; i < PAGES; i++) {
        if (*spare >= bytes || *pages == 0) return;
        if (c->pages >> i & 1) continue;
        ask_for(c, i);
        (*pages)--;
        *spare += CN_LARGE_PAGE;
    }
}

static bool expect(size_t bytes, int pages) {
    size_t spare = 0;
    for (Chunk *c = pool.chunks; c; c = c->next) spare += spare_of(c);
    for (Chunk *c = pool.chunks; c; c = c->next) ask_for_spare(c, &spare, bytes, &pages);
    while (spare < bytes && pages > 0) {
        Chunk *c = add_chunk();
        if (!c) return true;
        pages--;
        spare += spare_of(c);
        /* all: which part is taken first is not known */
        ask_for_spare(c, &spare, spare + CHUNK, &pages);
    }
    return spare >= bytes;
}

/* ---- all ---------------------------------------------------------------------------------- */

void *cn_buddy_take(size_t bytes) {
    pthread_mutex_lock(&pool.mutex);
    void *block = take(bytes);
    pthread_mutex_unlock(&pool.mutex);
    return block;
}

void cn_buddy_give(void *block, size_t bytes) {
    pthread_mutex_lock(&pool.mutex);
    give(block, bytes);
    pthread_mutex_unlock(&pool.mutex);
}

bool cn_buddy_expect(size_t bytes, int pages) {
    pthread_mutex_lock(&pool.mutex);
    bool there = expect(bytes, pages);
    pthread_mutex_unlock(&pool.mutex);
    return there;
}

bool cn_buddy_resize(void *block, size_t bytes, size_t wanted) {
    int order = order_of(bytes);
    size_t from = (uintptr_t)block & (size_of(order) - 1);
    if (order_of(wanted) != order || from + wanted > size_of(order)) return false;
    pthread_mutex_lock(&pool.mutex);
    ask_for_all(chunk_of(block), block, wanted);
    pthread_mutex_unlock(&pool.mutex);
    return true;
}
#endif
