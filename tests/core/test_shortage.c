/* test_shortage.c: memory that cannot be had. Each call that changes a world, and steps of many
 * kinds of scenes, are made once for each allocation in them, and that one fails: the call says
 * CN_MEMORY and has changed nothing, or it has done all; a step says CN_MEMORY, or is the same bit
 * for bit. Never another answer without a word, and always a valid world. Then the same with that
 * one and all after it. What is left at the end is nothing.
 * All arrays are cut to what is in use before, so that whatever has to grow asks for memory.
 * Prints "N checks, N failed". */
#include <math.h>

#include "cairn.h"
#include "shortage.h"

/* ---- a world that has some of everything --------------------------------------------------- */

typedef struct Zoo {
    cn_World *w;
    cn_BodyId floor, crate, sleeper, platform, off, plane, many, wheel;
    cn_ShapeId crate_shape, chain, zone, star, floor_shape;
    cn_JointId hinge, other_hinge, gear, rope, weld;
    cn_MoverId mover, light;
} Zoo;

static cn_BodyId body_at(cn_World *w, cn_BodyType type, double x, double y) {
    cn_BodyDef d = cn_body_def();
    cn_BodyId id;
    d.type = type, d.x = x, d.y = y;
    CHECK(cn_body_create(w, &d, &id) == CN_OK);
    return id;
}

static cn_ShapeId add(cn_World *w, cn_BodyId body, const cn_ShapeDef *d) {
    cn_ShapeId id;
    CHECK(cn_shape_create(w, body, d, &id) == CN_OK);
    return id;
}

static cn_ShapeDef box_def(double width, double height) {
    cn_ShapeDef d = cn_shape_def(CN_BOX);
    d.w = width, d.h = height;
    return d;
}

static cn_BodyId box_at(cn_World *w, cn_BodyType type, double x, double y, double width,
                        double height) {
    cn_ShapeDef d = box_def(width, height);
    cn_BodyId id = body_at(w, type, x, y);
    add(w, id, &d);
    return id;
}

static const double hills[] = {20, 0, 23, 1, 26, 0, 29, 1, 32, 0};
static const double corners[] = {1,  0, 0.3,  0.3,  0, 1,  -0.3, 0.3,
                                 -1, 0, -0.3, -0.3, 0, -1, 0.3,  -0.3};

static cn_ShapeDef star_def(void) {
    cn_ShapeDef d = cn_shape_def(CN_POLYGON);
    d.points = corners, d.point_count = 8;
    return d;
}

static cn_ShapeDef chain_def(int points) {
    cn_ShapeDef d = cn_shape_def(CN_CHAIN);
    d.points = hills, d.point_count = points;
    return d;
}

static cn_JointId join(cn_World *w, cn_JointKind kind, cn_BodyId a, cn_BodyId b, double x,
                       double y) {
    cn_JointDef d = cn_joint_def(kind);
    cn_JointId id;
    cn_Pos on_a = cn_body_position(w, a);
    d.a = a, d.b = b, d.to_x = x, d.to_y = y;
    d.from_x = kind == CN_DISTANCE ? on_a.x : x, d.from_y = kind == CN_DISTANCE ? on_a.y : y;
    d.axis_x = 1;
    CHECK(cn_joint_create(w, &d, &id) == CN_OK);
    return id;
}

static void make_machine(Zoo *z) {
    cn_World *w = z->w;
    cn_JointDef gear = cn_joint_def(CN_GEAR);
    cn_BodyId post = body_at(w, CN_STATIC, -20, 10), other = box_at(w, CN_DYNAMIC, -17, 10, 1, 1);
    z->wheel = box_at(w, CN_DYNAMIC, -20, 10, 1, 1);
    z->hinge = join(w, CN_REVOLUTE, post, z->wheel, -20, 10);
    z->other_hinge = join(w, CN_REVOLUTE, post, other, -17, 10);
    gear.joint_a = z->hinge, gear.joint_b = z->other_hinge, gear.ratio = 2;
    CHECK(cn_joint_create(w, &gear, &z->gear) == CN_OK);
    cn_BodyId last = z->wheel;
    for (int i = 0; i < 4; i++) {
        cn_BodyId link = box_at(w, CN_DYNAMIC, -20, 8.5 - i, 0.3, 0.8);
        z->weld = join(w, i < 3 ? CN_REVOLUTE : CN_WELD, last, link, -20, 9 - i);
        last = link;
    }
    z->rope = join(w, CN_DISTANCE, z->crate, z->sleeper, 0, 0);
}

