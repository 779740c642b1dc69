-- world:snapshot, restore, clone, save and cairn.load: who is who afterwards, what is refused and
-- how. That the same bits go on is in scene/snapshots_spec.lua.

local cairn = require "cairn"

local function world_with_box()
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 10, h = 1 }
  return world, world:box { w = 1, h = 1, y = 2, name = "crate", data = { "kept" } }
end

local function run(world, steps)
  for _ = 1, steps do world:step() end
end

-- The path of a file of the spec.
local function path_of(name) return os.tmpname() .. name end

local function write(path, bytes)
  local file <close> = assert(io.open(path, "wb"))
  file:write(bytes)
end

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

describe("world:restore", function()
  it("puts bodies back to where they were, under the handles that they have", function()
    local world, box = world_with_box()
    local taken = world:snapshot()
    local shape = box:shape()
    run(world, 60)
    assert.is_true(box:y() < 1)
    assert.is_true(world:restore(taken))
    assert.equal(2, box:y())
    assert.equal(box, world:body(box:id()))
    assert.equal(shape, box:shape())
    assert.same({ "kept" }, box:data())
    assert.equal(0, world:steps())
  end)

  it("revives the handle of a body destroyed since, with its data", function()
    local world, box = world_with_box()
    local shape, joint = box:shape(), world:revolute { a = world:ground(), b = box, at = { 0, 2 } }
    shape:set_data "of the shape"
    local taken = world:snapshot()
    box:destroy()
    run(world, 5) -- nobody answers for it any more
    assert.is_false(box:is_valid())
    assert.is_true(world:restore(taken))
    assert.is_true(box:is_valid() and shape:is_valid() and joint:is_valid())
    assert.equal(box, world:find "crate")
    assert.equal(shape, world:shape(shape:id()))
    assert.equal(joint, world:joint(joint:id()))
    assert.same({ "kept" }, box:data())
    assert.equal("of the shape", shape:data())
  end)

  it("revives what was destroyed a moment ago", function()
    local world, box = world_with_box()
    local taken = world:snapshot()
    box:destroy()
    assert.is_true(world:restore(taken))
    assert.is_true(box:is_valid())
    assert.equal(box, world:body(box:id()))
  end)

  it("tells the kind, layer and body of a shape whose id another one had", function()
    local world = cairn.world { layers = { "wall" } }
    local one, two = world:body { y = 1 }, world:body { y = 9 }
    local before = world:snapshot()
    one:add_box { w = 1, h = 1 }
    local boxed = world:snapshot()
    assert.is_true(world:restore(before))
    local shape = two:add_circle { radius = 0.5, layer = "wall" }
    local round = world:snapshot()
    assert.is_true(world:restore(boxed))
    assert.equal("box default", shape:kind() .. " " .. shape:layer())
    assert.equal(one, shape:body())
    shape:set_layer "wall"
    assert.is_true(world:restore(round))
    assert.equal("circle wall", shape:kind() .. " " .. shape:layer())
    assert.equal(two, shape:body())
    assert.equal(0.5, shape:radius())
  end)

  it("tells the kind of a joint whose id another one had in another future", function()
    local world, box = world_with_box()
    local before = world:snapshot()
    local ground = world:ground()
    world:revolute { a = ground, b = box, at = { 0, 2 } }
    local hinged = world:snapshot()
    assert.is_true(world:restore(before))
    local joint = world:distance { a = ground, b = box, from = { 0, 4 }, to = { 0, 2 } }
    local tied = world:snapshot()
    assert.is_true(world:restore(hinged))
    assert.equal(joint, world:joint(joint:id()))
    assert.equal("revolute", joint:type())
    assert.equal(0, joint:angle())
    assert.has_error(function() joint:length() end)
    assert.is_true(world:restore(tied))
    assert.equal("distance", joint:type())
    assert.equal(2, joint:length())
  end)

  it("kills for good what the snapshot does not have, even if its id is given out again", function()
    local world = world_with_box()
    local before = world:snapshot()
    local late, shape = world:circle { y = 5, radius = 0.2, data = "late" }
    local after = world:snapshot()
    assert.is_true(world:restore(before))
    assert.is_false(late:is_valid() or shape:is_valid())
    local other = world:circle { y = 5, radius = 0.2 }
    assert.equal(late == other, false)
    assert.is_false(late:is_valid())
    assert.is_nil(other:data())
    assert.has_error(function() late:y() end)
    assert.matches("body #%d+ has been destroyed at .*snapshot_spec.lua:%d+",
      select(2, pcall(late.y, late)))
    assert.is_true(world:restore(after))
    assert.is_false(late:is_valid())
    assert.is_true(other:is_valid())
    assert.is_true(world:validate())
  end)

  it("brings names and layers back, and takes away those given since", function()
    local world, box = world_with_box()
    world:layer "water"
    local taken = world:snapshot()
    box:set_name "other"
    world:layer "fire"
    assert.is_true(world:restore(taken))
    assert.equal("crate", box:name())
    assert.equal(box, world:find "crate")
    assert.is_nil(world:find "other")
    assert.equal(2, world:layer "water")
    assert.has_error(function() world:raycast(0, 9, 0, -9, "fire") end)
  end)

  it("brings the name of one back whose twin of that name has died", function()
    local world = cairn.world {}
    local first = world:box { w = 1, h = 1, name = "one" }
    local twin = world:box { w = 1, h = 1, name = "one" }
    first:destroy()
    world:restore(world:snapshot())
    assert.equal(twin, world:find "one")
    assert.equal("one", world:clone():find("one"):name())
  end)

  it("finds the lowest id of a name as before, whoever had the name first", function()
    local world = cairn.world {}
    local first, second = world:box { w = 1, h = 1, name = "one" }, world:box { w = 1, h = 1 }
    local third = world:box { w = 1, h = 1, name = "one" }
    first:destroy()
    second:set_name "two"
    local fourth = world:box { w = 1, h = 1, name = "two" } -- in the place of the first
    assert.equal(third, world:find "one")
    third:destroy()
    local fifth = world:box { w = 1, h = 1, name = "two" }
    fourth:destroy()
    local sixth = world:weld { b = fifth, name = "two" }
    assert.equal(second, world:find "two")
    second:destroy()
    assert.equal(fifth, world:find "two")
    local hinge = world:weld { b = fifth, name = "three" }
    local other = world:weld { b = fifth, name = "three" }
    hinge:destroy()
    world:weld { b = fifth, name = "three" }:set_name "four"
    assert.equal(other, world:find "three")
    local copy = world:clone()
    for _, name in ipairs { "one", "two", "three", "four" } do
      local there, here = copy:find(name), world:find(name)
      assert.equal(here and here:id(), there and there:id())
    end
    fifth:set_name()
    assert.equal(sixth:is_valid() and sixth or nil, world:find "two")
  end)

  -- Not as by the world that has taken it: another one looks at each number.
  it("is read by a world that has not taken it, whatever a world may hold", function()
    local shapes = {
      box = { w = 1, h = 1 }, circle = { radius = 0.5 }, ellipse = { rx = 1, ry = 0.5 },
      capsule = { x1 = 0, y1 = 0, x2 = 1, y2 = 0, radius = 0.2 },
      segment = { x1 = 0, y1 = 0, x2 = 1, y2 = 0 }, polygon = { points = { 0, 0, 1, 0, 0, 1 } },
      chain = { points = { 0, 0, 1, 0, 2, 1 } }, halfspace = {},
    }
    for kind, keys in cairn.pairs(shapes) do
      for _, type in ipairs { "static", "kinematic", "dynamic" } do
        local world = cairn.world {}
        local body = world:body { type = type, angular_velocity = 700 }
        -- far out at both ends, where a shape may be
        local made = pcall(body["add_" .. kind], body, keys)
        for _, x in ipairs { 1e6, -1e6, -1e6 } do -- so that the centre is not in the middle
          local far = { x = x, y = -x }
          for key, value in pairs(keys) do far[key] = far[key] or value end
          pcall(body["add_" .. kind], body, far)
        end
        local other = cairn.world {}
        assert(other:restore(world:snapshot()))
        if type == "dynamic" then pcall(body.set_type, body, "kinematic") end
        assert(other:restore(world:snapshot()))
        assert.equal(world:hash(), other:hash())
        assert.is_true(made or kind == "halfspace" or kind == "chain", kind)
        world:step()
        assert(other:restore(world:snapshot()))
      end
    end
  end)

  it("is read where pairs wait whose shapes have just been destroyed", function()
    local world = cairn.world { gravity = { 0, 0 } }
    local bodies = {}
    for i = 1, 12 do -- they fly side by side: their boxes, drawn out, overlap
      bodies[i] = world:box { x = 1.05 * i, w = 1, h = 1, vx = 50, vy = 50 }
    end
    world:step()
    bodies[3]:shape():destroy()
    bodies[6]:destroy()
    bodies[9]:add_box { w = 1, h = 1 }
    world:box { x = 100, w = 1, h = 1 } -- in the place of one
    local other = cairn.world {}
    assert(other:restore(world:snapshot()))
    for _ = 1, 3 do
      world:step()
      other:step()
      assert.equal(world:hash(), other:hash())
    end
  end)

  it("is read where contacts have ended that no filter was asked about as they slept", function()
    local world = cairn.world { sleep = true }
    world:box { type = "static", y = -0.5, w = 400, h = 1 }
    local bodies = {}
    for i = 1, 150 do
      bodies[i] = world:box { x = i - 75, y = 0.5, w = 1, h = 1, awake = false }
    end
    world:set_listener { filter = function() return true end }
    world:step()
    for i = 20, 150 do bodies[i]:destroy() end
    local other = cairn.world {}
    for _ = 1, 70 do -- places of contacts are moved up meanwhile
      world:step()
      assert(other:restore(world:snapshot()))
    end
  end)

  it("is read where joints have left more speed than the next step lets through", function()
    local r = require "tests.support.geometry".random(44)
    local faster = 0
    for _ = 1, 40 do
      local world, bodies = cairn.world { gravity = { 0, 0 }, max_speed = 1e6 }, {}
      for i = 1, 3 do
        bodies[i] = world:box { x = r.between(0, 4), y = r.between(0, 4), w = 1, h = 1,
          mass = 10 ^ r.between(-4, 4), vx = r.between(-1e6, 1e6), vy = r.between(-1e6, 1e6) }
      end
      world:distance { a = bodies[1], b = bodies[2] }
      world:revolute { a = bodies[2], b = bodies[3], at = { 2, 2 } }
      for _ = 1, 4 do
        world:step(1e-3)
        assert(cairn.world {}:restore(world:snapshot()))
        for _, body in ipairs(bodies) do
          local vx, vy = body:velocity()
          if math.max(math.abs(vx), math.abs(vy)) > 1.1e6 then faster = faster + 1 end
        end
      end
    end
    assert.is_true(faster > 0)
  end)

  it("is read where a polygon is thinner than anything may be wide", function()
    local world = cairn.world {}
    world:polygon { points = { 0, 0, 1, 0, 0.5, 5e-6 } }
    assert(cairn.world {}:restore(world:snapshot()))
  end)

  it("leaves the dead where they were destroyed", function()
    local world = cairn.world {}
    world:restore(world:snapshot()) -- from now on the dead may come back
    local body = world:box { w = 1, h = 1 }
    local line = debug.getinfo(1, "l").currentline + 1
    body:destroy()
    world:restore(world:snapshot())
    assert.error_matches(function() body:x() end, ("destroyed at .*:%d"):format(line))
  end)

  it("gives the same world whether it knows the snapshot as its own or has to check it", function()
    local world, box = world_with_box()
    run(world, 30)
    local taken, hash = world:snapshot(), world:hash()
    local other = cairn.world {}
    for round = 1, 3 do
      run(world, 7)
      assert.is_true(world:restore(taken))
      assert.equal(hash, world:hash(), round)
      assert.is_true(world:validate())
      if round == 1 then for _ = 1, 70 do world:snapshot() end end -- it knows the last 64
    end
    assert.is_true(other:restore(taken))
    assert.equal(hash, other:hash())
    run(world, 60)
    run(other, 60)
    assert.equal(world:hash(), other:hash())
    assert.is_true(box:is_valid())
  end)

  it("knows a snapshot of its own by all of its bytes", function()
    local world, box = world_with_box()
    run(world, 30)
    local taken = world:snapshot()
    assert.is_true(world:restore(taken))
    for _, at in ipairs { 1, 9, 41, #taken // 2, #taken } do
      local other = taken:sub(1, at - 1) .. string.char(taken:byte(at) ~ 1) .. taken:sub(at + 1)
      assert.is_nil((world:restore(other)))
    end
    assert.is_nil((world:restore(taken:sub(1, -2))))
    assert.is_nil((world:restore(taken .. "x")))
    assert.is_true(box:is_valid())
  end)

  it("revives movers", function()
    local world = world_with_box()
    local mover = world:mover { x = 3, y = 1, radius = 0.3, height = 1.2, data = "hero" }
    local taken = world:snapshot()
    mover:move(0.5, 0)
    mover:destroy()
    assert.is_true(world:restore(taken))
    assert.is_true(mover:is_valid())
    assert.equal(3, mover:x())
    assert.equal("hero", mover:data())
    for m in world:movers() do assert.equal(mover, m) end
  end)

  -- The world has given back what contacts need, but not what those with a belt need beside it.
  it("brings back contacts with a belt into a world that has had none for a while", function()
    local world = cairn.world { gravity = { 0, -10 } }
    world:box { type = "static", w = 20, h = 1, y = -0.5, surface_speed = 1 }
    local crate = world:box { w = 1, h = 1, y = 0.5 }
    for _ = 1, 5 do world:step() end
    local taken, hash = world:snapshot(), world:hash()
    for n = 20, 70 do
      crate:set_velocity(0, 20)
      for _ = 1, n do world:step() end
      world:restore(taken)
      assert.equal(hash, world:hash())
    end
  end)

  it("leaves listener, threads and data of the world alone", function()
    local world = world_with_box()
    local listener = {}
    local taken = world:snapshot()
    world:set_listener(listener)
    world:set_data "mine"
    assert.is_true(world:restore(taken))
    assert.equal(listener, world:listener())
    assert.equal("mine", world:data())
  end)

  it("has no events until the next step, and then those that waited", function()
    local world, box = world_with_box()
    run(world, 60)
    local floor = world:body(1)
    box:destroy() -- its end waits for the next step
    local taken = world:snapshot()
    local function ends()
      local count = 0
      for _, a, b in world:ends() do
        count = count + 1
        assert.is_true(a:body() == floor or b:body() == floor)
      end
      return count
    end
    world:step()
    assert.equal(1, ends())
    assert.is_true(world:restore(taken))
    assert.equal(0, ends())
    world:step()
    assert.equal(1, ends())
  end)

  it("raises inside a hook of the world, as its relatives do", function()
    local world, box = world_with_box()
    local taken, said = world:snapshot(), {}
    box:shape():set_pre_solve(true)
    local calls = { restore = taken, snapshot = false, clone = false, save = "nowhere" }
    local function try(hook)
      for call, argument in pairs(calls) do
        said[hook .. call] = select(2, pcall(world[call], world, argument or nil))
      end
    end
    world:set_listener { begin_contact = function() try "after" end,
      pre_solve = function() try "inside" end }
    run(world, 60)
    for call in pairs(calls) do
      assert.matches("world:" .. call .. " may not be called inside a callback of the same world",
        said["after" .. call], 1, true)
      assert.matches("world:" .. call .. " may not be called inside a callback of the same world",
        said["inside" .. call], 1, true)
    end
    assert.is_true(world:restore(taken))
  end)

  it("ends the loop that it is called in with a sentence", function()
    local world, box = world_with_box()
    world:box { w = 1, h = 1, x = 3, y = 2 }
    world:revolute { a = world:ground(), b = box, at = { 0, 2 } }
    world:mover { x = 5, y = 3, radius = 0.3, height = 1 }
    run(world, 45) -- on the floor, and awake
    local taken = world:snapshot()
    local loops = {
      bodies = function() return world:bodies() end,
      dynamic = function() return world:bodies "dynamic" end,
      shapes = function() return world:shapes() end,
      joints = function() return world:joints() end,
      movers = function() return world:movers() end,
      of_body = function() return box:shapes() end,
      joints_of_body = function() return box:joints() end,
      moved = function() return world:moved() end,
      query = function() return world:query_box(-9, -9, 9, 9) end,
      manifolds = function() return world:manifolds() end,
    }
    for round = 1, 2 do
      for name, loop in pairs(loops) do
        world:restore(taken)
        world:step()
        local ok, message = pcall(function()
          for _ in loop() do world:restore(taken) end
        end)
        assert.is_false(ok, name .. round)
        assert.matches("the world was restored inside this loop over it", message, 1, true)
      end
    end
  end)
end)

describe("world:save and cairn.load", function()
  it("refuse a folder, a pipe and a device, which stay what they are", function()
    local world, path = world_with_box(), path_of ".pipe"
    assert.is_true(os.execute(("mkfifo '%s'"):format(path)))
    for where, what in pairs { ["/tmp"] = "a folder", [path] = "not a regular file",
      ["/dev/null"] = "not a regular file" } do
      local sentence = ("%s: is %s"):format(where, what)
      assert.same({ nil, sentence }, { world:save(where) })
      assert.same({ nil, sentence }, { cairn.load(where) })
    end
    assert.is_true(os.execute(("test -p '%s' && test -c /dev/null"):format(path)))
  end)
end)

describe("world:clone", function()
  it("is a world of its own with the same names, layers and settings", function()
    local world = world_with_box()
    world:layer "water"
    local clone = world:clone()
    assert.equal(world:hash(), clone:hash())
    assert.equal(2, clone:find("crate"):y())
    assert.is_nil(clone:find("crate"):data())
    assert.equal(world:layer "water", clone:layer "water")
    run(clone, 30)
    assert.equal(2, world:find("crate"):y())
    clone:destroy()
    assert.is_true(world:validate())
  end)

  it("goes on when its model is gone", function()
    local clone
    do
      local world <close> = world_with_box()
      clone = world:clone()
    end
    run(clone, 60)
    assert.is_true(clone:validate())
  end)
end)

describe("world:save", function()
  it("takes at most 250 bytes for a body of a heap, which in memory takes 700", function()
    local world <close> = cairn.world {}
    world:box { type = "static", y = -0.5, w = 20, h = 1 }
    for side = -1, 1, 2 do world:box { type = "static", x = 10 * side, y = 15, w = 1, h = 30 } end
    for i = 1, 600 do
      world:box { x = -8 + 16 * (i % 18) / 17, y = 1 + i // 18 * 0.8, w = 0.5, h = 0.5, angle = i }
    end
    local path = os.tmpname()
    finally(function() os.remove(path) end)
    for _, steps in ipairs { 200, 600 } do -- on its way, and mostly at rest
      run(world, steps - world:steps())
      assert.is_true(world:save(path))
      local file <close> = assert(io.open(path, "rb"))
      local in_file, in_memory = file:seek "end" / 600, #world:snapshot() / 600
      assert.is_true(in_file <= 250, in_file)
      assert.is_true(in_memory <= 700, in_memory)
      local again <close> = assert(cairn.load(path))
      assert.equal(world:hash(), again:hash())
    end
  end)

  it("writes what cairn.load reads: the same world", function()
    local world, path = world_with_box(), path_of ".world"
    run(world, 20)
    assert.is_true(world:save(path))
    local loaded = assert(cairn.load(path))
    assert.equal(world:hash(), loaded:hash())
    assert.equal(world:find("crate"):y(), loaded:find("crate"):y())
    run(world, 60)
    run(loaded, 60)
    assert.equal(world:hash(), loaded:hash())
    os.remove(path)
  end)

  it("writes what world:restore takes as well", function()
    local world, path = world_with_box(), path_of ".world"
    local hash = world:hash()
    assert.is_true(world:save(path))
    run(world, 20)
    assert.is_true(world:restore(read(path)))
    assert.equal(hash, world:hash())
    os.remove(path)
  end)

  it("says which file it could not write, and leaves nothing behind", function()
    local world = world_with_box()
    local ok, message = world:save "/nowhere/at/all.world"
    assert.is_nil(ok)
    assert.equal("/nowhere/at/all.world: No such file or directory", message)
    assert.same({ nil, "path has a zero in it" }, { world:save "a\0b" })
  end)
end)

describe("cairn.load", function()
  it("says which file is missing, foreign, cut or damaged", function()
    local world, path = world_with_box(), path_of ".world"
    local function refused(bytes)
      write(path, bytes)
      local loaded, message = cairn.load(path)
      assert.is_nil(loaded)
      assert.equal(path .. ": ", message:sub(1, #path + 2))
      return message:sub(#path + 3)
    end
    assert.same({ nil, "none.world: No such file or directory" }, { cairn.load "none.world" })
    assert.equal("snapshot is empty", refused "")
    assert.equal("not a snapshot", refused "return {}")
    assert.is_true(world:save(path))
    local bytes = read(path)
    assert.equal("snapshot is cut short", refused(bytes:sub(1, 20)))
    assert.equal("snapshot is cut short or damaged: wrong checksum", refused(bytes:sub(1, -2)))
    assert.equal("snapshot is cut short or damaged: wrong checksum",
      refused(bytes:sub(1, 60) .. "\0" .. bytes:sub(62)))
    assert.equal(("snapshot has format 7; this is %s (format 3)"):format(
      cairn._VERSION:gsub("cairn", "Cairn")), refused(bytes:sub(1, 8) .. "\7" .. bytes:sub(10)))
    os.remove(path)
  end)
end)

describe("a snapshot that is no good", function()
  it("changes nothing, whichever of its bytes is another", function()
    local world, box = world_with_box()
    run(world, 30)
    local taken, hash = world:snapshot(), world:hash()
    for at = 1, #taken, 97 do
      local bad = taken:sub(1, at - 1) .. string.char(taken:byte(at) ~ 0x10) .. taken:sub(at + 1)
      local ok, message = world:restore(bad)
      assert.is_nil(ok, at)
      assert.equal("string", type(message))
    end
    for cut = 0, #taken - 1, 131 do assert.is_nil((world:restore(taken:sub(1, cut)))) end
    assert.equal(hash, world:hash())
    assert.is_true(box:is_valid())
  end)

  it("is refused by its type with a sentence", function()
    local world = world_with_box()
    for _, bad in ipairs { {}, 5, true, world } do
      assert.has_error(function() world:restore(bad) end)
      assert.has_error(function() world:save(bad) end)
      assert.has_error(function() cairn.load(bad) end)
    end
    assert.has_error(function() world:restore(world:snapshot(), 1) end)
  end)
end)
