/* api_defs.c: definitions of all kinds from the bytes of an input. Part of fuzz_api.c. */
#include "play.h"

static bool flag(Play *p) { return next_byte(&p->in) & 1; }

cn_BodyDef make_body(Play *p) {
    Input *in = &p->in;
    cn_BodyDef def = cn_body_def();
    def.type = (cn_BodyType)(once_in(in, 4) ? whole(in, 0, 2) : CN_DYNAMIC);
    def.x = number(in, -RADIUS, RADIUS);
    def.y = number(in, -RADIUS, RADIUS);
    def.angle = number(in, -4, 4);
    def.vx = number(in, -5, 5);
    def.vy = number(in, -5, 5);
    def.angular_velocity = number(in, -5, 5);
    def.enabled = !once_in(in, 12);
    def.awake = !once_in(in, 8);
    if (once_in(in, 3)) change_body(p, &def);
    if (once_in(in, 12)) def.mass = number(in, 0.1, 100);
    if (once_in(in, 12)) def.inertia = number(in, 0.1, 100);
    def.has_mass_center = once_in(in, 12);
    def.mass_center_x = number(in, -0.3, 0.3);
    return def;
}

void change_body(Play *p, cn_BodyDef *def) {
    Input *in = &p->in;
    switch (below(in, 9)) {
    case 0:
        def->damping = number(in, 0, 2), def->angular_damping = number(in, 0, 2);
        break;
    case 1:
        def->gravity_scale = number(in, -1, 2);
        break;
    case 2:
        def->fixed_rotation = def->lock_rotation = flag(p);
        def->lock_x = flag(p), def->lock_y = flag(p);
        break;
    case 3:
        def->bullet = flag(p), def->safety = number(in, 0.01, 0.5);
        break;
    case 4:
        def->fast_rotation = flag(p), def->max_speed = number(in, -1, 50);
        break;
    case 5:
        def->can_sleep = flag(p), def->sleep_speed = number(in, 0, 1);
        break;
    case 6:
        def->constant_force_x = number(in, -20, 20);
        def->relative_force_y = number(in, -20, 20);
        break;
    case 7:
        def->constant_torque = number(in, -5, 5), def->steered = flag(p);
        break;
    default:
        def->dominance = whole(in, -3, 3);
        break;
    }
}

cn_Material make_material(Play *p) {
    Input *in = &p->in;
    return (cn_Material){.friction = number(in, 0, 1.5),
                         .restitution = once_in(in, 3) ? number(in, 0, 1) : 0,
                         .rolling = once_in(in, 4) ? number(in, 0, 0.2) : 0,
                         .surface_speed = once_in(in, 4) ? number(in, -2, 2) : 0};
}

cn_AreaDef make_area(Play *p) {
    Input *in = &p->in;
    cn_AreaDef def = cn_area_def();
    def.gravity_x = number(in, -5, 5), def.gravity_y = number(in, -5, 5);
    def.pull = once_in(in, 3) ? number(in, -5, 5) : 0;
    def.pull_distance = number(in, 0, 3);
    def.replace = flag(p);
    def.drag = number(in, 0, 3), def.angular_drag = number(in, 0, 3);
    def.density = once_in(in, 3) ? number(in, 0, 3) : 0;
    def.has_surface = flag(p);
    def.surface = number(in, -RADIUS, RADIUS);
    def.flow_x = def.drag > 0 ? number(in, -3, 3) : 0;
    return def;
}

void make_geometry(Play *p, cn_ShapeDef *def) {
    Input *in = &p->in;
    int most = def->kind == CN_POLYGON && once_in(in, 12) ? MOST_POINTS : 10;
    def->x = once_in(in, 3) ? number(in, -1, 1) : 0;
    def->angle = once_in(in, 3) ? number(in, -4, 4) : 0;
    def->w = number(in, 0.1, 2), def->h = number(in, 0.1, 2);
    bool round_kind = def->kind == CN_CIRCLE || def->kind == CN_CAPSULE;
    def->radius = round_kind || once_in(in, 4) ? number(in, 0.05, 0.6) : 0;
    def->x1 = number(in, -1, 0), def->y1 = number(in, -0.5, 0.5);
    def->x2 = number(in, 0.01, 1), def->y2 = number(in, -0.5, 0.5);
    def->rx = number(in, 0.1, 1), def->ry = number(in, 0.1, 1);
    def->nx = number(in, -1, 1), def->ny = number(in, 0.1, 1);
    def->point_count = whole(in, 3, most);
    def->points = p->points;
    int count = def->point_count < 0 ? 0 : def->point_count;
    if (count > MOST_POINTS) def->point_count = count = MOST_POINTS;
    fill_points(in, p->points, count, def->kind == CN_CHAIN ? 4 : 1);
    def->hull = flag(p), def->loop = flag(p);
    def->materials = NULL;
    def->material_count = 0;
    if (def->kind == CN_CHAIN && once_in(in, 4)) {
        def->material_count = def->loop ? count : count - 1;
        def->materials = p->materials;
        for (int i = 0; i < MOST_POINTS; i++) p->materials[i] = cn_shape_def(CN_CHAIN).material;
        p->materials[0] = make_material(p);
    }
}

