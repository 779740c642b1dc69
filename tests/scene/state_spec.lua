-- The state of a scene: taken, left, and gone back to: everything goes on as it did then.

local scene = require "cairn.scene"

-- A scene from a text, or from texts by file name.
local function load(text, options)
  local texts = type(text) == "table" and text or { ["scene.lua"] = text }
  local opts = { watch = false, reader = function(path)
    if texts[path] then return texts[path] end
    return nil, "No such file"
  end }
  for name, value in pairs(options or {}) do opts[name] = value end
  return assert(scene.load("scene.lua", nil, opts))
end

-- Hashes of the next steps, with a key now and then.
local function future(s, steps)
  local list = {}
  for i = 1, steps do
    if i % 10 == 3 then s:press "space" end
    s:step(1)
    list[i] = s:world():hash()
  end
  return list
end

-- Take the state, go on, go back, go on: the same future twice, and once more.
local function assert_goes_back(s)
  local taken = assert(s:snapshot())
  local expected = future(s, 60)
  assert.is_true(s:restore(taken))
  assert.same(expected, future(s, 60))
  assert.is_true(s:restore(taken))
  assert.same(expected, future(s, 60))
  return taken
end

local HEAD = [[
local cairn = require "cairn"
local function new_world()
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 40, h = 1 }
  for i = 1, 4 do world:box { y = i - 0.3, w = 1, h = 0.8, name = "b" .. i } end
  return world
end
]]

