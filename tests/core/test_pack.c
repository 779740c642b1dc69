/* test_pack.c: contacts that move to other slots (contact_compact.c).
 *
 * Of two worlds with the same life one is packed before each step: both must have the same hash,
 * tell the same of each contact whose id was kept, and forget the same ids. And what a world no
 * longer needs is given back. Prints "N checks, N failed". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "contact/contact.h"
#include "data/world.h"
#include "step/contact_compact.h"

static void check(bool ok, const char *what, int step) { expect(ok, "%s (step %d)", what, step); }

static uint32_t state;
static int below(int n) {
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (uint32_t)n);
}

static cn_BodyId add(cn_World *w, cn_BodyType type, cn_ShapeKind kind, double x, double y,
                     double width) {
    cn_BodyDef body = cn_body_def();
    cn_ShapeDef def = cn_shape_def(kind);
    cn_BodyId id;
    cn_ShapeId shape;
    body.type = type, body.x = x, body.y = y;
    def.w = width, def.h = 1, def.radius = kind == CN_BOX ? 0 : width / 2;
    check(cn_body_create(w, &body, &id) == CN_OK, "a body", 0);
    check(cn_shape_create(w, id, &def, &shape) == CN_OK, "its shape", 0);
    return id;
}

/* ---- twins -------------------------------------------------------------------------------- */

enum {
    BODIES = 200,
    STEPS = 300,
    KEPT = 20000,
    FEW = 9
}; /* BODIES are exchanged, 40 sleep at first */

typedef struct Twin {
    cn_World *w;
    cn_BodyId body[BODIES];
} Twin;

static void refuse_some(void *context, cn_World *w, cn_Decision *batch, int count) {
    (void)context, (void)w;
    for (int i = 0; i < count; i++) {
        batch[i].refuse = (batch[i].a.index + batch[i].b.index) % 7 == 0;
        batch[i].friction = 0.1f;
    }
}

static void throw_in(Twin *t, int i, int x) {
    t->body[i] = add(t->w, CN_DYNAMIC, i % 3 ? CN_BOX : CN_CIRCLE, x, 12 + i % 5, 1);
}

static void start(Twin *t) {
    double ground[] = {-12, 9, -12, 0, -3, 0.5, 3, 0, 12, 0, 12, 9};
    cn_WorldDef def = cn_world_def();
    cn_ShapeDef chain = cn_shape_def(CN_CHAIN);
    cn_ShapeId shape;
    cn_BodyDef body = cn_body_def();
    cn_BodyId id;
    cn_world_create(&def, &t->w, NULL);
    body.type = CN_STATIC;
    chain.points = ground, chain.point_count = 6, chain.material.friction = 0.5;
    cn_body_create(t->w, &body, &id);
    check(cn_shape_create(t->w, id, &chain, &shape) == CN_OK, "the ground", 0);
    for (int i = 0; i < BODIES; i++) throw_in(t, i, i % 20 - 10);
    for (int i = 0; i < 40; i++)
        cn_body_set_awake(t->w, add(t->w, CN_DYNAMIC, CN_BOX, 1.01 * (i % 20 - 10), 9 + i / 20, 1),
                          false);
}

/* Some go, and others come in their slots. */
static void exchange(Twin *t, int step) {
    if (step < 60) return;
    int gone = below(BODIES), x = below(20) - 10;
    cn_body_destroy(t->w, t->body[gone]);
    throw_in(t, gone, x);
    if (step % 8 == 0) cn_body_set_velocity(t->w, t->body[below(BODIES)], 0, 15);
}

static bool same_manifold(const cn_Manifold *p, const cn_Manifold *q) {
    bool same = p->a.index == q->a.index && p->b.index == q->b.index && p->count == q->count &&
                p->piece_a == q->piece_a && p->piece_b == q->piece_b && p->nx == q->nx &&
                p->ny == q->ny && p->touching == q->touching && p->ignored == q->ignored;
    for (int i = 0; i < p->count; i++)
        same = same && memcmp(&p->points[i], &q->points[i], sizeof p->points[i]) == 0;
    return same;
}

typedef struct Kept {
    cn_ContactId id;
    cn_ShapeId a, b;
    int slot;
    bool dead;
} Kept;

static void keep_new(const Twin *t, Kept *kept, int *count) {
    static cn_ContactId ids[16 * BODIES];
    int n = cn_world_contacts(t->w, ids, 16 * BODIES);
    for (int i = 0; i < n && *count < KEPT; i++) {
        cn_Manifold m;
        check(cn_contact_manifold(t->w, ids[i], &m), "a contact has a manifold", i);
        kept[(*count)++] = (Kept){ids[i], m.a, m.b, cn_contact_slot(t->w, ids[i]), false};
    }
}

