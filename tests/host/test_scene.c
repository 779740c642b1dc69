/* test_scene.c: what a viewer does to a scene through host.h, without a window.
 *
 * Scenes come from texts; a click, a drag and rebuilds are made as the viewer makes them. Prints
 * "N checks, N failed". */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "host_lua.h"
#include "host_scene.h"

static void check(bool ok, const char *what, double got, double wanted) {
    expect(ok, "%s: got %g, wanted %g", what, got, wanted);
}

/* ---- a scene from a text ------------------------------------------------------------------ */

static lua_State *L;

static bool run(const char *code) {
    if (luaL_loadstring(L, code) == LUA_OK && lua_pcall(L, 0, 1, 0) == LUA_OK) return true;
    expect(false, "%s", lua_tostring(L, -1));
    lua_pop(L, 1);
    return false;
}

/* The global S is the scene of the text, wrapped. */
static bool open_scene(host_Scene *scene, const char *text) {
    lua_pushstring(L, text);
    lua_setglobal(L, "TEXT");
    if (!run("S = require('cairn.scene').load('test.lua', nil, { watch = false,"
             " reader = function() return TEXT end }) return S")) {
        return false;
    }
    host_scene_open(scene, L, -1);
    lua_settop(L, 0);
    return true;
}

static void close_scene(host_Scene *scene) {
    host_scene_close(scene);
    run("S:close()");
    lua_settop(L, 0);
}

/* As an edit of the file: in TEXT every `from` becomes `to`. */
static void edit(const char *from, const char *to) {
    char code[300];
    snprintf(code, sizeof code, "TEXT = TEXT:gsub('%s', '%s') return S:reload(TEXT)", from, to);
    run(code);
    const char *outcome = lua_tostring(L, -1);
    check(outcome && !strcmp(outcome, "rebuilt"), "the edit rebuilds", 0, 1);
    lua_settop(L, 0);
}

/* ---- clicks and drags --------------------------------------------------------------------- */

static const char *const PILE = "function scene.load()\n"
                                "  local world = require('cairn').world {}\n"
                                "  world:box { type = 'static', y = -0.5, w = 20, h = 1 }\n"
                                "  for i = 1, 4 do world:box { y = i - 0.5, w = 1, h = 1 } end\n"
                                "  return world\n"
                                "end\n";

static uint64_t hash_of(const host_Scene *scene) { return cn_world_hash(host_scene_world(scene)); }
static int awake(const host_Scene *scene) { return cn_world_counts(host_scene_world(scene)).awake; }

/* 200 steps, at the end of which a click; the hash when all is over. */
static uint64_t play(bool click, int held) {
    host_Scene scene;
    if (!open_scene(&scene, PILE)) return 0;
    for (int i = 0; i < 30; i++) host_scene_tick(&scene);
    if (click) check(host_scene_grab(&scene, 0.2, 2.4), "a box is under the mouse", 0, 1);
    for (int i = 0; i < held; i++) host_scene_tick(&scene);
    if (click) host_scene_release(&scene);
    for (int i = held; i < 20; i++) host_scene_tick(&scene);
    uint64_t hash = hash_of(&scene);
    close_scene(&scene);
    return hash;
}

static void test_click(void) {
    check(play(true, 8) == play(false, 8), "a click leaves the future as it was", 1, 0);
    host_Scene scene;
    if (!open_scene(&scene, PILE)) return;
    for (int i = 0; i < 300 && awake(&scene) > 0; i++) host_scene_tick(&scene);
    check(awake(&scene) == 0, "the pile sleeps", awake(&scene), 0);
    uint64_t before = hash_of(&scene);
    double px, py, tx, ty;
    check(host_scene_grab(&scene, 0.2, 2.4), "a box is under the mouse", 0, 1);
    check(awake(&scene) == 0, "a click wakes nothing", awake(&scene), 0);
    check(!host_scene_grabbed(&scene, &px, &py, &tx, &ty), "nothing is pulled yet", 1, 0);
    check(hash_of(&scene) == before, "a click changes nothing", 1, 0);
    host_scene_release(&scene);
    check(hash_of(&scene) == before, "nor does its end", 1, 0);
    host_scene_grab(&scene, 0.2, 2.4);
    host_scene_drag(&scene, 5.0, 2.4);
    check(hash_of(&scene) == before, "a drag that no tick has seen changes nothing", 1, 0);
    check(host_scene_grabbed(&scene, &px, &py, &tx, &ty), "it is pulled", 0, 1);
    for (int i = 0; i < 60; i++) host_scene_tick(&scene);
    check(awake(&scene) > 0, "a drag wakes", awake(&scene), 1);
    host_scene_grabbed(&scene, &px, &py, &tx, &ty);
    check(px > 3.0, "and pulls", px, 5.0);
    close_scene(&scene);
}

