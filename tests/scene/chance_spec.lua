-- Scripts of chance: those of scripts/, with words, lines and the worst of others in them, loaded,
-- played and saved over one another. Whatever they are, a scene comes of it or a sentence; its
-- world is sound; what is refused changes nothing; and nothing of them is left for the next scene.
-- CAIRN_CHANCE="from to" plays other hundreds.

local apart = require "tests.support.apart" "tests/scene/chance_spec.lua"
if apart then return describe("Scripts of chance", function() it(apart.title, apart.run) end) end

local cairn = require "cairn"
local mangle = require "tests.support.mangle"
local project = require "tests.support.project"
local scene = require "cairn.scene"

local HUNDRED <const> = 100
local BUDGET <const> = 0.03    -- s, for a hook of a script that may never end
local LONGEST <const> = 5      -- s, for all that is done with one script
local MOST_MEMORY <const> = 64 -- MiB that hundreds of scripts may leave
local MOST_BODIES <const> = 400 -- bodies, of a world that is stepped here

local from, to = (os.getenv "CAIRN_CHANCE" or "1 15"):match "(%d+) (%d+)"

local texts = {}
do
  local pipe <close> = assert(io.popen "ls scripts/*.lua")
  for path in pipe:lines() do
    local file <close> = assert(io.open(path))
    texts[#texts + 1] = file:read "a"
  end
end

-- All that a script might change for others: name -> value, as a text.
local function shared()
  local list = {}
  for _, name in ipairs { "_G", "string", "table", "math", "coroutine", "os", "io", "debug",
    "utf8", "package" } do
    for key, value in pairs(name == "_G" and _G or _G[name]) do
      list[("%s.%s"):format(name, tostring(key))] = tostring(value)
    end
  end
  list.texts = tostring(debug.getmetatable("").__index)
  return list
end

local function look(s, what)
  if s.fault then mangle.fit(s.fault.message, what) end
  if s.banner then mangle.fit(s.banner.text, what) end
  for _, warning in ipairs(s.warnings) do mangle.fit(warning, what) end
  local world = s:world()
  if not world or not world:is_valid() then return end
  local sound, why = world:validate()
  assert(sound, why)
end

-- A step of what a million boxes fell into takes long, and tells nothing.
local function small(s)
  local world = s:world()
  return not (world and world:is_valid()) or world:body_count() <= MOST_BODIES
end

local KEYS <const> = { "space", "left", "r", "1", "return" }

local function play(s, r)
  for _ = 1, 3 do
    if not small(s) then return end
    s:tick()
    s:draw(1.0)
    look(s, "tick")
    if r(2) == 1 then s:dispatch("keypressed", r(KEYS)) end
    if r(3) == 1 then s:dispatch("mousepressed", r(20) - 10.0, r(10) - 1.0, 1) end
    if r(3) == 1 and s:param_count() > 0 then
      local p = s:param(r(s:param_count()))
      pcall(s.set, s, p.name, ({ 0, 1, true, "x", 1e9 })[r(5)])
    end
    if r(12) == 1 then pcall(s.restart, s) end
    look(s, "events")
  end
end

-- f(text, other, r) for a hundred scripts; the one that something is wrong with is told of.
local function hundred(seed, f)
  for i = 1, HUNDRED do
    local r = mangle.generator(seed * HUNDRED + i)
    local text = mangle.script(r(texts), r(texts), r)
    local began = cairn.now()
    local ok, why = xpcall(f, debug.traceback, text, r)
    local took = cairn.now() - began
    if ok and took > LONGEST then ok, why = false, ("took %.1f s"):format(took) end
    if not ok then
      error(("script %d of hundred %d: %s\n----\n%s"):format(i, seed, why, text), 0)
    end
  end
end

local function start(text)
  return scene.load("scene.lua", nil, { stay = true, watch = false, sandbox = true,
    budget = BUDGET, reader = function(path)
      if path == "scene.lua" then return text end
      return nil, "No such file"
    end })
end

local ORDINARY <const> = [[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 20, h = 1 }
  for i = 1, 10 do world:box { x = math.random(), y = i, w = 1, h = 1 } end
  return world
end
]]

-- What a scene that is as it should be comes to.
local function ordinary()
  local s = assert(start(ORDINARY))
  s:step(30)
  local hash = s:world():hash()
  s:close()
  return hash
end

describe("Scripts of chance", function()
  local before, hash, memory

  setup(function()
    hash = ordinary() -- the first scene prepares what all share
    before = shared()
  end)

  local function nothing_left()
    assert.same(before, shared())
    assert.equal(hash, ordinary())
    collectgarbage()
    collectgarbage()
    local now = collectgarbage "count" / 1024
    memory = memory or now
    assert.is_true(now < memory + MOST_MEMORY, now)
  end

  for seed = math.tointeger(from), math.tointeger(to) do
    it("are loaded and played: hundred " .. seed, function()
      hundred(seed, function(text, r)
        local s, why = start(text)
        if not s then
          mangle.fit(why, "load")
          return
        end
        look(s, "load")
        play(s, r)
        s:close()
      end)
      nothing_left()
    end)

    it("are saved over a scene that runs, which goes on: hundred " .. seed, function()
      local p, s, good
      local function open(text)
        if p then p:close() end
        p = project { ["scene.lua"] = text }
        s = p:open(nil, { stay = true, sandbox = true, budget = BUDGET })
        good = text
      end
      open(ORDINARY)
      hundred(seed + 1000000, function(text, r)
        if r(10) == 1 then open(r(texts)) end
        if not small(s) then open(ORDINARY) end
        local world = s:world()
        local old = world and world:is_valid() and world:hash()
        local outcome = p:edit("scene.lua", text)
        look(s, "save")
        if outcome == "kept old (error)" then
          assert.equal(world, s:world())
          if old then assert.equal(old, world:hash(), "what was refused has changed the world") end
        end
        play(s, r)
        if r(3) == 1 then
          p:edit("scene.lua", good)
          look(s, "mended")
        end
      end)
      p:edit("scene.lua", ORDINARY)
      s:restart()
      s.paused = false
      look(s, "the end")
      p:close()
      nothing_left()
    end)
  end
end)
