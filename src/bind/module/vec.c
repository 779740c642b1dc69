/* vec.c: cairn.vec: the small algebra of vectors, numbers in and numbers out, without garbage.
 *
 * The same functions as in cairn_math.h, in double; turning uses the step's own sine and cosine, so
 * that a script that steers by it is as reproducible as the step. */
#include "module/vec.h"

#include <math.h>

#include "base/args.h"
#include "base/push.h"

typedef struct Pair {
    double x, y;
} Pair;

static Pair read_pair(lua_State *L, int arg) {
    double x = bind_number(L, arg);
    return (Pair){x, bind_number(L, arg + 1)};
}

/* No overflow on the way, and sqrt is rounded rightly everywhere; hypot is not. */
static double length_of(Pair v) {
    double most = fmax(fabs(v.x), fabs(v.y));
    if (most == 0) return 0;
    double x = v.x / most, y = v.y / most;
    return most * sqrt(x * x + y * y);
}

static Pair turned(Pair v, double angle) {
    double c = cn_cos(angle), s = cn_sin(angle);
    return (Pair){c * v.x - s * v.y, s * v.x + c * v.y};
}

/* vec.length(x, y) -> length */
static int l_vec_length(lua_State *L) { return bind_push1(L, length_of(read_pair(L, 1))); }

/* vec.distance(x1, y1, x2, y2) -> length of the way between */
static int l_vec_distance(lua_State *L) {
    Pair a = read_pair(L, 1), b = read_pair(L, 3);
    return bind_push1(L, length_of((Pair){b.x - a.x, b.y - a.y}));
}

/* vec.normalize(x, y) -> x, y of length 1, and the length; 0, 0, 0 of 0, 0 */
static int l_vec_normalize(lua_State *L) {
    Pair v = read_pair(L, 1);
    double most = fmax(fabs(v.x), fabs(v.y)), length = length_of(v);
    if (length == 0) return bind_push2(L, 0, 0) + bind_push1(L, 0);
    Pair scaled = {v.x / most, v.y / most};
    double of_scaled = length_of(scaled);
    bind_push2(L, scaled.x / of_scaled, scaled.y / of_scaled);
    return 2 + bind_push1(L, length);
}

/* vec.dot(x1, y1, x2, y2) -> their scalar product */
static int l_vec_dot(lua_State *L) {
    Pair a = read_pair(L, 1), b = read_pair(L, 3);
    return bind_push1(L, a.x * b.x + a.y * b.y);
}

/* vec.cross(x1, y1, x2, y2) -> z of their vector product */
static int l_vec_cross(lua_State *L) {
    Pair a = read_pair(L, 1), b = read_pair(L, 3);
    return bind_push1(L, a.x * b.y - a.y * b.x);
}

/* vec.rotate(x, y, rad) -> x, y, counter-clockwise */
static int l_vec_rotate(lua_State *L) {
    Pair v = read_pair(L, 1), to = turned(v, bind_number(L, 3));
    return bind_push2(L, to.x, to.y);
}

/* vec.perpendicular(x, y) -> x, y, a quarter turn counter-clockwise */
static int l_vec_perpendicular(lua_State *L) {
    Pair v = read_pair(L, 1);
    return bind_push2(L, -v.y, v.x);
}

/* vec.lerp(x1, y1, x2, y2, t) -> x, y: the first at t = 0, the second, exactly, at 1 */
static int l_vec_lerp(lua_State *L) {
    Pair a = read_pair(L, 1), b = read_pair(L, 3);
    double t = bind_number(L, 5);
    return bind_push2(L, (1 - t) * a.x + t * b.x, (1 - t) * a.y + t * b.y);
}

/* vec.from_angle(rad[, length]) -> x, y */
static int l_vec_from_angle(lua_State *L) {
    double angle = bind_number(L, 1);
    Pair v = turned((Pair){bind_opt_number(L, 2, 1), 0}, angle);
    return bind_push2(L, v.x, v.y);
}

/* vec.angle(x, y) -> rad in (-pi, pi] */
static int l_vec_angle(lua_State *L) {
    Pair v = read_pair(L, 1);
    return bind_push1(L, cn_atan2(v.y, v.x));
}

static const luaL_Reg vec_functions[] = {
    {"length", l_vec_length},
    {"distance", l_vec_distance},
    {"normalize", l_vec_normalize},
    {"dot", l_vec_dot},
    {"cross", l_vec_cross},
    {"rotate", l_vec_rotate},
    {"perpendicular", l_vec_perpendicular},
    {"lerp", l_vec_lerp},
    {"from_angle", l_vec_from_angle},
    {"angle", l_vec_angle},
    {NULL, NULL},
};

void bind_push_vec(lua_State *L) {
    bind_note_names(L, vec_functions, false);
    luaL_newlib(L, vec_functions);
}
