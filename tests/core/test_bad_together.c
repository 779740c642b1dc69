/* Values each of which is good, but not all of them together; and snapshots with one thing wrong.
 * What is said of each, word by word, and that nothing has changed. What is wrong by itself:
 * test_bad_values.c. */
#include <math.h>
#include <string.h>

#include "bad_scene.h"
#include "snapshot/snapshot.h"

static Scene s;
static uint64_t before;

/* The call was refused for that, and has changed nothing. */
static void refused(const char *what, cn_Result r, cn_Result wanted, const char *field,
                    const char *message) {
    const cn_Error *e = cn_world_error(s.w);
    expect(r == wanted, "%s: %d for %d", what, (int)r, (int)wanted);
    expect(r == CN_OK || (strcmp(e->field, field) == 0 && strcmp(e->message, message) == 0),
           "%s: \"%s\" \"%s\" for \"%s\" \"%s\"", what, e->field, e->message, field, message);
    expect(cn_world_hash(s.w) == before, "%s: not as it was", what);
}

static void shape(const char *what, const cn_ShapeDef *d, cn_Result wanted, const char *field,
                  const char *message) {
    cn_ShapeId id;
    cn_BodyId body = d->kind == CN_HALFSPACE ? cn_world_ground(s.w) : s.body[0];
    refused(what, cn_shape_create(s.w, body, d, &id), wanted, field, message);
    CHECK(id.generation == 0);
}

/* ---- shapes ------------------------------------------------------------------------------- */

static void of_points(const char *what, const double *points_of, int count, cn_ShapeKind kind,
                      const char *message) {
    cn_ShapeDef d = cn_shape_def(kind);
    d.points = points_of, d.point_count = count;
    shape(what, &d, CN_GEOMETRY, "points", message);
}

static void outlines(void) {
    static const double twice[] = {0, 0, 1, 0, 1, 0, 0, 1}, line[] = {0, 0, 1, 1, 2, 2, 3, 3};
    static const double crossed[] = {0, 0, 2, 2, 2, 0, 0, 1.5}, back[] = {0, 0, 1, 0, 0, 0};
    of_points("a point twice", twice, 4, CN_POLYGON, "points 2 and 3 are the same point");
    of_points("points of a line", line, 4, CN_POLYGON, "all 4 points lie on one line");
    of_points("edges that cross", crossed, 4, CN_POLYGON, "points cross between #1 and #3");
    of_points("a chain with a point twice", twice, 4, CN_CHAIN,
              "points 2 and 3 are the same point");
    of_points("a triangle of two points", back, 3, CN_POLYGON, "points 1 and 3 are the same point");
}

static void shapes(void) {
    cn_ShapeDef d = good_shape(CN_CAPSULE);
    d.x1 = d.x2 = 0.5, d.y1 = d.y2 = 0.25;
    shape("a capsule of one point", &d, CN_GEOMETRY, "x2", "the two ends are the same point");
    d = good_shape(CN_HALFSPACE);
    d.nx = d.ny = 0;
    shape("no normal", &d, CN_RANGE, "nx", "the normal must not be {0, 0}");
    cn_ShapeId id;
    d = good_shape(CN_HALFSPACE);
    refused("a plane that falls", cn_shape_create(s.w, s.body[0], &d, &id), CN_RANGE, "",
            "a halfspace needs a static body");
    d = good_shape(CN_BOX);
    d.has_one_way = true, d.one_way_x = d.one_way_y = 0;
    shape("one way and none", &d, CN_RANGE, "one_way", "must not be {0, 0}");
    d.has_one_way = false, d.press_force = 5, d.release_force = 6;
    shape("released before it is pressed", &d, CN_RANGE, "release_force",
          "must be <= press_force, got 6 with 5");
    d = good_shape(CN_CHAIN);
    cn_Material some[4] = {materials[0], materials[0], materials[0], materials[0]};
    d.materials = some, d.material_count = 3;
    shape("too few materials", &d, CN_RANGE, "materials", "4 segments need 4 materials, got 3");
    d.material_count = 4, some[2].friction = -1;
    shape("a bad material", &d, CN_RANGE, "materials", "segment 3: friction must be >= 0, got -1");
    d = good_shape(CN_CIRCLE);
    refused("another kind", cn_shape_reshape(s.w, s.shape[CN_BOX], &d), CN_RANGE, "kind",
            "a shape keeps its kind");
}

static void areas(void) {
    cn_ShapeDef d = good_shape(CN_SHAPE_KINDS);
    d.area.drag = 0, d.area.flow_x = 1;
    shape("flow without drag", &d, CN_RANGE, "area.flow", "needs drag > 0: that is what carries");
    d = good_shape(CN_SHAPE_KINDS);
    d.sensor = false;
    shape("an area that is solid", &d, CN_RANGE, "area", "only a sensor has one");
    d = good_shape(CN_CHAIN);
    d.has_one_way = false, d.sensor = d.has_area = true, d.area = cn_area_def();
    shape("an area without inside", &d, CN_RANGE, "area", "a chain has no inside");
    d = good_shape(CN_HALFSPACE);
    d.has_one_way = false, d.sensor = d.has_area = true, d.area = cn_area_def(), d.area.pull = 1;
    shape("a plane that pulls", &d, CN_RANGE, "area.pull", "a halfspace has no middle");
    refused("an area that becomes solid", cn_shape_set_sensor(s.w, s.shape[CN_SHAPE_KINDS], false),
            CN_RANGE, "", "what has an area stays a sensor");
    cn_AreaDef area = cn_area_def();
    refused("an area for what is solid", cn_shape_set_area(s.w, s.shape[CN_BOX], &area), CN_RANGE,
            "area", "only a sensor has one");
}

