/* host_panel.c: what the viewer shows beside the world: status, parameters, ui, output.
 *
 * All of it is read from the Lua object when asked for; nothing is kept here but the anchored
 * strings and the numbers of the last frame. */
#include "host_visit.h"

#include <stdlib.h>

/* ---- status ------------------------------------------------------------------------------- */

static host_Banner banner_kind(lua_State *L, int index) {
    lua_getfield(L, index, "kind");
    const char *kind = lua_tostring(L, -1);
    host_Banner banner = HOST_BANNER_NONE;
    if (kind) banner = kind[0] == 'e' ? HOST_BANNER_ERROR : HOST_BANNER_INFO;
    lua_pop(L, 1);
    return banner;
}

/* A fault (cairn.scene.fault), or a banner, at index; its texts are anchored from slot on. */
static host_Problem read_problem(lua_State *L, host_Scene *scene, int index, const char *text,
                                 int slot) {
    return (host_Problem){
        .text = host_scene_text_field(L, scene, index, text, slot),
        .lines = host_scene_text_field(L, scene, index, "lines", slot + 1),
        .values = host_scene_text_field(L, scene, index, "values", slot + 2),
        .traceback = host_scene_text_field(L, scene, index, "traceback", slot + 3),
        .path = host_scene_text_field(L, scene, index, "path", slot + 4),
        .line = (int)host_scene_number_field(L, index, "line", 0.0),
    };
}

static void read_banner(lua_State *L, host_Scene *scene, host_Status *status) {
    if (lua_getfield(L, 1, "banner") == LUA_TTABLE) {
        int index = lua_gettop(L);
        status->banner_problem = read_problem(L, scene, index, "text", HOST_SLOT_BANNER);
        if (status->banner_problem.text) status->banner = banner_kind(L, index);
    }
    lua_pop(L, 1);
}

static void read_fault(lua_State *L, host_Scene *scene, host_Status *status) {
    if (lua_getfield(L, 1, "fault") == LUA_TTABLE) {
        int index = lua_gettop(L);
        status->error = read_problem(L, scene, index, "message", HOST_SLOT_ERROR);
        status->error_count = (int)host_scene_number_field(L, index, "count", 1.0);
    }
    lua_pop(L, 1);
}

static void op_status(lua_State *L, host_Scene *scene, void *argument) {
    host_Status *status = argument;
    status->lua_kb = lua_gc(L, LUA_GCCOUNT) + lua_gc(L, LUA_GCCOUNTB) / 1024.0;
    const char *path = host_scene_text_field(L, scene, 1, "path", HOST_SLOT_PATH);
    if (path) status->path = path;
    const char *line = host_scene_text_field(L, scene, 1, "line", HOST_SLOT_LINE);
    if (line) status->line = line;
    status->steps = (long)host_scene_number_field(L, 1, "steps_run", 0.0);
    status->edit_waits = host_scene_number_field(L, 1, "edit_waits", 0.0) != 0.0;
    status->started = lua_getfield(L, 1, "main") != LUA_TNIL;
    lua_pop(L, 1);
    read_banner(L, scene, status);
    read_fault(L, scene, status);
}

host_Status host_scene_status(const host_Scene *scene) {
    host_Status status = {
        .path = "",
        .line = "",
        .started = true,
        .dt = scene->dt,
        .update_ms = scene->update_ms,
        .step_ms = scene->step_ms,
        .draw_ms = scene->draw_ms,
    };
    host_scene_do(scene, op_status, &status);
    if (!status.error.text && scene->failure[0]) {
        status.error.text = scene->failure;
        status.error_count = 1;
    }
    return status;
}

static void op_account(lua_State *L, host_Scene *scene, void *argument) {
    host_scene_method(L, "account_text", 0, 1);
    *(const char **)argument = host_scene_anchor(L, scene, HOST_SLOT_ACCOUNT);
}

const char *host_scene_account(const host_Scene *scene) {
    const char *text = NULL;
    host_scene_do(scene, op_account, (void *)&text);
    return text;
}

/* ---- lists of items, 0-based here and 1-based there ---------------------------------------- */

enum { MOST_ITEMS = 1 << 16 };

/* Push the list that scene:name() returns, or an empty one. */
static void push_list(lua_State *L, const char *name) {
    host_scene_method(L, name, 0, 1);
    if (lua_istable(L, -1)) return;
    lua_pop(L, 1);
    lua_newtable(L);
}

typedef struct Count {
    const char *list;
    int count;
} Count;

static void op_count(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    Count *count = argument;
    push_list(L, count->list);
    size_t n = lua_rawlen(L, -1);
    count->count = n < MOST_ITEMS ? (int)n : MOST_ITEMS;
}

static int count_of(const host_Scene *scene, const char *list) {
    Count count = {list, 0};
    return host_scene_do(scene, op_count, &count) ? count.count : 0;
}

