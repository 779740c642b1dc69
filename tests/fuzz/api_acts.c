/* api_acts.c: all that changes what stands in a world. Part of fuzz_api.c. */
#include "play.h"

static double n(Play *p, double most) { return number(&p->in, -most, most); }
static bool flag(Play *p) { return next_byte(&p->in) & 1; }

#define KEEP(Type, name, list, count, MOST)                                                        \
    void name(Play *p, Type id) {                                                                  \
        int at = p->count < MOST ? p->count++ : below(&p->in, MOST);                               \
        p->list[at] = id;                                                                          \
    }
KEEP(cn_BodyId, keep_body, body, bodies, MOST_BODIES)
KEEP(cn_ShapeId, keep_shape, shape, shapes, MOST_SHAPES)
static KEEP(cn_JointId, keep_joint, joint, joints,
            MOST_JOINTS) static KEEP(cn_MoverId, keep_mover, mover, movers, MOST_MOVERS)

    /* ---- bodies -------------------------------------------------------------------------------
     */

    static cn_Result create_shape(Play *p) {
    cn_ShapeDef def = make_shape(p);
    cn_ShapeId id = {0, 0};
    cn_BodyId on = once_in(&p->in, 8) ? cn_world_ground(p->world) : pick_body(p);
    if (cn_world_counts(p->world).shapes >= MOST_SHAPES) return CN_OK;
    cn_Result r = cn_shape_create(p->world, on, &def, &id);
    if (r == CN_OK) keep_shape(p, id);
    return r;
}

static cn_Result create_body(Play *p) {
    cn_BodyDef def = make_body(p);
    cn_BodyId id = {0, 0};
    if (cn_world_counts(p->world).bodies >= MOST_BODIES) return CN_OK;
    cn_Result r = cn_body_create(p->world, &def, &id);
    if (r != CN_OK) return r;
    keep_body(p, id);
    if (once_in(&p->in, 8)) return CN_OK; /* without a shape */
    cn_ShapeDef shape = make_shape(p);
    cn_ShapeId made;
    p->in.hostile = false; /* what is refused now has changed something: the body is there */
    if (cn_shape_create(p->world, id, &shape, &made) == CN_OK) keep_shape(p, made);
    return CN_OK;
}

static cn_Result destroy_body(Play *p) {
    return once_in(&p->in, 3) ? cn_body_destroy(p->world, pick_body(p)) : CN_OK;
}

static cn_Result place_body(Play *p) {
    cn_BodyId b = pick_body(p);
    switch (below(&p->in, 4)) {
    case 0:
        return cn_body_set_transform(p->world, b, n(p, RADIUS), n(p, RADIUS), n(p, 4));
    case 1:
        return cn_body_set_position(p->world, b, n(p, RADIUS), n(p, RADIUS));
    case 2:
        return cn_body_set_angle(p->world, b, n(p, 4));
    default:
        return cn_body_move_to(p->world, b, n(p, RADIUS), n(p, RADIUS), n(p, 4),
                               number(&p->in, 0.01, 1));
    }
}

static cn_Result set_mass(Play *p) {
    cn_BodyId b = pick_body(p);
    cn_Pos center = {n(p, 0.5), n(p, 0.5)};
    switch (below(&p->in, 5)) {
    case 0:
        return cn_body_set_mass(p->world, b, number(&p->in, 0.1, 100));
    case 1:
        return cn_body_set_mass(p->world, b, -1);
    case 2:
        return cn_body_set_inertia(p->world, b, number(&p->in, 0.1, 100));
    default:
        return cn_body_set_mass_center(p->world, b, once_in(&p->in, 3) ? NULL : &center);
    }
}

static cn_Result switch_body(Play *p) {
    cn_BodyId b = pick_body(p);
    switch (below(&p->in, 3)) {
    case 0:
        return cn_body_set_awake(p->world, b, flag(p));
    case 1:
        return cn_body_set_enabled(p->world, b, flag(p));
    default:
        return cn_body_set_type(p->world, b, (cn_BodyType)whole(&p->in, 0, 2));
    }
}

