/* build.c: cairn.world{bodies=, joints=, ...}: what world:describe() tells, made again.
 *
 * Each entry goes to the constructor that its keys are of, as if a script had called it: nothing is
 * checked twice, and a key that a constructor learns is known here. The whole runs in one protected
 * call; what a constructor says against an entry is told with its place, bodies[3].shapes[1].w.
 * Velocities and sleep come last: shapes and joints wake what they are given to, and shapes move
 * the centre whose velocity it is. */
#include "describe/build.h"

#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/fields.h"
#include "define/def.h"
#include "handle/handle.h"

/* Indices of Lua's stack. */
typedef struct Build {
    lua_State *L;
    int world, table;
    int bodies, joints; /* place in the list -> handle; name -> handle of the first one */
    int movers;         /* how many have been made */
} Build;

enum { MOST_ENTRIES = 10000000 };

/* Raise what is wrong with an entry; the caller of the protected call says whose argument it is. */
static void fail(lua_State *L, const char *path, const char *key, const char *sentence) {
    if (key)
        lua_pushfstring(L, "field '%s.%s': %s", path, key, sentence);
    else
        lua_pushfstring(L, "field '%s': %s", path, sentence);
    lua_error(L);
}

/* Push the list in that field of the table at index and return its length; -1, nothing, for none.
 */
static lua_Integer push_list(lua_State *L, int index, const char *path, const char *key) {
    if (bind_get_raw(L, index, key) == LUA_TNIL) {
        lua_pop(L, 1);
        return -1;
    }
    if (!lua_istable(L, -1)) {
        const char *got = lua_pushfstring(L, "list expected, got %s", bind_type_name(L, -1));
        fail(L, path[0] ? path : key, path[0] ? key : NULL, got);
    }
    lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
    if (count > MOST_ENTRIES) fail(L, key, NULL, "at most 10000000 entries");
    return count;
}

/* Push the i-th entry of the list at index, a table; returns its path, which is pushed first. */
static const char *push_entry(lua_State *L, int list, lua_Integer i, const char *path,
                              const char *key) {
    path = lua_pushfstring(L, "%s%s%s[%d]", path, path[0] ? "." : "", key, (int)i);
    if (lua_rawgeti(L, list, i) != LUA_TTABLE) {
        fail(L, path, NULL, lua_pushfstring(L, "table expected, got %s", bind_type_name(L, -1)));
    }
    return path;
}

/* Push a copy of the table at index, without what is not for its constructor. */
static void push_copy(lua_State *L, int index, const char *const *without) {
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, index);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
    }
    for (; *without; without++) {
        lua_pushnil(L);
        bind_set_raw(L, -2, *without);
    }
}

/* The sentence of a constructor, "bad argument #1 to 'box' (field 'w': must be > 0, got -1)", as
 * one about the entry. */
static void blame_entry(lua_State *L, const char *path) {
    if (lua_type(L, -1) != LUA_TSTRING) lua_error(L);
    const char *message = lua_tostring(L, -1), *inner = strstr(message, "' (");
    if (!inner) fail(L, path, NULL, message);
    inner += strlen("' (");
    size_t length = strlen(inner);
    static const char field[] = "field '";
    bool of_field = strncmp(inner, field, strlen(field)) == 0;
    if (of_field) inner += strlen(field), length -= strlen(field);
    lua_pushlstring(L, inner, length - (length > 0)); /* without the last parenthesis */
    lua_pushfstring(L, of_field ? "field '%s.%s" : "field '%s': %s", path, lua_tostring(L, -1));
    lua_error(L);
}

/* Call the method of the object below the arguments on the stack, of which there are count. */
static void call(lua_State *L, const char *path, const char *method, int count, int results) {
    int object = lua_gettop(L) - count;
    lua_getmetatable(L, object);
    lua_getfield(L, -1, "__index");
    lua_getfield(L, -1, method);
    lua_insert(L, object);
    lua_pop(L, 2);
    if (lua_pcall(L, count + 1, results, 0) != LUA_OK) blame_entry(L, path);
}

/* Push the word in that field of the entry at index, one of names. */
static const char *push_word(lua_State *L, int index, const char *path, const char *key,
                             const char *const *names) {
    if (bind_get_raw(L, index, key) == LUA_TSTRING) {
        for (const char *const *word = names; *word; word++)
            if (strcmp(lua_tostring(L, -1), *word) == 0) return *word;
        bind_push_strings(L, names);
        lua_pushfstring(L, "invalid %s '%s', expected %s", key, lua_tostring(L, -2),
                        lua_tostring(L, -1));
    } else {
        lua_pushfstring(L, "string expected, got %s", bind_type_name(L, -1));
    }
    fail(L, path, key, lua_tostring(L, -1));
    return NULL;
}

