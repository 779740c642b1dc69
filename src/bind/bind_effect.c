/* bind_effect.c: what acts on many bodies at once: explosions. */
#include "bind_private.h"

#define NUMBER(type, member)  BIND_NUMBER, offsetof(type, member), NULL, NULL
#define BOOLEAN(type, member) BIND_BOOLEAN, offsetof(type, member), NULL, NULL
#define LATER                 BIND_ANY, 0, NULL, NULL
#define END                                                                                        \
    { NULL, BIND_ANY, 0, NULL, NULL }

/* Raise unless a number that must be given was: NaN stands for none. */
static void require(bind_Reader *r, const char *field, double value) {
    r->field = field;
    if (isnan(value)) bind_field_error(r, "number expected, got nil");
}

/* world:explode{x=0, y=0, radius, falloff=0, impulse, occlusion=false, layers=} */
static int l_world_explode(lua_State *L) {
    static const bind_Field fields[] = {
        {"x", NUMBER(cn_ExplosionDef, x)},
        {"y", NUMBER(cn_ExplosionDef, y)},
        {"radius", NUMBER(cn_ExplosionDef, radius)},
        {"falloff", NUMBER(cn_ExplosionDef, falloff)},
        {"impulse", NUMBER(cn_ExplosionDef, impulse)},
        {"occlusion", BOOLEAN(cn_ExplosionDef, occlusion)},
        {"layers", LATER},
        END,
    };
    bind_World *w = bind_open_world(L, 1);
    bind_Reader r = {.L = L, .arg = 2, .world = w, .world_index = 1};
    cn_ExplosionDef def = cn_explosion_def();
    const bind_FieldSet set = {fields, &def};
    def.radius = def.impulse = NAN;
    lua_settop(L, 2);
    bind_read_table(&r, &set, 1);
    require(&r, "radius", def.radius);
    require(&r, "impulse", def.impulse);
    lua_getfield(L, 2, "layers");
    if (!lua_isnil(L, 3)) def.mask = bind_mask_in(L, 1, 2, 3);
    if (cn_world_explode(w->core, &def) != CN_OK)
        bind_refuse_table(L, w, 2, cn_world_error(w->core));
    return 0;
}

const luaL_Reg bind_effect_methods[] = {
    {"explode", l_world_explode},
    {NULL, NULL},
};
