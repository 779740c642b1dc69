/* rays.c: many rays in one call: world:raycasts with tables, or with a buffer of cairn.rays.
 *
 * A table costs a look-up for each number, as much as half a ray. A buffer holds the rays as the
 * core reads them and the hits as it writes them, and tells of a hit when it is asked.
 * Not here: single rays (query.c). */
#include "query/rays.h"

#include <string.h>

#include "base/args.h"
#include "base/push.h"
#include "define/layer.h"
#include "handle/handle.h"
#include "query/query.h"

/* ---- the buffer ----------------------------------------------------------------------------- */

#define MOST_RAYS 1000000 /* count in a buffer */

typedef struct Ray {
    double x1, y1, x2, y2; /* m */
} Ray;

/* Behind it stand the rays, and then the hits. */
typedef struct Rays {
    uint32_t magic;
    int count;
    const bind_World *world; /* the one in its user value, which was asked; NULL before */
    int epoch;               /* of the world, when it was */
} Rays;
enum { UV_RAYS_WORLD = 1 };
_Static_assert(sizeof(Rays) % sizeof(double) == 0, "rays behind it");

static size_t size_of(int count) {
    return sizeof(Rays) + (size_t)count * (sizeof(Ray) + sizeof(cn_RayHit));
}

static Ray *rays_of(Rays *r) { return (Ray *)(r + 1); }
static cn_RayHit *hits_of(Rays *r) { return (cn_RayHit *)(rays_of(r) + r->count); }

static Rays *test_rays(lua_State *L, int index) {
    Rays *r = lua_touserdata(L, index);
    return r && lua_rawlen(L, index) > sizeof *r && r->magic == BIND_RAYS ? r : NULL;
}

static Rays *check_rays(lua_State *L) {
    Rays *r = test_rays(L, 1);
    if (!r)
        bind_arg_error(L, 1, "%s expected, got %s; did you forget ':'?", BIND_RAYS_TYPE,
                       bind_type_name(L, 1));
    return r;
}

/* Of the ray whose number is at 2, its place. */
static int check_place(lua_State *L, const Rays *r) {
    lua_Integer i = bind_integer(L, 2);
    if (i < 1 || i > r->count)
        bind_arg_error(L, 2, "must be an integer in 1..%d, got %s", r->count, bind_whole(L, i));
    return (int)(i - 1);
}

/* What the ray meets; NULL: nothing, or it was not asked, or that world is another one by now. */
static const cn_RayHit *hit_at(Rays *r, int i) {
    const cn_RayHit *hit = &hits_of(r)[i];
    bool known = r->world && r->world->core && r->world->epoch == r->epoch;
    return known && hit->shape.generation != 0 ? hit : NULL;
}

/* cairn.rays(n) -> Rays: room for so many, all of no length */
int l_cairn_rays(lua_State *L) {
    lua_Integer count = bind_integer(L, 1);
    if (count < 1 || count > MOST_RAYS)
        return bind_arg_error(L, 1, "must be an integer in 1..%d, got %s", MOST_RAYS,
                              bind_whole(L, count));
    Rays *r = lua_newuserdatauv(L, size_of((int)count), 1);
    memset(r, 0, size_of((int)count));
    r->magic = BIND_RAYS;
    r->count = (int)count;
    luaL_setmetatable(L, BIND_RAYS_TYPE);
    return 1;
}

/* #rays */
static int l_rays_len(lua_State *L) { return bind_push_integer(L, check_rays(L)->count); }

static int l_rays_tostring(lua_State *L) {
    lua_pushfstring(L, "%d rays", check_rays(L)->count);
    return 1;
}

/* rays:set(i, x1, y1, x2, y2) */
static int l_rays_set(lua_State *L) {
    Rays *r = check_rays(L);
    int i = check_place(L, r);
    double x1 = bind_number(L, 3), y1 = bind_number(L, 4);
    double x2 = bind_number(L, 5), y2 = bind_number(L, 6);
    rays_of(r)[i] = (Ray){x1, y1, x2, y2};
    hits_of(r)[i].shape.generation = 0;
    return 0;
}

/* rays:get(i) -> x1, y1, x2, y2 */
static int l_rays_get(lua_State *L) {
    Rays *r = check_rays(L);
    const Ray *ray = &rays_of(r)[check_place(L, r)];
    bind_push2(L, ray->x1, ray->y1);
    return 2 + bind_push2(L, ray->x2, ray->y2);
}

