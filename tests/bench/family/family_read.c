/* family_read.c: reads a scene from its lines, which README.md describes. Whatever is wrong ends
 * the program with the line's number and a sentence. */
#include "family.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a chain, so that a slip in a file is no request for all memory. */
#define MOST_POINTS 1000000

static void out_of_memory(void) {
    fprintf(stderr, "family: out of memory\n");
    exit(1);
}

void *family_alloc(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) out_of_memory();
    return memory;
}

/* ---- words of a line ---------------------------------------------------------------------- */

static char *save;
static int line_number;

static void fail(const char *what, const char *word) {
    fprintf(stderr, "family: line %d: %s%s%s\n", line_number, what, word ? ": " : "",
            word ? word : "");
    exit(1);
}

/* Room for one more after count, doubled where count is a power of two. */
static void *grow(void *array, int count, size_t size) {
    if (count && (count & (count - 1))) return array;
    array = realloc(array, (count ? 2 * (size_t)count : 1) * size);
    if (!array) out_of_memory();
    return array;
}

#define PUSH(array, count) (array = grow(array, count, sizeof *array), &array[count++])

static char *word(void) { return strtok_r(NULL, " \t\n", &save); }

/* A number or nan. */
static double number_or_nan(void) {
    char *w = word(), *end;
    if (!w) fail("a number is missing", NULL);
    double v = strtod(w, &end);
    if (*end || isinf(v)) fail("not a number", w);
    return v;
}

static double number(void) {
    double v = number_or_nan();
    if (isnan(v)) fail("not a number", "nan");
    return v;
}

static int whole(int low, int high) {
    double v = number();
    if (v < low || v > high || v != floor(v)) fail("a whole number out of range", NULL);
    return (int)v;
}

static bool flag(void) { return whole(0, 1) != 0; }

/* The number of a body that the file has had. */
static int body_number(const Scene *s) {
    double v = number();
    if (!(v >= 0 && v < s->body_count && v == floor(v))) fail("no such body", NULL);
    return (int)v;
}

/* ---- bodies and shapes -------------------------------------------------------------------- */

static Type body_type(const char *name) {
    static const char *const types[] = {"static", "kinematic", "dynamic"};
    for (int i = 0; name && i < 3; i++)
        if (!strcmp(name, types[i])) return (Type)i;
    fail("no type of a body", name);
    return STATIC;
}

static void read_body(Scene *s) {
    Body *b = PUSH(s->bodies, s->body_count);
    *b = (Body){.gravity_scale = 1, .dies = -1, .first_shape = s->shape_count};
    b->type = body_type(word());
    b->x = number();
    b->y = number();
    b->angle = number();
    for (char *w; (w = word());) {
        if (!strcmp(w, "v"))
            b->vx = number(), b->vy = number();
        else if (!strcmp(w, "w"))
            b->w = number();
        else if (!strcmp(w, "group"))
            b->group = whole(-INT_MAX, INT_MAX);
        else if (!strcmp(w, "damping"))
            b->damping = number(), b->angular_damping = number();
        else if (!strcmp(w, "gravity"))
            b->gravity_scale = number();
        else if (!strcmp(w, "upright"))
            b->fixed_rotation = true;
        else if (!strcmp(w, "bullet"))
            b->bullet = true;
        else if (!strcmp(w, "asleep"))
            b->asleep = true;
        else if (!strcmp(w, "born"))
            b->born = whole(0, INT_MAX);
        else if (!strcmp(w, "dies"))
            b->dies = whole(0, INT_MAX);
        else
            fail("unknown word", w);
    }
}

static void read_points(Shape *shape, int count) {
    shape->count = count;
    shape->points = family_alloc(2 * (size_t)count, sizeof(double));
    for (int i = 0; i < 2 * count; i++) shape->points[i] = number();
}

static void read_box(Shape *shape) {
    shape->x = number();
    shape->y = number();
    shape->w = number();
    shape->h = number();
    shape->angle = number();
    shape->radius = number();
    shape->count = 4;
    shape->points = family_alloc(8, sizeof(double));
    double c = cos(shape->angle), s = sin(shape->angle);
    static const double sx[] = {-0.5, 0.5, 0.5, -0.5}, sy[] = {-0.5, -0.5, 0.5, 0.5};
    for (int i = 0; i < 4; i++) {
        double x = sx[i] * shape->w, y = sy[i] * shape->h;
        shape->points[2 * i] = shape->x + c * x - s * y;
        shape->points[2 * i + 1] = shape->y + s * x + c * y;
    }
}

static void read_shape(Scene *s, Kind kind) {
    if (!s->body_count) fail("a shape before any body", NULL);
    Shape *shape = PUSH(s->shapes, s->shape_count);
    *shape = (Shape){.kind = kind, .body = s->body_count - 1};
    s->bodies[shape->body].shape_count++;
    shape->density = number();
    shape->friction = number();
    shape->restitution = number();
    switch (kind) {
    case CIRCLE:
        read_points(shape, 1);
        shape->radius = number();
        break;
    case CAPSULE:
        read_points(shape, 2);
        shape->radius = number();
        break;
    case SEGMENT:
        read_points(shape, 2);
        break;
    case BOX:
        read_box(shape);
        break;
    case POLYGON:
        shape->radius = number();
        read_points(shape, whole(3, FAMILY_CORNERS));
        break;
    case CHAIN:
        shape->loop = flag();
        read_points(shape, whole(shape->loop ? 3 : 2, MOST_POINTS));
        break;
    }
}

