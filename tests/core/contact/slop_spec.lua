-- How much overlap a world leaves, and how fast it takes out the rest: slop and push_share.
local cairn = require "cairn"

describe("cairn.World: overlap", function()
  local world
  after_each(function() world:destroy() end)

  -- Two discs at rest in weightlessness that overlap by so much; returns how much is left.
  local function pair(overlap)
    local a = world:circle { radius = 0.5, sleep_speed = 0 }
    local b = world:circle { x = 1 - overlap, radius = 0.5, sleep_speed = 0 }
    return function() return 1 - (b:x() - a:x()) end
  end

  local function weightless(keys)
    keys.gravity, keys.sleep = { 0, 0 }, false
    world = cairn.world(keys)
  end

  for _, slop in ipairs { 0.001, 0.01, 0.1 } do
    it(("of slop, %g m, is left as it is, and more goes down to that"):format(slop), function()
      weightless { slop = slop }
      local small = pair(0.8 * slop)
      for _ = 1, 120 do world:step() end
      assert.near(0.8 * slop, small(), 1e-6)
      world:clear()
      local large = pair(2 * slop)
      for _ = 1, 600 do world:step() end
      assert.near(slop, large(), 0.02 * slop + 1e-5)
    end)
  end

  it("goes entirely where slop is as small as it is by default", function()
    weightless {}
    local left = pair(0.01)
    for _ = 1, 600 do world:step() end
    assert.near(0, left(), 1e-5)
  end)

  -- What rests is kept apart by the same rule: a crate let down into the floor.
  it("of slop is kept by what rests under gravity, too", function()
    world = cairn.world { gravity = { 0, -10 }, slop = 0.02 }
    world:box { type = "static", y = -0.5, w = 10, h = 1 }
    local crate = world:box { y = 0.485, w = 1, h = 1 }
    local other = world:box { x = 3, y = 0.45, w = 1, h = 1 }
    for _ = 1, 300 do world:step() end
    assert.near(0.485, crate:y(), 5e-4)
    assert.near(0.48, other:y(), 5e-4)
  end)

  it("of slop is no touch at a distance: nothing floats, nothing begins to touch early", function()
    world = cairn.world { gravity = { 0, 0 }, slop = 0.1 }
    world:box { type = "static", y = -0.5, w = 10, h = 1 }
    local crate = world:box { y = 0.55, w = 1, h = 1 }
    world:step()
    assert.is_false(crate:touching(world:body(1)))
    world:set_gravity(0, -10)
    for _ = 1, 60 do world:step() end
    assert.is_true(crate:touching(world:body(1)))
    assert.near(0.5, crate:y(), 1e-3)
  end)

  -- One sub-step takes 1 - (1 - share)^(1 / n) of it, so that the step takes the share.
  for _, share in ipairs { 0.2, 0.5, 0.8, 1 } do
    for _, n in ipairs { 1, 4, 16 } do
      it(("beyond slop goes by %g in a step of %d sub-steps"):format(share, n), function()
        weightless { push_share = share, substeps = n, push_speed = 100 }
        local left = pair(0.01)
        local wanted = 0.01
        for _ = 1, 5 do
          world:step()
          wanted = wanted * (1 - share)
          assert.near(wanted, left(), 2e-6)
        end
      end)
    end
  end

  it("goes no faster than push_speed, whatever the share", function()
    weightless { push_share = 1, push_speed = 0.3 }
    local left = pair(0.05)
    world:step()
    assert.near(0.05 - 0.3 / 60, left(), 1e-5)
  end)

  it("leaves no velocity behind when it is gone", function()
    weightless { push_share = 0.5 }
    pair(0.05)
    for _ = 1, 60 do world:step() end
    assert.near(0, world:kinetic_energy(), 1e-9)
  end)

  it("is asked and set: push_share is nil until then, and again", function()
    world = cairn.world {}
    assert.is_nil(world:push_share())
    world:set_push_share(0.25)
    assert.equal(0.25, world:push_share())
    world:set_push_share(nil)
    assert.is_nil(world:push_share())
    assert.error_matches(function() cairn.world { push_share = -1 } end,
      "(field 'push_share': must be in 0.01..1, got -1)", 1, true)
  end)

  it("in a pile with the tutorials' slop and percent comes to rest", function()
    world = cairn.world { gravity = { 0, -9.81 }, slop = 0.01, push_share = 0.2 }
    world:box { type = "static", y = -0.5, w = 20, h = 1 }
    for i = 0, 59 do world:box { x = i % 6 - 2.5, y = 0.5 + (i // 6) * 1.05, w = 0.8, h = 1 } end
    for _ = 1, 600 do world:step() end
    assert.is_true(world:max_penetration() < 0.012, world:max_penetration())
    assert.equal(0, world:awake_count())
  end)
end)
