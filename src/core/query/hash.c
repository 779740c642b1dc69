/* hash.c: 64 bits over all that the next steps depend on.
 *
 * Every value is mixed in by its bits, one field at a time: padding and addresses never reach the
 * hash. Contacts are sums of hashes by pieces, since their slots are only bookkeeping.
 * The mixer is the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
#include <string.h>

#include "activity/activity.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/joint_access.h"
#include "data/mover.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "objects/joint_measure.h"
#include "world/dominance_entry.h"
#include "world/joint_impulses.h"
#include "world/joint_state.h"
#include "world/sparse_entry.h"
#include "world/thrust_entry.h"

/* Of a body's flags: what only spares work. */
#define NO_STATE (CN_BODY_REACH | CN_BODY_STRAIGHT | CN_BODY_STILL | CN_BODY_LIVELY)

static uint64_t mix(uint64_t h, uint64_t v) {
    h ^= v + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
}

static uint64_t mix_double(uint64_t h, double v) {
    uint64_t bits;
    v += 0.0; /* -0 and 0 behave alike */
    memcpy(&bits, &v, sizeof bits);
    return mix(h, bits);
}

static uint64_t mix_three(uint64_t h, double a, double b, double c) {
    return mix_double(mix_double(mix_double(h, a), b), c);
}

/* What few have: nothing at all where it is as usual, so that it cannot be taken for another. */
typedef enum Rare {
    HIT_SPEED = 1,
    BOUNDS,
    OUTSIDE,
    MAX_SPEED,
    SLEEP_SPEED,
    SAFETY,
    ONE_WAY,
    SILENT,
    HULL,
    PLANE,
    TURNED,
    BREAKS,
    PUSH_SHARE,
    DISABLED,
    SHUNS,
    FRICTION_MIX,
    RESTITUTION_MIX,
    THRUST,
    NO_HITS,
    IGNORED,
    PRESS,
    ALARM,
    DOMINANCE,
} Rare;

static uint64_t mix_rare(uint64_t h, Rare what, double v, double usual) {
    return v == usual ? h : mix_double(mix(h, (uint64_t)what), v);
}

/* What few worlds change. */
static bool is_tuned(const cn_WorldDef *d) {
    cn_WorldDef usual = cn_world_def();
    return d->push_speed != usual.push_speed || d->contact_hertz != usual.contact_hertz ||
           d->contact_damping != usual.contact_damping;
}

static uint64_t settings(uint64_t h, const cn_World *w) {
    const cn_WorldDef *d = &w->def;
    h = mix_three(h, d->gravity_x, d->gravity_y, d->slop);
    h = mix_three(h, d->max_dt, d->max_speed, d->restitution_speed);
    h = mix(h, (uint64_t)d->substeps << 8 | (uint64_t)d->sleep << 1 | (uint64_t)d->continuous);
    h = mix(h, (uint64_t)d->friction_mix << 8 | (uint64_t)d->restitution_mix);
    for (int i = 0; i < 64; i++) h = mix(h, w->collides[i]);
    h = mix_rare(h, HIT_SPEED, d->hit_speed, cn_world_def().hit_speed);
    for (int i = 0; d->has_bounds && i < 4; i++) h = mix_double(mix(h, BOUNDS), d->bounds[i]);
    h = mix_rare(h, OUTSIDE, d->outside, CN_OUTSIDE_KEEP);
    if (is_tuned(d)) h = mix_three(h, d->push_speed, d->contact_hertz, d->contact_damping);
    h = mix_rare(h, PUSH_SHARE, d->push_share < 0 ? -1 : d->push_share, -1);
    if (w->has_wind) {
        h = mix_three(h, w->wind.x, w->wind.y, w->wind.drag);
        h = mix(mix_double(h, w->wind.lift), w->wind.mask);
    }
    return mix_double(mix(h, w->steps), w->time);
}

