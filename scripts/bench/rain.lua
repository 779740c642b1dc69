-- Ragdolls rain on five floors: joints, contacts, and 55 bodies made or replaced at a time.
local cairn = require "cairn"
local ragdoll = require "shared.ragdoll"

scene.steps = 1000

scene.params {
  rows    = { 5, 1, 5, step = 1, rebuild = true },
  columns = { 40, 1, 40, step = 1, rebuild = true },
  every   = { 8, 1, 1000, step = 1, rebuild = true }, -- steps between two columns
}

local TILES, TILE = 501, 0.5  -- a floor: how many boxes, m
local LEFT = -125             -- m
local PITCH = 6.25            -- m between columns
local STOREY = 45             -- m between floors
local DROP = 40               -- m above its floor
local CROWD, ABREAST = 5, 0.5 -- ragdolls of a group, m between two

local groups, made -- groups[column][row] is a list of ragdolls; made counts columns ever made

function scene.load(p)
  local world = cairn.world { gravity = { 0, -10 }, layers = { "ground", "ragdoll", "foot" } }
  world:set_collides("foot", "ragdoll", false)
  world:set_collides("foot", "foot", false)
  local ground = world:body { type = "static" }
  for row = 0, p.rows - 1 do
    for i = 0, TILES - 1 do
      ground:add_box { x = LEFT + TILE * i, y = STOREY * row, w = TILE, h = TILE, layer = "ground" }
    end
  end
  groups, made = {}, 0
  return world
end

local function add_group(world, row, column)
  local group = {}
  local x = LEFT + PITCH * (column + 0.5)
  for n = 1, CROWD do
    group[n] = ragdoll.add(world, x + ABREAST * (n - 1), DROP + STOREY * row, { group = -n })
  end
  return group
end

local function replace_column(world, p, column)
  local old = groups[column] or {}
  groups[column] = {}
  for row = 0, p.rows - 1 do
    for _, doll in ipairs(old[row] or {}) do ragdoll.destroy(doll) end
    groups[column][row] = add_group(world, row, column)
  end
end

function scene.update()
  local p, world = scene.p, scene.world
  if world:steps() % p.every ~= 0 then return end
  replace_column(world, p, made % p.columns)
  made = made + 1
end
