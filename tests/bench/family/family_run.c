/* family_run.c: steps a scene on one engine, measures time and truth, prints one line of JSON. It
 * is linked with each engine, so that all do the same in the same order.
 *
 *   family_X SCENE [--threads N] [--steps N] [--budget SECONDS] [--events 0|1] [--times FILE]
 *
 * What is timed is a tick: bodies that come and go, velocities that are set, and the step. */
#include "family.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PI    3.14159265358979323846
#define DT    (1.0 / 60) /* s, a step */
#define EVERY 30         /* steps between two looks at overlaps */

/* ---- running ------------------------------------------------------------------------------ */

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int *born_order, born_next, *dies_order, dies_next, dies_count;
static const Scene *sorting;

static int by_birth(const void *a, const void *b) {
    int p = *(const int *)a, q = *(const int *)b;
    int d = sorting->bodies[p].born - sorting->bodies[q].born;
    return d ? d : p - q;
}

static int by_death(const void *a, const void *b) {
    int p = *(const int *)a, q = *(const int *)b;
    int d = sorting->bodies[p].dies - sorting->bodies[q].dies;
    return d ? d : p - q;
}

static int joint_birth(const Scene *s, const Joint *j) {
    int a = s->bodies[j->a].born, b = s->bodies[j->b].born;
    return a > b ? a : b;
}

static int *joint_order, joint_next;

static int by_joint_birth(const void *a, const void *b) {
    int p = *(const int *)a, q = *(const int *)b;
    int d = joint_birth(sorting, &sorting->joints[p]) - joint_birth(sorting, &sorting->joints[q]);
    return d ? d : p - q;
}

static void order(const Scene *s) {
    sorting = s;
    born_order = family_alloc((size_t)s->body_count, sizeof(int));
    dies_order = family_alloc((size_t)s->body_count, sizeof(int));
    joint_order = family_alloc((size_t)s->joint_count, sizeof(int));
    for (int i = 0; i < s->body_count; i++) {
        born_order[i] = i;
        if (s->bodies[i].dies >= 0) dies_order[dies_count++] = i;
    }
    for (int i = 0; i < s->joint_count; i++) joint_order[i] = i;
    qsort(born_order, (size_t)s->body_count, sizeof(int), by_birth);
    qsort(dies_order, (size_t)dies_count, sizeof(int), by_death);
    qsort(joint_order, (size_t)s->joint_count, sizeof(int), by_joint_birth);
}

static void come_and_go(Scene *s, const Engine *engine, int step) {
    while (dies_next < dies_count && s->bodies[dies_order[dies_next]].dies <= step) {
        int i = dies_order[dies_next++];
        engine->kill_body(i);
        s->bodies[i].alive = false;
    }
    while (born_next < s->body_count && s->bodies[born_order[born_next]].born <= step) {
        int i = born_order[born_next++];
        engine->make_body(i);
        s->bodies[i].alive = true;
    }
    while (joint_next < s->joint_count &&
           joint_birth(s, &s->joints[joint_order[joint_next]]) <= step) {
        int i = joint_order[joint_next++];
        engine->make_joint(i);
        s->joints[i].alive = true;
    }
}

static void drive(const Scene *s, const Engine *engine, int step) {
    double t = (step + 1) * DT;
    for (int i = 0; i < s->motion_count; i++) {
        const Motion *m = &s->motions[i];
        const Body *b = &s->bodies[m->body];
        if (b->alive)
            engine->move_to(m->body, b->x + m->ax * (sin(2 * PI * m->fx * t + m->px) - sin(m->px)),
                            b->y + m->ay * (sin(2 * PI * m->fy * t + m->py) - sin(m->py)),
                            b->angle + m->spin * t + m->swing * sin(2 * PI * m->fa * t), DT);
    }
    for (int i = 0; i < s->walk_count; i++) {
        const Walk *k = &s->walks[i];
        int since = step - k->phase;
        if (since < 0 || since % k->period || !s->bodies[k->body].alive) continue;
        double sign = k->turn && (since / k->period) % 2 ? -1 : 1;
        engine->set_velocity(k->body, sign * k->vx, k->vy);
    }
}

