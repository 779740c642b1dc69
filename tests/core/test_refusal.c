/* A refused call of the core leaves the world as it was: the hash, who is awake, what is stored.
 * Random numbers that nobody should give, to every setter and constructor that returns a result. */
#include <math.h>
#include <string.h>

#include "cairn.h"
#include "check.h"

static uint32_t state = 7;
static int below(int n) {
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (uint32_t)n);
}

static double number(void) {
    static const double list[] = {
        0,          -1,     0.5,     1,    1e-9,     -1e-9,     5e-324, 1e-300, 1e6,    -1e6,
        1e9,        1e18,   -1e18,   1e30, -1e30,    3.5e38,    1e100,  1e308,  -1e308, 2147483647,
        4294967296, 9.3e18, -9.3e18, NAN,  INFINITY, -INFINITY, 1,      2,      0.1,    0.01};
    return list[below((int)(sizeof list / sizeof *list))];
}

static int count(void) {
    static const int list[] = {0, 1, -1, 2, 64, 256, 1000000000, INT32_MAX, INT32_MIN};
    return list[below((int)(sizeof list / sizeof *list))];
}

/* Some doubles of a definition, by where they lie in it, become others. */
static void spoil(void *def, const size_t *offsets, int how_many) {
    for (int i = below(3) + 1; i > 0; i--) {
        double v = number();
        memcpy((char *)def + offsets[below(how_many)], &v, sizeof v);
    }
}
#define SPOIL(def, offsets) spoil(&(def), offsets, (int)(sizeof(offsets) / sizeof *(offsets)))

typedef struct Scene {
    cn_World *w;
    cn_BodyId body;
    cn_ShapeId shape, chain, sensor;
    cn_JointId joint[CN_JOINT_KINDS];
    cn_MoverId mover;
} Scene;

static int refused;

/* Did the call that returned r keep to its word? */
static void judge(const Scene *s, cn_Result r, uint64_t hash, int awake) {
    const cn_Error *e = cn_world_error(s->w);
    if (r == CN_OK) return;
    refused++;
    CHECK(cn_world_hash(s->w) == hash);
    CHECK(cn_world_counts(s->w).awake == awake);
    CHECK(e->result == r && e->message[0] && e->field);
}
#define TRY(call)                                                                                  \
    do {                                                                                           \
        uint64_t hash = cn_world_hash(s->w);                                                       \
        int awake = cn_world_counts(s->w).awake;                                                   \
        cn_Result result = call;                                                                   \
        judge(s, result, hash, awake);                                                             \
    } while (0)

/* ---- a world ------------------------------------------------------------------------------ */

static cn_BodyId add_circle(cn_World *w, double x, cn_ShapeId *shape) {
    cn_BodyDef d = cn_body_def();
    cn_ShapeDef disc = cn_shape_def(CN_CIRCLE);
    cn_BodyId body;
    d.x = x, d.y = 3;
    disc.radius = 0.5;
    CHECK(cn_body_create(w, &d, &body) == CN_OK);
    CHECK(cn_shape_create(w, body, &disc, shape) == CN_OK);
    return body;
}

static void add_joints(Scene *s, cn_BodyId a, cn_BodyId b) {
    for (int kind = 0; kind < CN_JOINT_KINDS; kind++) {
        cn_JointDef d = cn_joint_def((cn_JointKind)kind);
        d.a = a, d.b = b;
        d.to_x = 2, d.to_y = 3;
        d.ground_from_y = d.ground_to_y = 9;
        d.step = 1;
        d.joint_a = s->joint[CN_REVOLUTE], d.joint_b = s->joint[CN_PRISMATIC];
        CHECK(cn_joint_create(s->w, &d, &s->joint[kind]) == CN_OK);
    }
}

