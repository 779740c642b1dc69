/* contact.c: what a contact is to others, and the end of one.
 *
 * A contact stands in the lists of both its bodies, in a table by its two pieces and, where a
 * shape has several pieces, in a record of the pair of shapes, which counts touches so that a
 * pair begins and ends once. A contact is active while one of its ends is awake.
 * Not here: the many that begin and end in a step (contact_create.c, contact_destroy.c), manifolds
 * (narrow_phase.c), answers of scripts (callback.c). */
#include "contact/contact.h"

#include <string.h>

#include "activity/activity.h"
#include "contact/contact_event.h"
#include "contact/contact_speed.h"
#include "contact/mover_filter.h"
#include "contact/rebound.h"
#include "data/body_access.h"
#include "data/contact_access.h"
#include "data/shape_access.h"
#include "data/world.h"
#include "world/check.h"
#include "world/joint_state.h"
#include "world/sparse_entry.h"

#define KEYS_EACH 64 /* count of keys, for one thread at a time */
/* count of contacts whose memory is asked for before it is their turn: by then it has arrived */
#define AHEAD 8

/* A chain, a segment without rounding: no inside to meet another thin one with. */
static bool is_thin(const cn_World *w, const cn_Shape *s) {
    bool line = s->kind == CN_SEGMENT || s->kind == CN_CHAIN;
    return line && w->piece[s->first_piece].radius == 0;
}

static bool layers_allow(const cn_World *w, const cn_Traits *a, const cn_Traits *b) {
    if (a->group != 0 && a->group == b->group) return a->group > 0;
    if (a->shuns >> b->layer & 1 || b->shuns >> a->layer & 1) return false;
    return w->collides[a->layer] >> b->layer & 1;
}

bool cn_contact_allowed(const cn_World *w, int shape_a, int shape_b) {
    const cn_Shape *a = &w->shape[shape_a], *b = &w->shape[shape_b];
    const cn_Traits *of_a = &w->traits[a->traits], *of_b = &w->traits[b->traits];
    if (a->body == b->body || (of_a->sensor && of_b->sensor && !of_a->seen && !of_b->seen))
        return false;
    if (cn_joint_separates(w, a->body, b->body)) return false;
    if (of_a->ignores && of_b->ignores && cn_ignored_has(w, shape_a, shape_b)) return false;
    cn_BodyType ta = w->cold[a->body].type, tb = w->cold[b->body].type;
    bool sensor = of_a->sensor || of_b->sensor;
    if (!sensor && ta != CN_DYNAMIC && tb != CN_DYNAMIC) return false;
    if (w->movers.live > 0) {
        uint32_t fa = w->body_flags[a->body], fb = w->body_flags[b->body];
        if (fa & CN_BODY_MOVER && !cn_mover_allows(w, shape_a, shape_b)) return false;
        if (fb & CN_BODY_MOVER && !cn_mover_allows(w, shape_b, shape_a)) return false;
    }
    return !(is_thin(w, a) && is_thin(w, b)) && layers_allow(w, of_a, of_b);
}

/* ---- lists -------------------------------------------------------------------------------- */

/* One thread counts while others read what else is in the flags: cn_dominance_lead. */
static void set_flags(cn_World *w, int body, uint32_t flags) {
    if (w->body_flags[body] != flags)
        __atomic_store_n(&w->body_flags[body], flags, __ATOMIC_RELAXED);
}

void cn_contact_near(cn_World *w, int body) {
    if (++w->cold[body].near_count > CN_CROWD)
        set_flags(w, body, w->body_flags[body] | CN_BODY_CROWDED);
}

void cn_contact_part(cn_World *w, int body) {
    if (--w->cold[body].near_count < CN_CROWD / 2)
        set_flags(w, body, w->body_flags[body] & ~(uint32_t)CN_BODY_CROWDED);
}

static void unlink_end(cn_World *w, int contact, int side, int body) {
    cn_ContactCold *c = &w->contact_cold[contact];
    int next = c->next[side], previous = c->previous[side];
    if (next >= 0) w->contact_cold[next >> 1].previous[next & 1] = previous;
    if (previous >= 0)
        w->contact_cold[previous >> 1].next[previous & 1] = next;
    else
        w->cold[body].first_contact = next;
    cn_contact_part(w, body);
}

