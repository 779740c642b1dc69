-- All that reads, inside all that is called: whatever a hook asks or walks is there or refused, and
-- what a loop walks may be made and destroyed under its feet. In the sanitized build nothing of it
-- may touch memory that is gone.
local cairn = require "cairn"

local EVENTS <const> = { "begins", "ends", "hits", "sensors", "moved", "broken",
  "pressed", "alarms" }
local INSIDE <const> = { "filter", "pre_solve" }
local AFTER <const> = { "begin_contact", "end_contact", "post_solve", "hit", "sensor",
  "pressed", "joint_alarm", "joint_broken", "left_bounds", "slept", "woke" }

-- What would end the game, or begin another step, is not asked.
local NOT_ASKED <const> = { step = true, destroy = true, set_listener = true, set_debug_log = true,
  set_paused = true, defer = true, set_enabled = true, clear = true }

-- Methods that are called with nothing but the object itself.
local function methods_of(object)
  local names = {}
  for name in pairs(debug.getmetatable(object).__index) do
    if not NOT_ASKED[name] and not name:find "^set_" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- Turns of a loop, each value of which can be shown.
local function walk(f, s, c, close)
  local turns = 0
  for a, b, d, e in f, s, c, close do
    turns = turns + 1
    for _, v in ipairs { a, b or false, d or false, e or false } do tostring(v) end
    if turns > 500 then break end
  end
  return turns
end

-- Calls everything that an object can be asked; returns how much of it answered.
local function ask_all(object)
  local answered = 0
  for _, name in ipairs(methods_of(object)) do
    local answer = table.pack(pcall(object[name], object))
    if answer[1] then
      answered = answered + 1
      if type(answer[2]) == "function" then
        walk(table.unpack(answer, 2, answer.n))
      else
        for i = 2, answer.n do tostring(answer[i]) end
      end
    end
  end
  return answered
end

