-- Recordings with bytes changed by chance, as they stand or under checksums that fit again: opened,
-- mended and played, each is refused in a sentence, or ends early, or plays; nothing raises, and
-- what plays is sound.
-- CAIRN_CHANCE="from to" plays other hundreds.

local apart = require "tests.support.apart" "tests/scene/chance_recordings_spec.lua"
if apart then return describe("Recordings of chance", function() it(apart.title, apart.run) end) end

local cairn = require "cairn"
local mangle = require "tests.support.mangle"
local process = require "tests.support.process"
local recording = require "cairn.recording"
local records = require "tests.support.records"
local scene = require "cairn.scene"

local HUNDRED <const> = 100
local LONGEST <const> = 5 -- s, for one file
local STEPS <const> = 40  -- of each that are played

local from, to = (os.getenv "CAIRN_CHANCE" or "1 40"):match "(%d+) (%d+)"

local SCENE <const> = [[
local cairn = require "cairn"
scene.params { rows = { 3, 1, 10, step = 1, rebuild = true }, lift = { 2, 0, 10 } }
local hits = 0
function scene.load(p)
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 40, h = 1 }
  for i = 1, p.rows do world:box { y = i - 0.4, w = 1, h = 1, name = "b" .. i } end
  return world
end
function scene.update()
  local body = scene.world:find "b1"
  if body and input.down "left" then body:apply_impulse(-0.1, scene.p.lift) end
end
function scene.keypressed(key) if key == "space" then scene.restart() end end
function scene.begin_contact() hits = hits + 1 end
function scene.draw() ui.slider("lift", scene.p.lift, 0, 10) end
]]

local folder, sources

-- A scene with keys, a parameter, an edit and a restart; and a world with calls of all kinds.
local function record_scene(path)
  local texts = { ["scene.lua"] = SCENE }
  local s = assert(scene.load("scene.lua", nil, { record = assert(recording.record(path)),
    watch = false, sandbox = true,
    reader = function(name) return texts[name], "No such file" end }))
  s:step(10)
  s:press "left"
  s:draw(1.0)
  s:step(5)
  s:set("lift", 5)
  s:set("rows", 5)
  s:step(5)
  s:press "space"
  s:step(10)
  s:close()
end

local function record_world(path)
  local world = cairn.world { layers = { "a", "b" } }
  local recorder = assert(world:record(path))
  local floor = world:box { type = "static", y = -0.5, w = 40, h = 1 }
  local boxes = {}
  for i = 1, 4 do boxes[i] = world:box { y = i, w = 1, h = 1, layer = "a", name = "box" .. i } end
  world:revolute { a = floor, b = boxes[1], at = { 0, 1 } }
  for i = 1, 30 do
    world:step()
    if i == 10 then boxes[2]:apply_impulse(3, 4, 0, 2) end
    if i == 15 then boxes[3]:destroy() end
    if i == 20 then boxes[4]:set_position(2, 3) end
  end
  recorder:close()
  world:destroy()
end

local RECORD <const> = { scene = record_scene, world = record_world }

-- Records of a file with some that are changed, doubled, swapped or gone, under good checksums.
local function rewrite(source, path, r)
  local list = {}
  for i, record in ipairs(source.list) do list[i] = record end
  for _ = 1, r(3) do
    local at, how = r(#list), r(5)
    local record = list[at]
    if how == 1 and #list > 1 then
      table.remove(list, at)
    elseif how == 2 then
      table.insert(list, r(#list), record)
    elseif how == 3 then
      list[at] = { r(source.list)[1], record[2], record[3] }
    else
      list[at] = { record[1], mangle.bytes(record[2], r), record[3] }
    end
  end
  records.write(path, list, source.kind)
end

local function play(path, options)
  local player, message = recording.open(path, options)
  if not player then
    mangle.fit(message, "open")
    return false
  end
  for _ = 1, STEPS do
    if not player:step() then break end
  end
  local step, sentence = player:diverged()
  if step then mangle.fit(sentence, "diverged") end
  if player:early_end() then mangle.fit(player:early_end(), "early end") end
  if player:fault() then mangle.fit(tostring(player:fault()), "fault") end
  local world = player:world()
  if world and world:is_valid() then
    local sound, why = world:validate()
    assert(sound, why)
  end
  if player:steps() > 4 then player:seek(2) end
  player:close()
  return true
end

describe("Recordings of chance", function()
  setup(function()
    folder = process.folder "chance"
    sources = {}
    -- the world first: after the scene, which is in a sandbox, there are no files any more
    for i, kind in ipairs { "world", "scene" } do
      local path = ("%s/%s.rec"):format(folder, kind)
      RECORD[kind](path)
      local list = {}
      for letter, bytes, step in records.each(path) do list[#list + 1] = { letter, bytes, step } end
      sources[i] = { kind = kind, bytes = process.read(path), list = list }
    end
  end)

  teardown(function() process.remove(folder) end)

  it("play where nothing is changed", function()
    for _, source in ipairs(sources) do
      local path = folder .. "/same.rec"
      records.write(path, source.list, source.kind)
      assert.is_true(play(path, source.kind == "scene" and { sandbox = true } or nil))
    end
  end)

  for seed = math.tointeger(from), math.tointeger(to) do
    it("are refused, end early or play: hundred " .. seed, function()
      local path = folder .. "/other.rec"
      for i = 1, HUNDRED do
        local r = mangle.generator(seed * HUNDRED + i)
        local source = r(sources)
        os.remove(path)
        if r(4) == 1 then
          process.write(path, mangle.bytes(source.bytes, r))
        else
          rewrite(source, path, r)
        end
        local options = { sandbox = true, salvage = r(3) == 1 }
        if source.kind == "world" then options.sandbox = nil end
        local began = cairn.now()
        local ok, why = xpcall(play, debug.traceback, path, options)
        if not ok then error(("file %d of hundred %d: %s"):format(i, seed, why), 0) end
        assert.is_true(cairn.now() - began < LONGEST, i)
      end
    end)
  end
end)
