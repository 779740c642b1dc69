// peer_box2d.cpp: Box2D 2.4.1 as a peer: 8 velocity and 3 position iterations, no sub-steps.
//
// What it does not have: capsules (polygons of eight corners here), rounded corners (a box of the
// outer size; a polygon without its rounding), springs in revolute joints (left out).
#include <math.h>

#include <vector>

#include <box2d/box2d.h>

#include "peer.h"

namespace {

const int VELOCITY_ITERATIONS = 8, POSITION_ITERATIONS = 3;
const double PI = 3.14159265358979323846;

b2World *world;
std::vector<b2Body *> bodies;
std::vector<int> free_numbers;

b2Vec2 vec(double x, double y) { return b2Vec2((float)x, (float)y); }

void add_fixture(int body, const b2Shape &shape, const peer_Material *material) {
    b2FixtureDef def;
    def.shape = &shape;
    def.density = (float)material->density;
    def.friction = (float)material->friction;
    def.restitution = (float)material->restitution;
    def.filter.groupIndex = (int16)-material->group;
    if (material->layer) def.filter.categoryBits = (uint16)material->layer;
    if (material->mask) def.filter.maskBits = (uint16)material->mask;
    bodies[(size_t)body]->CreateFixture(&def);
}

} // namespace

const char *const peer_name = "Box2D 2.4.1";

void peer_open(double gravity, bool sleep) {
    world = new b2World(vec(0.0, gravity));
    world->SetAllowSleeping(sleep);
}

void peer_close(void) {
    delete world;
    bodies.clear();
    free_numbers.clear();
}

int peer_body(const peer_Body *def) {
    b2BodyDef body;
    body.type = def->kind == PEER_STATIC ? b2_staticBody : b2_dynamicBody;
    body.position = vec(def->x, def->y);
    body.linearVelocity = vec(def->vx, def->vy);
    body.linearDamping = (float)def->damping;
    body.awake = !def->asleep;
    body.allowSleep = !def->never_sleeps;
    if (free_numbers.empty()) {
        bodies.push_back(world->CreateBody(&body));
        return (int)bodies.size() - 1;
    }
    int number = free_numbers.back();
    free_numbers.pop_back();
    bodies[(size_t)number] = world->CreateBody(&body);
    return number;
}

void peer_destroy(int body) {
    world->DestroyBody(bodies[(size_t)body]);
    free_numbers.push_back(body);
}

void peer_box(int body, double x, double y, double w, double h, double radius,
              const peer_Material *material) {
    b2PolygonShape shape;
    shape.SetAsBox((float)(0.5 * w + radius), (float)(0.5 * h + radius), vec(x, y), 0.0f);
    add_fixture(body, shape, material);
}

void peer_circle(int body, double radius, const peer_Material *material) {
    b2CircleShape shape;
    shape.m_radius = (float)radius;
    add_fixture(body, shape, material);
}

void peer_capsule(int body, double x1, double y1, double x2, double y2, double radius,
                  const peer_Material *material) {
    const double along = atan2(y2 - y1, x2 - x1);
    b2Vec2 corners[8];
    for (int i = 0; i < 8; i++) {
        // four corners about each end, from 90 degrees on one side to 90 on the other
        const double angle = along + PI * (-0.5 + i / 3.0 - (i < 4 ? 0.0 : 1.0 / 3.0));
        corners[i] =
            vec((i < 4 ? x2 : x1) + radius * cos(angle), (i < 4 ? y2 : y1) + radius * sin(angle));
    }
    b2PolygonShape shape;
    shape.Set(corners, 8);
    add_fixture(body, shape, material);
}

void peer_polygon(int body, const double *points, int count, double radius,
                  const peer_Material *material) {
    b2Vec2 corners[b2_maxPolygonVertices];
    (void)radius;
    for (int i = 0; i < count; i++) corners[i] = vec(points[2 * i], points[2 * i + 1]);
    b2PolygonShape shape;
    shape.Set(corners, count);
    add_fixture(body, shape, material);
}

void peer_segment(int body, double x1, double y1, double x2, double y2,
                  const peer_Material *material) {
    b2EdgeShape shape;
    shape.SetTwoSided(vec(x1, y1), vec(x2, y2));
    add_fixture(body, shape, material);
}

void peer_loop(int body, const double *points, int count, const peer_Material *material) {
    std::vector<b2Vec2> corners;
    for (int i = 0; i < count; i++) corners.push_back(vec(points[2 * i], points[2 * i + 1]));
    b2ChainShape shape;
    shape.CreateLoop(corners.data(), count);
    add_fixture(body, shape, material);
}

void peer_revolute(const peer_Revolute *def) {
    b2RevoluteJointDef joint;
    joint.Initialize(bodies[(size_t)def->a], bodies[(size_t)def->b], vec(def->x, def->y));
    joint.referenceAngle = (float)def->reference;
    joint.enableLimit = def->has_limits;
    joint.lowerAngle = (float)def->low;
    joint.upperAngle = (float)def->high;
    joint.enableMotor = def->has_motor;
    joint.motorSpeed = (float)def->speed;
    joint.maxMotorTorque = isinf(def->torque) ? b2_maxFloat : (float)def->torque;
    world->CreateJoint(&joint);
}

void peer_step(double dt) { world->Step((float)dt, VELOCITY_ITERATIONS, POSITION_ITERATIONS); }

peer_Counts peer_counts(void) {
    peer_Counts counts = {world->GetBodyCount(), world->GetJointCount(), 0};
    for (const b2Contact *c = world->GetContactList(); c; c = c->GetNext()) {
        if (c->IsTouching()) counts.contacts++;
    }
    return counts;
}
