/* host_select.c: what is selected stays the same thing, or nothing is.
 *
 * When another world comes, the name says which body it is. For one without a name, or whose name
 * is gone, the bodies are compared with those of the old world as that was loaded: if they are the
 * same by id, type and shapes, the number still means the same body; else it is selected no more.
 */
#include "host_select.h"

#include "bind.h"

#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t value) { return (hash ^ value) * 1099511628211u; }

/* Which bodies there are, by id, type and the kinds of their shapes; not where. */
static uint64_t likeness(const cn_World *world) {
    uint64_t hash = 14695981039346656037u;
    cn_BodyId body = {0, 0};
    while (world && (body = cn_world_next_body(world, body)).generation) {
        hash = mix(mix(hash, body.index), body.generation);
        hash = mix(hash, (uint64_t)cn_body_type(world, body));
        cn_ShapeId shape = {0, 0};
        while ((shape = cn_body_next_shape(world, body, shape)).generation) {
            hash = mix(hash, 16 + (uint64_t)cn_shape_kind(world, shape));
        }
    }
    return hash;
}

/* ---- names, which only Lua knows ----------------------------------------------------------- */

typedef struct Named {
    cn_BodyId body;
    const char *name;
} Named;

static void push_name(lua_State *L, cn_BodyId body) {
    host_scene_method(L, "world", 0, 1);
    bind_push_body(L, -1, body);
    lua_getfield(L, -1, "name");
    lua_insert(L, -2);
    lua_call(L, 1, 1);
}

static void op_name_of(lua_State *L, host_Scene *scene, void *argument) {
    Named *named = argument;
    push_name(L, named->body);
    named->name = host_scene_anchor(L, scene, HOST_SLOT_SELECTED);
}

const char *host_select_name(const host_Scene *scene, cn_BodyId body) {
    Named named = {body, NULL};
    return host_scene_do(scene, op_name_of, &named) ? named.name : NULL;
}

/* Leaves the body only if that is its name. */
static void op_has_name(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    Named *named = argument;
    push_name(L, named->body);
    const char *name = lua_tostring(L, -1);
    if (!name || strcmp(name, named->name) != 0) named->body = (cn_BodyId){0, 0};
}

static bool has_name(host_Scene *scene, cn_BodyId body, const char *name) {
    Named named = {body, name};
    return host_scene_do(scene, op_has_name, &named) && named.body.generation;
}

/* The body of that name in the world; joints have names as well. */
static void op_find(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    Named *named = argument;
    host_scene_method(L, "world", 0, 1);
    const cn_World *world = bind_to_world(L, -1);
    int at = lua_gettop(L);
    lua_getfield(L, at, "find");
    lua_pushvalue(L, at);
    lua_pushstring(L, named->name);
    lua_call(L, 2, 1);
    if (lua_isnil(L, -1)) return;
    lua_getfield(L, -1, "id");
    lua_pushvalue(L, -2);
    lua_call(L, 1, 1);
    lua_Integer index = lua_tointeger(L, -1);
    lua_pop(L, 1);
    cn_BodyId body = {0, 0};
    while ((body = cn_world_next_body(world, body)).generation && body.index != index) continue;
    bind_push_body(L, at, body);
    if (lua_rawequal(L, -1, -2)) named->body = body;
}

static cn_BodyId find(host_Scene *scene, const char *name) {
    Named named = {{0, 0}, name};
    return host_scene_do(scene, op_find, &named) ? named.body : (cn_BodyId){0, 0};
}

/* ---- following ---------------------------------------------------------------------------- */

void host_select_follow(host_Scene *scene, const cn_World *world) {
    host_Selection *s = &scene->selection;
    uint64_t before = s->likeness;
    s->likeness = likeness(world);
    if (!s->body.generation) return;
    bool same = world && s->likeness == before && cn_body_is_valid(world, s->body);
    if (same && (!s->name || has_name(scene, s->body, s->name))) return;
    cn_BodyId found = world && s->name ? find(scene, s->name) : (cn_BodyId){0, 0};
    if (found.generation || !same) s->body = found; /* else it has only lost its name */
}