/* ---- the selection ------------------------------------------------------------------------ */

static const char *const HEROES =
    "local COUNT, NAME, SHIFT = 4, 'hero', 0\n"
    "function scene.load()\n"
    "  local world = require('cairn').world {}\n"
    "  for i = 1, COUNT do world:box { x = 2 * i, w = 1, h = 1, name = 'box' .. i } end\n"
    "  world:circle { x = SHIFT, y = 3, radius = 0.5, name = NAME }\n"
    "  world:circle { x = 3, y = 3, radius = 0.5 }\n"
    "  return world\n"
    "end\n";

static cn_BodyId nth(const host_Scene *scene, int n) {
    cn_BodyId body = {0, 0};
    for (int i = 0; i < n; i++) body = cn_world_next_body(host_scene_world(scene), body);
    return body;
}

static void check_selected(host_Scene *scene, int index, const char *wanted, const char *what) {
    const char *name = "untouched";
    cn_BodyId body = host_scene_selected(scene, &name);
    check((int)body.index == index, what, body.index, index);
    check(!wanted ? !name : name && !strcmp(name, wanted), what, name ? 1 : 0, wanted ? 1 : 0);
}

static void test_named(void) {
    host_Scene scene;
    if (!open_scene(&scene, HEROES)) return;
    host_scene_select(&scene, nth(&scene, 5));
    check_selected(&scene, 5, "hero", "the fifth is the hero");
    edit("COUNT, NAME, SHIFT = 4", "COUNT, NAME, SHIFT = 7");
    check_selected(&scene, 8, "hero", "the hero is the eighth now");
    edit("COUNT, NAME, SHIFT = 7", "COUNT, NAME, SHIFT = 2");
    check_selected(&scene, 3, "hero", "and the third");
    host_scene_restart(&scene);
    check_selected(&scene, 3, "hero", "over a restart as well");
    edit(".box. .. i", "(i == 2 and \"hero\" or \"box\")");
    check_selected(&scene, 3, "hero", "with a twin it is the one that it was");
    edit("SHIFT = 2, .hero.", "SHIFT = 2, \"other\"");
    check_selected(&scene, 2, "hero", "without one, where the name has gone");
    edit("2 and .hero.", "2 and \"box\"");
    check_selected(&scene, 2, "box", "a body that is renamed stays selected");
    edit("2 and .box.", "2 and \"hero\"");
    check_selected(&scene, 1, "box", "and then that is its name");
    host_scene_select(&scene, nth(&scene, 2));
    edit("i = 1, COUNT do(.-)2 and .hero.", "i = 0, COUNT do%12 and \"box\"");
    check_selected(&scene, 0, NULL, "without a hero nothing is selected");
    close_scene(&scene);
}

static void test_nameless(void) {
    host_Scene scene;
    if (!open_scene(&scene, HEROES)) return;
    host_scene_select(&scene, nth(&scene, 6));
    check_selected(&scene, 6, NULL, "the sixth has no name");
    for (int i = 0; i < 5; i++) host_scene_tick(&scene);
    edit("SHIFT = 4, .hero., 0", "SHIFT = 4, \"hero\", 0.5");
    check_selected(&scene, 6, NULL, "the bodies are the same: still selected");
    edit("SHIFT = 4", "SHIFT = 5");
    check_selected(&scene, 0, NULL, "they are not: selected no more");
    host_scene_select(&scene, nth(&scene, 7));
    edit("world:circle . x = 3", "world:capsule { x1 = 0, y1 = 0, x2 = 1, y2 = 0, x = 3");
    check_selected(&scene, 0, NULL, "nor when one has become another kind");
    close_scene(&scene);
}

