/* types.h: a world and a handle as Lua holds them: the types that every file of the binding knows.
 *
 * A world is one userdata (bind_World) whose user values hold everything of Lua that belongs to it.
 * Bodies, shapes and joints are small userdata (bind_Handle): a magic word, an id with generation
 * and the world. The world's tables hold them by index, so that each object has one userdata for
 * its whole life; a handle's first user value is its world, which therefore outlives it.
 * Invariants: a handle's id never changes; bind_World.core is NULL exactly when the world is
 * destroyed; `reading` is set exactly while a hook runs inside the core's step. */
#ifndef BIND_BASE_TYPES_H
#define BIND_BASE_TYPES_H

#include <lauxlib.h>
#include <lua.h>

#include "base/lua51.h"
#include "bind.h"

#if defined(__GNUC__)
#define BIND_COLD __attribute__((cold))
#else
#define BIND_COLD
#endif

#define BIND_WORLD_TYPE    "cairn.World"
#define BIND_BODY_TYPE     "cairn.Body"
#define BIND_SHAPE_TYPE    "cairn.Shape"
#define BIND_JOINT_TYPE    "cairn.Joint"
#define BIND_MANIFOLD_TYPE "cairn.Manifold"
#define BIND_MOVER_TYPE    "cairn.Mover"
#define BIND_RAYS_TYPE     "cairn.Rays"
#define BIND_ITER_TYPE     "cairn.Iterator"
#define BIND_BYTES_TYPE    "cairn.Bytes"

/* Any four bytes no other library is likely to begin a userdata with. */
#define BIND_WORLD    0xca172001u
#define BIND_BODY     0xca172002u
#define BIND_SHAPE    0xca172003u
#define BIND_MANIFOLD 0xca172004u
#define BIND_ITER     0xca172005u
#define BIND_JOINT    0xca172006u
#define BIND_MOVER    0xca172007u
#define BIND_RAYS     0xca172008u

/* User values of a world. */
enum {
    UV_BODIES = 1, /* index -> handle of bodies alive */
    UV_SHAPES,     /* index -> handle of shapes alive */
    UV_JOINTS,     /* index -> handle of joints alive */
    UV_DEAD,       /* destroyed since the last flush began: id -> handle, handle -> place */
    UV_DEAD_OLD,   /* the ones the running flush still answers for, kept until the next */
    UV_LISTENER,   /* table of hooks or nil */
    UV_NAMES,      /* name -> handle of a body or joint */
    UV_LAYERS,     /* name -> bit number, bit number -> name */
    UV_POOL,       /* list of iterators at rest */
    UV_DEFERRED,   /* functions and their arguments, packed tables */
    UV_CURSOR,     /* the manifold of hooks */
    UV_LOG,        /* function of the debug log or nil */
    UV_HANDLER,    /* message handler of protected calls: knows its world */
    UV_KEPT,       /* buffer of kept_bodies */
    UV_BODY_ROWS,  /* threads of the rows below */
    UV_SHAPE_ROWS,
    UV_JOINT_ROWS,
    UV_BODY_TYPE, /* metatables: nearer than the registry */
    UV_SHAPE_TYPE,
    UV_MOVERS,    /* index -> handle of movers alive */
    UV_REMAINS,   /* id -> handle of objects destroyed, as long as somebody has it */
    UV_STRICT,    /* cursors of a strict world, shown in turns, or nil */
    UV_RECORDER,  /* what every call that changes the world is told to, or nil */
    UV_DECISIONS, /* of a recorded world: what hooks decided in the step that runs, or nil */
    UV_WORLD_DATA,
    UV_TEST,       /* function of the filter of the query that runs, or nil */
    UV_TEST_ERROR, /* what it raised */
    UV_BYTES,      /* room for snapshots, or nil */
    UV_WATCHER,    /* what the hardest hit of a step is told to, or nil */
    UV_LOOPS,      /* iterators of loops that run, where for closes nothing; keys are weak */
    UV_PLACES,     /* room for places of bodies, or nil */
    UV_END,        /* where the script destroyed it, or nil */
    UV_WORLD_COUNT = UV_END
};
/* User values of a handle. DATA holds the place of destruction once the flush after it is over. */
enum { UV_WORLD = 1, UV_DATA, UV_NAME, UV_HANDLE_COUNT = UV_NAME };

typedef struct bind_Manifold bind_Manifold;

/* The handles of a world's table once more, where they are quicker to reach: on the stack of a
 * thread that never runs, from BIND_FIRST_ROW on; below them the buffer of their generations, 0
 * where there is none, and the near ones yet again, as user values of one block that a loop over
 * events has among its upvalues. A table look-up from C costs as much as half a turn of a loop, two
 * values moved from one stack to another cost a tenth, a user value of an upvalue half of that.
 * Lua's stacks end at a million values: what does not fit is in the tables only. */
