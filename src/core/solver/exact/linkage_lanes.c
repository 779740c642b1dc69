/* linkage_lanes.c: what is in the lanes of a linkage: bodies and links as a step begins with them,
 * and what goes between the lanes of a tree and its own bodies and links. */
#include "solver/exact/linkage.h"

#include <stddef.h>
#include <string.h>

#include "data/world.h"
#include "wide/motion.h"

_Static_assert(offsetof(cn_StepBlock, w) == offsetof(cn_StepBlock, vx) + 2 * sizeof(cn_Lane),
               "velocities of a block are written from one place on");

static cn_LinkBody *member_of(const cn_World *w, const cn_LinkageRange *r,
                              const cn_LinkageBodies *b, int i) {
    const cn_Articulation *a = cn_linkage_seat(w, r, b->tree[i]);
    return &w->articulations.bodies[a->first_body + b->member[i]];
}

static void fill_body(const cn_World *w, const cn_LinkageRange *r, cn_LinkageBodies *b, int i) {
    const cn_LinkBody *from = member_of(w, r, b, i);
    const cn_Articulation *a = cn_linkage_seat(w, r, b->tree[i]);
    bool free = b->member[i] < a->free_count;
    b->body[i] = from->body;
    int at = b->station[i] = w->scratch.order.station[from->body];
    b->step[i] = cn_step_bytes(at);
    b->start_x[i] = from->start_x, b->start_y[i] = from->start_y;
    b->start_c[i] = from->start_c, b->start_s[i] = from->start_s;
    for (int k = 0; k < 3; k++) {
        b->mass[k][i] = free ? from->mass[k] : 0;
        b->inv[k][i] = free ? 1 / from->mass[k] : 0;
        b->push[k][i] = b->v[k][i] = b->pushed[k][i] = 0;
    }
    b->inv_turn[i] = b->inv[2][i];
    b->push[3][i] = 0;
}

/* Of impulses and coordinates of a link in its lane: those of one that is mirrored are b's on a, if
 * they are not along what they hold. */
static double sign_of(const cn_LinkageLinks *l, int i) {
    return l->mirrored[i] && !l->rod[i] ? -1 : 1;
}

static void fill_link(const cn_World *w, cn_LinkageLinks *to, int i) {
    const cn_Link *l = &w->articulations.links[to->link[i]];
    bool mirrored = to->mirrored[i];
    double sign = sign_of(to, i);
    to->ax[i] = mirrored ? l->bx : l->ax, to->ay[i] = mirrored ? l->by : l->ay;
    to->bx[i] = mirrored ? l->ax : l->bx, to->by[i] = mirrored ? l->ay : l->by;
    to->nx[i] = l->nx, to->ny[i] = l->ny, to->rc[i] = l->rc, to->rs[i] = sign * l->rs;
    to->length[i] = l->length;
    to->limited[i] = -(int64_t)l->limited;
    to->lower[i] = sign > 0 ? l->lower : -l->upper;
    to->upper[i] = sign > 0 ? l->upper : -l->lower;
    to->start[i] = sign * l->start;
    to->origin[i] = l->origin;
    to->joint[i] = l->joint;
    to->limit[i] = 0;
    for (int k = 0; k < 3; k++) {
        to->impulse[k][i] = sign * l->impulse[k], to->owed[k][i] = sign * l->owed[k];
        to->share[k][i] = l->share[k];
        to->total[k][i] = 0;
    }
}

/* Trees that run, and those of them that are quiet, a bit each. */
typedef struct Running {
    unsigned all, quiet;
} Running;

static Running find_running(const cn_World *w, const cn_LinkageRange *r) {
    Running run = {0, 0};
    for (int t = 0; t < r->count; t++) {
        const cn_Articulation *a = cn_linkage_seat(w, r, t);
        if (a->runs) run.all |= 1u << t;
        if (a->runs && a->quiet) run.quiet |= 1u << t;
    }
    return run;
}

static bool runs(const cn_LinkageBodies *b, int i, Running trees) {
    return b->tree[i] >= 0 && trees.all >> b->tree[i] & 1;
}

