-- The slingshot, played by a spec: each level to its end, and what a player may do wrong.
-- `cairn test` in the folder of the game runs it.

local scene = require "cairn.scene"

local FOLDER <const> = debug.getinfo(1, "S").source:match "^@(.*)tests/[^/]*$"
local LEVELS <const> = 4
local FORK_X <const>, FORK_Y <const> = -8, 2.4 -- m

local function open(level)
  local s = assert(scene.load(FOLDER .. "scene.lua"))
  s:console(("scene.keep('progress', {}).level = %d"):format(level))
  s:restart()
  s:step()
  return s
end

local function status(s) return s:scene().status() end

local function throw(s, x, y)
  s:mouse(FORK_X, FORK_Y, 1, "press")
  s:mouse(x, y)
  assert.is_true(s:draw()) -- with the dots of the way
  s:mouse(x, y, 1, "release")
end

-- Until the next ball is in the sling, or the level is over.
local function watch(s)
  for _ = 1, 60 * 8 do
    if status(s) ~= "fly" then return end
    s:step()
  end
  error "the throw does not end"
end

-- Of throws at several angles the one that gives most points: the others are gone back from.
local function best_throw(s)
  local before, most, best = assert(s:snapshot()), -1, nil
  for angle = 0.05, 0.75, 0.05 do
    local x, y = FORK_X - 3 * math.cos(angle), FORK_Y - 3 * math.sin(angle)
    throw(s, x, y)
    watch(s)
    local _, score = status(s)
    if score > most then most, best = score, { x, y } end
    assert(s:restore(before))
  end
  throw(s, best[1], best[2])
  watch(s)
  assert.equal(most, (select(2, status(s))))
end

describe("the slingshot", function()
  -- m, where the ball is let go.
  for level = 1, LEVELS do
    it("can be won by who tries each throw before: level " .. level, function()
      local s <close> = open(level)
      while status(s) == "aim" do best_throw(s) end
      local phase, score, left = status(s)
      assert.equal("won", phase)
      assert.is_true(score >= 1000 + 1000 * left, score)
      assert.is_true(s:draw())
      s:press "space"
      s:release "space"
      s:step()
      local next_phase, next_score, _, next_level = status(s)
      assert.same({ "aim", 0, level % LEVELS + 1 }, { next_phase, next_score, next_level })
    end)

    it("stands still until something is thrown: level " .. level, function()
      local s <close> = open(level)
      local before = {}
      for body in s:world():bodies() do before[body:id()] = { body:position() } end
      s:run(4)
      for body in s:world():bodies() do
        local x, y = body:position()
        assert.is_true(math.abs(x - before[body:id()][1]) < 0.02, tostring(body))
        assert.is_true(math.abs(y - before[body:id()][2]) < 0.02, tostring(body))
      end
      assert.same({ "aim", 0 }, { (status(s)), (select(2, status(s))) })
    end)
  end

  it("is lost when all balls are thrown away, and begins again", function()
    local s <close> = open(1)
    for _ = 1, 3 do
      throw(s, FORK_X + 2, FORK_Y + 0.5) -- backwards
      watch(s)
    end
    assert.same({ "lost", 0, 0, 1 }, { status(s) })
    assert.is_true(s:draw())
    s:press "space"
    s:step()
    assert.same({ "aim", 0, 3, 1 }, { status(s) })
  end)

  it("shows the way that the ball then takes", function()
    local s <close> = open(1)
    s:mouse(FORK_X, FORK_Y, 1, "press")
    s:mouse(FORK_X - 1.2, FORK_Y - 0.9)
    s:console "last = dots"
    s:console "print(dots[5], dots[6])" -- after 15 steps
    local line = s:output()[#s:output()]
    s:mouse(FORK_X - 1.2, FORK_Y - 0.9, 1, "release")
    s:step(15)
    local x, y = s:world():find("ball"):position()
    assert.equal(("%s\t%s"):format(x, y), line)
  end)

  it("takes a touch for no throw, and a pull only from the ball", function()
    local s <close> = open(1)
    throw(s, FORK_X - 0.1, FORK_Y)
    assert.equal("aim", (status(s)))
    s:mouse(5, 5, 1, "press")
    s:mouse(2, 5)
    s:mouse(2, 5, 1, "release")
    assert.equal("aim", (status(s)))
    s:mouse(FORK_X, FORK_Y, 2, "press") -- the right button
    s:mouse(FORK_X - 2, FORK_Y, 2, "release")
    assert.equal("aim", (status(s)))
  end)

  it("is played by keys as well", function()
    local s <close> = open(1)
    s:press "left"
    s:run(1)
    s:release "left"
    s:press "return"
    assert.equal("fly", (status(s)))
    watch(s)
    assert.is_true(select(3, status(s)) == 2)
  end)

  it("keeps the most points of each level", function()
    local s <close> = open(1)
    while status(s) == "aim" do best_throw(s) end
    local _, score = status(s)
    s:press "r"
    s:step()
    assert.same({ "aim", 0 }, { (status(s)), (select(2, status(s))) })
    s:console "print(scene.keep('progress').best[1])"
    assert.equal(tostring(score), s:output()[#s:output()])
  end)
end)
