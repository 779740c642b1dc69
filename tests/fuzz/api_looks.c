/* api_looks.c: all that can be asked of a world. What comes of it is a number, and nothing changes.
 * Part of fuzz_api.c. */
#include "play.h"

#define NUMBER(call) check_number((double)(call), #call)

static void check_all(const double *numbers, int count, const char *what) {
    for (int i = 0; i < count; i++) check_number(numbers[i], what);
}

static void check_vec(cn_Vec v, const char *what) {
    check_number((double)v.x, what);
    check_number((double)v.y, what);
}

static void check_pos(cn_Pos v, const char *what) {
    check_number(v.x, what);
    check_number(v.y, what);
}

static void check_hit(const cn_RayHit *hit, const char *what) {
    if (!hit->shape.generation) return;
    check_pos((cn_Pos){hit->x, hit->y}, what);
    check_number((double)hit->nx + (double)hit->ny, what);
    if (!(hit->fraction >= 0 && hit->fraction <= 1)) fuzz_fault("%s gave %g", what, hit->fraction);
}

/* A buffer was too small: how many there are, or a capacity that suffices. */
static void check_count(int count, const char *what) {
    if (count < 0 || count > 1 << 20) fuzz_fault("%s counted %d", what, count);
}

static void look_at_motion(Play *p, cn_BodyId b) {
    cn_World *w = p->world;
    cn_BodyState s = cn_body_state(w, b);
    check_all((double[]){s.x, s.y, s.angle, (double)s.vx, (double)s.vy, (double)s.angular_velocity},
              6, "cn_body_state");
    double a[3], alpha = next_byte(&p->in) / 255.0;
    cn_body_acceleration(w, b, &a[0], &a[1], &a[2]);
    check_all(a, 3, "cn_body_acceleration");
    cn_body_drawn(w, b, alpha, &a[0], &a[1], &a[2]);
    check_all(a, 3, "cn_body_drawn");
    cn_body_force(w, b, &a[0], &a[1], &a[2]);
    check_all(a, 3, "cn_body_force");
    check_vec(cn_body_velocity(w, b), "cn_body_velocity");
    NUMBER(cn_body_angular_velocity(w, b));
    NUMBER(cn_body_angle(w, b));
    cn_Rot q = cn_body_rotation(w, b);
    check_number((double)q.c + (double)q.s, "cn_body_rotation");
}

static void look_at_mass(cn_World *w, cn_BodyId b) {
    NUMBER(cn_body_mass(w, b));
    NUMBER(cn_body_inertia(w, b));
    NUMBER(cn_body_inverse_mass(w, b));
    NUMBER(cn_body_inverse_inertia(w, b));
    NUMBER(cn_body_kinetic_energy(w, b));
    check_vec(cn_body_mass_center(w, b), "cn_body_mass_center");
    check_pos(cn_body_center(w, b), "cn_body_center");
    check_pos(cn_body_position(w, b), "cn_body_position");
}

cn_Result look_at_body(Play *p) {
    cn_World *w = p->world;
    cn_BodyId b = pick_body(p), other = pick_body(p);
    double box[4], x = number(&p->in, -9, 9), y = number(&p->in, -9, 9);
    look_at_motion(p, b);
    look_at_mass(w, b);
    cn_body_bounds(w, b, box);
    check_all(box, 4, "cn_body_bounds");
    if (cn_is_finite(x) && cn_is_finite(y) && fabs(x) <= CN_MAX_COORDINATE &&
        fabs(y) <= CN_MAX_COORDINATE) {
        check_vec(cn_body_velocity_at(w, b, x, y), "cn_body_velocity_at");
        check_pos(cn_body_to_world(w, b, x, y), "cn_body_to_world");
        check_pos(cn_body_to_local(w, b, x, y), "cn_body_to_local");
    }
    cn_ContactId contacts[BUFFER];
    check_count(cn_body_contacts(w, b, contacts, BUFFER), "cn_body_contacts");
    (void)cn_body_settings(w, b);
    (void)cn_body_type(w, b);
    (void)cn_body_is_awake(w, b);
    (void)cn_body_is_steered(w, b);
    (void)cn_body_touches(w, b, other);
    for (cn_ShapeId s = cn_body_next_shape(w, b, (cn_ShapeId){0, 0}); s.generation;
         s = cn_body_next_shape(w, b, s))
        if (!cn_shape_is_valid(w, s)) fuzz_fault("cn_body_next_shape gave a dead one");
    for (cn_JointId j = cn_body_next_joint(w, b, (cn_JointId){0, 0}); j.generation;
         j = cn_body_next_joint(w, b, j))
        if (!cn_joint_is_valid(w, j)) fuzz_fault("cn_body_next_joint gave a dead one");
    return CN_OK;
}