describe("the state of a scene", function()
  it("holds locals, globals, fields of scene, and what tables and closures hold", function()
    local s = load(HEAD .. [[
      local count = 0
      local history, list = {}, { 1, 2, 3 }
      local function counter()
        local n = 0
        return function() n = n + 1 return n end
      end
      local next_one = counter()
      local state
      local function even() state = "odd" return 0.1 end
      local step = { [0] = even, [1] = function() return -0.1 end }
      total = 0
      function scene.load() scene.score = 0 return new_world() end
      function scene.update()
        count = count + 1
        total = total + count
        scene.score = scene.score + total % 7
        history[#history + 1] = count
        table.remove(list, 1)
        list[#list + 1] = next_one() + #history
        local body = scene.world:find "b2"
        local push = 0.001 * (count + total % 11 + scene.score % 5 + #history % 3 + list[2] % 13)
        body:apply_impulse(push + step[count % 2](), 0)
        if state == "odd" then body:apply_torque(0.1) end
      end
      function scene.keypressed() list[1] = count end
    ]])
    s:step(30)
    assert_goes_back(s)
  end)

  it("holds math.random, parameters, keys that are held and the mouse", function()
    local s = load(HEAD .. [[
      scene.params { lift = { 1, 0, 9 } }
      function scene.load() return new_world() end
      function scene.update()
        local x = input.mouse()
        if input.down "left" then
          scene.world:find("b1"):apply_impulse(-math.random(), x * scene.p.lift)
        end
      end
    ]])
    s:step(3)
    s:press "left"
    s:mouse(0.3, 1)
    s:set("lift", 4)
    local taken = assert_goes_back(s)
    s:release "left"
    s:mouse(8, 8)
    s:set("lift", 0)
    s:step(20)
    s:restore(taken)
    assert.equal(4, s.parameters:get "lift")
    assert.is_true(s.env.input.down "left")
    assert.equal(0.3, (s.env.input.mouse()))
  end)

  it("counts ticks and steps, and goes forth as well as back", function()
    local s = load(HEAD .. "function scene.load() return new_world() end")
    s:step(10)
    local early, at_ten = s:snapshot(), s:world():hash()
    s:step(10)
    local late, at_twenty = s:snapshot(), s:world():hash()
    assert.equal(10, early.tick)
    assert.is_true(late.bytes > 0)
    s:restore(early)
    assert.equal(10, s.steps_run)
    assert.equal(at_ten, s:world():hash())
    s:restore(late)
    assert.equal(20, s.ticks)
    assert.equal(at_twenty, s:world():hash())
  end)

  it("keeps handles that scripts hold, also of bodies made and destroyed meanwhile", function()
    local s = load(HEAD .. [[
      local bodies, of = {}, {}
      function scene.load() return new_world() end
      function scene.update()
        for i, body in ipairs(bodies) do
          body:apply_impulse(0.01 * of[body] + 0.01 * body:data().weight, 0)
          body:data().weight = body:data().weight + 1
        end
        if #bodies > 5 then table.remove(bodies, 1):destroy() end
      end
      function scene.keypressed()
        local body = scene.world:circle { y = 6, radius = 0.2, data = { weight = #bodies } }
        bodies[#bodies + 1] = body
        of[body] = #bodies
      end
    ]])
    s:press "space"
    s:step(5)
    s:press "space"
    s:step(20)
    local early = s:snapshot()
    assert_goes_back(s)
    local late = s:snapshot()
    local expected = future(s, 60)
    s:restore(early)
    future(s, 60)
    s:restore(late)
    assert.same(expected, future(s, 60))
  end)

  it("is what scene.save returns where a script has one, and scene.restored is told", function()
    local s = load(HEAD .. [[
      local level, body, hidden = 1, nil, 0
      function scene.load() local w = new_world() body = w:find "b3" return w end
      function scene.save() return { level = level, deep = { body = body } } end
      function scene.restored(state)
        level, body = state.level, state.deep.body
        state.level = "spoilt" -- it is a copy
      end
      function scene.update() hidden = hidden + 1 body:apply_impulse(level * 0.01, 0) end
      function scene.keypressed() level = level + 1 end
      function scene.quit() print(level, hidden) end
    ]])
    s:step(4)
    local taken = assert_goes_back(s)
    s:restore(taken)
    s:close()
    assert.same({ "1\t184" }, s:output())
  end)

  it("tells scene.restored without a state where there is no scene.save", function()
    local s = load(HEAD .. [[
      function scene.load() return new_world() end
      function scene.restored(state) print("back", state) end
    ]])
    s:step(2)
    s:restore(s:snapshot())
    assert.same({ "back\tnil" }, s:output())
  end)

  it("names what it cannot hold once, with file and line, and goes back with the rest", function()
    local s = load(HEAD .. [[
      local n = 0
      local brain = coroutine.wrap(function() while true do coroutine.yield() end end)
      local plan
      local file = io.tmpfile()
      function scene.load()
        plan = coroutine.create(function()
          coroutine.yield()
          coroutine.yield()
        end)
        coroutine.resume(plan)
        brain()
        return new_world()
      end
      function scene.update()
        n = n + 1
        file:write(n)
        scene.world:find("b1"):apply_impulse(0.01 * n, 0)
      end
      function scene.keypressed() brain() return plan end
    ]])
    s:step(4)
    assert_goes_back(s)
    s:snapshot()
    local said = {}
    for _, line in ipairs(s:output()) do
      if line:find "snapshot" then said[#said + 1] = line end
    end
    table.sort(said)
    assert.equal(3, #said)
    assert.matches("scene.lua:9: local 'brain' holds a coroutine, which no snapshot can hold",
      table.remove(said, 3), 1, true)
    assert.matches("scene.lua:11: local 'file' holds a FILE*, which no snapshot can hold", said[1],
      1, true)
    assert.matches("scene.lua:14: local 'plan' holds a coroutine, which no snapshot can hold",
      said[2], 1, true)
  end)

  it("goes back over a restart and over a rebuild, into the world of that time", function()
    local s = load(HEAD .. [[
      scene.params { rows = { 2, 1, 9, step = 1, rebuild = true } }
      local n
      function scene.load(p)
        n = 0
        local world = new_world()
        for i = 1, p.rows do world:circle { x = 3, y = i, radius = 0.4, name = "c" .. i } end
        return world
      end
      function scene.update() n = n + 1 scene.world:find("c1"):apply_impulse(0.001 * n, 0) end
    ]])
    s:step(10)
    local taken, world = s:snapshot(), s:world()
    local expected = future(s, 40)
    s:restart()
    s:step(20)
    s:set("rows", 5)
    s:step(20)
    assert.is_true(s:restore(taken))
    assert.equal(world, s:world())
    assert.equal(2, s.parameters:get "rows")
    assert.same(expected, future(s, 40))
  end)

  it("goes back over an edit, to the code of that time, and takes the edit over again", function()
    local text = HEAD .. [[
      local n = 0
      local function push() return 0.01 end
      local rest
      function scene.load() rest = 0 return new_world() end
      function scene.update() rest = rest + 1 scene.world:find("b4"):apply_impulse(push(), 0) end
    ]]
    local s = load(text)
    s:step(10)
    local taken = s:snapshot()
    local expected = future(s, 40)
    s:restore(taken)
    assert.equal("patched", s:reload((text:gsub("0.01 end", "0.05 end"))))
    local other = future(s, 40)
    assert.not_same(expected, other)
    assert.is_true(s:restore(taken))
    assert.same(expected, future(s, 40))
    s:restore(taken)
    assert.equal("patched", s:reload((text:gsub("0.01 end", "0.05 end"))))
    assert.same(other, future(s, 40))
  end)

  it("goes back over an edit where closures of both codes share a local", function()
    local text = HEAD .. [[
      local count, add
      local STEP = 1
      function scene.load()
        count, add = 0, { function() count = count + 1 end }
        return new_world()
      end
      function scene.update() add[1]() count = count + STEP scene.count = count end
    ]]
    local s = load(text)
    local function edit(from, to)
      text = text:gsub(from, to)
      assert.equal("patched", s:reload(text))
    end
    s:step(10)
    local taken = s:snapshot()
    edit("STEP = 1", "STEP = 10")
    s:step(10)
    assert.equal(130, s:scene().count)
    s:restore(taken)
    s:step(1)
    assert.equal(22, s:scene().count)
    edit("STEP = 10", "STEP = 100")
    s:step(1)
    assert.equal(123, s:scene().count)
  end)

  it("ends an error that came after it", function()
    local s = load(HEAD .. [[
      local n = 0
      function scene.load() return new_world() end
      function scene.update() n = n + 1 if n == 20 then error "twenty" end end
    ]])
    s:step(10)
    local taken = s:snapshot()
    assert.error_matches(function() s:step(20) end, "twenty")
    assert.is_true(s.paused)
    s:restore(taken)
    assert.is_nil(s.fault)
    assert.is_false(s.paused)
    s:step(9)
    assert.error_matches(function() s:step(1) end, "twenty")
  end)

  it("holds rays, and what they met", function()
    local s = load(HEAD .. [[
      local rays, last = cairn.rays(9), 0
      function scene.load() return new_world() end
      function scene.update(dt)
        local far = 0
        for i = 1, #rays do far = far + rays:fraction(i) end -- as they were cast in the last step
        local shape = rays:hit(last + 1)
        if shape then shape:body():apply_impulse(far * 0.01, 0) end
        last = (last + 1) % #rays -- one of them is set in each
        rays:set(last + 1, -9, last * 0.4, 9 + last * scene.world:time(), 1)
        scene.world:raycasts(rays)
      end
    ]])
    s:step(14)
    assert_goes_back(s)
    assert.same({}, s:output()) -- nothing that a snapshot cannot hold
  end)

  it("holds other worlds that the script steps", function()
    local s = load(HEAD .. [[
      local other
      function scene.load() other = new_world() return new_world() end
      function scene.update()
        other:find("b1"):apply_impulse(0.3, 0)
        other:step()
        local x = other:find("b4"):position()
        scene.world:find("b4"):apply_impulse(x * 0.1, 0)
      end
    ]])
    s:step(10)
    assert_goes_back(s)
  end)

  it("refuses what is no snapshot of the scene, and the wrong moment", function()
    local s = load(HEAD .. [[
      function scene.load() return new_world() end
      function scene.update() if grab then message = select(2, grab()) end end
    ]])
    local other = load(HEAD .. "function scene.load() return new_world() end")
    assert.error_matches(function() s:restore(5) end, "table expected, got number", 1, true)
    assert.error_matches(function() s:restore {} end, "a snapshot of this scene expected", 1, true)
    assert.error_matches(function() s:restore(other:snapshot()) end,
      "a snapshot of this scene expected", 1, true)
    s.env.grab = function() return s:snapshot() end
    s:step(1)
    assert.equal("the script is running", s.env.message)
    s:close()
    assert.error_matches(function() s:snapshot() end, "the scene is closed", 1, true)
  end)
end)
