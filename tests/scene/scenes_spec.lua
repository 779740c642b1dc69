-- Every scene of scripts/ runs headless for five seconds, stays finite, keeps its shapes apart and
-- repeats to the bit, with one thread and with two. Scenes are found by listing the folder.

local scene = require "cairn.scene"
local has_module, cairn = pcall(require, "cairn")

local STEPS, LINES, WIDTH = 300, 80, 100

-- m of overlap where a scene has settled after STEPS.
local SETTLED = 0.02

-- Scenes in which something is still pressed, rammed or poured then: why, and what they may have.
local UNSETTLED = {
  bounce_house = { 0.4, "everything rebounds at 60 m/s, for ever" },
  bullets = { 0.2, "bullets are still throwing sheets of paper about" },
  car = { 0.06, "the car is pushing crates out of its way" },
  funnel = { 0.04, "the balls go round and round" },
  hourglass = { 0.04, "the grains are still running" },
  heap = { 0.05, "the heap is still being poured" },
  mixer = { 0.11, "the paddles press discs against the wall" },
  trampoline = { 0.15, "the dolls are still jumping" },
  tumbler = { 0.05, "the drum keeps tumbling its boxes" },
  wrecking_ball = { 0.05, "the ball has just hit the house" },
}

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

local function list()
  local names = {}
  local pipe <close> = assert(io.popen("ls scripts"))
  for line in pipe:lines() do names[#names + 1] = line:match("^([%w_]+)%.lua$") end
  return names
end

local function open(name, values, options)
  return assert(scene.load(("scripts/%s.lua"):format(name), values, options))
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

-- The state after STEPS with so many threads.
local function hash_of(name, threads)
  local s <close> = open(name, nil, { threads = threads })
  s:step(STEPS)
  return ("%016x"):format(s:world():hash())
end

describe("sample scenes", function()
  if not has_module then
    pending("need the cairn module: " .. tostring(cairn):match("[^\n]*"))
    return
  end

  local names = list()

  it("are at least forty", function() assert.is_true(#names >= 40, #names .. " scenes") end)

  for _, name in ipairs(names) do
    describe(name, function()
      it("is short, and says at its head what it is", function()
        local text, count = read(("scripts/%s.lua"):format(name)), 0
        for line in text:gmatch("([^\n]*)\n") do
          count = count + 1
          assert.is_true(#line <= WIDTH, line)
        end
        assert.is_true(count < LINES, count .. " lines")
        assert.matches("^%-%- ", text)
        assert.matches("scene%.params", text)
      end)

      -- One run serves four questions: drawing must not change a bit either.
      it("runs, draws, stays finite, keeps its shapes apart and repeats to the bit", function()
        local s <close> = open(name)
        for _ = 1, STEPS do
          s:step(1)
          s:draw(0.5)
          assert.is_nil(s.banner)
        end
        assert_finite(s:world())
        local may = UNSETTLED[name] and UNSETTLED[name][1] or SETTLED
        assert.is_true(s:world():max_penetration() < may,
          ("overlap %.4f m"):format(s:world():max_penetration()))
        assert.same({}, s.warnings)
        local hash = ("%016x"):format(s:world():hash())
        assert.equal(hash, hash_of(name, 1))
        assert.equal(hash, hash_of(name, 2))
        s:restart()
        s:step(STEPS)
        assert.equal(hash, ("%016x"):format(s:world():hash()))
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
        s:step(10)
        s:draw(0.5)
        assert.is_nil(s.banner)
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
    assert.matches("^stack.lua:%d+: manifold has no 'pont', did you mean 'point'%?",
      s.fault.message)
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
      local x, y = body:position()
      local level = (y - 0.3 - 0.1) / 2.5
      if level > 0.5 and x < 10 then -- not on the elevator
        on_platform = on_platform + 1
        assert.is_true(math.abs(level - math.floor(level + 0.5)) < 0.02, tostring(body))
      end
    end
    assert.is_true(on_platform >= 3)
  end)

  -- The most by which any joint of the world is out of place, m.
  local function worst_error(world)
    local worst = 0
    for joint in world:joints() do worst = math.max(worst, (joint:error())) end
    return worst
  end

  it("pendulum: all are together again after the time that theory says", function()
    local s <close> = open("pendulum", { every = 20, swing = 60 })
    local start = {}
    for body in s:world():bodies() do start[body] = body:x() end
    s:run(20)
    for body, x in pairs(start) do
      assert.is_true(math.abs(body:x() - x) < 0.02 * x, tostring(body))
    end
    assert.is_true(worst_error(s:world()) < 1e-3)
  end)

  it("newtons_cradle: as many leave as came, nearly as high", function()
    local s <close> = open("newtons_cradle", { lifted = 2, angle = 30 })
    local world = s:world()
    local highest = {}
    for _ = 1, 180 do
      s:step(1)
      for i = 1, 5 do
        local _, y = world:find("ball " .. i):position()
        highest[i] = math.max(highest[i] or -9, y + 4)
      end
    end
    local height = 4 * (1 - math.cos(math.rad(30)))
    assert.is_true(highest[5] > 0.9 * height, "ball 5")
    assert.is_true(highest[4] > 0.9 * height, "ball 4")
    assert.is_true(highest[3] < 0.1 * height, "ball 3")
  end)

  it("bridge: carries what it can, and breaks under what it cannot", function()
    local s <close> = open "bridge"
    s:run(4)
    assert.is_true(worst_error(s:world()) < 5e-3)
    for body in s:world():bodies "dynamic" do assert.is_true(body:y() > -5, tostring(body)) end
    assert.same({}, s:output())
    s:set("strong", 100)
    s:run(0.5)
    assert.matches("^cairn.Joint #%d+ %(revolute%) breaks at", s:output()[1])
  end)

  it("bridge: joints live on through a patch, and their hook is the new one", function()
    local s <close> = open("bridge", { boxes = 0 })
    s:run(1)
    local file <close> = assert(io.open("scripts/bridge.lua"))
    local text = file:read("a")
    local hash, joint = s:world():hash(), s:world():joints()(s:world())
    assert.equal("patched", (s:reload((text:gsub("breaks at", "tears at")))))
    assert.equal(hash, s:world():hash())
    assert.is_true(joint:is_valid())
    joint:set_break_force(0)
    s:step(1)
    assert.matches("^cairn.Joint #1 %(revolute%) tears at", s:output()[1])
    assert.equal("rebuilt", (s:reload((text:gsub("SAG, THICK = 9, 2", "SAG, THICK = 9, 3")))))
    assert.is_false(joint:is_valid())
    assert.equal(31, s:world():joint_count())
  end)

  it("ragdolls: nobody is torn apart or bent backwards", function()
    local s <close> = open "ragdolls"
    for _ = 1, 300 do
      s:step(1)
      assert.is_true(worst_error(s:world()) < 0.02)
    end
    for joint in s:world():joints() do
      local lower, upper = joint:limits()
      assert.is_true(joint:angle() > lower - 0.1 and joint:angle() < upper + 0.1)
    end
  end)

  it("motor_and_springs: the wheel turns, the sledge reverses, space stops both", function()
    local s <close> = open "motor_and_springs"
    local ways = {}
    for _ = 1, 240 do
      s:step(1)
      for joint in s:world():joints() do
        if joint:type() == "prismatic" then ways[joint:speed() > 0] = true end
      end
    end
    assert.same({ [true] = true, [false] = true }, ways)
    s:press "space"
    s:release "space"
    s:run(2)
    for joint in s:world():joints() do
      local moves = joint:type() == "revolute" or joint:type() == "prismatic"
      if moves then assert.is_true(math.abs(joint:speed()) < 0.01) end
    end
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