cn_Result look_at_shape(Play *p) {
    cn_World *w = p->world;
    cn_ShapeId s = pick_shape(p), other = pick_shape(p);
    double points[2 * BUFFER], box[4], fx, fy;
    NUMBER(cn_shape_mass(w, s));
    NUMBER(cn_shape_area(w, s));
    NUMBER(cn_shape_inertia(w, s));
    NUMBER(cn_shape_load(w, s, &fx, &fy));
    check_pos((cn_Pos){fx, fy}, "cn_shape_load");
    cn_shape_bounds(w, s, box);
    check_all(box, 4, "cn_shape_bounds");
    int outline = cn_shape_outline(w, s, points, BUFFER);
    check_all(points, 2 * (outline < BUFFER ? outline : BUFFER), "cn_shape_outline");
    int piece = whole(&p->in, 0, 3), count = cn_shape_piece(w, s, piece, points, BUFFER);
    check_all(points, 2 * (count < BUFFER ? count : BUFFER), "cn_shape_piece");
    check_count(cn_shape_piece_count(w, s), "cn_shape_piece_count");
    cn_ContactId contacts[BUFFER];
    cn_ShapeId visitors[BUFFER];
    check_count(cn_shape_contacts(w, s, contacts, BUFFER), "cn_shape_contacts");
    check_count(cn_shape_visitors(w, s, visitors, BUFFER), "cn_shape_visitors");
    (void)cn_shape_settings(w, s);
    (void)cn_shape_kind(w, s);
    (void)cn_shape_body(w, s);
    (void)cn_shape_layer(w, s);
    (void)cn_shape_has_area(w, s);
    (void)cn_shape_is_pressed(w, s);
    (void)cn_shape_touches(w, s, other);
    (void)cn_shape_ignores(w, s, other);
    return CN_OK;
}

cn_Result look_at_joint(Play *p) {
    cn_World *w = p->world;
    cn_JointId j = pick_joint(p);
    double n[3];
    cn_Pos on_a, on_b;
    cn_joint_force(w, j, &n[0], &n[1], &n[2]);
    check_all(n, 3, "cn_joint_force");
    cn_joint_error(w, j, &n[0], &n[1]);
    check_all(n, 2, "cn_joint_error");
    cn_joint_lengths(w, j, &n[0], &n[1]);
    check_all(n, 2, "cn_joint_lengths");
    cn_joint_anchors(w, j, &on_a, &on_b);
    check_pos(on_a, "cn_joint_anchors"), check_pos(on_b, "cn_joint_anchors");
    cn_joint_local_anchors(w, j, &on_a, &on_b);
    check_pos(on_a, "cn_joint_local_anchors"), check_pos(on_b, "cn_joint_local_anchors");
    check_vec(cn_joint_local_axis(w, j), "cn_joint_local_axis");
    NUMBER(cn_joint_motor_force(w, j));
    NUMBER(cn_joint_spring_force(w, j));
    NUMBER(cn_joint_limit_force(w, j));
    NUMBER(cn_joint_angle(w, j));
    NUMBER(cn_joint_translation(w, j));
    NUMBER(cn_joint_speed(w, j));
    NUMBER(cn_joint_length(w, j));
    (void)cn_joint_settings(w, j);
    (void)cn_joint_kind(w, j);
    (void)cn_joint_is_alarmed(w, j);
    (void)cn_joint_body_a(w, j), (void)cn_joint_body_b(w, j);
    (void)cn_joint_next_gear(w, j, (cn_JointId){0, 0});
    return CN_OK;
}

cn_Result look_at_mover(Play *p) {
    cn_World *w = p->world;
    cn_MoverId m = pick_mover(p);
    cn_MoverState s = cn_mover_state(w, m);
    check_all((double[]){s.x, s.y, s.vx, s.vy, s.nx, s.ny}, 6, "cn_mover_state");
    double x, y, points[2 * BUFFER];
    cn_mover_drawn(w, m, next_byte(&p->in) / 255.0, &x, &y);
    check_pos((cn_Pos){x, y}, "cn_mover_drawn");
    int count = cn_mover_outline(w, m, points, BUFFER);
    check_all(points, 2 * (count < BUFFER ? count : BUFFER), "cn_mover_outline");
    cn_MoverContact contacts[BUFFER];
    count = cn_mover_contacts(w, m, contacts, BUFFER);
    for (int i = 0; i < count && i < BUFFER; i++) check_all(&contacts[i].x, 5, "cn_mover_contacts");
    cn_MoverDef sizes = make_mover(p);
    bool fits;
    (void)cn_mover_settings(w, m);
    (void)cn_mover_body(w, m);
    return cn_mover_fits(w, m, &sizes, &fits);
}

