/* fuzz_snapshots.c: hostile snapshots, by the million: fields of good ones are set to hostile
 * values, parts of them swapped, repeated, left out or taken from others; with size and checksum
 * mended, and one in four packed as files are, they are loaded, and what is taken steps 60 times.
 * What must hold: a sentence or a world comes of it, soon, and the world is sound, and its bodies
 * are somewhere. Built with sanitizers it is they who look.
 *
 *   fuzz_snapshots [--loads N] [--from N] [--seed N] FILE ...      files: as world:save writes them
 *
 * Each load has random numbers of its own, so `--from N --loads 1` is the load that was told of. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cairn.h"
#include "chance.h"
#include "snapshot/snapshot.h"

#define FILES   256
#define STEPS   60
#define LONGEST 10 /* s of the processor's time, for a load and its steps */
#define TOLD    100000

static cn_Snapshot good[FILES], columns[FILES]; /* as in memory, and as in files */
static int files, in_columns;                   /* count; of those that are */
static long load_number;
static long taken, steps, faults;

/* ---- random numbers ----------------------------------------------------------------------- */

static size_t below(size_t n) { return n > 0 ? (size_t)(next() % n) : 0; }

/* ---- what is done to bytes ---------------------------------------------------------------- */

static char *image_of(cn_Snapshot *s) { return (char *)s->bytes + sizeof(cn_SnapshotHead); }
static size_t size_of(const cn_Snapshot *s) { return s->size - sizeof(cn_SnapshotHead); }

static void hostile_word(char *at) {
    static const uint32_t words[] = {0xffffffff, 0,          1,          2,          0x7fffffff,
                                     0x80000000, 0x7fc00000, 0x7f800000, 0xff800000, 0x7f7fffff,
                                     0xff7fffff, 1u << 30,   65536,      0xfffffffe, 0x00000100};
    memcpy(at, &words[below(sizeof words / sizeof *words)], sizeof *words);
}

static void hostile_double(char *at) {
    static const double values[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, 1e-308, 0, -1, 1e18};
    memcpy(at, &values[below(sizeof values / sizeof *values)], sizeof *values);
}

static void one_off(char *at) {
    uint32_t word;
    memcpy(&word, at, sizeof word);
    word += next() & 1 ? 1 : UINT32_MAX;
    memcpy(at, &word, sizeof word);
}

static void flip(char *at) { *at = (char)(*at ^ 1 << below(8)); }

/* A field becomes another: whole words, wherever they begin. */
static void set_field(cn_Snapshot *s) {
    size_t size = size_of(s);
    if (size < 8) return;
    char *image = image_of(s), *at = image + below(size - 7);
    switch (below(6)) {
    case 0:
        hostile_double(at);
        break;
    case 1:
        one_off(at);
        break;
    case 2:
        flip(at);
        break;
    case 3:
        memmove(at, image + below(size - 7), next() & 1 ? 4 : 8);
        break;
    default:
        hostile_word(at);
        break;
    }
}

/* A part of it is gone, is there twice, has changed its place, or comes from another. */
static void move_part(cn_Snapshot *s, const cn_Snapshot *other) {
    size_t size = size_of(s), length = 1 + below(next() & 1 ? 64 : 1024);
    if (size < 2 * length + 8) return;
    char *image = image_of(s), part[1024];
    size_t from = below(size - length), to = below(size - length);
    switch (below(5)) {
    case 0:
        memmove(image + from, image + from + length, size - from - length);
        s->size -= length;
        break;
    case 1:
        memcpy(part, image + from, length);
        memmove(image + to + length, image + to, size - to);
        memcpy(image + to, part, length);
        s->size += length;
        break;
    case 2:
        memcpy(part, image + from, length);
        memmove(image + from, image + to, length);
        memcpy(image + to, part, length);
        break;
    case 3:
        if (from + length <= size_of(other))
            memcpy(image + from, (const char *)other->bytes + sizeof(cn_SnapshotHead) + from,
                   length);
        break;
    default:
        s->size -= below(size);
        break;
    }
}

static void change(cn_Snapshot *s, const cn_Snapshot *all) {
    const cn_Snapshot *from = &all[below((size_t)files)];
    memcpy(s->bytes, from->bytes, from->size);
    s->size = from->size;
    cn_SnapshotHead head;
    memcpy(&head, s->bytes, sizeof head);
    for (size_t i = 1 + below(4); i > 0; i--) {
        if (below(8) == 0)
            move_part(s, &all[below((size_t)files)]);
        else
            set_field(s);
    }
    size_t note = head.note_size < size_of(s) ? (size_t)head.note_size : size_of(s);
    cn_snapshot_seal(s, size_of(s), note, CN_PACKED_NOT);
}