static int by_value(const void *a, const void *b) {
    double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

static void print_times(const char *name, double *ms, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += ms[i];
    qsort(ms, (size_t)count, sizeof *ms, by_value);
    printf(",\"%s_ms\":%.3f,\"%s_median\":%.4f,\"%s_p95\":%.4f,\"%s_max\":%.4f", name, sum, name,
           ms[count / 2], name, ms[(int)(count * 0.95)], name, ms[count - 1]);
}

/* ---- the line of JSON --------------------------------------------------------------------- */

typedef struct {
    double *cpu, *wall; /* ms of the counted steps */
    int count;
    double warm; /* ms of those before */
    double stages[32];
    Overlaps overlaps, gaps, end;
    Energy before, after;
    char error[200]; /* the first that the engine told of */
} Run;

static void print_text(const char *key, const char *text) {
    printf(",\"%s\":\"", key);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else
            putchar((unsigned char)*text < ' ' ? ' ' : *text);
    putchar('"');
}

/* What is not finite is no number in JSON. */
static void print_number(const char *key, double value) {
    if (isfinite(value))
        printf(",\"%s\":%.6g", key, value);
    else
        printf(",\"%s\":null", key);
}

static void print_head(const Scene *s, const Engine *engine, int threads) {
    printf("{\"engine\":\"%s\"", engine->name);
    print_text("version", engine->version());
    printf(",\"family\":\"%s\",\"seed\":%ld,\"threads\":%d", s->family, s->seed, threads);
}

static void print_overlaps(const char *prefix, const Overlaps *o) {
    printf(",\"%s_max\":%.5f,\"%s_mean\":%.6f", prefix, o->max, prefix,
           o->touching ? o->sum / (double)o->touching : 0);
}

static int count_joints(const Scene *s) {
    int count = 0;
    for (int i = 0; i < s->joint_count; i++) {
        const Joint *j = &s->joints[i];
        count += j->alive && s->bodies[j->a].alive && s->bodies[j->b].alive;
    }
    return count;
}

static void print_run(const Scene *s, const Engine *engine, const Run *run) {
    printf(",\"steps\":%d,\"warm_ms\":%.3f", run->count, run->warm);
    if (run->count) {
        print_times("cpu", run->cpu, run->count);
        print_times("wall", run->wall, run->count);
    }
    printf(",\"bodies\":%d,\"dynamic\":%d,\"joints\":%d,\"awake\":%d,\"contacts\":%d,"
           "\"touching\":%ld",
           run->after.alive, run->after.dynamic, count_joints(s), engine->awake(),
           engine->contacts(), run->end.touching);
    print_overlaps("overlap", &run->overlaps);
    print_overlaps("end_overlap", &run->end);
    if (run->gaps.touching) print_overlaps("joint", &run->gaps);
    print_number("kinetic_start", run->before.kinetic);
    print_number("kinetic_end", run->after.kinetic);
    print_number("potential_start", run->before.potential);
    print_number("potential_end", run->after.potential);
    print_number("fastest", run->after.fastest);
    printf(",\"escaped\":%d,\"bad\":%d", run->after.escaped, run->after.bad);
    if (*run->error) print_text("error", run->error);
    printf(",\"stages\":{");
    for (int i = 0; engine->stages[i]; i++)
        printf("%s\"%s\":%.2f", i ? "," : "", engine->stages[i], run->stages[i]);
    printf("}");
}

/* ---- a run -------------------------------------------------------------------------------- */

typedef struct {
    const char *path, *times;
    int threads, steps, events;
    double budget; /* ms */
} Options;

static void tick(Scene *s, const Engine *engine, int step, Run *run, double *cpu, double *wall) {
    double c = now(CLOCK_PROCESS_CPUTIME_ID), w = now(CLOCK_MONOTONIC);
    if (step) come_and_go(s, engine, step);
    drive(s, engine, step);
    const char *error = engine->step(DT);
    *wall = now(CLOCK_MONOTONIC) - w;
    *cpu = now(CLOCK_PROCESS_CPUTIME_ID) - c;
    if (*error && !*run->error) snprintf(run->error, sizeof run->error, "%s", error);
}

static void run_scene(Scene *s, const Engine *engine, const Options *options, Run *run) {
    FILE *out = options->times ? fopen(options->times, "w") : NULL;
    if (options->times && !out) {
        perror(options->times);
        exit(1);
    }
    come_and_go(s, engine, 0);
    run->before = family_look_energy(s, engine);
    double spent = 0;
    for (int i = 0; i < s->warm + s->steps && spent < options->budget; i++) {
        double cpu, wall;
        tick(s, engine, i, run, &cpu, &wall);
        spent += cpu;
        if (i < s->warm) {
            run->warm += cpu;
            continue;
        }
        if (out) fprintf(out, "%.5f %.5f\n", cpu, wall);
        run->cpu[run->count] = cpu;
        run->wall[run->count++] = wall;
        engine->profile(run->stages);
        if ((i + 1) % EVERY == 0) {
            family_look_overlaps(s, engine, &run->overlaps);
            family_look_joints(s, engine, &run->gaps);
        }
    }
    if (out) fclose(out);
    family_look_overlaps(s, engine, &run->end);
    run->after = family_look_energy(s, engine);
}

static Options read_options(int argc, char **argv) {
    Options o = {.threads = 1, .events = -1, .budget = INFINITY};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (argv[i][0] != '-' && !o.path) {
            o.path = argv[i];
            continue;
        }
        if (value && !strcmp(argv[i], "--threads"))
            o.threads = atoi(value);
        else if (value && !strcmp(argv[i], "--steps"))
            o.steps = atoi(value);
        else if (value && !strcmp(argv[i], "--events"))
            o.events = atoi(value);
        else if (value && !strcmp(argv[i], "--budget"))
            o.budget = 1e3 * atof(value);
        else if (value && !strcmp(argv[i], "--times"))
            o.times = value;
        else {
            o.path = NULL;
            break;
        }
        i++;
    }
    if (o.path) return o;
    fprintf(stderr,
            "usage: %s SCENE [--threads N] [--steps N] [--budget S] [--events 0|1] "
            "[--times FILE]\n",
            argv[0]);
    exit(2);
}

int main(int argc, char **argv) {
    static Scene scene;
    static Run run;
    Options options = read_options(argc, argv);
    Scene *s = &scene;
    family_read(s, options.path);
    if (options.steps > 0 && options.steps < s->steps) s->steps = options.steps;
    if (s->warm < 1) s->warm = 1;
    const Engine *engine = family_engine();
    if (engine->most_threads && options.threads > engine->most_threads)
        options.threads = engine->most_threads;
    const char *refused = engine->refuse ? engine->refuse(s) : "";
    if (*refused) {
        print_head(s, engine, options.threads);
        print_text("refused", refused);
        printf("}\n");
        return 0;
    }
    order(s);
    family_truth_open(s);
    run.cpu = family_alloc((size_t)s->steps, sizeof *run.cpu);
    run.wall = family_alloc((size_t)s->steps, sizeof *run.wall);
    engine->open(s, options.threads, options.events);
    run_scene(s, engine, &options, &run);
    /* all at the end: Chipmunk greets on stdout, too */
    print_head(s, engine, options.threads);
    const char *approximated = engine->approximate ? engine->approximate(s) : "";
    if (*approximated) print_text("approximated", approximated);
    print_run(s, engine, &run);
    printf("}\n");
    engine->close();
    return 0;
}