static cn_MoverId mover_at(cn_World *w, double x, double mass) {
    cn_MoverDef d = cn_mover_def();
    cn_MoverId id;
    d.x = x, d.y = 1, d.w = 0.6, d.h = 1.8, d.mass = mass;
    CHECK(cn_mover_create(w, &d, &id) == CN_OK);
    return id;
}

static void make_zoo(Zoo *z) {
    cn_WorldDef def = cn_world_def();
    cn_ShapeDef d = box_def(30, 30);
    cn_Hooks none = {0};
    CHECK(cn_world_create(&def, &z->w, NULL) == CN_OK);
    cn_World *w = z->w;
    z->floor = box_at(w, CN_STATIC, 0, -0.5, 40, 1);
    z->floor_shape = cn_body_next_shape(w, z->floor, (cn_ShapeId){0, 0});
    z->crate = box_at(w, CN_DYNAMIC, 0, 0.5, 1, 1);
    z->crate_shape = cn_body_next_shape(w, z->crate, (cn_ShapeId){0, 0});
    for (int i = 1; i < 6; i++) z->sleeper = box_at(w, CN_DYNAMIC, 0, 0.5 + i, 1, 1);
    z->platform = box_at(w, CN_KINEMATIC, 10, 3, 3, 0.3);
    box_at(w, CN_DYNAMIC, 10, 3.65, 1, 1);
    z->off = box_at(w, CN_DYNAMIC, -5, 0.5, 1, 1);
    z->plane = body_at(w, CN_STATIC, 0, -20);
    d.sensor = true, d.has_area = true;
    d.area = cn_area_def();
    d.area.gravity_y = 0.5;
    z->zone = add(w, body_at(w, CN_STATIC, 30, 10), &d);
    d = cn_shape_def(CN_HALFSPACE);
    add(w, z->plane, &d);
    d = chain_def(5);
    z->chain = add(w, body_at(w, CN_STATIC, 0, 0), &d);
    d = star_def();
    z->many = body_at(w, CN_DYNAMIC, 24, 3);
    z->star = add(w, z->many, &d);
    d = cn_shape_def(CN_CIRCLE);
    d.radius = 0.4, d.material.rolling = 0.01;
    add(w, body_at(w, CN_DYNAMIC, 3, 0.4), &d);
    make_machine(z);
    z->mover = mover_at(w, -10, 80), z->light = mover_at(w, -12, 0);
    CHECK(cn_body_set_enabled(w, z->off, false) == CN_OK);
    for (int i = 0; i < 40; i++) CHECK(cn_world_step(w, DT, &none) == CN_OK);
    CHECK(cn_body_set_awake(w, z->crate, false) == CN_OK);
    CHECK(cn_world_step(w, DT, NULL) == CN_OK);
}

/* ---- what is done to it --------------------------------------------------------------------- */

typedef cn_Result Act(Zoo *z);

