/* field_force.c: what areas do in a step.
 *
 * Of each piece of a body the part that lies within a piece of the sensor, and below the surface if
 * there is one, is found exactly (clip_area.h). Gravity and drag act on the share of the body's
 * mass that this part has, and buoyancy on its area, all at its middle: what is half in is half
 * acted upon, and what floats askew rights itself. Areas add up. All of it becomes a force of the
 * step, taken where bodies will be in its middle (external_force.h). Bodies are served in the order
 * of their slots, the parts of each in the order of its pieces and then of those of sensors. An
 * area that moves wakes the bodies in it. What drags is a fluid that moves with the sensor's body.
 * Where that is dynamic it gets back what the area does to others: pull, buoyancy and drag are
 * between the two, and no momentum is made or lost; gravity that is even belongs to no body, and is
 * not given back. Then both sleep and wake together (sleep.c). */
#include "effects/field_force.h"

#include <string.h>

#include "activity/activity.h"
#include "contact/sensor.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "effects/external_force.h"
#include "geometry/clip_area.h"
#include "objects/shape.h"
#include "world/event_log.h"
#include "world/field_entry.h"

/* ---- which bodies are in it --------------------------------------------------------------- */

static bool list_visit(cn_World *w, int *count, cn_FieldVisit visit) {
    /* else they are found again in the next step */
    if (!cn_had_memory(w, CN_GROW(w->scratch.effects.visits, *count + 1))) return false;
    w->scratch.effects.visits[(*count)++] = visit;
    return true;
}

/* count of areas that act on one piece: those that were made first */
#define AREAS 16

/* Whether one area more may act on a piece; each piece of the area asks. */
static bool takes_area(cn_World *w, int piece, int field) {
    if (w->field_count <= AREAS) return true;
    cn_FieldCount *of = &w->scratch.effects.counts[piece];
    of->count += of->last != field + 1;
    of->last = field + 1;
    return of->count <= AREAS;
}

static bool clear_counts(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    if (w->field_count <= AREAS) return true;
    if (!cn_had_memory(w, CN_GROW(s->effects.counts, w->pieces.count))) return false;
    memset(s->effects.counts, 0, (size_t)w->pieces.count * sizeof *s->effects.counts);
    return true;
}

static bool is_dynamic(const cn_World *w, int body) { return w->cold[body].type == CN_DYNAMIC; }

static bool moves(const cn_World *w, int body) {
    const cn_Motion *m = &w->motion[body];
    return m->vx != 0 || m->vy != 0 || m->w != 0;
}

/* Of a piece without area no part can be measured. */
static bool passes_by(const cn_World *w, int piece, int sensor) {
    if (w->form[w->piece[piece].form].area.area > 0) return false;
    return !cn_pieces_overlap(w, piece, sensor);
}

/* One end of a contact as seen from a sensor. */
typedef struct End {
    const cn_Contact *contact;
    int own, piece, body; /* piece of the sensor; the piece in it, and its body */
} End;

static End end_of(const cn_World *w, int link) {
    const cn_Contact *c = &w->contact[link >> 1];
    if (link & 1) return (End){c, c->piece_b, c->piece_a, c->body_a};
    return (End){c, c->piece_a, c->piece_b, c->body_b};
}

static bool is_visit(const cn_World *w, int shape, const End *e) {
    uint32_t out = CN_CONTACT_REFUSED | CN_CONTACT_IGNORED;
    if (cn_shape_traits(w, w->piece[e->piece].shape)->sensor) return false; /* a sensor itself */
    return !(e->contact->flags & out) && w->piece[e->own].shape == shape && is_dynamic(w, e->body);
}

static bool awake(const cn_World *w, int body) { return w->body_flags[body] & CN_BODY_AWAKE; }

/* Bodies in a sensor that moves by itself wake; those in what a dynamic body carries sleep when
 * that does. */
