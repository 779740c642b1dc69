/* test_buddy.c: blocks of all sizes, taken and given back in any order and from several threads,
 * never overlap, and memory that the system has not is told of. Prints "N checks, N failed". */
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/resource.h>
#endif

#include "base/memory.h"
#include "cairn.h"
#include "check.h"
#include "random.h"

#define BLOCKS 400
#define TURNS  20000

typedef struct Block {
    unsigned char *memory;
    size_t bytes;
    unsigned char mark;
} Block;

typedef struct Player {
    Block blocks[BLOCKS];
    uint64_t random;
    int wrong;
} Player;

static uint32_t next(Player *p) { return random_of(&p->random); }

/* Small ones mostly, as arrays are. */
static size_t some_size(Player *p) {
    int bits = (int)(next(p) % (next(p) % 16 == 0 ? 22 : 14));
    return 1 + next(p) % ((size_t)1 << bits);
}

/* Its ends, and places between. */
static void mark(Block *b, unsigned char mark) {
    b->mark = mark;
    for (size_t i = 0; i < b->bytes; i += 61) b->memory[i] = mark;
    b->memory[b->bytes - 1] = mark;
}

static bool is_marked(const Block *b) {
    for (size_t i = 0; i < b->bytes; i += 61)
        if (b->memory[i] != b->mark) return false;
    return b->memory[b->bytes - 1] == b->mark;
}

static void turn(Player *p) {
    Block *b = &p->blocks[next(p) % BLOCKS];
    if (b->memory) {
        p->wrong += !is_marked(b);
        cn_free(b->memory, b->bytes);
        b->memory = NULL;
        return;
    }
    b->bytes = some_size(p);
    b->memory = cn_alloc(b->bytes);
    p->wrong += !b->memory || (uintptr_t)b->memory % 64 != 0;
    if (b->memory) mark(b, (unsigned char)next(p));
}

static void *play(void *context) {
    Player *p = context;
    for (int i = 0; i < TURNS; i++) turn(p);
    for (int i = 0; i < BLOCKS; i++) {
        Block *b = &p->blocks[i];
        if (!b->memory) continue;
        p->wrong += !is_marked(b);
        cn_free(b->memory, b->bytes);
    }
    return NULL;
}

static void any_order(int threads) {
    static Player players[4];
    pthread_t thread[4];
    size_t before = cn_memory_used();
    for (int i = 0; i < threads; i++) {
        memset(&players[i], 0, sizeof players[i]);
        players[i].random = (uint64_t)i + 7;
        pthread_create(&thread[i], NULL, play, &players[i]);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        expect(players[i].wrong == 0, "blocks are one's own (%d of %d threads)", i, threads);
    }
    expect(cn_memory_used() == before, "all is given back (%d threads)", threads);
}

/* Several arrays that grow in turn, each of which may be in the way of the others. */
static void grow_together(void) {
    uint32_t *array[5] = {NULL};
    int capacity[5] = {0}, used[5] = {0}, wrong = 0;
    Player p = {.random = 3};
    while (used[0] < 4 << 20) {
        int i = (int)(next(&p) % 5), wanted = used[i] + used[i] / 3 + 5;
        if (!cn_grow((void **)&array[i], &capacity[i], wanted, sizeof *array[i])) wrong++;
        for (; used[i] < wanted; used[i]++) {
            wrong += array[i][used[i]] != 0;
            array[i][used[i]] = (uint32_t)(used[i] * 5 + i + 1);
        }
    }
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < used[i]; k++) wrong += array[i][k] != (uint32_t)(k * 5 + i + 1);
    expect(wrong == 0, "arrays hold what they held, and zero (%d)", wrong);
    for (int i = 0; i < 5; i++) cn_grow_free((void **)&array[i], &capacity[i], sizeof *array[i]);
}

static void stay_within_limit(void) {
    char *array = NULL;
    int capacity = 0;
    cn_set_memory_limit(cn_memory_used() + 70000);
    expect(cn_grow((void **)&array, &capacity, 40000, 1), "within the limit (%d)", capacity);
    expect(!cn_grow((void **)&array, &capacity, 80000, 1), "not beyond it (%d)", capacity);
    expect(capacity >= 40000 && capacity < 80000, "nothing changed (%d)", capacity);
    cn_set_memory_limit(0);
    expect(cn_grow((void **)&array, &capacity, 80000, 1), "without a limit (%d)", capacity);
    cn_grow_free((void **)&array, &capacity, 1);
}

/* Sanitizers need more address space than there is. */
#if defined(__has_feature)
#define WATCHED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WATCHED 1
#else
#define WATCHED 0
#endif
#if defined(__linux__) && !WATCHED
static void run_out(void) {
    static void *blocks[4000];
    struct rlimit before, tight;
    unsigned failures = cn_alloc_failures();
    getrlimit(RLIMIT_AS, &before);
    tight = before;
    tight.rlim_cur = (rlim_t)512 << 20;
    setrlimit(RLIMIT_AS, &tight);
    int count = 0;
    for (; count < 4000; count++) {
        blocks[count] = cn_alloc(300000);
        if (!blocks[count]) break;
        memset(blocks[count], 1, 300000);
    }
    expect(count > 100 && count < 4000, "the system has no more (%d)", count);
    expect(cn_alloc_failures() == failures + 1, "that is counted (%d)", count);
    for (int i = 0; i < count; i++) cn_free(blocks[i], 300000);
    void *again = cn_alloc(300000);
    expect(again != NULL, "what came back is there (%d)", count);
    cn_free(again, 300000);
    setrlimit(RLIMIT_AS, &before);
}

static long faults(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_minflt;
}

/* What was expected needs nothing of the system when it comes, and goes with the last block. */
static void expected(void) {
    enum { COUNT = 3, BYTES = 8 << 20 }; /* 12 large pages */
    void *blocks[COUNT];
    cn_memory_expect((size_t)40 << 20, INT_MAX);
    long before = faults();
    for (int i = 0; i < COUNT; i++) {
        blocks[i] = cn_alloc(BYTES);
        memset(blocks[i], 1, BYTES);
    }
    long during = faults() - before;
    expect(during < 4, "pages are there (%ld were not)", during);
    for (int i = 0; i < COUNT; i++) cn_free(blocks[i], BYTES);
    before = faults();
    blocks[0] = cn_alloc(BYTES);
    memset(blocks[0], 1, BYTES);
    during = faults() - before;
    expect(during >= 4, "they are given back (%ld came anew)", during);
    cn_free(blocks[0], BYTES);
}

/* A page in each call, until all is there. */
static void expected_by_pages(void) {
    enum { MOST = 40 };
    long most = 0;
    int calls = 0;
    bool there = false;
    while (!there && calls < MOST) {
        long before = faults();
        there = cn_memory_expect((size_t)20 << 20, 1);
        long came = faults() - before;
        most = came > most ? came : most;
        calls++;
    }
    expect(there && calls >= 8, "it takes eight calls and more (%d)", calls);
    expect(most < 4, "none of which takes long (%ld pages)", most);
    void *block = cn_alloc(1 << 20); /* with the last block goes what has never come */
    cn_free(block, 1 << 20);
}
#else
static void run_out(void) {}
static void expected(void) {}
static void expected_by_pages(void) {}
#endif

int main(void) {
    any_order(1);
    any_order(4);
    grow_together();
    stay_within_limit();
    run_out();
    expected();
    expected_by_pages();
    cn_memory_expect((size_t)5 << 20, INT_MAX);
    any_order(2);
    return tally();
}
