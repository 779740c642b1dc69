/* pen_marks.c: overlays: what is known of a world beside its shapes.
 *
 * Marks have a size in pixels, at any zoom, but are smaller where the bodies are: half as large as
 * most of these, so that they do not hide what they are about. What stands for a quantity is as
 * long as it says by a scale of 1, 2, 5, 10 that suits most of what there is at the moment, and no
 * mark is longer than four times that. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pen_list.h"

#define CONTACTS_MAX 16384 /* count; more only hide each other */
#define TREE_MAX     16384 /* count of boxes, likewise */
#define DOT_PX       4.5   /* of a contact point */
#define NORMAL_PX    14.0
#define AXIS_PX      10.0 /* of a centre of mass */
#define MARK_PX      40.0 /* of what stands for a quantity, as its scale says */
#define LONGEST      4.0  /* ratio: no mark is longer than so many of these */
#define LEAST        0.35 /* ratio of the usual size that a mark has at least */

const pen_Color PEN_CONTACT = {255, 92, 92, 255};
const pen_Color PEN_NEAR = {255, 190, 92, 160};
const pen_Color PEN_NORMAL = {120, 220, 255, 255};
const pen_Color PEN_IMPULSE = {255, 220, 120, 255};
const pen_Color PEN_BOUNDS = {120, 200, 140, 130};
const pen_Color PEN_CENTROID = {255, 255, 255, 200};
const pen_Color PEN_VELOCITY = {150, 240, 120, 255};
const pen_Color PEN_FORCE = {240, 130, 230, 230};
const pen_Color PEN_TREE = {190, 150, 255, 255};
const pen_Color PEN_TREE_STATIC = {130, 150, 180, 255};
const pen_Color PEN_ASLEEP = {64, 96, 168, 255};
const pen_Color PEN_SLOW = {96, 190, 110, 255};
const pen_Color PEN_FAST = {240, 82, 70, 255};

static const pen_Color AXIS_X = {255, 110, 110, 230}, AXIS_Y = {120, 230, 120, 230};

typedef struct Marks {
    pen_List *list;
    const cn_World *world;
    const pen_WorldOptions *o;
    double size; /* ratio of the usual one */
} Marks;

static bool is_seen(const Marks *k, cn_Pos p) {
    const double *v = k->o->view;
    return p.x >= v[0] && p.x <= v[2] && p.y >= v[1] && p.y <= v[3];
}

static bool meets_view(const Marks *k, const double box[4]) {
    const double *v = k->o->view;
    return box[0] <= v[2] && box[2] >= v[0] && box[1] <= v[3] && box[3] >= v[1];
}

static cn_Pos drawn(const Marks *k, cn_BodyId body, cn_Pos p) {
    return pen_drawn_point(k->world, k->o->alpha, body, p);
}

/* ---- sizes and scales ---------------------------------------------------------------------- */

