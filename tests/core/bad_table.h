/* bad_table.h: what is said of bad values, as a table for people, and as it was before. */
#ifndef BAD_TABLE_H
#define BAD_TABLE_H

#include <stdlib.h>

#include "bad_call.h"

/* ---- the table ---------------------------------------------------------------------------- */

/* What is said of one parameter: the sentences, each with the values that it is said of. */
#define MOST_SENTENCES 12
#define SENTENCE       160
#define LIST           400
typedef struct Row {
    char parameter[64];
    int count;
    char sentences[MOST_SENTENCES][SENTENCE], lists[MOST_SENTENCES][LIST];
    int last[MOST_SENTENCES];     /* value, by number */
    size_t start[MOST_SENTENCES]; /* in the list, of the end of a run of values; 0: there is none */
    unsigned variants;            /* bits */
} Row;

static char *table; /* all lines so far */
static size_t table_length, table_room;

static void add_text(const char *text) {
    size_t more = strlen(text);
    if (table_length + more + 1 > table_room) {
        table_room = 2 * (table_length + more + 1);
        table = realloc(table, table_room);
        if (!table) abort();
    }
    memcpy(table + table_length, text, more + 1);
    table_length += more;
}

/* Neighbours as "first..last". */
static void add_value(char *list, size_t *run, bool follows, const char *value) {
    size_t length = strlen(list);
    if (length && follows) {
        if (!*run) *run = length;
        snprintf(list + *run, LIST - *run, "..%s", value);
    } else {
        snprintf(list + length, LIST - length, "%s%s", length ? " " : "", value);
        *run = 0;
    }
}

/* Without the number that was given, which the list has. */
static void add_refusal(Row *row, const cn_Error *e, int which, const char *value) {
    char sentence[SENTENCE];
    snprintf(sentence, sizeof sentence, "%s%s%s", e->field, e->field[0] ? " " : "", e->message);
    char *got = strstr(sentence, "got ");
    if (got) strcpy(got, "got *");
    char *outside = strstr(sentence, " is outside");
    if (outside && outside > sentence) {
        char *start = outside;
        while (start > sentence && start[-1] != ' ') start--;
        memmove(start + 1, outside, strlen(outside) + 1);
        *start = '*';
    }
    int at = 0;
    while (at < row->count && strcmp(row->sentences[at], sentence) != 0) at++;
    if (!expect(at < MOST_SENTENCES, "too many sentences about %s", row->parameter)) return;
    if (at == row->count) {
        row->count++;
        strcpy(row->sentences[at], sentence);
        row->lists[at][0] = 0;
        row->start[at] = 0;
    }
    add_value(row->lists[at], &row->start[at], which == row->last[at] + 1, value);
    row->last[at] = which;
}

static bool is_same(const Row *a, const Row *b) {
    if (strcmp(a->parameter, b->parameter) != 0 || a->count != b->count) return false;
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->sentences[i], b->sentences[i]) != 0 || strcmp(a->lists[i], b->lists[i]) != 0)
            return false;
    return true;
}

static const char *name_of(int variants, int variant) {
    static const char *shapes[] = {"circle",  "box",   "capsule",   "polygon", "ellipse",
                                   "segment", "chain", "halfspace", "area"};
    static const char *joints[] = {"revolute", "distance", "prismatic", "weld",   "mouse",
                                   "wheel",    "motor",    "friction",  "filter", "gear",
                                   "pulley",   "ratchet",  "rotary"};
    static const char *movers[] = {"capsule", "box", "body"};
    return variants == CN_JOINT_KINDS    ? joints[variant]
           : variants == KINDS_OF_MOVERS ? movers[variant]
                                         : shapes[variant];
}

static void print_row(const Function *f, const Row *row, int variants) {
    add_text(f->name);
    add_text(" ");
    add_text(row->parameter);
    if (variants > 1 && row->variants != (1u << variants) - 1) {
        add_text(" of");
        for (int i = 0; i < variants; i++)
            if (row->variants >> i & 1) add_text(" "), add_text(name_of(variants, i));
    }
    add_text("\n");
    for (int i = 0; i < row->count; i++) {
        add_text("    ");
        add_text(row->sentences[i]);
        add_text("\n        ");
        add_text(row->lists[i]);
        add_text("\n");
    }
}

/* ---- the golden table --------------------------------------------------------------------- */

static void write_table(void) {
    FILE *file = fopen(GOLDEN, "wb");
    if (!CHECK(file)) return;
    CHECK(fwrite(table, 1, table_length, file) == table_length);
    CHECK(fclose(file) == 0);
}

static void compare_table(void) {
    FILE *file = fopen(GOLDEN, "rb");
    char *golden = calloc(1, table_length + 1);
    if (!CHECK(file) || !CHECK(golden)) return;
    size_t length = fread(golden, 1, table_length, file), at = 0, line = 0;
    bool longer = fgetc(file) != EOF;
    fclose(file);
    while (at < length && at < table_length && golden[at] == table[at]) {
        at++;
        if (golden[at - 1] == '\n') line = at;
    }
    expect(at == table_length && !longer, "another table than " GOLDEN " from here on:\n%.400s",
           table + line);
    free(golden);
}

#endif