/* Each item of both lists has its own slots, so that the viewer can hold them all at once. */
static int slot_of(int list, int item, int field) {
    return HOST_SLOT_LISTS + ((list * MOST_ITEMS + item) * 3 + field);
}

/* ---- parameters --------------------------------------------------------------------------- */

typedef struct ParamVisit {
    int i;
    double value;
    host_Param param;
} ParamVisit;

/* The list of choices is on top of the stack; the current one is a string. */
static void read_choice(lua_State *L, host_Scene *scene, ParamVisit *visit, int item) {
    host_Param *param = &visit->param;
    int choices = lua_gettop(L);
    param->kind = HOST_PARAM_CHOICE;
    param->choices = (int)lua_rawlen(L, choices);
    param->max = param->choices - 1;
    param->step = 1.0;
    lua_getfield(L, item, "default");
    lua_getfield(L, item, "value");
    for (int i = 1; i <= param->choices; i++) {
        lua_rawgeti(L, choices, i);
        if (lua_rawequal(L, -1, -2)) param->value = i - 1;
        if (lua_rawequal(L, -1, -3)) param->initial = i - 1;
        lua_pop(L, 1);
    }
    param->choice = host_scene_anchor(L, scene, slot_of(0, visit->i, 1));
    lua_pop(L, 1);
}

/* One at a time: the whole list would be made anew for each. */
static void push_param(lua_State *L, int i) {
    lua_pushinteger(L, i + 1);
    host_scene_method(L, "param", 1, 1);
}

static void op_param(lua_State *L, host_Scene *scene, void *argument) {
    ParamVisit *visit = argument;
    host_Param *param = &visit->param;
    push_param(L, visit->i);
    if (!lua_istable(L, -1)) return;
    int item = lua_gettop(L);
    const char *name = host_scene_text_field(L, scene, item, "name", slot_of(0, visit->i, 0));
    if (name) param->name = name;
    param->group = host_scene_text_field(L, scene, item, "group", slot_of(0, visit->i, 2));
    param->initial = host_scene_number_field(L, item, "default", 0.0);
    param->min = host_scene_number_field(L, item, "min", 0.0);
    param->max = host_scene_number_field(L, item, "max", 1.0);
    param->step = host_scene_number_field(L, item, "step", 0.0);
    param->value = host_scene_number_field(L, item, "value", 0.0);
    if (lua_getfield(L, item, "value") == LUA_TBOOLEAN) param->kind = HOST_PARAM_BOOL;
    lua_pop(L, 1);
    if (lua_getfield(L, item, "choices") == LUA_TTABLE) read_choice(L, scene, visit, item);
}

static void op_param_count(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    host_scene_method(L, "param_count", 0, 1);
    lua_Integer count = lua_tointeger(L, -1);
    *(int *)argument = count < MOST_ITEMS ? (int)count : MOST_ITEMS;
}

int host_scene_param_count(const host_Scene *scene) {
    int count = 0;
    return host_scene_do(scene, op_param_count, &count) ? count : 0;
}

host_Param host_scene_param(const host_Scene *scene, int i) {
    ParamVisit visit = {.i = i, .param = {.name = ""}};
    host_scene_do(scene, op_param, &visit);
    return visit.param;
}

/* Push the Lua value that stands for `value` in the parameter at index item. */
static void push_param_value(lua_State *L, int item, double value) {
    if (lua_getfield(L, item, "choices") == LUA_TTABLE) {
        lua_rawgeti(L, -1, (lua_Integer)value + 1);
        return;
    }
    lua_getfield(L, item, "value");
    if (lua_isboolean(L, -1))
        lua_pushboolean(L, value != 0.0);
    else
        lua_pushnumber(L, value);
}

static void op_set_param(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    const ParamVisit *visit = argument;
    push_param(L, visit->i);
    if (!lua_istable(L, -1)) return;
    int item = lua_gettop(L);
    push_param_value(L, item, visit->value);
    int value = lua_gettop(L);
    lua_getfield(L, item, "name");
    lua_pushvalue(L, value);
    host_scene_method(L, "set", 2, 0);
}

void host_scene_set_param(host_Scene *scene, int i, double value) {
    ParamVisit visit = {.i = i, .value = value};
    host_scene_try(scene, op_set_param, &visit);
}

/* ---- ui ----------------------------------------------------------------------------------- */

typedef struct UiVisit {
    int i;
    double value;
    host_UiItem item;
} UiVisit;

static host_UiKind ui_kind(lua_State *L, int item) {
    static const char *const names[] = {"panel", "label", "slider", "checkbox", "button", "plot"};
    lua_getfield(L, item, "kind");
    const char *kind = lua_tostring(L, -1);
    host_UiKind found = HOST_UI_LABEL;
    for (int i = 0; kind && i <= HOST_UI_PLOT; i++) {
        if (names[i][0] == kind[0] && names[i][1] == kind[1]) found = (host_UiKind)i;
    }
    lua_pop(L, 1);
    return found;
}

