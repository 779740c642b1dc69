// family_box2d.cpp: Box2D 2.4.1 behind the table of family.h, by its public API and with its
// defaults: 8 velocity and 3 position iterations, no sub-steps, one thread.
//
// What it does not have, and what stands for it (told in "approximated" of the JSON):
// - rounded corners: the outline is moved outward by the rounding, with each corner cut across
//   where the eight corners of a polygon suffice, else pointed;
// - capsules: polygons of eight corners, four on each round end;
// - springs of prismatic joints: a wheel joint on the same axis, which has one, beside it;
// - springs of revolute joints: a weld joint beside it, whose angle is soft;
// - soft distances of weld joints: only their angle is soft.
// A chain is one-sided here as there. Nothing of the format has to be refused but groups beyond 16
// bits.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <vector>

#include <box2d/box2d.h>

#include "family.h"

namespace {

const int VELOCITY_ITERATIONS = 8, POSITION_ITERATIONS = 3;
const double PI = 3.14159265358979323846;

const Scene *scene;
b2World *world;
std::vector<b2Body *> bodies;

b2Vec2 vec(double x, double y) { return b2Vec2((float)x, (float)y); }

const char *version() {
    static char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", b2_version.major, b2_version.minor,
             b2_version.revision);
    return text;
}

// ---- what it has not ------------------------------------------------------------------------

const char *refuse(const Scene *s) {
    for (int i = 0; i < s->body_count; i++)
        if (abs(s->bodies[i].group) > 32767) return "groups are 16 bits";
    return "";
}

const char *approximate(const Scene *s) {
    static Note note;
    int capsules = 0, rounded = 0, sliders = 0, hinges = 0, welds = 0;
    for (int i = 0; i < s->shape_count; i++) {
        const Shape &shape = s->shapes[i];
        capsules += shape.kind == CAPSULE;
        rounded += (shape.kind == BOX || shape.kind == POLYGON) && shape.radius > 0;
    }
    for (int i = 0; i < s->joint_count; i++) {
        if (!s->joints[i].spring) continue;
        sliders += s->joints[i].kind == PRISMATIC;
        hinges += s->joints[i].kind == REVOLUTE;
        welds += s->joints[i].kind == WELD;
    }
    note.text[0] = 0;
    family_note(&note, capsules, "capsules as octagons");
    family_note(&note, rounded, "rounded corners cut or pointed");
    family_note(&note, sliders, "springs of sliders by a second joint");
    family_note(&note, hinges, "springs of hinges by a second joint");
    family_note(&note, welds, "welds soft in their angle only");
    return note.text;
}

// ---- shapes ---------------------------------------------------------------------------------

// What is too small to be a polygon would become another one, or end the program without a word.
void set_polygon(b2PolygonShape *shape, const b2Vec2 *corners, int count) {
    // corners nearer than half of the engine's slop are one for it
    const float apart = 0.5f * b2_linearSlop;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool is_new = true;
        for (int k = 0; k < i; k++)
            if (b2DistanceSquared(corners[i], corners[k]) < apart * apart) is_new = false;
        kept += is_new;
    }
    if (kept < 3) {
        fprintf(stderr, "box2d: a shape smaller than its slop\n");
        exit(1);
    }
    shape->Set(corners, count);
}

void set_capsule(b2PolygonShape *shape, const double *p, double radius) {
    const double along = atan2(p[3] - p[1], p[2] - p[0]);
    b2Vec2 corners[8];
    for (int i = 0; i < 8; i++) {
        // four about the second end, from 90 degrees on one side to 90 on the other, then four
        // about the first
        const double angle = along + PI * (-0.5 + i / 3.0 - (i < 4 ? 0.0 : 1.0 / 3.0));
        const double *end = i < 4 ? p + 2 : p;
        corners[i] = vec(end[0] + radius * cos(angle), end[1] + radius * sin(angle));
    }
    set_polygon(shape, corners, 8);
}

// Twice the area, positive for corners against the clock.
double turning(const double *p, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const double *a = p + 2 * i, *b = p + 2 * ((i + 1) % count);
        sum += a[0] * b[1] - a[1] * b[0];
    }
    return sum;
}