static cn_Result enable(Zoo *z) { return cn_body_set_enabled(z->w, z->off, true); }
static cn_Result disable(Zoo *z) { return cn_body_set_enabled(z->w, z->crate, false); }
static cn_Result disable_chain(Zoo *z) {
    return cn_body_set_enabled(z->w, cn_shape_body(z->w, z->chain), false);
}
static cn_Result to_static(Zoo *z) { return cn_body_set_type(z->w, z->crate, CN_STATIC); }
static cn_Result to_dynamic(Zoo *z) { return cn_body_set_type(z->w, z->platform, CN_DYNAMIC); }
static cn_Result floor_to_dynamic(Zoo *z) { return cn_body_set_type(z->w, z->floor, CN_DYNAMIC); }
static cn_Result star_to_static(Zoo *z) { return cn_body_set_type(z->w, z->many, CN_STATIC); }
static cn_Result wheel_to_kinematic(Zoo *z) {
    return cn_body_set_type(z->w, z->wheel, CN_KINEMATIC);
}
static cn_Result destroy_floor(Zoo *z) { return cn_body_destroy(z->w, z->floor); }
static cn_Result destroy_wheel(Zoo *z) { return cn_body_destroy(z->w, z->wheel); }
static cn_Result destroy_zone(Zoo *z) { return cn_shape_destroy(z->w, z->zone); }
static cn_Result destroy_chain(Zoo *z) { return cn_shape_destroy(z->w, z->chain); }
static cn_Result create_body(Zoo *z) {
    cn_BodyDef d = cn_body_def();
    cn_BodyId id;
    d.damping = 0.25;
    return cn_body_create(z->w, &d, &id);
}
static cn_Result move_crate(Zoo *z) { return cn_body_set_position(z->w, z->crate, 25, 8); }
static cn_Result turn_floor(Zoo *z) { return cn_body_set_transform(z->w, z->floor, 0, 0.2, 0.1); }
static cn_Result turn_zone(Zoo *z) {
    return cn_body_set_angle(z->w, cn_shape_body(z->w, z->zone), 0.3);
}
static cn_Result carry(Zoo *z) { return cn_body_move_to(z->w, z->platform, 11, 3, 0, DT); }
static cn_Result throw_it(Zoo *z) { return cn_body_set_velocity(z->w, z->sleeper, 3, 4); }
static cn_Result spin_it(Zoo *z) { return cn_body_set_angular_velocity(z->w, z->sleeper, 3); }
static cn_Result weigh(Zoo *z) { return cn_body_set_mass(z->w, z->sleeper, 12); }
static cn_Result slow(Zoo *z) { return cn_body_set_inertia(z->w, z->sleeper, 12); }
static cn_Result center(Zoo *z) {
    cn_Pos c = {0.1, 0.2};
    return cn_body_set_mass_center(z->w, z->sleeper, &c);
}
static cn_Result no_center(Zoo *z) { return cn_body_set_mass_center(z->w, z->sleeper, NULL); }
static cn_Result tune(Zoo *z) {
    cn_BodyDef d = cn_body_settings(z->w, z->sleeper);
    d.damping = 0.7, d.lock_rotation = true;
    return cn_body_configure(z->w, z->sleeper, &d);
}
static cn_Result wake_it(Zoo *z) { return cn_body_set_awake(z->w, z->sleeper, true); }
static cn_Result put_to_sleep(Zoo *z) { return cn_body_set_awake(z->w, z->many, false); }
static cn_Result press(Zoo *z) { return cn_body_apply_force_at(z->w, z->sleeper, 3, 4, 0, 1); }
static cn_Result torque(Zoo *z) { return cn_body_apply_torque(z->w, z->sleeper, 3); }
static cn_Result kick(Zoo *z) { return cn_body_apply_impulse_at(z->w, z->sleeper, 3, 4, 0, 1); }
static cn_Result kick_spin(Zoo *z) { return cn_body_apply_angular_impulse(z->w, z->sleeper, 1); }

