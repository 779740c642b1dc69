/* linkage_close.c: links of the trees of a linkage closed by Newton's method, each tree until it is
 * or does not get there, and whether what came out is sound. */
#include <math.h>
#include <string.h>

#include "data/world.h"
#include "solver/exact/linkage_stage.h"
#include "wide/link_limits.h"

/* Mostly those that went on before. */
void cn_linkage_set_live(const cn_LinkageStage *s, const bool live[CN_LINKAGE_TREES]) {
    int64_t mask[CN_LINKAGE_TREES + 1] = {0};
    unsigned bits = 0;
    for (int t = 0; t < CN_LINKAGE_TREES; t++) bits |= (unsigned)live[t] << t;
    if (s->g.bodies->head->live == bits) return;
    s->g.bodies->head->live = (uint8_t)bits;
    for (int t = 0; t < CN_LINKAGE_TREES; t++) mask[t + 1] = -(int64_t)live[t];
    for (int row = 0; row < s->g.body_rows; row++) {
        cn_LinkageBodies *b = &s->g.bodies[row];
        if (b->head->alike) {
            const cn_LinkageBodies *like = b - b->head->alike;
            memcpy(b->live, like->live, sizeof b->live);
            for (int half = 0; half < CN_LINKAGE_HALVES; half++)
                b->head[half].idle = like->head[half].idle;
            continue;
        }
        for (int half = 0; half < CN_LINKAGE_HALVES; half++) {
            int first = half * CN_LINKAGE_HALF;
            int64_t any = 0;
            for (int i = first; i < first + CN_LINKAGE_HALF; i++)
                any |= b->live[i] = mask[b->tree[i] + 1];
            b->head[half].idle = !any;
        }
    }
}

static void factor_once(const cn_LinkageStage *s, bool *factored) {
    if (!*factored) s->kernels->factor(&s->g);
    *factored = true;
}

cn_LinkageClosing cn_linkage_closing(const cn_LinkageStage *s, int tree, bool open) {
    bool twice = cn_linkage_tree(s, tree)->twice;
    return (cn_LinkageClosing){
        open, false, INFINITY, 1, twice ? LINK_EVEN(s->g.h) : LINK_TOLERANCE, LINK_SLOWEST};
}

/* After a look at what is open: whether another round is to follow. */
static bool goes_on(cn_LinkageClosing *c, double worst, int pass) {
    c->open = false;
    if (worst < c->enough)
        c->closed = true;
    else if (!(worst < c->slowest * c->last))
        c->closed = worst < LINK_STUCK * LINK_TOLERANCE;
    else if (pass == LINK_PASSES)
        c->closed = worst < LINK_AT_LAST * LINK_TOLERANCE;
    else
        c->open = true;
    if (!c->open) return false;
    if (pass > 0) c->rate = worst / c->last;
    c->last = worst;
    return true;
}

/* Those that are open. */
void cn_linkage_close(const cn_LinkageStage *s, cn_LinkageClosing closing[CN_LINKAGE_TREES],
                      bool factored) {
    bool live[CN_LINKAGE_TREES] = {false}, any = true;
    for (int t = 0; t < s->range->count; t++) live[t] = closing[t].open;
    cn_linkage_set_live(s, live);
    for (int pass = 0; any && pass <= LINK_PASSES; pass++) {
        any = false;
        s->kernels->violations(&s->g);
        for (int t = 0; t < s->range->count; t++) {
            live[t] = closing[t].open && goes_on(&closing[t], AT_ROOT(s, t, worst), pass);
            any |= live[t];
        }
        if (!any) return;
        cn_linkage_set_live(s, live);
        factor_once(s, &factored);
        s->kernels->answer(&s->g, -1 / s->g.h);
        any = false;
        for (int t = 0; t < s->range->count; t++) {
            cn_LinkageClosing *c = &closing[t];
            if (!c->open) continue;
            if (4 * c->rate * c->last < c->enough) c->closed = true, c->open = false;
            any |= c->open;
        }
    }
}

/* Links do no work but what drives them; no body is turned too far at once. */
bool cn_linkage_is_sound(const cn_LinkageStage *s, int tree, double closing) {
    double heavy = AT_ROOT(s, tree, heavy);
    double may_add = heavy * (AT_ROOT(s, tree, drive) + closing * closing);
    double most = LINK_GAIN * 0.5 * AT_ROOT(s, tree, before) + may_add + LINK_LEAST_GAIN * heavy;
    return AT_ROOT(s, tree, turned) < LINK_MOST_TURN && 0.5 * AT_ROOT(s, tree, after) <= most;
}
