/* log.c: the debug log, which names each collision in a line of text.
 *
 * `step 12: body #3 "top" (box) hits body #1 (box) at 0.50, 1.00, normal 0.00 1.00, speed 2.10,
 * overlap 0.0003`: the moving body first, the normal pointing at it.
 * It costs garbage and time, and runs only while world:set_debug_log has a function. */
#include "event/log.h"

#include <stdio.h>

#include "define/def.h"
#include "handle/handle.h"

/* Append `body #3 "top" (box)`. */
static void add_shape(lua_State *L, luaL_Buffer *b, int world_index, cn_ShapeId id) {
    bind_push_shape(L, world_index, id);
    const bind_Handle *shape = lua_touserdata(L, -1);
    const char *kind = bind_shape_kinds[shape->kind];
    bind_push_body(L, world_index, shape->body);
    if (lua_isuserdata(L, -1)) {
        bind_describe(L, lua_gettop(L));
        lua_pushfstring(L, "%s (%s)", lua_tostring(L, -1), kind);
        lua_replace(L, -4);
        lua_pop(L, 2);
    } else { /* nor is its kind known */
        lua_pop(L, 2);
        lua_pushliteral(L, "a body that is gone");
    }
    luaL_addvalue(b);
}

/* The one that moves is named first, the newer one when both do or none does. */
static bool second_first(const cn_World *core, cn_ShapeId a, cn_ShapeId b) {
    bool a_moves = cn_body_type(core, cn_shape_body(core, a)) == CN_DYNAMIC;
    bool b_moves = cn_body_type(core, cn_shape_body(core, b)) == CN_DYNAMIC;
    return b_moves || !a_moves;
}

static void add_verb(lua_State *L, luaL_Buffer *b, int world_index, cn_ShapeId first,
                     const char *verb, cn_ShapeId second) {
    const bind_World *w = lua_touserdata(L, world_index);
    char head[40];
    snprintf(head, sizeof head, "step %llu: ", (unsigned long long)cn_world_steps(w->core));
    luaL_addstring(b, head);
    add_shape(L, b, world_index, first);
    luaL_addstring(b, verb);
    add_shape(L, b, world_index, second);
}

/* Push the line of a begin event. */
static void push_begin(lua_State *L, int world_index, const cn_BeginEvent *e) {
    const bind_World *w = lua_touserdata(L, world_index);
    const cn_Manifold *m = &e->manifold;
    const cn_ManifoldPoint *p = &m->points[0];
    bool swapped = second_first(w->core, e->a, e->b);
    double sign = swapped ? 1.0 : -1.0;
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    add_verb(L, &b, world_index, swapped ? e->b : e->a, " hits ", swapped ? e->a : e->b);
    if (m->count > 0) {
        char text[160];
        double overlap = p->separation < 0.0f ? -(double)p->separation : 0.0;
        /* + 0.0: no -0.00 in the text */
        snprintf(text, sizeof text, " at %.2f, %.2f, normal %.2f %.2f, speed %.2f, overlap %.4f",
                 p->x, p->y, sign * m->nx + 0.0, sign * m->ny + 0.0, p->normal_speed + 0.0,
                 overlap);
        luaL_addstring(&b, text);
    }
    luaL_pushresult(&b);
}

static void push_end(lua_State *L, int world_index, const cn_EndEvent *e) {
    const bind_World *w = lua_touserdata(L, world_index);
    bool swapped = second_first(w->core, e->a, e->b);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    add_verb(L, &b, world_index, swapped ? e->b : e->a, " leaves ", swapped ? e->a : e->b);
    luaL_pushresult(&b);
}

int bind_log_events(lua_State *L, int world_index, int function_index) {
    const bind_World *w = lua_touserdata(L, world_index);
    const cn_Events *events = cn_world_events(w->core);
    for (int i = 0; i < events->begin_count; i++) {
        lua_pushvalue(L, function_index);
        push_begin(L, world_index, &events->begins[i]);
        lua_call(L, 1, 0);
    }
    for (int i = 0; i < events->end_count; i++) {
        lua_pushvalue(L, function_index);
        push_end(L, world_index, &events->ends[i]);
        lua_call(L, 1, 0);
    }
    return 0;
}