/* ---- bodies, joints, movers, the world ---------------------------------------------------- */

static void bodies(void) {
    cn_BodyId ground = cn_world_ground(s.w), plane = cn_shape_body(s.w, s.shape[CN_HALFSPACE]);
    cn_BodyDef d = cn_body_def();
    cn_BodyId id;
    refused("ground that moves", cn_body_set_type(s.w, ground, CN_DYNAMIC), CN_RANGE, "",
            "the ground is static");
    refused("no ground", cn_body_destroy(s.w, ground), CN_RANGE, "",
            "the ground cannot be destroyed");
    refused("a plane that moves", cn_body_set_type(s.w, plane, CN_KINEMATIC), CN_RANGE, "",
            "a body with a halfspace is static");
    refused("a dynamic one that is moved", cn_body_move_to(s.w, s.body[0], 1, 1, 0, 0.1), CN_RANGE,
            "", "kinematic body expected, got a dynamic one");
    d.mass = 0;
    refused("no mass", cn_body_create(s.w, &d, &id), CN_RANGE, "mass",
            "must be > 0 on a dynamic body, got 0");
}

static void joint(const char *what, const cn_JointDef *d, const char *field, const char *message) {
    cn_JointId id;
    refused(what, cn_joint_create(s.w, d, &id), CN_RANGE, field, message);
}

static void joints(void) {
    cn_JointDef d = good_joint(&s, CN_REVOLUTE);
    d.b = d.a;
    joint("one body twice", &d, "b", "must be another body than a");
    d.a = cn_world_ground(s.w), d.b = s.kinematic;
    joint("two that nothing moves", &d, "b", "one of the two bodies must be dynamic");
    d = good_joint(&s, CN_REVOLUTE);
    d.lower = 2;
    joint("limits the other way", &d, "limits", "must be {lo, hi} with lo <= hi, got {2, 1}");
    d = good_joint(&s, CN_DISTANCE);
    d.min = 3, d.max = 2;
    joint("a minimum above the maximum", &d, "min", "must be <= max, got 3 with max 2");
    d.has_min = d.has_max = d.has_spring = d.has_motor = false;
    d.length = 0;
    joint("a rod without length", &d, "length", "must be >= 0.001 for a rod, got 0");
    refused("a rod that loses it", cn_joint_configure(s.w, s.joint[CN_DISTANCE], &d), CN_RANGE,
            "length", "must be >= 0.001 for a rod, got 0");
    d = good_joint(&s, CN_GEAR);
    d.joint_b = d.joint_a;
    joint("a gear of one joint", &d, "b", "must be another joint than a");
    d.joint_b = s.joint[CN_WELD];
    joint("a gear of a weld", &d, "b", "must be a revolute, prismatic or wheel joint");
    d = good_joint(&s, CN_PRISMATIC);
    d.axis_x = d.axis_y = 0;
    joint("no axis", &d, "axis", "must not be {0, 0}");
    d = good_joint(&s, CN_MOTOR);
    d.free_x = d.free_y = true;
    joint("a motor that drives neither", &d, "linear", "must drive x or y");
    refused("an axis of a weld", cn_joint_set_axis(s.w, s.joint[CN_WELD], 1, 0), CN_RANGE, "",
            "a joint of this kind has no axis");
}

static void movers(void) {
    cn_MoverDef d = good_mover(0);
    cn_MoverId id;
    d.height = 0.5;
    refused("lower than it is round", cn_mover_create(s.w, &d, &id), CN_RANGE, "height",
            "must be >= 2 radius, got 0.5");
    d = good_mover(0);
    d.up_x = d.up_y = 0;
    refused("no up", cn_mover_configure(s.w, s.mover[0], &d), CN_RANGE, "up", "must not be {0, 0}");
    d = good_mover(0);
    d.filter.types = 1;
    refused("a filter of types", cn_mover_configure(s.w, s.mover[0], &d), CN_RANGE, "filter",
            "only layers and one body to ignore are kept");
}

static void worlds(void) {
    cn_WorldDef d = cn_world_settings(s.w);
    cn_ExplosionDef blast = cn_explosion_def();
    d.has_bounds = true;
    d.bounds[0] = 1, d.bounds[2] = 1, d.bounds[3] = 1;
    refused("bounds without width", cn_world_configure(s.w, &d), CN_RANGE, "bounds[3]",
            "must be {x1, y1, x2, y2} with x1 < x2, y1 < y2");
    d.bounds[0] = 0, d.bounds[1] = 1;
    refused("bounds without height", cn_world_configure(s.w, &d), CN_RANGE, "bounds[4]",
            "must be {x1, y1, x2, y2} with x1 < x2, y1 < y2");
    blast.radius = blast.falloff = 0;
    refused("a blast of no size", cn_world_explode(s.w, &blast), CN_RANGE, "radius",
            "radius and falloff must not both be 0");
}