static cn_Result create_shape(Zoo *z, cn_BodyId body, const cn_ShapeDef *d) {
    cn_ShapeId id;
    return cn_shape_create(z->w, body, d, &id);
}
static cn_Result create_star(Zoo *z) {
    cn_ShapeDef d = star_def();
    d.y = 2, d.material.rolling = 0.3;
    return create_shape(z, z->sleeper, &d);
}
static cn_Result create_chain(Zoo *z) {
    cn_Material materials[4];
    for (int i = 0; i < 4; i++) materials[i] = (cn_Material){.friction = i};
    cn_ShapeDef d = chain_def(5);
    d.x = 1, d.materials = materials, d.material_count = 4;
    return create_shape(z, z->floor, &d);
}
static cn_Result create_zone(Zoo *z) {
    cn_ShapeDef d = box_def(20, 3);
    d.sensor = d.has_area = true;
    d.area = cn_area_def();
    d.area.drag = 1;
    return create_shape(z, z->floor, &d);
}
static cn_Result create_plane(Zoo *z) {
    cn_ShapeDef d = cn_shape_def(CN_HALFSPACE);
    d.y = -1;
    return create_shape(z, z->plane, &d);
}
static cn_Result copy_star(Zoo *z) {
    cn_ShapeDef d = cn_shape_settings(z->w, z->star);
    d.y = 1;
    return create_shape(z, z->crate, &d);
}
static cn_Result reshape_chain(Zoo *z) {
    cn_ShapeDef d = cn_shape_settings(z->w, z->chain);
    d.y = -0.2;
    return cn_shape_reshape(z->w, z->chain, &d);
}
static cn_Result reshape_star(Zoo *z) {
    cn_ShapeDef d = star_def();
    d.x = 0.1, d.radius = 0.05;
    return cn_shape_reshape(z->w, z->star, &d);
}
static cn_Result reshape_box(Zoo *z) {
    cn_ShapeDef d = box_def(1.5, 1.25);
    return cn_shape_reshape(z->w, z->crate_shape, &d);
}
static cn_Result belt(Zoo *z) {
    cn_ShapeDef d = cn_shape_settings(z->w, z->floor_shape);
    d.material.surface_speed = 2;
    return cn_shape_configure(z->w, z->floor_shape, &d);
}
static cn_Result lay(Zoo *z) {
    cn_ShapeDef d = cn_shape_settings(z->w, z->floor_shape);
    d.layer = 3;
    return cn_shape_configure(z->w, z->floor_shape, &d);
}
static cn_Result pave(Zoo *z) {
    cn_Material m = {.friction = 0.1, .surface_speed = 1};
    return cn_shape_set_material(z->w, z->chain, 2, &m);
}
static cn_Result to_sensor(Zoo *z) { return cn_shape_set_sensor(z->w, z->floor_shape, true); }
static cn_Result set_area(Zoo *z) {
    cn_AreaDef d = cn_area_def();
    d.gravity_y = 2;
    return cn_shape_set_area(z->w, z->zone, &d);
}
static cn_Result no_area(Zoo *z) { return cn_shape_set_area(z->w, z->zone, NULL); }
static cn_Result refilter(Zoo *z) { return cn_shape_refilter(z->w, z->floor_shape); }

static cn_Result create_joint(Zoo *z, cn_JointKind kind) {
    cn_JointDef d = cn_joint_def(kind);
    cn_JointId id;
    d.a = z->floor, d.b = z->sleeper, d.axis_x = 1;
    d.from_x = 0, d.from_y = 4, d.to_x = 0, d.to_y = kind == CN_DISTANCE ? 6 : 4;
    if (kind == CN_MOUSE) d.a = cn_world_ground(z->w);
    if (kind == CN_GEAR) d.joint_a = z->other_hinge, d.joint_b = z->hinge;
    if (kind == CN_RATCHET) d.step = 0.5;
    if (kind == CN_PULLEY) d.a = z->wheel, d.ground_from_y = d.ground_to_y = 20;
    return cn_joint_create(z->w, &d, &id);
}
static cn_Result create_hinge(Zoo *z) { return create_joint(z, CN_REVOLUTE); }
static cn_Result create_rod(Zoo *z) { return create_joint(z, CN_DISTANCE); }
static cn_Result create_slider(Zoo *z) { return create_joint(z, CN_PRISMATIC); }
static cn_Result create_weld(Zoo *z) { return create_joint(z, CN_WELD); }
static cn_Result create_mouse(Zoo *z) { return create_joint(z, CN_MOUSE); }
static cn_Result create_filter(Zoo *z) { return create_joint(z, CN_FILTER); }
static cn_Result create_gear(Zoo *z) { return create_joint(z, CN_GEAR); }
static cn_Result create_pulley(Zoo *z) { return create_joint(z, CN_PULLEY); }
static cn_Result create_ratchet(Zoo *z) { return create_joint(z, CN_RATCHET); }
static cn_Result create_rotary(Zoo *z) { return create_joint(z, CN_ROTARY); }
static cn_Result destroy_hinge(Zoo *z) { return cn_joint_destroy(z->w, z->hinge); }
static cn_Result destroy_rope(Zoo *z) { return cn_joint_destroy(z->w, z->rope); }
static cn_Result release(Zoo *z) {
    cn_JointDef d = cn_joint_settings(z->w, z->weld);
    d.enabled = false;
    return cn_joint_configure(z->w, z->weld, &d);
}
static cn_Result collide(Zoo *z) {
    cn_JointDef d = cn_joint_settings(z->w, z->rope);
    d.collide = true;
    return cn_joint_configure(z->w, z->rope, &d);
}

