-- The picker as a scene: pictures of scenes in a grid, a search line, and what is chosen.
--
-- cairn.cli.picker sets scene.entries ({ name =, path =, picture = path or nil, about = }) and
-- scene.pick(path), which opens it.
local cairn = require "cairn"

scene.entries = {}

local TILE <const>, HEIGHT <const>, GAP <const> = 232, 146, 16 -- px, of pictures and between
local TOP <const>, NAME <const> = 64, 22 -- px, above the grid, under a picture
local WIDE <const> = 100 -- m, of the window
local INK <const>, DIM <const> = { 0.86, 0.88, 0.91 }, { 0.55, 0.58, 0.64 }
local ACCENT <const>, PANEL <const> = { 0.95, 0.65, 0.3 }, { 0.11, 0.13, 0.16 }

scene.play = "window"
local typed, chosen, scrolled = "", 1, 0
local width, height, mouse = 1280, 720, { x = 0, y = 0 }

function scene.load()
  scene.view { x = 0, y = 0, w = WIDE }
  return cairn.world {}
end

-- Those whose name has all the words that were typed.
local function found()
  local list = {}
  for _, entry in ipairs(scene.entries) do
    local all = true
    for word in typed:gmatch "%S+" do
      all = all and entry.name:lower():find(word, 1, true) ~= nil
    end
    if all then list[#list + 1] = entry end
  end
  return list
end

local function columns() return math.max(1, (width - GAP) // (TILE + GAP)) end

-- Left and top of the i-th tile, px.
local function place(i)
  local n = columns()
  local left = (width - n * (TILE + GAP) + GAP) / 2
  return left + (i - 1) % n * (TILE + GAP),
    TOP + (i - 1) // n * (HEIGHT + NAME + GAP) - scrolled
end

local function tile_at(x, y)
  if y < TOP then return nil end
  for i = 1, #found() do
    local left, top = place(i)
    if x >= left and x < left + TILE and y >= top and y < top + HEIGHT + NAME then return i end
  end
end

-- The one that is chosen is seen whole.
local function keep_in_sight(count)
  chosen = math.max(1, math.min(chosen, count))
  local _, top = place(chosen)
  local room = height - TOP - (HEIGHT + NAME) - GAP
  if top < TOP then scrolled = scrolled - (TOP - top) end
  if top > TOP + room then scrolled = scrolled + (top - TOP - math.max(room, 0)) end
end

local function open(i)
  local entry = found()[i]
  if entry then scene.pick(entry.path) end
end

-- ---- hands ----------------------------------------------------------------------------------

local STEPS <const> = { left = -1, right = 1, up = -2, down = 2 }

function scene.keypressed(key)
  if key == "escape" and typed ~= "" then typed, chosen, scrolled = "", 1, 0 return true end
  if key == "return" or key == "kpenter" then open(chosen) return true end
  local step = STEPS[key]
  if step then
    chosen = chosen + (math.abs(step) == 2 and step // 2 * columns() or step)
  elseif key == "backspace" then
    typed, chosen, scrolled = typed:sub(1, -2), 1, 0
  elseif key == "space" or key:find "^[%w_%-]$" then
    typed, chosen, scrolled = typed .. (key == "space" and " " or key), 1, 0
  else
    return false
  end
  keep_in_sight(#found())
  return true
end

-- From metres to pixels.
local function pixels(x, y) return width / 2 + x * width / WIDE, height / 2 - y * width / WIDE end

function scene.mousemoved(x, y)
  mouse.x, mouse.y = pixels(x, y)
  chosen = tile_at(mouse.x, mouse.y) or chosen
end

function scene.mousepressed(x, y, button)
  local i = tile_at(pixels(x, y))
  if button == 1 and i then open(i) end
  return true
end

function scene.wheelmoved(_, notches)
  local _, bottom = place(#found())
  local most = math.max(0, bottom + scrolled + HEIGHT + NAME + GAP - height)
  scrolled = math.max(0, math.min(scrolled - 90 * notches, most))
  return true
end

-- ---- picture --------------------------------------------------------------------------------

local function draw_tile(i, entry)
  local left, top = place(i)
  if top > height or top < TOP - HEIGHT - NAME then return end
  local x, y = left + TILE / 2, top + HEIGHT / 2
  pen.box(x, y, TILE, HEIGHT, { fill = true, color = PANEL })
  if entry.picture then pen.image(entry.picture, x, y, { w = TILE, h = HEIGHT }) end
  if i == chosen then pen.box(x, y, TILE + 6, HEIGHT + 6, { color = ACCENT, width = 2 }) end
  pen.text(x, top + HEIGHT + 4, "%s", entry.name, {
    size = 14, align = "center", valign = "top", color = i == chosen and ACCENT or DIM,
  })
end

local function draw_head(count, entry)
  pen.box(width / 2, TOP / 2 - 4, width, TOP - 8, { fill = true, color = { 0.09, 0.1, 0.13 } })
  local line = typed ~= "" and typed .. "_" or "type to search"
  pen.text(GAP, 10, "%s", line, {
    size = 18, valign = "top", color = typed ~= "" and INK or DIM,
  })
  pen.text(width - GAP, 10, "%d scenes", count, {
    size = 14, align = "right", valign = "top", color = DIM,
  })
  if entry then
    pen.text(GAP, 34, "%s", entry.about, { size = 13, valign = "top", color = DIM })
  end
end

function scene.draw()
  pen.screen(function(w, h)
    width, height = w, h
    local list = found()
    scene.shown = list
    for i, entry in ipairs(list) do draw_tile(i, entry) end
    draw_head(#list, list[chosen])
    if #list == 0 then
      pen.text(w / 2, h / 2, "no scene is called so", { size = 18, align = "center", color = DIM })
    end
  end)
end
