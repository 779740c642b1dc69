-- Parameters: what may be declared, what values are taken, and the sentences when not.

local natural = require "cairn.words.natural"
local params = require "cairn.scene.params"

local function declared(specs, old, overrides)
  local set = params.new(old, overrides)
  set:declare(specs)
  return set
end

describe("cairn.scene.params", function()
  it("lists names as people count", function()
    local specs = {}
    for i = 1, 12 do specs["row_" .. i] = { 1, 0, 2 } end
    specs.row, specs.row_2b, specs.zebra, specs.Ape = true, true, true, true
    local names = {}
    for i, item in ipairs(declared(specs):list()) do names[i] = item.name end
    assert.equal("Ape row row_1 row_2 row_2b row_3 row_4 row_5 row_6 row_7 row_8 row_9 row_10 "
      .. "row_11 row_12 zebra", table.concat(names, " "))
  end)

  it("lists them as they stand in the script, groups and all", function()
    local scene = require "cairn.scene"
    local text = [[
-- zebra = 1, ape = 2
local cairn = require "cairn"
local t = { rows = 3, ape = "zebra = 1" }
scene.params { zebra = { 1, 0, 2 }, -- ape = first
  ape = { 3, 0, 9 },
  b10 = true, b9 = { "one = 1", "two" },
}
scene.params("Late", { a = true, rows = { 1, 0, 5, step = 1 } })
local more = {}
for i = 1, 11 do more["m" .. i] = { i, 0, 20 } end
scene.params("Made", more)
function scene.load() return cairn.world {} end
]]
    local function reader() return text end
    local s <close> = scene.load("s.lua", nil, { reader = reader, watch = false })
    local names = {}
    for i, item in ipairs(s:params()) do
      names[i] = item.group and item.group .. "." .. item.name or item.name
    end
    assert.equal("zebra ape b10 b9 Late.a Late.rows Made.m1 Made.m2 Made.m3 Made.m4 Made.m5 "
      .. "Made.m6 Made.m7 Made.m8 Made.m9 Made.m10 Made.m11", table.concat(names, " "))
  end)

  it("has one order for any names", function()
    local NAMES = { "", "0", "00", "1", "01", "a", "a0", "a00", "a1", "a01", "a1b", "a01b", "a10",
      "a9", "a_1", "aa", "b", "99999999999999999999", "100000000000000000000" }
    for _, a in ipairs(NAMES) do
      for _, b in ipairs(NAMES) do
        assert.equal(a ~= b, natural.less(a, b) ~= natural.less(b, a), a .. " " .. b)
        for _, c in ipairs(NAMES) do
          if natural.less(a, b) and natural.less(b, c) then
            assert.is_true(natural.less(a, c), table.concat({ a, b, c }, " "))
          end
        end
      end
    end
    assert.is_true(natural.less("99999999999999999999", "100000000000000000000"))
  end)

  describe("declarations", function()
    it("take numbers, switches and choices, listed by name", function()
      local set = declared {
        rows = { 12, 1, 40, step = 1, rebuild = true },
        on = true,
        off = { false, rebuild = true },
        shape = { "box", "circle" },
      }
      assert.same({
        { name = "off", kind = "boolean", value = false, default = false, rebuild = true },
        { name = "on", kind = "boolean", value = true, default = true, rebuild = false },
        { name = "rows", kind = "number", value = 12, default = 12, min = 1, max = 40, step = 1,
          rebuild = true },
        { name = "shape", kind = "choice", value = "box", default = "box",
          choices = { "box", "circle" }, rebuild = false },
      }, set:list())
    end)

    for message, spec in pairs {
      ["parameter 'n': three numbers expected: { default, min, max }"] = { 1, 2 },
      ["parameter 'n': min 3 is above max 2"] = { 1, 3, 2 },
      ["parameter 'n': default 5 lies outside 1 to 2"] = { 5, 1, 2 },
      ["parameter 'n': step must be a number above 0"] = { 1, 0, 2, step = 0 },
      ["parameter 'n': unknown field 'setp', did you mean 'step'?"] = { 1, 0, 2, setp = 1 },
      ["parameter 'n': unknown field 'colour'"] = { 1, 0, 2, colour = 1 },
      ["parameter 'n': unknown field 'a1'"] = { 1, 0, 2, f6 = 1, e5 = 1, d4 = 1, c3 = 1, b2 = 1,
        a1 = 1 },
      ["parameter 'n': choice #2 is no string"] = { "a", 2 },
      ["parameter 'n': a table expected, as { default, min, max }, got number"] = 5,
      ["parameter 'n': the default must be a number, a boolean or the first of a list of strings"]
        = {},
    } do
      it("refuse: " .. message, function()
        assert.has_error(function() declared { n = spec } end, message)
      end)
    end

    it("refuse nan and infinity", function()
      assert.has_error(function() declared { n = { 0 / 0, 0, 1 } } end)
      assert.has_error(function() declared { n = { 0, 0, math.huge } } end)
    end)

    it("refuse names that are none", function()
      assert.has_error(function() declared { "a", "b" } end,
        "scene.params: '1' is no name for a parameter")
    end)
  end)

  describe("values", function()
    local set
    before_each(function()
      set = declared {
        rows = { 12, 1, 40, step = 1 }, friction = { 0.6, 0, 1 }, fine = { 0, 0, 1, step = 0.1 },
        on = true, shape = { "box", "circle" }, grade = { "a", "b" },
      }
    end)

    it("snap to the step and stay integers where the declaration is whole", function()
      set:set("rows", 7.4)
      assert.equal("integer", math.type(set:get("rows")))
      assert.equal(7, set:get("rows"))
      set:set("fine", 0.31)
      assert.equal(0.3, set:get("fine"))
      set:set("fine", 1)
      assert.equal(1.0, set:get("fine"))
    end)

    for message, case in pairs {
      ["unknown parameter 'rowz', did you mean 'rows'?"] = { "rowz", 1 },
      ["unknown parameter 'quite_other'"] = { "quite_other", 1 },
      ["parameter 'rows': must be between 1 and 40, got 99"] = { "rows", 99 },
      ["parameter 'rows': number expected, got 'x'"] = { "rows", "x" },
      ["parameter 'rows': number expected, got nan"] = { "rows", 0 / 0 },
      ["parameter 'rows': number expected, got table"] = { "rows", {} },
      ["parameter 'rows': must be between 1 and 40, got inf"] = { "rows", math.huge },
      ["parameter 'on': true or false expected, got 3"] = { "on", 3 },
      ["parameter 'shape': expected one of box, circle, got 'circel', did you mean 'circle'?"]
        = { "shape", "circel" },
      ["parameter 'grade': expected one of a, b, got 'c'"] = { "grade", "c" },
    } do
      it("refuse: " .. message, function()
        local before = set:list()
        assert.has_error(function() set:set(case[1], case[2]) end, message)
        assert.same(before, set:list())
      end)
    end

    it("say whether they moved", function()
      assert.is_false((set:set("rows", 12)))
      assert.is_true((set:set("rows", 13)))
    end)
  end)

  describe("given from outside", function()
    local SPECS = { rows = { 12, 1, 40 }, on = false, shape = { "box", "circle" } }

    local function with(...)
      local set = declared(SPECS, nil, params.overrides(nil, { ... }))
      set:check_overrides()
      return set
    end

    it("are read in the type of their parameter", function()
      local set = with("rows=20", "on=true", " shape = circle ")
      assert.equal(20, set:get("rows"))
      assert.is_true(set:get("on"))
      assert.equal("circle", set:get("shape"))
      assert.is_true(with("on=yes"):get("on"))
      assert.is_false(with("on=0"):get("on"))
    end)

    it("of a table keep their type", function()
      local set = declared(SPECS, nil, params.overrides { rows = 3, on = true })
      assert.equal(3, set:get("rows"))
    end)

    for message, text in pairs {
      ["--set rows: expected name=value"] = "rows",
      ["--set =3: expected name=value"] = "=3",
      ["--set rowz=3: unknown parameter 'rowz', did you mean 'rows'? "
        .. "(the scene has on, rows, shape)"] = "rowz=3",
      ["--set rows=abc: parameter 'rows': number expected, got 'abc'"] = "rows=abc",
      ["--set rows=: parameter 'rows': number expected, got ''"] = "rows=",
      ["--set rows=99: parameter 'rows': must be between 1 and 40, got 99"] = "rows=99",
      ["--set rows=nan: parameter 'rows': number expected, got 'nan'"] = "rows=nan",
      ["--set on=maybe: parameter 'on': true or false expected, got 'maybe'"] = "on=maybe",
    } do
      it("refuse: " .. message, function()
        assert.has_error(function() with(text) end, message)
      end)
    end

    it("say when the scene has no parameters at all", function()
      local set = params.new(nil, params.overrides { rows = 3 })
      assert.has_error(function() set:check_overrides() end,
        "unknown parameter 'rows' (the scene declares none)")
    end)
  end)

  describe("after a reload", function()
    it("keep false as a live value", function()
      local old = declared { on = true }
      old:set("on", false)
      assert.is_false(declared({ on = true }, old):get("on"))
    end)

    it("fall back to the default when a choice is gone or the kind is another", function()
      local old = declared { shape = { "box", "circle" }, n = { 1, 0, 9 } }
      old:set("shape", "circle")
      old:set("n", 4)
      local new = declared({ shape = { "box", "capsule" }, n = true }, old)
      assert.equal("box", new:get("shape"))
      assert.is_true(new:get("n"))
    end)

    it("name those that moved", function()
      local old = declared { a = { 1, 0, 9 }, b = { 1, 0, 9 } }
      assert.same({ "b" }, declared({ a = { 1, 0, 9 }, b = { 2, 0, 9 } }, old)
        :changed_since(old))
    end)
  end)
end)
