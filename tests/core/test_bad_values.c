/* Every function of the core, each of its parameters and each field of its definitions, with some
 * 25 values that nobody should give: it is refused with a sentence and has changed nothing, or
 * taken, and the world is sound, and goes on without a number that is none. What is refused, and
 * how, stands in tests/golden/bad_values.txt; a check that is taken away, or that says something
 * else, differs from it.
 *
 *   test_bad_values            compares; under a sanitizer one value of four
 *   test_bad_values --all      every value, under a sanitizer, too
 *   test_bad_values --some     one value of four, without the table: where another build had all
 *   test_bad_values --quick    the table alone: a world does not go on after what it took
 *   test_bad_values --write    writes the table anew
 *
 * Which functions, parameters and fields there are, bad_values.lua reads in the headers. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cairn.h"
#include "check.h"

#if defined(__SANITIZE_ADDRESS__)
#define SAMPLED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SAMPLED true
#endif
#endif
#ifndef SAMPLED
#define SAMPLED false
#endif

#include "bad_call.h"
#include "bad_table.h"

/* ---- bad values --------------------------------------------------------------------------- */

/* From large to small, so that those of one sentence mostly are neighbours. */
static const double bad_numbers[] = {
    NAN,  INFINITY, DBL_MAX, 1e100,   3.5e38,  1e30,     1e18,     4294967296, 1e9,
    1e6,  1e-300,   5e-324,  0,       -5e-324, -1e-9,    -1,       -1000,      -1e6,
    -1e9, -1e18,    -1e30,   -3.5e38, -1e100,  -DBL_MAX, -INFINITY};
static const int bad_wholes[] = {INT_MAX, INT_MAX - 1, 100000,      65536,       32768,  1000, 256,
                                 255,     128,         127,         65,          64,     63,   0,
                                 -1,      -2,          -64,         -65,         -128,   -129, -257,
                                 -32769,  -65536,      -1000000000, INT_MIN + 1, INT_MIN};
static const int bad_counts[] = {3, 2, 1, 0, -1, -1000, INT_MIN};
static const uint64_t bad_bits[] = {0,   1,          2,          127,        128,       255,
                                    256, 0x7fffffff, 0x80000000, 0xffffffff, UINT64_MAX};
static const size_t bad_sizes[] = {0, 1, 2, 3};

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

/* How many bad values of a kind there are. */
static int count_of(Kind kind) {
    switch (kind) {
    case NUMBER:
    case SINGLE:
    case NUMBERS:
        return LENGTH(bad_numbers);
    case WHOLE:
    case ENUM:
        return LENGTH(bad_wholes);
    case COUNT:
        return LENGTH(bad_counts);
    case BITS:
    case WORD:
    case BYTE:
        return LENGTH(bad_bits);
    case SIZE:
        return LENGTH(bad_sizes);
    case BODY:
    case SHAPE:
    case JOINT:
    case MOVER:
    case CONTACT:
        return 12;
    default:
        return 0;
    }
}

/* Ids: none, stale, of another kind, of the past, of the future, beyond all. All have the form of a
 * body's, but a contact's. */
static cn_BodyId bad_id(const Scene *s, Kind kind, int which, const char **name) {
    static const char *names[] = {"none",   "stale", "past", "future", "new",   "beyond",
                                  "ground", "last",  "body", "shape",  "joint", "mover"};
    cn_BodyId good, stale;
    switch (kind) {
    case SHAPE:
        memcpy(&good, &s->shape[CN_BOX], sizeof good), memcpy(&stale, &s->gone_shape, sizeof stale);
        break;
    case JOINT:
        memcpy(&good, &s->joint[0], sizeof good), memcpy(&stale, &s->gone_joint, sizeof stale);
        break;
    case MOVER:
        memcpy(&good, &s->mover[0], sizeof good), memcpy(&stale, &s->gone_mover, sizeof stale);
        break;
    default:
        good = s->body[0], stale = s->gone_body;
    }
    *name = names[which];
    switch (which) {
    case 0:
        return (cn_BodyId){0, 0};
    case 1:
        return stale;
    case 2:
        return (cn_BodyId){good.index, good.generation - 1};
    case 3:
        return (cn_BodyId){good.index, good.generation + 1};
    case 4:
        return (cn_BodyId){100000, 1};
    case 5:
        return (cn_BodyId){UINT32_MAX, UINT32_MAX};
    case 6:
        return cn_world_ground(s->w);
    case 7:
        return (cn_BodyId){good.index, UINT32_MAX};
    case 8:
        return s->kinematic;
    case 9:
        memcpy(&good, &s->shape[CN_HALFSPACE], sizeof good);
        return good;
    case 10:
        memcpy(&good, &s->joint[CN_FILTER], sizeof good);
        return good;
    default:
        memcpy(&good, &s->mover[2], sizeof good);
        return good;
    }
}

