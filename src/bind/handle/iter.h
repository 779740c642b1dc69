/* iter.h: pooled iterators, which make no garbage. */
#ifndef BIND_HANDLE_ITER_H
#define BIND_HANDLE_ITER_H

#include "base/types.h"

typedef struct bind_Iter bind_Iter;
struct bind_Iter {
    uint32_t magic;
    bool open;
    bind_World *world;
    lua_CFunction turn; /* of a loop over events, whose closure this one has; else NULL */
    void *buffer;       /* in the iterator's user value */
    size_t bytes;
    int index, first, count; /* a closed one's index is INT_MAX: nothing is left to walk */
    uint32_t near_room;      /* handles in its near block */
    uint64_t mask_a, mask_b; /* of event loops */
    int epoch;               /* of the world when the loop began */
    uint64_t stamp;          /* of the events when the buffer was filled */
    bind_Manifold *cursor;   /* in the iterator's user value */
    /* where for closes nothing: who calls its turns, and whether that is for */
    lua_State *taker;
    bool begun, in_for, held;
};
enum {
    UV_ITER_WORLD = 1,
    UV_ITER_BUFFER,
    UV_ITER_CURSOR,
    UV_ITER_LOOP, /* the function that a loop over events calls */
    UV_ITER_COUNT = UV_ITER_LOOP
};
/* Upvalues of that function; the third keeps the first, a bare pointer, alive. The fourth is the
 * near block of the handles that the loop pushes, as it was when the iterator took it. */
#define BIND_LOOP_ITER  lua_upvalueindex(1)
#define BIND_LOOP_WORLD lua_upvalueindex(2)
#define BIND_LOOP_KEPT  lua_upvalueindex(3)
#define BIND_LOOP_NEAR  lua_upvalueindex(4)
/* Push an iterator from the pool. */
bind_Iter *bind_iter_take(lua_State *L, int world_index);
/* Room for so many bytes; the iterator is at index. Old content is lost. */
void *bind_iter_reserve(lua_State *L, int index, size_t bytes);
/* The four values of a generic for: next, the iterator on the top, nil, the iterator. */
int bind_iter_return(lua_State *L, lua_CFunction next);
/* As bind_iter_return, for a loop over events of the world at 1: turn is called with those
 * upvalues. */
int bind_iter_loop(lua_State *L, lua_CFunction turn, uint64_t mask_a, uint64_t mask_b);
/* In each turn, before its work. */
BIND_COLD void bind_iter_begin(lua_State *L, bind_Iter *it);
static inline void bind_iter_turn(lua_State *L, bind_Iter *it) {
    if (!BIND_FOR_CLOSES && !it->begun) bind_iter_begin(L, it);
}
/* Raise: its world was restored. */
BIND_COLD void bind_loop_over(lua_State *L);
/* The iterator at 1, or NULL when its loop is over or its world gone. */
bind_Iter *bind_iter_check(lua_State *L);
/* Start a walk by id whose state is at index: next, state. In next, with its world: raises when
 * that was restored since. */
int bind_walk(lua_State *L, const bind_World *w, lua_CFunction next, int index);
BIND_COLD void bind_walk_over(lua_State *L, const bind_World *w);
static inline void bind_walk_check(lua_State *L, const bind_World *w) {
    if (w->epoch != 0) bind_walk_over(L, w);
}
/* The nil that ends a loop. */
int bind_iter_end(lua_State *L);
/* The next shape of an iterator whose buffer holds ids. */
int bind_iter_next_shape(lua_State *L);
void bind_iter_open(lua_State *L);

#endif
