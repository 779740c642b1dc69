-- The last seconds of a scene: any moment of them again to the last bit, and other futures from it.

local scene = require "cairn.scene"

local function load(text, values)
  return assert(scene.load("scene.lua", values, { watch = false, reader = function(path)
    if path == "scene.lua" then return text end
    return nil, "No such file"
  end }))
end

local PILE = [[
local cairn = require "cairn"
scene.params { boxes = { 5, 1, 2000, step = 1, rebuild = true }, push = { 3, 0, 9 } }
local count = 0
function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  world:box { type = "static", y = -0.5, w = 200, h = 1 }
  for i = 1, p.boxes do
    world:box { x = i % 40, y = 1 + i // 40 * 1.1, w = 0.8, h = 0.8, name = "b" .. i }
  end
  return world
end
function scene.update() count = count + 1 end
function scene.keypressed()
  scene.world:find "b1":apply_impulse(scene.p.push, math.random())
end
function scene.draw() count = count + math.random() end
function scene.hit() end
]]

-- Hashes by tick, with keys, draws and a parameter now and then.
local function play(s, ticks, hashes)
  for _ = 1, ticks do
    local tick = s.ticks
    if tick % 25 == 7 then s:press "space" end
    if tick % 40 == 11 then s:set("push", tick % 9) end
    if tick % 3 == 0 then s:draw(0.5) end
    s:step(1)
    hashes[s.ticks] = s:world():hash()
  end
  return hashes
end

describe("the timeline of a scene", function()
  it("is off until it is asked for", function()
    local s = load(PILE)
    s:step(10)
    assert.is_nil(s.timeline)
  end)

  it("shows every moment as it was, in any order", function()
    local s = load(PILE)
    local t = assert(s:keep_timeline())
    local hashes = play(s, 200, { [0] = s:world():hash() })
    local seed = 12345
    for _ = 1, 60 do
      seed = (seed * 1103515245 + 12345) % 2147483648
      local tick = seed % 201
      assert.equal(tick, t:seek(tick))
      assert.equal(hashes[tick], s:world():hash(), tick)
      s:draw(1) -- looks, and changes nothing of what comes
    end
    for tick = 120, 100, -1 do
      assert.equal(tick, t:seek(tick))
      assert.equal(hashes[tick], s:world():hash())
    end
    for _ = 1, 30 do
      assert.equal(hashes[t:step(1)], s:world():hash())
    end
  end)

  it("goes on from the present as if nobody had looked back", function()
    local plain, looked = load(PILE), load(PILE)
    local expected = play(plain, 150, {})
    local t = assert(looked:keep_timeline())
    local hashes = play(looked, 100, {})
    t:seek(40)
    looked:draw(1)
    t:step(-3)
    assert.is_true(t:to_present())
    play(looked, 50, hashes)
    assert.same(expected, hashes)
  end)

  it("prints nothing a second time", function()
    local s = load((PILE:gsub("count = count %+ 1 end", "count = count + 1 print(count) end", 1)))
    local t = assert(s:keep_timeline())
    s:step(30)
    local printed = s:output()
    t:seek(10)
    t:play()
    while t:forward() do s:draw(1) end
    assert.same(printed, s:output())
    s:step(1)
    assert.equal(#printed + 1, #s:output())
  end)

  it("shows contacts and forces of the moment", function()
    local s = load(PILE)
    local t = assert(s:keep_timeline())
    s:step(90)
    local function impulses()
      local list = {}
      for m in s:world():manifolds() do list[#list + 1] = (m:impulse(1)) end
      return list
    end
    local before = impulses()
    s:step(30)
    t:seek(90)
    assert.same(before, impulses())
    assert.is_true(#before >= 5 and before[1] > 0)
  end)

  it("lets what is known go on again, to the present", function()
    local s = load(PILE)
    local t = assert(s:keep_timeline())
    local hashes = play(s, 60, {})
    t:seek(20)
    t:play()
    local shown = 20
    while t:forward() do
      shown = shown + 1
      assert.equal(hashes[shown], s:world():hash())
      s:draw(1)
    end
    assert.equal(60, s.ticks)
    assert.is_nil(t.back)
    assert.equal(hashes[60], s:world():hash())
  end)

  it("lets somebody take over: the old future is gone", function()
    local s = load(PILE)
    local t = assert(s:keep_timeline())
    local hashes = play(s, 60, {})
    t:seek(30)
    assert.is_true(t:take_over())
    assert.equal(30, t.last)
    s:press "space"
    s:step(10)
    assert.equal(40, t.last)
    assert.are_not.equal(hashes[40], s:world():hash())
    local now = s:world():hash()
    t:seek(33)
    t:seek(40)
    assert.equal(now, s:world():hash())
  end)

  it("lets a key, or a step, take over by itself", function()
    local s = load(PILE)
    local t = assert(s:keep_timeline())
    play(s, 60, {})
    t:seek(30)
    s:press "space"
    assert.equal(30, t.last)
    s:step(20)
    t:seek(40)
    s:step(1)
    assert.equal(41, t.last)
    assert.is_nil(t.back)
  end)

  -- What is done there -> the boxes and the push that are there afterwards.
  local OTHERS = {
    ["a parameter"] = { function(s) s:set("push", 8) end, 5, 8 },
    ["a parameter that rebuilds"] = { function(s) s:set("boxes", 7) end, 7, 3 },
    ["a restart"] = { function(s) s:restart() end, 5, 3 },
    ["an edit that rebuilds"] = { function(s)
      assert.equal("rebuilt", (s:reload((PILE:gsub("w = 0.8", "w = 0.7")))))
    end, 5, 3 },
  }
  for what, case in pairs(OTHERS) do
    it("has another future after " .. what .. " while one looks back, and the same past", function()
      local s = load(PILE)
      local t = assert(s:keep_timeline { share = 100 })
      local hashes = { [0] = s:world():hash() }
      for _ = 1, 60 do
        s:step(1)
        s:draw(0.5)
        hashes[s.ticks] = s:world():hash()
      end
      t:seek(30)
      s:draw(1)
      case[1](s)
      assert.is_nil(t.back)
      assert.is_false(s.paused)
      assert.equal(30, s.ticks)
      for _ = 1, 50 do
        s:step(1)
        if s.ticks == 45 then s:press "space" end
        hashes[s.ticks] = s:world():hash()
      end
      for _, tick in ipairs { 80, 31, 12, 46, 30, 0, 79 } do
        t:seek(tick)
        assert.equal(hashes[tick], s:world():hash(), tick)
      end
      assert.is_true(t:to_present())
      assert.equal(80, s.ticks)
      assert.equal(case[2] + 1, s:world():body_count())
      assert.equal(case[3], s:scene().p.push)
    end)
  end

  it("holds so many seconds, and goes to the nearest that it knows", function()
    local s = load(PILE)
    local t = assert(s:keep_timeline { seconds = 1 })
    local hashes = play(s, 200, {})
    assert.is_true(t:first() >= 140 and t:first() <= 200)
    assert.equal(t:first(), t:seek(3))
    assert.equal(hashes[t:at()], s:world():hash())
    assert.equal(200, t:seek(1000))
    local held = 0
    for _ in pairs(t.log) do held = held + 1 end
    assert.is_true(held <= 400, held)
  end)

  -- A clock that only the script moves on: what a tick takes is known.
  local function with_clock(update)
    local now = 0
    local function clock() return now end
    _G.spend = function(seconds) now = now + seconds end
    local s = assert(scene.load("scene.lua", nil, { watch = false, clock = clock,
      reader = function(path)
        if path == "scene.lua" then return (PILE:gsub("count = count %+ 1 end", update, 1)) end
      end }))
    finally(function() _G.spend = nil end)
    return s, assert(s:keep_timeline { share = 0 })
  end

  it("has a state at most 60 ms of the script's time before each moment", function()
    local s, t = with_clock "spend(0.007) end"
    s:step(100)
    for i = 2, #t.frames do assert.is_true(t.frames[i].tick - t.frames[i - 1].tick <= 9) end
    assert.is_true(#t.frames >= 11)
  end)

  it("looks at few ticks where they cost nothing and nothing moves", function()
    local s, t = with_clock "spend(2e-6) end"
    s:step(300) -- the pile sleeps
    local visits, after = 0, s.after_tick
    s.after_tick = function()
      visits = visits + 1
      return after()
    end
    s:step(3000)
    assert.is_true(visits <= 3000 / 30 + 1, visits)
    assert.equal(1, #t.frames)
  end)

  it("looks at each tick again once it takes long, and where input comes", function()
    local s, t = with_clock "spend(count > 1000 and 0.007 or 2e-6) count = count + 1 end"
    s:step(970)
    s:press "space"
    s:step(1)
    assert.equal(s.ticks, t.looked)
    s:step(129)
    local last = t.frames[#t.frames].tick
    assert.is_true(last >= 1085 and #t.frames >= 6, last)
  end)

  it("takes few states where ticks cost nothing", function()
    local s, t = with_clock "end"
    s:step(2000)
    assert.equal(1, #t.frames)
  end)

  -- As where another program has the processor in the middle of it.
  it("does not believe that states are dear because one of them was", function()
    local s, t = with_clock "spend(0.007) end"
    local clock, snapshot = t.clock, s.snapshot
    for _, slow in ipairs { 2, 40 } do
      s.snapshot = function(...)
        if t.states_taken + 1 == slow then _G.spend(0.5) end
        return snapshot(...)
      end
      s:step(300)
    end
    assert.equal(clock, t.clock)
    for i = 2, #t.frames do assert.is_true(t.frames[i].tick - t.frames[i - 1].tick <= 40) end
    assert.is_true(#t.frames >= 40, #t.frames)
  end)

  it("keeps within its bytes, and every moment still comes", function()
    local s = load(PILE, { boxes = 60 })
    local t = assert(s:keep_timeline { bytes = 600000, share = 100 })
    local hashes = play(s, 120, {})
    assert.is_true(t.bytes <= 600000, t.bytes)
    assert.is_true(#t.frames >= 3)
    for tick = 10, 110, 20 do
      t:seek(tick)
      assert.equal(hashes[tick], s:world():hash())
    end
  end)

  it("marks edits, errors and hard hits", function()
    local text = PILE .. [[
      function scene.keyreleased() error "broken" end
    ]]
    local s = load(text)
    local t = assert(s:keep_timeline())
    s:step(5)
    s:world():circle { x = 80, y = 5, radius = 0.5, vy = -30, name = "bolt" }
    s:step(30)
    s:reload((text:gsub("push, math", "push + 1, math")))
    s:step(5)
    local kinds = {}
    for _, mark in ipairs(t.marks) do kinds[mark.kind] = mark end
    assert.equal(35, kinds.edit.tick)
    assert.is_truthy(kinds.hit.text:find "bolt", kinds.hit.text)
    s:reload((text:gsub("count = count %+ 1 end", "count = nil + 1 end")))
    assert.is_false(s:tick())
    assert.equal("error", t.marks[#t.marks].kind)
  end)

  it("marks the hardest of the hits that follow each other", function()
    local s = load(PILE)
    local t = assert(s:keep_timeline())
    s:step(5)
    for i = 1, 12 do
      s:world():circle { x = 60 + 2 * i, y = 1 + 0.5 * i, radius = 0.5, vy = -20 - i,
        name = "bolt" .. i, restitution = 0 }
    end
    s:step(30)
    local hits = {}
    for _, mark in ipairs(t.marks) do
      if mark.kind == "hit" then hits[#hits + 1] = mark.text end
    end
    assert.equal(1, #hits)
    assert.is_truthy(hits[1]:find "bolt12", hits[1])
    s:step(30)
    s:world():circle { x = 100, y = 2, radius = 0.5, vy = -15, name = "late" }
    s:step(20)
    assert.is_truthy(t.marks[#t.marks].text:find "late", t.marks[#t.marks].text)
  end)

  it("has the moment before an error, which comes again", function()
    local s = load((PILE:gsub("count = count %+ 1 end",
      "count = count + 1 if count > 80 then local x = nil + 1 end end", 1)))
    local t = assert(s:keep_timeline())
    for _ = 1, 100 do if not s:tick() then break end end
    assert.is_truthy(s.fault)
    local message = s.fault.message
    t:step(-60)
    assert.is_nil(s.fault)
    t:play(true)
    while t:forward() do assert.is_nil(s.fault) end
    assert.equal(message, s.fault.message)
    assert.is_true(s.paused)
  end)

  it("tells where a body was", function()
    local s = load(PILE)
    local t = assert(s:keep_timeline())
    local body = s:world():find "b3"
    local height = { [0] = (select(2, body:position())) }
    for tick = 1, 40 do
      s:step(1)
      height[tick] = select(2, body:position())
    end
    local path = t:path(body:id())
    assert.is_true(#path >= 6 * 4 and #path <= 40 * 4) -- and one for each state that time was for
    for i = 1, #path, 4 do assert.equal(height[path[i]], path[i + 2]) end
    assert.same({}, t:path(999))
    s:step(600) -- it lies still
    local whole, parts = t:path(body:id()), t:path(body:id(), {}, 0.05)
    assert.is_true(#whole > 5 * #parts and #parts >= 8)
    for i = 5, #parts, 4 do
      local dx, dy = parts[i + 1] - parts[i - 3], parts[i + 2] - parts[i - 2]
      assert.is_true(dx * dx + dy * dy >= 0.05 ^ 2)
    end
  end)

  describe("of the past that is edited", function()
    it("plays the old input under the new code, and says where the futures part", function()
      local s = load(PILE)
      local t = assert(s:keep_timeline { share = 100 })
      play(s, 100, {})
      t:seek(100) -- a state on the way
      t:seek(20)
      -- the next key comes after tick 32
      local outcome, parted = t:edit((PILE:gsub("scene.p.push,", "2 * scene.p.push + 1,")))
      assert.equal("patched", outcome)
      assert.equal(100, s.ticks)
      assert.is_true(parted.tick > 32 and parted.tick < 40, parted.tick)
      assert.equal(s:world():find "b1":id(), parted.body)
      assert.is_true(parted.distance > 1e-3)
      local marks = {}
      for _, mark in ipairs(t.marks) do marks[mark.kind] = mark end
      assert.equal(20, marks.edit.tick)
      assert.equal(parted.tick, marks.differs.tick)
      -- beside the new future stands the old one
      assert.is_true(#t:ghosts() > 0)
    end)

    it("keeps the old future in as many bytes as its poses have, not in tables", function()
      local bodies <const>, ticks <const> = 200, 300
      local text = PILE:gsub("boxes = { 5,", ("boxes = { %d,"):format(bodies))
      local s = load(text)
      local t = assert(s:keep_timeline { share = 100 })
      s:step(ticks)
      t:seek(1)
      collectgarbage()
      local before = collectgarbage "count"
      assert.is_truthy(s:reload(text .. "-- saved"))
      assert.equal(4 * (bodies + 1), #t:ghosts())
      collectgarbage()
      local bytes = 1024 * (collectgarbage "count" - before)
      assert.is_true(bytes < 2 * 28 * bodies * ticks, bytes)
    end)

    it("is the same future when the edit changes nothing", function()
      local s = load(PILE)
      local t = assert(s:keep_timeline())
      local hashes = {}
      for _ = 1, 100 do
        if s.ticks % 25 == 7 then s:press "space" end
        s:step(1)
        hashes[s.ticks] = s:world():hash()
      end
      t:seek(20)
      local outcome, parted = t:edit(PILE .. "-- nothing\n")
      assert.equal("patched", outcome)
      assert.is_nil(parted)
      assert.equal(hashes[100], s:world():hash())
    end)

    it("stays as it was when the edit is refused", function()
      local s = load(PILE)
      local t = assert(s:keep_timeline())
      local hashes = play(s, 60, {})
      t:seek(20)
      local outcome, message = t:edit(PILE .. "end")
      assert.equal("kept old (error)", outcome)
      assert.is_truthy(message:find "end")
      assert.equal(60, t.last)
      assert.equal(20, s.ticks)
      assert.is_true(t:to_present())
      assert.equal(hashes[60], s:world():hash())
    end)
  end)

  it("is not kept where no state can be taken, which is asked once", function()
    local asked = 0
    _G.asked = function() asked = asked + 1 end
    local s = load(PILE .. "function scene.save() asked() error 'no' end")
    for _ = 1, 3 do
      local t, message = s:keep_timeline()
      assert.is_nil(t)
      assert.matches("^scene.save failed: .*: no$", message)
    end
    assert.equal(1, asked)
    _G.asked = nil
  end)

  it("takes the half of an even tick", function()
    local s = load(PILE)
    local t = assert(s:keep_timeline())
    s:step(20)
    assert.equal("integer", math.type(t:seek(t.last / 2)))
    assert.equal(10, s.ticks)
    assert.equal(5, t:step(-10 / 2))
  end)

  it("says of a wrong argument what it is", function()
    local t = assert(load(PILE):keep_timeline())
    assert.has_error(function() t:seek "x" end,
      "bad argument #1 to 'seek' (integer expected, got string)")
    local WRONG <const> = {
      { "seek (integer expected, got number)", function() t:seek(0 / 0) end },
      { "step (integer expected, got nil)", function() t:step() end },
      { "step (integer expected, got number)", function() t:step(1.5) end },
      { "path (integer expected, got table)", function() t:path {} end },
      { "edit (string expected, got boolean)", function() t:edit(true) end },
      { "keep_timeline (table expected, got number)", function() load(PILE):keep_timeline(5) end },
      { "keep_timeline (unknown field 'xy')", function() load(PILE):keep_timeline { xy = 1 } end },
      { "keep_timeline (seconds: number of 0 or more expected, got string)",
        function() load(PILE):keep_timeline { seconds = "x" } end },
      { "keep_timeline (bytes: number of 0 or more expected, got -1)",
        function() load(PILE):keep_timeline { bytes = -1 } end },
      { "keep_timeline (share: number of 0 or more expected, got ",
        function() load(PILE):keep_timeline { share = 0 / 0 } end },
    }
    for _, case in ipairs(WRONG) do
      local name, what = case[1]:match "^(%S+) (.*)$"
      local ok, message = pcall(case[2])
      assert.is_false(ok)
      assert.matches("^tests/scene/timeline_spec.lua:%d+: ", message)
      assert.is_truthy(message:find(("bad argument #1 to '%s' %s"):format(name, what), 1, true),
        message)
    end
    assert.has_error(function() t:path(1, 5) end,
      "bad argument #2 to 'path' (table expected, got number)")
    assert.has_error(function() t:path(1, {}, "x") end,
      "bad argument #3 to 'path' (number expected, got string)")
    assert.has_error(function() t.seek(nil, 3) end,
      "calling 'seek' on bad self (a timeline expected, got nil; did you forget ':'?)")
    assert.is_nil(t:ghosts())
  end)
end)