/* Pieces that there are not, and other births. */
static cn_ContactId bad_contact(const Scene *s, int which) {
    static const uint32_t far[] = {500, 1000, 100000, UINT32_MAX};
    cn_ContactId c = s->contact;
    if (which < 4)
        c.piece_a = far[which];
    else if (which < 8)
        c.piece_b = far[which - 4];
    else
        c.birth += far[which - 8];
    return c;
}

/* Put the bad value into the memory of a field, or of the union of a parameter; its name. */
static void spoil(const Scene *s, Kind kind, int which, void *to, char *name, size_t room) {
    const char *word;
    switch (kind) {
    case NUMBER:
        memcpy(to, &bad_numbers[which], sizeof(double));
        snprintf(name, room, "%g", bad_numbers[which]);
        break;
    case SINGLE: {
        double v = bad_numbers[which];
        float f = v > FLT_MAX ? INFINITY : v < -FLT_MAX ? -INFINITY : (float)v;
        memcpy(to, &f, sizeof f);
        snprintf(name, room, "%g", v);
        break;
    }
    case WHOLE:
    case ENUM:
        memcpy(to, &bad_wholes[which], sizeof(int));
        snprintf(name, room, "%d", bad_wholes[which]);
        break;
    case COUNT:
        memcpy(to, &bad_counts[which], sizeof(int));
        snprintf(name, room, "%d", bad_counts[which]);
        break;
    case BITS:
        memcpy(to, &bad_bits[which], sizeof(uint64_t));
        snprintf(name, room, "%llx", (unsigned long long)bad_bits[which]);
        break;
    case WORD:
        memcpy(to, &(uint32_t){(uint32_t)bad_bits[which]}, sizeof(uint32_t));
        snprintf(name, room, "%llx", (unsigned long long)bad_bits[which]);
        break;
    case BYTE:
        *(uint8_t *)to = (uint8_t)bad_bits[which];
        snprintf(name, room, "%llx", (unsigned long long)bad_bits[which]);
        break;
    case SIZE:
        memcpy(to, &bad_sizes[which], sizeof(size_t));
        snprintf(name, room, "%zu", bad_sizes[which]);
        break;
    case NUMBERS: { /* one of many */
        static double some[sizeof points / sizeof *points];
        void *start = some;
        memcpy(some, points, sizeof some);
        some[3] = bad_numbers[which];
        memcpy((char *)to + offsetof(Value, memory), &start, sizeof start);
        snprintf(name, room, "%g", bad_numbers[which]);
        break;
    }
    case CONTACT:
        memcpy(to, &(cn_ContactId[]){bad_contact(s, which)}, sizeof(cn_ContactId));
        snprintf(name, room, "contact %d", which);
        break;
    default: {
        cn_BodyId id = bad_id(s, kind, which, &word);
        memcpy(to, &id, sizeof id);
        snprintf(name, room, "%s", word);
    }
    }
}

/* ---- judgement ---------------------------------------------------------------------------- */

static long calls, refusals;
static bool quick;

