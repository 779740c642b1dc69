/* mover.c: making movers, and what they can be asked and told.
 * Not here: how they move (mover_move.c), what a step does to them (mover_step.c). */
#include "mover/mover.h"

#include <math.h>

#include "data/body_access.h"
#include "data/mover.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "geometry/minkowski.h"
#include "query/query.h"
#include "world/check.h"

cn_MoverDef cn_mover_def(void) {
    return (cn_MoverDef){.up_y = 1,
                         .step = 0.3,
                         .snap = -1,
                         .max_slope = CN_PI / 4,
                         .filter = cn_query_filter(),
                         .one_way = true,
                         .leg_damping = 0.7};
}

bool cn_mover_live(const cn_World *w, cn_MoverId id) {
    return cn_slots_has(&w->movers, id.index, id.generation);
}
bool cn_mover_is_valid(const cn_World *w, cn_MoverId id) { return cn_mover_live(w, id); }

/* ---- checks ------------------------------------------------------------------------------- */

static cn_Result check_mover(cn_World *w, cn_MoverId id) {
    cn_Result r = cn_check_body(w, cn_world_ground(w)); /* unlocked */
    if (r || cn_mover_live(w, id)) return r;
    return cn_refuse(&w->error, CN_DEAD, "", "mover has been destroyed");
}

#define JUST_BEARS 1e-6  /* ratio, a cosine: a slope of just max_slope bears */
#define LENGTH_ONE 1e-15 /* ratio, of a squared length: so far from 1 rounding leaves it */

#define MEMBER(name, range) CN_MEMBER(cn_MoverDef, name, range)
#define END                                                                                        \
    { NULL, 0, 0, false }

static cn_Result check_size(cn_Error *e, const cn_MoverDef *d) {
    static const cn_Member box[] = {MEMBER(w, SIZE), MEMBER(h, SIZE), MEMBER(radius, ROUNDING),
                                    END};
    static const cn_Member capsule[] = {MEMBER(radius, SIZE), MEMBER(height, SIZE), END};
    if (d->w != 0 || d->h != 0) return cn_check_members(e, d, box);
    cn_Result r = cn_check_members(e, d, capsule);
    if (r || d->height >= 2 * d->radius) return r;
    return cn_refuse(e, CN_RANGE, "height", "must be >= 2 radius, got %g", d->height);
}

static cn_Result check_legs(cn_Error *e, const cn_MoverDef *d) {
    cn_Result r = cn_check(e, "legs.length", d->leg_length, CN_RANGE_ROUNDING);
    if (r || d->leg_length == 0) return r;
    if ((r = cn_check(e, "legs.hertz", d->leg_hertz, CN_RANGE_LEG_HERTZ))) return r;
    return cn_check(e, "legs.damping", d->leg_damping, CN_RANGE_LEG_DAMPING);
}

static cn_Result check_def(cn_Error *e, const cn_MoverDef *d) {
    static const cn_Member members[] = {MEMBER(x, COORDINATE),
                                        MEMBER(y, COORDINATE),
                                        MEMBER(step, LENGTH),
                                        CN_OR_NONE(cn_MoverDef, snap, LENGTH),
                                        MEMBER(max_slope, SLOPE),
                                        MEMBER(push, STRENGTH),
                                        END};
    cn_Result r = check_size(e, d);
    if (r || (r = cn_check_members(e, d, members))) return r;
    if ((r = cn_check_direction(e, "up[1]", "up[2]", "up", d->up_x, d->up_y))) return r;
    if (d->mass != 0 && (r = cn_check(e, "mass", d->mass, CN_RANGE_MASS))) return r;
    if (d->layer < 0 || d->layer > 63)
        return cn_refuse(e, CN_RANGE, "layer", "must be in 0..63, got %d", d->layer);
    if (d->filter.types || d->filter.other_count > 0 || d->filter.test)
        return cn_refuse(e, CN_RANGE, "filter", "only layers and one body to ignore are kept");
    return check_legs(e, d);
}

bool cn_mover_has_sound_def(const cn_Mover *m) {
    cn_Error unused;
    cn_MoverDef d = m->def;
    double up = d.up_x * d.up_x + d.up_y * d.up_y;
    d.x = d.y = 0; /* it may have gone further than it may begin */
    return check_def(&unused, &d) == CN_OK && fabs(up - 1) < 1e-6;
}

/* ---- life --------------------------------------------------------------------------------- */

/* Nobody has looked at what a mover of its kind does not have. */
static void forget_unused(cn_MoverDef *d) {
    cn_MoverDef none = cn_mover_def();
    if (d->w > 0) d->height = none.height;
    if (d->leg_length > 0) return;
    d->leg_hertz = none.leg_hertz;
    d->leg_damping = none.leg_damping;
}