/* rays:fan(x, y, length[, from[, to]]): all of them from one point, evenly, the first and the last
 * at those angles; once around where there is no last */
static int l_rays_fan(lua_State *L) {
    Rays *r = check_rays(L);
    double x = bind_number(L, 2), y = bind_number(L, 3), length = bind_number(L, 4);
    if (length < 0) return bind_arg_error(L, 4, "must be >= 0, got %s", bind_digits(L, length));
    if (!isfinite(fabs(x) + length) || !isfinite(fabs(y) + length))
        return bind_arg_error(L, 4, "longer than numbers are, got %s", bind_digits(L, length));
    bool around = lua_isnoneornil(L, 6);
    double from = bind_opt_number(L, 5, 0), to = around ? from + 2 * CN_PI : bind_number(L, 6);
    int parts = around || r->count == 1 ? r->count : r->count - 1;
    for (int i = 0; i < r->count; i++) {
        double angle = from + (to - from) * i / parts;
        rays_of(r)[i] = (Ray){x, y, x + length * cn_cos(angle), y + length * cn_sin(angle)};
        hits_of(r)[i].shape.generation = 0;
    }
    return 0;
}

/* rays:hit(i) -> shape, x, y, nx, ny, fraction, piece as world:raycast gives them, or nil */
static int l_rays_hit(lua_State *L) {
    Rays *r = check_rays(L);
    const cn_RayHit *hit = hit_at(r, check_place(L, r));
    if (!hit) {
        lua_pushnil(L);
        return 1;
    }
    lua_getiuservalue(L, 1, UV_RAYS_WORLD);
    return bind_push_hit(L, lua_gettop(L), hit);
}

/* rays:fraction(i) -> of its way, up to what it meets; 1 where that is nothing */
static int l_rays_fraction(lua_State *L) {
    Rays *r = check_rays(L);
    const cn_RayHit *hit = hit_at(r, check_place(L, r));
    return bind_push1(L, hit ? hit->fraction : 1);
}

/* rays:point(i) -> x, y where it meets something, or ends */
static int l_rays_point(lua_State *L) {
    Rays *r = check_rays(L);
    int i = check_place(L, r);
    const cn_RayHit *hit = hit_at(r, i);
    const Ray *ray = &rays_of(r)[i];
    return hit ? bind_push2(L, hit->x, hit->y) : bind_push2(L, ray->x2, ray->y2);
}

/* world:raycasts(Rays[, filter]) -> how many hit */
static int cast_buffer(lua_State *L, const bind_World *w, Rays *r) {
    cn_QueryFilter filter = bind_filter(L, 1, 3);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, 2, UV_RAYS_WORLD);
    r->world = w, r->epoch = w->epoch;
    int found = cn_world_raycasts(w->core, &rays_of(r)->x1, r->count, filter, hits_of(r));
    bind_filter_done(L, 1);
    return bind_push_integer(L, found);
}

/* ---- states of a scene ----------------------------------------------------------------------- */

/* Behind it stand the rays and hits, as in a buffer. */
typedef struct Image {
    uint32_t serial; /* of the world that was asked; 0: none was */
    int count;
} Image;

/* hold_rays(Rays) -> string: for put_rays alone */
static int l_hold_rays(lua_State *L) {
    Rays *r = check_rays(L);
    bool known = r->world && r->world->core && r->world->epoch == r->epoch;
    Image image = {known ? r->world->serial : 0, r->count};
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addlstring(&b, (const char *)&image, sizeof image);
    luaL_addlstring(&b, (const char *)rays_of(r), size_of(r->count) - sizeof *r);
    luaL_pushresult(&b);
    return 1;
}

/* put_rays(Rays, string): as it was. The world that was asked has gone back to that moment, too,
 * and shapes have their old ids; where by now another one was asked the hits are forgotten. */
static int l_put_rays(lua_State *L) {
    Rays *r = check_rays(L);
    Image image;
    const char *bytes = bind_string(L, 2);
    size_t length = lua_rawlen(L, 2), behind = size_of(r->count) - sizeof *r;
    if (length != sizeof image + behind) return bind_arg_error(L, 2, "of other rays");
    memcpy(&image, bytes, sizeof image);
    memcpy(rays_of(r), bytes + sizeof image, behind);
    if (r->world && r->world->serial == image.serial)
        r->epoch = r->world->epoch;
    else
        r->world = NULL;
    return 0;
}

void bind_rays_register(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"hold_rays", l_hold_rays}, {"put_rays", l_put_rays}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}

