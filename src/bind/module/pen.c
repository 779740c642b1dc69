/* pen.c: the script's `pen`: Lua arguments in, commands of the draw list out.
 *
 * The current list lives in the registry, set by the host around scene.draw. Without one every call
 * checks its arguments and draws nothing, so that a headless run finds the same mistakes.
 * World units, or pixels within pen.screen; colours 0..1, clamped. A table behind the arguments
 * says how this one is drawn. Not here: looks (pen), pixels (view), what a script may not call
 * when (cairn.scene.env). */
#include "bind_pen.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/fields.h"
#include "base/push.h"

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

/* pen.width(px): of lines that follow */
static int l_pen_width(lua_State *L) {
    double width = check_size(L, 1);
    pen_List *list = list_of(L);
    if (list) list->width_px = (float)width;
    return 0;
}

/* pen.space([place]) -> width, height in pixels of the design: what coordinates are from now on;
 * for pen.screen alone, which a script calls */
static int l_pen_space(lua_State *L) {
    static const char *const places[] = {"topleft",     "top",   "topright",   "left",
                                         "center",      "right", "bottomleft", "bottom",
                                         "bottomright", NULL};
    pen_Space space =
        lua_isnoneornil(L, 1) ? PEN_WORLD : PEN_TOP_LEFT + bind_enum(L, 1, "place", places);
    pen_List *list = list_of(L);
    if (list) list->space = space;
    return bind_push2(L, list && list->screen_w > 0.0f ? list->screen_w : 1280.0,
                      list && list->screen_h > 0.0f ? list->screen_h : 720.0);
}

/* ---- the table behind the arguments ---------------------------------------------------------- */

/* How one thing is drawn; what it says not is as the pen has it. */
typedef struct Look {
    bool has_color, fill, screen;
    pen_Color color;
    double width, size; /* px; 0: as usual */
    double w, h, angle;
    int align, valign, font;
} Look;

static uint8_t read_channel(bind_Reader *r, int i) {
    lua_rawgeti(r->L, -1, i);
    double value = bind_field_number(r, -1);
    lua_pop(r->L, 1);
    return (uint8_t)(fmin(fmax(value, 0.0), 1.0) * 255.0 + 0.5);
}

static void read_color(bind_Reader *r, void *target) {
    Look *look = target;
    size_t n = lua_istable(r->L, -1) ? lua_rawlen(r->L, -1) : 0;
    if (n != 3 && n != 4) bind_field_error(r, "{r, g, b[, a]} expected");
    look->has_color = true;
    look->color = (pen_Color){read_channel(r, 1), read_channel(r, 2), read_channel(r, 3), 255};
    if (n == 4) look->color.a = read_channel(r, 4);
}

static double read_size(bind_Reader *r) {
    double value = bind_field_number(r, -1);
    if (value < 0.0) bind_field_error(r, "must be >= 0, got %s", bind_digits(r->L, value));
    return value;
}

static void read_width(bind_Reader *r, void *target) { ((Look *)target)->width = read_size(r); }
static void read_w(bind_Reader *r, void *target) { ((Look *)target)->w = read_size(r); }
static void read_h(bind_Reader *r, void *target) { ((Look *)target)->h = read_size(r); }
static void read_text_size(bind_Reader *r, void *target) {
    double value = bind_field_number(r, -1);
    if (value < 4.0 || value > 200.0) {
        bind_field_error(r, "must be in 4..200, got %s", bind_digits(r->L, value));
    }
    ((Look *)target)->size = value;
}

#define CUSTOM(function) BIND_CUSTOM, 0, NULL, function
static const char *const aligns[] = {"left", "center", "right", NULL};
static const char *const valigns[] = {"line", "top", "middle", "bottom", NULL};
static const char *const fonts[] = {"sans", "mono", NULL};
#define LINE_FIELDS                                                                                \
    {"color", CUSTOM(read_color)}, { "width", CUSTOM(read_width) }
static const bind_Field line_fields[] = {LINE_FIELDS, {0}};
static const bind_Field area_fields[] = {
    LINE_FIELDS, {"fill", BIND_BOOLEAN, offsetof(Look, fill), NULL, NULL}, {0}};
static const bind_Field text_fields[] = {
    {"color", CUSTOM(read_color)},
    {"size", CUSTOM(read_text_size)},
    {"align", BIND_ENUM, offsetof(Look, align), aligns, NULL},
    {"valign", BIND_ENUM, offsetof(Look, valign), valigns, NULL},
    {"font", BIND_ENUM, offsetof(Look, font), fonts, NULL},
    {"screen", BIND_BOOLEAN, offsetof(Look, screen), NULL, NULL},
    {0}};
