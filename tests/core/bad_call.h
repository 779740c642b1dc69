/* bad_call.h: the functions of the core as bad_values.lua finds them in the headers, and good
 * values for each of their parameters. */
#ifndef BAD_CALL_H
#define BAD_CALL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bad_scene.h"

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
} Parameter;
typedef struct Function {
    const char *name;
    void (*call)(const Value *v, Outcome *o);
    bool can_refuse, reads_only;
    int count;
    Parameter parameters[MOST_PARAMETERS];
} Function;

#include "bad_values.h"

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

static cn_BodyId others[8]; /* of filters: none */

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
    cn_WorldDef world = cn_world_settings(s->w);
    world.has_bounds = true;
    for (int i = 0; i < 4; i++) world.bounds[i] = i < 2 ? -500 : 500;
    DEFINE(cn_WorldDef, world)
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

#endif
