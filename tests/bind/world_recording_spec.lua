-- world:record: what is done to a world from Lua is written down, and cairn.replay does it again.

local cairn = require "cairn"
local chaos = require "tests.support.chaos"
local process = require "tests.support.process"
local records = require "tests.support.records"

local folder, path

before_each(function()
  folder = process.folder "world"
  path = folder .. "/world.rec"
end)

after_each(function() process.remove(folder) end)

local function new_world()
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 40, h = 1 }
  for i = 1, 4 do world:box { y = i - 0.4, w = 1, h = 1, name = "b" .. i } end
  return world
end

-- Record what act(world) does to a world, which has been stepped before; replay it; both must end
-- alike. Returns how many records there are of each letter.
local function assert_comes_again(act, before)
  local world = before or new_world()
  for _ = 1, 5 do world:step() end
  local recorder = assert(world:record(path))
  act(world)
  local hash, steps = world:hash(), recorder:steps()
  assert.is_true(recorder:close())
  world:destroy()
  local _, player = assert(cairn.replay(path))
  while player:step() do end
  local _, sentence = player:diverged()
  assert.is_nil(sentence)
  assert.is_nil(player:early_end())
  assert.equal(steps, player:steps())
  assert.equal(hash, player:world():hash())
  player:close()
  local counts = {}
  for letter in records.each(path) do counts[letter] = (counts[letter] or 0) + 1 end
  return counts
end

local function step(world, n)
  for _ = 1, n do world:step() end
end

