/* bvh.h: a bounding-volume tree without pointers, and the pairs it finds.
 *
 * Leaves are proxies (small integers that the caller owns, from 0). A tree keeps them in an order
 * along a Hilbert curve, eight to a block; level k + 1 is the union of eight entries of level k,
 * so there are no child indices to store or to follow. Boxes may change freely between updates;
 * cn_bvh_update refits (and sorts again when the order has gone stale).
 * Nothing depends on addresses; results come in an order that depends only on the calls made. */
#ifndef CN_BVH_H
#define CN_BVH_H

#include "base/image.h"
#include "base/jobs.h"
#include "base/pair_list.h"
#include "cairn_types.h"
#include "data/tree_ray.h"

typedef struct cn_Bvh cn_Bvh;

cn_Bvh *cn_bvh_create(void); /* NULL when out of memory */
void cn_bvh_destroy(cn_Bvh *tree);
/* Which kinds meet: every proxy is of a kind, and meets[k] has a bit for each kind that k meets.
 * The table is the caller's, and lasts as long as the tree. Kinds CN_BVH_KINDS to 2 CN_BVH_KINDS -
 * 1 are those less CN_BVH_KINDS, but may meet all others. NULL, as at first: all meet all. Pairs
 * that cannot meet may be left out of results, and whole parts of the tree are. To be called again
 * after a change of meets.
 * CN_BVH_KINDS is a count: the bits of a word. */
#define CN_BVH_KINDS 64
void cn_bvh_set_meets(cn_Bvh *tree, const uint64_t *meets);
/* Add proxy (not yet in the tree) with its box; false when out of memory. Counts as moved. */
bool cn_bvh_add(cn_Bvh *tree, int proxy, cn_Box box, int kind);
/* Room for so many more, all below end; false when out of memory. */
bool cn_bvh_reserve(cn_Bvh *tree, int end, int more);
void cn_bvh_remove(cn_Bvh *tree, int proxy);
bool cn_bvh_has(const cn_Bvh *tree, int proxy);
/* Where along the curve the proxy stood at the last sort, 0 to 255; for what lies near it. */
int cn_bvh_cell(const cn_Bvh *tree, int proxy);
/* A new box; the proxy counts as moved until the next cn_bvh_commit. */
void cn_bvh_move(cn_Bvh *tree, int proxy, cn_Box box);
/* All proxies at once: each takes boxes[proxy], and counts as moved where that is another one. For
 * when many have moved. */
void cn_bvh_follow(cn_Bvh *tree, const cn_Box *boxes, cn_Jobs *jobs);
/* Count as moved with an empty old box: all its pairs will be found anew. */
void cn_bvh_renew(cn_Bvh *tree, int proxy, int kind);
cn_Box cn_bvh_box(const cn_Bvh *tree, int proxy);
int cn_bvh_count(const cn_Bvh *tree);
size_t cn_bvh_bytes(const cn_Bvh *tree);

/* Sort if stale and refit; needed before pairs and queries after any change. Cheap when nothing
 * changed. False when out of memory (the tree stays valid as it was). Threads share it out, as they
 * do what follows; jobs may be NULL, and results do not depend on them. */
bool cn_bvh_update(cn_Bvh *tree, cn_Jobs *jobs);

/* Pairs that overlap now and did not overlap with the boxes of the last commit (a proxy added or
 * touched since had none), at least one of the two having moved. Each unordered pair once. mine
 * against mine, and mine against other (other may be NULL; moved proxies of other count too). Pairs
 * are appended to out in an order that follows from the calls made. False when out of memory. */
bool cn_bvh_pairs(cn_Bvh *mine, cn_PairList *out, cn_Jobs *jobs);
bool cn_bvh_cross_pairs(cn_Bvh *mine, cn_Bvh *other, cn_PairList *out, cn_Jobs *jobs);
/* Both, one after the other; own: how many there are when the first is done. */
bool cn_bvh_all_pairs(cn_Bvh *mine, cn_Bvh *other, cn_PairList *out, int *own, cn_Jobs *jobs);
/* Remember the boxes as they are as the old ones; nothing counts as moved any more. */
void cn_bvh_commit(cn_Bvh *tree, cn_Jobs *jobs);

/* Call fn for every proxy whose box overlaps; it returns false to stop. */
void cn_bvh_query(const cn_Bvh *tree, cn_Box box, bool (*fn)(void *context, int proxy),
                  void *context);
/* Proxies whose box the ray meets within its limit, the near blocks first; fn returns the new limit
 * (smaller to clip, negative to stop), which the ray has then. */
void cn_bvh_cast(const cn_Bvh *tree, cn_TreeRay *ray,
                 float (*fn)(void *context, int proxy, float limit), void *context);
/* The same of many rays, side by side: fn is told of some of them (by their places among rays) and
 * of the next proxy of each, and sets their limits. */
void cn_bvh_casts(const cn_Bvh *tree, cn_TreeRay *rays, int count,
                  void (*fn)(void *context, const int32_t *ray, const int32_t *proxy, int count),
                  void *context);
/* A line of no width: p + t d, t in [0, limit]. Returns the limit at the end. */
float cn_bvh_raycast(const cn_Bvh *tree, cn_Vec p, cn_Vec d, float limit,
                     float (*fn)(void *context, int proxy, float limit), void *context);
/* Writes it, or reads it into a tree that is new; proxies are below so many, and most have the box
 * that stands for them in boxes. */
void cn_bvh_image(cn_Bvh *tree, cn_Image *im, const cn_Box *boxes, int proxies);
/* The unions that the tree is made of, the lowest first, as the last update left them: appended to
 * buffer after `count`, as far as capacity. Returns the new count, also beyond capacity. */
int cn_bvh_boxes(const cn_Bvh *tree, bool is_static, cn_TreeBox *buffer, int count, int capacity);
/* For cn_world_validate. */
bool cn_bvh_validate(const cn_Bvh *tree);

#endif
