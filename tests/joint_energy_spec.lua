-- Nothing that joints hold gains energy, however hard it is hit: what is thrown at it is all there is.
local cairn = require "cairn"
local measure = require "tests.support.measure"

describe("energy of what is jointed", function()
  -- The most that kinetic and potential energy of the world ever exceed what they were, as a part of
  -- the kinetic energy of the blow.
  local function gain(world, seconds, blow)
    local began, most = measure.energy(world), 0
    measure.run(world, seconds, function()
      local now = measure.energy(world)
      most = now == now and math.max(most, now - began) or math.huge
    end)
    return most / blow
  end

  local function throw(world, at_x, at_y, angle, mass, speed)
    local cx, cy, r = cairn.cos(angle), cairn.sin(angle), 0.2
    world:circle { x = at_x + 7 * cx, y = at_y + 7 * cy, radius = r, vx = -speed * cx,
      vy = -speed * cy, density = mass / (math.pi * r * r) }
    return 0.5 * mass * speed ^ 2
  end

  --   # # # #    crates that are welded to all their neighbours, on a floor
  --   # # # #
  local function crates(world, columns, rows, size)
    local grid = {}
    for i = 1, columns do
      grid[i] = {}
      for j = 1, rows do
        local x, y = i * size, (j - 0.5) * size
        local box = world:box { x = x, y = y, w = size, h = size }
        if i > 1 then world:weld { a = grid[i - 1][j], b = box, at = { x - size / 2, y } } end
        if j > 1 then world:weld { a = grid[i][j - 1], b = box, at = { x, y - size / 2 } } end
        grid[i][j] = box
      end
    end
  end

  for _, substeps in ipairs { 1, 4, 8 } do
    it(("is not made by a blow on crates welded together, sub-steps %d"):format(substeps), function()
      for angle = 1, 9 do
        for _, size in ipairs { { 2, 2 }, { 4, 3 }, { 5, 5 } } do
          local world = cairn.world { gravity = { 0, -10 }, substeps = substeps }
          world:box { type = "static", y = -0.5, w = 100, h = 1 }
          crates(world, size[1], size[2], 0.5)
          local blow = throw(world, 0.5 * size[1], 0.5 * size[2], 0.3 * angle, 2, 16)
          measure.at_most(0.01, gain(world, 1.5, blow),
            ("%d x %d at %g rad"):format(size[1], size[2], 0.3 * angle))
          world:destroy()
        end
      end
    end)
  end
end)