static Scene make(void) {
    Scene s = {0};
    cn_WorldDef def = cn_world_def();
    cn_ShapeId other;
    cn_ShapeDef chain = cn_shape_def(CN_CHAIN), sensor = cn_shape_def(CN_CIRCLE);
    static const double points[] = {-9, 0, 0, 0, 9, 0};
    cn_MoverDef mover = cn_mover_def();
    CHECK(cn_world_create(&def, &s.w, NULL) == CN_OK);
    s.body = add_circle(s.w, 0, &s.shape);
    cn_BodyId b = add_circle(s.w, 2, &other);
    chain.points = points, chain.point_count = 3;
    CHECK(cn_shape_create(s.w, cn_world_ground(s.w), &chain, &s.chain) == CN_OK);
    sensor.radius = 1, sensor.x = 20, sensor.sensor = true;
    CHECK(cn_shape_create(s.w, cn_world_ground(s.w), &sensor, &s.sensor) == CN_OK);
    add_joints(&s, s.body, b);
    mover.x = -4, mover.y = 2, mover.radius = 0.3, mover.height = 1;
    CHECK(cn_mover_create(s.w, &mover, &s.mover) == CN_OK);
    for (int i = 0; i < below(3) * 10; i++) cn_world_step(s.w, 1 / 60.0, NULL);
    if (below(2)) cn_body_set_awake(s.w, s.body, false);
    return s;
}

/* ---- calls -------------------------------------------------------------------------------- */

#define B(member) offsetof(cn_BodyDef, member)
static const size_t of_body[] = {B(x),
                                 B(y),
                                 B(angle),
                                 B(vx),
                                 B(vy),
                                 B(angular_velocity),
                                 B(damping),
                                 B(max_speed),
                                 B(gravity_scale),
                                 B(sleep_speed),
                                 B(mass),
                                 B(inertia),
                                 B(safety),
                                 B(mass_center_x)};
#define S(member) offsetof(cn_ShapeDef, member)
static const size_t of_shape[] = {S(x),
                                  S(y),
                                  S(angle),
                                  S(w),
                                  S(h),
                                  S(radius),
                                  S(rx),
                                  S(x1),
                                  S(y2),
                                  S(nx),
                                  S(density),
                                  S(material.friction),
                                  S(material.rolling),
                                  S(one_way_x),
                                  S(material.surface_speed)};
#define J(member) offsetof(cn_JointDef, member)
static const size_t of_joint[] = {
    J(from_x), J(to_y),   J(axis_x),       J(lower),         J(upper),      J(motor_speed),
    J(hertz),  J(target), J(damping),      J(motor_max),     J(length),     J(min),
    J(max),    J(ratio),  J(linear_hertz), J(angular_hertz), J(offset_x),   J(velocity_y),
    J(step),   J(phase),  J(max_force),    J(max_torque),    J(break_force)};
#define W(member) offsetof(cn_WorldDef, member)
static const size_t of_world[] = {W(gravity_x),         W(gravity_y),  W(max_dt),
                                  W(max_speed),         W(slop),       W(hit_speed),
                                  W(restitution_speed), W(push_speed), W(contact_hertz),
                                  W(contact_damping),   W(bounds[2])};
#define M(member) offsetof(cn_MoverDef, member)
static const size_t of_mover[] = {M(radius), M(height),     M(up_y),     M(step),
                                  M(snap),   M(max_slope),  M(push),     M(mass),
                                  M(w),      M(leg_length), M(leg_hertz)};
#define A(member) offsetof(cn_AreaDef, member)
static const size_t of_area[] = {A(gravity_x), A(pull), A(drag), A(density), A(flow_x)};
#define V(member) offsetof(cn_WindDef, member)
static const size_t of_wind[] = {V(x), V(y), V(drag), V(lift)};
#define E(member) offsetof(cn_ExplosionDef, member)
static const size_t of_blast[] = {E(x), E(y), E(radius), E(falloff), E(impulse)};

static void push(const Scene *s) {
    cn_World *w = s->w;
    TRY(cn_body_apply_force(w, s->body, number(), number()));
    TRY(cn_body_apply_force_at(w, s->body, number(), number(), number(), number()));
    TRY(cn_body_apply_torque(w, s->body, number()));
    TRY(cn_body_apply_impulse(w, s->body, number(), number()));
    TRY(cn_body_apply_impulse_at(w, s->body, number(), number(), number(), number()));
    TRY(cn_body_apply_angular_impulse(w, s->body, number()));
    TRY(cn_body_set_velocity(w, s->body, number(), number()));
    TRY(cn_body_set_angular_velocity(w, s->body, number()));
}

static void place(const Scene *s) {
    cn_World *w = s->w;
    double x, y;
    TRY(cn_body_set_transform(w, s->body, number(), number(), number()));
    TRY(cn_body_set_position(w, s->body, number(), number()));
    TRY(cn_body_set_angle(w, s->body, number()));
    TRY(cn_body_move_to(w, s->body, number(), number(), number(), number()));
    TRY(cn_mover_set_position(w, s->mover, number(), number()));
    TRY(cn_mover_move(w, s->mover, number(), number(), &x, &y));
}