/* ratio of squares: a disc whose middle is off the centre of mass by less than a thousandth of its
 * radius is a wheel */
#define CENTRED 1e-6f

/* A disc that does not swing when its body turns. */
static bool is_wheel(const cn_World *w, int piece) {
    const cn_Piece *p = &w->piece[piece];
    if (p->vertex_count != 1) return false;
    if (w->cold[p->body].type == CN_STATIC || p->kind == CN_GEOM_PLANE) return true;
    cn_Geom geom = cn_piece_geom(w, piece);
    cn_Vec arm = cn_sub(geom.vertices[0], w->pose[p->body].center);
    return cn_length_sq(arm) <= CENTRED * geom.radius * geom.radius;
}

void cn_contact_set_reach(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    bool wheels = is_wheel(w, c->piece_a) && is_wheel(w, c->piece_b);
    c->flags = (c->flags & ~(uint32_t)CN_CONTACT_WHEELS) | (wheels ? CN_CONTACT_WHEELS : 0u);
    float a = w->motion[c->body_a].extent, b = w->motion[c->body_b].extent;
    c->reach = w->cold[c->body_a].type == CN_STATIC   ? b
               : w->cold[c->body_b].type == CN_STATIC ? a
                                                      : cn_minf(a, b);
}

/* ---- pairs of shapes ---------------------------------------------------------------------- */

void cn_contact_leave_pair(cn_World *w, int pair) {
    if (pair < 0 || --w->pair[pair].contacts > 0) return;
    cn_pair_table_remove(&w->pair_table, w->pair[pair].shape_a, w->pair[pair].shape_b);
    cn_slots_release(&w->pairs, pair);
}

/* ---- life --------------------------------------------------------------------------------- */

void cn_contact_limit(cn_World *w, int body) {
    w->limit_hit = true;
    w->limit_place = (cn_Pos){w->pose[body].x, w->pose[body].y};
}

void cn_contact_unlink(cn_World *w, int contact, int body_a, int body_b) {
    unlink_end(w, contact, 0, body_a);
    unlink_end(w, contact, 1, body_b);
}

void cn_contact_release(cn_World *w, int contact, int piece_a, int piece_b) {
    cn_pair_table_remove(&w->contact_table, piece_a, piece_b);
    uint64_t bit = (uint64_t)1 << (contact & 63);
    w->active[contact >> 6] &= ~bit;
    if (contact >> 6 < w->waiting_capacity) w->waiting[contact >> 6] &= ~bit;
    cn_slots_release(&w->contacts, contact);
}

void cn_contact_strike(cn_World *w, int contact) {
    cn_Contact *c = &w->contact[contact];
    int pair = cn_contact_pair(w, contact);
    if (c->flags & CN_CONTACT_TOUCHING) {
        c->flags &= ~(uint32_t)CN_CONTACT_TOUCHING;
        if (pair < 0 || --w->pair[pair].touching == 0) cn_event_end(w, contact);
    }
    cn_contact_leave_pair(w, pair);
    cn_contact_release(w, contact, c->piece_a, c->piece_b);
}

void cn_contact_destroy(cn_World *w, int contact) {
    const cn_Contact *c = &w->contact[contact];
    if (c->count > 0) cn_activity_disturb_both(w, c->body_a, c->body_b, CN_DISTURBED_FORCED);
    bool lively = c->flags & CN_CONTACT_LIVELY;
    cn_contact_unlink(w, contact, c->body_a, c->body_b);
    cn_contact_strike(w, contact);
    if (lively) cn_rebound_lose_contact(w, c->body_a, c->body_b);
}

void cn_contact_destroy_of_piece(cn_World *w, int piece) {
    for (int link = w->cold[w->piece[piece].body].first_contact; link >= 0;) {
        const cn_Contact *c = &w->contact[link >> 1];
        int next = cn_contact_next(w, link);
        if (c->piece_a == piece || c->piece_b == piece) cn_contact_destroy(w, link >> 1);
        link = next;
    }
}

