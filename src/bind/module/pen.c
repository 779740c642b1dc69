/* pen.c: the script's `pen`: Lua arguments in, commands of the draw list out.
 *
 * The current list lives in the registry, set by the host around scene.draw. Without one every call
 * checks its arguments and draws nothing, so that a headless run finds the same mistakes.
 * World units; colours 0..1, clamped. Not here: looks (pen), pixels (view). */
#include "bind_pen.h"

#include <math.h>

#include "base/args.h"

/* Registry keys: only their addresses count. */
static const char LIST_KEY = 0, FORMAT_KEY = 0;

static const pen_Color START_COLOR = {240, 240, 240, 255};

static pen_List *list_of(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &LIST_KEY);
    pen_List *list = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return list;
}

static double check_size(lua_State *L, int arg) {
    double value = bind_number(L, arg);
    if (value < 0.0) bind_arg_error(L, arg, "must be >= 0, got %s", bind_digits(L, value));
    return value;
}

static uint8_t check_channel(lua_State *L, int arg) {
    double value = bind_number(L, arg);
    return (uint8_t)(fmin(fmax(value, 0.0), 1.0) * 255.0 + 0.5);
}

/* pen.color(r, g, b[, a]) */
static int l_pen_color(lua_State *L) {
    pen_Color color = {0, 0, 0, 255};
    color.r = check_channel(L, 1);
    color.g = check_channel(L, 2);
    color.b = check_channel(L, 3);
    if (!lua_isnoneornil(L, 4)) color.a = check_channel(L, 4);
    pen_List *list = list_of(L);
    if (list) list->color = color;
    return 0;
}

/* pen.line(x1, y1, x2, y2) */
static int l_pen_line(lua_State *L) {
    double x1 = bind_number(L, 1), y1 = bind_number(L, 2);
    double x2 = bind_number(L, 3), y2 = bind_number(L, 4);
    pen_List *list = list_of(L);
    if (list) pen_line(list, list->color, x1, y1, x2, y2);
    return 0;
}

/* pen.arrow(x1, y1, x2, y2): the head is at x2, y2 */
static int l_pen_arrow(lua_State *L) {
    double x1 = bind_number(L, 1), y1 = bind_number(L, 2);
    double x2 = bind_number(L, 3), y2 = bind_number(L, 4);
    pen_List *list = list_of(L);
    if (list) pen_arrow(list, list->color, x1, y1, x2, y2);
    return 0;
}

/* pen.circle(x, y, r): its outline */
static int l_pen_circle(lua_State *L) {
    double x = bind_number(L, 1), y = bind_number(L, 2), r = check_size(L, 3);
    pen_List *list = list_of(L);
    if (list) pen_circle(list, list->color, x, y, r);
    return 0;
}

/* pen.disc(x, y, r): filled */
static int l_pen_disc(lua_State *L) {
    double x = bind_number(L, 1), y = bind_number(L, 2), r = check_size(L, 3);
    pen_List *list = list_of(L);
    if (list) pen_disc(list, list->color, (pen_Color){0}, x, y, r);
    return 0;
}

/* One number of the flat list at arg. */
static double check_element(lua_State *L, int arg, int i) {
    if (lua_rawgeti(L, arg, i) != LUA_TNUMBER) {
        bind_arg_error(L, arg, "number %d: number expected, got %s", i, bind_type_name(L, -1));
    }
    double value = lua_tonumber(L, -1);
    if (!isfinite(value)) {
        bind_arg_error(L, arg, "number %d: finite number expected, got %s", i,
                       bind_digits(L, value));
    }
    lua_pop(L, 1);
    return value;
}

/* pen.polygon{x1, y1, x2, y2, ...}: its closed outline */
static int l_pen_polygon(lua_State *L) {
    double points[2 * CN_MAX_POINTS];
    if (!lua_istable(L, 1)) bind_type_error(L, 1, "table of numbers");
    lua_Integer count = (lua_Integer)lua_rawlen(L, 1);
    if (count % 2 != 0) {
        bind_arg_error(L, 1, "x, y pairs expected, got %I numbers", (LUAI_UACINT)count);
    }
    if (count < 4 || count > 2 * CN_MAX_POINTS) {
        bind_arg_error(L, 1, "2 to %d points expected, got %I", CN_MAX_POINTS,
                       (LUAI_UACINT)(count / 2));
    }
    for (int i = 0; i < (int)count; i++) points[i] = check_element(L, 1, i + 1);
    pen_List *list = list_of(L);
    if (list) pen_outline(list, list->color, points, (int)count / 2, true);
    return 0;
}

/* pen.box(x, y, w, h[, angle]): its outline about the centre x, y */
static int l_pen_box(lua_State *L) {
    double x = bind_number(L, 1), y = bind_number(L, 2);
    double w = 0.5 * check_size(L, 3), h = 0.5 * check_size(L, 4);
    double angle = lua_isnoneornil(L, 5) ? 0.0 : bind_number(L, 5);
    double c = cos(angle), s = sin(angle);
    double points[8] = {x - c * w + s * h, y - s * w - c * h, x + c * w + s * h, y + s * w - c * h,
                        x + c * w - s * h, y + s * w + c * h, x - c * w - s * h, y - s * w + c * h};
    pen_List *list = list_of(L);
    if (list) pen_outline(list, list->color, points, 4, true);
    return 0;
}

/* pen.text(x, y, fmt, ...): as string.format */
static int l_pen_text(lua_State *L) {
    double x = bind_number(L, 1), y = bind_number(L, 2);
    bind_string(L, 3);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &FORMAT_KEY);
    lua_insert(L, 3);
    /* protected, so that its complaint gets the script's line and not ours */
    if (lua_pcall(L, lua_gettop(L) - 3, 1, 0) != LUA_OK) {
        const char *message = lua_tostring(L, -1);
        return luaL_error(L, "%s", message ? message : "text could not be formatted");
    }
    pen_List *list = list_of(L);
    size_t bytes;
    const char *text = lua_tolstring(L, -1, &bytes);
    if (list) pen_text(list, list->color, x, y, text, bytes);
    return 0;
}

static const luaL_Reg pen_functions[] = {
    {"color", l_pen_color},   {"line", l_pen_line}, {"arrow", l_pen_arrow},
    {"circle", l_pen_circle}, {"disc", l_pen_disc}, {"polygon", l_pen_polygon},
    {"box", l_pen_box},       {"text", l_pen_text}, {NULL, NULL},
};

int bind_pen_open(lua_State *L) {
    luaL_newlib(L, pen_functions);
    bind_note_names(L, pen_functions, false);
    /* string.format as it is now: a script may replace the global later */
    if (lua_getglobal(L, "string") == LUA_TTABLE) {
        lua_getfield(L, -1, "format");
        lua_rawsetp(L, LUA_REGISTRYINDEX, &FORMAT_KEY);
    }
    lua_pop(L, 1);
    return 1;
}

void bind_pen_use(lua_State *L, pen_List *list) {
    if (list) list->color = START_COLOR;
    lua_pushlightuserdata(L, list);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &LIST_KEY);
}
