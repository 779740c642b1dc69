-- cairn.bench.chart: curves on two logarithmic axes, as a PNG.
--
--   chart.write("f.png", {
--     title = "...", x = "bodies", y = "us per step and body",
--     series = { { name = "cairn", points = { { 100, 0.2 }, { 1000, 0.3 } } } },
--   })
--
-- Drawn with the scripts' pen on a list of its own, in pixels; no scene, no window.

local host = require "cairn.host"

local chart = {}

local WIDTH, HEIGHT = 1100, 620
local LEFT, RIGHT, BOTTOM, TOP = 90, 30, 60, 60 -- px around the axes
local CHAR = 8                                  -- px, about a character of the font
local LINE = 20                                 -- px, between two lines of text
local COLORS = {
  { 0.95, 0.65, 0.25 }, { 0.35, 0.75, 0.95 }, { 0.55, 0.85, 0.45 }, { 0.9, 0.5, 0.75 },
  { 0.75, 0.7, 0.95 }, { 0.9, 0.85, 0.4 },
}

-- ---- axes -----------------------------------------------------------------------------------

-- The powers of ten that hold all values, and what turns a value into pixels.
local function axis(series, coordinate, from, length)
  local low, high = math.huge, -math.huge
  for _, s in ipairs(series) do
    for _, point in ipairs(s.points) do
      low, high = math.min(low, point[coordinate]), math.max(high, point[coordinate])
    end
  end
  local first, last = math.log(math.max(low, 1e-9), 10), math.log(math.max(high, 1e-9), 10)
  first, last = first - 0.05, math.max(last, first + 0.5) + 0.05
  return {
    first = first, last = last,
    to_px = function(value)
      return from + length * (math.log(math.max(value, 1e-9), 10) - first) / (last - first)
    end,
  }
end

-- fn(value, is_power) for 1, 2 and 5 times each power of ten on the axis.
local function each_tick(a, fn)
  for power = math.floor(a.first), math.ceil(a.last) do
    for _, digit in ipairs { 1, 2, 5 } do
      local value = digit * 10.0 ^ power
      local log = math.log(value, 10)
      if log >= a.first and log <= a.last then fn(value, digit == 1) end
    end
  end
end

-- 1500000 as 1,500,000; 0.05 as 0.05.
local function number_text(value)
  if value < 1 then return ("%g"):format(value) end
  local digits = ("%d"):format(math.floor(value + 0.5))
  return (digits:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

local function grid_color(pen, strong)
  local shade = strong and 0.4 or 0.25
  pen.color(shade, shade, shade + 0.03)
end

local function draw_axes(pen, x, y, spec)
  each_tick(x, function(value, strong)
    local at = x.to_px(value)
    grid_color(pen, strong)
    pen.line(at, BOTTOM, at, HEIGHT - TOP)
    pen.color(0.8, 0.8, 0.8)
    local text = number_text(value)
    pen.text(at - 0.5 * CHAR * #text, BOTTOM - LINE, "%s", text)
  end)
  each_tick(y, function(value, strong)
    local at = y.to_px(value)
    grid_color(pen, strong)
    pen.line(LEFT, at, WIDTH - RIGHT, at)
    pen.color(0.8, 0.8, 0.8)
    local text = number_text(value)
    pen.text(LEFT - CHAR * (#text + 1), at, "%s", text)
  end)
  pen.box(0.5 * (LEFT + WIDTH - RIGHT), 0.5 * (BOTTOM + HEIGHT - TOP), WIDTH - LEFT - RIGHT,
    HEIGHT - BOTTOM - TOP)
  pen.color(1, 1, 1)
  pen.text(LEFT, HEIGHT - LINE, "%s", spec.title)
  pen.color(0.8, 0.8, 0.8)
  pen.text(LEFT, HEIGHT - 2 * LINE - 4, "%s", spec.y)
  pen.text(WIDTH - RIGHT - CHAR * #spec.x, BOTTOM - 2 * LINE, "%s", spec.x)
end

-- ---- curves ---------------------------------------------------------------------------------

local function draw_series(pen, x, y, s, color)
  pen.color(table.unpack(color))
  local last_x, last_y
  for _, point in ipairs(s.points) do
    local px, py = x.to_px(point[1]), y.to_px(point[2])
    if last_x then pen.line(last_x, last_y, px, py) end
    pen.disc(px, py, 3.5)
    last_x, last_y = px, py
  end
end

local function draw_legend(pen, series)
  local left = LEFT + 16
  for i, s in ipairs(series) do
    local at = HEIGHT - TOP - LINE * i - 2
    local color = COLORS[(i - 1) % #COLORS + 1]
    pen.color(table.unpack(color))
    pen.line(left, at, left + 24, at)
    pen.disc(left + 12, at, 3.5)
    pen.text(left + 32, at, "%s", s.name)
  end
end

--- Write the chart of spec to path; true, or nil and a message.
function chart.write(path, spec)
  local pen = host.pen()
  local x = axis(spec.series, 1, LEFT, WIDTH - LEFT - RIGHT)
  local y = axis(spec.series, 2, BOTTOM, HEIGHT - BOTTOM - TOP)
  return host.picture(function()
    draw_axes(pen, x, y, spec)
    for i, s in ipairs(spec.series) do
      draw_series(pen, x, y, s, COLORS[(i - 1) % #COLORS + 1])
    end
    draw_legend(pen, spec.series)
  end, path, WIDTH, HEIGHT)
end

return chart
