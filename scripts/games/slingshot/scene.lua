-- Slingshot: pull the ball back with the mouse or a finger and let go. Pumpkins burst when they are
-- hit hard, blocks break by what they are made of. Arrow keys aim as well, Enter throws; Space goes
-- on when a level is over, R begins it again.
local cairn = require "cairn"
local levels = require "levels"
local materials = require "materials"
local sling = require "sling"

scene.play = "window"

local RADIUS <const> = 0.35         -- m, of a ball
local PATIENCE <const> = 6          -- s that a throw is watched
local AFTER_HIT <const> = 2.5       -- s, no longer than that once all is slow
local SLOW <const> = 0.3            -- m/s
local SPARE <const> = 1000          -- points for each ball that is left
local GRAVITY <const> = 10          -- m/s^2
local OVERVIEW <const> = { x = 1.5, y = 4, w = 27 }

-- phase: "aim" until a ball is thrown, "fly", then "won" or "lost"
local game, ball, parts, puffs
local pulled                        -- { dx, dy } in m, while the ball is held
local dots                          -- of the way that a throw would take
local waited                        -- s since the ball was thrown

-- What a restart does not take away: the level, and the most points in each.
local function progress() return scene.keep("progress", { level = 1, best = {} }) end

-- ---- what there is ------------------------------------------------------------------------------

local function add_part(body, kind)
  parts[body:id()] = { body = body, kind = kind, material = materials[kind] }
  return body
end

local function add_block(world, block)
  local kind, x, y, w, h = table.unpack(block)
  local m = materials[kind]
  add_part(world:box { x = x, y = y, w = w, h = h, density = m.density, friction = m.friction,
    color = m.color, name = kind }, kind)
end

local function add_pumpkin(world, place)
  local m = materials.pumpkin
  add_part(world:circle { x = place[1], y = place[2], radius = 0.4, density = m.density,
    friction = m.friction, rolling = 0.02, color = m.color, name = "pumpkin" }, "pumpkin")
end

-- A ball in the sling hangs there until it is thrown.
local function next_ball(world)
  ball = world:circle { type = "static", x = sling.X, y = sling.Y, radius = RADIUS, density = 1.6,
    restitution = 0.2, friction = 0.6, rolling = 0.01, color = 0xd04848, name = "ball" }
  pulled, dots, waited = nil, nil, 0
  game.phase = "aim"
  scene.view { x = OVERVIEW.x, y = OVERVIEW.y, w = OVERVIEW.w, lag = 0.25 }
end

local function pumpkins()
  local count = 0
  for _, part in cairn.pairs(parts) do count = count + (part.kind == "pumpkin" and 1 or 0) end
  return count
end

function scene.load()
  local plan = levels[progress().level]()
  local world = cairn.world { gravity = { 0, -GRAVITY }, bounds = { -30, -10, 40, 60 },
    outside = "destroy", hit_speed = 0.8 }
  world:box { type = "static", x = 3, y = -10, w = 80, h = 20, friction = 0.9, color = 0x587048,
    name = "ground" }
  parts, puffs = {}, {}
  game = { name = plan.name, left = plan.balls, score = 0, phase = "aim" }
  for _, block in ipairs(plan.blocks) do add_block(world, block) end
  for _, place in ipairs(plan.pumpkins) do add_pumpkin(world, place) end
  next_ball(world)
  return world
end

-- ---- throwing -----------------------------------------------------------------------------------

local function pull(x, y)
  local dx, dy = sling.pull_to(x, y)
  pulled = { dx, dy }
  ball:set_position(sling.X + dx, sling.Y + dy)
  dots = sling.look_ahead(scene.world, ball, dx, dy)
end

local function let_go()
  local dx, dy = table.unpack(pulled)
  pulled, dots = nil, nil
  if dx * dx + dy * dy < 0.1 then -- it was only touched
    return ball:set_position(sling.X, sling.Y)
  end
  ball:set_type "dynamic"
  ball:set_velocity(sling.velocity(dx, dy))
  game.left, game.phase, waited = game.left - 1, "fly", 0
  scene.view { follow = ball, x = 4, w = 20, lag = 0.35 }
  sound.play("sounds/throw.wav", { volume = 0.7 })
end

function scene.mousepressed(x, y, button)
  if button ~= 1 or game.phase ~= "aim" then return end
  local dx, dy = x - sling.X, y - sling.Y
  if dx * dx + dy * dy < 4 then pull(x, y) end
end

function scene.mousemoved(x, y)
  if pulled then pull(x, y) end
end

function scene.mousereleased(_, _, button)
  if pulled and button == 1 then let_go() end
end

-- ---- hits ---------------------------------------------------------------------------------------