static void go_on(const Call *c, const char *what, const char *value) {
    cn_World *w = c->s->w;
    const char *why = "";
    for (int i = 0; i < 2; i++) {
        cn_Result r = cn_world_step(w, 1 / 60.0, NULL);
        expect(r == CN_OK || r == CN_LIMIT, "%s %s %s: the next step: %d", c->f->name, what, value,
               (int)r);
    }
    expect(cn_world_validate(w, &why), "%s %s %s: %s", c->f->name, what, value, why);
    for (cn_BodyId b = cn_world_next_body(w, (cn_BodyId){0, 0}); b.generation;
         b = cn_world_next_body(w, b)) {
        cn_BodyState s = cn_body_state(w, b);
        expect(isfinite(s.x + s.y + s.angle) && isfinite(s.vx + s.vy + s.angular_velocity),
               "%s %s %s: body %u is not finite", c->f->name, what, value, b.index);
    }
}

/* What it gave back: a world, a snapshot; and what it says of a refusal. */
static const cn_Error *take_back(const Call *c) {
    const cn_Error *e =
        c->f->count && c->f->parameters[0].kind == WORLD ? cn_world_error(c->s->w) : NULL;
    for (int i = 0; i < c->f->count; i++) {
        void *memory = c->values[i].memory;
        if (c->f->parameters[i].kind == NEW_WORLD) cn_world_destroy(*(cn_World **)memory);
        if (c->f->parameters[i].kind == SNAPSHOT) cn_snapshot_free(memory);
        if (c->f->parameters[i].kind == ERROR) e = memory;
    }
    return e;
}

static void judge(Call *c, Row *row, int which, const char *value, bool finite) {
    const Scene *s = c->s;
    const char *what = row->parameter;
    Outcome o = {CN_OK, 0};
    uint64_t hash = cn_world_hash(s->w);
    c->f->call(c->values, &o);
    calls++;
    const cn_Error *e = take_back(c);
    if (o.result) {
        refusals++;
        expect(c->f->reads_only || cn_world_hash(s->w) == hash,
               "%s %s %s: refused, but not as it was", c->f->name, what, value);
        if (!expect(e && e->result == o.result && e->message[0] && e->field,
                    "%s %s %s: no sentence", c->f->name, what, value))
            return;
        add_refusal(row, e, which, value);
        return;
    }
    expect(!isnan(o.number) || !finite, "%s %s %s: gives no number", c->f->name, what, value);
    if (c->f->reads_only) {
        expect(cn_world_hash(s->w) == hash, "%s %s %s: changes what it reads", c->f->name, what,
               value);
    } else if (c->f->count && c->f->parameters[0].kind == WORLD) {
        if (!quick) go_on(c, what, value);
        expect(cn_world_restore(s->w, s->moment.bytes, s->moment.size) == CN_OK, "no way back");
    }
}

/* ---- all of it ---------------------------------------------------------------------------- */

static int every = 1; /* of how many values one is tried */

/* One parameter, or one field of one, with all bad values. */
static void try_values(Call *c, int parameter, const Field *field, Row *row) {
    static int turn;
    const Parameter *p = &c->f->parameters[parameter];
    Kind kind = field ? field->kind : p->kind;
    for (int i = 0; i < count_of(kind); i++) {
        if (turn++ % every) continue;
        char name[40];
        fill(c);
        Value *v = &c->values[parameter];
        spoil(c->s, kind, i, field ? (void *)((char *)v->memory + field->offset) : (void *)v, name,
              sizeof name);
        judge(c, row, i, name, (kind != NUMBER && kind != NUMBERS) || isfinite(bad_numbers[i]));
    }
}

static int variants_of(const Function *f) {
    int most = 1;
    for (int i = 0; i < f->count; i++) {
        const Parameter *p = &f->parameters[i];
        if (p->kind == JOINT || p->fields == fields_of_cn_JointDef) return CN_JOINT_KINDS;
        if (p->kind == SHAPE || p->fields == fields_of_cn_ShapeDef) most = CN_SHAPE_KINDS + 1;
        if (p->kind == MOVER || p->fields == fields_of_cn_MoverDef) most = KINDS_OF_MOVERS;
    }
    return most;
}

