-- Bad input, everywhere: every public function, every argument and every key, wrong in every way.
--
-- The functions are those of the metatables; what they take is in support/bad_input_table.lua, and
-- one without an entry fails here. Expected: the sentence of the contract, which names function and
-- argument, and that nothing else has happened.
local cairn = require "cairn"
local bad = require "tests.support.bad_input"
local entries = require "tests.support.bad_input_table"
local golden_lines = require "tests.support.golden_lines"
local reference = require "docs.reference"
local sorted_keys = require "cairn.words.sorted"

local NAN, INF = 0 / 0, math.huge
local OBJECTS = {
  World = "world", Body = "body", Shape = "shape", Joint = "revolute", Mover = "mover",
}
-- What a script keeps for itself may change at any moment: names, data, layers' names.
local ANY_MOMENT = {
  set_name = true, set_data = true, set_listener = true, set_debug_log = true, set_strict = true,
  defer = true, layer = true,
}

local function methods_of(object) return debug.getmetatable(object).__index end

-- Names in one set of keys and not in the other, each way: "+new -gone".
local function same_names(what, there, listed)
  local words = {}
  for _, name in ipairs(sorted_keys(there)) do
    if listed[name] == nil then words[#words + 1] = "+" .. name end
  end
  for _, name in ipairs(sorted_keys(listed)) do
    if there[name] == nil then words[#words + 1] = "-" .. name end
  end
  assert.equal("", table.concat(words, " "), what .. " differs from its entries in "
    .. "tests/support/bad_input_table.lua: add (+) or remove (-) them there")
end

-- Many cases in one spec: what is wrong comes as one list.
local function collector()
  local list = {}
  return function(text) list[#list + 1] = text end, function()
    if #list == 0 then return end
    local some = table.concat(list, "\n", 1, math.min(#list, 40))
    error(("%d wrong:\n%s"):format(#list, some), 0)
  end
end

local function expect(report, wanted, f, ...)
  local ok, message = pcall(f, ...)
  local got = ok and "no error" or bad.plain(message)
  if got ~= wanted then report(("wanted: %s\n   got: %s"):format(wanted, got)) end
end

-- A ball that rests on a floor: hooks have something to ask about.
local function add_contact(e)
  e.world:box { type = "static", x = -40, y = 6, w = 4, h = 1, pre_solve = true }
  e.rider = e.world:circle { x = -40, y = 6.99, radius = 0.5, pre_solve = true }
end

-- f(arguments of the hook) in the first call of a hook in one step.
local function in_hook(e, hook, f)
  local called = false
  e.world:set_listener { [hook] = function(...)
    if called then return end
    called = true
    f(...)
  end }
  e.world:step()
  assert.is_true(called)
end

describe("bad input", function()
  local e
  before_each(function() e = bad.environment() end)
  after_each(function() bad.close(e) end)

  -- f(class, name, entry, self, method) for all methods but the special ones.
  local function each_method(f)
    for class, object in cairn.pairs(OBJECTS) do
      for name, entry in cairn.pairs(entries[class]) do
        local self = e[entry.on or object]
        if not entry.special then f(class, name, entry, self, methods_of(self)[name]) end
      end
    end
  end

  -- ---- nothing is forgotten ---------------------------------------------------------------------

  describe("is listed for", function()
    it("every method of every class, and no other", function()
      for class, object in pairs(OBJECTS) do
        same_names(class, methods_of(e[object]), entries[class])
      end
      add_contact(e)
      in_hook(e, "pre_solve", function(m)
        same_names("Manifold", methods_of(m), entries.Manifold)
      end)
      same_names("Rays", methods_of(e.rays), entries.Rays)
      local functions = {}
      for name, f in pairs(cairn) do
        if type(f) == "function" then functions[name] = true end
      end
      same_names("cairn", functions, entries.cairn)
      same_names("cairn.vec", cairn.vec, entries.vec)
    end)

    -- The keys of a class of the type files, its parents' included.
    local function keys_of(types, class, into)
      for _, parent in ipairs(types.classes[class].parents) do
        keys_of(types, parent, into)
      end
      for _, field in ipairs(types.classes[class].fields) do into[field.name] = true end
      return into
    end

    it("every key that the type files have, and no other", function()
      local types = reference.types()
      local count = 0
      for class, list in pairs(entries) do
        local name = class == "cairn" and class or "cairn." .. class
        for _, method in ipairs(types.classes[name].methods) do
          local entry = list[method.name]
          local last = entry and entry[#entry]
          local param = method.params[method.arguments[#method.arguments]]
          if last and last.fields and param then
            local keys = keys_of(types, param.type:match "cairn%.%w+", {})
            same_names(class .. ":" .. method.name .. "{}", keys, last.known or last.fields)
            count = count + 1
          end
        end
      end
      assert.is_true(count > 30, count)
    end)

    it("every key: what one constructor takes the others refuse", function()
      local report, check = collector()
      local all = {}
      for _, list in pairs(entries) do
        for _, entry in pairs(list) do
          for _, k in ipairs(entry) do
            for name in pairs(k.known or k.fields or {}) do all[name] = true end
          end
        end
      end
      each_method(function(_, name, entry, self, f)
        for i, k in ipairs(entry) do
          for key in cairn.pairs(k.fields and all or {}) do
            if not (k.known or k.fields)[key] then
              local list = bad.arguments(e, entry)
              list[i][key] = 1
              local ok, message = pcall(f, self, table.unpack(list, 1, list.n))
              local wanted = ("bad argument #%d to '%s' (unknown field '%s'"):format(i, name, key)
              if ok or bad.plain(message):sub(1, #wanted) ~= wanted then
                report(name .. ": " .. key .. ": " .. tostring(message))
              end
            end
          end
        end
      end)
      check()
    end)
  end)

  -- ---- arguments --------------------------------------------------------------------------------

  for class, object in cairn.pairs(OBJECTS) do
    for name, entry in cairn.pairs(entries[class]) do
      if not entry.special and #entry > 0 then
        it(("of %s:%s is named, and does no harm"):format(class, name), function()
          local report, check = collector()
          local self = e[entry.on or object]
          local before = bad.dump(e, entries, OBJECTS)
          bad.try(e, name, self[name], self, entry, report)
          for _, other in ipairs(entry.also or {}) do
            bad.try(e, name, self[name], self, other, report)
          end
          check()
          assert.equal(before, bad.dump(e, entries, OBJECTS))
          local list = bad.arguments(e, entry)
          self[name](self, table.unpack(list, 1, list.n))
        end)
      end
    end
  end

  for name, entry in cairn.pairs(entries.cairn) do
    if #entry > 0 then
      it(("of cairn.%s is named, and does no harm"):format(name), function()
        local report, check = collector()
        bad.try(e, name, cairn[name], nil, entry, report)
        check()
      end)
    end
  end

  for name, entry in cairn.pairs(entries.vec) do
    it(("of cairn.vec.%s is named"):format(name), function()
      local report, check = collector()
      bad.try(e, name, cairn.vec[name], nil, entry, report)
      check()
    end)
  end

  it("of Rays is named, and does no harm", function()
    local report, check = collector()
    e.rays:fan(0, 9, 20)
    e.world:raycasts(e.rays)
    local function told()
      local t = {}
      for i = 1, #e.rays do t[i] = { e.rays:get(i), e.rays:hit(i) } end
      return t
    end
    local before = told()
    for name, entry in cairn.pairs(entries.Rays) do
      bad.try(e, name, e.rays[name], e.rays, entry, report)
      for _, v in ipairs { 3, {}, e.body } do
        expect(report, ("calling '%s' on bad self (cairn.Rays expected, got %s; did you forget "
          .. "':'?)"):format(name, type(v) == "userdata" and "cairn.Body" or type(v)),
          e.rays[name], v, 1)
      end
    end
    check()
    assert.same(before, told())
  end)

  it("of Manifold is named, and does no harm", function()
    local report, check = collector()
    add_contact(e)
    local before = bad.state(e)
    in_hook(e, "pre_solve", function(m)
      for name, entry in cairn.pairs(entries.Manifold) do
        if not entry.special then
          bad.try(e, name, m[name], m, entry, report)
          local list = bad.arguments(e, entry)
          m[name](m, table.unpack(list, 1, list.n))
        end
      end
      for _, v in ipairs { e.circle, e.dead_shape } do
        expect(report, ("bad argument #1 to 'normal' (shape #%d is not in this manifold)"):format(
          v == e.circle and e.circle:id() or tonumber(tostring(v):match "#(%d+)")), m.normal, m, v)
        assert.is_nil(m:other(v))
      end
    end)
    check()
    assert.is_true(before ~= bad.state(e)) -- it has stepped
  end)

  it("of what answers only inside pre_solve is named there", function()
    local report, check = collector()
    add_contact(e)
    in_hook(e, "begin_contact", function(_, _, m)
      for _, name in ipairs { "set_friction", "set_restitution", "set_surface_speed" } do
        expect(report, name .. " works only inside pre_solve", m[name], m, 0.5)
      end
    end)
    check()
  end)

  -- ---- numbers that are numbers -----------------------------------------------------------------

  -- tests/golden/bad_input.txt is what each parameter says of each (LuaJIT has other integers).
  it("of huge and tiny numbers is named, or does no harm", function()
    local report, check = collector()
    local values = { 1e300, -1e300, 1e30, -1e30, 1e9, -1, 0, 1e-30, 1e-300, -1e-300, 5e-324,
      math.maxinteger, math.mininteger }
    local lines = {}
    local function look_at_world(what)
      e.world:step()
      e.world:step()
      if not e.world:validate() then report(what .. ": not valid") end
      for _, body in ipairs { e.body, e.mate } do
        for _, v in ipairs(body:is_valid() and { body:state() } or {}) do
          if v ~= v or v == INF or v == -INF then report(what .. ": not finite") end
        end
      end
      bad.close(e)
      e = bad.environment()
    end
    -- What is said, with the place of the value in it; what is taken is nothing.
    local function try(name, self, list, what, v)
      local ok, message = pcall(self[name], self, table.unpack(list, 1, list.n))
      if ok then return look_at_world(what) end
      message = bad.plain(message)
      local said = message:match(("^bad argument #%%d to '%s' %%((.*)%%)$"):format(name))
      if not said then return report(what .. ": " .. message) end
      local digits = ("%g"):format(v):gsub("%p", "%%%0")
      said = said:gsub("got " .. digits .. "$", "got N")
      return (said:gsub("^(.-)" .. digits .. " is", "%1N is"))
    end
    -- One parameter or key: put(list, v) puts the value among the arguments.
    local function each_value(class, name, entry, what, put)
      local said, order = {}, {}
      what = ("%s:%s %s"):format(class, name, what)
      for _, v in ipairs(values) do
        local list = bad.arguments(e, entry)
        put(list, v)
        local message = try(name, e[entry.on or OBJECTS[class]], list, what, v)
        if message then
          if not said[message] then order[#order + 1] = message end
          said[message] = (said[message] or "") .. (" %g"):format(v)
        end
      end
      for _, message in ipairs(order) do
        lines[#lines + 1] = ("%s: %s:%s"):format(what, message, said[message])
      end
      if #order == 0 then lines[#lines + 1] = what .. ": all taken" end
    end
    each_method(function(class, name, entry)
      for i, k in ipairs(entry) do
        if math.type(k.good(e)) then
          each_value(class, name, entry, "#" .. i, function(list, v) list[i] = v end)
        end
        for key, inner in cairn.pairs(k.fields or {}) do
          if math.type(inner.good(e)) then
            each_value(class, name, entry, key, function(list, v) list[i][key] = v end)
          end
        end
      end
    end)
    check()
    if _VERSION ~= "Lua 5.1" then golden_lines("tests/golden/bad_input.txt", lines) end
  end)

  -- ---- more than it takes -----------------------------------------------------------------------

  -- Lua drops what a call does not take, and so do we, so that calls can be put into each other. It
  -- is refused where it would have a meaning: these are all.
  describe("of surplus arguments", function()
    local ALL_KEYS = "all keys go into one table"

    it("is refused after a table of keys", function()
      local report, check = collector()
      local count = 0
      local function refused(name, entry, f, self)
        local last = entry[#entry]
        if not last or not last.fields or entry.special then return end
        local list = bad.arguments(e, entry)
        list[#entry + 1] = {}
        expect(report, ("bad argument #%d to '%s' (no value expected, got table; %s)"):format(
          #entry + 1, name, ALL_KEYS), f, table.unpack(self and { self, table.unpack(list) }
          or list))
        count = count + 1
      end
      local before = bad.state(e)
      for class, object in cairn.pairs(OBJECTS) do
        for name, entry in cairn.pairs(entries[class]) do
          local self = e[entry.on or object]
          refused(name, entry, self[name], self)
        end
      end
      for name, entry in cairn.pairs(entries.cairn) do refused(name, entry, cairn[name]) end
      check()
      assert.is_true(count > 35, count)
      assert.equal(before, bad.state(e))
    end)

    it("is refused where another engine, or another kind, has a meaning for it", function()
      local report, check = collector()
      local before = bad.state(e)
      local function refused(object, name, n, hint, ...)
        expect(report, ("bad argument #%d to '%s' (no value expected, got %s; %s)"):format(n, name,
          type((select(n, ...))), hint), object[name], object, ...)
      end
      refused(e.world, "step", 2, "sub-steps are set by world:set_substeps(n)", 1 / 60, 8)
      refused(e.world, "step", 2, "sub-steps are set by world:set_substeps(n)", nil, 8)
      refused(e.weld, "set_linear", 3, "a weld has no max", 1, 1, 9)
      refused(e.weld, "set_angular", 3, "a weld has no max", 1, 1, 9)
      refused(e.revolute, "set_spring", 3, "where it rests is set by set_target", 1, 0.5, 0.3)
      refused(e.prismatic, "set_target", 2, "it is an angle or a length", 1, 2)
      refused(e.body, "apply_force", 5, "what is pushed wakes", 1, 0, 0, 0, false)
      refused(e.body, "apply_impulse", 5, "what is pushed wakes", 1, 0, nil, nil, false)
      refused(e.body, "apply_torque", 2, "what is pushed wakes", 1, false)
      refused(e.body, "apply_angular_impulse", 2, "what is pushed wakes", 1, false)
      for _, save in ipairs { function() e.world:save("nowhere", true) end,
        function() cairn.load("nowhere", {}) end } do
        local ok, message = pcall(save)
        if ok or not message:find "no value expected" then report(tostring(message)) end
      end
      check()
      assert.equal(before, bad.state(e))
    end)

    it("is none where calls are put into each other", function()
      e.body:set_position(e.body:drawn())
      e.body:set_velocity(e.body:state())
      e.body:apply_impulse(0, 1, e.revolute:anchors())
      e.body:apply_force(0, 1, 0, 0, true)
      e.mouse:set_target(e.body:drawn())
      e.body:set_name(("top"):gsub("t", "p"))
      e.world:step(1 / 60, nil)
      e.weld:set_linear(1, 1, nil)
    end)

    it("is none in all other calls", function()
      each_method(function(_, name, entry, self, f)
        local keyed = entry[#entry] and entry[#entry].fields
        local list = bad.arguments(e, entry)
        if keyed or name == "set_target" or name == "set_spring" then return end
        list[#entry + 1] = 7
        f(self, table.unpack(list, 1, #entry + 1))
      end)
    end)
  end)

  -- ---- self -------------------------------------------------------------------------------------

  it("of self asks for the colon", function()
    local report, check = collector()
    local wrong = { bad.NIL, 3, "x", true, {}, e.world, e.body, e.shape, e.revolute, e.mover,
      io.stdout }
    for class, object in cairn.pairs(OBJECTS) do
      for name, f in cairn.pairs(methods_of(e[object])) do
        for _, v in ipairs(wrong) do
          local meta = debug.getmetatable(v)
          local word = v == bad.NIL and "nil" or type(v) == "userdata" and meta.__name or type(v)
          if word ~= "cairn." .. class then
            if v == bad.NIL then v = nil end
            expect(report, ("calling '%s' on bad self (cairn.%s expected, got %s; did you forget "
              .. "':'?)"):format(name, class, word), f, v, 1, 1)
          end
        end
        expect(report, ("calling '%s' on bad self (cairn.%s expected, got no value; did you "
          .. "forget ':'?)"):format(name, class), f)
      end
    end
    check()
  end)

  it("of self is refused by what Lua calls, too", function()
    local report, check = collector()
    for class, object in cairn.pairs(OBJECTS) do
      local f = debug.getmetatable(e[object]).__tostring
      for _, v in ipairs { 3, {}, io.stdout } do
        local ok, message = pcall(f, v)
        local expected = ("bad argument #1 to '?' (cairn.%s expected, got "):format(class)
        if ok or not message:find(expected, 1, true) then report(class .. ": " .. message) end
      end
    end
    check()
  end)

  it("of the dead names them", function()
    local report, check = collector()
    local before = bad.state(e)
    for _, class in ipairs { "Body", "Shape", "Joint", "Mover" } do
      local dead = e["dead_" .. class:lower()]
      for name, f in cairn.pairs(methods_of(dead)) do
        local entry = entries[class][name]
        local list = bad.arguments(e, entry)
        if name == "is_valid" or name == "destroy" then
          assert.is_false(f(dead))
        else
          expect(report, ("calling '%s' on bad self (%s)"):format(name, e.words[class]), f, dead,
            table.unpack(list, 1, list.n))
        end
      end
    end
    assert.equal(before, bad.state(e))
    check()
  end)

  it("of a dead world says so, for all that was in it", function()
    local report, check = collector()
    e.world:destroy()
    local place = ("tests/bind/bad_input_spec.lua:%d")
      :format(debug.getinfo(1, "l").currentline - 2)
    for class, object in cairn.pairs(OBJECTS) do
      local self = e[object]
      for name, f in cairn.pairs(methods_of(self)) do
        if name == "is_valid" or name == "destroy" then
          assert.is_false(f(self))
        else
          expect(report, ("calling '%s' on bad self (world has been destroyed at %s)")
            :format(name, place), f, self, table.unpack(class == "World" and { {} } or { 1, 1 }))
        end
      end
    end
    check()
    e.world = cairn.world {}
  end)

  it("of a manifold after its moment is named", function()
    local report, check = collector()
    add_contact(e)
    local kept
    in_hook(e, "begin_contact", function(_, _, m) kept = m end)
    for name, f in cairn.pairs(methods_of(kept)) do
      if name == "is_valid" then
        assert.is_false(f(kept))
      else
        expect(report, "manifold is only valid inside its callback; use m:copy(t)", f, kept, 1)
      end
      expect(report, ("calling '%s' on bad self (cairn.Manifold expected, got number; did you "
        .. "forget ':'?)"):format(name), f, 3)
    end
    check()
  end)

  -- ---- the wrong moment -------------------------------------------------------------------------

  -- What a step has to tell is told when it is over.
  local EVENTS = { begins = true, ends = true, hits = true, sensors = true, moved = true,
    broken = true, pressed = true, alarms = true, mover_hits = true }

  local function moment(e_, hook, report)
    local before, inside = nil, {}
    in_hook(e_, hook, function()
      before = bad.state(e_)
      each_method(function(class, name, entry, self, f)
        local list = bad.arguments(e_, entry)
        local ok, message = pcall(f, self, table.unpack(list, 1, list.n))
        local wanted = ("world is read-only inside %s; use world:defer(fn)"):format(hook)
        local of_events = ("events of a step can be read after it, not inside %s; use " ..
          "world:defer(fn)"):format(hook)
        if ANY_MOMENT[name] then
          inside[#inside + 1] = name
        elseif entry.writes and (ok or bad.plain(message) ~= wanted) then
          report(("%s:%s: %s"):format(class, name, ok and "taken" or bad.plain(message)))
        elseif EVENTS[name] then
          if ok or bad.plain(message) ~= of_events then
            report(("%s:%s: %s"):format(class, name, ok and "taken" or bad.plain(message)))
          end
        elseif not entry.writes and not ok then
          report(("%s:%s: %s"):format(class, name, message))
        end
      end)
      expect(report, "world:step may not be called inside a callback of the same world",
        e_.world.step, e_.world)
      for _, object in ipairs { "body", "shape", "revolute", "mover" } do
        expect(report, ("world is read-only inside %s; use world:defer(fn)"):format(hook),
          e_[object].destroy, e_[object])
      end
      local function cut(state) return state:match "^%S+ %S+ %S+ %S+ %S+ %S+" end
      if cut(bad.state(e_)) ~= cut(before) then report "not as it was" end
    end)
    assert.is_true(#inside > 5)
  end

  for _, hook in ipairs { "pre_solve", "filter" } do
    it("inside " .. hook .. " is refused, and reading is not", function()
      local report, check = collector()
      add_contact(e)
      moment(e, hook, report)
      check()
      assert.is_true(e.world:validate())
      assert.equal(1, e.world:steps())
    end)
  end

  it("is none in the hooks after the step: all works there", function()
    local report, check = collector()
    add_contact(e)
    local count = 0
    in_hook(e, "begin_contact", function()
      each_method(function(class, name, entry, self, f)
        local list = bad.arguments(e, entry)
        local ok, message = pcall(f, self, table.unpack(list, 1, list.n))
        if not ok then report(("%s:%s: %s"):format(class, name, message)) end
        count = count + 1
      end)
    end)
    check()
    assert.is_true(count > 350, count)
    assert.is_true(e.world:validate())
    e.world:step()
  end)

  -- ---- the special ones -------------------------------------------------------------------------

  it("of World:step is named, and does no harm", function()
    local report, check = collector()
    bad.try(e, "step", e.world.step, e.world, entries.World.step, report)
    for _, v in ipairs { NAN, INF, -INF } do
      expect(report, ("bad argument #1 to 'step' (finite number expected, got %s)")
        :format(v ~= v and "nan" or ("%g"):format(v)), e.world.step, e.world, v)
    end
    check()
  end)
end)