static uint64_t body(uint64_t h, const cn_World *w, int i) {
    const cn_Pose *p = &w->pose[i];
    const cn_Motion *m = &w->motion[i];
    const cn_Drive *d = &w->drive[i];
    h = mix(h, (uint64_t)i << 32 | w->bodies.generation[i]);
    h = mix(h, (uint64_t)w->cold[i].type << 32 | (w->body_flags[i] & ~(uint32_t)NO_STATE));
    h = mix_three(h, p->x, p->y, p->q.c);
    h = mix_three(h, p->q.s, p->center.x, p->center.y);
    h = mix_three(h, m->vx, m->vy, m->w);
    h = mix_three(h, w->mass[i].inv_m, w->mass[i].inv_i, w->sleep_time[i]);
    h = mix_three(h, d->fx, d->fy, d->torque);
    h = mix(h, (uint64_t)cn_rest_wait(w, i));
    h = mix(h, (uint64_t)w->cold[i].effort << 16 | (uint64_t)w->cold[i].misses << 8 |
                   w->cold[i].failures);
    const cn_Sync *sync = &w->sync[i];
    h = mix_three(h, sync->x, sync->y, sync->w);
    const cn_Tuning *t = cn_body_tuning(w, i);
    if (w->body_flags[i] & CN_BODY_SET_CENTER)
        h = mix_double(mix_double(h, t->center.x), t->center.y);
    cn_BodyDef usual = cn_body_def();
    const cn_Thrust *push = cn_thrust_of(w, i);
    if (push) {
        h = mix_three(mix(h, THRUST), push->x, push->y, push->torque);
        h = mix_double(mix_double(h, push->along_x), push->along_y);
    }
    h = mix_rare(h, MAX_SPEED, t->max_speed < 0 ? -1 : t->max_speed, -1);
    h = mix_rare(h, SLEEP_SPEED, t->sleep_speed, (float)usual.sleep_speed);
    h = mix_rare(h, DOMINANCE, cn_dominance_of(w, i), 0);
    h = mix_rare(h, SAFETY, t->safety, usual.safety);
    return mix_three(h, t->gravity_scale, t->damping, t->angular_damping);
}

/* What its vertices do not tell of how it was given. */
static uint64_t design(uint64_t h, const cn_World *w, int i) {
    cn_ShapeDef d = cn_shape_settings(w, cn_shape_id(w, i));
    if (d.kind == CN_HALFSPACE) h = mix_three(mix(h, PLANE), d.nx, d.ny, d.angle);
    if (d.kind == CN_CIRCLE) h = mix_rare(h, TURNED, d.angle, 0);
    for (int k = 0; d.hull && k < d.point_count; k++)
        h = mix_double(mix_double(mix(h, HULL), d.points[2 * k]), d.points[2 * k + 1]);
    return h;
}

static uint64_t shape(uint64_t h, const cn_World *w, int i) {
    const cn_Shape *s = &w->shape[i];
    const cn_Traits *t = &w->traits[s->traits];
    h = mix(h, (uint64_t)i << 32 | w->shapes.generation[i]);
    h = mix(h, (uint64_t)s->body << 32 | (uint64_t)s->kind << 16 | (uint64_t)t->layer << 8 |
                   (uint64_t)t->seen << 3 | (uint64_t)t->sensor << 2 | (uint64_t)t->pre_solve << 1);
    h = mix_three(h, t->friction, t->restitution, t->density);
    h = mix_three(h, t->rolling, t->surface_speed, (double)t->group);
    if (t->has_one_way) h = mix_double(mix_double(mix(h, ONE_WAY), t->one_way.x), t->one_way.y);
    if (!t->events) h = mix(h, SILENT);
    if (t->disabled) h = mix(h, DISABLED);
    h = mix_rare(h, FRICTION_MIX, t->friction_mix, 0);
    h = mix_rare(h, RESTITUTION_MIX, t->restitution_mix, 0);
    if (t->shuns) h = mix(mix(h, SHUNS), t->shuns);
    if (t->no_hits) h = mix(h, NO_HITS);
    h = design(h, w, i);
    for (int i = 0; s->has_materials && i < s->piece_count; i++) {
        const cn_Material *m = &w->materials[s->first_material + i];
        h = mix_double(mix_three(h, m->friction, m->restitution, m->rolling), m->surface_speed);
    }
    for (int p = s->first_piece; p >= 0; p = w->piece[p].next) {
        const cn_Piece *piece = &w->piece[p];
        h = mix_double(h, piece->radius);
        for (int v = 0; v < piece->vertex_count; v++) {
            cn_Vec x = w->vertices[piece->first_vertex + v];
            h = mix_double(mix_double(h, x.x), x.y);
        }
    }
    return h;
}

static uint64_t area(uint64_t h, const cn_FieldEntry *a) {
    const cn_AreaDef *d = &a->def;
    h = mix(h, (uint64_t)a->shape << 2 | (uint64_t)d->replace << 1 | (uint64_t)d->has_surface);
    h = mix_three(h, d->gravity_x, d->gravity_y, d->drag);
    h = mix_three(h, d->angular_drag, d->density, d->surface);
    h = mix_double(mix_double(h, d->pull), d->pull_distance);
    return mix_double(mix_double(h, d->flow_x), d->flow_y);
}