/* ---- reading ------------------------------------------------------------------------------ */

int cn_contact_slot(const cn_World *w, cn_ContactId id) {
    if (id.piece_a >= (uint32_t)w->pieces.count || id.piece_b >= (uint32_t)w->pieces.count)
        return -1;
    int slot = cn_pair_table_find(&w->contact_table, (int)id.piece_a, (int)id.piece_b);
    return slot >= 0 && w->contacts.generation[slot] == id.birth ? slot : -1;
}

bool cn_contact_is_valid(const cn_World *w, cn_ContactId id) { return cn_contact_slot(w, id) >= 0; }

bool cn_contact_manifold(const cn_World *w, cn_ContactId id, cn_Manifold *out) {
    int slot = cn_contact_slot(w, id);
    if (slot >= 0)
        cn_contact_tell(w, slot, out);
    else
        *out = (cn_Manifold){0};
    return slot >= 0;
}

void cn_contact_tell(const cn_World *w, int slot, cn_Manifold *out) {
    *out = (cn_Manifold){0};
    const cn_Contact *c = &w->contact[slot];
    const cn_ContactCold *cold = &w->contact_cold[slot];
    out->id = cn_contact_id(w, slot);
    out->a = cn_shape_id(w, cn_contact_shape_a(w, c));
    out->b = cn_shape_id(w, cn_contact_shape_b(w, c));
    out->body_a = cn_body_id(w, c->body_a);
    out->body_b = cn_body_id(w, c->body_b);
    out->piece_a = w->piece[c->piece_a].index;
    out->piece_b = w->piece[c->piece_b].index;
    out->count = c->count;
    out->nx = c->normal.x;
    out->ny = c->normal.y;
    cn_Pos center = cn_pose_center(&w->pose[c->body_a]);
    cn_Row speed[2];
    cn_contact_speeds(w, slot, speed);
    for (int i = 0; i < c->count; i++) {
        out->points[i] = (cn_ManifoldPoint){.x = center.x + (double)c->r[i].x,
                                            .y = center.y + (double)c->r[i].y,
                                            .separation = c->separation[i],
                                            .normal_speed = speed[i].normal,
                                            .tangent_speed = speed[i].tangent,
                                            .normal_impulse = c->total[i].normal,
                                            .tangent_impulse = c->total[i].tangent,
                                            .feature = cold->feature[i]};
    }
    out->friction = c->friction;
    out->restitution = cold->restitution;
    out->surface_speed = cn_contact_rare(w, slot).surface_speed;
    out->touching = c->flags & CN_CONTACT_TOUCHING;
    out->sensor = c->flags & CN_CONTACT_SENSOR;
    out->ignored = c->flags & (CN_CONTACT_IGNORED | CN_CONTACT_REFUSED);
}

cn_Result cn_contact_ignore(cn_World *w, cn_ContactId id) {
    int slot = cn_contact_slot(w, id);
    if (slot < 0) return cn_refuse(&w->error, CN_DEAD, "", "manifold has ended");
    cn_Contact *c = &w->contact[slot];
    cn_activity_settle(w); /* until now it may join two bodies to an island */
    c->flags |= CN_CONTACT_IGNORED;
    cn_contact_stir(w, slot);
    int pair = cn_contact_pair(w, slot);
    if (pair >= 0) w->pair[pair].flags |= CN_CONTACT_IGNORED;
    w->pairs_barred |= pair >= 0;
    cn_activity_disturb_both(w, c->body_a, c->body_b, CN_DISTURBED_CHANGED);
    cn_activity_settle(w); /* a hook may say so, and the step goes on */
    return CN_OK;
}

/* ---- order -------------------------------------------------------------------------------- */

static bool pair_before(const cn_World *w, int a1, int b1, int a2, int b2) {
    const cn_Piece *p[] = {&w->piece[a1], &w->piece[b1]}, *q[] = {&w->piece[a2], &w->piece[b2]};
    for (int i = 0; i < 2; i++)
        if (p[i]->shape != q[i]->shape) return p[i]->shape < q[i]->shape;
    return p[0]->index != q[0]->index ? p[0]->index < q[0]->index : p[1]->index < q[1]->index;
}

