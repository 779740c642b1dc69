-- Beams built into a wall: short pieces, welded by angular springs. A beam that bears w newtons on
-- each metre sags at its tip by w l^4 / (8 E I): half as stiff, twice as deep. A weld of twice the
-- hertz is four times as stiff.
local cairn = require "cairn"

scene.params {
  pieces = { 6, 1, 20, step = 1, rebuild = true },
  beams  = { 3, 1, 6, step = 1, rebuild = true },
  hertz  = { 34, 10, 34, rebuild = true },            -- of the stiffest beam
  load   = { 0, 0, 40, rebuild = true },              -- kg at each tip
}

local LENGTH, THICK = 4.5, 0.2                          -- m

local beams                                           -- { tip, piece, y, hertz }

local function add_beam(world, y, hertz, p)
  local wall = world:box { type = "static", x = -0.5, y = y, w = 1, h = 0.8 }
  local piece = LENGTH / p.pieces
  local last = wall
  for i = 1, p.pieces do
    local body = world:box { x = (i - 0.5) * piece, y = y, w = piece, h = THICK }
    world:weld {
      a = last, b = body, at = { (i - 1) * piece, y },
      angular = { hertz = hertz, damping = 20 },
    }
    last = body
  end
  if p.load > 0 then
    local weight = world:circle { x = LENGTH, y = y, radius = 0.3, mass = p.load }
    world:weld { a = last, b = weight }
  end
  return { tip = last, piece = piece, y = y, hertz = hertz }
end

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 } }
  beams = {}
  for i = 1, p.beams do beams[i] = add_beam(world, -2 * i, p.hertz / math.sqrt(1 << (i - 1)), p) end
  return world
end

local function sag(beam)
  local _, y = beam.tip:to_world(beam.piece / 2, 0)
  return beam.y - y
end

function scene.draw()
  for _, beam in ipairs(beams) do
    pen.color(1, 1, 1, 0.25)
    pen.line(0, beam.y, LENGTH, beam.y)
    pen.color(1, 1, 1)
    pen.text(LENGTH + 0.5, beam.y, "%.0f Hz: sags %.2f m", beam.hertz, sag(beam))
  end
end
