-- The lessons in scripts/lessons/: each measures what its formula says, with its own values and
-- with others, as docs/lessons.md tells.

local scene = require "cairn.scene"

-- name, seconds until it is measured, share of the formula that it may be off, values to try
local LESSONS = {
  { "01_free_fall", 2, 1e-4, { {}, { gravity = 1.6 }, { gravity = 25, mass = 100 } } },
  { "02_restitution", 3, 1e-3, { {}, { e = 0.3 }, { e = 1, height = 2 }, { e = 0 } } },
  { "03_friction", 2, 1e-3, { {}, { mu = 0 }, { mu = 0.6 }, { slope = 50, mu = 1 } } },
  { "04_momentum", 3, 1e-4, { {}, { e = 1, m2 = 10 }, { e = 0, m1 = 5 } } },
  { "05_energy", 5, 1e-3, { {}, { slope = 60, mass = 10 }, { slope = 10 } } },
  { "06_inertia", 3, 1e-4, { {}, { radius = 3, torque = 10 }, { mass = 8 } } },
  { "07_stack", 5, 1e-3, { {}, { boxes = 20 }, { substeps = 2 } } },
  { "08_pendulum", 12, 1e-3, { {}, { swing = 120 }, { length = 0.5, swing = 5 } } },
  { "09_cradle", 3, 2e-3, { {}, { balls = 2 }, { balls = 8, swing = 20 } } },
  { "10_determinism", 5, 0, { {} } },
  { "11_spring", 8, 1e-2, { {}, { mass = 20 }, { hertz = 2 } } },
  { "12_continuous", 2, 0, { {}, { speed = 400, wall = 0.01 } } },
}

local function path_of(name) return ("scripts/lessons/%s.lua"):format(name) end

local function text_of(values)
  local list = {}
  for name, value in pairs(values) do list[#list + 1] = ("%s = %g"):format(name, value) end
  table.sort(list)
  return #list > 0 and table.concat(list, ", ") or "its own values"
end

describe("A lesson measures what its formula says:", function()
  for _, lesson in ipairs(LESSONS) do
    local name, seconds, share, cases = table.unpack(lesson)
    for _, values in ipairs(cases) do
      it(("%s with %s"):format(name, text_of(values)), function()
        local s <close> = assert(scene.load(path_of(name), values))
        s:run(seconds)
        assert.is_true(s:draw())
        local said = s:scene().lesson
        assert.is_near(said.formula, said.measured, share * math.max(said.formula, 0.1))
        assert.same({}, s.warnings)
      end)
    end
  end

  it("and what it shows depends on its sliders", function()
    local shown = {}
    for _, mass in ipairs { 1, 100 } do
      local s <close> = assert(scene.load(path_of "01_free_fall", { mass = mass }))
      s:run(2)
      shown[#shown + 1] = s:scene().lesson.measured
    end
    assert.equal(shown[1], shown[2])
    local s <close> = assert(scene.load(path_of "10_determinism", { nudge = 1e-9 }))
    s:run(1 / 30)
    assert.is_false(s:scene().lesson.same)
    local early = s:scene().lesson.measured
    s:run(8)
    assert.is_true(s:scene().lesson.measured > 10 * early)
  end)
end)

describe("The page of lessons", function()
  it("names each file, in their order", function()
    local file <close> = assert(io.open "docs/lessons.md")
    local text, names = file:read "a", {}
    for name in text:gmatch "%(%.%./scripts/lessons/([%w_]+)%.lua%)" do names[#names + 1] = name end
    local pipe <close> = assert(io.popen "LC_ALL=C ls scripts/lessons")
    local files, listed = {}, {}
    for line in pipe:lines() do files[#files + 1] = line:match "^([%w_]+)%.lua$" end
    for i, lesson in ipairs(LESSONS) do listed[i] = lesson[1] end
    assert.same(files, names)
    assert.same(files, listed)
  end)
end)