static cn_Result configure_body(Play *p) {
    cn_BodyId b = pick_body(p);
    cn_BodyDef def = cn_body_is_valid(p->world, b) ? cn_body_settings(p->world, b) : cn_body_def();
    change_body(p, &def);
    return cn_body_configure(p->world, b, &def);
}

static cn_Result push_body(Play *p) {
    cn_World *w = p->world;
    cn_BodyId b = pick_body(p);
    switch (below(&p->in, 9)) {
    case 0:
        return cn_body_apply_force(w, b, n(p, 50), n(p, 50));
    case 1:
        return cn_body_apply_force_at(w, b, n(p, 50), n(p, 50), n(p, RADIUS), n(p, RADIUS));
    case 2:
        return cn_body_apply_torque(w, b, n(p, 20));
    case 3:
        return cn_body_apply_impulse(w, b, n(p, 5), n(p, 5));
    case 4:
        return cn_body_apply_impulse_at(w, b, n(p, 5), n(p, 5), n(p, RADIUS), n(p, RADIUS));
    case 5:
        return cn_body_apply_angular_impulse(w, b, n(p, 5));
    case 6:
        return cn_body_clear_forces(w, b);
    case 7:
        return cn_body_set_velocity(w, b, n(p, 30), n(p, 30));
    default:
        return cn_body_set_angular_velocity(w, b, n(p, 30));
    }
}

/* ---- shapes ------------------------------------------------------------------------------- */

static cn_Result destroy_shape(Play *p) {
    return once_in(&p->in, 2) ? cn_shape_destroy(p->world, pick_shape(p)) : CN_OK;
}

static cn_Result configure_shape(Play *p) {
    cn_ShapeId s = pick_shape(p);
    cn_ShapeDef def =
        cn_shape_is_valid(p->world, s) ? cn_shape_settings(p->world, s) : cn_shape_def(CN_BOX);
    change_shape(p, &def);
    return cn_shape_configure(p->world, s, &def);
}

static cn_Result reshape(Play *p) {
    cn_ShapeId s = pick_shape(p);
    cn_ShapeDef def = cn_shape_def(cn_shape_kind(p->world, s));
    make_geometry(p, &def);
    return cn_shape_reshape(p->world, s, &def);
}

static cn_Result switch_shape(Play *p) {
    cn_World *w = p->world;
    cn_ShapeId s = pick_shape(p);
    cn_Material material = make_material(p);
    cn_AreaDef area = make_area(p);
    switch (below(&p->in, 6)) {
    case 0:
        return cn_shape_set_sensor(w, s, flag(p));
    case 1:
        return cn_shape_set_enabled(w, s, flag(p));
    case 2:
        return cn_shape_set_area(w, s, once_in(&p->in, 3) ? NULL : &area);
    case 3:
        return cn_shape_refilter(w, s);
    case 4:
        return cn_shape_set_material(w, s, whole(&p->in, 0, 4), &material);
    default:
        return cn_shape_set_ignores(w, s, pick_shape(p), flag(p));
    }
}

static cn_Result ignore_contact(Play *p) {
    cn_ContactId contacts[BUFFER];
    int count = cn_world_contacts(p->world, contacts, BUFFER);
    if (count > BUFFER) count = BUFFER;
    cn_ContactId of_chance = {next_byte(&p->in), next_byte(&p->in), next_byte(&p->in)};
    if (p->in.hostile || count == 0) return cn_contact_ignore(p->world, of_chance);
    return cn_contact_ignore(p->world, contacts[below(&p->in, count)]);
}

/* ---- joints ------------------------------------------------------------------------------- */