/* ---- joints ------------------------------------------------------------------------------- */

static void to_local(const Body *b, double x, double y, double out[2]) {
    double c = cos(b->angle), s = sin(b->angle), dx = x - b->x, dy = y - b->y;
    out[0] = c * dx + s * dy;
    out[1] = -s * dx + c * dy;
}

static void read_joint(Scene *s, JointKind kind) {
    Joint *j = PUSH(s->joints, s->joint_count);
    *j = (Joint){.kind = kind};
    j->a = body_number(s);
    j->b = body_number(s);
    if (j->a == j->b) fail("a joint needs two bodies", NULL);
    j->x1 = j->x2 = number();
    j->y1 = j->y2 = number();
    if (kind == DISTANCE) {
        j->x2 = number();
        j->y2 = number();
        j->length = number();
    }
    if (kind == WHEEL || kind == PRISMATIC) {
        j->ax = number();
        j->ay = number();
    }
    for (char *w; (w = word());) {
        if (!strcmp(w, "rope"))
            j->rope = true;
        else if (!strcmp(w, "limit"))
            j->limit = true, j->lower = number(), j->upper = number();
        else if (!strcmp(w, "motor"))
            j->motor = true, j->speed = number(), j->strength = number();
        else if (!strcmp(w, "spring"))
            j->spring = true, j->hertz = number(), j->zeta = number();
        else
            fail("unknown word", w);
    }
    to_local(&s->bodies[j->a], j->x1, j->y1, j->la);
    to_local(&s->bodies[j->b], j->x2, j->y2, j->lb);
}

/* ---- lines -------------------------------------------------------------------------------- */

static void read_motion(Scene *s) {
    Motion *m = PUSH(s->motions, s->motion_count);
    m->body = body_number(s);
    double *v[] = {&m->ax, &m->fx, &m->px, &m->ay, &m->fy, &m->py, &m->spin, &m->swing, &m->fa};
    for (int i = 0; i < 9; i++) *v[i] = number();
}

static void read_walk(Scene *s) {
    Walk *k = PUSH(s->walks, s->walk_count);
    k->body = body_number(s);
    k->period = whole(1, INT_MAX);
    k->phase = whole(0, INT_MAX);
    k->vx = number_or_nan();
    k->vy = number_or_nan();
    k->turn = flag();
}

static void read_family(Scene *s) {
    const char *name = word();
    if (!name || strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789") != strlen(name))
        fail("no name of a family", name);
    snprintf(s->family, sizeof s->family, "%s", name);
}

/* Settings of a scene; false when the key is none. */
static bool read_setting(Scene *s, const char *key) {
    if (!strcmp(key, "cairn-family")) {
        if (number() != 1) fail("another version", NULL);
    } else if (!strcmp(key, "family")) {
        read_family(s);
    } else if (!strcmp(key, "seed")) {
        s->seed = (long)number();
    } else if (!strcmp(key, "gravity")) {
        s->gx = number();
        s->gy = number();
    } else if (!strcmp(key, "steps")) {
        s->steps = whole(1, 1000000);
    } else if (!strcmp(key, "warm")) {
        s->warm = whole(0, 1000000);
    } else if (!strcmp(key, "substeps")) {
        s->substeps = whole(1, 64);
    } else if (!strcmp(key, "sleep")) {
        s->sleep = flag();
    } else if (!strcmp(key, "box")) {
        s->has_box = true;
        for (int i = 0; i < 4; i++) s->box[i] = number();
    } else if (!strcmp(key, "ring")) {
        s->has_ring = true;
        for (int i = 0; i < 3; i++) s->ring[i] = number();
    } else {
        return false;
    }
    return true;
}

static void read_line(Scene *s, const char *key) {
    static const char *const shapes[] = {"circle",  "capsule", "rect",
                                         "polygon", "segment", "chain"};
    static const char *const joints[] = {"revolute", "distance", "weld", "wheel", "prismatic"};
    for (int i = 0; i < 6; i++)
        if (!strcmp(key, shapes[i])) {
            read_shape(s, (Kind)i);
            return;
        }
    for (int i = 0; i < JOINT_KINDS; i++)
        if (!strcmp(key, joints[i])) {
            read_joint(s, (JointKind)i);
            return;
        }
    if (read_setting(s, key)) return;
    if (!strcmp(key, "body"))
        read_body(s);
    else if (!strcmp(key, "move"))
        read_motion(s);
    else if (!strcmp(key, "walk"))
        read_walk(s);
    else
        fail("unknown word", key);
}

void family_read(Scene *s, const char *path) {
    *s = (Scene){.steps = 300, .warm = 1, .substeps = 4, .sleep = true, .gy = -10};
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(1);
    }
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, file) > 0) {
        line_number++;
        char *key = strtok_r(line, " \t\n", &save);
        if (!key || *key == '#') continue;
        read_line(s, key);
        const char *rest = word();
        if (rest) fail("a word too many", rest);
    }
    free(line);
    fclose(file);
}

void family_note(Note *note, int count, const char *what) {
    if (count == 0) return;
    size_t used = strlen(note->text);
    snprintf(note->text + used, sizeof note->text - used, "%s%d %s", used ? "; " : "", count, what);
}