/* ---- tables --------------------------------------------------------------------------------- */

/* count of rays that are asked about at once: what they need fits the nearest cache */
#define RAYS_AT_ONCE 32

/* Why the number at place of the table at 2, which holds rays and is on top, is none. */
static int refuse_ray(lua_State *L, lua_Integer place) {
    if (lua_type(L, -1) != LUA_TNUMBER)
        return bind_arg_error(L, 2, "number %d: number expected, got %s", (int)place,
                              bind_type_name(L, -1));
    return bind_arg_error(L, 2, "number %d: finite number expected, got %s", (int)place,
                          bind_digits(L, lua_tonumber(L, -1)));
}

/* Four numbers a ray from place on. */
static void take_rays(lua_State *L, lua_Integer place, int count, double *rays) {
    int top = lua_gettop(L);
    for (int i = 0; i < count; i++, place += 4, rays += 4) {
        for (int k = 0; k < 4; k++) {
            if (lua_rawgeti(L, 2, place + k) != LUA_TNUMBER) refuse_ray(L, place + k);
            rays[k] = lua_tonumber(L, -1);
            if (!isfinite(rays[k])) refuse_ray(L, place + k);
        }
        lua_settop(L, top);
    }
}

/* Six values a ray from place on in the table at 3: those of a hit; or false, the end of the ray,
 * no direction and the whole of its way. */
static void put_hits(lua_State *L, lua_Integer place, int count, const double *rays,
                     const cn_RayHit *hits) {
    for (int i = 0; i < count; i++, place += 6, rays += 4, hits++) {
        bool met = hits->shape.generation != 0;
        double numbers[] = {hits->x, hits->y, hits->nx, hits->ny, hits->fraction};
        double none[] = {rays[2], rays[3], 0, 0, 1};
        if (met)
            bind_push_shape(L, 1, hits->shape);
        else
            lua_pushboolean(L, 0);
        lua_rawseti(L, 3, place);
        for (int k = 0; k < 5; k++) {
            lua_pushnumber(L, met ? numbers[k] : none[k]);
            lua_rawseti(L, 3, place + 1 + k);
        }
    }
}

static int cast_tables(lua_State *L, const bind_World *w) {
    double rays[4 * RAYS_AT_ONCE];
    cn_RayHit hits[RAYS_AT_ONCE];
    if (!lua_istable(L, 2)) bind_type_error(L, 2, "table or " BIND_RAYS_TYPE);
    if (!lua_istable(L, 3)) bind_type_error(L, 3, "table");
    lua_Integer count = (lua_Integer)lua_rawlen(L, 2), found = 0, done = 0;
    if (count % 4 != 0)
        return bind_arg_error(L, 2, "x1, y1, x2, y2 of each ray expected, got %d numbers",
                              (int)count);
    cn_QueryFilter filter = bind_filter(L, 1, 4);
    lua_settop(L, 4);
    for (count /= 4; done < count; done += RAYS_AT_ONCE) {
        int some = count - done < RAYS_AT_ONCE ? (int)(count - done) : RAYS_AT_ONCE;
        take_rays(L, 4 * done + 1, some, rays);
        found += cn_world_raycasts(w->core, rays, some, filter, hits);
        put_hits(L, 6 * done + 1, some, rays, hits);
    }
    bind_filter_done(L, 1);
    bind_cut_list(L, 3, 6 * count + 1);
    return bind_push_integer(L, found);
}

/* world:raycasts(rays, hits[, filter]) or (Rays[, filter]) -> how many hit: the nearest of each of
 * many rays */
int l_world_raycasts(lua_State *L) {
    const bind_World *w = bind_world(L, 1);
    Rays *r = test_rays(L, 2);
    return r ? cast_buffer(L, w, r) : cast_tables(L, w);
}

/* ---- registration --------------------------------------------------------------------------- */

static const luaL_Reg methods_of_rays[] = {
    {"set", l_rays_set}, {"get", l_rays_get},           {"fan", l_rays_fan},
    {"hit", l_rays_hit}, {"fraction", l_rays_fraction}, {"point", l_rays_point},
    {NULL, NULL},
};

static const luaL_Reg metamethods_of_rays[] = {
    {"__len", l_rays_len},
    {"__tostring", l_rays_tostring},
    {NULL, NULL},
};

void bind_rays_open(lua_State *L) {
    static const luaL_Reg *const methods[] = {methods_of_rays, NULL};
    bind_make_type(L, BIND_RAYS_TYPE, metamethods_of_rays, methods);
}
