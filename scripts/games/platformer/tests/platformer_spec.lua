-- The platformer, played by a spec: each level to its door, and what may happen on the way.
-- `cairn test` in the folder of the game runs it.

local scene = require "cairn.scene"

local FOLDER <const> = debug.getinfo(1, "S").source:match "^@(.*)tests/[^/]*$"
local player = dofile(FOLDER .. "tests/player.lua")
local levels = dofile(FOLDER .. "levels.lua")

local function open(level)
  local s = assert(scene.load(FOLDER .. "scene.lua"))
  s:console(("scene.keep('progress', {}).level = %d"):format(level or 1))
  s:restart()
  s:step(10)
  return s
end

local function status(s)
  local phase, found, sparks, falls, level, x, y = s:scene().status()
  return { phase = phase, found = found, sparks = sparks, falls = falls, level = level,
    x = x, y = y }
end

local function put(s, x, y) s:console(("require('hero').place(me, %f, %f)"):format(x, y)) end

-- m, how high above where it stands.
local function highest(s, steps)
  local from, most = status(s).y, 0
  for _ = 1, steps do
    s:step()
    most = math.max(most, status(s).y - from)
  end
  return most
end

describe("the platformer", function()
  for level, plan in ipairs(levels) do
    it("can be won: level " .. level .. ", " .. plan.name, function()
      local s <close> = open(level)
      if plan.name == "heavy things" then player.hold(s, { "right" }, 220) end -- the crate
      assert.is_true(player.play(s, plan[1]))
      local now = status(s)
      assert.is_true(s:draw())
      s:console("print(scene.keep('progress').best[" .. level .. "] == game.time)")
      assert.equal("true", s:output()[#s:output()])
      assert.is_true(now.found >= 1)
      s:press "return"
      s:release "return"
      s:step(2)
      assert.same({ level % #levels + 1, "play", 0 },
        { status(s).level, status(s).phase, status(s).found })
    end)

    it("stands still while nobody plays: level " .. level, function()
      local s <close> = open(level)
      local before = status(s)
      s:run(3)
      local now = status(s)
      assert.same({ "play", 0, 0 }, { now.phase, now.found, now.falls })
      assert.near(before.x, now.x, 1e-6)
      assert.near(before.y, now.y, 0.02)
      assert.is_true(s:draw())
    end)
  end

  it("needs the crate below the wall of the third level", function()
    local s <close> = open(3)
    local function jump_at_wall()
      put(s, 14.5, 2.6)
      s:step(20)
      player.hold(s, { "right", "up" }, 40)
      s:step(40)
      return status(s)
    end
    assert.near(2.55, jump_at_wall().y, 0.01)
    local crate = s:world():find "crate"
    crate:set_position(15.5, 2.45)
    s:step(30)
    put(s, 15.5, 3.5)
    s:step(20)
    player.hold(s, { "right", "up" }, 40)
    local with = status(s)
    assert.is_true(with.x > 16 and with.y > 5, with.x .. ", " .. with.y)
  end)

  it("jumps higher the longer the key is held, 2.7 m at most", function()
    local short <close> = open(1)
    local long <close> = open(1)
    short:press "up"
    short:step(3)
    short:release "up"
    long:press "up"
    local low, high = highest(short, 60), highest(long, 60)
    assert.is_true(low > 0.3 and low < 1.3, low)
    assert.near(2.7, high, 0.1)
  end)

  it("still jumps a moment after an edge, and when pressed a moment before a landing", function()
    local function jumps(late)
      local s <close> = open(1)
      put(s, 29, 2.6) -- the edge is at 30
      s:step(10)
      s:press "right"
      repeat s:step() until status(s).x > 30.2
      s:step(late)
      s:press "up"
      return highest(s, 30) > 1
    end
    assert.is_true(jumps(2))
    assert.is_false(jumps(12))
    local function lands(early)
      local s <close> = open(1)
      put(s, 8, 5)
      repeat s:step() until status(s).y < early
      s:press "up"
      s:step(2)
      local low = status(s).y
      return highest(s, 40) > 0.5 and low > 2
    end
    assert.is_true(lands(3.2))
    assert.is_false(lands(4.5))
  end)

  it("hurts on spikes and in pits, and goes on from the last lantern", function()
    local s <close> = open(2)
    put(s, 21.5, 2.8) -- the lantern
    s:step(20)
    put(s, 20.5, 2.2) -- spikes
    s:step(20)
    assert.same({ "hurt", 1 }, { status(s).phase, status(s).falls })
    assert.is_true(s:draw())
    s:run(1)
    assert.equal("play", status(s).phase)
    assert.near(21.5, status(s).x, 0.05)
    put(s, 32, 3)
    s:run(1)
    assert.same({ "hurt", 2 }, { status(s).phase, status(s).falls })
  end)

  it("is hurt by a walker from the side, and jumps on its head", function()
    local function meet(dx, dy)
      local s <close> = open(1)
      s:console("for _, t in ipairs(parts) do if t.kind == 'walker' then w = t break end end")
      s:console("local x, y = w.mover:position() require('hero').place(me, x + " .. dx .. ", y + "
        .. dy .. ")")
      s:step(25)
      s:console("print(w.mover:is_valid())")
      return status(s), s:output()[#s:output()]
    end
    local beside, its = meet(-0.9, 0.15)
    assert.same({ "hurt", "true" }, { beside.phase, its })
    local above, theirs = meet(0, 1.6)
    assert.same({ "play", "false" }, { above.phase, theirs })
    assert.is_true(above.y > 3)
  end)

  it("lets walkers turn at walls and before edges", function()
    local s <close> = open(1)
    for _ = 1, 20 do
      s:run(1)
      s:console("local n = 0 for _, t in ipairs(parts) do if t.kind == 'walker' then n = n + 1 "
        .. "assert(t.mover:y() > 2) end end print(n)")
      assert.equal("2", s:output()[#s:output()])
    end
  end)

  it("takes each spark once, and drops through a ledge", function()
    local s <close> = open(1)
    put(s, 13.5, 6.6)
    s:step(30)
    assert.equal(1, status(s).found)
    s:step(30)
    local there = status(s)
    assert.same({ 1, 11 }, { there.found, there.sparks })
    player.hold(s, { "down" }, 10)
    s:step(40)
    assert.is_true(status(s).y < there.y - 2)
  end)

  it("is thrown by a spring, and carried by ferry and lift", function()
    local s <close> = open(2)
    put(s, 16.5, 3.2)
    assert.is_true(highest(s, 60) > 4)
    local ferry, lift = s:world():find "ferry", s:world():find "lift"
    local fx, fy = ferry:position()
    put(s, fx, fy + 0.8)
    s:step(10)
    local off = status(s).x - ferry:x()
    s:run(2)
    assert.near(off, status(s).x - ferry:x(), 0.05)
    put(s, lift:x(), lift:y() + 0.9)
    s:step(10)
    local least, most = math.huge, -math.huge
    for _ = 1, 500 do
      s:step()
      least, most = math.min(least, status(s).y), math.max(most, status(s).y)
    end
    assert.near(5, most - least, 0.2)
  end)

  it("is played by a gamepad as well", function()
    local s <close> = open(1)
    local from = status(s).x
    s:send("gamepadaxis", 1, "leftx", 0.9)
    s:step(30)
    assert.is_true(status(s).x > from + 1)
    s:send("gamepadaxis", 1, "leftx", 0)
    s:send("gamepadpressed", 1, "a")
    assert.is_true(highest(s, 30) > 0.3)
  end)

  it("begins again with r", function()
    local s <close> = open(1)
    player.hold(s, { "right" }, 60)
    s:press "r"
    s:step(5)
    assert.near(1.5, status(s).x, 1e-3)
  end)
end)
