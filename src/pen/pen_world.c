/* pen_world.c: how a world looks.
 *
 * Bodies in id order, twice through: what is not moved by forces first, dynamic bodies on top.
 * Poses are blended between the last two steps by carrying the outline of the step over to the
 * drawn pose. What lies outside the view is skipped by its box. Not here: joints (pen_joint.c),
 * movers (pen_mover.c) and marks over them (pen_marks.c); pixels and levels of detail (view); the
 * camera. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "pen.h"
#include "pen_list.h"

/* The palette, on a dark ground. Hues differ in lightness too, so that it reads without colour. */
static const pen_Color DYNAMIC = {232, 164, 84, 255};
static const pen_Color STATIC = {74, 85, 101, 255};
static const pen_Color KINEMATIC = {86, 176, 160, 255};
static const pen_Color SENSOR = {178, 140, 232, 46};
static const pen_Color SENSOR_EDGE = {178, 140, 232, 200};
static const pen_Color SELECTED = {255, 255, 255, 255};

/* One body as it is drawn: from its pose in the world to the blended one. */
typedef struct Pose {
    bool blended;
    double x0, y0, x1, y1, c, s; /* p' = p1 + R (p - p0) */
    double cos_drawn, sin_drawn; /* the drawn rotation itself */
} Pose;

typedef struct Drawing {
    pen_List *list;
    const cn_World *world;
    const pen_WorldOptions *options;
    double size;        /* m, the shorter side of the view */
    const int *islands; /* by the index of a body, or NULL */
} Drawing;

static pen_Color with_alpha(pen_Color color, int alpha) {
    color.a = (uint8_t)alpha;
    return color;
}

static uint8_t scaled(uint8_t channel, float k) {
    float v = (float)channel * k;
    return (uint8_t)(v > 255.0f ? 255.0f : v);
}

static pen_Color shaded(pen_Color color, float k) {
    return (pen_Color){scaled(color.r, k), scaled(color.g, k), scaled(color.b, k), color.a};
}

static pen_Color mixed(pen_Color a, pen_Color b, float t) {
    float u = 1.0f - t;
    return (pen_Color){(uint8_t)(u * (float)a.r + t * (float)b.r),
                       (uint8_t)(u * (float)a.g + t * (float)b.g),
                       (uint8_t)(u * (float)a.b + t * (float)b.b), a.a};
}

/* ---- colours ------------------------------------------------------------------------------ */

/* Neighbours differ a little in shade, so that a heap of equal bodies reads as many. */
static float shade_of(uint32_t index) { return 0.90f + 0.05f * (float)((index * 7u) % 5u); }

static pen_Color speed_color(const cn_World *world, cn_BodyId body) {
    cn_Vec v = cn_body_velocity(world, body);
    float speed = sqrtf(v.x * v.x + v.y * v.y);
    return mixed(PEN_SLOW, PEN_FAST, speed / (speed + 4.0f)); /* half way at 4 m/s */
}

/* Numbers that follow each other are far apart on the circle of hues. */
static pen_Color island_color(int island) {
    double turn = 0.618034 * island, hue = 6.0 * (turn - floor(turn)); /* by the golden section */
    double rising = hue - floor(hue), c[3] = {0.0, 0.0, 0.0};
    static const int order[6][2] = {{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 0}, {0, 2}};
    int part = (int)hue;
    c[order[part % 6][0]] = 1.0;
    c[order[part % 6][1]] = part % 2 ? 1.0 - rising : rising;
    uint8_t rgb[3];
    for (int i = 0; i < 3; i++) rgb[i] = (uint8_t)(90.0 + 150.0 * c[i]);
    return (pen_Color){rgb[0], rgb[1], rgb[2], 255};
}