static void wake_visitors(cn_World *w, int field) {
    int shape = w->field[field].shape, body = w->shape[shape].body;
    bool joined = is_dynamic(w, body);
    if (!joined && !moves(w, body)) return;
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        End e = end_of(w, link);
        if (!is_visit(w, shape, &e) || !(e.contact->flags & CN_CONTACT_TOUCHING)) continue;
        if (!joined || awake(w, e.body) != awake(w, body)) {
            cn_activity_disturb(w, e.body, CN_DISTURBED_FIELD);
            if (joined) cn_activity_disturb(w, body, CN_DISTURBED_FIELD);
            cn_activity_settle(w); /* the next one asks who is awake */
        }
    }
}

/* Bodies that sleep or rest in a sensor that stays where it is feel nothing new. Which are told of
 * as its visitors is known only when a step ends, so all that are near are listed: the part within
 * is measured. */
static bool list_visits(cn_World *w, int field, float dt, int *count) {
    cn_FieldEntry *entry = &w->field[field];
    int body = w->shape[entry->shape].body;
    bool dynamic = is_dynamic(w, body);
    entry->rate = entry->turn_rate = 0;
    for (int link = w->cold[body].first_contact; link >= 0; link = cn_contact_next(w, link)) {
        End e = end_of(w, link);
        if (!is_visit(w, entry->shape, &e) || !awake(w, e.body)) continue;
        if ((!dynamic && cn_activity_stays(w, e.body, dt)) || passes_by(w, e.piece, e.own))
            continue;
        if (!takes_area(w, e.piece, field)) {
            cn_event_warn_once(w, CN_WARN_AREAS, e.body, cn_pose_center(&w->pose[e.body]));
            continue;
        }
        if (!list_visit(w, count, (cn_FieldVisit){e.body, e.piece, e.own, field})) return false;
    }
    return true;
}

static bool sensor_before(const void *context, const void *p, const void *q) {
    (void)context;
    const cn_FieldVisit *a = p, *b = q;
    return a->sensor < b->sensor;
}

/* By body, by piece, then by the piece of the sensor. */
static bool sort_visits(cn_World *w, int count) {
    cn_StepMemory *s = &w->scratch;
    cn_FieldVisit *v = s->effects.visits;
    if (!cn_had_memory(w, CN_GROW(s->effects.sorted, 2 * count))) return false;
    for (int i = 0; i < count; i++)
        s->effects.sorted[i] =
            (cn_Keyed){(uint64_t)v[i].body << 32 | (uint64_t)v[i].piece, v[i].sensor, v[i].field};
    cn_sort_keyed(s->effects.sorted, s->effects.sorted + count, count);
    for (int i = 0; i < count; i++) {
        const cn_Keyed *k = &s->effects.sorted[i];
        v[i] = (cn_FieldVisit){(int)(k->key >> 32), (int)(k->key & UINT32_MAX), k->a, k->b};
    }
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && v[end].piece == v[i].piece;) end++;
        if (end - i > 1) cn_sort(v + i, end - i, sizeof *v, sensor_before, NULL);
    }
    return true;
}

/* ---- what it does ------------------------------------------------------------------------- */

/* What one visit is about. */
typedef struct Part {
    const cn_AreaDef *def;
    double share;   /* of the body's mass */
    double area;    /* m^2 */
    cn_Pos at;      /* m, its middle, from the centre of mass */
    double gx, gy;  /* m/s^2, that the area gives it */
    cn_Pos pull;    /* m/s^2, the share of gx and gy that points to the middle of the sensor */
    cn_Pos carrier; /* m, the centre of mass of the sensor's body from that of the visitor */
    int sensor_body;
} Part;

/* A frame as seen from the centre of mass of the visitor. */
static cn_Frame frame_of(const cn_Midway *m, const cn_Midway *from) {
    double x = m->about.x, y = m->about.y;
    return (cn_Frame){m->x - (m->c * x - m->s * y) - from->x,
                      m->y - (m->s * x + m->c * y) - from->y, m->c, m->s};
}

