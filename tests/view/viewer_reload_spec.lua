-- The real viewer on a display of its own: a scene is edited while it plays, and what the viewer
-- says on stderr is read. Needs Xvfb and a built viewer (CAIRN_PROGRAM or the one at work).

local process = require "tests.support.process"

local read = process.read
local PROGRAM = os.getenv("CAIRN_PROGRAM") or process.program
local PATIENCE = 60 -- s to wait for anything; a loaded machine is slow

local SCENE = [[
local cairn = require "cairn"
local SIZE = 0.5
local ticks
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  world:box { y = 3, w = SIZE, h = SIZE }
  return world
end
function scene.update()
  ticks = (ticks or 0) + 1
  if ticks % 10 == 0 then io.stderr:write(("tick %d one\n"):format(ticks)) end
end
]]

local function run(command)
  return os.execute(command) == true
end

local function can_run()
  if not process.has_viewer then return false, "this build has no viewer" end
  if not run("command -v Xvfb >/dev/null 2>&1") then return false, "Xvfb is not installed" end
  if not run(("test -x '%s'"):format(PROGRAM)) then return false, PROGRAM .. " is not built" end
  return true
end

describe("the viewer", function()
  local able, why = can_run()
  if not able then
    pending(why)
    return
  end

  local folder, scene_path, text, display

  local function wait_for(what, test)
    local till = os.time() + PATIENCE
    while os.time() <= till do
      local found = test()
      if found then return found end
      run("sleep 0.05")
    end
    error(("waited %d s for %s; the viewer said:\n%s"):format(PATIENCE, what,
      read(folder .. "/err")), 2)
  end

  local function start(name, command)
    assert(run(("%s & echo $! > '%s/%s.pid'"):format(command, folder, name)))
  end

  local function pid(name) return read(("%s/%s.pid"):format(folder, name)):match("%d+") end

  local function is_running(name) return run("kill -0 " .. pid(name) .. " 2>/dev/null") end

  local function stop(name)
    if pid(name) then run("kill " .. pid(name) .. " 2>/dev/null") end
  end

  -- As editors do: a new file, renamed over the old one.
  local function save(new)
    local file = assert(io.open(scene_path .. ".new", "wb"))
    file:write(new)
    file:close()
    assert(os.rename(scene_path .. ".new", scene_path))
    text = new
  end

  local function replace(from, to)
    local first, last = text:find(from, 1, true)
    assert(first, "not in the text: " .. from)
    save(text:sub(1, first - 1) .. to .. text:sub(last + 1))
  end

  -- The first line with `piece` that the viewer says from now on.
  local function listen()
    local from = #read(folder .. "/err") + 1
    return function(piece)
      return wait_for(("'%s'"):format(piece), function()
        local said = read(folder .. "/err"):sub(from)
        for line in said:gmatch("[^\n]*") do
          if line:find(piece, 1, true) then return line end
        end
      end)
    end
  end

  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(run(("mkdir '%s'"):format(folder)))
    scene_path = folder .. "/scene.lua"
    -- without -noreset it starts over, deaf for a moment, whenever its last client leaves
    start("xvfb", ("Xvfb -displayfd 3 -noreset -screen 0 800x600x24 3>'%s/display' >'%s/xvfb' 2>&1")
      :format(folder, folder))
    display = wait_for("a display", function()
      return read(folder .. "/display"):match("^(%d+)\n")
    end)
  end)

  teardown(function()
    stop("viewer")
    stop("xvfb")
    if folder then run(("rm -rf '%s'"):format(folder)) end
  end)

  local function view(scene, options)
    save(scene)
    os.remove(folder .. "/err") -- what the viewer before said is not the first tick of this one
    start("viewer", ("DISPLAY=:%s SDL_VIDEODRIVER=x11 '%s' run '%s' --window %s "
      .. ">'%s/out' 2>'%s/err'"):format(display, PROGRAM, scene_path, options or "",
        folder, folder))
  end

  local function wait_for_ticks()
    wait_for("the first ticks", function()
      return read(folder .. "/err"):find("tick %d+ one")
    end)
  end

  local function wait_for_end()
    wait_for("the viewer's end", function() return not is_running("viewer") end)
  end

  before_each(function()
    view(SCENE)
    wait_for_ticks()
  end)

  after_each(function()
    stop("viewer")
    wait_for_end()
  end)

  local function ticks_of(line) return tonumber(line:match("tick (%d+)")) end

  it("patches an edited hook: the clock and the locals go on", function()
    local hear = listen()
    replace('one\\n"', 'two\\n"')
    hear("reload: patched")
    assert.is_true(ticks_of(hear("two")) > 10)
  end)

  it("passes on what a script prints while it plays, and thins out a storm", function()
    replace("if ticks", "for i = 1, 1000 do print(i) end if ticks")
    local said = wait_for("what is left out", function()
      local out = read(folder .. "/out")
      return out:find("more lines", 1, true) and out
    end)
    assert.matches("^1\n2\n3\n", said)
  end)

  it("rebuilds when a constant of load is edited: the clock starts again", function()
    local hear = listen()
    replace("SIZE = 0.5", "SIZE = 0.8")
    hear("reload: rebuilt")
    wait_for("the clock to start again", function()
      return read(folder .. "/err"):match("reload: rebuilt.*"):find("tick 10 one", 1, true)
    end)
  end)

  it("keeps the old code at a syntax error, plays on, and recovers", function()
    local hear = listen()
    replace("local ticks", "local = ticks")
    hear("reload: kept old (error)")
    local banner = hear("error: ")
    assert.matches("scene.lua:3: ", banner, 1, true)
    listen()("one") -- still ticking with the old code
    hear = listen()
    replace("local = ticks", "local ticks")
    hear("reload: patched")
  end)

  it("stops at an error in update with its place, stays open, and resumes", function()
    local hear = listen()
    replace("ticks = (ticks or 0) + 1", "ticks = (ticks or 0) + 1; error 'boom'")
    hear("reload: patched")
    assert.matches("scene.lua:11: boom", hear("error: "), 1, true)
    run("sleep 0.3")
    assert.is_true(is_running("viewer"))
    local said = read(folder .. "/err")
    local _, errors = said:gsub("boom", "")
    assert.equal(1, errors) -- said once, not at 60 Hz
    hear = listen()
    replace("; error 'boom'", "")
    hear("reload: patched")
    hear("one")
  end)

  for what, case in pairs {
    ["a syntax error"] = { "local ticks", "local = ticks", "scene.lua:3: " },
    ["an error in load"] = { "return world", "return nil + world", "scene.lua:8: " },
  } do
    it("opens at " .. what .. " at the start, and starts with the next good save", function()
      stop("viewer")
      wait_for_end()
      local first, last = SCENE:find(case[1], 1, true)
      view(SCENE:sub(1, first - 1) .. case[2] .. SCENE:sub(last + 1))
      local hear = listen()
      assert.matches(case[3], hear("error: "), 1, true)
      run("sleep 0.3")
      assert.is_true(is_running("viewer"))
      hear = listen()
      save(SCENE)
      hear("reload: rebuilt")
      wait_for_ticks()
    end)
  end

  it("ends at an error at the start when no save can help, with traceback", function()
    for _, options in ipairs { "--no-watch", "--steps 5" } do
      stop("viewer")
      wait_for_end()
      view("\nerror 'no'", options)
      wait_for_end()
      assert.matches("scene.lua:2: no\n  > error 'no'\nstack traceback:\n\t[^\n]*scene.lua:2: in",
        read(folder .. "/err"))
    end
  end)

  it("ignores a touched, emptied and deleted file", function()
    local size = #read(folder .. "/err")
    run(("touch '%s'"):format(scene_path))
    run("sleep 0.2")
    run((": > '%s'"):format(scene_path))
    run("sleep 0.2")
    os.remove(scene_path)
    run("sleep 0.4")
    assert.is_nil(read(folder .. "/err"):sub(size + 1):find("reload"))
    local hear = listen()
    save((SCENE:gsub('one\\n"', 'back\\n"')))
    hear("reload: patched")
    hear("back")
  end)
end)
