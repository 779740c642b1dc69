/* fuzz_api.c: everything that cairn.h offers, in an order of chance, one call of five with what no
 * caller should give. What must hold: a call that is refused says why and has changed nothing; no
 * number that can be read is none; the world is sound; a hook may change nothing; the same calls
 * give the same bits with three threads, whose jobs are cut up and done in an order of chance
 * (chance_jobs.h), and from a snapshot taken on the way.
 *
 * Built with sanitizers it is they who look. How to run it: driver.h. */
#include <stdio.h>
#include <stdlib.h>

#include "chance_jobs.h"
#include "play.h"

#define SOUND_EVERY 16 /* calls, from one look at all links to the next */

/* ---- steps -------------------------------------------------------------------------------- */

static void look_at_events(const Play *p) {
    const cn_Events *e = cn_world_events(p->world);
    for (int i = 0; i < e->hit_count; i++)
        check_number(e->hits[i].x + e->hits[i].y + (double)e->hits[i].impulse, "a hit");
    for (int i = 0; i < e->pressed_count; i++) check_number(e->pressed[i].force, "a press");
    for (int i = 0; i < e->mover_hit_count; i++)
        check_number(e->mover_hits[i].contact.speed, "a mover's hit");
    for (int i = 0; i < e->warning_count; i++)
        if (e->warnings[i].kind == CN_WARN_NOT_FINITE && !p->extreme)
            fuzz_fault("a body became non-finite");
}

/* Answers of chance; and whatever it tries to change is refused. */
static void decide(void *context, cn_World *w, cn_Decision *batch, int count) {
    Play *p = context;
    if (!cn_world_is_stepping(w)) fuzz_fault("a hook outside of a step");
    for (int i = 0; i < count; i++) {
        unsigned answer = next_byte(&p->in);
        batch[i].refuse = answer % 16 == 1;
        batch[i].skip = answer % 16 == 2;
        batch[i].ignore = answer % 16 == 3;
        if (answer % 16 == 4) batch[i].friction = (float)number(&p->in, 0, 2);
        if (answer % 16 == 5) batch[i].restitution = (float)number(&p->in, 0, 1);
        if (answer % 16 == 6) batch[i].surface_speed = (float)number(&p->in, -3, 3);
    }
    cn_BodyDef def = cn_body_def();
    cn_BodyId id;
    if (cn_body_create(w, &def, &id) != CN_LOCKED || cn_world_clear(w) != CN_LOCKED ||
        cn_world_step(w, 0.01, NULL) != CN_LOCKED ||
        cn_world_snapshot(w, NULL, 0, &p->moment) != CN_LOCKED)
        fuzz_fault("a hook changed the world");
}

static cn_Result step(Play *p) {
    cn_Hooks hooks = {p, next_byte(&p->in) & 1, next_byte(&p->in) & 1, decide};
    double dt = once_in(&p->in, 3) ? number(&p->in, 0, 0.05) : 1.0 / 60;
    fuzz_count("steps", 1);
    cn_Result r = cn_world_step(p->world, dt, once_in(&p->in, 3) ? &hooks : NULL);
    look_at_events(p);
    return r == CN_LIMIT ? CN_OK : r; /* a step further */
}

/* ---- the world ---------------------------------------------------------------------------- */

static cn_Result configure_world(Play *p) {
    cn_WorldDef def = make_settings(p, cn_world_settings(p->world));
    return cn_world_configure(p->world, &def);
}

static cn_Result set_world(Play *p) {
    cn_World *w = p->world;
    Input *in = &p->in;
    switch (below(in, 8)) {
    case 0:
        return cn_world_set_gravity(w, number(in, -9, 9), number(in, -9, 9));
    case 1:
        return cn_world_set_collides(w, whole(in, 0, 4), whole(in, 0, 4), next_byte(in) & 1);
    case 2:
        cn_world_set_paused(w, once_in(in, 4));
        return CN_OK;
    case 3:
        return once_in(in, 16) ? cn_world_clear(w) : CN_OK;
    case 4: {
        cn_WindDef wind = cn_wind_def();
        wind.x = number(in, -9, 9), wind.drag = number(in, 0, 2), wind.lift = number(in, 0, 1);
        return cn_world_set_wind(w, once_in(in, 3) ? NULL : &wind);
    }
    default: {
        cn_ExplosionDef blast = cn_explosion_def();
        blast.x = number(in, -RADIUS, RADIUS), blast.y = number(in, -RADIUS, RADIUS);
        blast.radius = number(in, 0.1, 3), blast.falloff = number(in, 0, 3);
        blast.impulse = number(in, -5, 5), blast.occlusion = next_byte(in) & 1;
        return cn_world_explode(w, &blast);
    }
    }
}