/* ---- shapes -------------------------------------------------------------------------------------
 */

/* Give the body at index the shape at entry. */
static void make_shape(const Build *b, int body, int entry, const char *path) {
    static const char *const without[] = {"kind", "id", NULL};
    lua_State *L = b->L;
    const char *kind = push_word(L, entry, path, "kind", bind_shape_kinds);
    const char *method = lua_pushfstring(L, "add_%s", kind);
    lua_pushvalue(L, body);
    push_copy(L, entry, without);
    call(L, path, method, 1, 0);
    lua_pop(L, 2);
}

/* All shapes of the entry at `owner`, whose body is at index. */
static void make_shapes(const Build *b, int body, int owner, const char *path) {
    lua_State *L = b->L;
    int top = lua_gettop(L);
    lua_Integer count = push_list(L, owner, path, "shapes");
    for (lua_Integer i = 1; i <= count; i++) {
        const char *place = push_entry(L, top + 1, i, path, "shapes");
        make_shape(b, body, lua_gettop(L), place);
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
}

/* ---- in which order shapes were made ------------------------------------------------------------
 */

typedef struct Turn {
    lua_Integer id, body, shape; /* body 0: the ground */
} Turn;

static int compare_turns(const void *left, const void *right) {
    const Turn *a = left, *b = right;
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    if (a->body != b->body) return a->body < b->body ? -1 : 1;
    return a->shape < b->shape ? -1 : a->shape > b->shape;
}

/* Add the shapes of the entry at index to the turns, or only count them; whether one has an id. */
static bool list_turns(const Build *b, int entry, lua_Integer body, Turn *turns, lua_Integer *n) {
    lua_State *L = b->L;
    int top = lua_gettop(L);
    bool ids = false;
    if (bind_get_raw(L, entry, "shapes") == LUA_TTABLE) {
        lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
        for (lua_Integer i = 1; i <= count; i++, ++*n) {
            lua_Integer id = 0;
            if (lua_rawgeti(L, top + 1, i) == LUA_TTABLE && bind_get_raw(L, -1, "id") != LUA_TNIL) {
                id = lua_tointeger(L, -1);
                ids = true;
            }
            if (turns) turns[*n] = (Turn){id, body, i};
            lua_settop(L, top + 1);
        }
    }
    lua_settop(L, top);
    return ids;
}

static bool list_all_turns(const Build *b, Turn *turns, lua_Integer *n) {
    lua_State *L = b->L;
    bool ids = list_turns(b, b->table, 0, turns, n);
    int top = lua_gettop(L);
    lua_Integer bodies = push_list(L, b->table, "", "bodies");
    for (lua_Integer i = 1; i <= bodies; i++) {
        lua_rawgeti(L, top + 1, i);
        if (lua_istable(L, -1)) ids |= list_turns(b, top + 2, i, turns, n);
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
    return ids;
}

/* All of them, sorted, and which is the next to be made. */
typedef struct Turns {
    Turn *turn;
    lua_Integer count, next;
} Turns;

/* Pushes their memory. */
static Turns push_turns(const Build *b) {
    Turns turns = {NULL, 0, 0};
    lua_Integer room = 0;
    list_all_turns(b, NULL, &room);
    turns.turn = lua_newuserdatauv(b->L, (size_t)(room + 1) * sizeof *turns.turn, 0);
    list_all_turns(b, turns.turn, &turns.count);
    qsort(turns.turn, (size_t)turns.count, sizeof *turns.turn, compare_turns);
    return turns;
}

/* The shape whose turn it is; false, nothing, when its body has not been made. */
static bool make_turn(const Build *b, const Turn *turn) {
    lua_State *L = b->L;
    int top = lua_gettop(L);
    const char *path = "";
    bool there = lua_rawgeti(L, b->bodies, turn->body) != LUA_TNIL;
    if (there) {
        lua_pushvalue(L, b->table);
        if (turn->body > 0) {
            bind_get_raw(L, -1, "bodies");
            path = push_entry(L, lua_gettop(L), turn->body, "", "bodies");
        }
        bind_get_raw(L, -1, "shapes");
        path = push_entry(L, lua_gettop(L), turn->shape, path, "shapes");
        make_shape(b, top + 1, lua_gettop(L), path);
    }
    lua_settop(L, top);
    return there;
}

/* Those that come before the shape with that id; NULL: all. */
static void make_turns(const Build *b, Turns *turns, const lua_Integer *id) {
    while (turns->next < turns->count && (!id || turns->turn[turns->next].id < *id) &&
           make_turn(b, &turns->turn[turns->next]))
        turns->next++;
}

/* ---- bodies -------------------------------------------------------------------------------------
 */

/* Remember the handle at index as the n-th of the list, and by the name in its entry. */
static void remember(lua_State *L, int list, int handle, lua_Integer n, int entry) {
    lua_pushvalue(L, handle);
    lua_rawseti(L, list, n);
    if (bind_get_raw(L, entry, "name") == LUA_TSTRING) {
        lua_pushvalue(L, -1);
        if (lua_rawget(L, list) == LUA_TNIL) {
            lua_pushvalue(L, -2);
            lua_pushvalue(L, handle);
            lua_rawset(L, list);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void make_movers(Build *b, lua_Integer count, const char *asked);

/* The n-th body, from the entry on the top. */
static void make_body(Build *b, lua_Integer n, const char *path, bool with_shapes) {
    static const char *const without[] = {"shapes", NULL};
    lua_State *L = b->L;
    int entry = lua_gettop(L);
    if (bind_get_raw(L, entry, "mover") != LUA_TNIL) {
        if (!lua_isinteger(L, -1)) fail(L, path, "mover", "number of a mover expected");
        make_movers(b, lua_tointeger(L, -1), path);
        return;
    }
    lua_pushvalue(L, b->world);
    push_copy(L, entry, without);
    call(L, path, "body", 1, 1);
    remember(L, b->bodies, lua_gettop(L), n, entry);
    if (with_shapes) make_shapes(b, lua_gettop(L), entry, path);
}

/* The body of a mover is made with its shape: what was made before that has to be there. */
static void make_turns_before(const Build *b, Turns *turns) {
    lua_State *L = b->L;
    int entry = lua_gettop(L);
    if (bind_get_raw(L, entry, "mover") != LUA_TNIL && bind_get_raw(L, entry, "id") != LUA_TNIL) {
        lua_Integer id = lua_tointeger(L, -1);
        make_turns(b, turns, &id);
    }
    lua_settop(L, entry);
}

static void make_bodies(Build *b) {
    lua_State *L = b->L;
    int bottom = lua_gettop(L);
    lua_Integer ignored = 0;
    bool ordered = list_all_turns(b, NULL, &ignored);
    lua_pushvalue(L, b->world);
    call(L, "", "ground", 0, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, b->bodies, 0);
    if (!ordered) make_shapes(b, bottom + 1, b->table, "");
    lua_settop(L, bottom);
    Turns turns = push_turns(b);
    int top = lua_gettop(L);
    lua_Integer count = push_list(L, b->table, "", "bodies");
    for (lua_Integer i = 1; i <= count; i++) {
        const char *path = push_entry(L, top + 1, i, "", "bodies");
        if (ordered) make_turns_before(b, &turns);
        make_body(b, i, path, !ordered);
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
    if (ordered) make_turns(b, &turns, NULL);
    lua_settop(L, bottom);
}

/* Velocities, and who sleeps: of bodies that have all that they are given. */
static void move_bodies(const Build *b) {
    lua_State *L = b->L;
    int top = lua_gettop(L);
    for (int pass = 0; pass < 2; pass++) {
        lua_Integer count = push_list(L, b->table, "", "bodies");
        for (lua_Integer i = 1; i <= count; i++) {
            lua_settop(L, top + 1);
            const bind_Handle *h = lua_rawgeti(L, b->bodies, i) == LUA_TUSERDATA
                                       ? bind_test_handle(L, -1, BIND_BODY)
                                       : NULL;
            if (!h || lua_rawgeti(L, top + 1, i) != LUA_TTABLE) continue;
            cn_World *core = h->world->core;
            bool asleep = bind_get_raw(L, top + 3, "awake") != LUA_TNIL && !lua_toboolean(L, -1);
            bind_get_raw(L, top + 3, "vx");
            bind_get_raw(L, top + 3, "vy");
            bind_get_raw(L, top + 3, "angular_velocity");
            double vx = lua_tonumber(L, -3), vy = lua_tonumber(L, -2), w = lua_tonumber(L, -1);
            bool moves = vx != 0.0 || vy != 0.0 || w != 0.0;
            if (pass == 0 && moves && cn_body_type(core, bind_body_id(h)) != CN_STATIC) {
                cn_body_set_velocity(core, bind_body_id(h), vx, vy);
                cn_body_set_angular_velocity(core, bind_body_id(h), w);
            }
            if (pass == 1 && asleep) cn_body_set_awake(core, bind_body_id(h), false);
        }
        lua_settop(L, top);
    }
}

/* ---- ends of joints and filters of movers -------------------------------------------------------
 */

/* In the table on the top: a number or name in that field becomes the handle that it calls. False
 * when that has not been made. */
static bool resolve(lua_State *L, int list, const char *path, const char *key, const char *noun) {
    int type = bind_get_raw(L, -1, key);
    if (type == LUA_TNIL) {
        lua_pop(L, 1);
        return true;
    }
    if (type != LUA_TSTRING && !lua_isinteger(L, -1)) {
        fail(L, path, key,
             lua_pushfstring(L, "number or name of a %s expected, got %s", noun,
                             bind_type_name(L, -1)));
    }
    lua_pushvalue(L, -1);
    if (lua_rawget(L, list) == LUA_TNIL) {
        lua_pop(L, 1);
        return false;
    }
    bind_set_raw(L, -3, key);
    lua_pop(L, 1);
    return true;
}

static void missing(lua_State *L, const char *path, const char *key, const char *noun) {
    bool named = lua_type(L, -1) == LUA_TSTRING;
    fail(L, path, key,
         lua_pushfstring(L, "there is no %s %s%s%s", noun, named ? "\"" : "", lua_tostring(L, -1),
                         named ? "\"" : ""));
}

/* ---- movers -------------------------------------------------------------------------------------
 */

static void make_mover(const Build *b, int entry, const char *path) {
    static const char *const without[] = {NULL};
    lua_State *L = b->L;
    lua_pushvalue(L, b->world);
    push_copy(L, entry, without);
    if (bind_get_raw(L, -1, "filter") == LUA_TTABLE) {
        push_copy(L, lua_gettop(L), without);
        if (!resolve(L, b->bodies, path, "ignore", "body"))
            missing(L, path, "filter.ignore", "body");
        bind_set_raw(L, -3, "filter");
    }
    lua_pop(L, 1);
    call(L, path, "mover", 1, 1);
}

/* All movers up to that number. */
static void make_movers(Build *b, lua_Integer count, const char *asked) {
    lua_State *L = b->L;
    int top = lua_gettop(L);
    lua_Integer there = push_list(L, b->table, "", "movers");
    if (count > there) fail(L, asked, "mover", lua_pushfstring(L, "there is no mover %I", count));
    while (b->movers < count) {
        const char *path = push_entry(L, top + 1, ++b->movers, "", "movers");
        make_mover(b, lua_gettop(L), path);
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
}

/* Their bodies can be called by number. */
static void remember_proxies(const Build *b) {
    lua_State *L = b->L;
    int top = lua_gettop(L);
    lua_Integer count = push_list(L, b->table, "", "bodies");
    const bind_World *w = lua_touserdata(L, b->world);
    for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(L, top + 1, i);
        if (bind_get_raw(L, -1, "mover") == LUA_TNUMBER) {
            cn_MoverId id = {0, 0};
            for (lua_Integer n = lua_tointeger(L, -1); n > 0; n--)
                id = cn_world_next_mover(w->core, id);
            bind_push_body(L, b->world, cn_mover_body(w->core, id));
            lua_rawseti(L, b->bodies, i);
        }
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
}

static void make_all_movers(Build *b) {
    lua_Integer count = push_list(b->L, b->table, "", "movers");
    if (count < 0) return;
    lua_pop(b->L, 1);
    make_movers(b, count, "");
    remember_proxies(b);
}

/* ---- joints -------------------------------------------------------------------------------------
 */

/* Make the n-th joint from the entry on the top; false when it is a gear of joints to come. */
static bool make_joint(const Build *b, lua_Integer n, const char *path, bool last) {
    static const char *const without[] = {"type", NULL};
    static const char *const ends[] = {"a", "b", "body", NULL};
    lua_State *L = b->L;
    int entry = lua_gettop(L);
    const char *kind = push_word(L, entry, path, "type", bind_joint_kinds);
    bool gear = strcmp(kind, "gear") == 0;
    lua_pushvalue(L, b->world);
    push_copy(L, entry, without);
    for (const char *const *end = ends; *end; end++) {
        const char *noun = gear ? "joint" : "body";
        if (resolve(L, gear ? b->joints : b->bodies, path, *end, noun)) continue;
        if (gear && !last) return false;
        missing(L, path, *end, noun);
    }
    call(L, path, kind, 1, 1);
    remember(L, b->joints, lua_gettop(L), n, entry);
    return true;
}

static void make_joints(const Build *b) {
    lua_State *L = b->L;
    int top = lua_gettop(L);
    lua_Integer count = push_list(L, b->table, "", "joints");
    for (int pass = 0; pass < 2; pass++) {
        for (lua_Integer i = 1; i <= count; i++) {
            bool made = lua_rawgeti(L, b->joints, i) != LUA_TNIL;
            if (!made) {
                const char *path = push_entry(L, top + 1, i, "", "joints");
                make_joint(b, i, path, pass == 1);
            }
            lua_settop(L, top + 1);
        }
    }
    lua_settop(L, top);
}

/* ---- the world ----------------------------------------------------------------------------------
 */

static void part_layers(const Build *b) {
    lua_State *L = b->L;
    int top = lua_gettop(L);
    lua_Integer count = push_list(L, b->table, "", "apart");
    for (lua_Integer i = 1; i <= count; i++) {
        const char *path = push_entry(L, top + 1, i, "", "apart");
        int entry = lua_gettop(L);
        if (lua_rawlen(L, entry) != 2) fail(L, path, NULL, "two names of layers expected");
        lua_pushvalue(L, b->world);
        lua_rawgeti(L, entry, 1);
        lua_rawgeti(L, entry, 2);
        lua_pushboolean(L, false);
        call(L, path, "set_collides", 3, 0);
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
}

/* Push the list of all shapes in the order of ids. */
static void push_shapes(const Build *b) {
    lua_State *L = b->L;
    const cn_World *core = ((bind_World *)lua_touserdata(L, b->world))->core;
    cn_ShapeId id = {0, 0};
    lua_newtable(L);
    for (int n = 1; (id = cn_world_next_shape(core, id)).generation != 0; n++) {
        bind_push_shape(L, b->world, id);
        lua_rawseti(L, -2, n);
    }
}

/* Push the shape of which the entry has the number at i. */
static void push_shape_at(lua_State *L, int shapes, int entry, int i, const char *path) {
    int is_integer;
    lua_rawgeti(L, entry, i);
    lua_Integer n = lua_tointegerx(L, -1, &is_integer);
    lua_pop(L, 1);
    if (!is_integer) fail(L, path, NULL, "two numbers of shapes expected");
    if (lua_rawgeti(L, shapes, n) == LUA_TNIL)
        fail(L, path, NULL, lua_pushfstring(L, "there is no shape %s", bind_whole(L, n)));
}

static void part_shapes(const Build *b) {
    lua_State *L = b->L;
    int top = lua_gettop(L);
    lua_Integer count = push_list(L, b->table, "", "ignored");
    if (count > 0) push_shapes(b);
    for (lua_Integer i = 1; i <= count; i++) {
        const char *path = push_entry(L, top + 1, i, "", "ignored");
        int entry = lua_gettop(L);
        if (lua_rawlen(L, entry) != 2) fail(L, path, NULL, "two numbers of shapes expected");
        push_shape_at(L, top + 2, entry, 1, path);
        push_shape_at(L, top + 2, entry, 2, path);
        lua_pushboolean(L, true);
        call(L, path, "set_ignores", 2, 0);
        lua_settop(L, top + 2);
    }
    lua_settop(L, top);
}

static void raise_wind(const Build *b) {
    lua_State *L = b->L;
    int top = lua_gettop(L);
    if (bind_get_raw(L, b->table, "wind") != LUA_TNIL) {
        if (!lua_istable(L, -1)) {
            fail(L, "wind", NULL,
                 lua_pushfstring(L, "table expected, got %s", bind_type_name(L, -1)));
        }
        lua_pushvalue(L, b->world);
        lua_pushvalue(L, -2);
        call(L, "wind", "set_wind", 1, 0);
    }
    lua_settop(L, top);
}

static int l_build(lua_State *L) {
    Build b = {.L = L, .world = 1, .table = 2, .bodies = 3, .joints = 4};
    luaL_checkstack(L, 40, NULL);
    lua_newtable(L);
    lua_newtable(L);
    part_layers(&b);
    make_bodies(&b);
    make_all_movers(&b);
    make_joints(&b);
    part_shapes(&b);
    raise_wind(&b);
    move_bodies(&b);
    return 0;
}

bool bind_build(lua_State *L, int world, int table) {
    static const char *const keys[] = {"apart",  "wind",   "shapes", "bodies",
                                       "movers", "joints", "ignored"};
    bool any = false;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        any = any || bind_has_field(L, table, keys[i]);
    if (!any) return true;
    lua_pushcfunction(L, l_build);
    lua_pushvalue(L, world);
    lua_pushvalue(L, table);
    return lua_pcall(L, 2, 0, 0) == LUA_OK;
}