/* Which shapes ignore each other, and what those bear that tell of it. */
static uint64_t sparse(uint64_t h, const cn_World *w) {
    for (int i = 0; i < w->ignored_count; i++)
        h = mix(mix(h, IGNORED), (uint64_t)w->ignored[i].a << 32 | (uint64_t)w->ignored[i].b);
    for (int i = 0; i < w->press_count; i++) {
        const cn_Press *p = &w->press[i];
        h = mix(mix(h, PRESS), (uint64_t)p->shape << 1 | (uint64_t)p->on);
        h = mix_double(mix_three(h, p->force, p->release, p->time), p->since);
    }
    return h;
}

/* What a script has said of a pair holds also while it has no points. */
#define BARRED (CN_CONTACT_REFUSED | CN_CONTACT_IGNORED)

static uint64_t contact(const cn_World *w, int i) {
    const cn_Contact *c = &w->contact[i];
    uint32_t kept = c->flags & (CN_CONTACT_TOUCHING | BARRED);
    uint64_t h =
        mix((uint64_t)cn_contact_shape_a(w, c) << 32 | (uint64_t)cn_contact_shape_b(w, c), kept);
    h = mix(h, (uint64_t)w->piece[c->piece_a].index << 32 | (uint64_t)w->piece[c->piece_b].index);
    for (int k = 0; k < c->count; k++) {
        h = mix_three(h, c->impulse[k].normal, c->impulse[k].tangent, c->separation[k]);
        h = mix_double(mix_double(h, c->r[k].x), c->r[k].y);
    }
    return h;
}

static uint64_t coupling(uint64_t h, const cn_World *w, int i) {
    const cn_JointTuning *t = &w->joint[i].tuning;
    const cn_Gear *c = cn_gear_of(w, i);
    h = mix(h, (uint64_t)c->of[0] << 32 | (uint64_t)c->of[1]);
    h = mix_three(h, t->ratio, t->step, t->phase);
    h = mix_three(h, c->ground[0].x, c->ground[0].y, c->ground[1].x);
    return mix_double(h, c->ground[1].y);
}

/* What follows from the joints that there are. */
#define NO_JOINT_STATE                                                                             \
    ((uint32_t)(CN_JOINT_EXACT | CN_JOINT_KEEPS | CN_JOINT_NET | CN_JOINT_BEGINS))

static uint64_t joint(uint64_t h, const cn_World *w, int i) {
    const cn_Joint *j = &w->joint[i];
    const cn_JointTuning *t = &j->tuning;
    h = mix(h, (uint64_t)i << 32 | w->joints.generation[i]);
    h = mix(h, (uint64_t)j->kind << 32 | (j->flags & ~NO_JOINT_STATE));
    h = mix(h, (uint64_t)j->body_a << 32 | (uint64_t)j->body_b);
    if (cn_joint_couples(j)) h = coupling(h, w, i);
    h = mix_three(h, j->local_a.x, j->local_a.y, j->local_b.x);
    h = mix_three(h, j->local_b.y, j->axis.x, j->axis.y);
    h = mix_three(h, cn_joint_angle_now(w, j), j->reference, j->origin);
    h = mix_three(h, j->impulse.x, j->impulse.y, j->turn_impulse);
    h = mix_three(h, j->hold_impulse, j->motor_impulse, j->spring_impulse);
    if (j->scale > 0 && j->scale < 1) h = mix_three(h, j->scale, 0, 0);
    if (j->strain > 0 || j->crowded) h = mix(h, (uint64_t)j->strain << 1 | j->crowded);
    h = mix_three(h, j->lower_impulse, j->upper_impulse, t->target);
    h = mix_three(h, t->lower, t->upper, t->motor_speed);
    h = mix_three(h, t->motor_max, t->hertz, t->damping);
    h = mix_three(h, t->length, t->min, t->max);
    h = mix_three(h, t->linear_hertz, t->linear_damping, t->angular_hertz);
    if (j->flags & CN_JOINT_ALARM) {
        const cn_Alarm *a = cn_alarm_of(w, i);
        h = mix_three(h, ALARM, a->force, a->torque);
    }
    if (j->flags & CN_JOINT_BREAKS) h = mix_three(h, BREAKS, t->break_force, t->break_torque);
    return mix_three(h, t->angular_damping, t->max_force, t->break_force + t->break_torque);
}

