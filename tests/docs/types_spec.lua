-- The types for editors name what scripts are given, all of it and nothing else.

local reference = require "docs.reference"
local scene = require "cairn.scene"

-- The functions that a script finds in its tables, as a set of "pen.line" and the like.
local function given()
  local s <close> = scene.load("scene.lua", nil, { reader = function()
    return "tables = { scene = scene, pen = pen, ui = ui, input = input, "
      .. "sound = sound }\n"
      .. "function scene.load() return require('cairn').world {} end"
  end })
  local names = {}
  for name, functions in pairs(s.env.tables) do
    for key, value in pairs(functions) do
      if type(value) == "function" then names[name .. "." .. key] = true end
    end
  end
  return names
end

-- What the type files tell of, and what of it is a field that a script writes.
local function told()
  local names, fields = {}, {}
  for _, name in ipairs { "scene", "pen", "ui", "input", "sound" } do
    local file = name == "scene" and "script" or name -- scene.lua is the module cairn.scene
    local types = reference.parse(reference.read("lua/cairn/meta/" .. file .. ".lua"))
    for _, method in ipairs(types.classes[name].methods) do
      names[name .. "." .. method.name] = true
    end
    for _, field in ipairs(types.classes[name].fields) do fields[field.name] = field end
  end
  return names, fields
end

describe("The types for editors", function()
  it("have the functions of scene, pen, ui, input and sound", function()
    local names, fields = told()
    for name in pairs(given()) do
      local hook = name:match "^scene%.(.*)$"
      assert(names[name] or fields[hook], name .. " has no type")
    end
    for name in pairs(names) do assert(given()[name], name .. " is not given to scripts") end
  end)

  it("know the keys of scene.view", function()
    local types = reference.parse(reference.read "lua/cairn/meta/script.lua")
    local view = require "cairn.scene.view"
    local keys = {}
    for _, field in ipairs(types.classes["cairn.ViewKeys"].fields) do
      keys[field.name] = field.name ~= "follow" and 1 or nil
    end
    assert.near(1, (view.now(view.check(keys))), 0) -- an unknown one raises
    local ok, message = pcall(view.check, { zoom = 1 })
    assert.is_false(ok)
    assert.matches("unknown field 'zoom'", message, 1, true)
  end)
end)