// The outward normal of the edge from corner i.
void edge_normal(const double *p, int count, int i, double sign, double out[2]) {
    const double *a = p + 2 * i, *b = p + 2 * ((i + 1) % count);
    const double x = b[0] - a[0], y = b[1] - a[1], length = std::max(hypot(x, y), 1e-12);
    out[0] = sign * y / length;
    out[1] = -sign * x / length;
}

void set_rounded(b2PolygonShape *shape, const double *p, int count, double radius) {
    b2Vec2 corners[2 * FAMILY_CORNERS];
    const double sign = turning(p, count) < 0 ? -1 : 1;
    const bool cut = radius > 0 && 2 * count <= b2_maxPolygonVertices;
    int made = 0;
    for (int i = 0; i < count; i++) {
        const double x = p[2 * i], y = p[2 * i + 1];
        double before[2], after[2];
        edge_normal(p, count, (i + count - 1) % count, sign, before);
        edge_normal(p, count, i, sign, after);
        if (cut) {
            corners[made++] = vec(x + radius * before[0], y + radius * before[1]);
            corners[made++] = vec(x + radius * after[0], y + radius * after[1]);
            continue;
        }
        // where both moved edges meet
        const double far = radius / std::max(1 + before[0] * after[0] + before[1] * after[1], 0.1);
        corners[made++] = vec(x + far * (before[0] + after[0]), y + far * (before[1] + after[1]));
    }
    set_polygon(shape, corners, made);
}

void set_chain(b2ChainShape *chain, const Shape &shape) {
    std::vector<b2Vec2> points;
    for (int i = 0; i < shape.count; i++)
        points.push_back(vec(shape.points[2 * i], shape.points[2 * i + 1]));
    if (shape.loop) {
        chain->CreateLoop(points.data(), shape.count);
        return;
    }
    // it goes on straight beyond its ends
    const size_t n = points.size();
    chain->CreateChain(points.data(), shape.count, 2.0f * points[0] - points[1],
                       2.0f * points[n - 1] - points[n - 2]);
}

void make_shape(b2Body *body, const Body &b, const Shape &shape) {
    b2CircleShape circle;
    b2PolygonShape polygon;
    b2EdgeShape edge;
    b2ChainShape chain;
    b2FixtureDef def;
    def.density = (float)shape.density;
    def.friction = (float)shape.friction;
    def.restitution = (float)shape.restitution;
    def.filter.groupIndex = (int16)b.group;
    def.shape = &polygon;
    const double *p = shape.points;
    switch (shape.kind) {
    case CIRCLE:
        circle.m_p = vec(p[0], p[1]);
        circle.m_radius = (float)shape.radius;
        def.shape = &circle;
        break;
    case CAPSULE:
        set_capsule(&polygon, p, shape.radius);
        break;
    case BOX:
    case POLYGON:
        set_rounded(&polygon, p, shape.count, shape.radius);
        break;
    case SEGMENT:
        edge.SetTwoSided(vec(p[0], p[1]), vec(p[2], p[3]));
        def.shape = &edge;
        break;
    case CHAIN:
        set_chain(&chain, shape);
        def.shape = &chain;
        break;
    }
    body->CreateFixture(&def);
}

// ---- the world and its bodies ---------------------------------------------------------------

// Nobody asks for contact events here: a listener is the only way, and there is none by default.
void open_world(const Scene *s, int, int) {
    scene = s;
    world = new b2World(vec(s->gx, s->gy));
    world->SetAllowSleeping(s->sleep);
    bodies.assign((size_t)s->body_count, nullptr);
}

void close_world() { delete world; }

