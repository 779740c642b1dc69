/* pen_joint.c: how joints look: what they hold, over the bodies they hold.
 *
 * A dot at each anchor, thin lines from the anchors to the centres of the bodies that move, and
 * what the kind adds: the bar or the coil of a distance, the rail of a prismatic or wheel, the
 * square of a weld or friction, the pull of a mouse, the place that a motor drives to, the rope of
 * a pulley, the teeth of a ratchet. One that is switched off or broken is grey. Drawn where the
 * bodies are drawn, between the last two steps. */
#include <math.h>

#include "pen.h"
#include "pen_list.h"

const pen_Color PEN_JOINT = {120, 214, 190, 230};
static const pen_Color ARM = {120, 214, 190, 110};
static const pen_Color OFF = {130, 130, 130, 120};

#define DOT_PX     4.5f
#define COIL_TURNS 8
#define COIL_WIDTH 0.012 /* of the view */
#define RAIL       0.08  /* of the view, to each side, of a prismatic without limits */
#define SQUARE     0.008 /* of the view */
#define TEETH      12
#define TOOTH      (2.0 * CN_PI / TEETH)

typedef struct Sketch {
    pen_List *list;
    const cn_World *world;
    double alpha, size;
    pen_Color color, arm;
} Sketch;

cn_Pos pen_drawn_point(const cn_World *world, double alpha, cn_BodyId body, cn_Pos p) {
    if (alpha >= 1.0 || cn_body_type(world, body) == CN_STATIC || !cn_body_is_awake(world, body)) {
        return p;
    }
    cn_Pos local = cn_body_to_local(world, body, p.x, p.y);
    double x, y, angle;
    cn_body_drawn(world, body, alpha, &x, &y, &angle);
    double cosine = cos(angle), sine = sin(angle);
    return (cn_Pos){x + cosine * local.x - sine * local.y, y + sine * local.x + cosine * local.y};
}

static cn_Pos drawn(const Sketch *s, cn_BodyId body, cn_Pos p) {
    return pen_drawn_point(s->world, s->alpha, body, p);
}

static void line(const Sketch *s, pen_Color color, cn_Pos from, cn_Pos to) {
    pen_line(s->list, color, from.x, from.y, to.x, to.y);
}

static void dot(const Sketch *s, cn_Pos at) { pen_dot(s->list, s->color, at.x, at.y, DOT_PX); }

/* From the anchor to the centre of a body that forces move. */
static void draw_arm(const Sketch *s, cn_BodyId body, cn_Pos anchor) {
    if (cn_body_type(s->world, body) != CN_DYNAMIC) return;
    line(s, s->arm, anchor, drawn(s, body, cn_body_center(s->world, body)));
}

static void draw_coil(const Sketch *s, cn_Pos from, cn_Pos to) {
    double points[2 * (2 * COIL_TURNS + 2)];
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    if (length <= 0.0) return;
    double width = COIL_WIDTH * s->size, nx = -dy / length * width, ny = dx / length * width;
    int count = 0, corners = 2 * COIL_TURNS;
    points[count++] = from.x;
    points[count++] = from.y;
    for (int i = 0; i < corners; i++) {
        double t = (i + 0.5) / corners, side = i % 2 ? -1.0 : 1.0;
        points[count++] = from.x + t * dx + side * nx;
        points[count++] = from.y + t * dy + side * ny;
    }
    points[count++] = to.x;
    points[count++] = to.y;
    pen_outline(s->list, s->color, points, count / 2, false);
}

static cn_Pos rail_end(const Sketch *s, const cn_JointDef *def, cn_Pos at, int side) {
    double way = side * RAIL * s->size;
    double end = side < 0 ? def->lower : def->upper;
    if (def->has_limits && fabs(end) < CN_MAX_DRIVE) way = end; /* else it has none on that side */
    return (cn_Pos){at.x + way * def->axis_x, at.y + way * def->axis_y};
}

static void draw_rail(const Sketch *s, const cn_JointDef *def, cn_Pos at) {
    cn_Pos from = rail_end(s, def, at, -1), to = rail_end(s, def, at, 1);
    line(s, s->color, from, to);
    if (!def->has_limits) return;
    double width = COIL_WIDTH * s->size, nx = -def->axis_y * width, ny = def->axis_x * width;
    line(s, s->color, (cn_Pos){from.x - nx, from.y - ny}, (cn_Pos){from.x + nx, from.y + ny});
    line(s, s->color, (cn_Pos){to.x - nx, to.y - ny}, (cn_Pos){to.x + nx, to.y + ny});
}

static void draw_square(const Sketch *s, cn_Pos at) {
    double r = SQUARE * s->size;
    double corners[8] = {at.x - r, at.y - r, at.x + r, at.y - r,
                         at.x + r, at.y + r, at.x - r, at.y + r};
    pen_outline(s->list, s->color, corners, 4, true);
}