/* m, for areas without a pull_distance: a pull that is the same everywhere would turn around at the
 * middle from full to full, and nearer than this it fades to zero instead */
#define MIDDLE 0.01

static double pull_at(const cn_AreaDef *d, double distance) {
    double least = d->pull_distance > 0 ? d->pull_distance : MIDDLE;
    if (distance <= least) return d->pull * distance / least;
    double far = d->pull_distance / distance;
    return d->pull_distance > 0 ? d->pull * far * far : d->pull;
}

static void find_gravity(const cn_World *w, const cn_FieldVisit *v, const cn_Frame *there,
                         Part *part) {
    const cn_AreaDef *d = part->def;
    part->gx = d->gravity_x, part->gy = d->gravity_y;
    if (d->pull == 0) return;
    cn_Pos middle = w->scratch.effects.middles[v->field];
    double x = there->x + there->c * middle.x - there->s * middle.y - part->at.x;
    double y = there->y + there->s * middle.x + there->c * middle.y - part->at.y;
    double distance = sqrt(x * x + y * y), pull = pull_at(d, distance);
    if (distance <= 0) return;
    part->pull = (cn_Pos){pull * x / distance, pull * y / distance};
    part->gx += part->pull.x, part->gy += part->pull.y;
}

static void measure(const cn_World *w, const cn_FieldVisit *v, const cn_Midway *own, float dt,
                    Part *part) {
    cn_Clip clip;
    cn_ClipPlane planes[CN_CLIP_PLANES];
    part->sensor_body = w->piece[v->sensor].body;
    cn_Midway other = cn_external_force_midway(w, part->sensor_body, dt);
    part->carrier = (cn_Pos){other.x - own->x, other.y - own->y};
    cn_Geom geom = cn_piece_geom(w, v->piece), sensor = cn_piece_geom(w, v->sensor);
    cn_Frame here = frame_of(own, own), there = frame_of(&other, own);
    int count = cn_clip_planes(&sensor, &there, planes);
    cn_clip_begin(&clip, &geom, &here);
    if (part->def->has_surface)
        cn_clip_cut(&clip, &(cn_ClipPlane){{0, 1}, part->def->surface - own->y});
    for (int i = 0; i < count && clip.count > 0; i++) cn_clip_cut(&clip, &planes[i]);
    part->area = cn_clip_area(&clip, &part->at);
    find_gravity(w, v, &there, part);
}

/* How much of a body each m^2 of a piece is. What has no mass by its shapes counts by area, and
 * what has no area either is in as a whole. */
typedef struct Whole {
    double mass, area;
} Whole;

static Whole whole_of(const cn_World *w, int body) {
    Whole whole = {0, 0};
    for (int s = w->cold[body].first_shape; s >= 0; s = w->shape[s].next) {
        const cn_Traits *t = cn_shape_traits(w, s);
        if (t->sensor || t->disabled) continue;
        double area = 0;
        for (int p = w->shape[s].first_piece; p >= 0; p = w->piece[p].next)
            area += w->form[w->piece[p].form].area.area;
        whole.area += area;
        whole.mass += area * t->density;
    }
    return whole;
}

static double share_of(const cn_World *w, const Whole *whole, const cn_FieldVisit *v, double area) {
    if (whole->mass > 0)
        return area * cn_shape_traits(w, w->piece[v->piece].shape)->density / whole->mass;
    return whole->area > 0 ? area / whole->area : 1;
}

/* What all parts of a body have in common. */
typedef struct Sum {
    double replaced; /* share of the world's gravity that is */
    double gx, gy;   /* m/s^2, that areas give */
} Sum;

static void add_gravity(Sum *sum, const Part *p) {
    if (p->def->replace) sum->replaced += p->share;
    sum->gx += p->share * p->gx;
    sum->gy += p->share * p->gy;
}

static void push_at(cn_ExternalForce *force, cn_Pos at, double fx, double fy) {
    force->x += fx;
    force->y += fy;
    force->turn += at.x * fy - at.y * fx;
}