/* The shape's own, as clear as it says. */
static pen_Color own_color(uint32_t color) {
    return (pen_Color){(uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color,
                       (uint8_t)(255 - (color >> 24))};
}

/* The colour of a sensor is as clear as sensors are, times its own. */
static pen_Color sensor_color(uint32_t color, pen_Color usual) {
    if (color == CN_NO_COLOR) return usual;
    pen_Color own = own_color(color);
    return with_alpha(own, own.a * usual.a / 255);
}

static pen_Color fill_of(const Drawing *d, cn_BodyId body, const cn_ShapeDef *shape) {
    cn_BodyType type = cn_body_type(d->world, body);
    if (shape->sensor) return sensor_color(shape->color, SENSOR);
    if (type == CN_DYNAMIC && d->options->sleep) {
        return cn_body_is_awake(d->world, body) ? speed_color(d->world, body) : PEN_ASLEEP;
    }
    if (type == CN_DYNAMIC && d->islands) return island_color(d->islands[body.index]);
    if (shape->color != CN_NO_COLOR) return own_color(shape->color);
    if (type == CN_STATIC) return STATIC;
    if (type == CN_KINEMATIC) return KINEMATIC;
    return shaded(DYNAMIC, shade_of(body.index));
}

static pen_Color border_of(pen_Color fill, const cn_ShapeDef *shape) {
    if (shape->sensor) return sensor_color(shape->color, SENSOR_EDGE);
    return shaded(fill, 0.62f);
}

/* ---- shapes ------------------------------------------------------------------------------- */

static Pose pose_of(const Drawing *d, cn_BodyId body) {
    cn_Rot q = cn_body_rotation(d->world, body);
    Pose pose = {.c = 1.0, .cos_drawn = q.c, .sin_drawn = q.s};
    bool moves = d->options->alpha < 1.0 && cn_body_type(d->world, body) != CN_STATIC &&
                 cn_body_is_awake(d->world, body);
    if (!moves) return pose;
    cn_Pos now = cn_body_position(d->world, body);
    double angle = 0.0;
    cn_body_drawn(d->world, body, d->options->alpha, &pose.x1, &pose.y1, &angle);
    pose.blended = true;
    pose.x0 = now.x;
    pose.y0 = now.y;
    pose.cos_drawn = cos(angle);
    pose.sin_drawn = sin(angle);
    pose.c = pose.cos_drawn * q.c + pose.sin_drawn * q.s;
    pose.s = pose.sin_drawn * q.c - pose.cos_drawn * q.s;
    return pose;
}

static void carry(const Pose *pose, cn_Pos *points, int count) {
    if (!pose->blended) return;
    for (int i = 0; i < count; i++) {
        double x = points[i].x - pose->x0, y = points[i].y - pose->y0;
        points[i].x = pose->x1 + pose->c * x - pose->s * y;
        points[i].y = pose->y1 + pose->s * x + pose->c * y;
    }
}

/* The outline of a shape behind the last point of the list; returns how many points, 0 = none. */
static int outline(const Drawing *d, cn_ShapeId shape, const Pose *pose) {
    enum { GUESS = 32 };
    cn_Pos *points = pen_list_reserve(d->list, GUESS);
    if (!points) return 0;
    int count = cn_shape_outline(d->world, shape, &points[0].x, GUESS);
    if (count > GUESS) {
        points = pen_list_reserve(d->list, count);
        if (!points) return 0;
        cn_shape_outline(d->world, shape, &points[0].x, count);
    }
    carry(pose, points, count);
    return count;
}

static void draw_circle(const Drawing *d, cn_ShapeId shape, const cn_ShapeDef *def,
                        const Pose *pose, pen_Color fill, pen_Color border) {
    if (outline(d, shape, pose) < 1) return;
    cn_Pos *to = pen_list_reserve(d->list, 2); /* the centre is there already */
    if (!to) return;
    double c = cos(def->angle), s = sin(def->angle);
    to[1].x = to[0].x + def->radius * (c * pose->cos_drawn - s * pose->sin_drawn);
    to[1].y = to[0].y + def->radius * (c * pose->sin_drawn + s * pose->cos_drawn);
    pen_Command *command = pen_list_command(d->list, PEN_DISC, fill, def->sensor ? 1 : 2);
    if (!command) return;
    command->border = border;
    command->radius = (float)def->radius;
}

/* The part of the half plane n.(p - o) <= 0 within the view, and its face. */
static void draw_halfspace(const Drawing *d, cn_ShapeId shape, pen_Color fill, pen_Color border) {
    double at[4]; /* point on the face, normal */
    if (cn_shape_outline(d->world, shape, at, 2) < 2) return;
    double cx = 0.5 * (d->options->view[0] + d->options->view[2]);
    double cy = 0.5 * (d->options->view[1] + d->options->view[3]);
    double reach =
        hypot(d->options->view[2] - d->options->view[0], d->options->view[3] - d->options->view[1]);
    double nx = at[2], ny = at[3];
    double height = (cx - at[0]) * nx + (cy - at[1]) * ny; /* of the view's centre over the face */
    if (height > reach) return;
    double fx = cx - height * nx, fy = cy - height * ny; /* the centre, dropped on the face */
    double depth = height < -reach ? reach : reach + fabs(height);
    double ux = -ny * reach * 2.0, uy = nx * reach * 2.0;
    if (height < -reach) fx = cx + reach * nx, fy = cy + reach * ny;
    double quad[8] = {fx + ux,
                      fy + uy,
                      fx + ux - 2.0 * depth * nx,
                      fy + uy - 2.0 * depth * ny,
                      fx - ux - 2.0 * depth * nx,
                      fy - uy - 2.0 * depth * ny,
                      fx - ux,
                      fy - uy};
    pen_polygon(d->list, fill, (pen_Color){0}, quad, 4, 0.0);
    pen_line(d->list, border, fx + ux, fy + uy, fx - ux, fy - uy);
}

static void draw_thin(const Drawing *d, cn_ShapeId shape, const cn_ShapeDef *def, const Pose *pose,
                      pen_Color fill) {
    int count = outline(d, shape, pose);
    if (count < 2) return;
    pen_Kind kind = count == 2                           ? PEN_LINE
                    : def->kind == CN_CHAIN && def->loop ? PEN_OUTLINE
                                                         : PEN_STRIP;
    pen_Command *command = pen_list_command(d->list, kind, fill, count);
    if (!command) return;
    command->radius = (float)def->radius;
    command->width_px = 2.0f;
}

/* A concave polygon: its pieces, then its outline. */
static void draw_pieces(const Drawing *d, cn_ShapeId shape, const cn_ShapeDef *def,
                        const Pose *pose, pen_Color fill, pen_Color border) {
    int pieces = fill.a > 0 ? cn_shape_piece_count(d->world, shape) : 0;
    for (int i = 0; i < pieces; i++) {
        int size = cn_shape_piece(d->world, shape, i, NULL, 0);
        cn_Pos *points = pen_list_reserve(d->list, size);
        if (!points) return;
        cn_shape_piece(d->world, shape, i, &points[0].x, size);
        carry(pose, points, size);
        pen_Command *command = pen_list_command(d->list, PEN_POLYGON, fill, size);
        if (command) command->radius = (float)def->radius;
    }
    int count = outline(d, shape, pose);
    pen_Command *command = pen_list_command(d->list, PEN_OUTLINE, border, count);
    if (command) command->width_px = 1.5f;
}

static void draw_solid(const Drawing *d, cn_ShapeId shape, const cn_ShapeDef *def, const Pose *pose,
                       pen_Color fill, pen_Color border) {
    if (def->kind == CN_POLYGON && cn_shape_piece_count(d->world, shape) > 1) {
        draw_pieces(d, shape, def, pose, fill, border);
        return;
    }
    int count = outline(d, shape, pose);
    if (count < 1) return;
    pen_Command *command = pen_list_command(d->list, PEN_POLYGON, fill, count);
    if (!command) return;
    command->border = border;
    command->radius = def->kind == CN_ELLIPSE ? 0.0f : (float)def->radius;
}

static void draw_shape(const Drawing *d, cn_BodyId body, cn_ShapeId shape, const cn_ShapeDef *def,
                       const Pose *pose) {
    pen_Color fill = fill_of(d, body, def), border = border_of(fill, def);
    switch (def->kind) {
    case CN_CIRCLE:
        draw_circle(d, shape, def, pose, fill, border);
        break;
    case CN_HALFSPACE:
        draw_halfspace(d, shape, fill, shaded(fill, 1.35f));
        break;
    case CN_SEGMENT:
    case CN_CHAIN:
        draw_thin(d, shape, def, pose, shaded(fill, 1.35f));
        break;
    default:
        draw_solid(d, shape, def, pose, fill, border);
        break;
    }
}

/* ---- the selected body ---------------------------------------------------------------------- */

/* The selected body once more as a bright outline. */
static void draw_selected(const Drawing *d, cn_ShapeId shape, const cn_ShapeDef *def,
                          const Pose *pose) {
    pen_Color none = {0};
    int before = d->list->command_count;
    switch (def->kind) {
    case CN_HALFSPACE:
        return;
    case CN_CIRCLE:
        draw_circle(d, shape, def, pose, none, SELECTED);
        break;
    case CN_SEGMENT:
    case CN_CHAIN:
        draw_thin(d, shape, def, pose, SELECTED);
        break;
    default:
        draw_solid(d, shape, def, pose, none, SELECTED);
        break;
    }
    if (d->list->command_count > before) {
        d->list->commands[d->list->command_count - 1].width_px = 2.5f;
    }
}

/* ---- the walk ----------------------------------------------------------------------------- */

static bool is_visible(const Drawing *d, cn_ShapeId shape, cn_ShapeKind kind) {
    if (kind == CN_HALFSPACE) return true;
    const double *view = d->options->view;
    double box[4];
    cn_shape_bounds(d->world, shape, box);
    /* the drawn pose lags a step behind: leave it the way a body makes in one */
    double margin = 0.25 * d->size;
    return box[0] <= view[2] + margin && box[2] >= view[0] - margin && box[1] <= view[3] + margin &&
           box[3] >= view[1] - margin;
}

static void draw_body(const Drawing *d, cn_BodyId body, bool dynamic) {
    if ((cn_body_type(d->world, body) == CN_DYNAMIC) != dynamic) return;
    Pose pose = pose_of(d, body);
    cn_ShapeId shape = {0, 0};
    while ((shape = cn_body_next_shape(d->world, body, shape)).generation) {
        if (!is_visible(d, shape, cn_shape_kind(d->world, shape))) continue;
        cn_ShapeDef def = cn_shape_settings(d->world, shape);
        draw_shape(d, body, shape, &def, &pose);
    }
}

static void draw_selection(const Drawing *d, cn_BodyId body) {
    if (!body.generation || !cn_body_is_valid(d->world, body)) return;
    Pose pose = pose_of(d, body);
    cn_ShapeId shape = {0, 0};
    while ((shape = cn_body_next_shape(d->world, body, shape)).generation) {
        cn_ShapeDef def = cn_shape_settings(d->world, shape);
        draw_selected(d, shape, &def, &pose);
    }
}

void pen_world(pen_List *list, const cn_World *world, const pen_WorldOptions *options,
               pen_Scales *scales) {
    pen_Scales none = {0};
    if (!list || !world || !options) return;
    int *islands = options->islands ? pen_islands(world) : NULL;
    Drawing d = {.list = list, .world = world, .options = options, .islands = islands};
    d.size = fmin(options->view[2] - options->view[0], options->view[3] - options->view[1]);
    draw_body(&d, cn_world_ground(world), false);
    for (int dynamic = 0; dynamic <= 1; dynamic++) {
        cn_BodyId body = {0, 0};
        while ((body = cn_world_next_body(world, body)).generation) draw_body(&d, body, dynamic);
    }
    free(islands);
    pen_movers(list, world, options, d.size);
    if (options->joints) pen_joints(list, world, options, d.size);
    draw_selection(&d, options->selected);
    pen_marks(list, world, options, scales ? scales : &none);
}
