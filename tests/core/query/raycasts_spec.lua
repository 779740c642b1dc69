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

  it("gives the first of all hits, of any kind of shape, wherever the world stands", function()
    math.randomseed(12)
    for _, far in ipairs { 0, 300, 9900 } do
      local world = cairn.world { gravity = { 0, 0 } }
      local function at(keys)
        keys.x, keys.y = far + math.random(-40, 40) / 4, far + math.random(-40, 40) / 4
        keys.angle = math.random() < 0.5 and 0 or math.random() * 6
        keys.type = math.random() < 0.5 and "static" or "dynamic"
        return keys
      end
      for _ = 1, 25 do
        world:circle(at { radius = math.random() + 0.1 })
        world:box(at { w = 1, h = math.random() + 0.2 })
        world:box(at { w = 1, h = 1, radius = 0.1 })
        world:capsule(at { x1 = -0.5, y1 = 0, x2 = 0.5, y2 = 0.2, radius = 0.2 })
        world:polygon(at { points = { -1, 0, 0, -1, 1, 0, 0.6, 0.8, -0.4, 0.9 } })
        world:polygon(at { points = { 0, 0, 1, 0, 0, 1 } })
      end
      world:chain { points = { far - 9, far, far, far + 1, far + 9, far } }
      world:halfspace { x = far, y = far - 11 }
      local rays, hits, starts = {}, {}, {}
      for i = 1, 400 do
        local x, y = far + math.random(-44, 44) / 4, far + math.random(-44, 44) / 4
        local dx, dy = math.random() * 30 - 15, math.random() * 30 - 15
        if i % 5 == 0 then dx = 0 elseif i % 5 == 1 then dy = 0 end
        if i % 50 == 0 then dx, dy = 0, 0 elseif i % 51 == 0 then dx = 1e-300 end
        starts[i] = { x, y, x + dx, y + dy }
        table.move(starts[i], 1, 4, 4 * i - 3, rays)
      end
      world:raycasts(rays, hits)
      local found, inside = 0, 0
      for i, ray in ipairs(starts) do
        local all = {}
        world:raycast_all_into(all, table.unpack(ray))
        local first = { table.unpack(all, 1, 6) }
        local alone = { world:raycast(table.unpack(ray)) }
        alone[7] = nil -- which piece
        if first[1] then
          assert.same(first, alone)
          found, inside = found + 1, inside + (first[6] == 0 and 1 or 0)
          assert.same(first, { table.unpack(hits, 6 * i - 5, 6 * i) })
        else
          assert.is_nil(alone[1])
          assert.is_false(hits[6 * i - 5])
        end
      end
      assert.is_true(found > 300 and inside > 20, found .. " found, " .. inside .. " inside")
    end
  end)

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