static cn_Result create_mover(Zoo *z) {
    cn_MoverDef d = cn_mover_def();
    cn_MoverId id;
    d.x = -14, d.y = 2, d.radius = 0.4, d.height = 1.8, d.mass = 70;
    return cn_mover_create(z->w, &d, &id);
}
static cn_Result destroy_mover(Zoo *z) { return cn_mover_destroy(z->w, z->mover); }
static cn_Result give_mass(Zoo *z) {
    cn_MoverDef d = cn_mover_settings(z->w, z->light);
    d.mass = 50;
    return cn_mover_configure(z->w, z->light, &d);
}
static cn_Result regroup(Zoo *z) {
    cn_MoverDef d = cn_mover_settings(z->w, z->mover);
    d.mass = 60, d.layer = 5;
    return cn_mover_configure(z->w, z->mover, &d);
}
static cn_Result place_mover(Zoo *z) { return cn_mover_set_position(z->w, z->mover, -8, 3); }
static cn_Result walk(Zoo *z) {
    double x, y;
    return cn_mover_move(z->w, z->mover, 0.5, 0, &x, &y);
}

static cn_Result tilt(Zoo *z) { return cn_world_set_gravity(z->w, 1, -9); }
static cn_Result mix(Zoo *z) {
    cn_WorldDef d = cn_world_settings(z->w);
    d.friction_mix = CN_MIX_MAX, d.sleep = false;
    return cn_world_configure(z->w, &d);
}
static cn_Result part_layers(Zoo *z) { return cn_world_set_collides(z->w, 0, 0, false); }
static cn_Result blow(Zoo *z) {
    cn_WindDef d = cn_wind_def();
    d.x = 5;
    return cn_world_set_wind(z->w, &d);
}
static cn_Result explode(Zoo *z) {
    cn_ExplosionDef d = cn_explosion_def();
    d.radius = 20, d.impulse = 5, d.occlusion = true;
    return cn_world_explode(z->w, &d);
}
static cn_Result ignore(Zoo *z) {
    cn_ContactId id[64];
    int count = cn_body_contacts(z->w, z->crate, id, 64);
    return count > 0 ? cn_contact_ignore(z->w, id[0]) : CN_OK;
}
static cn_Result cast(Zoo *z) {
    cn_ShapeDef d = box_def(1, 1);
    cn_RayHit hits[64];
    int count;
    d.x = -15, d.y = 1;
    cn_Result r = cn_world_shapecast_all(z->w, &d, 40, 0, cn_query_filter(), hits, 64, &count);
    return r ? r : cn_world_query_shape(z->w, &d, cn_query_filter(), NULL, 0, &count);
}

typedef struct Case {
    const char *name;
    Act *act;
} Case;

