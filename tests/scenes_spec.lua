-- Every sample scene runs headless, stays finite, keeps its shapes apart and repeats to the bit.

local scene = require "cairn.scene"
local has_module, cairn = pcall(require, "cairn")

local TICKS = 120

local NAMES = {
  "stack", "pyramid", "bouncing_balls", "friction_ramps", "dominoes", "heap", "one_way",
}

local function open(name, values)
  return assert(scene.load(("scripts/%s.lua"):format(name), values))
end

local function is_finite(x) return x == x and math.abs(x) < 1e6 end

local function assert_finite(world)
  for body in world:bodies() do
    local x, y, angle, vx, vy, w = body:state()
    local fine = is_finite(x) and is_finite(y) and is_finite(angle) and is_finite(vx)
      and is_finite(vy) and is_finite(w)
    assert.is_true(fine, tostring(body))
  end
end

describe("sample scenes", function()
  if not has_module then
    pending("need the cairn module: " .. tostring(cairn):match("[^\n]*"))
    return
  end

  for _, name in ipairs(NAMES) do
    describe(name, function()
      it("runs, draws and stays finite", function()
        local s <close> = open(name)
        for _ = 1, TICKS do
          s:step(1)
          s:draw(0.5)
          assert.is_nil(s.banner)
        end
        assert_finite(s:world())
        assert.is_true(s:world():max_penetration() < 0.05)
        assert.same({}, s.warnings)
      end)

      it("gives the same hash twice, and after a restart", function()
        local function hash()
          local s <close> = open(name)
          s:step(TICKS)
          local first = s:world():hash()
          s:restart()
          s:step(TICKS)
          assert.equal(first, s:world():hash())
          return first
        end
        assert.equal(hash(), hash())
      end)

      it("takes each parameter at both ends", function()
        local s <close> = open(name)
        for _, param in ipairs(s:params()) do
          for _, value in ipairs { param.min, param.max, param.default } do
            s:set(param.name, value)
            s:step(2)
          end
        end
        assert_finite(s:world())
      end)

      it("answers the space bar", function()
        local s <close> = open(name)
        s:step(1)
        s:press("space")
        s:step(1)
        s:release("space")
      end)
    end)
  end

  it("stack: the top crate rests where it belongs", function()
    local s <close> = open("stack", { rows = 6 })
    s:run(3)
    local x, y = s:world():find("top"):position()
    assert.is_true(math.abs(x) < 0.02)
    assert.is_true(math.abs(y - 5.5 * 0.5) < 0.02)
  end)

  it("stack: an error in a world hook pauses with its place, the step completes", function()
    local file <close> = assert(io.open("scripts/stack.lua"))
    local text = file:read("a"):gsub("local x, y = m:point%(1%)", "local x = m:pont(1)")
    local s <close> = assert(scene.load("stack.lua", nil, { reader = function() return text end }))
    assert.is_false(s:tick())
    assert.is_true(s.paused)
    assert.matches("^stack.lua:%d+: attempt to call a nil value %(method 'pont'%)", s.fault.message)
    assert.equal("local x = m:pont(1)", s.fault.source)
    assert.matches("stack traceback:", s.fault.traceback, 1, true)
    assert.equal(1, s:world():steps())
    assert.equal("patched", (s:reload((text:gsub("pont", "point")))))
    assert.is_false(s.paused)
    s:step(10)
  end)

  it("bouncing_balls: the first rebound reaches e * e of the height", function()
    local s <close> = open("bouncing_balls")
    local highest, down = {}, {}
    for _ = 1, 150 do
      s:step(1)
      for body in s:world():bodies("dynamic") do
        local _, y = body:position()
        local _, vy = body:velocity()
        local name = body:name()
        if vy > 0 and not down[name] then down[name] = 1 end
        if down[name] == 1 then
          highest[name] = math.max(highest[name] or 0, y - 0.3)
          if vy <= 0 then down[name] = 2 end
        end
      end
    end
    for i = 2, 10 do
      local e = i / 10
      local reached = highest[("e = %.2f"):format(e)]
      assert.is_true(math.abs(reached - 5 * e * e) < 0.2 + 0.1 * e,
        ("e = %.1f: reached %.3f of %.3f"):format(e, reached, 5 * e * e))
    end
  end)

  it("friction_ramps: what friction holds stays, the rest slides", function()
    local s <close> = open("friction_ramps")
    local start = {}
    for body in s:world():bodies("dynamic") do start[body] = { body:position() } end
    s:run(2)
    local needed = math.tan(math.rad(20))
    for body, from in pairs(start) do
      local friction = tonumber(body:name():match("[%d.]+$"))
      local x, y = body:position()
      local moved = math.sqrt((x - from[1]) ^ 2 + (y - from[2]) ^ 2)
      if friction > needed * 1.05 then assert.is_true(moved < 0.02, body:name()) end
      if friction < needed * 0.95 then assert.is_true(moved > 0.1, body:name()) end
    end
  end)

  it("dominoes: all of them fall", function()
    local s <close> = open("dominoes")
    s:run(15)
    assert.matches("^all 30 down after", s:output()[1])
  end)

  it("one_way: balls rise through the platforms and rest on top of them", function()
    local s <close> = open("one_way")
    s:run(6)
    local on_platform = 0
    for body in s:world():bodies("dynamic") do
      local _, y = body:position()
      local level = (y - 0.3 - 0.1) / 2.5
      if level > 0.5 then
        on_platform = on_platform + 1
        assert.is_true(math.abs(level - math.floor(level + 0.5)) < 0.02, tostring(body))
      end
    end
    assert.is_true(on_platform >= 3)
  end)

  it("stack: an edit of the key hook is patched, of load rebuilt, with the real world", function()
    local s <close> = open("stack")
    s:step(30)
    local file <close> = assert(io.open("scripts/stack.lua"))
    local text = file:read("a")
    local hash = s:world():hash()
    assert.equal("patched", (s:reload((text:gsub("apply_impulse%(6", "apply_impulse(7")))))
    assert.equal(hash, s:world():hash())
    s:press("space")
    s:step(1)
    assert.equal("rebuilt", (s:reload((text:gsub("SIZE = 0.5", "SIZE = 0.6")))))
    assert.equal(0, s:world():steps())
  end)
end)
