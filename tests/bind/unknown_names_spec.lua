-- Names that an object does not have: read, called or set.

local cairn = require "cairn"

local function message_of(fn)
  local ok, message = pcall(fn)
  assert.is_false(ok)
  return (message:gsub("^[^:]*:%d+: ", ""))
end

describe("A name that an object does not have", function()
  local world, body, shape

  before_each(function()
    world = cairn.world {}
    body = world:circle { radius = 0.5, name = "ball" }
    shape = body:shape()
  end)
  after_each(function() world:destroy() end)

  it("raises with the nearest method", function()
    assert.equal("body has no 'set_postion', did you mean 'set_position'?",
      message_of(function() body:set_postion(1, 2) end))
    assert.equal("world has no 'halfspce', did you mean 'halfspace'?",
      message_of(function() world:halfspce {} end))
    assert.equal("shape has no 'frction', did you mean 'friction'?",
      message_of(function() return shape.frction end))
  end)

  -- another engine's word and ours
  local FOREIGN = {
    { "setLinearVelocity", "set_velocity" }, { "getLinearVelocity", "velocity" },
    { "applyForce", "apply_force" }, { "applyLinearImpulse", "apply_impulse" },
    { "ApplyForceToCenter", "apply_force" }, { "getMass", "mass" }, { "get_position", "position" },
    { "getWorldPoint", "to_world" }, { "GetUserData", "data" },
    { "setFixedRotation", "set_fixed_rotation" },
    { "isDestroyed", "is_valid" }, { "getFixtures", "shapes" }, { "setActive", "set_enabled" },
    { "getContacts", "manifolds" }, { "setY", "set_position" },
  }
  for _, case in ipairs(FOREIGN) do
    it(("knows what LÖVE and Box2D mean by %s"):format(case[1]), function()
      assert.equal(("body has no '%s', did you mean '%s'?"):format(case[1], case[2]),
        message_of(function() return body[case[1]] end))
      assert.is_function(body[case[2]])
    end)
  end

  -- of whom, the name that is asked for, and the end of the sentence
  local OTHERS = {
    { "body", "set_friction", ", its shapes have: body:shape():set_friction(...)" },
    { "body", "setFriction", ", its shapes have: body:shape():set_friction(...)" },
    { "body", "testPoint", ", its shapes have: body:shape():contains(...)" },
    { "shape", "position", ", its body has: shape:body():position(...)" },
    { "shape", "getLinearVelocity", ", its body has: shape:body():velocity(...)" },
    { "world", "set_position", ", bodies have: body:set_position(...)" },
    { "world", "set_friction", ", shapes have: shape:set_friction(...)" },
    { "world", "set_motor", ", joints have: joint:set_motor(...)" },
    { "world", "add_box", ", did you mean 'box'?" },
    { "world", "create_circle", ", did you mean 'circle'?" },
    { "world", "newBody", ", did you mean 'body'?" },
    { "world", "make_weld", ", did you mean 'weld'?" },
    { "world", "addRectangle", ", did you mean 'box'?" },
    { "world", "remove", "; a body is destroyed by body:destroy()" },
    { "world", "delete", "; a body is destroyed by body:destroy()" },
    { "world", "destroyBody", "; a body is destroyed by body:destroy()" },
    { "world", "remove_body", "; a body is destroyed by body:destroy()" },
    { "world", "DestroyJoint", "; a joint is destroyed by joint:destroy()" },
    { "body", "destroy_shape", "; a shape is destroyed by shape:destroy()" },
    { "body", "remove", ", did you mean 'destroy'?" },
    { "shape", "delete", ", did you mean 'destroy'?" },
  }
  for _, case in ipairs(OTHERS) do
    it(("says whose %s is that is asked of a %s"):format(case[2], case[1]), function()
      local of = { world = world, body = body, shape = shape }
      assert.equal(("%s has no '%s'%s"):format(case[1], case[2], case[3]),
        message_of(function() return of[case[1]][case[2]] end))
    end)
  end

  it("raises with what makes it of a world", function()
    for name, meant in pairs {
      slider = "prismatic", create_hinge = "revolute", spring = "distance", rod = "distance",
    } do
      assert.equal(("world has no '%s', did you mean '%s'?"):format(name, meant),
        message_of(function() world[name](world, {}) end))
    end
    assert.equal("world has no 'rope'; require \"cairn.build\" has: build.rope(world, {...})",
      message_of(function() world:rope { from = { 0, 0 }, to = { 1, 0 } } end))
  end)

  it("raises where a script has changed the metatable of the other", function()
    local metatable = debug.getmetatable(shape)
    local methods = metatable.__index
    finally(function() metatable.__index = methods end)
    metatable.__index = function() end
    assert.equal("body has no 'set_friction'; values of your own go into body:data()",
      message_of(function() return body.set_friction end))
  end)

  it("raises with whose setter it is when what is set has one", function()
    assert.equal("body has no field 'friction', its shapes have: body:shape():set_friction(...)",
      message_of(function() body.friction = 1 end))
    assert.equal("shape has no field 'velocity', its body has: shape:body():set_velocity(...)",
      message_of(function() shape.velocity = 1 end))
  end)

  it("raises with the place for a script's own values when nothing is near", function()
    assert.equal("body has no 'hitpoints'; values of your own go into body:data()",
      message_of(function() return body.hitpoints end))
    assert.equal("body has no field 'hp'; values of your own go into body:data()",
      message_of(function() body.hp = 3 end))
    assert.equal("body has no field [1]; values of your own go into body:data()",
      message_of(function() body[1] = 3 end))
    assert.equal("body has no field [table]; values of your own go into body:data()",
      message_of(function() body[{}] = 1 end))
  end)

  it("gives nothing for what is no name", function()
    assert.is_nil(body[1])
    assert.is_nil(body[body])
  end)

  it("raises with the setter when what is set has one", function()
    assert.equal("'angle' is set by body:set_angle(...)",
      message_of(function() body.angle = 1 end))
    assert.equal("body has no field 'postion', did you mean body:set_position(...)?",
      message_of(function() body.postion = 1 end))
    assert.equal("'touching' is a method of body and cannot be set",
      message_of(function() body.touching = 1 end))
  end)

  it("blames the line of the script", function()
    local chunk = assert(load("local body = ...\n\nbody:applyForce(1, 2)", "=scene.lua"))
    local _, message = pcall(chunk, body)
    assert.matches("^scene.lua:3: body has no 'applyForce'", message)
  end)

  it("changes nothing and leaves the world as it was", function()
    local hash = world:hash()
    pcall(function() body.angle = 1 end)
    pcall(function() world.gravity = 1 end)
    assert.equal(hash, world:hash())
  end)

  it("raises for the module too, which takes names of a script's own", function()
    assert.equal("cairn has no 'wrld', did you mean 'world'?",
      message_of(function() return cairn.wrld end))
    assert.equal("cairn has no 'newWorld', did you mean 'world'?",
      message_of(function() return cairn.newWorld end))
    cairn.mine = 3
    assert.equal(3, cairn.mine)
    cairn.mine = nil
    assert.equal("cairn has no 'mine'", message_of(function() return cairn.mine end))
  end)

  it("is a slip, whatever other bytes it has", function()
    assert.matches("body has no '", message_of(function() return body[("x"):rep(1e5)] end), 1, true)
    assert.matches("body has no '", message_of(function() return body["\0\27"] end), 1, true)
    assert.matches("body has no ''", message_of(function() return body[""] end), 1, true)
  end)
end)
