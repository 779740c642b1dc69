-- A game-sized world of 100 bodies: here the fixed cost of a step shows.
local small_world = require "shared.small"

scene.steps = 2000

function scene.load()
  return small_world(100)
end
