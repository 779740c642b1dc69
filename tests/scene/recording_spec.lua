-- Recordings of scenes: whatever reaches a scene from outside is in them, and comes again.

local cairn = require "cairn"
local process = require "tests.support.process"
local records = require "tests.support.records"
local recording = require "cairn.recording"
local scene = require "cairn.scene"

local folder, path

before_each(function()
  folder = process.folder "recording"
  path = folder .. "/run.rec"
end)

after_each(function() process.remove(folder) end)

-- A scene from texts: name -> text; "scene.lua" is the script.
local function load(texts, params, options)
  local opts = {
    reader = function(name)
      if texts[name] then return texts[name] end
      return nil, "No such file"
    end,
    record = assert(recording.record(path)), watch = false,
  }
  for name, value in pairs(options or {}) do opts[name] = value end
  local s, message = scene.load("scene.lua", params, opts)
  return assert(s, message)
end

-- Play it all; what differs, or nil.
local function play()
  local player = assert(recording.open(path))
  while player:step() do end
  local _, sentence = player:diverged()
  local hash = player:world() and player:world():hash()
  local length = player:length()
  local early = player:early_end()
  player:close()
  return sentence or early, hash, length
end

-- Close the scene; its recording must end in the same state.
local function assert_comes_again(s)
  local hash, steps = s:world():hash(), s.recording:steps()
  s:close()
  local fault, again, length = play()
  assert.is_nil(fault)
  assert.equal(hash, again)
  assert.equal(steps, length)
end

local SCENE = [[
local cairn = require "cairn"
scene.params {
  rows = { 3, 1, 10, step = 1, rebuild = true },
  lift = { 2, 0, 10 },
  mode = { "soft", "hard" },
}
local PUSH = 1
local pushes
function scene.load(p)
  pushes = 0
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 40, h = 1 }
  for i = 1, p.rows do world:box { y = i - 0.4, w = 1, h = 1, name = "b" .. i } end
  return world
end
local function push(x, y)
  pushes = pushes + PUSH
  local body = scene.world:find("b1")
  if body then body:apply_impulse(x, y) end
end
function scene.update()
  if input.down "left" then push(-0.1, 0) end
  local x = input.mouse()
  if x > 3 then push(0, 0.2) end
end
function scene.keypressed(key)
  if key == "space" then push(math.random(), scene.p.lift) end
  if key == "l" then push(0, require "late") end
  if key == "f" then error "on purpose" end
  if key == "delete" then scene.restart() end
end
function scene.changed(name, value) if name == "lift" then push(0, value) end end
function scene.mousepressed(x, y, button) push(x * 0.1, button) end
function scene.wheelmoved(dx, dy) push(dx, dy) end
function scene.draw()
  if ui.button "kick" then push(0, 4) end
  push(math.random() * 0.01, 0)
end
]]

local TEXTS = { ["scene.lua"] = SCENE, ["late.lua"] = "return 3" }