describe("cairn readers", function()
  local world
  after_each(function() if world:is_valid() then world:destroy() end end)

  -- A sensor as large as all, and circles that come in each step, are destroyed and come again.
  local function crowd(listener)
    world = cairn.world { gravity = { 0, -10 }, bounds = { -50, -60, 50, 60 }, hit_speed = 0.1 }
    world:box { type = "static", w = 100, h = 120, sensor = true, name = "zone" }
    world:box { type = "static", y = -20, w = 100, h = 1 }
    world:set_listener(listener)
    local circles = {}
    return circles, function(n)
      for i = 1, n do
        circles[#circles + 1] = world:circle {
          x = (#circles * 7) % 90 - 45, y = i % 9 - 20, vy = -4, radius = 0.4, pre_solve = true,
        }
      end
      world:step()
    end
  end

  describe("of events", function()
    for _, hook in ipairs(INSIDE) do
      describe("inside " .. hook, function()
        it("are refused, as those of the step before are gone", function()
          local messages, listener = {}, {}
          local circles, grow = crowd(listener)
          for _ = 1, 60 do grow(10) end
          for _, circle in ipairs(circles) do circle:destroy() end
          listener[hook] = function()
            for _, name in ipairs(EVENTS) do
              local ok, message = pcall(function() return walk(world[name](world)) end)
              messages[name] = not ok and message
            end
          end
          for _ = 1, 5 do grow(3) end
          for _, name in ipairs(EVENTS) do
            assert.matches("events of a step can be read after it, not inside " .. hook
              .. "; use world:defer(fn)", messages[name], 1, true)
          end
        end)

        it("have nothing for a loop that began before the step", function()
          local loops, turns, calls, listener = {}, 0, 0, {}
          local circles, grow = crowd(listener)
          for _ = 1, 30 do grow(10) end
          for _, circle in ipairs(circles) do circle:destroy() end
          world:step()
          for i, name in ipairs(EVENTS) do loops[i] = world[name](world) end
          listener[hook] = function()
            calls = calls + 1
            for _, loop in ipairs(loops) do turns = turns + walk(loop) end
          end
          for _ = 1, 5 do grow(3) end
          assert.is_true(calls > 0)
          assert.equal(0, turns)
        end)
      end)
    end

    it("read a whole step in every hook after it", function()
      local counts, heard, listener = {}, {}, {}
      for _, hook in ipairs(AFTER) do
        listener[hook] = function()
          heard[hook] = true
          for _, name in ipairs(EVENTS) do
            local turns = walk(world[name](world))
            counts[name] = counts[name] or turns
            assert.equal(counts[name], turns)
          end
        end
      end
      local circles, grow = crowd(listener)
      for _ = 1, 20 do
        counts = {}
        grow(5)
      end
      for i = 1, 40 do circles[i]:destroy() end
      for i = 41, 60 do circles[i]:set_position(1000, 0) end
      counts = {}
      world:step()
      for _, hook in ipairs { "begin_contact", "end_contact", "hit", "sensor", "left_bounds" } do
        assert.is_true(heard[hook], hook)
      end
    end)
  end)

  describe("of everything", function()
    -- Everything that a world has, some of it about to fall asleep, break or leave.
    local function machine(listener)
      local circles, grow = crowd(listener)
      grow(20)
      local anchor = world:box { x = -30, y = 30, w = 1, h = 1, type = "static" }
      local weight = world:box { x = -30, y = 25, w = 1, h = 1, density = 500 }
      world:weld { a = anchor, b = weight, at = { -30, 28 }, break_force = 100 }
      local a = world:box { x = 20, y = 30, w = 1, h = 1 }
      local wheel = world:circle { x = 20, y = 32, radius = 1 }
      local one = world:revolute { a = anchor, b = a, at = { 20, 30 } }
      local two = world:revolute { a = anchor, b = wheel, at = { 20, 32 } }
      world:gear { a = one, b = two, ratio = 2 }
      world:box { x = 45, y = 40, w = 1, h = 1, vx = 200 }
      world:box { x = 0, y = -19, w = 1, h = 1 }
      world:chain { type = "static", points = { 30, -10, 35, -12, 40, -10, 45, -12 } }
      local mover = world:mover { x = -40, y = -15, radius = 0.4, height = 1.8 }
      return { world, anchor, weight, a, one, mover, circles[1], circles[1]:shape() }, grow
    end

    for _, hook in ipairs(INSIDE) do
      it("can be asked inside " .. hook, function()
        local listener, calls, answered = {}, 0, 0
        local things, grow = machine(listener)
        listener[hook] = function(a, b)
          calls = calls + 1
          if calls > 20 then return end
          for _, thing in ipairs(things) do answered = answered + ask_all(thing) end
          answered = answered + ask_all(a) + (b and ask_all(b) or 0)
        end
        for _ = 1, 5 do grow(10) end
        assert.is_true(calls > 0)
        assert.is_true(answered > 100)
        assert.is_true((world:validate()))
      end)
    end

    it("can be asked and changed in every hook after the step", function()
      local listener, calls, things = {}, {}, nil
      for _, hook in ipairs(AFTER) do
        listener[hook] = function(...)
          calls[hook] = (calls[hook] or 0) + 1
          if not things or calls[hook] > 3 then return end
          for _, thing in ipairs(things) do ask_all(thing) end
          for i = 1, select("#", ...) do
            local v = select(i, ...)
            if type(v) == "userdata" then ask_all(v) end
          end
          local left = 1
          for body in world:bodies("dynamic") do
            if left == 0 then break end
            left = left - 1
            body:destroy()
            world:circle { x = 10, y = -10, radius = 0.3, pre_solve = true }
          end
        end
      end
      local grow
      things, grow = machine(listener)
      for _ = 1, 40 do grow(1) end
      for _, hook in ipairs { "begin_contact", "end_contact", "post_solve", "hit", "sensor",
        "joint_broken", "left_bounds" } do
        assert.is_true((calls[hook] or 0) > 0, hook)
      end
      assert.is_true((world:validate()))
    end)
  end)

  describe("in a loop that changes the world", function()
    -- What grows and shrinks every list: bodies, shapes, pieces, contacts, joints, and a step.
    local function churn(i)
      local points = {}
      for k = 0, 3 + i % 20 do points[#points + 1], points[#points + 2] = k * 2 - 40, 20 + k % 2 end
      local chain = world:chain { type = "static", points = points }
      local bodies = {}
      for k = 1, 20 do bodies[k] = world:circle { x = k - 10, y = 21 + i % 5, radius = 0.4 } end
      for k = 2, 20 do
        world:distance { a = bodies[k - 1], b = bodies[k] }
      end
      for k = 3, 20, 3 do bodies[k]:destroy() end
      chain:shape():reshape { points = { -40, 19, 0, 18, 40, 19 } }
      if i % 3 == 0 then world:step() end
      chain:destroy()
    end

    local loops = {
      bodies = function() return world:bodies() end,
      shapes = function() return world:shapes() end,
      joints = function() return world:joints() end,
      manifolds = function() return world:manifolds() end,
      begins = function() return world:begins() end,
      ends = function() return world:ends() end,
      hits = function() return world:hits() end,
      sensors = function() return world:sensors() end,
      moved = function() return world:moved() end,
      raycast_all = function() return world:raycast_all(-50, 0, 50, -20) end,
      query_box = function() return world:query_box(-50, -25, 50, 25) end,
      query_circle = function() return world:query_circle(0, 0, 30) end,
    }
    local names = {}
    for name in pairs(loops) do names[#names + 1] = name end
    table.sort(names)
    for _, name in ipairs(names) do
      it("keep to what is there: " .. name, function()
        local _, grow = crowd {}
        for _ = 1, 20 do grow(5) end
        churn(1)
        local turns = 0
        for a, b, c in loops[name]() do
          turns = turns + 1
          for _, v in ipairs { a, b or false, c or false } do tostring(v) end
          churn(turns)
          if turns == 12 then break end
        end
        if name ~= "ends" then assert.is_true(turns > 0) end
        assert.is_true((world:validate()))
      end)

      it("end when the world does: " .. name, function()
        local _, grow = crowd {}
        for _ = 1, 10 do grow(5) end
        local turns = 0
        for _ in loops[name]() do
          turns = turns + 1
          if world:is_valid() then world:destroy() end
        end
        assert.is_true(turns <= 1)
      end)
    end
  end)
end)