static uint64_t mover(uint64_t h, const cn_World *w, int i) {
    const cn_Mover *m = &w->mover[i];
    const cn_MoverDef *d = &m->def;
    h = mix(h, (uint64_t)i << 32 | w->movers.generation[i]);
    h = mix(h, (uint64_t)m->ground.index << 32 | m->ground.generation);
    h = mix(h, d->filter.mask);
    h = mix(h, (uint64_t)d->filter.ignore.index << 32 | d->filter.ignore.generation);
    h = mix(h, (uint64_t)m->outside << 32 | (uint64_t)d->layer << 2 | (uint64_t)d->one_way << 1 |
                   (uint64_t)m->grounded);
    h = mix_three(h, d->x, d->y, d->radius);
    h = mix_three(h, d->height, d->w, d->h);
    h = mix_three(h, d->up_x, d->up_y, d->step);
    h = mix_three(h, d->snap, d->max_slope, d->push);
    h = mix_three(h, d->leg_length, d->leg_hertz, d->leg_damping);
    h = mix_three(h, m->last.x, m->last.y, m->last_dt);
    h = mix_three(h, m->velocity.x, m->velocity.y, m->leg_speed);
    h = mix_three(h, m->normal.x, m->normal.y, 0);
    h = mix_three(h, m->anchor.x, m->anchor.y, m->held.x);
    h = mix_double(h, m->held.y);
    if (d->mass <= 0 && m->below.generation == 0 && m->belt == 0) return h;
    h = mix(h, (uint64_t)m->below.index << 32 | m->below.generation);
    h = mix(h, (uint64_t)m->body.index << 32 | m->body.generation);
    h = mix(h, (uint64_t)m->leaned.index << 32 | m->leaned.generation);
    h = mix_double(mix_double(h, d->mass), m->belt);
    h = mix_three(h, m->drift.x, m->drift.y, 0);
    return mix_double(mix_double(h, m->impact.x), m->impact.y);
}

uint64_t cn_world_hash(const cn_World *w) {
    cn_joint_flush((cn_World *)w); /* changes nothing that can be seen */
    cn_activity_settle(w);
    uint64_t h = settings(0, w);
    for (int i = 1; i < w->bodies.count; i++)
        if (cn_slots_live(&w->bodies, i)) h = body(h, w, i);
    for (int i = 1; i < w->shapes.count; i++)
        if (cn_slots_live(&w->shapes, i)) h = shape(h, w, i);
    for (int i = 0; i < w->field_count; i++) h = area(h, &w->field[i]);
    h = sparse(h, w);
    for (int i = 1; i < w->joints.count; i++)
        if (cn_slots_live(&w->joints, i)) h = joint(h, w, i);
    for (int i = 1; i < w->movers.count; i++)
        if (cn_slots_live(&w->movers, i)) h = mover(h, w, i);
    uint64_t sum = 0;
    for (int i = 0; i < w->contacts.count; i++)
        if (cn_slots_live(&w->contacts, i) &&
            (w->contact[i].count > 0 || w->contact[i].flags & BARRED))
            sum += contact(w, i);
    return mix(h, sum);
}

/* A body as the hash of poses takes it. */
typedef struct PoseRow {
    uint64_t id;
    double x, y;
    float cosine, sine;
} PoseRow;

/* count of rows that are hashed at once */
enum { ROWS_AT_ONCE = 64 };

uint64_t cn_world_pose_hash(const cn_World *w) {
    struct {
        uint64_t before;
        PoseRow row[ROWS_AT_ONCE];
    } chunk = {0};
    cn_activity_settle(w);
    int rows = 0;
    for (int i = 1; i < w->bodies.count; i++) {
        if (!(w->body_flags[i] & CN_BODY_AWAKE) || !cn_slots_live(&w->bodies, i)) continue;
        const cn_Pose *pose = &w->pose[i];
        /* adding 0: -0 and 0 behave alike */
        chunk.row[rows++] = (PoseRow){(uint64_t)i << 32 | w->bodies.generation[i], pose->x + 0.0,
                                      pose->y + 0.0, pose->q.c + 0.0f, pose->q.s + 0.0f};
        if (rows < ROWS_AT_ONCE) continue;
        chunk.before = cn_checksum(&chunk, sizeof chunk);
        rows = 0;
    }
    return cn_checksum(&chunk, sizeof chunk.before + (size_t)rows * sizeof *chunk.row);
}