/* The hand lets go when the world is another one, though its ids are the same. */
static void test_drag_ends(void) {
    host_Scene scene;
    double px, py, tx, ty;
    if (!open_scene(&scene, PILE)) return;
    host_scene_grab(&scene, 0.2, 2.4);
    host_scene_drag(&scene, 5.0, 2.4);
    edit("w = 20", "w = 21");
    edit("w = 21", "w = 22");
    check(!host_scene_grabbed(&scene, &px, &py, &tx, &ty), "a rebuild ends the drag", 1, 0);
    close_scene(&scene);
}

/* ---- going back --------------------------------------------------------------------------- */

static uint64_t tick_on(host_Scene *scene, int ticks) {
    for (int i = 0; i < ticks; i++) host_scene_tick(scene);
    return hash_of(scene);
}

static void test_states(void) {
    host_Scene scene;
    if (!open_scene(&scene, PILE)) return;
    tick_on(&scene, 10);
    host_State *state = host_scene_snapshot(&scene);
    check(state != NULL, "a state is taken", state != NULL, 1);
    if (!state) return;
    uint64_t then = hash_of(&scene), later = tick_on(&scene, 50);
    check(host_state_tick(state) == 10, "its tick", (double)host_state_tick(state), 10);
    check(host_state_bytes(state) > 0, "it has a size", 0, 1);
    check(host_scene_ticks(&scene) == 60, "ticks of the scene", (double)host_scene_ticks(&scene),
          60);
    check(host_scene_restore(&scene, state), "it goes back", 0, 1);
    check(hash_of(&scene) == then, "the hash of then", 0, 1);
    check(host_scene_ticks(&scene) == 10, "ticks when back", (double)host_scene_ticks(&scene), 10);
    check(tick_on(&scene, 50) == later, "the same future", 0, 1);
    host_scene_restart(&scene);
    tick_on(&scene, 5);
    check(host_scene_restore(&scene, state), "it goes back over a restart", 0, 1);
    check(tick_on(&scene, 50) == later, "the same future once more", 0, 1);
    host_state_free(&scene, state);
    host_state_free(&scene, NULL);
    close_scene(&scene);
}

/* A script that cannot start has no state; an error that stopped one is over when it goes back. */
static void test_faults(void) {
    host_Scene scene;
    if (!open_scene(&scene, "local n = 0\n"
                            "function scene.load()\n"
                            "  local world = require('cairn').world {}\n"
                            "  world:circle { radius = 1 }\n"
                            "  return world\n"
                            "end\n"
                            "function scene.update() n = n + 1 assert(n < 8) end\n")) {
        return;
    }
    tick_on(&scene, 5);
    host_State *state = host_scene_snapshot(&scene);
    tick_on(&scene, 3);
    check(host_scene_status(&scene).error.text != NULL, "it has failed", 0, 1);
    check(state && host_scene_restore(&scene, state), "it goes back", 0, 1);
    check(host_scene_status(&scene).error.text == NULL, "the error is over", 1, 0);
    check(!host_scene_is_paused(&scene), "it is not paused", 1, 0);
    host_state_free(&scene, state);
    run("S.main = nil");
    check(host_scene_snapshot(&scene) == NULL, "no state of what has not started", 1, 0);
    close_scene(&scene);
}

int main(int argc, char **argv) {
    L = host_lua_open(argc > 0 ? argv[0] : "test_scene", NULL);
    if (!L) return 2;
    test_click();
    test_named();
    test_nameless();
    test_drag_ends();
    test_states();
    test_faults();
    lua_close(L);
    return tally();
}
