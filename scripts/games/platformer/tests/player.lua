-- A player for specs: finds its way to the door by trying keys for a quarter of a second at a time
-- and going back to where it was, best places first. How near a place is to the door is counted in
-- tiles of air.

local player = {}

local EACH <const> = 15    -- steps that keys are held
local HASTE <const> = 0.01 -- tiles that a step is worth
local MOST <const> = 3000 -- places that are gone on from
local CHOICES <const> =
  { { "right" }, { "right", "up" }, { "up" }, { "left" }, { "left", "up" }, {} }

function player.hold(s, keys, steps)
  for _, key in ipairs(keys) do s:press(key) end
  s:step(steps)
  for _, key in ipairs(keys) do s:release(key) end
end

-- How many tiles of air it is to the door from everywhere, by column + 1000 row, from 1.
local function ways_to_door(map)
  local rows, queue, far = {}, {}, {}
  for line in map:gmatch "[^\n]+" do table.insert(rows, 1, line) end
  for row, line in ipairs(rows) do
    local column = line:find("X", 1, true)
    if column then queue[1], far[column + 1000 * row] = { column, row }, 0 end
  end
  local i = 1
  while queue[i] do
    local column, row = table.unpack(queue[i])
    for _, by in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
      local c, r = column + by[1], row + by[2]
      local open = c >= 1 and c <= #rows[1] and r >= 1 and r <= #rows + 3
        and (rows[r] or ""):sub(c, c) ~= "#"
      if open and not far[c + 1000 * r] then
        far[c + 1000 * r] = far[column + 1000 * row] + 1
        queue[#queue + 1] = { c, r }
      end
    end
    i = i + 1
  end
  return function(x, y) return far[math.floor(x) + 1 + 1000 * (math.floor(y) + 1)] or 1000 end
end

local function take_best(open)
  local best = 1
  for i = 2, #open do
    if open[i].cost < open[best].cost then best = i end
  end
  local node = open[best]
  open[best] = open[#open]
  open[#open] = nil
  return node
end

-- Whether the door was reached, without a fall.
function player.play(s, map)
  local far, seen = ways_to_door(map), {}
  local open = { { state = assert(s:snapshot()), cost = 0, steps = 0 } }
  for _ = 1, MOST do
    if #open == 0 then return false end
    local node = take_best(open)
    for _, keys in ipairs(CHOICES) do
      assert(s:restore(node.state))
      player.hold(s, keys, EACH)
      local phase, _, _, falls, _, x, y = s:scene().status()
      if phase == "won" then return true end
      local steps = node.steps + EACH
      local place = math.floor(2 * x) .. " " .. math.floor(2 * y) .. " " .. steps // 120
      if phase == "play" and falls == 0 and not seen[place] then
        seen[place] = true
        open[#open + 1] = { state = assert(s:snapshot()), cost = far(x, y) + HASTE * steps,
          steps = steps }
      end
    end
  end
  return false
end

return player