void change_shape(Play *p, cn_ShapeDef *def) {
    Input *in = &p->in;
    switch (below(in, 10)) {
    case 0:
        def->material = make_material(p);
        break;
    case 1:
        def->density = number(in, 0, 5);
        break;
    case 2:
        def->layer = whole(in, 0, 4);
        break;
    case 3:
        def->mask = (uint64_t)next_byte(in) << 56 | next_byte(in);
        break;
    case 4:
        def->group = whole(in, -2, 2);
        break;
    case 5:
        def->has_one_way = flag(p);
        def->one_way_x = number(in, -1, 1), def->one_way_y = number(in, 0.1, 1);
        break;
    case 6:
        def->pre_solve = flag(p), def->events = flag(p), def->hits = flag(p);
        break;
    case 7:
        def->press_force = number(in, 0, 20), def->release_force = number(in, 0, 5);
        def->press_time = number(in, 0, 0.2);
        break;
    case 8:
        def->friction_mix = (cn_Mix)whole(in, 0, 5), def->restitution_mix = (cn_Mix)whole(in, 0, 5);
        break;
    default:
        def->seen = flag(p), def->color = next_word(in);
        break;
    }
}

cn_ShapeDef make_shape(Play *p) {
    Input *in = &p->in;
    cn_ShapeDef def = cn_shape_def((cn_ShapeKind)whole(in, 0, CN_SHAPE_KINDS - 1));
    if (in->hostile && once_in(in, 8)) def.kind = (cn_ShapeKind)whole(in, -1, 99);
    make_geometry(p, &def);
    def.sensor = once_in(in, 8);
    def.enabled = !once_in(in, 12);
    if (def.sensor && once_in(in, 2)) {
        def.has_area = true;
        def.area = make_area(p);
    }
    for (int i = below(in, 3); i > 0; i--) change_shape(p, &def);
    return def;
}

void change_joint(Play *p, cn_JointDef *def) {
    Input *in = &p->in;
    switch (below(in, 9)) {
    case 0:
        def->has_limits = flag(p);
        def->lower = number(in, -1, 0), def->upper = number(in, 0, 1);
        break;
    case 1:
        def->has_motor = flag(p);
        def->motor_speed = number(in, -5, 5);
        def->motor_max = once_in(in, 3) ? INFINITY : number(in, 0, 50);
        break;
    case 2:
        def->has_spring = flag(p);
        def->hertz = number(in, 0, 8), def->damping = number(in, 0, 1);
        if (once_in(in, 3)) def->stiffness = number(in, 0, 100);
        def->target = number(in, -1, 1);
        break;
    case 3:
        def->has_min = flag(p), def->has_max = flag(p);
        def->min = number(in, 0.1, 1), def->max = number(in, 1, 3);
        def->length = once_in(in, 2) ? -1 : number(in, 0.1, 3);
        break;
    case 4:
        def->linear_hertz = number(in, 0, 5), def->angular_hertz = number(in, 0, 5);
        def->linear_damping = number(in, 0, 1), def->angular_damping = number(in, 0, 1);
        break;
    case 5:
        def->has_linear = flag(p), def->has_angular = flag(p);
        def->offset_x = number(in, -1, 1), def->velocity_x = number(in, -2, 2);
        def->free_x = flag(p), def->free_y = flag(p);
        break;
    case 6:
        def->max_force = once_in(in, 3) ? INFINITY : number(in, 0, 100);
        def->max_torque = once_in(in, 3) ? INFINITY : number(in, 0, 100);
        break;
    case 7:
        def->break_force = once_in(in, 2) ? INFINITY : number(in, 1, 200);
        def->break_torque = once_in(in, 2) ? INFINITY : number(in, 1, 200);
        def->alarm_force = once_in(in, 2) ? INFINITY : number(in, 1, 200);
        break;
    default:
        def->collide = flag(p), def->enabled = !once_in(in, 4), def->hidden = flag(p);
        break;
    }
}

