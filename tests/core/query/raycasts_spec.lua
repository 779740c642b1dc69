-- Many rays in one call: what each ray says by itself, in one flat table.

local cairn = require "cairn"

local function scattered()
  math.randomseed(11)
  local world = cairn.world {}
  world:layer "some"
  for i = 1, 200 do
    local keys = { x = math.random() * 40 - 20, y = math.random() * 40 - 20, angle = i }
    if i % 3 == 0 then
      keys.radius = 0.2 + math.random()
      world:circle(keys)
    else
      keys.w, keys.h, keys.layer = 1, 1 + math.random(), i % 3 == 1 and "some" or nil
      world:box(keys)
    end
  end
  return world
end

local function rays_of(count)
  local rays = {}
  for i = 1, 4 * count do rays[i] = math.random() * 60 - 30 end
  return rays
end

describe("world:raycasts", function()
  for _, filter in ipairs { {}, { layers = "some" } } do
    it("says of each ray what world:raycast says" .. (filter.layers and ", filtered" or ""),
      function()
        local world, rays, hits = scattered(), rays_of(500), {}
        local count = world:raycasts(rays, hits, filter)
        assert.equal(500 * 6, #hits)
        local found = 0
        for i = 0, 499 do
          local x1, y1, x2, y2 = table.unpack(rays, 4 * i + 1, 4 * i + 4)
          local hit = { world:raycast(x1, y1, x2, y2, filter) }
          local told = { table.unpack(hits, 6 * i + 1, 6 * i + 6) }
          if hit[1] then
            found = found + 1
            hit[7] = nil -- which piece
            assert.same(hit, told)
          else
            assert.same({ false, x2, y2, 0, 0, 1 }, told)
          end
        end
        assert.equal(found, count)
        assert.is_true(found > 50 and found < 500)
      end)
  end

  it("cuts what the table held before, and makes no garbage", function()
    local world, hits = scattered(), {}
    local many, few = rays_of(400), rays_of(7)
    world:raycasts(many, hits)
    world:raycasts(few, hits)
    assert.equal(42, #hits)
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    for _ = 1, 50 do world:raycasts(few, hits) end
    local made = collectgarbage "count" - before
    collectgarbage "restart"
    assert.is_true(made < 1, made .. " KB")
  end)
end)