void make_body(int index) {
    const Body &b = scene->bodies[index];
    b2BodyDef def;
    def.type = b.type == STATIC      ? b2_staticBody
               : b.type == KINEMATIC ? b2_kinematicBody
                                     : b2_dynamicBody;
    def.position = vec(b.x, b.y);
    def.angle = (float)b.angle;
    def.linearVelocity = vec(b.vx, b.vy);
    def.angularVelocity = (float)b.w;
    def.linearDamping = (float)b.damping;
    def.angularDamping = (float)b.angular_damping;
    def.gravityScale = (float)b.gravity_scale;
    def.fixedRotation = b.fixed_rotation;
    def.bullet = b.bullet;
    def.awake = !b.asleep;
    b2Body *body = world->CreateBody(&def);
    bodies[(size_t)index] = body;
    for (int i = 0; i < b.shape_count; i++) make_shape(body, b, scene->shapes[b.first_shape + i]);
    // A velocity is that of the centre of mass, which the shapes have moved.
    if (b.type == DYNAMIC && (b.vx != 0 || b.vy != 0)) body->SetLinearVelocity(vec(b.vx, b.vy));
}

void kill_body(int index) { world->DestroyBody(bodies[(size_t)index]); }

// ---- joints ---------------------------------------------------------------------------------

struct Pair {
    b2Body *a, *b;
    b2Vec2 anchor_a, anchor_b, axis; // in the bodies' frames; the axis in that of a
    float angle;                     // of b against a
};

Pair pair_of(const Joint &j) {
    Pair pair;
    pair.a = bodies[(size_t)j.a];
    pair.b = bodies[(size_t)j.b];
    pair.anchor_a = vec(j.la[0], j.la[1]);
    pair.anchor_b = vec(j.lb[0], j.lb[1]);
    pair.axis = pair.a->GetLocalVector(vec(j.ax, j.ay));
    pair.angle = pair.b->GetAngle() - pair.a->GetAngle();
    return pair;
}

template <typename Def> Def def_of(const Pair &pair) {
    Def def;
    def.bodyA = pair.a;
    def.bodyB = pair.b;
    def.localAnchorA = pair.anchor_a;
    def.localAnchorB = pair.anchor_b;
    return def;
}

void make_weld(const Joint &j, const Pair &pair) {
    b2WeldJointDef def = def_of<b2WeldJointDef>(pair);
    def.referenceAngle = pair.angle;
    if (j.spring)
        b2AngularStiffness(def.stiffness, def.damping, (float)j.hertz, (float)j.zeta, pair.a,
                           pair.b);
    world->CreateJoint(&def);
}

void make_revolute(const Joint &j, const Pair &pair) {
    b2RevoluteJointDef def = def_of<b2RevoluteJointDef>(pair);
    def.referenceAngle = pair.angle;
    def.enableLimit = j.limit;
    def.lowerAngle = (float)j.lower;
    def.upperAngle = (float)j.upper;
    def.enableMotor = j.motor;
    def.motorSpeed = (float)j.speed;
    def.maxMotorTorque = (float)j.strength;
    world->CreateJoint(&def);
    if (j.spring) make_weld(j, pair);
}

void make_distance(const Joint &j, const Pair &pair) {
    b2DistanceJointDef def = def_of<b2DistanceJointDef>(pair);
    def.length = def.minLength = def.maxLength = (float)j.length;
    // A rope has a length of its own choice below the greatest; a spring has any.
    if (j.rope || j.spring) def.minLength = 0;
    if (j.spring && !j.rope) def.maxLength = b2_maxFloat;
    if (j.spring)
        b2LinearStiffness(def.stiffness, def.damping, (float)j.hertz, (float)j.zeta, pair.a,
                          pair.b);
    world->CreateJoint(&def);
}

void make_wheel(const Joint &j, const Pair &pair, bool only_spring) {
    b2WheelJointDef def = def_of<b2WheelJointDef>(pair);
    def.localAxisA = pair.axis;
    if (j.spring)
        b2LinearStiffness(def.stiffness, def.damping, (float)j.hertz, (float)j.zeta, pair.a,
                          pair.b);
    if (!only_spring) {
        // without a spring nothing holds a wheel along its axis, here as there
        def.enableLimit = j.limit;
        def.lowerTranslation = (float)j.lower;
        def.upperTranslation = (float)j.upper;
        def.enableMotor = j.motor;
        def.motorSpeed = (float)j.speed;
        def.maxMotorTorque = (float)j.strength;
    }
    world->CreateJoint(&def);
}