cn_Result look_at_world(Play *p) {
    cn_World *w = p->world;
    double l[3], box[4];
    NUMBER(cn_world_kinetic_energy(w));
    NUMBER(cn_world_potential_energy(w));
    NUMBER(cn_world_max_penetration(w));
    NUMBER(cn_world_restitution_speed(w));
    NUMBER(cn_world_time(w));
    cn_world_momentum(w, &l[0], &l[1], &l[2]);
    check_all(l, 3, "cn_world_momentum");
    if (cn_world_extent(w, box)) check_all(box, 4, "cn_world_extent");
    cn_BodyPose poses[BUFFER];
    int count = cn_world_poses(w, pick_body(p), next_byte(&p->in) & 1, poses, BUFFER);
    for (int i = 0; i < count && i < BUFFER; i++) check_all(&poses[i].x, 3, "cn_world_poses");
    count = cn_world_moved(w, whole(&p->in, 0, 4), poses, BUFFER);
    for (int i = 0; i < count && i < BUFFER; i++)
        if (poses[i].id.generation) check_all(&poses[i].x, 3, "cn_world_moved");
    cn_PairOfShapes pairs[BUFFER];
    cn_TreeBox boxes[BUFFER];
    check_count(cn_world_pairs(w, pairs, BUFFER), "cn_world_pairs");
    check_count(cn_world_ignored(w, pairs, BUFFER), "cn_world_ignored");
    check_count(cn_world_tree(w, boxes, BUFFER), "cn_world_tree");
    cn_WindDef wind;
    (void)cn_world_wind(w, &wind);
    (void)cn_world_counts(w);
    (void)cn_world_profile(w);
    (void)cn_world_pose_hash(w);
    (void)cn_world_collides(w, whole(&p->in, 0, 63), whole(&p->in, 0, 63));
    (void)cn_world_pick(w, number(&p->in, -9, 9), number(&p->in, -9, 9));
    (void)cn_world_same(w);
    return CN_OK;
}

cn_Result look_at_contacts(Play *p) {
    cn_World *w = p->world;
    cn_ContactId contacts[BUFFER];
    int count = cn_world_contacts(w, contacts, BUFFER);
    check_count(count, "cn_world_contacts");
    if (p->in.hostile) { /* one that there may never have been */
        contacts[0] = (cn_ContactId){next_byte(&p->in), next_byte(&p->in), next_byte(&p->in)};
        if (count == 0) count = 1;
    }
    for (int i = 0; i < count && i < BUFFER; i++) {
        cn_Manifold m;
        double normal, tangent;
        bool valid = cn_contact_is_valid(w, contacts[i]);
        if (cn_contact_manifold(w, contacts[i], &m) != valid)
            fuzz_fault("a contact is valid, or has a manifold, and not both");
        check_vec((cn_Vec){m.nx, m.ny}, "cn_contact_manifold");
        for (int k = 0; k < m.count; k++) {
            check_pos((cn_Pos){m.points[k].x, m.points[k].y}, "cn_contact_manifold");
            check_vec((cn_Vec){m.points[k].separation, m.points[k].normal_impulse},
                      "cn_contact_manifold");
        }
        cn_contact_force(w, &m, &normal, &tangent);
        check_pos((cn_Pos){normal, tangent}, "cn_contact_force");
    }
    return CN_OK;
}

/* Rays are the caller's to check: what is not finite, or far out, is never given to them. */
static double place(Play *p) {
    double v = number(&p->in, -9, 9);
    return cn_is_finite(v) && fabs(v) <= CN_MAX_COORDINATE ? v : 0;
}

/* count of rays at once: more than go through a tree side by side */
#define MOST_RAYS 70

static bool same_hit(const cn_RayHit *a, const cn_RayHit *b) {
    return a->shape.index == b->shape.index && a->shape.generation == b->shape.generation &&
           a->x == b->x && a->y == b->y && a->nx == b->nx && a->ny == b->ny &&
           a->fraction == b->fraction && a->piece == b->piece;
}

