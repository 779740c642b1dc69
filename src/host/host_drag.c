/* host_drag.c: the mouse spring.
 *
 * A plain spring force of the last positions blows up on light bodies held at a corner, where the
 * effective mass is a quarter of the mass. So the force is that of an implicit step: the impulse
 * which makes the soft constraint v + beta C + gamma p = 0 hold at the end of dt (Catto, "Soft
 * Constraints", GDC 2011), with the point's own effective mass matrix. It is no mouse joint, which
 * the script would find in its world. */
#include "host_drag.h"

#include <math.h>

static const double HERTZ = 4.0;      /* how stiff the hand is */
static const double DAMPING = 1.0;    /* ratio: no overshoot */
static const double STRENGTH = 100.0; /* weights of the body at most, so a held box cannot crush */
static const double SPIN_LOSS = 6.0;  /* 1/s, or a held body would swing for ever */
static const double PI = 3.14159265358979323846;

bool host_drag_grab(host_Drag *drag, const cn_World *world, double x, double y) {
    cn_BodyId body = cn_world_pick(world, x, y);
    *drag = (host_Drag){.tx = x, .ty = y};
    if (!body.generation || cn_body_type(world, body) != CN_DYNAMIC) return false;
    cn_Pos local = cn_body_to_local(world, body, x, y);
    drag->body = body;
    drag->lx = local.x;
    drag->ly = local.y;
    return true;
}

void host_drag_to(host_Drag *drag, double x, double y) {
    drag->tx = x;
    drag->ty = y;
    drag->pulls = true;
}

void host_drag_check(host_Drag *drag, const cn_World *world) {
    bool held = world && cn_body_is_valid(world, drag->body);
    if (!held) drag->body = (cn_BodyId){0, 0};
}

/* Solve [a b; b d] x = r. */
static void solve_symmetric(double a, double b, double d, const double r[2], double x[2]) {
    double det = a * d - b * b;
    x[0] = (d * r[0] - b * r[1]) / det;
    x[1] = (a * r[1] - b * r[0]) / det;
}

static double weight_of(const cn_World *world, double mass) {
    cn_WorldDef settings = cn_world_settings(world);
    return mass * fmax(hypot(settings.gravity_x, settings.gravity_y), 10.0);
}

bool host_drag_pull(host_Drag *drag, const cn_World *world, double dt, host_Pull *pull) {
    host_drag_check(drag, world);
    double mass = drag->body.generation ? cn_body_mass(world, drag->body) : 0.0;
    if (!drag->pulls || mass <= 0.0 || dt <= 0.0) return false;
    double inertia = cn_body_inertia(world, drag->body);
    double inv_m = 1.0 / mass, inv_i = inertia > 0.0 ? 1.0 / inertia : 0.0;

    cn_Pos center = cn_body_center(world, drag->body);
    cn_Pos p = cn_body_to_world(world, drag->body, drag->lx, drag->ly);
    double rx = p.x - center.x, ry = p.y - center.y;
    cn_Vec v = cn_body_velocity_at(world, drag->body, p.x, p.y);

    /* gamma and beta of a spring-damper over the body's whole mass */
    double omega = 2.0 * PI * HERTZ;
    double k = mass * omega * omega, c = 2.0 * mass * DAMPING * omega;
    double gamma = 1.0 / (dt * (c + dt * k)), beta = k / (c + dt * k);

    double rhs[2] = {-((double)v.x + beta * (p.x - drag->tx)),
                     -((double)v.y + beta * (p.y - drag->ty))};
    double impulse[2];
    solve_symmetric(inv_m + inv_i * ry * ry + gamma, -inv_i * rx * ry,
                    inv_m + inv_i * rx * rx + gamma, rhs, impulse);
    double fx = impulse[0] / dt, fy = impulse[1] / dt;
    double force = hypot(fx, fy), most = STRENGTH * weight_of(world, mass);
    double scale = force > most ? most / force : 1.0;
    double spin = (double)cn_body_angular_velocity(world, drag->body);
    *pull = (host_Pull){fx * scale, fy * scale, p.x, p.y, -SPIN_LOSS * inertia * spin};
    return true;
}