void make_prismatic(const Joint &j, const Pair &pair) {
    b2PrismaticJointDef def = def_of<b2PrismaticJointDef>(pair);
    def.localAxisA = pair.axis;
    def.referenceAngle = pair.angle;
    def.enableLimit = j.limit;
    def.lowerTranslation = (float)j.lower;
    def.upperTranslation = (float)j.upper;
    def.enableMotor = j.motor;
    def.motorSpeed = (float)j.speed;
    def.maxMotorForce = (float)j.strength;
    world->CreateJoint(&def);
    if (j.spring) make_wheel(j, pair, true);
}

void make_joint(int index) {
    const Joint &j = scene->joints[index];
    const Pair pair = pair_of(j);
    switch (j.kind) {
    case REVOLUTE:
        make_revolute(j, pair);
        break;
    case DISTANCE:
        make_distance(j, pair);
        break;
    case WELD:
        make_weld(j, pair);
        break;
    case WHEEL:
        make_wheel(j, pair, false);
        break;
    case PRISMATIC:
        make_prismatic(j, pair);
        break;
    default:
        break;
    }
}

// ---- steps ----------------------------------------------------------------------------------

// By the velocity that gets there in a step; angles count full turns on both sides.
void move_to(int index, double x, double y, double angle, double dt) {
    b2Body *body = bodies[(size_t)index];
    const b2Vec2 at = body->GetPosition();
    body->SetLinearVelocity(vec((x - (double)at.x) / dt, (y - (double)at.y) / dt));
    body->SetAngularVelocity((float)((angle - (double)body->GetAngle()) / dt));
}

void set_velocity(int index, double vx, double vy) {
    b2Body *body = bodies[(size_t)index];
    b2Vec2 v = body->GetLinearVelocity();
    if (!isnan(vx)) v.x = (float)vx;
    if (!isnan(vy)) v.y = (float)vy;
    body->SetLinearVelocity(v);
}

const char *step(double dt) {
    world->Step((float)dt, VELOCITY_ITERATIONS, POSITION_ITERATIONS);
    return "";
}

void state(int index, State *out) {
    const b2Body *body = bodies[(size_t)index];
    const b2Transform &at = body->GetTransform();
    const b2Vec2 v = body->GetLinearVelocity();
    out->x = (double)at.p.x;
    out->y = (double)at.p.y;
    out->c = (double)at.q.c;
    out->s = (double)at.q.s;
    out->vx = (double)v.x;
    out->vy = (double)v.y;
    out->w = (double)body->GetAngularVelocity();
    out->awake = body->IsAwake();
}

double mass(int index) { return (double)bodies[(size_t)index]->GetMass(); }

// Its own is about the origin.
double inertia(int index) {
    const b2Body *body = bodies[(size_t)index];
    return (double)(body->GetInertia() - body->GetMass() * body->GetLocalCenter().LengthSquared());
}

int awake() {
    int count = 0;
    for (const b2Body *b = world->GetBodyList(); b; b = b->GetNext())
        count += b->GetType() == b2_dynamicBody && b->IsAwake();
    return count;
}

int contacts() {
    int count = 0;
    for (const b2Contact *c = world->GetContactList(); c; c = c->GetNext())
        count += c->IsTouching();
    return count;
}

const char *const stages[] = {"step",       "collide",        "solve",
                              "solve_init", "solve_velocity", "solve_position",
                              "broadphase", "solve_toi",      nullptr};

void profile(double *sums) {
    const b2Profile &p = world->GetProfile();
    const float values[] = {p.step,          p.collide,       p.solve,      p.solveInit,
                            p.solveVelocity, p.solvePosition, p.broadphase, p.solveTOI};
    for (int i = 0; stages[i]; i++) sums[i] += (double)values[i];
}

} // namespace

const Engine *family_engine(void) {
    static const Engine engine = {"box2d",      version,   refuse,    approximate, open_world,
                                  close_world,  make_body, kill_body, make_joint,  move_to,
                                  set_velocity, step,      state,     mass,        inertia,
                                  awake,        contacts,  profile,   stages,      1};
    return &engine;
}