/* Returns how many are valid in another slot; adds those whose slot is another's now. */
static int compare_kept(Kept *kept, int count, const Twin *still, const Twin *packed, int *others,
                        int step) {
    int moved = 0;
    for (int i = 0; i < count; i++) {
        Kept *k = &kept[i];
        cn_Manifold p, q;
        bool valid = cn_contact_manifold(packed->w, k->id, &q);
        check(valid == cn_contact_manifold(still->w, k->id, &p), "valid in both", step);
        check(!(valid && k->dead), "who has ended does not come back", step);
        if (valid) check(same_manifold(&p, &q), "the same manifold", step);
        if (valid) check(q.a.index == k->a.index && q.b.index == k->b.index, "its shapes", step);
        bool used =
            k->slot < packed->w->contacts.count && cn_slots_live(&packed->w->contacts, k->slot);
        *others += !valid && used;
        moved += valid && cn_contact_slot(packed->w, k->id) != k->slot;
        k->dead |= !valid;
    }
    return moved;
}

/* Who asks for a few gets the first of all. */
static void compare_first(const Twin *t, int step) {
    static cn_ContactId all[16 * BODIES];
    cn_ContactId few[FEW];
    int n = cn_world_contacts(t->w, all, 16 * BODIES), m = cn_world_contacts(t->w, few, FEW);
    check(n == m && n <= 16 * BODIES, "as many, whatever the room", step);
    for (int i = 0; i < FEW && i < n; i++)
        check(memcmp(&all[i], &few[i], sizeof few[i]) == 0, "the first of them", step);
}

static void twins(void) {
    static Kept kept[KEPT];
    const char *why = "";
    cn_Hooks hooks = {NULL, true, false, refuse_some};
    Twin still, packed;
    int count = 0, moved = 0, others = 0;
    start(&still), start(&packed);
    for (int step = 0; step < STEPS; step++) {
        uint32_t seed = state;
        exchange(&still, step);
        state = seed;
        exchange(&packed, step);
        cn_contact_pack(packed.w);
        check(cn_world_validate(packed.w, &why), why, step);
        cn_world_step(still.w, 1.0 / 60, &hooks);
        cn_world_step(packed.w, 1.0 / 60, &hooks);
        check(cn_world_validate(packed.w, &why), why, step);
        check(cn_world_hash(still.w) == cn_world_hash(packed.w), "the same hash", step);
        if (step % 50 == 49) keep_new(&packed, kept, &count);
        if (step % 10 == 9) compare_first(&still, step), compare_first(&packed, step);
        moved += compare_kept(kept, count, &still, &packed, &others, step);
    }
    check(moved > 100 && others > 100, "contacts moved, and slots went to others", STEPS);
    cn_world_destroy(still.w);
    cn_world_destroy(packed.w);
}

/* ---- room that is no longer needed -------------------------------------------------------- */

enum { SIDE = 24 };

static void step_to(cn_World *w, uint64_t steps) {
    const char *why = "";
    while (cn_world_steps(w) < steps) cn_world_step(w, 1.0 / 60, NULL);
    check(cn_world_validate(w, &why), why, (int)steps);
}

/* When most towers are gone the contacts of the last move into the first slots, and memory is given
 * back. */
static void giving_back(void) {
    cn_WorldDef def = cn_world_def();
    cn_World *w;
    cn_BodyId crate[SIDE * SIDE];
    cn_world_create(&def, &w, NULL);
    add(w, CN_STATIC, CN_BOX, 0, -0.5, 4 * SIDE);
    for (int i = 0; i < SIDE * SIDE; i++) /* towers */
        crate[i] = add(w, CN_DYNAMIC, CN_BOX, 2 * (i / SIDE), 0.5 + i % SIDE, 1);
    step_to(w, 100);
    cn_Counts before = cn_world_counts(w);
    for (int i = 0; i < SIDE * SIDE; i++)
        if (i / SIDE < SIDE - 3) cn_body_destroy(w, crate[i]);
    step_to(w, 300);
    cn_Counts after = cn_world_counts(w);
    check(after.contacts > 0 && 4 * after.pairs < before.pairs, "there are fewer contacts", 300);
    check(w->contacts.count <= after.pairs + after.pairs / 4, "they stand in the first slots", 300);
    check(w->contact_capacity <= after.pairs + after.pairs / 2, "room for them alone", 300);
    check(after.bytes < before.bytes, "memory is given back", 300);
    cn_world_destroy(w);
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        state = 11u * (uint32_t)i;
        twins();
    }
    giving_back();
    return tally();
}