/* ---- snapshots ---------------------------------------------------------------------------- */

static void bytes(const char *what, const cn_Snapshot *of, size_t size, const char *message) {
    refused(what, cn_world_restore(s.w, of->bytes, size), CN_DAMAGED, "", message);
}

/* The byte at that place becomes another; it is put back. */
static void with_byte(const char *what, const cn_Snapshot *of, size_t at, const char *message) {
    unsigned char *byte = (unsigned char *)of->bytes + at;
    *byte ^= 0x55;
    bytes(what, of, of->size, message);
    *byte ^= 0x55;
}

static cn_Snapshot copy_of(const cn_Snapshot *of) {
    cn_Snapshot copy = {0};
    CHECK(cn_snapshot_reserve(&copy, of->size - sizeof(cn_SnapshotHead)));
    memcpy(copy.bytes, of->bytes, of->size);
    copy.size = of->size;
    return copy;
}

/* As it is, but for its head, which tells of another size or format. */
static void with_head(const char *what, const cn_Snapshot *of, size_t size, uint32_t format,
                      const char *message) {
    cn_Snapshot copy = copy_of(of);
    cn_SnapshotHead head;
    memcpy(&head, copy.bytes, sizeof head);
    if (size) head.size = size;
    if (format) head.format = format;
    memcpy(copy.bytes, &head, sizeof head);
    bytes(what, &copy, copy.size, message);
    cn_snapshot_free(&copy);
}

/* A file of which something in the middle is other, and whose checksum says that this is right. */
static void with_other_middle(const cn_Snapshot *file) {
    cn_Snapshot copy = copy_of(file);
    cn_SnapshotHead head;
    memcpy(&head, copy.bytes, sizeof head);
    memset((char *)copy.bytes + copy.size / 2, 0xff, copy.size / 4);
    cn_snapshot_seal(&copy, head.size, head.note_size, CN_PACKED_COLUMNS);
    bytes("a file that cannot be unpacked", &copy, copy.size,
          "snapshot is damaged: it cannot be unpacked");
    cn_snapshot_free(&copy);
}

static void snapshots(void) {
    cn_Snapshot file = {0};
    CHECK(cn_world_pack(s.w, NULL, 0, &file) == CN_OK);
    bytes("nothing", &s.moment, 0, "snapshot is empty");
    bytes("a piece of a head", &s.moment, 12, "snapshot is cut short");
    bytes("a head", &s.moment, sizeof(cn_SnapshotHead), "snapshot is cut short");
    bytes("all but a byte", &s.moment, s.moment.size - 1, "snapshot is cut short");
    bytes("all but a byte of a file", &file, file.size - 1,
          "snapshot is cut short or damaged: wrong checksum");
    with_byte("other bytes", &s.moment, 0, "not a snapshot");
    with_byte("another byte", &s.moment, s.moment.size - 1,
              "snapshot is cut short or damaged: wrong checksum");
    with_byte("another byte of a file", &file, file.size - 1,
              "snapshot is cut short or damaged: wrong checksum");
    with_head("a larger world", &s.moment, s.moment.size, 0, "snapshot is cut short");
    with_head("a smaller world", &s.moment, 8, 0, "snapshot is damaged: its size is wrong");
    with_head("a file of another size", &file, 8, 0, "snapshot is damaged: its size is wrong");
    with_head("a file of another format", &file, 0, 99,
              "snapshot has format 99; this is Cairn 0.1.0 (format 3)");
    with_other_middle(&file);
    cn_snapshot_free(&file);
}

/* ---- limits ------------------------------------------------------------------------------- */

/* More contacts than a world may have: a step further, told, and valid. */
static void limits(void) {
    cn_WorldDef d = cn_world_settings(s.w);
    const char *why = "";
    uint64_t steps = cn_world_steps(s.w);
    d.max_contacts = 1;
    CHECK(cn_world_configure(s.w, &d) == CN_OK);
    for (int i = 0; i < 4; i++) {
        cn_BodyId id = add_body(s.w, CN_DYNAMIC, 40 + 0.5 * i, 3);
        add_shape(s.w, id, CN_BOX);
    }
    CHECK(cn_world_step(s.w, 1 / 60.0, NULL) == CN_LIMIT);
    CHECK(strstr(cn_world_error(s.w)->message, "contact limit 1 reached near (21, -2)"));
    CHECK(cn_world_steps(s.w) == steps + 1);
    CHECK(cn_world_validate(s.w, &why));
}

int main(void) {
    prepare_points();
    s = make();
    before = cn_world_hash(s.w);
    outlines();
    shapes();
    areas();
    bodies();
    joints();
    movers();
    worlds();
    snapshots();
    limits();
    cn_snapshot_free(&s.moment);
    cn_world_destroy(s.w);
    return tally();
}
