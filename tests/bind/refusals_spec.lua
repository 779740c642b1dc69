-- A call that is refused changes nothing, whatever it was given: see support/refusals.lua.
-- CAIRN_REFUSALS="from to calls" makes more of them.
local cairn = require "cairn"
local refusals = require "tests.support.refusals"

local from, to, calls = (os.getenv "CAIRN_REFUSALS" or "1 12 1000"):match "(%d+) (%d+) (%d+)"

describe("A refused call", function()
  local world, body
  before_each(function()
    world = cairn.world {}
    body = world:box { x = 0, y = 5, w = 1, h = 1, mass = 2 }
  end)
  after_each(function() world:destroy() end)

  for seed = math.tointeger(from), math.tointeger(to) do
    it("leaves everything as it was, and names what was wrong: " .. seed, function()
      local wrong = {}
      local _, refused = refusals.play(seed, math.tointeger(calls), function(text)
        wrong[#wrong + 1] = text
      end)
      assert.equal("", table.concat(wrong, "\n", 1, math.min(#wrong, 20)))
      assert.is_true(refused > calls / 8, refused)
    end)
  end

  local function refuses(sentence, f)
    body:sleep()
    local before = { world:hash(), world:awake_count(), body:state() }
    assert.error_matches(f, sentence, 1, true)
    assert.same(before, { world:hash(), world:awake_count(), body:state() })
  end

  it("is refused as a whole: an impulse that is too strong at a point", function()
    refuses("bad argument #2 to 'apply_impulse' (must be in -1e+18..1e+18, got 1e+308)",
      function() body:apply_impulse(0, 1e308, -.8, .6) end)
    refuses("bad argument #1 to 'apply_angular_impulse' (must be in -1e+18..1e+18, got 1e+308)",
      function() body:apply_angular_impulse(1e308) end)
    local lift = world:box { type = "kinematic", x = -9, w = 1, h = 1 }
    refuses("bad argument #4 to 'move_to' (must be >= 1e-09, got 1e-300)",
      function() lift:move_to(1, 1, 0, 1e-300) end)
  end)

  it("is refused as a whole: a mouse that would pull beyond the world", function()
    for key, value in pairs { x = 1e18, y = -1e18 } do
      local sentence = "bad argument #1 to 'mouse' (field '%s': %g is outside the world limit of "
        .. "+-1000000 m)"
      refuses(sentence:format(key, value),
        function() world:mouse { body = body, at = { 0, 5 }, x = 0, y = 0, [key] = value } end)
    end
  end)

  it("names the argument that is out of its range, not the first", function()
    local mover = world:mover { x = 9, radius = 0.3, height = 1 }
    local hinge = world:revolute { b = body, at = { 0, 5 } }
    local wheel = world:circle { x = 9, radius = 1 }
    for sentence, f in pairs {
      ["#2 to 'set_up' (must be in -1e+06..1e+06, got 1e+09)"] = function()
        mover:set_up(0, 1e9)
      end,
      ["#2 to 'set_limits' (must be in -1e+09..1e+09, got 1e+10)"] = function()
        hinge:set_limits(0, 1e10)
      end,
      ["#3 to 'set_bounds' (must be in -1e+09..1e+09, got 1e+10)"] = function()
        world:set_bounds(-1, -1, 1e10, 1)
      end,
      ["#4 to 'set_bounds' (must be {x1, y1, x2, y2} with x1 < x2, y1 < y2)"] = function()
        world:set_bounds(-1, -1, 1, -2)
      end,
      ["#2 to 'set_velocity' (must be in -1e+30..1e+30, got 1e+31)"] = function()
        wheel:set_velocity(0, 1e31)
      end,
      ["#2 to 'set_one_way' (must be in -1e+06..1e+06, got 1e+09)"] = function()
        wheel:shape():set_one_way(0, 1e9)
      end,
      ["#3 to 'set_transform' (must be in -1e+09..1e+09, got 1e+10)"] = function()
        wheel:set_transform(0, 0, 1e10)
      end,
    } do
      local before = world:hash()
      assert.error_matches(f, "bad argument " .. sentence, 1, true)
      assert.equal(before, world:hash())
    end
  end)
end)