static const bind_Field image_fields[] = {{"color", CUSTOM(read_color)},
                                          {"w", CUSTOM(read_w)},
                                          {"h", CUSTOM(read_h)},
                                          {"angle", BIND_NUMBER, offsetof(Look, angle), NULL, NULL},
                                          {0}};

static Look read_look(lua_State *L, int arg, const bind_Field *fields) {
    Look look = {.valign = -1};
    if (lua_isnoneornil(L, arg)) return look;
    if (!lua_istable(L, arg)) bind_type_error(L, arg, "table of keys");
    bind_Reader reader = {.L = L, .arg = arg, .table = lua_absindex(L, arg)};
    bind_FieldSet set = {fields, &look};
    bind_read_table(&reader, &set, 1);
    return look;
}

static pen_Color color_of(const pen_List *list, const Look *look) {
    return look->has_color ? look->color : list->color;
}

/* The list with the look's width; end_look puts the pen's back. NULL: nobody draws. */
static pen_List *begin_look(lua_State *L, const Look *look, float *width) {
    pen_List *list = list_of(L);
    if (!list) return NULL;
    *width = list->width_px;
    if (look->width > 0.0) list->width_px = (float)look->width;
    return list;
}

/* ---- lines and areas ------------------------------------------------------------------------- */

typedef void DrawLine(pen_List *list, pen_Color color, double x1, double y1, double x2, double y2);

static int draw_line(lua_State *L, DrawLine *draw) {
    double x1 = bind_number(L, 1), y1 = bind_number(L, 2);
    double x2 = bind_number(L, 3), y2 = bind_number(L, 4);
    Look look = read_look(L, 5, line_fields);
    float width;
    pen_List *list = begin_look(L, &look, &width);
    if (!list) return 0;
    draw(list, color_of(list, &look), x1, y1, x2, y2);
    list->width_px = width;
    return 0;
}

/* pen.line(x1, y1, x2, y2[, look]) */
static int l_pen_line(lua_State *L) { return draw_line(L, pen_line); }

/* pen.arrow(x1, y1, x2, y2[, look]): the head is at x2, y2 */
static int l_pen_arrow(lua_State *L) { return draw_line(L, pen_arrow); }

static int draw_round(lua_State *L, bool fill) {
    double x = bind_number(L, 1), y = bind_number(L, 2), r = check_size(L, 3);
    Look look = read_look(L, 4, fill ? line_fields : area_fields);
    float width;
    pen_List *list = begin_look(L, &look, &width);
    if (!list) return 0;
    if (fill || look.fill)
        pen_disc(list, color_of(list, &look), (pen_Color){0}, x, y, r);
    else
        pen_circle(list, color_of(list, &look), x, y, r);
    list->width_px = width;
    return 0;
}

/* pen.circle(x, y, r[, look]): its outline */
static int l_pen_circle(lua_State *L) { return draw_round(L, false); }

/* pen.disc(x, y, r[, look]): filled */
static int l_pen_disc(lua_State *L) { return draw_round(L, true); }