/* Whoever has not taken it looks at each number of it, and finds nothing wrong. */
static void check_loads(const Play *p, const cn_Snapshot *image) {
    cn_World *other = NULL;
    cn_Error e;
    if (cn_world_load(image->bytes, image->size, 1, &other, &e) != CN_OK)
        fuzz_fault("a snapshot of its own is refused: %s", e.message);
    if (cn_world_hash(other) != cn_world_hash(p->world)) fuzz_fault("what is loaded is another");
    cn_world_destroy(other);
    fuzz_count("loads", 1);
}

static cn_Result take_moment(Play *p) {
    static const char note[] = "a note";
    cn_Result r = once_in(&p->in, 3) ? cn_world_pack(p->world, note, sizeof note, &p->moment)
                                     : cn_world_snapshot(p->world, NULL, 0, &p->moment);
    if (r != CN_OK) return r;
    p->has_moment = true;
    check_loads(p, &p->moment);
    return CN_OK;
}

static cn_Result go_back(Play *p) {
    if (!p->has_moment) return CN_OK;
    size_t size = p->moment.size;
    if (p->in.hostile && size > 0) size = (size_t)next_word(&p->in) % size; /* cut short */
    return cn_world_restore(p->world, p->moment.bytes, size);
}

/* Which body of a world and of its copy is the first that is elsewhere, for what is told. */
static void compare(const cn_World *w, const cn_World *copy) {
    for (cn_BodyId b = {0, 0}; (b = cn_world_next_body(w, b)).generation;) {
        cn_BodyState s = cn_body_state(w, b), t = cn_body_state(copy, b);
        if (memcmp(&s, &t, sizeof s) == 0) continue;
        fuzz_tell("body %u: %.17g %.17g %.9g %.9g %.9g, of the copy %.17g %.17g %.9g %.9g %.9g",
                  b.index, s.x, s.y, (double)s.vx, (double)s.vy, (double)s.angular_velocity, t.x,
                  t.y, (double)t.vx, (double)t.vy, (double)t.angular_velocity);
    }
}

/* A world that was copied goes on as this one does. */
static cn_Result copy_world(Play *p) {
    cn_World *copy = NULL;
    if (cn_world_clone(p->world, &copy) != CN_OK)
        fuzz_fault("no clone: %s", cn_world_error(p->world)->message);
    for (int i = 0; i < 3; i++) {
        cn_world_step(copy, 1.0 / 60, NULL);
        cn_world_step(p->world, 1.0 / 60, NULL);
        compare(p->world, copy);
    }
    if (cn_world_hash(copy) != cn_world_hash(p->world)) fuzz_fault("a clone went elsewhere");
    cn_world_destroy(copy);
    fuzz_count("steps", 6);
    return CN_OK;
}

static const Choice other_acts[] = {
    {"step", step, 30},
    {"configure_world", configure_world, 3},
    {"set_world", set_world, 4},
    {"take_moment", take_moment, 2},
    {"go_back", go_back, 2},
    {"copy_world", copy_world, 1},
    {"look_at_body", look_at_body, 4},
    {"look_at_shape", look_at_shape, 4},
    {"look_at_joint", look_at_joint, 4},
    {"look_at_mover", look_at_mover, 3},
    {"look_at_world", look_at_world, 3},
    {"look_at_contacts", look_at_contacts, 3},
    {"ask_rays", ask_rays, 4},
    {"ask_casts", ask_casts, 4},
    {"ask_overlaps", ask_overlaps, 3},
};

/* ---- plays -------------------------------------------------------------------------------- */

#define MOST_CHOICES 256

static const Choice *choices[MOST_CHOICES]; /* each as often as it comes */
static int choice_count;

static void list(const Choice *acts, int count) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < acts[i].often && choice_count < MOST_CHOICES; k++)
            choices[choice_count++] = &acts[i];
}

static void check_sound(const Play *p, const char *after) {
    const char *why = "";
    if (!cn_world_validate(p->world, &why)) fuzz_fault("after %s: %s", after, why);
}