typedef struct bind_Rows {
    uint32_t *generation;
    lua_State *handles;
    uint32_t room, near_room; /* handles on the stack, in the near block */
} bind_Rows;
enum { BIND_NEAR_BLOCK = 2, BIND_FIRST_ROW = 3, BIND_MOST_NEAR = 1 << 15 };

static inline bool bind_has_row(const bind_Rows *rows, uint32_t index, uint32_t generation) {
    return index < rows->room && rows->generation[index] == generation;
}
/* Push the handle of a row that is there. */
static inline void bind_push_row(lua_State *L, const bind_Rows *rows, uint32_t index) {
    lua_pushvalue(rows->handles, (int)index + BIND_FIRST_ROW);
    lua_xmove(rows->handles, L, 1);
}

#define BIND_MOST_IGNORED 64 /* count of bodies that a filter may leave out */

typedef struct bind_World {
    uint32_t magic;
    uint32_t serial;         /* order of creation in this Lua state, for cairn.pairs */
    cn_World *core;          /* NULL once destroyed */
    const cn_Events *events; /* of the core; none once destroyed */
    const char *reading;     /* name of the hook that runs inside the core's step, else NULL */
    const char *hook;        /* name of the hook that runs or ran last */
    bind_Manifold *cursor;   /* the one in UV_CURSOR, or what a strict world's hook is shown */
    double alpha;            /* for body:drawn() */
    bool stepping;           /* from the start of step to the end of its flush */
    bool doomed;             /* destroyed by a hook: takes effect after the flush */
    bool held;               /* destroying it waits for let_go */
    bool recorded;           /* UV_RECORDER is told of what changes it */
    char *places;            /* of UV_PLACES, or NULL */
    int places_size;         /* bytes there that have not been asked for */
    float watched_speed;     /* m/s: UV_WATCHER is told of harder hits; 0 without one */
    const char *decided;     /* replay: what hooks decided in the step that runs, else NULL */
    size_t decided_size;     /* bytes */
    int asked;               /* which hooks there were in it */
    bool strict;             /* a stale manifold raises: no cursor is used again soon */
    bool remembers;          /* there may be a snapshot of it: data of the dead is kept */
    bool twins;              /* two objects have had one name: find may have to look at all */
    int layer_count, pool_count;
    unsigned strict_next;           /* place in UV_STRICT */
    uint32_t lost;                  /* count of handles that no restore brings back */
    int epoch;                      /* count of restores */
    int dead_count, dead_old_count; /* entries in UV_DEAD and UV_DEAD_OLD */
    lua_Integer deferred_first, deferred_last;
    /* who slept, then who woke: copied, because the core adds to its own lists between steps */
    cn_BodyId *kept_bodies;
    bind_Rows body_rows, shape_rows, joint_rows;
    int kept_room, slept_count, woke_count;
    /* the query that runs, and what its filter's test may itself ask without one */
    lua_State *asker; /* in whose frame the test is called, or NULL: there is none */
    int asker_index;  /* of the world there */
    bool testing, test_failed;
    cn_BodyId ignored[2][BIND_MOST_IGNORED]; /* by the filter of the query, and within a test */
} bind_World;

static inline bind_Rows *bind_rows_of(bind_World *w, uint32_t magic) {
    return magic == BIND_BODY    ? &w->body_rows
           : magic == BIND_SHAPE ? &w->shape_rows
                                 : &w->joint_rows;
}

typedef struct bind_Handle {
    uint32_t magic; /* BIND_BODY, BIND_SHAPE or BIND_JOINT */
    uint32_t index, generation;
    uint8_t kind, layer; /* of a shape (kind: of a joint too): still answered after its end */
    cn_BodyId body;      /* of a shape */
    bind_World *world;
} bind_Handle;

/* A cursor over one manifold: a copy of what the core knows, good for one callback or loop turn. */
struct bind_Manifold {
    uint32_t magic;
    bool valid;
    bool in_turns; /* one of UV_STRICT, which are shown in turns */
    bind_World *world;
    cn_Decision *decision; /* inside pre_solve only: where its answers go */
    cn_Manifold data;
};

static inline cn_BodyId bind_body_id(const bind_Handle *h) {
    return (cn_BodyId){h->index, h->generation};
}
static inline cn_ShapeId bind_shape_id(const bind_Handle *h) {
    return (cn_ShapeId){h->index, h->generation};
}

static inline cn_JointId bind_joint_id(const bind_Handle *h) {
    return (cn_JointId){h->index, h->generation};
}

/* A mover: see handle/mover_handle.h. */
typedef struct bind_MoverHandle {
    uint32_t magic; /* BIND_MOVER */
    cn_MoverId id;
    bind_World *world;
} bind_MoverHandle;

#endif
