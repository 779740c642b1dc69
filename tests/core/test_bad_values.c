/* Every function of the core, each of its parameters and each field of its definitions, with some
 * 25 values that nobody should give: it is refused with a sentence and has changed nothing, or
 * taken, and the world is sound, and goes on without a number that is none. What is refused, and
 * how, stands in tests/golden/bad_values.txt; a check that is taken away, or that says something
 * else, differs from it.
 *
 *   test_bad_values            compares; under a sanitizer one value of four
 *   test_bad_values --all      every value, under a sanitizer, too
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

#define MOST_PARAMETERS 10
#define ROOM_SIZE       4096 /* bytes, of what a function writes: 8 of the largest row */

typedef enum Kind {
    NUMBER,
    SINGLE,
    WHOLE,
    COUNT, /* of what a pointer leads to */
    ENUM,
    FLAG,
    BITS,
    WORD,
    BYTE,
    SIZE,
    BODY,
    SHAPE,
    JOINT,
    MOVER,
    CONTACT,
    WORLD,
    NEW_WORLD,
    SNAPSHOT,
    ERROR,
    DEFINITION,
    NUMBERS, /* points, rays */
    BYTES,
    ROOM, /* for what it writes */
    NOTHING
} Kind;

typedef struct Value {
    union {
        double number;
        int whole;
        bool flag;
        uint64_t bits;
        size_t size;
        cn_BodyId body;
        cn_ShapeId shape;
        cn_JointId joint;
        cn_MoverId mover;
        cn_ContactId contact;
    };
    void *memory;
} Value;

typedef struct Outcome {
    cn_Result result;
    double number;
} Outcome;

typedef struct Field {
    const char *name; /* NULL after the last */
    Kind kind;
    size_t offset;
} Field;
typedef struct Parameter {
    const char *name;
    Kind kind;
    const Field *fields; /* of a definition */
    size_t size;
} Parameter;
typedef struct Function {
    const char *name;
    void (*call)(const Value *v, Outcome *o);
    bool can_refuse, reads_only;
    int count;
    Parameter parameters[MOST_PARAMETERS];
} Function;

#include "bad_values.h"

/* ---- a world ------------------------------------------------------------------------------ */

#define KINDS_OF_MOVERS 3

typedef struct Scene {
    cn_World *w;
    cn_Snapshot moment;
    cn_BodyId body[2], kinematic, gone_body;
    cn_ShapeId shape[CN_SHAPE_KINDS + 1], gone_shape; /* the last is a sensor with an area */
    cn_JointId joint[CN_JOINT_KINDS], gone_joint;
    cn_MoverId mover[KINDS_OF_MOVERS], gone_mover;
    cn_ContactId contact;
    cn_Manifold manifold;
} Scene;

static double points[2 * (CN_MAX_POINTS + 8)];
static cn_Material materials[CN_MAX_POINTS + 8];
static cn_BodyId others[8];

static cn_ShapeDef good_shape(int kind) {
    bool area = kind == CN_SHAPE_KINDS;
    cn_ShapeDef d = cn_shape_def(area ? CN_BOX : (cn_ShapeKind)kind);
    d.w = d.h = d.rx = d.x2 = d.nx = 1;
    d.ry = 0.7;
    d.radius = 0.4;
    d.points = points;
    d.point_count = 5;
    d.materials = d.kind == CN_CHAIN ? materials : NULL;
    d.material_count = d.kind == CN_CHAIN ? 4 : 0;
    d.has_one_way = !area;
    d.one_way_y = 1;
    d.sensor = d.has_area = area;
    d.area.drag = area ? 1 : 0;
    d.press_force = 10, d.release_force = 5;
    return d;
}

static cn_JointDef good_joint(const Scene *s, int kind) {
    cn_JointDef d = cn_joint_def((cn_JointKind)kind);
    d.a = s->body[0], d.b = s->body[1];
    d.to_x = 2, d.to_y = 3;
    d.axis_x = 1;
    d.ground_from_y = d.ground_to_y = 9;
    d.step = 1;
    d.has_limits = d.has_motor = d.has_spring = d.has_min = d.has_max = d.has_linear =
        d.has_angular = true;
    d.has_reference = d.has_origin = true;
    d.lower = -1, d.upper = 1;
    d.hertz = 2;
    d.min = 0.5, d.max = 4;
    d.max_force = d.max_torque = 100;
    d.joint_a = s->joint[CN_REVOLUTE], d.joint_b = s->joint[CN_PRISMATIC];
    return d;
}