describe("world:record", function()
  it("holds steps, and calls on the world and on all that is in it", function()
    assert_comes_again(function(world)
      step(world, 10)
      local top = world:find "b4"
      top:apply_impulse(2, 1)
      top:shape():set_friction(0.1)
      world:set_gravity(1, -9)
      local ball = world:circle { x = 3, y = 5, radius = 0.3, data = print }
      local joint = world:distance { a = top, b = ball, max = 3 }
      step(world, 20)
      world:step(1 / 120)
      joint:set_limits(1, 2)
      local mover = world:mover { radius = 0.3, height = 1, x = -3, y = 2 }
      mover:move(0.1, -0.1)
      step(world, 10)
      world:find("b2"):destroy()
      ball:set_name "ball"
      world:explode { x = 0, y = 0, radius = 4, impulse = 3 }
      step(world, 30)
      joint:destroy()
      mover:destroy()
      world:clear()
      world:circle { radius = 1 }
      step(world, 5)
    end)
  end)

  it("knows functions that the script has kept", function()
    local push = debug.getmetatable(new_world():find "b1").__index.apply_impulse
    assert_comes_again(function(world)
      push(world:find "b3", 3, 2)
      step(world, 20)
    end)
  end)

  it("holds what hooks decide, and what they do after the step", function()
    local counts = assert_comes_again(function(world)
      local n = 0
      for body in world:bodies "dynamic" do body:shape():set_pre_solve(true) end
      world:set_listener {
        filter = function()
          n = n + 1
          return n % 3 ~= 0
        end,
        pre_solve = function(m)
          n = n + 1
          m:set_friction(n % 5 / 10)
          if n % 7 == 0 then m:ignore() end
          return n % 11 ~= 0
        end,
        begin_contact = function(_, b)
          b:body():apply_impulse(0.3, 0.2)
          world:defer(function() b:body():apply_torque(1) end)
        end,
      }
      for i = 1, 8 do world:circle { x = i % 3 - 1, y = 5 + i, radius = 0.3 } end
      step(world, 90)
    end)
    assert.is_true(counts.O > 20)
  end)

  it("holds contacts that are ignored after a step, and in a loop", function()
    local counts = assert_comes_again(function(world)
      world:set_listener { begin_contact = function(_, _, m) m:ignore() end }
      world:circle { x = 3, y = 1, radius = 0.3 }
      step(world, 40)
      world:set_listener(nil)
      world:circle { x = 6, y = 1, radius = 0.3 }
      step(world, 40)
      for m in world:manifolds() do m:ignore() end
      step(world, 20)
    end)
    assert.is_true(counts.O > 4)
  end)

  it("holds calls that were refused, and steps whose hook has raised", function()
    assert_comes_again(function(world)
      pcall(world.box, world, { w = -1, h = 1 })
      local body = world:find "b4"
      pcall(body.set_position, body, 0 / 0, 0)
      world:set_listener { begin_contact = function() error "no" end }
      body:set_position(0, 9)
      for _ = 1, 90 do pcall(world.step, world) end
    end)
  end)

  it("holds a world that is taken back while it is recorded", function()
    assert_comes_again(function(world)
      step(world, 5)
      local image = world:snapshot()
      world:find("b1"):apply_impulse(3, 3)
      step(world, 20)
      world:restore(image)
      step(world, 20)
    end)
  end)

  it("holds games in which everything is done to a world, at random", function()
    for seed = 1, 6 do
      local recorder, hash
      chaos.play(seed, {
        steps = 80,
        started = function(world) recorder = assert(world:record(path)) end,
        ended = function(world)
          hash = world:hash()
          recorder:close()
        end,
      })
      local _, player = assert(cairn.replay(path))
      while player:step() do end
      local _, sentence = player:diverged()
      assert.is_nil(sentence, ("seed %d: %s"):format(seed, tostring(sentence)))
      if hash then assert.equal(hash, player:world():hash()) end
      player:close()
    end
  end)

  it("goes on from any step when a player goes back", function()
    local hashes = {}
    assert_comes_again(function(world)
      for i = 1, 60 do
        if i % 9 == 0 then world:circle { y = 6, radius = 0.2 } end
        world:step()
        hashes[i] = world:hash()
      end
    end)
    local _, player = cairn.replay(path)
    for _, n in ipairs { 40, 7, 60, 1 } do
      player:seek(n)
      assert.equal(hashes[n], player:world():hash())
    end
    player:close()
  end)

  it("ends with close, and nothing is written afterwards", function()
    local world = new_world()
    local recorder = world:record(path)
    world:step()
    assert.is_true(recorder:close())
    local bytes = process.read(path)
    assert.is_true(recorder:close())
    world:find("b1"):apply_impulse(1, 0)
    world:step()
    assert.equal(bytes, process.read(path))
    assert.equal(1, recorder:steps())
    local again = assert(world:record(path))
    again:close()
    world:destroy()
  end)

  it("stops at a full disk, and the world goes on", function()
    if not io.open "/dev/full" then return pending "no /dev/full here" end
    local world = new_world()
    assert.same({ nil, "/dev/full: No space left on device" }, { world:record "/dev/full" })
    world:step()
    world:destroy()
  end)

  it("leaves what is written, and what is there, as it is where it is refused", function()
    local old, other = folder .. "/old.rec", folder .. "/new.rec"
    local first <close> = new_world()
    local second <close> = new_world()
    local recorder = assert(first:record(old))
    first:step()
    assert.is_true(recorder:close())
    local bytes = process.read(old)
    recorder = assert(first:record(other)) -- the last one is closed: no step has to come between
    for _, name in ipairs { old, other } do
      assert.same({ nil, "the world is being recorded already" }, { first:record(name) })
    end
    assert.equal(bytes, process.read(old))
    assert.same({ nil, other .. ": it is being written" }, { second:record(other) })
    first:step()
    assert.is_true(recorder:close())
    local _, player = assert(cairn.replay(other))
    while player:step() do end
    assert.equal(1, player:steps())
    assert(second:record(other)):close()
  end)

  it("refuses a second recorder, wrong arguments, and the wrong moment", function()
    local world <close> = new_world()
    local recorder = assert(world:record(path))
    assert.same({ nil, "the world is being recorded already" },
      { world:record(folder .. "/other.rec") })
    assert.equal("", process.read(folder .. "/other.rec"))
    assert.error_matches(function() world:record(5) end,
      "bad argument #1 to 'record' (string expected, got number)", 1, true)
    assert.error_matches(function() world:record("x", 5) end,
      "bad argument #2 to 'record' (table expected, got number)", 1, true)
    assert.error_matches(function() world:record("x", { speed = 1 }) end,
      "bad argument #2 to 'record' (unknown field 'speed')", 1, true)
    world:find("b4"):set_position(0, 8)
    local message
    world:set_listener { begin_contact = function()
      message = message or select(2, pcall(function() return world:record "x" end))
    end }
    step(world, 90)
    assert.matches("world_recording_spec.lua:%d+: world:record may not be called inside a callback",
      message)
    assert.is_true(recorder:close())
  end)

  it("may call nothing in a replay but methods that change its world", function()
    local world = new_world()
    local recorder = world:record(path)
    world:step()
    recorder:close()
    world:destroy()
    local values = require "cairn.recording.values"
    local function handle(value) if value == cairn then return "World", 0 end end
    local other = folder .. "/hostile.rec"
    for _, call in ipairs { { "World", "record", cairn, other }, { "World", "__gc" },
      { "Recording", "x" }, { "World", "destroy" } } do
      local list = {}
      for letter, bytes, at in records.each(path) do
        list[#list + 1] = { letter, bytes, at }
        if letter == "I" then
          -- a world stands for itself: any userdata will do for the packer
          list[#list + 1] = { "O", values.pack(handle, table.unpack(call)), 0 }
        end
      end
      records.write(path .. "2", list, "world")
      local _, player = assert(cairn.replay(path .. "2"))
      assert.is_false(player:step())
      assert.matches("makes no sense: no method", player:early_end(), 1, true)
      player:close()
    end
    assert.equal("", process.read(other))
  end)
end)
