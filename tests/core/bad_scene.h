/* bad_scene.h: what test_bad_values.c calls, as bad_values.lua finds it in the headers; a world
 * that has some of everything; and good values for each parameter. */
#ifndef BAD_SCENE_H
#define BAD_SCENE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cairn.h"
#include "check.h"

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

static void prepare_points(void) {
    for (int i = 0; i < CN_MAX_POINTS + 8; i++) {
        double turn = i * 2 * CN_PI / 5;
        points[2 * i] = 0.6 * cn_cos(turn) + 0.001 * (i / 5);
        points[2 * i + 1] = 0.6 * cn_sin(turn);
        materials[i] = cn_shape_def(CN_CHAIN).material;
    }
}

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
    d.area.has_surface = area;
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

static inline void fill(Call *c) {
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