static void design(cn_Mover *m, const cn_MoverDef *d) {
    double square = d->up_x * d->up_x + d->up_y * d->up_y;
    m->def = *d;
    if (fabs(square - 1) > LENGTH_ONE) { /* else each change of another setting would turn it */
        double k = 1 / sqrt(square);
        m->def.up_x *= k, m->def.up_y *= k;
    }
    if (d->snap < 0) m->def.snap = d->step;
    forget_unused(&m->def);
    m->def.filter = cn_mover_filter(m);
    m->foot = d->w > 0 ? d->h / 2 + d->radius : d->height / 2;
    m->reach = d->w > 0 ? sqrt(d->w * d->w + d->h * d->h) / 2 + d->radius : m->foot;
    m->cosine = cn_cos(d->max_slope) - JUST_BEARS;
}

cn_Result cn_mover_create(cn_World *w, const cn_MoverDef *def, cn_MoverId *out) {
    *out = (cn_MoverId){0, 0};
    cn_Result r = cn_check_body(w, cn_world_ground(w));
    if (r || (r = check_def(&w->error, def))) return r;
    if (w->movers.count == 0 && !cn_slots_skip_first(&w->movers))
        return cn_refuse_memory(&w->error);
    int slot = cn_slots_reserve(&w->movers);
    if (slot < 0 || !CN_GROW(w->mover, slot + 1)) return cn_refuse_memory(&w->error);
    cn_Mover *m = &w->mover[slot];
    *m = (cn_Mover){.last = {def->x, def->y}, .before = {def->x, def->y}};
    design(m, def);
    if ((r = cn_mover_embody(w, m))) return r;
    cn_slots_take(&w->movers);
    *out = (cn_MoverId){(uint32_t)slot, w->movers.generation[slot]};
    return CN_OK;
}

cn_Result cn_mover_destroy(cn_World *w, cn_MoverId id) {
    cn_Result r = check_mover(w, id);
    if (r) return r;
    cn_mover_disembody(w, &w->mover[id.index]);
    cn_slots_release(&w->movers, (int)id.index);
    return CN_OK;
}

cn_MoverId cn_world_next_mover(const cn_World *w, cn_MoverId previous) {
    for (int i = cn_slots_after(&w->movers, previous.index); i < w->movers.count; i++)
        if (cn_slots_live(&w->movers, i)) return (cn_MoverId){(uint32_t)i, w->movers.generation[i]};
    return (cn_MoverId){0, 0};
}

/* ---- asked and told ----------------------------------------------------------------------- */

static const cn_Mover *get(const cn_World *w, cn_MoverId id) {
    return cn_mover_live(w, id) ? &w->mover[id.index] : NULL;
}

cn_MoverDef cn_mover_settings(const cn_World *w, cn_MoverId id) {
    const cn_Mover *m = get(w, id);
    if (!m) return cn_mover_def();
    cn_MoverDef def = m->def;
    def.filter = cn_mover_filter(m);
    return def;
}

cn_MoverState cn_mover_state(const cn_World *w, cn_MoverId id) {
    const cn_Mover *m = get(w, id);
    if (!m) return (cn_MoverState){0};
    bool on_shape = cn_shape_live(w, m->ground);
    bool stands = m->grounded && (on_shape || cn_mover_live(w, m->below));
    return (cn_MoverState){m->def.x,
                           m->def.y,
                           m->velocity.x,
                           m->velocity.y,
                           stands,
                           stands ? m->normal.x + 0.0 : 0,
                           stands ? m->normal.y + 0.0 : 0,
                           stands && on_shape ? m->ground : (cn_ShapeId){0, 0}};
}

cn_BodyId cn_mover_body(const cn_World *w, cn_MoverId id) {
    const cn_Mover *m = get(w, id);
    return m && cn_body_live(w, m->body) ? m->body : (cn_BodyId){0, 0};
}

cn_Result cn_mover_configure(cn_World *w, cn_MoverId id, const cn_MoverDef *settings) {
    cn_Result r = check_mover(w, id);
    if (r || (r = check_def(&w->error, settings))) return r;
    cn_Mover *m = &w->mover[id.index], old = *m;
    cn_MoverDef own = *settings;
    own.x = m->def.x, own.y = m->def.y;
    design(m, &own);
    if ((r = cn_mover_reconfigure_body(w, m, &old.def))) *m = old;
    return r;
}

/* ---- room for it -------------------------------------------------------------------------- */

/* Its sizes alone, with its lowest point where it is. */
static cn_Result resized(cn_World *w, cn_Mover *m, const cn_MoverDef *sizes) {
    cn_MoverDef d = m->def;
    double foot = m->foot;
    d.radius = sizes->radius, d.height = sizes->height, d.w = sizes->w, d.h = sizes->h;
    cn_Result r = check_def(&w->error, &d);
    if (r) return r;
    design(m, &d);
    cn_mover_shift(m, m->foot - foot, cn_mover_up(m));
    return CN_OK;
}