static bool reserve_history(host_Scene *scene, int count) {
    if (count <= scene->history_capacity) return true;
    float *grown = realloc(scene->history, (size_t)count * sizeof *grown);
    if (!grown) return false;
    scene->history = grown;
    scene->history_capacity = count;
    return true;
}

/* The curve on top of the stack, whose values go to the scene's scratch from `at` on. Returns where
 * they end. */
static int read_curve(lua_State *L, host_Scene *scene, host_Curve *curve, int at) {
    lua_getfield(L, -1, "name");
    const char *name = lua_tostring(L, -1); /* kept by the list of items */
    curve->name = name ? name : "";
    lua_pop(L, 1);
    if (lua_getfield(L, -1, "history") == LUA_TTABLE) {
        curve->count = (int)lua_rawlen(L, -1);
        for (int i = 0; i < curve->count; i++) {
            lua_rawgeti(L, -1, i + 1);
            scene->history[at + i] = (float)lua_tonumber(L, -1);
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
    return at + curve->count;
}

/* The list of curves is on top of the stack. */
static void read_curves(lua_State *L, host_Scene *scene, host_UiItem *item) {
    int n = (int)lua_rawlen(L, -1), count = n < HOST_CURVES ? n : HOST_CURVES, at = 0;
    for (int pass = 0; pass < 2; pass++) {
        int total = 0;
        for (int i = 0; i < count; i++) {
            lua_rawgeti(L, -1, i + 1);
            if (pass == 1) {
                at = read_curve(L, scene, &item->curves[i], at);
            } else {
                lua_getfield(L, -1, "history");
                total += (int)lua_rawlen(L, -1);
                lua_pop(L, 1);
            }
            lua_pop(L, 1);
        }
        if (pass == 0 && !reserve_history(scene, total)) return;
    }
    for (int i = 0, from = 0; i < count; i++) {
        item->curves[i].values = scene->history + from;
        from += item->curves[i].count;
    }
    item->curve_count = count;
}

static void op_ui(lua_State *L, host_Scene *scene, void *argument) {
    UiVisit *visit = argument;
    push_list(L, "ui_items");
    if (lua_rawgeti(L, -1, visit->i + 1) != LUA_TTABLE) return;
    int item = lua_gettop(L);
    visit->item.kind = ui_kind(L, item);
    const char *text = host_scene_text_field(L, scene, item, "text", slot_of(1, visit->i, 0));
    if (text) visit->item.text = text;
    const char *id = host_scene_text_field(L, scene, item, "id", slot_of(1, visit->i, 1));
    if (id) visit->item.id = id;
    visit->item.value = host_scene_number_field(L, item, "value", 0.0);
    visit->item.min = host_scene_number_field(L, item, "min", 0.0);
    visit->item.max = host_scene_number_field(L, item, "max", 1.0);
    if (lua_getfield(L, item, "curves") == LUA_TTABLE) read_curves(L, scene, &visit->item);
}

int host_scene_ui_count(const host_Scene *scene) { return count_of(scene, "ui_items"); }

host_UiItem host_scene_ui(const host_Scene *scene, int i) {
    UiVisit visit = {.i = i, .item = {.id = "", .text = ""}};
    host_scene_do(scene, op_ui, &visit);
    return visit.item;
}

static void op_ui_edit(lua_State *L, host_Scene *scene, void *argument) {
    (void)scene;
    const UiVisit *visit = argument;
    lua_pushinteger(L, visit->i + 1);
    lua_pushnumber(L, visit->value);
    host_scene_method(L, "ui_edit", 2, 0);
}

void host_scene_ui_edit(host_Scene *scene, int i, double value) {
    UiVisit visit = {.i = i, .value = value};
    host_scene_do(scene, op_ui_edit, &visit);
}

/* ---- output ------------------------------------------------------------------------------- */

typedef struct Output {
    int i;
    const char *text;
} Output;

static void op_output(lua_State *L, host_Scene *scene, void *argument) {
    Output *output = argument;
    push_list(L, "output");
    lua_Integer at = (lua_Integer)lua_rawlen(L, -1) - output->i;
    if (at < 1) return;
    lua_rawgeti(L, -1, at);
    int slots = HOST_SLOT_COUNT - HOST_SLOT_OUTPUT;
    output->text = host_scene_anchor(L, scene, HOST_SLOT_OUTPUT + output->i % slots);
}

const char *host_scene_output(const host_Scene *scene, int i) {
    Output output = {i, NULL};
    if (i < 0 || !host_scene_do(scene, op_output, &output)) return NULL;
    return output.text;
}
