/* sparse_image.c: the lists of what few bodies, shapes and joints have: forces of every step, pairs
 * of shapes that ignore each other, loads and alarms.
 *
 * Few worlds have any, and only these have a list in their bytes: flags of bodies, traits of shapes
 * and flags of joints, which stand before it, say whether there is one. So the bytes of a world
 * without are those of the versions that did not know of it. */
#include "snapshot/sparse_image.h"

#include "data/world.h"
#include "snapshot/sound.h"

/* How many there have to be. In a world that is written, those that there are. */
static int count_of(const cn_Image *im, int there, int flagged) {
    return cn_image_reads(im) ? flagged : there;
}

/* The list, of which the reader knows how long it is; false where that is not so, or it has none.
 */
static bool list(cn_Image *im, void **array, int *capacity, size_t size, int count) {
    if (im->result != CN_OK || count == 0) return false;
    int found = count;
    cn_image_array(im, array, capacity, size, &found);
    return cn_image_reads(im) && im->result == CN_OK &&
           cn_image_expect(im, found == count, "a list", "has not as many elements as it should");
}

/* ---- forces of every step ----------------------------------------------------------------- */

static bool thrust_is_sound(const cn_World *w, const cn_Thrust *t, int before) {
    double sum = (double)t->x + t->y + t->along_x + t->along_y + t->torque;
    return t->body > before && t->body < w->bodies.count && cn_slots_live(&w->bodies, t->body) &&
           w->body_flags[t->body] & CN_BODY_THRUST && cn_is_finite(sum);
}

static void thrusts(cn_World *w, cn_Image *im) {
    int flagged = 0;
    for (int i = 0; cn_image_reads(im) && im->result == CN_OK && i < w->bodies.count; i++)
        flagged += (w->body_flags[i] & CN_BODY_THRUST) != 0;
    int count = count_of(im, w->thrust_count, flagged);
    if (!list(im, (void **)&w->thrust, &w->thrust_capacity, sizeof *w->thrust, count)) return;
    bool sound = true;
    for (int i = 0; i < count && sound; i++)
        sound = thrust_is_sound(w, &w->thrust[i], i > 0 ? w->thrust[i - 1].body : -1);
    if (cn_image_expect(im, sound, "a force of every step", "is none")) w->thrust_count = count;
}

/* ---- dominance ---------------------------------------------------------------------------- */

static bool dominance_is_sound(const cn_World *w, const cn_Dominance *d, int before) {
    return d->body > before && d->body < w->bodies.count && cn_slots_live(&w->bodies, d->body) &&
           w->body_flags[d->body] & CN_BODY_DOMINANT && d->level != 0 &&
           d->level >= -CN_MAX_DOMINANCE && d->level <= CN_MAX_DOMINANCE && w->special_surfaces;
}

static void dominances(cn_World *w, cn_Image *im) {
    int flagged = 0;
    for (int i = 0; cn_image_reads(im) && im->result == CN_OK && i < w->bodies.count; i++)
        flagged += (w->body_flags[i] & CN_BODY_DOMINANT) != 0;
    int count = count_of(im, w->dominance_count, flagged);
    if (!list(im, (void **)&w->dominance, &w->dominance_capacity, sizeof *w->dominance, count))
        return;
    bool sound = true;
    for (int i = 0; i < count && sound; i++)
        sound = dominance_is_sound(w, &w->dominance[i], i > 0 ? w->dominance[i - 1].body : -1);
    if (cn_image_expect(im, sound, "a dominance", "is none")) w->dominance_count = count;
}

/* ---- shapes ------------------------------------------------------------------------------- */

/* Forged bytes may have fewer shapes than slots: that is refused later (world_check.c). */
static const cn_Traits *traits_at(const cn_World *w, int shape) {
    if (shape >= w->shape_capacity || !cn_slots_live(&w->shapes, shape)) return NULL;
    int traits = w->shape[shape].traits;
    return cn_sound_index(traits, w->traits_shared.slots.count) ? &w->traits[traits] : NULL;
}

/* Traits are looked at later (world_check.c): until then a boolean may be any byte. */
static int raw(const bool *flag) { return *(const unsigned char *)flag; }

typedef struct ShapeFlags {
    int ignores, presses;
} ShapeFlags;