/* What stands in a lane that does not run may not be looked for where it once stood. */
static void fill_lanes(const cn_World *w, const cn_LinkageRange *r, cn_LinkageBodies *b,
                       Running running) {
    unsigned trees = 0, moving = 0, quiet_lanes = 0;
    bool all_quiet = true, vacant[CN_LINKAGE_HALVES] = {true, true};
    for (int i = 0; i < CN_LINKAGE_LANES; i++) {
        bool run = runs(b, i, running);
        bool quiet = !run || running.quiet >> b->tree[i] & 1;
        vacant[i / CN_LINKAGE_HALF] &= !run;
        b->quiet[i] = -(int64_t)quiet;
        all_quiet &= quiet;
        if (run)
            fill_body(w, r, b, i);
        else
            b->body[i] = b->station[i] = b->step[i] = 0;
        if (!run || !(b->mass[0][i] > 0)) continue;
        trees |= 1u << b->tree[i];
        moving |= 1u << i;
        if (quiet) quiet_lanes |= 1u << i;
    }
    for (int half = 0; half < CN_LINKAGE_HALVES; half++) {
        cn_LinkageHead *head = &b->head[half];
        head->all_quiet = all_quiet;
        head->trees = (uint8_t)trees, head->moving = (uint8_t)moving;
        head->quiet = (uint8_t)quiet_lanes;
        head->vacant = vacant[half];
        head->all_vacant = vacant[0] && vacant[1];
    }
}

void cn_linkage_fill(const cn_World *w, const cn_LinkageRange *r) {
    cn_Linkage g = cn_linkage_view(w, r);
    Running trees = find_running(w, r);
    if (!trees.all) return;
    for (int row = 0; row < g.body_rows; row++) {
        cn_LinkageBodies *b = &g.bodies[row];
        cn_LinkageLinks *l = g.links + b->head->first_link;
        fill_lanes(w, r, b, trees);
        for (int k = 0; k < b->head->link_count; k++, l++) {
            unsigned limits = 0;
            for (int i = 0; i < CN_LINKAGE_LANES; i++) {
                if (l->link[i] >= 0 && runs(b, i, trees)) fill_link(w, l, i);
                limits |= l->limited[i] ? CN_LINKAGE_LIMIT : 0;
            }
            for (int half = 0; half < CN_LINKAGE_HALVES; half++) {
                cn_LinkageHead *head = &l->head[half];
                head->kinds = (head->kinds & ~(unsigned)CN_LINKAGE_LIMIT) | limits;
                cn_linkage_set_three(head, (head->kinds & CN_LINKAGE_TURN) != 0);
                head->changes = false;
            }
        }
    }
}

/* Calls fn for all links of some trees, a bit each. */
typedef void (*LinkFn)(cn_LinkageLinks *l, int i, cn_Link *own);

static void for_links_of(const cn_World *w, const cn_LinkageRange *r, unsigned trees, LinkFn fn) {
    cn_Linkage g = cn_linkage_view(w, r);
    for (int row = 0; row < g.body_rows; row++) {
        const cn_LinkageBodies *b = &g.bodies[row];
        cn_LinkageLinks *l = g.links + b->head->first_link;
        for (int k = 0; k < b->head->link_count; k++, l++)
            for (int i = 0; i < CN_LINKAGE_LANES; i++)
                if (l->link[i] >= 0 && trees >> b->tree[i] & 1)
                    fn(l, i, &w->articulations.links[l->link[i]]);
    }
}

static void for_links(const cn_World *w, const cn_LinkageRange *r, int tree, LinkFn fn) {
    for_links_of(w, r, 1u << tree, fn);
}

static void keep_impulse(cn_LinkageLinks *l, int i, cn_Link *own) {
    for (int k = 0; k < 3; k++) {
        own->impulse[k] = sign_of(l, i) * l->impulse[k][i] + 0.0; /* no zero has a sign */
        own->owed[k] = sign_of(l, i) * l->owed[k][i] + 0.0;
    }
}

static bool has_three(const cn_LinkageLinks *l, int i) {
    return l->head[i / CN_LINKAGE_HALF].three;
}

static void keep_impulse_before(cn_LinkageLinks *l, int i, cn_Link *own) {
    for (int k = 0; k < 3; k++) {
        bool held = k < 2 || has_three(l, i);
        own->impulse[k] = held ? sign_of(l, i) * l->given[k][i] : 0;
        own->owed[k] = held ? sign_of(l, i) * l->owed_before[k][i] : 0;
    }
}

void cn_linkage_begin_again(const cn_Linkage *g) {
    for (int row = 0; row < g->link_rows; row++) {
        cn_LinkageLinks *l = &g->links[row];
        for (int i = 0; i < CN_LINKAGE_LANES; i++)
            for (int k = 0; k < 3; k++) {
                bool held = k < 2 || has_three(l, i);
                l->impulse[k][i] = held ? l->given[k][i] : 0;
                l->owed[k][i] = held ? l->owed_before[k][i] : 0;
            }
    }
}