cn_Result ask_rays(Play *p) {
    cn_World *w = p->world;
    cn_QueryFilter filter = make_filter(p);
    double rays[4 * MOST_RAYS];
    int asked = whole(&p->in, 2, MOST_RAYS), met = 0; /* two at least: more is asked below */
    if (asked < 2 || asked > MOST_RAYS) asked = MOST_RAYS;
    for (int i = 0; i < 4 * asked; i++) rays[i] = place(p);
    cn_RayHit hits[BUFFER], many[MOST_RAYS], one;
    int told = cn_world_raycasts(w, rays, asked, filter, many);
    for (int i = asked - 1; i >= 0; i--) { /* the first is looked at below, too */
        const double *r = rays + 4 * i;
        check_hit(&many[i], "cn_world_raycasts");
        met += cn_world_raycast(w, r[0], r[1], r[2], r[3], filter, &one);
        if (!same_hit(&one, &many[i])) fuzz_fault("one ray and many do not meet alike");
    }
    if (met != told) fuzz_fault("cn_world_raycasts does not count what it finds");
    int count = cn_world_raycast_all(w, rays[0], rays[1], rays[2], rays[3], filter, hits, BUFFER);
    check_count(count, "cn_world_raycast_all");
    if ((count > 0) != (one.shape.generation != 0)) fuzz_fault("the nearest hit is not among all");
    for (int i = 0; i < count && count <= BUFFER; i++) check_hit(&hits[i], "cn_world_raycast_all");
    cn_ShapeId s = pick_shape(p);
    if (cn_shape_raycast(w, s, rays[0], rays[1], rays[2], rays[3], &one))
        check_hit(&one, "cn_shape_raycast");
    (void)cn_shape_contains(w, s, rays[4], rays[5]);
    check_pos(cn_shape_closest(w, s, rays[4], rays[5]), "cn_shape_closest");
    cn_Pos at = {0, 0}, on_b;
    if (cn_shape_support(w, s, rays[6], rays[7], &at)) check_pos(at, "cn_shape_support");
    double distance = 0;
    if (cn_world_closest(w, rays[0], rays[1], INFINITY, filter, &at, &distance).generation)
        check_pos(at, "cn_world_closest"), check_number(distance, "cn_world_closest");
    cn_ShapeId other = pick_shape(p);
    if (cn_shape_is_valid(w, s) && cn_shape_is_valid(w, other))
        check_number(cn_shape_distance(w, s, other, &at, &on_b), "cn_shape_distance");
    cn_ShapeId found[BUFFER];
    check_count(cn_world_query_box(w, rays[0], rays[1], rays[2], rays[3], filter, found, BUFFER),
                "cn_world_query_box");
    check_count(cn_world_query_circle(w, rays[0], rays[1], fabs(rays[2]), filter, found, BUFFER),
                "cn_world_query_circle");
    return CN_OK;
}

cn_Result ask_casts(Play *p) {
    cn_World *w = p->world;
    Input *in = &p->in;
    double dx = number(in, -9, 9), dy = number(in, -9, 9);
    cn_QueryFilter filter = make_filter(p);
    cn_RayHit hit = {0}, hits[BUFFER];
    switch (below(in, 5)) {
    case 0: {
        cn_ShapeDef def = make_shape(p);
        cn_Result r = cn_world_shapecast(w, &def, dx, dy, filter, &hit);
        if (r == CN_OK) check_hit(&hit, "cn_world_shapecast");
        return r;
    }
    case 1: {
        cn_ShapeDef def = make_shape(p);
        int count = 0;
        cn_Result r = cn_world_shapecast_all(w, &def, dx, dy, filter, hits, BUFFER, &count);
        for (int i = 0; r == CN_OK && i < count && count <= BUFFER; i++)
            check_hit(&hits[i], "cn_world_shapecast_all");
        return r;
    }
    case 2: {
        cn_BodyHit met = {0};
        cn_Result r = cn_body_cast(w, pick_body(p), dx, dy, filter, &met);
        if (r == CN_OK) check_hit(&met.hit, "cn_body_cast");
        return r;
    }
    case 3: {
        cn_Result r = cn_shape_cast(w, pick_shape(p), dx, dy, pick_shape(p), &hit);
        if (r == CN_OK) check_hit(&hit, "cn_shape_cast");
        return r;
    }
    default: {
        double time = 0, dt = number(in, 0, 1);
        cn_ShapeId a = pick_shape(p), b = pick_shape(p);
        cn_Result r = cn_shape_time_of_impact(w, a, b, dt, &time);
        if (r == CN_OK) check_number(time, "cn_shape_time_of_impact");
        return r;
    }
    }
}

cn_Result ask_overlaps(Play *p) {
    cn_World *w = p->world;
    cn_QueryFilter filter = make_filter(p);
    cn_ShapeDef def = make_shape(p);
    cn_Overlap overlaps[BUFFER];
    cn_ShapeId found[BUFFER];
    int count = 0, same = 0;
    cn_Result r = cn_world_overlaps(w, &def, filter, overlaps, BUFFER, &count);
    if (cn_world_query_shape(w, &def, filter, found, BUFFER, &same) != r)
        fuzz_fault("cn_world_overlaps and cn_world_query_shape do not refuse alike");
    if (r != CN_OK) return r;
    check_count(count, "cn_world_overlaps");
    for (int i = 0; i < count && count <= BUFFER; i++) {
        check_number(overlaps[i].depth, "cn_world_overlaps");
        check_vec((cn_Vec){overlaps[i].nx, overlaps[i].ny}, "cn_world_overlaps");
    }
    return CN_OK;
}