static ShapeFlags shape_flags(const cn_World *w, const cn_Image *im) {
    ShapeFlags f = {0, 0};
    for (int i = 1; cn_image_reads(im) && im->result == CN_OK && i < w->shapes.count; i++) {
        const cn_Traits *t = traits_at(w, i);
        f.ignores += t && raw(&t->ignores);
        f.presses += t && raw(&t->presses);
    }
    return f;
}

static bool pair_is_sound(const cn_World *w, const cn_IgnoredPair *p, const cn_IgnoredPair *last) {
    bool ordered = !last || p->a > last->a || (p->a == last->a && p->b > last->b);
    return ordered && p->a > 0 && p->b > p->a && p->b < w->shapes.count &&
           cn_slots_live(&w->shapes, p->a) && cn_slots_live(&w->shapes, p->b);
}

/* Shapes keep the trait when their pairs are gone: how many there are stands in front. */
static void ignored(cn_World *w, cn_Image *im, int flagged) {
    int any = 0;
    for (int i = 1; !cn_image_reads(im) && i < w->shapes.count && !any; i++) {
        const cn_Traits *t = traits_at(w, i);
        any = t && t->ignores;
    }
    if (im->result != CN_OK || count_of(im, any, flagged) == 0) return;
    int count = w->ignored_count;
    cn_image_array(im, (void **)&w->ignored, &w->ignored_capacity, sizeof *w->ignored, &count);
    if (!cn_image_reads(im) || im->result != CN_OK) return;
    bool sound = true;
    for (int i = 0; i < count && sound; i++)
        sound = pair_is_sound(w, &w->ignored[i], i > 0 ? &w->ignored[i - 1] : NULL);
    if (cn_image_expect(im, sound, "a pair of shapes that ignore each other", "is none"))
        w->ignored_count = count;
}

static bool press_is_sound(const cn_World *w, const cn_Press *p, int before) {
    const cn_Traits *t =
        p->shape > before && p->shape < w->shapes.count ? traits_at(w, p->shape) : NULL;
    return t && raw(&t->presses) == 1 && (p->on == 0 || p->on == 1) && p->force >= 0 &&
           p->release >= 0 && p->release <= p->force && p->time >= 0 && p->since >= 0 &&
           cn_is_finite(p->time) && cn_is_finite(p->since);
}

static void presses(cn_World *w, cn_Image *im, int flagged) {
    int count = count_of(im, w->press_count, flagged);
    if (!list(im, (void **)&w->press, &w->press_capacity, sizeof *w->press, count)) return;
    bool sound = true;
    for (int i = 0; i < count && sound; i++)
        sound = press_is_sound(w, &w->press[i], i > 0 ? w->press[i - 1].shape : 0);
    if (cn_image_expect(im, sound, "a load of a shape", "is none")) w->press_count = count;
}

/* ---- joints ------------------------------------------------------------------------------- */

/* Here as well there may be fewer than slots. */
static bool has_alarm(const cn_World *w, int joint) {
    return joint < w->joint_capacity && cn_slots_live(&w->joints, joint) &&
           w->joint[joint].flags & CN_JOINT_ALARM;
}

static void alarms(cn_World *w, cn_Image *im) {
    int flagged = 0;
    for (int i = 1; cn_image_reads(im) && im->result == CN_OK && i < w->joints.count; i++)
        flagged += has_alarm(w, i);
    int count = count_of(im, w->alarm_count, flagged), before = 0;
    if (!list(im, (void **)&w->alarm, &w->alarm_capacity, sizeof *w->alarm, count)) return;
    bool sound = true;
    for (int i = 0; i < count && sound; before = w->alarm[i++].joint) {
        const cn_Alarm *a = &w->alarm[i];
        sound = a->joint > before && a->joint < w->joints.count && has_alarm(w, a->joint) &&
                a->force >= 0 && a->torque >= 0;
    }
    if (cn_image_expect(im, sound, "an alarm of a joint", "is none")) w->alarm_count = count;
}

void cn_image_sparse(cn_World *w, cn_Image *im) {
    if (cn_image_reads(im)) {
        w->thrust_count = w->dominance_count = w->ignored_count = w->press_count = w->alarm_count =
            0;
        w->events.late_mover_hit_count = 0; /* of moves of another time */
    }
    thrusts(w, im);
    dominances(w, im);
    ShapeFlags f = shape_flags(w, im);
    ignored(w, im, f.ignores);
    presses(w, im, f.presses);
    alarms(w, im);
}