/* What it stands beside comes as near as the skin: nearer than that there is no room. */
static bool has_room(cn_World *w, cn_Mover *m) {
    cn_MoverWalk k = cn_mover_walk(w, m, 0);
    if (!cn_query_ready(w)) return false; /* what has moved since the step may be in its way */
    cn_mover_gather(&k);
    for (int i = 0; i < k.plane_count; i++)
        if (k.plane[i].distance < -CN_MOVER_SKIN) return false;
    return true;
}

cn_Result cn_mover_fits(cn_World *w, cn_MoverId id, const cn_MoverDef *sizes, bool *fits) {
    *fits = false;
    if (!cn_mover_live(w, id)) /* hooks may ask */
        return cn_refuse(&w->error, CN_DEAD, "", "mover has been destroyed");
    cn_Mover *m = &w->mover[id.index], old = *m;
    cn_Result r = resized(w, m, sizes);
    if (!r) *fits = has_room(w, m);
    *m = old;
    return r;
}

cn_Result cn_mover_resize(cn_World *w, cn_MoverId id, const cn_MoverDef *sizes, bool *done) {
    *done = false;
    cn_Result r = check_mover(w, id);
    if (r || (r = cn_mover_fits(w, id, sizes, done)) || !*done) return r;
    cn_Mover *m = &w->mover[id.index], old = *m;
    *done = false;
    if ((r = resized(w, m, sizes)) || (r = cn_mover_reconfigure_body(w, m, &old.def))) {
        *m = old;
        return r;
    }
    cn_Pos shift = {m->def.x - old.def.x, m->def.y - old.def.y};
    m->last = cn_pos_along(m->last, 1, shift); /* it has not moved: it has grown */
    m->before = cn_pos_along(m->before, 1, shift);
    cn_mover_follow(w, m);
    *done = true;
    return CN_OK;
}

int cn_mover_contacts(cn_World *w, cn_MoverId id, cn_MoverContact *buffer, int capacity) {
    int count = 0;
    if (!cn_mover_live(w, id) || !cn_query_ready(w)) return 0;
    cn_Mover *m = &w->mover[id.index];
    cn_MoverWalk k = cn_mover_walk(w, m, 0);
    cn_mover_gather(&k);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < k.plane_count; i++) {
            if ((cn_mover_of_plane(&k.plane[i]) != 0) != (pass == 1)) continue;
            if (count < capacity) buffer[count] = cn_mover_contact(w, &k.plane[i], m->velocity);
            count++;
        }
    return count;
}

cn_Result cn_mover_set_position(cn_World *w, cn_MoverId id, double x, double y) {
    cn_Result r = check_mover(w, id);
    if (r || (r = cn_check(&w->error, "x", x, CN_RANGE_COORDINATE)) ||
        (r = cn_check(&w->error, "y", y, CN_RANGE_COORDINATE)))
        return r;
    cn_Mover *m = &w->mover[id.index];
    m->def.x = x, m->def.y = y;
    m->last = m->before = (cn_Pos){x, y};
    m->velocity = (cn_Pos){0, 0};
    m->grounded = false;
    m->leg_speed = 0;
    m->drift = (cn_Pos){0, 0};
    cn_mover_follow(w, m);
    return CN_OK;
}

cn_Result cn_mover_move(cn_World *w, cn_MoverId id, double dx, double dy, double *mx, double *my) {
    *mx = *my = 0;
    cn_Result r = check_mover(w, id);
    if (r || (r = cn_check(&w->error, "dx", dx, CN_RANGE_COORDINATE)) ||
        (r = cn_check(&w->error, "dy", dy, CN_RANGE_COORDINATE)))
        return r;
    cn_Mover *m = &w->mover[id.index];
    cn_Pos start = cn_mover_place(m);
    cn_mover_go(w, m, dx, dy);
    *mx = m->def.x - start.x;
    *my = m->def.y - start.y;
    return CN_OK;
}

void cn_mover_drawn(const cn_World *w, cn_MoverId id, double alpha, double *x, double *y) {
    const cn_Mover *m = get(w, id);
    *x = *y = 0;
    if (!m) return;
    *x = m->def.x + (1 - alpha) * (m->before.x - m->last.x);
    *y = m->def.y + (1 - alpha) * (m->before.y - m->last.y);
}

int cn_mover_outline(const cn_World *w, cn_MoverId id, double *points, int capacity) {
    const cn_Mover *m = get(w, id);
    cn_Probe probe;
    if (!m) return 0;
    cn_mover_shape(m, &probe);
    for (int i = 0; i < probe.count && i < capacity; i++) {
        points[2 * i] = probe.x + probe.v[i].x;
        points[2 * i + 1] = probe.y + probe.v[i].y;
    }
    return probe.count;
}