#define CASE(act)                                                                                  \
    { #act, act }
static const Case cases[] = {
    CASE(enable),
    CASE(disable),
    CASE(disable_chain),
    CASE(to_static),
    CASE(to_dynamic),
    CASE(floor_to_dynamic),
    CASE(star_to_static),
    CASE(wheel_to_kinematic),
    CASE(destroy_floor),
    CASE(destroy_wheel),
    CASE(destroy_zone),
    CASE(destroy_chain),
    CASE(create_body),
    CASE(move_crate),
    CASE(turn_floor),
    CASE(turn_zone),
    CASE(carry),
    CASE(throw_it),
    CASE(spin_it),
    CASE(weigh),
    CASE(slow),
    CASE(center),
    CASE(no_center),
    CASE(tune),
    CASE(wake_it),
    CASE(put_to_sleep),
    CASE(press),
    CASE(torque),
    CASE(kick),
    CASE(kick_spin),
    CASE(create_star),
    CASE(create_chain),
    CASE(create_zone),
    CASE(create_plane),
    CASE(copy_star),
    CASE(reshape_chain),
    CASE(reshape_star),
    CASE(reshape_box),
    CASE(belt),
    CASE(lay),
    CASE(pave),
    CASE(to_sensor),
    CASE(set_area),
    CASE(no_area),
    CASE(refilter),
    CASE(create_hinge),
    CASE(create_rod),
    CASE(create_slider),
    CASE(create_weld),
    CASE(create_mouse),
    CASE(create_filter),
    CASE(create_gear),
    CASE(create_pulley),
    CASE(create_ratchet),
    CASE(create_rotary),
    CASE(destroy_hinge),
    CASE(destroy_rope),
    CASE(release),
    CASE(collide),
    CASE(create_mover),
    CASE(destroy_mover),
    CASE(give_mass),
    CASE(regroup),
    CASE(place_mover),
    CASE(walk),
    CASE(tilt),
    CASE(mix),
    CASE(part_layers),
    CASE(blow),
    CASE(explode),
    CASE(ignore),
    CASE(cast),
};

/* ---- calls ---------------------------------------------------------------------------------- */

static int calls_failed, calls_silent;

/* The hash some steps later; *told when one of them had to say CN_MEMORY. */
static uint64_t hash_later(cn_World *w, bool *told) {
    for (int i = 0; i < 30; i++) {
        cn_Result r = cn_world_step(w, DT, NULL);
        if (r == CN_MEMORY) *told = true;
    }
    return cn_world_hash(w);
}

/* Returns false when the call needs fewer allocations than that. */
static bool call_fails(const Case *c, int k, uint64_t after, uint64_t later) {
    Zoo z;
    const char *why = "";
    bool told = false;
    make_zoo(&z);
    cut_arrays(z.w);
    uint64_t before = cn_world_hash(z.w);
    fail_at(k);
    cn_Result r = c->act(&z);
    bool failed = has_failed();
    if (failed) {
        calls_failed++;
        require(r == CN_OK || r == CN_MEMORY, c->name, k, "neither done nor out of memory");
        require(cn_world_validate(z.w, &why), c->name, k, why);
        if (r == CN_MEMORY) {
            require(cn_world_hash(z.w) == before, c->name, k, "refused, but something changed");
            require(c->act(&z) == CN_OK, c->name, k, "refused again");
        }
        bool same = cn_world_hash(z.w) == after;
        same = hash_later(z.w, &told) == later && same;
        calls_silent += !same && !told;
        require(same || told, c->name, k, "another answer without a word");
        require(cn_world_validate(z.w, &why), c->name, k, why);
    }
    cn_world_destroy(z.w);
    return failed;
}

static void try_call(const Case *c) {
    Zoo z;
    bool told = false;
    make_zoo(&z);
    cut_arrays(z.w);
    require(c->act(&z) == CN_OK, c->name, -1, "refused with memory");
    uint64_t after = cn_world_hash(z.w), later = hash_later(z.w, &told);
    CHECK(!told);
    cn_world_destroy(z.w);
    for (int all = 0; all < 2; all++) {
        for_good = all;
        for (int k = 0; call_fails(c, k, after, later); k++) {
        }
    }
    require(blocks == 0, c->name, -1, "memory is left");
}

static void creating_a_world(void) {
    cn_WorldDef def = cn_world_def();
    cn_World *w = NULL;
    int k = 0;
    for (;; k++) {
        cn_Error error = {0};
        fail_at(k);
        cn_Result r = cn_world_create(&def, &w, &error);
        if (!has_failed()) break;
        CHECK(r == CN_MEMORY && w == NULL && error.result == CN_MEMORY);
    }
    CHECK(k > 5);
    cn_world_destroy(w);
    CHECK(blocks == 0);
}

int main(void) {
    cn_set_allocator(failing_alloc, plain_free);
    creating_a_world();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) try_call(&cases[i]);
    printf("calls: %d allocations failed, %d of them without a word\n", calls_failed, calls_silent);
    cn_set_allocator(NULL, NULL);
    return tally();
}
