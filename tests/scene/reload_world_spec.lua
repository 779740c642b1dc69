-- An edit whose chunk changes the world that runs and then fails: that world goes back, too.

local project = require "tests.support.project"

local HEAD <const> = [[
local cairn = require "cairn"
local world, hero, list
function scene.load()
  world = cairn.world {}
  world:box { type = "static", y = -0.5, w = 20, h = 1, name = "floor" }
  hero, list = world:box { y = 3, w = 1, h = 1, data = { lives = 3 } }, {}
  for i = 1, 3 do list[i] = world:circle { x = 2 * i, y = 1, radius = 0.4 } end
  world:distance { a = list[1], b = list[2] }
  return world
end
function scene.update()
  scene.lives, scene.high = hero:data().lives, hero:y()
  for _, body in ipairs(list) do body:apply_force(0, 1) end
end
]]

describe("An edit that changes the world that runs", function()
  local p, s

  before_each(function()
    p = project { ["scene.lua"] = HEAD }
    s = p:open()
    s:step(10)
  end)

  after_each(function() p:close() end)

  -- The chunk ends with this, and with an error: nothing of it is left.
  for what, done in pairs {
    ["moves a body"] = "for b in scene.world:bodies() do b:set_velocity(3, 3) end",
    ["makes bodies"] = "for i = 1, 30 do scene.world:box { w = 1, h = 1 } end",
    ["destroys all bodies"] = "for b in scene.world:bodies() do b:destroy() end",
    ["clears the world"] = "scene.world:clear()",
    ["steps"] = "for i = 1, 5 do scene.world:step() end",
    ["lets another listen"] = "scene.world:set_listener(nil)",
    ["destroys the world"] = "scene.world:destroy()",
    ["steps the world it has destroyed"] = "scene.world:destroy() scene.world:step()",
    ["restores another moment"] = "scene.world:clear() scene.world:restore(scene.world:snapshot())",
  } do
    it("and fails leaves it as it was, where it " .. what, function()
      local world, hash = s:world(), s:world():hash()
      local listener = world:listener()
      assert.equal("kept old (error)", p:edit("scene.lua", HEAD .. done .. "\nerror 'no'"))
      assert.matches("no$", s.banner.text)
      assert.is_true(world:is_valid())
      assert.equal(hash, world:hash())
      assert.equal(listener, world:listener())
      s:step(3) -- the old code has all its bodies
      assert.equal(3, s:scene().lives)
      assert.equal("patched", p:edit("scene.lua", HEAD .. "-- mended"))
      s:step(3)
      assert.equal(3, s:scene().lives)
      local again = project { ["scene.lua"] = HEAD }
      local other = again:open()
      other:step(16)
      assert.equal(other:world():hash(), world:hash())
      again:close()
    end)
  end

  it("keeps what it did where it does not fail", function()
    assert.equal("patched", p:edit("scene.lua", HEAD
      .. "for b in scene.world:bodies() do b:set_velocity(3, 3) end"))
    assert.same({ 3, 3 }, { s:world():find("floor"):world():body(2):velocity() })
  end)

  it("ends the world that it destroys, and is told so", function()
    local world = s:world()
    p:edit("scene.lua", HEAD .. "scene.world:destroy()")
    assert.is_false(world:is_valid())
    assert.is_false(s:tick())
    assert.matches("destroyed", s.fault.message)
  end)
end)

describe("An edit of a script that has changed a metatable", function()
  for what, line in pairs {
    ["of the globals to a function's"] = "local all = ipairs "
      .. "setmetatable(_G, { __index = function(_, name) return name == 'ipairs' and all end })",
    ["of the scene to a function's"] = "setmetatable(scene, { __index = function() end })",
    ["of the scene to none"] = "setmetatable(scene, nil)",
  } do
    it("is taken over: " .. what, function()
      local p = project { ["scene.lua"] = HEAD .. line }
      local s = p:open()
      s:step(1)
      assert.equal("patched", p:edit("scene.lua", HEAD .. line .. " -- saved"))
      assert.is_nil(s.banner)
      s:step(1)
      assert.equal("patched", p:edit("scene.lua", HEAD .. line .. " -- again"))
      s:step(1)
      p:close()
    end)
  end
end)

describe("A world that is over with its scene", function()
  it("has gone at no line of the script, nor of ours", function()
    local p = project { ["scene.lua"] = HEAD }
    local s = p:open()
    local first = s:world()
    s:restart()
    local second = s:world()
    p:close()
    for _, world in ipairs { first, second } do
      local _, message = pcall(world.step, world)
      assert.equal("calling 'step' on bad self (world has been destroyed)", message)
    end
  end)
end)