/* The weight of the fluid that would be there, upwards. */
static cn_Pos buoyancy(const cn_World *w, const Part *p, const Sum *sum) {
    double kept = sum->replaced > 1 ? 1 / sum->replaced : 1, left = 1 - kept * sum->replaced;
    double fluid = p->def->density * p->area;
    return (cn_Pos){-fluid * (left * w->def.gravity_x + sum->gx),
                    -fluid * (left * w->def.gravity_y + sum->gy)};
}

/* Against what it moves through, at the part; rates as well where the load is the body's own. How
 * fast the body moves counts, not the part: a barrel in a river would roll until what is under
 * water went along, and swim slower than it for ever. So its turning is braked for itself. */
static void drag_at(const cn_World *w, int body, const Part *p, cn_ExternalForce *force) {
    const cn_Motion *m = &w->motion[body], *s = &w->motion[p->sensor_body];
    const cn_AreaDef *d = p->def;
    double mass = w->cold[body].mass * p->share, c = mass * d->drag;
    double ux = (double)m->vx - d->flow_x - ((double)s->vx + (double)s->w * p->carrier.y);
    double uy = (double)m->vy - d->flow_y - ((double)s->vy - (double)s->w * p->carrier.x);
    double turn = w->cold[body].inertia * p->share * d->angular_drag +
                  c * (p->at.x * p->at.x + p->at.y * p->at.y);
    force->drag_x -= c * ux;
    force->drag_y -= c * uy;
    force->drag_turn -= c * (p->at.x * uy - p->at.y * ux) + turn * (double)(m->w - s->w);
    force->rate += c;
    force->turn_rate += turn;
}

static void act(const cn_World *w, int body, const Part *p, const Sum *sum,
                cn_ExternalForce *force) {
    double mass = w->cold[body].mass * p->share, scale = cn_body_tuning(w, body)->gravity_scale;
    double kept = sum->replaced > 1 ? 1 / sum->replaced : 1, taken = p->def->replace ? kept : 0;
    double wx = w->def.gravity_x, wy = w->def.gravity_y;
    cn_Pos up = buoyancy(w, p, sum);
    push_at(force, p->at, mass * scale * (p->gx - taken * wx), mass * scale * (p->gy - taken * wy));
    push_at(force, p->at, up.x, up.y);
    drag_at(w, body, p, force);
}

/* ---- what it does back -------------------------------------------------------------------- */

/* The most that one visit may drag with, at the sensor's body. */
static void count_rates(const cn_World *w, const cn_FieldVisit *v, cn_FieldEntry *entry) {
    const cn_BodyCold *cold = &w->cold[v->body];
    double extent = (double)w->motion[v->body].extent, m = cold->mass;
    entry->rate += m * entry->def.drag;
    entry->turn_rate +=
        m * entry->def.drag * extent * extent + cold->inertia * entry->def.angular_drag;
}

/* All areas of one dynamic body drag at it together. */
static void share_rates(cn_World *w, const cn_FieldVisit *v, int count) {
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (!is_dynamic(w, w->piece[v[i].sensor].body)) continue;
        count_rates(w, &v[i], &w->field[v[i].field]);
        any = true;
    }
    for (int i = 0; any && i < w->field_count; i++) {
        cn_FieldEntry *a = &w->field[i];
        a->all_rate = a->rate, a->all_turn_rate = a->turn_rate;
        for (int s = w->cold[w->shape[a->shape].body].first_shape; s >= 0; s = w->shape[s].next) {
            const cn_FieldEntry *other = s == a->shape ? NULL : cn_field_entry(w, s);
            if (!other) continue;
            a->all_rate += other->rate, a->all_turn_rate += other->turn_rate;
        }
    }
}

