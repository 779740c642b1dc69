-- The levels of the slingshot: where pumpkins sit, and what they hide in. A block is
-- { material, x, y, w, h }, x and y being its middle in m, the ground at 0.

local levels = {}

-- Two posts and a beam on them, from the ground or from y on.
local function gate(list, material, x, y, width, height)
  for side = -1, 1, 2 do
    list[#list + 1] = { material, x + side * (width / 2 - 0.15), y + height / 2, 0.3, height }
  end
  list[#list + 1] = { material, x, y + height + 0.15, width, 0.3 }
end

levels[1] = function()
  local blocks = {}
  gate(blocks, "wood", 8, 0, 2.4, 1.6)
  return { name = "a gate", balls = 3, blocks = blocks, pumpkins = { { 8, 0.4 }, { 8, 2.3 } } }
end

levels[2] = function()
  local blocks = {}
  for storey = 0, 2 do gate(blocks, storey == 1 and "ice" or "wood", 9, 1.9 * storey, 2.6, 1.6) end
  return { name = "a tower", balls = 4, blocks = blocks,
    pumpkins = { { 9, 0.4 }, { 9, 2.3 }, { 9, 4.2 } } }
end

levels[3] = function()
  local blocks = {}
  for row = 0, 3 do blocks[#blocks + 1] = { "stone", 5, 0.5 + row, 0.8, 1 } end
  gate(blocks, "ice", 8.5, 0, 2.4, 2)
  gate(blocks, "wood", 11.5, 0, 2.4, 2)
  gate(blocks, "wood", 10, 2.3, 3.4, 1.4)
  return { name = "behind the wall", balls = 4, blocks = blocks,
    pumpkins = { { 8.5, 0.4 }, { 11.5, 0.4 }, { 9.2, 2.7 } } }
end

levels[4] = function()
  local blocks = {}
  for i = 0, 2 do
    gate(blocks, "stone", 6 + 3.2 * i, 0, 2.6, 1.2)
    gate(blocks, i == 1 and "ice" or "wood", 6 + 3.2 * i, 1.5, 2.2, 1.4)
  end
  return { name = "a street", balls = 5, blocks = blocks,
    pumpkins = { { 6, 0.4 }, { 9.2, 0.4 }, { 12.4, 0.4 }, { 9.2, 1.9 } } }
end

return levels