static void draw_area(lua_State *L, const Look *look, const double *points, int count) {
    float width;
    pen_List *list = begin_look(L, look, &width);
    if (!list) return;
    if (look->fill)
        pen_fill(list, color_of(list, look), points, count);
    else
        pen_outline(list, color_of(list, look), points, count, true);
    list->width_px = width;
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

/* pen.polygon({x1, y1, x2, y2, ...}[, look]): its closed outline */
static int l_pen_polygon(lua_State *L) {
    double points[2 * CN_MAX_POINTS];
    if (!lua_istable(L, 1)) bind_type_error(L, 1, "table of numbers");
    lua_Integer count = (lua_Integer)lua_rawlen(L, 1);
    if (count > 0) check_element(L, 1, 1); /* points that are tables are no numbers to be counted */
    if (count % 2 != 0) {
        bind_arg_error(L, 1, "x, y pairs expected, got %d numbers", (int)count);
    }
    if (count < 4 || count > 2 * CN_MAX_POINTS) {
        bind_arg_error(L, 1, "2 to %d points expected, got %d", CN_MAX_POINTS, (int)(count / 2));
    }
    for (int i = 0; i < (int)count; i++) points[i] = check_element(L, 1, i + 1);
    Look look = read_look(L, 2, area_fields);
    draw_area(L, &look, points, (int)count / 2);
    return 0;
}

/* pen.box(x, y, w, h[, angle][, look]): its outline about the centre x, y */
static int l_pen_box(lua_State *L) {
    double x = bind_number(L, 1), y = bind_number(L, 2);
    double w = 0.5 * check_size(L, 3), h = 0.5 * check_size(L, 4);
    bool is_level = lua_isnoneornil(L, 5) || lua_istable(L, 5);
    double angle = is_level ? 0.0 : bind_number(L, 5);
    Look look = read_look(L, lua_istable(L, 5) ? 5 : 6, area_fields);
    double c = cos(angle), s = sin(angle);
    double points[8] = {x - c * w + s * h, y - s * w - c * h, x + c * w + s * h, y + s * w - c * h,
                        x + c * w - s * h, y + s * w + c * h, x - c * w - s * h, y - s * w + c * h};
    draw_area(L, &look, points, 4);
    return 0;
}

/* ---- texts and pictures ---------------------------------------------------------------------- */

/* How many values the format takes. */
static int places_in(const char *format) {
    int count = 0;
    for (; (format = strchr(format, '%')); format++) {
        if (format[1] == '%')
            format++;
        else
            count++;
    }
    return count;
}

/* Behind all that the format takes. */
static Look take_text_look(lua_State *L) {
    Look none = {.valign = -1};
    int last = lua_gettop(L);
    if (!lua_istable(L, last) || last <= 3 + places_in(lua_tostring(L, 3))) return none;
    Look look = read_look(L, last, text_fields);
    lua_settop(L, last - 1);
    return look;
}

/* Raise what string.format has said against the arguments from the third on, of text. */
static int blame_text(lua_State *L) {
    static const char beginning[] = "bad argument #";
    const char *message = lua_tostring(L, -1), *inner;
    if (!message) return luaL_error(L, "text could not be formatted");
    if (strncmp(message, beginning, strlen(beginning)) != 0 || !(inner = strstr(message, "' (")))
        return luaL_error(L, "%s", message);
    int n = atoi(message + strlen(beginning));
    return luaL_error(L, "%s%d to 'text%s", beginning, n + 2, inner);
}

/* pen.text(x, y, fmt, ...[, look]): as string.format */
static int l_pen_text(lua_State *L) {
    double x = bind_number(L, 1), y = bind_number(L, 2);
    bind_string(L, 3);
    Look look = take_text_look(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &FORMAT_KEY);
    lua_insert(L, 3);
    /* protected, so that its complaint gets the script's line and not ours */
    if (lua_pcall(L, lua_gettop(L) - 3, 1, 0) != LUA_OK) return blame_text(L);
    pen_List *list = list_of(L);
    size_t bytes;
    const char *text = lua_tolstring(L, -1, &bytes);
    if (!list) return 0;
    pen_Space before = list->space;
    if (look.screen && before == PEN_WORLD) list->space = PEN_TOP_LEFT;
    pen_Style style = {.size_px = (float)look.size,
                       .align = (pen_Align)look.align,
                       .mono = look.font == 1,
                       .valign = list->space == PEN_WORLD ? PEN_FIRST_LINE : PEN_VALIGN_TOP};
    if (look.valign >= 0) style.valign = (pen_Valign)look.valign;
    pen_text(list, color_of(list, &look), x, y, text, bytes, style);
    list->space = before;
    return 0;
}

/* pen.image(path, x, y[, look]): about x, y */
static int l_pen_image(lua_State *L) {
    const char *path = bind_string(L, 1);
    double x = bind_number(L, 2), y = bind_number(L, 3);
    Look look = read_look(L, 4, image_fields);
    pen_List *list = list_of(L);
    pen_Color color = look.has_color ? look.color : (pen_Color){255, 255, 255, 255};
    if (list) pen_image(list, color, x, y, look.w, look.h, look.angle, path);
    return 0;
}

static const luaL_Reg pen_functions[] = {
    {"color", l_pen_color},   {"line", l_pen_line},   {"arrow", l_pen_arrow},
    {"circle", l_pen_circle}, {"disc", l_pen_disc},   {"polygon", l_pen_polygon},
    {"box", l_pen_box},       {"text", l_pen_text},   {"image", l_pen_image},
    {"width", l_pen_width},   {"space", l_pen_space}, {NULL, NULL},
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
    if (list) {
        list->color = START_COLOR;
        list->width_px = 0.0f;
        list->space = PEN_WORLD;
    }
    lua_pushlightuserdata(L, list);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &LIST_KEY);
}
