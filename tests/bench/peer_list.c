/* peer_list.c: a peer that simulates nothing: it prints what a scene asks of an engine, a line for
 * each call. So a spec sees whether the scenes of the peers are still those of scripts/bench/.
 *
 * A line is the call's name and its numbers, in the order of peer.h; flags are 0 or 1. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "peer.h"

const char *const peer_name = "list";

static peer_Counts counts;
static int next_number;

/* Lua reads 1e999 as infinite, and does not know inf. */
static void print_number(double value) {
    if (isinf(value)) {
        fputs(" 1e999", stdout);
    } else {
        printf(" %.12g", value);
    }
}

/* The name, then so many doubles. */
static void print_line(const char *name, int count, ...) {
    va_list values;
    va_start(values, count);
    fputs(name, stdout);
    for (int i = 0; i < count; i++) print_number(va_arg(values, double));
    va_end(values);
    putchar('\n');
}

void peer_open(double gravity, bool sleep) {
    counts = (peer_Counts){0};
    next_number = 0;
    print_line("open", 2, gravity, (double)sleep);
}

void peer_close(void) {}

int peer_body(const peer_Body *def) {
    print_line("body", 8, (double)def->kind, def->x, def->y, def->vx, def->vy, def->damping,
               (double)def->asleep, (double)def->never_sleeps);
    counts.bodies++;
    return next_number++;
}

void peer_destroy(int body) {
    print_line("destroy", 1, (double)body);
    counts.bodies--;
}

/* ---- shapes ------------------------------------------------------------------------------- */

static void print_material(const peer_Material *m) {
    print_line("material", 6, m->density, m->friction, m->restitution, (double)m->group,
               (double)m->layer, (double)m->mask);
}

void peer_box(int body, double x, double y, double w, double h, double radius,
              const peer_Material *material) {
    print_line("box", 6, (double)body, x, y, w, h, radius);
    print_material(material);
}

void peer_circle(int body, double radius, const peer_Material *material) {
    print_line("circle", 2, (double)body, radius);
    print_material(material);
}

void peer_capsule(int body, double x1, double y1, double x2, double y2, double radius,
                  const peer_Material *material) {
    print_line("capsule", 6, (double)body, x1, y1, x2, y2, radius);
    print_material(material);
}

static void print_points(const double *points, int count) {
    for (int i = 0; i < count; i++) print_line("point", 2, points[2 * i], points[2 * i + 1]);
}

void peer_polygon(int body, const double *points, int count, double radius,
                  const peer_Material *material) {
    print_line("polygon", 2, (double)body, radius);
    print_material(material);
    print_points(points, count);
}

void peer_segment(int body, double x1, double y1, double x2, double y2,
                  const peer_Material *material) {
    print_line("segment", 5, (double)body, x1, y1, x2, y2);
    print_material(material);
}

void peer_loop(int body, const double *points, int count, const peer_Material *material) {
    print_line("loop", 1, (double)body);
    print_material(material);
    print_points(points, count);
}

/* ---- joints and the step ------------------------------------------------------------------ */

void peer_revolute(const peer_Revolute *def) {
    print_line("revolute", 13, (double)def->a, (double)def->b, def->x, def->y,
               (double)def->has_limits, def->low, def->high, def->reference, (double)def->has_motor,
               def->speed, def->torque, def->spring_hertz, def->damping);
    counts.joints++;
}

void peer_step(double dt) { print_line("step", 1, dt); }

peer_Counts peer_counts(void) { return counts; }
