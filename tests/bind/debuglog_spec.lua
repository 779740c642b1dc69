-- The debug log: a line of text for each collision that begins or ends.

local cairn = require "cairn"
local measure = require "tests.support.measure"

local run = measure.run

describe("cairn.World", function()
  local world, lines

  before_each(function()
    world = cairn.world { gravity = { 0, -10 } }
    lines = {}
    world:set_debug_log(function(line) lines[#lines + 1] = line end)
  end)
  after_each(function() world:destroy() end)

  describe("set_debug_log", function()
    it("names who hits whom, where, along what and how fast", function()
      --   [ ] 0.55 above the floor falls for 0.33 s
      --  -----
      world:box { type = "static", y = -1, w = 10, h = 2, name = "floor" }
      world:box { x = 2, y = 1.05, w = 1, h = 1, name = "crate" }
      run(world, 0.5)
      assert.equal(1, #lines)
      local step, x, y, nx, ny, speed, overlap = lines[1]:match(
        '^step (%d+): body #2 "crate" %(box%) hits body #1 "floor" %(box%) at ([%d.-]+), ([%d.-]+),'
        .. " normal ([%d.-]+) ([%d.-]+), speed ([%d.-]+), overlap ([%d.-]+)$")
      assert(step, lines[1])
      assert.is_true(tonumber(step) >= 18 and tonumber(step) <= 22)
      assert.is_true(tonumber(x) == 1.5 or tonumber(x) == 2.5)
      measure.near(0, tonumber(y), 3.5 / 120, "y, half way between the surfaces")
      assert.same({ "0.00", "1.00" }, { nx, ny })
      -- sqrt(2 g 0.55) = 3.3 m/s, known to a step; it may have come in by one step's way
      measure.near(3.3, tonumber(speed), 10 / 60, "speed")
      assert.is_true(tonumber(overlap) < 3.5 / 60)
    end)

    it("names bodies without a name by number, and each kind", function()
      world:segment { x1 = -5, y1 = 0, x2 = 5, y2 = 0 }
      world:circle { y = 0.5, radius = 0.5 }
      world:step()
      assert.equal(1, #lines)
      assert.matches("^step 1: body #2 %(circle%) hits body #1 %(segment%) at ", lines[1])
    end)

    it("tells every collision of a step, in order of ids", function()
      world:halfspace { nx = 0, ny = 1 }
      for i = 1, 5 do world:circle { x = 2 * i, y = 0.4, radius = 0.5 } end
      world:step(0)
      assert.equal(5, #lines)
      for i, line in ipairs(lines) do
        assert.matches(("body #%d (circle) hits body #1 (halfspace)"):format(i + 1), line, 1, true)
      end
    end)

    it("tells when two part, and one line a pair of shapes however many pieces they have",
      function()
        world:chain { points = { -2, 0, 0, 0, 2, 0 } }
        local box = world:box { y = 0.25, w = 1, h = 0.5 }
        world:step()
        assert.equal(1, #lines)
        box:set_velocity(0, 5)
        run(world, 0.2)
        assert.equal(2, #lines)
        assert.matches("body #2 (box) leaves body #1 (chain)", lines[2], 1, true)
      end)

    it("says as much as there are begins and ends", function()
      local begins, ends = 0, 0
      world:set_listener {
        begin_contact = function() begins = begins + 1 end,
        end_contact = function() ends = ends + 1 end,
      }
      world:box { type = "static", y = -1, w = 40, h = 2, restitution = 0.8 }
      for i = 1, 20 do
        world:circle { x = i - 10, y = 1 + i % 4, radius = 0.4, restitution = 0.8, vx = i % 3 }
      end
      run(world, 3)
      local hits, leaves = 0, 0
      for _, line in ipairs(lines) do
        if line:find(" hits ", 1, true) then hits = hits + 1 end
        if line:find(" leaves ", 1, true) then leaves = leaves + 1 end
      end
      assert(begins > 30)
      assert.same({ begins, ends, begins + ends }, { hits, leaves, #lines })
    end)

    it("can be read and switched off", function()
      assert.is_function(world:debug_log())
      world:set_debug_log(nil)
      assert.is_nil(world:debug_log())
      world:segment { x1 = -5, y1 = 0, x2 = 5, y2 = 0 }
      world:circle { y = 0.5, radius = 0.5 }
      world:step()
      assert.same({}, lines)
    end)

    it("does not change what happens", function()
      local function hash(log)
        local w <close> = cairn.world {}
        w:set_debug_log(log)
        w:box { type = "static", y = -1, w = 40, h = 2 }
        for i = 1, 10 do w:box { x = i % 3 / 3, y = 1.1 * i, w = 1, h = 1 } end
        run(w, 1)
        return w:hash()
      end
      assert.equal(hash(nil), hash(function() end))
    end)
  end)
end)
