/* main.c: one scene on a peer, one line of JSON: `peer SCENE STEPS [name=value ...]`.
 *
 * Timed as `cairn bench` does: what the scene does before a step and the step itself; the first
 * step is not counted. "ms" lists the others; with `seconds=60` it ends early after so much time,
 * with `cpu=1` times are the processor's. `peer` alone lists the scenes. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "peer.h"
#include "scenes.h"

static char **params;

static double now_ms(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

int scene_param(const char *name, int otherwise) {
    size_t length = strlen(name);
    for (char **p = params; *p; p++) {
        /* as Lua reads numbers: 1e3 and 0x10 too */
        if (strncmp(*p, name, length) == 0 && (*p)[length] == '=') {
            return (int)strtod(*p + length + 1, NULL);
        }
    }
    return otherwise;
}

static int list_scenes(void) {
    for (int i = 0; scene_at(i); i++) puts(scene_at(i)->name);
    return 0;
}

static void print_result(const bench_Scene *scene, const double *ms, int count) {
    peer_Counts counts = peer_counts();
    printf("{\"peer\":\"%s\",\"scene\":\"%s\",\"bodies\":%d,\"contacts\":%d,\"joints\":%d,\"ms\":[",
           peer_name, scene->name, counts.bodies, counts.contacts, counts.joints);
    for (int i = 0; i < count; i++) printf("%s%.6g", i ? "," : "", ms[i]);
    puts("]}");
}

static int run(const bench_Scene *scene, int steps) {
    double *ms = calloc((size_t)steps, sizeof *ms);
    if (!ms) return 1;
    clockid_t clock = scene_param("cpu", 0) ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    scene->load();
    double end = now_ms(clock) + 1e3 * scene_param("seconds", 1000000);
    int done = 0;
    while (done < steps && (done < 2 || now_ms(clock) < end)) {
        double start = now_ms(clock);
        if (scene->update) scene->update(done);
        peer_step(1.0 / 60.0);
        ms[done++] = now_ms(clock) - start;
    }
    print_result(scene, ms + 1, done - 1);
    peer_close();
    free(ms);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 2) return list_scenes();
    const bench_Scene *scene = scene_find(argv[1]);
    int steps = argc > 2 ? atoi(argv[2]) : 0;
    if (!scene || steps < 2) {
        fprintf(stderr, "usage: %s SCENE STEPS [name=value ...]\n", argv[0]);
        return 2;
    }
    params = argv + 3;
    return run(scene, steps);
}
