-- Platformer: gather sparks, mind spikes and walkers, find the door. Arrow keys or A and D walk,
-- up, W or space jumps (as long as it is held), down drops through a ledge; R begins the level
-- again. A gamepad does as well: its stick, and its lowest button.
local cairn = require "cairn"
local geometry = require "cairn.geometry"
local hero = require "hero"
local levels = require "levels"
local things = require "things"

scene.play = "window"

local SPRING <const> = 19     -- m/s of who steps on one
local STOMP <const> = 9       -- m/s off the head of a walker
local PAUSE <const> = 0.7     -- s from a fall to the next try
local DEEP <const> = -4       -- m: who is below has fallen
local LOUD <const> = 6        -- m/s of what lands beside the hero

-- phase: "play", "hurt" until the hero is back, "won"
local game, me, parts, by_shape, puffs
local pressed                 -- jump, since the last step
local stick = 0               -- of a gamepad, -1..1

-- What a restart does not take away: the level, and the best time of each in s.
local function progress() return scene.keep("progress", { level = 1, best = {} }) end

-- ---- the level ----------------------------------------------------------------------------------

local function rows_of(text)
  local rows = {}
  for line in text:gmatch "[^\n]+" do table.insert(rows, 1, line) end -- the lowest first
  return rows, #rows[1], #rows
end

local function sign(rows, column, row)
  local line = rows[row]
  return line and line:sub(column, column) or ""
end

