/* geometry_cache.h: gives out what pieces are made of (vertices, normals, area), kept once for all
 * that are alike. */
#ifndef CN_GEOMETRY_CACHE_H
#define CN_GEOMETRY_CACHE_H

#include "data/world.h"

/* Taking cannot fail after reserving; equal geometry of equal design gives one form. design NULL =
 * has none. Room in points for it is made by the caller. */
bool cn_geometry_cache_reserve(cn_World *w, int how_many, int vertices);
int cn_geometry_cache_take(cn_World *w, const cn_Geom *geom, const cn_Design *design);
void cn_geometry_cache_give(cn_World *w, int form);

#endif