static void add_row(Row *rows, int *count, int most, const Row *row, int variant) {
    if (!row->count) return;
    int at = 0;
    while (at < *count && !is_same(&rows[at], row)) at++;
    if (at == *count && expect(at < most, "too many rows"))
        rows[(*count)++] = *row, rows[at].variants = 0;
    if (at < most) rows[at].variants |= 1u << variant;
}

static void try_function(Scene *s, const Function *f) {
    enum { MOST_ROWS = 700 };
    static Row rows[MOST_ROWS];
    static Call c;
    int count = 0, variants = variants_of(f);
    for (int variant = 0; variant < variants; variant++) {
        c.s = s, c.f = f, c.variant = variant;
        for (int i = 0; i < f->count; i++) {
            const Parameter *p = &f->parameters[i];
            for (const Field *field = p->fields; field && field->name; field++) {
                Row row = {.count = 0};
                snprintf(row.parameter, sizeof row.parameter, "%s.%s", p->name, field->name);
                try_values(&c, i, field, &row);
                add_row(rows, &count, MOST_ROWS, &row, variant);
            }
            if (p->fields) continue;
            Row row = {.count = 0};
            snprintf(row.parameter, sizeof row.parameter, "%s", p->name);
            try_values(&c, i, NULL, &row);
            add_row(rows, &count, MOST_ROWS, &row, variant);
        }
    }
    for (int i = 0; i < count; i++) print_row(f, &rows[i], variants);
}

/* ---- inside a hook ------------------------------------------------------------------------ */

/* Good values, at a bad time: what changes a world is refused, and what asks is answered. */
static void try_in_hook(void *context, cn_World *w, cn_Decision *batch, int count) {
    static bool done;
    static Call c;
    (void)batch, (void)count;
    if (done) return;
    done = true;
    for (int i = 0; i < LENGTH(functions); i++) {
        c.s = context, c.f = &functions[i];
        if (!c.f->count || c.f->parameters[0].kind != WORLD || !c.f->can_refuse) continue;
        Row row = {.count = 0};
        uint64_t hash = cn_world_hash(w);
        Outcome o = {CN_OK, 0};
        snprintf(row.parameter, sizeof row.parameter, "in a hook");
        fill(&c);
        c.f->call(c.values, &o);
        calls++;
        const cn_Error *e = take_back(&c);
        bool may = is_named(c.f->name, "cn_contact_ignore");
        expect(may || cn_world_hash(w) == hash, "%s in a hook: changes the world", c.f->name);
        if (!o.result) continue;
        refusals++;
        expect(o.result == CN_LOCKED, "%s in a hook: %s", c.f->name, e->message);
        add_refusal(&row, e, 0, "good values");
        print_row(c.f, &row, 1);
    }
}

static void try_locked(Scene *s) {
    cn_Hooks hooks = {s, true, true, try_in_hook};
    for (int kind = 0; kind < CN_SHAPE_KINDS; kind++) {
        cn_ShapeDef d = cn_shape_settings(s->w, s->shape[kind]);
        d.pre_solve = true;
        CHECK(cn_shape_configure(s->w, s->shape[kind], &d) == CN_OK);
    }
    long before = calls;
    CHECK(cn_world_step(s->w, 1 / 60.0, &hooks) == CN_OK);
    CHECK(calls > before);
}

int main(int count, char **arguments) {
    const char *option = count > 1 ? arguments[1] : "";
    quick = strcmp(option, "--quick") == 0;
    if ((SAMPLED && strcmp(option, "--all") != 0) || strcmp(option, "--some") == 0) every = 4;
    prepare_points();
    Scene s = make();
    int which = 0;
    for (; which < LENGTH(functions); which++) try_function(&s, &functions[which]);
    try_locked(&s);
    if (strcmp(option, "--write") == 0)
        write_table();
    else if (every == 1)
        compare_table();
    cn_snapshot_free(&s.moment);
    cn_world_destroy(s.w);
    free(table);
    printf("%d functions, %ld calls, %ld refused\n", which, calls, refusals);
    return tally();
}