static void take_impulse(cn_LinkageLinks *l, int i, cn_Link *own) {
    for (int k = 0; k < 3; k++) {
        l->impulse[k][i] = sign_of(l, i) * own->impulse[k];
        l->owed[k][i] = sign_of(l, i) * own->owed[k];
    }
}

void cn_linkage_keep_impulses(const cn_World *w, const cn_LinkageRange *r, int tree, bool before) {
    for_links(w, r, tree, before ? keep_impulse_before : keep_impulse);
}

void cn_linkage_keep_all(const cn_World *w, const cn_LinkageRange *r,
                         const bool trees[CN_LINKAGE_TREES]) {
    unsigned bits = 0;
    for (int t = 0; t < CN_LINKAGE_TREES; t++) bits |= (unsigned)trees[t] << t;
    for_links_of(w, r, bits, keep_impulse);
}

void cn_linkage_take_impulses(const cn_World *w, const cn_LinkageRange *r, int tree) {
    for_links(w, r, tree, take_impulse);
}

/* As cn_chain_begin leaves it, with the impulses from before it was tried in lanes. */
static void unload_link(cn_LinkageLinks *l, int i, cn_Link *own) {
    double sign = sign_of(l, i);
    for (int k = 0; k < 3; k++) {
        own->impulse[k] = k < 2 || has_three(l, i) ? sign * l->given[k][i] : 0;
        own->owed[k] = sign * l->owed[k][i];
        own->allowed[k] = sign * l->allowed[k][i];
        own->give[k] = l->share[k][i];
    }
    own->gently = false;
    own->limit = (int)(sign * l->limit[i]);
    own->limit_at = sign * l->limit_at[i];
    own->beyond = sign * l->beyond[i];
    if (own->kind == CN_LINK_POINT) own->rc = l->rc[i], own->rs = sign * l->rs[i];
    own->returns = own->limit != 0 && l->returns[i];
}

/* Calls fn for all bodies of a tree. */
typedef void (*BodyFn)(cn_LinkageBodies *b, int i, cn_LinkBody *own);

static void for_bodies(const cn_World *w, const cn_LinkageRange *r, int tree, BodyFn fn) {
    cn_Linkage g = cn_linkage_view(w, r);
    for (int row = 0; row < g.body_rows; row++)
        for (int i = 0; i < CN_LINKAGE_LANES; i++)
            if (g.bodies[row].tree[i] == tree)
                fn(&g.bodies[row], i, member_of(w, r, &g.bodies[row], i));
}

static void keep_place(cn_LinkageBodies *b, int i, cn_LinkBody *own) {
    own->x = b->x[i], own->y = b->y[i], own->c = b->c[i], own->s = b->s[i];
}

static void unload_body(cn_LinkageBodies *b, int i, cn_LinkBody *own) {
    keep_place(b, i, own);
    own->stiff = b->stiff[i];
    for (int k = 0; k < 3; k++) {
        own->v[k] = b->given[k][i];
        own->pushed[k] = b->pushed[k][i];
    }
}

void cn_linkage_unload(const cn_World *w, const cn_LinkageRange *r, int tree) {
    for_links(w, r, tree, unload_link);
    for_bodies(w, r, tree, unload_body);
}

void cn_linkage_keep_places(const cn_World *w, const cn_LinkageRange *r, int tree) {
    for_bodies(w, r, tree, keep_place);
}

static void place_body(cn_LinkageBodies *b, int i, cn_LinkBody *own) {
    b->x[i] = own->x, b->y[i] = own->y, b->c[i] = own->c, b->s[i] = own->s;
}

void cn_linkage_place(const cn_World *w, const cn_LinkageRange *r, int tree) {
    for_bodies(w, r, tree, place_body);
}

static void unload_sum(cn_LinkageLinks *l, int i, cn_Link *own) {
    for (int k = 0; k < 3; k++) own->impulse[k] = sign_of(l, i) * l->sum[k][i];
}

static void unload_slices_of(cn_LinkageBodies *b, int i, cn_LinkBody *own) {
    for (int k = 0; k < 3; k++) {
        own->given[k] = b->given[k][i];
        own->v[k] = b->v[k][i], own->mean[k] = b->mean[k][i];
    }
}

void cn_linkage_unload_slices(const cn_World *w, const cn_LinkageRange *r, int tree) {
    for_links(w, r, tree, unload_sum);
    for_bodies(w, r, tree, unload_slices_of);
}
