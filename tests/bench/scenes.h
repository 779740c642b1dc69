/* scenes.h: the benchmark scenes of scripts/bench/, rebuilt for peers from the same parameters. */
#ifndef CAIRN_BENCH_SCENES_H
#define CAIRN_BENCH_SCENES_H

/* A parameter as the command line gave it (name=value), or what it is otherwise. */
int scene_param(const char *name, int otherwise);

typedef struct bench_Scene {
    const char *name;
    void (*load)(void);
    void (*update)(int step); /* before each step; may be NULL */
} bench_Scene;

/* By the name of the file in scripts/bench/; NULL when there is none. */
const bench_Scene *scene_find(const char *name);
const bench_Scene *scene_at(int i); /* NULL past the end */

#endif
