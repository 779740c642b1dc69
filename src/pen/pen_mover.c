/* pen_mover.c: how characters look: a filled hull, and, where they stand, the ground's normal. */
#include <math.h>

#include "pen.h"
#include "pen_list.h"

static const pen_Color MOVER = {236, 120, 150, 255};
static const pen_Color MOVER_EDGE = {148, 70, 92, 255};
static const pen_Color GROUND = {120, 220, 255, 230};
static const pen_Color LEGS = {236, 120, 150, 160};

#define CORNERS 4
#define NORMAL  0.02 /* of the view */

static bool is_near(const double view[4], double margin, double x, double y) {
    return x >= view[0] - margin && x <= view[2] + margin && y >= view[1] - margin &&
           y <= view[3] + margin;
}

static void draw_mover(pen_List *list, const cn_World *world, cn_MoverId mover, double alpha,
                       double size) {
    double points[2 * CORNERS], x, y;
    int count = cn_mover_outline(world, mover, points, CORNERS);
    cn_MoverState state = cn_mover_state(world, mover);
    cn_MoverDef def = cn_mover_settings(world, mover);
    cn_mover_drawn(world, mover, alpha, &x, &y);
    if (count > CORNERS) return;
    for (int i = 0; i < count; i++) {
        points[2 * i] += x - state.x;
        points[2 * i + 1] += y - state.y;
    }
    double foot = def.w > 0.0 ? def.h / 2.0 + def.radius : def.height / 2.0;
    double fx = x - foot * def.up_x, fy = y - foot * def.up_y, legs = def.leg_length;
    if (legs > 0.0) pen_line(list, LEGS, fx, fy, fx - legs * def.up_x, fy - legs * def.up_y);
    if (count == 1) {
        pen_disc(list, MOVER, MOVER_EDGE, points[0], points[1], def.radius);
    } else {
        pen_polygon(list, MOVER, MOVER_EDGE, points, count, def.radius);
    }
    if (!state.grounded) return;
    fx -= legs * def.up_x, fy -= legs * def.up_y;
    double length = NORMAL * size;
    pen_line(list, GROUND, fx, fy, fx + length * state.nx, fy + length * state.ny);
}

void pen_movers(pen_List *list, const cn_World *world, const pen_WorldOptions *options,
                double size) {
    cn_MoverId mover = {0, 0};
    while ((mover = cn_world_next_mover(world, mover)).generation) {
        cn_MoverState state = cn_mover_state(world, mover);
        if (is_near(options->view, size, state.x, state.y))
            draw_mover(list, world, mover, options->alpha, size);
    }
}