/* One of four is packed as files are. */
static const cn_Snapshot *next_snapshot(cn_Snapshot *s, cn_Snapshot *packed) {
    cn_SnapshotHead head;
    cn_Error error;
    bool packs = in_columns == files && below(4) == 0;
    change(s, packs ? columns : good);
    memcpy(&head, s->bytes, sizeof head);
    if (!packs || cn_snapshot_compress(s, (size_t)head.note_size, packed, &error) != CN_OK)
        return s;
    return packed;
}

/* ---- what comes of it --------------------------------------------------------------------- */

static void fault(const char *what) {
    faults++;
    printf("load %ld: %s\n", load_number, what);
    fflush(stdout);
}

static void look_at(const cn_World *w) {
    const char *why = "";
    if (!cn_world_validate(w, &why)) fault(why);
    for (cn_BodyId b = cn_world_next_body(w, (cn_BodyId){0, 0}); b.generation;
         b = cn_world_next_body(w, b)) {
        cn_Pos p = cn_body_position(w, b);
        if (isfinite(p.x) && isfinite(p.y)) continue;
        fault("a body is nowhere");
        return;
    }
}

static void try(const cn_Snapshot *s) {
    cn_World *w = NULL;
    cn_Error error;
    if (cn_world_load(s->bytes, s->size, 1, &w, &error) != CN_OK) {
        if (w || error.message[0] == '\0') fault("refused without a sentence");
        return;
    }
    taken++;
    for (int i = 0; i < STEPS; i++, steps++)
        if (cn_world_step(w, 1.0 / 60.0, NULL) != CN_OK) break;
    (void)cn_world_hash(w);
    look_at(w);
    cn_world_destroy(w);
}

/* Which load it was is said by whatever ends the process. */
static void last_words(int signal_number) {
    char line[80];
    int n = snprintf(line, sizeof line, "load %ld: %s\n", load_number,
                     signal_number == SIGPROF ? "a hang" : "the process ends");
    if (n > 0) (void)!fwrite(line, 1, (size_t)n, stdout);
    fflush(stdout);
    _Exit(9);
}

/* ---- all ---------------------------------------------------------------------------------- */

/* As it stands in the file, if it is in columns. */
static void read_columns(const char *bytes, size_t size, cn_Snapshot *out) {
    cn_SnapshotHead head;
    cn_Error error;
    if (cn_snapshot_check(bytes, size, &head, &error) != CN_OK || head.packed != CN_PACKED_COLUMNS)
        return;
    if (cn_snapshot_expand(bytes, size, &head, out, &error) == CN_OK)
        cn_snapshot_seal(out, (size_t)head.size, (size_t)head.note_size, CN_PACKED_COLUMNS);
}

static bool read_file(const char *path, cn_Snapshot *out) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    static char bytes[1 << 22];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    cn_Error error;
    read_columns(bytes, size, &columns[files]);
    if (cn_snapshot_unpack(bytes, size, out, &error) == CN_OK) return true;
    printf("%s: %s\n", path, error.message);
    return false;
}

int main(int argc, char **argv) {
    long loads = 10000, from = 0, seed = 1;
    size_t most = 0;
    for (int i = 1; i < argc; i++) {
        if (option(argc, argv, &i, "--loads", &loads) || option(argc, argv, &i, "--from", &from) ||
            option(argc, argv, &i, "--seed", &seed))
            continue;
        if (files == FILES || !read_file(argv[i], &good[files])) return 2;
        if (good[files].size > most) most = good[files].size;
        if (columns[files].size > most) most = columns[files].size;
        in_columns += columns[files].size > 0;
        files++;
    }
    if (files == 0) return 2;
    cn_Snapshot s = {0}, packed = {0};
    s.capacity = most + 4 * 1024; /* four parts may be there twice */
    s.bytes = cn_alloc(s.capacity);
    if (!s.bytes) return 2;
    signal(SIGPROF, last_words);
    signal(SIGABRT, last_words);
    for (load_number = from; load_number < from + loads; load_number++) {
        state = (uint64_t)seed << 40 ^ (uint64_t)load_number;
        watch(LONGEST);
        try(next_snapshot(&s, &packed));
        if ((load_number + 1) % TOLD == 0) {
            printf("%ld loads, %ld taken\n", load_number + 1 - from, taken);
            fflush(stdout);
        }
    }
    watch(0);
    printf("%ld loads: %ld taken, %ld steps, %ld faults\n", loads, taken, steps, faults);
    cn_snapshot_free(&s);
    cn_snapshot_free(&packed);
    for (int i = 0; i < files; i++) {
        cn_snapshot_free(&good[i]);
        cn_snapshot_free(&columns[i]);
    }
    return faults > 0;
}