local function puff(x, y, color)
  puffs[#puffs + 1] = { x = x, y = y, color = color, age = 0 }
end

local function break_part(part, x)
  local px, py = part.body:position()
  puff(px, py, part.material.color)
  game.score = game.score + part.material.points
  sound.play(part.material.sound, { pitch = 0.9 + 0.2 * math.random(),
    pan = math.max(-1, math.min(1, x / 15)) })
  parts[part.body:id()] = nil
  part.body:destroy()
end

-- What bears a blow depends on how much of its own speed it changes.
local function bear(shape, x, impulse)
  local body = shape:body()
  local part = body:is_valid() and parts[body:id()]
  if part and impulse / body:mass() > part.material.strength then break_part(part, x) end
end

function scene.hit(a, b, x, _, _, _, speed, impulse)
  local ball_hits = a:body() == ball or b:body() == ball
  if ball_hits and speed > 2 then
    sound.play("sounds/knock.wav", { volume = math.min(1, speed / 15) })
  end
  if a:is_valid() then bear(a, x, impulse) end
  if b:is_valid() then bear(b, x, impulse) end
end

function scene.left_bounds(body)
  local part = parts[body:id()]
  if part then game.score = game.score + part.material.points end
  parts[body:id()] = nil
end

-- ---- how it goes on -----------------------------------------------------------------------------

local function all_slow()
  for body in scene.world:bodies() do
    local vx, vy = body:velocity()
    if vx * vx + vy * vy > SLOW * SLOW then return false end
  end
  return true
end

local function win()
  game.phase = "won"
  game.score = game.score + SPARE * game.left
  local best, level = progress().best, progress().level
  best[level] = math.max(best[level] or 0, game.score)
  scene.view { x = OVERVIEW.x, y = OVERVIEW.y, w = OVERVIEW.w, lag = 0.5 }
  sound.play "sounds/won.wav"
end

local function settle()
  if pumpkins() == 0 then return win() end
  if game.left > 0 then
    if ball:is_valid() then ball:destroy() end
    return next_ball(scene.world)
  end
  game.phase = "lost"
  scene.view { x = OVERVIEW.x, y = OVERVIEW.y, w = OVERVIEW.w, lag = 0.5 }
end

local function aim_by_keys(dt)
  local dx = (input.down "right" and 1 or 0) - (input.down "left" and 1 or 0)
  local dy = (input.down "up" and 1 or 0) - (input.down "down" and 1 or 0)
  if dx == 0 and dy == 0 then return end
  local from = pulled or { -1.5, -0.6 }
  pull(sling.X + from[1] + 1.2 * dx * dt, sling.Y + from[2] + 1.2 * dy * dt)
end

function scene.update(dt)
  for i = #puffs, 1, -1 do
    puffs[i].age = puffs[i].age + dt
    if puffs[i].age > 0.6 then table.remove(puffs, i) end
  end
  if game.phase == "aim" then aim_by_keys(dt) end
  if game.phase ~= "fly" then return end
  waited = waited + dt
  if waited > PATIENCE or (waited > AFTER_HIT and all_slow()) then settle() end
end

function scene.keypressed(key)
  if key == "r" then scene.restart() end
  if key == "return" and pulled then let_go() end
  if key ~= "space" then return end
  if game.phase == "won" then progress().level = progress().level % #levels + 1 end
  if game.phase == "won" or game.phase == "lost" then scene.restart() end
end

-- For specs: the phase, the points, how many balls are left, and the level.
function scene.status() return game.phase, game.score, game.left, progress().level end

-- ---- how it looks -------------------------------------------------------------------------------

local function rgb(color, alpha)
  return { (color >> 16) / 255, (color >> 8 & 255) / 255, (color & 255) / 255, alpha }
end

local function draw_sling()
  local bx, by = sling.X, sling.Y
  if pulled then bx, by = bx + pulled[1], by + pulled[2] end
  local held = game.phase == "aim"
  local wood, rubber = { 0.45, 0.3, 0.18 }, { 0.25, 0.12, 0.1 }
  if held then pen.line(sling.X + 0.4, sling.Y + 0.2, bx, by, { color = rubber, width = 5 }) end
  local wide = { color = wood, width = 11 }
  pen.line(sling.X, 0, sling.X, sling.Y - 0.6, wide)
  for side = -1, 1, 2 do
    pen.line(sling.X, sling.Y - 0.65, sling.X + 0.4 * side, sling.Y + 0.25, wide)
  end
  if not held then return end
  pen.line(sling.X - 0.4, sling.Y + 0.2, bx - 0.2, by, { color = rubber, width = 5 })
end

local function draw_words(width, height)
  local level, best = progress().level, progress().best
  pen.text(24, 20, "%d  %s", level, game.name, { size = 22 })
  pen.text(width / 2, 20, "%d", game.score, { size = 30, align = "center" })
  pen.text(width - 24, 20, "best %d", best[level] or 0, { size = 18, align = "right" })
  pen.text(24, 52, ("● "):rep(game.left), { size = 22, color = rgb(0xd04848, 1) })
  local big = { size = 42, align = "center", valign = "middle" }
  local small = { size = 20, align = "center", valign = "middle" }
  if game.phase == "won" or game.phase == "lost" then
    pen.box(width / 2, height * 0.35, 460, 150, { fill = true, color = { 0, 0, 0, 0.55 } })
    pen.text(width / 2, height * 0.32, game.phase == "won" and "All burst!" or "Some are left", big)
    pen.text(width / 2, height * 0.4, game.phase == "won" and "space: the next level"
      or "space: once more", small)
  elseif game.phase == "aim" and not pulled and game.score == 0 then
    pen.text(width / 2, height - 50, "pull the red ball back, and let go", small)
  end
end

function scene.draw()
  for i = 1, #(dots or {}), 2 do
    pen.disc(dots[i], dots[i + 1], 0.09, { color = { 1, 1, 1, 0.75 - 0.6 * i / #dots } })
  end
  for _, p in ipairs(puffs) do
    for i = 1, 9 do
      local angle, far = i * 2.4, (0.3 + 0.15 * (i % 3)) * (1 + 4 * p.age)
      pen.disc(p.x + far * math.cos(angle), p.y + far * math.sin(angle) - 3 * p.age * p.age,
        0.12 * (1 - p.age), { color = rgb(p.color, 1 - p.age / 0.6) })
    end
  end
  draw_sling()
  pen.screen(draw_words)
end
