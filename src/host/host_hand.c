/* host_hand.c: what tools do to the scene (cairn.scene.hand). */
#include "host_visit.h"

typedef struct Doing {
    const host_Act *act;
    host_Done done;
} Doing;

static void push_points(lua_State *L, const host_Act *act) {
    lua_createtable(L, act->point_numbers, 0);
    for (int i = 0; i < act->point_numbers; i++) {
        lua_pushnumber(L, act->points[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

static void op_hand(lua_State *L, host_Scene *scene, void *argument) {
    Doing *doing = argument;
    const host_Act *act = doing->act;
    int count = 1 + act->count;
    lua_pushstring(L, act->name);
    if (act->points) {
        push_points(L, act);
        count++;
    }
    for (int i = 0; i < act->count; i++) lua_pushnumber(L, act->numbers[i]);
    host_scene_method(L, "hand", count, 3);
    doing->done.body = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    doing->done.ok = lua_toboolean(L, -2);
    doing->done.said = host_scene_anchor(L, scene, HOST_SLOT_HAND);
}

host_Done host_scene_hand(host_Scene *scene, const host_Act *act) {
    Doing doing = {.act = act};
    host_scene_do(scene, op_hand, &doing);
    if (!doing.done.said) doing.done.said = "";
    return doing.done;
}

static void op_made(lua_State *L, host_Scene *scene, void *argument) {
    host_scene_method(L, "made_as_lua", 0, 1);
    *(const char **)argument = host_scene_anchor(L, scene, HOST_SLOT_HAND);
}

const char *host_scene_made_as_lua(host_Scene *scene) {
    const char *text = NULL;
    host_scene_do(scene, op_made, (void *)&text);
    return text;
}
