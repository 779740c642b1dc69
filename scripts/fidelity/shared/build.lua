-- What the scenes are built from: worlds, floors, stacks, numbers drawn by lot.
--
-- A scene may set gravity, sleeping and nothing else of a world: the battery is about defaults.
-- T1 alone passes a max_speed, since its bodies are faster than any default allows.

local cairn = require "cairn"

local build = {}

--- Gravity along y, m/s^2; sleeping is off unless keys say otherwise.
function build.world(gravity, keys)
  local settings = { gravity = { 0, gravity }, sleep = false }
  for key, value in pairs(keys or {}) do settings[key] = value end
  return cairn.world(settings)
end

--- A wide static box whose top is y = 0.
function build.floor(world, friction, restitution, x)
  return world:box { type = "static", x = x or 0, y = -0.5, w = 200, h = 1, friction = friction,
    restitution = restitution or 0 }
end

--- A floor, and walls whose inner faces are `width` apart.
function build.bin(world, width, friction)
  build.floor(world, friction)
  for side = -1, 1, 2 do
    world:box { type = "static", x = side * (0.5 * width + 0.5), y = 50, w = 1, h = 100,
      friction = friction }
  end
end

--- count boxes of 1 m around x, one upon the other, 1 cm to the right and to the left in turn.
function build.stack(world, count, x)
  build.floor(world, 0.6, 0, x)
  local boxes = {}
  for i = 0, count - 1 do
    boxes[i + 1] = world:box { x = (x or 0) + (i % 2 == 0 and 0.01 or -0.01), y = 0.5 + i, w = 1,
      h = 1, friction = 0.6 }
  end
  return boxes
end

--- Numbers in [0, 1) from the linear congruence s = 1664525 s + 1013904223 mod 2^32.
function build.lots(seed)
  return function()
    seed = (seed * 1664525 + 1013904223) & 0xffffffff
    return seed / 2 ^ 32
  end
end

--- The pile of P1 and D1: 500 boxes of half a metre above a bin 12 m wide. The first of them
--- starts `shift` to the right (default 0).
function build.pile(world, shift)
  build.bin(world, 12, 0.6)
  local lot, boxes = build.lots(777), {}
  for i = 0, 499 do
    boxes[i + 1] = world:box {
      x = -5.225 + 0.55 * (i % 20) + 0.04 * (lot() - 0.5) + (i == 0 and shift or 0),
      y = 1 + 0.6 * (i // 20), w = 0.5, h = 0.5, friction = 0.6,
    }
  end
  return boxes
end

return build