static void configure(const Scene *s) {
    cn_World *w = s->w;
    cn_BodyDef b = cn_body_settings(w, s->body);
    cn_ShapeDef shape = cn_shape_settings(w, s->shape);
    cn_JointId j = s->joint[below(CN_JOINT_KINDS)];
    cn_JointDef joint = cn_joint_settings(w, j);
    cn_MoverDef mover = cn_mover_settings(w, s->mover);
    cn_Material material = {number(), number(), number(), number()};
    cn_Pos center = {number(), number()};
    SPOIL(b, of_body);
    SPOIL(shape, of_shape);
    SPOIL(joint, of_joint);
    SPOIL(mover, of_mover);
    shape.layer = below(8) ? 0 : count();
    TRY(cn_body_configure(w, s->body, &b));
    TRY(cn_body_set_mass(w, s->body, number()));
    TRY(cn_body_set_inertia(w, s->body, number()));
    TRY(cn_body_set_mass_center(w, s->body, &center));
    TRY(cn_body_set_type(w, s->body, (cn_BodyType)below(9)));
    TRY(cn_shape_configure(w, s->shape, &shape));
    TRY(cn_shape_reshape(w, s->shape, &shape));
    TRY(cn_shape_set_material(w, s->chain, count(), &material));
    TRY(cn_joint_configure(w, j, &joint));
    TRY(cn_mover_configure(w, s->mover, &mover));
}

static void create(const Scene *s) {
    cn_World *w = s->w;
    cn_BodyDef b = cn_body_def();
    cn_ShapeDef shape = cn_shape_def((cn_ShapeKind)below(CN_SHAPE_KINDS));
    cn_JointDef joint = cn_joint_def((cn_JointKind)below(CN_JOINT_KINDS));
    cn_MoverDef mover = cn_mover_def();
    static const double points[] = {0, 0, 1, 0, 0, 1};
    cn_BodyId body;
    cn_ShapeId shape_id;
    cn_JointId joint_id;
    cn_MoverId mover_id;
    shape.w = shape.h = shape.radius = shape.rx = shape.ry = 1;
    shape.points = points, shape.point_count = 3;
    joint.b = s->body;
    joint.joint_a = s->joint[CN_REVOLUTE], joint.joint_b = s->joint[CN_PRISMATIC];
    joint.step = 1;
    joint.has_limits = joint.has_motor = joint.has_spring = joint.has_min = true;
    mover.radius = 0.3, mover.height = 1;
    SPOIL(b, of_body);
    SPOIL(shape, of_shape);
    SPOIL(joint, of_joint);
    SPOIL(mover, of_mover);
    TRY(cn_body_create(w, &b, &body));
    TRY(cn_shape_create(w, s->body, &shape, &shape_id));
    TRY(cn_joint_create(w, &joint, &joint_id));
    TRY(cn_mover_create(w, &mover, &mover_id));
}

static void disturb(const Scene *s) {
    cn_World *w = s->w;
    cn_WorldDef def = cn_world_settings(w);
    cn_AreaDef area = cn_area_def();
    cn_WindDef wind = cn_wind_def();
    cn_ExplosionDef blast = cn_explosion_def();
    blast.radius = 3;
    def.has_bounds = below(2);
    SPOIL(def, of_world);
    SPOIL(area, of_area);
    SPOIL(wind, of_wind);
    SPOIL(blast, of_blast);
    if (below(4) == 0) def.substeps = count();
    TRY(cn_world_configure(w, &def));
    TRY(cn_world_set_gravity(w, number(), number()));
    TRY(cn_world_set_collides(w, count(), count(), false));
    TRY(cn_shape_set_area(w, s->sensor, &area));
    TRY(cn_world_set_wind(w, &wind));
    TRY(cn_world_explode(w, &blast));
    double dt = number();
    if (!(dt >= 0 && dt <= 1e9)) TRY(cn_world_step(w, dt, NULL));
}

int main(void) {
    static void (*const acts[])(const Scene *) = {push, place, configure, create, disturb};
    for (int round = 0; round < 300; round++) {
        Scene scene = make();
        for (int i = 0; i < 4; i++) acts[below(5)](&scene);
        const char *why = "";
        CHECK(cn_world_validate(scene.w, &why));
        cn_world_destroy(scene.w);
    }
    CHECK(refused > 1000);
    printf("%d calls refused\n", refused);
    return tally();
}