static cn_Result create_joint(Play *p) {
    cn_JointDef def = make_joint(p);
    cn_JointId id = {0, 0};
    if (cn_world_counts(p->world).joints >= MOST_JOINTS) return CN_OK;
    cn_Result r = cn_joint_create(p->world, &def, &id);
    if (r == CN_OK) keep_joint(p, id);
    return r;
}

static cn_Result destroy_joint(Play *p) {
    return once_in(&p->in, 2) ? cn_joint_destroy(p->world, pick_joint(p)) : CN_OK;
}

static cn_Result configure_joint(Play *p) {
    cn_JointId j = pick_joint(p);
    cn_JointDef def =
        cn_joint_is_valid(p->world, j) ? cn_joint_settings(p->world, j) : cn_joint_def(CN_REVOLUTE);
    change_joint(p, &def);
    return cn_joint_configure(p->world, j, &def);
}

static cn_Result move_joint(Play *p) {
    cn_World *w = p->world;
    cn_JointId j = pick_joint(p);
    cn_Pos a = {n(p, RADIUS), n(p, RADIUS)}, b = {n(p, RADIUS), n(p, RADIUS)};
    switch (below(&p->in, 5)) {
    case 0:
        return cn_joint_set_anchors(w, j, once_in(&p->in, 3) ? NULL : &a,
                                    once_in(&p->in, 3) ? NULL : &b);
    case 1:
        return cn_joint_set_local_anchors(w, j, a, b);
    case 2:
        return cn_joint_set_axis(w, j, n(p, 1), n(p, 1));
    case 3:
        return cn_joint_set_reference(w, j, n(p, 3));
    default:
        return cn_joint_set_origin(w, j, n(p, 3));
    }
}

/* ---- movers ------------------------------------------------------------------------------- */

static cn_Result create_mover(Play *p) {
    cn_MoverDef def = make_mover(p);
    cn_MoverId id = {0, 0};
    int count = 0;
    for (cn_MoverId m = cn_world_next_mover(p->world, id); m.generation;
         m = cn_world_next_mover(p->world, m))
        count++;
    if (count >= MOST_MOVERS) return CN_OK;
    cn_Result r = cn_mover_create(p->world, &def, &id);
    if (r == CN_OK) keep_mover(p, id);
    return r;
}

static cn_Result change_mover(Play *p) {
    cn_World *w = p->world;
    cn_MoverId m = pick_mover(p);
    cn_MoverDef def = make_mover(p);
    double mx, my;
    bool done;
    switch (below(&p->in, 8)) {
    case 0:
        return cn_mover_destroy(w, m);
    case 1:
        return cn_mover_configure(w, m, &def);
    case 2:
        return cn_mover_resize(w, m, &def, &done);
    case 3:
        return cn_mover_set_position(w, m, def.x, def.y);
    default: {
        cn_Result r = cn_mover_move(w, m, n(p, 1), n(p, 1), &mx, &my);
        if (r == CN_OK) check_number(mx + my, "cn_mover_move");
        return r;
    }
    }
}

const Choice object_acts[] = {
    {"create_body", create_body, 10},
    {"create_shape", create_shape, 5},
    {"destroy_body", destroy_body, 3},
    {"place_body", place_body, 4},
    {"set_mass", set_mass, 3},
    {"switch_body", switch_body, 4},
    {"configure_body", configure_body, 4},
    {"push_body", push_body, 8},
    {"destroy_shape", destroy_shape, 3},
    {"configure_shape", configure_shape, 5},
    {"reshape", reshape, 4},
    {"switch_shape", switch_shape, 5},
    {"ignore_contact", ignore_contact, 2},
    {"create_joint", create_joint, 8},
    {"destroy_joint", destroy_joint, 3},
    {"configure_joint", configure_joint, 6},
    {"move_joint", move_joint, 4},
    {"create_mover", create_mover, 2},
    {"change_mover", change_mover, 6},
};
const int object_act_count = sizeof object_acts / sizeof *object_acts;