-- Runs of rock side by side, { x, y, w, whether the sky is above }: what is drawn.
local function runs_of(rows)
  local runs = {}
  for row, line in ipairs(rows) do
    local from = 1
    while true do
      local first = line:find("#", from, true)
      if not first then break end
      local function is_open(column) return sign(rows, column, row + 1) ~= "#" end
      local open, last = is_open(first), first
      while sign(rows, last + 1, row) == "#" and is_open(last + 1) == open do last = last + 1 end
      runs[#runs + 1] = { (first - 1 + last) / 2, row - 0.5, last - first + 1, open }
      from = last + 1
    end
  end
  return runs
end

local function is_rock(x, y) return sign(game.rows, math.floor(x) + 1, math.floor(y) + 1) == "#" end

local function add(thing)
  if not thing then return end
  parts[#parts + 1] = thing
  if thing.body then
    for shape in thing.body:shapes() do by_shape[shape:id()] = thing end
  end
  if thing.kind == "spark" then game.sparks = game.sparks + 1 end
end

-- Planks from the first "~" of a run to the last.
local function add_bridges(world, line, row)
  local from = 1
  while true do
    local first, last = line:find("~+", from)
    if not first then return end
    things.bridge(world, first - 1, last, row - 0.1)
    from = last + 1
  end
end

local function furnish(world, rows, columns, count)
  for row = 1, count do
    for column = 1, columns do
      local s, x, y = sign(rows, column, row), column - 0.5, row - 0.5
      if s ~= "P" then add(things.make(s, world, x, y)) end
    end
    add_bridges(world, rows[row], row)
  end
end

local function find(rows, wanted)
  for row, line in ipairs(rows) do
    local column = line:find(wanted, 1, true)
    if column then return column - 0.5, row - 0.5 end
  end
end

function scene.load()
  local plan = levels[progress().level]
  local rows, columns, count = rows_of(plan[1])
  local world = cairn.world { gravity = { 0, -30 }, hit_speed = 2,
    bounds = { -5, -12, columns + 5, count + 40 }, outside = "destroy" }
  for _, layer in ipairs { "felt", "walker", "hero" } do world:layer(layer) end
  geometry.tiles(world, { columns = columns, rows = count, friction = 0.8, color = 0x4a5870,
    solid = function(c, r) return sign(rows, c, r) == "#" end })
  parts, by_shape, puffs, pressed = {}, {}, {}, false
  local x, y = find(rows, "P")
  game = { rows = rows, name = plan.name, hint = plan.hint, phase = "play", time = 0, falls = 0,
    sparks = 0, found = 0, waited = 0, x = x, y = y, runs = runs_of(rows) }
  me = hero.new(world, x, y + 0.1)
  furnish(world, rows, columns, count)
  scene.view { follow = me.mover, x = 2, y = 1.8, w = 24, lag = 0.25 }
  return world
end

-- ---- what happens -------------------------------------------------------------------------------

local function puff(x, y, color, count)
  puffs[#puffs + 1] = { x = x, y = y, color = color, count = count, age = 0 }
end

local function hurt()
  if game.phase ~= "play" then return end
  game.phase, game.waited, game.falls = "hurt", 0, game.falls + 1
  local x, y = me.mover:position()
  puff(x, y, { 0.36, 0.62, 0.78 }, 14)
  sound.play "sounds/hurt.wav"
end

local function come_back()
  game.phase = "play"
  hero.place(me, game.x, game.y + 0.1)
end

local function win()
  game.phase = "won"
  local best, level = progress().best, progress().level
  best[level] = math.min(best[level] or math.huge, game.time)
  sound.play "sounds/won.wav"
end

local function take(i)
  local thing = parts[i]
  puff(thing.x, thing.y, { 1, 0.86, 0.42 }, 8)
  sound.play("sounds/spark.wav", { pitch = 1 + 0.03 * (game.found % 12) })
  game.found = game.found + 1
  thing.body:destroy()
  table.remove(parts, i)
end

local touch = {}

function touch.spark(thing)
  for i, other in ipairs(parts) do
    if other == thing then return take(i) end
  end
end

function touch.spikes() hurt() end

function touch.lantern(thing)
  if not thing.lit then sound.play "sounds/lantern.wav" end
  thing.lit, game.x, game.y = true, thing.x, thing.y
end

function touch.spring(thing)
  hero.throw(me, SPRING)
  thing.thrown = scene.world:time()
  sound.play "sounds/spring.wav"
end

function touch.door() win() end

function scene.sensor(felt, visitor, entered)
  if not entered or game.phase ~= "play" then return end
  if not (felt:is_valid() and visitor:is_valid()) then return end
  local thing = by_shape[felt:id()]
  if thing and thing.body:is_valid() and visitor:body() == me.mover:body() then
    touch[thing.kind](thing)
  end
end

-- From above it is the walker that is hurt.
local function meet_walkers()
  local x, y = me.mover:position()
  for i = #parts, 1, -1 do
    local thing = parts[i]
    if thing.kind == "walker" then
      local wx, wy = thing.mover:position()
      local dx, dy = math.abs(x - wx), y - wy
      if dx < 0.72 and dy > 0.45 and dy < 1 and me.vy < 0 then
        puff(wx, wy, { 0.72, 0.3, 0.42 }, 10)
        sound.play "sounds/stomp.wav"
        thing.mover:destroy()
        table.remove(parts, i)
        hero.throw(me, STOMP)
      elseif dx < 0.65 and dy > -0.9 and dy <= 0.45 then
        return hurt()
      end
    end
  end
end

function scene.hit(_, _, x, y, _, _, speed)
  local hx, hy = me.mover:position()
  if speed > LOUD and (x - hx) ^ 2 + (y - hy) ^ 2 < 144 then
    sound.play("sounds/land.wav", { volume = math.min(1, speed / 20), pitch = 0.7 })
  end
end

-- ---- hands --------------------------------------------------------------------------------------

local JUMP_KEYS <const> = { up = true, w = true, space = true }

function scene.keypressed(key)
  if key == "r" then return scene.restart() end
  if key == "return" and game.phase == "won" then
    progress().level = progress().level % #levels + 1
    return scene.restart()
  end
  if JUMP_KEYS[key] then pressed = true end
end

function scene.gamepadpressed(_, button)
  if button == "a" then pressed = true end
  if button == "start" and game.phase == "won" then scene.keypressed "return" end
end

function scene.gamepadaxis(_, axis, value)
  if axis == "leftx" then stick = math.abs(value) > 0.25 and value or 0 end
end

local function wishes()
  local across = (input.down("right", "d") and 1 or 0) - (input.down("left", "a") and 1 or 0)
  local want = { across = across ~= 0 and across or stick, jump = pressed,
    held = input.down("up", "w", "space"), down = input.down("down", "s") }
  pressed = false
  return want
end

function scene.update(dt)
  local time = scene.world:time()
  for _, thing in ipairs(parts) do things.step(thing, time, is_rock, dt) end
  for i = #puffs, 1, -1 do
    puffs[i].age = puffs[i].age + dt
    if puffs[i].age > 0.5 then table.remove(puffs, i) end
  end
  if game.phase == "won" then return end
  game.time = game.time + dt
  if game.phase == "hurt" then
    game.waited = game.waited + dt
    if game.waited > PAUSE then come_back() end
    return
  end
  local heard = hero.step(me, wishes(), dt)
  if heard then sound.play("sounds/" .. heard .. ".wav", { volume = 0.6 }) end
  meet_walkers()
  if me.mover:y() < DEEP then hurt() end
end

-- For specs: the phase, sparks found and in all, falls, the level, and where the hero is, m.
function scene.status()
  return game.phase, game.found, game.sparks, game.falls, progress().level, me.mover:position()
end

-- ---- how it looks -------------------------------------------------------------------------------

local function draw_words(width, height)
  local level = progress().level
  pen.text(24, 18, "%d  %s", level, game.name, { size = 22 })
  pen.text(width / 2, 18, "%d of %d sparks", game.found, game.sparks,
    { size = 20, align = "center", color = { 1, 0.86, 0.42 } })
  pen.text(width - 24, 18, "%.1f s", game.time, { size = 20, align = "right" })
  if game.phase == "play" and game.time < 4 then
    pen.text(width / 2, height - 40, "%s", game.hint, { size = 20, align = "center" })
  elseif game.phase == "won" then
    pen.box(width / 2, height * 0.36, 520, 170, { fill = true, color = { 0, 0, 0, 0.6 } })
    local middle = { size = 38, align = "center", valign = "middle" }
    local small = { size = 19, align = "center", valign = "middle" }
    pen.text(width / 2, height * 0.31, "through the door", middle)
    pen.text(width / 2, height * 0.38, "%.1f s, best %.1f s, %d of %d sparks, %d falls", game.time,
      progress().best[level], game.found, game.sparks, game.falls, small)
    pen.text(width / 2, height * 0.43, "enter: the next level     r: once more", small)
  end
end

local ROCK <const>, MOSS <const> = { 0.2, 0.24, 0.31 }, { 0.36, 0.52, 0.4 }

local function draw_rock()
  for _, run in ipairs(game.runs) do
    local x, y, w, open = table.unpack(run)
    pen.box(x, y, w, 1, { fill = true, color = ROCK })
    if open then pen.box(x, y + 0.42, w, 0.16, { fill = true, color = MOSS }) end
  end
end

function scene.draw()
  local time = scene.world:time()
  draw_rock()
  for _, thing in ipairs(parts) do things.draw(thing, time) end
  if game.phase ~= "hurt" then hero.draw(me) end
  for _, p in ipairs(puffs) do
    for i = 1, p.count do
      local angle, far = i * 2.4, (0.2 + 0.2 * (i % 3)) * (1 + 5 * p.age)
      local r, g, b = table.unpack(p.color)
      pen.disc(p.x + far * cairn.cos(angle), p.y + far * cairn.sin(angle), 0.1 * (1 - 1.8 * p.age),
        { color = { r, g, b, 1 - 2 * p.age } })
    end
  end
  pen.screen(draw_words)
end
