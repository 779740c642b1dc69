-- Worlds that nobody means to build, of at most 5,000 pieces: none may take a step without end.
-- What is bounded is counted where the engine counts it (contacts, bytes). Times have so much room
-- that only work of another order fails, such as 5 s a step of the boxes and of the stars once.

local cairn = require "cairn"
local measure = require "tests.support.measure"
local sorted_keys = require "cairn.words.sorted"

local run = measure.run

-- s of the processor in one step: what is slower grows with some power of the number of pieces; a
-- quiet machine takes less than a tenth of it.
local LONGEST <const> = 2.5
-- bytes of the world for each body: walls and joints count as bodies
local BYTES <const> = 100e3

local function star(corners, radius)
  local points = {}
  for i = 0, corners - 1 do
    local a, r = 2 * math.pi * i / corners, i % 2 == 0 and radius or radius / 2
    points[#points + 1], points[#points + 2] = r * math.cos(a), r * math.sin(a)
  end
  return points
end

local function boxes(world, count, keys)
  for i = 1, count do
    local x, y = keys.at(i)
    world:box { type = keys.type, x = x, y = y, w = keys.size, h = keys.size }
  end
end

local function at_origin() return 0, 0 end

-- Each: what is made; contacts that it may have (default: any number); steps.
local WORLDS <const> = {
  ["2,000 boxes at one point"] = {
    make = function(world) boxes(world, 2000, { at = at_origin, size = 0.5 }) end,
    contacts = 64000,
    bytes = 150e6,
  },
  ["1,000 polygons of eight corners at one point"] = {
    make = function(world)
      local points = {}
      for k = 0, 7 do
        points[2 * k + 1] = 0.5 * math.cos(k * math.pi / 4)
        points[2 * k + 2] = 0.5 * math.sin(k * math.pi / 4)
      end
      for _ = 1, 1000 do world:polygon { points = points } end
    end,
    contacts = 32000,
  },
  ["eight concave stars of 256 corners at one point"] = {
    make = function(world) for _ = 1, 8 do world:polygon { points = star(256, 2) } end end,
    bytes = 60e6,
  },
  ["1,000 boxes in 1,000 static ones"] = {
    make = function(world)
      boxes(world, 1000, { type = "static", at = at_origin, size = 5 })
      boxes(world, 1000,
        { at = function(i) return i % 10 * 0.4 - 2, 2 + i // 10 * 0.1 end, size = 0.3 })
    end,
  },
  ["a plank along a chain of 5,000 notches"] = {
    make = function(world)
      local points = {}
      for i = 0, 4999 do points[2 * i + 1], points[2 * i + 2] = i * 0.02, i % 2 * 0.004 end
      world:chain { points = points }
      world:box { x = 50, y = 0.52, w = 99, h = 1 }
    end,
    bytes = 20e6,
  },
  ["a tangle of 4,000 segments under 200 boxes"] = {
    make = function(world)
      local points = {}
      for i = 0, 4000 do
        points[2 * i + 1], points[2 * i + 2] = 3 * math.cos(i * 2.4), 1.5 * math.sin(i * 2.4)
      end
      world:chain { points = points }
      boxes(world, 200,
        { at = function(i) return i % 20 * 0.3 - 3, i // 20 * 0.3 end, size = 0.25 })
    end,
    bytes = 90e6,
  },
  ["100 areas over 1,000 boxes"] = {
    make = function(world)
      boxes(world, 1000, { at = function(i) return i % 50 - 25, i // 50 * 1.1 end, size = 1 })
      for _ = 1, 100 do
        world:body { type = "static" }:add_box {
          w = 200, h = 100, sensor = true, area = { gravity = { 0, 0.01 }, density = 0.001 },
        }
      end
    end,
  },
  ["1,225 gears on 50 hinges"] = {
    make = function(world)
      local hinges = {}
      for i = 1, 50 do
        local wheel = world:circle { x = 2 * i, radius = 0.5 }
        hinges[i] = world:revolute { b = wheel, at = { 2 * i, 0 } }
        for k = 1, i - 1 do world:gear { a = hinges[k], b = hinges[i], ratio = 1 } end
      end
    end,
    bytes = 18e6,
  },
  ["300 movers at one place"] = {
    make = function(world)
      world:box { type = "static", y = -0.5, w = 100, h = 1 }
      for i = 1, 300 do world:mover { x = i * 0.01, y = 1, radius = 0.3, height = 1, mass = 70 } end
    end,
  },
}

-- Lua's own warnings cannot be caught from Lua, so they are read from a process of its own.
local function warnings_of(script)
  local path = package.searchpath("cairn", package.cpath)
  if not path then return end
  local head = ("package.cpath = '%s'"):format(path:gsub("'", "\\'"))
  local command = ("lua5.4 -e %q 2>&1"):format(head .. " warn '@on' " .. script)
  local pipe <close> = assert(io.popen(command))
  local lines = {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  return lines
end

describe("A world of at most 5,000 pieces", function()
  local world

  local function renew(keys)
    if world then world:destroy() end
    world = cairn.world(keys or { gravity = { 0, -10 } })
  end

  before_each(function() renew() end)
  after_each(function()
    world:destroy()
    world = nil
  end)

  for _, name in ipairs(sorted_keys(WORLDS)) do
    it("that is " .. name .. " takes no step without end", function()
      local case, longest = WORLDS[name], 0
      case.make(world)
      for _ = 1, 4 do
        local begun = os.clock()
        world:step(1 / 60)
        longest = math.max(longest, os.clock() - begun)
        assert.is.finite(world)
        measure.at_most(case.contacts or math.huge, world:pair_count(), "contacts")
        measure.at_most(case.bytes or BYTES * (world:body_count() + world:joint_count()),
          world:bytes(), "bytes")
      end
      measure.at_most(LONGEST, longest, "s of the longest step")
      assert.is_true((world:validate()))
    end)
  end

  describe("a crowd", function()
    it("of 1,000 boxes made at one point comes apart", function()
      renew { gravity = { 0, 0 } }
      boxes(world, 1000, { at = at_origin, size = 0.2 })
      run(world, 2)
      measure.at_most(0.02, world:max_penetration(), "overlap, m")
    end)

    it("of discs in a room loses none through its floor", function()
      world:box { type = "static", y = -0.5, w = 12, h = 1 }
      world:box { type = "static", x = -5, y = 20, w = 1, h = 42 }
      world:box { type = "static", x = 5, y = 20, w = 1, h = 42 }
      local discs = {}
      for i = 1, 300 do discs[i] = world:circle { y = 1, radius = 0.2 } end
      run(world, 3)
      for _, disc in ipairs(discs) do
        local x, y = disc:position()
        assert(y > 0 and math.abs(x) < 4.6, ("a disc is at %g, %g"):format(x, y))
      end
    end)

    it("is carried by a giant as a whole, however many it is", function()
      world:box { type = "static", y = -0.5, w = 60, h = 1 }
      world:box { y = 0.5, w = 50, h = 1 }
      local crumbs = {}
      for i = 1, 400 do crumbs[i] = world:box { x = i * 0.12 - 24, y = 1.06, w = 0.1, h = 0.1 } end
      run(world, 1)
      for _, crumb in ipairs(crumbs) do assert((select(2, crumb:position())) > 1.04) end
    end)

    it("has the same bits with one thread and with two", function()
      local function play(threads)
        renew { gravity = { 0, -10 }, threads = threads }
        world:box { type = "static", y = -1, w = 20, h = 1 }
        for i = 1, 600 do world:box { w = 0.3, h = 0.3, angle = i % 7 } end
        run(world, 0.5)
        return world:hash()
      end
      assert.equal(play(1), play(2))
    end)

    it("has the same bits beside another that is made after it", function()
      local function play(more)
        renew { gravity = { 0, -10 } }
        local crowd = {}
        for i = 1, 200 do crowd[i] = world:box { w = 0.3, h = 0.3, angle = i % 7 } end
        for i = 1, more do world:box { x = 300, w = 0.3, h = 0.3, angle = i % 5 } end
        run(world, 0.5)
        return measure.states(crowd)
      end
      assert.equal(play(0), play(300))
    end)
  end)

  describe("tells once, and where, that it gives up", function()
    local CASES <const> = {
      ["contacts of a crowd"] = {
        [[for _ = 1, 200 do world:box { x = 3, y = 4, w = 1, h = 1 } end]],
        "at %(3%.0, 4%.0%) overlaps more bodies than it can push",
      },
      ["seams below what is jammed"] = {
        [[for _ = 1, 400 do world:box { type = 'static', x = 3, w = 5, h = 5 } end
          world:box { x = 5.6, y = 2.45, w = 0.3, h = 0.3, angle = 0.5 }]],
        "touches so many pieces that the seams between them are not smoothed",
      },
      ["areas"] = {
        [[world:box { x = 3, y = 4, w = 1, h = 1 }
          for _ = 1, 20 do
            world:body { type = 'static' }:add_box {
              w = 20, h = 20, sensor = true, area = { gravity = { 0, 1 } } }
          end]],
        "at %(3%.0, .*%) is in so many areas that some of them do not act on it",
      },
      ["movers"] = {
        [[for _ = 1, 40 do world:mover { x = 3, y = 4, radius = 0.3, height = 1 } end]],
        "is a mover among so many others that it does not look at all of them",
      },
    }

    for _, name in ipairs(sorted_keys(CASES)) do
      it("(" .. name .. ")", function()
        local lines = warnings_of("local world = require 'cairn'.world { gravity = { 0, -10 } } " ..
          CASES[name][1]:gsub("%s+", " ") .. " for _ = 1, 4 do world:step() end")
        if not lines then return pending("no cairn module outside of this program") end
        assert.equal(1, #lines)
        assert.matches(CASES[name][2], lines[1])
      end)
    end

    it("and says nothing where nothing is given up", function()
      local lines = warnings_of([[
        local world = require 'cairn'.world {}
        world:box { type = 'static', y = -0.5, w = 40, h = 1 }
        for i = 1, 200 do world:box { x = i % 20, y = 0.5 + i // 20, w = 0.9, h = 0.9 } end
        for _ = 1, 60 do world:step() end
        print 'stepped']])
      if not lines then return pending("no cairn module outside of this program") end
      assert.same({ "stepped" }, lines)
    end)
  end)
end)
