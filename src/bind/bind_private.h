/* bind_private.h: what the files of the binding know of each other.
 *
 * A world is one userdata (bind_World) whose user values hold everything of Lua that belongs to it.
 * Bodies, shapes and joints are small userdata (bind_Handle): a magic word, an id with generation
 * and the world. The world's tables hold them by index, so that each object has one userdata for
 * its whole life; a handle's first user value is its world, which therefore outlives it.
 * Invariants: a handle's id never changes; bind_World.core is NULL exactly when the world is
 * destroyed; `reading` is set exactly while a hook runs inside the core's step. */
#ifndef BIND_PRIVATE_H
#define BIND_PRIVATE_H

#include <lauxlib.h>
#include <lua.h>
#include <math.h>

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
#define BIND_ITER_TYPE     "cairn.Iterator"

/* Any four bytes no other library is likely to begin a userdata with. */
#define BIND_WORLD    0xca172001u
#define BIND_BODY     0xca172002u
#define BIND_SHAPE    0xca172003u
#define BIND_MANIFOLD 0xca172004u
#define BIND_ITER     0xca172005u
#define BIND_JOINT    0xca172006u
#define BIND_MOVER    0xca172007u

/* User values of a world. */
enum {
    UV_BODIES = 1, /* index -> handle of bodies alive */
    UV_SHAPES,     /* the same of shapes */
    UV_JOINTS,     /* the same of joints */
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
    UV_MOVERS, /* index -> handle of movers alive */
    UV_STRICT, /* cursors of a strict world, shown in turns, or nil */
    UV_WORLD_DATA,
    UV_WORLD_COUNT = UV_WORLD_DATA
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
    bool strict;             /* a stale manifold raises: no cursor is used again soon */
    bool twins;              /* two objects have had one name: find may have to look at all */
    int layer_count, pool_count;
    unsigned strict_next;           /* place in UV_STRICT */
    int dead_count, dead_old_count; /* entries in UV_DEAD and UV_DEAD_OLD */
    lua_Integer deferred_first, deferred_last;
    /* who slept, then who woke: copied, because the core adds to its own lists between steps */
    cn_BodyId *kept_bodies;
    bind_Rows body_rows, shape_rows, joint_rows;
    int kept_room, slept_count, woke_count;
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
    bool in_turns; /* of UV_STRICT: nobody's own */
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

/* ---- bind_handle.c: identity, lifetime, names ---------------------------------------------- */

/* The userdata at index when it is a handle of that magic, dead or alive, else NULL. */
static inline bind_Handle *bind_test_handle(lua_State *L, int index, uint32_t magic) {
    bind_Handle *h = lua_touserdata(L, index);
    return h && lua_rawlen(L, index) == sizeof *h && h->magic == magic ? h : NULL;
}
static inline bind_World *bind_test_world(lua_State *L, int index) {
    bind_World *w = lua_touserdata(L, index);
    return w && lua_rawlen(L, index) == sizeof *w && w->magic == BIND_WORLD ? w : NULL;
}
/* Raise: argument arg is no such object, or a dead one. */
void bind_bad_handle(lua_State *L, int arg, uint32_t magic);
bool bind_is_live(const bind_Handle *h);

/* The checks every method begins with. Plain: alive. open: and the world may be changed.
 * any: dead or alive. known: alive, or destroyed since the last flush. */
static inline bind_World *bind_world(lua_State *L, int arg) {
    bind_World *w = bind_test_world(L, arg);
    if (!w || !w->core) bind_bad_handle(L, arg, BIND_WORLD);
    return w;
}
static inline bind_Handle *bind_body(lua_State *L, int arg) {
    bind_Handle *h = bind_test_handle(L, arg, BIND_BODY);
    if (!h || !h->world->core || !cn_body_is_valid(h->world->core, bind_body_id(h)))
        bind_bad_handle(L, arg, BIND_BODY);
    return h;
}
static inline bind_Handle *bind_shape(lua_State *L, int arg) {
    bind_Handle *h = bind_test_handle(L, arg, BIND_SHAPE);
    if (!h || !h->world->core || !cn_shape_is_valid(h->world->core, bind_shape_id(h)))
        bind_bad_handle(L, arg, BIND_SHAPE);
    return h;
}
static inline bind_Handle *bind_joint(lua_State *L, int arg) {
    bind_Handle *h = bind_test_handle(L, arg, BIND_JOINT);
    if (!h || !h->world->core || !cn_joint_is_valid(h->world->core, bind_joint_id(h)))
        bind_bad_handle(L, arg, BIND_JOINT);
    return h;
}
void bind_read_only(lua_State *L, const bind_World *w);
static inline bind_World *bind_open_world(lua_State *L, int arg) {
    bind_World *w = bind_world(L, arg);
    if (w->reading) bind_read_only(L, w);
    return w;
}
static inline bind_Handle *bind_open_body(lua_State *L, int arg) {
    bind_Handle *h = bind_body(L, arg);
    if (h->world->reading) bind_read_only(L, h->world);
    return h;
}
static inline bind_Handle *bind_open_shape(lua_State *L, int arg) {
    bind_Handle *h = bind_shape(L, arg);
    if (h->world->reading) bind_read_only(L, h->world);
    return h;
}
static inline bind_Handle *bind_open_joint(lua_State *L, int arg) {
    bind_Handle *h = bind_joint(L, arg);
    if (h->world->reading) bind_read_only(L, h->world);
    return h;
}
bind_Handle *bind_any(lua_State *L, int arg, uint32_t magic);
bind_Handle *bind_known(lua_State *L, int arg, uint32_t magic);

/* bind_identity.c: methods of bodies, shapes and joints alike. */
int bind_get_id(lua_State *L, uint32_t magic);
int bind_get_name(lua_State *L, uint32_t magic);
int bind_take_name(lua_State *L, uint32_t magic);
int bind_get_data(lua_State *L, uint32_t magic);
int bind_take_data(lua_State *L, uint32_t magic);
int bind_get_world(lua_State *L, uint32_t magic);
int bind_get_valid(lua_State *L, uint32_t magic);

/* bind_finalizer.c: true inside a finalizer that runs in the middle of a call of this world. */
bool bind_is_interrupted(lua_State *L, const bind_World *w);
/* True there for a destroy of the object at 1: it is done after the next step; pushes true. */
bool bind_destroy_later(lua_State *L, bind_World *w);
/* bind_step.c: the function and its arguments, all that lies above the world at 1, wait for the end
 * of the step. */
void bind_keep_deferred(lua_State *L, bind_World *w);
int bind_world_defer(lua_State *L);

/* Another argument than self: alive and of this world. */
bind_Handle *bind_other(lua_State *L, int arg, uint32_t magic, const bind_World *w);

/* Push a new userdata that belongs to no object yet, for the world at world_index. */
bind_Handle *bind_new_handle(lua_State *L, int world_index, uint32_t magic);
/* Give the handle at index its object and enter it in the world's table. */
void bind_enter_body(lua_State *L, int world_index, int index, cn_BodyId id);
void bind_enter_shape(lua_State *L, int world_index, int index, cn_ShapeId id);
void bind_enter_joint(lua_State *L, int world_index, int index, cn_JointId id);
/* The object is about to be destroyed: its handle leaves the tables of the living. */
void bind_bury_body(lua_State *L, int world_index, cn_BodyId id);
void bind_bury_shape(lua_State *L, int world_index, cn_ShapeId id);
void bind_bury_joint(lua_State *L, int world_index, cn_JointId id);
/* bind_coupling.c: the same of the gears that couple a joint, which go before it. */
void bind_bury_gears(lua_State *L, int world_index, cn_JointId id);
/* Around a flush: what died before it is answered until it ends, then let go. */
void bind_begin_flush(lua_State *L, int world_index);
void bind_end_flush(lua_State *L, int world_index);
/* Push `body #12 "top"`, `shape #3`, `world`; and the same with "has been destroyed at ...". */
const char *bind_describe(lua_State *L, int index);
const char *bind_describe_dead(lua_State *L, int index);
/* Name the body or joint handle at index by the string or nil on the top, which is popped. */
void bind_set_name(lua_State *L, int world_index, int index);
/* Push "scene.lua:39" of the nearest caller that has lines, or "". */
void bind_push_caller(lua_State *L);
/* bind_rows.c: the handle on the top, which is popped, stands at that index of its row; nil for
 * generation 0. */
void bind_set_row(lua_State *L, int world_index, uint32_t magic, uint32_t index,
                  uint32_t generation);
void bind_clear_row(lua_State *L, int world_index, const bind_Handle *h);
/* Make a metatable from its three tables, unless it exists; nothing is left on the stack. */
void bind_make_type(lua_State *L, const char *type, const luaL_Reg *metamethods,
                    const luaL_Reg *const *methods);

/* ---- bind_args.c: arguments and fields of tables ------------------------------------------- */

/* As luaL_argerror, but the method is named even when it was not called by its name. */
int bind_arg_error(lua_State *L, int arg, const char *format, ...);
/* Remember what functions are called, for bind_arg_error. */
void bind_note_names(lua_State *L, const luaL_Reg *functions, bool methods);
/* Push a number as people write it: -1, 0.5, 1e+30, nan. */
const char *bind_digits(lua_State *L, double v);
/* The name of a value's type for sentences: of userdata that of its metatable. Pushes nothing. */
const char *bind_type_name(lua_State *L, int index);
void bind_type_error(lua_State *L, int arg, const char *expected);
/* Values beyond a call's last argument are dropped, as by Lua's own functions, so that calls can be
 * put into each other. Not so where one would have a meaning that is lost: raise unless there is
 * none at arg. hint: the sentence's end, "" or "; what to do instead". */
void bind_no_more(lua_State *L, int arg, const char *hint);
/* Raise unless the argument is a table of keys, and the last one. */
void bind_only_table(lua_State *L, int arg);
/* Finite numbers, whole numbers, true booleans: nothing is converted. */
void bind_bad_number(lua_State *L, int arg); /* raises */
static inline double bind_number(lua_State *L, int arg) {
    bool number = lua_type(L, arg) == LUA_TNUMBER;
    double v = number ? lua_tonumberx(L, arg, NULL) : 0.0;
    if (!number || !isfinite(v)) bind_bad_number(L, arg);
    return v;
}
double bind_opt_number(lua_State *L, int arg, double otherwise);
/* As bind_number, and math.huge means without limit. */
double bind_unlimited(lua_State *L, int arg);
lua_Integer bind_integer(lua_State *L, int arg);
bool bind_boolean(lua_State *L, int arg);
const char *bind_string(lua_State *L, int arg);
/* The position of the string at arg in names (NULL-terminated); what is "type", "mix". */
int bind_enum(lua_State *L, int arg, const char *what, const char *const *names);
void bind_push_strings(lua_State *L, const char *const *names);

/* Raise what the core refused: about a field of the table at arg, or about the argument itself. */
void bind_refuse_table(lua_State *L, const bind_World *w, int arg, const cn_Error *error);
void bind_refuse_args(lua_State *L, const bind_World *w, int arg);
static inline void bind_check(lua_State *L, const bind_World *w, cn_Result result) {
    if (result != CN_OK) bind_refuse_args(L, w, 2);
}

/* The same where there are several: what the core calls each argument from the second on, in one
 * string; the first is blamed where it names none of them. */
void bind_check_named(lua_State *L, const bind_World *w, cn_Result result, const char *names);

/* How a constructor's table becomes a definition: lists of fields, each with its place. */
typedef enum bind_FieldKind {
    BIND_NUMBER,  /* double */
    BIND_LIMIT,   /* double, math.huge allowed */
    BIND_INTEGER, /* int */
    BIND_BOOLEAN, /* bool */
    BIND_PAIR,    /* two doubles from {x, y} */
    BIND_QUAD,    /* four doubles from {x1, y1, x2, y2} */
    BIND_ENUM,    /* int, by names */
    BIND_STRING,  /* checked only, read later by whoever wants it */
    BIND_ANY,     /* not even checked */
    BIND_CUSTOM   /* by read, which finds the value on the top and leaves it there */
} bind_FieldKind;
typedef struct bind_Reader bind_Reader;
typedef struct bind_Field {
    const char *name;
    bind_FieldKind kind;
    size_t offset;
    const char *const *names;
    void (*read)(bind_Reader *reader, void *target);
} bind_Field;
typedef struct bind_FieldSet {
    const bind_Field *fields; /* ends with a NULL name */
    void *target;
} bind_FieldSet;
struct bind_Reader {
    lua_State *L;
    int arg;           /* the argument to blame */
    int table;         /* absolute stack index of the table */
    const char *field; /* being read */
    bool extras;       /* whether there are fields that the lists only know by name */
    bind_World *world; /* NULL for cairn.world */
    int world_index;
};
#define BIND_MAX_FIELDS 64
/* Read the table into the sets' targets. Unknown fields raise with the nearest known name. */
void bind_read_table(bind_Reader *reader, const bind_FieldSet *sets, int count);
/* Raise about the field being read; NULL: about the argument itself. */
int bind_field_error(bind_Reader *reader, const char *format, ...);
double bind_field_number(bind_Reader *reader, int index);
/* Read the table on the top, the value of the reader's field, by a list of its own. */
void bind_read_nested(bind_Reader *reader, const bind_Field *fields, void *target);
/* Push a buffer of doubles (userdata) with the flat points of a field of the reader's table. */
double *bind_read_points(bind_Reader *reader, const char *field, int *count);
/* The same of the table on the top, which it replaces. */
double *bind_read_list(bind_Reader *reader, int *count);
/* The value on the top, which is number i of them, from 0. */
double bind_point_number(bind_Reader *reader, int i);
/* True when the table at index has the field. */
/* A script's own tables are read and written as they are, past their metatables: an __index might
 * do anything, destroy the world included, in the middle of a call. bind_get_raw pushes the value
 * of a field and returns its type; bind_set_raw pops the value on the top. */
int bind_get_raw(lua_State *L, int index, const char *field);
void bind_set_raw(lua_State *L, int index, const char *field);
bool bind_has_field(lua_State *L, int index, const char *field);
/* How many letters to insert, delete, change or swap to get from a to b; of long words 40. */
int bind_edit_distance(const char *a, const char *b);
/* "top" is near "tpo": the nearest of the fields, or NULL. */
const char *bind_nearest(const char *word, const char *const *words, int count);

/* ---- bind_def.c: tables to definitions ----------------------------------------------------- */

extern const char *const bind_body_types[];
extern const char *const bind_shape_kinds[];
extern const char *const bind_joint_kinds[];
extern const char *const bind_mixes[];
extern const char *const bind_outsides[];
extern const bind_Field bind_world_fields[];
extern const bind_Field bind_body_fields[];
extern const bind_Field bind_shape_fields[];
extern const bind_Field bind_place_fields[]; /* x, y, angle of a shape on its body */
extern const bind_Field bind_turn_fields[];  /* the same without data */
extern const bind_Field bind_area_fields[];
extern const bind_Field bind_material_fields[];
extern const bind_Field bind_lock_fields[]; /* x, y, rotation */
/* A colour as the core keeps it: 0xRRGGBB and an alpha of 0..255. */
uint32_t bind_color(uint32_t rgb, uint32_t alpha);
const bind_Field *bind_kind_fields(cn_ShapeKind kind);
/* The first so many of them must be given. */
int bind_required_fields(cn_ShapeKind kind);
/* What a table says of a world beside the core's definition. */
typedef struct bind_WorldArgs {
    cn_WorldDef def;
    bool strict;
} bind_WorldArgs;

/* ---- bind_layer.c --------------------------------------------------------------------------- */

/* The number of the layer named at index; -1 when undeclared. */
int bind_find_layer(lua_State *L, int world_index, int index);
/* Push the sentence about a name that is no layer. */
const char *bind_unknown_layer(lua_State *L, int world_index, const char *word);
/* Declare the name at index; -1 when all 64 are taken. */
int bind_add_layer(lua_State *L, int world_index, int index);
void bind_push_layer(lua_State *L, int world_index, int layer);
/* The number of the layer at arg, by name; raises for an undeclared one. */
int bind_layer(lua_State *L, int world_index, int arg);
/* The same of the reader's field, on the top. */
int bind_layer_field(bind_Reader *r);
/* A name, a bit mask or a list of names at arg; nil is every layer. */
uint64_t bind_mask(lua_State *L, int world_index, int arg);
/* The same of a value at index, which is that field of the table at arg. */
uint64_t bind_mask_in(lua_State *L, int world_index, int arg, const char *field, int index);
/* The whole filter of a query at arg (may be missing). */
cn_QueryFilter bind_filter(lua_State *L, int world_index, int arg);
/* The same of a value at index, which is the field `filter` of the table at arg. */
cn_QueryFilter bind_filter_field(lua_State *L, int world_index, int arg, int index);
extern const luaL_Reg bind_layer_methods[];

/* ---- bind_iter.c: pooled iterators --------------------------------------------------------- */

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
    uint64_t stamp;          /* of the events when the buffer was filled */
    bind_Manifold *cursor;   /* in the iterator's user value */
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
#define BIND_LOOP_NEAR  lua_upvalueindex(4)
/* Push an iterator from the pool. */
bind_Iter *bind_iter_take(lua_State *L, int world_index);
/* Room for so many bytes; the iterator is at index. Old content is lost. */
void *bind_iter_reserve(lua_State *L, int index, size_t bytes);
/* The four values of a generic for: next, the iterator on the top, nil, the iterator. */
int bind_iter_return(lua_State *L, lua_CFunction next);
/* The same for a loop over events of the world at 1: turn is called with those upvalues. */
int bind_iter_loop(lua_State *L, lua_CFunction turn, uint64_t mask_a, uint64_t mask_b);
/* The iterator at 1, or NULL when its loop is over or its world gone. */
bind_Iter *bind_iter_check(lua_State *L);
/* The nil that ends a loop. */
int bind_iter_end(lua_State *L);
/* The next shape of an iterator whose buffer holds ids. */
int bind_iter_next_shape(lua_State *L);
void bind_iter_open(lua_State *L);

/* ---- bind_manifold.c ----------------------------------------------------------------------- */

/* Push one that a strict world has not shown for long. */
bind_Manifold *bind_strict_cursor(lua_State *L, int world_index);
/* Push a cursor that shows nothing yet; the world is at world_index. */
bind_Manifold *bind_new_manifold(lua_State *L, int world_index);
/* world:manifolds(), and those of a body or a shape. */
int bind_manifolds(lua_State *L, int world_index, const bind_Handle *of);
void bind_manifold_open(lua_State *L);

/* ---- the others ---------------------------------------------------------------------------- */

/* bind_world.c */
extern const cn_Events bind_no_events; /* of a world that is destroyed */
/* End the core's world and let go of all that Lua holds for it. */
void bind_end_world(lua_State *L, int world_index);
int l_world_new(lua_State *L);
void bind_world_open(lua_State *L);
/* bind_hooks.c: the hooks of a listener, in the order of their batches. */
typedef enum bind_Hook {
    HOOK_FILTER,
    HOOK_PRE_SOLVE,
    HOOK_BEGIN_CONTACT,
    HOOK_END_CONTACT,
    HOOK_POST_SOLVE,
    HOOK_HIT,
    HOOK_SENSOR,
    HOOK_JOINT_BROKEN,
    HOOK_LEFT_BOUNDS,
    HOOK_SLEPT,
    HOOK_WOKE,
    HOOK_COUNT
} bind_Hook;
/* One step as the hooks see it. The world is at stack index 1 of L, the hooks of the listener (or
 * nil) from first_hook on, the first error (or nil) at error. */
typedef struct bind_Step {
    lua_State *L;
    bind_World *world;
    int first_hook, error;
    bool failed;
    bind_Hook hook; /* the batch that runs */
    bool anew;      /* which ends it tells: of pairs that touch again, or of all others */
    cn_Decision *batch;
    int batch_count;
    lua_Integer delivered;
} bind_Step;
/* Push the listener's hooks, HOOK_COUNT values. */
void bind_push_hooks(lua_State *L, int world_index);
/* What the core calls inside its step; context is the bind_Step. */
void bind_decide(void *context, cn_World *core, cn_Decision *batch, int count);
/* Deliver the events of the step, batch by batch. Never raises. */
void bind_deliver(bind_Step *step);
/* Copy what the hooks of a flush would change under its feet. */
void bind_keep_bodies(lua_State *L, int world_index);
/* Push the message handler of protected calls for a new world. */
void bind_push_handler(lua_State *L, bind_World *w);
/* Run what was deferred; an error is kept in the step. */
void bind_run_deferred(bind_Step *step);
/* Call the function below the argc arguments on the top, protected; an error is kept. */
void bind_protected(bind_Step *step, int argc);

extern const luaL_Reg bind_setting_methods[]; /* bind_settings.c */
extern const luaL_Reg bind_step_methods[];    /* bind_step.c */
extern const luaL_Reg bind_hook_methods[];    /* bind_hooks.c */
extern const luaL_Reg bind_event_methods[];   /* bind_events.c */
extern const luaL_Reg bind_query_methods[];   /* bind_query.c */
extern const luaL_Reg bind_cast_methods[];    /* bind_cast.c */
/* Push numbers; return how many. */
static inline int bind_push1(lua_State *L, double v) {
    lua_pushnumber(L, v);
    return 1;
}
static inline int bind_push2(lua_State *L, double x, double y) {
    lua_pushnumber(L, x);
    lua_pushnumber(L, y);
    return 2;
}
/* Push shape, x, y, nx, ny, fraction of a hit, or nil. */
int bind_push_hit(lua_State *L, int world_index, const cn_RayHit *hit);
/* The world at 1 and a table to fill at 2. */
void bind_check_list(lua_State *L);
/* The shapes of the iterator on the top into the table at 2; returns n to Lua. */
int bind_fill_list(lua_State *L);
/* The same of hits, six values each; and a loop over them. */
int bind_fill_hits(lua_State *L);
int bind_iter_next_hit(lua_State *L);
extern const luaL_Reg bind_effect_methods[]; /* bind_effect.c */
extern const luaL_Reg bind_create_methods[]; /* bind_create.c */
extern const luaL_Reg bind_add_methods[];    /* bind_create.c, of a body */
/* Push a buffer with the chain's materials, one for each segment; nothing when none are given. */
void bind_read_materials(bind_Reader *r, cn_ShapeDef *def);
/* world:body(id): the world at 1, the id at 2. */
int bind_body_by_id(lua_State *L);
/* Name (if asked for) and data of the handle at index, from the table; the world is at 1. */
void bind_give_extras(lua_State *L, int table, int index, bool name);
extern const luaL_Reg bind_tuning_methods[]; /* bind_tuning.c, of a body */
extern const luaL_Reg bind_area_methods[];   /* bind_effect.c, of a shape */
void bind_body_open(lua_State *L);
void bind_shape_open(lua_State *L);
/* bind_joint*.c */
void bind_joint_open(lua_State *L);
extern const luaL_Reg bind_join_methods[];          /* bind_joint_create.c, of a world */
extern const luaL_Reg bind_joint_setting_methods[]; /* bind_joint_settings.c */
extern const luaL_Reg bind_coupling_methods[];      /* bind_coupling.c */
/* Raise unless the kind is one of the bits: 'length' is not available on a revolute joint. */
void bind_check_joint_kind(lua_State *L, const bind_Handle *h, unsigned kinds, const char *what);
/* bind_joint_settings.c: the definition of the joint at 1 as it is now, of one of these kinds; the
 * same to change it; and to give it back, where all that may be refused is the first argument. */
cn_JointDef bind_read_joint(lua_State *L, unsigned kinds, const char *what);
cn_JointDef bind_change_joint(lua_State *L, unsigned kinds, const char *what);
int bind_give_joint_back(lua_State *L, const cn_JointDef *def);
#define BIND_JOINT_BIT(name) (1u << CN_##name)
/* The id of the mover at index and its world, or NULL when it is none. */
const cn_MoverId *bind_test_mover(lua_State *L, int index, const bind_World **world);
void bind_mover_open(lua_State *L);
extern const luaL_Reg bind_mover_makers[];     /* bind_mover.c, of a world */
extern const luaL_Reg bind_geometry_methods[]; /* bind_geometry.c, of a shape */
/* bind_log.c: a line for each collision that began or ended, to the function at an index. */
int bind_log_events(lua_State *L, int world_index, int function_index);
/* bind_pairs.c */
int l_cairn_pairs(lua_State *L);
/* bind_module.c: cairn.set_strict and set_threads, the defaults of worlds to come */
bool bind_default_strict(lua_State *L);
int bind_default_threads(lua_State *L);
uint32_t bind_next_serial(lua_State *L);

#endif