static cn_MoverDef good_mover(int kind) {
    cn_MoverDef d = cn_mover_def();
    d.x = -4 - 2 * kind, d.y = 2;
    d.radius = 0.3, d.height = 1;
    if (kind == 1) d.w = 0.5, d.h = 1, d.radius = 0.05, d.height = 0;
    if (kind == 2) d.mass = 60, d.leg_length = 0.3, d.leg_hertz = 4;
    return d;
}

static cn_BodyId add_body(cn_World *w, cn_BodyType type, double x, double y) {
    cn_BodyDef d = cn_body_def();
    cn_BodyId id;
    d.type = type, d.x = x, d.y = y;
    CHECK(cn_body_create(w, &d, &id) == CN_OK);
    return id;
}

static cn_ShapeId add_shape(cn_World *w, cn_BodyId body, int kind) {
    cn_ShapeDef d = good_shape(kind);
    cn_ShapeId id;
    d.has_one_way = false;
    CHECK(cn_shape_create(w, body, &d, &id) == CN_OK);
    return id;
}

static void add_stale(Scene *s) {
    cn_JointDef d = good_joint(s, CN_REVOLUTE);
    cn_MoverDef mover = good_mover(0);
    s->gone_body = add_body(s->w, CN_DYNAMIC, 30, 3);
    s->gone_shape = add_shape(s->w, s->gone_body, CN_BOX);
    d.b = s->gone_body;
    CHECK(cn_joint_create(s->w, &d, &s->gone_joint) == CN_OK);
    CHECK(cn_mover_create(s->w, &mover, &s->gone_mover) == CN_OK);
    CHECK(cn_body_destroy(s->w, s->gone_body) == CN_OK);
    CHECK(cn_mover_destroy(s->w, s->gone_mover) == CN_OK);
}

static Scene make(void) {
    Scene s = {0};
    cn_WorldDef def = cn_world_def();
    CHECK(cn_world_create(&def, &s.w, NULL) == CN_OK);
    for (int kind = 0; kind <= CN_SHAPE_KINDS; kind++) {
        bool still = kind == CN_CHAIN || kind == CN_HALFSPACE || kind == CN_SEGMENT;
        cn_BodyId body = add_body(s.w, still ? CN_STATIC : CN_DYNAMIC, 3.0 * kind, still ? -2 : 3);
        s.shape[kind] = add_shape(s.w, body, kind);
        if (kind < 2) s.body[kind] = body;
    }
    s.kinematic = add_body(s.w, CN_KINEMATIC, 0, -8);
    add_shape(s.w, s.kinematic, CN_BOX);
    for (int kind = 0; kind < CN_JOINT_KINDS; kind++) {
        cn_JointDef d = good_joint(&s, kind);
        CHECK(cn_joint_create(s.w, &d, &s.joint[kind]) == CN_OK);
    }
    for (int kind = 0; kind < KINDS_OF_MOVERS; kind++) {
        cn_MoverDef d = good_mover(kind);
        CHECK(cn_mover_create(s.w, &d, &s.mover[kind]) == CN_OK);
    }
    add_stale(&s);
    for (int i = 0; i < 60; i++) CHECK(cn_world_step(s.w, 1 / 60.0, NULL) == CN_OK);
    CHECK(cn_world_contacts(s.w, &s.contact, 1) > 0);
    CHECK(cn_contact_manifold(s.w, s.contact, &s.manifold));
    CHECK(cn_world_snapshot(s.w, NULL, 0, &s.moment) == CN_OK);
    return s;
}

/* ---- good values -------------------------------------------------------------------------- */

/* What it is called with, but for one value. */
typedef struct Call {
    Scene *s;
    const Function *f;
    int variant;
    Value values[MOST_PARAMETERS];
    _Alignas(16) unsigned char memory[MOST_PARAMETERS][ROOM_SIZE];
} Call;

static bool is_named(const char *name, const char *other) { return strcmp(name, other) == 0; }