/* A refusal has a sentence, and has changed nothing. */
static void check_refusal(const Play *p, const char *what, cn_Result r, bool changed) {
    const cn_Error *error = cn_world_error(p->world);
    fuzz_count("refused", 1);
    if (error->message[0] == '\0') fuzz_fault("%s was refused (%d) without a sentence", what, r);
    if (changed)
        fuzz_fault("%s was refused and has changed something: %s %s", what, error->field,
                   error->message);
}

static void act(Play *p, int number_of_call) {
    const Choice *choice = choices[next_byte(&p->in) % (unsigned)choice_count];
    bool hostile = p->in.hostile = once_in(&p->in, 5);
    bool steps = choice->act == step;
    uint64_t before = p->hash;
    cn_Result r = choice->act(p);
    p->hash = cn_world_hash(p->world);
    fuzz_count("calls", 1);
    fuzz_tell("%s%s: %d %s", choice->name, hostile ? ", hostile" : "", r,
              r ? cn_world_error(p->world)->message : "");
    p->extreme = p->extreme || (hostile && r == CN_OK);
    if (r != CN_OK && !steps) check_refusal(p, choice->name, r, p->hash != before);
    if (r == CN_MEMORY || r == CN_LOCKED) fuzz_fault("%s: %d outside of a hook", choice->name, r);
    if (number_of_call % SOUND_EVERY == 0) check_sound(p, choice->name);
}

/* The world becomes what it is: whatever the step keeps beside it is gone. */
static void put_back(Play *p) {
    cn_Snapshot image = {0};
    if (cn_world_snapshot(p->world, NULL, 0, &image) != CN_OK ||
        cn_world_restore(p->world, image.bytes, image.size) != CN_OK)
        fuzz_fault("it is not put back: %s", cn_world_error(p->world)->message);
    if (cn_world_hash(p->world) != p->hash) fuzz_fault("what is put back is another");
    check_loads(p, &image);
    cn_snapshot_free(&image);
}

/* How a play goes, call by call, and how it is to go: as another one did. */
#define MOST_CALLS 4096
static uint64_t hashes[MOST_CALLS];

typedef enum Way { PLAIN, THREADS, PUT_BACK } Way;

static void compare_call(const Play *p, Way way, int i) {
    if (i >= MOST_CALLS) return;
    if (way == PLAIN) hashes[i] = p->hash;
    if (hashes[i] == p->hash) return;
    fuzz_fault(way == PUT_BACK ? "a world that was put back goes elsewhere in call %d"
                               : "three threads go elsewhere in call %d",
               i);
}

/* A floor, and calls until the bytes end. */
static void play(const uint8_t *bytes, size_t size, Way way) {
    static Play p; /* large */
    p = (Play){.in = {bytes, size, 0, false}};
    cn_WorldDef def = cn_world_def();
    def.threads = way == THREADS ? 3 : 1;
    chance_seed = size;
    if (cn_world_create(&def, &p.world, NULL) != CN_OK) fuzz_fault("no world");
    cn_ShapeDef floor = cn_shape_def(CN_BOX);
    cn_ShapeId id;
    floor.w = 2 * RADIUS, floor.h = 1, floor.y = -RADIUS;
    if (cn_shape_create(p.world, cn_world_ground(p.world), &floor, &id) != CN_OK)
        fuzz_fault("no floor");
    keep_shape(&p, id);
    keep_body(&p, cn_world_ground(p.world));
    p.hash = cn_world_hash(p.world);
    for (int i = 0; !has_ended(&p.in); i++) {
        act(&p, i);
        if (way == PUT_BACK && bytes[(size_t)i % size] % 4 == 0) put_back(&p);
        compare_call(&p, way, i);
    }
    check_sound(&p, "all");
    cn_snapshot_free(&p.moment);
    cn_world_destroy(p.world);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (choice_count == 0) {
        list(object_acts, object_act_count);
        list(other_acts, sizeof other_acts / sizeof *other_acts);
    }
    play(bytes, size, PLAIN);
    if (size > 0 && bytes[0] % 4 == 0) play(bytes, size, THREADS);
    if (size > 0 && bytes[0] % 4 == 1) play(bytes, size, PUT_BACK);
    if (cn_memory_used() != 0) fuzz_fault("%zu bytes are left", cn_memory_used());
    return 0;
}
