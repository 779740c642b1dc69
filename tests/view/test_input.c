/* test_input.c: fingers and a gamepad, as SDL tells of them, in a window that nobody sees.
 *
 * The scene writes down what its hooks get. Prints "N checks, N failed". */
#include <SDL.h>
#include <string.h>

#include "check.h"
#include "host_lua.h"
#include "host_scene.h"
#include "view.h"

static lua_State *L;

static const char *const SCRIPT =
    "local cairn = require 'cairn'\n"
    "scene.play = true\n"
    "function scene.load()\n"
    "  local world = cairn.world { gravity = { 0, 0 } }\n"
    "  ball = world:circle { radius = 0.5, vx = 0 }\n"
    "  scene.view { w = 16 }\n"
    "  return world\n"
    "end\n"
    "said = {}\n"
    "for _, hook in ipairs { 'touchpressed', 'touchreleased', 'touchmoved', 'joystickadded',\n"
    "    'joystickremoved', 'gamepadpressed', 'gamepadreleased', 'gamepadaxis' } do\n"
    "  scene[hook] = function(...)\n"
    "    local t = { hook, ... }\n"
    "    for i, v in ipairs(t) do\n"
    "      t[i] = math.type(v) == 'float' and ('%.2f'):format(v + 0.0) or tostring(v)\n"
    "    end\n"
    "    print((table.concat(t, ' '):gsub('%-0%.00', '0.00')))\n"
    "  end\n"
    "end\n";

static bool run(const char *code) {
    if (luaL_loadstring(L, code) == LUA_OK && lua_pcall(L, 0, 1, 0) == LUA_OK) return true;
    expect(false, "%s", lua_tostring(L, -1));
    return false;
}

/* The lines since the last time, with a bar between them. */
static const char *heard(void) {
    static char text[2000];
    lua_settop(L, 0);
    if (!run("local all = S:output() FROM = FROM or 1\n"
             "local new = table.concat(all, ' | ', FROM) FROM = #all + 1 return new")) {
        return "";
    }
    snprintf(text, sizeof text, "%s", lua_tostring(L, -1));
    lua_settop(L, 0);
    return text;
}

static void wants(const char *line) {
    const char *got = heard();
    expect(!strcmp(got, line), "heard '%s', wanted '%s'", got, line);
}

static void finger(view_Session *session, Uint32 type, SDL_FingerID id, float x, float y) {
    SDL_Event event = {.tfinger = {.type = type,
                                   .touchId = 7,
                                   .fingerId = id,
                                   .x = x,
                                   .y = y,
                                   .dx = type == SDL_FINGERMOTION ? 0.25f : 0.0f,
                                   .pressure = 0.5f}};
    SDL_PushEvent(&event);
    view_session_frame(session);
}

static void test_fingers(view_Session *session) {
    finger(session, SDL_FINGERDOWN, 900, 0.5f, 0.5f);
    wants("touchpressed 1 0.00 0.00 0.00 0.00 0.50");
    finger(session, SDL_FINGERDOWN, 901, 1.0f, 0.5f);
    wants("touchpressed 2 8.00 0.00 0.00 0.00 0.50");
    finger(session, SDL_FINGERMOTION, 901, 0.75f, 0.5f);
    wants("touchmoved 2 4.00 0.00 4.00 0.00 0.50");
    finger(session, SDL_FINGERUP, 900, 0.5f, 0.5f);
    wants("touchreleased 1 0.00 0.00 0.00 0.00 0.50");
    finger(session, SDL_FINGERDOWN, 902, 0.0f, 0.5f); /* the first number that is free */
    wants("touchpressed 1 -8.00 0.00 0.00 0.00 0.50");
    finger(session, SDL_FINGERUP, 903, 0.0f, 0.5f); /* one that never came */
    wants("");
}

static void test_pad(view_Session *session) {
    int device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                           SDL_CONTROLLER_AXIS_MAX, SDL_CONTROLLER_BUTTON_MAX, 0);
    CHECK(device >= 0);
    view_session_frame(session);
    SDL_Joystick *pad = SDL_JoystickOpen(device);
    CHECK(pad != NULL);
    if (!pad) return;
    wants("joystickadded 1");
    SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_DPAD_UP, 1);
    view_session_frame(session);
    wants("gamepadpressed 1 dpup");
    SDL_JoystickSetVirtualButton(pad, SDL_CONTROLLER_BUTTON_DPAD_UP, 0);
    view_session_frame(session);
    wants("gamepadreleased 1 dpup");
    SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_LEFTX, -32768);
    view_session_frame(session);
    wants("gamepadaxis 1 leftx -1.00");
    SDL_JoystickSetVirtualAxis(pad, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767);
    view_session_frame(session);
    wants("gamepadaxis 1 triggerright 1.00");
    SDL_JoystickClose(pad);
    SDL_JoystickDetachVirtual(device);
    view_session_frame(session);
    const char *got = heard();
    expect(strstr(got, "joystickremoved 1") != NULL, "it is gone: '%s'", got);
}

/* The driver has lost what the renderer keeps, over and over: it goes on all the same. */
static void test_resets(view_Session *session) {
    for (int i = 0; i < 100; i++) {
        SDL_Event event = {.type = i % 2 ? SDL_RENDER_DEVICE_RESET : SDL_RENDER_TARGETS_RESET};
        SDL_PushEvent(&event);
        view_session_frame(session);
    }
    finger(session, SDL_FINGERDOWN, 904, 0.5f, 0.5f);
    wants("touchpressed 1 0.00 0.00 0.00 0.00 0.50");
    finger(session, SDL_FINGERUP, 904, 0.5f, 0.5f);
    wants("touchreleased 1 0.00 0.00 0.00 0.00 0.50");
}

/* A window of the scene, after its first frames; NULL, which is a failure. */
static view_Session *open_session(host_Scene *scene, bool software) {
    host_WindowOptions options = {.width = 640, .height = 360, .software = software};
    view_Session *session = view_session_open(scene, &options);
    CHECK(session != NULL);
    if (!session) return NULL;
    view_session_frame(session);
    view_session_frame(session);
    heard();
    return session;
}

int main(int argc, char **argv) {
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    /* without a focus that a window nobody sees does not have */
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    L = host_lua_open(argc > 0 ? argv[0] : "test_input", NULL);
    if (!L) return 2;
    lua_pushstring(L, SCRIPT);
    lua_setglobal(L, "TEXT");
    host_Scene scene;
    if (!run("S = require('cairn.scene').load('test.lua', nil, { watch = false,"
             " reader = function() return TEXT end }) return S")) {
        return tally();
    }
    host_scene_open(&scene, L, -1);
    lua_settop(L, 0);
    view_Session *session = open_session(&scene, true);
    if (session) {
        test_fingers(session);
        test_pad(session);
    }
    view_session_close(session);
    session = open_session(&scene, false);
    if (session) test_resets(session);
    view_session_close(session);
    host_scene_close(&scene);
    run("S:close()");
    lua_close(L);
    return tally();
}
