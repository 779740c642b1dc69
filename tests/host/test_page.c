/* test_page.c: a page's scenes, here without a browser: each is in a sandbox, the second one too,
 * and what computes for ever is ended by the clock. Prints "N checks, N failed". */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "host.h"
#include "host_file.h"

static void write_scene(const char *update) {
    FILE *file = fopen("scene.lua", "w");
    fprintf(file,
            "local cairn = require 'cairn'\n"
            "local old = coroutine.wrap(function() coroutine.yield() while true do end end) old()\n"
            "function scene.load() return cairn.world {} end\n"
            "function scene.update()\n"
            "%s\n"
            "end\n",
            update);
    fclose(file);
}

/* What the page is told after two ticks of a scene with this update, or of its opening. */
static bool says(const char *update, const char *wanted) {
    write_scene(update);
    double start = host_now();
    host_Page *page = host_page_open("scene.lua", "", NULL);
    if (!CHECK(page != NULL)) return false;
    host_page_call(page, "step", "2");
    const char *status = host_page_call(page, "status", "");
    bool said = expect(strstr(status, wanted) != NULL, "%s: no '%s' in %s", update, wanted, status);
    host_page_close(page);
    double took = host_now() - start;
    return expect(took < 20.0, "%s: %g s", update, took) && said;
}

static void test_box(void) {
    for (int i = 0; i < 2; i++) { /* a second page has a state of its own */
        CHECK(says("error(tostring(io or debug or package or loadfile or os.getenv))",
                   "scene.lua:5: nil"));
        CHECK(says("require 'cairn.host'", "is not for a sandboxed scene"));
        CHECK(says("require '../secret'", "names files of its own folder"));
        CHECK(says("error(tostring(getmetatable('')))", "scene.lua:5: false"));
        CHECK(says("error(tostring(('').dump))", "scene.lua:5: nil"));
        CHECK(says("scene.world:record 'x'", "a sandboxed scene has no files"));
        CHECK(says("setmetatable({}, { __gc = print })", "__gc is not allowed"));
    }
}

static void test_clock(void) {
    const char *stopped = "scene.lua:5: update ran longer than 1 s\"";
    CHECK(says("while true do end", stopped));
    CHECK(says("while true do pcall(function() while true do end end) end", stopped));
    CHECK(says("local x = ('a'):rep(28):find(('a?'):rep(28) .. ('a'):rep(28))", stopped));
    CHECK(says("table.move({}, 1, 1e10, 2)", stopped));
    CHECK(says("local f = function() for i = 1, 2e4 do end end "
               "while true do coroutine.wrap(f)() end",
               stopped));
    CHECK(says("old()", "scene.lua:2: update ran longer than 1 s\""));
    CHECK(
        says("local t = {} while true do t[#t + 1] = {} end", "scene.lua:5: not enough memory\""));
    CHECK(says("for i = 1, 1e5 do end", "\"steps\":2"));
    CHECK(says("end while true do ", "scene.lua:5: load ran longer than 1.5 s\""));
}

static const char *const SPEC =
    "local scene = require 'cairn.scene'\n"
    "describe('a scene', function()\n"
    "  it('is in a sandbox', function()\n"
    "    local s = scene.load('scene.lua', nil, { sandbox = false, stay = true })\n"
    "    s:tick()\n"
    "    assert.matches('nil$', s.fault.message)\n"
    "  end)\n"
    "  it('ends', function() while true do end end)\n"
    "end)\n";

static void test_spec(void) {
    write_scene("error(tostring(io))");
    host_Page *page = host_page_open("scene.lua", "", NULL);
    if (!CHECK(page != NULL)) return;
    const char *answer = host_page_call(page, "spec", SPEC);
    expect(strstr(answer, "\"passed\":1") && strstr(answer, "spec:8: the spec ran longer"), "%s",
           answer);
    host_page_close(page);
}

int main(void) {
    char folder[] = "cairn_page_XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    test_box();
    test_clock();
    test_spec();
    remove("scene.lua");
    if (chdir("..") == 0) rmdir(folder);
    return tally();
}
