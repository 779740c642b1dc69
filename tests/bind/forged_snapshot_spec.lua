-- Snapshots with one value forged and the checksum mended: what would be a world that writes where
-- nothing of it is, or that never ends, is refused when it is read. tests/fuzz/snapshots.lua does
-- the same at random.

local cairn = require "cairn"

local HEAD <const>, CHECKSUM <const> = 40, 32 -- bytes: of the head, and where the checksum stands
local SIZE <const> = 17                       -- where the size stands
local NONE <const> = "\xff\xff\xff\xff"       -- an index that leads nowhere

-- The same image with other bytes at a place, under a checksum that fits.
local function forge(image, at, bytes)
  image = image:sub(1, at - 1) .. bytes .. image:sub(at + #bytes)
  local sum = cairn.checksum(image:sub(HEAD + 1))
  return image:sub(1, CHECKSUM) .. string.pack("<i8", sum) .. image:sub(HEAD + 1)
end

-- Where it stands, and only there.
local function place_of(bytes, image)
  local at = assert(image:find(bytes, 1, true), "is not in the image")
  assert(not image:find(bytes, at + 1, true), "is there twice")
  return at
end

-- Where two images of one length differ by this bit of a byte, and only there.
local function place_of_bit(bit, one, other)
  local found
  assert(#one == #other)
  for at = HEAD + 1, #one do
    if one:byte(at) ~ other:byte(at) == bit then
      assert(not found, "twice")
      found = at
    end
  end
  return assert(found, "nowhere")
end

local function refused(world, image)
  local hash = world:hash()
  local ok, message = world:restore(image)
  assert.is_nil(ok)
  assert.equal(hash, world:hash())
  return message
end

-- A box on a floor, which has begun to touch it.
local function box_on_floor(flag)
  local world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 10, h = 1, pre_solve = flag == "pre_solve" }
  world:box { w = 1, h = 1, y = 0.5, [flag or "bullet"] = flag ~= nil }
  for _ = 1, 3 do world:step() end
  return world
end

describe("a forged snapshot", function()
  it("is taken where nothing is forged: the checksum fits", function()
    local world = box_on_floor()
    local taken = world:snapshot()
    assert.equal(taken, forge(taken, HEAD + 1, taken:sub(HEAD + 1, HEAD + 1)))
    assert.is_true(world:restore(taken))
  end)

  -- [3 a b c][3 x y z] is read as [1 a][5 c 3 x y z] when the first 3 and b are forged.
  it("is refused if the generations of slots are not as many as their links", function()
    local world = box_on_floor()
    local taken = world:snapshot()
    local at = place_of(string.pack("<i4i4i4i4i4i4i4i4", 3, 1, 1, 1, 3, -2, -2, -2), taken)
    assert.equal("snapshot is damaged: a list of slots has two lengths",
      refused(world, forge(forge(taken, at, "\1\0\0\0"), at + 8, "\5\0\0\0")))
  end)

  it("is refused if its steps are so many that their number soon wraps round", function()
    local world = box_on_floor()
    while world:steps() < 1371 do world:step() end
    local taken = world:snapshot()
    -- the stamp of events, the time, the steps
    local at = 16 + place_of(string.pack("<i8di8", 1371, world:time(), 1371), taken)
    assert.is_true(world:restore(forge(taken, at, string.pack("<i8", 1 << 52))))
    assert.equal("snapshot is damaged: a setting is out of range",
      refused(world, forge(taken, at, string.pack("<i8", -1))))
  end)

  -- Of eight bodies the plain piece, and the first one.
  it("is refused if a body is said to have no piece though it has", function()
    local world = box_on_floor()
    local taken = world:snapshot()
    local at = place_of(string.pack("<" .. ("i4"):rep(11), -1, 0, 1, 0, 0, 0, 0, 0, -1, 0, 1),
      taken)
    assert.equal("snapshot is damaged: a body has a piece that is none of its",
      refused(world, forge(taken, at + 40, NONE)))
  end)

  it("is refused if a free run of vertices leads anywhere but to another", function()
    local world = box_on_floor()
    local points = { 0.1371, 0.1372, 0.9373, 0.1374, 0.5375, 0.8376 }
    world:polygon { y = 5, points = points }:destroy()
    local taken, at = world:snapshot(), nil
    for i = 2, 6, 2 do -- the first vertex has lost its x to the index
      local y = string.pack("<f", points[i])
      if taken:find(NONE .. y, 1, true) then at = place_of(NONE .. y, taken) end
    end
    assert.is_not_nil(at)
    assert.is_true(world:restore(forge(taken, at, NONE)))
    for _, next in ipairs { 0, 1, 4, 8, 9, 16, 1000000, 0x7fffffff, -2, -0x80000000 } do
      assert.equal("snapshot is damaged: a pool has a broken list",
        refused(world, forge(taken, at, string.pack("<i4", next))), next)
    end
  end)

  it("is refused if a list of free runs begins in what is in use", function()
    local world = cairn.world {}
    world:polygon { y = 5, points = { 0, 0, 1, 0, 0, 1 } }
    local taken = world:snapshot()
    local at = place_of(string.pack("<i4", 4) .. NONE:rep(31), taken) -- four vertices, none free
    for size = 0, 30 do
      for _, first in ipairs { 0, 1, 4 } do
        assert.equal("snapshot is damaged: a pool has a broken list",
          refused(world, forge(taken, at + 4 + 4 * size, string.pack("<i4", first))))
      end
    end
    for _, count in ipairs { -1, 3, 5, 0x7fffffff } do
      assert.matches("snapshot is damaged",
        refused(world, forge(taken, at, string.pack("<i4", count))))
    end
  end)

  it("is refused if a material of a chain is no number, or less than nothing", function()
    local world, materials = cairn.world {}, {}
    for i = 1, 3 do materials[i] = { friction = 0.2511 + i / 16, restitution = 0.1257 } end
    world:chain { type = "static", points = { -3, 0, -1, 0, 1, 0, 3, 0 }, materials = materials }
    local taken = world:snapshot()
    for i = 1, 3 do
      local at = place_of(string.pack("<d", materials[i].friction), taken)
      for _, forged in ipairs { 0 / 0, 1 / 0, -1 / 0, -0.5 } do
        for member = 0, 2 do -- friction, restitution, rolling resistance
          assert.equal("snapshot is damaged: a pool has a broken list",
            refused(world, forge(taken, at + 8 * member, string.pack("<d", forged))))
        end
      end
    end
  end)

  it("is refused if a body's mass is beyond what masses are, or not what solvers have", function()
    local world = cairn.world {}
    world:box { y = 5, w = 1, h = 1, mass = 3.125, inertia = 0.4375 }
    local taken = world:snapshot()
    local mass = place_of(string.pack("<dd", 3.125, 0.4375), taken)
    local inverse = place_of(string.pack("<ff", 1 / 3.125, 1 / 0.4375), taken)
    local function try(at, bytes)
      assert.equal("snapshot is damaged: a body has a value that is none",
        refused(world, forge(taken, at, bytes)))
    end
    for _, forged in ipairs { 0, -1, 1e-300, 1e300, 6.25 } do
      try(mass, string.pack("<d", forged))
      try(mass + 8, string.pack("<d", forged))
    end
    for _, forged in ipairs { 0, -1, 2e-38, 1e30, 0.5 } do
      try(inverse, string.pack("<f", forged))
      try(inverse + 4, string.pack("<f", forged))
    end
  end)

  -- The record of two shapes goes with the last of their contacts: miscounted, it goes before them.
  it("is refused if two shapes have not as many contacts as they say", function()
    local world = cairn.world {}
    world:chain { type = "static", points = { 5, 0, 0, 0, -5, 0 } }
    world:box { w = 1, h = 1, y = 0.5 }
    for _ = 1, 3 do world:step() end
    local taken = world:snapshot()
    local at = place_of(string.pack("<i4i4i4i4", 1, 2, 2, 2), taken) -- shapes, contacts, touching
    assert.is_true(world:restore(forge(taken, at + 8, string.pack("<i4", 2))))
    for _, forged in ipairs { 0, 1, 3, -1, 0x7fffffff } do
      for member = 2, 3 do
        assert.equal("snapshot is damaged: a pair of shapes miscounts its contacts",
          refused(world, forge(taken, at + 4 * member, string.pack("<i4", forged))))
      end
    end
    assert.matches("damaged", refused(world, forge(taken, at, string.pack("<i4i4", 2, 1))))
  end)

  it("is refused if a body has not as many joints as it says", function()
    local world = cairn.world {}
    local a, b = world:box { w = 1, h = 1 }, world:box { x = 2, w = 1, h = 1 }
    world:revolute { a = a, b = b, at = { 1, 0 } }
    local taken = world:snapshot()
    -- no contact, none near, the second end of the first joint, and one in all
    local at = 12 + place_of(string.pack("<i4i4i4i4", -1, 0, 3, 1), taken)
    for _, forged in ipairs { 0, 2, -1, 0x40800000, 0x7fffffff } do
      assert.equal("snapshot is damaged: a body has a broken list",
        refused(world, forge(taken, at, string.pack("<i4", forged))))
    end
    for _, turns in ipairs { 1 << 29, -1 << 31 } do -- behind its count of joints
      assert.equal("snapshot is damaged: a body has a value that is none",
        refused(world, forge(taken, at + 4, string.pack("<i4", turns))))
    end
  end)

  -- It falls with each contact that ends, and would at last be below what the body has.
  it("is refused if a body has not as many contacts and pairs that wait as it says", function()
    local world = cairn.world {}
    world:box { w = 4, h = 1, type = "static" }
    world:box { w = 1, h = 1, y = 1 }
    world:step()
    local taken = world:snapshot()
    -- its shape is first and last; the second end of the first contact, one near, no joint, none
    local at = 12 + place_of(string.pack("<i4i4i4i4i4i4", 2, 2, 1, 1, -1, 0), taken)
    for _, forged in ipairs { 0, 2, 1 << 20 } do
      assert.equal("snapshot is damaged: a body has a broken list",
        refused(world, forge(taken, at, string.pack("<i4", forged))))
    end
  end)

  -- Six boxes that have come together and are not yet asleep: an island that is solved directly.
  local function island(steps)
    local world = cairn.world {}
    world:box { type = "static", y = -0.5, w = 20, h = 1 }
    for i = 1, 6 do world:box { x = 0.02 * (i % 3), y = 1.05 * i - 0.5, w = 1, h = 1 } end
    for _ = 1, steps do world:step() end
    return world
  end

  -- Its contacts would be read twice, into room for once.
  it("is refused if a body is in an island at rest twice", function()
    local world = island(30)
    local taken, at = world:snapshot(), nil
    for place = HEAD + 1, #taken - 28 do -- how many, and which: 2 to 7 in some order
      local count, a, b, c, d, e, f = string.unpack("<i4i4i4i4i4i4i4", taken, place)
      local ids = { a, b, c, d, e, f }
      table.sort(ids)
      if count == 6 and table.concat(ids, " ") == "2 3 4 5 6 7" then at = place end
    end
    assert.is_not_nil(at)
    for k = 1, 6 do
      local other = string.unpack("<i4", taken, at + 4 * (k % 6 + 1))
      assert.equal("snapshot is damaged: an island at rest is not that of its bodies",
        refused(world, forge(taken, at + 4 * k, string.pack("<i4", other))))
    end
  end)

  it("is refused if a flag of a factor is neither 0 nor 1", function()
    local world, found = island(27), 0 -- not at rest yet
    local taken = world:snapshot()
    for at = HEAD + 1, #taken do
      if taken:byte(at) == 1 then
        local ok, message = world:restore(forge(taken, at, "\x80"))
        if not ok and message:find("has a flag that is none", 1, true) then found = found + 1 end
      end
    end
    assert.equal(2, found) -- has an order, has values
  end)

  it("is refused if the colours that a body has are not those of its contacts", function()
    local world = cairn.world { sleep = false }
    world:box { type = "static", y = -0.5, w = 10, h = 1 }
    world:box { w = 1, h = 1, y = 0.5, vx = 0.5 }
    world:step()
    local taken = world:snapshot()
    -- three bodies, of which the last has the last of 64 colours: its partner does not move
    local at = place_of(string.pack("<i4I8I8I8", 3, 0, 0, 1 << 63), taken) + 4
    for body = 0, 2 do
      for _, bits in ipairs { 0, 1, 3 << 62, -1 } do
        local forged = string.pack("<i8", bits)
        if not (body < 2 and bits == 0) then
          assert.equal("snapshot is damaged: the order of the solver has a value that is none",
            refused(world, forge(taken, at + 8 * body, forged)))
        end
      end
    end
  end)

  it("is refused if a shape has no piece, or not as many as it says", function()
    local world = cairn.world {}
    world:circle { y = 5, radius = 0.5, color = 0x123456 }
    local taken = world:snapshot()
    local at = place_of("\x56\x34\x12", taken) - 12 -- first piece, count, traits
    for _, forged in ipairs { { -1, 0 }, { -5, 0 }, { -1, 1 }, { 0, 0 }, { 0, 2 }, { 1, 1 } } do
      assert.equal("snapshot is damaged: a shape has a value that is none",
        refused(world, forge(taken, at, string.pack("<i4i4", forged[1], forged[2]))))
    end
  end)

  it("is refused if forces of every step are not those of its bodies", function()
    local world = box_on_floor()
    local before = world:snapshot()
    local at = place_of_bit(4, before, box_on_floor("bullet"):snapshot())
    local byte = before:byte(at + 3) | 1 << 26 - 24 -- has one, but there is none
    assert.equal("snapshot is damaged: a force of every step is none",
      refused(world, forge(before, at + 3, string.char(byte))))
    world:body(2):set_constant_force(0.7, 0)
    local taken = world:snapshot()
    local entry = string.pack("<i4f", 2, 0.7)
    for _, forged in ipairs { string.pack("<i4f", 1, 0.7), string.pack("<i4f", 3, 0.7),
      string.pack("<i4f", 2, 0 / 0) } do
      assert.equal("snapshot is damaged: a force of every step is none",
        refused(world, forge(taken, place_of(entry, taken), forged)))
    end
    assert(cairn.world {}:restore(taken))
  end)

  it("is refused if dominances are not those of its bodies", function()
    local world = box_on_floor()
    local before = world:snapshot()
    local at = place_of_bit(4, before, box_on_floor("bullet"):snapshot())
    local byte = before:byte(at + 3) | 1 << 30 - 24 -- has one, but there is none
    assert.equal("snapshot is damaged: a dominance is none",
      refused(world, forge(before, at + 3, string.char(byte))))
    world:body(2):set_dominance(93)
    local taken = world:snapshot()
    local entry = place_of(string.pack("<i4i4", 2, 93), taken)
    for _, forged in ipairs { { 1, 93 }, { 3, 93 }, { 2, 0 }, { 2, 128 }, { 2, -128 } } do
      assert.equal("snapshot is damaged: a dominance is none",
        refused(world, forge(taken, entry, string.pack("<i4i4", table.unpack(forged)))))
    end
    assert(cairn.world {}:restore(taken))
  end)

  -- Takes out the array of so many elements that has these bytes in it, where a length of it can
  -- be: how often it was found to be too short. Alarms and loads are asked for by joints and shapes
  -- before what there is of them is looked at.
  local function without_array(world, count, own)
    local taken, found = world:snapshot(), 0
    own = place_of(own, taken)
    for at = own - 800, own do
      if string.unpack("<i4", taken, at) == count then
        for bytes = own - at, 1200, 4 do
          local size = string.unpack("<I8", taken, SIZE) - bytes
          local image = taken:sub(1, at - 1) .. "\0\0\0\0" .. taken:sub(at + 4 + bytes)
          image = image:sub(1, SIZE - 1) .. string.pack("<I8", size) .. image:sub(SIZE + 8)
          local message = refused(world, forge(image, at, "\0\0\0\0"))
          if message == "snapshot is damaged: an array is too short" then found = found + 1 end
        end
      end
    end
    return found
  end

  it("is refused if it has places for joints, and no joints in them", function()
    local world = cairn.world {}
    local a, b = world:box { w = 1, h = 1 }, world:box { x = 2, w = 1, h = 1 }
    world:revolute { a = a, b = b, at = { 1, 0 }, break_force = 713.7 }
    assert.is_true(without_array(world, 2, string.pack("<d", 713.7)) > 0) -- and no crash
  end)

  it("is refused if it has places for shapes, and no shapes in them", function()
    local world = cairn.world {}
    world:circle { y = 5, radius = 0.5, color = 0x123456 }
    assert.is_true(without_array(world, 2, "\x56\x34\x12") > 0)
  end)

  -- Pairs that ignore each other and loads are asked for by traits before these are looked at.
  it("is refused if what a shape ignores, or its load, is told by no boolean", function()
    local world = cairn.world {}
    local _, ball = world:circle { y = 5, radius = 0.5 }
    world:circle { y = 9, radius = 0.5 }
    local plain, forged = world:snapshot(), 0
    ball:set_press(7)
    local pressed = world:snapshot()
    for at = HEAD + 1, #pressed do
      if pressed:byte(at) == 1 then
        local ok, message = world:restore(forge(pressed, at, "\2"))
        if not ok and message:find "a load of a shape" then forged = forged + 1 end
      end
    end
    assert.is_true(forged > 0)
    assert.is_true(world:restore(plain))
  end)

  -- By these numbers a step knows what it need not look for.
  it("is refused if it miscounts sensors or kinematic bodies", function()
    local world = cairn.world {}
    for i = 1, 3 do world:box { x = 2 * i, w = 1, h = 1, sensor = true } end
    for i = 1, 5 do world:box { type = "kinematic", x = 2 * i, y = 9, w = 1, h = 1 } end
    local _, belt = world:box { type = "static", y = -9, w = 9, h = 1 }
    local plain = world:snapshot()
    belt:set_surface_speed(1)
    local taken = world:snapshot()
    local at = place_of(string.pack("<i4i4BBi4", 3, 0, 1, 0, 5), taken)
    assert.equal(at, place_of(string.pack("<i4i4BBi4", 3, 0, 0, 0, 5), plain))
    for _, member in ipairs { 0, 10 } do
      for _, forged in ipairs { 0, 2, 6, -1, 0x7fffffff } do
        assert.equal("snapshot is damaged: the world miscounts its bodies or shapes",
          refused(world, forge(taken, at + member, string.pack("<i4", forged))))
      end
    end
    assert.equal("snapshot is damaged: the world miscounts its bodies or shapes",
      refused(world, forge(taken, at + 8, "\0")))
    assert.is_true(world:restore(forge(plain, at + 8, "\1"))) -- there may have been some
    -- earlier versions counted bouncy shapes there
    assert.is_true(world:restore(forge(plain, at + 4, string.pack("<i4", 7))))
  end)

  it("is refused if its islands have been cut so often that the count wraps round", function()
    local world, found = island(30), 0
    for _ = 1, 32 do
      world:body(2):apply_impulse(1, 0)
      world:step()
    end
    local taken = world:snapshot()
    for at = HEAD + 1, #taken - 4 do -- a count of cuts, each 32 steps or where joints change
      local count = string.unpack("<i4", taken, at)
      if count > 0 and count <= world:steps() then
        local ok = world:restore(forge(taken, at, string.pack("<i4", count + 1)))
        local limit, message = world:restore(forge(taken, at, "\xff\xff\xff\x7f"))
        if ok and not limit and message:find "the order of the solver" then found = found + 1 end
        world:restore(taken)
      end
    end
    assert.is_true(found > 0)
  end)

  it("is refused if a body or a contact has a flag that there is not", function()
    local world = box_on_floor()
    local before = world:snapshot()
    local at = place_of_bit(4, before, box_on_floor("bullet"):snapshot())
    local byte = before:byte(at + 3) | 1 << 31 % 8
    assert.equal("snapshot is damaged: a body has a value that is none",
      refused(world, forge(before, at + 3, string.char(byte))))
    at = place_of_bit(0x40, before, box_on_floor("pre_solve"):snapshot())
    byte = before:byte(at + 3) | 1 << 31 % 8
    assert.equal("snapshot is damaged: a contact has a value that is none",
      refused(world, forge(before, at + 3, string.char(byte))))
  end)
end)

describe("a snapshot", function()
  it("of a world without shapes is one like any other", function()
    local world = cairn.world {}
    assert.is_true(world:restore(world:snapshot()))
    world:body {}
    world:step()
    assert.is_true(world:restore(world:snapshot()))
    assert.is_true(world:clone():validate())
  end)

  -- Contacts of the same two bodies are coloured 64 at a time: many rounds.
  it("of two bodies with 6,000 contacts is read", function()
    local world = cairn.world { gravity = { 0, 0 } }
    for x = 0, 0.01, 0.01 do
      local body = world:body { x = x }
      for i = 1, 200 do
        body:add_circle { x = 0.02 * (i % 14), y = 0.02 * (i // 14), radius = 1 }
      end
    end
    world:step()
    assert(world:manifold_count() > 6000)
    assert.is_true(cairn.world {}:restore(world:snapshot()))
  end)

  it("with a normal that is no direction is refused", function()
    local world = cairn.world {}
    world:box { w = 1, h = 2 }
    local taken = world:snapshot()
    local at = place_of(string.pack("<ffff", 0, -1, 1, -0.0), taken)
    for _, length in ipairs { -1e29, 0.5 } do
      assert.match("damaged", refused(world, forge(taken, at, string.pack("<ff", 0, length))))
    end
  end)

  it("with a mover that could not have been made is refused", function()
    local world = cairn.world {}
    world:mover { radius = 0.3, height = 1.7, up = { 0.6, 0.8 }, push = 123 }
    local taken = world:snapshot()
    local up = place_of(string.pack("<dd", 0.6, 0.8), taken)
    local push = place_of(string.pack("<d", 123), taken)
    assert.match("damaged", refused(world, forge(taken, up, string.pack("<d", 1e300))))
    assert.match("damaged", refused(world, forge(taken, push, string.pack("<d", -1))))
    local through = cairn.world {}
    through:mover { radius = 0.3, height = 1.7, up = { 0.6, 0.8 }, push = 123, one_way = false }
    local one_way = place_of_bit(1, taken, through:snapshot())
    assert.match("damaged", refused(world, forge(taken, one_way, "\xff")))
    assert.is_true(world:restore(forge(taken, push, string.pack("<d", 124))))
  end)

  it("has the same bytes whatever memory had in it before", function()
    local function image()
      local world <close> = box_on_floor()
      for i = 1, 5 do world:circle { x = i, y = 3, radius = 0.2 } end
      for _ = 1, 10 do world:step() end
      return world:snapshot()
    end
    local first = image()
    for i = 1, 5 do -- others that leave their memory behind
      local world <close> = cairn.world {}
      for k = 1, 9 do world:polygon { x = i, y = k, points = { 0, 0, i, 0, 0, k } } end
      world:step()
      collectgarbage()
    end
    for _ = 1, 5 do assert.is_true(first == image()) end
  end)

  it("that is taken again after a restore has the same bytes but for what is made anew", function()
    local world = box_on_floor()
    world:restore(world:snapshot())
    local taken = world:snapshot()
    world:restore(taken)
    assert.is_true(taken == world:snapshot())
  end)
end)
