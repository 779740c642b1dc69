/* linkage_stage.h: what the files share that solve the trees of a linkage in a sub-step. */
#ifndef CN_EXACT_LINKAGE_STAGE_H
#define CN_EXACT_LINKAGE_STAGE_H

#include "data/world.h"
#include "solver/exact/linkage.h"

/* A linkage in a stage. */
typedef struct cn_LinkageStage {
    cn_World *w;
    const cn_LinkageRange *range;
    cn_Linkage g;
    const cn_LinkageKernels *kernels;
    cn_Articulation *tree[CN_LINKAGE_TREES];
    int root[CN_LINKAGE_TREES];  /* row * CN_LINKAGE_LANES + lane */
    bool soft[CN_LINKAGE_TREES]; /* its links are springs */
} cn_LinkageStage;

static inline cn_Articulation *cn_linkage_tree(const cn_LinkageStage *s, int tree) {
    return s->tree[tree];
}

static inline double cn_linkage_at_root(const cn_LinkageStage *s, int tree, size_t offset) {
    int at = s->root[tree];
    const char *row = (const char *)&s->g.bodies[at / CN_LINKAGE_LANES];
    return ((const double *)(const void *)(row + offset))[at % CN_LINKAGE_LANES];
}

#define AT_ROOT(s, tree, field) cn_linkage_at_root(s, tree, offsetof(cn_LinkageBodies, field))

/* How the links of a tree are closed. */
typedef struct cn_LinkageClosing {
    bool open, closed;
    double last, rate;
    double enough;  /* m or rad: open by less they are closed */
    double slowest; /* ratio that a pass must shrink what is open to */
} cn_LinkageClosing;

/* linkage_close.c: these go on, in what follows */
void cn_linkage_set_live(const cn_LinkageStage *s, const bool live[CN_LINKAGE_TREES]);
/* Of a whole sub-step, before its first pass. */
cn_LinkageClosing cn_linkage_closing(const cn_LinkageStage *s, int tree, bool open);
/* Newton's method, of those that are open. */
void cn_linkage_close(const cn_LinkageStage *s, cn_LinkageClosing closing[CN_LINKAGE_TREES],
                      bool factored);
/* By the sums of a tree; closing: m/s or rad/s at which its links were asked to come together. */
bool cn_linkage_is_sound(const cn_LinkageStage *s, int tree, double closing);

/* linkage_slices.c: these went as far as a whole sub-step in lanes goes, and were not closed. */
void cn_linkage_solve_failed(cn_LinkageStage *s, const bool failed[CN_LINKAGE_TREES], float h);

#endif
