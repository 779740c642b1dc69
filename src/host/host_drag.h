/* host_drag.h: a body held by the mouse: a damped spring to the target, applied as a force. */
#ifndef HOST_DRAG_H
#define HOST_DRAG_H

#include "cairn.h"

typedef struct host_Drag {
    cn_BodyId body; /* generation 0 = nothing held */
    bool pulls;     /* a target has been given; until then the world is only looked at */
    double lx, ly;  /* the grabbed point, body frame */
    double tx, ty;  /* the target, world */
} host_Drag;

/* Take hold of the dynamic body under the point; false when there is none. Changes nothing in the
 * world: a click that only selects must not wake a pile. */
bool host_drag_grab(host_Drag *drag, const cn_World *world, double x, double y);
/* Pull the grabbed point there from the next step on. */
void host_drag_to(host_Drag *drag, double x, double y);
/* Let go when the body is gone; called whenever the world may have changed. */
void host_drag_check(host_Drag *drag, const cn_World *world);
/* What the spring does in a step: a force at a point of the world, and a torque. */
typedef struct host_Pull {
    double fx, fy; /* N */
    double px, py; /* m */
    double torque; /* N m */
} host_Pull;
/* The spring's pull for the coming step of dt seconds; false when there is none, as before a
 * target. */
bool host_drag_pull(host_Drag *drag, const cn_World *world, double dt, host_Pull *pull);

#endif