/* Whether it matters where the anchor on a is. */
static bool has_place(const cn_JointDef *def) {
    if (def->kind == CN_FRICTION) return false;
    return def->kind != CN_MOTOR || (def->has_linear && def->linear_hertz > 0);
}

static void draw_rope(const Sketch *s, const cn_JointDef *def, cn_Pos on_a, cn_Pos on_b) {
    cn_Pos from = {def->ground_from_x, def->ground_from_y};
    cn_Pos to = {def->ground_to_x, def->ground_to_y};
    line(s, s->color, on_a, from);
    line(s, s->arm, from, to);
    line(s, s->color, to, on_b);
    dot(s, from);
    dot(s, to);
}

/* Teeth around the place, leaning to where it may turn. */
static void draw_pawl(const Sketch *s, const cn_JointDef *def, cn_Pos at) {
    double points[4 * TEETH], lean = def->step > 0.0 ? TOOTH : -TOOTH;
    for (int i = 0; i < TEETH; i++) {
        double root = i * TOOTH, r = SQUARE * s->size;
        points[4 * i] = at.x + 1.5 * r * cos(root);
        points[4 * i + 1] = at.y + 1.5 * r * sin(root);
        points[4 * i + 2] = at.x + 2.5 * r * cos(root + 0.9 * lean);
        points[4 * i + 3] = at.y + 2.5 * r * sin(root + 0.9 * lean);
    }
    pen_outline(s->list, s->color, points, 2 * TEETH, true);
}

static void draw_kind(const Sketch *s, const cn_JointDef *def, cn_Pos on_a, cn_Pos on_b) {
    switch (def->kind) {
    case CN_DISTANCE:
        if (def->has_spring) {
            draw_coil(s, on_a, on_b);
        } else {
            line(s, s->color, on_a, on_b);
        }
        break;
    case CN_PRISMATIC:
        draw_rail(s, def, on_a);
        break;
    case CN_WHEEL:
        draw_rail(s, def, on_a);
        if (def->has_spring) draw_coil(s, on_b, rail_end(s, def, on_a, 1));
        break;
    case CN_WELD:
        draw_square(s, on_b);
        break;
    case CN_MOTOR: /* where the anchor belongs */
        if (!has_place(def)) break;
        draw_square(s, on_a);
        line(s, s->arm, on_a, on_b);
        break;
    case CN_FRICTION:
        draw_square(s, on_b);
        break;
    case CN_FILTER:
    case CN_ROTARY:
        line(s, s->arm, on_a, on_b);
        break;
    case CN_GEAR:
        line(s, s->color, on_a, on_b);
        break;
    case CN_PULLEY:
        draw_rope(s, def, on_a, on_b);
        break;
    case CN_RATCHET:
        draw_pawl(s, def, on_b);
        break;
    case CN_MOUSE:
        line(s, s->color, on_b, (cn_Pos){def->to_x, def->to_y});
        break;
    default:
        break;
    }
}

static bool is_near(const double view[4], double margin, cn_Pos p) {
    return p.x >= view[0] - margin && p.x <= view[2] + margin && p.y >= view[1] - margin &&
           p.y <= view[3] + margin;
}

static void draw_joint(const Sketch *s, const double view[4], cn_JointId joint) {
    cn_BodyId a = cn_joint_body_a(s->world, joint), b = cn_joint_body_b(s->world, joint);
    cn_Pos on_a, on_b;
    cn_joint_anchors(s->world, joint, &on_a, &on_b);
    if (!is_near(view, s->size, on_a) && !is_near(view, s->size, on_b)) return;
    cn_JointDef def = cn_joint_settings(s->world, joint);
    if (def.hidden) return;
    Sketch own = *s;
    if (!def.enabled) own.color = own.arm = OFF;
    on_a = def.kind == CN_MOUSE ? (cn_Pos){def.to_x, def.to_y} : drawn(s, a, on_a);
    on_b = drawn(s, b, on_b);
    if (has_place(&def)) draw_arm(&own, a, on_a);
    draw_arm(&own, b, on_b);
    draw_kind(&own, &def, on_a, on_b);
    if (has_place(&def)) dot(&own, on_a);
    dot(&own, on_b);
}

void pen_joints(pen_List *list, const cn_World *world, const pen_WorldOptions *options,
                double size) {
    Sketch s = {.list = list,
                .world = world,
                .alpha = options->alpha,
                .size = size,
                .color = PEN_JOINT,
                .arm = ARM};
    cn_JointId joint = {0, 0};
    while ((joint = cn_world_next_joint(world, joint)).generation) {
        draw_joint(&s, options->view, joint);
    }
}