static void define(const Call *c, const Parameter *p, void *out) {
    const Scene *s = c->s;
#define DEFINE(type, value)                                                                        \
    if (p->fields == fields_of_##type) {                                                           \
        type d = value;                                                                            \
        memcpy(out, &d, sizeof d);                                                                 \
    }
    cn_WindDef wind = cn_wind_def();
    cn_ExplosionDef blast = cn_explosion_def();
    cn_QueryFilter filter = cn_query_filter();
    wind.x = 3, wind.lift = 0.1;
    blast.radius = 3;
    filter.others = others;
    cn_AreaDef area = good_shape(CN_SHAPE_KINDS).area;
    DEFINE(cn_WorldDef, cn_world_settings(s->w))
    DEFINE(cn_BodyDef, cn_body_settings(s->w, s->body[0]))
    DEFINE(cn_Material, materials[0])
    DEFINE(cn_AreaDef, area)
    DEFINE(cn_ShapeDef, good_shape(c->variant))
    DEFINE(cn_JointDef, good_joint(s, c->variant))
    DEFINE(cn_WindDef, wind)
    DEFINE(cn_ExplosionDef, blast)
    DEFINE(cn_QueryFilter, filter)
    DEFINE(cn_MoverDef, good_mover(c->variant))
    DEFINE(cn_Manifold, s->manifold)
    if (p->fields == fields_of_cn_Pos) memcpy(out, &(cn_Pos){0.1, 0.2}, sizeof(cn_Pos));
}

static cn_BodyId good_body(const Call *c, const Parameter *p) {
    if (is_named(p->name, "previous")) return (cn_BodyId){0, 0};
    if (is_named(c->f->name, "cn_body_move_to")) return c->s->kinematic;
    if (is_named(c->f->name, "cn_shape_create") && c->variant == CN_HALFSPACE)
        return cn_world_ground(c->s->w);
    return c->s->body[is_named(p->name, "b")];
}

static cn_ShapeId good_shape_id(const Call *c, const Parameter *p) {
    if (is_named(p->name, "previous")) return (cn_ShapeId){0, 0};
    if (is_named(p->name, "b") || is_named(p->name, "other"))
        return c->s->shape[c->variant == CN_CIRCLE ? CN_BOX : CN_CIRCLE];
    return c->s->shape[c->variant];
}

static void fill(Call *c) {
    for (int i = 0; i < c->f->count; i++) {
        const Parameter *p = &c->f->parameters[i];
        Value *v = &c->values[i];
        *v = (Value){.memory = c->memory[i]};
        switch (p->kind) {
        case NUMBER:
            v->number = is_named(p->name, "dt") ? 1 / 60.0 : 0.5;
            break;
        case COUNT:
            v->whole = is_named(p->name, "point_count") ? 5 : 2;
            break;
        case FLAG:
            v->flag = true;
            break;
        case SIZE:
            v->size = is_named(p->name, "size") ? c->s->moment.size : 3;
            break;
        case BODY:
            v->body = good_body(c, p);
            break;
        case SHAPE:
            v->shape = good_shape_id(c, p);
            break;
        case JOINT:
            v->joint = is_named(p->name, "previous") ? (cn_JointId){0, 0} : c->s->joint[c->variant];
            break;
        case MOVER:
            v->mover = is_named(p->name, "previous") ? (cn_MoverId){0, 0} : c->s->mover[c->variant];
            break;
        case CONTACT:
            v->contact = c->s->contact;
            break;
        case WORLD:
            v->memory = c->s->w;
            break;
        case NUMBERS:
            v->memory = points;
            break;
        case BYTES:
            v->memory = is_named(p->name, "bytes") ? c->s->moment.bytes : (void *)points;
            break;
        case DEFINITION:
            define(c, p, v->memory);
            break;
        case NEW_WORLD:
        case SNAPSHOT:
        case ERROR:
            memset(v->memory, 0, sizeof(cn_Snapshot) + sizeof(cn_Error));
            break;
        default:
            break;
        }
    }
}

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

static const char *name_of(const Function *f, int variants, int variant) {
    static const char *shapes[] = {"circle",  "box",   "capsule",   "polygon", "ellipse",
                                   "segment", "chain", "halfspace", "area"};
    static const char *joints[] = {"revolute", "distance", "prismatic", "weld",   "mouse",
                                   "wheel",    "motor",    "friction",  "filter", "gear",
                                   "pulley",   "ratchet",  "rotary"};
    static const char *movers[] = {"capsule", "box", "body"};
    (void)f;
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
            if (row->variants >> i & 1) add_text(" "), add_text(name_of(f, variants, i));
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

int main(int count, char **arguments) {
    const char *option = count > 1 ? arguments[1] : "";
    quick = strcmp(option, "--quick") == 0;
    if (SAMPLED && strcmp(option, "--all") != 0) every = 4;
    for (int i = 0; i < CN_MAX_POINTS + 8; i++) {
        double turn = i * 2 * CN_PI / 5;
        points[2 * i] = 0.6 * cn_cos(turn) + 0.001 * (i / 5);
        points[2 * i + 1] = 0.6 * cn_sin(turn);
        materials[i] = cn_shape_def(CN_CHAIN).material;
    }
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