describe("a recording of a scene", function()
  it("brings the keys, the mouse and the wheel again, held keys too", function()
    local s = load(TEXTS)
    s:step(10)
    s:press "space"
    s:step(5)
    s:press "left"
    s:step(20)
    s:release "left"
    s:mouse(4, 1)
    s:step(7)
    s:mouse(-1, 1)
    s:mouse(2, 2, 1, "press")
    s:dispatch("wheelmoved", 1, 2)
    s:step(30)
    assert_comes_again(s)
  end)

  it("brings parameters again: those it was started with, moved ones, and a rebuild", function()
    local s = load(TEXTS, { rows = 5 }, { sets = { "mode=hard" }, seed = 99 })
    s:step(10)
    s:set("lift", 7.5)
    s:press "space"
    s:step(10)
    s:set("rows", 7)
    s:step(40)
    assert.equal(8, s:world():body_count())
    assert_comes_again(s)
  end)

  it("brings restarts again, of the person and of the script", function()
    local s = load(TEXTS)
    s:step(10)
    s:restart()
    s:press "space"
    s:step(10)
    s:press "delete"
    s:step(10)
    assert_comes_again(s)
  end)

  it("brings edits again: patched, rebuilt, refused, and one of a held world", function()
    local s = load(TEXTS)
    s:step(5)
    assert.equal("patched", s:reload((SCENE:gsub("PUSH = 1", "PUSH = 2"):gsub("%* 0.1", "* 0.2"))))
    s:mouse(2, 2, 1, "press")
    s:step(20)
    assert.equal("kept old (error)", (s:reload "function scene.load( end"))
    s:step(5)
    assert.equal("rebuilt", s:reload((SCENE:gsub("w = 1, h = 1", "w = 1, h = 0.7"))))
    s:step(20)
    s.hold = true
    s:frame_poll(0)
    assert.equal("patched", s:reload((SCENE:gsub("w = 1, h = 1", "w = 0.8, h = 0.7"))))
    assert.is_true(s.edit_waits)
    s:step(20)
    s.hold = false
    s:frame_poll(0)
    s:step(20)
    assert_comes_again(s)
  end)

  it("holds modules, those too that are asked for later", function()
    local s = load(TEXTS)
    s:step(5)
    s:press "l"
    s:step(20)
    assert_comes_again(s)
  end)

  it("brings what is drawn and pressed in the panel again, where the script acts on it", function()
    local s = load(TEXTS)
    for i = 1, 30 do
      s:step(1)
      s:draw(0.5)
      if i == 12 then s:ui_edit(1, 1) end
    end
    assert_comes_again(s)
  end)

  it("brings the mouse's pull on a body again", function()
    local s = load(TEXTS)
    for i = 1, 40 do
      s:pull(s:world():find("b3"):id(), 3 * i, 50, 0.2, 2.5, -0.3)
      s:step(1)
    end
    assert_comes_again(s)
  end)

  it("goes on through errors of the script as the scene did", function()
    local s = load(TEXTS)
    s:step(5)
    assert.has_error(function() s:press "f" end)
    s:press "space" -- is off
    s:step(5)
    s:reload(SCENE .. "\n")
    s:press "space"
    s:step(20)
    assert_comes_again(s)
  end)

  it("may start with a script that cannot start yet", function()
    local s = load({ ["scene.lua"] = "error 'no'" }, nil, { stay = true })
    s:tick()
    s:reload(SCENE)
    s:step(20)
    assert_comes_again(s)
  end)

  it("holds a hash of the world each 60 steps, and something of each step", function()
    local s = load(TEXTS)
    local expected = {}
    for i = 1, 200 do
      s:step(1)
      if i % 60 == 0 then expected[#expected + 1] = { i, s:world():hash() } end
    end
    s:close()
    local hashes, ticks = {}, 0
    for letter, bytes, step in records.each(path) do
      if letter == "C" then hashes[#hashes + 1] = { step, (("<i8"):unpack(bytes)) } end
      if letter == "T" then ticks = ticks + 1 end
    end
    assert.same(expected, hashes)
    assert.equal(200, ticks)
  end)

  it("forgets what was played after a step that the scene was taken back to", function()
    local s = load(TEXTS)
    s:step(20)
    local before = s:world():hash()
    s:press "space"
    s:step(15)
    s.recording:go_back(20)
    s:close()
    local fault, hash, length = play()
    assert.is_nil(fault)
    assert.equal(20, length)
    assert.equal(before, hash)
  end)
end)

describe("cairn.replay", function()
  local function record(steps)
    local s = load(TEXTS)
    s:press "space"
    local hashes = {}
    for i = 1, steps do
      s:step(1)
      hashes[i] = s:world():hash()
    end
    s:close()
    return hashes
  end

  it("gives the world and a player that steps it", function()
    local hashes = record(90)
    local world, player = cairn.replay(path)
    assert.equal(4, world:body_count())
    assert.equal(90, player:length())
    for i = 1, 90 do
      assert.is_true(player:step())
      assert.equal(i, player:steps())
      assert.equal(hashes[i], player:world():hash())
    end
    assert.is_false(player:step())
    assert.is_nil(player:diverged())
    assert.is_nil(player:early_end())
    player:close()
  end)

  it("seeks forwards and backwards", function()
    local hashes = record(90)
    local _, player = cairn.replay(path)
    for _, step in ipairs { 70, 3, 90, 89, 1 } do
      assert.is_true(player:seek(step))
      assert.equal(hashes[step], player:world():hash())
    end
    assert.is_true(player:seek(0))
    assert.equal(0, player:steps())
    assert.is_false(player:seek(91))
    assert.equal(90, player:steps())
    player:close()
  end)

  it("keeps states on its way once it has gone back, in few of which all is exact", function()
    local hashes = record(1300)
    local _, player = cairn.replay(path)
    player:seek(1300)
    assert.equal(0, #player.states)
    player:seek(10)
    player:seek(1299)
    assert.equal(4, #player.states)
    local scene_of = player:scene()
    for _, step in ipairs { 1290, 601, 600, 599, 1000, 301, 1300, 900 } do
      assert.is_true(player:seek(step))
      assert.equal(hashes[step], player:world():hash())
    end
    assert.equal(scene_of, player:scene()) -- it was not started again
    while player:step() do end
    assert.is_nil(player:diverged())
    player:close()
  end)

  it("says at which step a world goes another way, and names the body", function()
    record(90)
    local _, player = cairn.replay(path)
    player:seek(40)
    player:world():find("b3"):apply_impulse(0, 5)
    assert.is_nil(player:diverged())
    player:step()
    local step, sentence = player:diverged()
    assert.equal(41, step)
    assert.matches('^diverged at step 41 %(body #4 "b3", %d%.%de%-%d+ m%)$', sentence)
    player:close()
  end)

  it("names the body that wakes where all slept, and one that sleeps where it moved", function()
    record(600)
    local moves, stays = '^diverged at step %d+ %(body #4 "b3", %d%.%de%-%d+ m%)$',
      '^diverged at step 501 %(body #2 "b1", is awake%)$' -- the first of the stack, as it was
    -- it, or what it has come down on by then
    local falls = '^diverged at step %d+ %(body #[34] "b[23]", %d%.%de%-%d+ m%)$'
    for _, case in ipairs { { 500, function(body) body:apply_impulse(0, 0.01) end, moves },
      { 500, function(body) body:wake() end, stays },
      { 5, function(body) body:sleep() end, falls } } do
      local _, player = cairn.replay(path)
      player:seek(case[1])
      assert.equal(case[1] == 500, player:world():awake_count() == 0)
      case[2](player:world():find "b3")
      while player:step() and not player:diverged() do end
      local step, sentence = player:diverged()
      assert.equal(case[1] + 1, step)
      assert.matches(case[3], sentence)
      player:close()
    end
  end)

  it("plays the inputs on another script with force, and compares nothing", function()
    record(90)
    local other = SCENE:gsub("%-10", "-5")
    local player = recording.open(path, { force = true, reader = function(name)
      return name == "scene.lua" and other or nil
    end })
    while player:step() do end
    local _, gravity = player:world():gravity()
    assert.equal(-5, gravity)
    assert.is_nil(player:diverged())
    player:close()
  end)

  it("refuses what is no path, unknown options and steps that are none", function()
    assert.error_matches(function() cairn.replay(5) end,
      "bad argument #1 to 'replay' (string expected, got number)", 1, true)
    assert.error_matches(function() cairn.replay("x", 5) end,
      "bad argument #2 to 'replay' (table expected, got number)", 1, true)
    assert.error_matches(function() cairn.replay("x", { savage = true }) end,
      "bad argument #2 to 'replay' (unknown field 'savage', did you mean 'salvage'?)", 1, true)
    record(3)
    local _, player = cairn.replay(path)
    assert.error_matches(function() player:seek(1.5) end, "integer expected, got 1.5", 1, true)
    assert.error_matches(function() player:seek(-1) end, "must be >= 0, got -1", 1, true)
    player:close()
  end)

  it("gives nil and a sentence for a file that is none", function()
    assert.same({ nil, folder .. "/no.rec: No such file" }, { cairn.replay(folder .. "/no.rec") })
    process.write(path, "local x = 1")
    assert.same({ nil, path .. " is not a recording" }, { cairn.replay(path) })
  end)

  it("plays or refuses a file that was cut anywhere, and never raises", function()
    record(90)
    local whole, ends = process.read(path), {}
    for size = 0, #whole - 1, 61 do
      process.write(path, whole:sub(1, size))
      local world, player = cairn.replay(path)
      if player and world then
        assert.matches("ends early at step %d+ %(file truncated%)", player:early_end())
        ends[#ends + 1] = player:length()
        player:close()
      else
        assert.is_string(player)
      end
    end
    assert.is_true(#ends > 0)
  end)

  it("notices every byte that is another one", function()
    record(90)
    local whole = process.read(path)
    for at = 1, #whole, 37 do
      local byte = whole:byte(at)
      process.write(path, whole:sub(1, at - 1) .. string.char(byte ~ 1 << at % 8)
        .. whole:sub(at + 1))
      local world, message = cairn.replay(path)
      assert.is_nil(world, ("byte %d"):format(at))
      assert.is_string(message)
    end
  end)

  it("is good up to the last whole block, whichever write it is that fails", function()
    local open = io.open
    finally(function() io.open = open end) -- luacheck: ignore 122
    for fails_at = 2, 6 do
      local writes, written = 0, {}
      local file = {}
      function file:write(bytes)
        writes = writes + 1
        if writes ~= fails_at then
          written[#written + 1] = bytes
          return self
        end
        written[#written + 1] = bytes:sub(1, #bytes // 2) -- a short write
        return nil, "x: Input/output error"
      end
      function file.flush() return true end
      function file.close() return true end
      io.open = function(name, mode) -- luacheck: ignore 122
        if name == path and mode == "wb" then return file end
        return open(name, mode)
      end
      local now = 0
      local recorder = assert(recording.record(path, function() return now end))
      io.open = open -- luacheck: ignore 122
      local s = load(TEXTS, nil, { record = recorder })
      for i = 1, 400 do
        now = i / 60
        s:step(1)
      end
      local plain = load(TEXTS, nil, { record = assert(recording.record(folder .. "/other.rec")) })
      plain:step(400)
      assert.equal(plain:world():hash(), s:world():hash())
      plain:close()
      local problem = s.recording.problem
      assert.matches("^recording stopped at step %d+: Input/output error$", problem)
      assert.matches(problem, s.banner.text, 1, true)
      s:close()
      process.write(path, table.concat(written))
      local player = recording.open(path)
      if player then
        while player:step() do end
        assert.is_nil(player:diverged())
        assert.matches("file truncated", player:early_end(), 1, true)
        assert.is_true(player:length() <= tonumber(problem:match "step (%d+)"))
        player:close()
      else
        assert.equal(2, fails_at) -- not even the start is there
      end
    end
  end)

  it("takes records that make no sense, with good checksums, as the end", function()
    record(60)
    local random = require("cairn.scene.random").new(5).random
    local list = {}
    for letter, bytes, step in records.each(path) do list[#list + 1] = { letter, bytes, step } end
    for _ = 1, 60 do
      local broken = table.move(list, 1, #list, 1, {})
      for _ = 1, random(3) do
        local n = random(2, #broken)
        local letter, bytes = broken[n][1], broken[n][2]
        local at = random(#bytes + 1)
        bytes = bytes:sub(1, at - 1) .. string.char(random(0, 255)) .. bytes:sub(at + random(0, 3))
        if random() < 0.2 then letter = string.char(random(65, 90)) end
        broken[n] = { letter, bytes, broken[n][3] }
      end
      records.write(path, broken)
      local world, player = cairn.replay(path)
      if world then
        for _ = 1, 70 do player:step() end
        player:close()
      else
        assert.is_string(player)
      end
    end
  end)
end)

describe("the recording of a bug", function()
  -- the scene of the guide
  local function splash()
    for text in process.read("docs/guide.md"):gmatch "```lua\n(.-)\n```" do
      if text:find "^%-%- splash.lua" then return text end
    end
  end

  it("is a spec that fails until the script is mended, as the guide tells", function()
    local text = assert(splash())
    local s = load { ["scene.lua"] = text }
    s:step(10)
    s:mouse(0, 4, 1, "press")
    assert.error_matches(function() s:step(120) end,
      "calling 'position' on bad self (body #3 has been destroyed", 1, true)
    s:close()
    assert.replays(path)
    local _, player = cairn.replay(path)
    player:seek(player:length())
    assert.matches("body #3 has been destroyed", player:fault(), 1, true)
    player:close()
    local mended = text:gsub("begin_contact%(_, b%)",
      "%0\n  if not b:body():is_valid() then return end")
    for script, is_mended in pairs { [text] = false, [mended] = true } do
      player = recording.open(path, { force = true, reader = function() return script end })
      player:seek(player:length())
      assert.equal(is_mended, player:fault() == nil)
      player:close()
    end
  end)
end)

describe("assert.replays", function()
  it("passes for a recording that goes as it was, and says what differs", function()
    local s = load(TEXTS)
    s:step(30)
    s:close()
    assert.replays(path)
    local list = {}
    for letter, bytes, step in records.each(path) do
      if letter == "T" and step == 9 then bytes = "\0\0\0\0" end
      list[#list + 1] = { letter, bytes, step }
    end
    records.write(path, list)
    assert.is_not.replays(path)
    local _, message = pcall(assert.replays, path)
    assert.matches("run.rec: diverged at step 9", tostring(message), 1, true)
  end)
end)