cn_JointDef make_joint(Play *p) {
    Input *in = &p->in;
    cn_JointDef def = cn_joint_def((cn_JointKind)whole(in, 0, CN_JOINT_KINDS - 1));
    if (in->hostile && once_in(in, 8)) def.kind = (cn_JointKind)whole(in, -1, 99);
    def.a = once_in(in, 4) ? (cn_BodyId){0, 0} : pick_body(p);
    def.b = pick_body(p);
    cn_Pos a = cn_body_position(p->world, def.a), b = cn_body_position(p->world, def.b);
    def.from_x = a.x + number(in, -1, 1), def.from_y = a.y + number(in, -1, 1);
    def.to_x = b.x + number(in, -1, 1), def.to_y = b.y + number(in, -1, 1);
    def.axis_x = number(in, -1, 1), def.axis_y = number(in, 0.1, 1);
    def.has_reference = once_in(in, 6), def.reference = number(in, -3, 3);
    def.has_origin = once_in(in, 6), def.origin = number(in, -1, 1);
    def.joint_a = pick_joint(p), def.joint_b = pick_joint(p);
    def.ratio = number(in, 0.3, 3);
    def.ground_from_x = a.x, def.ground_from_y = a.y + number(in, 1, 3);
    def.ground_to_x = b.x, def.ground_to_y = b.y + number(in, 1, 3);
    def.step = number(in, 0.1, 1), def.phase = number(in, 0, 0.1);
    for (int i = below(in, 4); i > 0; i--) change_joint(p, &def);
    return def;
}

cn_MoverDef make_mover(Play *p) {
    Input *in = &p->in;
    cn_MoverDef def = cn_mover_def();
    def.x = number(in, -RADIUS, RADIUS), def.y = number(in, -RADIUS, RADIUS);
    def.radius = number(in, 0.1, 0.5), def.height = number(in, 1, 2);
    if (once_in(in, 3)) def.w = number(in, 0.3, 1), def.h = number(in, 0.5, 2);
    def.step = number(in, 0, 0.5);
    def.snap = once_in(in, 2) ? -1 : number(in, 0, 0.5);
    def.max_slope = number(in, 0, 1.5);
    if (once_in(in, 4)) def.up_x = number(in, -1, 1), def.up_y = number(in, -1, 1);
    def.push = once_in(in, 2) ? number(in, 0, 100) : 0;
    def.layer = whole(in, 0, 4);
    def.one_way = flag(p);
    def.filter = make_filter(p);
    def.filter.test = NULL; /* it would be kept */
    def.filter.others = NULL;
    def.filter.other_count = 0;
    if (once_in(in, 3)) def.mass = number(in, 1, 80);
    if (once_in(in, 4)) {
        def.leg_length = number(in, 0, 0.5);
        def.leg_hertz = number(in, 1, 8), def.leg_damping = number(in, 0.1, 1);
    }
    return def;
}

cn_WorldDef make_settings(Play *p, cn_WorldDef def) {
    Input *in = &p->in;
    switch (below(in, 12)) {
    case 0:
        def.substeps = whole(in, 1, 8);
        break;
    case 1:
        def.sleep = flag(p), def.continuous = flag(p);
        break;
    case 2:
        def.max_dt = number(in, 0.001, 0.25);
        break;
    case 3:
        def.max_speed = number(in, 1, 400);
        break;
    case 4:
        def.slop = number(in, 0, 0.1), def.hit_speed = number(in, 0, 2);
        break;
    case 5:
        def.restitution_speed = number(in, -1, 2), def.push_speed = number(in, 0.1, 5);
        break;
    case 6:
        def.contact_hertz = number(in, 1, 60), def.contact_damping = number(in, 0, 20);
        break;
    case 7:
        def.push_share = once_in(in, 2) ? -1 : number(in, 0.01, 1);
        break;
    case 8:
        def.friction_mix = (cn_Mix)whole(in, 0, 4), def.restitution_mix = (cn_Mix)whole(in, 0, 4);
        break;
    case 9:
        def.has_bounds = flag(p);
        def.bounds[0] = def.bounds[1] = number(in, -20, -3);
        def.bounds[2] = def.bounds[3] = number(in, 3, 20);
        def.outside = (cn_Outside)whole(in, 0, 2);
        break;
    case 10:
        def.max_contacts = once_in(in, 2) ? 2000000 : whole(in, 1, 30);
        break;
    default:
        def.gravity_x = number(in, -3, 3), def.gravity_y = number(in, -10, 1);
        break;
    }
    return def;
}

static bool even(void *context, cn_ShapeId shape) {
    (void)context;
    return shape.index % 2 == 0;
}

cn_QueryFilter make_filter(Play *p) {
    Input *in = &p->in;
    cn_QueryFilter filter = cn_query_filter();
    if (once_in(in, 4)) filter.mask = next_byte(in);
    filter.sensors = once_in(in, 4);
    if (once_in(in, 4)) filter.types = (uint8_t)next_byte(in);
    if (once_in(in, 4)) filter.ignore = pick_body(p);
    if (once_in(in, 4)) filter.others = p->body, filter.other_count = p->bodies;
    if (once_in(in, 4)) filter.test = even;
    return filter;
}