/* The mean size of the bodies that forces move and that are seen, as a share of what marks need. */
static double size_of_marks(const Marks *k) {
    double sum = 0.0, box[4];
    int count = 0;
    cn_BodyId body = {0, 0};
    while ((body = cn_world_next_body(k->world, body)).generation) {
        if (cn_body_type(k->world, body) != CN_DYNAMIC) continue;
        cn_ShapeId shape = cn_body_next_shape(k->world, body, (cn_ShapeId){0, 0});
        if (!shape.generation) continue;
        cn_shape_bounds(k->world, shape, box);
        if (!meets_view(k, box)) continue;
        sum += fmin(box[2] - box[0], box[3] - box[1]);
        count++;
    }
    double mean_px = count ? sum / count / k->o->px : 100.0;
    return fmin(fmax(0.5 * mean_px / NORMAL_PX, LEAST), 1.0);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* 1, 2 or 5 times a power of ten, the next below. */
static double rounded(double value) {
    double decade = pow(10.0, floor(log10(value))), of = value / decade;
    return decade * (of < 2.0 ? 1.0 : of < 5.0 ? 2.0 : 5.0);
}

/* Nine in ten of the values are no longer than twice the scale; the one of the frame before stays
 * while it is within a factor. Sorts the values. */
static double scale_of(double *values, int count, double before) {
    while (count > 0 && !(values[count - 1] > 0.0)) count--;
    if (count == 0) return before;
    qsort(values, (size_t)count, sizeof *values, by_size);
    double high = values[(count - 1) * 9 / 10];
    if (!(high > 0.0)) high = values[count - 1];
    if (!(high > 0.0)) return before;
    if (before > 0.0 && high > 0.4 * before && high < 5.0 * before) return before;
    return rounded(high);
}

/* From a point on, as long as a value says by its scale. */
static void draw_value(const Marks *k, pen_Color color, cn_Pos at, double x, double y,
                       double scale) {
    double value = hypot(x, y), most = MARK_PX * k->size;
    double px = scale > 0.0 ? most * value / scale : 0.0;
    if (px < 1.0) return;
    double length = fmin(px, LONGEST * most) * k->o->px / value;
    pen_arrow(k->list, color, at.x, at.y, at.x + length * x, at.y + length * y);
}

/* ---- contacts ------------------------------------------------------------------------------ */

static void draw_manifold(const Marks *k, const cn_Manifold *m, double scale) {
    for (int i = 0; i < m->count; i++) {
        const cn_ManifoldPoint *p = &m->points[i];
        cn_Pos at = {p->x, p->y};
        if (!is_seen(k, at)) continue;
        if (k->o->impulses) {
            double n = p->normal_impulse;
            draw_value(k, PEN_IMPULSE, at, n * m->nx, n * m->ny, scale);
        }
        if (k->o->normals) {
            double length = NORMAL_PX * k->size * k->o->px;
            pen_line(k->list, PEN_NORMAL, at.x, at.y, at.x + length * m->nx, at.y + length * m->ny);
        }
        if (k->o->contacts) {
            pen_dot(k->list, m->touching ? PEN_CONTACT : PEN_NEAR, at.x, at.y,
                    (float)(DOT_PX * k->size));
        }
    }
}

static double impulse_scale(const Marks *k, const cn_ContactId *ids, int count, double before) {
    double *values = malloc((size_t)(2 * count + 1) * sizeof *values);
    int n = 0;
    for (int i = 0; values && i < count; i++) {
        cn_Manifold m;
        if (!cn_contact_manifold(k->world, ids[i], &m)) continue;
        for (int p = 0; p < m.count; p++) {
            if (m.points[p].normal_impulse > 0.0f) values[n++] = m.points[p].normal_impulse;
        }
    }
    double scale = values ? scale_of(values, n, before) : before;
    free(values);
    return scale;
}

static void draw_contacts(const Marks *k, pen_Scales *scales) {
    cn_ContactId *ids = malloc(CONTACTS_MAX * sizeof *ids);
    if (!ids) return;
    int count = cn_world_contacts(k->world, ids, CONTACTS_MAX);
    if (count > CONTACTS_MAX) count = CONTACTS_MAX;
    if (k->o->impulses) scales->impulse = impulse_scale(k, ids, count, scales->impulse);
    for (int i = 0; i < count; i++) {
        cn_Manifold m;
        if (cn_contact_manifold(k->world, ids[i], &m)) draw_manifold(k, &m, scales->impulse);
    }
    free(ids);
}

/* ---- bodies -------------------------------------------------------------------------------- */

static void draw_box(const Marks *k, pen_Color color, const double box[4]) {
    double corners[8] = {box[0], box[1], box[2], box[1], box[2], box[3], box[0], box[3]};
    pen_outline(k->list, color, corners, 4, true);
}

static void draw_bounds(const Marks *k, cn_BodyId body) {
    cn_ShapeId shape = {0, 0};
    while ((shape = cn_body_next_shape(k->world, body, shape)).generation) {
        double box[4];
        if (cn_shape_kind(k->world, shape) == CN_HALFSPACE) continue;
        cn_shape_bounds(k->world, shape, box);
        if (meets_view(k, box)) draw_box(k, PEN_BOUNDS, box);
    }
}

static void draw_axes(const Marks *k, cn_BodyId body, cn_Pos at) {
    double arm = AXIS_PX * k->size * k->o->px, x, y, angle;
    cn_body_drawn(k->world, body, k->o->alpha, &x, &y, &angle);
    double ux = arm * cos(angle), uy = arm * sin(angle);
    pen_line(k->list, AXIS_X, at.x, at.y, at.x + ux, at.y + uy);
    pen_line(k->list, AXIS_Y, at.x, at.y, at.x - uy, at.y + ux);
    pen_dot(k->list, PEN_CENTROID, at.x, at.y, (float)(3.0 * k->size));
}

/* next: the first of the names that is not of a body before this one. */
static void draw_name(const Marks *k, cn_BodyId body, cn_Pos at, int *next) {
    char text[64];
    const pen_Name *named = k->o->named;
    while (*next < k->o->named_count && named[*next].body < (int)body.index) ++*next;
    bool has = *next < k->o->named_count && named[*next].body == (int)body.index;
    if (has)
        snprintf(text, sizeof text, "%s", named[*next].text);
    else
        snprintf(text, sizeof text, "#%u", (unsigned)body.index);
    double aside = 4.0 * k->o->px;
    pen_text(k->list, PEN_CENTROID, at.x + aside, at.y + aside, text, strlen(text),
             (pen_Style){.gives_way = true});
}

static double velocity_scale(const Marks *k, double before) {
    int count = cn_world_counts(k->world).bodies, n = 0;
    double *values = malloc((size_t)(count + 1) * sizeof *values);
    cn_BodyId body = {0, 0};
    while (values && (body = cn_world_next_body(k->world, body)).generation) {
        cn_Vec v = cn_body_velocity(k->world, body);
        double speed = hypot(v.x, v.y);
        if (speed > 0.0 && n < count) values[n++] = speed;
    }
    double scale = values ? scale_of(values, n, before) : before;
    free(values);
    return scale;
}

static void draw_bodies(const Marks *k, pen_Scales *scales) {
    const pen_WorldOptions *o = k->o;
    if (!(o->bounds || o->centers || o->names || o->velocities)) return;
    if (o->velocities) scales->velocity = velocity_scale(k, scales->velocity);
    int next = 0;
    cn_BodyId body = {0, 0};
    while ((body = cn_world_next_body(k->world, body)).generation) {
        if (o->bounds) draw_bounds(k, body);
        cn_Pos at = drawn(k, body, cn_body_center(k->world, body));
        if (!is_seen(k, at)) continue;
        if (o->centers) draw_axes(k, body, at);
        if (o->velocities) {
            cn_Vec v = cn_body_velocity(k->world, body);
            draw_value(k, PEN_VELOCITY, at, v.x, v.y, scales->velocity);
        }
        if (o->names) draw_name(k, body, at, &next);
    }
}

/* ---- joints, trees ------------------------------------------------------------------------- */

static double force_scale(const Marks *k, double before) {
    int count = cn_world_counts(k->world).joints, n = 0;
    double *values = malloc((size_t)(count + 1) * sizeof *values), fx, fy, torque;
    cn_JointId joint = {0, 0};
    while (values && (joint = cn_world_next_joint(k->world, joint)).generation) {
        cn_joint_force(k->world, joint, &fx, &fy, &torque);
        double force = hypot(fx, fy);
        if (force > 0.0 && n < count) values[n++] = force;
    }
    double scale = values ? scale_of(values, n, before) : before;
    free(values);
    return scale;
}

static void draw_forces(const Marks *k, pen_Scales *scales) {
    scales->force = force_scale(k, scales->force);
    cn_JointId joint = {0, 0};
    while ((joint = cn_world_next_joint(k->world, joint)).generation) {
        double fx, fy, torque;
        cn_Pos a, b;
        cn_joint_force(k->world, joint, &fx, &fy, &torque);
        cn_joint_anchors(k->world, joint, &a, &b);
        b = drawn(k, cn_joint_body_b(k->world, joint), b);
        if (is_seen(k, b)) draw_value(k, PEN_FORCE, b, fx, fy, scales->force);
    }
}

/* The higher a box is in its tree, the brighter. */
static void draw_tree(const Marks *k) {
    cn_TreeBox *boxes = malloc(TREE_MAX * sizeof *boxes);
    if (!boxes) return;
    int count = cn_world_tree(k->world, boxes, TREE_MAX);
    for (int i = 0; i < count && i < TREE_MAX; i++) {
        pen_Color color = boxes[i].is_static ? PEN_TREE_STATIC : PEN_TREE;
        int alpha = 70 + 50 * boxes[i].level;
        color.a = (uint8_t)(alpha < 255 ? alpha : 255);
        if (meets_view(k, boxes[i].box)) draw_box(k, color, boxes[i].box);
    }
    free(boxes);
}

void pen_marks(pen_List *list, const cn_World *world, const pen_WorldOptions *o,
               pen_Scales *scales) {
    Marks k = {.list = list, .world = world, .o = o, .size = 1.0};
    bool sized = o->contacts || o->normals || o->centers || o->impulses || o->velocities;
    if ((sized || o->forces) && o->px > 0.0) k.size = size_of_marks(&k);
    scales->px = MARK_PX * k.size;
    if (o->tree) draw_tree(&k);
    draw_bodies(&k, scales);
    if (o->forces) draw_forces(&k, scales);
    if (o->contacts || o->normals || o->impulses) draw_contacts(&k, scales);
}