/* A fluid that gives way is turned around all the sooner. */
static void loosen(const cn_World *w, int body, const cn_FieldVisit *v, const Part *p,
                   cn_ExternalForce *force) {
    const cn_FieldEntry *a = &w->field[v->field];
    const cn_BodyCold *cold = &w->cold[body];
    const cn_Mass *s = &w->mass[p->sensor_body];
    double x = p->at.x - p->carrier.x, y = p->at.y - p->carrier.y;
    double give = (double)s->inv_m + (x * x + y * y) * (double)s->inv_i;
    force->rate += cold->mass * a->all_rate * give;
    force->turn_rate += cold->inertia * (a->all_turn_rate * (double)s->inv_i + a->all_rate * give);
}

static void push_back(cn_World *w, int body, const Part *p, const Sum *sum,
                      const cn_ExternalForce *force, float dt) {
    double mass = w->cold[body].mass * p->share, scale = cn_body_tuning(w, body)->gravity_scale;
    cn_Pos up = buoyancy(w, p, sum);
    cn_ExternalForce own = {0}, back = {0};
    push_at(&own, p->at, mass * scale * p->pull.x + up.x, mass * scale * p->pull.y + up.y);
    drag_at(w, body, p, &own);
    own.rate = force->rate, own.turn_rate = force->turn_rate;
    cn_external_force_limit(w, body, &own, dt);
    back.x = -own.x, back.y = -own.y;
    back.turn = -own.turn - (p->carrier.y * own.x - p->carrier.x * own.y);
    cn_external_force_take(w, p->sensor_body, &back, false);
}

/* ---- one body ----------------------------------------------------------------------------- */

/* count, of one body: of bodies with more, parts are computed twice instead of kept */
#define PARTS 32

/* All visits of one body. Gravity is summed up first, since it is what makes things float. */
static void act_on(cn_World *w, const cn_FieldVisit *v, int count, float dt) {
    int body = v->body;
    cn_Midway own = cn_external_force_midway(w, body, dt);
    Whole whole = whole_of(w, body);
    cn_ExternalForce force = {0};
    Part parts[PARTS];
    Sum sum = {0, 0, 0};
    bool back = false;
    for (int pass = 0; pass < 2 || (back && pass < 3); pass++)
        for (int i = 0; i < count; i++) {
            Part *p = &parts[i % PARTS];
            if (pass == 0 || count > PARTS) {
                *p = (Part){.def = &w->field[v[i].field].def};
                measure(w, &v[i], &own, dt, p);
                p->share = share_of(w, &whole, &v[i], p->area);
            }
            bool dynamic = is_dynamic(w, p->sensor_body);
            if (pass == 0)
                add_gravity(&sum, p);
            else if (pass == 1)
                act(w, body, p, &sum, &force);
            else if (dynamic)
                push_back(w, body, p, &sum, &force, dt);
            if (pass == 1 && dynamic) loosen(w, body, &v[i], p, &force);
            back |= dynamic;
        }
    cn_external_force_limit(w, body, &force, dt);
    cn_external_force_take(w, body, &force, !back);
}

/* Once for all visitors: of a polygon with dents that is much to compute. */
static bool find_middles(cn_World *w) {
    cn_StepMemory *s = &w->scratch;
    if (!cn_had_memory(w, CN_GROW(s->effects.middles, w->field_count))) return false;
    for (int i = 0; i < w->field_count; i++)
        if (w->field[i].def.pull != 0)
            s->effects.middles[i] = cn_shape_moments(w, w->field[i].shape).center;
    return true;
}

void cn_field_act(cn_World *w, float dt) {
    int count = 0;
    (void)cn_external_force_reserve(w); /* without it no body rests in an area */
    for (int i = 0; i < w->field_count; i++) wake_visitors(w, i);
    if (!clear_counts(w)) return;
    for (int i = 0; i < w->field_count; i++)
        if (!list_visits(w, i, dt, &count)) return;
    if (count == 0 || !find_middles(w) || !sort_visits(w, count)) return;
    const cn_FieldVisit *v = w->scratch.effects.visits;
    share_rates(w, v, count);
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && v[end].body == v[i].body;) end++;
        act_on(w, v + i, end - i, dt);
    }
}
