/* manifold.h: makes the manifold of one contact anew, for any two pieces, and puts it into the
 * contact. */
#ifndef CN_MANIFOLD_H
#define CN_MANIFOLD_H

#include "data/world.h"

/* margin: m, points nearer than that are wanted */
void cn_manifold_make(cn_World *w, cn_Contact *c, float margin);
/* Features and separations of m, with the impulses that equal features had before. */
void cn_manifold_take(const cn_World *w, cn_Contact *c, const cn_LocalManifold *m);
/* All of m, as the bodies are now. */
void cn_manifold_put(cn_World *w, cn_Contact *c, const cn_LocalManifold *m);
/* Flags that tell what the two pieces are. */
uint32_t cn_manifold_kind(const cn_Piece *a, const cn_Piece *b);
/* Whether one-way shapes let the two pass, when they first come near. */
void cn_manifold_judge(const cn_World *w, cn_Contact *c, int old_count);

#endif