static bool slot_before(const void *world, const void *p, const void *q) {
    const cn_World *w = world;
    const cn_Contact *a = &w->contact[*(const int *)p], *b = &w->contact[*(const int *)q];
    return pair_before(w, a->piece_a, a->piece_b, b->piece_a, b->piece_b);
}

static bool id_before(const void *world, const void *p, const void *q) {
    const cn_ContactId *a = p, *b = q;
    return pair_before(world, (int)a->piece_a, (int)a->piece_b, (int)b->piece_a, (int)b->piece_b);
}

/* Sorted once the room is full; what comes then takes the place of what stands behind it. */
void cn_contact_put_id(const cn_World *w, cn_ContactId *ids, int capacity, int count, int slot) {
    cn_ContactId id = cn_contact_id(w, slot);
    int at = capacity - 1;
    if (count < capacity) ids[count] = id;
    if (count < capacity || capacity <= 0) return;
    if (count == capacity) cn_sort(ids, count, sizeof *ids, id_before, w);
    if (!id_before(w, &id, &ids[at])) return;
    for (; at > 0 && id_before(w, &id, &ids[at - 1]); at--) ids[at] = ids[at - 1];
    ids[at] = id;
}

void cn_contact_sort_ids(const cn_World *w, cn_ContactId *ids, int capacity, int count) {
    if (count <= capacity) cn_sort(ids, count, sizeof *ids, id_before, w);
}

void cn_contact_note(cn_World *w, cn_ContactList *list, int contact) {
    if (!cn_had_memory(w, CN_GROW(list->slots, list->count + 1))) return;
    list->slots[list->count++] = contact;
}

typedef struct Keys {
    cn_World *w;
    const int *slots;
    cn_Keyed *keyed;
    int (*note)(cn_World *w, int contact);
} Keys;

static void make_keys(void *context, int first, int last, int worker) {
    const Keys *k = context;
    (void)worker;
    for (int i = first; i < last; i++) {
        int contact = k->slots[i];
        if (i + AHEAD < last) cn_contact_fetch(k->w, k->slots[i + AHEAD]);
        k->keyed[i] = (cn_Keyed){cn_contact_key(k->w, contact), contact,
                                 k->note ? k->note(k->w, contact) : 0};
    }
}

static bool keyed_before(const void *world, const void *p, const void *q) {
    return slot_before(world, &((const cn_Keyed *)p)->a, &((const cn_Keyed *)q)->a);
}

/* By shapes with whole keys, which is all there is to it but for pieces of one pair. */
bool cn_contact_sort(cn_World *w, const cn_ContactList *list,
                     int (*note)(cn_World *w, int contact)) {
    cn_StepMemory *s = &w->scratch;
    int n = list->count;
    if (n == 0) return true;
    if (!CN_GROW(s->contact.sorted, 2 * n)) return false;
    Keys keys = {w, list->slots, s->contact.sorted, note};
    cn_jobs_run(w->jobs, make_keys, &keys, n, KEYS_EACH);
    cn_sort_keyed(s->contact.sorted, s->contact.sorted + n, n);
    for (int first = 0, end; first < n; first = end) {
        for (end = first + 1;
             end < n && s->contact.sorted[end].key == s->contact.sorted[first].key;)
            end++;
        if (end - first > 1)
            cn_sort(s->contact.sorted + first, end - first, sizeof *s->contact.sorted, keyed_before,
                    w);
    }
    return true;
}

void cn_contact_sort_list(cn_World *w, cn_ContactList *list) {
    cn_StepMemory *s = &w->scratch;
    if (list->count <= 1) return;
    if (!cn_contact_sort(w, list, NULL)) {
        cn_sort(list->slots, list->count, sizeof *list->slots, slot_before, w);
        return;
    }
    for (int i = 0; i < list->count; i++) list->slots[i] = s->contact.sorted[i].a;
}
