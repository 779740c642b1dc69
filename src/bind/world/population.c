/* population.c: all that is in a world at once: clear, and the candidate pairs of the broad phase.
 *
 * What is cleared dies as by its own destroy: its handle names the line, and events of the next
 * step may still tell of it. Not here: walks by id (world.c). */
#include "world/population.h"

#include "base/args.h"
#include "handle/defer.h"
#include "handle/handle.h"
#include "handle/iter.h"
#include "handle/mover_handle.h"

/* Each as by its own destroy: a refusal leaves what has not gone yet as it was. */
static void destroy_all(lua_State *L, const bind_World *w) {
    cn_World *core = w->core;
    for (cn_MoverId m = {0, 0}; (m = cn_world_next_mover(core, m)).generation != 0;) {
        bind_check(L, w, cn_mover_destroy(core, m));
        bind_bury_mover(L, 1, m);
    }
    for (cn_JointId j = {0, 0}; (j = cn_world_next_joint(core, j)).generation != 0;) {
        bind_bury_joint(L, 1, j);
        bind_check(L, w, cn_joint_destroy(core, j));
    }
    for (cn_BodyId b = {0, 0}; (b = cn_world_next_body(core, b)).generation != 0;) {
        bind_bury_body(L, 1, b);
        bind_check(L, w, cn_body_destroy(core, b));
    }
    cn_BodyId ground = cn_world_ground(core);
    for (cn_ShapeId s;
         (s = cn_body_next_shape(core, ground, (cn_ShapeId){0, 0})).generation != 0;) {
        bind_bury_shape(L, 1, s);
        bind_check(L, w, cn_shape_destroy(core, s));
    }
}

/* world:clear(): nothing is in it any more; settings, layers, listener and time stay */
static int l_world_clear(lua_State *L) {
    bind_World *w = bind_open_world(L, 1);
    if (bind_is_interrupted(L, w)) {
        return luaL_error(L, "'clear' is not available in a finalizer in the middle of a call");
    }
    lua_settop(L, 1);
    destroy_all(L, w);
    return 0;
}

static int next_pair(lua_State *L) {
    bind_Iter *it = bind_iter_check(L);
    while (it && it->index < it->count) {
        const cn_PairOfShapes *pair = &((const cn_PairOfShapes *)it->buffer)[it->index++];
        const cn_World *core = it->world->core;
        /* the loop may have destroyed one of them */
        if (!cn_shape_is_valid(core, pair->a) || !cn_shape_is_valid(core, pair->b)) continue;
        lua_getiuservalue(L, 1, UV_ITER_WORLD);
        int world = lua_gettop(L);
        bind_push_shape(L, world, pair->a);
        bind_push_shape(L, world, pair->b);
        return 2;
    }
    return bind_iter_end(L);
}

/* world:pairs() -> iterator over a, b: shapes whose boxes overlap */
static int l_world_pairs(lua_State *L) {
    bind_World *w = bind_world(L, 1);
    bind_Iter *it = bind_iter_take(L, 1);
    for (;;) { /* again when there are more than fit */
        int capacity = (int)(it->bytes / sizeof(cn_PairOfShapes));
        it->count = cn_world_pairs(w->core, it->buffer, capacity);
        if (it->count <= capacity) return bind_iter_return(L, next_pair);
        bind_iter_reserve(L, -1, (size_t)it->count * sizeof(cn_PairOfShapes));
    }
}

const luaL_Reg bind_population_methods[] = {
    {"clear", l_world_clear},
    {"pairs", l_world_pairs},
    {NULL, NULL},
};
